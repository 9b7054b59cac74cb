"""The table of rulesets in docs/generality.md, with the lines and mechanisms of each as they are.

    python tests/helpers/listed.py

writes both into the page.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import yaml

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers.paths import DOCS

from stammtisch.reading.library import RULESET, mechanisms, root, variants

PAGE = DOCS / "generality.md"


ROW = re.compile(r"^\| `([\w-]+)` \| (\d+) \| ([^|]*)\|", re.M)


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


if __name__ == "__main__":
    PAGE.write_text(as_it_is(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
