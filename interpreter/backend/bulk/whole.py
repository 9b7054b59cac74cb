"""Games from their start as one Python function: played at random, or as a generator that asks for each choice.

Both are written from the specialized flow: see specialize.py.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any

from ...base.streams import index, index_source, step, step_source
from ...program import ir
from ...program.options import Decision
from .. import outcome
from ..blocks import constants, text_of
from ..expressions import INDENT
from . import piles, stores
from .control_flow import Choice, Flow, Known, ending
from .playout import Writer, site_constants
from .specialize import specialize


class TooLong(Exception):
    """The game has more decisions or steps than it may have."""


@dataclass(slots=True)
class Whole:
    """play(game, bots, most, choices) -> what a new game came to, its decisions, game's stream, bots' stream.

    That is the payoffs, or for the tally (scores, winners, reason, turns, decisions, decisions with several options);
    `choices` then gets the number of options * players + seat of each decision. Raises TooLong where the game may not
    go on, and anything else where the rules fail.
    """

    source: str
    play: Callable[..., tuple[Any, int, int, int]]


@dataclass(slots=True)
class Pause:
    """Where the generator waits; `known` as in Flow, `block` for v[0]."""

    block: int
    known: Known


@dataclass(slots=True)
class Asking:
    """ask(game) is a generator of Decisions, which is sent the position of each choice; at last it gives None, and then
    the payoffs.

    While it waits, what it keeps is in its local names: see names_of_…; `here` is the number of the pause.
    """

    source: str
    ask: Callable[[int], Generator[Any, Any, None]]
    pauses: list[Pause]
    numbers: list[tuple[str, int]]
    lists: list[tuple[str, list[int]]]
    loose: dict[int, int]  # lists that are not kept: the unordered parts of piles that are one such part

    def state(self, names: dict[str, Any]) -> tuple[list[int], list[list[int]]]:
        """v and z from the local names of a generator that waits."""
        pause = self.pauses[names["here"]]
        known = pause.known
        v = [
            known[n] if n in known else 0 if not name else names[name] if at < 0 else names[name][at]
            for n, (name, at) in enumerate(self.numbers)
        ]
        v[ir.PC] = pause.block
        z = [
            list(known[-1 - n] if -1 - n in known else names[name] if name else rest)
            for n, (name, rest) in enumerate(self.lists)
        ]
        for parts, pile in self.loose.items():
            z[parts] = [0, len(z[pile])] if len(z[pile]) > 1 else []
        return v, z


class Chance:
    """The game's stream and zones where they are passed on: what functions of runtime.py need of a state."""

    __slots__ = ("random", "z")
    random: int
    z: list[list[int]]

    def chance(self, n: int) -> int:
        """A chance result 0..n-1; no draw if there is one possibility."""
        if n == 1:
            return 0
        self.random = step(self.random)
        return index(self.random, n)

    position = chance


class FromStart(Writer):
    """Writes games from their start. `kind`: what they come to, see outcome.py; "" for a generator that is told the
    choices.
    """

    def __init__(self, program: ir.Program, kind: str) -> None:
        self.kind = kind
        self.asks = not kind
        self.pauses: list[Pause] = []
        self.decisions: list[Decision] = []
        self.loose: set[int] = set()
        super().__init__(program, kind == outcome.TALLY)

    def flowing(self, flow: Flow) -> Flow:
        ending(flow, outcome.results(self.program, self.kind or outcome.PAYOFFS))
        flow = specialize(flow, self.program)
        if self.kind:
            stores.dead(flow, self.program)
        self.loose = piles.loose(flow, self.program)
        return flow

    def whole(self) -> None:
        self.shape()
        self.pauses, self.decisions = [], []
        if not self.asks:
            self.endless = set()  # the loop is counted as a whole
        body = self.places()
        self.define("def play(game):" if self.asks else "def play(game, bots, most, choices):")
        self.begin()
        if self.asks or len(self.roots) == 1:
            self.line("while True:")
            self.lines += body
        else:
            self.line("for _ in range(most):")
            self.lines += body
            self.line("else:")
            self.line(f"{INDENT}raise TooLong")
        self.finish()

    def begin(self) -> None:
        """All numbers and lists as they are at first."""
        self.line(f"at = {'passes' if self.asks else 'forced = decided' if self.counted else 'decided'} = 0")
        if "S" in self.used:
            self.line("S = Chance()")
        names = [name for name, _, last in self.runs() if last < 0 and name in self.used]
        if names:
            self.line(f"{' = '.join(names)} = 0")
        for name, first, last in self.runs():
            if last >= 0:
                self.line(f"{name} = {[0] * (last - first)}")
        for number, name in self.lists.items():
            if name in self.used or "z" in self.used:
                self.line(f"{name} = {self.program.lists[number].start}")
        if "z" in self.used:
            self.line(f"z = [{', '.join(self.lists.values())}]")

    def finish(self) -> None:
        """What is given back."""
        if self.kind:
            self.line("if decided > most:")
            self.line(f"{INDENT}raise TooLong")
            tally = "(scores, winners, reason, turns, decided, decided - forced)"
            self.line(f"return {tally if self.counted else 'payoffs'}, decided, game, bots")
            return
        self.line("yield None")
        self.line("yield payoffs")

    def names_of_numbers(self) -> list[tuple[str, int]]:
        """For each number its local name, "" if it has none, and its place if that is a list, else -1."""
        found: list[tuple[str, int]] = []
        for name, first, last in self.runs():
            if last < 0:
                found.append((name if name in self.used else "", -1))
            else:
                found += [(name, at) for at in range(last - first)]
        return found

    def names_of_lists(self) -> list[tuple[str, list[int]]]:
        """For each list its local name, "" if it has none, and how it begins."""
        return [
            (name if name in self.used or "z" in self.used else "", self.program.lists[number].start)
            for number, name in self.lists.items()
        ]

    def decide(self, number: int, choice: Choice, after: int) -> None:
        if not self.asks:
            self.line("decided += 1")
        elif self.endless:
            self.line("passes = 0")
        super().decide(number, choice, after)

    def over(self, number: int) -> None:
        if self.asks:
            self.pause(number, ir.OVER)
        self.line("break")

    def pause(self, number: int, block: int) -> None:
        """Says where the generator waits."""
        self.line(f"here = {len(self.pauses)}")
        self.pauses.append(Pause(block, self.flow.known[number]))

    def chosen(self, number: int, choice: Choice) -> str:
        if not self.asks:
            text = super().chosen(number, choice)
            if self.counted and len(site_constants(choice.options)) < 2:
                self.line("forced += len(options) < 2")
            return text
        options = site_constants(choice.options)
        text = repr(tuple(options)) if options else self.options(choice.options)
        if text != "options" and not options:
            self.line(f"options = {text}")
            text = "options"
        self.pause(number, self.flow.stops[number].block)
        decision = "decision"
        if options and isinstance(choice.seat, int):
            decision = f"DECISIONS[{len(self.decisions)}]"
            self.decisions.append(Decision(choice.seat, choice.site, tuple(options)))
        else:
            if not any(stmt[0] == "option" for stmt in choice.options):
                self.line("if not options:")
                self.line(f"{INDENT}raise IndexError")  # the state, played block by block, says what is wrong
            # as Decision(…), but faster
            self.line("decision = NEW(Decision)")
            self.line(f"decision.seat = {self.expr(choice.seat)}")
            self.line(f"decision.of = SITES[{choice.site.number}]")
            self.line(f"decision.numbers = {text}")
        chosen = f"(yield {decision})"
        return chosen if options and options == list(range(len(options))) else f"{text}[{chosen}]"

    def by_chance(self, text: str) -> None:
        self.use("S")
        super().by_chance(text)

    # -- statements of the specialized flow

    def _sort(self, z: int) -> None:
        self.line(f"{self.cards(z)}.sort()")

    def _parts(self, z: int, parts: list[int]) -> None:
        self.line(f"{self.cards(self.program.lists[z].segments)}[:] = {parts}")

    def _pop(self, register: str, z: int) -> None:
        self.line(f"{register} = {self.cards(z)}.pop()")

    def _any(self, register: str, z: int) -> None:
        zone, end = self.cards(z), self.fresh("end")
        self.line(f"{end} = len({zone})")
        self.line(f"if {end} > 1:")
        self.line(f"{INDENT}{step_source('game')}")
        self.line(f"{INDENT}{register} = {zone}.pop({index_source('game', end)})")
        self.line("else:")
        self.line(f"{INDENT}{register} = {zone}.pop()")

    def _among(self, register: str, z: int, first: int, count: int) -> None:
        self.line(step_source("game"))
        at = index_source("game", str(count))
        self.line(f"{register} = {self.cards(z)}.pop({f'{first} + ' if first else ''}{at})")

    # -- what the game came to

    def _result(self, name: str, value: Any) -> None:
        while isinstance(value, list) and value[0] == "let":
            value = self.bound(*value[1:])
        if name == "payoffs" or not self.is_list(value):
            self.line(f"{name} = {self.value(value)}")
        elif value[0] == "items":
            self.line(f"{name} = {self.items(value)}")
        else:
            self.line(f"{name} = tuple({self.expr(value)})")

    def _shares(self, won: Any) -> None:
        self.line(f"payoffs = {self.shares_of(won)}")


def compile_whole(program: ir.Program, kind: str) -> Whole:
    """The function that plays random games of a program from their start, for outcome.PAYOFFS or TALLY."""
    source, names = made(FromStart(program, kind))
    return Whole(source, names["play"])


def compile_asking(program: ir.Program) -> Asking:
    """The generator that plays games of a program from their start and asks for the choices."""
    writer = FromStart(program, "")
    source, names = made(writer)
    loose = {program.lists[pile].segments: pile for pile in sorted(writer.loose)}
    numbers, lists = writer.names_of_numbers(), writer.names_of_lists()
    return Asking(source, names["play"], writer.pauses, numbers, lists, loose)


def made(writer: FromStart) -> tuple[str, dict[str, Any]]:
    """The source, and what it defines."""
    writer.module(writer.whole)
    program = writer.program
    source, _ = text_of(writer.lines)
    names = constants(writer) | {"TooLong": TooLong, "Chance": Chance}
    names |= {"NEW": object.__new__, "Decision": Decision, "SITES": program.sites, "DECISIONS": writer.decisions}
    exec(compile(source, f"<games of {program.ruleset} for {program.players} players>", "exec"), names)
    return source, names
