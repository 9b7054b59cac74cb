"""Games from their start as one Python function: played at random, or as a generator that asks for each choice.

Both are written from the specialized flow: see specialize.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from . import ir
from .compile import constants, text_of
from .emit import INDENT
from .flow import Choice, Flow
from .playout import Writer, site_constants
from .specialize import specialize
from .streams import index_source, step_source


class TooLong(Exception):
    """The game has more decisions or steps than it may have."""


@dataclass(slots=True)
class Whole:
    """play(game, bots, most, choices) -> v, z, game's stream, bots' stream, decisions, for a new game.

    Raises TooLong where it may not go on, and anything else where the rules fail.
    """

    source: str
    play: Callable[..., tuple[list[int], list[list[int]], int, int, int]]


class FromStart(Writer):
    """Writes games from their start."""

    def flowing(self, flow: Flow) -> Flow:
        return specialize(flow, self.program)

    def whole(self) -> None:
        self.shape()
        self.endless = set()  # the loop is counted as a whole
        self.numbered = {block: n for n, block in enumerate(self.roots)}
        self.used = {}
        self.depth = 2
        self.dispatch(0, len(self.roots))
        body = self.lines
        self.lines = []
        self.define("def play(game, bots, most, choices):")
        self.begin()
        self.line("for _ in range(most):")
        self.lines += body
        self.line("else:")
        self.line(f"{INDENT}raise TooLong")
        self.finish()

    def begin(self) -> None:
        """All numbers 0, all lists as they are at first."""
        self.line("at = decided = 0")
        single = [name for name, _, last in self.runs() if last < 0 and name in self.used]
        if single:
            self.line(f"{' = '.join(single)} = 0")
        for name, first, last in self.runs():
            if last >= 0:
                self.line(f"{name} = {[0] * (last - first)}")
        for number, name in self.lists.items():
            if name in self.used or "z" in self.used:
                self.line(f"{name} = {self.program.lists[number].start!r}")
        if "z" in self.used:
            self.line(f"z = [{', '.join(self.lists.values())}]")

    def finish(self) -> None:
        """The state, as play gives it."""
        names = [name if last < 0 else f"*{name}" for name, _, last in self.runs()]
        names = [name if last >= 0 or plain in self.used else "0" for name, (plain, _, last) in zip(names, self.runs())]
        lists = [
            name if name in self.used or "z" in self.used else repr(self.program.lists[number].start)
            for number, name in self.lists.items()
        ]
        self.line("if decided > most:")
        self.line(f"{INDENT}raise TooLong")
        self.line(f"return [{', '.join(names)}], [{', '.join(lists)}], game, bots, decided")

    def decide(self, number: int, choice: Choice, after: int) -> None:
        self.line("decided += 1")
        super().decide(number, choice, after)

    # -- statements of the specialized flow

    def _sort(self, z: int) -> None:
        self.line(f"{self.cards(z)}.sort()")

    def _parts(self, z: int, parts: list[int]) -> None:
        self.line(f"{self.cards(self.program.lists[z].segments)}[:] = {parts}")

    def _pop(self, register: str, z: int) -> None:
        self.line(f"{register} = {self.cards(z)}.pop()")

    def _among(self, register: str, z: int, first: int, count: int) -> None:
        self.line(step_source("game"))
        at = index_source("game", str(count))
        self.line(f"{register} = {self.cards(z)}.pop({f'{first} + ' if first else ''}{at})")


def compile_whole(program: ir.Program, counted: bool) -> Whole:
    """The function that plays random games of a program from their start."""
    writer = FromStart(program, counted)
    writer.module()
    source, _ = text_of(writer.lines)
    names = constants(writer) | {"TooLong": TooLong}
    exec(compile(source, f"<games of {program.ruleset} for {program.players} players>", "exec"), names)
    return Whole(source, names["play"])
