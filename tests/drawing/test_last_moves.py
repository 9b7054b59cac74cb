"""What has changed on boards since a seat last chose, from its own events alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import stammtisch as st
from stammtisch.drawing.boards import BoardWords, draw_board, find_boards
from stammtisch.drawing.last_moves import NO_MOVES, LastMoves, last_moves
from stammtisch.drawing.short_forms import short_forms
from stammtisch.seats.phrases.arrangement import unhidden
from stammtisch.seats.visibility import ONLOOKER
from stammtisch.table.pages.layout.cards import page_style

MOVES = """
format: 1
game: Moves
players: 2
things:
  cell: 3x3
each cell: {man: maybe player}
setup: {Put: {set: {cell_1_1.man: first(players), cell_3_3.man: last(players)}}}
phases:
  a turn:
    turns: player in players
    until: {it is late: round > 9}
    choose: [start in cells where start.man = player, target in cells where target.man != player]
    set: {target.man: player, start.man: none}
score: 0
rulings: {equal scores share the victory: {change: score}}
"""


def begun(folder: Path, text: str = MOVES) -> Any:
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    return st.load_ruleset(folder).game().start(1)


def choose(state: Any, *values: str) -> None:
    for value in values:
        seat = state.sites()[0][0]
        options = state.view(seat)["decision"]["options"]
        state.choose(next(option["index"] for option in options if option["value"] == value))


def moves(state: Any, seat: int) -> LastMoves:
    return last_moves(state.seen(seat), seat)._replace(latest=None)


def test_the_others_move_has_a_way_and_the_own_one_is_no_news(tmp_path: Path) -> None:
    state = begun(tmp_path)
    assert moves(state, 0) == moves(state, ONLOOKER) == NO_MOVES
    choose(state, "cell_1_1", "cell_2_1")
    first = LastMoves(("cell_2_1",), ("cell_1_1",), (("cell_1_1", "cell_2_1"),))
    assert moves(state, 1) == moves(state, ONLOOKER) == first
    assert moves(state, 0) == NO_MOVES
    choose(state, "cell_3_3", "cell_2_1")
    second = LastMoves(("cell_2_1",), ("cell_3_3",), (("cell_3_3", "cell_2_1"),))
    assert moves(state, 0) == moves(state, ONLOOKER) == second
    assert moves(state, 1) == first


def test_what_stays_as_it_was_is_no_move(tmp_path: Path) -> None:
    state = begun(tmp_path, MOVES.replace("start.man: none}", "start.man: none, cell_3_3.man: last(players)}"))
    choose(state, "cell_1_1", "cell_2_1")
    assert moves(state, 1) == LastMoves(("cell_2_1",), ("cell_1_1",), (("cell_1_1", "cell_2_1"),))


def test_what_is_picked_is_marked_beside_the_last_move(tmp_path: Path) -> None:
    state = begun(tmp_path)
    choose(state, "cell_1_1")
    assert moves(state, 0) == LastMoves(picked=("cell_1_1",)) and moves(state, 1) == NO_MOVES
    choose(state, "cell_2_1", "cell_3_3")
    assert moves(state, 1) == LastMoves(("cell_2_1",), ("cell_1_1",), (("cell_1_1", "cell_2_1"),), ("cell_3_3",))


def test_a_man_that_is_taken_leaves_no_way() -> None:
    state = st.load_ruleset("nine-mens-morris").game().start(1)
    choose(state, "a1", "g7", "a4", "g4", "a7")
    assert moves(state, 1) == LastMoves(("a7",), (), (), ())
    choose(state, "g4")
    found = moves(state, 1)
    assert found == LastMoves(("a7",), ("g4",), gone=(("g4.man", 1),))
    (taken,) = [place for row in drawn(state, found)["places"] for place in row if place and place["mark"] == "removed"]
    assert taken["name"] == "g4" and taken["ghost"]["colour"] == "black" and not taken["piece"]


def test_what_was_moved_without_being_chosen_is_not_removed(tmp_path: Path) -> None:
    swap = "{target.man: player, start.man: none, cell_1_3.man: player, cell_3_1.man: none}"
    text = MOVES.replace("{target.man: player, start.man: none}", swap)
    state = begun(tmp_path, text.replace("{cell_1_1.man", "{cell_3_1.man: first(players), cell_1_1.man"))
    choose(state, "cell_1_1", "cell_2_1")
    assert "cell_3_1" in moves(state, 1).emptied and not moves(state, 1).gone


def drawn(state: Any, found: LastMoves) -> dict[str, Any]:
    game = state.game
    words = BoardWords(page_style(game).cards, short_forms(game.program, game.looks.wording), game.looks.wording)
    (board,) = find_boards(unhidden(state.view(0)), page_style(game).boards, game.looks.wording)
    return draw_board(board, words, False, found)


def test_marks_are_drawn_but_where_most_has_changed(tmp_path: Path) -> None:
    state = begun(tmp_path)
    choose(state, "cell_1_1", "cell_2_1", "cell_3_3")
    made = drawn(state, moves(state, 1))
    marks = {place["name"]: place["mark"] for row in made["places"] for place in row if place["mark"]}
    assert marks == {"cell 2/1": "filled", "cell 1/1": "emptied", "cell 3/3": "picked"}
    assert made["ways"] == [[50, 50, 50, 150]]
    many = LastMoves(tuple(f"cell_{row}_{column}" for row in (1, 2) for column in (1, 2, 3)))
    assert {place["mark"] for row in drawn(state, many)["places"] for place in row} == {""}


SOWN = """
format: 1
game: Sown
players: 3
things:
  pit: 3x3
each pit: {seeds: 0..9}
phases:
  a turn:
    turns: player in players
    until: {it is late: round > 2}
    choose: sown in 1..3
    do: {Sow: {for each: p in pits where p.row = sown, add: {p.seeds: 1}}}
score: 0
rulings: {equal scores share the victory: {change: score}}
"""


def test_where_most_has_changed_the_latest_move_is_marked(tmp_path: Path) -> None:
    state = begun(tmp_path, SOWN)
    for row in (0, 1, 2):
        state.choose(row)
    found = last_moves(state.seen(0), 0)
    assert len(found.filled) == 6 and found.latest is not None
    style, wording = page_style(state.game), state.game.looks.wording
    (board,) = find_boards(unhidden(state.view(0)), style.boards, wording)
    words = BoardWords(style.cards, short_forms(state.game.program, wording), wording)
    rows = draw_board(board, words, moves=found)["places"]
    assert [{place["mark"] for place in row if place} for row in rows] == [{""}, {""}, {"filled"}]


def test_a_place_that_was_passed_through_is_left(tmp_path: Path) -> None:
    state = begun(tmp_path)
    choose(state, "cell_1_1", "cell_2_1", "cell_3_3", "cell_3_2", "cell_2_1", "cell_2_2", "cell_3_2", "cell_2_2")
    found = last_moves(state.seen(ONLOOKER), ONLOOKER)
    assert "cell_3_2" in found.emptied and "cell_2_2" in found.filled


def test_places_that_tokens_come_to_and_leave_are_marked(tmp_path: Path) -> None:
    text = SOWN.replace("seeds: 0..9", "seeds: {of: seed, start: 1}").replace(
        "things:", "components: {seed: 9}\nthings:"
    )
    move = "choose: pit in pits where pit.seeds > 0 and pit.column < 3\n    move: 1\n    from: pit.seeds\n    to: (pit.step(0, 1) or else pit).seeds\n"
    text = text[: text.index("    choose: sown")] + f"    {move}" + text[text.index("score: 0") :]
    state = begun(tmp_path, text)
    state.choose(0)
    found = last_moves(state.seen(1), 1)
    assert (found.filled, found.emptied) == (("pit_1_2",), ("pit_1_1",))
