"""`stammtisch rulebook`: the printed rules of a ruleset."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..console import format_option, output, ruleset_options

if TYPE_CHECKING:
    from ...front.api import Ruleset


@click.command("rulebook")
@ruleset_options
@format_option("md", "html", words="Markdown (default) or a page.")
@click.option("--players", type=int, metavar="N", help="The rules for this number of players (default: for all).")
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FILE", help="Write to FILE; a page if it ends in .html."
)
def command(ruleset: Ruleset, options: dict[str, Any], form: str, players: int | None, out: Path | None) -> None:
    """Print the rules of RULESET for people: components, set-up, course of play, tables, end."""
    from ...base.files import write
    from ...rulebook.blocks import html, markdown
    from ...rulebook.book import rulebook

    blocks = rulebook(ruleset, options, players)
    page = form == "html" or (out is not None and out.suffix == ".html")
    text = (html if page else markdown)(blocks).rstrip("\n")
    if out is None:
        output(text)
    else:
        write(out, f"{text}\n".encode())
        output(f"The rules of {ruleset.name} are written to {out}.")
