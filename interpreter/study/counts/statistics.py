"""Tallies of finished games, which add up in any order, and their statistics."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import NormalDist
from typing import Any

from ...game.game import Game
from ...program.outcome_columns import OutcomeColumns, columns_for
from .usage_counts import Counts

Z95 = 1.959963984540054
SURE = 0.05  # the chance of a false statement among all that are made together
PERCENTS = (5, 25, 50, 75, 95)
COUNTED = ("lengths", "real", "turns", "margins", "spreads")  # a number of each finished game


@dataclass(slots=True)
class Tally:
    """The games of one player count. Counters map a value to the number of games (or decisions) that had it.

    failed: game number -> message. victories: (seat, number of winners) -> games. options: per seat, number of options
    -> decisions. payoffs: per seat, where the ruleset has a `payoff`, else none. lengths, real: decisions a game, all
    and those with more than one option. margins: the best score less the second best; spreads: less the least. counts:
    what was used, where that is counted. Only finished games count beyond `failed` and `endless`.
    """

    players: int
    finished: int = 0
    failed: dict[int, str] = field(default_factory=dict)
    endless: list[int] = field(default_factory=list)
    victories: Counter[tuple[int, int]] = field(default_factory=Counter)
    scores: list[Counter[int]] = field(default_factory=list)
    options: list[Counter[int]] = field(default_factory=list)
    lengths: Counter[int] = field(default_factory=Counter)
    real: Counter[int] = field(default_factory=Counter)
    turns: Counter[int] = field(default_factory=Counter)
    margins: Counter[int] = field(default_factory=Counter)
    spreads: Counter[int] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    payoffs: list[Counter[int]] = field(default_factory=list)
    counts: Counts = field(default_factory=Counts)

    def __post_init__(self) -> None:
        self.scores = self.scores or [Counter() for _ in range(self.players)]
        self.options = self.options or [Counter() for _ in range(self.players)]

    @property
    def games(self) -> int:
        """The number of games played."""
        return self.finished + len(self.failed) + len(self.endless)

    def add_game(
        self,
        scores: list[int],
        winners: list[int],
        reason: str,
        choices: Iterable[int],
        turns: int = 0,
        payoffs: Sequence[int] = (),
    ) -> None:
        """Add a finished game of so many turns; each of `choices` is number of options * players + seat."""
        counts = Counter(choices)
        real = sum(times for choice, times in counts.items() if choice >= 2 * self.players)
        won = [seat in winners for seat in range(self.players)]
        columns = columns_for(self.players, bool(payoffs))
        row = columns.row((scores, won), (0, turns, counts.total(), real), payoffs)
        self.add_outcomes([[one] for one in row], columns, [reason])
        self.add_choices(counts)

    def add_outcomes(
        self, numbers: Sequence[Sequence[int]], columns: OutcomeColumns, reasons: Sequence[str], times: int = 1
    ) -> None:
        """Add finished games, given as columns; each stands for so many games."""
        scores, won = numbers[columns.scores], numbers[columns.won]
        ordered = [sorted(one) for one in zip(*scores, strict=True)]
        second = max(0, self.players - 2)
        self.finished += len(ordered) * times
        for counts, column in (
            (self.turns, numbers[columns.turns]),
            (self.lengths, numbers[columns.decisions]),
            (self.real, numbers[columns.real]),
            (self.margins, (one[-1] - one[second] for one in ordered) if self.players > 1 else [0] * len(ordered)),
            (self.spreads, (one[-1] - one[0] for one in ordered)),
            *zip(self.scores, scores, strict=True),
        ):
            add_times(counts, Counter(column), times)
        for reason, n in Counter(numbers[columns.reason]).items():
            self.reasons[reasons[reason]] += n * times
        for flags, n in Counter(zip(*won, strict=True)).items():
            winners = [seat for seat, flag in enumerate(flags) if flag]
            for seat in winners:
                self.victories[seat, len(winners)] += n * times
        if paid := numbers[columns.payoffs]:
            self.add_payoffs(paid, times)

    def add_payoffs(self, columns: Sequence[Sequence[int]], times: int = 1) -> None:
        """Add the payoffs of finished games, a column for each seat, if the ruleset has a `payoff`."""
        self.payoffs = self.payoffs or [Counter() for _ in columns]
        for counts, column in zip(self.payoffs, columns, strict=True):
            add_times(counts, Counter(column), times)

    def add_choices(self, counts: Counter[int]) -> None:
        """Add the decisions of finished games, counted by number of options * players + seat."""
        for choice, times in counts.items():
            count, seat = divmod(choice, self.players)
            self.options[seat][count] += times

    def add(self, other: Tally) -> None:
        """Add the games of another tally for as many players."""
        self.finished += other.finished
        self.failed |= other.failed
        self.endless = sorted(self.endless + other.endless)
        for seat in range(self.players):
            self.scores[seat].update(other.scores[seat])
            self.options[seat].update(other.options[seat])
        if other.payoffs:
            self.payoffs = self.payoffs or [Counter() for _ in other.payoffs]
            for counts, others in zip(self.payoffs, other.payoffs, strict=True):
                counts.update(others)
        self.counts.add(other.counts)
        for name in ("victories", *COUNTED, "reasons"):
            getattr(self, name).update(getattr(other, name))

    def to_json(self) -> dict[str, Any]:
        """The counts as JSON data, in an order that does not depend on the order of the games."""
        return {
            "finished": self.finished,
            "failed": {str(number): self.failed[number] for number in sorted(self.failed)},
            "endless": sorted(self.endless),
            "victories": [[*key, times] for key, times in sorted(self.victories.items())],
            "scores": [_counter_json(counts) for counts in self.scores],
            "options": [_counter_json(counts) for counts in self.options],
            "payoffs": [_counter_json(counts) for counts in self.payoffs],
            **{name: _counter_json(getattr(self, name)) for name in COUNTED},
            "reasons": {words: self.reasons[words] for words in sorted(self.reasons)},
            **({"counts": self.counts.to_json()} if self.counts.games else {}),
        }

    @classmethod
    def from_json(cls, players: int, data: dict[str, Any]) -> Tally:
        """Read a tally from to_json's data. Raises KeyError, TypeError, AttributeError or ValueError."""
        tally = cls(players, parse_count(data["finished"]))
        tally.failed = {int(number): str(message) for number, message in data["failed"].items()}
        tally.endless = [parse_count(number) for number in data["endless"]]
        for seat, winners, times in data["victories"]:
            tally.victories[parse_count(seat), parse_count(winners, 1)] = parse_count(times, 1)
        for name in ("scores", "options", "payoffs"):
            setattr(tally, name, [_read_counter(counts) for counts in data[name]])
        for name in COUNTED:
            setattr(tally, name, _read_counter(data[name]))
        tally.reasons = Counter({str(words): parse_count(times, 1) for words, times in data["reasons"].items()})
        if "counts" in data:
            tally.counts = Counts.from_json(data["counts"])
        counted = [*tally.scores, *tally.payoffs, *(getattr(tally, name) for name in COUNTED), tally.reasons]
        if any(counts.total() != tally.finished for counts in counted):
            raise ValueError("the finished games are not all counted")
        if len(tally.scores) != players or len(tally.options) != players or len(tally.payoffs) not in (0, players):
            raise ValueError(f"there are not {players} seats")
        if any(seat >= players or winners > players for seat, winners in tally.victories):
            raise ValueError("a winner is not one of the players")
        return tally


def parse_count(value: Any, least: int = 0) -> int:
    """Read a whole number, at least `least`, from JSON data. Raises ValueError."""
    if type(value) is not int or value < least:
        raise ValueError(f"{value!r} should be a whole number, at least {least}")
    return value


def add_times(counts: Counter[int], more: Counter[int], times: int) -> None:
    """Add counts, each so many times."""
    for value, n in more.items():
        counts[value] += n * times


def _counter_json(counts: Counter[int]) -> dict[str, int]:
    """A counter as JSON data, in the order of its keys."""
    return {str(value): counts[value] for value in sorted(counts)}


def _read_counter(data: dict[str, Any]) -> Counter[int]:
    """Read a counter from JSON data."""
    return Counter({int(value): parse_count(times, 1) for value, times in data.items()})


def wilson_interval(successes: float, trials: float, z: float = Z95) -> tuple[float, float]:
    """The Wilson score interval of a share, 0 to 1, of 95 % if z is not given; (0, 1) without trials."""
    if trials == 0:
        return 0.0, 1.0
    share, square = successes / trials, z * z
    centre = (share + square / (2 * trials)) / (1 + square / trials)
    half = z / (1 + square / trials) * math.sqrt(share * (1 - share) / trials + square / (4 * trials * trials))
    return max(0.0, centre - half), min(1.0, centre + half)


def widening_factor(looks: int) -> float:
    """The factor by which so many 95 % intervals must be widened to hold together with 95 %.

    That is Bonferroni's inequality; the intervals may depend on each other.
    """
    return NormalDist().inv_cdf(1 - SURE / 2 / max(1, looks)) / Z95


def parts_interval(parts: Iterable[tuple[float, float]], games: int, z: float = Z95) -> tuple[float, float]:
    """The interval of a mean part of games won, from (part, so many games); the other games count as 0.

    It is Wilson's of as many games as would say as much if each was won or lost: parts scatter less than that. How much
    they scatter is seen with z² games more, half of them won, so that a few games of one kind claim nothing.
    """
    won = [*parts]
    total, squares = (math.fsum(times * part**power for part, times in won) for power in (1, 2))
    if not games or squares >= total:
        return wilson_interval(total, games, z)
    more = games + z * z
    middle = (total + z * z / 2) / more
    scatter = (squares + z * z / 2) / more - middle * middle
    alike = games * middle * (1 - middle) / scatter
    return wilson_interval(total / games * alike, alike, z)


def quantile(counts: Counter[int], percent: int) -> int:
    """The smallest value that at least that percentage of all are at or below. Raises ValueError if there are none."""
    total = sum(counts.values())
    if total == 0:
        raise ValueError("nothing was counted")
    below = 0
    for value in sorted(counts):
        below += counts[value]
        if below * 100 >= percent * total:
            break
    return value


def mean(counts: Counter[int]) -> float:
    """The mean; 0 if nothing was counted."""
    total = sum(counts.values())
    return sum(value * times for value, times in counts.items()) / total if total else 0.0


def describe(counts: Counter[int]) -> dict[str, float | None]:
    """mean, min, the quantiles 5, 25, 50, 75, 95 and max; None for all if nothing was counted."""
    if not counts:
        return dict.fromkeys(["mean", "min", *map(str, PERCENTS), "max"])
    quantiles = {str(percent): quantile(counts, percent) for percent in PERCENTS}
    return {"mean": mean(counts), "min": min(counts), **quantiles, "max": max(counts)}


def real_options(counts: Counter[int]) -> Counter[int]:
    """The number of options at decisions with more than one."""
    return Counter({count: times for count, times in counts.items() if count > 1})


def games_by_winners(tally: Tally) -> dict[int, int]:
    """The games with winners, by their number of winners."""
    counted = Counter[int]()
    for (_, k), times in tally.victories.items():
        counted[k] += times
    return {k: times // k for k, times in counted.items()}


def team_seats(game: Game) -> dict[str, list[int]]:
    """The seats of each team by its name; {} if everybody plays alone."""
    program = game.program
    return dict(zip(program.names["team"], program.teams, strict=True)) if program.teams else {}


def shared_victories(tally: Tally, teams: Sequence[Sequence[int]] = ()) -> int:
    """The number of games won by several players or, in a game of teams, by several teams."""
    counted = games_by_winners(tally)
    alone = sum(tally.victories.get((own[0], len(own)), 0) for own in teams) if teams else counted.get(1, 0)
    return sum(counted.values()) - alone


def summary(tally: Tally, teams: dict[str, list[int]] | None = None) -> dict[str, Any]:
    """The statistics for one player count as JSON data; teams: the seats of each, where there are teams.

    A seat's win share counts a victory shared by k winners as 1/k. Seats are numbered from 1 here. `payoff` is there
    only where the ruleset has one and a game is finished.
    """
    options = sum(tally.options, Counter())
    return {
        "players": tally.players,
        "games": tally.games,
        "finished": tally.finished,
        "failed": [{"game": number + 1, "message": tally.failed[number]} for number in sorted(tally.failed)],
        "endless": [number + 1 for number in tally.endless],
        "ties": shared_victories(tally, [*(teams or {}).values()]),
        "won_by_nobody": tally.finished - sum(games_by_winners(tally).values()),
        "seats": [seat_summary(tally, seat) for seat in range(tally.players)],
        **({"teams": [team_summary(tally, *team) for team in teams.items()]} if teams else {}),
        "score": describe(sum(tally.scores, Counter())),
        **({"payoff": describe(sum(tally.payoffs, Counter()))} if tally.payoffs else {}),
        "decisions": describe(tally.lengths),
        "real_decisions": describe(tally.real),
        "turns": describe(tally.turns),
        "options": {
            "mean": mean(options),
            "mean_of_real": mean(real_options(options)),
            "distribution": {str(count): options[count] for count in sorted(options)},
        },
        "reasons": {reason: tally.reasons[reason] for reason in sorted(tally.reasons)},
    }


def team_summary(tally: Tally, name: str, own: Sequence[int]) -> dict[str, Any]:
    """The wins of a team as JSON data; a shared victory counts in part."""
    won = team_parts_won(tally, own)
    parts = math.fsum(part * times for part, times in won)
    low, high = parts_interval(won, tally.finished)
    share = parts / tally.finished if tally.finished else None
    seats = [seat + 1 for seat in own]
    return {"team": name, "seats": seats, "win_share": share, "win_share_low": low, "win_share_high": high}


def parts_won(tally: Tally, seat: int) -> list[tuple[float, int]]:
    """The wins of a seat: (part of a victory, in so many games)."""
    return [(1 / k, times) for (who, k), times in sorted(tally.victories.items()) if who == seat]


def team_parts_won(tally: Tally, own: Sequence[int]) -> list[tuple[float, int]]:
    """The wins of a team, whose players win together: (part of a victory, in so many games)."""
    return [(len(own) * part, times) for part, times in parts_won(tally, own[0])]


def seat_summary(tally: Tally, seat: int) -> dict[str, Any]:
    """The figures of one seat."""
    won = parts_won(tally, seat)
    parts = math.fsum(part * times for part, times in won)
    low, high = parts_interval(won, tally.finished)
    decisions, real = tally.options[seat], real_options(tally.options[seat])
    games = max(1, tally.finished)
    return {
        "seat": seat + 1,
        "won_alone": sum(times for part, times in won if part == 1),
        "won_shared": sum(times for part, times in won if part < 1),
        "win_share": parts / games if tally.finished else None,
        "win_share_low": low,
        "win_share_high": high,
        "score": describe(tally.scores[seat]),
        **({"payoff": describe(tally.payoffs[seat])} if tally.payoffs else {}),
        "decisions": sum(decisions.values()) / games,
        "real_decisions": sum(real.values()) / games,
    }


def pool_tallies(tallies: Sequence[Tally]) -> Tally:
    """All games of several tallies."""
    whole = Tally(tallies[0].players)
    for tally in tallies:
        whole.add(tally)
    return whole


def round_up(number: float) -> int:
    """Round up to two digits: 1,537 gives 1,600."""
    step: int = 10 ** max(0, math.floor(math.log10(max(number, 1))) - 1)
    return int(math.ceil(number / step) * step)
