"""The expression language: every construct gives its tree, precedence is as read aloud, errors name the place."""

from __future__ import annotations

import dataclasses

import pytest
from helpers.tiers import full, many
from hypothesis import given, settings
from hypothesis import strategies as hs

from stammtisch.base.diagnostics import Diagnostic, RulesetError, Span
from stammtisch.language import syntax as s
from stammtisch.language.parse import MOST_CHARACTERS, MOST_NESTING, STARTS, parse
from stammtisch.reading.load import load_text
from stammtisch.reading.nodes import Scalar


def scalar(text: str) -> Scalar:
    """The text as the value of a line `a: '...'`: it begins in column 5."""
    if not text.isprintable():
        return Scalar(Span("x.yaml", 1, 5, 1, 5), text, text)
    value = load_text("a: '" + text.replace("'", "''") + "'", "x.yaml").entries["a"].value
    assert isinstance(value, Scalar)
    return value


def operator(node: s.Expr) -> object:
    """An operator and its sides."""
    match node:
        case s.Binary():
            return (node.op, shape(node.left), shape(node.right))
        case s.Unary():
            return (node.op, shape(node.value))
        case s.Compare():
            sides = [shape(item) for item in node.items]
            return ("compare", sides[0], *(x for pair in zip(node.ops, sides[1:], strict=True) for x in pair))
        case s.If():
            return ("if", shape(node.condition), shape(node.then), shape(node.otherwise))
    raise AssertionError(node)


def other(node: object) -> object:
    """What stands in places of its own."""
    match node:
        case s.Amount():
            return (node.kind, shape(node.value) if node.value is not None else "-")
        case s.TypeText():
            return (node.kind, node.name or shape(node.expr))
        case s.Signature():
            return (node.name, *(f"{p.type} {p.name}".strip() for p in node.params))
        case s.Ranking():
            return ("most" if node.most else "least", shape(node.value))
        case s.Position():
            return (node.kind, shape(node.depth) if node.depth is not None else "-")
    raise AssertionError(node)


def choice(node: s.Choice) -> object:
    """A choice with its parts in order."""
    parts: list[object] = [f"{b.name} in {shape(b.source)}" for b in node.binders]
    best = "most" if node.most else "least"
    for word, part in (("where", node.where), (best, node.best), ("by", node.order), ("if", node.condition)):
        parts += [(word, shape(part))] if part is not None else []
    return ("choice", *parts)


def shape(node: object) -> object:
    """A tree as nested tuples, without its places."""
    match node:
        case s.Number() | s.Text() | s.Truth():
            return node.value
        case s.Nothing():
            return None
        case s.Name():
            return f"${node.name}"
        case s.Field():
            return (f".{node.name}", shape(node.target), *map(shape, node.args))
        case s.Call():
            return (f"{node.name}()", *map(shape, node.args))
        case s.ListOf():
            return ("list", *map(shape, node.items))
        case s.Aggregate():
            return (node.function, shape(node.value) if node.value is not None else "-", choice(node.choice))
        case s.Choice():
            return choice(node)
        case s.Binary() | s.Unary() | s.Compare() | s.If():
            return operator(node)
    return other(node)


EXPRESSIONS = [
    ("7", 7),
    ("'Place cards'", "Place cards"),
    ("true", True),
    ("false", False),
    ("none", None),
    ("hand_size", "$hand_size"),
    ("Märzen", "$Märzen"),
    ("(7)", 7),
    ("[]", ("list",)),
    ("[1, a, none]", ("list", 1, "$a", None)),
    ("player.hand", (".hand", "$player")),
    ("player.hand.top.value", (".value", (".top", (".hand", "$player")))),
    ("p.bid(slot)", (".bid", "$p", "$slot")),
    ("p.bid(a, 2).size", (".size", (".bid", "$p", "$a", 2))),
    ("left(p)", ("left()", "$p")),
    ("left(p).hand", (".hand", ("left()", "$p"))),
    ("max(1, 2)", ("max()", 1, 2)),
    ("-3", ("-", 3)),
    ("--3", ("-", ("-", 3))),
    ("1 + 2 - 3", ("-", ("+", 1, 2), 3)),
    ("1 - 2 + 3", ("+", ("-", 1, 2), 3)),
    ("1 + 2 * 3", ("+", 1, ("*", 2, 3))),
    ("(1 + 2) * 3", ("*", ("+", 1, 2), 3)),
    ("-a * b", ("*", ("-", "$a"), "$b")),
    ("a / 2 rounded up", ("/up", "$a", 2)),
    ("a / 2 rounded down + 1", ("+", ("/down", "$a", 2), 1)),
    ("a * b / 2 rounded up * 3", ("*", ("/up", ("*", "$a", "$b"), 2), 3)),
    ("a mod 2 * 3", ("*", ("mod", "$a", 2), 3)),
    ("1..8", ("..", 1, 8)),
    ("a + 1..b * 2", ("..", ("+", "$a", 1), ("*", "$b", 2))),
    ("a = 1", ("compare", "$a", "=", 1)),
    ("1 < a <= 3", ("compare", 1, "<", "$a", "<=", 3)),
    ("a + 1 >= b != c", ("compare", ("+", "$a", 1), ">=", "$b", "!=", "$c")),
    ("c in hand", ("in", "$c", "$hand")),
    ("a in 1..3", ("in", "$a", ("..", 1, 3))),
    ("c not in hand", ("not in", "$c", "$hand")),
    ("not a = 1", ("not", ("compare", "$a", "=", 1))),
    ("not c in hand", ("not", ("in", "$c", "$hand"))),
    ("not not a", ("not", ("not", "$a"))),
    ("a and b or c and d", ("or", ("and", "$a", "$b"), ("and", "$c", "$d"))),
    ("a or b or c", ("or", ("or", "$a", "$b"), "$c")),
    ("not a and b", ("and", ("not", "$a"), "$b")),
    ("a = 1 and b = 2", ("and", ("compare", "$a", "=", 1), ("compare", "$b", "=", 2))),
    ("a or else 0", ("or else", "$a", 0)),
    ("a.top or else b or else 0", ("or else", ("or else", (".top", "$a"), "$b"), 0)),
    ("a + b or else 0", ("or else", ("+", "$a", "$b"), 0)),
    ("a or else b and c", ("or else", "$a", ("and", "$b", "$c"))),
    ("x + (a or else 0)", ("+", "$x", ("or else", "$a", 0))),
    ("if a then 1 else 2", ("if", "$a", 1, 2)),
    ("if a then 1 else if b then 2 else 3", ("if", "$a", 1, ("if", "$b", 2, 3))),
    ("if a or b then c + 1 else d or else 0", ("if", ("or", "$a", "$b"), ("+", "$c", 1), ("or else", "$d", 0))),
    ("players from starter", ("from", "$players", "$starter")),
    ("players after left(p)", ("after", "$players", ("left()", "$p"))),
    ("a from b + 1", ("+", ("from", "$a", "$b"), 1)),
    ("count(players)", ("count()", "$players")),
    ("first(hand, 2)", ("first()", "$hand", 2)),
    ("any(c in hand)", ("any", "-", ("choice", "c in $hand"))),
    ("any(c in hand where c.red)", ("any", "-", ("choice", "c in $hand", ("where", (".red", "$c"))))),
    ("no(c in hand where a or b)", ("no", "-", ("choice", "c in $hand", ("where", ("or", "$a", "$b"))))),
    ("all(c.red for c in hand)", ("all", (".red", "$c"), ("choice", "c in $hand"))),
    ("sum(c.value + 1 for c in hand)", ("sum", ("+", (".value", "$c"), 1), ("choice", "c in $hand"))),
    ("those(p in players with most p.score)", ("those", "-", ("choice", "p in $players", ("most", (".score", "$p"))))),
    ("last(p in players with least a + b)", ("last", "-", ("choice", "p in $players", ("least", ("+", "$a", "$b"))))),
    ("first(c in hand by c.value)", ("first", "-", ("choice", "c in $hand", ("by", (".value", "$c"))))),
    (
        "count(a in as, b in bs where a = b)",
        ("count", "-", ("choice", "a in $as", "b in $bs", ("where", ("compare", "$a", "=", "$b")))),
    ),
    ("max(distinct(p.bid for p in players))", ("max()", ("distinct", (".bid", "$p"), ("choice", "p in $players")))),
    ("count + 1", ("+", "$count", 1)),
    ("p.count", (".count", "$p")),
    ("possible('Place a card', gate)", ("possible()", "Place a card", "$gate")),
    ("top", "$top"),
    ("mostly", "$mostly"),
    ("innings", "$innings"),
    ("norm", "$norm"),
]


@pytest.mark.parametrize(("text", "wanted"), EXPRESSIONS, ids=[text for text, _ in EXPRESSIONS])
def test_expressions(text: str, wanted: object) -> None:
    assert shape(parse("expr", scalar(text))) == wanted


OTHERS = [
    ("amount", "all", ("all", "-")),
    ("amount", "up to 3", ("up to", 3)),
    ("amount", "up to max(0, a)", ("up to", ("max()", 0, "$a"))),
    ("amount", "3", ("exactly", 3)),
    ("amount", "hand + bank", ("exactly", ("+", "$hand", "$bank"))),
    ("amount", "all(c.red for c in hand)", ("exactly", ("all", (".red", "$c"), ("choice", "c in $hand")))),
    ("initial", "maybe player", ("maybe", "player")),
    ("initial", "0..8", ("..", 0, 8)),
    ("initial", "first(players)", ("first()", "$players")),
    ("type", "maybe beer", ("maybe", "beer")),
    ("type", "1..7", ("plain", ("..", 1, 7))),
    ("type", "1..highest", ("plain", ("..", 1, "$highest"))),
    ("type", "players", ("plain", "$players")),
    ("type", "zone of card", ("zone", "card")),
    ("type", "pile of card", ("pile", "card")),
    ("signature", "starter", ("starter",)),
    ("signature", "fits(card, tent)", ("fits", "card", "tent")),
    ("signature", "award(int worth, players winners)", ("award", "int worth", "players winners")),
    ("signature", "first", ("first",)),
    ("ranking", "most player.points", ("most", (".points", "$player"))),
    ("ranking", "least sum(player.hand.value)", ("least", ("sum()", (".value", (".hand", "$player"))))),
    ("position", "top", ("top", "-")),
    ("position", "bottom", ("bottom", "-")),
    ("position", "random", ("random", "-")),
    ("position", "below 2", ("below", 2)),
    ("position", "random below protected", ("random below", "$protected")),
    ("choice", "card in player.hand", ("choice", "card in ('.hand', '$player')")),
    ("choice", "n in 1..3", ("choice", "n in ('..', 1, 3)")),
    ("choice", "c in hand or else deck", ("choice", "c in ('or else', '$hand', '$deck')")),
    (
        "choice",
        "c in hand where c.red with most [c.value, 1] by c.value if a = none",
        (
            *("choice", "c in $hand", ("where", (".red", "$c")), ("most", ("list", (".value", "$c"), 1))),
            *(("by", (".value", "$c")), ("if", ("compare", "$a", "=", None))),
        ),
    ),
]


@pytest.mark.parametrize(("start", "text", "wanted"), OTHERS, ids=[f"{start}: {text}" for start, text, _ in OTHERS])
def test_other_texts(start: str, text: str, wanted: object) -> None:
    assert shape(parse(start, scalar(text))) == wanted


def test_every_start_has_a_test() -> None:
    assert {start for start, _, _ in OTHERS} | {"expr"} == set(STARTS)


def fault(start: str, text: str) -> Diagnostic:
    with pytest.raises(RulesetError) as caught:
        parse(start, scalar(text))
    assert len(caught.value.diagnostics) == 1
    return caught.value.diagnostics[0]


TWO_NAMES = "two names stand side by side: a name has no spaces (write _ instead), or a word is missing between them"
ERRORS = [
    ("expr", "", 4, "nothing is written here: a value or a condition is missing", ""),
    ("expr", "  ", 5, "nothing is written here: a value or a condition is missing", ""),
    ("expr", "a == b", 7, "'==' is not expected here", "write = once to compare"),
    ("expr", "a && b", 6, "'&&' is not expected here", "write and"),
    ("expr", "a || b", 6, "'||' is not expected here", "write or"),
    ("expr", "!a", 5, "'!' is not expected here", "write not"),
    ("expr", "a % 2", 6, "'%' is not expected here", "write mod for the remainder"),
    ("expr", 'a = "b"', 9, "'\"' is not expected here", "quotation marks are not used around names"),
    ("expr", "a ? b", 7, "'?' is not expected here", "write maybe before the type, or if ... then ... else ..."),
    ("expr", "{a, b}", 5, "'{' is not expected here", "lists are written [a, b]"),
    ("expr", "1.5", 5, "1.5 is not a whole number", "the rules use only whole numbers"),
    ("expr", "hand size", 10, "'size' is not expected here", TWO_NAMES),
    ("expr", "max(a, b", 12, "something is missing at the end of this", "a bracket ( is not closed"),
    ("expr", "a +", 7, "something is missing at the end of this", "write what comes after `+`, or delete the `+`"),
    ("expr", "a)", 6, "')' is not expected here", "there is no opening bracket for this )"),
    ("expr", "a]", 6, "']' is not expected here", "there is no opening bracket for this ]"),
    ("expr", "if a then b", 15, "this `if` has no `else`", "add `else` and what it is in all other cases"),
    ("expr", "a < ", 7, "something is missing at the end of this", "write what comes after `<`, or delete the `<`"),
    ("expr", "1 2", 7, "'2' is not expected here", ""),
    (
        "choice",
        "card",
        8,
        "something is missing at the end of this",
        "write NAME in WHAT, for example card in player.hand",
    ),
    ("choice", "3 in hand", 5, "'3' is not expected here", "write NAME in WHAT, for example card in player.hand"),
    (
        "ranking",
        "player.points",
        5,
        "'player' is not expected here",
        "write most or least and a number, for example most player.points",
    ),
    ("position", "under", 5, "'under' is not expected here", "write top, bottom, random, below 2, or random below 2"),
    ("signature", "fits(card", 13, "something is missing at the end of this", "a bracket ( is not closed"),
]


@pytest.mark.parametrize(
    ("start", "text", "column", "message", "hint"), ERRORS, ids=[f"{e[0]}: {e[1]}" for e in ERRORS]
)
def test_errors(start: str, text: str, column: int, message: str, hint: str) -> None:
    found = fault(start, text)
    assert (found.code, found.message, found.hint) == ("expression-syntax", message, hint)
    assert (found.span.file, found.span.line, found.span.column) == ("x.yaml", 1, column)


def test_a_division_must_say_how_it_rounds() -> None:
    found = fault("expr", "1 + player.coins / 2")
    assert (found.code, found.message) == ("bare-division", "a division must say how it rounds")
    assert found.hint == "write player.coins / 2 rounded up, or player.coins / 2 rounded down"
    assert (found.span.column, found.span.end_column) == (9, 25)


def test_too_long_and_too_deep_expressions_are_refused() -> None:
    message = "this is too long, or has too many brackets inside brackets"
    assert fault("expr", " + ".join(["a"] * MOST_CHARACTERS)).message == message
    assert fault("expr", "(" * (MOST_NESTING + 1) + "1" + ")" * (MOST_NESTING + 1)).message == message
    assert fault("expr", "not " * 500 + "a").message == message
    assert shape(parse("expr", scalar("(" * 30 + "1" + ")" * 30))) == 1


def positions(node: object) -> list[s.Pos]:
    if isinstance(node, list):
        return [pos for item in node for pos in positions(item)]
    if not dataclasses.is_dataclass(node) or isinstance(node, s.Pos | type):
        return []
    parts = [getattr(node, f.name) for f in dataclasses.fields(node)]
    return [part for part in parts if isinstance(part, s.Pos)] + [pos for part in parts for pos in positions(part)]


@pytest.mark.parametrize("text", [text for text, _ in EXPRESSIONS])
def test_every_part_knows_its_own_text(text: str) -> None:
    tree = parse("expr", scalar(text))
    found = positions(tree)
    assert found
    for pos in found:
        assert pos.text == text[pos.start : pos.end]
        assert 0 <= pos.start < pos.end <= len(text)
        assert (pos.span.line, pos.span.column) == (1, 5 + pos.start + text[: pos.start].count("'"))


def test_the_place_of_a_part() -> None:
    tree = parse("expr", scalar("a + left(player).hand"))
    assert isinstance(tree, s.Binary)
    assert tree.right.pos.text == "left(player).hand"
    assert (tree.right.pos.span.column, tree.right.pos.span.end_column) == (9, 26)


ATOMS = hs.sampled_from(["1", "a", "p.hand", "left(p)", "none"])
NESTED = hs.recursive(
    ATOMS,
    lambda inner: hs.one_of(
        hs.tuples(inner, hs.sampled_from(["+", "-", "*", "and", "or", "=", "<=", "mod"]), inner).map(
            lambda t: f"({t[0]}) {t[1]} ({t[2]})"
        ),
        inner.map(lambda t: f"not ({t})"),
        hs.tuples(inner, inner, inner).map(lambda t: f"if {t[0]} then ({t[1]}) else ({t[2]})"),
        hs.tuples(inner, inner).map(lambda t: f"[{t[0]}, {t[1]}]"),
        inner.map(lambda t: f"sum({t} for c in hand where ({t}))"),
    ),
    max_leaves=8,
)


@full
@given(NESTED)
def test_brackets_around_an_expression_change_nothing(text: str) -> None:
    assert shape(parse("expr", scalar(text))) == shape(parse("expr", scalar(f"({text})")))


@full
@settings(max_examples=many(30, 100))
@given(hs.text(max_size=40), hs.sampled_from(STARTS))
def test_any_text_gives_a_tree_or_one_message(text: str, start: str) -> None:
    try:
        parse(start, scalar(text))
    except RulesetError as error:
        codes = [d.code for d in error.diagnostics]
        assert set(codes) == {"bad-name"} or codes in (["expression-syntax"], ["bare-division"])
