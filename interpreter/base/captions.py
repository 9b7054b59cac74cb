"""Captions: words for a part of the rules that has none of its own, put together of names, for any language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from .display_names import Wording
from .languages.catalogues import ENGLISH

NAME, PLURAL, SEAT, STEP, WRITTEN, SENTENCE = "name", "plural", "seat", "step", "written", "sentence"
# where the rulebook says the same, the words in the catalogue begin with the gender of what they name
_GENDER = re.compile(r"^(?:m|f|n): ")


class Caption(str):
    """A caption in the ruleset's own words, with what it is put together of.

    kind: NAME or PLURAL of the ruleset's name `pattern`; SEAT: the player of that seat; STEP: words of a step, with
    its settings as `holes`; SENTENCE: one of the program, with `holes`; WRITTEN: words as they stand in the ruleset.
    """

    __slots__ = ("holes", "kind", "pattern")
    kind: str
    pattern: str
    holes: Mapping[str, Any]

    def __new__(cls, text: str, kind: str, pattern: str, holes: Mapping[str, Any] | None = None) -> Caption:
        made = super().__new__(cls, text)
        made.kind, made.pattern, made.holes = kind, pattern, holes or {}
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return Caption, (str(self), self.kind, self.pattern, self.holes)


def sentence(pattern: str, **holes: Any) -> Caption:
    """Return a caption made of a sentence of the program and captions in its holes."""
    return Caption(pattern.format(**holes), SENTENCE, pattern, holes)


def written(pattern: str, **holes: Any) -> Caption:
    """Return a caption that stays as it is but for what is in its holes."""
    return Caption(pattern.format(**holes), WRITTEN, pattern, holes)


def caption_in(words: str, wording: Wording) -> str:
    """Return a caption in the reader's language: as the file of words has the whole of it, else put together."""
    if not isinstance(words, Caption) or words in wording.steps or wording.language == ENGLISH:
        return wording.step(words)
    match words.kind:
        case "name":
            return wording.noun(words.pattern)
        case "plural":
            return wording.plural(words.pattern)
        case "step":
            said = wording.step(words.pattern)
            for setting, value in words.holes.items():
                said = said.replace(f"<{setting}>", caption_in(value, wording))
            return said
        case "seat":
            return wording.player(int(words.pattern))
    holes = {
        name: caption_in(value, wording) if isinstance(value, str) else value for name, value in words.holes.items()
    }
    if words.kind == SENTENCE:
        return _GENDER.sub("", wording.say_part(words.pattern, **holes))
    return words.pattern.format(**holes)


def names_in(words: str) -> Iterator[str]:
    """Return the ruleset's names of which a caption is put together."""
    if isinstance(words, Caption):
        if words.kind in (NAME, PLURAL):
            yield words.pattern
        for part in words.holes.values():
            yield from names_in(part)
