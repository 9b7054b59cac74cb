"""The examples of testdata/operations.yaml: the plain evaluator and every backend come to the same."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
import yaml
from helpers import miniature
from helpers.miniature import DECK, DECK_RANGES, DOC, MARKS, MELDS, SETS, SETTING, program, seed_giving
from helpers.paths import DATA, TESTS
from oracle.evaluate import Machine

from stammtisch.backend.native.running_module import Trap
from stammtisch.base import errors
from stammtisch.base.errors import GameError
from stammtisch.base.streams import seed_stream
from stammtisch.game.game import Game
from stammtisch.program import ir

EXAMPLES: dict[str, list[Any]] = yaml.safe_load((DATA / "operations.yaml").read_text(encoding="utf-8"))
BACKENDS = ("evaluator", "with a log", "without", "WebAssembly")
State = tuple[list[int], list[list[int]], int]


def named(value: Any) -> Any:
    """The value with the names of helpers/miniature.py resolved: `HAND`, `GROUPS + 1`."""
    if isinstance(value, list):
        return [named(part) for part in value]
    if isinstance(value, dict):
        return {named(key): named(part) for key, part in value.items()}
    found = re.fullmatch(r"([A-Z][A-Z_]*)(?: \+ (\d+))?", value) if isinstance(value, str) else None
    if found is None:
        return value
    meant = getattr(miniature, found[1])
    return meant + int(found[2]) if found[2] else meant


def end(backend: str, game: ir.Program, seed: int) -> State:
    """Numbers, lists and the random stream at the end of a game without decisions. Raises GameError where it fails."""
    if backend == "evaluator":
        plain = Machine(game).start(seed_stream(seed, 0))
        return plain.v, plain.z, plain.random
    compiled = Game(game)
    if backend == "WebAssembly":
        machine = compiled.native
        assert machine is not None
        machine.start(machine.place(0), seed_stream(seed, 0))
        return machine.state(machine.place(0))
    state = compiled.start(seed, backend == "with a log")
    return state.v, state.z, state.random


def of_lists(expression: ir.Expr) -> bool:
    """Whether this is a list of lists: WebAssembly keeps none."""
    return isinstance(expression, list) and expression[0] in ("splits", "subsets")


@cache
def results(backend: str, lists_of_lists: bool) -> dict[int, Any]:
    """What all expressions come to, by their numbers: one program works them out, each in a block of its own."""
    base = program()
    ints, lists, blocks = [*base.ints], [*base.lists], [[*SETTING, ["goto", 1]]]
    places: dict[int, tuple[bool, int]] = {}
    for number, (expression, expected) in enumerate(EXAMPLES["expressions"]):
        if of_lists(expression) != lists_of_lists:
            continue
        listed = isinstance(expected, list)
        places[number] = listed, len(lists) if listed else len(ints)
        if listed:
            lists.append(ir.ListSlot(f"list {number}", "list"))
        else:
            ints.append(ir.IntSlot(f"number {number}", -100, 100, 0))
        keep = ["store", len(lists) - 1] if listed else ["set", len(ints) - 1, 0]
        blocks.append([[*keep, named(expression)], ["goto", len(blocks) + 1]])
    v, z, _ = end(backend, program(*blocks, [["over"]], ints=ints, lists=lists), 1)
    return {number: z[place] if listed else v[place] for number, (listed, place) in places.items()}


@pytest.mark.parametrize(
    ("number", "backend"),
    [
        pytest.param(number, backend, id=f"{expression}-{backend}")
        for number, (expression, _) in enumerate(EXAMPLES["expressions"])
        for backend in BACKENDS[: 3 if of_lists(expression) else 4]
    ],
)
def test_expression(number: int, backend: str) -> None:
    expression, expected = EXAMPLES["expressions"][number]
    found, wanted = results(backend, of_lists(expression))[number], named(expected)
    assert (found, type(found)) == (wanted, type(wanted))


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(("expression", "message"), EXAMPLES["failing"], ids=str)
def test_failing_expression(expression: ir.Expr, message: str, backend: str) -> None:
    fails(program([*SETTING, ["set", 4, 0, named(expression)], ["over"]]), message, backend)


def fails(game: ir.Program, message: str, backend: str) -> None:
    """Natively a game stops with a trap, and is played again in Python for the message."""
    with pytest.raises(Trap if backend == "WebAssembly" else GameError) as caught:
        end(backend, game, 1)
    assert not isinstance(caught.value, GameError) or caught.value.message == message


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("pile", EXAMPLES["piles"], ids=str)
def test_pile(pile: list[Any], backend: str) -> None:
    cards, ranges, statement, draws, after, ranges_after = pile
    seed, random = seed_giving(draws)
    before = ["store", DECK_RANGES, ["items", *ranges]]
    _, z, found = end(backend, program([before, named(statement), ["over"]], deck=cards), seed)
    assert (z[DECK], z[DECK_RANGES], found) == (after, ranges_after, random)


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize(("statements", "cards", "marks"), EXAMPLES["groups"], ids=str)
def test_groups(statements: list[ir.Stmt], cards: list[int], marks: list[int], known: bool, backend: str) -> None:
    """`known`: whether the zones are known when the program is compiled, or only their numbers when it runs."""
    statements = [*MELDS, *named(statements)]
    if not known:
        zones = [["let", f"zone_{number}", ["len", ["range", 1, number]]] for number in (DECK, SETS)]
        statements = [*zones, *map(unknown_zones, statements)]
    _, z, random = end(backend, program([*statements, ["over"]], deck=[7, 8]), 1)
    assert (z[SETS], z[MARKS], random) == (cards, marks, seed_stream(1, 0))


def unknown_zones(statement: ir.Stmt) -> ir.Stmt:
    """The statement with registers in place of the numbers of its zones."""
    kept = (0, 1, 3, 4) if statement[0] in ("put", "take") else (0,)
    return [part if at in kept or part not in (DECK, SETS) else f"zone_{part}" for at, part in enumerate(statement)]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(("statements", "deck", "expected"), EXAMPLES["statements"], ids=str)
def test_statements(statements: list[ir.Stmt], deck: list[int], expected: dict[Any, Any] | str, backend: str) -> None:
    game = program([*named(statements), ["over"]], deck=deck)
    if isinstance(expected, str):
        return fails(game, getattr(errors, expected), backend)
    v, z, random = end(backend, game, 1)
    for place, value in expected.items():
        assert (v[place] if isinstance(place, int) else z[named(place)]) == named(value)
    assert random == seed_stream(1, 0)
    return None


def test_every_expression_and_statement_is_tested() -> None:
    used = {
        part for expression, _ in EXAMPLES["expressions"] if isinstance(expression, list) for part in expression[:1]
    }
    assert used == set(ir.EXPRESSIONS)
    files = [TESTS / "helpers" / "miniature.py", *(TESTS / "oracle").glob("test_evaluate*.py")]
    written = "".join(file.read_text(encoding="utf-8") for file in files).replace('"', "")
    written += (DATA / "operations.yaml").read_text(encoding="utf-8")
    assert [op for op in [*ir.STATEMENTS, *ir.TERMINATORS] if f"[{op}" not in written] == []


def test_the_reference_shows_piles_that_are_tested_here() -> None:
    lines = set()
    for cards, ranges, statement, draws, after, ranges_after in EXAMPLES["piles"]:
        shown, chance = re.sub("'", "", str(named(statement))), " ".join(f"{n}:{i}" for n, i in draws)
        lines.add(f"| {cards} {ranges} | `{shown}` | {chance} | {after} {ranges_after} |")
    shown_lines = {line for line in DOC.splitlines() if line.startswith("| [")}
    assert len(shown_lines) > 10 and shown_lines <= lines
    of = {line.split("`[")[1].split(",")[0] for line in lines}
    assert {line.split("`[")[1].split(",")[0] for line in shown_lines} == of
