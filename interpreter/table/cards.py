"""How a card is drawn: what stands in its corner and in its middle, its colour and the words that are read out."""

from __future__ import annotations

from typing import Any

from ..program import ir
from ..seats.phrases import card_text, face_text, plain

SUITS = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}
RED = ("hearts", "diamonds")
RANKS = {
    word: str(number)
    for number, word in enumerate(("Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"), 2)
} | {"Jack": "J", "Queen": "Q", "King": "K", "Ace": "A"}
TINTS = 8
# how large the text in the middle is goes by the letters of its longest word
SIZES = (3, 5, 8, 11)
# words that are drawn in the colour that they name
HUES = ("red", "orange", "yellow", "green", "blue", "purple", "pink", "brown", "black", "white", "grey", "gray")


def tints(program: ir.Program) -> dict[str, int]:
    """A colour, 0 to 7, for each word that is a thing of the ruleset, in the order in which they are declared."""
    found: dict[str, int] = {}
    for kind, words in program.names.items():
        if kind != "player":
            for number, word in enumerate(words):
                found.setdefault(word, number % TINTS)
    return found


def drawn(reference: dict[str, Any], colours: dict[str, int]) -> dict[str, Any]:
    """A card of a view (`reference`) as it is drawn.

    The result has `words` (all that is known of it), `corner`, `middle`, its `size`, `under` (what its back says, where
    the front
    is known too), `tint` (the name of its colour, "" for none), `open` (whether any face is known) and `remembered`.
    """
    front, back = reference.get("front"), reference.get("back")
    face = front or back
    words = card_text(reference)
    made: dict[str, Any] = {
        "words": words,
        "corner": "",
        "middle": "",
        "size": "",
        "under": "",
        "tint": "",
        "open": bool(face),
    }
    made["remembered"] = bool(face) and not reference.get("now", True)
    if not face:
        return made
    named = [str(value) for value in face.values() if isinstance(value, str)]
    flags = [plain(name) for name, value in face.items() if value is True]
    numbers = [str(value) for value in face.values() if isinstance(value, int) and not isinstance(value, bool)]
    suits = [word for word in named if word in SUITS]
    short = [RANKS[word] for word in named if word in RANKS] + numbers
    long = [plain(word) for word in named if word not in RANKS and word not in SUITS] + flags
    symbols = "".join(SUITS[word] for word in suits)
    made["corner"] = "\n".join(part for part in (" ".join(short), symbols) if part)
    made["middle"] = symbols or " ".join(long) or " ".join(short)
    longest = max((len(word) for word in made["middle"].split()), default=0)
    made["size"] = next(f"up-to-{most}" for most in SIZES if longest <= most or most == SIZES[-1])
    if suits:
        made["tint"] = "red" if suits[0] in RED else "black"
    else:
        hue = next((f"hue-{word.lower()}" for word in named if word.lower() in HUES), "")
        made["tint"] = hue or next((f"tint-{colours[word]}" for word in named if word in colours), "")
    if front and back:
        made["under"] = face_text(back, "")
    return made
