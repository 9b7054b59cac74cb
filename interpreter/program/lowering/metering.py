"""What may take too long is counted while a game is played: `tick` stands in its loops and functions.

How many steps something may take is estimated from the ranges of numbers and lists. Where that is no great number,
nothing is counted, and the program stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...base import limits
from .. import ir
from .bounds import Ranges
from .expressions import Expressions
from .writer import ProgramWriter, number_of

LONG = 1_000_000_000  # steps that a block, the options of a decision or a function may take uncounted
SHORT = 20  # where steps are counted: those of loops and functions that are not
SPREAD = 1_500  # of so few cards that their square is less, one or two lie in a place; of many up to a quarter
PASSES = 10_000  # of a loop with `until`, which ends at limits.PASSES in any case
QUICK = 8  # items of a range that take as long as a step, where an operation goes through all of them
ROUNDS = 20  # in which is found out what functions are given; each follows one call further
UNKNOWN = 1_000  # items of a list of which nothing is known
WHOLE = frozenset(("range", "cards"))  # lists whose items are counted where an operation goes through all of them
TOO_LONG = f"this takes more than {limits.TICKS:,} steps at once; go through less, or work it out once and remember it"
AT_ONCE = frozenset(("len", "first", "last", "nth"))  # operations that do not


class Metering:
    """Estimates of one program, before anything in it is counted. `lists`: items of registers and list slots."""

    def __init__(self, ranges: Ranges, program: ir.Program) -> None:
        self.ranges, self.program = ranges, program
        self.lists: dict[str | int, int] = {}
        self.called: dict[str, int] = {}  # the steps of each function
        self.listed: dict[str, int] = {}  # the items of what it gives
        self.unknown = 0
        for _ in range(ROUNDS):
            before = dict(self.lists)
            self.follow()
            if self.lists == before:
                break
        self.unknown = UNKNOWN
        self.follow()
        self.listed.clear()

    def follow(self) -> None:
        """Notes how many items lists hold that are stored, named or given to functions, as far as is known by now."""
        self.listed.clear()
        for e in walk([self.program.functions[name].body for name in self.program.functions] + bodies(self.program)):
            if e[0] in ("let", "store"):
                self.note(e[1], e[2])
            elif e[0] == "call":
                for parameter, value in zip(self.program.functions[e[1]].params, e[2:], strict=True):
                    self.note(parameter, value)

    # -- how many

    def items(self, e: ir.Expr) -> int:
        """How many items a list may have."""
        if not isinstance(e, list):
            return self.lists.get(e, self.unknown)
        match e:
            case ["let", _, _, body]:
                return self.items(body)
            case ["if", _, a, b]:
                return max(self.items(a), self.items(b))
            case ["items", *parts]:
                return len(parts)
            case ["range", a, b]:
                low, high = self.ranges.bounds(a), self.ranges.bounds(b)
                return max(0, min(limits.RANGE, high[1] - low[0] + 1)) if low and high else UNKNOWN
            case ["map" | "filter" | "best" | "by", _, source, _]:
                return self.items(source)
            case ["gather", _, source, body]:
                return self.items(source) * self.items(body)
            case ["join", a, b]:
                return self.items(a) + self.items(b)
            case ["splits", *_]:
                return limits.SHARES
            case ["row", name, _]:
                return max(map(len, self.program.tables[name]), default=0)
            case ["call", name, *_]:
                if name not in self.listed:
                    self.listed[name] = self.items(self.program.functions[name].body)
                return self.listed[name]
            case ["cards" | "groups", z]:
                return self.cards(z)
            case ["group", _]:
                return self.cards("")
        return self.items(e[1]) if ir.SAME_ITEMS.get(e[0]) == 1 else UNKNOWN

    def cards(self, z: ir.Expr) -> int:
        """How many cards a zone may have, or items another list of the state."""
        low, high = self.ranges.bounds(z) or (0, 0)
        lists = self.program.lists[low : high + 1] if low > 0 else self.program.lists[: self.program.zones]
        if low >= self.program.zones:
            return max(self.lists.get(n, UNKNOWN) for n in range(low, high + 1))
        kinds = {slot.component for slot in lists}
        cards = sum(card.component in kinds for card in self.program.cards)
        return min(-(-cards // 4), max(2, cards * cards // SPREAD))

    def note(self, register: str | int, value: ir.Expr) -> None:
        """Remembers how many items a register or list slot may hold."""
        if isinstance(value, list | str):
            self.lists[register] = max(self.items(value), self.lists.get(register, 0))

    def steps(self, e: ir.Expr) -> int:
        """How many operations an expression may take."""
        if not isinstance(e, list) or not e:
            return 0
        op = e[0]
        if op == "call":
            return self.function(e[1]) + sum(map(self.steps, e[2:]))
        if op in ir.LOOPS:
            return 1 + self.steps(e[2]) + self.items(e[2]) * (1 + self.steps(e[3]))
        parts = list(map(self.steps, e[2:] if op in ir.NAMED else e[1:]))
        if op == "if":
            return 1 + parts[0] + max(parts[1:])
        return 1 + sum(parts) + (self.items(e) // QUICK if op == "range" else 0)

    def function(self, name: str) -> int:
        """The same of a call."""
        if name not in self.called:
            self.called[name] = 1 + self.steps(self.program.functions[name].body)
        return self.called[name]

    def done(self, body: list[ir.Stmt]) -> int:
        """The same of statements."""
        total = 0
        for stmt in body:
            match stmt:
                case ["for", _, source, inner]:
                    total += self.steps(source) + self.items(source) * (1 + self.done(inner))
                case ["while", condition, inner, _]:
                    total += PASSES * (1 + self.steps(condition) + self.done(inner))
                case ["if", condition, then, other]:
                    total += 1 + self.steps(condition) + max(self.done(then), self.done(other))
                case _:
                    total += 1 + sum(map(self.steps, stmt[1:]))
        return total

    # -- counted

    def counted(self, e: ir.Expr, message: int, within: str = "") -> ir.Expr:
        """The expression, part of the operation `within`, with what may be long in it counted."""
        if not isinstance(e, list) or not e:
            return e
        op = e[0]
        if op in ir.LOOPS:
            body = self.counted(e[3], message)
            if self.items(e[2]) * (1 + self.steps(e[3])) > SHORT:
                body = ["tick", body, message]
            return [op, e[1], self.counted(e[2], message, op), body, *e[4:]]
        if op in WHOLE and within not in ir.LOOPS | AT_ONCE and (op, within) != ("range", "in"):
            return ["tick", e, message] if self.items(e) > SHORT else e
        return [op, *(self.counted(part, message, op) for part in e[1:])]

    def statements(self, body: list[ir.Stmt], message: int) -> list[ir.Stmt]:
        """The same of statements."""
        found: list[ir.Stmt] = []
        for stmt in body:
            match stmt:
                case ["for", register, source, inner]:
                    long = self.items(source) * (1 + self.done(inner)) > SHORT
                    passes = [["tick", message]] * long + self.statements(inner, message)
                    found.append(["for", register, self.counted(source, message, "map"), passes])
                case ["while", condition, inner, guard]:
                    passes = [["tick", message], *self.statements(inner, message)]
                    found.append(["while", self.counted(condition, message), passes, guard])
                case ["if", condition, *arms]:
                    both = (self.statements(arm, message) for arm in arms)
                    found.append(["if", self.counted(condition, message), *both])
                case ["emit", *_]:
                    found.append(stmt)  # worked out only where there is a log
                case _:
                    found.append([stmt[0], *(self.counted(part, message, stmt[0]) for part in stmt[1:])])
        return found


def meter(program: ir.Program, expressions: Expressions) -> None:
    """Writes `tick` into the parts of a program that may take long, and into the functions that they call."""
    metering, writer = Metering(expressions.ranges, program), expressions.writer
    tests = [test for site in program.sites for entry in site.entries for test in entry.tests]
    long = [body for body in bodies(program) if metering.done(body) > LONG]
    long_tests = [test for test in tests if metering.steps(test.expr) > LONG]
    called = {name for name in program.functions if metering.function(name) > LONG}
    if not (long or long_tests or called):
        return
    waiting = [*long, *(test.expr for test in long_tests), *(program.functions[name].body for name in called)]
    called |= called_in(waiting, program)
    message = number_of(TOO_LONG, writer.messages)
    made = {
        name: metered_function(metering, writer, name)
        for name in program.functions
        if name in called and metering.function(name) > SHORT
    }
    done = [metering.statements(body, message) for body in long]
    tested = [metering.counted(test.expr, message) for test in long_tests]
    for body, found in zip(long, done, strict=True):
        body[:] = found
    for test, condition in zip(long_tests, tested, strict=True):
        test.expr = condition
    for name, body in made.items():
        program.functions[name].body = body


def bodies(program: ir.Program) -> list[list[ir.Stmt]]:
    """All statements: of blocks, options, and what taking an option does."""
    taken = [entry.apply for site in program.sites for entry in site.entries]
    return [block.body for block in program.blocks] + [site.options for site in program.sites] + taken


def walk(waiting: list[ir.Expr]) -> Iterator[ir.Expr]:
    """Every statement and expression in some of them."""
    while waiting:
        e = waiting.pop()
        if isinstance(e, list) and e:
            if isinstance(e[0], str):
                yield e
            waiting += e


def metered_function(metering: Metering, writer: ProgramWriter, name: str) -> ir.Expr:
    """The body of a function, each call of which counts."""
    place = writer.places.get(name)
    message = writer.message(f"{name}: {TOO_LONG}", place) if place else number_of(TOO_LONG, writer.messages)
    return ["tick", metering.counted(writer.functions[name].body, message), message]


def called_in(waiting: list[ir.Expr], program: ir.Program) -> set[str]:
    """The functions that are called in these, also by each other."""
    found: set[str] = set()
    for e in walk(waiting):
        if e[0] == "call" and e[1] not in found:
            found.add(e[1])
            waiting.append(program.functions[e[1]].body)
    return found
