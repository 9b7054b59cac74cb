"""The door: what it answers about a text while it is written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from stammtisch.front.api import validate
from stammtisch.studio.door import answer
from stammtisch.studio.studio import Studio

Ask = Callable[..., Any]
RULES = "picnic/ruleset.yaml"


def where(text: str, words: str, behind: bool = False) -> dict[str, int]:
    """The line and column of the first of these words, as a page counts them."""
    before = text[: text.index(words) + (len(words) if behind else 0)].split("\n")
    return {"line": len(before), "column": len(before[-1].encode("utf-16-le")) // 2}


def test_a_mistake_is_found_and_mended_in_the_text_that_is_not_saved(ask: Ask, home: Path) -> None:
    text = ask("read", file=RULES)["text"]
    wrong = text.replace("choose:", "chose:", 1)
    (found,) = ask("check", file=RULES, text=wrong)["diagnostics"]
    assert (found["file"], found["severity"]) == (RULES, "error")
    assert found["from"] == where(wrong, "chose:") and "choose" in found["hint"]
    first = ask("quick_fixes", file=RULES, start=found["from"], end=found["to"])["fixes"][0]
    assert first["certain"] and first["about"]["code"] == found["code"]
    (mended,) = ask("apply", changes=first["changes"])["files"]
    assert mended["text"] == text == (home / RULES).read_text()
    assert ask("check", file=RULES) == {"diagnostics": []}


def test_places_count_as_browsers_do(ask: Ask) -> None:
    head = "format: 1\ngame: A\nplayers: 2\nthings: {'🍓🍓': [a], gem: [b]}\n"
    text = (
        head + "phases: {'🍓 turn': {turns: player in plyers, one of: {Pass: nothing}}}\nwinner: [most player.number]\n"
    )
    for wrong, marked in ((text, "'🍓🍓'"), (text.replace("'🍓🍓'", "jam"), "plyers")):
        lines = [line.encode("utf-16-le") for line in wrong.split("\n")]
        found = {}
        for one in ask("check", file=RULES, text=wrong)["diagnostics"]:
            units = lines[one["from"]["line"] - 1][2 * one["from"]["column"] : 2 * one["to"]["column"]]
            found[units.decode("utf-16-le")] = one
        spot = found[marked]["to"]
    (fix, *_) = ask("quick_fixes", file=RULES, start=spot, end=spot)["fixes"]
    assert ask("apply", changes=fix["changes"])["files"][0]["text"] == wrong.replace("plyers", "players")


def test_the_longer_checks_find_what_validate_does(ask: Ask, finish: Ask, home: Path) -> None:
    text = ask("read", file=RULES)["text"]
    wrong = text.replace("hand_size: {value: 6", "hand_size: {value: 9", 1)
    assert wrong != text and ask("check", file=RULES, text=wrong) == {"diagnostics": []}
    found = finish("check_further", file=RULES)["diagnostics"]
    assert ask("check", file=RULES, text=wrong) == {"diagnostics": found}
    (home / RULES).write_text(wrong)
    wanted = validate(home / RULES)
    assert wanted and [(d["code"], d["message"]) for d in found] == [(d.code, d.message) for d in wanted]
    fixes = ask("quick_fixes", file=RULES, start=found[0]["from"], end=found[0]["to"])["fixes"]
    assert isinstance(fixes, list)


def test_the_longer_checks_end_when_the_text_changes(ask: Ask) -> None:
    text = ask("read", file=RULES)["text"]
    job = ask("check_further", file=RULES)["job"]
    ask("go_on", job=job, seconds=0)
    ask("check", file=RULES, text=text + "# more\n")
    state = ask("go_on", job=job, seconds=0)
    assert state["done"] and state["progress"]["done"] < 4


def test_all_questions_of_an_editor_are_answered(ask: Ask) -> None:
    text = ask("read", file=RULES)["text"]
    name = where(text, "hand_size")
    use = where(text[text.index("\nsetup") :], "hand_size")
    assert "hand_size" in ask("hover", file=RULES, **name)["markdown"]
    at = {"line": use["line"] + text[: text.index("\nsetup")].count("\n"), "column": use["column"]}
    (declared,) = ask("definition", file=RULES, **at)["places"]
    assert declared["from"] == name and declared["file"] == RULES
    assert len(ask("references", file=RULES, **name)["places"]) >= 2
    assert ask("renamable", file=RULES, **name)["name"] == "hand_size"
    changes = ask("rename", file=RULES, **name, name="dishes_each")["changes"]
    for one in ask("apply", changes=changes)["files"]:
        assert "hand_size" not in one["text"]
    assert ask("check", file=RULES) == {"diagnostics": []}
    assert any(part["name"] == "settings" for part in ask("outline", file=RULES)["items"])
    assert {one["kind"] for one in ask("lenses", file=RULES)["lenses"]} == {"simulate", "rules"}
    assert ask("notes", file=RULES)["notes"][0]["text"] == "30 cards"
    assert ask("words", file=RULES)["words"][0]["kind"] == "keyword"
    assert ask("lay_out", file=RULES, text="format:   1\n")["text"] == "format: 1\n"


def test_completion_lists_what_belongs_to_a_player(ask: Ask) -> None:
    text = ask("read", file=RULES)["text"]
    half = text.replace("\nphases:", "\n  best(player): max(c.worth for c in player.bl\n\nphases:", 1)
    place = where(half, "in player.bl", True)
    found = ask("complete", file=RULES, text=half, **place)["items"]
    assert found[0]["label"] == "blanket" and found[0]["to"] == place
    assert ask("signature", file=RULES, text=half, **where(half, "max(", True))["forms"]


def test_a_name_that_is_taken_is_refused(ask: Ask, refused: Ask) -> None:
    text = ask("read", file=RULES)["text"]
    found = refused("rename", file=RULES, **where(text, "hand_size"), name="points_for_a_meal")
    assert found["kind"] == "not-possible" and "points_for_a_meal" in found["message"]


@pytest.mark.parametrize("game", ["balvin", "hearts"])
def test_games_that_come_with_stammtisch_are_checked_as_by_validate(game: str, ask: Ask, finish: Ask) -> None:
    name = f"shipped:{game}/ruleset.yaml"
    assert ask("check", file=name)["diagnostics"] == []
    assert finish("check_further", file=name)["diagnostics"] == []
    assert len(ask("complete", file=name, line=1, column=0)["items"]) >= 0


@pytest.mark.parametrize(
    "text", ["", "\t", "a: [", "format: 1\ngame: x\n" + "a:\n" * 200, "💥" * 2000, "&a [*a]", "- " * 400]
)
def test_no_text_breaks_the_door(text: str, studio: Studio) -> None:
    for request in ("check", "outline", "lenses", "words", "notes", "lay_out"):
        found = answer(studio, {"name": request, "arguments": {"file": RULES, "text": text}})
        assert "result" in found, (request, found)
    for request in ("complete", "hover", "signature", "definition", "references", "renamable"):
        for spot in ({"line": 1, "column": 0}, {"line": 99999, "column": 99999}, {"line": -5, "column": -5}):
            found = answer(studio, {"name": request, "arguments": {"file": RULES, "text": text, **spot}})
            assert "result" in found or found["mistake"]["kind"] == "not-possible", (request, found)
