"""Takes the pictures of what is printed for docs/pictures: cd tests; python -m helpers.printed. Needs `.[print]`."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from helpers.paths import DOCS
from PIL import Image

from stammtisch.base.printing import pdf
from stammtisch.front.api import load_ruleset
from stammtisch.rulebook.book import rulebook
from stammtisch.rulebook.illustrations.example import example
from stammtisch.rulebook.page import rulebook_page
from stammtisch.sheets.card_pages import lay_out_sheets
from stammtisch.sheets.cards import cards_of, ruleset_style
from stammtisch.sheets.sheet import sheets_pdf

pypdfium2: Any = import_module("pypdfium2")
GAP = 12


def taken(content: bytes, pages: Sequence[int], name: str) -> None:
    """Some pages of a PDF side by side."""
    read: Any = pypdfium2.PdfDocument(content)
    found = [read[page].render(scale=0.9).to_pil() for page in pages]
    width, height = found[0].size
    picture = Image.new("RGB", ((width + GAP) * len(found) - GAP, height), "#999")
    for place, page in enumerate(found):
        picture.paste(page, (place * (width + GAP), 0))
    picture.save(DOCS / "pictures" / f"{name}.webp", quality=72, method=6)


def main() -> None:
    for game in ("munchhausen", "warrender"):
        ruleset = load_ruleset(game)
        pages = lay_out_sheets(cards_of(ruleset, {}), ruleset_style(ruleset))
        taken(sheets_pdf(pages).content, (0, 1), f"{game}-cards")
    ruleset = load_ruleset("munchhausen")
    taken(
        pdf(rulebook_page(rulebook(ruleset, example=example(ruleset.game(3))))).content,
        (0, 1, 2),
        "munchhausen-rulebook",
    )


if __name__ == "__main__":
    main()
