"""A value of every kind in every slot, function and operator: refused with its place, or played without an exception."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from helpers.every_value import GAP, VALUES, fault, forms, written
from helpers.tiers import full, many

from stammtisch.front.validation import validate_file

PARTS = 8  # of which each is a test: so many go at once in a full run, and a failure shows few others
PAIRS = [(form, value) for form in forms() for value in VALUES]
random.Random(1).shuffle(PAIRS)  # so that the first of them are of all kinds


def refusal(file: Path, section: str, node: Any, value: str) -> tuple[str, str, str]:
    """The first mistake: its code, its message and the text it stands at."""
    file.write_text(written((section, node), value), encoding="utf-8")
    found = next(found for found in validate_file(file) if found.severity == "error")
    line = file.read_text(encoding="utf-8").splitlines()[found.span.line - 1]
    return found.code, found.message, line[found.span.column - 1 :]


@pytest.mark.parametrize("part", range(PARTS))
def test_what_is_accepted_is_played_and_the_rest_is_refused_with_a_place(part: int, tmp_path: Path) -> None:
    sample = PAIRS[part :: PARTS * many(452, 24)]
    faults = [(form, value, wrong) for form, value in sample if (wrong := fault(form, value, tmp_path / "game.yaml"))]
    assert not faults


STEP_WITH_THE_BOX = ({"deal": GAP, "from": "deck", "to": "players.hand"}, {"set": {"high": GAP}}, {"say": GAP},
    {"repeat": GAP, "say": 1}, {"remember": {"keep": GAP}, "say": 1}, {"remember": {"keep": f"max({GAP}, 1)"}, "say": 1},
    {"move": GAP, "from": "deck", "to": "row"}, {"pay": GAP, "from": "bank", "to": "player.coins"})  # fmt: skip


@pytest.mark.parametrize("step", STEP_WITH_THE_BOX)
def test_the_box_is_no_value(step: Any, tmp_path: Path) -> None:
    code, message, at = refusal(tmp_path / "game.yaml", "", step, "box")
    assert (code, message) == ("wrong-type", "the box is not a value: tokens move from it and to it")
    assert at.startswith("box")


@full
def test_tokens_are_moved_from_the_box_and_to_it(tmp_path: Path) -> None:
    for step in ({"pay": 1, "from": GAP, "to": "bank"}, {"move": 1, "from": "bank", "to": GAP}):
        assert fault(("", step), "box", tmp_path / "game.yaml") == ""
        assert not [found for found in validate_file(tmp_path / "game.yaml") if found.severity == "error"]


@pytest.mark.parametrize("value", ["true", "none", "spot_1", "players", "mat.groups", "player"])
def test_all_cards_are_moved_from_something_that_holds_cards(value: str, tmp_path: Path) -> None:
    code, message, at = refusal(tmp_path / "game.yaml", "", {"move": "all", "from": GAP, "to": "row"}, value)
    assert code == "wrong-type" and "move takes cards or a number" in message
    assert at.lstrip('"').startswith(value)


@pytest.mark.parametrize("value", ["players", "mat.groups", "true", "players.hand"])
def test_a_card_is_taken_from_one_place(value: str, tmp_path: Path) -> None:
    code, message, _ = refusal(tmp_path / "game.yaml", "", {"move": "one", "from": GAP, "to": "deck"}, value)
    assert code == "wrong-type" and message.startswith("cards are taken from a place for cards, not from ")


@pytest.mark.parametrize("value", ["3", "player", "true", "row.top"])
def test_cards_are_dealt_to_places(value: str, tmp_path: Path) -> None:
    code, message, _ = refusal(tmp_path / "game.yaml", "", {"deal": 1, "from": "deck", "to": GAP}, value)
    assert code == "wrong-type" and message.startswith("cards are dealt to places for cards, not to ")


@pytest.mark.parametrize("value", ["row", "[deck]", "players"])
@pytest.mark.parametrize("decision", ["choose", "random"])
def test_how_many_are_chosen_is_a_number_or_a_range(decision: str, value: str, tmp_path: Path) -> None:
    code, message, _ = refusal(tmp_path / "game.yaml", "", {decision: "x in row", "count": GAP}, value)
    assert (code, message) == ("wrong-type", "count is a number, a range such as 0..2, or any")


def test_text_is_only_the_words_of_an_action(tmp_path: Path) -> None:
    for step in ({"say": GAP}, {"remember": {"keep": GAP}, "say": 1}, {"random": "x in row", "count": GAP}):
        code, message, at = refusal(tmp_path / "game.yaml", "", step, "'text'")
        assert code == "wrong-type" and message.startswith("'text' is text, which") and at.startswith("'text'")


def test_a_result_has_a_name(tmp_path: Path) -> None:
    given = {"n": 1, "whose": "player", "many": "players", "f(p)": 1}
    code, _, at = refusal(tmp_path / "game.yaml", "", {"run": "Help", "with": given, "gives": {"got": GAP}}, "1..3")
    assert code == "bad-name" and at.lstrip('"').startswith("1..3")


def test_an_empty_list_has_no_word_of_its_own(tmp_path: Path) -> None:
    for call in (f"bottom({GAP})", f"line({GAP}, 1, 1)", f"{GAP}.level"):
        code, message, _ = refusal(tmp_path / "game.yaml", "", {"remember": {"keep": call}, "say": 1}, "[]")
        assert code == "wrong-type" and message.startswith("nothing is known about what is in [], so it has no ")


def test_what_a_table_gives_elsewhere_is_one_value(tmp_path: Path) -> None:
    code, _, at = refusal(tmp_path / "game.yaml", "tables", {"more": {1: 2, "else": GAP}}, "{red: 1}")
    assert code == "wrong-shape" and at.startswith("{red: 1}")
