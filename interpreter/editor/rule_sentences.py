"""How the printed rulebook says a step or action."""

from __future__ import annotations

from ..check.checked import walk_all
from ..rulebook.blocks import Item
from ..rulebook.book import Book, write_book
from .analysis import Analysis

LONGEST = 400


def rule_sentence(analysis: Analysis, words: str) -> str:
    """The sentences of the rulebook about a step or action; "" if there are none, or the ruleset has mistakes."""
    if analysis.ruleset is None:
        return ""
    if analysis.book is None:
        analysis.book = write_book(analysis.ruleset)
    said = (analysis.book.told.said.get(id(step)) for step in _steps(analysis.book, words))
    text = next((" ".join(_sentences(item)) for item in said if isinstance(item, Item)), "")
    return text if len(text) <= LONGEST else f"{text[:LONGEST].rpartition('. ')[0]}. …"


def _steps(book: Book, words: str) -> list[object]:
    """The steps with these words, as they stand in the model."""
    inlined = book.inlined.get(words)
    return [*([inlined] if inlined is not None else []), *(one for one in walk_all(book.rules) if one.words == words)]


def _sentences(item: Item) -> list[str]:
    """The text of an item and of those in it."""
    found = [item.text] if item.text else []
    for child in item.children:
        title = f"{child.title}: " if child.title and child.text else ""
        inner = _sentences(child)
        found += [f"{title}{inner[0]}", *inner[1:]] if inner else []
    return found
