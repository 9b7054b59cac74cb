"""What a message proposes can be followed: the line under `write:` is right, and nothing else of it is changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from stammtisch.base.diagnostics import Diagnostic, apply_correction
from stammtisch.front.validation import validate_file

GAME = """\
format: 1
game: Slips
players: 2
things: {colour: [red, black, white]}
settings:
  scored: [red, black, white]
  steps: [1, 3, 5]
each player:
  colour_held: maybe colour
  points: 0..9
phases:
  a turn:
    turns: player in players
    until: {two rounds are over: round > 2}
    do:
      Choose a colour:
        choose: c in scored
        set: {player.colour_held: c}
      the points: {set: {player.points: if player.colour_held = red then 3 else sum(steps) mod 2}}
      Choose: {one of: {Take: {add: {player.points: 1}}, Take two: {add: {player.points: 2}}, Pass: nothing}}
score: player.points
rulings: {equal points share the victory: {change: score}}
"""
SLIPS = (
    ("[red, black, white]\n  steps", "[red, blakc, white]\n  steps"),
    ("[1, 3, 5]", "[1, three, 5]"),
    ("1}}, Take two", "1}} Take two"),
)


def told(folder: Path, text: str) -> list[Diagnostic]:
    path = folder / "game.yaml"
    path.write_text(text, encoding="utf-8")
    return validate_file(path)


def test_the_game_is_right_without_a_slip(tmp_path: Path) -> None:
    assert told(tmp_path, GAME) == []


@pytest.mark.parametrize(("right", "wrong"), SLIPS)
def test_what_is_proposed_is_the_line_as_it_was(tmp_path: Path, right: str, wrong: str) -> None:
    text = GAME.replace(right, wrong, 1)
    (found,) = told(tmp_path, text)
    line = text.splitlines()[found.span.line - 1]
    assert apply_correction(line, found).strip() == GAME.splitlines()[found.span.line - 1].strip()


def test_no_colon_in_several_lines_gets_no_proposal_that_joins_them(tmp_path: Path) -> None:
    values = "settings:\n  scored: [red, black, white]\n  steps: [1, 3, 5]\n"
    (found,) = told(tmp_path, GAME.replace(values, "settings:\n  hand_size 5\n  coins 3\n"))
    assert (found.code, found.instead, found.fix) == ("wrong-type", "", "")
    assert found.hint == "A colon is missing after `hand_size`, and on the lines below it."
    (found,) = told(tmp_path, GAME.replace(values, "settings:\n  hand_size = 5\n  coins = 3\n"))
    assert (found.hint, found.instead) == ("Write : in place of =.", "")
    (found,) = told(tmp_path, GAME.replace(values, "settings:\n  hand_size 5\n"))
    assert found.instead == "hand_size: 5"


def test_a_list_says_all_that_is_wrong_in_it(tmp_path: Path) -> None:
    text = GAME.replace("[red, black, white]\n  steps", "[rot, black, ==]\n  steps")
    assert [d.code for d in told(tmp_path, text)] == ["expression-syntax"]
    text = GAME.replace("[red, black, white]\n  steps", "[rde, blakc, white]\n  steps")
    assert [(d.span.column, d.instead) for d in told(tmp_path, text)] == [(12, "red"), (17, "black")]


@pytest.mark.parametrize(
    ("right", "wrong", "code"),
    [
        ("  colour_held: maybe colour", "  µ: 0..9\n  μ: 0..9\n  colour_held: maybe colour", "bad-name"),
        ("score: player.points", "score: player.points\nscores: 0", "unknown-key"),
        ("things: {", "tables: {plain: {1..3: 0}, a b: {1..3: 1}, a_b: {1..3: 1}}\nthings: {", "bad-name"),
        ("players: 2\n", "players: 2\ndefine: {µ(player): 1, μ(player): 2}\n", "bad-name"),
    ],
)
def test_what_is_proposed_is_no_key_that_is_there_already(tmp_path: Path, right: str, wrong: str, code: str) -> None:
    found = [d for d in told(tmp_path, GAME.replace(right, wrong, 1)) if d.code == code]
    assert found and [(d.instead, d.fix) for d in found] == [("", "")]


def test_what_is_proposed_for_a_variant_is_no_change_that_is_there_already(tmp_path: Path) -> None:
    told(tmp_path, GAME)
    path = tmp_path / "variant.yaml"
    slip = "Chose a colour: {say: 1}"
    for others, instead in (("", "Choose a colour"), ("Choose a colour: {say: 2}, ", "")):
        path.write_text(f"extends: game.yaml\nchange: {{{others}{slip}}}\n", encoding="utf-8")
        (found,) = (d for d in validate_file(path) if d.code == "change-not-found")
        assert found.instead == instead
