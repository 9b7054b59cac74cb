"""A language that puts brackets around every word of its catalogue, so that what is not in the catalogue stands out.

What the program says is in ⟦ ⟧, what the ruleset's file of words says in 〔 〕; holes stand outside, as what is put into
them has to be from somewhere itself. `bare` finds the words of a text that are in neither.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from string import Formatter
from typing import Any

import pytest

from stammtisch.base.appearance.looks import Words
from stammtisch.base.display_names import DisplayName
from stammtisch.base.languages import catalogues
from stammtisch.front.api import Ruleset
from stammtisch.front.missing_words import needed_words

PSEUDO = "xx"
HEADERS = {"accept-language": PSEUDO}
WORD = re.compile(r"[^\W\d_]{2,}")
# what a script fills in
HOLE = re.compile(r"\{\w+\}")
MARKED = re.compile(r"⟦[^⟦⟧]*⟧|〔[^〔〕]*〕")
# boards and corners of cards show the beginning of a word
CUT = re.compile(r"[⟦〔][^⟦⟧〔〕|\n]*(?=$|[|\n])")
READ_ALOUD = ("title", "alt", "placeholder", "aria-label")
# data for scripts that nobody reads
FOR_SCRIPTS = (
    "data-hand",
    "data-at",
    "data-places",
    "data-by",
    "data-alert",
    "data-plain",
    "data-turn",
    "data-key",
    "data-link",
    "data-kinds",
    "data-what",
    "data-follows",
    "data-mark",
)


class Bracketed(gettext.NullTranslations):
    """The catalogue: each sentence as it stands in the code, in brackets."""

    def gettext(self, message: str) -> str:
        return in_brackets(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return in_brackets(msgid1 if n == 1 else msgid2)


def in_brackets(sentence: str) -> str:
    """A sentence with brackets around its words, its holes outside."""
    parts = []
    for text, name, form, _ in Formatter().parse(sentence):
        text = text.replace("{", "{{").replace("}", "}}")
        parts.append(f"⟦{text}⟧" if WORD.search(text) else text)
        parts.append("" if name is None else f"{{{name}{':' if form else ''}{form or ''}}}")
    return "".join(parts)


def own_words(ruleset: Ruleset) -> Words:
    """A file of words of the language for a ruleset: all that people read of it, in brackets."""
    needed = needed_words(ruleset)
    marked = {section: {word: f"〔{word}〕" for word in found} for section, found in needed.items()}
    names = {word: DisplayName(text, text) for word, text in marked["names"].items()}
    return Words(names, marked["texts"], marked["words"])


def use_pseudo_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the language to those of the program, and its words to every ruleset that is loaded from now on."""
    known = catalogues.catalogue
    monkeypatch.setattr(catalogues, "LANGUAGES", (*catalogues.LANGUAGES, PSEUDO))
    monkeypatch.setattr(
        catalogues, "catalogue", lambda language: Bracketed() if language == PSEUDO else known(language)
    )
    catalogues.best_language.cache_clear()


def add_words(ruleset: Ruleset) -> Ruleset:
    """Give a ruleset, of which no game was made yet, its words of the language."""
    made = own_words(ruleset)
    ruleset._games.clear()
    ruleset.__dict__.pop("looks", None)
    ruleset.__dict__["looks"] = Ruleset.looks.func(ruleset)  # type: ignore[attr-defined]
    object.__setattr__(ruleset.__dict__["looks"], "others", {PSEUDO: made})
    return ruleset


def bare(text: str, allowed: frozenset[str] = frozenset()) -> list[str]:
    """The words of a text that are in no brackets, and not among these."""
    rest = HOLE.sub(" ", CUT.sub(" ", MARKED.sub(" ", text)))
    return [word for word in WORD.findall(rest) if word.lower() not in allowed]


class _Texts(HTMLParser):
    """Collects what people see or hear of a page, but for what is marked as written in another language."""

    VOID = ("meta", "link", "br", "input", "img", "hr", "source", "wbr")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[tuple[str, bool]] = []
        self.found: list[str] = []
        self.language = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "html":
            self.language = given.get("lang", "")
        foreign = self.foreign or tag in ("script", "style") or (tag != "html" and "lang" in given)
        if not foreign:
            self.found += [given[name] for name in READ_ALOUD if name in given]
            self.found += [
                value for name, value in given.items() if name.startswith("data-") and name not in FOR_SCRIPTS
            ]
        if tag not in self.VOID:
            self.open.append((tag, foreign))

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not self.foreign:
            self.found.append(data)

    @property
    def foreign(self) -> bool:
        return bool(self.open) and self.open[-1][1]


def texts_of(page: str) -> Iterator[str]:
    """What people see or hear of a page, piece by piece."""
    reader = _Texts()
    reader.feed(page)
    assert reader.language in ("", PSEUDO), f"the page is in {reader.language}"
    yield from (text.strip() for text in reader.found if text.strip())


def untranslated(page: str, allowed: frozenset[str]) -> dict[str, Any]:
    """The texts of a page with words in no brackets, each with these words."""
    return {text: found for text in texts_of(page) if (found := bare(text, allowed))}
