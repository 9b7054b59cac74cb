"""Syntax trees of expressions: plain dataclasses, each with its place."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..base.diagnostics import Span
from ..reading.nodes import Scalar


@dataclass(slots=True, frozen=True, eq=False)
class Pos:
    """The place of an expression: characters start..end of a YAML scalar."""

    scalar: Scalar
    start: int
    end: int

    @property
    def span(self) -> Span:
        """The place in the file."""
        return self.scalar.span_of(self.start, max(1, self.end - self.start))

    @property
    def text(self) -> str:
        """The characters themselves."""
        return self.scalar.text[self.start : self.end]


@dataclass(slots=True)
class Number:
    """A whole number."""

    pos: Pos
    value: int


@dataclass(slots=True)
class Text:
    """A text in quotes."""

    pos: Pos
    value: str


@dataclass(slots=True)
class Truth:
    """`true` or `false`."""

    pos: Pos
    value: bool


@dataclass(slots=True)
class Nothing:
    """The word `none`."""

    pos: Pos


@dataclass(slots=True)
class Name:
    """A single name."""

    pos: Pos
    name: str


@dataclass(slots=True)
class Field:
    """`target.name` or `target.name(args)`: means name(target, args)."""

    pos: Pos
    target: Expr
    name: str
    args: list[Expr]


@dataclass(slots=True)
class Call:
    """A call: `name(args)`."""

    pos: Pos
    name: str
    args: list[Expr]


@dataclass(slots=True)
class Unary:
    """A unary operation. op: `not` or `-`."""

    pos: Pos
    op: str
    value: Expr


@dataclass(slots=True)
class Binary:
    """A binary operation. op: + - * mod and or, `..`, `or else`, in, `not in`, from, after, `/up`, `/down`, `/`."""

    pos: Pos
    op: str
    left: Expr
    right: Expr


@dataclass(slots=True)
class Compare:
    """A chain: items[0] ops[0] items[1] ops[1] ..."""

    pos: Pos
    ops: list[str]
    items: list[Expr]


@dataclass(slots=True)
class If:
    """An expression `if condition then value else other`."""

    pos: Pos
    condition: Expr
    then: Expr
    otherwise: Expr


@dataclass(slots=True)
class ListOf:
    """A list in brackets."""

    pos: Pos
    items: list[Expr]


@dataclass(slots=True)
class Binder:
    """A name with the list it is chosen from."""

    pos: Pos
    name: str
    source: Expr


@dataclass(slots=True)
class Choice:
    """`a in A, b in B where TEST with most KEY by ORDER if TEST`: where the last test fails there is no such choice."""

    pos: Pos
    binders: list[Binder]
    where: Expr | None = None
    best: Expr | None = None
    most: bool = True
    order: Expr | None = None
    condition: Expr | None = None


@dataclass(slots=True)
class Aggregate:
    """An aggregate over a choice: `function(value for choice)` or `function(choice)`."""

    pos: Pos
    function: str
    choice: Choice
    value: Expr | None = None


Expr = Number | Text | Truth | Nothing | Name | Field | Call | Unary | Binary | Compare | If | ListOf | Aggregate


@dataclass(slots=True)
class Amount:
    """An amount. kind: `all`, `up to` or `exactly`; value is None for `all`."""

    pos: Pos
    kind: str
    value: Expr | None


@dataclass(slots=True)
class TypeText:
    """A written type. kind: `maybe`, `zone`, `pile` or `plain`; name for the first three, expr for the last."""

    pos: Pos
    kind: str
    name: str = ""
    expr: Expr | None = None


@dataclass(slots=True)
class Param:
    """A parameter; `type` is "" if it is called like its type."""

    pos: Pos
    name: str
    type: str


@dataclass(slots=True)
class Signature:
    """A declared name with its parameters."""

    pos: Pos
    name: str
    params: list[Param] = field(default_factory=list)


@dataclass(slots=True)
class Ranking:
    """One line of `winner`: an expression, and whether the most or the least is best."""

    pos: Pos
    most: bool
    value: Expr


@dataclass(slots=True)
class Position:
    """A position in a pile. kind: top, bottom, random, below or `random below`; depth for the last two."""

    pos: Pos
    kind: str
    depth: Expr | None = None


def with_index(expr: Expr, name: str) -> Expr:
    """A name such as card.cost with its missing last index: card.cost(gem)."""
    assert isinstance(expr, Name | Field | Call)
    about: Expr = Name(expr.pos, name)
    if isinstance(expr, Field):
        return Field(expr.pos, expr.target, expr.name, [*expr.args, about])
    return Call(expr.pos, expr.name, [*(expr.args if isinstance(expr, Call) else []), about])
