"""Compare two forms of a game: each measure in both, the difference with an interval, and a verdict."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ...game.game import Game
from ..counts.figures import OF, Figure, Measure
from ..counts.measures import MEASURES, OFFERED, usage_measures
from ..counts.statistics import Tally, pool_tallies, round_up
from ..counts.targets import Judgement, Target, judge_targets
from ..runs.run import Run
from ..runs.shards import Plan
from ..runs.simulate import Elsewhere, simulate_each
from ..runs.stuck_games import StuckKind
from .pairing import Mean, correlation, critical_value, difference_interval, mean_of_blocks

BLOCKS = 100  # blocks of games, about this many in each arm
LEVEL = 0.05  # the chance of any claimed difference between equal arms
POINTS = 0.03  # shares within this distance count as the same
PART = 0.05  # other means are the same if they differ by less than this part of the base's
FEWEST = 10  # games needed for a verdict
HIGHER, LOWER, SAME, UNKNOWN = "higher", "lower", "the same", "cannot tell"


@dataclass(frozen=True, slots=True)
class Arm:
    """One side of a comparison: its name, the game, and its games in blocks, the same ones in every arm.

    targets: what is wanted of it. kinds: of its games that failed or do not end; commands: that show the first of each.
    """

    name: str
    game: Game
    blocks: Sequence[Tally]
    targets: Sequence[Target] = ()
    kinds: Sequence[StuckKind] = ()
    commands: Mapping[int, str] = field(default_factory=dict)

    @property
    def tally(self) -> Tally:
        """All games of the arm in one tally."""
        return pool_tallies(self.blocks)


@dataclass(frozen=True, slots=True)
class MeasureDifference:
    """A measure in both arms (unit as in Measure), and the other arm's value less the base's.

    low, high: its interval; all intervals of a comparison hold together with a chance of 95 %. correlation: of the two
    arms, from block to block; None where one is always the same. verdict: HIGHER or LOWER where 0 is not in the
    interval, else SAME where that lies within the margin, else UNKNOWN. needed: about how many games an arm would tell.
    """

    measure: str
    of: str
    unit: str
    base: float
    other: float
    low: float
    high: float
    correlation: float | None
    margin: float
    games: int

    @property
    def difference(self) -> float:
        return self.other - self.base

    @property
    def verdict(self) -> str:
        if self.games < FEWEST:
            return UNKNOWN
        if self.low > 0 or self.high < 0:
            return HIGHER if self.low > 0 else LOWER
        return SAME if -self.margin <= self.low and self.high <= self.margin else UNKNOWN

    @property
    def needed(self) -> int | None:
        """The games of each arm needed for a verdict, if things stay so, in two digits; None if there is one."""
        if self.verdict != UNKNOWN:
            return None
        enough = max(abs(self.difference), self.margin - abs(self.difference))
        half = (self.high - self.low) / 2
        return round_up(max(FEWEST, self.games * (half / enough) ** 2)) if enough else None

    def to_json(self) -> dict[str, Any]:
        """The difference as JSON data."""
        names = ("measure", "of", "unit", "base", "other", "difference", "low", "high", "correlation", "margin")
        return {**{name: getattr(self, name) for name in names}, "verdict": self.verdict, "games_needed": self.needed}


@dataclass(frozen=True, slots=True)
class Comparison:
    """The result of comparing two arms.

    rules: the differences in the rules, line by line. only: measures that one arm lacks, of what, and the name of the
    arm that has it. uses, only_used: the same of options and cards, offered and chosen, where that was counted.
    tested: for how many differences the intervals of all comparisons allow. unfinished: how many games of each failed
    or did not end; arms: both, for the kinds of these. targets: the verdicts of the base's targets, and of the
    other's.
    """

    base: str
    other: str
    players: int
    games: int
    rules: tuple[str, ...]
    differences: tuple[MeasureDifference, ...]
    only: tuple[tuple[str, str, str], ...] = ()
    unfinished: tuple[int, int] = (0, 0)
    arms: tuple[Arm, ...] = ()
    tested: int = field(default=1)
    targets: tuple[Sequence[Judgement], Sequence[Judgement]] = ((), ())
    uses: tuple[MeasureDifference, ...] = ()
    only_used: tuple[tuple[str, str, str], ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The comparison as JSON data."""
        return {
            "base": self.base,
            "other": self.other,
            "players": self.players,
            "games": self.games,
            "rules": [*self.rules],
            "unfinished": {"base": self.unfinished[0], "other": self.unfinished[1]},
            "failures": {
                name: [kind.to_json(arm.commands) for kind in arm.kinds]
                for name, arm in zip(("base", "other"), self.arms, strict=False)
            },
            "measures": [one.to_json() for one in self.differences],
            "only": [{"measure": measure, "of": of, "arm": arm} for measure, of, arm in self.only],
            **({"uses": [one.to_json() for one in self.uses]} if self.uses else {}),
            **({"only_used": [{"of": of, "arm": arm} for _, of, arm in self.only_used]} if self.only_used else {}),
            "targets": {
                name: [one.to_json() for one in found]
                for name, found in zip(("base", "other"), self.targets, strict=True)
            },
        }


@dataclass(frozen=True, slots=True)
class Pair:
    """Two arms to compare; renamed: words of parts by the words that they had before."""

    base: Arm
    other: Arm
    rules: tuple[str, ...] = ()
    renamed: Mapping[str, str] = field(default_factory=dict)


def compare_pairs(pairs: Sequence[Pair], measures: Sequence[Measure] = MEASURES) -> list[Comparison]:
    """Compare pairs by all measures that are means; the intervals allow for the number of differences in all."""
    found = [align_measures(pair, measures) for pair in pairs]
    counted = all(arm.tally.counts.games for pair in pairs for arm in (pair.base, pair.other))
    used = [align_measures(pair, usage_measures()) if counted else ([], []) for pair in pairs]
    # if options and cards are compared as well, measures and these get half of the error each
    families = [sum(len(rows) for rows, _ in family) for family in (found, used)]
    level = LEVEL / max(1, sum(map(bool, families)))
    made = []
    for pair, (rows, only), (use_rows, only_used) in zip(pairs, found, used, strict=True):
        one = compare_pair(pair, rows, only, families[0], level)
        uses = differences(pair, use_rows, families[1], level)
        lacking = tuple(each for each in only_used if each[0] == OFFERED)
        made.append(replace(one, uses=(*uses,), only_used=lacking, tested=sum(families)))
    return made


Row = tuple[Measure, str, Mean, Mean]


def align_measures(pair: Pair, measures: Sequence[Measure]) -> tuple[list[Row], list[tuple[str, str, str]]]:
    """Return each measure in both arms, and the measures that only one of them has."""
    rows: list[Row] = []
    only: list[tuple[str, str, str]] = []
    for measure in measures:
        base, other = block_means(pair.base, measure), block_means(pair.other, measure)
        other = {base_name(of, base, pair.renamed): mean for of, mean in other.items()}
        for of in dict.fromkeys([*base, *other]):
            if of in base and of in other:
                rows.append((measure, of, base[of], other[of]))
            else:
                only.append((measure.name, of, pair.base.name if of in base else pair.other.name))
    return rows, only


def base_name(of: str, base: Mapping[str, Mean], renamed: Mapping[str, str]) -> str:
    """The base's name for a part of the other arm: the same, or the name before a renaming."""
    before = {now: words for words, now in renamed.items()}
    ways = [OF.join(names.get(part, part) for part in of.split(OF)) for names in (renamed, before)]
    return next((words for words in (of, *ways) if words in base), of)


def block_means(arm: Arm, measure: Measure) -> dict[str, Mean]:
    """The mean of a measure over the blocks of an arm, by what it is of."""
    blocks = [{figure.of: figure for figure in measure.figures(arm.game, block)} for block in arm.blocks]
    found = {}
    for of in dict.fromkeys(of for block in blocks for of in block):
        figures = [block.get(of, Figure(of, 0.0, count=0)) for block in blocks]
        if all(figure.count is not None for figure in figures):
            mean = mean_of_blocks([(figure.value, figure.count or 0) for figure in figures])
            if mean is not None:
                found[of] = mean
    return found


def differences(pair: Pair, rows: Sequence[Row], tested: int, level: float) -> Iterator[MeasureDifference]:
    """The differences of a pair, with intervals for `tested` numbers; level: the chance that one interval misses."""
    base, other = pair.base.tally, pair.other.tally
    z = critical_value(tested, len(pair.base.blocks), level)
    for measure, of, a, b in rows:
        low, high = difference_interval(a, b, measure.unit == "share", z)
        margin = POINTS if measure.unit == "share" else PART * abs(a.value)
        # how many games are finished is known of all
        games = base.games if measure is MEASURES[0] else min(base.finished, other.finished)
        yield MeasureDifference(
            measure.name, of, measure.unit, a.value, b.value, low, high, correlation(a, b), margin, games
        )


def compare_pair(
    pair: Pair, rows: Sequence[Row], only: Sequence[tuple[str, str, str]], tested: int, level: float
) -> Comparison:
    """Compare one pair of several, with intervals for `tested` numbers; level as in `differences`."""
    base, other = pair.base.tally, pair.other.tally
    unfinished = base.games - base.finished, other.games - other.finished
    return Comparison(
        pair.base.name,
        pair.other.name,
        pair.base.game.players,
        base.games,
        pair.rules,
        (*differences(pair, rows, tested, level),),
        (*only,),
        unfinished,
        (pair.base, pair.other),
        tested,
        (
            judge_targets(pair.base.targets, pair.base.game, base, 2),
            judge_targets(pair.other.targets, pair.other.game, other, 2),
        ),
    )


# -- the games


def block_sizes(games: int, ways: int) -> tuple[int, int]:
    """The number of blocks, and of games of each seating in a block, to reach at least so many games."""
    each = max(1, -(-games // (BLOCKS * ways)))
    return -(-games // (each * ways)), each


def play_arms(
    games: Sequence[tuple[Game, Sequence[Plan]]],
    count: int,
    jobs: int,
    note: Callable[[Run], None] | None = None,
    elsewhere: Elsewhere | None = None,
) -> list[list[Tally]] | None:
    """Play at least `count` games of each game, by the plans of its seatings; return their tallies in blocks.

    As `play_blocks`; None if the user has stopped it.
    """
    run, blocks = play_blocks(games, count, jobs, note, elsewhere)
    return None if run.interrupted else block_tallies(run, blocks, len(games[0][1]))


def play_blocks(
    games: Sequence[tuple[Game, Sequence[Plan]]],
    count: int,
    jobs: int,
    note: Callable[[Run], None] | None = None,
    elsewhere: Elsewhere | None = None,
) -> tuple[Run, int]:
    """Play at least `count` games of each of these; return the run and the number of blocks of each.

    The games of one have other numbers than those of the next; those of another call have the same. elsewhere: as for
    `simulate_each`.
    """
    blocks, each = block_sizes(count, len(games[0][1]))
    played = [(game, plan) for game, plans in games for plan in [*plans] * blocks]
    return simulate_each(played, each, jobs, note, elsewhere=elsewhere), blocks


def block_tallies(run: Run, blocks: int, ways: int) -> list[list[Tally]]:
    """The tallies of a run of `play_blocks`, in blocks, for each game."""
    tallies = [pool_tallies(run.tallies[at : at + ways]) for at in range(0, len(run.tallies), ways)]
    return [tallies[at : at + blocks] for at in range(0, len(tallies), blocks)]
