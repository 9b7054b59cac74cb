"""What a question speaks of: names that its options depend on, what was chosen for it, and what options cost."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from stammtisch.base.english import as_order
from stammtisch.base.streams import Stream
from stammtisch.front.api import load_ruleset
from stammtisch.game.state import State
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
    assert [name for name, _ in question_of(reach("balvin", 3, "Sell one barrel", "payer"))["scope"]] == ["beer"]


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
    assert discarded["text"] == "Place supply cards – choose the discarded card"
