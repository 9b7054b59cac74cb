"""Fit text to the width of a terminal by breaking lines between words."""

from __future__ import annotations

import os
import re
from typing import TextIO

from ..base.tables import Document

NARROWEST, USUAL = 40, 80
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_GAP = re.compile(r"\S+(?: \S+)*  +")
# lines of a file with their numbers, and what is to be copied as it stands
_AS_IT_IS = re.compile(r" *\d* \| |  write: |To resume it: ")
_COMMAND = re.compile(r"`[^`]*`")


def width_of(stream: TextIO) -> int | None:
    """The width of the terminal that shows the stream, from COLUMNS or itself; None if there is none."""
    if not stream.isatty():
        return None
    said = os.environ.get("COLUMNS", "")
    try:
        columns = int(said) if said.isdigit() else os.get_terminal_size(stream.fileno()).columns
    except OSError:
        columns = 0
    return max(NARROWEST, columns or USUAL)


def fit_text(text: str | Document, width: int | None) -> str:
    """Return the text with no line longer than `width` characters where that can be; as it is for None.

    A table that is too wide is cut between its columns.
    """
    if width is None:
        return str(text)
    lines = text.lines(width) if isinstance(text, Document) else text.split("\n")
    return "\n".join(piece for line in lines for piece in wrap_line(line, width))


def wrap_line(line: str, width: int) -> list[str]:
    """A line broken between words; a long word, or a command in backticks, stays whole.

    Further lines begin below what stands behind the first gap, if that is near, else two to the right of the first.
    """
    plain = _COLOUR.sub("", line)
    if len(plain) <= width or _AS_IT_IS.match(plain):
        return [line]
    indent = len(plain) - len(plain.lstrip(" "))
    gap = _GAP.match(plain, indent)
    hang = gap.end() if gap and gap.end() <= width // 2 else indent + 2
    lines, current = [], line[:indent]
    whole = _COMMAND.sub(lambda found: found[0].replace(" ", "\0"), line[indent:])
    for word in whole.split(" "):
        if current.strip() and _visible_length(current) + 1 + _visible_length(word) > width:
            lines.append(current.rstrip())
            current = " " * hang + word
        else:
            current = f"{current} {word}" if current.strip() else current + word
    return [piece.replace("\0", " ") for piece in [*lines, current.rstrip()]]


def cut_line(text: str, width: int | None) -> str:
    """The beginning of a line that fits one line of the terminal."""
    return text if width is None or len(text) < width else text[: width - 2] + "…"


def _visible_length(text: str) -> int:
    """The length of a text without control sequences."""
    return len(_COLOUR.sub("", text))
