"""Scoring tracks and maps with a picture: where pawns stand, what is drawn for whom, what print has of it."""

from __future__ import annotations

import re
import struct
from pathlib import Path
from typing import Any

import pytest
from helpers.paths import DATA
from helpers.worlds.given import Plan, looked

import stammtisch as st
from stammtisch.base.appearance.layouts import BoardLayout, PrintLayout
from stammtisch.base.appearance.pictures import USUAL, Picture
from stammtisch.drawing.board_plans import board_plans
from stammtisch.drawing.boards import BoardWords
from stammtisch.drawing.score_tracks import draw_score_track, score_tracks
from stammtisch.front.guessed_layout import guess_layout, layout_text
from stammtisch.sheets.board_pages import boards_of
from stammtisch.sheets.box import pack_box
from stammtisch.sheets.cards import ruleset_style
from stammtisch.sheets.page_texts import lift_texts
from stammtisch.table.pages.layout.cards import page_style
from stammtisch.table.pages.render import seat_page

NAMES = ["Anna", "Ben"]
TOWNS = DATA / "river-towns"
GAME = """
format: 1
game: Points
players: 2
each player:
  points: {range: -5..99, start: 3 SEE}
setup: [{set: {last(players).points: SCORE}}]
phases: {a turn: {turns: player in players, until: {it is late: round > 2}, choose: n in 1..2, add: {player.points: n}}}
score: player.points
rulings: {equal scores share the victory: {change: score}}
layout: {boards: {players: {track: 0..24, piece: points}}}
"""


def game(folder: Path, score: int, see: str = "") -> Any:
    (folder / "ruleset.yaml").write_text(GAME.replace("SCORE", str(score)).replace(" SEE", see))
    return st.load_ruleset(folder).game()


def drawn(state: Any, seat: int = 0) -> dict[str, Any]:
    style, wording = (
        page_style(state.game),
        state.game.looks.wording.with_players(["Anna", "Ben", "Clara", "Daniel"][: state.game.players]),
    )
    (track,) = score_tracks(state.game.program, state.game.looks.boards)
    items = [item for item in state.view(seat)["values"] if item["name"] == "points"]
    return draw_score_track(track, items, BoardWords(style.cards, style.shorts, wording))


@pytest.mark.parametrize(
    ("score", "standing"),
    [
        (17, {"3": ["A"], "17": ["B"]}),
        (3, {"3": ["A", "B"]}),
        (31, {"3": ["A"], "24": ["31"]}),
        (-2, {"3": ["A"], "0": ["-2"]}),
    ],
)
def test_pawns_stand_at_their_numbers_and_beyond_the_ends_with_these(
    tmp_path: Path, score: int, standing: dict[str, list[str]]
) -> None:
    made = drawn(game(tmp_path, score).start(1))
    places = [place for row in made["places"] for place in row]
    assert {
        place["number"]: [pawn["sign"] for pawn in place["pawns"]] for place in places if place["pawns"]
    } == standing
    assert (len(places), [len(row) for row in made["places"]]) == (25, [10, 10, 5])
    assert made["says"] == ([f"{score}: Ben"] if score < 3 else []) + (
        ["3: Anna, Ben"] if score == 3 else ["3: Anna"]
    ) + ([f"{score}: Ben"] if score > 3 else [])


def test_pawns_that_share_a_number_do_not_cover_each_other() -> None:
    state = st.load_ruleset(TOWNS).game(4).start(1)
    (places,) = [[place for place in row if place["pawns"]] for row in drawn(state)["places"][:1]]
    spots = [(pawn["dx"], pawn["dy"]) for pawn in places[0]["pawns"]]
    assert len({*spots}) == 4 and all(abs(x) <= 30 and abs(y) <= 30 for x, y in spots)
    assert len({pawn["fill"] for pawn in places[0]["pawns"]}) == 4


def test_a_pawn_is_seen_by_those_who_know_its_number(tmp_path: Path) -> None:
    hidden = game(tmp_path, 9, ", see: owner")
    state = hidden.start(1)
    assert drawn(state)["says"] == ["3: Anna"] and drawn(state, 1)["says"] == ["9: Ben"]
    pages = [seat_page(state, seat, NAMES, [False] * 2, "/t").decode() for seat in (0, 1, -1)]
    assert ["<li>3: Anna</li>" in page for page in pages] == [True, False, False]
    assert ["scored" in page for page in pages] == [True, True, False]
    assert looked(hidden, 1, Plan(most=3)).tried


def test_the_track_lies_in_the_middle_and_its_numbers_stay_in_the_panels(tmp_path: Path) -> None:
    page = seat_page(game(tmp_path, 9).start(1), 0, NAMES, [False] * 2, "/t").decode()
    middle = page[page.index('id="area-table"') :]
    assert page.count('<div class="scored">') == 1 and '<div class="scored">' in middle
    assert page.count("<dt>points</dt>") == 2 and "<dt>points</dt>" not in middle
    assert middle.count('class="picture"') == 3


def test_print_has_the_track_and_says_which_pawns_to_take(tmp_path: Path) -> None:
    game(tmp_path, 9)
    ruleset = st.load_ruleset(tmp_path)
    (board,) = boards_of(ruleset.game(), ruleset_style(ruleset), PrintLayout())
    assert board.label == "points" and board.svg.count("<rect") == 25 and max(board.size) < 285
    box = pack_box(ruleset, {}, None, PrintLayout(), ["boards", "contents"])
    texts = [text.text for sheet in box.sheets for text in lift_texts(sheet.svg)[1]]
    assert "white pawn for player 1" in texts and not any("paper and a pencil" in text for text in texts)


def test_a_map_has_its_picture_at_the_table_and_in_print() -> None:
    ruleset = st.load_ruleset(TOWNS)
    started = ruleset.game(2)
    picture = board_plans(started.program, started.looks.boards)["town"].picture
    assert picture is not None and picture.shape == (1200, 800)
    page = seat_page(started.start(1), 0, NAMES, [False] * 2, "/t").decode()
    assert f'<image href="{picture.source}" x="0" y="0" width="800" height="533"' in page
    assert started.looks.pictures[picture.file] == picture
    assert 'aria-label="adlitz"' in page and '<li class="x20 y124">' in page
    boards = boards_of(started, ruleset_style(ruleset), PrintLayout())
    assert [board.label for board in boards] == ["points", "towns"]
    assert picture.data_uri in boards[1].svg


VP8 = b"RIFF....WEBPVP8 \0\0\0\0\0\0\0\x9d\x01\x2a" + struct.pack("<HH", 0x4000 | 300, 200)
VP8L = b"RIFF....WEBPVP8L\0\0\0\0\x2f" + struct.pack("<I", 299 | 199 << 14)
VP8X = b"RIFF....WEBPVP8X\0\0\0\0\0\0\0\0" + (299).to_bytes(3, "little") + (199).to_bytes(3, "little")


@pytest.mark.parametrize(
    ("kind", "content", "shape"),
    [
        ("png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", 300, 200), (300, 200)),
        ("webp", VP8, (300, 200)),
        ("webp", VP8L, (300, 200)),
        ("webp", VP8X, (300, 200)),
        ("svg", b'<svg xmlns="x" viewBox="0 0 30.5 20"><rect width="9"/></svg>', (30.5, 20)),
        ("svg", b"<svg width='300' height='200'/>", (300, 200)),
        ("svg", b"<svg/>", USUAL),
        ("png", b"\x89PNG\r\n\x1a\n", USUAL),
    ],
)
def test_pictures_tell_their_shape(kind: str, content: bytes, shape: tuple[float, float]) -> None:
    assert Picture("d", kind, content).shape == shape


MISTAKES = {
    "players: {track: 0..24, piece: pts}": "no player has a number called 'pts'",
    "players: {track: 24..0, piece: points}": "from 2 to 300 numbers",
    "players: {track: 0..24}": "`piece` does not say what the track counts",
    "players: {track: 0..24, piece: points, squares: plain}": "`squares` does not fit a scoring track",
    "town: {track: 0..24}": "`piece` does not say what the track counts",
    "town: {track: 0..24, piece: men}": "no town has a number called 'men'",
    "town: {map: a.png}": "`map` does not say where town lies",
    "town: {map: gone.png, at: {a: 1 1, b: 2 2}}": "there is no picture gone.png",
}


@pytest.mark.parametrize("board", MISTAKES)
def test_what_is_no_track_or_map_is_refused(tmp_path: Path, board: str) -> None:
    text = re.sub(r"boards: .*", f"boards: {{{board}}}}}", GAME.replace("SCORE", "4").replace(" SEE", ""))
    text = text.replace("each player:", "things: {town: [a, b]}\neach town: {man: maybe player}\neach player:")
    (tmp_path / "ruleset.yaml").write_text(text)
    (tmp_path / "a.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    with pytest.raises(st.RulesetError, match=re.escape(MISTAKES[board])):
        st.load_ruleset(tmp_path)


RACE = """
format: 1
game: Race
players: 2
things:
  snail: [amber, berta, bruno]
each snail:
  space: RANGE
  tired: false
phases:
  a turn:
    turns: player in players
    until: {a snail has arrived: UNTIL}
    choose: snail in snails
    add: {snail.space: 3}
score: first(s in snails with most s.space).space
rulings: {equal scores share the victory: {change: score}}
look: {amber: yellow}
"""


def race(folder: Path, ends: str = "0..12", until: str = "max(snails.space) > 9", more: str = "") -> Any:
    (folder / "ruleset.yaml").write_text(RACE.replace("RANGE", ends).replace("UNTIL", until) + more)
    return st.load_ruleset(folder)


def test_things_whose_number_is_compared_among_them_race_on_a_track(tmp_path: Path) -> None:
    ruleset = race(tmp_path)
    state = ruleset.game().start(1)
    for chosen in (1, 1, 2):
        state.choose(chosen)
    (track,) = score_tracks(state.game.program, state.game.looks.boards)
    style, wording = page_style(state.game), state.game.looks.wording
    items = [item for item in state.view(0)["values"] if item["name"] == "space"]
    made = draw_score_track(track, items, BoardWords(style.cards, style.shorts, wording))
    assert made["says"] == ["0: amber", "3: bruno", "6: berta"] and len(made["places"]) == 2
    pawns = {pawn["sign"]: pawn["fill"] for row in made["places"] for place in row for pawn in place["pawns"]}
    assert [*pawns] == ["A", "Br", "Be"] and len({*pawns.values()}) == 3
    page = seat_page(state, state.decision.seat, NAMES, [False] * 2, "/t").decode()
    middle = page[page.index('id="area-table"') :]
    # the track lies above the snails, which are tapped by their names
    assert middle.index('<div class="scored">') < middle.index("<dt>tired</dt>") and "space <b>" not in page
    assert len(re.findall('<button class="tap place"[^>]*>(?:Amber|Berta|Bruno)<', page, re.I)) == 3
    laid = race(tmp_path, more="layout: {boards: {snail: {track: 0..12, piece: space}}}\n")
    assert laid.looks.boards == ruleset.looks.boards
    assert "snail:\n      track: 0..12" in layout_text(guess_layout(ruleset.checked.ruleset, [ruleset.game()]))


def test_what_is_not_compared_or_has_no_end_is_no_race(tmp_path: Path) -> None:
    for ends, more in (
        ("0..5", ""),
        ("0..200", ""),
        ("0..12", "layout: {boards: {snail: {lines: none}}}\n"),
    ):
        assert not race(tmp_path, ends, more=more).looks.boards.get("snail", BoardLayout()).scores
    text = (
        RACE.replace("RANGE", "0..12")
        .replace("UNTIL", "round > 4")
        .replace("first(s in snails with most s.space).space", "amber.space")
    )
    (tmp_path / "ruleset.yaml").write_text(text)
    assert not st.load_ruleset(tmp_path).looks.boards
