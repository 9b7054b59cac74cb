"""Values that are drawn as dice: at the table as a face, in print with faces of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

import stammtisch as st
from stammtisch.sheets.cards import ruleset_style
from stammtisch.sheets.dice import dice_of
from stammtisch.table.pages.render import seat_page

GAME = """
format: 1
game: Weather
players: 2
things: {sky: [sun, rain]}
shared:
  roll: 1..6
  weather: {start: maybe sky}
each player: {rolled: {range: 1..6, start: 4, see: owner}}
setup: [{random: n in 1..6, set: {roll: 5}}, {random: s in skies, set: {weather: rain}}]
phases: {a turn: {turns: player in players, until: {Late: round > 2}, choose: n in 1..2}}
score: 0
look: {sun: yellow ☀, rain: blue ☂}
names: {sky: [sky, skies]}
layout: {dice: [roll, rolled, {weather: [sun, sun, rain]}]}
"""


def ruleset(folder: Path, layout: str = "") -> st.Ruleset:
    text = GAME if not layout else GAME.replace("[roll, rolled, {weather: [sun, sun, rain]}]", layout)
    (folder / "ruleset.yaml").write_text(text.replace("skies, set", "skys, set"))
    return st.load_ruleset(folder)


def test_a_value_is_drawn_as_the_face_of_a_die(tmp_path: Path) -> None:
    page = seat_page(ruleset(tmp_path).game().start(1), 0, ["Anna", "Ben"], [False] * 2, "/t").decode()
    dice = [die.split("</svg>")[0] for die in page.split('<svg class="die"')[1:]]
    # the other player's is not known
    assert [die.count("<circle") for die in dice] == [4, 5, 0]
    assert 'aria-label="5"' in dice[1] and 'aria-label="☂ rain"' in dice[2] and ">☂</text>" in dice[2]


def test_a_die_has_faces_of_its_own_in_print(tmp_path: Path) -> None:
    found = ruleset(tmp_path)
    dice = {die.words: die.faces for die in dice_of(found, {}, ruleset_style(found))}
    assert dice == {"1 to 6": (1, 2, 3, 4, 5, 6), "weather": ("sun",) * 4 + ("rain",) * 2}


@pytest.mark.parametrize(
    ("layout", "message"),
    [
        ("[rol]", "no value is called 'rol'"),
        ("[{weather: [sun, snow]}]", "'snow' is no face of a die"),
        ("[{weather: [sun, sun, sun, rain]}]", "which 4 cannot fill evenly"),
    ],
)
def test_what_is_no_die_is_refused(tmp_path: Path, layout: str, message: str) -> None:
    with pytest.raises(st.RulesetError, match=message):
        ruleset(tmp_path, layout)
