"""What stands where on a kind of cards: by its layout, and by default where the layout says nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..base.appearance.layouts import CALLED, CardLayout, Mark
from .style import Attribute, CardStyle

CORNERS = 4


@dataclass(frozen=True, slots=True)
class Place:
    """What one place on a card shows: attributes, or (none of these) the look of a word; `label` stands before it."""

    attributes: tuple[Attribute, ...]
    word: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """What stands where on the cards of a kind.

    title: the first of these that a card has, or all of them if `whole_title`; footer: all of these that are not the
    title; picture, frame: the first with a symbol, with a colour. by_default: which parts the ruleset does not name.
    playing: rank and suit, as on playing cards. numbers: how many plain numbers there are.
    """

    title: tuple[Place, ...]
    picture: tuple[Place, ...]
    text: tuple[Place, ...]
    corners: tuple[Place, ...]
    rows: tuple[Place, ...]
    footer: tuple[Place, ...]
    frame: tuple[Place, ...]
    whole_title: bool
    by_default: frozenset[str]
    playing: bool
    numbers: int


def arrange_card(style: CardStyle, component: str, face: str) -> Arrangement:
    """Return what stands where on a face of a kind of cards."""
    attributes, layout = style.kinds.get((component, face), ()), style.layout(component, face)
    named = {part: tuple(_place(mark, attributes) for mark in marks) for part, marks in layout.parts.items()}
    if _is_playing(attributes, layout, style):
        return _playing(attributes, named, style)
    used = {
        attribute.name
        for part in ("title", "text", "corners", "rows", "footer")
        for place in named.get(part, ())
        for attribute in place.attributes
        if part != "text" or not style.has_texts(attribute)
    }
    free = [attribute for attribute in attributes if attribute.name not in used]
    numbers = [attribute for attribute in free if attribute.kind == "int" and not attribute.group]
    words = [*(a for a in attributes if a.is_thing), *(a for a in attributes if a.kind == "bool")]
    free_words = [attribute for attribute in words if attribute in free]
    in_corners = () if "corners" in named else numbers[:CORNERS]
    groups = dict.fromkeys(attribute.group for attribute in free if attribute.group)
    columns = [tuple(a for a in free if a.group == group) for group in groups]
    titles = _titles(free_words, style)
    default = {
        "title": tuple(Place((a,)) for a in titles),
        "picture": tuple(Place((a,)) for a in words),
        "text": tuple(Place((a,)) for a in attributes if (a.kind == "text" and a in free) or style.has_texts(a)),
        "corners": tuple(Place((a,)) for a in in_corners),
        "rows": tuple(Place(column) for column in columns) + tuple(Place((a,)) for a in numbers[len(in_corners) :]),
        "footer": tuple(Place((a,)) for a in free_words),
        "frame": tuple(Place((a,)) for a in words),
    }
    return Arrangement(
        **{part: named.get(part, places) for part, places in default.items()},
        whole_title="title" in named,
        by_default=frozenset(default) - frozenset(named),
        playing=False,
        numbers=sum(attribute.kind == "int" and not attribute.group for attribute in attributes),
    )


def _place(mark: Mark, attributes: Sequence[Attribute]) -> Place:
    """The place for a name in a layout: one attribute, all with an index, or a word."""
    found = [attribute for attribute in attributes if mark.name in (attribute.name, attribute.group)]
    return Place(tuple(found), "" if found else mark.name, mark.label)


def _titles(words: Sequence[Attribute], style: CardStyle) -> list[Attribute]:
    """Attributes by how well they name a card: called title or name, then the thing with most members, then others."""

    def rank(attribute: Attribute) -> tuple[bool, bool, int]:
        members = style.members.get(attribute.kind.partition(" ")[2], ()) if attribute.is_thing else ()
        return attribute.name not in CALLED, not attribute.is_thing, -len(members)

    return sorted(words, key=rank)


def _is_playing(attributes: Sequence[Attribute], layout: CardLayout, style: CardStyle) -> bool:
    """Whether cards are like playing cards: two things, one of them with short forms, and no layout of their own."""
    if len(attributes) != 2 or {"title", "picture", "corners"} & layout.parts.keys():
        return False
    return all(attribute.is_thing for attribute in attributes) and any(_is_rank(a, style) for a in attributes)


def _is_rank(attribute: Attribute, style: CardStyle) -> bool:
    """Whether members of a thing have short forms, as ranks have."""
    words = style.members.get(attribute.kind.partition(" ")[2], ())
    return any(style.looks.of(word).short for word in words)


def _playing(attributes: Sequence[Attribute], named: dict[str, tuple[Place, ...]], style: CardStyle) -> Arrangement:
    """The arrangement of playing cards: the rank over the suit in the corner, and the suit large."""
    rank = next(attribute for attribute in attributes if _is_rank(attribute, style))
    suit = next(attribute for attribute in attributes if attribute is not rank)
    return Arrangement(
        (),
        (Place((suit,)), Place((rank,))),
        named.get("text", ()),
        (Place((rank, suit)),),
        named.get("rows", ()),
        named.get("footer", ()),
        named.get("frame", (Place((suit,)), Place((rank,)))),
        whole_title=True,
        by_default=frozenset(),
        playing=True,
        numbers=0,
    )
