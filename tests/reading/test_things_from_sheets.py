"""`things: {dish: {from: dishes.csv}}`: members, words, texts and looks from the rows of the cards."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

import stammtisch as st
from stammtisch.base.appearance.looks import Look
from stammtisch.drawing.description import describe_card
from stammtisch.drawing.style import card_style
from stammtisch.reading.dump import dump
from stammtisch.reading.sheets.thing_rows import name_for

GAME = """\
format: 1
game: Menu
players: 2
things: {dish: {from: dishes.csv, plural: dishes}, guest: [ann, ben]}
components: {card: {front: {dish: dish, worth: 0..9}}}
shared: {deck: {pile of: card, see: nobody, starts with: {from: dishes.csv}}}
each player: {table: {holds: card}}
phases:
  a course: {turns: player in players, until: {all have one: round > 1}, do: [{move: 1, from: deck, to: player.table}]}
score: sum(card.worth for card in player.table) + (if any(c in player.table where c.dish = captains_soup) then 1 else 0)
rulings: {equal scores share the victory: {change: winner}}
"""
DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="  # a PNG
SHEET = """\
Dish,Text,Look,Worth
Captain's soup,"Draw two, then discard one.",red ♨,2
Captain's soup,,,3
Plum  cake,3-4,,5
tea,,,0
"""


def written(folder: Path, sheet: str = SHEET, game: str = GAME) -> Path:
    (folder / "dishes.csv").write_text(sheet, encoding="utf-8")
    path = folder / "ruleset.yaml"
    path.write_text(game, encoding="utf-8")
    return path


def test_a_card_lives_in_one_row_of_one_file(tmp_path: Path) -> None:
    path = written(tmp_path)
    assert [one.message for one in st.validate(path) if one.severity == "error"] == []
    ruleset = st.load_ruleset(path)
    program, looks = ruleset.game(2).program, ruleset.looks
    assert program.names["dish"] == ["captains_soup", "plum_cake", "tea"]
    assert [card.values for card in program.cards] == [[0, 2], [0, 3], [1, 5], [2, 0]]
    assert [looks.wording.name(member) for member in program.names["dish"]] == ["Captain's soup", "Plum cake", "tea"]
    assert looks.texts == {"captains_soup": "Draw two, then discard one.", "plum_cake": "3-4"}
    assert looks.of("captains_soup") == Look("red", "♨")
    style = card_style(program.game, looks, program.names, program.attributes)
    soup = describe_card(style, "card", "front", {"dish": "captains_soup", "worth": 2})
    assert (soup.heading, [value.text for value in soup.text]) == ("Captain's soup", ["Draw two, then discard one."])
    assert describe_card(style, "card", "front", {"dish": "tea", "worth": 0}).text == ()


def test_the_ruleset_has_the_last_word_and_shows_all_of_it(tmp_path: Path) -> None:
    own = "names: {tea: Green tea}\ntexts: {plum_cake: Sweet.}\nlook: {captains_soup: blue}\n"
    looks = st.load_ruleset(written(tmp_path, game=GAME + own)).looks
    assert looks.texts == {"captains_soup": "Draw two, then discard one.", "plum_cake": "Sweet."}
    assert looks.of("captains_soup") == Look("blue") and looks.wording.name("tea") == "Green tea"
    shown = tmp_path / "shown.yaml"
    shown.write_text(dump(st.load_ruleset(tmp_path).root), encoding="utf-8")
    assert st.load_ruleset(shown).looks == looks


def test_a_picture_is_a_part_of_the_look(tmp_path: Path) -> None:
    (tmp_path / "soup.png").write_bytes(base64.b64decode(DOT))
    sheet = "dish,look,picture,worth\nCaptain's soup,red,soup.png,2\nplum cake,,soup.png,3\ntea,blue,,1\n"
    path = written(tmp_path, sheet)
    assert [one.message for one in st.validate(path) if one.severity == "error"] == []
    looks = st.load_ruleset(path).looks
    found = {
        word: (looks.of(word).colour, looks.of(word).picture is not None)
        for word in ("captains_soup", "plum_cake", "tea")
    }
    assert found == {"captains_soup": ("red", True), "plum_cake": ("", True), "tea": ("blue", False)}


def test_a_layout_can_place_the_sentence(tmp_path: Path) -> None:
    ruleset = st.load_ruleset(written(tmp_path, game=GAME + "layout: {cards: {card: {text: dish}}}\n"))
    program = ruleset.game(2).program
    style = card_style(program.game, ruleset.looks, program.names, program.attributes)
    soup = describe_card(style, "card", "front", {"dish": "captains_soup", "worth": 2})
    assert (soup.heading, [value.text for value in soup.text]) == ("Captain's soup", ["Draw two, then discard one."])


@pytest.mark.parametrize(
    ("sheet", "code", "line", "message"),
    [
        (
            SHEET + "tea,Hot.,,1\ntea,Cold.,,1\n",
            "sheet-value",
            7,
            "row 7, column B (text): tea has another text in row 6",
        ),
        (SHEET + "Captains soup,,,1\n", "names-alike", 6, "row 6, column A: 'Captains soup' and 'Captain's soup'"),
        (SHEET + "=B2,,,1\n", "sheet-value", 6, "'=B2' is a formula without its result"),
        (SHEET + "pie,#REF!,,1\n", "sheet-value", 6, "'#REF!' is an error of the spreadsheet"),
        ("dish,name,worth\npie,Plum pie,1\npie,Apple pie,2\n", "sheet-value", 3, "pie has another name in row 2"),
        (SHEET + "all,,,1\n", "reserved-word", 6, "'all' cannot be a name"),
        (SHEET.replace("red ♨", "redd ♨"), "unknown-colour", 2, "there is no colour 'redd'"),
        (SHEET.replace("Text,Look", "Tip,Look"), "unknown-name", 1, "a card has no 'Tip'"),
        ("", "sheet-empty", 1, "this sheet is empty"),
    ],
)
def test_mistakes_are_named_once_and_in_the_sheet(
    tmp_path: Path, sheet: str, code: str, line: int, message: str
) -> None:
    found = [one for one in st.validate(written(tmp_path, sheet)) if one.severity == "error"]
    assert [(one.code, Path(one.span.file).name, one.span.line) for one in found] == [(code, "dishes.csv", line)]
    assert message in found[0].message


def test_only_members_have_texts(tmp_path: Path) -> None:
    (found,) = (
        one for one in st.validate(written(tmp_path, game=GAME + "texts: {teea: Hot.}\n")) if one.severity == "error"
    )
    assert found.code == "unknown-name" and "Did you mean `tea`?" in found.hint


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("Captain's soup", "captains_soup"),
        ("Dark_Lager", "Dark_Lager"),
        ("7 dwarfs", "dish_7_dwarfs"),
        ("Bäckers – Brot!", "bäckers_brot"),
        ("???", "dish"),
    ],
)
def test_names_of_members(words: str, name: str) -> None:
    assert name_for("dish", words) == name
