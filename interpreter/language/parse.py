"""Parse expressions: text in a YAML scalar to a syntax tree, with errors in plain words."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Callable
from functools import cache, lru_cache
from io import BytesIO
from math import gcd
from pathlib import Path
from typing import Any

from lark import Lark, Tree, UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark import __version__ as lark_version

from ..base import lookalikes
from ..base.diagnostics import Diagnostic, RulesetError, Span, mistake
from ..reading.nodes import Scalar
from . import syntax as s

GRAMMAR = Path(__file__).parent / "grammar.lark"
TABLES = Path(__file__).parent / "grammar.tables"
STARTS = ("expr", "choice", "amount", "initial", "type", "signature", "ranking", "position")
PLAIN = frozenset(("expr", "amount", "initial", "type", "signature"))
# words of the expressions, and names that always mean the same
WORDS = frozenset(
    (
        *("none", "true", "false", "and", "or", "not", "in", "if", "then", "else"),
        *("where", "with", "from", "after", "by", "mod", "rounded", "for"),
    )
)
# words of the other places
KEYWORDS = WORDS | {
    *("all", "up", "to", "maybe", "zone", "pile", "of", "most", "least", "bottom", "top", "random", "below"),
}
MOST_CHARACTERS = 4000
MOST_NESTING = 40
MOST_REMEMBERED = 5000


@cache
def _lark() -> Lark:
    """The parser: from grammar.tables if these fit this grammar and lark, else built anew, slowly."""
    grammar = GRAMMAR.read_bytes()
    try:
        mark, _, tables = TABLES.read_bytes().partition(b"\n")
        if mark == mark_of(grammar):
            return Lark.load(BytesIO(tables))
    except OSError:
        pass
    return build_parser(grammar.decode("utf-8"))


@lru_cache(maxsize=MOST_REMEMBERED)
def _parsed(start: str, text: str) -> Any:
    """The parser's result for a text, which stands in many files, and in each version of a file."""
    return _lark().parse(text, start=start)


def build_parser(grammar: str) -> Lark:
    """Build the parser from the grammar's text."""
    return Lark(grammar, parser="lalr", start=list(STARTS), propagate_positions=True, maybe_placeholders=True)


def mark_of(grammar: bytes) -> bytes:
    """The first line of TABLES, which identifies the grammar they were built from."""
    return f"lark {lark_version} {hashlib.sha256(grammar).hexdigest()}".encode()


def _binary(op: str) -> Callable[[s.Pos, list[Any]], s.Binary]:
    """The builder of a binary operation's node."""
    return lambda pos, c: s.Binary(pos, op, c[0], c[-1])


def _division(pos: s.Pos, c: list[Any]) -> s.Expr:
    """Build the node of a division."""
    hint = f"write {pos.text} rounded up, or {pos.text} rounded down"
    raise mistake("bare-division", "a division must say how it rounds", pos.span, hint)


def _choice(pos: s.Pos, c: list[Any]) -> s.Choice:
    """Build the node of a choice."""
    binders = [x for x in c if isinstance(x, s.Binder)]
    where, best, order, condition = c[len(binders) :]
    most, key = best if best else (True, None)
    return s.Choice(pos, binders, where, key, most, order, condition)


# what each rule of the grammar makes of its place and its parts
RULES: dict[str, Callable[[s.Pos, list[Any]], Any]] = {
    "number": lambda pos, c: s.Number(pos, int(c[0])),
    "text": lambda pos, c: s.Text(pos, c[0][1:-1]),
    "true": lambda pos, c: s.Truth(pos, True),
    "false": lambda pos, c: s.Truth(pos, False),
    "none": lambda pos, c: s.Nothing(pos),
    "name": lambda pos, c: s.Name(pos, str(c[0])),
    "field": lambda pos, c: s.Field(pos, c[0], str(c[1]), c[2] if len(c) > 2 else []),
    "call": lambda pos, c: s.Call(pos, str(c[0]), c[1]),
    "args": lambda pos, c: c,
    **dict.fromkeys(("group", "order", "only_if", "initial"), lambda pos, c: c[0]),
    "list_": lambda pos, c: s.ListOf(pos, c[0] or []),
    "if_": lambda pos, c: s.If(pos, *c),
    "compare": lambda pos, c: s.Compare(pos, [str(op) for op in c[1::2]], c[0::2]),
    "neg": lambda pos, c: s.Unary(pos, "-", c[0]),
    "not_": lambda pos, c: s.Unary(pos, "not", c[0]),
    **{f"{op}_": _binary(op) for op in ("or", "and", "in", "from", "after")},
    "not_in": _binary("not in"),
    "or_else": _binary("or else"),
    "range_": _binary(".."),
    "add": _binary("+"),
    "sub": _binary("-"),
    "mul": _binary("*"),
    "mod": _binary("mod"),
    "bare_division": _division,
    "division": lambda pos, c: s.Binary(pos, "/" + str(c[2]), c[0], c[1]),
    "binder": lambda pos, c: s.Binder(pos, str(c[0]), c[1]),
    "best": lambda pos, c: (str(c[0]) == "most", c[1]),
    "choice": _choice,
    "aggregate": lambda pos, c: s.Aggregate(pos, str(c[0]), c[1]),
    "aggregate_of": lambda pos, c: s.Aggregate(pos, str(c[0]), c[2], c[1]),
    "all_of": lambda pos, c: s.Amount(pos, "all", None),
    "up_to": lambda pos, c: s.Amount(pos, "up to", c[0]),
    "exactly": lambda pos, c: s.Amount(pos, "exactly", c[0]),
    "maybe_type": lambda pos, c: s.TypeText(pos, "maybe", str(c[0])),
    "zone_type": lambda pos, c: s.TypeText(pos, "zone", str(c[0])),
    "pile_type": lambda pos, c: s.TypeText(pos, "pile", str(c[0])),
    "plain_type": lambda pos, c: s.TypeText(pos, "plain", "", c[0]),
    "param_alone": lambda pos, c: s.Param(pos, str(c[0]), ""),
    "param_typed": lambda pos, c: s.Param(pos, str(c[1]), str(c[0])),
    "signature": lambda pos, c: s.Signature(pos, str(c[0]), [p for p in c[1:] if p is not None]),
    "ranking": lambda pos, c: s.Ranking(pos, str(c[0]) == "most", c[1]),
    "at_bottom": lambda pos, c: s.Position(pos, "bottom"),
    "at_top": lambda pos, c: s.Position(pos, "top"),
    "at_random": lambda pos, c: s.Position(pos, "random"),
    "at_below": lambda pos, c: s.Position(pos, "below", c[0]),
    "at_random_below": lambda pos, c: s.Position(pos, "random below", c[0]),
}


def _make_tree(found: Any, scalar: Scalar) -> Any:
    """The syntax tree from the parser's result for a scalar."""
    if not isinstance(found, Tree):
        return found
    meta = found.meta
    pos = s.Pos(scalar, 0, len(scalar.text)) if meta.empty else s.Pos(scalar, meta.start_pos, meta.end_pos)
    return RULES[found.data](pos, [_make_tree(child, scalar) for child in found.children])


def parse(start: str, scalar: Scalar) -> Any:
    """The syntax tree of a scalar's text.

    start: one of STARTS. Raises RulesetError with one `expression-syntax` (or `bare-division`) or each `bad-name`.
    """
    text = scalar.text
    if not text.isascii():
        names = [match for match in re.finditer(r"'[^']*'|[^\W\d]\w*", text) if match[0][0] != "'"]
        if wrong := [bad for m in names if (bad := misread(m[0], scalar.span_of(m.start(), len(m[0]))))]:
            raise RulesetError(wrong)
    if start in PLAIN and (simple := _simple(start, scalar, text)) is not None:
        return simple
    if len(text) > MOST_CHARACTERS or _nesting(text) > MOST_NESTING:
        raise _error(
            scalar, 0, 1, "this is too long, or has too many brackets inside brackets", "give its parts names in define"
        )
    try:
        return _make_tree(_parsed(start, text), scalar)
    except UnexpectedInput as error:
        raise _explain(scalar, error, start) from None


def misread(name: str, span: Span) -> Diagnostic | None:
    """The mistake of a name that computers read as another (ﬁsh as fish, µ as the Greek letter) or as none (x²)."""
    plain = unicodedata.normalize("NFKC", name)
    if alike := lookalikes.odd(name):
        message = f"'{name}' cannot be a name, because it is not what it looks like: {lookalikes.describe_odd(alike)}"
        hint = "Retype it with plain letters."
        return Diagnostic("bad-name", message, span, hint=hint, instead=lookalikes.clean(name))
    odd = [c for c in name if unicodedata.normalize("NFKC", c) != c or not f"_{c}".isidentifier()]
    if plain == name and not odd:
        return None
    signs = ", ".join(f"{c} ({unicodedata.name(c, 'a sign').lower()})" for c in odd)
    message = f"'{name}' cannot be a name: {signs or 'a letter written in parts'} can be read in more than one way"
    good = plain if plain.isidentifier() else ""
    return Diagnostic("bad-name", message, span, hint="write it with plain letters and digits", instead=good)


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
    """An upper bound for the nesting of a text."""
    depth = deepest = 0
    for match in re.finditer(r"[(\[]|[)\]]|\bnot\b|\bif\b|-", text):
        mark = match.group()
        depth += -1 if mark in ")]" else 1 if mark in "([" else 0
        deepest = max(deepest, depth)
    return deepest + sum(text.count(word) for word in ("not ", "if ", "--")) // 2


def _error(scalar: Scalar, start: int, length: int, message: str, hint: str = "", instead: str = "") -> RulesetError:
    """The error at a part of a scalar."""
    span = scalar.span_of(start, length)
    return RulesetError([Diagnostic("expression-syntax", message, span, hint=hint, instead=instead)])


OWNER_FIRST = "write the owner first, then a dot, then what they own: `player.hand`"
SIGNS = (
    (re.compile(r"=>|≥|> ="), ">=", "write >="),
    (re.compile(r"=<|≤|< ="), "<=", "write <="),
    (re.compile(r"≠|! ="), "!=", "write !="),
    (re.compile(r" x | ?× ?"), " * ", "write * for times"),
    (
        re.compile(r"\* ?([0-9]+) ?%"),
        r"* \1 / 100 rounded down",
        r"there are no percentages: write * \1 / 100 rounded down, or rounded up",
    ),
    (re.compile(r"\b(?:elif|elsif|elseif)\b"), "else if", "write else if"),
    (re.compile(r"[“”„‘’«»\"]([^\W\d]\w*)[“”„‘’«»\"]"), r"\1", "quotation marks are not used around names"),
    (re.compile(r"(?<=\w)['’]s (?=[^\W\d])"), ".", OWNER_FIRST),
    (re.compile(r"\b(?:number|amount|count) of ((?:[^\W\d]\w*\.)*[^\W\d]\w*)"), r"count(\1)", r"write count(\1)"),
    (re.compile(r"([^\W\d]\w*) of ([^\W\d]\w*)(?![\w.(])"), r"\2.\1", OWNER_FIRST),
    (re.compile(r"([\w)\]])\s*,$"), r"\1", "delete the comma"),
    (re.compile(r"([\w)\]])\s*;$"), r"\1", "delete the `;`"),
    (re.compile(r"(\w)(?=#)"), r"\1 ", "put a space before the `#` that starts a comment"),
    (re.compile(r" is empty\b"), ".empty", "write .empty after the name"),
    (re.compile(r" (?:is )?(?:less|fewer|lower|smaller) than "), " < ", "write <"),
    (re.compile(r" (?:is )?(?:more|greater|higher|larger) than "), " > ", "write >"),
    (re.compile(r" (?:is )?at least "), " >= ", "write >="),
    (re.compile(r" (?:is )?at most "), " <= ", "write <="),
    (re.compile(r" (?:is not|isn't) "), " != ", "write !="),
    (re.compile(r" (?:is|equals|is equal to) "), " = ", "write ="),
    (re.compile(r"\b[Tt]he ([^\W\d]\w*)"), r"\1", r"write \1 alone"),
    (re.compile(r"([0-9]+) to ([0-9]+)"), r"\1..\2", r"write \1..\2"),
    (re.compile(r"^([0-9]+) [^\W\d]\w*$"), r"\1", r"write just \1"),
    (re.compile(r"([\w.]+)\[0\]"), r"first(\1)", r"write first(\1) for the first of them"),
    (re.compile(r"([\w.]+)\[-1\]"), r"last(\1)", r"write last(\1) for the last of them"),
    (re.compile(r"(\w)\[([^\W\d][^\[\]]*)\]"), r"\1(\2)", "write round brackets"),
    (re.compile(r"(?<=[0-9])[–—](?=[0-9])"), "..", "write .. for a range"),
    (re.compile(r"−|(?<= )[–—](?= )"), "-", "write - for minus"),
    (re.compile(r"\.\.\.+|…"), "..", "write .. between the smallest and the greatest"),
    (re.compile(r"<>"), "!=", "write !="),
    (re.compile(r"=="), "=", "write = once to compare"),
    (re.compile(r" && | & "), " and ", "write and"),
    (re.compile(r" \|\|? "), " or ", "write or"),
    (re.compile(r" % "), " mod ", "write mod for the remainder"),
)
DECIMAL = re.compile(r"(?<![.\w])([0-9]*)\.([0-9]+)(?![.\w])")
# what people write after `random` or `choose` without a name: the list alone
NAMELESS = re.compile(
    r"\s*(?:(?:random\.)?(?:random|choice|choose|pick|select|draw)\s*\((?P<inner>[^()]*(?:\([^()]*\))?)\)"
    r"|(?P<whole>[^\W\d]\w*(?:\.\w+)+|[^\W\d]\w*s|\w+\.\.\w+))\s*"
)
READINGS = (
    (re.compile(r"&&|&"), "write and"),
    (re.compile(r"\bwhile\b"), "a loop says when it ends: write until: and the condition that ends it"),
    (re.compile(r"\|\|?"), "write or"),
    (re.compile(r"!(?!=)"), "write not"),
    (re.compile(r"%"), "write mod for the remainder"),
    (re.compile(r'["“”„‘’«»]'), "quotation marks are not used around names"),
    (re.compile(r"(?<=\w)\["), "round brackets, as in first(players); one of several is item(players, 2)"),
    (re.compile(r"[–—−]"), "write .. for a range, - for minus"),
    (re.compile(r"\?"), "write maybe before the type, or if ... then ... else ..."),
    (re.compile(r"[{}]"), "lists are written [a, b]"),
)


def by_lot(listed: str) -> str:
    """The hint how to pick one of a list at random."""
    name = listed.rpartition(".")[2][:1].lower()
    one, it = ("a player", "that player") if listed == "players" else ("one", "it")
    return f"to pick {one} at random write `random: {name} in {listed}`, and use `{name}` for {it}"


def _cut_short(text: str) -> tuple[str, str]:
    """The mistake of a text that stops too early, and what to write at its end, where its words show that."""
    message = "something is missing at the end of this"
    if len(re.findall(r"\bif\b", text)) > len(re.findall(r"(?<!\bor )\belse\b", text)):
        return "this `if` has no `else`", "add `else` and what it is in all other cases"
    if re.search(r"\belse$", text.rstrip()):
        return message, "after `else` write what it is otherwise"
    last = re.search(r"\b(?:and|or|not)$|[-+*/<>=]$", text.rstrip())
    return message, f"write what comes after `{last[0]}`, or delete the `{last[0]}`" if last else ""


def _explain(scalar: Scalar, error: UnexpectedInput, start: str) -> RulesetError:
    """The error of an expression in plain words."""
    text = scalar.text
    if not text.strip():
        return _error(scalar, 0, 1, "nothing is written here: a value or a condition is missing")
    if start == "choice" and (nameless := NAMELESS.fullmatch(text)):
        what = (nameless["inner"] or nameless["whole"] or "").strip()
        name = "n" if ".." in what else what.rpartition(".")[2][:1].lower()
        instead = f"{name} in {what}" if name.isalpha() else ""
        message, hint = "this choice gives no name to what is chosen", f"write {instead}" if instead else _ending(start)
        hint = by_lot(what) if instead and nameless["inner"] and "random" in text else hint
        return _error(scalar, 0, len(text), message, hint, instead)
    if isinstance(error, UnexpectedCharacters):
        at, length = int(error.pos_in_stream or 0), 1
        found = text[at]
    elif isinstance(error, UnexpectedToken):
        if error.token.type == "$END":
            closers = text.count("(") - text.count(")")
            message, hint = _cut_short(text)
            hint = hint or ("a bracket ( is not closed" if closers > 0 else _ending(start))
            return _error(scalar, max(0, len(text.rstrip()) - 1), 1, message, hint)
        at, found = error.token.start_pos or 0, str(error.token)
        length = len(found)
    else:
        at, length, found = 0, 1, text[:1]
    if start == "choice" and (m := re.match(r"\s*[^\W\d]\w* (from|of|among) ", text)) and m.start(1) == at:
        if m[0].split()[0] == "players":
            instead = f"player in {text.strip()}"
            return _error(
                scalar, 0, len(text), "this choice gives no name to what is chosen", f"write {instead}", instead
            )
        return _error(scalar, at, length, f"'{found}' is not expected here", _ending(start), "in")
    if found == "," and re.fullmatch(r"[\w .]+(,[\w .]+)+", text):
        return _error(scalar, at, length, "',' is not expected here", f"put a list in brackets: [{text}]")
    for sign, word, hint in SIGNS:
        if (m := sign.search(text)) and m.start() <= at <= m.end():
            shown = found if sign.groups else m[0].strip()
            quoted = f"`{shown}`" if "'" in shown else f"'{shown}'"
            return _error(
                scalar, m.start(), len(m[0]), f"{quoted} is not expected here", m.expand(hint), m.expand(word)
            )
    if other := _odd_sign(scalar, at) or _not_whole(scalar, at):
        return other
    hints = [hint for pattern, hint in READINGS if (m := pattern.search(text)) and m.start() - 1 <= at <= m.end() + 1]
    if not hints and found in ")]" and text.count(found) > text.count("(" if found == ")" else "["):
        hints = [f"there is no opening bracket for this {found}"]
    if not hints and re.fullmatch(r"[^\W\d]\w*", found) and re.search(r"[^\W\d]\w*\s*$", text[:at]):
        hints = [
            "two names stand side by side: a name has no spaces (write _ instead), or a word is missing between them"
        ]
    return _error(scalar, at, length, f"'{found}' is not expected here", hints[0] if hints else _ending(start))


def _odd_sign(scalar: Scalar, at: int) -> RulesetError | None:
    """The error of a sign that is not what it looks like, with its surroundings."""
    text = scalar.text
    plain = lookalikes.shape(text[at : at + 1])
    if plain == text[at : at + 1]:
        return None
    start = max(text.rfind(" ", 0, at) + 1, 0)
    end = next((i for i in range(at, len(text)) if text[i] == " "), len(text))
    name, place = lookalikes.name_of(text[at]), f"character {at - start + 1} of this"
    message = (
        f"what looks like a {plain} here is a {name}, {place}" if plain else f"{place} is invisible: it is a {name}"
    )
    hint = f"write a plain {plain}" if plain else "delete it"
    return _error(scalar, start, end - start, message, hint, text[start:at] + plain + text[at + 1 : end])


def _not_whole(scalar: Scalar, at: int) -> RulesetError | None:
    """The error of a decimal such as 1.5, with the fraction that may be meant after a multiplication sign."""
    decimal = next((m for m in DECIMAL.finditer(scalar.text) if m.start() <= at <= m.end()), None)
    if decimal is None:
        return None
    places = len(decimal[2])
    up, down = int(decimal[1] or "0") * 10**places + int(decimal[2]), 10**places
    up, down = up // gcd(up, down), down // gcd(up, down)
    instead = (
        f"{up} / {down} rounded down" if places < 6 and scalar.text[: decimal.start()].rstrip().endswith("*") else ""
    )
    hint = "the rules use only whole numbers"
    hint = f"{hint}: write * {instead}, or rounded up" if instead else hint
    message = f"{decimal[0]} is not a whole number"
    return _error(scalar, decimal.start(), len(decimal[0]), message, hint, instead)


def _ending(start: str) -> str:
    """The hint how to write this kind of expression; "" if there is none."""
    return {
        "choice": "write NAME in WHAT, for example card in player.hand",
        "ranking": "write most or least and a number, for example most player.points",
        "signature": "write a name, and in brackets what it is about, for example fits(card, tent)",
        "position": "write top, bottom, random, below 2, or random below 2",
    }.get(start, "")
