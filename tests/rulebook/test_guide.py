"""What a decision is about, from the printed rules: by the words of its step, its options and its conditions."""

from __future__ import annotations

from functools import cache

import pytest

from stammtisch.front.api import load_ruleset
from stammtisch.program.wording import fill
from stammtisch.rulebook.blocks import Block
from stammtisch.rulebook.excerpts.guide import LONGEST, Explanation, explain_decision
from stammtisch.rulebook.translation import rulebook_in


@cache
def book(name: str, language: str) -> list[Block]:
    ruleset = load_ruleset(name)
    return rulebook_in(language, ruleset, None, ruleset.players[0]).blocks


def explain(name: str, step: str, *options: str, conditions: tuple[str, ...] = ()) -> Explanation:
    return explain_decision(book(name, "en"), "en", step, options, conditions)


def test_options_are_explained_by_their_own_sections_and_idle_ones_are_not() -> None:
    found = explain("balvin", "bid or pass", "Bid", "Pass")
    assert found.said.startswith("Each bidder once, in order, raises the high bid or passes.")
    assert found.options == (("Bid", "The bidder chooses a number from 1 to the bidder's coins."),)
    # what leads to a section is explained by what its author says there
    (name, text), *_ = explain("balvin", "choose one of three actions", "Sell one barrel").options
    assert name == "Sell one barrel" and text.startswith("One single barrel goes back, never a double one.")


def test_conditions_are_named_once_and_exact_parts_are_left_to_the_rules() -> None:
    known = "suit must be followed", "that much cannot be paid"
    found = explain("hearts", "play a card", conditions=known)
    assert found.conditions == known[:1] and found.idea.startswith("Take no hearts")
    assert "(" not in found.said and "followed" not in found.said and found.after[-1].startswith("The highest card")
    none = explain("hearts", "no such step")
    assert not (none.said or none.options or none.conditions or none.after)


def test_a_line_that_only_leads_elsewhere_is_followed() -> None:
    refused = ("both have refused this card",)
    found = explain("gin-rummy", "the first card of the discards is offered", "Take it", "Pass", conditions=refused)
    assert found.options == (("Take it", "The top card of the discards goes to the player's hand."),)


@pytest.mark.parametrize("name", ["munchhausen", "nine-mens-morris"])
def test_most_of_what_is_asked_has_a_short_explanation_in_both_languages(name: str) -> None:
    ruleset = load_ruleset(name)
    program = ruleset.game(ruleset.players[0]).program
    for language in ("en", "de"):
        wording = ruleset.looks.in_language(language).wording
        found = []
        for site in program.sites:
            step, *options = (
                fill(program, wording.step(words), wording)
                for words in dict.fromkeys([site.words, *(entry.words for entry in site.entries if entry.words)])
            )
            found.append(explain_decision(book(name, language), language, step, options, ()))
        texts = [text for told in found for text in (told.said, *(each for _, each in told.options))]
        assert sum(bool(told.said or told.options) for told in found) >= 0.8 * len(found)
        assert all(len(text) <= LONGEST or ". " not in text for text in texts)
