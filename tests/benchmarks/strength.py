"""How fast and how strong tree search is, next to OpenSpiel's searches with as many simulations.

    python tests/benchmarks/strength.py [speed] [tictactoe] [tictactoe-itself] [connect-four] [leduc] [liars-dice] [--games N]
        [--iterations N] [--seed N]

Without names all of them, with the games and iterations of docs/strength.md. Prints a line for each; intervals are 95 %.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import time
from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from math import sqrt
from typing import Any

import numpy

import stammtisch as st
from stammtisch.bots.knowledge import knowledge
from stammtisch.bots.search import choose
from stammtisch.game.game import Game
from stammtisch.game.state import State
from stammtisch.sampling.sampler import belief
from stammtisch.seats.offers import offered

pyspiel: Any = import_module("pyspiel")
ismcts, mcts = (import_module(f"open_spiel.python.algorithms.{name}") for name in ("ismcts", "mcts"))

EXPLORES = 2.0  # OpenSpiel's usual constant; its payoffs go from -1 to 1


# -- speed

# the games of which OpenSpiel has the same rules
SPEEDS = {"tictactoe": "tic_tac_toe", "connect-four": "connect_four", "nine-mens-morris": "nine_mens_morris"}


def seconds(work: Callable[[], Any], times: int = 5) -> float:
    """The least time of the processor that some work takes."""
    found = []
    for _ in range(times):
        began = time.process_time()
        work()
        found.append(time.process_time() - began)
    return min(found)


def speed(iterations: int) -> None:
    """Iterations a second from the first position, and a search in the middle of a long game next to random games."""
    for name, theirs in SPEEDS.items():
        game, other = st.load_ruleset(name).game(2), pyspiel.load_game(theirs)
        machine, state, begun = game.searching, game.start(1), other.new_initial_state()
        assert machine is not None
        known, few = belief(state, 0), iterations // 10
        ours = iterations / seconds(partial(machine.search, known, 0, iterations, 1))
        native = pyspiel.RandomRolloutEvaluator(1, 1)
        bot = pyspiel.MCTSBot(other, native, EXPLORES, iterations, 1000, False, 1, False)
        in_c = iterations / seconds(partial(bot.step, begun))
        random = numpy.random.RandomState(1)
        slow = mcts.MCTSBot(other, EXPLORES, few, mcts.RandomRolloutEvaluator(1, random), random_state=random)
        in_python = few / seconds(partial(slow.step, begun), 2)
        print(
            f"{name}: {ours:,.0f} iterations a second, {ours / in_c:.2f} times OpenSpiel's in C++,"
            f" {ours / in_python:.1f} times its in Python",
            flush=True,
        )
    game = st.load_ruleset("balvin").game(4)
    state = game.start(3)
    while state.decisions < 80 or len(state.decision) < 2:
        state.choose(state.decisions % len(state.decision))
    machine, seat = game.searching, state.decision.seat
    assert machine is not None
    known = belief(state, seat)
    whole = seconds(lambda: machine.search(belief(state, seat), seat, 1000, 1))
    plain = seconds(lambda: machine.playouts(known, seat, 0, 1000, 1))
    print(f"balvin: search:1000 takes {whole:.3f} s, 1,000 random games from samples {plain:.3f} s")


# -- strength: each gives the payoff of our search in the game of a number


@cache
def game_of(name: str, dice: int = 0) -> Game:
    """A ruleset for two players, once for each process."""
    return st.load_ruleset(name).game(2, {"dice": dice} if dice else {})


def best(state: State, iterations: int) -> int:
    """The position in its decision of the option that the search takes, in a state that has a log."""
    seat = state.decision.seat
    number = offered(state, seat)[choose(knowledge(state, seat), iterations)]
    return state.decision.numbers.index(number)


def in_step(state: State, other: Any, theirs: Callable[[Any], int] | None, ours: int, iterations: int) -> float:
    """A game in which our search sits at seat `ours`, and `theirs` (our search, too, if None) elsewhere.

    `other` is OpenSpiel's state of the same game (None: there is none to keep in step).
    """
    while not state.over:
        wanted = [action_of(state, option.value, option.words) for option in state.decision.options]
        if theirs is not None and state.decision.seat != ours:
            action = theirs(other)
        else:
            action = wanted[best(state, iterations)]
        state.choose(wanted.index(action))
        if other is not None:
            other.apply_action(action)
            if other.is_chance_node():
                other.apply_action(card(state, "middle", other))
    assert other is None or other.is_terminal() and other.returns() == state.payoffs
    return state.payoffs[ours]


def action_of(state: State, value: int | None, words: str) -> int:
    """OpenSpiel's number for an option."""
    return value if value is not None else {"Fold": 0, "Call": 1, "Raise": 2, "Liar": 12}[words]


def card(state: State, zone: str, other: Any) -> int:
    """OpenSpiel's number for the card in a zone: by rank; which of the two makes no difference."""
    program = state.game.program
    lists = {slot.name: number for number, slot in enumerate(program.lists)}
    rank = program.cards[state.z[lists[zone]][0]].values[0]
    return next(action for action in range(6) if action // 2 == rank and action in other.legal_actions())


def random_player(seed: int) -> Callable[[Any], int]:
    """Any of OpenSpiel's legal actions."""
    random = numpy.random.RandomState(seed)
    return lambda other: int(random.choice(other.legal_actions()))


def tictactoe_random(iterations: int, number: int) -> float:
    other = pyspiel.load_game("tic_tac_toe").new_initial_state()
    state = game_of("tictactoe").start(number)
    return in_step(state, other, random_player(number), number % 2, iterations)


def tictactoe_itself(iterations: int, number: int) -> float:
    state = game_of("tictactoe").start(number)
    return in_step(state, None, None, 0, iterations)


def connect_four(iterations: int, number: int) -> float:
    theirs = pyspiel.load_game("connect_four")
    rollouts = pyspiel.RandomRolloutEvaluator(1, number)
    bot = pyspiel.MCTSBot(theirs, rollouts, EXPLORES, iterations, 1000, False, number, False)
    state = game_of("connect-four").start(number)
    return in_step(state, theirs.new_initial_state(), bot.step, number % 2, iterations)


def sampling_bot(theirs: Any, iterations: int, number: int, cards: bool) -> Any:
    """OpenSpiel's search for hidden information; in a sample the opponent has any of the six cards that are not seen, or
    any side of a die."""
    random = numpy.random.RandomState(number)
    rollouts = mcts.RandomRolloutEvaluator(1, random)
    bot = ismcts.ISMCTSBot(theirs, rollouts, EXPLORES, iterations, random_state=random)

    def resampled(state: Any, player: int) -> Any:
        history = state.history()
        drawn = [n for n, by_chance in enumerate(chance_in(theirs, history)) if by_chance and n != 1 - player]
        seen = {history[n] for n in drawn} if cards else set()
        history[1 - player] = int(random.choice([n for n in range(6) if n not in seen]))
        found = theirs.new_initial_state()
        for action in history:
            found.apply_action(action)
        return found

    bot.set_resampler(resampled)
    return bot


def chance_in(theirs: Any, history: list[int]) -> list[bool]:
    """Which of the actions of a game were drawn by chance."""
    state, found = theirs.new_initial_state(), []
    for action in history:
        found.append(state.is_chance_node())
        state.apply_action(action)
    return found


def leduc(iterations: int, number: int) -> float:
    theirs = pyspiel.load_game("leduc_poker")
    state, other = game_of("leduc").start(number // 2), theirs.new_initial_state()
    for seat in (1, 2):
        other.apply_action(card(state, f"player {seat}.hand", other))
    return in_step(state, other, sampling_bot(theirs, iterations, number, True).step, number % 2, iterations)


def liars_dice(iterations: int, number: int) -> float:
    theirs = pyspiel.load_game("liars_dice")
    state = game_of("liars-dice", 1).start(number // 2)
    other, names = theirs.new_initial_state(), {slot.name: n for n, slot in enumerate(state.game.program.ints)}
    for seat in (1, 2):
        other.apply_action(next(n for n in range(6) if state.v[names[f"player {seat}.cup(face_{n + 1})"]]))
    return in_step(state, other, sampling_bot(theirs, iterations, number, False).step, number % 2, iterations)


# name -> what is played, games, iterations, what is said of the payoffs
CONTESTS: dict[str, tuple[Callable[[int, int], float], int, int, str]] = {
    "tictactoe": (tictactoe_random, 400, 1000, "against random"),
    "tictactoe-itself": (tictactoe_itself, 100, 1000, "against itself"),
    "connect-four": (connect_four, 400, 1000, "against OpenSpiel's MCTS (C++)"),
    "leduc": (leduc, 12_000, 200, "against OpenSpiel's ISMCTS (Python)"),
    "liars-dice": (liars_dice, 4_000, 200, "against OpenSpiel's ISMCTS (Python)"),
}


def contest(name: str, games: int, iterations: int, seed: int) -> None:
    """Plays games and prints how they went; the seats change from game to game."""
    play, usual, as_often, against = CONTESTS[name]
    games, iterations = games or usual, iterations or as_often
    with multiprocessing.Pool(os.cpu_count()) as pool:
        found = pool.map(partial(play, iterations), range(seed, seed + games), chunksize=4)
    mean = sum(found) / games
    error = 1.96 * sqrt(sum((one - mean) ** 2 for one in found) / games / max(games - 1, 1))
    won, lost = (sum(one * sign > 0 for one in found) for sign in (1, -1))
    print(
        f"{name}, {iterations} iterations, {against}: {games} games, {won} won, {games - won - lost} drawn, {lost} lost;"
        f" mean payoff {mean:+.3f} ({mean - error:+.3f} to {mean + error:+.3f})",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    for name in ("games", "iterations", "seed"):
        parser.add_argument(f"--{name}", type=int, default=0)
    told = parser.parse_args()
    for name in told.names or ["speed", *CONTESTS]:
        if name == "speed":
            speed(told.iterations or 10_000)
        else:
            contest(name, told.games, told.iterations, told.seed)


if __name__ == "__main__":
    main()
