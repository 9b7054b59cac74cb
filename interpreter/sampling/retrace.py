"""Earlier positions of a game, which no log keeps: rebuilt by replaying it."""

from __future__ import annotations

from ..base.errors import UsageError
from ..game.compiled import CompiledGame
from ..game.log import Link, Log
from ..solving.tree import ChanceNeeded, ScriptedState
from .observed_choices import Snapshot


class ReplayedGame(ScriptedState):
    """A game replayed along its log, with the chance results in it up to `heard`."""

    __slots__ = ("heard",)

    def __init__(self, game: CompiledGame, log: Log) -> None:
        super().__init__(game, log=False)
        self.heard: Link | None = None
        self.hear(log)
        self._advance(0)

    def hear(self, log: Log) -> None:
        """Add the chance results added to the log since."""
        new: list[int] = []
        link = log.chances
        while link is not None and link is not self.heard:
            new.append(link.event[2])
            link = link.before
        self.script, self.told, self.heard = (*self.script[self.told :], *reversed(new)), 0, log.chances

    def follow(self, seat: int, site: int, number: int) -> Snapshot:
        """Take a choice of the log; return the numbers and lists before it, which stay unchanged.

        Raises UsageError where chance gave something that the log does not have, as in scenarios.
        """
        before = self.v, self.z
        self.own()
        try:
            self.take(seat, site, number, [number])
        except ChanceNeeded:
            raise UsageError("samples need a game in which chance comes from its seed alone") from None
        return before
