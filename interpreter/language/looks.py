"""Read what is only for people to see: the sections `look` (known colours, short symbols), `names` and `texts`."""

from __future__ import annotations

from ..base.appearance.looks import COLOURS, MOST_CHARACTERS, Look, width
from ..base.diagnostics import Diagnostic
from ..base.display_names import DisplayName
from ..base.english import plural
from ..base.similar import report_unknown
from ..reading.handles import tidy
from ..reading.nodes import Node, Scalar, Sequence
from .display_model import NameEntry, Shown, TextEntry
from .reader import Reader, entries, text, texts

# what the name of a file has in it
PATH = frozenset("./\\")
PLAYERS_HINT = "a player has a colour, a symbol, or one of each"


def looks_of(node: Node | None, reader: Reader) -> dict[str, Shown]:
    """The looks by the words that have them; invalid ones are reported and left out."""
    found = {}
    for key, value in entries(node):
        items = value.items if isinstance(value, Sequence) else [value]
        looks = [look for item in items if isinstance(item, Scalar) for look in _look(item, reader)]
        if len(looks) == len(items) and looks:
            found[key.text] = Shown(key.text, key.span, looks, [item.span for item in items])
            if key.text == "players" and (named := [at for at, look in enumerate(looks) if look.file]):
                reader.error("bad-look", "players have no pictures", items[named[0]].span, PLAYERS_HINT)
    return found


def names_of(node: Node | None) -> dict[str, NameEntry]:
    """The display names by the names that have them."""
    return {key.text: NameEntry(key.text, key.span, _display_name(value)) for key, value in entries(node)}


def texts_of(node: Node | None) -> dict[str, TextEntry]:
    """The sentences by the members that they stand for."""
    return {key.text: TextEntry(key.text, key.span, tidy(text(value))) for key, value in entries(node)}


def _display_name(node: Node) -> DisplayName:
    """Read `barrel`, or `[child, children]` for one and for many."""
    one, *many = map(tidy, texts(node))
    return DisplayName(one, many[0] if many else plural(one))


def _look(node: Scalar, reader: Reader) -> list[Look]:
    """Read `yellow ● art/bee.svg`; [] if it is wrong.

    A word in small letters is a colour, one with a . or / in it a picture, anything else a symbol.
    """
    colour = symbol = file = ""
    for word in text(node).split():
        if word.isascii() and word.isalpha() and word.islower():
            if word not in COLOURS:
                reader.problems.append(_no_colour(word, node))
                return []
            twice, colour = colour, word
        elif width(word) > MOST_CHARACTERS and not PATH.isdisjoint(word):
            twice, file = file, word
        else:
            if width(word) > MOST_CHARACTERS:
                message = f"'{word}' is too long for a symbol: it has at most {MOST_CHARACTERS} characters"
                reader.error("bad-look", message, node.span, "take a single sign such as ●, or a short form such as Q")
                return []
            twice, symbol = symbol, word
        if twice:
            kind = "colours" if word == colour else "pictures" if word == file else "symbols"
            what = f"there are two {kind} here, '{twice}' and '{word}'"
            reader.error("bad-look", what, node.span, "a look is a colour, a symbol, a picture, or one of each")
            return []
    return [Look(colour, symbol, file)]


def _no_colour(word: str, node: Scalar) -> Diagnostic:
    """The mistake of an unknown colour."""
    message, hint = f"there is no colour '{word}'", f"the colours are {', '.join(COLOURS)}"
    instead = text(node).replace(word, "{}", 1)
    return report_unknown("unknown-colour", message, node.span, word, COLOURS, hint, instead=instead)
