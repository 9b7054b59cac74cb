"""Expressions: text in a YAML scalar -> syntax tree, with errors in plain words."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, TypeVar

from lark import Lark, Token, Transformer, UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark import __version__ as lark_version
from lark.exceptions import VisitError
from lark.tree import Meta
from lark.visitors import v_args

from ..base.diagnostics import Diagnostic, RulesetError, mistake
from ..reading.load import Scalar
from . import syntax as s

GRAMMAR = Path(__file__).parent / "grammar.lark"
TABLES = Path(__file__).parent / "grammar.tables"
STARTS = ("expr", "choice", "amount", "initial", "type", "signature", "ranking", "position")
PLAIN = frozenset(("expr", "amount", "initial", "type", "signature"))
KEYWORDS = frozenset(
    [
        "all",
        "and",
        "after",
        "below",
        "bottom",
        "by",
        "else",
        "false",
        "for",
        "from",
        "if",
        "in",
        "least",
        "maybe",
        "mod",
        "most",
        "none",
        "not",
        "of",
        "or",
        "pile",
        "random",
        "rounded",
        "then",
        "top",
        "true",
        "up",
        "to",
        "where",
        "with",
        "zone",
    ]
)
MOST_CHARACTERS = 4000
MOST_NESTING = 40
T = TypeVar("T")


@cache
def _lark() -> Lark:
    """The parser: its tables from grammar.tables if they fit this grammar and this lark, else built anew."""
    grammar = GRAMMAR.read_bytes()
    try:
        mark, _, tables = TABLES.read_bytes().partition(b"\n")
        if mark == _mark(grammar):
            return Lark.load(BytesIO(tables))
    except OSError:
        pass
    return built(grammar.decode("utf-8"))


def built(grammar: str) -> Lark:
    """The parser, worked out from the grammar's text."""
    return Lark(grammar, parser="lalr", start=list(STARTS), propagate_positions=True, maybe_placeholders=True)


def _mark(grammar: bytes) -> bytes:
    """What the tables were worked out from."""
    return f"lark {lark_version} {hashlib.sha256(grammar).hexdigest()}".encode()


def write_tables() -> None:
    """Works the tables out and keeps them: building them takes longer than all the rest of a validation."""
    grammar, tables = GRAMMAR.read_bytes(), BytesIO()
    built(grammar.decode("utf-8")).save(tables)
    TABLES.write_bytes(_mark(grammar) + b"\n" + tables.getvalue())


@v_args(meta=True, inline=False)
class _Build(Transformer[Token, Any]):
    def __init__(self, scalar: Scalar) -> None:
        super().__init__()
        self.scalar = scalar

    def _pos(self, meta: Meta) -> s.Pos:
        if meta.empty:
            return s.Pos(self.scalar, 0, len(self.scalar.text))
        return s.Pos(self.scalar, meta.start_pos, meta.end_pos)

    def _token(self, token: Token) -> s.Pos:
        return s.Pos(self.scalar, token.start_pos or 0, token.end_pos or 0)

    def number(self, meta: Meta, c: list[Any]) -> s.Number:
        return s.Number(self._pos(meta), int(c[0]))

    def text(self, meta: Meta, c: list[Any]) -> s.Text:
        return s.Text(self._pos(meta), c[0][1:-1])

    def true(self, meta: Meta, c: list[Any]) -> s.Truth:
        return s.Truth(self._pos(meta), True)

    def false(self, meta: Meta, c: list[Any]) -> s.Truth:
        return s.Truth(self._pos(meta), False)

    def none(self, meta: Meta, c: list[Any]) -> s.Nothing:
        return s.Nothing(self._pos(meta))

    def name(self, meta: Meta, c: list[Any]) -> s.Name:
        return s.Name(self._pos(meta), str(c[0]))

    def field(self, meta: Meta, c: list[Any]) -> s.Field:
        return s.Field(self._pos(meta), c[0], str(c[1]), c[2] if len(c) > 2 else [])

    def call(self, meta: Meta, c: list[Any]) -> s.Call:
        return s.Call(self._pos(meta), str(c[0]), c[1])

    def args(self, meta: Meta, c: list[Any]) -> list[Any]:
        return c

    def group(self, meta: Meta, c: list[Any]) -> Any:
        return c[0]

    def list_(self, meta: Meta, c: list[Any]) -> s.ListOf:
        return s.ListOf(self._pos(meta), c[0] or [])

    def if_(self, meta: Meta, c: list[Any]) -> s.If:
        return s.If(self._pos(meta), c[0], c[1], c[2])

    def compare(self, meta: Meta, c: list[Any]) -> s.Compare:
        return s.Compare(self._pos(meta), [str(op) for op in c[1::2]], c[0::2])

    def neg(self, meta: Meta, c: list[Any]) -> s.Unary:
        return s.Unary(self._pos(meta), "-", c[0])

    def not_(self, meta: Meta, c: list[Any]) -> s.Unary:
        return s.Unary(self._pos(meta), "not", c[0])

    def _binary(op: str) -> Any:  # type: ignore[misc]
        def build(self: _Build, meta: Meta, c: list[Any]) -> s.Binary:
            return s.Binary(self._pos(meta), op, c[0], c[-1])

        return build

    or_, and_, in_, not_in = _binary("or"), _binary("and"), _binary("in"), _binary("not in")
    or_else, range_, add, sub, mul = _binary("or else"), _binary(".."), _binary("+"), _binary("-"), _binary("*")
    mod, from_, after_ = _binary("mod"), _binary("from"), _binary("after")

    def bare_division(self, meta: Meta, c: list[Any]) -> s.Expr:
        pos = self._pos(meta)
        hint = f"write {pos.text} rounded up, or {pos.text} rounded down"
        raise mistake("bare-division", "a division must say how it rounds", pos.span, hint)

    def division(self, meta: Meta, c: list[Any]) -> s.Binary:
        return s.Binary(self._pos(meta), "/" + str(c[2]), c[0], c[1])

    def binder(self, meta: Meta, c: list[Any]) -> s.Binder:
        return s.Binder(self._pos(meta), str(c[0]), c[1])

    def best(self, meta: Meta, c: list[Any]) -> tuple[bool, Any]:
        return str(c[0]) == "most", c[1]

    def order(self, meta: Meta, c: list[Any]) -> Any:
        return c[0]

    def only_if(self, meta: Meta, c: list[Any]) -> Any:
        return c[0]

    def choice(self, meta: Meta, c: list[Any]) -> s.Choice:
        binders = [x for x in c if isinstance(x, s.Binder)]
        where, best, order, condition = c[len(binders) :]
        most, key = best if best else (True, None)
        return s.Choice(self._pos(meta), binders, where, key, most, order, condition)

    def aggregate(self, meta: Meta, c: list[Any]) -> s.Aggregate:
        return s.Aggregate(self._pos(meta), str(c[0]), c[1])

    def aggregate_of(self, meta: Meta, c: list[Any]) -> s.Aggregate:
        return s.Aggregate(self._pos(meta), str(c[0]), c[2], c[1])

    def all_of(self, meta: Meta, c: list[Any]) -> s.Amount:
        return s.Amount(self._pos(meta), "all", None)

    def up_to(self, meta: Meta, c: list[Any]) -> s.Amount:
        return s.Amount(self._pos(meta), "up to", c[0])

    def exactly(self, meta: Meta, c: list[Any]) -> s.Amount:
        return s.Amount(self._pos(meta), "exactly", c[0])

    def initial(self, meta: Meta, c: list[Any]) -> Any:
        return c[0]

    def maybe_type(self, meta: Meta, c: list[Any]) -> s.TypeText:
        return s.TypeText(self._pos(meta), "maybe", str(c[0]))

    def zone_type(self, meta: Meta, c: list[Any]) -> s.TypeText:
        return s.TypeText(self._pos(meta), "zone", str(c[0]))

    def pile_type(self, meta: Meta, c: list[Any]) -> s.TypeText:
        return s.TypeText(self._pos(meta), "pile", str(c[0]))

    def plain_type(self, meta: Meta, c: list[Any]) -> s.TypeText:
        return s.TypeText(self._pos(meta), "plain", "", c[0])

    def param_alone(self, meta: Meta, c: list[Any]) -> s.Param:
        return s.Param(self._pos(meta), str(c[0]), "")

    def param_typed(self, meta: Meta, c: list[Any]) -> s.Param:
        return s.Param(self._pos(meta), str(c[1]), str(c[0]))

    def signature(self, meta: Meta, c: list[Any]) -> s.Signature:
        return s.Signature(self._pos(meta), str(c[0]), [p for p in c[1:] if p is not None])

    def ranking(self, meta: Meta, c: list[Any]) -> s.Ranking:
        return s.Ranking(self._pos(meta), str(c[0]) == "most", c[1])

    def at_bottom(self, meta: Meta, c: list[Any]) -> s.Position:
        return s.Position(self._pos(meta), "bottom")

    def at_top(self, meta: Meta, c: list[Any]) -> s.Position:
        return s.Position(self._pos(meta), "top")

    def at_random(self, meta: Meta, c: list[Any]) -> s.Position:
        return s.Position(self._pos(meta), "random")

    def at_below(self, meta: Meta, c: list[Any]) -> s.Position:
        return s.Position(self._pos(meta), "below", c[0])

    def at_random_below(self, meta: Meta, c: list[Any]) -> s.Position:
        return s.Position(self._pos(meta), "random below", c[0])


def parse(start: str, scalar: Scalar) -> Any:
    """The syntax tree of a scalar's text.

    start: one of STARTS. Raises RulesetError with one `expression-syntax` (or `bare-division`) diagnostic.
    """
    text = scalar.text
    if start in PLAIN and (simple := _simple(start, scalar, text)) is not None:
        return simple
    if len(text) > MOST_CHARACTERS or _nesting(text) > MOST_NESTING:
        raise _error(scalar, 0, 1, "this expression is too long or too deeply nested", "give its parts names in define")
    try:
        return _Build(scalar).transform(_lark().parse(text, start=start))
    except VisitError as error:
        if isinstance(error.orig_exc, RulesetError):
            raise error.orig_exc from None
        raise
    except UnexpectedInput as error:
        raise _explain(scalar, error, start) from None


def _simple(start: str, scalar: Scalar, text: str) -> Any:
    """A number or a single name, without the parser: half of all expressions."""
    pos = s.Pos(scalar, 0, len(text))
    if start != "signature" and text.isdecimal() and text.isascii() and len(text) < 10:
        found: s.Expr = s.Number(pos, int(text))
    elif text.isidentifier() and text not in KEYWORDS:
        if start == "signature":
            return s.Signature(pos, text, [])
        found = s.Name(pos, text)
    else:
        return None
    if start == "type":
        return s.TypeText(pos, "plain", "", found)
    return s.Amount(pos, "exactly", found) if start == "amount" else found


def _nesting(text: str) -> int:
    depth = deepest = 0
    for match in re.finditer(r"[(\[]|[)\]]|\bnot\b|\bif\b|-", text):
        mark = match.group()
        depth += -1 if mark in ")]" else 1 if mark in "([" else 0
        deepest = max(deepest, depth)
    return deepest + sum(text.count(word) for word in ("not ", "if ", "--")) // 2


def _error(scalar: Scalar, start: int, length: int, message: str, hint: str = "", instead: str = "") -> RulesetError:
    span = scalar.at(start, length)
    return RulesetError([Diagnostic("expression-syntax", message, span, hint=hint, instead=instead)])


SIGNS = (
    (re.compile(r"=>"), ">=", "write >="),
    (re.compile(r"=<"), "<=", "write <="),
    (re.compile(r"\.\.\.+|…"), "..", "write .. between the smallest and the greatest"),
    (re.compile(r"=="), "=", "write = once to compare"),
    (re.compile(r" && | & "), " and ", "write and"),
    (re.compile(r" \|\|? "), " or ", "write or"),
    (re.compile(r" % "), " mod ", "write mod for the remainder"),
)
READINGS = (
    (re.compile(r"&&|&"), "write and"),
    (re.compile(r"\|\|?"), "write or"),
    (re.compile(r"!(?!=)"), "write not"),
    (re.compile(r"%"), "write mod for the remainder"),
    (re.compile(r'["“”„‘’«»]'), "no quotation marks are needed"),
    (re.compile(r"\?"), "write maybe before the type, or if ... then ... else ..."),
    (re.compile(r"[{}]"), "lists are written [a, b]"),
    (re.compile(r"[0-9]*\.[0-9]+(?!\.)"), "only whole numbers are known"),
)


def _explain(scalar: Scalar, error: UnexpectedInput, start: str) -> RulesetError:
    text = scalar.text
    if not text.strip():
        return _error(scalar, 0, 1, "an expression is missing here")
    if isinstance(error, UnexpectedCharacters):
        at, length = int(error.pos_in_stream or 0), 1
        found = text[at]
    elif isinstance(error, UnexpectedToken):
        if error.token.type == "$END":
            closers = text.count("(") - text.count(")")
            hint = "a bracket ( is not closed" if closers > 0 else _ending(start)
            if len(re.findall(r"\bif\b", text)) > len(re.findall(r"(?<!\bor )\belse\b", text)):
                hint = "else is missing: if ... then ... else ..."
            return _error(scalar, max(0, len(text.rstrip()) - 1), 1, "the expression stops too early", hint)
        at, found = error.token.start_pos or 0, str(error.token)
        length = len(found)
    else:
        at, length, found = 0, 1, text[:1]
    if start == "choice" and (m := re.match(r"\s*[^\W\d]\w* (from|of|among) ", text)) and m.start(1) == at:
        return _error(scalar, at, length, f"'{found}' is not expected here", _ending(start), "in")
    if found == "," and re.fullmatch(r"[\w .]+(,[\w .]+)+", text):
        return _error(scalar, at, length, "',' is not expected here", f"put a list in brackets: [{text}]")
    for sign, word, hint in SIGNS:
        if (m := sign.search(text)) and m.start() <= at <= m.end():
            return _error(scalar, m.start(), len(m[0]), f"'{m[0].strip()}' is not expected here", hint, word)
    hints = [hint for pattern, hint in READINGS if (m := pattern.search(text)) and m.start() - 1 <= at <= m.end() + 1]
    if not hints and found in ")]" and text.count(found) > text.count("(" if found == ")" else "["):
        hints = [f"there is no opening bracket for this {found}"]
    if not hints and re.fullmatch(r"[^\W\d]\w*", found) and re.search(r"[^\W\d]\w*\s*$", text[:at]):
        hints = ["two names stand side by side: a name in an expression has no spaces (use _), or a word is missing"]
    return _error(scalar, at, length, f"'{found}' is not expected here", hints[0] if hints else _ending(start))


def _ending(start: str) -> str:
    return {
        "choice": "write NAME in WHAT, for example card in player.hand",
        "ranking": "write most or least and a number, for example most player.points",
        "signature": "write a name, with its parameters in brackets where it has any, for example fits(card, tent)",
        "position": "write top, bottom, random, below 2, or random below 2",
    }.get(start, "")
