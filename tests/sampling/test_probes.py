"""Small games full of secrets in which a seat has once learned something hidden; `helpers/probes.py` has found them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from helpers.paths import DATA
from helpers.probes import GIVES, PLAN
from helpers.tiers import tiered
from helpers.worlds.given import looked

import stammtisch as st

FINDS = sorted((DATA / "probes").glob("*.yaml"))


@pytest.mark.parametrize("file", tiered(FINDS, FINDS[::4].__contains__), ids=lambda file: file.stem)
def test_nobody_learns_any_more_what_was_found_once(file: Path) -> None:
    seed = re.match(r"# seed (\d+): \w+\n", file.read_text(encoding="utf-8"))
    assert seed is not None
    assert looked(st.load_ruleset(file).game(), int(seed[1]), PLAN, given=GIVES).other
