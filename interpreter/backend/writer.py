"""A writer of Python source: lines with indentation, expressions as text, a table of writers for operations."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from typing import Protocol

from ..program import ir, trees
from .passes import constant_lists, folding, hoisting

CONTROL = re.compile(r"[\x00-\x1f]")
INDENT = "    "
LONG_TUPLE = 16
Line = tuple[int, str, int]  # depth, text, node of the step it belongs to
Expression = Callable[..., str]  # of a Writer and an operation's parts: its text
Statement = Callable[..., None]  # the same, writing lines


class Places(Protocol):
    """How generated Python reads the state, and how state reaches functions of runtime.py and of the program."""

    def number(self, w: Writer, base: int, index: ir.Expr) -> str:
        """v[base + index]."""
        ...

    def cards(self, w: Writer, z: ir.Expr) -> str:
        """Python text for a list of the state."""
        ...

    def any_list(self, number: str) -> str:
        """The list whose number is this text."""
        ...

    def call_text(self, w: Writer, name: str, arguments: list[str]) -> str:
        """The text of a call of one of the program's functions."""
        ...

    def any_zone(self, w: Writer, text: str) -> None:
        """Writes a statement that reads or changes zones by their numbers."""
        ...

    def by_chance(self, w: Writer, text: str) -> None:
        """Writes a statement that may draw from the game's stream."""
        ...


class Writer:
    """Writes expressions and statements of one program; `lines` holds what must come before an expression's text.

    `places`: where the state lives; `expressions` and `statements`: how each operation is written; `events`: whether
    those that write the log are written too. known: what the registers hold.
    """

    def __init__(
        self,
        program: ir.Program,
        events: bool,
        places: Places,
        expressions: Mapping[str, Expression],
        statements: Mapping[str, Statement],
    ) -> None:
        self.program, self.events, self.places = program, events, places
        self.expressions, self.statements = expressions, statements
        self.lines: list[Line] = []
        self.depth = 0
        self.node = -1
        self.names = 0
        self.known: dict[str, ir.Expr] = {}
        self.given: dict[tuple[frozenset[str], str], bool] = {}  # of operations and a function, see gives
        self.below: dict[str, int] = {}  # registers that hold a chance result, and how many there were
        self.tables = {name: f"T_{identifier(name)}" for name in program.tables}
        self.functions = {name: f"f_{identifier(name)}" for name in program.functions}

    @cached_property
    def lengths(self) -> dict[int, int]:
        """The lists of constant length, computed at first use, as single expressions hardly need them."""
        return constant_lists.fixed_lengths(self.program)

    # -- lines

    def line(self, text: str) -> None:
        # comments hold a designer's words, in which a line break would begin a line of program
        self.lines.append((self.depth, CONTROL.sub(" ", text), self.node))

    @contextmanager
    def indent(self, levels: int = 1) -> Iterator[None]:
        """Indent what is written inside."""
        depth = self.depth
        self.depth += levels
        yield
        self.depth = depth

    def fresh(self, word: str) -> str:
        """A name that no register has."""
        self.names += 1
        return f"{word}_{self.names}_"

    def apart(self, write: Callable[[], str]) -> tuple[list[Line], str]:
        """Call `write`; return the lines it needs before it, and its text."""
        outer, self.lines = self.lines, []
        try:
            text = write()
            return self.lines, text
        finally:
            self.lines = outer

    def insert(self, lines: list[Line], deeper: int = 0) -> None:
        """Add lines at the current position, indented by `deeper`."""
        self.lines += [(depth + deeper, text, node) for depth, text, node in lines]

    def words(self, message: int) -> str:
        """The text of a message."""
        return self.program.messages[message] if self.program.messages else ""

    def text(self, message: int) -> str:
        """The text of a message as a Python literal."""
        return repr(self.words(message))

    def fail(self, message: str) -> None:
        self.line(f"raise GameError({message}, {self.node})")

    def define(self, header: str) -> None:
        """Begin a function at the outermost level."""
        self.node = -1
        self.depth = 0
        self.line("")
        self.line("")
        self.line(header)
        self.depth = 1

    # -- kinds of values

    def is_list(self, e: ir.Expr) -> bool:
        """Whether an expression's value is a list."""
        return self.gives(ir.LISTS, e)

    def is_truth(self, e: ir.Expr) -> bool:
        """Whether an expression's value in Python may be a bool."""
        return self.gives(ir.TRUTHS, e)

    def gives(self, operations: frozenset[str], e: ir.Expr) -> bool:
        """Whether one of these operations may give an expression's value; cached for each function."""
        if not isinstance(e, list):
            return False
        if e[0] == "call":
            known = operations, e[1]
            if known not in self.given:
                self.given[known] = self.gives(operations, self.program.functions[e[1]].body)
            return self.given[known]
        results = {"if": e[2:], "let": e[3:]}.get(e[0], ())
        return e[0] in operations or any(self.gives(operations, x) for x in results)

    # -- expressions

    def expr(self, e: ir.Expr) -> str:
        """The text of an expression, to be evaluated once, before anything changes."""
        if isinstance(e, int):
            return str(e) if e >= 0 else f"({e})"
        return e if isinstance(e, str) else self.expressions[e[0]](self, *e[1:])

    def cards(self, z: ir.Expr) -> str:
        """The list z[z]."""
        return self.places.cards(self, z)

    def number(self, value: ir.Expr) -> str:
        """The text of an expression whose value must be an int in the state, not a bool."""
        text = self.expr(value)
        return f"+({text})" if self.is_truth(value) else text

    def name_text(self, word: str, text: str) -> str:
        """Assign a text's value to a new variable; return its name."""
        name = self.fresh(word)
        self.line(f"{name} = {text}")
        return name

    def atom(self, e: ir.Expr, word: str = "it") -> str:
        """The text of an expression that may be evaluated several times."""
        text = self.expr(e)
        return text if re.fullmatch(r"\w+|\(-\d+\)", text) else self.name_text(word, text)

    def items(self, e: ir.Expr) -> str:
        """The text of a list to iterate over once."""
        if isinstance(e, list):
            if e[0] == "range":
                if isinstance(e[1], int) and isinstance(e[2], int) and e[2] - e[1] < LONG_TUPLE:
                    return tuple_of([str(n) for n in range(e[1], e[2] + 1)])
                return f"range({self.expr(e[1])}, {self.expr(folding.refold(['add', e[2], 1]))})"
            if e[0] == "items":
                return tuple_of([self.number(x) for x in e[1:]])
        return self.expr(e)

    def own_list(self, e: ir.Expr) -> str:
        """The text of a list that nothing else refers to."""
        if isinstance(e, str) or e[0] == "cards":
            return f"{self.expr(e)}[:]"
        if e[0] == "range":
            if isinstance(e[1], int) and isinstance(e[2], int):
                return repr(list(range(e[1], e[2] + 1)))
            return f"list({self.items(e)})"
        return self.expr(e) if e[0] in ir.FRESH else f"list({self.expr(e)})"

    def keep_list(self, a: ir.Expr) -> str:
        """The text of a list that may be read several times."""
        text = self.items(a)
        return text if re.fullmatch(r"\w+|z\[\d+\]", text) else self.name_text("items", text)

    def value(self, e: ir.Expr) -> str:
        """The text of a number, or of a list that nothing else refers to."""
        return self.own_list(e) if self.is_list(e) else self.number(e)

    def bind(self, register: str, a: ir.Expr, body: ir.Expr) -> ir.Expr:
        """Return the body with a register's value substituted, or assigned to a variable."""
        if isinstance(a, int | str):
            return folding.refold(trees.replace(body, register, a))
        once = trees.uses(body, register) <= 1 and not register.startswith(hoisting.HOISTED)
        if once and trees.is_safe(a, self.program):
            return trees.replace(body, register, a)
        name = self.fresh(re.sub(r"_+\d+$", "", register))
        self.line(f"{name} = {self.value(a)}")
        return trees.replace(body, register, name)

    # -- statements

    def stmt(self, stmt: ir.Stmt) -> None:
        self.statements[stmt[0]](self, *stmt[1:])

    def straight(self, stmts: list[ir.Stmt]) -> None:
        """Write statements in sequence; the current step stays that of before."""
        node = self.node
        for stmt in stmts:
            self.stmt(stmt)
        self.node = node

    def body(self, stmts: list[ir.Stmt]) -> None:
        """Write the statements inside another one, at the current indentation."""
        start = len(self.lines)
        self.straight(stmts)
        if len(self.lines) == start:
            self.line("pass")


def tuple_of(texts: list[str]) -> str:
    """The text of a tuple."""
    return f"({', '.join(texts)}{',' if len(texts) == 1 else ''})"


def identifier(name: str) -> str:
    """A Python identifier made from a name."""
    return re.sub(r"\W", "_", name)
