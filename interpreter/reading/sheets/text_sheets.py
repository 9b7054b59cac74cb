"""Read sheets saved as text (CSV, TSV), whatever separates the cells."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice

from ...base import limits
from ...base.diagnostics import RulesetError, Span, mistake
from ...base.lookalikes import compose
from ..load import decode, invisible
from ..source import Source
from .grid import REMARK, Cell, SheetRow
from .values import BLANKS, raw_value

SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "upright bars"}
ROWS_LOOKED_AT = 1_000
MOST_EMPTY = 100
_SEP = re.compile(r'"?sep=([,;\t|])"?[ \t]*(\n|\Z)', re.IGNORECASE)
SAVE_AGAIN = "Save it again as “CSV UTF-8”; your spreadsheet asks for the encoding (in LibreOffice: Character set)."

Stretch = tuple[str, int, int]  # the text of a cell, and where that begins and ends


class _Quote(Exception):
    """A quotation mark at an offset opens a cell and does not close it."""


def rows_of_text(file: str, content: bytes) -> list[SheetRow]:
    """The rows of a text sheet that are not empty. Raises RulesetError if it cannot be read."""
    text = compose(_text(file, content)).replace("\r\n", "\n").replace("\r", "\n")
    source = Source(file, text)
    if troubles := invisible(source, "a sheet"):
        raise RulesetError(troubles)
    rows: list[SheetRow] = []
    count = 0
    try:
        begins, separator = beginning(source)
        for number, cells in enumerate(_split(text, separator, begins), 1):
            found = {c: _cell(source, one, number, c) for c, one in enumerate(cells, 1) if one[0]}
            count += len(found)
            if count > limits.FILE_VALUES:
                message = f"this sheet has more than {limits.FILE_VALUES:,} cells"
                raise mistake("file-too-big", message, Span.whole(file), "Delete what the game does not need.")
            if found:
                empty = {c: one[1] for c, one in enumerate(cells[:MOST_EMPTY], 1) if not one[0]}
                places = {c: source.span(at, at + 1) for c, at in empty.items()}
                rows.append(SheetRow(number, _line(source, cells), found, places))
    except _Quote as error:
        at = error.args[0]
        number = error.args[1]
        message = f"row {number}: a quotation mark opens here but is not closed at the end of the cell"
        hint = 'Write "" for a quotation mark inside a cell, or delete it.'
        raise mistake("sheet-quotes", message, source.span(at, at + 1), hint) from None
    return rows


def beginning(source: Source) -> tuple[int, str]:
    """Where the rows of a sheet begin, behind a line such as sep=; and what separates its cells."""
    if match := _SEP.match(source.text):
        return match.end(), match[1]
    return 0, _separator(source)


def _text(file: str, content: bytes) -> str:
    """The text of a sheet: UTF-8, or UTF-16 with a byte order mark."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return content.decode("utf-16")
        except UnicodeDecodeError:
            message = "this sheet begins as UTF-16 and continues as something else: it is damaged"
            raise mistake("file-not-utf8", message, Span.whole(file), SAVE_AGAIN) from None
    return decode(file, content, "a sheet", SAVE_AGAIN).removeprefix("\ufeff")


def _separator(source: Source) -> str:
    """The separator of cells: the one by which most rows have as many cells as the first row with several."""
    scores: dict[str, tuple[int, int]] = {}
    refused: dict[str, _Quote] = {}
    for separator in SEPARATORS:
        sizes: list[int] = []
        try:
            for cells in islice(_split(source.text, separator, 0), ROWS_LOOKED_AT):
                texts = [text for text, *_ in cells if text]
                if texts and not (len(texts) == 1 and texts[0].startswith(REMARK)):
                    sizes.append(len(cells))
        except _Quote as error:
            refused[separator] = error
        first = next((size for size in sizes if size > 1), 1)
        if first > 1:
            scores[separator] = (sizes.count(first), first)
    sound = {separator: score for separator, score in scores.items() if separator not in refused}
    if not sound:
        if refused:
            first_line = source.text.lstrip("\n").split("\n", 1)[0]
            raise next(iter(refused.values())) if not scores else refused[max(scores, key=first_line.count)]
        return ","  # a single column
    best = max(sound, key=lambda separator: sound[separator])
    twins = [separator for separator in sound if sound[separator][0] == sound[best][0]]
    if len(twins) > 1:
        names = " or ".join(SEPARATORS[separator] for separator in twins)
        message = f"the cells of this sheet may be separated by {names}"
        lines = " or ".join("`sep=" + ("<tab>" if sign == "\t" else sign) + "`" for sign in twins)
        hint = f"Write {lines} as its first line, or put cells that contain the other sign in quotes."
        raise mistake("sheet-separator", message, Span.whole(source.file), hint)
    return best


@cache
def _pattern(separator: str) -> re.Pattern[str]:
    """The pattern of a cell for a separator."""
    end, blanks = re.escape(separator), BLANKS.replace("\t", "") if separator == "\t" else BLANKS
    quoted = rf'[{blanks}]*+"(?P<quoted>[^"]*+(?:""[^"]*+)*+)"[{blanks}]*+(?={end}|\n|\Z)'
    return re.compile(rf"{quoted}|(?P<plain>[^{end}\n]*+)")


def _split(text: str, separator: str, at: int) -> Iterator[list[Stretch]]:
    """The cells of each row from an offset on, without surrounding blanks and quotes. Raises _Quote."""
    pattern, number = _pattern(separator), 1
    cells: list[Stretch] = []
    while at <= len(text):
        match = pattern.match(text, at)
        assert match is not None
        kind = match.lastgroup or "plain"
        inside = match[kind]
        bare = inside.strip()
        start = match.start(kind) + inside.find(bare)
        if kind == "quoted":
            cells.append((bare.replace('""', '"'), start, start + len(bare)))
        elif bare.startswith('"'):
            raise _Quote(start, number)
        else:
            cells.append((bare, start, start + len(bare)))
        at = match.end()
        if at >= len(text) or text[at] == "\n":
            yield cells
            cells, number = [], number + 1
        at += 1


def _cell(source: Source, found: Stretch, row: int, column: int) -> Cell:
    """A cell from its stretch of text."""
    written, start, end = found
    text, fault = raw_value(written)
    value = text == "true" if text in ("true", "false") else text
    return Cell(source.span(start, end), value, text, "", source, start, end, row=row, column=column, fault=fault)


def _line(source: Source, cells: list[Stretch]) -> Span:
    """The line on which a row begins."""
    number, _ = source.place(cells[0][1])
    return Span(source.file, number, 1, number, max(len(source.line(number)) + 1, 2))
