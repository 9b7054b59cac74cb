"""What cannot be chosen, when it is very much: an action and how many of its options, not each of them."""

from __future__ import annotations

import stammtisch as st
from stammtisch.seats.offers import group_by_reason, option_texts, refusal_of_card, refusal_texts, refusals_by_reason
from stammtisch.seats.running_game import game_wording


def test_an_action_that_one_reason_rules_out_is_named_once() -> None:
    state = st.load_ruleset("nine-mens-morris").game().start(1)
    (reason,) = group_by_reason(refusal_texts(state, 0))
    assert len(refusal_texts(state, 0)) == 24
    assert refusals_by_reason(state, 0) == {reason: ["Move a man"]}


def test_few_options_are_named_and_some_of_an_action_are_counted() -> None:
    state = st.load_ruleset("nine-mens-morris").game().start(1)
    for _ in range(8):
        state.choose(0, state.decision.seat)
    taken = [text for text in refusal_texts(state, state.decision.seat) if text.startswith("Place")]
    found = refusals_by_reason(state, state.decision.seat)
    assert len(taken) > 6 and f"Place a man ({len(taken)})" in sum(found.values(), [])


def test_a_set_that_is_not_complete_yet_is_not_ruled_out() -> None:
    state = st.load_ruleset("hearts").game().start(1)
    assert refusal_texts(state, 0) and refusals_by_reason(state, 0) == {}


def test_a_card_of_a_hand_says_why_it_cannot_be_played() -> None:
    state = st.load_ruleset("hearts").game().start(1)
    while state.decisions < 13:
        state.choose(0, state.sites()[-1][0])
    seat, _ = state.sites()[-1]
    view, wording = state.view(seat), game_wording(state.game, ())
    [hand] = [zone for zone in view["zones"] if zone["label"] == f"player {seat + 1}.hand"]
    [led] = [value["value"] for value in view["values"] if value["name"] == "suit_led"]
    told = {card["front"]["suit"]: refusal_of_card(state, seat, card["tag"], wording) for card in hand["cards"]}
    reason = f"suit must be followed (suit led: {led})"
    assert told == {suit: "" if suit == led else reason for suit in told} and len(told) > 1
    german = refusals_by_reason(state, seat, game_wording(state.game, (), "de"))
    assert all("geforderte Farbe: " in reason for reason in german) and german
    # nobody learns anything of cards of others, and there are no cards without a tag
    assert refusal_of_card(state, seat, 0, wording) == refusal_of_card(state, (seat + 1) % 4, 1, wording) == ""


def test_a_reason_does_not_say_what_the_table_hides() -> None:
    state = st.load_ruleset("chess").game().start(1)
    for square in ("e2", "e4"):
        seat, site = state.sites()[-1]
        texts = option_texts(state, site, state.option_numbers(seat, site), seat)
        state.choose([*texts.values()].index(square), seat)
    assert next(value["value"] for value in state.view(1)["values"] if value["name"] == "passed")
    assert "the king may not stand in check after the move" in refusals_by_reason(state, 1)
