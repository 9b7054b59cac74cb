"""What holds for all tests: which tier runs, and that no test fails for being slow."""

from __future__ import annotations

import pytest
from helpers import tiers
from hypothesis import settings


def pytest_configure(config: pytest.Config) -> None:
    tiers.everything = "not full" not in config.getoption("markexpr")
    settings.register_profile("patient", deadline=None)
    settings.load_profile("patient")
