"""Drawings as PNG, by way of PDF."""

from __future__ import annotations

import io
from typing import Any

from ..base.errors import extra
from .drawing import WIDTH
from .layout import PIXELS, Sheet, sheets_pdf

POINTS = 72 / 25.4  # in a millimetre


def sheet_png(sheet: Sheet) -> bytes:
    """A sheet as a picture in which cards are PIXELS wide. Raises UsageError where a library is missing."""
    pdfium: Any = extra("pypdfium2", "pypdfium2 pillow weasyprint")
    drawing = pdfium.PdfDocument(sheets_pdf([sheet]))
    picture = drawing[0].render(scale=PIXELS / (WIDTH * POINTS)).to_pil()
    file = io.BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()
