"""Who sees what by `see`: one meaning for the checker, the program, the rulebook and undo."""

from __future__ import annotations

import pytest
from helpers.paths import DATA

import stammtisch as st
from stammtisch.language.audience import FACES, audience

EVERYONE, NOBODY = "everyone", "nobody"


@pytest.mark.parametrize(
    ("see", "faces"),
    [
        ({}, [EVERYONE] * 5),
        ({"": "owner"}, ["owner"] * 4 + [EVERYONE]),
        ({"front": "owner"}, ["owner", NOBODY, "owner", NOBODY, EVERYONE]),
        ({"back": EVERYONE, "size": NOBODY}, [NOBODY, EVERYONE, NOBODY, EVERYONE, NOBODY]),
        ({"top": EVERYONE}, [NOBODY, NOBODY, EVERYONE, EVERYONE, EVERYONE]),
        ({"top.front": EVERYONE}, [NOBODY, NOBODY, EVERYONE, NOBODY, EVERYONE]),
        ({"front": "owner", "top": "others", "top.back": NOBODY}, ["owner", NOBODY, "others", NOBODY, EVERYONE]),
    ],
)
def test_each_face_has_an_audience(see: dict[str, str], faces: list[str]) -> None:
    assert [audience(see, face) for face in FACES] == faces


def test_a_value_is_seen_by_those_of_the_single_word() -> None:
    assert audience({}) == EVERYONE
    assert audience({"": NOBODY}) == NOBODY


def test_players_behind_see_are_the_seats_of_the_program() -> None:
    rules = st.load_ruleset(DATA / "ok" / "code-words.yaml")
    for players, opened in ((4, False), (6, True)):
        slots = rules.game(players, {"open_hands": opened}).program
        see = {slot.name: slot.see for slot in slots.lists[1 : slots.zones]}
        everyone = (1 << players) - 1
        assert see["key"] == dict.fromkeys(FACES[:4], 0b11) | {"size": everyone}
        assert see["player 2.hand"]["front"] == (everyone if opened else 0b10)
        numbers = {slot.name: slot.see for slot in slots.ints if slot.declared}
        assert numbers["red.hints"] == 0b010101 & everyone
        assert numbers["player 2.neighbour"] == 0b110


def test_the_program_knows_both_faces_of_a_top_card() -> None:
    game = st.load_ruleset(DATA / "top-card" / "ruleset.yaml").game()
    deck = next(slot for slot in game.program.lists if slot.name == "deck")
    assert deck.see == {"front": 0, "back": 0, "top.front": 3, "top.back": 3, "size": 3}
    top = game.start(1).view(0)["zones"][0]["cards"][0]
    assert {"front", "back"} <= {*top}
