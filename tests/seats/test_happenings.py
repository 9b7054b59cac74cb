"""Pictures in between: as the seat saw the game then, cut where something would go unseen, and for nothing unseen."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import games
from helpers.tiers import many, tiered

from stammtisch.base.streams import BOTS, Stream, seed_stream
from stammtisch.front.api import load_ruleset
from stammtisch.game.state import State
from stammtisch.seats.happenings import CHOICE, HAND, REVEAL, TRICK, Happening, happenings
from stammtisch.seats.perception.beginnings import MOST_EVENTS, beginning_at
from stammtisch.seats.perception.scenes import scene_of
from stammtisch.seats.seat_view import view_of
from stammtisch.seats.visibility import ONLOOKER

QUICK = {("hearts", ""), ("munchhausen", ""), ("gin-rummy", ""), ("nine-mens-morris", "")}


def pictures(state: State, seat: int, number: int) -> list[Happening]:
    beginning = beginning_at(state, seat, number)
    assert beginning is not None
    return happenings(beginning, scene_of(state, seat))


def contents(view: dict[str, Any]) -> dict[str, Any]:
    """What lies and reads where; groups are known only as they are now."""
    zones = [zone | {"cards": [card | {"group": 0} for card in zone["cards"]]} for zone in view["zones"]]
    return {"zones": zones, "values": view["values"]}


@pytest.mark.parametrize(("name", "variant"), tiered(games.NAMES, QUICK.__contains__))
def test_pictures_are_what_the_seat_saw_then_and_the_last_what_it_sees_now(name: str, variant: str) -> None:
    game = games.ruleset(name, variant).game()
    compared = 0
    for seed in range(many(1, 2)):
        seats = [ONLOOKER, seed % game.players]
        state, bots = game.start(seed), Stream(seed_stream(seed, BOTS))
        drawn = {seat: len(state.seen(seat)) for seat in seats}
        views: dict[tuple[int, int], dict[str, Any]] = {}
        while not state.over and state.decisions < 80:
            for _ in range(1 + bots.draw(4)):
                if not state.over:
                    decision = [*state.pending.values()][bots.draw(len(state.pending))]
                    state.choose(bots.draw(len(decision)), decision.seat)
                    views |= {(seat, len(state.seen(seat))): state.view(seat) for seat in seats}
            for seat in seats:
                *before, last = pictures(state, seat, drawn[seat])
                assert view_of(last.known) == state.view(seat)
                drawn[seat] = last.number
                for picture in before:
                    assert picture.hold and picture.known.scene.asked is None
                    if (then := views.get((seat, picture.number))) is not None:
                        compared += 1
                        assert contents(view_of(picture.known)) == contents(then)
            views.clear()
    # of games of one choice, or in which all choose at the same time, nothing but the last picture is a view
    assert compared or game.players == 1 or name in ("goofspiel", "first-price-auction", "kuhn")


def labels(picture: Happening, name: str) -> list[list[str]]:
    """The cards in each player's place of that name, as far as they are seen."""
    zones = [zone for zone in view_of(picture.known)["zones"] if zone["name"] == name]
    return [[" ".join(card["front"].values()) for card in zone["cards"] if "front" in card] for zone in zones]


def points(view: dict[str, Any]) -> list[int]:
    return [value["value"] for value in view["values"] if value["name"] == "points"]


def play_on(state: State, choices: int, seed: int = 1) -> None:
    bots = Stream(seed_stream(seed, BOTS))
    for _ in range(choices):
        decision = [*state.pending.values()][0]
        state.choose(bots.draw(len(decision)), decision.seat)


@pytest.mark.parametrize("seat", [ONLOOKER, 0, 2])
def test_all_four_cards_of_a_trick_lie_in_a_picture_that_stays_and_then_are_gone(seat: int) -> None:
    state = load_ruleset("hearts").game().start(7)
    play_on(state, 12)
    found, tricks = list[Happening](), 0
    for step in range(13):
        number = len(state.seen(seat))
        play_on(state, 4, step)
        found += pictures(state, seat, number)
    for picture, after in zip(found, found[1:], strict=False):
        if picture.hold == TRICK:
            assert all(len(cards) == 1 for cards in labels(picture, "played"))
            assert sum(map(len, labels(after, "played"))) <= 1
            # who takes them has them in the next picture
            taken = [
                [zone["size"] for zone in view_of(one.known)["zones"] if zone["name"] == "taken"]
                for one in (picture, after)
            ]
            assert picture.taking is not None and picture.taking.is_trick
            assert [more - fewer for fewer, more in zip(*taken, strict=True)] == [
                4 * (player == picture.taking.seat) for player in range(4)
            ]
            tricks += 1
        else:
            assert picture.taking is None
    assert tricks == 13
    # and so do the points of a hand before the cards are dealt again
    ended = [picture for picture in found if picture.hold == HAND]
    assert len(ended) == 1 and points(view_of(ended[0].known)) == points(state.view(seat)) != [0] * 4


def test_what_is_chosen_unseen_makes_no_picture_and_no_hold() -> None:
    state = load_ruleset("hearts").game().start(7)
    number = len(state.seen(0))
    for _ in range(3):
        state.choose(0, 3)
    assert [(one.hold, one.way) for one in pictures(state, 0, number)] == [(0, ())]


def test_what_was_turned_up_is_seen_before_it_is_turned_back() -> None:
    state, bots = load_ruleset("goofspiel").game().start(2), Stream(seed_stream(2, BOTS))
    number, found = len(state.seen(0)), list[Happening]()
    while not found and not state.over:
        decision = [*state.pending.values()][0]
        state.choose(bots.draw(len(decision)), decision.seat)
        found = [one for one in pictures(state, 0, number) if one.hold == REVEAL]
    assert found


def test_a_choice_of_somebody_else_stays_a_moment_and_an_own_one_does_not() -> None:
    state = load_ruleset("nine-mens-morris").game().start(1)
    mover, other = state.decision.seat, 1 - state.decision.seat
    numbers = [len(state.seen(0)), len(state.seen(1))]
    state.choose(0, mover)
    assert [one.hold for one in pictures(state, mover, numbers[mover])] == [0]
    assert [one.hold for one in pictures(state, other, numbers[other])] == [CHOICE]


def test_what_is_too_long_ago_or_not_in_the_log_has_no_pictures() -> None:
    state = load_ruleset("nine-mens-morris").game().start(1)
    play_on(state, 90)
    here = len(state.seen(0))
    assert beginning_at(state, 0, here) is not None and beginning_at(state, 0, here - MOST_EVENTS) is not None
    assert [beginning_at(state, 0, number) for number in (-1, here - MOST_EVENTS - 1, here + 1)] == [None] * 3


def test_pictures_do_not_depend_on_who_was_asked_before() -> None:
    state = load_ruleset("balvin").game().start(3)
    asked = state.clone()
    for step in range(30):
        for one in (state, asked):
            one.choose(step % len([*one.pending.values()][0]), [*one.pending.values()][0].seat)
        asked.view(0)
    here = max(0, len(state.seen(0)) - 60)
    told = [[(p.number, p.hold, p.way, view_of(p.known)) for p in pictures(one, 0, here)] for one in (state, asked)]
    assert told[0] == told[1] and len(told[0]) > 3
