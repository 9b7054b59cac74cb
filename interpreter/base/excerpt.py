"""Source lines for a terminal: tabs, wide characters and marks in their cells, long lines cut."""

from __future__ import annotations

import os
import unicodedata

from .lookalikes import compose
from .unsaved import unsaved_text

TAB_CELLS = 4
WINDOW_CELLS = 140


def shown_path(file: str) -> str:
    """A path for messages: relative to the working folder if it lies there."""
    if not os.path.isabs(file):
        return file
    try:
        here = os.path.join(os.getcwd(), "")
    except OSError:
        return file
    return file.removeprefix(here)


def file_lines(file: str) -> list[str]:
    """The lines of a file, without their ends; a single empty one if it cannot be read."""
    if (text := unsaved_text(file)) is not None:
        return lines_of(text)
    try:
        with open(file, encoding="utf-8", errors="replace", newline="") as handle:
            return lines_of(handle.read())
    except (OSError, ValueError):
        return [""]


def lines_of(text: str) -> list[str]:
    """The lines of a text, without their ends, as files are read (`compose`)."""
    return compose(text).removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")


def one_line(text: str) -> str:
    """A text on one line, with visible signs for what cannot be printed."""
    return "".join(c if c.isprintable() or c == "\t" else "\ufffd" for c in " ".join(text.split("\n")))


def laid_out(line: str, start: int, end: int, window: int = WINDOW_CELLS) -> tuple[str, int, int]:
    """A line for a terminal, the cells before the characters start..end in it, and their cells (at least one).

    A combining mark stands on the cell of the character before it; of a line with more characters than `window` only
    so many are shown.
    """
    first = max(0, min(start, len(line)) - window // 2) if len(line) > window else 0
    last = min(first + window, len(line))
    shown = ["\u2026"] if first else []
    column = base = len(shown)
    lefts: list[int] = []
    for character in line[first:last]:
        cells = TAB_CELLS - column % TAB_CELLS if character == "\t" else _cells(character)
        if cells:
            base = column
        lefts.append(base)
        column += cells
        if character == "\t":
            shown.append(" " * cells)
        else:
            shown.append(character if cells == 0 or character.isprintable() else "\ufffd")
    lefts.append(column)
    if last < len(line):
        shown.append("\u2026")
    before = lefts[min(start, last) - first]
    after = lefts[max(min(end, last), first) - first]
    return "".join(shown), before, max(1, after - before)


def _cells(character: str) -> int:
    """How many terminal cells a character takes: 0, 1 or 2."""
    if character.isascii():
        return 1
    if unicodedata.east_asian_width(character) in "WF":
        return 2
    # conjoining Hangul vowels and finals are drawn inside the syllable before them
    if unicodedata.category(character) in ("Mn", "Me") or "\u1160" <= character <= "\u11ff":
        return 0
    if unicodedata.category(character) == "Cf" and character != "\u00ad":
        return 0
    return 1
