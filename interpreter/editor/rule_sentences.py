"""How the printed rulebook says a step or action, and where."""

from __future__ import annotations

from ..check.checked import walk_all
from ..rulebook.blocks import Item, markdown
from ..rulebook.book import Book, write_book
from .known.analysis import Analysis

LONGEST = 400
ENOUGH = 30  # characters by which a sentence is found again


def rule_sentence(analysis: Analysis, words: str) -> str:
    """The sentences of the rulebook about a step or action; "" if there are none, or the ruleset has mistakes."""
    item = _item(analysis, words)
    text = " ".join(_sentences(item)) if item is not None else ""
    return text if len(text) <= LONGEST else f"{text[:LONGEST].rpartition('. ')[0]}. …"


def rules_text(analysis: Analysis, words: str) -> tuple[str, int]:
    """The whole rulebook as Markdown, and the line with a step or action; "" while the ruleset has mistakes."""
    item = _item(analysis, words)
    if analysis.book is None:
        return "", 1
    text = markdown(analysis.book.written)
    begin = next(iter(_sentences(item)), "")[:ENOUGH] if item is not None else ""
    lines = [number for number, line in enumerate(text.split("\n"), 1) if begin and begin in line]
    return text, next(iter(lines), 1)


def _item(analysis: Analysis, words: str) -> Item | None:
    """What the rulebook has about a step or action; None if nothing, or the ruleset has mistakes."""
    if analysis.ruleset is None:
        return None
    if analysis.book is None:
        analysis.book = write_book(analysis.ruleset)
    said = (analysis.book.told.said.get(id(step)) for step in _steps(analysis.book, words))
    return next((item for item in said if isinstance(item, Item)), None)


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
