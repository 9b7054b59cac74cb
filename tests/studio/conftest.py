"""Fixtures for tests of the studio."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from stammtisch.front import starter
from stammtisch.learning.in_background import BackgroundLearning
from stammtisch.studio.door import answer
from stammtisch.studio.game_folder import GameFolder
from stammtisch.studio.studio import Studio
from stammtisch.table.play.tables import open_tables

Ask = Callable[..., Any]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder with one game, made from a template."""
    found = tmp_path / "games"
    found.mkdir()
    starter.from_template("picnic", starter.DEFAULT, found)
    return found


@pytest.fixture
def studio(home: Path, tmp_path: Path) -> Iterator[Studio]:
    tables = open_tables(tmp_path / "tables")
    yield Studio(GameFolder(home), tables, BackgroundLearning)
    tables.store.close()


@pytest.fixture
def ask(studio: Studio) -> Ask:
    """The result of a request; a mistake fails the test."""

    def asked(request: str, /, **arguments: Any) -> Any:
        found = answer(studio, {"name": request, "arguments": arguments})
        assert "result" in found, found
        return found["result"]

    return asked


@pytest.fixture
def refused(studio: Studio) -> Ask:
    """The mistake that a request is answered with."""

    def asked(request: str, /, **arguments: Any) -> Any:
        found = answer(studio, {"name": request, "arguments": arguments})
        assert "mistake" in found, found
        return found["mistake"]

    return asked


@pytest.fixture
def finish(ask: Ask) -> Ask:
    """The result of a job when it is done."""

    def finished(request: str, /, **arguments: Any) -> Any:
        job = ask(request, **arguments)["job"]
        while not (state := ask("go_on", job=job, seconds=0.5))["done"]:
            pass
        return state["result"]

    return finished
