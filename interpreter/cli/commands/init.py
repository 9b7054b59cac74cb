"""`stammtisch init`: a new game that works, to be changed."""

from __future__ import annotations

import click

from ..console import YES, output, program


@click.command("init")
@click.argument("name")
@click.option("--template", metavar="KIND", help="What to start from; without it, card-game.")
@click.option("--from", "source", metavar="GAME", help="Start from a copy of this game.")
@click.option("--variant-of", "base", metavar="GAME", help="Start a variant, which contains only what differs.")
def command(name: str, template: str | None, source: str | None, base: str | None) -> int:
    """Begin a game in a new folder NAME: a whole game with comments, tests for it, and perhaps a sheet of cards.

    KIND is card-game, trick-taking, board-game, auction, deck-building, worker-placement or hidden-roles. GAME is an
    id (see `list`), a file or a folder. Nothing that exists is overwritten.
    """
    from ...base.english import join_words
    from ...base.errors import UsageError
    from ...base.similar import ask_if_meant
    from ...front import starter

    if sum(option is not None for option in (template, source, base)) > 1:
        raise click.UsageError("use only one of --template, --from and --variant-of")
    template = starter.OLD_NAMES.get(template or "", template)
    if template is not None and template not in starter.TEMPLATES:
        hint = ask_if_meant(template, starter.TEMPLATES, "", "did you mean {}? ")
        known = "; ".join(f"{kind} ({about})" for kind, about in starter.TEMPLATES.items())
        raise UsageError(f"there is no template '{template}'; {hint}there are: {known}")
    if source is not None:
        written = starter.copy_game(name, source)
    elif base is not None:
        written = starter.create_variant(name, base)
    else:
        written = starter.from_template(name, template or starter.DEFAULT)
    for path in written:
        output(f"wrote {path}")
    output("Now try:")
    for words in ("validate", "test", "simulate", "play"):
        output(f"  {program()} {words} {name}")
    if template is source is base is None:
        others = [kind for kind in starter.TEMPLATES if kind != starter.DEFAULT]
        output(f"This is a {starter.DEFAULT}. Others begin with --template {join_words(others, 'or')}.")
    return YES
