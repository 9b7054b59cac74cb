"""Fixtures for tests of scenarios."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.harvest import HARVEST


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the ruleset of a small game, harvest."""
    (tmp_path / "harvest").mkdir()
    (tmp_path / "harvest" / "ruleset.yaml").write_text(HARVEST, encoding="utf-8")
    return tmp_path / "harvest"
