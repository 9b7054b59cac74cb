"""How a small game for two is played exactly, worked out once for each game.

Where something is hidden: the average strategy of CFR+ over the whole tree. Where nothing is: backward induction over
all positions. Who decides gets only what depends on what that seat knows.
"""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, Protocol

from ..backend.native import available
from ..backend.native.running_module import Trap
from ..backend.native.writing.layout import Unfit
from ..base.captions import sentence
from ..base.errors import GameError, UsageError
from ..base.languages.catalogues import mark
from ..game.bots import bots_stream, random_choices
from ..game.compiled import CompiledGame
from ..game.game import Game
from ..game.state import State
from ..sampling.program_analysis import analysis_of
from ..solving.cfr import cfr
from ..solving.game_table import require_zero_sum
from ..solving.native_table import walk_natively

if TYPE_CHECKING:
    from ..backend.native import Machine

MOST_HISTORIES = 400_000
MOST_POSITIONS = 1_000_000
UPDATES = 300_000_000  # histories that all rounds of CFR+ go through
ROUNDS = 200, 2_000  # of CFR+: the fewest, the most
LONGEST = 1_000  # decisions of a short game
PLAYED, SMALL = 3, 1e10  # random games that show at once that a game is large, and by how many ways to play


class ExactPlay(Protocol):
    """Exact play of one game."""

    def shares(self, state: State, seat: int) -> list[float]:
        """The probability of each option of a seat that decides, in the order of their numbers."""


class TreePlay:
    """The strategy of a game with hidden information, for each of its information sets."""

    def __init__(self, game: Game) -> None:
        from ..backend.native.tree_walk import recalling_machine

        try:
            table = walk_natively(game, MOST_HISTORIES)
        except UsageError as error:
            raise too_large(game, mark("it has more than {most} histories"), MOST_HISTORIES) from error
        machine = recalling_machine(game.program)
        if table is None or machine is None:
            raise UsageError(
                sentence(
                    mark("perfect cannot play {game}: what its players know is too hard to follow"), game=game.name
                )
            )
        require_zero_sum(game, filter(None, table.payoffs))
        rounds = min(max(UPDATES // len(table.seat), ROUNDS[0]), ROUNDS[1])
        self.strategy = dict(zip(table.keys, cfr(table, rounds), strict=True))
        self.machine: Machine = machine

    def shares(self, state: State, seat: int) -> list[float]:
        from ..backend.native.tree_walk import recall

        if state.log is None:
            raise UsageError(sentence(mark("perfect plays only games that it knows from their beginning")))
        choices, chance = history_of(state)
        try:
            key = recall(self.machine, chance, choices, seat)
        except Trap:
            key = -1
        if key not in self.strategy:
            raise UsageError(sentence(mark("perfect plays only games that it knows from their beginning")))
        return self.strategy[key]


def history_of(state: State) -> tuple[list[tuple[int, int]], list[int]]:
    """What was chosen, seat and position, and what chance gave, in a game with a log from its beginning."""
    assert state.log is not None
    chance = [result for _, _, result, _ in state.log.chances_since()]
    return [(link.seat, link.position) for link in state.choices()], chance


class PositionPlay:
    """The values of the positions of a game in which nothing is hidden."""

    def __init__(self, game: Game) -> None:
        from ..backend.native.positions import PositionTable

        try:
            self.table = PositionTable(game.program, MOST_POSITIONS)
        except Unfit as error:
            raise not_played(game, error) from error
        self.game = game
        state = game.start(0, log=False)
        if not state.over:
            self.best(state, state.sites()[0][0])

    def best(self, state: State, seat: int) -> int:
        """The position of the best option."""
        from ..backend.native.tree_walk import TooLarge

        try:
            return self.table.best(state.v, state.z, seat)
        except TooLarge as error:
            raise too_large(self.game, mark("it has more than {most} positions"), MOST_POSITIONS) from error
        except Unfit as error:
            raise not_played(self.game, error) from error

    def shares(self, state: State, seat: int) -> list[float]:
        best = self.best(state, seat)
        return [float(at == best) for at in range(len(state.option_numbers(seat, dict(state.sites())[seat])))]


def too_large(game: CompiledGame, why: str, most: int) -> UsageError:
    """The error for a game that is too large."""
    reason = sentence(why, most=f"{most:,}")
    return UsageError(
        sentence(mark("{game} is too large for perfect: {reason}; search can play it"), game=game.name, reason=reason)
    )


def not_played(game: CompiledGame, why: Exception) -> UsageError:
    """The error for a game that cannot be played exactly."""
    return UsageError(sentence(mark("perfect cannot play {game}: {reason}"), game=game.name, reason=str(why)))


MAKING = Lock()


def exact_play(game: CompiledGame) -> ExactPlay:
    """Return the exact play of a game. Raises UsageError where it is not a small game for two, or cannot be solved."""
    assert isinstance(game, Game)
    with MAKING:
        if game.exact is None:
            try:
                game.exact = make_exact_play(game)
            except UsageError as error:
                game.exact = error
    if isinstance(game.exact, UsageError):
        raise UsageError(str(game.exact))
    found: ExactPlay = game.exact
    return found


def make_exact_play(game: Game) -> ExactPlay:
    """Work out the exact play of a game. Raises UsageError as `exact_play`."""
    if not available():
        raise UsageError(
            sentence(mark("{what} needs wasmtime, which is not installed: pip install wasmtime"), what="perfect")
        )
    if game.players != 2:
        raise UsageError(
            sentence(
                mark("perfect plays only games of two, where one wins what the other loses; {game} is for {players}"),
                game=game.name,
                players=game.players,
            )
        )
    hides = analysis_of(game).hides_anything
    return TreePlay(game) if hides else PositionPlay(game)


def looks_small(game: Game) -> bool:
    """Whether a few random games give hope that all of a game can be worked out; not where its rules fail."""
    return game.players == 2 and all(is_short(game, seed) for seed in range(PLAYED))


def is_short(game: Game, seed: int) -> bool:
    """Whether a random game ends with few ways to play it."""
    ways = 1.0
    try:
        state = game.start(seed, log=False)
        for decision, position in random_choices(state, bots_stream(seed), LONGEST):
            ways *= len(state.option_numbers(decision.seat, decision.site))
            if ways > SMALL:
                return False
            state.choose(decision[position], decision.seat)
    except GameError:
        return False
    return state.over
