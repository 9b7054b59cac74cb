"""Words that a variant leaves as they were: rulings and explanations of what it changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from stammtisch.front.validation import validate_file

BASE = """\
format: 1
game: Two cards each
players: 2
settings:
  rounds: {value: 2, about: Everybody has two turns.}
  length: 2
components: {card: {front: {value: 1..6}}}
shared:
  deck: {pile of: card, see: nobody, about: 'Twelve cards, two of each value.', starts with: {value: 1..6, copies: 2}}
each player:
  hand: {holds: card, see: owner}
  points: 0..99
setup:
  shuffle the deck: {shuffle: deck}
  deal two cards each: {deal: 2, from: deck, to: players.hand}
phases:
  a turn:
    turns: player in players
    until: {the rounds are over: round > rounds, two rounds are over: round > length}
    do:
      show a card:
        choose: card in player.hand
        reveal: card
        do: {add: {player.points: card.value}}
        about: The value of the card is added to the points, as page 12 has it.
score: player.points
rulings:
  equal points share the victory: {change: score}
  everybody has the same number of turns: {change: rounds}
  a card that is shown stays in the hand: {change: show a card}
"""


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("settings: {rounds: 3}", ["'rounds' | a ruling", "rounds, but the words still say 2: Everybody"]),
        ("settings: {rounds: {value: 3, about: All have three turns.}}", ["'rounds' | a ruling"]),
        (
            "settings: {rounds: {value: 3, about: All have three turns.}}\n"
            "rulings: {everybody has the same number of turns: {change: rounds}}",
            [],
        ),
        ("settings: {rounds: {value: 3, about: All have three turns.}}\nrulings: {everybody has the same number of turns: null}", []),
        ("shared: {deck: {starts with: {value: 1..6, copies: 4}}}", ["deck, but the words still say 2 and 12: Twelve"]),
        ("change: {deal two cards each: {deal: 3}}", ["'deal two cards each', but the words still say 2"]),
        ("change: {show a card: {do: {add: {player.points: 1}}}}", ["'show a card' | a ruling"]),
        ("change: {show a card: {choose: card in player.hand where card.value > 1}}", ["'show a card' | a ruling"]),
        ("change: {show a card: {where: {ones are not shown: card.value > 1}}}", []),
        ("change: {show a card: {before: {a point first: {add: {player.points: 1}}}}}", []),
        ("score: player.points * 2", ["'score' | a ruling"]),
        ("score: score * 2", []),
        ("settings: {length: 3}", ["'two rounds are over', but the words still say 2"]),
        (
            "settings: {length: 3}\nchange: {two rounds are over: null, a turn: {until: {three rounds are over: round > length}}}",
            [],
        ),
        ("change: {shuffle the deck: {after: {once more: {shuffle: deck}}}}", []),
    ],
)  # fmt: skip
def test_what_is_said_of_a_changed_part_is_told(tmp_path: Path, change: str, told: list[str]) -> None:
    (tmp_path / "base.yaml").write_text(BASE, encoding="utf-8")
    assert validate_file(tmp_path / "base.yaml") == []
    file = tmp_path / "variant.yaml"
    file.write_text(f"format: 1\nextends: base.yaml\ngame: Other cards\n{change}\n", encoding="utf-8")
    found = validate_file(file)
    assert {problem.code for problem in found} <= {"stale-words"}
    said = sorted(problem.message.replace(", and a ruling", " | a ruling") for problem in found)
    assert len(said) == len(told)
    for message in told:
        assert any(message in text for text in said), said


def test_a_ruling_about_the_action_that_a_step_runs_is_asked_about(tmp_path: Path) -> None:
    file = tmp_path / "sealed.yaml"
    base = "format: 1\nextends: munchhausen\ngame: M\nchange: {the others make offers: {run: sealed auction}}\n"
    file.write_text(base, encoding="utf-8")
    (found,) = validate_file(file)
    assert found.code == "stale-words" and "and a ruling is about it: bidders are asked one at a time" in found.message
