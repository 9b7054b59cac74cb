"""Standings of bots that change seats: win rates of each bot on all seats together and on each."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from .statistics import Tally, mean, parts_interval


@dataclass(frozen=True, slots=True)
class Share:
    """A win rate with its 95 % interval; `games` is the number of finished games it is from."""

    games: int
    share: float
    low: float
    high: float

    def to_json(self) -> dict[str, Any]:
        """The figures as JSON data; no win rate without a game."""
        shown = self.share if self.games else None
        return {"win_share": shown, "win_share_low": self.low, "win_share_high": self.high}


def win_share(tallies: Sequence[tuple[Tally, Sequence[int]]]) -> Share:
    """The mean win rate of seats: of each tally some seats, the same number in all.

    A victory shared by k winners counts 1/k, and a game that nobody wins as one shared by all. The interval is that of
    what these seats won together, a number from 0 to 1 for each game, as what they win in one game is not independent;
    which of them shared a victory is not known, so it is taken for as many as could.
    """
    games = sum(tally.finished for tally, _ in tallies)
    seats = max((len(seats) for _, seats in tallies), default=0)
    if not games or not seats:
        return Share(0, 0.0, 0.0, 1.0)
    parts = [part for tally, own in tallies for part in joint_parts(tally, own)]
    low, high = parts_interval(parts, games)
    return Share(games, math.fsum(part * times for part, times in parts) / games / seats, low / seats, high / seats)


def joint_parts(tally: Tally, own: Sequence[int]) -> Iterator[tuple[float, float]]:
    """The wins of some seats together: (part of a victory, in so many games), with as many winners as possible."""
    for (seat, winners), times in tally.victories.items():
        if seat in own:
            most = min(winners, len(own))
            yield most / winners, times / most
    won = math.fsum(times / winners for (_, winners), times in tally.victories.items())
    yield len(own) / tally.players, tally.finished - round(won)


@dataclass(frozen=True, slots=True)
class Standing:
    """The results of one bot of a lineup.

    On how many seats it sat in each game, its win rate on all of them and on each seat, its mean score, and its mean
    payoff where the ruleset has one.
    """

    name: str
    seats: int
    share: Share
    by_seat: list[Share]
    score: float
    payoff: float | None

    def to_json(self) -> dict[str, Any]:
        """The figures as JSON data; seats are numbered from 1."""
        return {
            "bot": self.name,
            "seats": self.seats,
            **self.share.to_json(),
            "score": {"mean": self.score},
            **({} if self.payoff is None else {"payoff": {"mean": self.payoff}}),
            "on_seat": [{"seat": seat + 1, "games": s.games, **s.to_json()} for seat, s in enumerate(self.by_seat)],
        }


def bot_standings(tallies: Sequence[Tally], lineups: Sequence[Sequence[str]]) -> list[Standing]:
    """The standings of bots, in the order of the first lineup; each tally has the games of one lineup."""
    played = [*zip(tallies, lineups, strict=True)]
    return [bot_standing(name, played) for name in dict.fromkeys(lineups[0])]


def bot_standing(name: str, played: Sequence[tuple[Tally, Sequence[str]]]) -> Standing:
    """The standing of one bot, on all seats where it sat."""
    own = [(tally, [seat for seat, sits in enumerate(lineup) if sits == name]) for tally, lineup in played]
    players = played[0][0].players
    by_seat = [win_share([(tally, [seat]) for tally, seats in own if seat in seats]) for seat in range(players)]
    scores = sum((tally.scores[seat] for tally, seats in own for seat in seats), Counter[int]())
    payoffs = sum((tally.payoffs[seat] for tally, seats in own if tally.payoffs for seat in seats), Counter[int]())
    paid = mean(payoffs) if any(tally.payoffs for tally, _ in own) else None
    return Standing(name, len(own[0][1]), win_share(own), by_seat, mean(scores), paid)


def first_share(tallies: Sequence[Tally], lineups: Sequence[Sequence[str]]) -> tuple[str, Share]:
    """The win rate of the first bot, or of the first seat if all bots are alike, for the first number of players.

    Of a ladder that is the first rung.
    """
    if len(set(lineups[0])) > 1:
        own = [
            (tally, [seat for seat, who in enumerate(names) if who == lineups[0][0]])
            for tally, names in zip(tallies, lineups, strict=True)
            if sorted(names) == sorted(lineups[0])
        ]
        return lineups[0][0], win_share(own)
    return f"seat 1 of {tallies[0].players}", win_share([(tallies[0], [0])])
