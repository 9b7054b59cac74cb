"""What is not offered to a seat, and why."""

from __future__ import annotations

from pathlib import Path

from helpers.small_games import written

from stammtisch.seats.offers import group_by_reason, refusal_texts

COPIES = """\
format: 1
game: Copies
players: 2
components: {card: {front: {value: 1..2}}}
shared: {bin: {holds: card, starts with: [{value: 2}]}}
each player:
  hand: {holds: card, see: owner, starts with: [{value: 1, copies: 2}, {value: 2, copies: 3}]}
phases:
  the play:
    turns: player in players
    until: {all is gone: all(p.hand.empty for p in players)}
    one of:
      Pair: {choose: [mine in player.hand, other in bin where other.value = mine.value], move: mine, to: bin}
      Wait: {when: {nobody may wait: player.hand.empty}}
      Rest: nothing
rulings: {equal shares: {change: the play}}
"""


def test_copies_of_a_card_that_is_offered_are_not_refused_but_those_that_cannot_be_chosen_are(tmp_path: Path) -> None:
    state = written(tmp_path, "copies", COPIES).game().start(1)
    assert group_by_reason(refusal_texts(state, 0)) == {
        "there is no other to go with it": ["Pair card 1 (no. 1)", "Pair card 1 (no. 2)"],
        "nobody may wait": ["Wait"],
    }
    assert refusal_texts(state, 1) == {}
