"""The section `names`: people read its words everywhere, and the game does not change."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from helpers.paths import ROOT
from helpers.small_games import mistake_in, run

import stammtisch as st
from stammtisch.base.display_names import DisplayName, Wording, wording_of
from stammtisch.drawing.short_forms import short_forms
from stammtisch.scenarios.run import run_file
from stammtisch.seats.offers import option_texts
from stammtisch.seats.phrases import event_texts
from stammtisch.seats.render import table
from stammtisch.table.pages.render import seat_page

GAME = """\
format: 1
game: Soup kitchen
players: 2
things: {dish: {members: [captains_soup, pie], plural: dishes}, stove: 2}
components: {meal: {front: {dish: dish, worth: 1..2}}, gold_coin: 40}
shared: {table: {pile of: meal}}
each stove: {pot: {holds: meal}}
each player:
  plate: {holds: meal, see: owner, starts with: {dish: dishes, worth: 1..2}}
  tips: {of: gold_coin}
phases:
  a turn:
    turns: player in players
    until: {the first plate is empty: first(players).plate.empty}
    choose: [meal in player.plate, stove in stoves]
    do:
      cook it: {move: meal, to: stove.pot}
      Earn: {move: 2, from: box, to: player.tips}
score: player.tips
rulings: {equal scores share the victory: {change: score}}
"""
NAMES = """\
names:
  captains_soup: Captain's soup
  stove: [hob, hobs]
  meal: [helping, helpings]
  plate: tin plate
  gold_coin: [penny, pence]
  tips: tip jar
  worth: Worth
"""


def written(folder: Path, text: str, name: str = "soup") -> Path:
    file = folder / f"{name}.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def test_names_change_no_game(tmp_path: Path) -> None:
    plain, named = (st.load_ruleset(written(tmp_path, text)) for text in (GAME, GAME + NAMES))
    assert plain.hash == named.hash
    # but for what a part of the score is called
    assert replace(plain.game().program, score_parts=[]) == replace(named.game().program, score_parts=[])
    assert named.looks.names["captains_soup"] == DisplayName("Captain's soup", "Captain's soups")
    assert named.looks.wording.plural("dish") == "dishes" and named.looks.wording.name("stoves") == "hobs"
    assert named.looks.names["gold_coin"] == DisplayName("penny", "pence")


def test_the_words_of_a_name() -> None:
    wording = Wording({"stove": DisplayName("hob", "hobs"), "cell": DisplayName("field", "fields")}, ("Anna", ""))
    assert [wording.name(word) for word in ("stove", "stove_3", "cell_1_2", "old_stove", "old_stove_3")] == [
        "hob", "hob 3", "field 1 2", "old stove", "old stove 3"
    ]  # fmt: skip
    assert [wording.plural(word) for word in ("stove", "hob", "old_box", "gold_penny")] == [
        "hobs", "hobs", "old boxes", "gold pennies"
    ]  # fmt: skip
    assert [wording.player(seat) for seat in range(3)] == ["Anna", "player 2", "player 3"]
    assert wording_of(["Anna"]).name("old_stove") == "old stove" and wording_of(wording) is wording


def test_options_log_and_table_have_the_words(tmp_path: Path) -> None:
    state = st.load_ruleset(written(tmp_path, GAME + NAMES)).game().start(1)
    ((seat, site),) = state.sites()
    texts = option_texts(state, site, state.option_numbers(seat, site), seat)
    assert "Captain's soup 1" in texts.values()
    state.choose(state.option(site, next(number for number, text in texts.items() if text == "Captain's soup 1")))
    ((seat, site),) = state.sites()
    assert [*option_texts(state, site, state.option_numbers(seat, site), seat).values()] == ["hob 1", "hob 2"]
    state.choose(state.decision.options[1])
    lines = event_texts(state.seen(0), state.game.looks.wording.with_players(["Anna", "Ben"]))
    assert any("Captain's soup 1 from Anna's tin plate to the pot of hob 2" in line for line in lines)
    assert any("2 pence from the box to Anna's tip jar" in line for line in lines)
    shown = "\n".join(table(state, 0, ["Anna", "Ben"]))
    assert "Captain's soup 1" in shown and "tin plate" in shown and "tip jar" in shown and "hob 2" in shown
    assert "captains" not in shown and "stove" not in shown
    # names that only scripts read do not count
    page = re.sub(r' data-what="[^"]*"', "", seat_page(state, 0, ["Anna", "Ben"], [False, False], "/x").decode())
    for words in ("Captain&#39;s soup", "tin plate", "tip jar", "pence in the box"):
        assert words in page, words
    assert "captains" not in page and "stove" not in page.replace('value="stove', "") and "gold" not in page
    assert "4 helpings" in "\n".join(table(state, 0)).split("player 2")[1]


def test_the_terminal_and_the_rules_have_the_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, GAME + NAMES)
    shown = run(capsys, "play", path, "--seat", "all=random", "--seed", 3)[1]
    assert "Captain's soup" in shown and "pence" in shown and "captains" not in shown and "gold" not in shown
    rules = run(capsys, "rulebook", path)[1]
    for words in ("Captain's soup", "2 pence go", "Each hob has", "**Tin plate**: helpings", "40 pence", "**Hobs**: 2"):
        assert words in rules, words
    assert "captains" not in rules and "stove" not in rules and "gold" not in rules


def test_scenarios_take_names_and_words(tmp_path: Path) -> None:
    written(tmp_path, GAME + NAMES)
    scenarios = """\
format: 1
tests: soup
scenarios:
  by words: {players: [Ann, Ben], when: [Ann: Captain's soup 2, Ann: hob 2], then: "stove_2.pot.size = 1"}
  by names: {players: [Ann, Ben], when: [Ann: captains_soup 2, Ann: stove_2], then: "stove_2.pot.size = 1"}
  by attributes: {players: [Ann, Ben], when: [Ann: {dish: Captain's soup, worth: 2}, Ann: stove 2], then: "stove_2.pot.size = 1"}
"""
    found = run_file(written(tmp_path, scenarios, "soup.scenarios"))
    assert [outcome.failure for outcome in found] == ["", "", ""]


@pytest.mark.parametrize(
    ("names", "code", "hint"),
    [
        ("captain_soup: x", "unknown-name", "Did you mean `captains_soup`?"),
        ("xyzzy: x", "unknown-name", "name a member of a thing"),
        ("stove_3: x", "unknown-name", "Did you mean `stove`?"),
        ("stove_1: Hob, stove_2: hob", "names-alike", "give one of them other words"),
        ("pie: ' '", "wrong-form", ""),
        ("pie: [one]", "wrong-form", ""),
        ("pie: [one, two, three]", "wrong-form", ""),
        ("pie: [one, '']", "wrong-form", ""),
        ("pie: {a: b}", "wrong-type", ""),
        ("pie: Captains  soup", "names-alike", "give one of them other words"),
    ],
)
def test_words_that_cannot_be_are_refused_at_their_place(tmp_path: Path, names: str, code: str, hint: str) -> None:
    found = mistake_in(tmp_path, GAME, f"names: {{{names}}}")
    assert found.code == code and hint in found.hint


def test_variants_change_names_and_the_name_of_what_goes_goes_too(tmp_path: Path) -> None:
    base = written(tmp_path, GAME + NAMES)
    variant = written(tmp_path, "format: 1\nextends: soup\nnames: {pie: Apple pie, plate: null}\n", "pies")
    names = st.load_ruleset(base, [variant]).looks.names
    assert names["pie"].one == "Apple pie" and "plate" not in names and names["tips"].one == "tip jar"
    shorter = written(tmp_path, "format: 1\nextends: soup\nthings: {dish: {members: [stew, pie]}}\n", "stew")
    assert "captains_soup" not in st.load_ruleset(base, [shorter]).looks.names


def test_squares_and_short_forms_have_the_words(tmp_path: Path) -> None:
    text = (ROOT / "rulesets" / "tictactoe" / "ruleset.yaml").read_text(encoding="utf-8")
    board = f"{text}layout: {{boards: {{cell: {{coordinates: a1}}}}}}\nnames: {{cell_1_1: corner}}\n"
    state = st.load_ruleset(written(tmp_path, board, "squares")).game().start(1)
    ((seat, site),) = state.sites()
    assert [*option_texts(state, site, [0, 1], seat).values()] == ["corner", "b3"]
    scenario = "format: 1\ntests: squares\nscenarios:\n  by square: {players: [A, B], when: [A: b3, B: corner], then: {cell_1_2.mark: A}}\n"
    assert [one.failure for one in run_file(written(tmp_path, scenario, "squares.scenarios"))] == [""]
    game = st.load_ruleset(written(tmp_path, GAME + NAMES + "  pie: Cake\n")).game()
    shorts = short_forms(game.program, game.looks.wording)
    assert (shorts["captains_soup"], shorts["pie"], shorts["stove_2"]) == ("CAP", "CAK", "2")
