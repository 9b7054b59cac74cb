"""`stammtisch rulebook`: the printed rules of a ruleset."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ..console import format_option, output, ruleset_options

if TYPE_CHECKING:
    from ...front.api import Ruleset


@click.command("rulebook")
@ruleset_options
@format_option("md", "html", words="Markdown (default) or a page.")
@click.option("--players", type=int, metavar="N", help="The rules for this number of players (default: for all).")
def command(ruleset: Ruleset, options: dict[str, Any], form: str, players: int | None) -> None:
    """Print the rules of RULESET for people: components, set-up, course of play, tables, end."""
    from ...rulebook.blocks import html, markdown
    from ...rulebook.book import rulebook

    blocks = rulebook(ruleset, options, players)
    output((html if form == "html" else markdown)(blocks).rstrip("\n"))
