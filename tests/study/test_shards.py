"""Parts of runs: shards and how they merge, runs that are checked, runs that are stopped and go on."""

from __future__ import annotations

import json
import os
import pickle
import re
import shutil
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from helpers.games import FEW_NAMES, game_of
from helpers.games import ruleset as shared
from helpers.small_games import ENDLESS, FAILING, LITTLE, TOTAL, run, written
from helpers.tiers import full, tiered

import stammtisch as st
from stammtisch.cli import simulations
from stammtisch.cli.console import StatusLine
from stammtisch.reading import library
from stammtisch.records.trace import Recorder
from stammtisch.records.trace_words import Texts
from stammtisch.study.counts.statistics import Tally, summary
from stammtisch.study.runs import checkpoint, playing, processes
from stammtisch.study.runs.interrupts import listen_for_stop
from stammtisch.study.runs.playing import play_shard
from stammtisch.study.runs.run import SOON_DONE, Run, prepare
from stammtisch.study.runs.shards import Plan, Shard, file_name, merge_shards
from stammtisch.study.runs.simulate import simulate

# the total goes up by 1 or 2, and must not be 2 for long
EVEN = TOTAL.format(name="Even", first="One: {add: {total: 1}}, Two: {add: {total: 2}}").replace("0..3", "0..9")
EVEN = (
    EVEN.replace("total = 3", "total > 4") + "always:\n  the total is not two: total != 2\n  it is small: total < 99\n"
)
# one of the players has nothing to choose
STUCK = """\
format: 1
game: Stuck
players: 2
each player: {bid: 0..9, limit: 0..9}
setup:
  the limits: {random: p in players, set: {p.limit: 3}}
phases:
  All bid:
    together: p in players
    choose: bid in 1..p.limit
    set: {p.bid: bid}
score: player.bid
"""


@pytest.fixture(scope="module")
def munchhausen() -> st.Ruleset:
    return shared("munchhausen")


@pytest.fixture
def even(tmp_path: Path) -> st.Game:
    return written(tmp_path, "even", EVEN).game()


def figures(done: Run) -> list[dict[str, Any]]:
    return [summary(tally) for tally in done.tallies]


# -- checks


@pytest.mark.parametrize("name", tiered(library.rulesets(), FEW_NAMES.__contains__))
def test_checked_and_recorded_games_are_the_same_as_fast_ones(name: str, tmp_path: Path) -> None:
    game = st.load_ruleset(name).game()
    fast, checked = play_shard(game, 3, 2), play_shard(game, 3, 2, Plan(check=True))
    recorded = play_shard(game, 3, 2, Plan(check=True, trace=str(tmp_path)))
    assert fast.tally.finished == 2
    assert fast.tally == checked.tally == recorded.tally
    assert len(list(tmp_path.iterdir())) == 2


def test_what_is_not_always_true_is_a_failed_game(even: st.Game) -> None:
    loose, checked = play_shard(even, 0, 60), play_shard(even, 0, 60, Plan(check=True))
    assert loose.tally.finished == 60
    assert {(m.partition(" after ")[0], m.rpartition(": ")[2]) for m in checked.tally.failed.values()} == {
        ("no longer always true", "the total is not two")
    }
    # at two after one step of two or two of one, unless it was waited in between
    assert 30 < len(checked.tally.failed) < 60
    assert "no longer always true after decision 1: the total is not two" in checked.tally.failed.values()
    assert checked.tally.finished == 60 - len(checked.tally.failed)


def test_what_is_not_true_from_the_start(tmp_path: Path) -> None:
    text = EVEN.replace("total != 2", "total > 0")
    shard = play_shard(written(tmp_path, "wrong", text).game(), 0, 1, Plan(check=True))
    assert shard.tally.failed == {0: "no longer always true after the setup: the total is not two"}


def test_a_condition_that_cannot_be_worked_out(tmp_path: Path) -> None:
    game = written(tmp_path, "divided", EVEN.replace("total < 99", "6 / (total - 1) rounded down < 99")).game()
    failed = play_shard(game, 0, 60, Plan(check=True, trace=str(tmp_path / "t"))).tally.failed
    words = "total - 1 is 0: nothing can be divided by it (after decision 1)"
    assert words in " ".join(failed.values())


def test_every_player_who_decides_needs_options(tmp_path: Path) -> None:
    game = written(tmp_path, "stuck", STUCK).game()
    failed = play_shard(game, 0, 20, Plan(check=True)).tally.failed
    stuck = ["stuck.yaml:8 All bid: " + f"there is nothing to choose for player {n}" for n in (1, 2)]
    found = {message.rpartition("/")[2].partition(";")[0] for message in failed.values()}
    assert (len(failed), found) == (20, set(stuck))
    # player 1 would be asked anyway
    assert {message.rpartition("(")[2] for message in failed.values() if "player 2" in message} == {"after the setup)"}


def test_a_recording_that_does_not_play_again_is_a_failed_game(
    munchhausen: st.Ruleset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Wrong(Recorder):
        def close(self) -> None:
            super().close()
            path = Path(self.file.name)
            text = path.read_text(encoding="utf-8")
            path.write_text(text.replace('"reason":"a player has no card', '"reason":"no player has a card'))

    monkeypatch.setattr(playing, "Recorder", Wrong)
    plan = Plan(check=True, trace=str(tmp_path))
    failed = play_shard(munchhausen.game(3), 0, 1, plan).tally.failed
    assert failed[0].startswith(f"the recording is wrong: {tmp_path}") and "the reason of the end" in failed[0]
    assert play_shard(munchhausen.game(3), 0, 1, Plan(trace=str(tmp_path))).tally.finished == 1


def other_index(text: str) -> str:
    """The first choice among several becomes another one."""
    return re.sub(r'"index":0,"count":([2-9])', r'"index":1,"count":\1', text, count=1)


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda text: text.replace('"round":2,', '"round":9,', 1), "counters"),
        (lambda text: text.replace('"cards":[{"card":', '"cards":[{"card":9', 40), "line 1"),
        (other_index, "the choice"),
        (lambda text: text[: len(text) // 2], "the recording is cut off"),
        (lambda text: text[: text.rindex('{"end"')], "its last line is missing"),
        (lambda text: text + "more\n", "it goes on after its last line"),
        (lambda text: text.replace('"events":[{', '"events":[[{', 1), "it should begin with a line of JSON"),
        (lambda text: text.replace('"text":"', '"text":"so: ', 1), "not written as it is recorded"),
        (lambda text: text.replace('"names":["', '"names":["so ', 1), "not written as it is recorded"),
    ],
)
def test_any_damage_to_a_recording_is_found(
    munchhausen: st.Ruleset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: Callable[[str], str], words: str
) -> None:
    class Wrong(Recorder):
        def close(self) -> None:
            super().close()
            path = Path(self.file.name)
            text = path.read_text(encoding="utf-8")
            assert damage(text) != text
            path.write_text(damage(text), encoding="utf-8")

    monkeypatch.setattr(playing, "Recorder", Wrong)
    failed = play_shard(munchhausen.game(3), 0, 1, Plan(check=True, trace=str(tmp_path))).tally.failed
    assert failed[0].startswith(f"the recording is wrong: {tmp_path}") and words in failed[0]


def test_states_that_are_always_recorded_wrongly_are_found(
    munchhausen: st.Ruleset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stale(self: Texts, state: st.State) -> str:
        """Whatever happens, the counters stay."""
        text = told(self, state)
        begin, end = text.index('"counters":'), text.index('"lists":')
        return text[:begin] + kept.setdefault(game_of(state), text[begin:end]) + text[end:]

    told, kept = Texts.state, dict[st.Game, str]()
    monkeypatch.setattr(Texts, "state", stale)
    failed = play_shard(munchhausen.game(3), 0, 1, Plan(check=True, trace=str(tmp_path))).tally.failed
    assert "the recording is wrong" in failed[0] and "counters" in failed[0]


@full
def test_the_command_says_what_was_checked_and_how_to_see_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(simulations, "program", lambda: "stammtisch")
    written(tmp_path, "even", EVEN)
    assert run(capsys, "simulate", "even.yaml", "-n", 20, "--jobs", 1)[0] == 0
    code, out, _ = run(capsys, "simulate", "even.yaml", "-n", 20, "--check")
    lines = out.splitlines()
    assert code == 1
    assert "checked: the options and 2 `always:` conditions at every decision" in lines
    at = next(number for number, line in enumerate(lines) if "fail: no longer always true" in line)
    see = next(line for line in lines[at:] if "see game" in line).partition(": stammtisch ")[2].split()
    code, shown, _ = run(capsys, *see)
    assert code == 0
    assert shown.splitlines()[-1] == "No longer always true: the total is not two"
    assert "total 2" in shown
    assert len(list(Path("even-failures").iterdir())) == 1
    code, out, _ = run(capsys, "simulate", "even.yaml", "-n", 20, "--check", "--trace", "t", "--format", "json")
    assert (code, json.loads(out)["checked"], len(list(Path("t").iterdir()))) == (1, True, 20)
    assert run(capsys, *see)[1].splitlines()[-4:] == shown.splitlines()[-4:]
    assert (
        run(capsys, "simulate", "ofertu", "-n", 2, "--check", "--trace", "u")[1].splitlines()[2]
        == ("checked: the options and no `always:` conditions at every decision; every trace played again")
        or st.load_ruleset("ofertu").game().program.invariants
    )


# -- shards


def test_shards_put_together_are_the_whole(munchhausen: st.Ruleset, tmp_path: Path) -> None:
    for game in (munchhausen.game(3), written(tmp_path, "failing", FAILING).game()):
        whole = play_shard(game, 10, 30, Plan(5))
        parts = [play_shard(game, first, count, Plan(5)) for first, count in ((30, 10), (10, 7), (18, 12), (17, 1))]
        kept = [part.to_json() for part in parts]
        merged = merge_shards(parts)
        assert merged == whole
        assert [part.to_json() for part in parts] == kept
        assert merge_shards(parts[:2]).ranges == [(10, 17), (30, 40)]
        assert json.dumps(merged.to_json()) == json.dumps(whole.to_json())
        assert Shard.from_json(json.loads(json.dumps(whole.to_json()))) == whole


def test_of_a_long_run_fewer_games_are_looked_at_closely(
    munchhausen: st.Ruleset, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playing, "CLOSELY", 40)
    plan = Plan(5, use=True)
    whole = play_shard(munchhausen.game(3), 0, 100, plan)
    # 0, 4, .. 36, and 48, 64, 80, 96
    assert whole.tally.counts.looks == 14
    parts = [play_shard(munchhausen.game(3), first, count, plan) for first, count in ((40, 1), (0, 40), (41, 59))]
    assert merge_shards(parts) == whole


def test_a_shard_is_the_part_of_a_run(munchhausen: st.Ruleset) -> None:
    done = simulate([munchhausen.game(3), munchhausen.game(4)], 10, Plan(seed=2))
    assert done.shards[1] == play_shard(munchhausen.game(4), 10, 10, Plan(2))
    assert (done.shards[1].hash, done.shards[1].players, done.shards[1].seed) == (munchhausen.hash, 4, 2)


def test_games_can_be_sent_to_other_processes(munchhausen: st.Ruleset) -> None:
    game = munchhausen.game(3)
    assert play_shard(pickle.loads(pickle.dumps(game)), 0, 5) == play_shard(game, 0, 5)


def test_shards_that_do_not_belong_together(munchhausen: st.Ruleset) -> None:
    game = munchhausen.game(3)
    shard = play_shard(game, 0, 4)
    other_version = play_shard(game, 4, 4)
    other_version.version = "0.0.1"
    others = {
        "game 3 is counted twice": play_shard(game, 2, 4),
        "the seed is 0, not 1": play_shard(game, 4, 4, Plan(1)),
        "the number of players is 3, not 4": play_shard(munchhausen.game(4), 4, 4),
        "the setting highest_offer is": play_shard(munchhausen.game(3, {"highest_offer": 5}), 4, 4),
        "this is a different ruleset, or it was changed": play_shard(st.load_ruleset("kuhn").game(3), 4, 4),
        "the number of decisions allowed is 20000, not 9000": play_shard(game, 4, 4, Plan(most=9000)),
        "it was without checks, not with checks": play_shard(game, 4, 4, Plan(check=True)),
        f"the version of Stammtisch is {st.__version__}, not 0.0.1": other_version,
    }
    for words, other in others.items():
        with pytest.raises(st.UsageError, match=words):
            merge_shards([shard, other])
    with pytest.raises(st.UsageError, match="no games"):
        merge_shards([])


@pytest.mark.parametrize(("first", "count", "seed"), [(0, 0, 0), (-1, 2, 0), (0, 2, -1), ((1 << 63) - 1, 2, 0)])
def test_a_shard_without_games_is_refused(munchhausen: st.Ruleset, first: int, count: int, seed: int) -> None:
    with pytest.raises(ValueError):
        play_shard(munchhausen.game(3), first, count, Plan(seed))


DAMAGES: list[Callable[[dict[str, Any]], Any]] = [
    lambda data: data.update(format="stammtisch-shard-9"),
    lambda data: data.pop("tally"),
    lambda data: data.update(players=4),
    lambda data: data.update(players=True),
    lambda data: data.update(ranges=[[0, 5]]),
    lambda data: data.update(ranges=[[0, 3], [2, 3]]),
    lambda data: data.update(ranges=[[0, "4"]]),
    lambda data: data.update(ranges=4),
    lambda data: data.update(options=[]),
    lambda data: data["tally"].update(finished=5),
    lambda data: data["tally"].update(lengths={"100": 3}),
    lambda data: data["tally"].update(lengths={"100": -4}),
    lambda data: data["tally"].update(lengths=None),
    lambda data: data["tally"].update(reasons={"over": 4.0}),
    lambda data: data["tally"]["scores"].append({"1": 4}),
    lambda data: data["tally"].update(victories=[[3, 1, 4]]),
    lambda data: data["tally"].update(victories=[[1, 4]]),
    lambda data: data["tally"].update(endless=[7]),
]


@pytest.mark.parametrize("number", range(len(DAMAGES)))
def test_a_damaged_shard_is_refused(munchhausen: st.Ruleset, number: int) -> None:
    data = json.loads(json.dumps(play_shard(munchhausen.game(3), 0, 4).to_json()))
    DAMAGES[number](data)
    with pytest.raises(st.UsageError, match=r"damaged|format should be"):
        Shard.from_json(data)
    with pytest.raises(st.UsageError):
        Shard.from_json([data])


# -- stopping and going on


def stop_at(played: int, number: int = signal.SIGINT) -> Callable[[Run], None]:
    """Ends a run once it has played so many games."""
    sent: list[int] = []

    def note(done: Run) -> None:
        if done.games_played >= played and not sent:
            sent.append(done.games_played)
            os.kill(os.getpid(), number)

    return note


@pytest.mark.parametrize(("first", "second"), [(1, 1), (2, 1), (1, 2), (3, 2)])
def test_a_run_goes_on_where_it_was_stopped(munchhausen: st.Ruleset, tmp_path: Path, first: int, second: int) -> None:
    games, file = [munchhausen.game(3), munchhausen.game(4)], tmp_path / "run.json"
    played: list[int] = []
    for jobs, at in ((first, 5), (second, 45), (first, 70)):
        done = simulate(games, 60, Plan(seed=3), jobs=jobs, note=stop_at(at), resume=file)
        assert (done.interrupted, done.before) == (done.games_played < 120, played[-1] if played else 0)
        played.append(done.games_played)
    done = simulate(games, 60, Plan(seed=3), jobs=second, resume=file)
    assert (done.games_played, done.before, done.interrupted) == (120, played[-1], False)
    whole = simulate(games, 60, Plan(seed=3))
    assert done.shards == whole.shards
    assert figures(done) == figures(whole)
    assert [path.name for path in tmp_path.iterdir()] == ["run.json"]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_run_goes_on_after_a_power_cut(
    munchhausen: st.Ruleset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jobs: int
) -> None:
    monkeypatch.setattr(checkpoint.RunFile, "write_if_due", checkpoint.RunFile.write)
    game, file, kept = munchhausen.game(3), tmp_path / "run.json", tmp_path / "kept.json"

    def note(done: Run) -> None:
        if done.games_played >= 20 and not kept.exists():
            shutil.copy(file, kept)

    whole = simulate([game], 200, Plan(seed=1), jobs=jobs, note=note, resume=file)
    done = simulate([game], 200, Plan(seed=1), jobs=jobs, resume=kept)
    assert 0 < done.before < 200
    assert done.shards == whole.shards


def test_a_run_is_kept_now_and_then(munchhausen: st.Ruleset, tmp_path: Path) -> None:
    file = checkpoint.RunFile(tmp_path / "run.json", 9, False)
    some, more = ([play_shard(munchhausen.game(3), 0, count)] for count in (1, 2))
    file.write(some)
    file.due += 60
    file.write_if_due(more)
    assert file.read(some) == some
    file.due = 0.0
    file.write_if_due(more)
    assert file.read(some) == more


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_run_ended_by_the_system_is_kept(munchhausen: st.Ruleset, tmp_path: Path, jobs: int, number: int) -> None:
    before = signal.signal(number, signal.SIG_DFL)  # these tests, too, may have been started with `nohup`
    try:
        note = stop_at(5, number)
        done = simulate([munchhausen.game(3)], 1_000_000, jobs=jobs, note=note, resume=tmp_path / "run.json")
        assert signal.getsignal(number) == signal.SIG_DFL
    finally:
        signal.signal(number, before)
    assert done.interrupted and 5 <= done.games_played < 1_000_000
    assert json.loads((tmp_path / "run.json").read_text())["run"]["shards"][0]["tally"]["finished"] == done.games_played


def test_a_closed_terminal_means_nothing_to_what_was_started_with_nohup() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with listen_for_stop() as stop:
            signal.raise_signal(signal.SIGHUP)
            assert not stop.asked
            signal.raise_signal(signal.SIGTERM)
            assert stop.asked
    finally:
        signal.signal(signal.SIGHUP, before)


@full
def test_failures_and_endless_games_of_both_parts_are_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in (("failing", FAILING), ("endless", ENDLESS)):
        written(tmp_path, name, text)
        game = st.load_ruleset(f"{name}.yaml").game()
        args = ("simulate", f"{name}.yaml", "-n", 8, "--max-decisions", 40, "--jobs", 1)
        whole = run(capsys, *args)
        shutil.rmtree(f"{name}-failures")
        assert simulate([game], 8, Plan(seed=1, most=40), note=stop_at(3), resume="run.json").interrupted
        code, out, err = run(capsys, *args, "--resume", "run.json")
        assert (code, out) == whole[:2]
        assert err.endswith(" of 8 games were played before.\n")
        assert len(list(Path(f"{name}-failures").iterdir())) == 1
        Path("run.json").unlink()


def test_a_finished_run_is_only_told_again(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    args = ("simulate", "kuhn", "-n", 30, "--players", 3, "--jobs", 1, "--resume", tmp_path / "run.json")
    first = run(capsys, *args)
    monkeypatch.setattr("stammtisch.study.runs.run.play_shard", None)
    assert run(capsys, *args) == (0, first[1], "30 of 30 games were played before.\n")


def test_traces_are_written_by_both_parts(munchhausen: st.Ruleset, tmp_path: Path) -> None:
    game, plan = munchhausen.game(3), Plan(4)
    simulate([game], 6, Plan(seed=4, trace=str(tmp_path / "t")), note=stop_at(2), resume=tmp_path / "run.json")
    simulate([game], 6, Plan(seed=4, trace=str(tmp_path / "t")), resume=tmp_path / "run.json")
    assert {path.name for path in (tmp_path / "t").iterdir()} == {file_name(game, plan, number) for number in range(6)}


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("--seed", 2), "the seed is 1, not 2"),
        (("-n", 31), "the number of games is 30, not 31"),
        (("--players", "2-3"), "the number of players is 2, not 2, 3"),
        (("--players", 3), "the number of players is 2, not 3"),
        (("--set", "bonus=2"), "the setting bonus is 1, not 2"),
        (("--max-decisions", 99), "the number of decisions allowed is 20000, not 99"),
        (("--check",), "it was without checks, not with checks"),
        (("--trace", "t"), "it was without --trace, not with --trace"),
    ],
)
def test_a_file_of_another_run_is_refused(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    args: tuple[object, ...],
    words: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path, "little", LITTLE)
    command = ("simulate", "little.yaml", "-n", 30, "--players", 2, "--resume", "run.json", "--jobs", 1)
    assert run(capsys, *command)[0] == 0
    kept = Path("run.json").read_bytes()
    hint = "repeat the command of that run, or name another file"
    assert run(capsys, *command, *args) == (2, "", f"run.json holds another run: {words}; {hint}\n")
    assert Path("run.json").read_bytes() == kept


def test_a_changed_ruleset_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    args = ("simulate", "little.yaml", "-n", 5, "--resume", "run.json", "--jobs", 1)
    written(tmp_path, "little", LITTLE)
    assert run(capsys, *args)[0] == 0
    written(tmp_path, "little", LITTLE.replace("bonus *", "2 * bonus *"))
    code, out, err = run(capsys, *args)
    assert (code, out) == (2, "")
    assert "run.json holds another run: this is a different ruleset, or it was changed" in err


@full
def test_a_damaged_file_is_refused_and_stays(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    args = ("simulate", "kuhn", "-n", 5, "--players", 3, "--jobs", 1, "--resume", "run.json")
    run(capsys, *args)
    text = Path("run.json").read_text()
    data = json.loads(text)
    data["run"]["games"] = "5"
    odd = json.dumps({**data, "digest": checkpoint.digest(data["run"])})
    score = next(iter(data["run"]["shards"][0]["tally"]["scores"][0]))
    assert text.count(f'"scores": [{{"{score}":') == 1
    damaged = [text[:-30], text[:60], odd, text.replace("run", "rum"), text.replace('"finished": 5', '"finished": 6')]
    damaged.append(text.replace(f'"scores": [{{"{score}":', '"scores": [{"99":'))
    others = ["", "format: 1\n", '{"format": "stammtisch-save-1"}', "\xff\n", "[" * 99_999]
    for content in damaged + others:
        Path("run.json").write_text(content, encoding="latin-1")
        code, out, err = run(capsys, *args)
        assert (code, out, len(err.splitlines())) == (2, "", 1)
        unknown = "run.json is not a run saved with --resume"
        assert err.startswith((unknown, "run.json is damaged; remove it to start the run again\n"))
        assert err.startswith(unknown) or content not in others
        assert Path("run.json").read_text(encoding="latin-1") == content
    assert [path.name for path in tmp_path.iterdir()] == ["run.json"]


def test_a_file_that_cannot_be_written_is_noticed_before_the_first_game(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[object] = []
    monkeypatch.setattr("stammtisch.study.runs.simulate._alone", lambda *_: played.append(1))
    file = tmp_path / "no" / "run.json"
    code, out, err = run(capsys, "simulate", "kuhn", "-n", 5, "--jobs", 1, "--resume", file)
    assert played == []
    assert (code, out, err) == (2, "", f"{file} cannot be written: no such file or directory\n")
    assert run(capsys, "simulate", "kuhn", "-n", 5, "--resume", tmp_path)[0] == 2


def test_an_interrupted_command_says_how_to_go_on(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    note = stop_at(1)
    monkeypatch.setattr(simulations.RunProgress, "__call__", lambda self, done: note(done))
    args = ("simulate", "kuhn", "-n", 1_000_000, "--players", 3, "--jobs", 2, "--resume", tmp_path / "run.json")
    code, _, err = run(capsys, *args)
    assert code == 130
    assert err.endswith("of 1,000,000 games were played. The same command resumes the run.\n")


# -- processes


@full
def test_started_instead_of_copied_processes_do_the_same(
    munchhausen: st.Ruleset, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "START", "spawn")
    game = munchhausen.game(3)
    assert simulate([game], SOON_DONE, jobs=2).shards == simulate([game], SOON_DONE).shards


@full
def test_copied_processes_find_all_compiled(munchhausen: st.Ruleset) -> None:
    copied = st.Game(munchhausen.game(3).program)
    assert simulate([copied], SOON_DONE, jobs=2).games_played == SOON_DONE
    assert ("native" in vars(copied)) == (processes.START == "fork")
    games = [st.load_ruleset("kuhn").game(players) for players in (2, 3)]
    for plan, count, natively in (
        (Plan(), 100, True),
        (Plan(), 10, False),
        (Plan(check=True), 100, False),
        (Plan(trace="t"), 100, False),
    ):
        for game in games:
            fresh = st.Game(game.program)
            prepare(fresh, plan, count)
            assert ("native" in vars(fresh), fresh.code.cache_info().currsize) == (natively, int(not natively))


def test_where_games_are_played_many_at_once_the_first_and_last_few_are_too(munchhausen: st.Ruleset) -> None:
    fresh = st.Game(munchhausen.game(3).program)
    assert simulate([fresh], 40).games_played == 40
    assert ("native" in vars(fresh), fresh.code.cache_info().currsize) == (True, 0)


def test_a_tally_comes_back_from_json() -> None:
    tally = Tally(2)
    tally.add_game([3, -1], [0], "done", [4, 3, 6], turns=2)
    tally.add_game([2, 2], [0, 1], "early", [])
    tally.failed |= {7: "bad", 5: "worse"}
    tally.endless += [9, 8]
    again = Tally.from_json(2, json.loads(json.dumps(tally.to_json())))
    again.endless.reverse()
    assert again == tally


def test_the_rate_is_that_of_the_games_played_now(munchhausen: st.Ruleset, tmp_path: Path) -> None:
    shown = simulations.RunProgress(StatusLine(), 100)
    done = simulate([munchhausen.game(3)], 100, note=stop_at(40), resume=tmp_path / "run.json")
    done.before = 40
    shown(done)
    assert shown.line(50, 2.0, 0) == "50 of 100 games, 5 a second, 10 s left"
