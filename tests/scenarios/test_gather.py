"""The verb `gather`: all cards that meet a condition, from several places, in one step, as moves one after another."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent, indent

import pytest
from helpers.paths import DATA

from stammtisch.base.diagnostics import RulesetError
from stammtisch.front.api import load_ruleset, validate
from stammtisch.reading.load import load
from stammtisch.rulebook.book import rulebook
from stammtisch.scenarios.run import run_file

GLEANERS = DATA / "ok" / "gleaners.yaml"
HEAD = """\
format: 1
tests: ruleset
players: [Ann, Bob]
scenarios:
  what is tested:
"""
GIVEN = """
    at: everybody plays a card
    given:
      Ann.hand: [red 6, red 1]
      Bob.hand: [green 1, green 2]
      offer: [red 2, green 4]
      market: [red 3]
      deck: [green 5, green 6]
"""
HOLD = {
    "one colour from two places, then all that was played": """
        when:
          - Ann: red 6
          - Bob: green 1
          - Ann may: [red, green]
          - Ann: red
        then:
          - {Ann.crate: [red 2, red 3], market: [], Ann.played: [red 1], Bob.played: [green 2]}
          - deck: [green 1, red 6, green 5]
    """,
    "nothing meets the condition": """
        when:
          - Ann: red 6
          - Bob: green 1
          - Ann: red
          - Bob: red
        then: {Ann.crate: [red 3], Bob.crate: [], compost: [red 2]}
    """,
    "what lies in the hand stays unseen": """
        when:
          - Ann: red 6
          - Bob sees: {Ann.hand: 1 hidden, Ann.played: [red 6]}
          - Bob: green 1
          - Ann: red
          - Bob sees: {Ann.crate: [red 2, red 3], deck: [green 1, red 6, hidden]}
    """,
    "the places of all players": """
        when:
          - Ann: red 6
          - Bob: green 1
          - Ann: red
          - Bob: green 2
          - Bob: green
        then: {Ann.crate: [red 3], Bob.crate: [green 4, green 6]}
    """,
}


def outcome(folder: Path, body: str) -> str:
    """What is said of the one scenario; "" if it holds."""
    (folder / "ruleset.yaml").write_bytes(GLEANERS.read_bytes())
    path = folder / "scenarios.yaml"
    lines = dedent(body).strip()
    path.write_text(HEAD + GIVEN.lstrip("\n") + indent(lines, "    ") + "\n", encoding="utf-8")
    return run_file(path)[0].failure


@pytest.mark.parametrize("name", HOLD)
def test_cards_are_gathered(tmp_path: Path, name: str) -> None:
    assert outcome(tmp_path, HOLD[name]) == ""


def as_moves(text: str) -> str:
    """The same ruleset with `move: those(...)` for each `gather: ...`."""
    return re.sub(r"gather: (.+)", r"move: those(\1)", text)


def test_a_gathering_is_moves_one_after_another(tmp_path: Path) -> None:
    """The program is that of moving the same cards in a list."""
    path = tmp_path / "moved.yaml"
    path.write_text(as_moves(GLEANERS.read_text(encoding="utf-8")), encoding="utf-8")
    for players in (2, 3):
        one, other = load_ruleset(GLEANERS).game(players).program, load_ruleset(path).game(players).program
        assert (one.blocks, one.sites, one.reasons) == (other.blocks, other.sites, other.reasons)


def test_who_gathers_knows_no_more_than_who_moves(tmp_path: Path) -> None:
    """What is chosen after a gathering depends on cards that are hidden: refused, as it is after a move."""
    text = GLEANERS.read_text(encoding="utf-8").replace("to: p.crate", "to: p.pile").replace("count(p.crate)", "0")
    text = text.replace("  crate: {holds: card}", "  crate: {holds: card}\n  pile: {holds: card, see: nobody}")
    text = text.replace("choose: card in p.hand\n", "choose: card in p.hand where count(p.pile) = sum(p.pile.value)\n")
    found = []
    for name, written in (("one", text), ("other", as_moves(text))):
        path = tmp_path / f"{name}.yaml"
        path.write_text(written, encoding="utf-8")
        found.append([(d.code, d.span.line) for d in validate(path)])
    assert found[0] == found[1] and "hidden-condition" in [code for code, _ in found[0]]


def test_a_gathering_in_the_rulebook() -> None:
    told = " ".join(str(block) for block in rulebook(load_ruleset(GLEANERS)))
    assert "The cards in the offer and the market whose colour is the colour go to that one's crate." in told


WRONG = {
    "numbers": ("gather: n in 1..3\nto: deck", "wrong-type", "gather takes cards: 1..3 is a list of numbers"),
    "two names": (
        "gather: c in offer, d in market\nto: deck",
        "wrong-shape",
        "gather goes through cards under one name",
    ),
    "nowhere": ("gather: c in offer", "missing-key", "`gather` needs `to`"),
    "from": (
        "gather: c in offer\nfrom: market\nto: deck",
        "misplaced-key",
        "`from` belongs to `move`, `pay` or `deal`, which this step does not have",
    ),
    "no choice": ("gather: 3\nto: deck", "wrong-type", "`gather` must be a choice such as card in player.hand"),
    "no place": ("gather: c in offer\nto: 3", "wrong-type", "cards are moved to a place for cards, not to a number"),
    "unknown": ("gather: c in ofer\nto: deck", "unknown-name", "'ofer'"),
    "no groups": ("gather: c in offer\nto: market\nas: new group", "wrong-type", "as: new group needs a place"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_cannot_be_gathered(tmp_path: Path, name: str) -> None:
    step, code, message = WRONG[name]
    path = tmp_path / "ruleset.yaml"
    text = GLEANERS.read_text(encoding="utf-8")
    wrong = indent(step, "    ")
    at = text.index("    gather: card in players.crate")
    path.write_text(text[:at] + wrong + text[text.index("\nscore:") :], encoding="utf-8")
    assert load(path)
    with pytest.raises(RulesetError) as caught:
        load_ruleset(path)
    assert [d.code for d in caught.value.diagnostics][:1] == [code]
    assert message in caught.value.diagnostics[0].message
