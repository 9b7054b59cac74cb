"""Put a ruleset's display names and symbols in place of words, and colour lines for a terminal."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import Any

from ...base.appearance.looks import COLOURS, Looks
from .arrangement import CELL, is_cell
from .things import with_symbol


def add_symbols(told: Any, looks: Looks) -> Any:
    """Return the data of a view or event with display names, and symbols before them, for things and card values.

    Numbers of tokens have theirs too. A player's mark on a board, which is the player's number, is the symbol alone.
    """
    if not looks.words and not looks.players:
        return told
    if isinstance(told, list):
        return [add_symbols(item, looks) for item in told]
    if not isinstance(told, dict):
        return told
    found: dict[str, Any] = {
        key: _face(value, looks) if key in ("front", "back") and isinstance(value, dict) else add_symbols(value, looks)
        for key, value in told.items()
    }
    for key in ("value", "word"):
        # a square keeps its name, by which it is drawn at its place
        if isinstance(word := found.get(key), str) and not CELL.fullmatch(word):
            found[key] = with_symbol(looks.wording.name(word), looks.of(word))
    if found.get("kind") == "thing player" and isinstance(found.get("value"), int) and is_cell(found):
        found["value"] = looks.player(found["value"]).symbol or found["value"]
    # how far somebody is on a track stays a number
    if found.get("of") and isinstance(found["value"], int) and found["show"] != "track":
        found["value"] = with_symbol(str(found["value"]), looks.of(found["of"]))
    return found


def _face(face: dict[str, Any], looks: Looks) -> dict[str, Any]:
    """The face of a card with symbols at values, or at the names of true ones."""
    return {
        with_symbol(looks.wording.name(name), looks.of(name)) if value is True else name: with_symbol(
            looks.wording.name(value), looks.of(value)
        )
        if isinstance(value, str)
        else value
        for name, value in face.items()
    }


def colouring(looks: Looks, tokens: Collection[str] = ()) -> Callable[[str], str]:
    """The function that colours a line for a terminal: words with symbols and numbers of `tokens`."""
    shown = {
        word: look
        for word, look in looks.words.items()
        if look.colour and look.symbol and not look.short and COLOURS[look.colour].terminal >= 0
    }
    codes = {re.escape(with_symbol(looks.wording.name(word), look)): look.colour for word, look in shown.items()}
    for symbol in dict.fromkeys(shown[word].symbol for word in tokens if word in shown):
        alike = {looks.words[word].colour for word in tokens if looks.of(word).symbol == symbol}
        if len(alike) == 1:
            codes[rf"{re.escape(symbol)} \d+"] = alike.pop()
    if not codes:
        return str
    found = [(text, COLOURS[codes[text]].terminal) for text in sorted(codes, key=len, reverse=True)]
    pattern = re.compile("|".join(f"({text})" for text, _ in found))
    return lambda line: pattern.sub(lambda at: f"\x1b[38;5;{found[(at.lastindex or 1) - 1][1]}m{at[0]}\x1b[0m", line)
