"""What is made for a printer. Needs the extra `print`, and the library Pango of the system."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from PIL import Image

from stammtisch.cli.commands.export import command as export
from stammtisch.cli.commands.rulebook import command
from stammtisch.front.api import load_ruleset
from stammtisch.rulebook.book import rulebook
from stammtisch.rulebook.page import rulebook_page

try:
    weasyprint: Any = import_module("weasyprint")
    pypdfium2: Any = import_module("pypdfium2")
except OSError:
    pytest.skip("Pango is not installed", allow_module_level=True)


def test_a_rulebook_is_written_as_pdf(tmp_path: Path) -> None:
    file = tmp_path / "rules.PDF"
    done = CliRunner().invoke(command, ["kuhn", "--out", str(file)])
    assert done.exit_code == 0 and done.output == f"The rules of Kuhn poker are written to {file}.\n"
    assert file.read_bytes().startswith(b"%PDF-")


def test_cards_are_written_as_pdf_and_as_pictures(tmp_path: Path) -> None:
    assert CliRunner().invoke(export, ["cards", "leduc", "--out", str(tmp_path / "cards.pdf")]).exit_code == 0
    assert len(pypdfium2.PdfDocument(tmp_path / "cards.pdf")) == 2
    made = CliRunner().invoke(export, ["cards", "leduc", "--out", str(tmp_path / "made"), "--tabletop"])
    assert (
        made.output == f"6 cards of Leduc poker are written to {tmp_path / 'made'}: card-back.png, card-fronts.png.\n"
    )
    fronts = Image.open(tmp_path / "made" / "card-fronts.png")
    assert max(fronts.size) <= 4096 and abs(fronts.width / 10 / (fronts.height / 7) - 63 / 88) < 0.003
    assert fronts.getpixel((5, 5)) == (255, 255, 255) != fronts.getpixel((fronts.width - 6, fronts.height - 6))


def test_pages_are_a4_with_the_cover_on_one_of_its_own() -> None:
    pages = weasyprint.HTML(string=rulebook_page(rulebook(load_ruleset("kuhn")))).render().pages
    assert [(round(page.width * 25.4 / 96), round(page.height * 25.4 / 96)) for page in pages] == [(210, 297)] * len(
        pages
    )
    assert pages[0].anchors == {} and "goal" in pages[1].anchors
