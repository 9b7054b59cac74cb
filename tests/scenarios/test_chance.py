"""What `chance` fixes where cards of two components read alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from stammtisch.scenarios.run import ScenarioResult, run_file

GAME = """\
format: 1
game: Two decks
players: 2
things:
  city: {members: [Aachen, Bonn, Celle], plural: cities}
components:
  card: {front: {city: city}}
  infection: {front: {city: city}}
shared:
  deck: {pile of: card, see: nobody, starts with: {city: cities}}
  infections: {pile of: infection, see: nobody, starts with: {city: cities}}
  open: {holds: infection}
each player:
  hand: {holds: card}
setup:
  shuffle the infections: {shuffle: infections}
  one comes: {move: 1, from: infections, to: open}
  shuffle the deck: {shuffle: deck}
phases:
  a turn:
    turns: p in players
    until: {it is over: round > 1}
    do:
      take one or not: {one of: {Take one: {move: up to 1, from: deck, to: p.hand}, Pass: nothing}}
      another comes: {move: up to 1, from: infections, to: open}
"""
BODY = "format: 1\ntests: two.yaml\nplayers: [Anna, Ben]\nscenarios:\n  a test:\n"


def played(folder: Path, body: str) -> ScenarioResult:
    (folder / "two.yaml").write_text(GAME, encoding="utf-8")
    (folder / "two.scenarios.yaml").write_text(BODY + body, encoding="utf-8")
    (found,) = run_file(folder / "two.scenarios.yaml")
    return found


@pytest.mark.parametrize(
    "body",
    [
        "    chance: [Celle]\n    then: [{open: [Celle]}]\n",
        "    chance: [{city: Bonn}]\n    then: [{open: [Bonn]}]\n",
        "    chance: [infection Bonn, Aachen, Celle]\n    when: [{Anna: Take one}]\n"
        "    then: [{Anna.hand: [Aachen]}, {open: [Bonn, Celle]}]\n",
        "    chance: [card Bonn, infection Bonn]\n    when: [{Anna: Take one}]\n    then: [{Anna.hand: [Bonn]}]\n",
        "    chance: [Bonn]\n    when: [{chance: [infection Celle]}, {Anna: Take one}]\n    then: [{open: [Bonn, Celle]}]\n",
    ],
)
def test_only_what_may_come_there_is_meant(tmp_path: Path, body: str) -> None:
    outcome = played(tmp_path, body)
    assert outcome.is_passed, outcome


def test_what_has_come_already_cannot_come(tmp_path: Path) -> None:
    told = str(
        played(
            tmp_path, "    chance: [infection Bonn, card Bonn, Bonn]\n    when: [{Anna: Take one}]\n    then: [1 = 1]\n"
        )
    )
    assert "chance cannot give 'Bonn' here" in told


CUT = """\
format: 1
game: Cut
players: 2
components: {card: {front: {value: 1..9}}}
shared:
  deck: {pile of: card, see: nobody, starts with: {value: 1..9}}
  cut: {holds: card}
each player: {hand: {holds: card, see: owner}}
setup:
  shuffle the deck: {shuffle: deck}
  deal two each: {deal: 2, from: deck, to: players.hand}
phases:
  lay one away: {for each: p in players, choose: c in p.hand, move: c, to: p.hand}
  the cut: {move: 1, from: deck, to: cut}
  look at the deck: {for each: c in deck where c.value > 8, say: c.value}
  once more: {for each: p in players, choose: c in p.hand, move: c, to: p.hand}
winner: [most player.number, least player.hand.size]
"""


def test_the_step_that_goes_through_a_pile_is_named_and_what_is_proposed_works(tmp_path: Path) -> None:
    (tmp_path / "two.yaml").write_text(CUT, encoding="utf-8")
    given, when = "Anna.hand: [1, 2], Ben.hand: [3, 4]", "[{chance: [9]}, {Anna: 1}, {Ben: 3}]"
    path = tmp_path / "two.scenarios.yaml"
    path.write_text(BODY + f"    given: {{{given}}}\n    when: {when}\n    then: [{{cut: [9]}}]\n", encoding="utf-8")
    told = run_file(path)[0].failure
    assert (
        "chance never gave '9'" in told
        and "because `look at the deck` in" in told
        and "two.yaml:15 uses that order" in told
    )
    deck = told.split("So give the order: `")[1].split("`")[0]
    body = f"    given: {{{given}, {deck}}}\n    when: [{{Anna: 1}}, {{Ben: 3}}]\n    then: [{{cut: [9]}}]\n"
    path.write_text(BODY + body, encoding="utf-8")
    assert run_file(path)[0].failure == ""
