"""A running game whose chance can be told beforehand and which can be stopped at a step: what scenarios play on."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from .errors import GameError
from .game import Game, State
from .runtime import draw, shrink
from .streams import BOTS, GAME, index, seed_stream, step

Answer = Callable[[list[int]], int | None]
PLACES = -2  # what chance chooses from where a card goes into a pile: this once for each place, the bottom first
MOST_DECISIONS = 10_000


class Scripted(State):
    """A State with `script`, the next results of chance. Copies made of it have no script.

    Each answer is a pair of its words and a function: from what chance may choose (cards, or values of a `random`) to
    the position of what is wanted, None if it is not there. Without answers chance draws from the seed.
    Where a card goes into a pile there are no cards or values to choose from but PLACES.
    """

    __slots__ = ("script", "stopped")

    def __init__(self, game: Game, seed: int) -> None:
        super().__init__(game, seed, seed_stream(seed, GAME), True)
        self.script: list[tuple[str, Answer]] = []
        self.stopped: int | None = None

    def pick(self, items: list[int]) -> int:
        """The position of the scripted result, else one by chance."""
        if len(items) < 2 or not self.script:
            return self.chance(len(items))
        return self.answered(items)

    def position(self, n: int) -> int:
        """The scripted place in a pile, else one by chance."""
        if n < 2 or not self.script:
            return self.chance(n)
        return self.answered([PLACES] * n)

    def draw(self, zone: list[int], parts: list[int] | None, message: str) -> int:
        """The scripted card, if chance decides which one is on top."""
        if not self.script or not parts or not zone or parts[-1] != len(zone):
            return draw(self, zone, parts, message)
        start = parts[-2]
        card = zone.pop(start + self.answered(zone[start:]))
        shrink(parts, len(parts) - 2)
        return card

    def answered(self, items: list[int]) -> int:
        words, answer = self.script[0]
        position = answer(items)
        if position is None:
            raise GameError(f"chance cannot give '{words}' here: it is not among what may come")
        del self.script[0]
        return position

    # -- stopping at a step

    def sites(self) -> list[tuple[int, int]]:
        """Who has to decide now; nobody while the game is stopped."""
        return super().sites() if self.stopped is None else []

    def begin(self, stops: Iterable[int]) -> None:
        """Plays from the very start until one of these blocks would be entered or somebody has to decide."""
        with_stops = self._with_stops(stops)
        self._code = with_stops
        self._advance(0)

    def play_on(self) -> bool:
        """Random choices until the game is stopped; False if it ends, or goes on too long, without that."""
        random = seed_stream(self.seed, BOTS)
        while self.stopped is None:
            if self.over or self.decisions >= MOST_DECISIONS:
                return False
            decision = self.decision
            random = step(random)
            self.choose(index(random, len(decision.options)), decision.seat)
        return True

    def resume(self) -> None:
        """Goes on from where the game was stopped, to the next decision or the end."""
        self._code = self.game.code(True)
        if self.stopped is not None:
            block, self.stopped = self.stopped, None
            self._advance(block)

    def _with_stops(self, stops: Iterable[int]) -> Any:
        def stop_at(block: int) -> Callable[..., int]:
            def stop(state: Scripted, v: list[int], z: list[list[int]]) -> int:
                state.stopped = block
                return -1

            return stop

        code = self.game.code(True)
        return replace(code, blocks={**code.blocks, **{block: stop_at(block) for block in stops}})
