"""The symbols that a ruleset names, put before the words of what a seat is told, and colours for a terminal."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ..base.looks import COLOURS, Looks
from .arrangement import is_cell
from .phrases import marked, plain


def dressed(told: Any, looks: Looks) -> Any:
    """Data of a view or an event, in which the words of things and of what is printed on cards have their symbols.

    A player's mark on a board, which is the player's number, is the symbol alone.
    """
    if not looks.words and not looks.players:
        return told
    if isinstance(told, list):
        return [dressed(item, looks) for item in told]
    if not isinstance(told, dict):
        return told
    found: dict[str, Any] = {
        key: _face(value, looks) if key in ("front", "back") and isinstance(value, dict) else dressed(value, looks)
        for key, value in told.items()
    }
    for key in ("value", "word"):
        if isinstance(found.get(key), str):
            found[key] = marked(found[key], looks.of(found[key]))
    if found.get("kind") == "thing player" and isinstance(found.get("value"), int) and is_cell(found):
        found["value"] = looks.player(found["value"]).symbol or found["value"]
    return found


def _face(face: dict[str, Any], looks: Looks) -> dict[str, Any]:
    """What is printed on a face: words as values, names of what is so."""
    return {
        marked(name, looks.of(name)) if value is True else name: marked(value, looks.of(value))
        if isinstance(value, str)
        else value
        for name, value in face.items()
    }


def colouring(looks: Looks) -> Callable[[str], str]:
    """What gives a line for a terminal its colours: dressed words that have one, each with its symbol."""
    codes = {
        plain(marked(word, look)): COLOURS[look.colour].terminal
        for word, look in looks.words.items()
        if look.colour and look.symbol and not look.short and COLOURS[look.colour].terminal >= 0
    }
    if not codes:
        return str
    pattern = re.compile("|".join(re.escape(text) for text in sorted(codes, key=len, reverse=True)))
    return lambda line: pattern.sub(lambda found: f"\x1b[38;5;{codes[found[0]]}m{found[0]}\x1b[0m", line)
