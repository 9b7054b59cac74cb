"""Sheets written in many ways, some damaged: the same cards or a message; see torn_sheets.py for 20,000 of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import torn_sheets
from helpers.tiers import many

COUNT = many(40, 400)


def test_a_sheet_is_read_as_the_same_cards_or_refused(tmp_path: Path) -> None:
    assert torn_sheets.failures(range(COUNT), tmp_path) == []


def test_many_sheets_are_read() -> None:
    assert len({torn_sheets.sheet(number) for number in range(50)}) == 50
    assert torn_sheets.sheet(7) == torn_sheets.sheet(7)


def test_other_cards_and_a_traceback_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "ruleset.yaml"
    path.write_text(torn_sheets.RULES, encoding="utf-8")
    good = "ware,value,spoils,spice,copies\nbread,1,x,,2\nKäse,12,,honey,1\nhoney,3,x,bread,3\n"
    assert torn_sheets.trouble(path, good.encode()) == ""
    assert torn_sheets.trouble(path, good.replace("12", "13").encode()).startswith("other cards")
    monkeypatch.setattr(torn_sheets, "validate_file", None)
    assert "TypeError" in torn_sheets.trouble(path, good.encode())
