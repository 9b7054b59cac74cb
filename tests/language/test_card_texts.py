"""Attributes of type `text`: shown on cards, never asked for by rules."""

from __future__ import annotations

from pathlib import Path

import pytest

import stammtisch as st
from stammtisch.drawing.description import describe_card
from stammtisch.drawing.style import card_style
from stammtisch.rulebook.blocks import markdown
from stammtisch.rulebook.book import rulebook
from stammtisch.scenarios.run import run_file
from stammtisch.seats.offers import option_texts
from stammtisch.seats.render import table

GAME = """\
format: 1
game: Long menu
players: 2
things: {course: [main, dessert]}
components: {dish: {front: {name: text, course: course, worth: 0..9, rule: text}}}
shared: {row: {holds: dish}}
each player:
  hand: {holds: dish, see: owner, starts with: ROWS}
phases:
  a turn:
    turns: player in players
    until: {the first hand is empty: first(players).hand.empty}
    do: [{choose: 'dish in player.hand', move: dish, to: row}]
score: sum(d.worth for d in player.hand)
rulings: {equal scores share the victory: {change: score}}
"""
RULE = "Each other player shows you a main course, or loses 1 point."
ROWS = (
    f"[{{name: main, course: main, worth: 3, rule: '{RULE}'}}, {{name: Baker's pie, course: dessert, worth: 5}}, "
    "{name: Water, course: main, worth: 0, rule: 3-4}, {name: Tea, course: main, worth: 0, rule: 3-4}]"
)
SHEET = f'Name,Course,Worth,Rule\nmain,main,3,"{RULE}"\nBaker\'s pie,dessert,5,\nWater,main,0,3-4\nTea,main,0,3-4\n'


def written(folder: Path, game: str = GAME, rows: str = ROWS) -> Path:
    path = folder / "ruleset.yaml"
    path.write_text(game.replace("ROWS", rows), encoding="utf-8")
    return path


def option_words(state: st.State) -> list[str]:
    """The options of the player whose turn it is, as they are printed."""
    ((seat, site),) = state.sites()
    return [*option_texts(state, site, state.option_numbers(seat, site), seat).values()]


@pytest.mark.parametrize("rows", [ROWS, "{from: dishes.csv}"], ids=["rows", "sheet"])
def test_cards_are_named_by_their_titles_and_sentences_stay_on_them(tmp_path: Path, rows: str) -> None:
    (tmp_path / "dishes.csv").write_text(SHEET, encoding="utf-8")
    path = written(tmp_path, rows=rows)
    assert st.validate(path) == []
    state = st.load_ruleset(path).game(2).start(1)
    assert sorted(option_words(state)) == ["Baker's pie", "Tea", "Water", "main"]
    card = next(zone for zone in state.view(0)["zones"] if zone["label"] == "player 1.hand")["cards"][0]["front"]
    assert card["rule"] in (RULE, "3-4", None) and card["name"] in ("main", "Baker's pie", "Water", "Tea")


def test_what_a_text_says_does_not_decide_whether_it_names_the_card(tmp_path: Path) -> None:
    # `main` is a member of a thing, too, and `Stop` a single word
    rows = "[{name: main, course: main, worth: 3, rule: main}, {course: dessert, worth: 0, rule: Stop}]"
    assert sorted(option_words(st.load_ruleset(written(tmp_path, rows=rows)).game(2).start(1))) == [
        "dessert 0",
        "main",
    ]


@pytest.mark.parametrize(
    "rows",
    [
        "[{name: Tea, course: main, worth: 1}, {name: Tea, course: main, worth: 2}]",
        "[{name: Tea, course: main, worth: 1..2}]",
        "[{name: Tea, course: main, worth: [1, 2]}]",
    ],
)
def test_a_title_of_different_cards_does_not_name_them_alone(tmp_path: Path, rows: str) -> None:
    state = st.load_ruleset(written(tmp_path, rows=rows)).game(2).start(1)
    assert sorted(option_words(state)) == ["Tea main 1", "Tea main 2"]


def test_the_whole_card_is_read_out_and_drawn_in_a_terminal(tmp_path: Path) -> None:
    state = st.load_ruleset(written(tmp_path)).game(2).start(1)
    assert any("Baker's pie dessert 5" in line for line in table(state, state.sites()[0][0]))


def test_a_layout_says_which_text_is_the_title(tmp_path: Path) -> None:
    game = GAME.replace("name: text", "heading: text") + "layout: {cards: {dish: {title: heading}}}\n"
    ruleset = st.load_ruleset(written(tmp_path, game, ROWS.replace("name:", "heading:")))
    assert "Baker's pie" in option_words(ruleset.game(2).start(1))


def test_cards_without_any_text_are_as_without_the_attribute(tmp_path: Path) -> None:
    ruleset = st.load_ruleset(written(tmp_path, rows="{course: courses, worth: 3}"))
    assert sorted(option_words(ruleset.game(2).start(1))) == ["dessert 3", "main 3"]
    assert "of dish" not in markdown(rulebook(ruleset))


def test_a_card_with_nothing_but_a_sentence_is_called_by_it(tmp_path: Path) -> None:
    game = GAME.replace("name: text, course: course, worth: 0..9, rule: text", "prompt: text").replace(
        "sum(d.worth for d in player.hand)", "player.hand.size"
    )
    state = st.load_ruleset(written(tmp_path, game, "[{prompt: Name a fruit.}, {prompt: Sing!}]")).game(2).start(1)
    assert sorted(option_words(state)) == ["Name a fruit.", "Sing!"]


def test_a_drawing_has_the_title_above_and_the_sentence_below(tmp_path: Path) -> None:
    ruleset = st.load_ruleset(written(tmp_path))
    program = ruleset.game(2).program
    style = card_style(program.game, ruleset.looks, program.names, program.attributes)
    known = {"name": "main", "course": "dessert", "worth": 3, "rule": RULE}
    drawing = describe_card(style, "dish", "front", known)
    assert drawing.heading == "Main" and [value.text for value in drawing.text] == [RULE]
    assert [value.text for value in drawing.footer] == ["dessert"]
    assert describe_card(style, "dish", "front", known | {"rule": None}).text == ()


def test_the_rulebook_prints_texts_in_the_table_of_cards_alone(tmp_path: Path) -> None:
    book = markdown(rulebook(st.load_ruleset(written(tmp_path))))
    assert "| Baker's pie | dessert | 5 | – |" in book and f"| main | main | 3 | {RULE} |" in book
    assert "its name, its course, its worth (0 to 9) and its rule" in book
    assert book.count(RULE) == 1 and "of dish" not in book


def test_scenarios_find_a_card_by_its_title(tmp_path: Path) -> None:
    written(tmp_path)
    (tmp_path / "scenarios.yaml").write_text(
        "format: 1\ntests: ruleset.yaml\nplayers: [Anna, Ben]\nscenarios:\n"
        "  the pie is served:\n    when: [Anna: Baker's pie]\n    then: [row: [Baker's pie]]\n"
    )
    assert [result.failure for result in run_file(tmp_path / "scenarios.yaml")] == [""]


@pytest.mark.parametrize(
    ("written_as", "instead", "message"),
    [
        ("hand',", "hand', where: dish.rule = none,", "rule is a text on the card"),
        ("hand',", "hand', where: dish.name = dish.name,", "name is a text on the card"),
        ("rule: text", "rule: text, 'tip(course)': text", "a text is printed once on a card, not for each course"),
        ("ROWS", "{name: [Tea, Pie], course: main, worth: 1}", "name is one text"),
    ],
)
def test_what_cannot_be_done_with_texts(tmp_path: Path, written_as: str, instead: str, message: str) -> None:
    found = st.validate(written(tmp_path, GAME.replace(written_as, instead, 1)))
    assert message in found[0].message and {one.message for one in found} == {found[0].message}
