"""A sheet: a drawing in millimetres, as SVG, as a page of a PDF and as a picture."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markupsafe import Markup

from ..base.errors import extra
from ..base.printing import Printed, pdf
from ..base.templates import macros, render
from .page_texts import lift_texts

TEMPLATES = Path(__file__).parent / "templates"
POINTS = 72 / 25.4  # in a millimetre
DOTS = 300  # in an inch of a picture


@dataclass(frozen=True, slots=True)
class Sheet:
    """A drawing of so many millimetres, as SVG; its name has its number and side."""

    name: str
    width: float
    height: float
    inside: str

    @property
    def svg(self) -> str:
        return str(sheet_parts().sheet(f"{self.width:g}", f"{self.height:g}", Markup(self.inside)))


def sheet_parts() -> Any:
    """The templates of sheets."""
    return macros(TEMPLATES, "sheet.svg")


def sheets_pdf(sheets: Sequence[Sheet], *more: str) -> Printed:
    """Return the sheets, all of the size of the first, and then further pages of HTML as one PDF.

    Raises UsageError where the library that makes it is missing.
    """
    drawings = [lift_texts(sheet.svg) for sheet in sheets]
    pages = [(Markup(drawing), texts) for drawing, texts in drawings]
    size = {"width": f"{sheets[0].width:g}", "height": f"{sheets[0].height:g}"} if sheets else {}
    return pdf(*([render(TEMPLATES, "pages.html", pages=pages, **size)] if sheets else []), *more)


def pictures(content: bytes, dots: float = DOTS) -> Iterator[bytes]:
    """Yield each page of a PDF as a PNG, with so many dots in an inch. Raises UsageError if a library is missing."""
    pdfium: Any = extra("pypdfium2", "pypdfium2 pillow weasyprint")
    extra("PIL", "pypdfium2 pillow weasyprint")
    with closing(pdfium.PdfDocument(content)) as document:
        for page in document:
            picture = page.render(scale=dots / 72).to_pil()
            file = io.BytesIO()
            picture.save(file, "PNG", dpi=(dots, dots))
            yield file.getvalue()
