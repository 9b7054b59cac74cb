"""Recordings: the rules once, then the choices; small, whole, and as good as a trace."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from helpers import games
from helpers.small_games import FAILING, LITTLE, run, written
from helpers.tiers import full, many

import stammtisch as st
from stammtisch.base.streams import BOTS, Stream, game_seed, seed_stream
from stammtisch.game.bots import random_bot
from stammtisch.records.recording import GameRecorder
from stammtisch.records.replay_kept import replay_game
from stammtisch.records.trace import Recorder, read_trace

FIVE = ["munchhausen", "ofertu", "warrender", "bierfest", "balvin"]


def recorded(ruleset: st.Ruleset, path: Path, seed: int = 5, options: Any = None, most: int = 100_000) -> st.State:
    """A random game with the fewest players, recorded."""
    state, bots = ruleset.game(options=options).start(seed), Stream(seed_stream(seed, BOTS))
    with st.GameRecorder(path, ruleset, state) as recorder:
        while not state.over and state.decisions < most:
            recorder.choose(random_bot(len(state.decision), bots))
    return state


@full
def test_a_decision_costs_at_most_three_hundred_bytes(tmp_path: Path) -> None:
    """In the mean of the five games, without the rules; all in all, too, as soon as a game has some decisions."""
    alone, whole = [], []
    for name in FIVE:
        ruleset = games.ruleset(name)
        for number in range(many(1, 20)):
            path = tmp_path / f"{name}-{number}.jsonl"
            state, bots = ruleset.game().start(game_seed(1, number)), Stream(seed_stream(number, BOTS))
            with st.GameRecorder(path, ruleset, state) as recorder:
                while not state.over and state.decisions < many(120, 100_000):
                    recorder.choose(random_bot(len(state.decision), bots))
            first = path.read_bytes().index(b"\n") + 1
            alone.append((path.stat().st_size - first) / state.decisions)
            whole.append(path.stat().st_size / state.decisions)
    assert sum(alone) / len(alone) < 100
    assert sum(whole) / len(whole) < 300


def test_a_recording_needs_no_ruleset_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = written(tmp_path, "little", LITTLE)
    state = recorded(ruleset, tmp_path / "game.jsonl", options={"bonus": 3})
    (tmp_path / "little.yaml").unlink()
    kept = st.read_game(tmp_path / "game.jsonl")
    again = kept.played()
    assert again.to_json() == state.to_json() and again.seen(0) == state.seen(0)
    assert kept.ruleset.id == "little" and kept.game().hash == state.game.hash
    assert kept.end is not None and kept.end["scores"] == state.scores
    assert not kept.rules_changed()


def test_a_recording_says_which_game_it_is(tmp_path: Path) -> None:
    ruleset = written(tmp_path, "little", LITTLE)
    state = ruleset.game(2).start(5)
    with st.GameRecorder(tmp_path / "game.jsonl", ruleset, state, ["Anna", "J\u00fcrg \udcfc"], {"table": 7}):
        state.choose(1)
    kept = st.read_game(tmp_path / "game.jsonl")
    assert kept.names == ["Anna", "J\u00fcrg \udcfc"] and kept.header["play"] == {"table": 7}
    assert {key: kept.header[key] for key in ("format", "ruleset", "hash", "game", "players", "options", "seed")} == {
        "format": "stammtisch-game-1", "ruleset": "little", "hash": ruleset.hash, "game": "Little", "players": 2,
        "options": {"hand_size": 2, "bonus": 1}, "seed": 5,
    }  # fmt: skip
    # a choice that was made past the recorder is not in it
    assert kept.choices == [] and kept.end is None


@pytest.mark.parametrize("name", FIVE)
def test_a_recording_becomes_the_trace_of_the_same_game(name: str, tmp_path: Path) -> None:
    ruleset = games.ruleset(name)
    state = recorded(ruleset, tmp_path / "game.jsonl", most=60)
    direct, expanded = io.BytesIO(), io.BytesIO()
    Recorder(direct, state).close()
    st.read_game(tmp_path / "game.jsonl").write_trace(expanded)
    assert expanded.getvalue() == direct.getvalue()


def test_it_is_shown_as_its_trace_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ruleset = written(tmp_path, "little", LITTLE)
    recorded(ruleset, tmp_path / "game.jsonl")
    assert run(capsys, "replay", tmp_path / "game.jsonl", "--trace", tmp_path / "trace.jsonl") == (0, "", "")
    for options in ([], ["--seat", 2], ["--until", 3], ["--until", 8, "--seat", 1]):
        shown = run(capsys, "replay", tmp_path / "game.jsonl", *options)
        assert shown == run(capsys, "replay", tmp_path / "trace.jsonl", "--ruleset", tmp_path / "little.yaml", *options)
        assert shown[0] == 0 and len(shown[1]) > 100
    for options, words in (
        (["--trace", tmp_path / "trace.jsonl"], "exists already"),
        (["--trace", "x", "--seat", 1], "leave out the other options"),
        (["--until", 99], "has 8 decisions: --until 99 is not one of them"),
        (["--seat", 3], "there is no seat 3"),
    ):
        code, out, err = run(capsys, "replay", tmp_path / "game.jsonl", *options)
        assert (code, out) == (2, "") and words in err


def test_changed_rules_are_told_as_for_a_trace(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    state = recorded(written(tmp_path, "little", LITTLE), tmp_path / "game.jsonl")
    (tmp_path / "little.yaml").rename(tmp_path / "old.yaml")
    other = written(tmp_path, "little", LITTLE.replace("{Boast: {add", "{Shout: {add"))
    found = replay_game(st.read_game(tmp_path / "game.jsonl"), ruleset=other)
    assert found.changed == state.game.hash and found.first is not None
    assert str(found.first).startswith(
        "line 3, decision 2, the options:\n  recorded: Boast, Keep quiet\n  now:      Shout"
    )
    # without naming them, the game is the one that was played
    code, out, err = run(capsys, "replay", tmp_path / "game.jsonl")
    assert code == 0 and "The rules have changed since; this is the game by the rules it began with." in err
    assert f"Player {state.winners[0] + 1} wins." in out or "share the victory." in out


def test_undone_choices_and_other_ways_are_followed(tmp_path: Path) -> None:
    ruleset = written(tmp_path, "little", LITTLE)
    start = ruleset.game(2).start(5)
    first, second = start.clone(), start.clone()
    for position in (0, 1, 0):
        first.choose(position)
    for position in (0, 0, 1, 1):
        second.choose(position)
    path = tmp_path / "game.jsonl"
    with st.GameRecorder(path, ruleset, start) as recorder:
        for state in (first, second, start, second.replayed(2), second, first.replayed(3)):
            recorder.keep(state)
            found = [(choice.seat, choice.choice) for choice in st.read_game(path).choices]
            assert found == [(link.seat, link.number) for link in state.choices()]
    assert st.read_game(path).played() == first


def test_a_recording_goes_on_in_another_process(tmp_path: Path) -> None:
    ruleset = written(tmp_path, "little", LITTLE)
    whole = recorded(ruleset, tmp_path / "whole.jsonl", most=3)
    path = tmp_path / "game.jsonl"
    recorded(ruleset, path, most=3)
    recorder = st.GameRecorder.resumed(path)
    assert recorder.state == whole
    with pytest.raises(st.UsageError, match="is being played already"):
        st.GameRecorder.resumed(path)
    with recorder:
        while not recorder.state.over:
            recorder.choose(0)
            whole.choose(0)
    assert st.read_game(path).end is not None
    with pytest.raises(st.UsageError, match="is over"):
        st.GameRecorder.resumed(path)
    with pytest.raises(FileExistsError):
        st.GameRecorder(path, ruleset, whole)
    assert st.read_game(path).played() == whole


def test_rules_that_fail_are_kept_and_fail_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ruleset = written(tmp_path, "failing", FAILING)
    state = ruleset.game().start(1)
    path = tmp_path / "game.jsonl"
    with pytest.raises(st.GameError), st.GameRecorder(path, ruleset, state) as recorder:
        for _ in range(3):
            recorder.choose(0)
    kept = st.read_game(path)
    assert kept.end is not None and (kept.end["end"], len(kept.choices)) == ("failed", 1)
    assert kept.end["reason"].endswith("failing.yaml:11 Add: total leaves its range 0..3: 4")
    code, out, err = run(capsys, "replay", path)
    assert (code, err) == (0, "") and out.rstrip().endswith("failing.yaml:11 Add: total leaves its range 0..3: 4")
    assert "\nDecision 2: player " in out
    trace = tmp_path / "trace.jsonl"
    kept.write_trace(trace)
    end = read_trace(trace).end
    assert end is not None and (end["end"], end["decisions"]) == ("failed", 2)
    mended = written(tmp_path, "mended", FAILING.replace("total: 0..3", "total: 0..9"))
    found = replay_game(kept, ruleset=mended)
    assert "the end:\n  recorded: failed\n  now:      unfinished" in str(found.first)
    # it goes on before the choice that failed
    assert st.GameRecorder.resumed(path).state == state


def test_a_score_that_cannot_be_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = FAILING.replace("{total: 2}", "{total: 1}").replace("score: total", "score: 6 / (total - 3) rounded down")
    ruleset = written(tmp_path, "score", text)
    with st.GameRecorder(tmp_path / "game.jsonl", ruleset, ruleset.game().start(1)) as recorder:
        for _ in range(3):
            recorder.choose(0)
    code, out, err = run(capsys, "replay", tmp_path / "game.jsonl")
    assert (code, err) == (0, "")
    assert out.splitlines()[-2] == "Decision 3: player 1, say something: Add"
    assert out.rstrip().endswith("score.yaml:12: total - 3 is 0: nothing can be divided by it")


def edited(path: Path, line: int, **changes: Any) -> None:
    """Changes a line and puts all sums right, as another version of the program might have written them."""
    lines = path.read_bytes().splitlines()
    datas = [json.loads(text) for text in lines]
    datas[line - 1].update(changes)
    file = io.BytesIO()
    recorder = object.__new__(GameRecorder)
    recorder.file, recorder.lines = file, []
    for data in datas:
        del data["sum"]
        recorder._write(data, None)
    path.write_bytes(file.getvalue())


@pytest.mark.parametrize(
    ("line", "changes", "message"),
    [
        (1, {"seed": 6}, "line "),
        (1, {"seed": -6}, "line 1: the recording is damaged: the seed -6 is out of range"),
        (1, {"players": "two"}, "line 1: the recording is damaged: 'players' cannot be \"two\""),
        (1, {"players": 5, "names": [""] * 5}, "line 1: Little is for 2 or 3 players, not 5"),
        (1, {"options": {"bonus": "x"}}, "line 1: "),
        (1, {"files": [], "rules": "game: x"}, "line 1: this version, 0.1.0, cannot read the rules"),
        (1, {"files": [], "rules": LITTLE.replace("1..3", "1..4")}, "line 1: this version, 0.1.0, cannot read the"),
        (1, {"files": [3]}, "line 1: the recording is damaged: 'files' are not names"),
        (
            2,
            {"seat": 1},
            "line 2: this is not what the game does; it was recorded by Stammtisch 0.1.0; this is 0.1.0\n",
        ),
        (3, {"number": 9}, "line 3: the recording is damaged: decision 2 should stand here, not 9"),
        (3, {"count": 7}, "line 3: this is not what the game does"),
        (3, {"index": 9}, "line 3: this is not what the game does"),
        (3, {"index": -1}, "line 3: this is not what the game does"),
        (3, {"choice": 77}, "line 3: this is not what the game does"),
        (3, {"choice": None}, "line 3: the recording is damaged: 'choice' cannot be null"),
        (10, {"end": "won"}, "line 10: the recording is damaged: a game cannot end as 'won'"),
        (10, {"scores": [99, 99]}, "line 10: this is not what the game does"),
        (10, {"end": "failed"}, "line 10: this is not what the game does"),
        (10, {"end": "failed", "failing": 3}, "line 10: the recording is damaged: 'failing' is not a choice"),
    ],
)
def test_what_does_not_fit_is_told_with_its_line(
    line: int, changes: dict[str, Any], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ruleset = written(tmp_path, "little", LITTLE)
    path = tmp_path / "game.jsonl"
    recorded(ruleset, path)
    edited(path, line, **changes)
    code, out, err = run(capsys, "replay", path)
    assert (code, out) == (2, ""), out
    assert f"{path}, {message}" in err and err.count(f"{path}, line") == 1
    assert "Traceback" not in err and "A mistake in Stammtisch" not in err


def test_a_reason_has_the_values_of_settings_wherever_it_leaves_the_game(tmp_path: Path) -> None:
    text = LITTLE.replace("until: {all cards", "until: {all <hand_size> cards")
    state = recorded(written(tmp_path, "little", text), tmp_path / "kept.jsonl")
    kept = json.loads((tmp_path / "kept.jsonl").read_text().splitlines()[-1])
    told = [state.reason, kept["reason"], state.view(0)["reason"], state.seen(0)[-1]["reason"]]
    assert told == ["all 2 cards are played"] * 4
