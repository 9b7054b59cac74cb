"""Catalogues of what the program says: gettext's, one folder a language, made by docs/generate/catalogues.py.

A call of `say` or `mark` anywhere in the code, and `_` in templates, puts its sentence into them.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from .phrases import fill_holes, phrase_of

FOLDER = Path(__file__).parent
DOMAIN = "stammtisch"
ENGLISH = "en"
LANGUAGES = (ENGLISH, "de")


@cache
def catalogue(language: str) -> gettext.NullTranslations:
    """Return the catalogue of a language; of English, and of one that there is not, what stands in the code."""
    if language == ENGLISH or language not in LANGUAGES:
        return gettext.NullTranslations()
    with (FOLDER / language / f"{DOMAIN}.mo").open("rb") as file:
        return gettext.GNUTranslations(file)


def mark(sentence: str) -> str:
    """Return a sentence as it is, which is said later: so it gets into the catalogues."""
    return sentence


def say_in(language: str, sentence: str, **holes: Any) -> str:
    """Return a sentence in a language, its holes filled."""
    if language == ENGLISH:
        return sentence.format(**holes) if holes else sentence
    # in a catalogue nothing stands for what is said about the catalogue itself
    found = catalogue(language).gettext(sentence) if sentence else ""
    return fill_holes(found, holes) if holes else found


def say_part_in(language: str, sentence: str, **holes: Any) -> str:
    """Return a part of a sentence in a language, which has the forms that the language has."""
    if language == ENGLISH:
        return sentence.format(**holes)
    return phrase_of(catalogue(language).gettext(sentence), holes)


def say_count_in(language: str, one: str, many: str, number: int, **holes: Any) -> str:
    """Return one of two sentences, as the number asks for; the language may have more than two."""
    if language == ENGLISH:
        return (one if number == 1 else many).format(number=number, **holes)
    return phrase_of(catalogue(language).ngettext(one, many, number), holes | {"number": number})


# how languages write numbers, where it differs from English
_SIGNS = {"de": str.maketrans(",.", ".,")}


def format_number(language: str, value: float, form: str = ",") -> str:
    """Return a number as a language writes it: 1,234.5 is 1.234,5 in German."""
    return format(value, form).translate(_SIGNS.get(language, {}))


@lru_cache(500)
def best_language(accepted: str) -> str:
    """Return the language that suits a browser best, by its header Accept-Language: the first one that there is."""
    wishes = [_wish(part) for part in accepted.lower().split(",")]
    return choose_language(tag for weight, tag in sorted(wishes, key=lambda wish: -wish[0]) if weight > 0)


def choose_language(tags: Iterable[str]) -> str:
    """Return the first language of these that there is, English if there is none; de-AT is de."""
    return next((main for tag in tags if (main := tag.strip().partition("-")[0]) in LANGUAGES), ENGLISH)


def _wish(part: str) -> tuple[float, str]:
    """A language of the header, with its weight from 0 to 1."""
    tag, _, weight = part.partition(";")
    try:
        return float(weight.partition("=")[2] or 1), tag.strip()
    except ValueError:
        return 0.0, tag.strip()
