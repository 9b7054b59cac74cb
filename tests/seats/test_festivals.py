"""Who learns what in whole random games of the festival games: payments are open, backs and put-back cards are not."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from helpers.games import ruleset
from helpers.tiers import full

import stammtisch as st


def played(name: str, players: int, seed: int) -> st.State:
    state, random = ruleset(name).game(players).start(seed), Random(seed)
    while not state.over:
        state.choose(random.randrange(len(state.decision.options)))
    return state


@pytest.mark.parametrize("players", [3, 5])
def test_every_payment_and_every_point_is_seen_by_everybody(players: int) -> None:
    state = played("balvin", players, 3)
    seen = [
        [(e["words"], e["token"], e["from"], e["to"], e["amount"]) for e in state.seen(seat) if e["kind"] == "tokens"]
        for seat in range(players)
    ]
    told = {event[0] for event in seen[0] if event[-1]}
    assert {"Accept the highest bid", "supply barrels", "Bid patrons", "the barrel goes back to the stock"} <= told
    assert all(events == seen[0] for events in seen) and not any(event[-1] is None for event in seen[0])
    for seat in range(players):
        gains = [e for e in state.seen((seat + 1) % players) if e["kind"] == "gain"]
        assert sum(e["amount"] for e in gains if e["label"] == f"player {seat + 1}.points") == state.scores[seat]


def test_purses_stay_closed_until_the_end() -> None:
    state, random, checked = ruleset("balvin").game(3).start(1), Random(1), 0
    while not state.over:
        if state.decisions % 10 == 0:
            for value in state.view(0)["values"]:
                secret = value["name"] in ("coins", "points", "barrels") or value["label"].endswith("r 2.patrons")
                if secret and value["label"].startswith(("player 2", "player 3")):
                    assert value["hidden"]
                    checked += 1
        state.choose(random.randrange(len(state.decision.options)))
    assert checked > 100


def cards(view: dict[str, Any], place: str) -> list[dict[str, Any]]:
    return [card for zone in view["zones"] if zone["label"].endswith(place) for card in zone["cards"]]


def test_nobody_ever_sees_an_own_back_and_everybody_the_others() -> None:
    state, random, others = ruleset("warrender").game(4).start(2), Random(2), 0
    while not state.over:
        if state.decisions % 7 == 0:
            view = state.view(1)
            for place in ("hand", "bank", "discards"):
                assert not any("back" in card for card in cards(view, f"player 2.{place}"))
                theirs = cards(view, f"player 3.{place}")
                assert all("back" in card for card in theirs)
                others += len(theirs)
        state.choose(random.randrange(len(state.decision.options)))
    assert others > 100


def test_of_the_three_piles_only_the_tops_are_seen_at_first() -> None:
    state = ruleset("warrender").game(3).start(seed=3)
    laid = [event["card"] for event in state.seen(0) if event["words"] == "three equal piles"]
    assert len(laid) == 63 and sum("front" in card for card in laid) == 3


def test_a_judge_names_the_loser_and_no_number() -> None:
    state = played("warrender", 5, 4)
    said = [event for event in state.seen(2) if event["kind"] in ("say", "show")]
    assert len(said) > 10 and {event["value_kind"] for event in said} == {"thing player"}


@full
def test_who_draws_a_card_that_was_put_back_is_known_to_have_it_by_whoever_put_it_there() -> None:
    state, random, known = ruleset("bierfest").game(3).start(6), Random(6), 0
    while not state.over:
        for seat in range(3):
            for card in cards(state.view(seat), "deck"):
                known += "front" in card
                assert "front" not in card or not card["front"]["toast"] or card["position"] <= 3
        state.choose(random.randrange(len(state.decision.options)))
    assert known
    gone = [event for event in state.seen(0) if event["kind"] == "move" and event["to"] == "out_of_game"]
    assert gone and all("front" in event["card"] for event in gone)
