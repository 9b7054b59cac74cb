"""The running game of a scenario: its chance can be scripted, and it can be stopped at a step."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from ..backend.blocks import filename
from ..backend.runtime import draw, draw_bottom, shrink
from ..base.errors import GameError
from ..base.streams import GAME, seed_stream
from ..program import ir
from .bots import bots_stream, random_choices
from .compiled import CompiledGame
from .log import Log
from .reads import Reads, looking_steps
from .state import COPY, State

CARD, PLACE, UNKNOWN = "card", "place", ""
Answer = Callable[[str, list[int]], int | None]
NOT_THERE = -1
MOST_SCRIPTED = 10_000


class ScenarioState(State):
    """A State with `script`, the next results of chance. Copies made of it have no script.

    Each answer is a pair of its words and a function: from the kind of event (CARD for a card that is drawn, PLACE for
    the place of a card in a pile, the type of a lot such as `thing player`, UNKNOWN if nothing is known) and from what
    chance may choose (cards, values of a lot, the places of a pile from the bottom) to the position of what is wanted;
    NOT_THERE if that is not among it, None if the answer is none of this kind. Such an event is left to the seed, as
    all are without answers. `drawn` are all events, oldest first: the answer's words ("" if the seed decided), the
    kind, what came, and the node of the step.

    `stopped` is the node of the step that is about to begin; -1 where the phases are, None while the game goes on. The
    state is then what it is at that moment, and may be changed. `reads`: what the steps since then read and overwrite.
    `people`: the players' names.
    """

    __slots__ = (
        "script", "stopped", "drawn", "reads", "_lots", "_block", "_steps", "_told", "_moment", "_placed", "_watching",
        "_looking", "people",
    )  # fmt: skip
    MOST_REPLAYED = 1  # scripted results cannot be drawn again

    def __init__(self, game: CompiledGame, seed: int, people: Sequence[str]) -> None:
        super().__init__(game, seed, seed_stream(seed, GAME), True)
        self.people = people
        self.script: list[tuple[str, Answer]] = []
        self.stopped: int | None = None
        self.drawn: list[tuple[str, str, int, int]] = []
        self.reads = Reads()
        self._lots: dict[int, str] | None = None
        self._block = -1  # the block at which it is stopped; -1 where that is in the middle of one
        self._steps: frozenset[int] = frozenset()
        self._told: list[tuple[str, Answer]] = []
        # numbers, lists and log when a step in the middle of a block was about to begin
        self._moment: tuple[list[int], list[list[int]], Log] | None = None
        # what was put in place then, with the log if that is a new one, and what chance is to bring after it
        self._placed: tuple[list[int], list[list[int]], Log | None, list[tuple[str, Answer]]] | None = None
        self._watching = False
        self._looking: set[int] = set()

    def name(self, seat: int) -> str:
        """What a player is called in messages."""
        return self.people[seat]

    def pick(self, items: list[int]) -> int:
        """The position of the scripted result, else of a random one; no script names a list."""
        if len(items) < 2 or not isinstance(items[0], int):
            return self.chance(len(items))
        node = self.here()
        if self._lots is None:
            self._lots = lots(self.game.program)
        return self.answer(self._lots.get(node, UNKNOWN), items, node)

    def position(self, n: int) -> int:
        """The scripted place in a pile, else a random one."""
        if n < 2:
            return self.chance(n)
        return self.answer(PLACE, list(range(n)), self.here())

    def draw(self, zone: list[int], parts: list[int] | None, message: str) -> int:
        """The scripted card, if chance decides which one is on top."""
        if not parts or not zone or parts[-1] != len(zone):
            return draw(self, zone, parts, message)
        if not self.script:
            return self.note_drawn(draw(self, zone, parts, message))
        start = parts[-2]
        card = zone.pop(start + self.answer(CARD, zone[start:], self.here()))
        shrink(parts, len(parts) - 2)
        return card

    def draw_bottom(self, zone: list[int], parts: list[int] | None, message: str) -> int:
        """The scripted card, if chance decides which one is at the bottom."""
        if not parts or not zone or parts[0] != 0:
            return draw_bottom(self, zone, parts, message)
        if not self.script:
            return self.note_drawn(draw_bottom(self, zone, parts, message))
        card = zone.pop(self.answer(CARD, zone[: parts[1]], self.here()))
        shrink(parts, 0)
        return card

    def note_drawn(self, card: int) -> int:
        """Note a card that was drawn at random; return it."""
        self.drawn.append(("", CARD, card, self.here()))
        return card

    def answer(self, kind: str, items: list[int], node: int) -> int:
        """The position of the next scripted result among items, else of a random one."""
        words, answer = self.script[0] if self.script else ("", _any)
        position = answer(kind, items)
        if position == NOT_THERE:
            raise GameError(f"chance cannot give '{words}' here: it is not one of the possible results")
        if position is None:
            position = self.chance(len(items))
            words = ""
        else:
            del self.script[0]
        self.drawn.append((words, kind, items[position], node))
        return position

    def here(self) -> int:
        """The step whose generated lines are running."""
        name = filename(self.game.program)
        frame = sys._getframe(1)
        while frame.f_code.co_filename != name and frame.f_back is not None:
            frame = frame.f_back
        return self._code.lines.get(frame.f_lineno, -1)

    # -- stopping at a step

    def sites(self) -> list[tuple[int, int]]:
        """The seats that decide now, with their sites; none while the game is stopped."""
        return super().sites() if self.stopped is None else []

    def begin(self, blocks: Iterable[int], steps: Iterable[int] = ()) -> None:
        """Play from the very start until one of these blocks or steps would begin, or somebody has to decide.

        blocks: for steps that begin with a block of their own; steps: the nodes of those in the middle of one.
        """
        stopping: dict[int, Callable[..., Any]] = {block: partial(_stop, block) for block in blocks}
        self._code = replace(self._code, blocks=self._code.blocks | stopping)
        self._steps, self._told = frozenset(steps), self.script[:]
        self._begin()

    def play_on(self) -> bool:
        """Choose at random until the game is stopped; False if it ends, or takes too long, before that."""
        most = MOST_SCRIPTED if self.stopped is None else 0
        for decision, position in random_choices(self, bots_stream(self.seed), most):
            self._until_stopped(partial(self.choose, position, decision.seat))
            if self.stopped is not None:
                break
        return self.stopped is not None

    def resume(self) -> None:
        """Continue from where the game was stopped, to the next decision or the end; `reads` tracks what is read."""
        self._code = self.game.code(True)
        if self.stopped is None:
            return
        self._looking = looking_steps(self.game.program)
        v, z, block, self.stopped = self.v, self.z, self._block, None
        self._watching = True
        try:
            if block >= 0:
                self.own()
                self._advance(block)
            else:
                self._play_again()
            v, z = self.v, self.z
        finally:
            self._watching = False
            self.v, self.z = v[:], [*map(COPY, z)]

    def own(self) -> None:
        super().own()
        if self._watching:
            zones = self.game.program.zones
            self.v, self.z = self.reads.watch(self.v, self.z, zones, lambda: self.here() not in self._looking)

    # -- stopping in the middle of a block: played to there, and once more to go on from there

    def _begin(self) -> None:
        self.events = _Events(self)
        self._until_stopped(partial(self._advance, 0))

    def _advance(self, block: int, passed: tuple[int, ...] = ()) -> None:
        super()._advance(block, passed)
        self.events = _Events(self)

    def _until_stopped(self, play: Callable[[], None]) -> None:
        """Play until the end of the step, or restore the moment at which the game was stopped."""
        try:
            play()
        except _Stop:
            assert self._moment is not None
            self.v, self.z, self.log = self._moment
            self.events, self._drawn = _Events(self), []

    def reach(self, node: int) -> None:
        """Stop at a step that is about to begin, or continue with what was put in place there."""
        if node not in self._steps:
            return
        if self._placed is None:
            assert self.log is not None
            moment = self.log.copy()
            moment.add(self.events, self._drawn)
            self._moment = self.v[:], [*map(COPY, self.z)], moment
            self.stopped, self._block = node, -1
            raise _Stop
        v, z, log, self.script = self._placed
        self._steps = frozenset()
        self.v[:] = v
        for cards, placed in zip(self.z, z, strict=True):
            cards[:] = placed
        if log is not None:
            self.log, self._drawn = log, []
            self.events.clear()
        self.reads.clear()

    def _play_again(self) -> None:
        """Replay from the start, with the current position put in place at the step where the game was stopped."""
        assert self._moment is not None
        log = self.log if self.log is not self._moment[2] else None
        self._placed = self.v, self.z, log, self.script
        super().__init__(self.game, self.seed, seed_stream(self.seed, GAME), True)
        self.script, self.drawn = self._told[:], []
        self.own()
        self._begin()
        bots = random_choices(self, bots_stream(self.seed), MOST_SCRIPTED)
        while self._steps:
            decision, position = next(bots)
            self.choose(position, decision.seat)


def _any(kind: str, items: list[int]) -> None:
    """Answer None: nothing is scripted."""


def _stop(block: int, state: ScenarioState, v: list[int], z: list[list[int]]) -> tuple[int, tuple[int, ...]]:
    """Stop the game at a block."""
    state.stopped, state._block = state.game.program.blocks[block].node, block
    return -1, ()


class _Stop(BaseException):
    """A step is about to begin at which the game is to be stopped."""


class _Events(list[tuple[Any, ...]]):
    """The event list of a step; it tells the state of steps that are about to begin."""

    __slots__ = ("state",)

    def __init__(self, state: ScenarioState) -> None:
        super().__init__()
        self.state = state

    def append(self, event: tuple[Any, ...]) -> None:
        if event[0] == "step":
            self.state.reach(event[1])
        list.append(self, event)


def lots(program: ir.Program) -> dict[int, str]:
    """For each step that draws one type of thing only, that type; a card is CARD."""
    found: dict[int, set[str]] = {}

    def look(part: Any) -> None:
        if isinstance(part, list):
            if part[:2] == ["emit", "random"]:
                kind = program.kinds[part[3]]
                found.setdefault(part[2], set()).add(CARD if kind.startswith(CARD) else kind)
            for inner in part:
                look(inner)

    for block in program.blocks:
        look(block.body)
    for site in program.sites:
        for entry in site.entries:
            look(entry.apply)
    return {node: kinds.pop() for node, kinds in found.items() if len(kinds) == 1}
