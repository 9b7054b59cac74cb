"""What holds for all tests: which tier runs, and that no test of the quick one takes long."""

from __future__ import annotations

import gc
import os
from collections import Counter
from collections.abc import Generator

import pytest
from helpers import tiers
from hypothesis import settings

# of processor time, so that a busy machine fails nothing; 1 s is meant, which a slow machine may need several times
MOST_SECONDS = 10.0
# objects between two searches for garbage: with Python's 700 these took a fifth of the time. The server sets it lower
YOUNG = (1_000_000, 20, 100)
# a test with more cases than these is tried with every third of the others in the quick tier
FEW = 3


def pytest_configure(config: pytest.Config) -> None:
    tiers.everything = "not full" not in config.getoption("markexpr")
    settings.register_profile("patient", deadline=None)
    settings.load_profile("patient")
    gc.set_threshold(*YOUNG)  # while tests are collected, too
    # else each of the processes that tests start would translate all modules anew, which takes longer than the rest of it
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave two thirds of the cases of a test to the full run, and mark what plays more there as `larger`."""
    cases: Counter[tuple[object, str]] = Counter()
    tests = [item for item in items if isinstance(item, pytest.Function)]
    for item in tests:
        if {"many", "some", "tiers"} & vars(item.module).keys():
            item.add_marker("larger")
        if not item.get_closest_marker("full"):
            test = item.module, item.originalname
            cases[test] += 1
            if cases[test] > FEW and cases[test] % 3 != 1:
                item.add_marker("full")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    gc.set_threshold(*YOUNG)
    before = sum(os.times()[:4])
    yield
    spent = sum(os.times()[:4]) - before
    if spent > MOST_SECONDS and not tiers.everything:
        pytest.fail(f"took {spent:.1f} s of processor time: make it smaller, or mark it `full` (tests/README.md)")
