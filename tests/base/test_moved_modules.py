"""Modules under names that they had before."""

from __future__ import annotations

import sys
from importlib import import_module

import pytest


@pytest.mark.parametrize(
    ("old", "now"),
    [
        ("study.kept", "study.runs.saved_runs"),
        ("study.rows", "study.counts.outcomes"),
        ("study.simulate", "study.runs.simulate"),
        ("study.statistics", "study.counts.statistics"),
        ("study.use", "study.counts.usage"),
    ],
)
def test_a_module_that_has_moved_can_be_imported_by_its_old_name(old: str, now: str) -> None:
    sys.modules.pop(f"stammtisch.{old}", None)
    with pytest.warns(DeprecationWarning, match=f"stammtisch.{old} is stammtisch.{now} now"):
        assert import_module(f"stammtisch.{old}") is import_module(f"stammtisch.{now}")


def test_what_never_was_is_not_found() -> None:
    with pytest.raises(ModuleNotFoundError):
        import_module("stammtisch.study.nothing")
