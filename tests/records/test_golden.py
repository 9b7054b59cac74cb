"""Whole recorded games whose scores were worked out by hand: every ruleset still plays and scores them so."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from helpers.paths import GOLDEN
from helpers.record_golden import GAMES

from stammtisch.base.errors import UsageError
from stammtisch.front.api import Ruleset, load_ruleset
from stammtisch.reading.library import root, rulesets
from stammtisch.records.replay import Replay, replay
from stammtisch.records.replay_kept import ruleset_of
from stammtisch.records.trace import read_trace

AGAIN = (
    "If the ruleset was changed on purpose, record the game again with `python tests/helpers/record_golden.py {name}` and go "
    "through the scoring in tests/golden/{name}.md by hand again; else the ruleset or the interpreter is at fault."
)


def played(path: Path, ruleset: Ruleset | None = None) -> Replay:
    """The recording, played again to its end; fails where it cannot be."""
    trace = read_trace(path)
    again = AGAIN.format(name=path.stem)
    try:
        result = replay(trace, ruleset or ruleset_of(trace.header["ruleset"]))
    except UsageError as error:
        pytest.fail(f"{error}\n{again}")
    state = result.state
    if state is None or result.failed or result.stopped or not state.over:
        pytest.fail(f"the game cannot be played as recorded: {result.failed or result.first}\n{again}")
    return result


def by_hand(path: Path) -> dict[str, Any]:
    """What the text beside a recording arrives at: its lines `Scores: 1, 2` and `Winners: seat 1, seat 2`."""
    text = path.with_suffix(".md").read_text(encoding="utf-8")
    scores, winners = re.search(r"^Scores: (.+)$", text, re.M), re.search(r"^Winners: (.+)$", text, re.M)
    assert scores and winners, f"{path.stem}.md has no lines `Scores:` and `Winners:`"
    return {
        "scores": [int(score) for score in scores[1].split(",")],
        "winners": [int(seat.strip().removeprefix("seat ")) - 1 for seat in winners[1].split(",")],
    }


def test_every_ruleset_has_a_golden_game() -> None:
    assert sorted(GAMES) == rulesets() == sorted(path.stem for path in GOLDEN.glob("*.jsonl"))


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_golden_game_ends_with_the_scores_worked_out_by_hand(name: str) -> None:
    path = GOLDEN / f"{name}.jsonl"
    state = played(path).state
    assert state is not None
    wanted, again = by_hand(path), AGAIN.format(name=name)
    assert state.scores == wanted["scores"], again
    assert state.winners == wanted["winners"], again


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_golden_recording_ends_as_its_text_says(name: str) -> None:
    path = GOLDEN / f"{name}.jsonl"
    trace = read_trace(path)
    assert trace.end is not None and trace.end["end"] == "finished"
    assert (trace.header["players"], trace.header["short"]) == (GAMES[name][0], True)
    assert {key: trace.end[key] for key in ("scores", "winners")} == by_hand(path)


# -- a ruleset that was changed


def changed(tmp_path: Path, old: str, new: str) -> Ruleset:
    text = (root() / "munchhausen" / "ruleset.yaml").read_text(encoding="utf-8")
    assert text.count(old) == 1
    path = tmp_path / "munchhausen.yaml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    return load_ruleset(path)


def test_a_recording_is_followed_when_only_the_hash_differs(tmp_path: Path) -> None:
    path = GOLDEN / "munchhausen.jsonl"
    ruleset = changed(tmp_path, "  highest_offer: {", "  lowest_offer_of_all: lowest_offer\n  highest_offer: {")
    result = played(path, ruleset)
    assert result.changed == read_trace(path).header["hash"] != ruleset.hash
    assert result.state is not None and result.state.scores == by_hand(path)["scores"]


def test_a_changed_score_is_noticed(tmp_path: Path) -> None:
    path = GOLDEN / "munchhausen.jsonl"
    state = played(path, changed(tmp_path, "- sum(player.hand.value)", "- player.hand.size")).state
    assert state is not None and state.scores == [27, 32, 15, 30] != by_hand(path)["scores"]


def test_a_changed_course_fails_and_says_what_to_do(tmp_path: Path) -> None:
    ruleset = changed(tmp_path, "from starter", "from left(starter)")
    with pytest.raises(pytest.fail.Exception) as failure:
        played(GOLDEN / "munchhausen.jsonl", ruleset)
    assert "the game cannot be played as recorded: line 2, decision 1" in str(failure.value)
    assert "python tests/helpers/record_golden.py munchhausen" in str(failure.value)
