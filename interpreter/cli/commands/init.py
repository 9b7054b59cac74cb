"""`stammtisch init`: a new game that works, to be changed."""

from __future__ import annotations

import click

from ..console import YES, output, program


@click.command("init")
@click.argument("name")
@click.option("--template", metavar="KIND", help="What to start from: card (the default), auction or board.")
@click.option("--from", "source", metavar="GAME", help="Start from a copy of this game.")
@click.option("--variant-of", "base", metavar="GAME", help="Start a variant, which contains only what differs.")
def command(name: str, template: str | None, source: str | None, base: str | None) -> int:
    """Begin a game in a new folder NAME: a ruleset with comments, and tests for it.

    GAME is an id (see `list`), a file or a folder. Nothing that exists is overwritten.
    """
    from ...base.errors import UsageError
    from ...base.similar import ask_if_meant
    from .. import starter

    if sum(option is not None for option in (template, source, base)) > 1:
        raise click.UsageError("use only one of --template, --from and --variant-of")
    if template is not None and template not in starter.TEMPLATES:
        hint = ask_if_meant(template, starter.TEMPLATES, "", "did you mean {}? ")
        known = "; ".join(f"{kind} ({about})" for kind, about in starter.TEMPLATES.items())
        raise UsageError(f"there is no template '{template}'; {hint}there are: {known}")
    if source is not None:
        written = starter.copy_game(name, source)
    elif base is not None:
        written = starter.create_variant(name, base)
    else:
        written = starter.from_template(name, template or "card")
    for path in written:
        output(f"wrote {path}")
    output("Now try:")
    for words in ("validate", "test", "simulate", "play"):
        output(f"  {program()} {words} {name}")
    return YES
