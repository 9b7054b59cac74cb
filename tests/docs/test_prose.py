"""Examples in running text: what stands there as a part of a ruleset has keys that there are, and expressions that can be read."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from helpers.paths import DOCS, ROOT, RULESETS

from stammtisch.base.diagnostics import RulesetError
from stammtisch.base.keywords import CONDITIONS, SLOTS, SLOTS_OF_VERBS, VERBS
from stammtisch.language.parse import parse
from stammtisch.reading.load import load_text
from stammtisch.reading.nodes import Scalar

INLINE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
FENCED = re.compile(r"^```.*?^```$", re.M | re.S)
# names of the game's own have a blank, a capital, a dot ... in them, or stand in a block or a ruleset
OWN = re.compile(r"[^a-z]|.*[^a-z_]")
# those of programs, messages and records have keys of their own; their tests are elsewhere
OTHERS = {"api.md", "architecture.md", "errors.md", "ir.md", "native.md", "performance.md", "trace.md", "changes.md"}
PAGES = [page for page in sorted(DOCS.rglob("*.md")) if page.name not in OTHERS]
# what shows how something is printed, or stands for any names
NO_RULES = {"words: thing", "{a: 1, b: [2, 3]}", "penalty x cards in penalties (penalty: 1, cards in penalties: 3)"}
EXPRESSIONS = {word for word, slot in [*VERBS.items(), *SLOTS_OF_VERBS.items()] if slot.kind in ("expression", "pile")}
# `winner` is an expression behind `end: game`, and a ranking elsewhere
EXPRESSIONS = {*EXPRESSIONS, *CONDITIONS, "by", "score"} - {"winner"}


@cache
def keys() -> set[str]:
    """Every key of the schemas and of their examples, and every name of the shipped rulesets."""
    found = {*SLOTS, *VERBS}

    def inside(node: Any) -> None:
        if isinstance(node, dict):
            found.update(node.get("properties", {}))
            found.update(name for example in node.get("examples", []) for name, _ in named(example))
        for part in node.values() if isinstance(node, dict) else node if isinstance(node, list) else []:
            inside(part)

    for file in (ROOT / "schemas").glob("*.json"):
        inside(json.loads(file.read_text(encoding="utf-8")))
    for file in RULESETS.rglob("*.yaml"):
        found.update(re.findall(r"\w+", file.read_text(encoding="utf-8")))
        found.add(file.stem)
    return found


def examples(text: str) -> Iterator[tuple[str, Any]]:
    """What stands in running text as names with values, and what it says."""
    for code in INLINE.findall(FENCED.sub("", text)):
        code = code.replace("\\|", "|")
        if ": " not in code or code in NO_RULES or "…" in code or "..." in code:
            continue
        for written in (code, f"{{{code}}}"):
            try:
                found = yaml.safe_load(written)
            except yaml.YAMLError:
                continue
            if isinstance(found, dict):
                yield code, found
            break
        else:
            yield code, None


def named(node: Any) -> Iterator[tuple[str, Any]]:
    for key, value in node.items() if isinstance(node, dict) else []:
        yield str(key), value
    for part in node.values() if isinstance(node, dict) else node if isinstance(node, list) else []:
        yield from named(part)


def wrong(text: str) -> list[str]:
    """The examples in a page's running text that nothing can be made of."""
    blocks, found = "\n".join(FENCED.findall(text)), []
    for code, tree in examples(text):
        if tree is None:
            found.append(f"{code}: cannot be read")
            continue
        for key, value in named(tree):
            if not OWN.match(key) and key not in keys() and not re.search(rf"\b{re.escape(key)}\b", blocks):
                found.append(f"{code}: there is no key {key}")
            if key in EXPRESSIONS and isinstance(value, str) and value.islower():
                node = load_text(f"value: {json.dumps(value)}", "page").get("value")
                assert isinstance(node, Scalar)
                try:
                    parse("expr", node)
                except RulesetError as error:
                    found.append(f"{code}: {error.diagnostics[0].message}")
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(DOCS)))
def test_examples_in_running_text_can_be_read(page: Path) -> None:
    assert wrong(page.read_text(encoding="utf-8")) == []


def test_a_wrong_example_is_noticed() -> None:
    assert wrong("Write `mvoe: card` here.") == ["mvoe: card: there is no key mvoe"]
    assert wrong("Write `{move: card, to: discards, whn: deck.empty}`.") != []
    assert wrong("Write `when: deck.empty or`.") != [] and wrong("Write `shuffle: deck deck`.") != []
    assert (
        wrong("Write `for each: p in players, move: p.hand, to: deck`, or `a draw: {move: 1, from: deck, to: p.hand}`.")
        == []
    )
