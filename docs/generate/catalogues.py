"""The catalogues of other languages: `stammtisch.po`, which people edit, and `stammtisch.mo`, which the program reads.

Run as a program, it puts what the code says now into each catalogue and builds it; translations stay.
"""

from __future__ import annotations

import io
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from stammtisch.base.languages.catalogues import DOMAIN, ENGLISH, FOLDER, LANGUAGES

CODE = FOLDER.parents[1]
ROOMS = (
    "base/*.py",
    "game/refusals.py",
    "program/*.py",
    "program/lowering/captions.py",
    "records/undo.py",
    "rulebook/**.py",
    "bots/exact_play.py",
    "bots/knowledge.py",
    "seats/**.py",
    "sheets/*.py",
    "table/**.py",
    "standalone/**.py",
    "cli/*.py",
)
METHODS = [*((room, "python") for room in ROOMS), ("table/**.html", "jinja2"), ("standalone/**.html", "jinja2")]
KEYWORDS = {
    "say": None,
    "say_part": None,
    "say_clause": None,
    "say_noun": None,
    "mark": None,
    "Refused": None,
    "_": None,
    "say_count": (1, 2),
    "say_count_in": (2, 3),
    "count_of": (1, 2),
}


def sentences() -> Catalog:
    """What the code says, with the files that say it."""
    found = Catalog(charset="utf-8")
    for file, _, message, _, _ in extract_from_dir(CODE, METHODS, keywords=KEYWORDS):
        found.add(message, locations=[(file, 0)])
    return found


def catalogue(language: str) -> Catalog:
    """The catalogue of a language as it should be, from what is there; new sentences are empty."""
    with path(language).open("rb") as file:
        made = read_po(file, locale=language)
    made.update(sentences(), no_fuzzy_matching=True, update_header_comment=False, update_creation_date=False)
    made.obsolete.clear()
    return made


def path(language: str) -> Path:
    """The file that people edit."""
    return FOLDER / language / f"{DOMAIN}.po"


def texts(made: Catalog) -> tuple[bytes, bytes]:
    """The two files of a catalogue."""
    po, mo = io.BytesIO(), io.BytesIO()
    write_po(po, made, width=100, sort_output=True, omit_header=False, include_lineno=False)
    write_mo(mo, made)
    return po.getvalue(), mo.getvalue()


def other_languages() -> list[str]:
    """The languages that have catalogues."""
    return [language for language in LANGUAGES if language != ENGLISH]


if __name__ == "__main__":
    for language in other_languages():
        po, mo = texts(catalogue(language))
        path(language).write_bytes(po)
        path(language).with_suffix(".mo").write_bytes(mo)
