"""The rulebook in the reader's language, with what stands there in English because the language has no words for it."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..base.english import count_of
from ..base.languages.catalogues import ENGLISH
from ..front.api import Ruleset
from ..front.missing_words import languages_with_words
from ..reading import library
from .blocks import Block, Item, Items, Paragraph, PrintedTable
from .book import write_book
from .excerpts.glossary import Entry, glossary, scoring_section
from .languages.book import OtherBook
from .wording import SENTENCES


@dataclass(frozen=True, slots=True)
class Translation:
    """A rulebook in a language; sentences: how many it has, english: how many of them are in English.

    glossary: what it says of each thing, place and value; scoring: the title of the section about points, "" for none.
    """

    blocks: list[Block]
    sentences: int
    english: int
    glossary: Mapping[str, Entry] = field(default_factory=dict)
    scoring: str = ""


def rulebook_in(
    language: str,
    ruleset: Ruleset,
    options: dict[str, Any] | None = None,
    players: int | None = None,
    example: Sequence[Block] = (),
    boards: Sequence[Block] = (),
) -> Translation:
    """The rulebook in a language, in English where that has no words; arguments and errors as of `rulebook`."""
    book = write_book(ruleset, options, players, example, boards)
    if language == ENGLISH:
        whole = sum(map(sentences_in, book.written))
        return Translation(book.written, whole, whole, glossary(book), scoring_section(book))
    other = OtherBook(book, language)
    other.write(example, boards)
    english = sum(sentences_in(made) for _, made in other.told.unsaid.values())
    return Translation(
        other.written, sum(map(sentences_in, other.written)), english, glossary(other), scoring_section(other)
    )


def english_lines(ruleset: Ruleset) -> list[str]:
    """Return a line for each language that has a file of words, but in which the rulebook has sentences in English."""
    found = []
    for language in languages_with_words(ruleset):
        book = rulebook_in(language, ruleset)
        if book.english:
            name = shlex.quote("+".join(library.short_names(ruleset.home, ruleset.variants)))
            counted = f"{book.english} of {count_of(book.sentences, 'sentence')} of the rulebook"
            found.append(
                f"{name}: {counted} {'is' if book.english == 1 else 'are'} in English in '{language}'; "
                f"`stammtisch rulebook {name} --language {language}` prints them."
            )
    return found


def sentences_in(made: object) -> int:
    """How many sentences there are in a text, an item with those below it, or a block."""
    if isinstance(made, str):
        return len([part for part in SENTENCES.split(made) if part])
    if isinstance(made, Item):
        return sum(map(sentences_in, [made.text, made.idea, *made.children]))
    if isinstance(made, Items):
        return sum(map(sentences_in, made.items))
    if isinstance(made, Paragraph):
        return sentences_in(made.text)
    if isinstance(made, PrintedTable):
        return 1
    return sum(map(sentences_in, made)) if isinstance(made, list | tuple) else 0
