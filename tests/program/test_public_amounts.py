"""Which amounts are told to those who do not see the counter: those that everybody can work out, and no other."""

from __future__ import annotations

import pytest
from helpers.head import HEAD
from helpers.plays import Play

SEEN = HEAD.replace(
    "  points: 0..99\n", "  points: 0..99\n  worth: {range: 0..99, see: owner}\n  savings: {holds: card, see: owner}\n"
)
SETUP = "setup:\n  deal the hands: {deal: 3, from: deck, to: players.hand}\n"
NOTE = "add: {first(players).worth: c.value}"
HAND, SAVINGS = "first(players).hand", "first(players).savings"
CHOOSE = f"by: first(players), choose: c in {HAND}"
ACTION = "actions:\n  Note it: {with: {x: card}, add: {first(players).worth: x.value}}\n"


def told(step: str, more: str = "", choice: int = 0) -> list[object]:
    """The amounts of the gains that another seat is told."""
    game = Play(f"{SETUP}phases:\n  step 1: {step}\n{more}", head=SEEN)
    while not game.state.over:
        game.state.choose(min(choice, len(game.state.decision) - 1))
    assert game.number("player 1.worth") > 0
    return [event["amount"] for event in game.state.seen(1) if event["kind"] == "gain"]


@pytest.mark.parametrize(
    "step",
    [
        f"{{{CHOOSE}, move: c, to: {SAVINGS}, do: {{{NOTE}}}}}",
        f"{{{CHOOSE}, {NOTE}}}",
        f"{{{CHOOSE}, move: c, to: {SAVINGS}, do: {{run: Note it, with: {{x: c}}}}}}",
        f"{{{CHOOSE}, do: [{{remember: {{k: c.value}}}}, {{add: {{first(players).worth: k}}}}]}}",
        f"{{{CHOOSE}, do: [{{remember: {{k: 0..99}}}}, {{add: {{k: c.value}}}}, {{add: {{first(players).worth: k}}}}]}}",
        f"{{by: first(players), one of: {{Take: {{choose: c in {HAND}, do: {{{NOTE}}}}}}}}}",
        f"{{by: first(players), choose: c in {HAND}, count: 2, do: {{add: {{first(players).worth: sum(c.value)}}}}}}",
        f"{{for each: 'c in first({HAND}, 1)', {NOTE}}}",
        f"{{random: c in {HAND}, {NOTE}}}",
        f"{{together: p in players, choose: c in p.hand, do: {{when: p = first(players), {NOTE}}}}}",
        f"{{move: 1, from: deck, to: {SAVINGS}, as: c, do: {{{NOTE}}}}}",
        f"[{{{CHOOSE}}}, {{when: n = 1, reveal: c}}, {{{NOTE}}}]",
        f"[{{{CHOOSE}}}, {{when: n = 1, move: c, to: pool}}, {{{NOTE}}}]",
    ],
)
def test_what_lies_on_a_hidden_card_is_not_told(step: str) -> None:
    assert told(step, ACTION if "run:" in step else "") == []


ONE = "add: {first(players).worth: 1}"
MAY = f"by: first(players), secret: true, may choose: c in {HAND}"


@pytest.mark.parametrize(
    "step",
    [
        f"{{{CHOOSE}, move: c, to: {SAVINGS}, do: {{when: c.value > 0, {ONE}}}}}",
        f"{{{CHOOSE}, do: {{when: c.value = 0, say: 1, otherwise: {{{ONE}}}}}}}",
        f"{{{CHOOSE}, do: {{when: c.value > 0, do: [{{move: c, to: {SAVINGS}}}, {{{ONE}}}]}}}}",
        f"{{{CHOOSE}, do: {{when: n < 9, do: [{{when: c.value > 0, {ONE}}}]}}}}",
        f"{{{CHOOSE}, do: [{{remember: {{k: 0..9}}}}, {{when: c.value > 0, set: {{k: 1}}}}, {{add: {{first(players).worth: k}}}}]}}",
        f"{{for each: 'c in {HAND} where c.value > 0', {ONE}}}",
        f"{{{CHOOSE}, do: {{repeat: c.value, {ONE}}}}}",
        f"[{{remember: {{k: 0..9}}}}, {{repeat: forever, until: k >= sum({HAND}.value), do: [{{add: {{k: 9}}}}, {{{ONE}}}]}}]",
        f"{{{MAY}, {ONE}}}",
        f"{{{MAY}, if declined: {{{ONE}}}}}",
        f"{{turns: p in players, until: round = 2, do: [{{{CHOOSE}, do: {{when: c.value = 0, end: turn}}}}, {{{ONE}}}]}}",
    ],
)
def test_what_happens_or_not_by_a_secret_is_not_told(step: str) -> None:
    assert told(step, choice=99 if "declined" in step else 0) == []


@pytest.mark.parametrize(
    "step",
    [
        f"{{{CHOOSE}, do: [{{reveal: c}}, {{when: c.value > 0, {ONE}}}]}}",
        f"{{{CHOOSE}, do: {{when: n < 9, {ONE}}}}}",
        f"{{when: any(c in {HAND} where c.value > 0), do: [{{by: first(players), choose: k in 1..3}}, {{{ONE}}}]}}",
        f"{{by: first(players), one of: {{Take: {{{ONE}}}, Leave: nothing}}}}",
        f"[{{when: sum({HAND}.value) = 0, say: 1}}, {{{ONE}}}]",
        f"{{repeat: 2, {ONE}}}",
    ],
)
def test_what_everybody_sees_happen_is_told(step: str) -> None:
    assert told(step)


@pytest.mark.parametrize(
    "step",
    [
        f"{{{CHOOSE}, move: c, to: pool, do: {{{NOTE}}}}}",
        f"{{{CHOOSE}, do: [{{reveal: c}}, {{{NOTE}}}]}}",
        f"[{{reveal: {HAND}}}, {{{CHOOSE}, move: c, to: {SAVINGS}, do: {{{NOTE}}}}}]",
        f"{{by: first(players), choose: c in deck, move: c, to: {SAVINGS}, do: {{{NOTE}}}}}",
        "{by: first(players), choose: k in 1..3, add: {first(players).worth: k}}",
        "{move: 1, from: deck, to: pool, as: c, do: {add: {first(players).worth: c.value}}}",
    ],
)
def test_what_everybody_can_work_out_is_told(step: str) -> None:
    assert told(step)


def test_a_card_that_enters_a_hidden_place_is_not_told() -> None:
    step = f"{{{CHOOSE}, move: c, to: {SAVINGS}, whenever: {{a card comes: {{enters: {SAVINGS}, add: {{first(players).worth: card.value}}}}}}}}"
    assert told(step) == []
