"""Games of a bot at one seat against the players of a bar at all others: a line in a file for each that has ended.

What is in the file is not played again, so a match that was broken off goes on where it was.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import astuple, dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

import stammtisch as st
from stammtisch.backend.native.learned_net import play_hash
from stammtisch.base.errors import UsageError
from stammtisch.base.streams import game_seed
from stammtisch.bots.bot_seats import choose_option
from stammtisch.bots.by_name import Bot, bot_in
from stammtisch.bots.knowledge import Knowledge
from stammtisch.game.bots import bots_stream, random_choices
from stammtisch.game.game import Game
from stammtisch.game.state import State
from stammtisch.learning.trial import MOST_DECISIONS, Strength
from stammtisch.study.counts.statistics import wilson_interval

SHOWN = 20  # after so many games each time a line says how they stand
MET, MISSED, CLOSE = "met", "missed", "missed by less than the interval"


@dataclass(frozen=True, slots=True)
class Bar:
    """A game, who plays for the share, against whom, and the share that is wanted.

    reference: a bot, or what the players are called that `choose` plays. opening: so many choices at random come before
    the match, the same ones for each seat in turn, as players who draw nothing would repeat one game. every_line: all
    choices of the other are tried instead, and a line that is not lost counts.
    """

    ruleset: str
    players: int
    bot: str
    reference: str
    wanted: float
    choose: Callable[[Knowledge], int] | None = None
    settings: Mapping[str, int] = field(default_factory=dict)
    opening: int = 0
    every_line: bool = False

    @property
    def game(self) -> Game:
        """The game that is played."""
        return st.load_ruleset(self.ruleset).game(self.players, dict(self.settings))


@dataclass(slots=True)
class Watch:
    """A function that chooses, with how often it did and the seconds of the processor that took."""

    choose: Callable[[Knowledge], int]
    choices: int = 0
    seconds: float = 0.0

    def __call__(self, known: Knowledge) -> int:
        begun = time.thread_time()
        found = self.choose(known)
        self.seconds += time.thread_time() - begun
        self.choices += 1
        return found


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game: its number, the share of it that was won, choices and seconds of the bot and of the others."""

    number: int
    won: float
    choices: int
    seconds: float
    other_choices: int
    other_seconds: float


@dataclass(frozen=True, slots=True)
class Result:
    """What a bar came to."""

    bar: Bar
    name: str
    games: list[PlayedGame]

    @property
    def strength(self) -> Strength:
        won, count = sum(game.won for game in self.games), len(self.games)
        low, high = wilson_interval(won, count)
        return Strength(self.bar.reference, count, won / max(1, count), low, high, 1 / self.bar.players)

    @property
    def verdict(self) -> str:
        """Met, missed, or missed by less than half the interval."""
        found = self.strength
        if self.bar.every_line:
            return MET if all(game.won > 0 for game in self.games) else MISSED
        missing = self.bar.wanted - found.share
        return MET if missing <= 0 else CLOSE if missing < (found.high - found.low) / 2 else MISSED

    @property
    def words(self) -> str:
        """As a line."""
        if self.bar.every_line:
            lost = sum(game.won == 0 for game in self.games)
            return f"{self.name} loses {lost} of {len(self.games)} lines; wanted: 0: {self.verdict}"
        own = milliseconds(sum(game.seconds for game in self.games), sum(game.choices for game in self.games))
        other = milliseconds(
            sum(game.other_seconds for game in self.games), sum(game.other_choices for game in self.games)
        )
        wanted = f"wanted: {100 * self.bar.wanted:.1f} %: {self.verdict}"
        return f"{self.name} {self.strength.words}; {wanted}; {own} ms a choice, the other {other}"


def milliseconds(seconds: float, choices: int) -> str:
    return f"{1000 * seconds / max(1, choices):.1f}"


def play_bar(
    bar: Bar,
    name: str,
    games: int,
    seed: int,
    file: Path | None = None,
    show: Callable[[str], None] | None = None,
) -> Result:
    """Play the games of a bar that are not in the file yet, and return what all came to.

    show: gets the words of the result so far now and then. Raises UsageError where the bot cannot play, or the file is
    of another match.
    """
    game = bar.game
    own = bot_in(game, name)
    if bar.every_line:
        return Result(bar, name, [PlayedGame(at, won, 0, 0, 0, 0) for at, won in enumerate(every_line(game, own))])
    other = bar.choose or bot_in(game, bar.reference).choose
    played = read_games(file, match_words(bar, game, name, seed)) if file is not None else []
    found = Result(bar, name, [one for one in played if one.number < games])
    there = {one.number for one in found.games}
    for number in range(games):
        if number in there:
            continue
        found.games.append(one := play_game(bar, game, (own, Bot(bar.reference, other)), seed, number))
        if file is not None:
            with file.open("a", encoding="utf-8") as lines:
                lines.write(json.dumps(astuple(one)) + "\n")
        if show is not None and len(found.games) % SHOWN == 0:
            show(found.words)
    return found


def play_game(bar: Bar, game: Game, bots: tuple[Bot, Bot], seed: int, number: int) -> PlayedGame:
    """The game of a number, with the first bot at one seat and the second at all others."""
    seat, own, other = number % bar.players, Watch(bots[0].choose), Watch(bots[1].choose)
    mine, theirs = Bot(bots[0].name, own), Bot(bots[1].name, other)
    state = game.start(game_seed(seed, number // bar.players if bar.opening else number))
    for decision, position in random_choices(state, bots_stream(state.seed), bar.opening):
        state.choose(decision[position], decision.seat)
    while not state.over and state.decisions < MOST_DECISIONS:
        asked, site = state.sites()[0]
        numbers = state.option_numbers(asked, site)
        choice = numbers[0] if len(numbers) == 1 else choose_option(mine if asked == seat else theirs, state, asked)
        state.choose(state.option(site, choice), asked)
    return PlayedGame(number, share_won(state, seat), own.choices, own.seconds, other.choices, other.seconds)


def share_won(state: State, seat: int) -> float:
    """What share of a game a seat has won; all share one that has no winner."""
    winners = state.winners if state.over else None
    return (seat in winners) / len(winners) if winners else 1 / state.game.players


def every_line(game: Game, own: Bot) -> list[float]:
    """What share the bot wins of each line of play: all choices of the other, its own one, at either seat."""

    def lines(state: State, seat: int) -> list[float]:
        if state.over:
            return [share_won(state, seat)]
        asked, site = state.sites()[0]
        numbers = [choose_option(own, state, asked)] if asked == seat else state.option_numbers(asked, site)
        found = []
        for number in numbers:
            after = state.clone()
            after.choose(state.option(site, number), asked)
            found += lines(after, seat)
        return found

    return [share for seat in range(game.players) for share in lines(game.start(1), seat)]


def match_words(bar: Bar, game: Game, name: str, seed: int) -> dict[str, Any]:
    """All that games of a file have in common: who plays what, from which seed, with which net."""
    net = game.learned_net
    return {
        "play": play_hash(game.program),
        "net": None if net is None else blake2b(net.weights.tobytes(), digest_size=8).hexdigest(),
        "search": None if net is None else [net.search.heat, net.search.ahead, net.search.iterations],
        "bot": name,
        "reference": bar.reference,
        "opening": bar.opening,
        "seed": seed,
    }


def read_games(file: Path, match: dict[str, Any]) -> list[PlayedGame]:
    """The games in a file, which is begun if it is not there. Raises UsageError where it is of another match."""
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(match) + "\n", encoding="utf-8")
    text = file.read_text(encoding="utf-8")
    if not text.endswith("\n"):  # the last line was broken off
        text = text[: text.rfind("\n") + 1]
        file.write_text(text, encoding="utf-8")
    lines = [json.loads(line) for line in text.splitlines()]
    if not lines or lines[0] != match:
        raise UsageError(f"{file} has games of another match (rules, net, bots or seed): take another folder")
    return [PlayedGame(*line) for line in lines[1:]]
