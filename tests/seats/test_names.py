"""A state by the names of its ruleset, with nothing hidden and as seats see it."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import pytest
from helpers.games import FEW, PLAIN, Case, each
from helpers.small_games import written

import stammtisch as st
from stammtisch.game.bots import bots_stream
from stammtisch.game.state import State
from stammtisch.seats.values_by_name import Card, Owner, Zone

GAME = """
format: 1
game: Names
players: 2
things:
  ink: [red, blue]
  lamp: {count: 2}
components:
  card: {front: {pips: 1..3, ink: ink}, back: {age: 1..2}}
  coin: 9
shared:
  deck: {pile of: card, see: {top: everyone}, starts with: {pips: 1..3, ink: red, age: 2}}
  best: maybe card
each player:
  hand: {holds: card, see: {front: owner, back: everyone}, starts with: {pips: 1..2, ink: blue, age: 1}}
  secret: {holds: card, see: {front: nobody, size: owner}, starts with: {pips: 3, ink: blue, age: 1}}
  laid: {holds: card, in: groups}
  mine(lamp, ink): {range: 0..3, start: 1}
  coins: {of: coin, start: 2}
  luck: {range: 0..9, see: owner, start: 4}
  ready: false
each lamp:
  lit: maybe player
each card:
  used: {start: false, see: nobody}
phases:
  a round:
    turns: player in players
    until: {all is done: round > 3}
    do:
      lay a card:
        choose: card in player.hand
        move: card
        to: player.laid
        as: new group
        do: {set: {card.used: true, best: card, lamp_1.lit: player, player.ready: true}}
      a number: {choose: n in 1..5, set: {player.luck: n}}
score: player.luck
"""


@pytest.fixture
def state(tmp_path: Path) -> State:
    state = written(tmp_path, "names", GAME).game().start(1)
    for choice in (1, 2, 0, 4):  # 2 blue and luck 3, then 1 blue and luck 5
        state.choose(choice)
    return state


def cards(zone: Any) -> list[tuple[Any, ...]]:
    assert type(zone) is Zone
    return [(card.attributes.get("pips"), card.attributes.get("age"), card.position, card.group) for card in zone]


def test_the_whole_state_by_name(state: State) -> None:
    one, two, shared = state.player(0), state.player(1), state.shared
    assert (one.luck, two.luck, one.coins, one.ready, shared.box) == (3, 5, 2, True, {"coin": 5})
    assert cards(one.hand) == [(1, 1, None, None)] and cards(two.hand) == [(2, 1, None, None)]
    assert cards(one.laid) == [(2, 1, None, 1)] and cards(two.secret) == [(3, 1, None, None)]
    assert cards(shared.deck) == [(3, 2, 1, None), (2, 2, 2, None), (1, 2, 3, None)]
    assert shared.best.pips == 1 and shared.best["ink"] == "blue" and shared.best.attributes["age"] == 1
    assert one.mine == {lamp: {"red": 1, "blue": 1} for lamp in ("lamp_1", "lamp_2")}
    assert state.thing("lamp_1").lit == 1 and state.thing("lamp_2").lit is None
    assert state.thing(f"card {shared.best.number + 1}").used is True
    assert [*one] == ["hand", "secret", "laid", "mine", "coins", "luck", "ready"]
    assert [option.value for option in state.decision] == [card.number for card in one.hand]


def test_the_same_as_a_seat_sees_it(state: State) -> None:
    mine, theirs = state.seen_by(0).player(0), state.seen_by(0).player(1)
    assert (mine.luck, mine.coins, theirs.coins, theirs.ready) == (3, 2, 2, True)
    assert theirs.luck is st.HIDDEN and state.seen_by(-1).player(0).luck is st.HIDDEN
    assert cards(mine.hand) == [(1, 1, None, None)] and cards(theirs.hand) == [(None, 1, None, None)]
    assert theirs.hand[0].pips is st.HIDDEN and theirs.hand[0].age == 1 and theirs.hand[0].number is None
    assert cards(mine.secret) == [(None, None, None, None)] and not mine.secret.hidden
    assert cards(theirs.secret) == [] and theirs.secret.hidden
    assert cards(state.seen_by(0).shared.deck) == [(3, 2, 1, None)] + [(None,) * 4] * 2
    assert state.seen_by(0).shared.best.pips == 1
    assert state.seen_by(0).thing("lamp_1").lit == 1 and state.seen_by(0).thing("card 1").used is st.HIDDEN


def test_what_is_not_there_says_what_is(state: State) -> None:
    with pytest.raises(
        AttributeError, match="player 1 has no money: it has hand, secret, laid, mine, coins, luck, ready"
    ):
        state.player(0).money  # noqa: B018
    with pytest.raises(AttributeError, match="what is shared has no coins: it has deck, best, box"):
        state.shared.coins  # noqa: B018
    with pytest.raises(
        KeyError, match="nothing that has places or numbers is called 'moon': there are player 1, .*lamp_2"
    ):
        state.thing("moon")
    with pytest.raises(AttributeError, match="a card has no suit: it has pips, ink, age"):
        state.shared.deck[0].suit  # noqa: B018
    for seat in (2, -1):
        with pytest.raises(IndexError, match=f"there is no seat {seat}"):
            state.player(seat)
    with pytest.raises(IndexError, match="there is no seat 5"):
        state.seen_by(5)


def test_nothing_can_be_changed_and_what_is_hidden_is_not_taken_for_no(state: State) -> None:
    with pytest.raises(AttributeError, match="a state changes only by choosing"):
        state.player(0).coins = 7
    with pytest.raises(AttributeError):
        state.shared.deck[0].component = "coin"
    before = state.to_json()
    state.player(0).mine["lamp_1"]["red"] = 3
    state.shared.best.attributes["pips"] = 3
    assert state.to_json() == before and state.shared.best.pips == 1
    with pytest.raises(TypeError, match="hidden from the seat"):
        bool(state.seen_by(0).player(1).luck)
    with pytest.raises(TypeError):
        state.seen_by(0).player(1).luck + 1
    hand = state.player(0).hand
    assert copy.deepcopy(hand) == hand == pickle.loads(pickle.dumps(hand))
    assert copy.deepcopy(st.HIDDEN) is st.HIDDEN is pickle.loads(pickle.dumps(st.HIDDEN))


@pytest.mark.parametrize("case", each(PLAIN, FEW), ids=str)
def test_a_seat_is_told_by_name_what_its_view_tells(case: Case) -> None:
    state, bots = case.game.start(5), bots_stream(5)
    for number in range(60):
        if state.over:
            break
        if number % 20 == 19:
            for seat in range(-1, case.players):
                compare(state, seat)
        state.choose(bots.draw(len(state.decision)))


def compare(state: State, seat: int) -> None:
    view = state.view(seat)
    for item in [*view["values"], *view["zones"]]:
        found = by_label(state, seat, item)
        if "zones" not in item and "size" not in item:
            value = found.attributes if isinstance(found, Card) else found
            seen = item["value"]
            if isinstance(seen, dict):
                seen = {**seen.get("front", {}), **seen.get("back", {})}
            assert found is st.HIDDEN if item.get("hidden") else value == seen
            continue
        known = [card for card in found if card.tag is not None or card.attributes]
        assert found.hidden == (item["size"] is None) and (found.hidden or len(found) == item["size"])
        assert sorted(str(card.tag) for card in known) == sorted(str(card["tag"]) for card in item["cards"])
        shown = [card.get("front", {}) | card.get("back", {}) for card in item["cards"]]
        assert sorted(map(str, (sorted(c.attributes.items(), key=str) for c in known))) == sorted(
            map(str, (sorted(card.items(), key=str) for card in shown))
        )


def by_label(state: State, seat: int, item: dict[str, Any]) -> Any:
    names, (first, *others) = state.seen_by(seat), item["indexes"] or [None]
    owner: Owner = names.thing(item["label"].partition(".")[0]) if first else names.shared
    found = owner[item["name"]]
    if not first and item["name"] == "box":
        return found[item["label"].removesuffix(" in the box")]
    for other in others:
        found = found[other["index"] if other["kind"] == "player" else other["word"]]
    return found
