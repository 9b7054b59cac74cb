"""Boards as plain data: where places lie, what stands there, which lines join them."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from helpers.paths import ROOT

import stammtisch as st
from stammtisch.base.appearance.layouts import BELOW, BoardLayout
from stammtisch.base.appearance.looks import COLOURS
from stammtisch.drawing.board_plans import BoardPlan, board_plans
from stammtisch.drawing.boards import BoardWords, board_svg, draw_board, find_boards
from stammtisch.drawing.short_forms import short_forms
from stammtisch.game.game import Game
from stammtisch.seats.phrases.arrangement import unhidden
from stammtisch.seats.phrases.event_lines import event_text
from stammtisch.table.pages.layout.cards import page_style
from stammtisch.table.pages.render import seat_page

NAMES = ["Anna", "Ben"]


def plans(game: Game) -> dict[str, BoardPlan]:
    return board_plans(game.program, game.looks.boards)


def drawn(state: Any, seat: int = 0, turned: bool = False) -> dict[str, dict[str, Any]]:
    """The places of the only board that a seat sees, by name, and the board as ""."""
    game = state.game
    wording = game.looks.wording.with_players(NAMES)
    words = BoardWords(page_style(game).cards, short_forms(game.program, wording), wording)
    (board,) = find_boards(unhidden(state.view(seat)), plans(game), wording)
    made = draw_board(board, words, turned)
    return {place["name"]: place for row in made["places"] for place in row if place} | {"": made}


def game(folder: Path, things: str, each: str, more: str = "", setup: str = "") -> Any:
    """The start of a game with these things and facts, in which nothing happens but the setup."""
    (folder / "ruleset.yaml").write_text(
        f"format: 1\ngame: Board\nplayers: 2\nthings:\n{things}\n{each}\n{setup}\n"
        "phases:\n  a turn:\n    turns: player in players\n    until: {it is late: round > 2}\n"
        "    one of: {Pass: nothing}\nscore: 0\n" + more,
        encoding="utf-8",
    )
    return st.load_ruleset(folder).game().start(1)


CHESS = "each cell:\n  man: maybe player\n  piece: maybe figure\n  moved: false\n  height: 0..3\n"
PUT = "setup:\n  Put: {set: {cell_1_2.man: last(players), cell_1_2.piece: knight, cell_1_1.man: first(players), cell_2_1.height: 2, cell_1_2.height: 1, cell_2_2.moved: true}}"


def test_all_facts_of_a_square_are_one_piece(tmp_path: Path) -> None:
    look = "look: {players: [white, black], knight: ♞}\n"
    found = drawn(game(tmp_path, "  cell: 2x3\n  figure: [knight, king]", CHESS, look, PUT))
    piece = found["cell 1/2"]["piece"]
    assert (piece["form"], piece["sign"], piece["fill"]) == ("sign", "♞\ufe0e", COLOURS["black"].fill)
    assert found["cell 1/2"]["marks"] == ["1"] and found["cell 1/2"]["says"] == "Ben, knight, height 1"
    assert (found["cell 1/1"]["piece"]["form"], found["cell 1/1"]["piece"]["sign"]) == ("disc", "")
    assert (found["cell 2/1"]["marks"], found["cell 2/2"]["marks"]) == (["2"], ["M"])
    assert found["cell 2/3"]["piece"] is None and found["cell 2/3"]["says"] == ""
    assert (found[""]["widths"], found[""]["height"], found[""]["chequered"]) == ([1, 1, 1], 200, True)


def test_a_yes_with_a_symbol_is_a_piece_where_no_other_stands(tmp_path: Path) -> None:
    each = "each cell:\n  rock: false\n  dug: false\n  man: maybe player"
    setup = "setup:\n  Put: {set: {cell_1_1.rock: true, cell_1_2.rock: true, cell_1_2.man: first(players), cell_1_3.dug: true}}"
    found = drawn(game(tmp_path, "  cell: 2x3", each, "look: {rock: grey ◆}\n", setup))
    piece = found["cell 1/1"]["piece"]
    assert (piece["sign"], piece["fill"], found["cell 1/1"]["marks"]) == ("◆\ufe0e", COLOURS["grey"].fill, [])
    assert (found["cell 1/2"]["piece"]["form"], found["cell 1/2"]["piece"]["sign"]) == ("disc", "◆\ufe0e")
    assert (found["cell 1/3"]["piece"], found["cell 1/3"]["marks"]) == (None, ["D"])


def test_a_yes_is_a_sign_on_the_disc_whatever_comes_first(tmp_path: Path) -> None:
    each = "each cell:\n  king: false\n  piece: maybe figure\n  man: maybe player"
    setup = "setup:\n  Put: {set: {cell_1_1.man: first(players), cell_1_1.king: true, cell_1_2.man: first(players), cell_1_2.king: true, cell_1_2.piece: knight}}"
    found = drawn(
        game(tmp_path, "  cell: 2x2\n  figure: [knight, king]", each, "look: {players: [red X, blue O]}", setup)
    )
    assert [(found[name]["piece"]["sign"], found[name]["marks"]) for name in ("cell 1/1", "cell 1/2")] == [
        ("X", ["K"]),
        ("KN", ["K"]),
    ]
    assert found["cell 1/2"]["piece"]["fill"] == COLOURS["red"].fill
    discs = drawn(game(tmp_path, "  cell: 2x2\n  figure: [knight, king]", each, "look: {players: [red, blue]}", setup))
    assert (discs["cell 1/1"]["piece"]["form"], discs["cell 1/1"]["piece"]["sign"]) == ("disc", "K")


def test_a_yes_has_the_symbol_of_its_look(tmp_path: Path) -> None:
    each = "each cell:\n  man: maybe player\n  king: false"
    setup = "setup:\n  Put: {set: {cell_1_1.man: first(players), cell_1_1.king: true}}"
    found = drawn(game(tmp_path, "  cell: 2x2", each, "look: {king: ♛}\n", setup))
    assert (found["cell 1/1"]["piece"]["form"], found["cell 1/1"]["piece"]["sign"]) == ("disc", "♛\ufe0e")


def test_words_are_short_forms_that_differ_and_a_legend_says_them(tmp_path: Path) -> None:
    found = drawn(game(tmp_path, "  cell: 8x8\n  figure: [knight, king]", CHESS, "", PUT))
    assert (found["cell 1/2"]["piece"]["form"], found["cell 1/2"]["piece"]["sign"]) == ("disc", "KN")
    assert found[""]["legend"] == [{"sign": "KN", "text": "knight"}, {"sign": "KI", "text": "king"}]
    large = drawn(game(tmp_path, "  cell: 2x2\n  figure: [knight, king]", CHESS, "", PUT))
    assert large["cell 1/2"]["piece"]["sign"] == "KN"


@pytest.mark.parametrize(
    ("each", "chequered"),
    [
        ("  man: maybe player", False),
        ("  man: maybe player\n  king: false", True),
        ("  man: maybe player\n  piece: maybe figure", True),
        ("  man: maybe player\n  height: 0..3", False),
        ("  piece: maybe figure\n  king: false", False),
    ],
)
def test_boards_of_pieces_of_several_kinds_are_light_and_dark(tmp_path: Path, each: str, chequered: bool) -> None:
    state = game(tmp_path, "  cell: 4x4\n  figure: [knight, king]", f"each cell:\n{each}")
    assert plans(state.game)["cell"].chequered == chequered


def test_the_square_at_the_left_below_is_dark(tmp_path: Path) -> None:
    for size in ("4x4", "3x3"):
        found = drawn(game(tmp_path, f"  cell: {size}\n  figure: [knight, king]", MEN))
        assert [place["dark"] for place in found[""]["places"][-1]][:3] == [True, False, True]


def test_squares_are_called_as_options_and_edges_call_them(tmp_path: Path) -> None:
    state = st.load_ruleset("tictactoe").game().start(1)
    state.choose(5)
    found = drawn(state)
    assert found["cell 2/3"]["piece"]["sign"] == "X"
    options = state.view(1)["decision"]["options"]
    assert [option["text"] for option in options][:2] == ["cell 1/1", "cell 1/2"]
    assert [found[f"cell {row}/1"]["left"] for row in (1, 2, 3)] == ["1", "2", "3"]
    assert [found[f"cell 3/{column}"]["foot"] for column in (1, 2, 3)] == ["1", "2", "3"]
    assert found["cell 2/2"]["left"] == found["cell 2/2"]["foot"] == ""


def test_points_stand_where_their_names_say_and_a_table_joins_them() -> None:
    found = drawn(st.load_ruleset("nine-mens-morris").game().start(1))
    board = found[""]
    assert (board["form"], board["width"], board["height"]) == ("points", 700, 700)
    assert (board["across"], board["down"]) == (list("abcdefg"), list("7654321"))
    assert board["places"][0][0]["name"] == "a7" and board["places"][6][3]["name"] == "d1"
    assert board["places"][3][3] is None
    assert len(board["lines"]) == 32
    # a1 to a4, and no line from a1 to a7
    assert [50, 650, 50, 350] in board["lines"]
    assert [50, 650, 50, 50] not in board["lines"]


def test_a_row_of_one_players_pieces_is_marked() -> None:
    state = st.load_ruleset("nine-mens-morris").game().start(1)
    # a1, c3, a4, then c4: no row; a7 closes one, and a black man at c5 none of white ones
    for point, rows in (("a1", []), ("c3", []), ("a4", []), ("c4", []), ("a7", [[(50, 650), (50, 350), (50, 50)]])):
        options = [
            option["text"].rpartition(" ")[2] for option in state.view(state.decision.seat)["decision"]["options"]
        ]
        state.choose(options.index(point))
        board = drawn(state)[""]
        assert board["full"] == rows and ('class="full"' in board_svg(board)) == bool(rows)


NEIGHBOURS = "tables:\n  links:\n    a1: [b1, a2]\n    a2: [a1]\n    b1: [a1]\n    b2: []"


def test_a_table_of_neighbours_joins_each_with_its_own(tmp_path: Path) -> None:
    things = f"  point: [a1, a2, b1, b2]\n{NEIGHBOURS}"
    uses = "always: {nothing is its own neighbour: no(p in points where p in p.links)}\n"
    found = drawn(game(tmp_path, things, "each point:\n  man: maybe player", uses))
    assert found[""]["form"] == "points"
    assert sorted(found[""]["lines"]) == [[50, 150, 50, 50], [50, 150, 150, 150]]
    # a place that has no row is joined to those that name it
    hole = drawn(game(tmp_path, things.replace("    a2: [a1]\n", ""), "each point:\n  man: maybe player"))
    assert hole[""]["lines"] == found[""]["lines"]
    # what holds for all others is no place
    other = things.replace("    a2: [a1]\n", "") + "\n    else: [a1]"
    assert drawn(game(tmp_path, other, "each point:\n  man: maybe player"))[""]["lines"] == found[""]["lines"]


def test_places_with_letters_and_numbers_that_fill_a_board_are_squares(tmp_path: Path) -> None:
    found = drawn(game(tmp_path, "  square: [a1, a2, b1, b2]", "each square:\n  man: maybe player"))
    assert (found[""]["form"], found["a1"]["foot"], found["a1"]["left"], found["b2"]["left"]) == (
        "squares",
        "a",
        "1",
        "",
    )


def test_numbered_things_with_one_number_each_are_a_track(tmp_path: Path) -> None:
    state = game(
        tmp_path, "  space: 12\n  ware: [bread, cheese, ale]", "each space:\n  height: 0..3\neach ware:\n  price: 0..3"
    )
    found = drawn(state)
    assert (found[""]["form"], found[""]["width"], found[""]["height"]) == ("track", 1000, 260)
    assert found["space 12"]["x"] == 150 and found["space 12"]["says"] == "0"
    # things with several facts are no track, nor are those with names
    two = game(tmp_path, "  space: 12", "each space:\n  height: 0..3\n  depth: 0..3")
    assert set(plans(state.game)) == {"space"} and plans(two.game) == {}


def test_what_a_place_is_lies_under_what_stands_there(tmp_path: Path) -> None:
    each = "each cell:\n  land: {start: meadow}\n  man: maybe player"
    setup = "setup:\n  Put: {set: {cell_1_1.man: first(players), cell_1_2.land: lake}}"
    found = drawn(game(tmp_path, "  cell: 2x2\n  soil: [meadow, lake]", each, "look: {lake: blue}\n", setup))
    assert found["cell 1/2"]["piece"] is None and found["cell 1/2"]["ground"] == COLOURS["blue"].fill
    assert (found["cell 1/2"]["note"], found["cell 1/1"]["note"]) == ("L", "M")
    assert found["cell 1/1"]["piece"]["form"] == "disc" and found["cell 1/1"]["says"] == "Anna, meadow"


def test_what_a_seat_does_not_see_is_drawn_as_unknown(tmp_path: Path) -> None:
    each = "each cell:\n  man: maybe player\n  piece: {start: maybe figure, see: nobody}"
    setup = "setup:\n  Put: {set: {cell_1_1.man: first(players), cell_1_1.piece: king}}"
    found = drawn(game(tmp_path, "  cell: 2x2\n  figure: [knight, king]", each, "", setup))
    assert found["cell 1/1"]["piece"]["sign"] == "?" and found["cell 1/1"]["says"] == "Anna, piece unknown"
    assert found["cell 1/2"]["piece"] is None


def test_the_picture_is_escaped_and_has_every_piece(tmp_path: Path) -> None:
    state = st.load_ruleset("nine-mens-morris").game().start(1)
    state.choose(0)
    made = drawn(state)[""]
    made["across"][0] = "<a>"
    picture = board_svg(made)
    assert "<a>" not in picture and "&lt;a&gt;" in picture
    assert picture.count('r="38"') == 1 and picture.count('r="10"') == 24
    assert 'viewBox="-45 0 745 745"' in picture


MEN = "each cell:\n  man: maybe player\n  piece: maybe figure\n  height: 0..3"
SET = "setup:\n  Put: {set: {cell_1_2.man: last(players), cell_1_2.piece: knight, cell_1_2.height: 2}}"


def laid(folder: Path, layout: str, things: str = "  cell: 3x3\n  figure: [knight, king]", each: str = MEN) -> Any:
    return game(folder, things, each, f"layout: {{boards: {layout}}}\n", SET if each == MEN else "")


def test_letters_name_the_squares_from_below(tmp_path: Path) -> None:
    found = drawn(laid(tmp_path, "{cell: {coordinates: a1}}"))
    assert [place["name"] for place in found[""]["places"][0]] == ["a3", "b3", "c3"]
    assert (found["b3"]["says"], found["a1"]["left"], found["a1"]["foot"]) == ("Ben, knight, height 2", "1", "a")
    own = drawn(laid(tmp_path, "{cell: {coordinates: {rows: [top, middle, bottom], columns: [left]}}}"))
    assert [place["name"] for place in own[""]["places"][0]] == ["left top", "2 top", "3 top"]
    none = drawn(laid(tmp_path, "{cell: {coordinates: none}}"))
    assert {place["left"] + place["foot"] for row in none[""]["places"] for place in row} == {""}


def test_names_stand_beside_a_board_in_whose_squares_they_would_be_too_small(tmp_path: Path) -> None:
    for things, edges in (("{grid: 12x12}", False), ("{grid: 13x13}", True), ("{hexes: 9x9}", True)):
        found = drawn(laid(tmp_path, "{cell: {coordinates: a1}}", f"  cell: {things}\n  figure: [knight, king]"))
        made, svg = found[""], str(board_svg(found[""]))
        assert (made["edges"], min(made["margin"]) > 0) == (edges, edges)
        shown = (made["width"] + made["margin"][0]) / 344
        sizes = {int(size) / shown for size, name in re.findall(r'font-size="(\d+)"[^>]*>([ab][^<]*|1)<', svg)}
        assert min(sizes) > 10.8, (things, sizes)
        assert svg.startswith(
            f'<svg class="picture" xmlns="http://www.w3.org/2000/svg" viewBox="{-made["margin"][0]} 0'
        )


def test_dark_squares_have_numbers_as_draughts_players_count_them(tmp_path: Path) -> None:
    found = drawn(laid(tmp_path, "{cell: {coordinates: dark}}"))
    rows = [[place["left"] for place in row] for row in found[""]["places"]]
    assert rows == [["1", "", "2"], ["", "3", ""], ["4", "", "5"]]
    assert all(place["dark"] == bool(place["left"]) for row in found[""]["places"] for place in row)
    assert (found["3"]["says"], found["cell 1/2"]["says"]) == ("", "Ben, knight, height 2")
    below = drawn(laid(tmp_path, "{cell: {coordinates: dark from below}}"))
    assert [[place["left"] for place in row] for row in below[""]["places"]][2] == ["2", "", "1"]


def test_draughts_are_numbered_from_the_side_of_who_begins() -> None:
    state = st.load_ruleset("draughts").game().start(1)
    found = drawn(state)
    assert [found[str(number)]["says"] for number in (1, 12, 13, 21, 32)] == ["Anna, man"] * 2 + [""] + ["Ben, man"] * 2
    html = seat_page(state, 0, NAMES, [False, False], "/x").decode()
    assert all(f">{number}</button>" in html for number in (9, 10, 11, 12))
    assert 'class="board squares about numbered' in html and 'aria-label="9: Anna, man"' in html


def test_hexagons_stand_in_rows_that_each_begin_half_a_place_further_right(tmp_path: Path) -> None:
    things = "  cell: {hexes: 2x3}\n  figure: [knight, king]"
    found = drawn(laid(tmp_path, "{cell: {coordinates: a1}}", things))
    made = found[""]
    assert {name: (place["x"], place["y"]) for name, place in found.items() if name} == {
        "a2": (50, 58), "b2": (150, 58), "c2": (250, 58), "a1": (100, 144), "b1": (200, 144), "c1": (300, 144),
    }  # fmt: skip
    assert (made["form"], made["width"], made["height"], len(made["places"])) == ("hexes", 350, 202, 1)
    assert (found["a2"]["left"], found["a1"]["foot"], found["b2"]["left"], found["b1"]["foot"]) == ("2", "a", "", "b")
    assert found["b2"]["says"] == "Ben, knight, height 2" and str(board_svg(made)).count('stroke="#8a6534"') == 6
    flat = drawn(laid(tmp_path, "{cell: {hexes: flat}}", things))
    assert (flat["cell 1/2"]["x"], flat["cell 1/2"]["y"]) == (144, 100)
    assert (flat[""]["width"], flat[""]["height"]) == (289, 300)
    state = laid(tmp_path, "{cell: {my side: below}}", things)
    assert drawn(state, 1, turned=True)["cell 1/1"]["x"] == 300


def test_hexagons_can_be_tapped_where_they_are_drawn(tmp_path: Path) -> None:
    state = st.load_ruleset("hex").game(options={"size": 3}).start(1)
    html = seat_page(state, 0, NAMES, [False, False], "/x").decode()
    assert '<div class="ground of4">' in html and '<ul aria-label="cell: stone, edge">' in html
    assert '<li class="x50 y100"><button class="tap cell"' in html and 'aria-label="a2: left side"></button>' in html


def test_rules_call_a_square_as_the_board_does(tmp_path: Path) -> None:
    setup = "setup:\n  Put: {set: {b3.man: last(players), a1.height: 2}}"
    state = game(tmp_path, "  cell: {grid: 3x4, names: a1}\n  figure: [knight, king]", MEN, "", setup)
    found = drawn(state)
    assert [place["name"] for place in found[""]["places"][0]] == ["a3", "b3", "c3", "d3"]
    assert (found["b3"]["says"], found["a1"]["marks"]) == ("Ben", ["2"])
    for beyond in ("e1", "a4", "a0"):
        with pytest.raises(st.RulesetError, match=f"nothing is called '{beyond}'"):
            game(
                tmp_path,
                "  cell: {grid: 3x4, names: a1}\n  figure: [knight, king]",
                MEN,
                "",
                setup.replace("b3", beyond),
            )


def test_a_square_has_one_name_on_the_board_in_options_and_in_the_log(tmp_path: Path) -> None:
    text = (ROOT / "rulesets" / "tictactoe" / "ruleset.yaml").read_text(encoding="utf-8")
    for layout, name in (("", "cell 2/3"), ("layout: {boards: {cell: {coordinates: a1}}}\n", "c2")):
        (tmp_path / "ruleset.yaml").write_text(f"{text}{layout}", encoding="utf-8")
        state = st.load_ruleset(tmp_path).game().start(1)
        html = seat_page(state, 0, NAMES, [False, False], "/x").decode()
        assert f'aria-label="{name}"></button>' in html and f">{name}</button>" in html
        state.choose(5)
        lines = [event_text(event, state.game.looks.wording.with_players(NAMES)) for event in state.seen(1)]
        assert lines[-3:-1] == [f"Anna: a turn: {name}", f"the mark of {name} is now Anna"]
        assert f'<span class="said">{name}: Anna</span>' in seat_page(state, 1, NAMES, [False, False], "/x").decode()


def test_the_second_player_may_see_the_board_turned(tmp_path: Path) -> None:
    state = laid(tmp_path, "{cell: {coordinates: a1, my side: below}}")
    assert plans(state.game)["cell"].turns
    (tmp_path / "three").mkdir()
    three = laid(tmp_path / "three", "{cell: {my side: below}}").game.program
    assert not board_plans(replace(three, players=3), {"cell": BoardLayout(side=BELOW)})["cell"].turns
    found = drawn(state, 1, True)
    assert [place["name"] for place in found[""]["places"][0]] == ["c1", "b1", "a1"]
    assert (found["c3"]["left"], found["c3"]["foot"], found["a3"]["foot"]) == ("3", "c", "a")
    assert (found["b3"]["x"], found["b3"]["y"]) == (150, 250)


def test_a_layout_says_what_is_a_piece_and_what_a_note(tmp_path: Path) -> None:
    found = drawn(laid(tmp_path, "{cell: {squares: plain, piece: piece, note: [height, man]}}"))
    assert not found[""]["chequered"]
    place = found["cell 1/2"]
    assert (place["piece"]["sign"], place["piece"]["fill"] == COLOURS["black"].fill) == ("KN", False)
    assert place["marks"] == ["Ben", "2"]
    only = drawn(laid(tmp_path, "{cell: {piece: man}}"))["cell 1/2"]
    assert (only["piece"]["sign"], only["marks"], only["says"]) == ("", [], "Ben, knight, height 2")


def test_places_lie_where_a_layout_says(tmp_path: Path) -> None:
    towns = "  town: [adlitz, birk, dorn]\ntables:\n  links:\n    adlitz: [birk]\n    birk: [adlitz]\n    dorn: []"
    uses = "always: {nothing is its own neighbour: no(t in towns where t in t.links)}\n"
    at = "layout: {boards: {town: {at: {adlitz: 0 0, birk: 50 100, dorn: 100 50}}}}\n"
    found = drawn(game(tmp_path, towns, "each town:\n  keeper: maybe player", uses + at))
    assert found[""]["form"] == "map"
    assert [(place["name"], place["x"], place["y"]) for place in found[""]["places"][0]] == [
        ("adlitz", 0, 0),
        ("birk", 400, 600),
        ("dorn", 800, 300),
    ]
    assert found[""]["lines"] == [[0, 0, 400, 600]]
    bare = drawn(
        game(
            tmp_path, towns, "each town:\n  keeper: maybe player", uses + at.replace("town: {", "town: {lines: none, ")
        )
    )
    assert bare[""]["lines"] == []


@pytest.mark.parametrize(
    ("parts", "widths", "height"),
    [("[3, 2]", [1, 1, 1, 0.3, 1, 1], 130), ("[2]", [1, 1, 0.3, 1, 1, 1], 130), ("[7]", [1, 1, 1, 1, 1], 130)],
)
def test_a_track_has_parts(tmp_path: Path, parts: str, widths: list[float], height: int) -> None:
    found = drawn(laid(tmp_path, f"{{space: {{track: {parts}}}}}", "  space: 5", "each space:\n  height: 0..3"))
    assert (found[""]["widths"], found[""]["height"]) == (widths, height)


def test_a_piece_is_seen_on_the_board_and_not_in_the_log_of_the_page(tmp_path: Path) -> None:
    look = "layout: {boards: {cell: {piece: [man, piece]}}}\n"
    pages = [
        seat_page(
            game(tmp_path, "  cell: 2x3\n  figure: [knight, king]", CHESS, laid, PUT), 0, NAMES, [False] * 2, "/t"
        )
        for laid in ("", look)
    ]
    logs = [page.decode().partition('id="log"')[2] for page in pages]
    # with a layout and without one
    assert [re.findall(r">the (?:piece|man) of", log) for log in logs] == [[], []]
    assert all(">the height of" in log for log in logs)
