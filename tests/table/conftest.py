"""Fixtures for tests of the table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from stammtisch.table.play.tables import Tables, open_tables


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    """The tables of a server, kept in a folder of their own."""
    found = open_tables(tmp_path)
    yield found
    found.store.close()
