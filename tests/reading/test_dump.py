"""A merged ruleset printed and hashed."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.fair import BASE, Fair
from helpers.tiers import many

from stammtisch.language.build import build
from stammtisch.reading.dump import canonical, dump, ruleset_hash
from stammtisch.reading.library import find, rulesets, variants
from stammtisch.reading.load import load_text
from stammtisch.reading.nodes import plain
from stammtisch.reading.variants.merge import merge_files


@pytest.fixture
def fair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fair:
    return Fair(tmp_path, monkeypatch)


@pytest.mark.parametrize(
    "name", [i for n in rulesets() for i in [n, *(f"{n}/{v}" for v in variants(n)[: many(1, 99)])]]
)
def test_what_is_printed_reads_as_the_same_ruleset(name: str) -> None:
    root = merge_files(find(name))
    for where in (False, True):
        again = load_text(dump(root, where), "printed")
        assert plain(again) == plain(root)
        assert canonical(again) == canonical(root)
        build(again, "again")


def test_odd_texts_survive_printing() -> None:
    texts = [
        "",
        " x",
        "x ",
        "a: b",
        "a #b",
        "- x",
        "yes",
        "null",
        "~",
        "08",
        "1_0",
        "'",
        '"',
        "a\nb",
        "x\n",
        "[a",
        "&a",
        "*a",
        "!a",
    ]
    texts += [
        "Märzen  Kölsch",
        "word " * 40 + "end",
        "wide  gap " * 20 + "end",
        "=",
        "%",
        "@",
        "`a`",
        "?",
        "1..2",
        "{",
        "a,b",
        "\t",
    ]
    texts += ["x" * n + "  y" * 20 for n in range(80, 110)]
    source = (
        "\n".join(f"Key {n}: {quoted(t)}" for n, t in enumerate(texts))
        + "\nlist: [x, [1, 'two'], {a: 'b'}, '1']\nempty: {}\nnone: []\n"
    )
    root = load_text(source, "odd")
    assert [v for k, v in plain(root).items() if k.startswith("Key ")] == texts
    for where in (False, True):
        assert plain(load_text(dump(root, where), "printed")) == plain(root)


def quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'


def test_printing_with_origins(fair: Fair) -> None:
    root = merge_files(
        fair.variant("game: Short\nphases: [Contest]\nactions: null\ncomponents: null\nrulings: null\nwhenever: null")
    )
    lines = dump(root, where=True).split("\n")
    assert lines[:4] == [
        "format: 1  # fair/variants/v.yaml:1",
        "game: Short  # fair/variants/v.yaml:3",
        "players: 3..5  # fair/ruleset.yaml:3",
        "settings:  # fair/ruleset.yaml:5",
    ]
    assert "  beer: [stout, bock]  # fair/ruleset.yaml:9" in lines
    assert "    - Contest" not in lines and "phases: [Contest]  # fair/variants/v.yaml:4" in lines


def test_the_hash_ignores_layout_and_documentation_only(fair: Fair) -> None:
    root = merge_files(Path("fair/ruleset.yaml"))
    one = ruleset_hash(root)
    assert len(one) == 16 and int(one, 16) >= 0
    fair.write(
        "fair/ruleset.yaml",
        BASE.replace("game: A Test Fair", "game: Another  # note")
        .replace("rule: T3", "rule: T4")
        .replace("  gate: 3", "  gate:   '3'")
        .replace("round > 1", "round  >  1")
        .split("rulings:")[0],
    )
    assert ruleset_hash(merge_files(Path("fair/ruleset.yaml"))) == one
    for old, new in (
        ("gate: 3", "gate: 4"),
        ("round > 1", "round > 2"),
        ("  First:", "  Fifth:"),
        ("nobody may", "none may"),
    ):
        assert BASE.count(old) >= 1
        fair.write("fair/ruleset.yaml", BASE.replace(old, new))
        assert ruleset_hash(merge_files(Path("fair/ruleset.yaml"))) != one


def test_names_like_documentation_count_for_the_hash() -> None:
    def of(text: str) -> str:
        return canonical(load_text(text, "x"))

    assert of("settings: {rule: 1}") != of("settings: {rule: 2}")
    assert of("settings: {a: {value: 1, rule: A}}") == of("settings: {a: {value: 1, rule: B}}")
    assert of("components: {card: {front: {about: 1..2}}}") != of("components: {card: {front: {about: 1..3}}}")
    assert of("phases: {A: {set: {rule: 1}, rule: A}}") != of("phases: {A: {set: {rule: 2}, rule: A}}")
    assert of("phases: {A: {do: {B: {do: nothing, about: x}}}}") == of("phases: {A: {do: {B: {do: nothing}}}}")
    assert of("shared: {a: {start: 0, show as: row}}") == of("shared: {a: {start: 0}}")
