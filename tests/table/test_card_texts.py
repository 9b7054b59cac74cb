"""Sentences on the cards of a page: cut at whole lines where a card has no room for all of them."""

from __future__ import annotations

import pytest

from stammtisch.base.appearance.layouts import CardLayout, Mark
from stammtisch.base.appearance.looks import Looks
from stammtisch.drawing.style import card_style
from stammtisch.table.pages.layout.cards import PageStyle, card_face

SENTENCE = "Draw a card for each of your neighbours, then give one of them back, and take a coin from the box. "


@pytest.mark.parametrize(("times", "rows", "cut"), [(0, 0, 0), (1, 0, 0), (1, 3, 5), (3, 0, 8)])
def test_a_sentence_is_cut_to_the_lines_that_have_room(times: int, rows: int, cut: int) -> None:
    text = (SENTENCE * times).strip()
    goods = ["beer", "bread", "fish"][:rows]
    layout = CardLayout({"rows": tuple(map(Mark, goods)), "corners": ()})
    looks = Looks(cards={"card": layout}, sentences=frozenset({("card", "rule")}))
    kinds = [("name", "front", "thing name"), ("rule", "front", "thing rule"), *((g, "front", "int") for g in goods)]
    style = card_style("Town", looks, {"name": ["Baker"], "rule": [text]}, {"card": kinds})
    known = {"name": "Baker", "rule": text or None, **dict.fromkeys(goods, 2)}
    face = card_face({"component": "card", "front": known}, PageStyle(style, [], {}, {}, bytes([times, rows])))
    assert face["cut"] == cut
