"""Panels show what definitions say of players, as far as the reader knows all that they hang on."""

from __future__ import annotations

from pathlib import Path

from stammtisch.base.streams import Stream
from stammtisch.front.api import load_ruleset
from stammtisch.game.state import State
from stammtisch.rulebook.translation import rulebook_in
from stammtisch.seats.perception.scenes import information_of
from stammtisch.seats.visibility import ONLOOKER
from stammtisch.seats.worked_values import worked_values
from stammtisch.table.pages.layout.areas import arrange
from stammtisch.table.pages.render import seat_pieces

GAME = """
format: 1
game: Piles
players: 2
components:
  card: {front: {worth: 1..4}}
shared:
  deck: {pile of: card, see: nobody, show as: count, starts with: {worth: 1..4}}
each player:
  won: {pile of: card, see: nobody, show as: count}
  number: 0..2
define:
  wins(player): sum(c.worth for c in player.won)
  double(player): 2 * player.number
setup:
  shuffle the deck: {shuffle: deck}
  take cards: {deal: 2, from: deck, to: players.won}
phases:
  choose a number:
    for each: player in players
    choose: pick in 1..2
    set: {player.number: pick}
score: player.wins
layout: {table: {panels: [{doubled: double}, {worth: wins}], mine: [double]}}
"""


def panels_of(state: State) -> list[list[tuple[str, str]]]:
    """The names and numbers in the panels that the first seat sees."""
    page, _ = seat_pieces(state, 0, [""] * state.game.players, [False] * state.game.players, "/x")
    areas = [area for area in page["areas"] if area["panel"]]
    return [[(chip["name"], chip["text"]) for chip in arrange(area, page["look"])["chips"]] for area in areas]


def test_the_points_taken_in_a_hand_are_seen_while_it_lasts() -> None:
    state, stream = load_ruleset("hearts").game(4).start(2), Stream(5)
    seen = set()
    for _ in range(60):
        seat, site = state.sites()[-1]
        state.choose(stream.draw(len(state.option_numbers(seat, site))), seat)
        true = [int(state.evaluator(player)(["call", "penalty", "seat"], 0)) for player in range(4)]
        for reader in (0, 2, ONLOOKER):
            values = worked_values(state.game, information_of(state, reader), ["penalty"])
            assert [item["value"] for item in values] == true
        assert [dict(panel)["this hand"] for panel in panels_of(state)[:3]] == [str(points) for points in true[1:]]
        seen.update(true)
    # the queen was taken
    assert max(seen) >= 13


def test_what_hangs_on_cards_that_nobody_has_seen_is_left_out(tmp_path: Path) -> None:
    file = tmp_path / "piles.yaml"
    file.write_text(GAME)
    ruleset = load_ruleset(str(file))
    # a definition that only the table needs is used
    assert not [problem for problem in ruleset.warnings if problem.code == "unused"]
    state = ruleset.game(2).start(1)
    state.choose(1, 0)
    # who has no hand has a panel of its own
    assert panels_of(state) == [[("doubled", "0")], [("double", "4")]]


def test_what_panels_work_out_is_explained_in_the_words_of_its_definition() -> None:
    ruleset = load_ruleset("hearts")
    for language, told in (("en", "Who gets the cards that a player passes"), ("de", "Wer die weitergegebenen Karten")):
        known = rulebook_in(language, ruleset, {}, 4).glossary
        assert known["player.receiver"].text.startswith(told) and "penalty" not in known["player.penalty"].text


def test_labels_are_said_in_the_language_of_the_reader() -> None:
    game = load_ruleset("hearts").game(4)
    names = game.looks.in_language("de").wording.with_players(["A", "B", "C", "D"])
    page, _ = seat_pieces(game.start(1), 0, names, [False] * 4, "/x")
    assert "dieses Blatt" in [chip["name"] for chip in arrange(page["areas"][0], page["look"])["chips"]]


def test_who_gets_the_cards_that_i_pass_stands_beside_my_hand_until_the_hand_begins() -> None:
    state, stream = load_ruleset("hearts").game(4).start(2), Stream(5)
    assert rail_of(state)["pass to"] == "player 2"
    while not any(zone for zone in state.z[10:14]):
        seat, site = state.sites()[-1]
        state.choose(stream.draw(len(state.option_numbers(seat, site))), seat)
    assert "pass to" not in rail_of(state)
    while not state.over:
        seat, site = state.sites()[-1]
        state.choose(stream.draw(len(state.option_numbers(seat, site))), seat)
    assert "pass to" not in rail_of(state)


def rail_of(state: State) -> dict[str, str]:
    """The numbers beside the hand of the first seat."""
    page, _ = seat_pieces(state, 0, [""] * state.game.players, [False] * state.game.players, "/x")
    hand = next(area for area in page["areas"] if area["id"] == "hand")
    return {chip["name"]: chip["text"] for chip in arrange(hand, page["look"])["chips"]}
