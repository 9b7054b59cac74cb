"""What a seat sees of places for cards, by their names, as players of one game need it."""

from __future__ import annotations

from typing import Any

from stammtisch.bots.knowledge import Knowledge

Zone = dict[str, Any]


def zone(known: Knowledge, name: str, *indexes: int) -> Zone:
    """The place of a name; indexes: of its seat, and of its other things, from 0."""
    return next(
        one
        for one in known.view["zones"]
        if one["name"] == name and tuple(at["index"] for at in one["indexes"]) == indexes
    )


def fronts(of: Zone) -> list[dict[str, Any]]:
    """The fronts of the cards that the seat knows there."""
    return [card["front"] for card in of["cards"] if "front" in card]


def number(known: Knowledge, name: str, *indexes: int) -> int:
    """The value of a name."""
    value: int = next(
        one["value"]
        for one in known.view["values"]
        if one["name"] == name and tuple(at["index"] for at in one["indexes"]) == indexes
    )
    return value


def others(known: Knowledge) -> list[int]:
    """The other seats, from the left on."""
    return [(known.seat + n) % known.players for n in range(1, known.players)]


def at_value(known: Knowledge, value: object) -> int:
    """The position of the option of a value."""
    return [option["value"] for option in known.options].index(value)


def at_words(known: Knowledge, words: str) -> int:
    """The position of the first option with these words."""
    return [option["words"] for option in known.options].index(words)
