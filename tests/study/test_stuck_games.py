"""Games that failed or do not end: their kinds, what they have in common, what they cost."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from helpers.small_games import ENDS, run, written
from helpers.tiers import full

from stammtisch.study.runs.playing import play_game, play_shard
from stammtisch.study.runs.run import Run
from stammtisch.study.runs.shards import Plan
from stammtisch.study.runs.simulate import simulate
from stammtisch.study.runs.stuck_games import kinds_of

STUCK = ENDS.replace("          Wait: nothing\n", "")


def runs(tmp_path: Path, text: str, most: int = 2_000, games: int = 60) -> Run:
    return simulate([written(tmp_path, "ends", text).game(2)], games, Plan(1, most))


def test_what_games_without_end_have_in_common_is_said(tmp_path: Path) -> None:
    (kind,) = kinds_of(runs(tmp_path, ENDS))
    assert kind.endless and kind.players == 2 and len(kind.numbers) > kind.looked == 20
    assert kind.words.startswith("after 2,000 decisions they go round among Fish or pay (")
    assert kind.words.endswith("ends.yaml:14)")
    assert kind.common == (
        "nobody has a choice any more",
        "only “Wait” is still chosen",
        "no player has coins",
        "the pond is 0",
    )


def test_what_games_that_fail_have_in_common_is_said(tmp_path: Path) -> None:
    (kind,) = kinds_of(runs(tmp_path, STUCK))
    assert not kind.endless and "there is nothing to choose for player" in kind.words and "ends.yaml:14" in kind.words
    assert "the pond is 0" in kind.common and any("the last choice is" in one for one in kind.common)


def test_games_without_end_are_the_same_natively_and_step_by_step(tmp_path: Path) -> None:
    """What is checked is played step by step."""
    game = written(tmp_path, "ends", ENDS).game(2)
    for use in (False, True):
        fast, slow = (play_shard(game, 0, 40, Plan(1, 60, check=check, use=use)).tally for check in (False, True))
        assert fast == slow and fast.endless and fast.finished


def test_games_without_end_are_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """20,000 decisions take a second step by step: of each kind one game alone is, when it is saved."""
    monkeypatch.setattr("stammtisch.study.runs.playing.play_game", lambda *_: pytest.fail("played step by step"))
    assert play_game is not None
    began = time.monotonic()
    found = runs(tmp_path, ENDS, 20_000, 60)
    assert len(found.tallies[0].endless) > 20 and kinds_of(found)
    assert time.monotonic() - began < 20


@full
def test_commands_begin_with_them_and_end_with_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("stammtisch.study.runs.simulate.record_again", lambda game, plan, number, path: path.touch())
    written(tmp_path, "ends", ENDS)
    asked = ("compare", "ends.yaml", "--against", "most=3", "-n", 60, "--jobs", 1)
    code, out, _ = run(capsys, *asked)
    lines = out.splitlines()
    assert code == 1 and lines[2].startswith("most=4: ") and "failed or did not end" in lines[2]
    assert "see game 1: " in out and "All figures below are for games that finished." in lines
    code, out, _ = run(capsys, *asked, "--format", "json")
    (one,) = json.loads(out)["comparisons"]
    assert code == 1 and one["failures"]["base"][0]["kind"] == "endless" and one["failures"]["other"][0]["command"]
    data = json.loads(run(capsys, "simulate", "ends.yaml", "-n", 20, "--jobs", 1, "--format", "json")[1])
    assert [kind["players"] for kind in data["unfinished"]] == [2, 3] and data["unfinished"][0]["command"]
