"""The table of what players expect of a table: each point that holds names a test or a picture that there is."""

from __future__ import annotations

import re

import pytest
from helpers.paths import DOCS, ROOT

LEAST = 40
ROWS = re.findall(r"^\| (\d+) \| (.+?) \| (.+?) \| (.*?) ?\|$", (DOCS / "design.md").read_text(encoding="utf-8"), re.M)
OPEN = re.compile(r"\*\*(not yet|otherwise)\*\*")


def test_there_are_enough_points_in_one_order() -> None:
    assert [int(number) for number, *_ in ROWS] == [*range(1, len(ROWS) + 1)] and len(ROWS) >= LEAST


@pytest.mark.parametrize(("number", "expected", "here", "shown"), ROWS, ids=[row[0] for row in ROWS])
def test_what_holds_is_shown_by_a_test_or_a_picture(number: str, expected: str, here: str, shown: str) -> None:
    tests, pictures = re.findall(r"`(tests/[^`]+)`", shown), re.findall(r"\]\(([^)]+)\)", shown)
    assert tests or pictures or OPEN.search(here), f"{number} {expected}: nothing shows it"
    assert [path for path in tests if not (ROOT / path).is_file()] == []
    assert [path for path in pictures if not (DOCS / path).is_file()] == []
