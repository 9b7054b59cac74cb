"""docs/generality.md: its list of rulesets is complete, with their lines and mechanisms as they are."""

from __future__ import annotations

import re
from typing import Any

import pytest
import yaml
from helpers.listed import PAGE, ROW, as_it_is
from helpers.tiers import tiered
from helpers.trees import COUNTS

import stammtisch as st
from stammtisch.reading.library import RULESET, mechanisms, root, rulesets
from stammtisch.solving.tree import begin, count

TREES = [line.split("|")[1:-1] for line in PAGE.read_text(encoding="utf-8").splitlines() if line.count("|") == 7][2:]


def test_every_ruleset_is_listed_with_its_lines_and_mechanisms() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert sorted(row[1] for row in ROW.finditer(page)) == rulesets() and len(TREES) == 14
    assert page == as_it_is(page), "write the page anew with `python tests/helpers/listed.py`"


def test_the_libraries_are_used_by_several_games() -> None:
    """A mechanism that one game alone uses belongs into that game: each library serves two at least."""
    for library in mechanisms():
        text = f"use: [{library}]"
        users = [name for name in rulesets() if text in (root() / name / RULESET).read_text(encoding="utf-8")]
        assert len(users) > 1, library


def setting(text: str) -> tuple[str, Any]:
    name, _, value = text.partition("=")
    return name, yaml.safe_load(value)


@pytest.mark.parametrize(
    "row", tiered(TREES, lambda row: len(row[4].strip()) < 6), ids=lambda row: row[0].strip() + row[1].rstrip()
)
def test_the_trees_have_the_sizes_that_are_listed(row: list[str]) -> None:
    game, settings, *numbers = (cell.strip() for cell in row)
    name, players = game.split("`")[1], int((re.findall(r"(\d) players", game) or ["2"])[0])
    options = dict(setting(text) for text in (settings.split("`")[1].split() if settings else []))
    chance, decision, terminal, *sets = (int(n) for n in re.findall(r"\d+", " ".join(numbers).replace(",", "")) if n)
    if name == "tictactoe":  # counted beside the other trees
        assert (chance, decision, terminal, sets) == (0, 294778, 255168, [])
        return
    known = {(n, p, str(o)): (*histories, *found) for n, p, o, histories, found in COUNTS}
    if (name, players, str(options)) not in known:
        found = count(begin(st.load_ruleset(name).game(players, options), singles="single draws" in settings))
        sizes = (found.chance, found.decision, found.terminal)
        known[name, players, str(options)] = (*sizes, *(found.information_sets or []))
    assert (chance, decision, terminal, *sets) == known[name, players, str(options)]
