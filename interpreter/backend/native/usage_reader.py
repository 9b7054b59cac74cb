"""Read the usage counts of played games from a module's memory."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from .writing.layout import MemoryLayout
from .writing.uses import MOST_COURSE, MOST_GAP, MOST_ROUNDS

Bytes = Callable[[int, int], bytes]  # what lies in memory from an address on, so many bytes


@dataclass(slots=True)
class GameCounts:
    """The outcomes of some games of a run, counted.

    games: how many were finished; failed: whether the one after these fails or goes on for too long. outcomes: each
    different row (see Machine) with the number of games that came to it. choices: how often a seat chose among so many
    options, by number of options * players + seat. endless: whether the one that failed only goes on for too long.
    """

    games: int
    failed: bool
    outcomes: list[tuple[tuple[int, ...], int]]
    choices: Counter[int]
    endless: bool = False


@dataclass(slots=True)
class GameUsage:
    """The usage in some games of a run. Numbers of different calls may be added.

    counted: what they came to. options: for each of `Uses.options` and each seat its `OptionUse`. marks: for each of
    `Uses.marks` and each seat its `MarkUse`, and last that of nobody, before anybody acts. gains: for each of
    `Uses.gains` and each seat the sum over the games of what the step added to the counter, and of the squares of that.
    rounds: games by their number of rounds, the last one of so many or more.

    The others, and marks of kind met and unmet, are of the games looked at more closely (`every`). looks: of how many.
    parts: for each of `Uses.parts` and each seat the sum of what it came to, and of the squares. gaps: for each seat
    how many of its decisions had so many of others since its last one, or the beginning; the last one so many or more.
    course: by the number of the decision in its game how many games came to it, and the options offered there in all
    of them. standings: for each game how many rounds were over, who has won (a bit for each seat), the score of each
    seat when each of these rounds was over, and at the end; nothing if `uses.standing` is false.

    order: for each game which of `counted.outcomes` it came to.
    """

    counted: GameCounts
    options: list[list[OptionUse]]
    marks: list[list[MarkUse]]
    gains: list[list[tuple[int, int]]]
    rounds: list[int]
    looks: int
    parts: list[list[tuple[int, int]]]
    gaps: list[list[int]]
    course: list[tuple[int, int]]
    standings: list[int]
    order: list[int]


class OptionUse(NamedTuple):
    """A seat's use of an option, in decisions, games and games won.

    How often it was offered and chosen; the number of games in which it was offered, and chosen; the games won, in
    parts of `uses.whole`, where it was chosen, and the sum of the squares of these parts; the same where it was
    offered but not chosen.
    """

    offered: int
    chosen: int
    games: int
    games_chosen: int
    won_chosen: int
    squares_chosen: int
    won_without: int
    squares_without: int


class MarkUse(NamedTuple):
    """A seat's passes of a mark, in times, games and games won.

    Games won are in parts of `uses.whole`; `squares` is the sum of the squares of these parts.
    """

    times: int
    games: int
    won: int
    squares: int


def read_usage(layout: MemoryLayout, memory: Bytes, counted: GameCounts, looks: int, standings_end: int) -> GameUsage:
    """Read the usage after a call that counted."""
    uses, players = layout.uses, layout.program.players
    assert uses is not None

    def numbers(at: int, count: int) -> list[int]:
        return array("i", memory(at, 4 * count)).tolist()

    options = [
        OptionUse(*row) for row in by_fours(memory, layout.option_sums, layout.cells // 16 * players, "iiiiiqiq")
    ]
    marks = [
        MarkUse(*row) for row in by_fours(memory, layout.mark_sums, layout.mark_cells // 16 * (players + 1), "iiiq")
    ]
    seats, acting = layout.cells // 4, layout.mark_cells // 4
    added = array("q", memory(layout.gains, 24 * players * len(uses.gains)))
    gains = [*zip(added[1::3], added[2::3], strict=True)]
    added = array("q", memory(layout.parts, 16 * players * len(uses.parts)))
    parts = [*zip(added[::2], added[1::2], strict=True)]
    course = numbers(layout.course, 2 * MOST_COURSE)
    size = 4 * (layout.fields + 1)
    gaps = numbers(layout.gaps, MOST_GAP * players)
    return GameUsage(
        counted,
        [options[n : seats * players : seats] for n in range(len(uses.options))],
        [marks[n::acting] for n in range(len(uses.marks))],
        [gains[n : n + players] for n in range(0, len(gains), players)],
        numbers(layout.rounds_at, MOST_ROUNDS + 1),
        looks,
        [parts[n : n + players] for n in range(0, len(parts), players)],
        [gaps[n : n + MOST_GAP] for n in range(0, len(gaps), MOST_GAP)],
        [*zip(course[::2], course[1::2], strict=True)],
        numbers(layout.standings, (standings_end - layout.standings) // 4),
        [(at - layout.outcomes) // size for at in numbers(layout.listed, counted.games)],
    )


def by_fours(memory: Bytes, at: int, count: int, fields: str) -> list[tuple[int, ...]]:
    """Read records stored in groups of four: the first numbers of four records, then the second ones, ...

    `fields` gives the type of each number: 32 bits (i) or 64 (q).
    """
    size = sum(16 if field == "i" else 32 for field in fields)
    data, columns, begin = memory(at, size * count), [], 0
    for field in fields:
        width = 16 if field == "i" else 32
        column = array(field)
        column.frombytes(b"".join(data[n + begin : n + begin + width] for n in range(0, len(data), size)))
        columns.append(column)
        begin += width
    return [*zip(*columns, strict=True)]
