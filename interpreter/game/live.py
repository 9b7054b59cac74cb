"""A game that is faster as long as nobody looks into it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..backend.generator.asking import Asking
from ..base.streams import game_stream
from ..program.options import Option
from .state import State

if TYPE_CHECKING:
    from .game import Game


LATER = frozenset(("v", "z", "random", "_code", "history", "decisions"))


class Live(State):
    """A state kept in a generator. Reading more than who decides, what is offered and why not makes it plain.

    The whole game is one generator (`run`) that yields each decision and is sent the position of the option chosen.
    `asked` is the decision at which it waits, `past` the positions chosen so far. As most readers need no more, `v`,
    `z`, `random`, `history` and `decisions` are slots without a value; reading one of them calls __getattr__, which
    takes v, z and random out of the generator's local variables (_rest) and makes the object a plain State by changing
    its class. Its history is made when that is read, by playing the choices again; so they are where the generator
    fails (_again), as only play block by block tells the step. When it yields None the game is over: an Ended.
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

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """What is made when it is read."""
            if name not in LATER:
                raise AttributeError(f"a State has no {name}")
            self._rest()
            return getattr(self, name)

    def choose(self, option: Option | int, seat: int | None = None) -> None:
        """As State.choose."""
        run: Any = self.run
        asked: Any = self.asked
        if run is None or asked is None:
            # looked up by this name before its argument was worked out, which made it another kind of State
            self.choose(option, seat)
            return
        if type(option) is not int or not 0 <= option < len(asked.numbers) or seat is not None and seat != asked.seat:
            self._choose_otherwise(option, seat)
            return
        try:
            self.asked = asked = run.send(option)
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

    def _choose_otherwise(self, option: Option | int, seat: int | None) -> None:
        """By an Option, for another seat than the first, or what cannot be chosen."""
        asked: Any = self.asked
        if isinstance(option, Option) and option.number in asked.numbers and (seat is None or seat == asked.seat):
            option = asked.numbers.index(option.number)
        else:
            self._rest()
        self.choose(option, seat)

    # read without making it a plain State; run is None where the name was looked up earlier, as in choose

    def sites(self) -> list[tuple[int, int]]:
        """As State.sites."""
        if self.run is None:
            return State.sites(self)
        asked = self.asked
        if asked is None:
            return []
        if asked.of.group < 0:
            return [(asked.seat, asked.of.number)]
        return self.game.program.groups[asked.of.group].deciding(*self._now())

    def _numbers(self, seat: int, site: int) -> list[int]:
        if self.run is None:
            return State._numbers(self, seat, site)
        return self.game.questions.options(self.game.program.sites[site])(*self._now(), seat)

    def _now(self) -> tuple[list[int], list[list[int]]]:
        if self.run is None:
            return State._now(self)
        return self.game.asking.state(self.run.gi_frame.f_locals)

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
        state = self.game.begun(self.seed, self.past)
        self.v, self.z, self.random = state.v, state.z, state.random
        self._plain()

    def _plain(self) -> None:
        self._code, self.decisions = self.game.code(False), len(self.past)
        self.run = self.asked = self.waiting = self._base = None
        self._left = 0
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
