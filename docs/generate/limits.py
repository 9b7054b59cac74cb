"""docs/limits.md: how large a ruleset and a game may be. Run as a program, it writes the page."""

from __future__ import annotations

from pathlib import Path

from stammtisch.base.limits import LIMITS

PAGE = Path(__file__).resolve().parents[1] / "limits.md"
HEAD = """\
# Limits

How large a ruleset and a game may be. `validate` refuses what is certainly beyond a limit, with its place (`too-large`,
`too-deep` and `yaml-too-many` in [the messages](errors.md)). If only play shows it, the game ends with the step, its
line and the words of the limit, before it takes much time or memory. If a game would meet two limits without a decision
in between, either may be reported.

<!-- generated from interpreter/base/limits.py: python docs/generate/limits.py -->

| limit | at most | what counts |
| --- | ---: | --- |
"""


def text() -> str:
    """The page as it should be."""
    return HEAD + "".join(f"| {what} | {number:,} | {about} |\n" for what, number, about in LIMITS)


if __name__ == "__main__":
    PAGE.write_text(text(), encoding="utf-8")
