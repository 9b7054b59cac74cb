"""Cards that lie at first in a place with groups: each is a group of its own, for whoever plays or looks."""

from __future__ import annotations

from pathlib import Path

import yaml
from helpers.hunter.rulesets import Specimen
from helpers.hunter.trials import trial

import stammtisch as st

GAME = """\
format: 1
game: First melds
players: 2
components: {card: {front: {pips: 1..3}}}
shared:
  melds: {holds: card, in: groups, starts with: {pips: 1..3}}
each player:
  hand: {holds: card}
  points: 0..99
phases:
  a turn:
    turns: player in players
    until: {three rounds are over: round > 3}
    do:
      take a group:
        choose: g in melds.groups
        move: g
        to: player.hand
        if impossible: nothing
      count the groups: {add: {player.points: count(g in melds.groups where count(g) = 1)}}
      lay a card down: {may choose: card in player.hand, move: card, to: melds}
score: player.points
"""


def offered(state: st.State) -> list[str]:
    return [option["text"] for option in state.view(state.decision.seat)["decision"]["options"]]


def test_each_card_that_lies_there_at_first_is_a_group_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "melds.yaml"
    file.write_text(GAME, encoding="utf-8")
    state = st.load_ruleset(file).game(2).start(seed=1)
    assert offered(state) == ["group 1 (card 1)", "group 2 (card 2)", "group 3 (card 3)"]
    assert [card["group"] for card in state.view(0)["zones"][0]["cards"]] == [1, 2, 3]
    state.choose(1)
    state.choose(1)
    assert offered(state) == ["group 1 (card 1)", "group 2 (card 3)"]


def test_everything_that_plays_it_agrees(tmp_path: Path) -> None:
    assert trial(Specimen(yaml.safe_load(GAME)), tmp_path).played > 10
