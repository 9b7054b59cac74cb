"""What ranks nobody, what leaves nobody equal, and names that take the place of words of the language."""

from __future__ import annotations

from pathlib import Path

import pytest

import stammtisch as st
from stammtisch.front.validation import validate_file

GAME = """\
format: 1
game: Ranking
players: PLAYERS
things: {league: [low, high]}
components: {card: {front: {value: 1..4}}}
shared:
  pile: {holds: card, starts with: {value: 1..4}}
  leader: first(players)
each player:
  hand: {holds: card}
  points: 0..99
define:
  held(player): sum(player.hand.value)
  all_held(player): sum(players.hand.value)
  MORE
phases:
  a turn:
    turns: player in players
    until: {all is taken: pile.empty}
    do:
      take one: {choose: card in pile, move: card, to: player.hand, do: {set: {leader: player}}}
"""


def codes(folder: Path, end: str, players: str = "2..4", more: str = "twice(int n): 2 * n") -> list[str]:
    file = folder / "game.yaml"
    file.write_text(GAME.replace("PLAYERS", players).replace("MORE", more) + end + "\n", encoding="utf-8")
    return [d.code for d in validate_file(file) if d.code != "unused"]


@pytest.mark.parametrize(
    ("score", "same"),
    [
        ("score: sum(players.hand.value)", True),
        ("score: player.all_held", True),
        ("score: sum(players.hand.value) + player.points", True),
        ("score: player.held", False),
        ("score: 'max(p.points for p in players) - player.points'", False),
        ("score: player.points\nwinner: [most score, most leader.points]", True),
        ("teams: {All: 1..4}\nscore: sum(players.points)", False),
    ],
)
def test_what_is_the_same_for_all_is_told(tmp_path: Path, score: str, same: bool) -> None:
    assert ("same-for-all" in codes(tmp_path, score)) == same


@pytest.mark.parametrize(
    ("end", "players", "asked"),
    [
        ("winner: most player.number", "2..4", False),
        ("winner: most player.points", "2..4", True),
        ("score: if player = leader then 1 else 0", "2..4", False),
        ("score: if player != leader then 1 else 0", "2..4", True),
        ("score: if player != leader then 1 else 0", "2", False),
    ],
)
def test_a_tie_break_is_asked_for_where_two_can_be_equal(tmp_path: Path, end: str, players: str, asked: bool) -> None:
    assert ("no-tie-break" in codes(tmp_path, end, players)) == asked


@pytest.mark.parametrize(
    ("last", "asked"),
    [
        ("nobody has won: {end: game, winner: none}", False),
        ("nobody has won: {do: [{say: 1}, {end: game, winner: none}]}", False),
        ("nobody has won: {when: pile.empty, end: game, winner: none}", True),
        ("nobody has won: {do: [{end: nobody has won, winner: none}]}", True),
        ("nobody has won: {end: game}", True),
    ],
)
def test_a_score_that_never_ranks_needs_no_tie_break(tmp_path: Path, last: str, asked: bool) -> None:
    game = GAME.replace("PLAYERS", "2").replace("MORE", "twice(int n): 2 * n")
    file = tmp_path / "game.yaml"
    file.write_text(f"{game}  {last}\nscore: player.points\n", encoding="utf-8")
    assert ("no-tie-break" in [d.code for d in validate_file(file)]) == asked


@pytest.mark.parametrize(("name", "hides"), [("size", True), ("count", True), ("largeness", False)])
def test_a_name_in_place_of_a_word_of_the_language_is_told(tmp_path: Path, name: str, hides: bool) -> None:
    more = f"{name}(league): if league = low then 1 else 2"
    assert ("shadowed" in codes(tmp_path, "score: player.points", more=more)) == hides


def test_ranges_of_ofertu_follow_the_number_of_slots(tmp_path: Path) -> None:
    file = tmp_path / "six.yaml"
    file.write_text("format: 1\nextends: ofertu\ngame: Six\nthings: {slot: 6}\n", encoding="utf-8")
    for name, most in (("ofertu", {"cards_won": 5, "pips_won": 30}), (file, {"cards_won": 6, "pips_won": 36})):
        slots = st.load_ruleset(name).game().program.ints
        assert {slot.declared: slot.high for slot in slots if slot.declared in most} == most
