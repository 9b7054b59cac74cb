"""`stammtisch list`: the rulesets that come with Stammtisch."""

from __future__ import annotations

from pathlib import Path

import click

from ..console import say


@click.command("list")
def command() -> None:
    """List the ids of all rulesets, with numbers of players, titles and variants."""
    from ...reading import library

    rows: list[tuple[str, str, str]] = []
    for name in library.rulesets():
        path = library.find(name)
        rows.append((name, *_summary(path, [])))
        for variant in library.variants(name):
            rows.append((f"  --variant {variant}", *_summary(path, [library.find_variant(path, variant)])))
    widths = [max((len(row[i]) for row in rows), default=0) for i in range(2)]
    for name, players, title in rows:
        say(f"{name:<{widths[0]}}  {players:<{widths[1]}}  {title}".rstrip())


def _summary(path: Path, variants: list[Path]) -> tuple[str, str]:
    """The number of players in words, and the title."""
    from ...base.diagnostics import RulesetError
    from ...reading.nodes import Scalar
    from ...reading.player_counts import counts_of, players_text
    from ...reading.variants.merge import merge_files

    try:
        root = merge_files(path, variants)
    except RulesetError as error:
        return "", f"(has mistakes: {error.diagnostics[0].message})"
    title, players = root.get("game"), root.get("players")
    counts = counts_of(players)
    return players_text(counts) if counts else "? players", title.text if isinstance(title, Scalar) else ""
