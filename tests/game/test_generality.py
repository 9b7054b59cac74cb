"""docs/generality.md: its list of rulesets is complete, with their lines and mechanisms as they are.

`python tests/test_generality.py` writes both into the page.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from test_tree import COUNTS

import stammtisch as st
from stammtisch.reading.library import RULESET, mechanisms, root, rulesets, variants
from stammtisch.solving.tree import begin, count

PAGE = Path(__file__).resolve().parents[2] / "docs" / "generality.md"
ROW = re.compile(r"^\| `([\w-]+)` \| (\d+) \| ([^|]*)\|", re.M)
TREES = [line.split("|")[1:-1] for line in PAGE.read_text(encoding="utf-8").splitlines() if line.count("|") == 7][2:]


def lines(name: str) -> int:
    """The lines of a ruleset that say something."""
    text = (root() / name / RULESET).read_text(encoding="utf-8")
    return sum(bool(line.strip()) and not line.lstrip().startswith("#") for line in text.splitlines())


def actions_run(name: str) -> list[str]:
    """The actions of libraries that a ruleset or a variant of it runs, by name."""
    found = set()
    for library in mechanisms():
        known = yaml.safe_load((root() / "mechanisms" / f"{library}.yaml").read_text(encoding="utf-8"))["actions"]
        for file in (root() / name / RULESET, *(root() / name / "variants" / f"{v}.yaml" for v in variants(name))):
            text = file.read_text(encoding="utf-8")
            found |= {words for words in known if re.search(rf"\brun: {words}\b", text)}
    return sorted(found)


def as_it_is(page: str) -> str:
    """The page with the numbers and mechanisms of its rows as they are."""

    def row(match: re.Match[str]) -> str:
        used = ", ".join(actions_run(match[1]))
        return f"| `{match[1]}` | {lines(match[1])} | {used}{' ' if used else ''}|"

    return ROW.sub(row, page)


def test_every_ruleset_is_listed_with_its_lines_and_mechanisms() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert sorted(row[1] for row in ROW.finditer(page)) == rulesets() and len(TREES) == 14
    assert page == as_it_is(page), "write the page anew with `python tests/test_generality.py`"


def test_the_libraries_are_used_by_several_games() -> None:
    """A mechanism that one game alone uses belongs into that game: each library serves two at least."""
    for library in mechanisms():
        text = f"use: [{library}]"
        users = [name for name in rulesets() if text in (root() / name / RULESET).read_text(encoding="utf-8")]
        assert len(users) > 1, library


def setting(text: str) -> tuple[str, Any]:
    name, _, value = text.partition("=")
    return name, yaml.safe_load(value)


@pytest.mark.parametrize("row", TREES, ids=lambda row: row[0].strip() + row[1].rstrip())
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


if __name__ == "__main__":
    PAGE.write_text(as_it_is(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
