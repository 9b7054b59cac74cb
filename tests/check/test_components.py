"""A place holds cards of one component, whatever the step that moves them and however the place is named."""

from __future__ import annotations

from pathlib import Path

import pytest

import stammtisch as st

GAME = """\
format: 1
game: Two kinds of cards
players: 2
components: {suit: {front: {value: 1..9}}, level: {front: {rope: 1..3}}}
shared:
  deck: {pile of: suit, starts with: {value: 1..9}}
  ropes: {holds: level, starts with: {rope: 1..3}}
each player:
  debt: {holds: level}
  hand: {holds: suit}
phases:
  cards are moved: {STEP}
  a turn: {for each: p in players, by: p, choose: n in 1..2, say: n}
score: player.debt.size + player.hand.size
rulings: {equal points share the victory: {change: score}}
"""
STEPS = [
    "{move: 1, from: deck, to: first(players).debt}",
    "{move: all, from: deck, to: first(players).debt}",
    "{move: deck, to: first(players).debt}",
    "{move: 'if count(deck) > 3 then deck else deck', to: if count(deck) = 3 then first(players).debt else ropes}",
    "{deal: 1, from: deck, to: players.debt}",
    "{deal: up to 2, from: ropes, to: players.hand}",
    "{gather: c in deck where c.value > 3, to: ropes}",
    "{for each: p in players, move: 1, from: ropes, to: p.hand}",
]


@pytest.mark.parametrize("step", STEPS)
def test_cards_of_one_component_do_not_go_where_those_of_another_lie(tmp_path: Path, step: str) -> None:
    (tmp_path / "two.yaml").write_text(GAME.replace("{STEP}", step), encoding="utf-8")
    (found,) = (d for d in st.validate(tmp_path / "two.yaml") if d.severity == "error")
    assert (found.code, found.span.line) == ("wrong-type", 12)
    assert found.message.endswith((" levels, but these are suits", " suits, but these are levels"))
