"""What cannot be chosen, when it is very much: an action and how many of its options, not each of them."""

from __future__ import annotations

import stammtisch as st
from stammtisch.seats.offers import group_by_reason, refusal_texts, refusals_by_reason


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
