"""Luck of the deal: play the same deals several times by equally strong bots."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...base.tables import percent
from ...game.game import Game
from ..counts.outcomes import Rows, row_columns
from ..runs.run import Run
from .pairing import critical_value

GAMES_A_DEAL = 10  # how often each deal is played
FEWEST = 10  # deals needed for a result


@dataclass(frozen=True, slots=True)
class Luck:
    """The share of luck with its 95 % interval.

    None with fewer than FEWEST deals, or if who wins never changes. deals: how many were played, each `again` times,
    all of their games finished.
    """

    deals: int
    again: int
    share: float | None = None
    low: float = 0.0
    high: float = 1.0

    def to_json(self) -> dict[str, Any]:
        """The figures as JSON data."""
        return {"deals": self.deals, "each": self.again, "luck": self.share, "low": self.low, "high": self.high}


def estimate_luck(deals: Sequence[Sequence[Sequence[float]]]) -> Luck:
    """Estimate the share of luck from deals, each with every seat's wins in each of equally many games.

    It is the intraclass correlation of a one-way layout (Fisher 1925, Statistical Methods for Research Workers, 7), its
    parts added up over the seats; the interval is that of a jackknife that leaves out each deal in turn (Tukey 1958).
    """
    many, again = len(deals), len(deals[0]) if deals else 0
    parts = [deal_parts(deal) for deal in deals]
    if many < FEWEST or (share := deal_share(parts, again)) is None:
        return Luck(many, again)
    left = [deal_share(parts[:n] + parts[n + 1 :], again) for n in range(many)]
    known = [one for one in left if one is not None]
    middle = math.fsum(known) / len(known)
    half = critical_value(1, many, 0.05) * math.sqrt(
        (many - 1) / many * math.fsum((one - middle) ** 2 for one in known)
    )
    return Luck(many, again, max(0.0, share), max(0.0, share - half), min(1.0, max(0.0, share) + half))


Parts = tuple[list[float], float]


def deal_parts(deal: Sequence[Sequence[float]]) -> Parts:
    """The mean of each seat in a deal, and the sum of squared deviations over its games and seats."""
    means = [math.fsum(seat) / len(deal) for seat in zip(*deal, strict=True)]
    return means, math.fsum((won - mean) ** 2 for game in deal for won, mean in zip(game, means, strict=True))


def deal_share(parts: Sequence[Parts], again: int) -> float | None:
    """The part of the variance that lies between deals; None if there is no variance."""
    many = len(parts)
    within = math.fsum(squares for _, squares in parts) / (many * (again - 1))
    between = 0.0
    for seat in zip(*(means for means, _ in parts), strict=True):
        middle = math.fsum(seat) / many
        between += math.fsum((mean - middle) ** 2 for mean in seat) * again / (many - 1)
    whole = between + (again - 1) * within
    return (between - within) / whole if whole > 0 else None


def read_deals(game: Game, rows: Rows, again: int) -> list[list[list[float]]]:
    """The wins of each seat in each game, for the deals of which all games were finished."""
    columns = row_columns(game.program)
    size = columns.width
    found: dict[int, list[list[float]]] = {}
    for at, number in sorted((number, at) for at, number in enumerate(rows.numbers)):
        row = rows.data[number * size : (number + 1) * size]
        won = row[columns.won]
        if row[columns.reason] >= 0:
            found.setdefault(at // again, []).append([one / max(1, sum(won)) for one in won])
    return [games for games in found.values() if len(games) == again]


def run_luck(run: Run) -> Luck:
    """Estimate the luck in a run that played each deal several times."""
    rows = run.shards[0].rows
    return estimate_luck(read_deals(run.games[0], rows, run.plan.again) if rows is not None else [])


def luck_sentence(found: Luck) -> str:
    """The result in words."""
    if found.share is None:
        return "there are too few deals to say anything, or the same seat always wins."
    if found.share == 1:
        return "the same seat wins all games of a deal: chance decides, or these bots always make the same choices."
    said = f"{percent(found.share)} of winning is luck of the deal ({percent(found.low)} to {percent(found.high)})"
    return f"{said}; the rest is choices."
