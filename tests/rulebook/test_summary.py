"""A game in five lines: every ruleset has them, in the reader's language."""

from __future__ import annotations

import pytest
from helpers.tiers import tiered

from stammtisch.front.api import load_ruleset
from stammtisch.reading.library import rulesets
from stammtisch.rulebook.excerpts.summary import summary_lines
from stammtisch.rulebook.translation import rulebook_in

FEW = ("hearts", "munchhausen", "nine-mens-morris")


def lines(name: str, language: str) -> dict[str, str]:
    ruleset = load_ruleset(name)
    return dict(summary_lines(rulebook_in(language, ruleset, None, ruleset.players[0]).blocks, language))


@pytest.mark.parametrize("name", tiered(sorted(rulesets()), FEW.__contains__))
def test_every_game_has_its_lines_in_both_languages(name: str) -> None:
    english, german = lines(name, "en"), lines(name, "de")
    assert [*english] == ["The idea", "For whom", "Goal", "How it goes", "The end"]
    assert [*german] == ["Worum es geht", "Für wen", "Ziel", "Wie es läuft", "Ende"]
    assert not {*english.values()} & {*german.values()}
    assert all(len(text) < 500 for text in (*english.values(), *german.values()))


def test_the_lines_say_what_the_rules_say() -> None:
    found = lines("hearts", "en")
    assert found["For whom"] == "For 4 players. In the box: 52 cards."
    assert found["Goal"] == "Whoever has the fewest points at the end wins."
    # a part of two steps is told by the larger one, with what can be chosen there
    course = lines("balvin", "en")["How it goes"]
    assert course.startswith("A turn: ") and "(Auction supply cards / Sell one barrel / Close a tent) → " in course
    assert "Everybody passes cards → " in found["How it goes"] and "100 points" in found["The end"]
