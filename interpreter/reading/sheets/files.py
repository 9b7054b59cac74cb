"""Find the file that a `from` names, and read it: a sheet of text or a workbook, recognized by its content."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

from ...base import limits
from ...base.diagnostics import RulesetError, mistake
from ...base.lookalikes import compose
from ...base.similar import suggest
from ..load import content_of, too_big
from ..nodes import Scalar
from .grid import Named, SheetRow
from .text_sheets import rows_of_text

TEXTS = (".csv", ".tsv", ".tab", ".txt")
WORKBOOKS = (".xlsx", ".xlsm", ".ods")
OTHERS = (".xls", ".xlsb", ".fods", ".numbers", ".gsheet", ".pdf", ".html", ".json", ".docx", ".odt")
ENDINGS = (*TEXTS, *WORKBOOKS)
LARGEST_WORKBOOK = 10_000_000
_WITHIN = re.compile(rf"(.+?(?:{'|'.join(map(re.escape, (*WORKBOOKS, *TEXTS)))}))\s*/\s*(.+)", re.IGNORECASE)
SAVE_AS = "Save it as .xlsx, .ods or CSV beside this file, and name that."


def is_sheet(text: str) -> bool:
    """Whether a `from` in a row of cards names a file, by its ending or as an address, and not a value."""
    lowered = text.strip().lower()
    return lowered.endswith((*ENDINGS, *OTHERS)) or "://" in lowered or _WITHIN.fullmatch(text.strip()) is not None


def find_sheet(scalar: Scalar, beside: Path) -> Named:
    """The sheet that a `from` names, relative to its file."""
    text = compose(scalar.text.strip())
    match = _WITHIN.fullmatch(text)
    name, sheet = (match[1], match[2].strip()) if match else (text, "")
    return Named(scalar, near(beside.parent, name), sheet)


def path_of(label: str) -> str:
    """The file of a sheet, from its name in messages, where a workbook's sheet follows the file."""
    match = _WITHIN.fullmatch(label)
    return match[1] if match else label


def near(folder: Path, name: str) -> Path:
    """A file in a folder, even if its name there uses other characters that look the same."""
    path = folder / name
    with suppress(OSError, ValueError):
        if not path.exists():
            for other in path.parent.iterdir():
                if compose(other.name) == path.name:
                    return other
    return path


def rows_of(sheet: Named) -> tuple[str, list[SheetRow]]:
    """The name of a sheet in messages, and its rows that are not empty. Raises RulesetError."""
    text, span = sheet.scalar.text, sheet.scalar.span
    if "://" in text:
        message = "a sheet is read from a file, not from an address"
        hint = "Download it, save it beside this file, and write the name of that file, such as cards.csv."
        raise mistake("sheet-file", message, span, hint)
    if sheet.path.suffix.lower() in OTHERS:
        raise mistake("sheet-file", f"a {sheet.path.suffix.lower()} file cannot be read as a sheet", span, SAVE_AS)
    try:
        content = content_of(sheet.path, LARGEST_WORKBOOK)
    except RulesetError as error:
        (found,) = error.diagnostics
        if found.code == "file-missing":
            raise mistake(found.code, f"there is no sheet {text}", span, _suggest_file(sheet.path)) from None
        if found.code == "file-is-folder":
            raise mistake(found.code, f"{text} is a folder, not a sheet", span, "Name a file in it.") from None
        raise mistake(found.code, found.message.replace("a ruleset file", "a sheet"), span, found.hint) from None
    return read(sheet, content)


def read(sheet: Named, content: bytes) -> tuple[str, list[SheetRow]]:
    """The name of a sheet in messages, and the rows in this content of its file."""
    span, name = sheet.scalar.span, sheet.path.name
    if content.startswith(b"PK"):
        from .workbooks import rows_of_workbook  # slow to load, and seldom needed

        return rows_of_workbook(sheet, content)
    if content.startswith(b"\xd0\xcf\x11\xe0"):
        message = f"{name} is a workbook with a password, or in an old format (.xls)"
        raise mistake("sheet-file", message, span, "Save it as .xlsx or CSV without a password.")
    start = content[:1000].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if start.startswith((b"<!doctype", b"<html", b"<head")):
        message = f"{name} is a web page, not a sheet; perhaps a page that asks you to sign in"
        raise mistake("sheet-file", message, span, "Download the sheet again in the browser, as CSV or .xlsx.")
    if start.startswith((b"<?xml", b"%pdf", b"{\\rtf")):
        raise mistake("sheet-file", f"{name} is neither a workbook nor a sheet saved as text", span, SAVE_AS)
    if sheet.sheet:
        message = f"{name} is not a workbook, so it has no sheet '{sheet.sheet}'"
        raise mistake("sheet-file", message, span, f"Write from: {name}")
    if len(content) > limits.FILE_CHARACTERS:
        raise too_big(str(sheet.path))
    return str(sheet.path), rows_of_text(str(sheet.path), content)


def _suggest_file(path: Path) -> str:
    """The hint for a missing file."""
    entries: list[str] = []
    with suppress(OSError, ValueError):
        entries = [entry.name for entry in path.parent.iterdir() if entry.suffix.lower() in ENDINGS]
    same = [name for name in sorted(entries) if Path(name).stem.casefold() == path.stem.casefold()]
    guess = same[0] if same else suggest(path.name, entries)
    return f"Did you mean {guess}?" if guess else "Check the name and the folder."
