"""Runs shared among machines by Dask: a scheduler and two workers over loopback. Needs the extra `cluster`."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.paths import ROOT
from helpers.small_games import run
from helpers.tiers import many

import stammtisch as st
from stammtisch.base.errors import UsageError
from stammtisch.study.runs.cluster import Cluster
from stammtisch.study.runs.run import Run, rotated_plans
from stammtisch.study.runs.shards import Plan
from stammtisch.study.runs.simulate import simulate_each


class Machines:
    """A scheduler and its workers, each a process."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "scheduler.json"
        self.processes = [self.started("scheduler", "--host", "127.0.0.1", "--port", "0")]
        while not self.file.exists() or not self.file.read_text().endswith("}"):
            assert self.processes[0].poll() is None
            time.sleep(0.05)
        self.address = json.loads(self.file.read_text())["address"]

    def started(self, what: str, *more: str) -> subprocess.Popen[bytes]:
        line = [
            sys.executable,
            "-m",
            "distributed.cli.dask_" + what,
            "--scheduler-file",
            str(self.file),
            "--no-dashboard",
        ]
        path = os.pathsep.join([str(ROOT / ".dev"), *filter(None, [os.environ.get("PYTHONPATH", "")])])
        out = subprocess.DEVNULL
        return subprocess.Popen([*line, *more], env={**os.environ, "PYTHONPATH": path}, stdout=out, stderr=out)

    def worker(self) -> subprocess.Popen[bytes]:
        self.processes.append(self.started("worker", "--host", "127.0.0.1", "--nthreads", "1", "--no-nanny"))
        return self.processes[-1]

    def end(self) -> None:
        for process in reversed(self.processes):
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    made = Machines(tmp_path_factory.mktemp("cluster"))
    made.worker()
    made.worker()
    yield made
    made.end()


@pytest.fixture(autouse=True)
def silent(monkeypatch: pytest.MonkeyPatch) -> None:
    """No line says how far it is, however long a loaded machine takes."""
    monkeypatch.setattr("stammtisch.cli.console.StatusLine.due", lambda _: False)


def same(one: Run, other: Run) -> bool:
    return [shard.to_json() for shard in one.shards] == [shard.to_json() for shard in other.shards]


def test_a_run_on_a_cluster_is_the_run_here(cluster: Machines) -> None:
    ruleset = st.load_ruleset("kuhn")
    played = [(ruleset.game(players), Plan(3, use=True)) for players in (2, 3)]
    there = simulate_each(played, 200, elsewhere=Cluster(cluster.address))
    assert there.games_played == 400 and same(there, simulate_each(played, 200))


def test_bots_play_there_as_here(cluster: Machines) -> None:
    game = st.load_ruleset("kuhn").game(2)
    played = [(game, plan) for plan in rotated_plans(Plan(1), ["search:20", "random"])]
    assert same(simulate_each(played, 4, elsewhere=Cluster(cluster.address)), simulate_each(played, 4))


def test_a_machine_that_is_lost_costs_no_games(cluster: Machines) -> None:
    game = st.load_ruleset("munchhausen").game(3)
    played, games = [(game, Plan(5))], many(20_000, 300_000)
    *_, left, lost = cluster.processes
    killed = threading.Event()

    def note(run: Run) -> None:
        if run.games_played and not killed.is_set():
            killed.set()
            os.kill(lost.pid, signal.SIGKILL)

    there = simulate_each(played, games, note=note, elsewhere=Cluster(cluster.address))
    assert killed.is_set() and lost.wait() == -signal.SIGKILL and left.poll() is None
    cluster.worker()
    assert there.games_played == games and same(there, simulate_each(played, games))


def test_the_command(cluster: Machines, capsys: pytest.CaptureFixture[str]) -> None:
    line = ("simulate", "kuhn", "--players", 2, "-n", 50)
    there = run(capsys, *line, "--cluster", cluster.address)
    assert there == run(capsys, *line) and there[0] == 0
    ladder = ("ladder", "kuhn", "random,greedy", "--players", 2, "-n", 4)
    assert run(capsys, *ladder, "--cluster", cluster.address) == run(capsys, *ladder)
    assert "leave out --jobs" in run(capsys, *line, "--cluster", cluster.address, "--jobs", 2)[2]
    assert "leave out --trace" in run(capsys, *line, "--cluster", cluster.address, "--trace", "x")[2]


def test_a_comparison_on_a_cluster_is_the_one_here(cluster: Machines, capsys: pytest.CaptureFixture[str]) -> None:
    """Of random games, of bots that change seats, and until it is decided; each arm is a run of its own."""
    line = ("compare", "goofspiel", "--set", "cards=3", "--against", "cards=4", "--players", 2, "--format", "json")
    for more in (("-n", 300), ("-n", 4, "--bots", "1=greedy,all=random"), ("-n", 600, "--sequential")):
        there = run(capsys, *line, *more, "--cluster", cluster.address)
        assert there == run(capsys, *line, *more) and there[0] == 0 and json.loads(there[1])
    assert "leave out --jobs" in run(capsys, *line, "--cluster", cluster.address, "--jobs", 2)[2]


def test_where_no_scheduler_is_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stammtisch.study.runs.cluster.CONNECT", 0.2)
    game = st.load_ruleset("kuhn").game(2)
    for address in ("127.0.0.1:9", "nonsense"):
        with pytest.raises(UsageError, match="there is no Dask scheduler at"):
            simulate_each([(game, Plan())], 5, elsewhere=Cluster(address))


def test_where_nobody_plays_that_is_said_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A scheduler without workers waits for some; the games are played as soon as one comes."""
    monkeypatch.setattr("stammtisch.study.runs.cluster.PATIENCE", 0.5)
    machines, heard = Machines(tmp_path), list[str]()

    def say(line: str) -> None:
        heard.append(line)
        machines.worker()

    try:
        played = [(st.load_ruleset("kuhn").game(2), Plan(1))]
        there = simulate_each(played, 40, elsewhere=Cluster(machines.address, say))
    finally:
        machines.end()
    start = f"Start one: dask worker {machines.address}"
    assert there.games_played == 40 and heard == [f"The scheduler at {machines.address} has no workers. {start}"]
