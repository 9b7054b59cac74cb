"""What each expression comes to in a game, worked out beforehand and while it is played."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.plays import fails, play
from helpers.secrets import made

from stammtisch.base.errors import GameError

VALUES = {
    "7 / 2 rounded up": 4,
    "7 / 2 rounded down": 3,
    "(0 - 7) / 2 rounded down": -4,
    "(0 - 7) / 2 rounded up": -3,
    "(0 - 7) mod 3": 2,
    "if size = 2 then 5 else 6": 5,
    "per_seat": 20,
    "count(players)": 2,
    "sum(1..4)": 10,
    "sum([])": 0,
    "max([3, 1]) - min([3, 1])": 2,
    "min(3, size)": 2,
    "count(distinct(prizes + [3, 1]))": 3,
    "first(prizes) * 10 + last(prizes)": 32,
    "item(prizes, 2) or else 9": 1,
    "item(prizes, 7) or else 9": 9,
    "sum(first(prizes, 2))": 4,
    "first(sorted(prizes))": 1,
    "first(reversed(prizes))": 2,
    "count(prizes - [1])": 2,
    "count(splits([1, 2], 2))": 4,
    "count(splits([1, 1], 2))": 3,
    "slot_3.number": 3,
    "cell_2_3.row * 10 + cell_2_3.column": 23,
    "sum(c.number for c in cell_1_1.line(0, 1))": 6,
    "sum(c.number for c in cell_1_2.line(1, -1))": 6,
    "count(cell_2_3.line(-1, 1)) * 10 + count(cell_2_3.line(-1, -1))": 12,
    "count(cell_2_3.line(0, 0))": 1,
    "cell_1_1.step(1, 1).number or else 9": 5,
    "cell_1_3.step(1, -2).number or else 9": 4,
    "cell_2_1.step(0, 7 - 8).number or else 9": 9,
    "cell_1_1.step(7 - 6, 7 - 6).number or else 9": 5,
    "cell_1_3.step(7 - 6, 7 - 9).number or else 9": 4,
    "cell_2_3.step(7 - 7, 7 - 6).number or else 9": 9,
    "cell_2_3.step(7 - 20, 7 - 7).number or else 9": 9,
    "sum(min(3, c.value + 1) for c in deck)": 26,
    "count(c in deck where max(3, c.value + 1) = 3)": 2,
    "first(cell_2_3.line(-1, 0) - [cell_2_3]).number or else 9": 3,
    "blue.number": 2,
    "left(player_of_n).number": 2,
    "right(player_of_n, 3).number": 2,
    "count(players after player_of_n)": 1,
    "first(players from left(player_of_n)).number": 2,
    "deck.size": 9,
    "deck.top.value or else 0": 9,
    "deck.bottom.value or else 0": 1,
    "slot_1.stack.top.value or else 77": 77,
    "count(c in deck where c.value > 7)": 2,
    "count(a in slots, b in slots where a != b)": 6,
    "sum(a.number * b.number for a in slots, b in slots where a.number < b.number)": 11,
    "first(those(c in deck with least c.value)).value or else 0": 1,
    "first(c in deck by 0 - c.value).value or else 0": 9,
    "sum(first(deck.value, 2))": 3,
    "price(2) + price(5)": 5,
    "sum(best_of(red))": 3,
    "two(2, blue)": 8,
    "if any(c in deck where c.value = 3) and no(c in deck where c.value > 9) then 1 else 0": 1,
    "if all(c.value > 0 for c in deck) then 1 else 0": 1,
    "if 3 in prizes and 9 not in prizes then 1 else 0": 1,
    "if 1 < size <= 2 then 1 else 0": 1,
    "if who = none then 1 else 0": 1,
    "if [1, 2] < [1, 3] and [1] < [1, 0] then 1 else 0": 1,
    "twice(3) + twice(4)": 14,
    "sum(twice(x) for x in prizes)": 12,
}
DEFINE = "define:\n  twice(int x): 2 * x\n  player_of_n: first(players)\n"


@pytest.mark.parametrize(("text", "wanted"), VALUES.items(), ids=VALUES)
def test_values_of_expressions(text: str, wanted: int) -> None:
    assert play(f'{{set: {{n: "{text}"}}}}', more=DEFINE).number("n") == wanted


@pytest.mark.parametrize(("text", "wanted"), VALUES.items(), ids=VALUES)
def test_expressions_of_changing_values(text: str, wanted: int) -> None:
    """The same with size kept in a variable, so that nothing is worked out beforehand."""
    changing = (
        text.replace("size", "m").replace("deck.m", "deck.size").replace("7", "(m + 5)").replace("pile.m", "pile.size")
    )
    if "price(" in text or "item(prizes, 7)" in text:
        changing = text
    changing = changing.replace("or else (m + 5)(m + 5)", "or else 77").replace("* 10 ", "* (m + 8) ")
    game = play("{set: {m: 2}}", f'{{set: {{n: "{changing}"}}}}', more=DEFINE)
    assert game.number("n") == wanted


def test_a_row_that_is_missing_and_a_division_by_zero_fail_with_their_place() -> None:
    assert fails("{set: {n: 4}}", '{set: {m: "price(n)"}}') == "x.yaml:28: the table price has no row for 4"
    assert fails('{set: {m: "7 mod n"}}') == "x.yaml:27: n is 0: nothing can be divided by it"
    assert fails("{set: {n: 2}}", '{set: {m: "count(cell_1_1.line(n, 0))"}}') == (
        "x.yaml:28: a line goes by -1, 0 or 1 rows and columns, not by n: 2"
    )
    assert fails("{set: {n: 60}}", "{add: {n: n}}") == "x.yaml:28: n leaves its range -99..99: 120"


def test_the_ways_to_share_out_may_be_more_than_there_are_cards(tmp_path: Path) -> None:
    step = "count them: {set: {ways: 'count(splits(1..8, 4))'}}"
    ask = "look round: {by: first(players), one of: {Wait: nothing}}"
    game = made(tmp_path, f"shared: {{ways: 0..1100}}\nphases:\n  {ask}\n  {step}\n")
    with pytest.raises(GameError, match="ways leaves its range 0..1100: 8691"):
        game.played(1)


def test_things_of_any_list_can_be_chosen() -> None:
    """A list of things has the bounds of its kind where nothing else is known of it."""
    ways = (
        "those(c for down in 0..1, right in 0..1, c in cell.line(down, right) where c != cell and c.row + c.column > 2)"
    )
    game = play(
        "{by: first(players), choose: c in cell_1_1.ahead, set: {n: c.number}}",
        more=f"define:\n  ahead(cell): '{ways}'\n",
    )
    assert sorted(game.options()) == [1, 2, 3, 4]
