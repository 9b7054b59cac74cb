"""Ladders of bots: each plays the next weaker one, to see how far thinking harder still wins more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..counts.standings import Share, win_share
from ..counts.statistics import Z95, round_up, widening_factor
from ..runs.run import Run, rotated_plans
from ..runs.shards import Plan

MARGIN = 0.05  # the distance from an even share that does not matter
HIGHER, LOWER, FLAT, UNKNOWN = "higher", "lower", "flat", "cannot tell"


@dataclass(frozen=True, slots=True)
class Rung:
    """The result of one seat of the bot `upper` against all others of the bot `lower`: its win rate, and an even share.

    looks: it is one of so many things of which something is said.
    """

    lower: str
    upper: str
    share: Share
    even: float
    looks: int = 1

    @property
    def verdict(self) -> str:
        """FLAT where the whole interval is within MARGIN of an even share, else HIGHER or LOWER if that is not in it.

        UNKNOWN where more games are needed to say one of these. The interval is as wide as `looks` asks for.
        """
        times, middle = widening_factor(self.looks), self.share.share
        low, high = (middle + times * (end - middle) - self.even for end in (self.share.low, self.share.high))
        if low >= -MARGIN and high <= MARGIN:
            return FLAT
        return HIGHER if low > 0 else LOWER if high < 0 else UNKNOWN

    @property
    def needed(self) -> int:
        """The games needed for a verdict, if the win rate stays what it is; in two digits."""
        apart = abs(self.share.share - self.even)
        half = max(apart, MARGIN - apart)
        share = min(max(self.share.share, 0.02), 0.98)
        z = Z95 * widening_factor(self.looks)
        return round_up(z * z * share * (1 - share) / (half * half))

    def to_json(self) -> dict[str, Any]:
        """The rung as JSON data."""
        made = {"lower": self.lower, "upper": self.upper, "games": self.share.games, **self.share.to_json()}
        needed = self.needed if self.verdict == UNKNOWN and self.share.games else None
        return made | {"even": self.even, "verdict": self.verdict, "games_needed": needed}


def adjacent_bots(bots: Sequence[str]) -> list[tuple[str, str]]:
    """The pairs of each bot and the next stronger one."""
    return [*zip(bots[:-1], bots[1:], strict=True)]


def ladder_plans(plan: Plan, bots: Sequence[str], players: int) -> list[Plan]:
    """The plans of all rungs, one after the other: in each, the upper bot sits on every seat once."""
    return [
        own for lower, upper in adjacent_bots(bots) for own in rotated_plans(plan, [upper, *[lower] * (players - 1)])
    ]


def read_rungs(run: Run, bots: Sequence[str], looks: int = 1) -> list[Rung]:
    """The results of all rungs, weakest first; looks: the number of results reported, which widens intervals."""
    each, even = run.games[0].players, 1 / run.games[0].players
    found = []
    for number, (lower, upper) in enumerate(adjacent_bots(bots)):
        own = range(number * each, (number + 1) * each)
        seats = [(run.tallies[at], [run.plans[at].bots.index(upper)]) for at in own]
        found.append(Rung(lower, upper, win_share(seats), even, looks * len(adjacent_bots(bots))))
    return found


def ladder_sentence(found: Sequence[Rung]) -> str:
    """A sentence that says how far skill carries."""
    at = next((at for at, rung in enumerate(found) if rung.verdict != HIGHER), len(found))
    if at == len(found):
        top = found[-1].upper
        return f"Skill carries as far as this ladder goes: {top} still wins more than {found[-1].lower}."
    rung = found[at]
    if rung.verdict == FLAT:
        told = f"from {rung.lower} to {rung.upper} little is gained."
    elif rung.verdict == LOWER:
        told = f"{rung.upper} wins less than {rung.lower}: thinking longer misleads the bot here."
    else:
        many = f"about {rung.needed:,} games on each rung would show it"
        told = f"there are too few games to say whether {rung.upper} is better than {rung.lower} ({many})."
    return f"Skill carries up to {rung.lower}; {told}" if at else told[0].upper() + told[1:]
