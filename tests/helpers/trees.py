"""Small games with secrets, and the sizes of their trees."""

from __future__ import annotations

from typing import Any

HIDDEN = {"prizes_at_random": False, "bids_are_shown": False}

# chance, decision, terminal histories, information sets of each player; docs/generality.md has those of larger trees
COUNTS: list[tuple[str, int, dict[str, Any], tuple[int, int, int], list[int]]] = [
    ("kuhn", 2, {}, (4, 24, 30), [6, 6]),
    ("kuhn", 3, {}, (17, 288, 312), [16, 16, 16]),
    ("leduc", 2, {}, (157, 3780, 5520), [468, 468]),
    ("liars-dice", 2, {"dice": 1, "sides": 3}, (4, 576, 567), [96, 96]),
    ("goofspiel", 2, {"cards": 3, **HIDDEN}, (0, 31, 36), [8, 8]),
    ("goofspiel", 2, {"cards": 3, "all_at_once": False, **HIDDEN}, (0, 31, 36), [8, 8]),
    ("goofspiel", 2, {"cards": 4, "all_at_once": False, **HIDDEN}, (0, 501, 576), [81, 81]),
]

JUDGED = """\
format: 1
game: Judged
players: 2
components:
  card: {front: {value: 1..2}}
shared:
  deck: {pile of: card, see: nobody, starts with: {value: 1..2}}
  secret: {holds: card, see: nobody}
setup:
  shuffle the deck: {shuffle: deck}
  a card is put aside: {move: 1, from: deck, to: secret}
phases:
  a number is chosen:
    by: first(players)
    choose: n in 1..2
    where: {it is not above the secret card: {judge: n <= sum(secret.value)}}
  another one: {by: first(players), choose: m in 1..2}
score: 0
"""
