"""How the command starts itself once more, for editors and for tests after each change."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from helpers.paths import ROOT

from stammtisch.base.version import __version__
from stammtisch.cli.console import starting_words


@pytest.mark.parametrize("started", ["/somewhere/bin/stammtisch", str(ROOT / "cli.py")])
def test_it_is_started_again_as_it_was(started: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "argv", [started, "validate"])
    said = subprocess.run([*starting_words(), "--version"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert said.stdout == f"stammtisch, version {__version__}\n"
    assert (starting_words()[1] == started) == started.endswith(".py")


def test_one_file_starts_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", "/programs/stammtisch")
    assert starting_words() == ["/programs/stammtisch"]
