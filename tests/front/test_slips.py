"""Slips of the pen that used to be answered by a message that leads elsewhere: what is said of them now."""

from __future__ import annotations

from pathlib import Path

import pytest

from stammtisch.base.diagnostics import apply_correction
from stammtisch.front.validation import validate_file

GAME = """\
format: 1
game: Messages
players: 2
settings: {highest_card: 10}
components:
  card: {front: {value: 1..10}}
shared:
  deck: {pile of: card, starts with: {value: 1..highest_card}}
each player:
  hand: {holds: card}
  points: 0..99
phases:
  a turn:
    turns: player in players
    until: {two rounds are over: round > 2}
    do:
      draw a card: {move: up to 1, from: deck, to: player.hand}
      Choose:
        one of: {Take: {add: {player.points: highest_card}}, Pass: nothing}
score: player.points
rulings: {equal points share the victory: {change: score}}
"""


@pytest.mark.parametrize(
    ("right", "slip", "place", "code", "message", "hint"),
    [
        ("move: up to 1", "move: two", "17:27", "unknown-name", "nothing is called 'two'", "write 2"),
        (
            "{highest_card: 10}", "{highest_card:10}", "4:12", "yaml-no-blank", "a space is missing after this colon",
            "Write a space after the colon that ends a name.",
        ),
        (
            "highest_card}}, Pass", "highest_card * 1.5}}, Pass", "19:61", "expression-syntax", "1.5 is not a whole number",
            "the rules use only whole numbers: write * 3 / 2 rounded down, or rounded up",
        ),
        (
            "      Choose:\n", "    Choose:\n", "18:5", "mixed-step",
            "'Choose' is a step of its own and cannot stand beside `turns`",
            "If it belongs to `do`, indent it like the steps above.",
        ),
        (
            "      draw a card:", "    draw a card:", "17:5", "yaml-indent",
            "this line is indented by 4 spaces instead of 6",
            "Start it in column 7.",
        ),
        (
            "draw a card: {move: up to 1, from: deck, to: player.hand}",
            "draw a card:\n      move: up to 1\n      from: deck\n      to: player.hand",
            "17:7", "missing-value", "`draw a card` is empty, and `move`, `from` and `to` below it stand beside it",
            "Indent `move`, `from` and `to` further to the right than `draw a card`.",
        ),
        (
            "  points: 0..99", "  points: -99..99", "11:3", "starts-below-zero",
            "points begins with -99, the smallest number of its range",
            "write points: {start: 0, range: -99..99} to begin with 0",
        ),
    ],
)  # fmt: skip
def test_a_slip_is_named_as_what_it_is(
    tmp_path: Path, right: str, slip: str, place: str, code: str, message: str, hint: str
) -> None:
    file = tmp_path / "game.yaml"
    file.write_text(GAME, encoding="utf-8")
    assert validate_file(file) == []
    assert GAME.count(right) == 1
    file.write_text(GAME.replace(right, slip), encoding="utf-8")
    (found,) = validate_file(file)
    assert (f"{found.span.line}:{found.span.column}", found.code) == (place, code)
    assert (found.message, found.hint) == (message, hint)
    if found.instead:
        lines = file.read_text(encoding="utf-8").split("\n")
        lines[found.span.line - 1] = apply_correction(lines[found.span.line - 1], found)
        file.write_text("\n".join(lines), encoding="utf-8")
        assert validate_file(file) == []


def test_a_variant_that_names_no_base_is_told_how_to(tmp_path: Path) -> None:
    file = tmp_path / "variant.yaml"
    file.write_text("format: 1\ngame: More cards\nsettings: {highest_card: 12}\n", encoding="utf-8")
    hints = [found.hint for found in validate_file(file)]
    assert "Add `phases:`. Or, if this file changes another game, say which: `extends: NAME`." in hints


@pytest.mark.parametrize("word", ["deal", "shuffle", "set", "reveal", "pay", "move", "for each"])
def test_a_step_that_is_named_by_a_word_of_the_language_is_told_so_once(tmp_path: Path, word: str) -> None:
    file = tmp_path / "game.yaml"
    steps = f"setup:\n  {word}: {{shuffle: deck}}\n  draw one each: {{deal: 1, from: deck, to: players.hand}}\n"
    file.write_text(GAME.replace("phases:\n", f"{steps}phases:\n"), encoding="utf-8")
    (found,) = validate_file(file)
    assert (found.code, found.span.line) == ("reserved-word", 13) and "a step needs words of your own" in found.message
    lines = file.read_text(encoding="utf-8").split("\n")
    lines[12] = apply_correction(lines[12], found)
    file.write_text("\n".join(lines), encoding="utf-8")
    assert validate_file(file) == []


def test_ranks_that_are_numbers_get_names(tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    ranked = GAME.replace("components:", "things: {rank: [7, 8, 10, J, Q, K, A]}\ncomponents:")
    ranked = ranked.replace("{value: 1..10}", "{value: 1..10, rank: rank}")
    ranked = ranked.replace("value: 1..highest_card}", "value: 1..highest_card, rank: ranks}")
    file.write_text(ranked, encoding="utf-8")
    (found,) = validate_file(file)
    assert found.message == "each entry of `rank` must be a name, not the number 7"
    assert found.hint == "A name begins with a letter: write `[r7, r8, r10, J, Q, K, A]`."
    file.write_text(ranked.replace("[7, 8, 10, J, Q, K, A]", found.instead), encoding="utf-8")
    assert validate_file(file) == []
