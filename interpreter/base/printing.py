"""Pages for a printer: the paper, and a page of HTML as PDF."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .errors import UsageError, extra

PAPER = "@page { size: A4; }"
MISSING = (
    "a PDF is made by WeasyPrint, which is installed but does not start: it needs the library Pango of your system. "
    "See https://doc.courtbouillon.org/weasyprint/stable/first_steps.html; or write a page (.html), and print it "
    "from a browser"
)


def css_text(text: str) -> str:
    """A text as it stands in a style sheet."""
    kept = "".join(f"\\{ord(letter):x} " if letter in '"\\<\n' else letter for letter in text)
    return f'"{kept}"'


def pdf(page: str) -> bytes:
    """A page of HTML as PDF. Raises UsageError where the library that makes it is missing."""
    try:
        weasyprint: Any = extra("weasyprint", "weasyprint")
    except OSError:
        raise UsageError(MISSING) from None
    content: bytes = weasyprint.HTML(string=page).write_pdf()
    return content


def drawn_pdf(drawings: Sequence[str], width: float, height: float) -> bytes:
    """Drawings (SVG) as PDF, each on a page of so many millimetres. Raises UsageError as pdf does."""
    style = f"@page {{ size: {width:g}mm {height:g}mm; margin: 0; }} body {{ margin: 0; }} svg {{ display: block; }}"
    pages = "".join(f'<div style="break-after: page">{svg}</div>' for svg in drawings)
    return pdf(f"<!DOCTYPE html><style>{style}</style>{pages}")
