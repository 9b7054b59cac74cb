"""Print HTML pages: the paper size, and PDF."""

from __future__ import annotations

from typing import Any

from .errors import UsageError, extra

PAPER = "@page { size: A4; }"
MISSING = (
    "a PDF is made by WeasyPrint, which is installed but does not start: it needs the library Pango of your system. "
    "See https://doc.courtbouillon.org/weasyprint/stable/first_steps.html; or write a page (.html), and print it "
    "from a browser"
)


def css_text(text: str) -> str:
    """A text as a CSS string."""
    kept = "".join(f"\\{ord(letter):x} " if letter in '"\\<\n' else letter for letter in text)
    return f'"{kept}"'


def pdf(page: str) -> bytes:
    """A page of HTML as PDF. Raises UsageError if the library for it is missing."""
    try:
        weasyprint: Any = extra("weasyprint", "weasyprint")
    except OSError:
        raise UsageError(MISSING) from None
    content: bytes = weasyprint.HTML(string=page).write_pdf()
    return content
