"""Cards as pages draw them: the corner, the middle, the colour, and the text that is read aloud."""

from __future__ import annotations

import hashlib
import marshal
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from ...base.english import plain_words
from ...base.looks import CardStyle, card_style
from ...drawing.board_plans import BoardPlan, board_plans
from ...drawing.boards import player_look, short_forms
from ...seats.phrases import card_text, face_text
from ...seats.running_game import StartedGame
from .fragments import FRAGMENTS

# the size of the middle text by the letters of its longest word
SIZES = (3, 5, 8, 11)


class PageStyle(NamedTuple):
    """How a game looks on pages: its cards, its boards, a tint and a symbol for each player; `digest` identifies it.

    A tint is the name of a colour in the style sheet, "" for none. shorts: short forms of members, for boards.
    """

    cards: CardStyle
    players: list[tuple[str, str]]
    boards: dict[str, BoardPlan]
    shorts: dict[str, str]
    digest: bytes

    def tint(self, *words: str) -> str:
        """The tint of the first of these words that has a colour of its own."""
        return tint(self.cards.colour(words))

    def symbol(self, word: str) -> str:
        """The ruleset's symbol for a word, "" for none."""
        return self.cards.looks.of(word).symbol


PAGE_STYLES: WeakKeyDictionary[StartedGame, PageStyle] = WeakKeyDictionary()


def page_style(game: StartedGame) -> PageStyle:
    """Return the style of a game."""
    found = PAGE_STYLES.get(game)
    if found is None:
        found = PAGE_STYLES[game] = _make_style(game)
    return found


def _make_style(game: StartedGame) -> PageStyle:
    """Make the style of a game."""
    program, looks = game.program, game.looks
    kinds = [words for kind, words in program.names.items() if kind != "player"]
    cards = card_style(program.game, looks, kinds)
    boards = board_plans(program, looks.boards)
    players = [(tint(look.colour), look.symbol) for look in map(looks.player, range(program.players))]
    if not looks.players and any(plan.owned for plan in boards.values()):
        # whose pieces are whose
        players = [(tint(colour), sign) for colour, sign in (player_look(cards, n) for n in range(program.players))]
    words = [(word, look.colour, look.symbol) for word, look in looks.words.items()]
    names = [(name, found.one, found.many) for name, found in looks.names.items()]
    parts = words, names, players, [*cards.others.items()], repr(boards)
    digest = hashlib.blake2b(marshal.dumps(parts, 2)).digest()
    return PageStyle(cards, players, boards, short_forms(program), digest)


def tint(colour: str) -> str:
    """The style sheet's name for a colour, "" for none."""
    return f"hue-{colour}" if colour else ""


def card_face(reference: dict[str, Any], style: PageStyle) -> dict[str, Any]:
    """A card of a view (`reference`) as it is drawn, as a new dict that the caller may add to.

    The result has `words` (all that is known of it), `corner`, `middle`, its `size`, `label` (the words below symbols),
    `under` (what its back says, where the front is known too), `tint` (the name of its colour, "" for none), `open`
    (whether any face is known) and `remembered`. Where a word has a short form, as ranks have, symbols need no label.
    """
    made: dict[str, Any] = FRAGMENTS.make_once_for(
        "card", (reference, style.digest), lambda: _make_face(reference, style)
    )
    return {**made}


def _make_face(reference: dict[str, Any], style: PageStyle) -> dict[str, Any]:
    """Make the face of a card."""
    front, back, component = reference.get("front"), reference.get("back"), reference.get("component") or ""
    face = front or back
    made: dict[str, Any] = {
        "words": card_text(reference),
        "corner": "",
        "middle": "",
        "size": "",
        "label": "",
        "under": "",
        "tint": style.tint(component),
        "open": bool(face),
        "remembered": bool(face) and not reference.get("now", True),
    }
    if not face:
        return made | {"middle": style.symbol(component)}
    words = [str(value) for value in face.values() if isinstance(value, str)]
    words += [name for name, value in face.items() if value is True]
    signs = {word: sign for word in words if (sign := style.symbol(word))}
    short = [signs[word] for word in words if signs.get(word, "").isalnum()]
    signed = [word for word in words if word in signs and not signs[word].isalnum()]
    long = [plain_words(word) for word in words if word not in signs]
    symbols = "".join(signs[word] for word in signed)
    made["label"] = " ".join(long or [plain_words(word) for word in signed]) if symbols and not short else ""
    numbers = [
        style.symbol(name) + str(value)
        for name, value in face.items()
        if isinstance(value, int) and not isinstance(value, bool)
    ]
    made["corner"] = "\n".join(part for part in (" ".join(short + numbers), symbols) if part)
    made["middle"] = symbols or " ".join(long) or " ".join(short + numbers)
    longest = max((len(word) for word in made["middle"].split()), default=0)
    made["size"] = next(f"up-to-{most}" for most in SIZES if longest <= most or most == SIZES[-1])
    made["tint"] = style.tint(*words) or made["tint"]
    if front and back:
        made["under"] = face_text(back, "")
    return made
