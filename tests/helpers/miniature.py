"""Small hand-made programs for the tests of the plain evaluator: a deck, a discard pile, a hand, groups and a list."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from helpers.paths import DOCS
from oracle.evaluate import Machine, State

from stammtisch.base.streams import Stream, seed_stream
from stammtisch.program import ir

DOC = (DOCS / "ir.md").read_text(encoding="utf-8")
NONE = ir.NO_NUMBER

# The zones and lists of every program here; v[2] to v[9] are free.
WINNERS, DECK, DISCARD, HAND, SETS, DECK_RANGES, DISCARD_RANGES, MARKS, LIST = range(9)
MESSAGES = [
    "nothing",
    "no row for 5",
    "divided by 0",
    "too big",
    "round and round",
    "the judge stops the game",
    "no number",
]


def program(*blocks: list[Any], deck: list[int] | None = None, **changes: Any) -> ir.Program:
    """A game of three players: these blocks, a deck, a discard pile, a hand, a zone with groups and a list."""
    lists = [
        ir.ListSlot("winners", "list"),
        ir.ListSlot("draw pile", "pile", start=deck or [], segments=DECK_RANGES),
        ir.ListSlot("discard pile", "pile", segments=DISCARD_RANGES),
        ir.ListSlot("hand", "set"),
        ir.ListSlot("sets", "set", groups=MARKS),
        *(ir.ListSlot(name, "list") for name in ("unordered deck", "unordered discard", "groups", "list")),
    ]
    functions = {
        "double": ir.Function("double", ["n"], ["mul", "n", 2]),
        "outside": ir.Function("outside", [], "outside"),
        "less": ir.Function("less", ["a", "b"], ["sub", "a", "b"]),
        "score": ir.Function("score", ["player"], ["var", 3, "player"]),
        "coins": ir.Function("coins", ["player"], ["var", 6, "player"]),
        "pair": ir.Function("pair", ["player"], ["items", ["var", 3, "player"], ["var", 6, "player"]]),
    }
    game = ir.Program(
        ruleset="test", game="Test", hash="", players=3, options={"size": 3, "long": True},
        ints=[ir.IntSlot(f"v{number}", -100, 100, 7) for number in range(10)], lists=lists,
        tables={"price": [4, NONE, 9], "reach": [[1, 2], []], "look": [0, 0, 1, 1, 2, 3, 4, 5, 6, 7]}, functions=functions,
        blocks=[ir.Block(number, body) for number, body in enumerate(blocks)], sites=[], groups=[], nodes=[],
        messages=MESSAGES, reasons=["the deck is empty"], cards=[ir.Card("card", [1], 0)] * 10, attributes={},
        names={"player": ["player 1", "player 2", "player 3"]},
        kinds=[], zones=5, winners=WINNERS, score="score", ranking=[("score", True)], payoff="", invariants=[],
    )  # fmt: skip
    return replace(game, **changes)


def run(*statements: ir.Stmt, random: int = 1, deck: list[int] | None = None, log: bool = False) -> State:
    """The state after these statements, the game being over."""
    return Machine(program([*statements, ["over"]], deck=deck)).start(random, log)


def value(expression: ir.Expr) -> Any:
    """The value of an expression: of a list by way of z, of a number by way of v."""
    try:
        return run(*SETTING, ["store", LIST, expression]).z[LIST]
    except TypeError:  # it is no list
        return run(*SETTING, ["set", 4, 0, expression]).v[4]


def seed_giving(draws: list[list[int]]) -> tuple[int, int]:
    """A seed, and the state of its stream after these draws, that gives i of n for each [n, i]."""
    for seed in range(200_000):
        stream = Stream(seed_stream(seed, 0))
        if all(stream.draw(n) == i for n, i in draws):
            return seed, stream.state
    raise AssertionError("no such stream found")


# Expressions

MELDS = [["put", 4, SETS, "top", 0], ["put", 6, SETS, "top", 0], ["put", 5, SETS, "group", 1]]
SETTING = [["set", 2, 0, 7], ["set", 3, 0, 8], ["put", 3, HAND, "top", 0], ["put", 1, HAND, "top", 0], *MELDS]
GROUPS = SETS * ir.GROUP
A = ["items", 3, 1, 2, 1]
EMPTY = ["items"]
HIGH = ["gt", "i", 1]
BOOM = ["need", NONE, NONE, 0]
