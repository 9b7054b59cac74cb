"""What the designer is told: testdata/err holds broken rulesets with the exact text of `validate`.

testdata/ok holds valid ones, which are played too.

The first line of each broken file says what was broken; its name starts with the code that it is about. The rest is a
shipped ruleset, variant or template with one mistake; when that has changed much, the mistake has to be made in it anew.
After a message was changed on purpose, write the texts anew, and read them:

    STAMMTISCH_WRITE=1 python -m pytest tests/front/test_messages.py
"""

from __future__ import annotations

import os
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from helpers.codes import ELSEWHERE, codes
from helpers.paths import ROOT
from helpers.tiers import tiered

import stammtisch as st
from stammtisch.base.diagnostics import Diagnostic, corrected, render
from stammtisch.base.streams import BOTS, Stream, seed_stream
from stammtisch.front.validation import validate_file
from stammtisch.records.trace import Recorder

BROKEN = sorted(path.relative_to(ROOT) for path in ROOT.glob("tests/testdata/err/*.yaml"))
VALID = sorted(path.relative_to(ROOT) for path in ROOT.glob("tests/testdata/ok/*.yaml"))
SHIPPED = (
    *sorted(ROOT.glob("rulesets/*/ruleset.yaml")),
    *sorted(path for path in ROOT.glob("rulesets/*/variants/*.yaml") if not path.stem.endswith(".scenarios")),
    *sorted(ROOT.glob("interpreter/cli/templates/*/ruleset.yaml")),
)
WRITE = bool(os.environ.get("STAMMTISCH_WRITE"))
MOST_A_CODE = 4
MOST_LINES_CHANGED = 8
# words that somebody who has never programmed does not know
JARGON = re.compile(
    r"\b(expressions?|keys?|parameters?|arguments?|attributes?|variables?|nested|recursive|recursion|scalars?|mappings?"
    r"|iterables?|integers?|booleans?|strings?|syntax|identifiers?|invariants?|parse[ds]?)\b"
)
CODE = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


@pytest.fixture(autouse=True)
def at_the_top(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paths in messages are relative to the working folder."""
    monkeypatch.chdir(ROOT)


@cache
def told(path: Path) -> list[Diagnostic]:
    """All that is said of a file."""
    return validate_file(path)


@pytest.mark.parametrize("path", tiered(BROKEN, lambda path: WRITE or path in BROKEN[::2]), ids=lambda path: path.stem)
def test_a_broken_ruleset_gets_exactly_this_text(path: Path) -> None:
    found = render(told(path)) + "\n"
    if WRITE:
        path.with_suffix(".txt").write_text(found, encoding="utf-8")
    assert found == path.with_suffix(".txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", tiered(BROKEN, BROKEN[::2].__contains__), ids=lambda path: path.stem)
def test_a_broken_ruleset_is_about_the_code_in_its_name(path: Path) -> None:
    assert path.read_bytes().startswith(b"# broken: ")
    assert any(path.stem.startswith(d.code + "-") for d in told(path))


@cache
def said(path: Path) -> Counter[str]:
    """The lines of a file, each with how often it is there; a comment's or list's sign before a line does not count."""
    lines = path.read_text(encoding="utf-8", errors="replace").split("\n")
    aside = ("# broken:", "# yaml-language-server:")
    return Counter(line.lstrip("#- ") for line in lines if line.strip() and not line.startswith(aside))


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
def test_a_broken_ruleset_is_a_small_edit_of_a_shipped_one(path: Path) -> None:
    broken = said(path)
    changed = {base: max((said(base) - broken).total(), (broken - said(base)).total()) for base in SHIPPED}
    nearest = min(SHIPPED, key=lambda base: changed[base])
    most = min(MOST_LINES_CHANGED, said(nearest).total() // 2)
    assert changed[nearest] <= most, f"the nearest is {nearest}: {changed[nearest]} lines are others"


def put_right(text: str, found: list[Diagnostic]) -> str:
    """The text with every correction made, the last one on a line first."""
    lines = text.split("\n")
    for diagnostic in reversed(found):
        number = diagnostic.span.line - 1
        lines[number] = corrected(lines[number], diagnostic)
    return "\n".join(lines)


@pytest.mark.parametrize("path", tiered(BROKEN, BROKEN[::4].__contains__), ids=lambda path: path.stem)
def test_a_ruleset_with_the_suggested_corrections_is_valid(path: Path, tmp_path: Path) -> None:
    found = [d for d in told(path) if d.fix or d.instead]
    if not found:
        return
    right = tmp_path / "corrected.yaml"
    text = path.read_text(encoding="utf-8").replace("../../../rulesets", str(ROOT / "rulesets"))
    own = [d for d in found if Path(d.span.file) == path]
    assert own == found, "a correction of another file"
    for _ in range(3):  # a correction may bring to light what it hid
        text = put_right(text, own)
        right.write_text(text, encoding="utf-8")
        left = validate_file(right)
        own = [d for d in left if d.fix or d.instead]
        if not own:
            break
    assert [d for d in left if d.severity == "error"] == []


@pytest.mark.parametrize("path", VALID, ids=lambda path: path.stem)
def test_a_valid_ruleset_has_no_message_and_can_be_played_and_recorded(path: Path, tmp_path: Path) -> None:
    assert validate_file(path) == []
    ruleset = st.load_ruleset(path)
    for players in ruleset.players:
        state = ruleset.game(players).start(players)
        bots = Stream(seed_stream(players, BOTS))
        with Recorder(tmp_path / "recording.jsonl", state) as recorder:
            while not state.over:
                recorder.choose(bots.draw(len(state.decision.options)))
        assert state.decisions > 0
        assert state.winners or not any(state.ranks)


def test_every_code_has_a_broken_ruleset() -> None:
    shown = {d.code for path in BROKEN for d in told(path)}
    assert codes() - shown == set(ELSEWHERE)
    assert shown <= codes()
    assert len(codes()) > 90


def test_no_code_has_more_than_four_broken_rulesets() -> None:
    known = sorted(codes(), key=len, reverse=True)
    about = Counter(next(code for code in known if path.stem.startswith(code + "-")) for path in BROKEN)
    assert {code: count for code, count in about.items() if count > MOST_A_CODE} == {}
    assert len(BROKEN) >= 120


def test_broken_rulesets_and_texts_belong_together() -> None:
    texts = sorted(path.stem for path in (ROOT / "tests/testdata/err").glob("*.txt"))
    assert texts == [path.stem for path in BROKEN]


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
def test_messages_are_in_tabletop_words(path: Path) -> None:
    for diagnostic in told(path):
        words = f"{diagnostic.message} {diagnostic.hint}"
        assert CODE.fullmatch(diagnostic.code)
        assert diagnostic.message and diagnostic.message[0] != " "
        assert not re.search(r"\b(None|True|False|dict|tuple|NoneType|object at|Traceback|zone of|KeyError)\b", words)
        assert not JARGON.search(words)
        assert diagnostic.span.file.endswith(".yaml")
        assert diagnostic.span.line >= 1 and diagnostic.span.column >= 1
