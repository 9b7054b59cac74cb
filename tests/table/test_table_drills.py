"""A server in a process of its own under attack, killed and loaded: short forms of the commands that do so for long."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import pytest
from helpers.paths import ROOT
from helpers.tiers import full

sys.path.append(str(ROOT / "tests" / "benchmarks"))

import table_attack
import table_kills
import table_load
from table_clients import Server, prepared

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there is no kill -9")


@full
def test_no_choice_is_lost_or_doubled_when_the_server_is_killed(tmp_path: Path) -> None:
    drill = asyncio.run(table_kills.drilled(tmp_path, 3, 3, 5, ["munchhausen", "hearts"]))
    assert drill.wrong == [] and drill.taken > 10


@full
def test_malformed_and_foreign_requests_change_nothing_and_leave_no_trace(tmp_path: Path) -> None:
    found = table_attack.drilled(tmp_path, 200, 3, ["munchhausen", "hearts"], 0)
    assert found.wrong == [] and {"400", "404", "405", "409"} <= found.statuses.keys()


@full
def test_open_pages_show_what_the_choices_in_the_file_make_of_them(tmp_path: Path) -> None:
    # a game of Kuhn poker is over within three choices, and all go on to the next one
    places = prepared(tmp_path / "tables", ["bierfest", "hearts", "kuhn"], 4, 3)
    server = Server(tmp_path / "tables")
    try:
        told = asyncio.run(table_load.loaded(server, places, 6 / 60, 0.6, 1))
    finally:
        if server.process.poll() is None:
            server.end()
    assert told.wrong == [] and len(told.moves) > 12 and len(told.left) > 1
