"""Bounds of expressions, from the ranges of slots, tables and registers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from itertools import product

from ...base import limits
from ...base.diagnostics import Span, mistake
from ...check.types import Local, Type
from .. import ir
from .layout import Env, Layout
from .writer import Bounds, ProgramWriter


class Ranges:
    """Bounds of the expressions of one program, and what follows from them."""

    def __init__(self, layout: Layout, writer: ProgramWriter) -> None:
        self.layout, self.writer = layout, writer
        self.steps: dict[str, int] = {}  # of each definition, as far as they are certain
        self.called: dict[str, Bounds | None] = {}  # of each definition, worked out once
        self.listed: dict[str, Bounds | None] = {}  # the same of its items
        self.longest: dict[str, int] = {}  # how many items it may give
        self.there: dict[str, Bounds | None] = {}  # the bounds of registers that may hold none, when they do not

    def bind(self, pairs: Iterable[tuple[Local, ir.Expr]], env: Env, body: Callable[[Env], ir.Expr]) -> ir.Expr:
        """Lower a body in which names stand for values; a value that is not simple is computed once, in a `let`."""
        inner, lets = dict(env), []
        for local, value in pairs:
            if isinstance(value, list) and not (value[0] == "var" and len(value) == 2):
                register = self.writer.register(local.name, self.bounds(value))
                self.there[register] = self.present(value)
                lets.append((register, value))
                value = register
            inner[local] = value
        found = body(inner)
        for register, value in reversed(lets):
            found = ["let", register, value, found]
        return found

    def bounds(self, e: ir.Expr) -> Bounds | None:
        """The smallest and greatest value of a number expression, None if unknown."""
        if isinstance(e, int):
            return e, e
        if isinstance(e, str):
            return self.writer.ranges.get(e)
        op = e[0]
        if op in ir.TRUTHS:
            return 0, 1
        if op in ir.ARITHMETIC:
            return arithmetic_bounds(op, [self.bounds(x) for x in e[1:3]] if op != "neg" else [self.bounds(e[1])])
        if op in ("first", "last", "nth", "min", "max"):
            return self.item_bounds(e[1])
        if op == "let":
            return self.bounds(e[3])
        if op == "if":
            asked = e[1][:1] == ["eq"] and e[1][1] == e[3] if isinstance(e[1], list) else False
            return hull(self.bounds(e[2]), (self.present(e[3]) if asked else None) or self.bounds(e[3]))
        if op in ("within", "need", "sum"):
            return self.checked_bounds(e)
        return self.state_bounds(e)

    def state_bounds(self, e: ir.Expr) -> Bounds | None:
        """Bounds of an expression that reads the state, a table or a function."""
        op = e[0]
        if op == "var":
            return self.layout.ints[e[1]].low, self.layout.ints[e[1]].high
        if op == "size":
            return 0, self.most_items(["cards", e[1]])
        if op in ("count", "len"):
            return 0, self.most_items(e[1] if op == "len" else e[2])
        if op in ("top", "bottom"):
            return -1, len(self.layout.cards) - 1
        if op in ("table", "cell"):
            cells = [c for c in self.layout.tables[e[1]] if c != ir.NO_NUMBER]
            return (min(cells), max(cells)) if cells else None
        return self.of_call(self.called, self.bounds, e[1]) if op == "call" else None

    def of_call(
        self, known: dict[str, Bounds | None], find: Callable[[ir.Expr], Bounds | None], name: str
    ) -> Bounds | None:
        """Apply `find` to the body of a definition, once it has been lowered; `known` caches the results."""
        body = self.writer.functions[name].body
        if name not in known and body != 0:
            known[name] = find(body)
        return known.get(name)

    def checked_bounds(self, e: ir.Expr) -> Bounds | None:
        """Bounds of a tested value (`need`, `within`, `except`) or of a sum."""
        if e[0] == "sum":
            inner, most = self.item_bounds(e[1]), self.most_items(e[1])
            return (min(0, inner[0] * most), max(0, inner[1] * most)) if inner else None
        known = self.bounds(e[1])
        if e[0] == "need" and (there := self.present(e[1])) is not None:
            return there
        if e[0] == "within":
            return (max(known[0], e[2]), min(known[1], e[3])) if known else (e[2], e[3])
        return (known[0] + (known[0] == e[2]), known[1]) if known else None

    def present(self, e: ir.Expr) -> Bounds | None:
        """Bounds of a number where it is not none; None if unknown."""
        if isinstance(e, str):
            return self.there.get(e)
        return self.layout.present.get(e[1]) if isinstance(e, list) and e[0] == "var" else None

    def bounds_of_items(self, e: ir.Expr, kind: Type) -> Bounds | None:
        """Bounds of a value; for a list, of its items."""
        return self.item_bounds(e) if kind.kind == "list" else self.bounds(e)

    def item_bounds(self, e: ir.Expr) -> Bounds | None:
        """Bounds of the items of a list expression."""
        if not isinstance(e, list):
            return None
        op = e[0]
        if op in ir.SAME_ITEMS:
            return self.item_bounds(e[ir.SAME_ITEMS[op]])
        if op == "items":
            flat = [x for x in e[1:] if not isinstance(x, list) or x[0] not in ("items", "sorted")]
            return reduce(hull, map(self.bounds, flat)) if flat and len(flat) == len(e) - 1 else None
        if op == "range":
            low, high = self.bounds(e[1]), self.bounds(e[2])
            return (low[0], max(low[0], high[1])) if low and high else None
        if op == "cards" and (lists := self.bounds(e[1])) and lists[0] >= self.layout.zones:
            return reduce(hull, map(self.layout.contents.get, range(lists[0], lists[1] + 1)))
        if op in ("cards", "group"):
            return 0, max(0, len(self.layout.cards) - 1)
        if op == "groups":
            least, most = self.bounds(e[1]) or (1, self.layout.zones - 1)
            return least * ir.GROUP, (most + 1) * ir.GROUP - 1
        if op == "map":
            return self.bounds(e[3])
        if op == "row":
            found = [item for row in self.layout.tables[e[1]] for item in row or []]
            return (min(found), max(found)) if found else None
        if op == "call" and len(e) == 2:
            return self.of_call(self.listed, self.item_bounds, e[1])
        if op in ("join", "if"):
            a, b = (e[1], e[2]) if op == "join" else (e[2], e[3])
            return hull(self.item_bounds(a), self.item_bounds(b))
        return None

    def most_items(self, e: ir.Expr) -> int:
        """The greatest possible length of a list expression."""
        cards, tables = len(self.layout.cards), self.layout.tables
        match e:
            case ["items", *parts]:
                return len(parts)
            case ["range", low, high]:
                known = self.bounds(["sub", high, low])
                return max(0, known[1] + 1) if known else limits.RANGE
            case ["cards", zone] if self.is_zone(zone):
                return cards
            case ["groups" | "group", _]:
                return cards
            case ["if", _, a, b]:
                return max(self.most_items(a), self.most_items(b))
            case ["join", a, b]:
                return self.most_items(a) + self.most_items(b)
            case ["row", name, _]:
                return max((len(row or []) for row in tables[name]), default=0)
            case ["call", name, *_] if (body := self.writer.functions[name].body) != 0:
                if name not in self.longest:
                    self.longest[name] = self.most_items(body)
                return self.longest[name]
            case ["splits", source, heaps]:
                numbers = min(self.most_items(source), limits.SHARES.bit_length())
                ways: int = (heaps if isinstance(heaps, int) else limits.HEAPS) ** numbers
                return min(limits.SHARES, ways)
            case ["map", _, source, _]:
                return self.most_items(source)
            case ["gather", _, source, ["cards", zone]] if self.has_no_duplicates(source) and self.is_zone(zone):
                return cards
            case ["gather", _, source, body]:
                return self.most_items(source) * self.most_items(body)
            case [op, *_] if op in ir.SAME_ITEMS:
                return self.most_items(e[ir.SAME_ITEMS[op]])
        return cards + 1000

    def is_zone(self, e: ir.Expr) -> bool:
        """Whether this is certainly the number of a zone, not of another list."""
        known = self.bounds(e)
        return known is not None and known[1] < self.layout.zones

    def has_no_duplicates(self, e: ir.Expr) -> bool:
        """Whether a list certainly holds no item twice."""
        match e:
            case ["range" | "distinct", *_]:
                return True
            case ["items", *parts]:
                return all(isinstance(part, int) for part in parts) and len({*parts}) == len(parts)
            case ["map", register, source, ["add", int(), inner] | ["add", inner, int()]]:
                return inner == register and self.has_no_duplicates(source)
            case ["cards", zone]:
                return self.is_zone(zone)
            case ["gather", register, source, ["cards", ["add", int(), inner] | ["add", inner, int()] as zone]]:
                return inner == register and self.has_no_duplicates(source) and self.is_zone(zone)
            case ["join", one, other]:
                return self.has_no_duplicates(one) and self.has_no_duplicates(other) and self.are_disjoint(one, other)
            case [op, *_] if op in ir.SAME_ITEMS and op not in ("gather", "let"):
                return self.has_no_duplicates(e[ir.SAME_ITEMS[op]])
        return False

    def are_disjoint(self, one: ir.Expr, other: ir.Expr) -> bool:
        """Whether two lists certainly hold cards of different zones."""
        zones = [self.bounds(e[1]) for e in (one, other) if isinstance(e, list) and e[0] == "cards"]
        first, *second = sorted(zone for zone in zones if zone is not None) or [(0, 0)]
        return bool(second) and first[1] < second[0][0]

    # -- what is certain to take long

    def least_items(self, e: ir.Expr) -> int:
        """A lower bound of the length of a list."""
        match e:
            case ["range", low, high]:
                known = self.bounds(["sub", high, low])
                return max(0, known[0] + 1) if known else 0
            case ["items", *parts]:
                return len(parts)
            case ["map" | "by", _, source, _]:
                return self.least_items(source)
            case ["gather", _, source, body]:
                return self.least_items(source) * self.least_items(body)
        return 0

    def least_steps(self, e: ir.Expr) -> int:
        """A lower bound of the operations needed to evaluate an expression."""
        if not isinstance(e, list):
            return 0
        op, parts = e[0], [self.least_steps(x) for x in e[1:]]
        match op:
            case "call":
                if e[1] not in self.steps:
                    self.steps[e[1]] = self.least_steps(self.writer.functions[e[1]].body)
                return 1 + self.steps[e[1]] + sum(parts)
            case "and" | "or":
                return 1 + parts[0]
            case "if":
                return 1 + parts[0] + min(parts[1:])
            case "map" | "filter" | "gather" | "count" | "best" | "by" | "any" | "every":
                passes = min(self.least_items(e[2]), 1 if op in ("any", "every") else limits.STEPS)
                return 1 + parts[1] + passes * (1 + parts[2])
        return 1 + sum(parts)

    def least_done(self, body: list[ir.Stmt]) -> int:
        """A lower bound of the operations that statements need."""
        done = 0
        for stmt in body:
            match stmt:
                case ["for", _, source, inner]:
                    done += self.least_steps(source) + self.least_items(source) * (1 + self.least_done(inner))
                case ["if", condition, then, other]:
                    done += 1 + self.least_steps(condition) + min(self.least_done(then), self.least_done(other))
                case ["while", *_]:
                    done += 1
                case _:
                    done += 1 + sum(map(self.least_steps, stmt[1:]))
        return done

    def refuse_too_long(self, steps: int, text: str, span: Span) -> None:
        """Raise RulesetError if something takes more steps than a game may do at once."""
        if steps > limits.STEPS:
            hint = "go through less at once, or work it out once and remember it"
            raise mistake("too-large", f"{text} takes more than {limits.STEPS:,} steps", span, hint=hint)


def arithmetic_bounds(op: str, args: list[Bounds | None]) -> Bounds | None:
    """Bounds of an arithmetic operation: least and greatest where its parts are, except for a remainder."""
    known = [bounds for bounds in args if bounds is not None]
    if len(known) < len(args) or (op in ir.DIVISIONS and known[1][0] <= 0):
        return None
    if op == "mod":
        return 0, known[1][1] - 1
    corners = [ir.FOLD[op](*values) for values in product(*known)]
    return min(corners), max(corners)


def hull(a: Bounds | None, b: Bounds | None) -> Bounds | None:
    """The smallest bounds that contain both; None if one is unknown."""
    return (min(a[0], b[0]), max(a[1], b[1])) if a and b else None
