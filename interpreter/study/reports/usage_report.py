"""Reports of a ruleset's usage: the unused parts, then every part with its figures."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from ...base.english import count_of
from ...base.tables import Block, TextTable, percent
from ...game.game import Game
from ..counts.statistics import Tally
from ..counts.usage import MOST_OPTIONS, Use, findings, uses

TITLES = {
    "card": ("card by itself", "offered", "chosen", "by chance", "wins more by"),
    "step": ("step", "reached", "carried out", "", "wins more by"),
    "condition": ("condition", "asked", "true", "", "wins more by"),
    "test": ("test of options", "looked at", "kept out", "", ""),
    "row": ("row of a table", "table looked up", "this row", "", ""),
}
NOTES = (
    "  offered, reached, asked, looked at or up: times a game. wins more by: points of the share of wins of the seats",
    "  that chose it, or did it, in a game, less that of those that could and did not, with its 95 % interval. Going",
    "  together does not mean that one causes the other; 1 in 20 such intervals leaves 0 out by chance.",
)


def usage_lines(game: Game, tally: Tally) -> list[Block]:
    """The lines about usage for one number of players; [] if nothing was counted."""
    found, games = uses(game, tally), tally.counts.games
    if not found:
        return []
    lines: list[Block] = [f"{count_of(game.players, 'player')}: what is used in {count_of(games, 'game')}"]
    for one in (told := findings(found)):
        place = f", {one.place}" if one.place else ""
        lines.append(f"  {one.what}: {one.words}{place} ({one.why})")
    if not told:
        lines.append("  every option, card, step, condition, test and row of a table was used")
    if any(one.what.startswith("never") for one in told):
        rare = percent(1 - 0.05 ** (1 / games))
        lines.append(f"  this is from {games:,} games: anything in {rare} of all games would have been seen (95 %)")
    if options := [use for use in found if use.kind == "option"]:
        lines += ["", options_table(options, games)]
    for kind, title in TITLES.items():
        of_kind = [use for use in found if use.kind == kind]
        if of_kind:
            looked = tally.counts.looks if kind == "test" else games
            lines += ["", TextTable([[*title], *(use_row(use, looked) for use in of_kind)])]
    return [*lines, "", *NOTES]


def mean_use(members: Sequence[Use]) -> Use:
    """The mean of several uses as one."""
    could, did, chance = (sum(getattr(use, name) for use in members) for name in ("could", "did", "chance"))
    return Use("option", members[0].path, members[0].place, could, did, 0, 0, chance)


def options_table(options: Sequence[Use], games: int) -> TextTable:
    """A line for each option of a decision, or one for all where there are many."""
    rows, headings = [["option", "offered", "chosen", "by chance", "wins more by"]], {}
    for (path, place), group in groupby(options, lambda use: (use.path[:-1], use.place)):
        members = [*group]
        headings[len(rows)] = f"  {' > '.join(path[-2:])} ({place})"
        if len(members) > MOST_OPTIONS:
            rows.append([f"  {len(members)} options, each", *use_row(mean_use(members), games)[1:-1], ""])
        else:
            rows += [[f"  {first}", *others] for first, *others in (use_row(use, games) for use in members)]
    return TextTable(rows, headings=headings)


def use_row(use: Use, games: int) -> list[str]:
    """The table row of a part: its words and figures."""
    words = " ".join(use.path) if use.kind == "row" else use.path[-1] if use.path else ""
    place = f" ({use.place})" if use.kind in ("step", "condition", "test", "row") else ""
    rate = percent(use.rate) if use.rate is not None else ""
    chance = percent(use.chance / use.could) if use.chance and use.could else ""
    return [f"{words}{place}", f"{use.could / max(1, games):.2f}", rate, chance, difference_text(use)]


def difference_text(use: Use) -> str:
    """The difference in points, with its interval."""
    if use.difference is None or use.kind in ("test", "row"):
        return ""
    middle, low, high = (100 * one for one in use.difference)
    return f"{middle:+.1f} ({low:+.1f} to {high:+.1f})"
