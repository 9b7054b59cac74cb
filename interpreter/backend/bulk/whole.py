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
from ..statements import options, shares_of
from ..writer import INDENT, Statement, Writer
from . import piles, stores
from .control_flow import Choice, Flow, Known, ending
from .playout import FlowWriter, site_constants
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


class FromStart(FlowWriter):
    """Writes games from their start. `kind`: what they come to, see outcome.py; "" for a generator that is told the
    choices.
    """

    def __init__(self, program: ir.Program, kind: str) -> None:
        self.kind = kind
        self.asks = not kind
        self.pauses: list[Pause] = []
        self.decisions: list[Decision] = []
        self.loose: set[int] = set()
        self.program = program
        super().__init__(program, kind == outcome.TALLY, SPECIALIZED)

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
        self.w.define("def play(game):" if self.asks else "def play(game, bots, most, choices):")
        self.begin()
        if self.asks or len(self.roots) == 1:
            self.w.line("while True:")
            self.w.lines += body
        else:
            self.w.line("for _ in range(most):")
            self.w.lines += body
            self.w.line("else:")
            self.w.line(f"{INDENT}raise TooLong")
        self.finish()

    def begin(self) -> None:
        """All numbers and lists as they are at first."""
        self.w.line(f"at = {'passes' if self.asks else 'forced = decided' if self.counted else 'decided'} = 0")
        if "S" in self.names.used:
            self.w.line("S = Chance()")
        names = [name for name, _, last in self.names.runs() if last < 0 and name in self.names.used]
        if names:
            self.w.line(f"{' = '.join(names)} = 0")
        for name, first, last in self.names.runs():
            if last >= 0:
                self.w.line(f"{name} = {[0] * (last - first)}")
        for number, name in self.names.lists.items():
            if name in self.names.used or "z" in self.names.used:
                self.w.line(f"{name} = {self.program.lists[number].start}")
        if "z" in self.names.used:
            self.w.line(f"z = [{', '.join(self.names.lists.values())}]")

    def finish(self) -> None:
        """What is given back."""
        if self.kind:
            self.w.line("if decided > most:")
            self.w.line(f"{INDENT}raise TooLong")
            tally = "(scores, winners, reason, turns, decided, decided - forced)"
            self.w.line(f"return {tally if self.counted else 'payoffs'}, decided, game, bots")
            return
        self.w.line("yield None")
        self.w.line("yield payoffs")

    def names_of_numbers(self) -> list[tuple[str, int]]:
        """For each number its local name, "" if it has none, and its place if that is a list, else -1."""
        found: list[tuple[str, int]] = []
        for name, first, last in self.names.runs():
            if last < 0:
                found.append((name if name in self.names.used else "", -1))
            else:
                found += [(name, at) for at in range(last - first)]
        return found

    def names_of_lists(self) -> list[tuple[str, list[int]]]:
        """For each list its local name, "" if it has none, and how it begins."""
        return [
            (name if name in self.names.used or "z" in self.names.used else "", self.program.lists[number].start)
            for number, name in self.names.lists.items()
        ]

    def decide(self, number: int, choice: Choice, after: int) -> None:
        if not self.asks:
            self.w.line("decided += 1")
        elif self.endless:
            self.w.line("passes = 0")
        super().decide(number, choice, after)

    def over(self, number: int) -> None:
        if self.asks:
            self.pause(number, ir.OVER)
        self.w.line("break")

    def pause(self, number: int, block: int) -> None:
        """Says where the generator waits."""
        self.w.line(f"here = {len(self.pauses)}")
        self.pauses.append(Pause(block, self.flow.known[number]))

    def chosen(self, number: int, choice: Choice) -> str:
        if not self.asks:
            text = super().chosen(number, choice)
            if self.counted and len(site_constants(choice.options)) < 2:
                self.w.line("forced += len(options) < 2")
            return text
        fixed = site_constants(choice.options)
        text = repr(tuple(fixed)) if fixed else options(self.w, choice.options)
        if text != "options" and not fixed:
            self.w.line(f"options = {text}")
            text = "options"
        self.pause(number, self.flow.stops[number].block)
        decision = "decision"
        if fixed and isinstance(choice.seat, int):
            decision = f"DECISIONS[{len(self.decisions)}]"
            self.decisions.append(Decision(choice.seat, choice.site, tuple(fixed)))
        else:
            if not any(stmt[0] == "option" for stmt in choice.options):
                self.w.line("if not options:")
                self.w.line(f"{INDENT}raise IndexError")  # the state, played block by block, says what is wrong
            # as Decision(…), but faster
            self.w.line("decision = NEW(Decision)")
            self.w.line(f"decision.seat = {self.w.expr(choice.seat)}")
            self.w.line(f"decision.of = SITES[{choice.site.number}]")
            self.w.line(f"decision.numbers = {text}")
        chosen = f"(yield {decision})"
        return chosen if fixed and fixed == list(range(len(fixed))) else f"{text}[{chosen}]"


# -- statements of the specialized flow


def draw_any(w: Writer, register: str, z: int) -> None:
    zone, end = w.cards(z), w.fresh("end")
    w.line(f"{end} = len({zone})")
    w.line(f"if {end} > 1:")
    w.line(f"{INDENT}{step_source('game')}")
    w.line(f"{INDENT}{register} = {zone}.pop({index_source('game', end)})")
    w.line("else:")
    w.line(f"{INDENT}{register} = {zone}.pop()")


def draw_among(w: Writer, register: str, z: int, first: int, count: int) -> None:
    w.line(step_source("game"))
    at = index_source("game", str(count))
    w.line(f"{register} = {w.cards(z)}.pop({f'{first} + ' if first else ''}{at})")


def result(w: Writer, name: str, value: ir.Expr) -> None:
    """What the game came to."""
    while isinstance(value, list) and value[0] == "let":
        value = w.bound(*value[1:])
    if name == "payoffs" or not w.is_list(value):
        w.line(f"{name} = {w.value(value)}")
    elif value[0] == "items":
        w.line(f"{name} = {w.items(value)}")
    else:
        w.line(f"{name} = tuple({w.expr(value)})")


SPECIALIZED: dict[str, Statement] = {
    "sort": lambda w, z: w.line(f"{w.cards(z)}.sort()"),
    "parts": lambda w, z, parts: w.line(f"{w.cards(w.program.lists[z].segments)}[:] = {parts}"),
    "pop": lambda w, register, z: w.line(f"{register} = {w.cards(z)}.pop()"),
    "any": draw_any,
    "among": draw_among,
    "result": result,
    "shares": lambda w, won: w.line(f"payoffs = {shares_of(w, won)}"),
}


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
    source, _ = text_of(writer.w.lines)
    names = constants(writer.w) | {"TooLong": TooLong, "Chance": Chance}
    names |= {"NEW": object.__new__, "Decision": Decision, "SITES": program.sites, "DECISIONS": writer.decisions}
    exec(compile(source, f"<games of {program.ruleset} for {program.players} players>", "exec"), names)
    return source, names
