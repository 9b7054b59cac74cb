"""Boards as plain data: where places lie, what stands there, which lines join them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import stammtisch as st
from stammtisch.base.looks import COLOURS
from stammtisch.drawing.board_plans import BoardPlan, board_plans
from stammtisch.drawing.boards import BoardWords, board_svg, draw_board, find_boards, short_forms
from stammtisch.game.game import Game
from stammtisch.seats.phrases.arrangement import unhidden
from stammtisch.table.pages.cards import page_style

NAMES = ["Anna", "Ben"]


def plans(game: Game) -> dict[str, BoardPlan]:
    return board_plans(game.program, game.looks.lines)


def drawn(state: Any, seat: int = 0) -> dict[str, dict[str, Any]]:
    """The places of the only board that a seat sees, by name, and the board as ""."""
    game = state.game
    wording = game.looks.wording.called(NAMES)
    words = BoardWords(page_style(game).cards, short_forms(game.program), wording)
    (board,) = find_boards(unhidden(state.view(seat)), plans(game), wording)
    made = draw_board(board, words)
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
    assert (found[""]["columns"], found[""]["rows"], found[""]["chequered"]) == (3, 2, True)


def test_a_yes_is_a_sign_on_the_disc_whatever_comes_first(tmp_path: Path) -> None:
    each = "each cell:\n  king: false\n  piece: maybe figure\n  man: maybe player"
    setup = "setup:\n  Put: {set: {cell_1_1.man: first(players), cell_1_1.king: true, cell_1_2.man: first(players), cell_1_2.king: true, cell_1_2.piece: knight}}"
    found = drawn(
        game(tmp_path, "  cell: 2x2\n  figure: [knight, king]", each, "look: {players: [red X, blue O]}", setup)
    )
    assert [(found[name]["piece"]["sign"], found[name]["marks"]) for name in ("cell 1/1", "cell 1/2")] == [
        ("X", ["K"]),
        ("knight", ["K"]),
    ]
    assert found["cell 1/2"]["piece"]["fill"] == COLOURS["red"].fill
    discs = drawn(game(tmp_path, "  cell: 2x2\n  figure: [knight, king]", each, "look: {players: [red, blue]}", setup))
    assert (discs["cell 1/1"]["piece"]["form"], discs["cell 1/1"]["piece"]["sign"]) == ("disc", "K")


def test_words_that_do_not_fit_are_cut_so_that_they_differ(tmp_path: Path) -> None:
    found = drawn(game(tmp_path, "  cell: 8x8\n  figure: [knight, king]", CHESS, "", PUT))
    assert (found["cell 1/2"]["piece"]["form"], found["cell 1/2"]["piece"]["sign"]) == ("disc", "kn")
    large = drawn(game(tmp_path, "  cell: 2x2\n  figure: [knight, king]", CHESS, "", PUT))
    assert large["cell 1/2"]["piece"]["sign"] == "knight"


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
    assert (board["form"], board["columns"], board["rows"]) == ("points", 7, 7)
    assert (board["across"], board["down"]) == (list("abcdefg"), list("7654321"))
    assert board["places"][0][0]["name"] == "a7" and board["places"][6][3]["name"] == "d1"
    assert board["places"][3][3] is None
    assert len(board["lines"]) == 32
    # a1 to a4, and no line from a1 to a7
    assert [0.5, 6.5, 0.5, 3.5] in board["lines"]
    assert [0.5, 6.5, 0.5, 0.5] not in board["lines"]


NEIGHBOURS = "tables:\n  links:\n    a1: [b1, a2]\n    a2: [a1]\n    b1: [a1]\n    b2: []"


def test_a_table_of_neighbours_joins_each_with_its_own(tmp_path: Path) -> None:
    things = f"  point: [a1, a2, b1, b2]\n{NEIGHBOURS}"
    uses = "always: {nothing is its own neighbour: no(p in points where p in p.links)}\n"
    found = drawn(game(tmp_path, things, "each point:\n  man: maybe player", uses))
    assert found[""]["form"] == "points"
    assert sorted(found[""]["lines"]) == [[0.5, 1.5, 0.5, 0.5], [0.5, 1.5, 1.5, 1.5]]


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
    assert (found[""]["form"], found[""]["columns"], found[""]["rows"]) == ("track", 10, 2)
    assert found["space 12"]["column"] == 1 and found["space 12"]["says"] == "0"
    # things with several facts are no track, nor are those with names
    two = game(tmp_path, "  space: 12", "each space:\n  height: 0..3\n  depth: 0..3")
    assert set(plans(state.game)) == {"space"} and plans(two.game) == {}


def test_what_a_place_is_lies_under_what_stands_there(tmp_path: Path) -> None:
    each = "each cell:\n  land: {start: meadow}\n  man: maybe player"
    setup = "setup:\n  Put: {set: {cell_1_1.man: first(players), cell_1_2.land: lake}}"
    found = drawn(game(tmp_path, "  cell: 2x2\n  soil: [meadow, lake]", each, "look: {lake: blue}\n", setup))
    assert found["cell 1/2"]["piece"] is None and found["cell 1/2"]["ground"] == COLOURS["blue"].fill
    assert (found["cell 1/2"]["note"], found["cell 1/1"]["note"]) == ("l", "m")
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
