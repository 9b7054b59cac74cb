"""Prose in the documentation is broken at 120 characters, so that a changed sentence is a small change."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from helpers.paths import DOCS, ROOT

WIDTH = 120
PAGES = [*sorted(DOCS.rglob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "tests" / "README.md"]
FENCE = re.compile(r"^( *)```.*?^\1```[ ]*$", re.M | re.S)


def long_lines(text: str) -> list[str]:
    """Return the lines that are too long, without tables, blocks of code and headings."""
    prose = FENCE.sub("", text)
    return [line for line in prose.splitlines() if len(line) > WIDTH and not line.lstrip().startswith(("|", "#"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_no_line_of_prose_is_longer_than_120(page: Path) -> None:
    assert long_lines(page.read_text(encoding="utf-8")) == []


def test_tables_and_code_may_be_longer() -> None:
    long = "word " * 30
    assert long_lines(f"{long}\n| {long} |\n```text\n{long}\n```\n  ```sh\n  {long}\n  ```\n") == [long]
