"""`stammtisch rulebook`: the printed rules of a ruleset."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ...base.languages.catalogues import ENGLISH, LANGUAGES
from ..console import output, progress
from ..options import format_option, ruleset_options

if TYPE_CHECKING:
    from ...front.api import Ruleset

ENDINGS = ("", ".md", ".markdown", ".txt", ".html", ".htm", ".pdf")


@click.command("rulebook")
@ruleset_options
@format_option("md", "html", words="Markdown (default) or a page.")
@click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default=ENGLISH,
    help="The language of the rules; what has no words in it is printed in English.",
)
@click.option("--players", type=int, metavar="N", help="The rules for this number of players (default: for all).")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write to FILE: a page if it ends in .html, for a printer if it ends in .pdf.",
)
def command(
    ruleset: Ruleset, options: dict[str, Any], form: str, language: str, players: int | None, out: Path | None
) -> None:
    """Print the rules of RULESET for people: components, set-up, course of play, an example, tables, end."""
    from ...base.english import count_of
    from ...base.errors import UsageError
    from ...base.files import write
    from ...base.printing import pdf
    from ...rulebook.blocks import markdown
    from ...rulebook.illustrations.illustrated import illustrated_rulebook
    from ...rulebook.page import rulebook_page

    ending = out.suffix.lower() if out is not None else ""
    if ending not in ENDINGS:
        raise UsageError(f"{out}: rules are written as .md (Markdown), .html (a page) or .pdf (for a printer)")
    as_page = form == "html" or ending in (".html", ".htm", ".pdf")
    made = illustrated_rulebook(ruleset, options, players, language, boards=as_page)
    blocks = made.blocks
    text = (rulebook_page(blocks, language=language) if as_page else markdown(blocks)).rstrip("\n")
    if language != ENGLISH and made.english:
        progress(
            f"{made.english} of {count_of(made.sentences, 'sentence')} are in English: some words have no gender yet."
        )
    if out is None:
        output(text)
    else:
        write(out, pdf(text).content if ending == ".pdf" else f"{text}\n".encode())
        output(f"The rules of {ruleset.name} are written to {out}.")
