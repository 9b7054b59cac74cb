"""The order of the house: rooms and their names, sizes of modules, classes and functions, tests that stand alone."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from helpers.paths import INTERPRETER, ROOT, TESTS

MOST_AT_THE_TOP = 6
MOST_LINES = {"module": 600, "class": 400, "function": 60}
MOST_PARTICIPLES = 60
# nouns and verbs that look like participles
NO_PARTICIPLES = {"deed", "embed", "exceed", "feed", "need", "proceed", "seed", "shed", "speed", "succeed"}
IRREGULAR = """
begun bound brought built caught chosen dealt drawn found given gone heard held hidden kept known laid lost made
meant met said seen sent shown sold sought spent spoken taken taught thought told understood unmet unsaid unseen
woven written
"""
NO_ROOMS = {"common", "helpers", "misc", "tools", "util", "utils"}
# folders of tests that are of no room: of the whole, or no tests at all
OTHERS = {"browser", "benchmarks", "docs", "extras", "golden", "helpers", "oracle", "package", "testdata"}
MODULES = sorted(path for path in INTERPRETER.rglob("*.py"))
ROOMS = {path.parent.name for path in INTERPRETER.glob("*/__init__.py")}


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def statements(body: list[Any]) -> Iterator[ast.stmt]:
    """All statements, those within others too."""
    for node in body:
        if isinstance(node, ast.stmt):
            yield node
        for part in ("body", "orelse", "handlers", "finalbody", "cases"):
            inner = getattr(node, part, None)
            yield from statements(inner) if isinstance(inner, list) else ()


@cache
def named() -> list[tuple[Path, ast.ClassDef | ast.FunctionDef]]:
    """Every class and function of the program."""
    return [
        (path, node)
        for path in MODULES
        for node in statements(tree(path).body)
        if isinstance(node, ast.ClassDef | ast.FunctionDef)
    ]


def shown(path: Path, node: ast.AST | None = None) -> str:
    return f"{path.relative_to(ROOT)}" + (
        f":{node.lineno} {node.name}" if isinstance(node, ast.ClassDef | ast.FunctionDef) else ""
    )


def sizes(kind: str) -> Iterator[tuple[str, int]]:
    """Every module, class or function of the program, with its number of lines."""
    if kind == "module":
        for path in MODULES:
            yield shown(path), path.read_text(encoding="utf-8").count("\n")
    for path, node in named():
        if isinstance(node, ast.ClassDef if kind == "class" else ast.FunctionDef):
            yield shown(path, node), (node.end_lineno or 0) - node.lineno + 1


@pytest.mark.parametrize("kind", MOST_LINES)
def test_nothing_is_too_long_to_be_read(kind: str) -> None:
    assert [(what, lines) for what, lines in sizes(kind) if lines > MOST_LINES[kind]] == []


def test_no_method_only_raises() -> None:
    found = []
    for path, node in named():
        body = [stmt for stmt in node.body if not isinstance(stmt, ast.Expr)]
        raised = ast.unparse(body[0]) if len(body) == 1 and isinstance(body[0], ast.Raise) else ""
        found += [shown(path, node)] if raised.startswith(("raise AssertionError", "raise NotImpl")) else []
    assert found == []


def test_the_top_holds_the_public_front_and_the_ways_to_start() -> None:
    top = {path.stem for path in INTERPRETER.glob("*.py")}
    assert {"__init__", "__main__", "main", "pytest_plugin"} <= top
    assert len(top) <= MOST_AT_THE_TOP


def test_every_room_has_a_name_that_says_something_and_a_place_in_the_contract() -> None:
    named = {path.parent.name for path in INTERPRETER.rglob("*/__init__.py")}
    assert not named & NO_ROOMS
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    exhaustive = [c for c in project["contracts"] if c["type"] == "layers" and c.get("exhaustive")]
    for contract in exhaustive:
        (container,) = contract["containers"]
        folder = INTERPRETER.joinpath(*container.split(".")[1:])
        named = {name for layer in contract["layers"] for name in layer.split(" | ")}
        assert named == {path.parent.name for path in folder.glob("*/__init__.py")}
    assert ["stammtisch"] in [contract["containers"] for contract in exhaustive]


def test_tests_lie_by_room() -> None:
    assert {path.name for path in TESTS.iterdir() if path.is_dir() and path.name != "__pycache__"} <= ROOMS | OTHERS
    assert [shown(path) for path in TESTS.glob("test_*.py")] == []


def test_no_test_needs_another_file_of_tests() -> None:
    found = []
    for path in TESTS.rglob("test_*.py"):
        text = path.read_text(encoding="utf-8")
        whole = tree(path)
        for node in ast.walk(whole) if "__file__" in text else statements(whole.body):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            found += [shown(path) for name in names if any(part.startswith("test_") for part in name.split("."))]
            is_path = isinstance(node, ast.Attribute) and node.attr in ("parent", "parents")
            found += [shown(path)] if is_path and "__file__" in ast.unparse(node) else []
    assert found == []


def test_pages_wait_for_functions() -> None:
    """Playwright evaluates other text in the page as often as it is not true yet, which our pages forbid."""
    found, seen = [], 0
    for path in [path for path in TESTS.rglob("*.py") if "wait_for_function" in path.read_text(encoding="utf-8")]:
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(".wait_for_function"):
                text = ast.unparse(node.args[0])
                seen += 1
                found += [f"{shown(path)}:{node.lineno} {text}"] if text[0] in "'\"f" and "=>" not in text else []
    assert seen > 50 and found == []


def test_functions_are_named_by_verbs_and_nouns_not_by_participles() -> None:
    names = [node.name.strip("_") for _, node in named() if isinstance(node, ast.FunctionDef)]
    found = [name for name in names if name in IRREGULAR.split() or (name.endswith("ed") and "_" not in name)]
    found = [name for name in found if name not in NO_PARTICIPLES]
    assert len(names) > 3000
    assert len(found) <= MOST_PARTICIPLES, sorted(found)
