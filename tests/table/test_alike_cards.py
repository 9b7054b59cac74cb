"""Cards that are alike can all be tapped and chosen together; numbers keep their corners; few cards lie open."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import stammtisch as st
from stammtisch.seats.offers import offered
from stammtisch.table.pages.render import seat_page
from stammtisch.table.play.sets import WrongCount, choose_set

NAMES = ["Anna", "Ben"]
GAME = """
format: 1
game: Alike
players: 2
components: {card: {front: {rank: 1..3, worth: 0..3, weight: 0..3}}}
shared:
  deck:
    pile of: card
    see: nobody
    starts with: {rank: [1, 1, 1, 1, 1, 1], worth: 0, weight: 2}
  row: {pile of: card}
each player:
  hand: {holds: card, see: owner}
setup: {Deal: {deal: 3, from: deck, to: players.hand}}
phases:
  a turn:
    turns: player in players
    until: {it is late: round > 1}
    do: {lay cards: {choose: c in player.hand, COUNT move: c, to: row}}
score: RULE
rulings: {equal scores share the victory: {change: score}}
"""


def started(folder: Path, count: str = "", rule: str = "player.hand.size") -> Any:
    (folder / "ruleset.yaml").write_text(GAME.replace("COUNT", count).replace("RULE", rule))
    return st.load_ruleset(folder).game().start(1)


def page(state: Any, seat: int = 0) -> str:
    return seat_page(state, seat, NAMES, [False, False], "/x").decode()


def test_all_cards_that_are_alike_can_be_tapped(tmp_path: Path) -> None:
    html = page(started(tmp_path))
    hand = html[html.index('id="hand"') :]
    assert hand.count('name="option" value="0"') >= 3 and hand.count("card  tap") == 3


def test_several_alike_cards_are_chosen_together(tmp_path: Path) -> None:
    state = started(tmp_path, "count: 2,")
    number = offered(state, 0)[0]
    assert page(state).count('type="checkbox" name="option" value="0"') == 3
    with pytest.raises(WrongCount):
        choose_set(state.clone(), 0, [number], True)
    choose_set(state, 0, [number, number], True)
    assert len(state.view(0)["zones"][1]["cards"]) == 2


def test_a_zero_that_is_not_shown_leaves_its_corner_free(tmp_path: Path) -> None:
    html = page(started(tmp_path))
    hand = html[html.index('id="hand"') :]
    assert "corner at-3" in hand and "corner at-2" not in hand


def test_few_cards_of_a_pile_lie_open_where_the_rules_read_them(tmp_path: Path) -> None:
    for rule, heap in (("player.hand.size", True), ("count(c in row where c.rank = player.number)", False)):
        state = started(tmp_path, "", rule)
        for _ in range(2):
            state.choose(0)
        html = page(state)
        assert ('<details class="pile">' in html) is heap
