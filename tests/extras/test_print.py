"""What is made for a printer. Needs the extra `print`, and the library Pango of the system."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from stammtisch.cli.commands.rulebook import command
from stammtisch.front.api import load_ruleset
from stammtisch.rulebook.book import rulebook
from stammtisch.rulebook.page import html

try:
    weasyprint: Any = import_module("weasyprint")
except OSError:
    pytest.skip("Pango is not installed", allow_module_level=True)


def test_a_rulebook_is_written_as_pdf(tmp_path: Path) -> None:
    file = tmp_path / "rules.PDF"
    done = CliRunner().invoke(command, ["kuhn", "--out", str(file)])
    assert done.exit_code == 0 and done.output == f"The rules of Kuhn poker are written to {file}.\n"
    assert file.read_bytes().startswith(b"%PDF-")


def test_pages_are_a4_with_the_cover_on_one_of_its_own() -> None:
    pages = weasyprint.HTML(string=html(rulebook(load_ruleset("kuhn")))).render().pages
    assert [(round(page.width * 25.4 / 96), round(page.height * 25.4 / 96)) for page in pages] == [(210, 297)] * len(
        pages
    )
    assert pages[0].anchors == {} and "goal" in pages[1].anchors
