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


def test_the_program_knows_both_faces_of_a_top_card() -> None:
    game = st.load_ruleset(DATA / "top-card" / "ruleset.yaml").game()
    deck = next(slot for slot in game.program.lists if slot.name == "deck")
    assert deck.see == {"front": 0, "back": 0, "top.front": 3, "top.back": 3, "size": 3}
    top = game.start(1).view(0)["zones"][0]["cards"][0]
    assert {"front", "back"} <= {*top}
