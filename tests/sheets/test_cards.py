"""Cards on sheets: the right number of each, backs behind their fronts, marks at their edges, nothing that is no SVG."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from helpers import games
from helpers.games import FEW_NAMES
from helpers.tiers import tiered

from stammtisch.base.appearance.layouts import CardSize, PrintLayout
from stammtisch.base.appearance.looks import Looks
from stammtisch.base.errors import UsageError
from stammtisch.cli.commands.export import command
from stammtisch.drawing.style import card_style
from stammtisch.front.api import Ruleset, load_ruleset
from stammtisch.reading import library
from stammtisch.sheets.card_pages import Grid, back_of, front_of, lay_out_sheets
from stammtisch.sheets.cards import PrintedCard, cards_of, ruleset_style
from stammtisch.sheets.tabletop import card_pictures

PLACE = re.compile(
    r'<g transform="translate\(([\d.]+) ([\d.]+)\)(?: rotate\(-?90\))?">(.*?)</g>\s*(?=<g transform="translate|<path|$)',
    re.S,
)
STYLE = card_style("A game", Looks(), {}, {"card": [("value", "front", "int"), ("tipsy", "back", "int")]})


def of(ruleset: Ruleset, players: int | None = None) -> Counter[tuple[str, object, object]]:
    return Counter((card.component, card.front, card.back) for card in cards_of(ruleset, {}, players))


@pytest.mark.parametrize("name", tiered(library.rulesets(), FEW_NAMES.__contains__))
def test_each_card_is_there_as_often_as_the_largest_game_needs_it(name: str) -> None:
    ruleset = games.ruleset(name)
    programs = [ruleset.game(count).program for count in ruleset.players]
    if not programs[0].cards:
        with pytest.raises(UsageError, match="has no cards"):
            cards_of(ruleset, {})
        return
    for count, program in zip(ruleset.players, programs, strict=True):
        assert of(ruleset, count).total() == len(program.cards)
        assert of(ruleset, count) <= of(ruleset)
    every = [of(ruleset, count) for count in ruleset.players]
    assert all(any(made[card] == number for made in every) for card, number in of(ruleset).items())


def test_munchhausen_needs_five_ones_and_eight_threes() -> None:
    found = Counter(dict(card.front)["value"] for card in cards_of(games.ruleset("munchhausen"), {}))
    assert found == {1: 5, 2: 5, 3: 8, 4: 8, 5: 8, 6: 8, 7: 8, 8: 8}


@pytest.mark.parametrize("name", ["munchhausen", "warrender", "balvin", "hearts"])
def test_backs_lie_behind_their_fronts_when_the_paper_is_turned_on_its_long_edge(name: str) -> None:
    ruleset = games.ruleset(name)
    cards, style = cards_of(ruleset, {}), ruleset_style(ruleset)
    made = lay_out_sheets(cards, style)
    assert [sheet.name.rpartition("-")[2] for sheet in made] == ["front", "back"] * (len(made) // 2)
    seen = 0
    for fronts, backs in zip(made[::2], made[1::2], strict=True):
        mirrored = {(round(210 - float(x) - 63, 1), y): drawn for x, y, drawn in PLACE.findall(backs.inside)}
        places = [((round(float(x), 1), y), drawn) for x, y, drawn in PLACE.findall(fronts.inside)]
        assert len(places) == len(mirrored)
        for place, drawn in places:
            assert drawn == front_of(cards[seen], style) and mirrored[place] == back_of(cards[seen], style)
            seen += 1
    assert seen == len(cards)


def test_the_marks_are_where_the_cards_are_cut() -> None:
    sheet = lay_out_sheets(cards_of(games.ruleset("munchhausen"), {}), ruleset_style(games.ruleset("munchhausen")))[1]
    lines = re.findall(r'd="M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)"', sheet.inside)
    upright = {float(x) for x, _, other, _ in lines if x == other}
    across = {float(y) for _, y, _, other in lines if y == other}
    grid = Grid(CardSize(63, 88))
    assert (grid.columns, grid.rows, grid.lefts[0], grid.tops[0]) == (3, 3, 10.5, 16.5)
    assert upright == {10.5 + 63 * n for n in range(4)} and across == {16.5 + 88 * n for n in range(4)}
    assert len(lines) == 16


def test_all_that_is_drawn_can_be_read_as_svg() -> None:
    ruleset = games.ruleset("warrender")
    style = replace(ruleset_style(ruleset), game="<A & B>")
    cards = cards_of(ruleset, {})
    for sheet in [*lay_out_sheets(cards, style), *(picture.sheet for picture in card_pictures(cards, style))]:
        root = ElementTree.fromstring(sheet.svg)
        assert (root.get("width"), root.get("viewBox")) == (
            f"{sheet.width:g}mm",
            f"0 0 {sheet.width:g} {sheet.height:g}",
        )


def test_backs_that_say_nothing_are_alike_and_the_others_say_it_in_both_corners() -> None:
    cards = [PrintedCard("card", -1, (value,), (("value", value),), ()) for value in (1, 2)]
    assert back_of(cards[0], STYLE) == back_of(cards[1], STYLE) and "A game" in back_of(cards[0], STYLE)
    told = back_of(PrintedCard("card", -1, (1, 4), (("value", 1),), (("tipsy", 4),)), STYLE)
    assert told.count(">4</text>") == 3 and ">tipsy</text>" in told


SIZED = """
format: 1
game: Two sizes
players: 2
components:
  card: {front: {value: 1..3}}
  plan: {front: {worth: 1..9}}
shared:
  cards: {pile of: card, starts with: {value: 1..3}}
  plans: {pile of: plan, starts with: {worth: 1..9, copies: 3}}
phases: {nothing happens: {end: game, winner: none}}
layout: {cards: {plan: {size: mini landscape}}}
"""


def test_cards_of_different_sizes_are_on_different_pages(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(SIZED)
    ruleset = load_ruleset(tmp_path)
    pages = lay_out_sheets(cards_of(ruleset, {}), ruleset_style(ruleset))
    fronts = [PLACE.findall(page.inside) for page in pages[::2]]
    # sixteen of these lie on their side, twelve would stand
    assert [len(places) for places in fronts] == [3, 16, 11]
    xs = sorted({float(x) for x, _, _ in fronts[1]})
    assert [round(b - a) for a, b in zip(xs, xs[1:], strict=False)] == [44, 44, 44]
    notes = [re.search(r"fronts of (cards \d+–\d+ of 30, sheet \d of 3)", page.inside) for page in pages[::2]]
    assert [found and found[1] for found in notes] == [
        "cards 1–3 of 30, sheet 1 of 3",
        "cards 4–19 of 30, sheet 2 of 3",
        "cards 20–30 of 30, sheet 3 of 3",
    ]
    boards = {one.sheet.name: one.sheet for one in card_pictures(cards_of(ruleset, {}), ruleset_style(ruleset))}
    assert (boards["plan-back"].width, boards["plan-fronts"].width, boards["plan-fronts"].height) == (68, 680, 308)


def test_sheets_for_a_tabletop_have_sixty_nine_cards_and_a_plain_back() -> None:
    ruleset = games.ruleset("warrender")
    cards, style = cards_of(ruleset, {}), ruleset_style(ruleset)
    made = {picture.sheet.name: picture.sheet for picture in card_pictures(cards, style)}
    assert list(made) == ["card-fronts-1", "card-backs-1", "card-fronts-2", "card-backs-2"]
    places = {(int(x), int(y)): drawn for x, y, drawn in PLACE.findall(made["card-backs-1"].inside)}
    assert len(places) == 70 and places[630 - 63, 616 - 88] == back_of(PrintedCard("card", -1, (), (), ()), style)
    assert places[0, 88] == back_of(cards[10], style)
    alike = [picture.sheet.name for picture in card_pictures(cards_of(games.ruleset("balvin"), {}), style)]
    assert alike == ["card-back", "card-fronts", "double-back", "double-fronts"]


def test_the_command_writes_a_folder_and_refuses_what_it_cannot(tmp_path: Path) -> None:
    def call(*args: str) -> str:
        done = CliRunner().invoke(command, [*args] if args[0] == "print" else ["cards", *args])
        return str(done.exception) if done.exception else done.output

    folder = tmp_path / "new" / "sheets"
    told = call("kuhn", "--out", str(folder))
    names = ["sheet-1-front.svg", "sheet-1-back.svg"]
    assert told == f"4 cards of Kuhn poker are written to {folder}: {', '.join(names)}.\n"
    assert sorted(path.name for path in folder.iterdir()) == sorted(names)
    told = call("print", "kuhn", "--out", str(tmp_path / "box.svg"), "--only", "cards")
    assert told == f"Kuhn poker is written to {tmp_path / 'box-1.svg'} … box-2.svg: 4 cards on 1 sheet.\n"
    before = sorted(tmp_path.iterdir())
    for option, words, answer in [
        ("--paper", "Leter", "did you mean Letter?"),
        ("--paper", "legal", "write A4 or Letter"),
        ("--bleed", "50", "--bleed 50: write a number of millimetres from 0 to 5"),
        ("--gap", "wide", "--gap wide: write a number of millimetres from 0 to 20"),
        ("--marks", "croners", "did you mean corners?"),
        ("--marks", "x", "write corners, lines or none"),
        ("--shift", "up", "write how far backs move right and down, at most 10 mm, as '0.5 -0.3'"),
        ("--shift", "1 2 3", "write how far backs move"),
    ]:
        assert answer in call("print", "kuhn", "--out", str(tmp_path / "other"), option, words)
    assert sorted(tmp_path.iterdir()) == before
    assert "give a name that ends in .pdf" in call("kuhn", "--out", "cards.docx")
    assert "are pictures: give a folder" in call("kuhn", "--out", "cards.pdf", "--tabletop")
    assert "Tic-tac-toe has no cards" in call("tictactoe", "--out", str(folder))
    (tmp_path / "file").write_text("")
    assert "cannot be made" in call("kuhn", "--out", str(tmp_path / "file" / "sheets"))


def sheets_with(name: str, **lengths: object) -> list[str]:
    ruleset = games.ruleset(name)
    made = lay_out_sheets(cards_of(ruleset, {}), ruleset_style(ruleset), PrintLayout(**lengths))  # type: ignore[arg-type]
    return [sheet.inside for sheet in made]


def bleeds(inside: str) -> list[tuple[float, float, float, float]]:
    head = inside.partition('<g transform="translate(10.5')[0].partition("<rect")
    found = re.findall(r'<rect x="([-\d.]+)" y="([-\d.]+)" width="([\d.]+)" height="([\d.]+)" fill', "".join(head))
    return [(float(x), float(y), float(wide), float(high)) for x, y, wide, high in found]


def test_colours_run_out_beyond_the_cut_but_not_into_the_next_card() -> None:
    fronts = sheets_with("munchhausen")[0]
    assert bleeds(fronts)[0] == (7.5, 13.5, 66, 91) and bleeds(fronts)[4] == (73.5, 104.5, 63, 88)
    assert bleeds(sheets_with("munchhausen", bleed=0.0)[0])[0] == (10.5, 16.5, 63, 88)
    # the last page has 4 cards: the last one runs out to the right and below
    last = sheets_with("munchhausen")[-2]
    assert bleeds(last)[3] == (7.5, 104.5, 69, 91)
    # a gap is shared by the cards at both sides
    fronts = sheets_with("munchhausen", gap=2.0)[0]
    assert bleeds(fronts)[:2] == [(5.5, 11.5, 67, 92), (72.5, 11.5, 65, 92)]


def test_letter_paper_takes_nine_cards_whose_heading_is_at_the_left() -> None:
    first = sheets_with("munchhausen", paper="Letter")[0]
    places = [(float(x), float(y)) for x, y, _ in PLACE.findall(first)]
    assert places[:2] == [(13.45, 7.7), (76.45, 7.7)] and "rotate(-90)" in first
    assert len(sheets_with("munchhausen", paper="Letter")) == 14


def test_backs_move_by_the_shift_and_say_so() -> None:
    fronts, backs, *_ = sheets_with("munchhausen", shift=(0.5, -0.3))
    assert "translate(0.5 -0.3)" in backs and "moved 0.5 mm right and 0.3 mm up" in backs
    assert "translate(0 0)" in fronts and " mm right" not in fronts


def test_marks_are_at_the_corners_or_around_the_cards_or_nowhere() -> None:
    box = '<rect x="10.5" y="16.5" width="63" height="88" fill="none"'
    corners, lines, none = (sheets_with("munchhausen", marks=marks)[0] for marks in ("corners", "lines", "none"))
    assert box in lines and box not in corners + none
    assert "<path" in corners and "<path" in lines and "<path" not in none
    assert '<path d="M10.5 16.5m-1.2' in corners


def test_cards_that_lie_on_their_side_have_their_tops_at_one_side_of_the_paper(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(SIZED)
    ruleset = load_ruleset(tmp_path)
    fronts, backs = (page.inside for page in lay_out_sheets(cards_of(ruleset, {}), ruleset_style(ruleset))[2:4])
    top_left = re.search(r"translate\(([\d.]+) ([\d.]+)\) rotate\(90\)", fronts)
    behind = re.search(r"translate\(([\d.]+) ([\d.]+)\) rotate\(-90\)", backs)
    assert top_left and behind
    # the top edge of the first card is at its right in front, and at its left behind: the same edge of the paper
    assert 210 - float(top_left[1]) == float(behind[1])
