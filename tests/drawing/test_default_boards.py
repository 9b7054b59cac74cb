"""What is a board, and how, where a ruleset says nothing: maps, tracks, points joined by ways, pawns, discs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import stammtisch as st
from stammtisch.drawing.board_plans import board_plans
from stammtisch.drawing.boards import BoardWords, bare_boards, board_svg, draw_board, find_boards, pawns_among
from stammtisch.drawing.map_layout import lay_out_map
from stammtisch.drawing.short_forms import short_forms
from stammtisch.front.guessed_layout import guess_layout, layout_text
from stammtisch.seats.phrases.arrangement import unhidden
from stammtisch.table.pages.layout.cards import page_style
from stammtisch.table.pages.render import seat_page

NAMES = ["Anna", "Ben", "Clara"]
ROADS = "tables:\n  roads:\n    adlitz: [birk, dorn]\n    birk: [adlitz, dorn]\n    dorn: [adlitz, birk]\n"
TOWNS = f"  town: [adlitz, birk, dorn]\n{ROADS}"


def started(folder: Path, things: str, each: str, setup: str = "", layout: str = "", players: int = 3) -> Any:
    """The start of a game with these things and facts."""
    (folder / "ruleset.yaml").write_text(
        f"format: 1\ngame: Board\nplayers: {players}\nthings:\n{things}\n{each}\n"
        + (f"setup: {{Put: {{set: {{{setup}}}}}}}\n" if setup else "")
        + "phases:\n  a turn:\n    turns: player in players\n    until: {it is late: round > 2}\n"
        f"    one of: {{Pass: nothing}}\nscore: 0\n{layout}",
        encoding="utf-8",
    )
    return st.load_ruleset(folder).game().start(1)


def drawn(state: Any, seat: int = 0) -> dict[str, Any]:
    """The only board that a seat sees."""
    wording = state.game.looks.wording.with_players(NAMES)
    style = page_style(state.game)
    words = BoardWords(style.cards, short_forms(state.game.program, wording), wording)
    items = unhidden(state.view(seat))
    pawns = pawns_among(items, style.boards)
    common = [item for item in items if item["indexes"] and item["indexes"][0]["kind"] != "player"]
    (board,) = [*find_boards(common, style.boards, wording, pawns), *bare_boards(style.boards, pawns)]
    return draw_board(board, words)


def places(board: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {place["name"]: place for row in board["places"] for place in row if place}


def test_a_word_without_a_symbol_is_a_disc_with_its_letters(tmp_path: Path) -> None:
    things = "  point: [a1, a2, b2]\n  animal: [fox, goose]"
    state = started(tmp_path, things, "each point: {animal: maybe animal}", "a1.animal: fox, b2.animal: goose")
    board = drawn(state)
    found = places(board)
    assert [(found[name]["piece"]["form"], found[name]["piece"]["sign"]) for name in ("a1", "b2")] == [
        ("disc", "F"),
        ("disc", "G"),
    ]
    assert board["legend"] == [{"sign": "F", "text": "fox"}, {"sign": "G", "text": "goose"}]
    html = seat_page(state, 0, NAMES, [False] * 3, "/x").decode()
    assert '<p class="legend"><span><b>F</b> fox</span>' in html and 'title="a1: fox"' in html


def test_all_players_have_discs(tmp_path: Path) -> None:
    setup = "cell_1_1.man: first(players), cell_1_3.man: last(players)"
    found = places(drawn(started(tmp_path, "  cell: 1x3", "each cell: {man: maybe player}", setup)))
    assert {found[name]["piece"]["form"] for name in ("cell 1/1", "cell 1/3")} == {"disc"}


def test_ways_from_point_to_point_are_lines(tmp_path: Path) -> None:
    rows = "    a1: {north: a2, east: none}\n    a2: {north: none, east: b2}\n    b2: {north: none, east: none}\n"
    things = f"  point: [a1, a2, b2]\n  way: [north, east]\ntables:\n  beyond:\n{rows}"
    board = drawn(started(tmp_path, things, "each point: {man: maybe player}"))
    assert sorted(board["lines"]) == [[50, 50, 150, 50], [50, 150, 50, 50]]
    turned = "    north: {a1: a2, a2: none, b2: none}\n    east: {a1: none, a2: b2, b2: none}\n"
    things = f"  point: [a1, a2, b2]\n  way: [north, east]\ntables:\n  beyond:\n{turned}"
    assert drawn(started(tmp_path, things, "each point: {man: maybe player}"))["lines"] == board["lines"]


def test_numbered_things_with_one_fact_are_a_track_of_rows_of_ten(tmp_path: Path) -> None:
    board = drawn(started(tmp_path, "  space: 24", "each space: {pawn: maybe player}", "space_1.pawn: last(players)"))
    assert (board["form"], [sum(place is not None for place in row) for row in board["places"]]) == (
        "track",
        [10, 10, 4],
    )
    assert places(board)["space 1"]["piece"]["sign"] == "3"
    layout = "layout: {boards: {space: {track: [24]}}}\n"
    board = drawn(started(tmp_path, "  space: 24", "each space: {pawn: maybe player}", "", layout))
    assert [sum(place is not None for place in row) for row in board["places"]] == [8, 8, 8]


def test_things_with_neighbours_are_a_map_that_a_designer_can_take_over(tmp_path: Path) -> None:
    state = started(tmp_path, TOWNS, "each town: {price: 0..3}")
    board = drawn(state)
    assert (board["form"], len(board["lines"])) == ("map", 3)
    text = layout_text(guess_layout(st.load_ruleset(tmp_path).checked.ruleset, [state.game]))
    line = next(line.strip() for line in text.splitlines() if line.strip().startswith("at: {"))
    (plan,) = board_plans(state.game.program, state.game.looks.boards).values()
    taken = started(tmp_path, TOWNS, "each town: {price: 0..3}", "", f"layout: {{boards: {{town: {{{line}}}}}}}\n")
    (own,) = board_plans(taken.game.program, taken.game.looks.boards).values()
    assert own.spots == plan.spots and not own.guessed
    none = started(tmp_path, TOWNS, "each town: {price: 0..3}", "", "layout: {boards: {town: {lines: none}}}\n")
    assert board_plans(none.game.program, none.game.looks.boards) == {}


def test_a_guessed_map_is_always_the_same_and_nothing_covers_another() -> None:
    lines = tuple((number, (number + 1) % 12) for number in range(12)) + ((0, 6), (3, 9))
    found = lay_out_map(12, lines)
    lay_out_map.cache_clear()
    assert lay_out_map(12, lines) == found
    assert all(0 < x < 100 and 0 < y < 100 for x, y in found)
    pairs = [(one, other) for one in found for other in found if one < other]
    assert all(abs(one[0] - other[0]) >= 13 or abs(one[1] - other[1]) >= 17 for one, other in pairs)


def test_names_at_the_edge_of_a_map_are_seen_whole(tmp_path: Path) -> None:
    things = TOWNS.replace("dorn", "dornbach_at_the_river")
    at = "layout: {boards: {town: {at: {adlitz: 0 0, birk: 50 50, dornbach_at_the_river: 100 50}}}}\n"
    board = drawn(started(tmp_path, things, "each town: {price: 0..3}", "", at))
    found = places(board)
    assert found["dornbach at the river"]["x"] == 800 and 600 < found["dornbach at the river"]["name_x"] < 660
    assert found["adlitz"]["name_x"] > 40 and found["birk"]["name_x"] == 400


def test_a_players_place_is_a_pawn_on_the_board_if_everybody_sees_it(tmp_path: Path) -> None:
    state = started(tmp_path, TOWNS, "each player: {cart: maybe town}", "players.cart: birk")
    found = places(drawn(state))
    assert [pawn["sign"] for pawn in found["birk"]["pawns"]] == ["A", "B", "C"] and not found["dorn"]["pawns"]
    assert found["birk"]["says"] == "Anna, Ben, Clara"
    assert '<div class="board map' in seat_page(state, 0, NAMES, [False] * 3, "/x").decode()
    secret = started(tmp_path, TOWNS, "each player: {cart: {start: maybe town, see: owner}}", "players.cart: birk")
    assert '<div class="board' not in seat_page(secret, 0, NAMES, [False] * 3, "/x").decode()


def test_a_relation_that_is_no_way_between_places_is_no_map(tmp_path: Path) -> None:
    things = TOWNS.replace("adlitz: [birk, dorn]", "adlitz: [birk]")
    assert board_plans(started(tmp_path, things, "each player: {points: 0..3}").game.program, {}) == {}


def test_several_numbers_of_a_place_have_their_own_corner_and_letter(tmp_path: Path) -> None:
    each = "each town: {price: 0..3, stock: 0..3, post: maybe player}"
    board = drawn(started(tmp_path, TOWNS, each, "birk.price: 2, birk.stock: 1, dorn.stock: 3"))
    found = places(board)
    assert (found["birk"]["marks"], found["dorn"]["marks"]) == (["P 2", "S 1"], ["", "S 3"])
    assert board["legend"] == [{"sign": "P", "text": "price"}, {"sign": "S", "text": "stock"}]
    assert str(board_svg(board)).count('rx="15"') == 3
