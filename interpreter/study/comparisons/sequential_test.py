"""Sequential tests: play until it is decided whether two forms of a game differ in one measure."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from statistics import NormalDist
from typing import Any

from ...base.errors import UsageError
from ...base.streams import game_seed
from ...game.game import Game
from ..counts.figures import OF, Figure, Measure
from ..counts.statistics import Tally, pool_tallies, round_up
from ..runs.shards import Plan
from ..runs.simulate import Elsewhere, simulate_each
from .compare import HIGHER, LOWER, PART, POINTS, SAME, UNKNOWN
from .pairing import Mean, correlation, difference_error, mean_of_blocks

CLAIMED, MISSED = (
    0.05,
    0.05,
)  # the chances of claiming a difference that does not exist, and of missing one of the margin
# games in a block; blocks that are played together, and before the first look; blocks from one look to the next
BLOCK, TOGETHER, LOOK = 10, 50, 5
FIRST = f"wins by seat{OF}seat 1"


@dataclass(frozen=True, slots=True)
class SequentialResult:
    """The result of a sequential test: a measure, of what, in both arms after so many games of each.

    verdict: HIGHER, LOWER, SAME (less than the margin apart), UNKNOWN where the games have not sufficed. fixed: how
    many games of each a test with a number of games that was fixed before would have needed for the same errors.
    unfinished: how many games of each arm failed or did not end.
    """

    measure: Measure
    of: str
    base: float
    other: float
    margin: float
    correlation: float | None
    games: int
    fixed: int
    verdict: str
    unfinished: tuple[int, int] = (0, 0)

    def to_json(self) -> dict[str, Any]:
        """The result as JSON data."""
        names = ("of", "base", "other", "margin", "correlation", "games", "verdict")
        told = {name: getattr(self, name) for name in names}
        errors = {"claimed": CLAIMED, "missed": MISSED}
        return {
            "measure": self.measure.name,
            **told,
            "fixed_games": self.fixed,
            "errors": errors,
            "unfinished": [*self.unfinished],
        }


def wald_verdict(difference: float, error: float, margin: float) -> str | None:
    """The current verdict of two of Wald's sequential probability ratio tests; None if more games are needed.

    One asks whether the other arm has as much as the base, or a margin more; one whether it has a margin less (Wald
    1945, Annals of Mathematical Statistics 16, 117-186; both together: Armitage 1950, Journal of the Royal Statistical
    Society B 12, 137-144). Sums of games scatter normally, with the standard error `error` that is seen so far.
    """
    upper, lower = math.log((1 - MISSED) / (CLAIMED / 2)), math.log(MISSED / (1 - CLAIMED / 2))
    if error == 0 or margin == 0:
        return (HIGHER if difference > 0 else LOWER) if difference else SAME
    more, less = (margin * (sign * difference - margin / 2) / error**2 for sign in (1, -1))
    if more >= upper or less >= upper:
        return HIGHER if more >= upper else LOWER
    return SAME if more <= lower and less <= lower else None


def fixed_size(error: float, games: int, margin: float) -> int:
    """The games of each arm that a test of fixed size would need, from how the difference scatters."""
    width = NormalDist().inv_cdf(1 - CLAIMED / 2) + NormalDist().inv_cdf(1 - MISSED)
    return round_up(games * (error * width / margin) ** 2) if margin else games


def decide_from_blocks(
    measure: Measure, of: str, blocks: Iterable[tuple[Figure | None, Figure | None]], each: int, most: int
) -> SequentialResult:
    """Test after each LOOK blocks of `each` games, from the first TOGETHER on, until decided."""
    pairs: tuple[list[tuple[float, int]], ...] = ([], [])
    found: SequentialResult | None = None
    for block in blocks:
        for own, figure in zip(pairs, block, strict=True):
            own.append((figure.value, figure.count or 0) if figure is not None else (0.0, 0))
        games = each * len(pairs[0])
        if (len(pairs[0]) < TOGETHER or len(pairs[0]) % LOOK) and games < most:
            continue
        base, other = (mean_of_blocks(own) for own in pairs)
        if base is not None and other is not None:
            found = look_at_means(measure, of, base, other, games)
            if found.verdict != UNKNOWN:
                return found
        if games >= most:
            break
    if found is None:
        raise UsageError(f"{measure.name}{OF * bool(of)}{of} has no average to compare in these games")
    return found


def look_at_means(measure: Measure, of: str, base: Mean, other: Mean, games: int) -> SequentialResult:
    """The result after so many games."""
    margin = POINTS if measure.unit == "share" else PART * abs(base.value)
    error = difference_error(base, other)
    said = wald_verdict(other.value - base.value, error, margin) or UNKNOWN
    fixed = fixed_size(error, games, margin)
    return SequentialResult(measure, of, base.value, other.value, margin, correlation(base, other), games, fixed, said)


def play_until_decided(
    games: Sequence[Game],
    plans: Sequence[Plan],
    measure: Measure,
    of: str,
    most: int,
    jobs: int,
    note: Callable[[int], None],
    elsewhere: Elsewhere | None = None,
) -> SequentialResult:
    """Play two games, by a plan for each seating, until decided or at `most` games of each.

    `note` is called with the number of games of each that are played; elsewhere: as for `simulate_each`. Raises
    UsageError where they do not have the measure, KeyboardInterrupt where the user stops it.
    """
    each, bad = 1 if plans[0].bots else BLOCK, [0, 0]

    def figures() -> Iterator[tuple[Figure | None, Figure | None]]:
        for number, (base, other) in enumerate(endless_blocks(games, plans, each, jobs, elsewhere)):
            note(number * each * len(plans))
            for arm, tally in enumerate((base, other)):
                bad[arm] += tally.games - tally.finished
            yield find_figure(measure, of, games[0], base), find_figure(measure, of, games[1], other)

    found = decide_from_blocks(measure, of, figures(), each * len(plans), most)
    return replace(found, unfinished=(bad[0], bad[1]))


def find_figure(measure: Measure, of: str, game: Game, tally: Tally) -> Figure | None:
    """The figure of a measure for one thing, such as a seat; None if it has none."""
    return next((one for one in measure.figures(game, tally) if one.of == of and one.count is not None), None)


def endless_blocks(
    games: Sequence[Game], plans: Sequence[Plan], each: int, jobs: int, elsewhere: Elsewhere | None = None
) -> Iterator[list[Tally]]:
    """Play blocks of games without end, the same ones of each of `games`, so many for each plan.

    The blocks number n * TOGETHER and following have the seed game_seed(seed, n).
    """
    ways = len(plans)
    for number in count():
        own = [replace(plan, seed=game_seed(plan.seed, number)) for plan in plans]
        arms = []
        for game in games:
            run = simulate_each([(game, plan) for plan in own * TOGETHER], each, jobs, elsewhere=elsewhere)
            if run.interrupted:
                raise KeyboardInterrupt
            arms.append([pool_tallies(run.tallies[at : at + ways]) for at in range(0, len(run.tallies), ways)])
        yield from map(list, zip(*arms, strict=True))
