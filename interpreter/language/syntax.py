"""Syntax trees of the expression language: plain dataclasses, each with the place it was written at."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..base.diagnostics import Span
from ..reading.nodes import Scalar


@dataclass(slots=True, frozen=True, eq=False)
class Pos:
    """Characters start..end of a YAML scalar."""

    scalar: Scalar
    start: int
    end: int

    @property
    def span(self) -> Span:
        """The same characters as a place in the file."""
        return self.scalar.span_of(self.start, max(1, self.end - self.start))

    @property
    def text(self) -> str:
        """The characters themselves."""
        return self.scalar.text[self.start : self.end]


@dataclass(slots=True)
class Number:
    pos: Pos
    value: int


@dataclass(slots=True)
class Text:
    pos: Pos
    value: str


@dataclass(slots=True)
class Truth:
    pos: Pos
    value: bool


@dataclass(slots=True)
class Nothing:
    """The word `none`."""

    pos: Pos


@dataclass(slots=True)
class Name:
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
    pos: Pos
    name: str
    args: list[Expr]


@dataclass(slots=True)
class Unary:
    """op: `not` or `-`."""

    pos: Pos
    op: str
    value: Expr


@dataclass(slots=True)
class Binary:
    """op: + - * mod and or, `..`, `or else`, in, `not in`, from, after, `/up`, `/down`, `/`."""

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
    pos: Pos
    condition: Expr
    then: Expr
    otherwise: Expr


@dataclass(slots=True)
class ListOf:
    pos: Pos
    items: list[Expr]


@dataclass(slots=True)
class Binder:
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
    """`function(value for choice)` or `function(choice)`."""

    pos: Pos
    function: str
    choice: Choice
    value: Expr | None = None


Expr = Number | Text | Truth | Nothing | Name | Field | Call | Unary | Binary | Compare | If | ListOf | Aggregate


@dataclass(slots=True)
class Amount:
    """kind: `all`, `up to` or `exactly`; value is None for `all`."""

    pos: Pos
    kind: str
    value: Expr | None


@dataclass(slots=True)
class TypeText:
    """kind: `maybe`, `zone`, `pile` or `plain`; name for the first three, expr for the last."""

    pos: Pos
    kind: str
    name: str = ""
    expr: Expr | None = None


@dataclass(slots=True)
class Param:
    """`type` is "" where the parameter is called like its type."""

    pos: Pos
    name: str
    type: str


@dataclass(slots=True)
class Signature:
    pos: Pos
    name: str
    params: list[Param] = field(default_factory=list)


@dataclass(slots=True)
class Ranking:
    pos: Pos
    most: bool
    value: Expr


@dataclass(slots=True)
class Position:
    """kind: top, bottom, random, below or `random below`; depth for the last two."""

    pos: Pos
    kind: str
    depth: Expr | None = None


def with_index(expr: Expr, name: str) -> Expr:
    """A name such as card.cost with a last index that it lacks: card.cost(gem)."""
    assert isinstance(expr, Name | Field | Call)
    about: Expr = Name(expr.pos, name)
    if isinstance(expr, Field):
        return Field(expr.pos, expr.target, expr.name, [*expr.args, about])
    return Call(expr.pos, expr.name, [*(expr.args if isinstance(expr, Call) else []), about])
