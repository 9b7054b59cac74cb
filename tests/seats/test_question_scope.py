"""What a question speaks of: names that its options depend on, what was chosen for it, and what options cost."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from stammtisch.base.english import as_order
from stammtisch.base.streams import Stream
from stammtisch.front.api import load_ruleset
from stammtisch.game.state import State
from stammtisch.seats.perception.scenes import information_of
from stammtisch.seats.question_scope import question_scope
from stammtisch.table.pages.render import seat_pieces

MARKET = """\
format: 1
game: Market
players: 2
components: {coin: 20}
things: {stall: [red, blue]}
tables: {price(int number): {1: 2, 2: 5, 3: 9}}
each player: {coins: {of: coin, start: 6, see: owner}, goods: 0..9}
phases:
  a turn:
    turns: player in players
    until: {all is bought: all(p.goods > 1 for p in players)}
    one of: [Buy]
actions:
  Buy:
    choose: [stall in stalls, number in 1..3]
    pay: price(number)
    from: player.coins
    to: box
    do: {add: {player.goods: number}}
score: player.goods
"""


def question_of(state: State) -> dict[str, Any]:
    """The question on the page of who is asked."""
    seat, players = state.sites()[-1][0], state.game.program.players
    page, _ = seat_pieces(state, seat, [""] * players, [False] * players, "/x")
    found: dict[str, Any] = page["asked"]
    return found


def reach(game: str, players: int, words: str, asks: str, seed: int = 3) -> State:
    """A random game where that is asked."""
    state, stream = load_ruleset(game).game(players).start(seed), Stream(5)
    while True:
        seat, site = state.sites()[-1]
        of = state.game.program.sites[site]
        if (of.words, of.asks) == (words, asks):
            return state
        state.choose(stream.draw(len(state.option_numbers(seat, site))), seat)


def test_a_question_says_what_was_chosen_for_it_and_what_it_is_about() -> None:
    first_tent = question_of(reach("balvin", 3, "Place supply cards", "first_tent"))
    assert [name for name, _ in first_tent["scope"]] == ["discarded", "placed", ""]
    assert first_tent["scope"][-1] == ("", "gate 1")
    # the beer is nobody's choice: the options depend on it
    assert ("beer", "Dark Lager") in question_of(reach("balvin", 3, "supply barrels", ""))["scope"]
    # what the options do not depend on is told as well, if it was chosen for the same
    sale = question_of(reach("balvin", 3, "Sell one barrel", "paying_beer"))
    assert [name for name, _ in sale["scope"]] == ["sold"]


def test_options_say_what_they_cost_unless_their_number_does(tmp_path: Path) -> None:
    file = tmp_path / "market.yaml"
    file.write_text(MARKET)
    state = load_ruleset(str(file)).game(2).start(1)
    assert question_scope(state, 0, state.sites()[0][1]).costs == {}
    state.choose(0, 0)
    question = question_of(state)
    assert [(one["text"], one["cost"]) for one in question["options"]] == [("1", "2 coins"), ("2", "5 coins")]
    assert question["scope"] == [("stall", "red")]
    patrons = question_of(reach("balvin", 3, "Bid patrons", "amount"))
    assert {one["cost"] for one in patrons["options"]} == {""}


def test_a_place_that_is_tapped_says_what_is_paid_there() -> None:
    state = reach("balvin", 3, "Sell one barrel", "paying_beer", seed=1)
    page, pieces = seat_pieces(state, state.sites()[-1][0], [""] * 3, [False] * 3, "/x")
    costs = {one["text"]: one["cost"] for one in page["asked"]["options"] if one["cost"]}
    # what the beer pays is no price
    assert costs["◆ Weissbier"] == "pays 2 coins" and "● Stout" not in costs
    told = re.findall(r'class="tap place"[^>]*>([^<]*) <small class="cost">\((.*?)\)', pieces["area-table"])
    assert dict(told) == costs


def test_an_order_to_one_of_all_players() -> None:
    for words, order in (
        ("everybody passes cards", "Pass cards"),
        ("each player tries again", "Try again"),
        ("all players bid", "Bid"),
        ("the loser discards a card", ""),
        ("everybody may bid", ""),
    ):
        assert as_order(words) == order


def test_a_button_for_a_set_says_what_is_done_with_it() -> None:
    assert question_of(reach("hearts", 4, "everybody passes cards", ""))["order"] == "Pass cards"
    assert question_of(reach("bierfest", 3, "cards drawn in this turn may be refused", ""))["order"] == "Choose these"


def test_where_a_turn_is_all_that_is_said_the_actions_are() -> None:
    morris = question_of(reach("nine-mens-morris", 2, "a turn", ""))
    assert (morris["text"], morris["tap"]) == ("Place a man", "tap a point")
    assert question_of(reach("othello", 2, "a turn", ""))["text"] == "Your turn"
    discarded = question_of(reach("balvin", 3, "Place supply cards", "discarded"))
    assert discarded["text"] == "which card is discarded?"


def test_a_question_names_the_player_whose_offer_it_is() -> None:
    state, stream, others = load_ruleset("munchhausen").game(4).start(3), Stream(5), 0
    while not state.over:
        seat, site = state.sites()[-1]
        if state.game.program.sites[site].words == "the Baron believes it or not":
            events = information_of(state, seat).log.events
            chosen = [event for event in reversed(events) if event["kind"] == "choose"]
            teller = next(event["value"] for event in chosen if event["value_kind"] == "thing player")
            others += teller != next(event["seat"] for event in chosen if event["option"] == "Offer")
            shown = {item["label"]: item["value"] for item in state.view(seat)["values"]}
            offer = f"offer {shown[f'player {teller + 1}.offer']}"
            assert question_of(state)["scope"] == [(f"player {teller + 1}", offer)]
        state.choose(stream.draw(len(state.option_numbers(seat, site))), seat)
    # some did not make the last of equal offers
    assert others
    # the bid says the price, which is not said twice
    last_word = question_of(reach("balvin", 3, "the auctioneer has the last word", ""))["scope"]
    assert [name for name, _ in last_word] == ["", "player 2"] and last_word[1][1].startswith("bid ")


def test_a_question_says_why_few_numbers_are_missing() -> None:
    state, stream, seen = load_ruleset("balvin").game(4).start(3), Stream(5), set()
    while not state.over:
        seat, site = state.sites()[-1]
        if state.game.program.sites[site].asks == "amount":
            question = question_of(state)
            numbers = {int(option["text"]) for option in question["options"]}
            for line in question["missing"]:
                told = re.fullmatch("Not (.*): no two tents may hold the same number of patrons", line)
                assert told
                runs = [list(map(int, run.split("–"))) for run in told[1].split(", ")]
                missing = {number for run in runs for number in range(run[0], run[-1] + 1)}
                assert numbers | missing == {*range(1, max(numbers | missing) + 1)} and not numbers & missing
                seen.add(len(missing))
        state.choose(stream.draw(len(state.option_numbers(seat, site))), seat)
    assert len(seen) > 1
