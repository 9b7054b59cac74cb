"""What holds for all tests: which tier runs, and that no test of the quick one takes long."""

from __future__ import annotations

import gc
import os
from collections.abc import Generator

import pytest
from helpers import tiers
from hypothesis import settings

# of processor time, so that a busy machine fails nothing; 3 s are meant, which a slow machine may need three times
MOST_SECONDS = 10.0
# objects between two searches for garbage: with Python's 700 these took a fifth of the time. The server sets it lower
YOUNG = (1_000_000, 20, 100)


def pytest_configure(config: pytest.Config) -> None:
    tiers.everything = "not full" not in config.getoption("markexpr")
    settings.register_profile("patient", deadline=None)
    settings.load_profile("patient")
    gc.set_threshold(*YOUNG)  # while tests are collected, too
    # else each of the processes that tests start would translate all modules anew, which takes longer than the rest of it
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark as `larger` what plays more in the full run than in the quick one: tests of files that ask for a tier."""
    for item in items:
        if isinstance(item, pytest.Function) and {"many", "some", "tiers"} & vars(item.module).keys():
            item.add_marker("larger")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    gc.set_threshold(*YOUNG)
    before = sum(os.times()[:4])
    yield
    spent = sum(os.times()[:4]) - before
    if spent > MOST_SECONDS and not tiers.everything:
        pytest.fail(f"took {spent:.1f} s of processor time: make it smaller, or mark it `full` (tests/README.md)")
