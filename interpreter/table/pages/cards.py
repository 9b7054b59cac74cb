"""How a card is drawn: what stands in its corner and in its middle, its colour and the words that are read out."""

from __future__ import annotations

import hashlib
import marshal
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from ...game.game import Game
from ...seats.phrases import card_text, face_text, plain
from .fragments import KEPT

TINTS = 8
# how large the text in the middle is goes by the letters of its longest word
SIZES = (3, 5, 8, 11)


class Style(NamedTuple):
    """How a game's things look, as plain data: `tints` and `signs` of words, a tint and a sign for each player.

    A tint is the name of a colour in the style sheet; a sign is the symbol that the ruleset names, "" where none.
    `digest` stands for all of it.
    """

    tints: dict[str, str]
    signs: dict[str, str]
    players: list[tuple[str, str]]
    digest: bytes


STYLES: WeakKeyDictionary[Game, Style] = WeakKeyDictionary()


def style_of(game: Game) -> Style:
    """The ruleset's own colours and symbols; other things have a colour in the order in which they are declared."""
    found = STYLES.get(game)
    if found is None:
        found = STYLES[game] = _style(game)
    return found


def _style(game: Game) -> Style:
    program, looks = game.program, game.looks
    tints: dict[str, str] = {}
    for kind, words in program.names.items():
        if kind != "player":
            for number, word in enumerate(words):
                tints.setdefault(word, f"hue-{look}" if (look := looks.of(word).colour) else f"tint-{number % TINTS}")
    tints |= {word: f"hue-{look.colour}" for word, look in looks.words.items() if look.colour}
    signs = {word: look.symbol for word, look in looks.words.items() if look.symbol}
    players = [looks.player(seat) for seat in range(program.players)]
    tokens = [(f"hue-{one.colour}" if one.colour else "", one.symbol) for one in players]
    return Style(tints, signs, tokens, hashlib.blake2b(marshal.dumps((tints, signs, tokens), 2)).digest())


def drawn(reference: dict[str, Any], style: Style) -> dict[str, Any]:
    """A card of a view (`reference`) as it is drawn, for the caller to add to.

    The result has `words` (all that is known of it), `corner`, `middle`, its `size`, `label` (the words below symbols),
    `under` (what its back says, where the front is known too), `tint` (the name of its colour, "" for none), `open`
    (whether any face is known) and `remembered`. Where a word has a short form, as ranks have, symbols need no label.
    """
    made: dict[str, Any] = KEPT.by("card", (reference, style.digest), lambda: _drawn(reference, style))
    return {**made}


def _drawn(reference: dict[str, Any], style: Style) -> dict[str, Any]:
    front, back, component = reference.get("front"), reference.get("back"), reference.get("component") or ""
    face, signs = front or back, style.signs
    made: dict[str, Any] = {
        "words": card_text(reference),
        "corner": "",
        "middle": "",
        "size": "",
        "label": "",
        "under": "",
        "tint": style.tints.get(component, ""),
        "open": bool(face),
        "remembered": bool(face) and not reference.get("now", True),
    }
    if not face:
        return made | {"middle": signs.get(component, "")}
    words = [str(value) for value in face.values() if isinstance(value, str)]
    words += [name for name, value in face.items() if value is True]
    short = [signs[word] for word in words if signs.get(word, "").isalnum()]
    signed = [word for word in words if word in signs and not signs[word].isalnum()]
    long = [plain(word) for word in words if word not in signs]
    symbols = "".join(signs[word] for word in signed)
    made["label"] = " ".join(long or [plain(word) for word in signed]) if symbols and not short else ""
    numbers = [
        signs.get(name, "") + str(value)
        for name, value in face.items()
        if isinstance(value, int) and not isinstance(value, bool)
    ]
    made["corner"] = "\n".join(part for part in (" ".join(short + numbers), symbols) if part)
    made["middle"] = symbols or " ".join(long) or " ".join(short + numbers)
    longest = max((len(word) for word in made["middle"].split()), default=0)
    made["size"] = next(f"up-to-{most}" for most in SIZES if longest <= most or most == SIZES[-1])
    tints = [style.tints[word] for word in words if word in style.tints]
    made["tint"] = next((tint for tint in tints if tint.startswith("hue-")), tints[0] if tints else made["tint"])
    if front and back:
        made["under"] = face_text(back, "")
    return made
