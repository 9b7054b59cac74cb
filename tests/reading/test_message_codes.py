"""What each message means: every code is there, and its examples do what they say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from helpers.codes import CALL, ELSEWHERE, PLAYED, codes
from helpers.paths import ROOT
from helpers.reference import GAMES, laid_over
from helpers.tiers import many, tiered

from stammtisch.base.diagnostics import RulesetError
from stammtisch.front.validation import validate_file
from stammtisch.reading.dump import dump
from stammtisch.reading.load import load_text
from stammtisch.reading.messages import kinds
from stammtisch.reading.schema import check_shape
from stammtisch.scenarios.run import run_file

FRAME = GAMES["Village fair"]
EXAMPLES = [kind.code for kind in kinds().values() if kind.wrong]
COMMENTS = ("allow-reason", "allow-unknown", "allow-unused")
GAMES_PLAYED = many(4, 12)
# what would need bytes that are no text, seventy steps, or another file beside it; targets: tests/study/test_targets.py
UNSHOWN = {"file-not-utf8", "too-deep", "unknown-clause", "unknown-mutant", "unknown-value"}
UNSHOWN |= {"unknown-measure", "wrong-target"}
# a sheet beside it
UNSHOWN |= {"sheet-empty", "sheet-file", "sheet-heading", "sheet-quotes", "sheet-separator", "sheet-value"}


def told(text: str, folder: Path, play: bool) -> list[str]:
    """The codes of what is said of an example: a variant, a whole game, or a part of the game of the reference."""
    (folder / "village-fair.yaml").write_text(FRAME, encoding="utf-8")
    file = folder / "example.yaml"
    file.write_text(text, encoding="utf-8")
    if re.search(r"^tests: ", text, re.MULTILINE):
        return played(file)
    if not re.search(r"^(extends|game): ", text, re.MULTILINE):
        try:
            part = load_text(text, str(file))
        except RulesetError as error:
            return [problem.code for problem in error.diagnostics]
        if "# allow" in text:
            # comments are kept: the part stands in place of the section, which is one line of the frame's
            section = text.split(":")[0] if not text.startswith("#") else "settings"
            file.write_text(re.sub(rf"(?ms)^{section}:.*?(?=^\S)", settings(text), FRAME), encoding="utf-8")
        else:
            whole = laid_over(load_text(FRAME, "village-fair"), part)
            if misshapen := check_shape(whole):
                return [problem.code for problem in misshapen]
            file.write_text(dump(whole), encoding="utf-8")
    return [problem.code for problem in validate_file(file, GAMES_PLAYED if play else 0)]


def played(file: Path) -> list[str]:
    """The codes of what is wrong with a scenario file, or with its scenarios when they are played."""
    try:
        outcomes = run_file(file)
    except RulesetError as error:
        return [problem.code for problem in error.diagnostics]
    return re.findall(r"^\S+:\d+:\d+ ([\w-]+) ", "\n".join(outcome.failure for outcome in outcomes), re.MULTILINE)


def settings(text: str) -> str:
    """The frame's settings with those of an example."""
    lines = text.replace("settings: {hand_limit: 8}", "settings:\n  hand_limit: 8").splitlines()
    rest = [] if "hand_size" in text else ["  hand_size: 5"]
    return "\n".join([*lines, *rest, "  starting_coins: 12", "", ""])


@pytest.mark.parametrize("code", tiered(EXAMPLES, EXAMPLES[::2].__contains__))
def test_the_wrong_example_leads_to_just_this_message(code: str, tmp_path: Path) -> None:
    found = told(kinds()[code].wrong, tmp_path, kinds()[code].play)
    beside = {"allow-reason": {"unused"}, "one-owner": {"no-turn"}}  # hands are dealt before anybody has a turn
    codes = {other for other in found if other != "unused" or code == "unused" or code in COMMENTS}
    assert codes - beside.get(code, set()) == {code}


@pytest.mark.parametrize("code", tiered(EXAMPLES, EXAMPLES[::3].__contains__))
def test_the_right_example_leads_to_no_message(code: str, tmp_path: Path) -> None:
    found = told(kinds()[code].right, tmp_path, kinds()[code].play)
    assert [other for other in found if other != "unused" or code in COMMENTS] == []


def test_the_index_has_every_code_and_no_other() -> None:
    assert set(kinds()) == codes() | of_other_files()


def of_other_files() -> set[str]:
    """Every code that targets, and reading or playing scenarios, can raise."""
    found: set[str] = set()
    rooms = ROOT / "interpreter"
    for path in (*(rooms / "scenarios").glob("*.py"), rooms / "study" / "counts" / "targets.py"):
        found |= set(CALL.findall(path.read_text(encoding="utf-8")))
    return found


def test_only_what_no_ruleset_file_can_show_has_no_example() -> None:
    assert {kind.code for kind in kinds().values() if not kind.wrong} == set(ELSEWHERE) - set(PLAYED) | UNSHOWN
    assert all(bool(kind.wrong) == bool(kind.right) for kind in kinds().values())
