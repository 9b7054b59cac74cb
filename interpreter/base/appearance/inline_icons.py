"""Icons in sentences: in `[action] +1` the icon of the look of `action` stands for the word in brackets."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from ..display_names import DisplayName, Wording
from .looks import Looks
from .pictures import Picture

_BRACKETS = re.compile(r"\[([^\[\]]+)\]")


@dataclass(frozen=True, slots=True)
class Icon:
    """An icon in a sentence: the word that is read for it, and its symbol and colour ("" for none) or its picture."""

    word: str
    symbol: str = ""
    colour: str = ""
    picture: Picture | None = None


def words_in_brackets(text: str) -> list[str]:
    """Return the words in brackets in a sentence, in their order."""
    return _BRACKETS.findall(text)


def plain_sentence(text: str, looks: Collection[str], names: Mapping[str, DisplayName]) -> str:
    """Return a sentence with the display name for each word in brackets that has a look; other brackets stay."""
    wording = Wording(names)
    return _BRACKETS.sub(lambda found: wording.name(found[1]) if found[1] in looks else found[0], text)


def icons_and_words(text: str, looks: Looks) -> Iterator[str | Icon]:
    """Yield the parts of a sentence: its words as strings, and icons; a look with neither is its word."""
    for number, part in enumerate(_BRACKETS.split(text)):
        if number % 2 == 0:
            yield part
        elif part not in looks.words:
            yield f"[{part}]"
        else:
            word, look = looks.wording.name(part), looks.words[part]
            yield Icon(word, look.symbol, look.colour, look.picture) if look.symbol or look.picture else word
