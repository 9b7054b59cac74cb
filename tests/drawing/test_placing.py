"""Cards in print: everything inside the card, nothing below the least size, nothing over another part."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from stammtisch.base.appearance.layouts import SIZES, CardLayout, CardSize
from stammtisch.base.appearance.looks import COLOURS, Look, Looks
from stammtisch.base.appearance.pictures import Picture
from stammtisch.drawing.description import describe_card
from stammtisch.drawing.fitting import LEAST, text_width
from stammtisch.drawing.placing import EDGE, PlacedCard, contrast, ink_on, place_card
from stammtisch.drawing.style import CardStyle, card_style
from stammtisch.drawing.svg import draw_back, draw_front
from stammtisch.front.api import validate

NUMBERS = ("worth", "rent", "crew", "guests", "sheep", "blessings")
TITLES = ("Inn", "Weavers_and_dyers_yard", "The_chapel_on_the_hill_behind_the_mill")
ATTRIBUTES = [("title", "front", "thing title"), ("kind", "front", "thing kind"), ("tip", "front", "text")]
ATTRIBUTES += [(name, "front", "int") for name in NUMBERS] + [("house", "back", "thing kind")]
FULL = dict.fromkeys(NUMBERS, 12)
SENTENCE = "Discard any number of cards and draw as many. Whoever has most of them takes a coin from the box."

TIP = {"card": [("tip", "front", "text")]}

GAME = """
format: 1
game: Houses
players: 2
things: {title: [inn, LONG]}
components: {building: {front: {title: title, worth: 1..9}}}
shared:
  deck: {pile of: building, see: nobody, starts with: {title: titles, worth: 3}}
  row: {holds: building}
setup: {open the row: {move: all, from: deck, to: row}}
phases: {the game ends: {end: game}}
score: sum(row.worth)
rulings: {equal scores share the victory: {change: score}}
"""


def style(size: CardSize = SIZES["poker"], **looks: Look) -> CardStyle:
    members = {"title": TITLES, "kind": ["farm", "workshop"]}
    found = Looks({"farm": Look("yellow", "▲"), **looks}, (), {"building": CardLayout(size=size)})
    return card_style("Mill town", found, members, {"building": ATTRIBUTES})


def placed(size: CardSize = SIZES["poker"], /, **known: Any) -> PlacedCard:
    return place_card(describe_card(style(size), "building", "front", known))


@pytest.mark.parametrize("size", [*SIZES.values(), *(size.landscape for size in SIZES.values())])
@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("more", [{}, FULL, {**FULL, "tip": SENTENCE}, {"tip": SENTENCE}, {"worth": 9}])
def test_everything_is_on_the_card_and_can_be_read(size: CardSize, title: str, more: dict[str, Any]) -> None:
    found = placed(size, title=title, kind="farm", **more)
    for text in found.texts:
        assert text.size >= LEAST - 1e-9, text
    if found.misfits:
        return  # said by `validate`
    for text in found.texts:
        wide = text_width(text.text, text.bold) * text.size
        left = text.x - {"start": 0, "middle": wide / 2, "end": wide}[text.anchor]
        assert left >= EDGE - 0.5 and left + wide <= size.width - EDGE + 0.5, text
        assert text.y - text.size * 0.75 >= EDGE and text.y <= size.height - EDGE + 0.3, text
    for box in found.boxes:
        assert box.x >= EDGE - 1e-9 and box.x + box.width <= size.width - EDGE + 1e-9
        assert box.y >= EDGE - 1e-9 and box.y + box.height <= size.height - EDGE + 1e-9


def test_six_numbers_and_a_long_title_have_room_on_a_poker_card_and_no_line_is_over_another() -> None:
    for title in TITLES:
        found = placed(title=title, kind="farm", **FULL)
        assert found.misfits == []
        areas = []
        for text in found.texts:
            wide = text_width(text.text, text.bold) * text.size
            left = text.x - {"start": 0, "middle": wide / 2, "end": wide}[text.anchor]
            areas.append((left, text.y - text.size * 0.7, left + wide, text.y, text.text))
        for number, one in enumerate(areas):
            for other in areas[number + 1 :]:
                apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
                assert apart, (one, other)


def test_what_has_no_room_is_named() -> None:
    long = SENTENCE * 9
    assert placed(SIZES["mini"], title="Inn", kind="farm", tip=long).misfits == ["tip"]
    assert placed(title="Inn", kind="farm", tip=SENTENCE).misfits == []


def test_icons_in_sentences_have_room_and_stand_in_their_line() -> None:
    picture = Picture("digest", "svg", b"<svg/>")
    looks = Looks({"coin": Look("yellow", "◉"), "sheep": Look(file="sheep.svg", picture=picture)})
    kinds = card_style("A game", replace(looks, sentences=frozenset({("card", "tip")})), {}, TIP)
    found = place_card(describe_card(kinds, "card", "front", {"tip": "[coin] +1, then 2 [sheep]."}))
    texts = [text for text in found.texts if text.text]
    assert [text.text for text in texts] == ["◉", "+1, then 2", "."]
    assert texts[0].ink == COLOURS["yellow"].ink and len({text.y for text in texts}) == 1
    (sheep,) = found.images
    assert texts[0].x < texts[1].x < sheep.x < sheep.x + sheep.width <= texts[2].x + 1e-9
    assert sheep.y < texts[0].y < sheep.y + sheep.height
    long = {"tip": "[coin] " * 900}
    assert place_card(describe_card(kinds, "card", "front", long)).misfits == ["tip"]


def test_a_chip_is_as_wide_as_its_number_and_labelled() -> None:
    found = placed(title="Inn", kind="farm", worth=3, rent=12)
    assert {"3", "12", "worth", "rent"} <= {text.text for text in found.texts}


def test_a_six_that_stands_twice_is_underlined() -> None:
    kinds = card_style("A game", Looks(), {}, {"card": [("value", "front", "int")]})
    boxes = [place_card(describe_card(kinds, "card", "front", {"value": value})).boxes for value in (6, 9, 5, 66, 98)]
    assert [sum(box.height == 0.5 for box in some) for some in boxes] == [1, 1, 0, 1, 1]


@pytest.mark.parametrize("name", COLOURS)
def test_numbers_can_be_read_on_their_chip(name: str) -> None:
    fill = COLOURS[name].fill
    assert contrast(fill, ink_on(fill)) >= 4.4


def test_faces_are_svg_and_escaped() -> None:
    made = style(farm=Look("red", "<"))
    for face in (
        draw_front(made, "building", {"title": TITLES[1], "kind": "farm", "tip": "<b> & more", **FULL}),
        draw_back(made, "building", {"house": "farm"}),
        draw_back(made, "building", {}),
    ):
        root = ElementTree.fromstring(f"<svg>{face}</svg>")
        sizes = [float(size) for size in re.findall(r'font-size="([\d.]+)"', face)]
        assert len(root) > 2 and min(sizes) >= round(LEAST, 2)
    assert "Mill town" in draw_back(made, "building", {})


def test_validate_names_the_card_and_what_has_no_room_on_it(tmp_path: Path) -> None:
    text = GAME.replace("LONG", "o" * 60)
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    assert [d.message for d in validate(tmp_path) if d.code == "cramped-card"] == [
        f"'title' has no room on the card '{'o' * 60} 3': it is 63 x 88 mm"
    ]
    (tmp_path / "ruleset.yaml").write_text(GAME.replace("LONG", "o" * 30), encoding="utf-8")
    assert "cramped-card" not in [d.code for d in validate(tmp_path)]
