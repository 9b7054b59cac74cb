"""Cards that each player lays in the middle: they lie as people sit, and who led has a mark."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from helpers.tiers import full
from helpers.worlds.given import Plan, looked

import stammtisch as st
from stammtisch.seats.visibility import ONLOOKER
from stammtisch.table.pages.render import seat_page

NAMES = ["Anna", "Ben", "Clara", "David", "Eva", "Finn", "Gerda"]
GAME = """
format: 1
game: Tricks
players: 2..7
components: {card: {front: {worth: 1..28}}}
shared:
  deck: {pile of: card, see: nobody, starts with: {worth: 1..28}}
  leader: {start: last(players) SEE}
each player:
  hand: {holds: card, see: owner}
  laid: {holds: card}
  taken: {holds: card, see: nobody, show as: count}
setup: [{shuffle: deck}, {deal: 4, from: deck, to: players.hand}]
phases:
  a trick:
    until: {all is laid: all(p.hand.empty for p in players)}
    do:
      lay a card: {for each: player in players from leader, choose: card in player.hand, move: card, to: player.laid}
      the highest takes it: {set: {leader: first(p in players with most sum(p.laid.worth))}, do: {for each: p in players, move: p.laid, to: leader.taken}}
score: player.taken.size
rulings: {equal scores share the victory: {change: score}}
layout: {table: {middle: [laid], first: leader, hidden: [leader]}}
"""
ZONE = re.compile(
    r'<div class="zone at-(\d)[^"]*"[^>]*>\s*<h3[^>]*>(\w+)(?: <small>\d+</small>)?( <small class="led">)?'
)


def game(folder: Path, players: int, see: str = "", text: str = GAME) -> st.Game:
    (folder / "ruleset.yaml").write_text(text.replace(" SEE", see))
    return st.load_ruleset(folder).game(players)


def seen(state: st.State, seat: int) -> tuple[str, dict[str, tuple[int, bool]]]:
    """How many sit around the middle, and where each sits, with whether it led."""
    html = seat_page(state, seat, NAMES[: state.game.players], [False] * state.game.players, "/t").decode()
    around = re.search(r'class="zones round of-(\d)"', html)
    return around[1] if around else "", {name: (int(at), bool(led)) for at, name, led in ZONE.findall(html)}


def test_cards_lie_as_people_sit_and_who_led_has_a_mark(tmp_path: Path) -> None:
    state = game(tmp_path, 4).start(1)
    state.choose(0)
    state.choose(0)
    assert seen(state, 0) == ("4", {"Anna": (0, False), "Ben": (1, False), "Clara": (2, False), "David": (3, True)})
    assert seen(state, 3) == ("4", {"Anna": (1, False), "Ben": (2, False), "Clara": (3, False), "David": (0, True)})
    assert seen(state, ONLOOKER) == seen(state, 0)


def test_the_mark_stays_with_who_led_while_the_whole_trick_lies(tmp_path: Path) -> None:
    # two steps, so that the next leader is known while somebody still has to look at the trick
    text = GAME.replace(
        "      the highest takes it: {set: {leader: first(p in players with most sum(p.laid.worth))}, do:",
        "      the highest leads next: {set: {leader: first(p in players with most sum(p.laid.worth))}}\n"
        "      look at it: {for each: player in players, choose: number in 1..2, set: {seen: number}}\n"
        "      the highest takes it: {do:",
    ).replace("  leader: {start", "  seen: 0..2\n  leader: {start")
    state = game(tmp_path, 3, text=text).start(1)
    moved = False
    while not state.over and not moved:
        state.choose(0)
        if sum(len(state.z[number]) for number in laid_of(state)) == 3:
            leader = state.v[[slot.declared for slot in state.game.program.ints].index("leader")]
            assert [name for name, (_, led) in seen(state, 0)[1].items() if led] == [NAMES[2]]
            moved = leader != 2
    assert moved


def laid_of(state: st.State) -> list[int]:
    """The numbers of the places in the middle."""
    return [number for number, slot in enumerate(state.game.program.lists) if slot.declared == "laid"]


@pytest.mark.parametrize(("players", "around"), [(2, "2"), (3, "3"), (5, "5"), (6, "6"), (7, "")])
def test_there_are_places_for_up_to_six(tmp_path: Path, players: int, around: str) -> None:
    state = game(tmp_path, players).start(1)
    state.choose(0)
    found, places = seen(state, 1)
    assert found == around and sorted(at for at, _ in places.values()) == [*range(players)]


def test_long_rows_do_not_lie_around_the_middle(tmp_path: Path) -> None:
    text = GAME.replace("for each: p in players, move", "for each: p in players where p.laid.size > 9, move")
    state = game(tmp_path, 3, text=text).start(1)
    for choices, around in ((9, "3"), (1, "")):
        for _ in range(choices):
            state.choose(0)
        assert seen(state, 0)[0] == around


@full
def test_who_may_not_know_the_leader_sees_no_mark(tmp_path: Path) -> None:
    hidden = game(tmp_path, 3, ", see: nobody")
    state = hidden.start(1)
    state.choose(0)
    assert not any(led for _, led in seen(state, 0)[1].values())
    assert looked(hidden, 1, Plan(most=4)).tried


def test_first_names_a_shared_value(tmp_path: Path) -> None:
    with pytest.raises(st.RulesetError, match="no shared value is called 'lead'"):
        game(tmp_path, 3, text=GAME.replace("first: leader", "first: lead"))
    with pytest.raises(st.RulesetError, match="no shared value is called 'laid'"):
        game(tmp_path, 3, text=GAME.replace("first: leader", "first: laid"))
