"""The choices of one step are one sentence in a page's log."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from stammtisch.base.display_names import PLAIN
from stammtisch.seats.phrases import event_texts

BRIEF = replace(PLAIN, brief=True, players=("Ann", "Ben"))


def choice(value: Any, kind: str, decision: str = "a turn", option: str = "", asks: str = "", seat: int = 0) -> Any:
    """An event of a choice."""
    event = {"kind": "choose", "seat": seat, "decision": decision, "option": option, "value": value, "value_kind": kind}
    return event | ({"asks": asks} if asks else {})


def test_a_move_between_places_of_a_board_says_from_where_to_where() -> None:
    move = [
        choice("b4", "thing point", option="Move a man"),
        choice("a4", "thing point", decision="Move a man", asks="target"),
    ]
    assert event_texts(move, BRIEF) == ["Ann: Move a man from b4 to a4"]
    # somebody else's choice, and another time, have lines of their own
    other = [move[0], choice("a4", "thing point", decision="Move a man", asks="target", seat=1)]
    assert event_texts(other, BRIEF) == ["Ann: Move a man b4", "Ben: Move a man (target): a4"]
    assert event_texts([*move, *move], BRIEF) == ["Ann: Move a man from b4 to a4"] * 2
    # elsewhere than on pages lines are as they were
    assert event_texts(move, replace(BRIEF, brief=False)) == ["Ann: Move a man b4", "Ann: Move a man (target): a4"]


def test_other_choices_of_a_step_are_named_unless_they_say_what_they_are() -> None:
    steps = [
        choice("gate_1", "thing gate", decision="Fill", asks="gate"),
        choice(3, "int", decision="Fill", asks="amount"),
        choice("Bock", "thing beer", decision="Fill", asks="token"),
    ]
    assert event_texts(steps, BRIEF) == ["Ann: Fill: gate 1, amount 3, token Bock"]
    assert event_texts([choice("e4", "thing square")], BRIEF) == ["Ann: e4"]


def test_cards_that_nobody_sees_chosen_are_counted() -> None:
    card = {"component": "card", "tag": None}
    passed = [choice(card, "card card", decision="everybody passes cards", seat=1) for _ in range(3)]
    assert event_texts(passed, BRIEF) == ["Ben: everybody passes cards: 3 cards"]
    assert event_texts(passed[:1], BRIEF) == ["Ben: everybody passes cards"]
