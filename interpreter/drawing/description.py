"""What a card shows, as plain data: the one description from which the table and print draw it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..base.appearance.inline_icons import Icon, icons_and_words
from ..base.appearance.layouts import CardSize
from ..base.appearance.looks import Look
from ..base.appearance.pictures import Picture
from .arrangement import Arrangement, Place, arrange_card
from .style import Attribute, CardStyle

# how many letters of a word stand for it where there is room for no more
SHORT = 3
# letters from here on stand for icons in sentences: the private area of Unicode
ICONS = 0xE000


@dataclass(frozen=True, slots=True)
class Value:
    """A value as it is drawn; of: the attribute that it shows, or "".

    text: in words or digits, "" where the symbol says it; colour: the name of its own colour, or ""; label: what it is,
    "" where that is clear.
    """

    of: str
    text: str
    symbol: str = ""
    colour: str = ""
    label: str = ""

    @property
    def sign(self) -> str:
        """The symbol and the text, as they stand in a corner."""
        return self.symbol + self.text


@dataclass(frozen=True, slots=True)
class Row:
    """A line of values: what they are, and each with its symbol or words."""

    label: str
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class CardDrawing:
    """A face of a card as it is drawn, made only from what is known of it.

    title: "" if it has none; picture: the symbols drawn large, image: what is drawn in their place; corners: top left,
    top right, bottom left, bottom right, each a column of values; colour: the name of the frame's colour, or "";
    mirrored: the first corner stands below, too, turned round, as there is nothing else; playing: a playing card;
    icons: those in its sentences, where the letter of the private area that each has stands for it.
    """

    title: tuple[Value, ...]
    picture: str
    corners: tuple[tuple[Value, ...], ...]
    rows: tuple[Row, ...]
    footer: tuple[Value, ...]
    text: tuple[Value, ...]
    colour: str
    mirrored: bool
    playing: bool
    size: CardSize
    image: Picture | None = None
    icons: Mapping[str, Icon] = field(default_factory=dict)

    @property
    def heading(self) -> str:
        """The title in words, with a capital."""
        words = " ".join(value.text or value.symbol for value in self.title)
        return words[:1].upper() + words[1:]

    @property
    def is_plain(self) -> bool:
        """Whether a small card shows all of it: the first corner, a picture and a title."""
        return not (self.rows or self.footer or self.text or any(self.corners[1:]))

    def parts(self, text: str) -> list[str | Icon]:
        """Return a sentence, or a line of one, in parts: words and icons."""
        found: list[str | Icon] = []
        for words in re.split(f"([{''.join(self.icons)}])", text) if self.icons else [text]:
            if words:
                found.append(self.icons.get(words, words))
        return found


def describe_card(
    style: CardStyle, component: str, face: str, values: Mapping[str, Any], owner: int = -1
) -> CardDrawing:
    """Return what a face of a card shows: only these values, of those that are known.

    values: by attribute a number, true or false, a word, or None for nothing; owner: the seat whose colour it has, else
    -1.
    """
    placed = arrange_card(style, component, face)
    show = _Shower(style, placed, values)
    title = show.title()
    corners = tuple(show.corner(number, place) for number, place in enumerate(placed.corners))
    player = style.looks.player(owner)
    if player.symbol:
        first = (*(corners[0] if corners else ()), Value("", "", player.symbol, player.colour))
        corners = (first, *corners[1:])
    rows = tuple(row for place in placed.rows if (row := show.row(place)).values)
    footer = tuple(value for place in placed.footer for value in show.values_at(place) if value not in title)
    text = tuple(value for place in placed.text for value in show.texts_at(place))
    image = show.image()
    return CardDrawing(
        title,
        "" if image else show.picture(),
        corners,
        rows,
        footer,
        text,
        show.colour() or player.colour or style.looks.of(component).colour,
        mirrored=bool(corners and corners[0]) and not any(corners[1:]) and not (rows or text or footer),
        playing=placed.playing,
        size=style.layout(component, face).size,
        image=image,
        icons={letter: icon for icon, letter in show.icons.items()},
    )


@dataclass(frozen=True, slots=True)
class _Shower:
    """Makes what the parts of one face show."""

    style: CardStyle
    placed: Arrangement
    known: Mapping[str, Any]
    icons: dict[Icon, str] = field(default_factory=dict)

    def value(self, attribute: Attribute, label: str = "") -> Value | None:
        """The value of an attribute as it is drawn; None for nothing, no, and none of something counted by kinds."""
        value = self.known.get(attribute.name)
        if value is None or value is False or (attribute.group and value == 0):
            return None
        if attribute.kind == "text":
            return Value(attribute.name, self.style.word(str(value)), label=label)
        if isinstance(value, int) and not isinstance(value, bool) and not attribute.is_thing:
            look = self.style.look(attribute)
            return Value(attribute.name, str(value), look.symbol, look.colour, label)
        if isinstance(value, int) and not isinstance(value, bool):
            words = f"{self.style.word(attribute.kind.partition(' ')[2])} {value + 1}"
            return Value(attribute.name, words, label=label)
        name = attribute.name if value is True else str(value)
        look = self.style.looks.of(name)
        words = look.symbol if look.short else self.style.word(name)
        return Value(attribute.name, words, "" if look.short else look.symbol, look.colour, label)

    def values_at(self, place: Place) -> Iterator[Value]:
        """The values at a place that this card has."""
        for attribute in place.attributes:
            if (value := self.value(attribute, place.label)) is not None:
                yield value

    def texts_at(self, place: Place) -> Iterator[Value]:
        """The sentences at a place: of a thing whose members have such that of this member, else what it shows."""
        for attribute in place.attributes:
            known = self.known.get(attribute.name)
            value: Value | None
            if self.style.has_texts(attribute) or (attribute.kind == "text" and known):
                sentence = str(known) if attribute.kind == "text" else self.style.looks.texts.get(str(known), "")
                value = Value(attribute.name, self.with_icons(sentence), label=place.label) if sentence else None
            else:
                value = self.value(attribute, place.label)
            if value is not None:
                yield value

    def with_icons(self, sentence: str) -> str:
        """A sentence with a letter of the private area in place of each icon."""
        parts = icons_and_words(sentence, self.style.looks)
        return "".join(
            part if isinstance(part, str) else self.icons.setdefault(part, chr(ICONS + len(self.icons)))
            for part in parts
        )

    def title(self) -> tuple[Value, ...]:
        """The title: all that the layout names, or the first word that the card has."""
        found = [value for place in self.placed.title for value in self.values_at(place)]
        return tuple(found if self.placed.whole_title else found[:1])

    def picture(self) -> str:
        """The first symbol of the picture; "" if there is none."""
        for place in self.placed.picture:
            looks = [(look.symbol, look.short) for look in [self.style.looks.of(place.word)] if place.word]
            looks += [(value.symbol, False) for value in self.values_at(place)]
            for symbol, short in looks:
                if symbol and not short:
                    return symbol
        return ""

    def image(self) -> Picture | None:
        """The first picture from a file; None if there is none."""
        words = [place.word for place in self.placed.picture if place.word]
        shown = [a for place in self.placed.picture for a in place.attributes if self.value(a) is not None]
        looks = [*map(self.style.looks.of, words), *map(self.look_of, shown)]
        return next((look.picture for look in looks if look.picture), None)

    def look_of(self, attribute: Attribute) -> Look:
        """The look of what a card has of an attribute: of its word, else of the attribute."""
        value = self.known.get(attribute.name)
        return self.style.looks.of(value) if isinstance(value, str) else self.style.look(attribute)

    def colour(self) -> str:
        """The colour of the frame: the first that a word has of its own, else the first that words have by turns."""
        words = [place.word for place in self.placed.frame if place.word]
        for place in self.placed.frame:
            for attribute in place.attributes:
                value = self.known.get(attribute.name)
                if isinstance(value, str) or value is True:
                    words.append(attribute.name if value is True else value)
        return self.style.colour(words)

    def corner(self, number: int, place: Place) -> tuple[Value, ...]:
        """The values in a corner; what is clear by default has no label, and no zero but the first number's."""
        found = []
        flagged = any(value is True for value in self.known.values())
        for value in self.values_at(place):
            is_number = value.text.lstrip("-").isdigit()
            if value.text == "0" and "corners" in self.placed.by_default and (number or flagged):
                continue
            member = next(a.member for a in place.attributes if a.name == value.of)
            named = place.label or (
                (member or value.of) if is_number and (member or self.placed.numbers > 1) and not value.symbol else ""
            )
            if self.placed.playing and value.symbol:
                found.append(Value(value.of, "", value.symbol, value.colour))
            elif is_number or place.label:
                found.append(Value(value.of, value.text, value.symbol, value.colour, self.style.word(named)))
            else:
                found.append(Value(value.of, "" if value.symbol else value.text, value.symbol, value.colour))
        return tuple(found)

    def row(self, place: Place) -> Row:
        """A line of values; the members of an attribute with an index have their symbols or words."""
        named = place.label or (place.attributes[0].group or place.attributes[0].name if place.attributes else "")
        single = len(place.attributes) == 1 and not place.attributes[0].group
        values = []
        for attribute in place.attributes:
            value = self.value(attribute)
            if value is None or (single and value.text == "0"):
                continue
            label = "" if value.symbol or single else self.style.word(attribute.member)
            values.append(Value(value.of, value.text, value.symbol, value.colour, label))
        return Row(self.style.word(named), tuple(values))
