"""The passes over the intermediate representation change no game: each one on or off, the same values come out."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from helpers.games import CASES, FEW, PLAIN, Case, each, play
from helpers.paths import VALID
from helpers.tiers import full, tiered
from hypothesis import given
from hypothesis import strategies as hs

import stammtisch as st
from stammtisch.backend.blocks import compile_program
from stammtisch.backend.passes import block_passes, folding, hoisting, improve, origins, relations
from stammtisch.backend.questions import Questions
from stammtisch.backend.statements import give
from stammtisch.base.errors import GameError
from stammtisch.check.checker import check
from stammtisch.game.game import Game
from stammtisch.language.build import build
from stammtisch.program import ir, trees
from stammtisch.program.fold import FOLDED, make
from stammtisch.program.lowering.lower import lower
from stammtisch.reading.load import load_text

MOST_DECISIONS = 25
BRIEF = [case for case in PLAIN if case.ruleset in ("goofspiel", "munchhausen", "ofertu", "warrender", "workshop")]
Pass = Callable[[Any], Any]


def course(program: ir.Program, seed: int = 1) -> list[tuple[list[int], list[list[int]], list[int]]]:
    """Numbers, zones and scores at the first decisions of a random game without a log."""
    found = []
    for number, state in enumerate(play(Game(program), seed, log=False)):
        found.append((state.v[:], [cards[:] for cards in state.z], state.scores))
        if number == MOST_DECISIONS:
            break
    return found


def unthreaded(program: ir.Program) -> tuple[dict[int, list[ir.Stmt]], dict[int, int], dict[int, list[int]]]:
    return {block.number: block.body for block in program.blocks}, {}, block_passes.parts(program)


def hoist_alone(program: ir.Program) -> Pass:
    taken: list[int] = []
    return lambda e: hoisting.hoist(e, program, taken)


SWITCHES: dict[str, tuple[Any, str, Any]] = {
    "no pass": (improve, "improve", lambda program: lambda e: e),
    "unroll alone": (improve, "improve", lambda program: folding.unroll),
    "hoist alone": (improve, "improve", hoist_alone),
    "no threading": (block_passes, "thread", unthreaded),
}


@pytest.mark.parametrize("switch", SWITCHES)
@pytest.mark.parametrize("case", each((c for c in CASES if c.players in (2, 3, 6)), BRIEF), ids=str)
def test_shipped_games_are_the_same(case: Case, switch: str, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = course(case.game.program)
    monkeypatch.setattr(*SWITCHES[switch])
    assert course(case.game.program) == wanted
    assert len(wanted) > 1


@pytest.mark.parametrize(
    ("path", "switch"),
    tiered(product(VALID, SWITCHES), lambda case: case[0] in VALID[:: 3 if case[1] == "no pass" else 6]),
    ids=lambda value: getattr(value, "stem", value),
)
def test_small_games_are_the_same(path: Path, switch: str, monkeypatch: pytest.MonkeyPatch) -> None:
    program = st.load_ruleset(path).game().program
    wanted = course(program)
    monkeypatch.setattr(*SWITCHES[switch])
    assert course(program) == wanted


@full
def test_the_passes_do_something() -> None:
    program = next(case for case in CASES if case.ruleset == "balvin").game.program
    loud, still = compile_program(program, True), compile_program(program, False)
    assert len(still.blocks) < len(loud.blocks)
    once = [code.source.partition("def b0(")[2].count("once_") for code in (loud, still)]
    assert once[0] == 0 < once[1]
    assert "S.events" in loud.source and "S.events" not in still.source


# -- single passes


def program(steps: str, more: str = "") -> ir.Program:
    text = "format: 1\ngame: G\nplayers: 2\ncomponents: {card: {front: {value: 1..9}}}\n"
    text += "shared: {deck: {pile of: card, starts with: {value: 1..9}}, pool: {holds: card}, n: -99..99}\n"
    text += f"tables: {{price: {{1..3: 1}}}}\n{more}phases:\n{steps}"
    return lower(check(build(load_text(text, "x.yaml"), "x")), 2, {}, "x", "")


def outcome(made: ir.Program, log: bool) -> list[int] | str:
    try:
        return Game(made).start(1, log).v
    except GameError as error:
        return error.message


@pytest.mark.parametrize(
    "steps",
    [
        "  a step: {say: price(n)}\n",
        "  a step: {when: price(n) = 1, say: 1}\n",
        "  a step: {for each: x in 0..price(n), say: x}\n",
        "  a step: {say: deck.top.value or else 0}\n",
        "  a step: {set: {n: use(price(n))}}\n",
        "  a step: {when: price(n + 50) = 1, say: 1, otherwise: {say: 2}}\n",
    ],
)
def test_what_fails_with_a_log_fails_without(steps: str) -> None:
    made = program("  shuffle it: {shuffle: deck}\n" + steps, "define: {use(int x): 3}\n")
    assert isinstance(outcome(made, True), str)
    assert outcome(made, False) == outcome(made, True)


def test_silent_leaves_out_what_only_makes_events() -> None:
    made = program("  a step: nothing\n")
    body: list[ir.Stmt] = [
        ["emit", "step", 0],
        ["if", ["var", 2], [["emit", "step", 0]], []],
        ["for", "c_1", ["cards", 1], [["emit", "say", 0, 1, "c_1"]]],
        ["set", 2, 0, 1],
        ["emit", "say", 0, 0, ["cell", "price", ["var", 2], 0]],
    ]
    assert block_passes.silent(body, made) == [
        body[0],
        ["set", 2, 0, 1],
        ["let", block_passes.UNUSED, ["cell", "price", ["var", 2], 0]],
    ]


def test_a_register_may_be_called_like_a_table_or_a_function() -> None:
    for op in ("table", "cell", "row", "call"):
        tree = [op, "x_1", "x_1"]
        assert trees.uses(tree, "x_1") == 1
        assert trees.replace(tree, "x_1", 5) == [op, "x_1", 5]
        assert not trees.reads([op, "x_1", 3], {"x_1"})


def test_names_of_passes_are_no_names_of_a_ruleset() -> None:
    steps = (
        "  a step: {for each: once in 1..3, set: {n: count(once__1 in 1..9 where once__1 > once + sum(deck.value) - 45)}}\n"
        "  a loop: {until: {it ends: n > 8}, for each: passes_ in 1..2, add: {n: passes_}}\n"
    ).replace("until: {it ends: n > 8}, for each", "for each")
    made = program(steps)
    at = next(i for i, slot in enumerate(made.ints) if slot.name == "n")
    for log in (False, True):
        assert Game(made).start(1, log).v[at] == 9


def test_threading_joins_blocks_and_keeps_what_is_needed() -> None:
    made = program("  a step: {when: n = 0, do: [{by: first(players), choose: c in deck, move: c, to: pool}]}\n")
    blocks, leads, _ = block_passes.thread(made)
    assert 0 in blocks and len(blocks) < len(made.blocks)
    for body in blocks.values():
        assert all(target in blocks for target in ir.targets(body))
    for site in made.sites:
        for entry in site.entries:
            assert leads[entry.target] in blocks


@pytest.mark.parametrize("case", each(quick=FEW), ids=str)
def test_the_same_passes_count_with_and_without_a_log(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    game, stops = Game(case.game.program), set()
    for log in (True, False):
        game.code(log)  # written with the limit as it is
    monkeypatch.setattr("stammtisch.game.state.LAST_PASSES", 0)
    for most in (*range(1, 12), 25, 50, 100, 200):
        monkeypatch.setattr(ir, "MOST_PASSES", most)
        with_log, without = (decisions_before_it_stops(game, log) for log in (True, False))
        assert with_log == without
        stops.add(without)
    assert len(stops) > 1


def decisions_before_it_stops(game: Game, log: bool) -> int:
    """How many first options can be chosen, of fifty, with the most passes that are set; -1 if it cannot begin."""
    decisions = -1
    with suppress(GameError):
        played = game.start(3, log=log)
        decisions = 0
        while decisions < 50 and not played.over:
            played.choose(0)
            decisions += 1
    return decisions


def test_long_ranges_are_not_written_down() -> None:
    assert folding.length(["range", 1, 10**12]) == 10**12
    assert folding.refold(["nth", ["range", 5, 10**12], 10**9, -1]) == 5 + 10**9


def test_unrolling() -> None:
    body = ["eq", "i_1", ["var", 3]]
    assert folding.unroll(["any", "i_1", ["range", 0, 1], body]) == ["or", ["eq", 0, ["var", 3]], ["eq", 1, ["var", 3]]]
    assert folding.unroll(["every", "i_1", ["range", 5, 4], body]) == 1
    assert folding.unroll(["any", "i_1", ["range", 5, 4], body]) == 0
    long = ["any", "i_1", ["range", 0, folding.UNROLL], body]
    assert folding.unroll(long) == long


def test_sharing() -> None:
    program = CASES[0].game.program
    costly = ["sum", ["map", "it", ["cards", 1], ["add", "it", 2]]]
    taken: list[int] = []
    shared = hoisting.share(["add", costly, ["mul", costly, 3]], program, taken)
    assert shared == ["let", "once__0", costly, ["add", "once__0", ["mul", "once__0", 3]]]
    for other in (
        ["add", costly, 1],  # once only
        ["add", ["div_down", 1, ["var", 0], 0], ["div_down", 1, ["var", 0], 0]],  # may fail
        ["map", "it", ["range", 0, 1], ["add", *[["sum", ["map", "c", ["cards", "it"], ["add", "c", 2]]]] * 2]],
    ):
        assert hoisting.share(other, program, taken) == other


def test_hoisting() -> None:
    made = program("  a step: nothing\n")
    costly = ["sum", ["map", "x_1", ["cards", 1], ["table", "card.value", "x_1"]]]
    tree = ["filter", "c_2", ["cards", 1], ["gt", costly, ["table", "card.value", "c_2"]]]
    name = f"{hoisting.HOISTED}0"
    assert hoisting.hoist(tree, made, []) == ["let", name, costly, [*tree[:3], ["gt", name, tree[3][2]]]]
    failing = ["sum", ["map", "x_1", ["cards", 1], ["cell", "price", "x_1", 0]]]
    kept = ["filter", "c_2", ["cards", 1], ["gt", failing, 1]]
    assert hoisting.hoist(kept, made, []) == kept
    own = ["filter", "c_2", ["cards", 1], ["gt", ["sum", ["items", "c_2"]], 1]]
    assert hoisting.hoist(own, made, []) == own


# -- constants


NUMBERS = hs.integers(-4, 4)
TREES = hs.recursive(
    hs.one_of(NUMBERS, hs.sampled_from(["a_1", "b_2"])),
    lambda inner: hs.one_of(
        hs.tuples(
            hs.sampled_from(["add", "sub", "mul", "least", "most", "eq", "ne", "lt", "le", "gt", "ge"]), inner, inner
        ).map(list),
        hs.tuples(hs.sampled_from(["and", "or"]), inner, inner, inner).map(
            lambda t: [t[0], *(["ne", part, 0] for part in t[1:])]
        ),
        hs.tuples(inner, inner, inner).map(lambda t: ["if", ["ne", t[0], 0], t[1], t[2]]),
        hs.tuples(hs.sampled_from(["neg"]), inner).map(list),
        inner.map(lambda t: ["not", ["ne", t, 0]]),
        hs.tuples(inner, inner).map(
            lambda t: ["sum", ["map", "c_3", ["range", -1, 2], ["add", ["mul", "c_3", t[0]], t[1]]]]
        ),
        inner.map(lambda t: ["any", "c_4", ["range", -1, 1], ["eq", "c_4", t]]),
    ),
    max_leaves=12,
)
EMPTY = program("  a step: nothing\n")
QUESTIONS = Questions(EMPTY)


def value(tree: Any, a: int, b: int) -> int:
    """An expression of registers a_1 and b_2, as the backend writes it, without passes."""
    return int(QUESTIONS.compile_once(tree, "a_1, b_2", give)([], [], a, b))


def folded(tree: Any) -> Any:
    return make(tree[0], *map(folded, tree[1:])) if isinstance(tree, list) and tree[0] in FOLDED else tree


def unique(tree: Any) -> Any:
    """The expression with a register of its own for each loop, as the rulesets' expressions have."""
    if not isinstance(tree, list):
        return tree
    tree = [unique(part) for part in tree]
    if tree and tree[0] in ("map", "any"):
        tree[1:] = [f"c_{id(tree)}", tree[2], trees.replace(tree[3], tree[1], f"c_{id(tree)}")]
    return tree


@full
@given(TREES.map(unique), NUMBERS, NUMBERS)
def test_folding_and_passes_keep_every_value(tree: Any, a: int, b: int) -> None:
    wanted = value(tree, a, b)
    assert value(folding.refold(tree), a, b) == wanted
    assert value(folded(tree), a, b) == wanted
    assert value(folding.unroll(tree), a, b) == wanted
    assert value(hoisting.hoist(tree, EMPTY, []), a, b) == wanted
    assert value(improve.improve(EMPTY)(tree), a, b) == wanted


def test_what_is_worked_out_in_any_case_is_worked_out_once() -> None:
    """Only what comes first is certain: not what stands behind `and`, in a branch or within a loop."""
    asked = ["call", "f", "x"]
    again = ["if", ["and", ["ne", asked, -1], ["eq", ["var", 3, asked], 1]], asked, ["items"]]
    once = ["if", ["and", ["ne", "once__0", -1], ["eq", ["var", 3, "once__0"], 1]], "once__0", ["items"]]
    assert hoisting.repeat_once(again, []) == ["let", "once__0", asked, once]
    for perhaps in (
        ["if", "y", asked, ["add", asked, 1]],
        ["and", "y", asked, ["ne", asked, 1]],
        ["if", ["any", "i", ["items", "y"], ["eq", "i", asked]], asked, 0],
        ["if", asked, [["set", 3, 0, asked]], []],
    ):
        assert hoisting.repeat_once(perhaps, []) == perhaps


# -- cards whose zone is known

HELD: ir.Expr = ["cards", ["add", ["var", 3], 1]]
FIND, TAKE, PUT = ["find", "z", "c"], ["take", "c", "z"], ["put", "c", 1, "top", 0]


def loop(listed: ir.Expr, *more: ir.Stmt) -> ir.Stmt:
    return ["for", "c", listed, [FIND, TAKE, PUT, *more]]


@pytest.mark.parametrize(
    "body",
    [
        [loop(HELD)],
        [["let", "l", ["filter", "x", HELD, ["gt", "x", 1]]], loop(["head", "l", 2])],
        [["let", "n", ["add", ["var", 3], 1]], ["let", "l", ["cards", "n"]], loop("l")],
        [["let", "l", HELD], ["if", 1, [loop("l")], []]],
        [loop(["cards", 2])],
        [loop(["gather", "x", ["items", 1, 2], ["cards", "x"]])],
        [loop(["join", HELD, ["filter", "x", ["join", ["cards", 1], ["cards", 2]], ["gt", "x", 1]]])],
    ],
    ids=str,
)
def test_cards_of_few_zones_are_not_looked_for_in_all(body: list[ir.Stmt]) -> None:
    assert "find" not in repr(origins.narrow_origins(body, program("  a step: {say: 1}\n")))


@pytest.mark.parametrize(
    "body",
    [
        [loop(HELD, ["set", 3, 0, "c"])],
        [loop(HELD, ["draw", "d", 2])],
        [loop(["cards", 90])],
        [loop(["gather", "x", ["items", 1, 90], ["cards", "x"]])],
        [loop(["gather", "x", ["items", 1, 2, 1, 2, 1, 2, 1], ["cards", "x"]])],
        [loop(["join", ["cards", 1], ["sorted", "l"]])],
        [["let", "l", HELD], ["set", 3, 0, 1], loop("l")],
        [["let", "l", HELD], ["draw", "d", 2], loop("l")],
        [["let", "n", 2], ["let", "l", ["cards", ["add", "n", 1]]], ["let", "n", 1], loop("l")],
        [["let", "l", HELD], ["while", 1, [loop("l")], 0]],
        [["for", "c", HELD, [PUT, FIND, TAKE]]],
        [["for", "c", HELD, [["find", "z", "d"], TAKE, PUT]]],
    ],
    ids=str,
)
def test_cards_that_may_lie_elsewhere_are_looked_for(body: list[ir.Stmt]) -> None:
    assert origins.narrow_origins(body, program("  a step: {say: 1}\n")) == body


# -- loops along relations

POINTS = ["range", 0, 5]
FREE: ir.Expr = ["eq", ["var", 2], "t"]
NEAR: ir.Expr = ["table", "near", ["add", ["mul", "p", 6], "t"]]
FLIES: ir.Expr = ["gt", ["var", 2], 3]
FAILS: ir.Expr = ["cell", "price", ["var", 2], 0]
ALONG = ["row", "narrowed 1", "p"]


def narrowed(e: ir.Expr) -> tuple[ir.Expr, ir.Program]:
    """An expression that reads `p`, one of six points in a line, with its loops narrowed, and its program."""
    made = program("  a step: nothing\n")
    made.tables["near"] = [int(abs(p - t) == 1) for p in range(6) for t in range(6)]
    return relations.Relations(made).within(e, {"p": (0, 5)}), made


def test_a_loop_goes_through_neighbours_alone() -> None:
    found, made = narrowed(["any", "t", POINTS, ["and", FREE, NEAR]])
    assert found == ["any", "t", ALONG, FREE]
    assert made.tables["narrowed 1"] == [[1], [0, 2], [1, 3], [2, 4], [3, 5], [4]]
    within = ["filter", "p", POINTS, ["any", "t", POINTS, ["and", FREE, NEAR]]]
    assert narrowed(within)[0] == ["filter", "p", POINTS, ["any", "t", ALONG, FREE]]
    assert narrowed(["filter", "t", POINTS, ["and", FREE, NEAR]])[0] == ["filter", "t", ALONG, FREE]


def test_a_loop_goes_through_all_where_something_else_allows_all() -> None:
    either = ["and", FREE, ["or", NEAR, FLIES]]
    found = narrowed(["count", "t", POINTS, either])[0]
    assert found == ["if", FLIES, ["count", "t", POINTS, FREE], ["count", "t", ALONG, FREE]]
    options = [["option", "o"]]
    everything, along = (["for", "o", ["filter", "t", source, FREE], options] for source in (POINTS, ALONG))
    found = narrowed(["for", "o", ["filter", "t", POINTS, either], options])[0]
    assert found == ["if", FLIES, [everything], [along]]


@pytest.mark.parametrize(
    "e",
    [
        ["any", "t", POINTS, ["and", FAILS, NEAR]],
        ["any", "t", POINTS, ["or", NEAR, FAILS]],
        ["any", "t", POINTS, ["and", FREE, ["not", NEAR]]],
        ["any", "t", POINTS, ["and", FREE, ["or", ["eq", "t", 3], FLIES]]],
        ["any", "t", ["range", 0, ["var", 2]], NEAR],
        ["filter", "t", POINTS, ["or", NEAR, FLIES]],
        ["for", "o", ["filter", "t", POINTS, ["or", NEAR, FLIES]], [["option", "o"], ["set", 2, 0, "o"]]],
    ],
)
def test_other_loops_go_through_everything(e: ir.Expr) -> None:
    assert narrowed(e)[0] == e


def test_men_move_along_lines_in_native_games() -> None:
    options = [
        site.options for site in relations.narrow_loops(st.load_ruleset("nine-mens-morris").game().program).sites
    ]
    assert sum(part[0] == "row" for part in trees.walk([options])) == 2
