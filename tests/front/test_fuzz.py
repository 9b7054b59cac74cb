"""Damaged rulesets never lead to a traceback, a long wait or much memory; see fuzz.py for 20,000 of them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from helpers import fuzz
from helpers.tiers import full, many

COUNT = many(2, 100)
MOST_SECONDS = 300


@full
def test_damaged_rulesets_get_messages() -> None:
    """In a process of its own, so that its memory is its own and a hang ends the test."""
    command = [sys.executable, str(Path(fuzz.__file__)), str(COUNT)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=MOST_SECONDS)
    assert done.returncode == 0, done.stdout
    assert done.stdout.startswith(f"{COUNT} mutants, 0 failures, at most ")


@full
def test_the_same_number_is_the_same_mutant() -> None:
    assert [fuzz.mutant(n) for n in range(5)] == [fuzz.mutant(n) for n in range(5)]
    assert len({fuzz.mutant(n)[1] for n in range(20)}) == 20


@full
def test_every_kind_of_file_is_damaged() -> None:
    kinds = {fuzz.mutant(n)[0].split("/")[-2] for n in range(120)}
    assert kinds >= {"munchhausen", "variants", "mechanisms", "testdata"}


def test_a_traceback_and_a_long_wait_are_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def crash(path: Path) -> list[object]:
        raise KeyError("card")

    monkeypatch.setattr(fuzz, "validate_file", crash)
    found = list(fuzz.failures(range(3), tmp_path))
    assert [failure.number for failure in found] == [0, 1, 2]
    assert "KeyError: 'card'" in found[0].trouble
    monkeypatch.setattr(fuzz, "validate_file", lambda path: [])
    monkeypatch.setattr(fuzz, "MOST_SECONDS", -1.0)
    assert "s of processor time" in next(fuzz.failures(range(1), tmp_path)).trouble


def test_megabytes_are_measured() -> None:
    assert 1 < fuzz.megabytes() < 4000
