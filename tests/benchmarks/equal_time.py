"""The bot `expert` (or `search`) against OpenSpiel's search in C++, each with the same time for a choice, on the same games.

    python tests/benchmarks/equal_time.py [connect-four] [othello] [nine-mens-morris] [--games 200]
        [--bot search] [--milliseconds 10] [--seed 1]

OpenSpiel's MCTSBot searches its own state, with one random game for each simulation. How many simulations take as long
as ours is measured in games before. All games begin with some choices at random, the same ones for
either side. Prints a line for each game; intervals are 95 %. Both must offer the same moves all the time.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from typing import Any

import stammtisch as st
from stammtisch.base.streams import game_seed
from stammtisch.bots.by_name import Bot, bot
from stammtisch.bots.knowledge import knowledge
from stammtisch.game.bots import bots_stream
from stammtisch.game.compiled import CompiledGame
from stammtisch.game.game import Game
from stammtisch.game.state import State
from stammtisch.seats.offers import offered
from stammtisch.study.counts.statistics import wilson_interval

pyspiel: Any = import_module("pyspiel")

EXPLORES = 2.0  # OpenSpiel's usual constant; its payoffs go from -1 to 1
FIRST, FITS, FIT_GAMES = 500, 2, 4  # begin with so many simulations, and fit them to the time in some games
PASS = 64  # of Othello
POINTS = ("a7", "d7", "g7", "b6", "d6", "f6", "c5", "d5", "e5", "a4", "b4", "c4") + (
    "e4",
    "f4",
    "g4",
    "c3",
    "d3",
    "e3",
    "b2",
    "d2",
    "f2",
    "a1",
    "d1",
    "g1",
)  # in the order of OpenSpiel
MOVE = len(POINTS)  # its first move of a man: MOVE + MOVE * from + to


@dataclass(frozen=True, slots=True)
class Contest:
    """A game that both have, how many choices at random begin it, and its moves: ours, of one of OpenSpiel's."""

    ruleset: str
    theirs: str
    opening: int
    choices: Callable[[CompiledGame, int], list[int]]


def one_choice(game: CompiledGame, action: int) -> list[int]:
    """Where both number moves alike."""
    return [action]


def choices_of_morris(game: CompiledGame, action: int) -> list[int]:
    """A point, or the man and where it goes."""
    named = game.program.names["point"].index
    points = [action] if action < MOVE else list(divmod(action - MOVE, MOVE))
    return [named(POINTS[point]) for point in points]


CONTESTS = {
    "connect-four": Contest("connect-four", "connect_four", 4, one_choice),
    "othello": Contest("othello", "othello", 6, one_choice),
    "nine-mens-morris": Contest("nine-mens-morris", "nine_mens_morris", 4, choices_of_morris),
}


@dataclass(slots=True)
class Both:
    """One game, as a state of ours and one of theirs."""

    contest: Contest
    state: State
    other: Any

    @property
    def over(self) -> bool:
        return bool(self.state.over or self.other.is_terminal())

    def moves(self) -> dict[int, list[int]]:
        """OpenSpiel's legal actions with our choices for each. Raises ValueError where the first ones differ."""
        while self.other.legal_actions() == [PASS] and self.contest.theirs == "othello":
            self.other.apply_action(PASS)
            if self.state.decision.seat != self.other.current_player():  # here passing is a choice, too
                self.state.choose(0)
        found = {action: self.contest.choices(self.state.game, action) for action in self.other.legal_actions()}
        ours = {option.value for option in self.state.decision.options}
        if self.state.decision.seat != self.other.current_player() or ours != {way[0] for way in found.values()}:
            raise ValueError(f"{self.contest.ruleset}: the moves differ:\n{self.other}\n{sorted(map(str, ours))}")
        return found

    def play(self, action: int) -> None:
        """Play one of OpenSpiel's actions in both."""
        for value in self.contest.choices(self.state.game, action):
            self.state.choose([option.value for option in self.state.decision.options].index(value))
        self.other.apply_action(action)

    def play_ours(self, player: Bot) -> None:
        """Let our bot choose until a move is whole, and play it in theirs."""
        ways, made, seat = self.moves(), [], self.state.decision.seat
        while True:
            number = offered(self.state, seat)[player.choose(knowledge(self.state, seat))]
            at = self.state.decision.numbers.index(number)
            made.append(self.state.decision.options[at].value)
            self.state.choose(at)
            action = next((action for action, way in ways.items() if way == made), None)
            if action is not None:
                self.other.apply_action(action)
                return

    @property
    def won(self) -> list[float]:
        """What each seat wins of the game."""
        if self.other.is_terminal() and self.state.over:
            payoffs = self.other.returns()
            winners = self.state.winners or [0, 1]
            assert winners == [seat for seat in range(2) if payoffs[seat] >= 0], f"{winners} or {payoffs}"
            return [(seat in winners) / len(winners) for seat in range(2)]
        return [0.5, 0.5]  # one of them has called it a draw


def begun(contest: Contest, game: Game, seed: int) -> Both:
    """A game after its random opening."""
    both = Both(contest, game.start(seed), pyspiel.load_game(contest.theirs).new_initial_state())
    stream = bots_stream(seed)
    for _ in range(contest.opening):
        ways = [*both.moves()]
        both.play(ways[stream.draw(len(ways))])
    return both


def seconds(work: Callable[[], Any]) -> float:
    """The time of the processor that some work takes."""
    began = time.thread_time()
    work()
    return time.thread_time() - began


@dataclass(slots=True)
class Match:
    """Games of our bot against theirs: what it won, how many were drawn, moves and seconds of each."""

    won: float = 0.0
    drawn: int = 0
    moves: list[int] = field(default_factory=lambda: [0, 0])
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])

    @property
    def milliseconds(self) -> list[float]:
        """What a move of each takes in the mean."""
        return [1000 * seconds / moves for seconds, moves in zip(self.seconds, self.moves, strict=True)]


def play_match(contest: Contest, name: str, counts: Sequence[int], games: int, seed: int) -> Match:
    """Play games, each opening from both sides; counts: of games begun for a choice of ours, and for one of theirs."""
    game, ours_bot = st.load_ruleset(contest.ruleset).game(2), bot(f"{name}:{counts[0]}")
    match, theirs = Match(), pyspiel.load_game(contest.theirs)
    for number in range(games):
        both, ours = begun(contest, game, game_seed(seed, number // 2)), number % 2
        rollouts = pyspiel.RandomRolloutEvaluator(1, number)
        other = pyspiel.MCTSBot(theirs, rollouts, EXPLORES, counts[1], 1000, True, number, False)
        while not both.over:
            both.moves()
            found: list[int] = []
            if mine := both.state.decision.seat == ours:
                took = seconds(partial(both.play_ours, ours_bot))
            else:
                position = both.other
                took = seconds(lambda: found.append(other.step(position)))  # noqa: B023
                both.play(found[0])
            match.seconds[not mine] += took
            match.moves[not mine] += 1
        match.won += both.won[ours]
        match.drawn += both.won[ours] == 0.5
    return match


def contest_words(name: str, player: str, games: int, milliseconds: float, seed: int) -> str:
    """Play a contest, and put into words what it came to."""
    contest = CONTESTS[name]
    amounts = [FIRST, FIRST]
    for _ in range(FITS):
        taken = play_match(contest, player, amounts, FIT_GAMES, seed + 1).milliseconds
        amounts = [round(amount * milliseconds / one) for amount, one in zip(amounts, taken, strict=True)]
    match = play_match(contest, player, amounts, games, seed)
    low, high = wilson_interval(match.won, games)
    times = match.milliseconds
    return (
        f"{name}: {player}:{amounts[0]} wins {100 * match.won / games:.1f} % ({100 * low:.1f} to {100 * high:.1f}) of"
        f" {games} games ({match.drawn} drawn) against OpenSpiel's MCTS in C++ with {amounts[1]} simulations;"
        f" {times[0]:.1f} ms a move, the other {times[1]:.1f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(CONTESTS))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--bot", choices=("expert", "search"), default="expert")
    parser.add_argument("--milliseconds", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    for name in chosen.names or CONTESTS:
        print(contest_words(name, chosen.bot, chosen.games, chosen.milliseconds, chosen.seed), flush=True)


if __name__ == "__main__":
    main()
