"""A step that says several things: everybody is told them in their order, and the rulebook says them in one sentence."""

from __future__ import annotations

from helpers.paths import DATA

import stammtisch as st
from stammtisch.rulebook.blocks import markdown
from stammtisch.rulebook.book import rulebook

PEGS = st.load_ruleset(DATA / "ok" / "pegs.yaml")


def test_several_values_are_told_to_all_in_their_order() -> None:
    for seed in range(5):
        state = PEGS.game(2).start(seed)
        secret = [state.v[i] for i, slot in enumerate(state.game.program.ints) if slot.declared == "secret"]
        for colour in (0, 0, 1):
            state.choose(colour)
        guess = [0, 0, 1]
        right = sum(a == b for a, b in zip(guess, secret, strict=True))
        any_place = sum(min(guess.count(c), secret.count(c)) for c in range(3))
        for seat in range(2):
            told = [event["value"] for event in state.seen(seat) if event["kind"] == "say"]
            assert told == [right, any_place - right]


def test_the_rulebook_names_them_all() -> None:
    text = markdown(rulebook(PEGS, {}, 2))
    assert "The right place and the any place minus the right place are announced to everyone." in text
