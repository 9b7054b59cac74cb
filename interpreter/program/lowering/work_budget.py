"""Count the steps of evaluating expressions where they may be many: a game may do only so many without a decision.

A step is one operation, or one item of a list that is gone through. How many a loop takes is worked out before it from
the lengths of what it goes through, never more than a moment's work itself, and is `spent` like cards moved and shown:
so the same game stops at the same place everywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, reduce
from typing import Any, TypeVar

from ...base import limits
from ...base.diagnostics import Span
from .. import ir
from ..circles import in_circles
from ..fold import make
from ..trees import reads, size, walk
from .bounds import Ranges
from .writer import ProgramWriter

Counted = TypeVar("Counted")
Found = TypeVar("Found")
TOO_LONG = f"this takes more than {limits.STEPS:,} steps to work out"
FEW = 10_000  # the most steps that are not counted
SHORT = 200  # nor counted part by part
ORDINARY = 200  # the length of an ordinary list, such as a deck, whose traversal is not counted
EACH = limits.STEPS // limits.CHANGES  # steps that count as one change
WHOLE = limits.STEPS + EACH
LARGE = 200  # the most parts of an expression that counts another's steps


def count_work(program: ir.Program, ranges: Ranges, writer: ProgramWriter) -> None:
    """Add `spend` to blocks that may take long; other long expressions fail by themselves."""
    work = Work(program, ranges)
    again = in_circles({block.number: block.body for block in program.blocks})
    most = [work.most_done(block.body, ORDINARY) for block in program.blocks]
    once = sum(done for block, done in zip(program.blocks, most, strict=True) if block.number not in again)
    for block, done in zip(program.blocks, most, strict=True):
        often = block.number in again or loops(block.body)
        if done > FEW and (often or once > limits.STEPS):
            block.body = work.count_work(block.body)
        elif work.most_done(block.body) > (FEW if often else limits.STEPS):  # short lists, but again and again
            block.body = work.exact(work.count_work, block.body) or block.body
    for site in program.sites:
        node = program.nodes[site.node] if site.node >= 0 else None
        span = Span(node.file, node.line, 1, node.line, 1) if node else writer.whole
        steps: ir.Expr | None = None
        if work.most_done(site.options, ORDINARY) > limits.STEPS:
            steps = work.steps_of(site.options)
        elif work.most_done(site.options) > limits.STEPS:
            steps = work.exact(work.steps_of, site.options)
        if steps is not None:
            too_long = ["gt", steps, limits.STEPS]
            site.options = [["if", too_long, [["fail", writer.message(TOO_LONG, span)]], []], *site.options]
        site.seat = work.guard(site.seat, TOO_LONG, writer, span)
    judges = {program.score, program.payoff, *(name for name, _ in program.ranking + program.invariants)}
    for function in (program.functions[name] for name in sorted(judges & program.functions.keys())):
        function.body = work.guard(function.body, f"{function.name}: {TOO_LONG}", writer, writer.whole)


class Work:
    """Counts the steps that a program's expressions take. `rough`: a count so far is only an upper bound."""

    def __init__(self, program: ir.Program, ranges: Ranges) -> None:
        self.program, self.ranges, self.rough = program, ranges, False
        self.roughly: set[str] = set()  # definitions for which that holds
        self.called: dict[tuple[str, int], int] = {}  # of each definition
        self.known: dict[tuple[int, int], tuple[list[Any], int]] = {}  # of expressions by their ids, and these

    def most(self, e: ir.Expr, ordinary: int = 0) -> int:
        """The most steps that an expression takes, at most WHOLE. A list of `ordinary` items or fewer counts as one."""
        if not isinstance(e, list):
            return 0
        if (id(e), ordinary) not in self.known:
            self.known[id(e), ordinary] = e, self.most_in(e, ordinary)
        return self.known[id(e), ordinary][1]

    def most_in(self, e: list[Any], ordinary: int) -> int:
        """Compute `most` of an expression, without the cache."""
        if not e or not isinstance(e[0], str):
            return min(WHOLE, sum(self.most(part, ordinary) for part in e))
        if e[0] == "call" and (e[1], ordinary) not in self.called:
            self.called[e[1], ordinary] = self.most(self.program.functions[e[1]].body, ordinary)
        known = self.called[e[1], ordinary] if e[0] == "call" else 0
        if e[0] in ir.LOOPS:
            return min(
                WHOLE, 1 + self.most(e[2], ordinary) + self.passes(e[2], ordinary) * (1 + self.most(e[3], ordinary))
            )
        items = sum(self.passes(listed, ordinary) for listed in looped_lists(e))
        return min(WHOLE, 1 + known + items + sum(self.most(part, ordinary) for part in e[1:]))

    def passes(self, source: ir.Expr, ordinary: int) -> int:
        """The greatest length of a list; 1 if it is no longer than `ordinary`."""
        most = self.ranges.most_items(source)
        if ordinary:
            # lists seldom hold a thing twice, and those without bounds hold cards
            known = (
                self.ranges.writer.ranges.get(source) if isinstance(source, str) else self.ranges.item_bounds(source)
            )
            most = min(most, known[1] - known[0] + 1 if known else len(self.program.cards))
        return most if most > ordinary else 1

    def exact(self, count: Callable[[Counted], Found], of: Counted) -> Found | None:
        """Apply a count; None if its result is only an upper bound."""
        functions, self.rough = self.program.functions, False
        before, found = {*functions}, count(of)
        if not self.rough:
            return found
        for name in functions.keys() - before:
            del functions[name]
        return None

    def roughly_most(self, e: ir.Expr) -> int:
        """The most steps of an expression, in place of a formula that would take too long to evaluate."""
        self.rough = True
        return self.most(e)

    def steps(self, e: ir.Expr) -> ir.Expr:
        """An expression for the steps it takes now, at most; it fails only where `e` would."""
        most = self.most(e)
        if most <= SHORT:
            return most
        match e:
            case ["let", register, value, body]:
                found = self.steps(body)
                if reads(found, {register}):
                    found = ["let", register, value, found] if self.most(value) <= SHORT else self.roughly_most(body)
                found = total([1, self.steps(value), found])
            case ["call", name, *arguments]:
                found = total([1, *map(self.steps, arguments), self.inside(name, arguments)])
            case ["if", condition, yes, no]:
                found = self.unless_long(condition, self.steps(yes), self.steps(no))
            case ["and" | "or", first, *others]:
                rest = self.steps([e[0], *others]) if len(others) > 1 else self.steps(others[0])
                found = self.unless_long(first, *((rest, 0) if e[0] == "and" else (0, rest)))
            case [op, register, source, body, *_] if op in ir.LOOPS:
                found = self.loop(register, source, self.steps(body), self.most(body))
            case _:
                lengths = [self.length(listed) for listed in looped_lists(e)]
                found = total([1, *lengths, *map(self.steps, e[1:])])
        return least(found) if size(found) <= LARGE else self.roughly_most(e)

    def inside(self, name: str, arguments: list[ir.Expr]) -> ir.Expr:
        """The steps of a definition's body: a call of a counting function, if they depend on state or arguments."""
        functions, counting = self.program.functions, f"steps of {name}"
        if counting not in functions:
            before, self.rough = self.rough, False
            functions[counting] = ir.Function(counting, functions[name].params, self.steps(functions[name].body))
            self.roughly |= {name} if self.rough else set()
            self.rough |= before
        self.rough |= name in self.roughly
        found = functions[counting].body
        if isinstance(found, int):
            return found
        quick = all(self.most(argument) <= SHORT for argument in arguments)
        return ["call", counting, *arguments] if quick else self.roughly_most(functions[name].body)

    def unless_long(self, condition: ir.Expr, yes: ir.Expr, no: ir.Expr) -> ir.Expr:
        """The steps of a conditional; the condition is evaluated for that if it is quick."""
        if self.most(condition) <= SHORT:
            return total([1, self.most(condition), make("if", condition, yes, no)])
        both = [part if isinstance(part, int) else WHOLE for part in (yes, no)]
        self.rough |= WHOLE in both
        return total([1, self.steps(condition), max(both)])

    def loop(self, register: str, source: ir.Expr, each: ir.Expr, most: int) -> ir.Expr:
        """The steps of a loop; if its passes differ, the longer of the first and the last counts for all."""
        passes = self.length(source)
        if reads(each, {register}):
            match source:
                case ["range", low, high] if self.most(low) + self.most(high) <= SHORT:
                    ends = [["let", register, end, each] for end in (low, high)]
                    each = ["if", ["gt", passes, 0], ["most", *ends], 0]
                case _ if self.most(source) <= FEW and self.most(each) <= SHORT:
                    return total([1, self.steps(source), passes, ["sum", ["map", register, source, each]]])
                case _:
                    self.rough, each = True, most
        return total([1, self.steps(source), make("mul", passes, total([1, each]))])

    def length(self, e: ir.Expr) -> ir.Expr:
        """The greatest length of a list, without building it."""
        most = self.ranges.most_items(e)
        if most <= SHORT:
            return most
        match e:
            case str():
                return ["len", e]
            case ["range", low, high] if self.most(low) + self.most(high) <= SHORT:
                return make("most", 0, make("add", make("sub", high, low), 1))
            case ["cards", zone] if self.most(zone) <= SHORT:
                return ["size", zone]
            case ["map", _, source, _]:
                return self.length(source)
            case ["join", a, b]:
                return make("add", self.length(a), self.length(b))
            case ["splits", source, int()] if self.ranges.least_items(source) == self.ranges.most_items(source):
                return most
            case [op, *_] if op in ir.SAME_ITEMS and op not in ("gather", "let"):
                return self.length(e[ir.SAME_ITEMS[op]])
        self.rough = True
        return min(WHOLE, most)

    # -- statements

    def most_done(self, body: list[ir.Stmt], ordinary: int = 0) -> int:
        """The most steps that statements take; for a `while`, those of one pass."""
        done = 0
        for stmt in body:
            match stmt:
                case ["if", condition, yes, no]:
                    inner = max(self.most_done(yes, ordinary), self.most_done(no, ordinary))
                    done += 1 + self.most(condition, ordinary) + inner
                case ["for", _, source, inner]:
                    each = 1 + self.most_done(inner, ordinary)
                    done += self.most(source, ordinary) + self.passes(source, ordinary) * each
                case ["while", condition, inner, _]:
                    done += 1 + self.most(condition, ordinary) + self.most_done(inner, ordinary)
                case _:
                    done += 1 + sum(self.most(part, ordinary) for part in stmt[1:])
        return min(WHOLE, done)

    def count_work(self, body: list[ir.Stmt]) -> list[ir.Stmt]:
        """The statements, with `spend` before those that may take long."""
        found: list[ir.Stmt] = []
        for stmt in body:
            match stmt:
                case ["spend", _]:
                    found.append(stmt)
                case ["if", condition, yes, no]:
                    found += [
                        *spend_steps(self.steps(condition)),
                        ["if", condition, self.count_work(yes), self.count_work(no)],
                    ]
                case ["for", register, source, inner]:
                    passes = make("mul", self.length(source), 1 + self.short(inner))
                    found += [
                        *spend_steps(total([self.steps(source), passes])),
                        ["for", register, source, self.count_work(inner)],
                    ]
                case ["while", condition, inner, message]:
                    again = total([1 + self.short(inner), self.steps(condition)])
                    found.append(["while", condition, [["spend", shares(again)], *self.count_work(inner)], message])
                case _:
                    found += [*spend_steps(total([*map(self.steps, stmt[1:])])), stmt]
        return found

    def short(self, body: list[ir.Stmt]) -> int:
        """The steps of those statements that are not counted one by one."""
        done = 0
        for stmt in body:
            match stmt:
                case ["if", condition, yes, no]:
                    done += 1 + min(SHORT, self.most(condition)) + self.short(yes) + self.short(no)
                case _:
                    done += min(SHORT, self.most_done([stmt]))
        return done

    def steps_of(self, options: list[ir.Stmt]) -> ir.Expr:
        """The steps of listing a decision's options."""
        found: list[ir.Expr] = []
        for stmt in options:
            match stmt:
                case ["if", condition, yes, no]:
                    found.append(self.unless_long(condition, self.steps_of(yes), self.steps_of(no)))
                case ["for", register, source, inner]:
                    found.append(self.loop(register, source, self.steps_of(inner), self.most_done(inner)))
                case _:
                    found += map(self.steps, stmt[1:])
        return total([1, *found])

    def guard(self, e: ir.Expr, text: str, writer: ProgramWriter, span: Span) -> ir.Expr:
        """The expression, failing if it takes too long."""
        if self.most(e) <= limits.STEPS:
            return e
        steps = self.steps(e) if self.most(e, ORDINARY) > limits.STEPS else self.exact(self.steps, e)
        if steps is None:
            return e
        few = ["if", ["gt", steps, limits.STEPS], 0, 1]
        return ["if", ["need", few, 0, writer.message(text, span)], e, ["items"] if is_list(e) else 0]


def looped_lists(e: ir.Expr) -> list[ir.Expr]:
    """The lists that an operation iterates over or builds."""
    if e[0] in ("sum", "min", "max", "len", "nth", "first", "last"):
        return [e[1]] if e[0] in ("sum", "min", "max") else []
    if e[0] == "in":
        return [e[2]]
    return [e] if e[0] in ir.LISTS and e[0] not in ("items", "row", "let", "if", "call") else []


def total(steps: list[ir.Expr]) -> ir.Expr:
    """The sum of these steps, constants first."""
    known = sum(part for part in steps if isinstance(part, int))
    return reduce(partial(make, "add"), [part for part in steps if not isinstance(part, int)], known)


def least(steps: ir.Expr) -> ir.Expr:
    """The steps, capped at WHOLE so that products stay numbers."""
    return steps if isinstance(steps, list) and steps[0] == "least" else make("least", steps, WHOLE)


def shares(steps: ir.Expr) -> ir.Expr:
    """The number of changes that so many steps count as."""
    return steps // EACH if isinstance(steps, int) else ["div_down", least(steps), EACH, 0]


def spend_steps(steps: ir.Expr) -> list[ir.Stmt]:
    """The statement that counts steps, if they may be many."""
    return [] if isinstance(steps, int) and steps <= SHORT else [["spend", shares(steps)]]


def is_list(e: ir.Expr) -> bool:
    """Whether an expression's value is a list."""
    match e:
        case ["let" | "if", _, _, body]:
            return is_list(body)
    return isinstance(e, list) and e[0] in ir.LISTS


def loops(body: list[ir.Stmt]) -> bool:
    """Whether statements contain a `while`."""
    return any(tree[0] == "while" for tree in walk([body]))
