"""How cards, marks and players look on pages: by the colours and symbols that the ruleset names."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any

from helpers.tiers import full

import stammtisch as st
from stammtisch.table.pages.layout.cards import card_face, page_style
from stammtisch.table.pages.questions import question
from stammtisch.table.pages.render import seat_page, seat_pieces, style_sheet


def card(game: str, **front: Any) -> dict[str, Any]:
    return card_face({"component": "card", "front": front}, page_style(st.load_ruleset(game).game()))


def shown(face: dict[str, Any]) -> list[str]:
    """What stands in the corners of a card."""
    return ["".join(value["sign"] + value["text"] for value in corner) for corner in face["corners"]]


@full
def test_playing_cards_are_drawn_with_symbols_alone() -> None:
    found = card("hearts", rank="Queen", suit="hearts")
    assert (shown(found), found["middle"], found["title"], found["tint"]) == (["Q♥"], "♥", "", "hue-red")
    assert found["words"] == "Queen hearts" and found["playing"] and found["mirrored"]


@full
def test_other_cards_keep_their_words_beside_the_symbol() -> None:
    found = card("balvin", wild=False, tapped_out=False, beer="Dark_Lager", value=3)
    assert (shown(found), found["middle"], found["title"], found["tint"]) == (["3"], "■", "Dark Lager", "hue-brown")
    found = card("balvin", wild=False, tapped_out=True, beer=None, value=0)
    assert (shown(found), found["middle"], found["title"], found["tint"]) == ([""], "✖", "Tapped out", "hue-grey")
    found = card("warrender", activity="Pretzel", suit="food", value=1, contribution=2)
    assert (shown(found), found["title"], found["footer"], found["tint"]) == (
        ["1", "+2"],
        "Pretzel",
        "food",
        "hue-orange",
    )
    assert [[value["label"] for value in corner] for corner in found["corners"]] == [["value"], [""]]


def test_a_back_that_is_known_beside_the_front_keeps_its_number() -> None:
    style = page_style(st.load_ruleset("warrender").game())
    front = {"activity": "Pretzel", "suit": "food", "value": 1, "contribution": 2}
    found = card_face({"component": "card", "front": front, "back": {"tipsiness": 4}}, style)
    assert found["under"] == "tip 4" and "tipsiness 4" in found["words"]
    back = card_face({"component": "card", "back": {"tipsiness": 4}}, style)
    assert (shown(back), back["middle"], back["open"]) == (["4"], "4", True)


@full
def test_all_that_is_known_of_a_card_is_on_the_page_by_name_and_nothing_else(tmp_path: Path) -> None:
    style = page_style(st.load_ruleset("warrender").game())
    front = {"activity": "Pretzel", "suit": "food", "value": 1, "contribution": 2}
    both = card_face({"component": "card", "front": front, "back": {"tipsiness": 4}}, style)["all"]
    assert both.split("\n") == [
        "activity\tPretzel",
        "suit\t♨ food",
        "value\t1",
        "contribution\t+2",
        "tipsiness (back)\t4",
    ]
    assert card_face({"component": "card", "back": {"tipsiness": 4}}, style)["all"] == "tipsiness\t4"
    assert card_face({"component": "card", "tag": 3}, style)["all"] == ""
    assert card("balvin", wild=False, tapped_out=True, beer=None, value=0)["all"].split("\n") == [
        "wild\tno",
        "tapped out\tyes",
        "beer\tnothing",
        "value\t0",
    ]


def test_a_price_in_several_goods_is_one_line_of_what_is_known_of_a_card(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(PRICES)
    style = page_style(st.load_ruleset(tmp_path).game())
    state = st.load_ruleset(tmp_path).game().start(1)
    html = seat_page(state, 0, ["Anna"], [False], "/x").decode()
    found = re.search('data-all="([^"]*)"', html)
    assert found and found[1] == "price\t▲ Rye bread 2, cheese 1\nworth\t3"
    assert style.cards.kinds["ware", "front"][0].group == "price"


def test_the_sentence_of_a_word_is_known_of_a_card(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(TOWN + "texts: {old_mill: 'Take a sheep; then shuffle.'}\n")
    style = page_style(st.load_ruleset(tmp_path).game())
    front = {"title": "old_mill", "kind": "farm", "worth": 1}
    found = card_face({"component": "building", "front": front}, style)["all"].split("\n")
    assert found == ["title\told mill", "kind\t▲ farm", "worth\t1", "old mill\tTake a sheep; then shuffle."]


def test_icons_in_sentences_are_drawn_and_read_as_words(tmp_path: Path) -> None:
    town = TOWN.replace("look: {", "look: {sheep: green ●, ", 1) + "names: {sheep: Sheep}\n"
    assert "sheep: green" in town
    (tmp_path / "ruleset.yaml").write_text(town + "texts: {old_mill: 'Take [sheep], [no] more.'}\n")
    style = page_style(st.load_ruleset(tmp_path).game())
    face = card_face({"component": "building", "front": {"title": "old_mill", "kind": "farm", "worth": 1}}, style)
    sheep = {"text": "Sheep", "image": "", "sign": "●", "tint": "hue-green"}
    before, after = ({"text": text, "image": "", "sign": "", "tint": ""} for text in ("Take ", ", [no] more."))
    assert face["says"] == [[before, sheep, after]]
    assert face["all"].endswith("old mill\tTake Sheep, [no] more.")


def test_icons_in_titles_are_words(tmp_path: Path) -> None:
    game = PRICES.replace("{price(good): 0..3, worth: 0..9}", "{name: text}")
    game = game.replace("{price: {bread: 2, honey: 0, cheese: 1}, worth: 3}", "{name: 'A chest of [bread]'}")
    (tmp_path / "ruleset.yaml").write_text(game)
    style = page_style(st.load_ruleset(tmp_path).game())
    face = card_face({"component": "ware", "front": {"name": "A chest of [bread]"}}, style)
    assert (face["words"], face["middle"]) == ("A chest of Rye bread", "A chest of Rye bread")


def test_an_empty_place_that_can_be_chosen_is_there_to_be_tapped(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(WORKERS)
    state = st.load_ruleset(tmp_path).game().start(1)
    names, bots = ["Anna", "Ben"], [False] * 2
    taps = '<button class="tap place"[^>]*>([^<]*)</button>'
    assert re.findall(taps, seat_page(state, 0, names, bots, "/x").decode()) == ["forest", "market", "town hall"]
    assert re.findall(taps, seat_page(state, 1, names, bots, "/x").decode()) == []
    state.choose(0)
    assert re.findall(taps, seat_page(state, 1, names, bots, "/x").decode()) == ["market", "town hall"]


def test_numbers_of_several_places_say_which_place_they_are_of(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(CELLAR)
    state, said = st.load_ruleset(tmp_path).game().start(1), []
    for _ in range(3):
        state.choose(0)
        page = seat_page(state, 0, ["Anna", "Ben"], [False] * 2, "/x").decode()
        own = page[page.index('id="area-1"') : page.index('id="area-table"')]
        said.append(re.findall("<dt>([^<]*)</dt>|<dd><span>([^<]*)</span>", own))
    assert said == [[("stout: casks", "")]] * 2 + [[("casks", ""), ("", "stout"), ("", "bock")]]


CELLAR = """
format: 1
game: Cellar
players: 2
things: {beer: [stout, bock, pils]}
each player:
  casks(beer): {range: 0..9, start: 1}
phases:
  a turn:
    turns: player in players
    until: {two rounds are over: round > 2}
    choose: beer in beers where player.casks(beer) > 0
    add: {player.casks(beer): -1}
score: player.casks(stout)
winner: most player.score
layout: {table: {panels: [casks], only if: [casks]}}
"""
WORKERS = """
format: 1
game: Workers
players: 2
things: {space: [forest, market, town_hall]}
each space: {visitor: maybe player}
phases:
  a turn:
    turns: player in players
    until: {each has sent one: round > 1}
    choose: space in spaces where space.visitor = none
    set: {space.visitor: player}
score: 0
rulings: {equal scores share the victory: {change: score}}
"""
PRICES = """
format: 1
game: Prices
players: 1
things: {good: [bread, honey, cheese]}
components: {ware: {front: {price(good): 0..3, worth: 0..9}}}
shared: {row: {holds: ware, starts with: {price: {bread: 2, honey: 0, cheese: 1}, worth: 3}}}
phases: {nothing happens: {end: game, winner: none}}
look: {bread: brown ▲}
names: {bread: Rye bread}
"""
TOWN = """
format: 1
game: Town
players: 2
things: {kind: [farm, church], title: [old_mill, chapel_on_the_hill]}
components: {building: {front: {title: title, kind: kind, worth: 0..9, rent: 0..3, crew: 0..3, sheep: 0..12}}}
shared: {row: {holds: building, starts with: {title: old_mill, kind: farm, worth: 1, rent: 2, crew: 3, sheep: 0}}}
phases: {nothing happens: {end: game, winner: none}}
look: {farm: green ▲}
"""


def test_a_card_with_many_numbers_is_wide_enough_for_all_of_them(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(TOWN)
    state = st.load_ruleset(tmp_path).game().start(1)
    html = seat_page(state, 0, ["Anna", "Ben"], [False] * 2, "/x").decode()
    zone = html[html.index('<div class="zone ') :]
    assert "rich" in zone.split('"')[1].split()
    for text in (">1</b>", ">2</b>", ">3</b>", "<small>worth</small>", ">Old</span>", "▲", "farm"):
        assert text in zone
    # none of something is not printed
    assert "sheep" not in re.sub(r'(title|aria-label|data-all)="[^"]*"', "", zone.split("</ul>")[0])


def test_marks_of_all_are_no_board_beside_those_of_each_player(tmp_path: Path) -> None:
    text = """format: 1
game: Fields
players: 2
things: {cell: {grid: 2x2}, crop: [rye, oats]}
each cell: {reached: SHARED}
each player: {field(cell): maybe crop}
phases: {nothing happens: {for each: c in cells where not c.reached, set: {c.reached: SHARED}, do: {end: game, winner: none}}}
"""
    for shared, boards in (("false", 2), ("true", 3)):
        (tmp_path / "ruleset.yaml").write_text(text.replace("SHARED", shared))
        page = seat_page(st.load_ruleset(tmp_path).game().start(1), 0, ["Anna", "Ben"], [False] * 2, "/t").decode()
        assert page.count('class="board squares') == boards


def test_a_card_whose_title_has_a_long_word_is_a_little_wider(tmp_path: Path) -> None:
    text = """format: 1
game: Menu
players: 1
things: {dish: [pie, fishermans_soup, strawberries, antidisestablishmentarian]}
components: {meal: {front: {dish: dish, worth: 1..2}}}
shared: {row: {holds: meal, starts with: {dish: dishs, worth: 1}}}
phases: {nothing happens: {end: game, winner: none}}
look: {pie: green ▲, fishermans_soup: red ♨, strawberries: red ♣, antidisestablishmentarian: blue ●}
"""
    (tmp_path / "ruleset.yaml").write_text(text)
    style = page_style(st.load_ruleset(tmp_path).game())
    fronts = [
        {"dish": dish, "worth": 1} for dish in ("pie", "fishermans_soup", "strawberries", "antidisestablishmentarian")
    ]
    faces = [card_face({"component": "meal", "front": front}, style) for front in fronts]
    assert [face["long"] for face in faces] == [0, 1, 2, 2]
    # it goes down in size, and where that is not enough it is divided between syllables
    assert [face["title_size"] for face in faces] == [0, 11, 11, 5]
    assert faces[1]["parts"] == [("Fisher\u00admans", True), ("soup", False)]
    assert faces[3]["parts"] == [("Anti\u00addises\u00adtablish\u00admen\u00adtarian", True)]
    page = seat_page(st.load_ruleset(tmp_path).game().start(1), 0, ["Anna"], [False], "/t").decode()
    assert page.count('class="zone longer') == 1


def test_other_layouts_make_other_cards(tmp_path: Path) -> None:
    faces = []
    for number, layout in enumerate(
        ("", "layout: {cards: {building: {title: kind, corners: [{income: rent}], rows: []}}}\n")
    ):
        (tmp_path / str(number)).mkdir()
        (tmp_path / str(number) / "ruleset.yaml").write_text(TOWN + layout)
        style = page_style(st.load_ruleset(tmp_path / str(number)).game())
        front = {"title": "old_mill", "kind": "farm", "worth": 1, "rent": 2, "crew": 3, "sheep": 0}
        faces.append(card_face({"component": "building", "front": front}, style))
    assert [face["title"] for face in faces] == ["Old mill", "Farm"]
    assert [shown(face) for face in faces] == [["1", "2", "3", ""], ["2"]]
    assert faces[1]["corners"][0][0]["label"] == "income"


def test_a_card_of_which_nothing_is_known_has_the_colour_of_its_kind() -> None:
    found = card_face({"component": "card", "tag": 3}, page_style(st.load_ruleset("munchhausen").game()))
    assert (found["tint"], found["middle"], found["open"]) == ("hue-blue", "", False)


def test_marks_and_players_have_the_looks_of_their_seats() -> None:
    state = st.load_ruleset("tictactoe").game().start(1)
    state.choose(4)
    html = seat_page(state, 1, ["Anna", "Ben"], [False, False], "/x").decode()
    assert '<span class="said">cell 2/2: Anna</span>' in html
    assert re.search(r'<text [^>]*fill="#0072b2"[^>]*>X</text>', html)
    assert 'aria-label="cell 1/1"></button>' in html
    assert '<span class="pawn hue-orange" aria-hidden="true">O</span>' in html


def test_a_player_is_chosen_by_tapping_the_panel() -> None:
    state = st.load_ruleset("munchhausen").game(4).start(3)
    while state.decision.name != "the Baron picks one of the highest offers":
        state.choose(0)
    page, pieces = seat_pieces(state, state.decision.seat, [""] * 4, [False] * 4, "/x")
    for option in state.decision.options:
        area = next(area for area in page["areas"] if area["owner"] == option.value)
        assert f'value="{area["option"]}">{area["title"]}</button>' in pieces[area["id"]]
    assert page["asked"]["tapped"]


def test_words_that_say_only_whose_turn_it_is_are_not_said_twice() -> None:
    state = st.load_ruleset("othello").game().start(1)
    seat = state.decision.seat
    assert "<title>● Your turn – " in seat_page(state, seat, ["Anna", "Ben"], [False] * 2, "/x").decode()


@full
def test_places_have_their_symbols() -> None:
    state = st.load_ruleset("balvin").game().start(1)
    html = seat_page(state, 0, ["Anna", "Ben", "Clara"], [False] * 3, "/x").decode()
    assert '<span class="name">■ Dark Lager</span>' in html


@full
def test_numbers_of_tokens_have_the_look_of_those() -> None:
    state = st.load_ruleset("balvin").game().start(1)
    html = seat_page(state, 0, ["Anna", "Ben", "Clara"], [False] * 3, "/x").decode()
    coin = '<span class="pawn hue-yellow" aria-hidden="true">◉</span>'
    assert f"<dt>coins</dt><dd>{coin}20</dd>" in html
    assert f'<span class="said">till </span><b>{coin}0</b>' in html
    # those of others are not seen
    assert html.count(f"{coin}20") == 2


def test_the_style_sheet_has_all_colours() -> None:
    assert b".hue-brown { --hue: #6d4324; --fill: #4a2a12; --on: #ffffff; }" in style_sheet()[1]


@full
def test_everybody_is_told_what_is_asked_and_who_is_asked_what_to_tap() -> None:
    game = st.load_ruleset("balvin").game(3)
    state, names = game.start(3), ["Anna", "Ben", "Clara"]

    def tapped() -> str:
        asked = state.decision.seat
        found = re.search(r'<p class="hint">(.*? marked in gold)', page(asked))
        return found[1] if found else ""

    def page(seat: int) -> str:
        return seat_page(state, seat, names, [False] * 3, "/x").decode()

    hints = set()
    for _ in range(60):
        hints.add(tapped())
        seat, site = state.sites()[-1]
        words = question(state.game.program, state.game.program.sites[site], state.game.looks.wording)
        others = unescape(page((seat + 1) % 3)).casefold()
        assert f"waiting for {names[seat]}: {words}".casefold() in others
        state.choose(0)
    assert hints >= {"Auction supply cards: tap a gate marked in gold", "tap a card marked in gold"}


GRID = """
format: 1
game: Posts
players: 2
things:
  cell: 2x2
components:
  piece: {front: {rank: 1..3}}
each player:
  post(cell): {holds: piece, see: {front: owner, size: everyone}}
  pieces: {holds: piece, see: owner, starts with: {rank: 1..3}}
setup:
  Posted: {for each: p in players, move: all, from: p.pieces, to: p.post(cell_2_1)}
phases:
  Orders: {do: {Go: {for each: p in players, choose: cell in cells, move: all, from: p.post(cell), to: p.pieces}}}
score: 0
"""


def test_what_lies_on_a_square_is_seen_and_read_out_while_the_square_can_be_chosen(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(GRID)
    state = st.load_ruleset(tmp_path).game().start(1)
    html = seat_page(state, 0, ["Anna", "Ben"], [False] * 2, "/x").decode()
    own = html[html.index('id="hand"') :]
    square = re.search(r'<td><div class="zone.*?aria-label="cell 2/1: ([^"]*)"></button></td>', own, re.S)
    assert square
    # no button has another one in it
    assert square[0].count("<button") == 1
    assert square[1] == "piece 1, piece 2 and piece 3"
    assert [f'aria-label="piece {rank}"' in square[0] for rank in (1, 2, 3)] == [True] * 3
    # another's pieces are backs there
    other = html[html.index('id="area-2"') : html.index('id="hand"')]
    assert "cell 2/1: 3 face down" in other
    assert 'aria-label="piece' not in other.split("post", 1)[1].split("</table>")[0]
    # where nothing lies
    assert 'aria-label="cell 1/1"></button>' in own
