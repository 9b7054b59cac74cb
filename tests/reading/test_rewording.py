"""Steps, actions, options and events that a variant gives other words: the old ones stay known."""

from __future__ import annotations

from pathlib import Path

import pytest

import stammtisch as st
from stammtisch.front.validation import validate_file
from stammtisch.reading.variants.differences import differences
from stammtisch.scenarios.run import run_file

BASE = """\
format: 1
game: Rename
players: 2
settings: {hand_size: 2}
components: {card: {front: {value: 1..6}}}
shared:
  deck: {pile of: card, see: nobody, starts with: {value: 1..6, copies: 2}}
each player:
  hand: {holds: card, see: owner}
  points: 0..99
setup:
  shuffle the deck: {shuffle: deck}
  deal two cards each: {deal: hand_size, from: deck, to: players.hand}
phases:
  a turn:
    turns: player in players
    until: {two rounds are over: round > 2}
    do:
      show or pass: {one of: [Show a card, Pass]}
      a bonus: {when: not possible('Show a card'), add: {player.points: 1}}
whenever:
  it is seen: {after: a turn, say: 1}
actions:
  Show a card: {choose: card in player.hand, reveal: card, do: {add: {player.points: card.value}}}
  Pass: nothing
score: player.points
rulings:
  equal points share the victory: {change: score}
  you may show the same twice: {change: Show a card}
always:
  few points: {holds: sum(players.points) < 50, at: after a turn}
"""
WORDS = {
    "deal three cards each": "deal two cards each",
    "Turn a card up": "Show a card",
    "Wait": "Pass",
    "a go": "a turn",
    "it is told": "it is seen",
}
ALL = "change:\n" + "".join(f"  {new}: {{was: {old}}}\n" for new, old in WORDS.items())


def variant(folder: Path, text: str, base: str = "base.yaml", name: str = "variant.yaml") -> Path:
    (folder / "base.yaml").write_text(BASE, encoding="utf-8")
    (folder / name).write_text(f"format: 1\nextends: {base}\ngame: Other words\n{text}", encoding="utf-8")
    return folder / name


def test_everything_that_has_words_can_be_reworded_and_is_the_same_game(tmp_path: Path) -> None:
    file = variant(tmp_path, ALL)
    assert validate_file(file) == []
    old, new = st.load_ruleset(tmp_path / "base.yaml"), st.load_ruleset(file)
    changes = [change for change in differences(old.root, new.root) if not change.description]
    assert {(c.old.key.text, c.path[-1]) for c in changes if c.old and c.slot == "words"} == {
        (before, now) for now, before in WORDS.items()
    }
    assert {change.change for change in changes} == {"changed"}
    for seed in range(3):
        assert old.game().start(seed).v == new.game().start(seed).v


def test_it_may_be_changed_at_the_same_time(tmp_path: Path) -> None:
    file = variant(tmp_path, "change: {each gets all: {was: deal two cards each, deal: 3 * hand_size}}\n")
    assert validate_file(file) == []
    assert len(st.load_ruleset(file).game().start(0).shared.deck) == 0


def test_scenarios_and_variants_go_on_with_the_old_words(tmp_path: Path) -> None:
    variant(tmp_path, ALL)
    later = variant(tmp_path, "change: {Pass: {add: {player.points: 2}}}\n", "variant.yaml", "later.yaml")
    assert validate_file(later) == []
    scenario = "format: 1\ntests: later.yaml\nplayers: [Anna, Ben]\nscenarios:\n"
    scenario += "  both words do: {when: [{Anna: Pass}, {Ben: Wait}], then: [Ben.points = 2, Anna.points = 2]}\n"
    (tmp_path / "later.scenarios.yaml").write_text(scenario, encoding="utf-8")
    assert [outcome.failure for outcome in run_file(tmp_path / "later.scenarios.yaml")] == [""]
    again = variant(tmp_path, "change: {Rest: {was: Wait}}\n", "variant.yaml", "again.yaml")
    rest = st.load_ruleset(again).checked.ruleset.actions["Rest"].sentence
    assert rest.was == ["Wait", "Pass"]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ("{two rounds are enough: {was: two rounds are over}}", "misplaced-key"),
        ("{Wait: {was: Pas}}", "change-not-found"),
        ("{Pass: {was: Show a card}}", "misplaced-key"),  # there is a Pass
    ],
)
def test_what_cannot_be_reworded_is_told(tmp_path: Path, change: str, code: str) -> None:
    assert [problem.code for problem in validate_file(variant(tmp_path, f"change: {change}\n"))] == [code]
