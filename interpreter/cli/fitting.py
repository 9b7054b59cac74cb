"""Text for people made to fit a terminal: long lines are broken between words, wide tables cut into parts."""

from __future__ import annotations

import os
import re
from itertools import groupby
from typing import TextIO

NARROWEST, USUAL = 40, 80
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_GAP = re.compile(r"\S+(?: \S+)*  +")
# lines of a file with their numbers, and what is to be copied as it stands
_AS_IT_IS = re.compile(r" *\d* \| |  write: |Go on with: ")
_COMMAND = re.compile(r"`[^`]*`")


def width_of(stream: TextIO) -> int | None:
    """The characters in a line of the terminal that shows the stream, as COLUMNS or itself says; None if none does."""
    if not stream.isatty():
        return None
    said = os.environ.get("COLUMNS", "")
    try:
        columns = int(said) if said.isdigit() else os.get_terminal_size(stream.fileno()).columns
    except OSError:
        columns = 0
    return max(NARROWEST, columns or USUAL)


def fitted(text: str, width: int | None) -> str:
    """The text with no line longer than `width` characters where that can be; as it is for None.

    A table that is too wide is cut between its columns, and each part begins with the first column again.
    """
    if width is None:
        return text
    lines: list[str] = []
    for tabular, group in groupby(text.split("\n"), _is_row):
        rows = list(group)
        parts = _parts(rows, width) if tabular and any(len(row) > width for row in rows) else None
        lines += parts if parts is not None else [piece for row in rows for piece in wrapped(row, width)]
    return "\n".join(lines)


def wrapped(line: str, width: int) -> list[str]:
    """A line broken between words; a word alone, or a command in backticks, may be longer than that.

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
        if current.strip() and _seen(current) + 1 + _seen(word) > width:
            lines.append(current.rstrip())
            current = " " * hang + word
        else:
            current = f"{current} {word}" if current.strip() else current + word
    return [piece.replace("\0", " ") for piece in [*lines, current.rstrip()]]


def cut(text: str, width: int | None) -> str:
    """As much of one line as the terminal shows without beginning another."""
    return text if width is None or len(text) < width else text[: width - 2] + "…"


def _seen(text: str) -> int:
    return len(_COLOUR.sub("", text))


def _is_row(line: str) -> bool:
    """Whether a line is one of a table: indented, and with gaps between its cells."""
    return line.startswith("  ") and "  " in line.strip() and not _AS_IT_IS.match(line)


def _parts(rows: list[str], width: int) -> list[str] | None:
    """The rows of a table in parts that fit; None where it is no table, or has a column that is too wide for that."""
    spans = _columns(rows)
    named = 1
    while named < len(spans) and not rows[0][slice(*spans[named])].strip():
        named += 1
    label = spans[named - 1][1] if len(rows) > 1 and named < len(spans) else width
    if any(label + 2 + end - start > width for start, end in spans[named:]):
        return None
    parts: list[list[tuple[int, int]]] = []
    for start, end in spans[named:]:
        # a part keeps the columns where they stood, moved to the left as a whole
        if parts and label + 2 + end - parts[-1][0][0] <= width:
            parts[-1].append((start, end))
        else:
            parts.append([(start, end)])
    told = []
    for number, part in enumerate(parts):
        told += [""] * bool(number)
        told += [f"{row[:label]:{label}}  {row[part[0][0] : part[-1][1]]}".rstrip() for row in rows]
    return told


def _columns(rows: list[str]) -> list[tuple[int, int]]:
    """Where the columns of a table begin and end: between them all rows have two blanks."""
    longest = max(map(len, rows))
    full = [any(at < len(row) and row[at] != " " for row in rows) for at in range(longest)]
    spans: list[tuple[int, int]] = []
    for at in range(longest):
        if not full[at]:
            continue
        if spans and at - spans[-1][1] < 2:
            spans[-1] = (spans[-1][0], at + 1)
        else:
            spans.append((at, at + 1))
    return spans
