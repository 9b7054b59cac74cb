"""A game as pages: boards in full size, tokens, what to take from a box, the page to measure with."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from helpers import games, small_games
from helpers.paths import DATA
from helpers.pseudo_language import PSEUDO, WORD, add_words, bare, use_pseudo_language
from helpers.tiers import full, tiered

from stammtisch.base.appearance.layouts import PAPERS, PrintLayout
from stammtisch.base.appearance.looks import Looks
from stammtisch.cli.commands.export import command
from stammtisch.drawing.fitting import LEAST
from stammtisch.drawing.style import card_style
from stammtisch.front.api import load_ruleset
from stammtisch.sheets.board_pages import OVERLAP, boards_of, lay_out_boards, parts, room_for_boards
from stammtisch.sheets.box import PARTS, pack_box
from stammtisch.sheets.cards import ruleset_style
from stammtisch.sheets.dice import NET
from stammtisch.sheets.measure import measure_pages
from stammtisch.sheets.page_texts import lift_texts
from stammtisch.sheets.tokens import Token, lay_out_tokens, tokens_of

STYLE = card_style("A game", Looks(), {}, {})
PAPER = PrintLayout()
WIDE = """
format: 1
game: A wide board
players: 2
things: {cell: 12x12}
each cell: {man: maybe player}
phases: {nothing happens: {end: game, winner: none}}
"""
OWN = WIDE.replace("each cell: {man: maybe player}", "each player: {height(cell): 0..3}").replace("12x12", "3x3")


def texts_of(name: str, **wanted: object) -> list[str]:
    box = pack_box(games.ruleset(name), {}, None, PrintLayout(**wanted), PARTS)  # type: ignore[arg-type]
    return [text.text for sheet in box.sheets for text in lift_texts(sheet.svg)[1]]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", ["balvin", "hearts", "ofertu", "nine-mens-morris", "gin-rummy"])
def test_no_text_on_any_page_is_below_the_least_size_or_outside(name: str, paper: str) -> None:
    box = pack_box(games.ruleset(name), {}, None, PrintLayout(paper), PARTS)
    width, height = PAPERS[paper]
    for sheet in box.sheets:
        assert (sheet.width, sheet.height) == (width, height)
        for text in lift_texts(sheet.svg)[1]:
            assert text.size >= LEAST - 0.01, text
            assert 4 < text.x < width - 4 and 4 < text.y < height - 4, text


def test_a_board_is_on_one_page_if_its_places_can_be_large_enough() -> None:
    for name, places in [("nine-mens-morris", 7 / 0.94), ("othello", 8), ("tictactoe", 3)]:
        ruleset = games.ruleset(name)
        (board,) = boards_of(ruleset.game(), ruleset_style(ruleset), PAPER)
        assert parts(*board.size, PAPER) == (1, 1)
        assert board.side >= 20 and board.size[0] == pytest.approx(board.side * places, abs=0.5)
    (board,) = boards_of(games.ruleset("tictactoe").game(), STYLE, PAPER)
    assert board.side == 30


def test_a_larger_board_goes_over_pages_that_share_ten_millimetres(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(WIDE)
    ruleset = load_ruleset(tmp_path)
    boards = boards_of(ruleset.game(), ruleset_style(ruleset), PAPER)
    assert boards[0].side == 30
    pages = [*lay_out_boards(STYLE, boards, PAPER)]
    across, down = parts(*boards[0].size, PAPER)
    assert len(pages) == across * down == 4
    room = room_for_boards(PAPER)
    areas = [re.search(r'data-clip="([-\d. ]+)"', page.inside) for page in pages]
    shown = [[float(number) for number in area[1].split()] for area in areas if area]
    assert shown[0][2] + shown[1][2] - OVERLAP == pytest.approx(boards[0].size[0])
    assert shown[0][3] + shown[2][3] - OVERLAP == pytest.approx(boards[0].size[1])
    assert shown[0][2:] == pytest.approx(room)
    notes = [[text.text for text in lift_texts(page.svg)[1]][-1] for page in pages]
    assert "part 4 of 4 (row 2, column 2)" in notes[3]
    for page in pages:
        ElementTree.fromstring(page.svg)


def test_each_player_has_an_own_board_where_facts_are_of_players(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(OWN)
    ruleset = load_ruleset(tmp_path)
    found = boards_of(ruleset.game(), ruleset_style(ruleset), PAPER)
    assert [board.label for board in found] == ["cells, player 1", "cells, player 2"]
    assert [sheet.name for sheet in lay_out_boards(STYLE, found, PAPER)] == ["board-cell-1", "board-cell-2"]


def test_there_are_as_many_tokens_as_the_game_has_and_each_has_two_sides() -> None:
    ruleset = games.ruleset("balvin")
    found = tokens_of(ruleset, {}, None)
    assert found == [Token("coin", 80), Token("patron", 35), Token("barrel", 60)]
    pages = lay_out_tokens(found, ruleset_style(ruleset), PAPER)
    texts = [text for page in pages for text in lift_texts(page.svg)[1]]
    for token in found:
        sides = [text.turn for text in texts if text.text == token.name]
        assert sides.count(0) == sides.count(180) == token.count


DICE = """
format: 1
game: Dice
players: 2
things: {weather: [sun, rain, fog], town: 4}
each player: {points: 0..99}
phases:
  they roll:
    for each: p in players
    do:
      a die: {random: die in 1..6, add: {p.points: die}}
      the weather: {random: w in weathers, add: {p.points: w.number}}
      a town: {random: t in towns, add: {p.points: t.number}}
score: player.points
look: {sun: yellow ☼}
"""


def test_dice_are_nets_with_pips_or_their_own_faces_and_counted_in_the_contents(tmp_path: Path) -> None:
    ruleset = small_games.written(tmp_path, "dice", DICE)
    box = pack_box(ruleset, {}, None, PAPER, ["dice", "contents"])
    pips, weather, contents = box.single
    assert pips.svg.count('<g transform="translate(') == 8 and pips.svg.count("<circle") == 8 * 21
    texts = [text.text for text in lift_texts(weather.svg)[1]]
    assert texts.count("rain") == texts.count("fog") == texts.count("☼") == 2 * 8
    words = " ".join(text.text for text in lift_texts(contents.svg)[1])
    assert "8 dice with 1 to 6" in words and "8 dice with weathers" in words and "town" not in words


def test_opposite_faces_of_a_die_are_two_apart_in_its_net() -> None:
    row = [NET.index((column, 1)) + 1 for column in range(4)]
    assert row[0] + row[2] == row[1] + row[3] == 7 == NET.index((1, 0)) + 1 + NET.index((1, 2)) + 1


def test_what_is_not_printed_is_to_be_taken_from_a_box() -> None:
    texts = texts_of("nine-mens-morris")
    assert "up to 24" in texts and "white ○ pieces for player 1" in texts
    ruleset = games.ruleset("balvin")
    box = pack_box(ruleset, {}, None, PAPER, ["contents"])
    words = [text.text for text in lift_texts(box.sheets[0].svg)[1]]
    assert words.index("80") > words.index("What to take from a box")
    words = [text.text for text in lift_texts(pack_box(ruleset, {}, None, PAPER, PARTS).single[-1].svg)[1]]
    assert words.index("In these pages") < words.index("80") < words.index("What to take from a box")


def test_the_page_to_measure_with_has_its_cross_behind_the_middle_of_its_rulers() -> None:
    fronts, backs = measure_pages(ruleset_style(games.ruleset("kuhn")), PrintLayout("Letter", shift=(1.0, 1.0)))
    for page in (fronts, backs):
        assert re.search(r"M(77.95|97.95) 139.7h", page.inside), page.inside
    places = {text: [(one.x, one.y) for one in lift_texts(fronts.svg)[1] if one.text == text] for text in ("10", "-10")}
    # to the right and up numbers are positive: what is read there is how far backs have to move
    assert sorted((x > 107.95 + 5, y < 139.7 - 5) for x, y in places["10"]) == [(False, True), (True, False)]
    assert sorted((x < 107.95 - 5, y > 139.7 + 5) for x, y in places["-10"]) == [(False, True), (True, True)]


def test_pages_printed_on_one_side_have_empty_backs_in_a_file() -> None:
    box = pack_box(games.ruleset("balvin"), {}, None, PAPER, ["cards", "boards"])
    assert [page.inside != "" for page in box.pages[len(box.sides) :]] == [True, False]
    assert len(box.pages) % 2 == 0


@pytest.mark.parametrize(
    ("name", "said"), [("munchhausen", "what to take from a box"), ("warrender", "a list of what is printed")]
)
def test_the_command_says_what_is_on_the_list(name: str, said: str) -> None:
    assert pack_box(games.ruleset(name), {}, None, PAPER, ["cards", "contents"]).said[-1] == said


@full
def test_the_command_prints_parts_and_refuses_others(tmp_path: Path) -> None:
    def call(*args: str) -> str:
        done = CliRunner().invoke(command, ["print", *args])
        return str(done.exception) if done.exception else done.output

    made = call("nine-mens-morris", "--out", str(tmp_path / "box"))
    assert made == (
        f"Nine men's morris is written to {tmp_path / 'box' / 'board-point.svg'} … contents.svg: "
        "1 board on 1 page, what to take from a box.\n"
    )
    out = ("--out", str(tmp_path / "no"))
    assert "did you mean boards?" in call("othello", *out, "--only", "bords")
    assert "write some of measure, cards, boards" in call("othello", *out, "--only", "cards,zzz")
    assert "--only needs a list" in call("othello", *out, "--only", ",")
    assert "Othello has no cards" in call("othello", *out, "--only", "cards")
    assert "the game has none of that" in call("othello", *out, "--only", "tokens")
    assert "write a PDF" in call("othello", *out, "--only", "rules")
    (tmp_path / "file").write_text("")
    assert "cannot be made" in call("othello", "--out", str(tmp_path / "file" / "box.svg"))


def test_texts_are_lifted_with_their_place_size_and_turn() -> None:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="100mm" height="50mm" viewBox="0 0 100 50">'
        '<g transform="translate(10 20)"><g transform="rotate(180 5 5)"><text x="1" y="2" font-size="3">a</text></g></g>'
        '<g transform="translate(60 10) rotate(90)"><text x="1" y="2" font-size="3" text-anchor="end">b</text></g>'
        '<g data-clip="0 0 30 30"><g transform="scale(0.1)"><svg viewBox="-10 0 100 100" width="100" height="100">'
        '<text x="10" y="20" font-size="30" font-weight="600">c</text></svg></g></g>'
        '<text x="1" y="2" direction="rtl" text-anchor="end">d</text><text stroke="#000">e</text></svg>'
    )
    left, found = lift_texts(svg)
    assert [(text.text, text.x, text.y, text.size, text.turn, text.anchor) for text in found] == [
        ("a", 19, 28, 3, 180, "start"),
        ("b", 58, 11, 3, 90, "end"),
        ("c", 2, 2, 3, 0, "start"),
        ("d", 1, 2, 4, 0, "start"),
    ]
    assert found[2].clip == (0, 0, 30, 30) and found[2].weight == "600" and found[3].rtl
    assert ">e<" in left and ">a<" not in left


PRINTED = ("munchhausen", "warrender", "balvin", "chess", "river-towns")


@pytest.mark.parametrize("name", tiered(PRINTED, PRINTED[:1].__contains__))
def test_nothing_that_is_printed_is_left_in_english(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    use_pseudo_language(monkeypatch)
    ruleset = add_words(load_ruleset(DATA / name if name == "river-towns" else name)).in_language(PSEUDO)
    allowed = frozenset(word.lower() for word in WORD.findall(ruleset.name)) | {"mm"}
    for sheet in pack_box(ruleset, {}, None, PAPER, PARTS).sheets:
        texts = " ".join(text.text for text in lift_texts(sheet.svg)[1])
        assert bare(texts, allowed) == [], texts
