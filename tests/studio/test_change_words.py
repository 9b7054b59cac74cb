"""What has changed in a file, in words that a designer reads."""

from __future__ import annotations

import pytest

from stammtisch.reading.load import load_text
from stammtisch.studio.change_words import rule_words, scenario_words, sheet_words

RULES = """\
players: 2..5
settings:
  hand_size: {value: 6, about: Dishes in each hand.}
things:
  taste: [hearty, sweet]
shared:
  deck: {holds: card, see: nobody}
each player:
  hand: {holds: card, see: owner}
setup:
  shuffle the deck: {shuffle: deck}
  deal the hands: {deal: hand_size, from: deck, to: players.hand}
actions:
  trade: {move: card, to: deck}
score: player.points
"""


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("players: 2..5", "players: 2..4", ["Players: 2..5 → 2..4"]),
        ("{value: 6", "{value: 5", ["Hand size: 6 → 5"]),
        ("about: Dishes in", "about: Cards in", ["The description of “hand size” changed"]),
        ("settings:\n", "settings:\n  most_cards: 3\n", ["New setting: most cards"]),
        ("  taste: [hearty, sweet]\n", "  kind: [a]\n", ["Thing removed: taste", "New thing: kind"]),
        ("[hearty, sweet]", "[hearty, sweet, fresh]", ["Taste: [hearty, sweet] → [hearty, sweet, fresh]"]),
        ("see: owner", "see: nobody", ["Hand, see: owner → nobody"]),
        ("shared:\n", "shared:\n  pile: {holds: card}\n", ["New place on the table: pile"]),
        ("player:\n", "player:\n  won: 0\n", ["New place of each player: won"]),
        ("actions:\n", "actions:\n  wait: nothing\n", ["New action: wait"]),
        ("  shuffle the deck: {shuffle: deck}\n", "", ["Step removed: shuffle the deck"]),
        ("{deal: hand_size", "{deal: 3", ["Step “deal the hands”, deal: hand_size → 3"]),
        ("score: player.points", "score: " + "player.points + " * 9 + "1", ["Score changed"]),
    ],
)
def test_a_change_of_the_rules(old: str, new: str, said: list[str]) -> None:
    assert old in RULES
    assert rule_words(load_text(RULES, "a"), load_text(RULES.replace(old, new), "a")) == said


def test_steps_in_another_order_and_under_other_words() -> None:
    before = "setup:\n  shuffle it: {shuffle: deck}\n  deal it: {deal: 3, from: deck, to: players.hand}\n"
    after = "setup:\n  deal it: {deal: 3, from: deck, to: players.hand}\n  mix it: {was: shuffle it, shuffle: deck}\n"
    found = rule_words(load_text(before, "a"), load_text(after, "a"))
    assert "The step “shuffle it” is now “mix it”" in found and any(one.endswith("moved") for one in found)


def test_a_change_of_tests() -> None:
    old = load_text("scenarios:\n  one: {then: [a]}\n  two: {then: [b]}\n", "a")
    new = load_text("scenarios:\n  two: {then: [c]}\n  three: {then: [b]}\n", "a")
    assert scenario_words(old, new) == ["New test: three", "Test removed: one", "Test “two” changed"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("dish,worth,copies\nSoup,3,4\nCake,3,4\n", ["Dish “Soup”, worth: 2 → 3"]),
        ("dish,worth,copies\nSoup,2,4\n", ["Dish removed: Cake"]),
        ("dish,worth,copies\nSoup,,4\nCake,3,4\nTart,1,1\n", ["New dish: Tart", "Dish “Soup”, worth: 2 → nothing"]),
        ("dish,worth\nSoup,2\nCake,3\n", ["Column removed: copies"]),
        (
            "name,worth,copies\nSoup,3,4\nCake,3,4\n",
            ["New column: name", "Column removed: dish", "Card “Soup”, worth: 2 → 3"],
        ),
    ],
)
def test_a_change_of_a_sheet(text: str, said: list[str]) -> None:
    old = "dish,worth,copies\nSoup,2,4\nCake,3,4\n"
    assert sheet_words("dishes.csv", old.encode(), text.encode()) == said
