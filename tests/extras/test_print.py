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


SCRIPTS = """
format: 1
game: Scripts
players: 2
components: {card: {front: {title: text}}}
shared:
  cards: {pile of: card, starts with: [{title: שלום עולם}, {title: السلام عليكم}, {title: 日本語}, {title: "\\uE123 x"}]}
phases: {nothing happens: {end: game, winner: none}}
"""


def printed(folder: Path, *args: str) -> tuple[Any, str]:
    (folder / "ruleset.yaml").write_text(SCRIPTS, encoding="utf-8")
    done = CliRunner().invoke(export, ["print", str(folder), "--out", str(folder / "box.pdf"), *args])
    assert done.exit_code == 0, done.output
    return pypdfium2.PdfDocument(folder / "box.pdf"), done.output


def test_scripts_from_right_to_left_run_from_right_to_left(tmp_path: Path) -> None:
    document, _ = printed(tmp_path, "--only", "cards")
    text = document[0].get_textpage()
    letters = {text.get_text_range(at, 1): text.get_charbox(at) for at in range(text.count_chars())}
    # the first letter of each is at the right of the last
    assert letters["ש"][0] > letters["ם"][0]
    assert letters["س"][0] > letters["ك"][0]


def test_characters_without_a_font_are_warned_of_with_their_card(tmp_path: Path) -> None:
    _, said = printed(tmp_path, "--only", "cards")
    assert "No font here has \ue123 (U+E123), which is on the card \ue123 x." in said
    assert "such as one of the Noto fonts" in said


@pytest.mark.parametrize(("paper", "width", "height"), [("A4", 210, 297), ("Letter", 215.9, 279.4)])
def test_a_game_is_printed_with_its_rules_on_one_paper(tmp_path: Path, paper: str, width: float, height: float) -> None:
    document, said = printed(tmp_path, "--paper", paper)
    assert "4 cards on 1 sheet, what to take from a box, the rules." in said
    sizes = {tuple(round(side * 25.4 / 72, 1) for side in page.get_size()) for page in document}
    assert sizes == {(width, height)} and len(document) > 4


def test_pages_are_written_as_pictures_of_300_dots_an_inch(tmp_path: Path) -> None:
    out = tmp_path / "pages" / "box.png"
    done = CliRunner().invoke(export, ["print", "kuhn", "--only", "cards", "--out", str(out)])
    assert done.exit_code == 0 and [file.name for file in sorted(out.parent.iterdir())] == ["box-1.png", "box-2.png"]
    assert Image.open(out.parent / "box-1.png").size == (2481, 3508)
