"""Earlier positions of a game: no log keeps them, so they are made by playing it again."""

from __future__ import annotations

from ..base.errors import UsageError
from ..game.compiled import CompiledGame
from ..game.log import Link, Log
from ..solving.tree import ChanceNeeded, ScriptedState
from .observed_choices import Snapshot


class ReplayedGame(ScriptedState):
    """A game played again as its log is read, with the results of chance that stand there up to `heard`."""

    __slots__ = ("heard",)

    def __init__(self, game: CompiledGame, log: Log) -> None:
        super().__init__(game, log=False)
        self.heard: Link | None = None
        self.hear(log)
        self._advance(0)

    def hear(self, log: Log) -> None:
        """Takes in the results of chance that have been added to the log."""
        new: list[int] = []
        link = log.chances
        while link is not None and link is not self.heard:
            new.append(link.event[2])
            link = link.before
        self.script, self.told, self.heard = (*self.script[self.told :], *reversed(new)), 0, log.chances

    def follow(self, seat: int, site: int, number: int) -> Snapshot:
        """Takes a choice of the log; gives the numbers and lists before it, which will not be changed.

        Raises UsageError where chance gave something that the log does not have, as in scenarios.
        """
        before = self.v, self.z
        self.own()
        try:
            self.take(seat, site, number, [number])
        except ChanceNeeded:
            raise UsageError("samples need a game in which chance comes from its seed alone") from None
        return before
