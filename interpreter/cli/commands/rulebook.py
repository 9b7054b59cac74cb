"""`stammtisch rulebook`: the printed rules of a ruleset."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..console import output
from ..options import format_option, ruleset_options

if TYPE_CHECKING:
    from ...front.api import Ruleset

# how many players there are in the example, if the game is for so many
USUAL = 3
ENDINGS = ("", ".md", ".markdown", ".txt", ".html", ".htm", ".pdf")


@click.command("rulebook")
@ruleset_options
@format_option("md", "html", words="Markdown (default) or a page.")
@click.option("--players", type=int, metavar="N", help="The rules for this number of players (default: for all).")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write to FILE: a page if it ends in .html, for a printer if it ends in .pdf.",
)
def command(ruleset: Ruleset, options: dict[str, Any], form: str, players: int | None, out: Path | None) -> None:
    """Print the rules of RULESET for people: components, set-up, course of play, an example, tables, end."""
    from ...base.errors import UsageError
    from ...base.files import write
    from ...base.printing import pdf
    from ...rulebook.blocks import markdown
    from ...rulebook.book import rulebook
    from ...rulebook.example import example
    from ...rulebook.page import rulebook_page

    ending = out.suffix.lower() if out is not None else ""
    if ending not in ENDINGS:
        raise UsageError(f"{out}: rules are written as .md (Markdown), .html (a page) or .pdf (for a printer)")
    counts = ruleset.players
    shown = players if players is not None else min(counts, key=lambda count: abs(count - USUAL))
    blocks = rulebook(ruleset, options, players, example(ruleset.game(shown, options)))
    text = (rulebook_page if form == "html" or ending in (".html", ".htm", ".pdf") else markdown)(blocks).rstrip("\n")
    if out is None:
        output(text)
    else:
        write(out, pdf(text).content if ending == ".pdf" else f"{text}\n".encode())
        output(f"The rules of {ruleset.name} are written to {out}.")
