"""The codes of messages, as the source has them, and where those are tested that no broken ruleset shows."""

from __future__ import annotations

import re

from helpers.paths import INTERPRETER

# a code is the first argument of a call; `unknown-{what}` and `two-{group}s` are put together there
CALL = re.compile(r'\(\s*f?"([a-z]+(?:-[a-z{}]+[0-9]?)+|recursion|unused|shadowed|conserved|endless|unreachable)",\s')

PARTS = {"unknown-{what}": ("unknown-ruleset", "unknown-variant", "unknown-mechanism")}
PARTS |= {"two-{group}s": ("two-loops", "two-decisions", "two-effects")}

STAGES = ("reading", "language", "check", "program", "front")

PLAYED = (
    *("play-stuck", "play-endless", "play-not-always"),
    *("never-offered", "never-reached", "never-moved", "never-read"),
)

ELSEWHERE = {
    **dict.fromkeys(PLAYED, "needs random games: tests/reading/test_message_codes.py"),
    "file-is-folder": "no ruleset file: tests/reading/test_load.py",
    "file-missing": "no ruleset file: tests/reading/test_load.py",
    "file-too-big": "would need two million characters: tests/reading/test_load.py",
    "file-unreadable": "a device, or a file without permission: tests/reading/test_load.py",
    "yaml-too-many": "would need fifty thousand values: tests/reading/test_load.py",
    "yaml-syntax": "what no other message fits; no file is known that leads to it",
    "sheet-merged": "needs a workbook: tests/extras/test_workbooks.py",
    "unknown-mechanism": "its hint lists the libraries that come with Stammtisch: tests/reading/test_library.py",
    "unknown-ruleset": "its hint lists the rulesets that come with Stammtisch: tests/reading/test_library.py",
    "unknown-variant": "its hint lists the variants that come with Stammtisch: tests/reading/test_library.py",
    "variant-order": "needs two variants on the command line: tests/reading/test_conflicts.py",
    "variants-disagree": "needs two variants on the command line: tests/reading/test_conflicts.py",
    "variant-of-another": "needs a variant on the command line: tests/reading/test_merge_errors.py",
}


def codes() -> set[str]:
    """Every code that a stage between file and game can raise."""
    found: set[str] = set()
    for stage in STAGES:
        for path in (INTERPRETER / stage).rglob("*.py"):
            for code in CALL.findall(path.read_text(encoding="utf-8")):
                found |= set(PARTS.get(code, (code,)))
    return found
