"""What the designer is told: testdata/err holds broken rulesets with the exact text of `validate` and what follows it.

testdata/ok holds valid ones, which are played too.

A broken ruleset is kept as an edit of a valid one (helpers/cases.py says how); the name begins with the code that it is
about. When the valid one has changed much, the mistake has to be made in it anew. A new one is made of a broken copy:

    cd tests; python -m helpers.cases ../rulesets/kuhn/ruleset.yaml BROKEN.yaml unused-bet "a bet that nobody makes"

After a message was changed on purpose, write the texts anew, and read them:

    STAMMTISCH_WRITE=1 python -m pytest tests/front/test_messages.py
"""

from __future__ import annotations

import os
import re
from collections import Counter
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from helpers.cases import Case, cards, follow, laid, read_case, shown, told, write, write_case
from helpers.codes import ELSEWHERE, codes
from helpers.paths import ROOT
from helpers.tiers import tiered

import stammtisch as st
from stammtisch.base.diagnostics import Diagnostic
from stammtisch.base.streams import BOTS, Stream, seed_stream
from stammtisch.front.validation import validate_file
from stammtisch.records.trace import Recorder

ERR = ROOT / "tests/testdata/err"
BROKEN = sorted(path.stem for path in ERR.glob("*.txt"))
VALID = sorted(path.relative_to(ROOT) for path in ROOT.glob("tests/testdata/ok/*.yaml"))
WRITE = bool(os.environ.get("STAMMTISCH_WRITE"))
MOST_A_CODE = 4
MOST_LINES_CHANGED = 8
# words that somebody who has never programmed does not know
JARGON = re.compile(
    r"\b(expressions?|keys?|parameters?|arguments?|attributes?|variables?|nested|recursive|recursion|scalars?|mappings?"
    r"|iterables?|integers?|booleans?|strings?|syntax|identifiers?|invariants?|parse[ds]?)\b"
)
CODE = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_FOLDER = TemporaryDirectory()


@pytest.fixture(autouse=True)
def at_the_top(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paths in messages are relative to the working folder."""
    monkeypatch.chdir(ROOT)


@cache
def case(name: str) -> Case:
    """A case by its name."""
    return read_case(ERR / f"{name}.txt")


@cache
def folder_of(name: str) -> Path:
    """A folder of its own for a case: excerpts are read when a message is printed, and sheets often have the same name."""
    folder = Path(_FOLDER.name) / name
    folder.mkdir()
    return folder


@cache
def found(name: str) -> list[Diagnostic]:
    """All that is said of a case."""
    return told(laid(case(name), folder_of(name)), case(name).text)


def written(name: str) -> str:
    """The text that is printed of a case."""
    return shown(found(name), folder_of(name))


@pytest.mark.parametrize("name", tiered(BROKEN, lambda name: WRITE or name in BROKEN[::2]))
def test_a_broken_ruleset_gets_exactly_this_text(name: str) -> None:
    if WRITE:
        write(ERR / f"{name}.txt", write_case(case(name), written(name)))
    assert written(name) == read_case(ERR / f"{name}.txt").says
    assert any(name.startswith(problem.code + "-") for problem in found(name))


@pytest.mark.parametrize("name", tiered(BROKEN, BROKEN[::12].__contains__))
def test_what_is_said_can_be_followed_and_leads_on(name: str, tmp_path: Path) -> None:
    path = laid(case(name), tmp_path)
    left = follow(case(name), path)
    assert shown(left, tmp_path) == case(name).left
    if not left and not case(name).other_cards:
        assert cards(path) == cards(case(name).base)


def test_broken_rulesets_are_small_edits_of_valid_ones() -> None:
    for name in BROKEN:
        changed = Counter(line[:1] for line in case(name).broken)
        assert max(changed["+"], changed["-"]) <= MOST_LINES_CHANGED, name


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


@pytest.mark.full
def test_every_code_has_a_broken_ruleset() -> None:
    shown = {problem.code for name in BROKEN for problem in found(name)}
    assert codes() - shown == set(ELSEWHERE)
    assert shown <= codes()
    assert len(codes()) > 90


def test_no_code_has_more_than_four_broken_rulesets_but_for_newcomers_mistakes() -> None:
    known = sorted(codes(), key=len, reverse=True)
    names = [name for name in BROKEN if case(name).base.stem != "harbour"]
    about = Counter(next(code for code in known if name.startswith(code + "-")) for name in names)
    assert {code: count for code, count in about.items() if count > MOST_A_CODE} == {}
    assert len(BROKEN) >= 120


def test_broken_rulesets_are_kept_as_edits() -> None:
    assert [path.name for path in ERR.iterdir() if path.suffix != ".txt"] == []


@pytest.mark.parametrize("name", tiered(BROKEN, BROKEN[::2].__contains__))
def test_messages_are_in_tabletop_words(name: str) -> None:
    for diagnostic in found(name):
        words = f"{diagnostic.message} {diagnostic.hint}"
        assert CODE.fullmatch(diagnostic.code)
        assert diagnostic.message and diagnostic.message[0] != " "
        assert not re.search(r"\b(None|True|False|dict|tuple|NoneType|object at|Traceback|zone of|KeyError)\b", words)
        assert not JARGON.search(words)
        assert diagnostic.span.file.endswith((".yaml", ".csv"))
        assert diagnostic.span.line >= 1 and diagnostic.span.column >= 1
