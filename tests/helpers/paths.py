"""Where things lie: the checkout and what tests read in it."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
INTERPRETER = ROOT / "interpreter"
RULESETS = ROOT / "rulesets"
TESTS = ROOT / "tests"
DATA = TESTS / "testdata"
GOLDEN = TESTS / "golden"
# rulesets without a mistake, each about one thing
VALID = sorted((DATA / "ok").glob("*.yaml"))
