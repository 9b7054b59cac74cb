"""What a card shows: by default, and by a layout; made only from what is known of it."""

from __future__ import annotations

from typing import Any

from stammtisch.base.appearance.layouts import SIZES, CardLayout, Mark
from stammtisch.base.appearance.looks import Look, Looks
from stammtisch.drawing.description import CardDrawing, describe_card
from stammtisch.drawing.style import card_style

LOOKS = {
    "hearts": Look("red", "♥"),
    "Queen": Look("", "Q"),
    "farm": Look("green", "▲"),
    "wood": Look("brown", "■"),
    "worth": Look("yellow", "★"),
    "feast": Look("pink", "✚"),
    "building": Look("blue"),
}
MEMBERS = {
    "rank": ["Two", "Queen"],
    "suit": ["hearts", "stars"],
    "kind": ["farm", "church"],
    "title": ["old_mill", "inn", "yard"],
    "good": ["wood", "wool"],
}
KIND, TITLE = ("kind", "front", "thing kind"), ("building_title", "front", "thing title")
COSTS = [("cost_wood", "front", "int"), ("cost_wool", "front", "int")]
INDEXED = {"building": {"cost_wood": ("cost", "wood"), "cost_wool": ("cost", "wool")}}


def numbers(*names: str) -> list[tuple[str, str, str]]:
    return [(name, "front", "int") for name in names]


def card(attributes: list[tuple[str, str, str]], layout: CardLayout | None = None, **known: Any) -> CardDrawing:
    looks = Looks(LOOKS, (Look("orange", "●"),), {"building": layout} if layout else {}, indexed=INDEXED)
    return describe_card(card_style("A game", looks, MEMBERS, {"building": attributes}), "building", "front", known)


def signs(drawing: CardDrawing) -> list[str]:
    return [" ".join(value.sign for value in corner) for corner in drawing.corners]


def rows(drawing: CardDrawing) -> list[tuple[str, str]]:
    return [(row.label, " ".join(f"{v.sign} {v.label}".strip() for v in row.values)) for row in drawing.rows]


def test_rank_and_suit_make_a_playing_card() -> None:
    found = card([("rank", "front", "thing rank"), ("suit", "front", "thing suit")], rank="Queen", suit="hearts")
    assert (signs(found), found.picture, found.heading, found.colour) == (["Q ♥"], "♥", "", "red")
    assert found.playing and found.mirrored


def test_two_things_without_short_forms_are_a_title_and_words_below() -> None:
    found = card([KIND, TITLE], kind="farm", building_title="old_mill")
    assert (found.heading, found.picture, found.colour) == ("Old mill", "▲", "green")
    assert [value.text for value in found.footer] == ["farm"] and not found.playing


def test_an_attribute_called_name_is_the_title_whatever_else_there_is() -> None:
    found = card([TITLE, ("name", "front", "thing kind")], building_title="inn", name="church")
    assert found.heading == "Church" and [value.text for value in found.footer] == ["inn"]


def test_a_number_alone_needs_no_word() -> None:
    found = card(numbers("value"), value=7)
    assert (signs(found), found.corners[0][0].label, found.mirrored) == (["7"], "", True)
    assert signs(card(numbers("value"), value=0)) == ["0"]


def test_several_numbers_have_their_symbol_or_word_and_the_fifth_is_in_a_row() -> None:
    six = numbers("value", "worth", "rent", "crew", "guests", "sheep")
    found = card([TITLE, *six], building_title="inn", value=1, worth=2, rent=3, crew=4, guests=5, sheep=6)
    assert signs(found) == ["1", "★2", "3", "4"]
    assert [corner[0].label for corner in found.corners] == ["value", "", "rent", "crew"]
    assert rows(found) == [("guests", "5"), ("sheep", "6")]
    assert not found.mirrored


def test_zeros_no_and_none_are_not_shown_and_the_others_keep_their_places() -> None:
    flag = ("feast", "front", "bool")
    found = card([KIND, flag, *numbers("value", "worth", "rent")], kind=None, feast=False, value=0, worth=0, rent=2)
    assert signs(found) == ["0", "", "2"] and found.heading == "" and found.picture == ""
    found = card([KIND, flag, *numbers("value")], kind=None, feast=True, value=0)
    assert (signs(found), found.heading, found.picture, found.colour) == ([""], "Feast", "✚", "pink")


def test_numbers_by_things_are_a_row_of_their_symbols() -> None:
    found = card([TITLE, *COSTS, *numbers("worth")], building_title="inn", cost_wood=2, cost_wool=1, worth=3)
    assert rows(found) == [("cost", "■2 1 wool")] and signs(found) == ["★3"]
    assert rows(card([TITLE, *COSTS], building_title="inn", cost_wood=0, cost_wool=0)) == []


def test_a_layout_says_what_stands_where() -> None:
    layout = CardLayout(
        {
            "title": (Mark("kind"),),
            "corners": (Mark("cost"), Mark("rent", "income")),
            "footer": (Mark("building_title"), Mark("kind")),
            "picture": (Mark("worth"),),
            "frame": (Mark("wood"),),
        },
        SIZES["mini"],
    )
    known = {"building_title": "inn", "kind": "farm", "cost_wood": 2, "cost_wool": 0, "rent": 0, "worth": 4, "crew": 2}
    found = card([TITLE, KIND, *COSTS, *numbers("rent", "worth", "crew")], layout, **known)
    assert (found.heading, found.picture, found.colour, found.size) == ("Farm", "★", "brown", SIZES["mini"])
    assert signs(found) == ["■2", "0"] and found.corners[1][0].label == "income"
    # what the layout does not name has a place, too
    assert rows(found) == [("worth", "★4"), ("crew", "2")]
    assert [value.text for value in found.footer] == ["inn"]


def test_a_part_that_is_left_empty_is_empty() -> None:
    layout = CardLayout({"title": (), "rows": (), "picture": (), "corners": (Mark("worth"),), "footer": ()})
    found = card([TITLE, KIND, *numbers("worth", "rent")], layout, building_title="inn", kind="farm", worth=1, rent=2)
    assert (found.heading, found.picture, found.rows, found.footer, signs(found)) == ("", "", (), (), ["★1"])


def test_a_size_alone_leaves_a_playing_card_one() -> None:
    layout = CardLayout(size=SIZES["bridge"])
    attributes = [("rank", "front", "thing rank"), ("suit", "front", "thing suit")]
    found = card(attributes, layout, rank="Two", suit="stars")
    assert found.playing and found.size == SIZES["bridge"] and signs(found) == ["Two stars"]


def test_what_is_not_known_is_left_out() -> None:
    found = card([TITLE, KIND, *COSTS, *numbers("worth")], kind="farm")
    assert (found.heading, signs(found), found.rows, found.footer) == ("Farm", [""], (), ())


def test_sentences_are_shown_as_they_stand() -> None:
    text = ("tip", "front", "text")
    found = card([TITLE, text], building_title="inn", tip="Draw one_two; then discard.")
    assert [value.text for value in found.text] == ["Draw one_two; then discard."]


def test_a_card_of_a_player_has_the_player_s_colour_and_symbol() -> None:
    style = card_style("A game", Looks({}, (Look("orange", "●"),)), {}, {"building": numbers("value")})
    found = describe_card(style, "building", "front", {"value": 3}, owner=0)
    assert (signs(found), found.colour) == (["3 ●"], "orange")
