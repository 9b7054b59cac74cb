"""Print HTML pages: the paper size, and PDF with the characters that no font has."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any

from .errors import UsageError, extra

MISSING = (
    "a PDF is made by WeasyPrint, which is installed but does not start: it needs the library Pango of your system. "
    "See https://doc.courtbouillon.org/weasyprint/stable/first_steps.html; or write a page (.html), and print it "
    "from a browser"
)


def css_text(text: str) -> str:
    """A text as a CSS string."""
    kept = "".join(f"\\{ord(letter):x} " if letter in '"\\<\n' else letter for letter in text)
    return f'"{kept}"'


@dataclass(frozen=True, slots=True)
class Printed:
    """A PDF; missing: the characters that no font of the system has."""

    content: bytes
    missing: tuple[str, ...] = ()


def pdf(*pages: str) -> Printed:
    """Return HTML pages, one after the other, as one PDF. Raises UsageError if the library for it is missing."""
    try:
        weasyprint: Any = extra("weasyprint", "weasyprint")
    except OSError:
        raise UsageError(MISSING) from None
    listener = _MissingCharacters()
    logger = logging.getLogger("weasyprint")
    logger.addHandler(listener)
    try:
        first, *others = [weasyprint.HTML(string=page).render() for page in pages]
        every = [page for document in (first, *others) for page in document.pages]
        content: bytes = first.copy(every).write_pdf()
    finally:
        logger.removeHandler(listener)
    return Printed(content, tuple(dict.fromkeys(listener.characters)))


class _MissingCharacters(logging.Handler):
    """Notes the characters of which the library says that fonts do not have them."""

    def __init__(self) -> None:
        super().__init__()
        self.characters: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Note the character of a message about one."""
        if ".notdef" in str(record.msg) and isinstance(record.args, tuple) and record.args:
            self.characters.append(str(record.args[0]))
