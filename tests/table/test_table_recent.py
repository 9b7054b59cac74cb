"""What has changed stands on the page: new cards, counted points, pieces left, the end; and rules in their order."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from stammtisch.base.streams import Stream
from stammtisch.front.api import load_ruleset
from stammtisch.game.state import State
from stammtisch.records.recording import header_at
from stammtisch.seats.visibility import ONLOOKER
from stammtisch.table.pages.layout.areas import arrange
from stammtisch.table.pages.render import seat_pieces
from stammtisch.table.pages.rules_page import PrintedRules, fold_exact


def page_of(state: State, seat: int = 0) -> tuple[dict[str, Any], dict[str, str]]:
    """A seat's page, as data and in pieces."""
    players = state.game.program.players
    return seat_pieces(state, seat, [""] * players, [False] * players, "/x")


def play_until(state: State, words: str, stream: Stream) -> None:
    """Play at random until the first seat alone is asked this."""
    while not state.over:
        seat, site = state.sites()[-1]
        if seat == 0 and state.game.program.sites[site].words == words:
            return
        state.choose(stream.draw(len(state.option_numbers(seat, site))), seat)


def test_cards_that_came_to_my_hand_since_my_last_choice_are_marked() -> None:
    state, stream = load_ruleset("hearts").game(4).start(2), Stream(5)
    dealt, _ = page_of(state)
    play_until(state, "play a card", stream)
    before = {card["words"] for area in dealt["areas"] for card in cards_of(area, dealt)}
    page, pieces = page_of(state)
    hand = next(area for area in page["areas"] if area["id"] == "hand")
    new = {card["words"] for card in cards_of(hand, page) if card["new"]}
    # of the deal none is marked, of the pass the three that came
    assert len(new) == 3 and not new & before and not any(card["new"] for card in cards_of(hand_of(dealt), dealt))
    assert len(re.findall(r'class="card [^"]*\bnew\b', pieces["hand"])) == 3 and "♥" in pieces["hand"]
    # they are not once somebody has chosen again
    state.choose(0, 0)
    assert ' new"' not in page_of(state)[1]["hand"] and ", new" not in page_of(state)[1]["hand"]


def hand_of(page: dict[str, Any]) -> dict[str, Any]:
    return next(area for area in page["areas"] if area["id"] == "hand")


def cards_of(area: dict[str, Any], page: dict[str, Any]) -> list[dict[str, Any]]:
    """The cards that an area shows."""
    return [
        card for block in arrange(area, page["look"])["blocks"] for zone in block["zones"] for card in zone["cards"]
    ]


def test_points_that_a_hand_has_brought_stand_on_the_page_until_my_next_choice() -> None:
    state, stream = load_ruleset("hearts").game(4).start(2), Stream(5)
    play_until(state, "play a card", stream)
    play_until(state, "everybody passes cards", stream)
    page, pieces = page_of(state)
    points = [int(row["score"]) for row in sorted(page["scores"], key=lambda row: row["name"])]
    assert page["counted"] == [
        ("Hand 1 is over", [(f"player {n}", f"+{one}", str(one)) for n, one in enumerate(points, 1)], [])
    ]
    assert sum(points) == 26 and "now" in pieces["counted"] and page["where"] == "Hand 2"
    # a second hand counts from there
    play_until(state, "play a card", stream)
    assert page_of(state)[0]["counted"] == [] and "hidden" in page_of(state)[1]["counted"]
    play_until(state, "everybody passes cards", stream)
    page, _ = page_of(state)
    after = [int(row["score"]) for row in sorted(page["scores"], key=lambda row: row["name"])]
    rows = page["counted"][0][1]
    assert [now for _, _, now in rows] == [str(each) for each in after]
    assert [int(by) for _, by, _ in rows] == [one - other for one, other in zip(after, points, strict=True)]


def test_who_has_shot_the_moon_is_told_with_the_points_of_the_hand_and_not_folded_in_the_log() -> None:
    state, stream = load_ruleset("hearts").game(4).start(258), Stream(517)
    while state.view(0)["values"][0]["value"] < 2:
        seat, site = state.sites()[-1]
        numbers = state.option_numbers(seat, site)
        plays = state.game.program.sites[site].words == "play a card"
        chosen = stream.draw(len(numbers)) if not plays else numbers.index((max if seat == 1 else min)(numbers))
        state.choose(chosen, seat)
    page, pieces = page_of(state)
    shot = "the moon is shot, and each of the others gets all the points: player 4"
    rows = [("player 1", "+26", "26"), ("player 2", "+26", "26"), ("player 3", "+26", "26"), ("player 4", "+0", "0")]
    assert page["counted"] == [("Hand 1 is over", rows, [shot])] and f"<p>{shot}</p>" in pieces["counted"]
    told = [entry.text for entry in page["fresh"]]
    at = told.index("player 1's points, player 2's points and player 3's points are now 26")
    assert told[at - 1] == shot


TWICE = """
format: 1
game: Twice
players: 2
shared: {hands: {range: 0..9}, seen: 0..9}
each player: {points: 0..99}
phases:
  a hand:
    until: {three hands are over: hands >= 3}
    do:
      a hand begins: {add: {hands: 1}}
      a turn:
        for each: p in players
        choose: number in 1..3
        add: {p.points: number}
      the hand ends: {add: {first(players).points: 5}}
score: player.points
"""


def test_what_a_hand_has_brought_is_told_of_all_and_what_a_turn_brings_of_one(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(TWICE)
    state = load_ruleset(tmp_path).game(2).start(1)
    assert page_of(state)[0]["where"] == "Hand 1"
    state.choose(0)
    state.choose(1)
    page, pieces = page_of(state)
    assert page["where"] == "Hand 2" and "Hand 2" in pieces["top"] and "hands" not in pieces["area-table"]
    assert page["counted"] == [
        ("a turn", [("player 1", "+1", "1"), ("player 2", "+2", "2")], []),
        ("Hand 1 is over", [("player 1", "+5", "6"), ("player 2", "+0", "2")], []),
    ]


def test_points_that_some_have_scored_are_told_in_the_rail_with_what_was_done_and_unfolded_in_the_log() -> None:
    state, stream = load_ruleset("balvin").game(4).start(5), Stream(11)
    while not any(one["kind"] == "gain" and one["variable"] == "points" for one in state.seen(0)):
        seat, site = state.sites()[-1]
        state.choose(stream.draw(len(state.option_numbers(seat, site))), seat)
    page, pieces = page_of(state, 1)
    closed = [
        item["indexes"][0]["word"] for item in state.view(1)["values"] if item["name"] == "closed" and item["value"]
    ]
    (words, rows, _), number = page["counted"][-1], closed[-1].removeprefix("tent_")
    assert words == f"tent {number} is now closed – points" and 0 < len(rows) < 4
    assert f"<b>{words}</b>" in pieces["scored"] and " hidden" in pieces["counted"]
    for player, by, _ in rows:
        assert f"<span>{player} {by}" in pieces["scored"]
    told = [entry for entry in page["fresh"] if entry.follows and "points" in entry.text]
    assert len(told) == len(rows)
    # who looks on has no rail
    watched = page_of(state, ONLOOKER)[1]
    assert "scored" not in watched


def test_how_many_pieces_are_left_stands_with_each_player_where_they_can_be_lost() -> None:
    lost = {"nine-mens-morris": True, "othello": True, "chess": True, "connect-four": False, "tictactoe": False}
    for game, told in lost.items():
        state, stream = load_ruleset(game).game(2).start(1), Stream(7)
        for _ in range(6):
            seat, site = state.sites()[-1]
            state.choose(stream.draw(len(state.option_numbers(seat, site))), seat)
        _, pieces = page_of(state)
        chip = r"<dt>on the board</dt><dd>(\d+)</dd>"
        found = [re.findall(chip, pieces[f"area-{number}"]) for number in (1, 2)]
        values = [item for item in state.view(0)["values"] if item["kind"] == "thing player" and item["indexes"]]
        owners = [item["value"] for item in values]
        assert found == [[str(owners.count(seat))] if told else [] for seat in range(2)], game


def lost_in(name: str, players: int, choices: int, seed: int) -> tuple[list[str], list[Counter[tuple[int, str]]]]:
    """What panels say that players have lost after so many choices at random, and what stood on the board at each."""
    state, stream = load_ruleset(name).game(players).start(1), Stream(seed)
    stood = []
    for _ in range(choices):
        seat, site = state.sites()[-1]
        state.choose(stream.draw(len(state.option_numbers(seat, site))), seat)
        values = {item["label"]: item["value"] for item in state.view(0)["values"] if item["indexes"]}
        owners = {label: value for label, value in values.items() if label.endswith((".man", ".owner", ".disc"))}
        kinds = [(owner, values.get(f"{label.partition('.')[0]}.kind", "")) for label, owner in owners.items()]
        stood.append(Counter(kind for kind in kinds if kind[0] is not None))
    _, pieces = page_of(state)
    found = [re.findall(r"<dt>lost</dt><dd>([^<]+)</dd>", pieces[f"area-{seat + 1}"]) for seat in range(players)]
    return ["".join(one) for one in found], stood


@pytest.mark.parametrize(("name", "choices"), [("chess", 150), ("draughts", 60), ("nine-mens-morris", 60)])
def test_what_was_taken_from_a_player_stands_in_its_panel(name: str, choices: int) -> None:
    said, stood = lost_in(name, 2, choices, 5)
    taken = [Counter[str](), Counter[str]()]
    for before, after in pairwise(stood):
        for owner in range(2):
            gone, come = (
                Counter({kind: n for (whose, kind), n in one.items() if whose == owner}) for one in (before, after)
            )
            if gone.total() > come.total():
                taken[owner] += gone - come
    signs = {"pawn": "♟", "knight": "♞", "bishop": "♝", "rook": "♜", "queen": "♛", "man": "⛂", "king": "⛃", "": ""}
    words = [
        " ".join(
            signs[kind] * n if kind and n <= 3 else f"{n} {signs[kind]}".strip() for kind, n in sorted(one.items())
        )
        for one in taken
    ]
    assert said == words and all(said)


def test_pieces_that_only_change_hands_are_not_lost_and_men_that_are_to_come_are_told() -> None:
    assert lost_in("othello", 2, 20, 5)[0] == ["", ""]
    state = load_ruleset("nine-mens-morris").game(2).start(1)
    state.choose(0)
    pieces = page_of(state)[1]
    assert [re.findall(r"<dt>in hand</dt><dd>(\d)</dd>", pieces[f"area-{n}"]) for n in (1, 2)] == [["8"], ["9"]]


def test_a_number_that_comes_late_stands_below_the_board_and_does_not_push_it() -> None:
    state, stream = load_ruleset("nine-mens-morris").game(2).start(1), Stream(3)
    while not any(item["name"] == "quiet_moves" and item["value"] > 25 for item in state.view(0)["values"]):
        seat, site = state.sites()[-1]
        state.choose(stream.draw(len(state.option_numbers(seat, site))), seat)
    table = page_of(state)[1]["area-table"]
    assert 0 < table.index("<svg") < table.casefold().index("quiet moves")


def test_the_end_says_who_has_won_and_why_and_what_decides() -> None:
    state, stream = load_ruleset("hearts").game(4, {"game_ends_at": 26}).start(2), Stream(5)
    assert page_of(state)[0]["ended"] is None and " hidden" in page_of(state)[1]["ended"]
    play_until(state, "", stream)
    page, pieces = page_of(state)
    ended = page["ended"]
    winners = [row["name"] for row in ended["rows"] if row["rank"] == 1]
    assert all(name in ended["result"].casefold() for name in winners)
    assert ended["why"] == "somebody has reached 26 points" and ended["rule"] == "The lowest number of points wins."
    assert [row["own"] for row in ended["rows"]].count(True) == 1
    assert 'class="won"' in pieces["ended"] and "Where the points come from" in pieces["ended"]
    # without points nothing is said of them
    state = load_ruleset("tictactoe").game(2).start(1)
    play_until(state, "", Stream(5))
    ended = page_of(state)[0]["ended"]
    assert ended["rule"] == "" and ended["why"]
    # nor is which of two has won listed once more
    assert ended["rows"] == [] and "<ol>" not in page_of(state)[1]["ended"]


def test_the_rules_at_the_table_begin_with_a_turn_and_fold_what_is_said_exactly() -> None:
    rules, ruleset = PrintedRules(), load_ruleset("nine-mens-morris")
    header = header_at(ruleset, ruleset.game(2).start(1), "a test")
    body = rules.body(header)
    headings = re.findall(r"<h2[^>]*>(.*?)</h2>", body)
    assert headings[0] == "Course of play" and "Components" in headings[1:]
    assert rules.opening(header)["contents"][0][0] == "Course of play"
    exact = re.findall(r'<span class="exact"> \((.*?)\)</span>', body)
    assert any("the quiet moves are at least 50" in text for text in exact)
    assert "50 moves in a row have closed no mill<span" in body and "(the taken point)" in body
    # what is looked for is shown whole
    assert "exact" not in rules.body(header, "mill")


def test_brackets_that_do_not_close_or_are_short_stay() -> None:
    long = "(" + "as long as this is " * 3 + ")"
    for text in ("<p>a (short) one</p>", f"<p>one {long[:-1]}</p>", "<p>no bracket</p>", "<li>(</li><li>)</li>"):
        assert fold_exact(text) == text
    assert fold_exact(f"<p>one {long}.</p>") == f'<p>one<span class="exact"> {long}</span>.</p>'
