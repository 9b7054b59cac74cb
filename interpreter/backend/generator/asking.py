"""Games from their start as one Python generator that asks for each choice.

It is written from the specialized flow: see specialize.py. The state's numbers and zones become local names, steps
follow each other without calls, and the random stream is drawn from in place. Places that are reached from one other
stand there; the others are told apart by the number `at` in one loop.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any

from ...base.errors import ENDLESS
from ...base.streams import index, step
from ...program import ir, trees
from ...program.options import Decision
from .. import outcome
from ..blocks import constants, text_of
from ..passes import improve
from ..statements import EXPRESSIONS, STATEMENTS, options, shares_of, spend, taken
from ..writer import INDENT, Statement, Writer
from .control_flow import Choice, Known, ending, flow_of, shape
from .local_names import LocalNames
from .specialize import specialize

DEEPEST = 40  # Python allows 100 levels of indentation
MOST_BEHIND = 60  # blocks written one behind the other; each takes several calls


@dataclass(slots=True)
class Asking:
    """ask(game) is a generator of Decisions, which is sent the position of each choice; at last it gives None, and then
    the payoffs.

    While it waits, what it keeps is in its local names. `here` is the number of the pause: its block for v[0], and what
    is known as in Flow. numbers: local name and place in it (-1: it is no list); lists: local name and how it begins.
    """

    source: str
    ask: Callable[[int], Generator[Any, Any, None]]
    pauses: list[tuple[int, Known]]
    numbers: list[tuple[str, int]]
    lists: list[tuple[str, list[int]]]

    def state(self, names: dict[str, Any]) -> tuple[list[int], list[list[int]]]:
        """v and z from the local names of a generator that waits."""
        block, known = self.pauses[names["here"]]
        # a name that is not there was never stored
        v = [
            known[n] if n in known else names.get(name, 0) if at < 0 else names[name][at]
            for n, (name, at) in enumerate(self.numbers)
        ]
        v[ir.PC] = block
        z = [list(known.get(-1 - n, names.get(name, start))) for n, (name, start) in enumerate(self.lists)]
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

    card = position = chance


class Joined(Exception):
    """A block is reached from several places: it needs a number of its own."""

    def __init__(self, block: int) -> None:
        self.block = block


class GameWriter:
    """Writes games from their start."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        improved = improve.improve(program)
        flow = flow_of(program, improved)
        ending(flow, outcome.results(program))
        self.flow = specialize(flow, program)
        bodies = {name: improved(function.body) for name, function in program.functions.items()}
        self.names = LocalNames(program, self.flow, bodies)
        own = STATEMENTS | self.names.statements | SPECIALIZED
        self.w = Writer(program, False, self.names, EXPRESSIONS | {"call": self.names.call}, own)
        self.spends = any(stmt[0] == "spend" for stmt in trees.trees(program))
        self.roots = [0]
        self.numbered: dict[int, int] = {}
        self.pauses: list[tuple[int, Known]] = []
        self.decisions: list[Decision] = []
        self.standing = 0  # how many blocks stand within the one that is being written, each behind the one before

    # -- the game

    def module(self) -> None:
        """The whole source; blocks that turn out to be reached from several places get a number and all starts anew."""
        while True:
            self.w.lines, self.w.names = [], 0
            try:
                self.whole()
            except Joined as joined:
                self.roots.append(joined.block)
                continue
            break
        heading = (0, repr(f"{self.program.game} for {self.program.players} players, asking for each choice."), -1)
        self.w.lines = [heading, *self.names.before, *self.w.lines]

    def whole(self) -> None:
        """The function, after those that it calls."""
        self.ways, self.joins = shape(self.flow, self.roots)
        self.pauses, self.decisions, self.standing = [], [], 0
        self.numbered = {place: n for n, place in enumerate(self.roots)}
        self.names.used = {}
        self.w.depth = 2
        self.dispatch(0, len(self.roots))
        body, self.w.lines = self.w.lines, []
        self.w.define("def play(game):")
        self.begin()
        self.w.line("while True:")
        self.w.lines += body
        self.w.line("yield None")
        self.w.line("yield payoffs")

    def begin(self) -> None:
        """All numbers and lists as they are at first."""
        self.w.line("at = passes = spent = 0")
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

    # -- places

    def dispatch(self, first: int, last: int) -> None:
        """Goes on at the root number `at`, which is one of first .. last - 1."""
        if last - first == 1:
            self.place(self.roots[first], -1)
            return
        middle = (first + last) // 2
        self.w.line(f"if at < {middle}:")
        with self.w.indented():
            self.dispatch(first, middle)
        self.w.line("else:")
        with self.w.indented():
            self.dispatch(middle, last)

    def place(self, number: int, after: int) -> None:
        """A block and what stands with it; where it goes on at block `after`, the text goes on."""
        self.standing += 1
        if number in self.numbered:
            self.w.line("passes += 1")
            self.w.line(f"if passes > {ir.MOST_PASSES}:")
            self.w.line(f"{INDENT}raise GameError({ENDLESS!r})")
        node = self.program.blocks[self.flow.blocks[number]].node
        if node >= 0:
            self.w.line(f"# {self.program.nodes[node].words}")
        body = self.flow.bodies[number]
        for stmt in body[:-1]:
            self.w.stmt(stmt)
        last = body[-1]
        op = last[0]
        if op == "over":
            self.over(number)
        elif op == "goto":
            self.go(last[1], after)
        else:
            inner = self.joins.get(number, after)
            if op == "branch":
                self.w.line(f"if {self.w.expr(last[1])}:")
                self.arm(last[2], inner)
                self.w.line("else:")
                self.arm(last[3], inner)
            else:
                stop = self.flow.stops[number]
                if stop.pending >= 0:
                    self.w.line(f"seat = {self.w.cards(stop.pending)}[0]")
                self.stop(number, inner)
            if inner != after:
                self.place(inner, after)
        self.standing -= 1

    def over(self, number: int) -> None:
        """Ends the game."""
        self.pause(number, ir.OVER)
        self.w.line("break")

    def pause(self, number: int, block: int) -> None:
        """Says where the generator waits."""
        self.w.line(f"here = {len(self.pauses)}")
        self.pauses.append((block, self.flow.known[number]))

    def arm(self, target: int, after: int) -> None:
        start = len(self.w.lines)
        with self.w.indented():
            self.go(target, after)
            self.fill(start)

    def fill(self, start: int) -> None:
        """Where no statement has been written since that line, one that does nothing."""
        if all(text.startswith("#") for _, text, _ in self.w.lines[start:]):
            self.w.line("pass")

    def go(self, target: int, after: int) -> None:
        """Goes on at another block."""
        if target == after:
            return
        if (self.w.depth > DEEPEST or self.standing > MOST_BEHIND) and target not in self.numbered:
            raise Joined(target)
        if target in self.numbered:
            self.w.line(f"at = {self.numbered[target]}")
            self.w.line("continue")
        elif self.ways[target] == 1 or self.flow.bodies[target] == [["over"]]:
            self.place(target, after)
        else:
            raise Joined(target)

    def stop(self, number: int, after: int) -> None:
        """A decision: every option is listed and one of them taken."""
        stop = self.flow.stops[number]
        for at, choice in enumerate(stop.choices):
            if len(stop.choices) > 1:
                last = at == len(stop.choices) - 1
                self.w.line("else:" if last else f"{'el' if at else ''}if {self.w.expr(stop.stage)} == {at}:")
            with self.w.indented(int(len(stop.choices) > 1)):
                self.decide(number, choice, after)

    def decide(self, number: int, choice: Choice, after: int) -> None:
        """The decision of one seat."""
        self.w.line("passes = spent = 0" if self.spends else "passes = 0")
        self.w.line(f"# {choice.site.words}")
        self.w.line(f"option = {self.asked(number, choice)}")
        for at, way in enumerate(choice.ways):
            last = at == len(choice.ways) - 1
            if not last:
                self.w.line(f"{'el' if at else ''}if option < {way.entry.base + way.entry.count}:")
            elif at:
                self.w.line("else:")
            start = len(self.w.lines)
            with self.w.indented(int(at > 0 or not last)):
                taken(self.w, way.entry, way.apply)
                self.go(way.target, after)
                self.fill(start)

    def offered(self, choice: Choice) -> tuple[list[int], str]:
        """The options if they are always the same, and as text."""
        fixed = [stmt[1] for stmt in choice.options if stmt[0] == "option" and isinstance(stmt[1], int)]
        fixed = fixed if len(fixed) == len(choice.options) else []
        text = repr(tuple(fixed)) if fixed else options(self.w, choice.options)
        if text != "options" and not fixed:
            self.w.line(f"options = {text}")
            text = "options"
        return fixed, text

    def asked(self, number: int, choice: Choice) -> str:
        """One of the options, as the generator is told."""
        fixed, text = self.offered(choice)
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
    "spend": spend("spent"),
    "result": result,
    "shares": lambda w, won: w.line(f"payoffs = {shares_of(w, won)}"),
}


def compile_asking(program: ir.Program) -> Asking:
    """The generator that plays games of a program from their start and asks for the choices."""
    writer = GameWriter(program)
    source, names = made(writer)
    numbers: list[tuple[str, int]] = []
    for name, first, last in writer.names.runs():
        numbers += [(name, at) for at in (range(last - first) if last >= 0 else (-1,))]
    lists = [(name, program.lists[number].start) for number, name in writer.names.lists.items()]
    return Asking(source, names["play"], writer.pauses, numbers, lists)


def made(writer: GameWriter) -> tuple[str, dict[str, Any]]:
    """The source, and what it defines."""
    writer.module()
    program = writer.program
    source, _ = text_of(writer.w.lines)
    names = constants(writer.w) | {"Chance": Chance}
    names |= {"NEW": object.__new__, "Decision": Decision, "SITES": program.sites, "DECISIONS": writer.decisions}
    exec(compile(source, f"<games of {program.ruleset} for {program.players} players>", "exec"), names)
    return source, names
