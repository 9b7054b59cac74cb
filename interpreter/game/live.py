"""Running games that nobody has looked into yet: the generator of whole.py plays them, faster than State does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..backend.bulk.whole import Asking
from ..base.streams import game_stream
from ..program.options import Option
from .state import State

if TYPE_CHECKING:
    from .game import Game

LATER = frozenset(("v", "z", "random", "_code", "history", "decisions"))


class Live(State):
    """A state kept in a generator. Reading more than who decides, and what is offered, makes it a plain State.

    `run` is the generator, `asked` the decision at which it waits, `past` the positions chosen.
    """

    __slots__ = ()
    over = False  # with the end of the game this becomes an Ended
    decision = State.asked  # type: ignore[misc, assignment]  # the slot itself: reading it calls no function

    def __init__(self, game: Game, seed: int, asking: Asking) -> None:
        self.game, self.seed, self.log = game, seed, None
        self.past: list[int] = []
        self.run = asking.ask(game_stream(seed))
        try:
            self.asked = next(self.run)
        except Exception:
            self._again()
            return
        if self.asked is None:
            self._end()

    def __getattr__(self, name: str) -> Any:
        """What is made when it is read."""
        if name not in LATER:
            raise AttributeError(f"a State has no {name}")
        self._rest()
        return getattr(self, name)

    def choose(self, option: Option | int, seat: int | None = None) -> None:
        """As State.choose."""
        asked: Any = self.asked
        if type(option) is not int or not 0 <= option < len(asked.numbers) or seat is not None and seat != asked.seat:
            self._rest()
            self.choose(option, seat)
            return
        try:
            self.asked = asked = self.run.send(option)
        except Exception:
            self._again()
            self.choose(option, seat)  # raises the same, with the step that fails
            return
        except BaseException:
            self._again()
            raise
        self.past.append(option)
        if asked is None:
            self._end()

    def _end(self) -> None:
        try:
            self.waiting = next(self.run)
        except Exception:
            self._again()  # they fail when they are read
        else:
            self.__class__ = Ended

    def _rest(self) -> None:
        """Makes this a plain State."""
        names = self.run.gi_frame.f_locals
        self.v, self.z = self.game.asking.state(names)
        self.random = names["game"]
        self._plain()

    def _again(self) -> None:
        """A plain State by the choices so far: the generator has failed."""
        state = self.game.begun(self.seed)
        for position in self.past:
            state.choose(position)
        self.v, self.z, self.random = state.v, state.z, state.random
        self._plain()

    def _plain(self) -> None:
        game = self.game
        self._code, self.decisions = game._codes.get(False) or game.code(False), len(self.past)
        self.run = self.asked = self.waiting = None
        self.__class__ = State  # type: ignore[assignment]


class Ended(Live):
    """The same when the game is over; `waiting` are the payoffs."""

    __slots__ = ()
    over = True
    decision = State.decision
    choose = State.choose

    @property
    def payoffs(self) -> list[float]:
        """As State.payoffs."""
        return list(self.waiting)
