"""Tables outlive the server: killed at any moment, started again, they stand where they stood, at the same links."""

from __future__ import annotations

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import httpx2 as httpx
import pytest
from helpers.browsers import TAKEN, Player, begun
from helpers.paths import ROOT
from helpers.processes import heed
from helpers.tiers import full

from stammtisch.base.errors import UsageError
from stammtisch.front.api import load_ruleset
from stammtisch.table.play.moves import make_move
from stammtisch.table.play.table import UNKEPT, Refused, moment
from stammtisch.table.play.tables import open_tables
from stammtisch.table.storage.store import FILE
from stammtisch.table.web.process import listen, most_connections


class Server:
    """A server in a process of its own, as people start it; `links` of the seats, as it prints them."""

    def __init__(self, folder: Path, port: int, *more: str) -> None:
        command = [sys.executable, str(ROOT / "cli.py"), "serve", "munchhausen", "--players", "3"]
        self.process = subprocess.Popen(
            [*command, "--port", str(port), "--save", str(folder), *more],
            stdout=subprocess.PIPE,
            text=True,
            preexec_fn=heed,
            cwd=folder.parent,
        )
        assert self.process.stdout is not None
        self.said = ""
        while "Kept in" not in self.said:
            line = self.process.stdout.readline()
            assert line, self.said
            self.said += line
        self.links = re.findall(r"seat \d +(http://\S+)", self.said)

    def kill(self, number: int = signal.SIGKILL) -> int:
        self.process.send_signal(number)
        return self.process.wait(20)


def choices(folder: Path) -> list[tuple[int, ...]]:
    database = sqlite3.connect(folder / FILE)
    found = database.execute("SELECT number, seat, position, choice FROM choices ORDER BY number").fetchall()
    database.close()
    return found


@pytest.mark.skipif(os.name == "nt", reason="there is no kill -9")
def test_a_killed_server_goes_on_at_the_same_links_with_all_that_was_accepted(tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    server = Server(folder, 0, "--seed", "7")
    port = int(server.links[0].split(":")[2].split("/")[0])
    transport = httpx.HTTPTransport(retries=5)
    with httpx.Client(transport=transport, timeout=20) as client:
        accepted = 4
        players = [Player(client, link) for link in server.links[:3]]
        while len(choices(folder)) < accepted:
            pages = [player.look() for player in players]
            seat = next(n for n, page in enumerate(pages) if page.moment)
            assert players[seat].choose(min(pages[seat].options.values()), pages[seat].moment).status == TAKEN
        before = [player.look().text for player in players]
        server.kill()
        kept, links = choices(folder), server.links
        assert [row[0] for row in kept] == [*range(1, accepted + 1)]
        server = Server(folder, port, "--seed", "7")
        assert server.links == links and f"resumes after {accepted} decisions" in server.said
        assert [player.look().text for player in players] == before
    # told to end it leaves everything in the one file, which may be copied
    assert server.kill(signal.SIGTERM) == 0
    assert {each.name for each in folder.iterdir()} == {FILE, f"{FILE}.lock"}
    assert choices(folder) == kept


@full
@pytest.mark.skipif(os.name == "nt", reason="there are no such signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP])
def test_ctrl_c_and_a_closed_terminal_end_a_server_as_it_should_end(tmp_path: Path, number: int) -> None:
    folder = tmp_path / "tables"
    assert Server(folder, 0).kill(number) == 0
    assert {each.name for each in folder.iterdir()} == {FILE, f"{FILE}.lock"}


def test_what_comes_when_the_file_is_closed_is_not_kept(tmp_path: Path) -> None:
    tables = open_tables(tmp_path)
    table = begun(tables, "munchhausen", 3, ["human"] * 3)
    seat = table.state.decision.seat
    tables.store.close()
    for _ in range(2):
        with pytest.raises(Refused, match=UNKEPT):
            make_move(tables, table, seat, moment(table.state, seat), [0], False)


def test_two_servers_do_not_share_a_folder_and_what_is_no_file_of_tables_stays_as_it_is(tmp_path: Path) -> None:
    tables = open_tables(tmp_path)
    with pytest.raises(UsageError, match="being served already"):
        open_tables(tmp_path)
    table = begun(tables, "munchhausen", 3, ["human"] * 3)
    table_id, seats = table.id, table.seats
    tables.store.close()
    again = open_tables(tmp_path)
    assert again.tables[table_id].seats == seats and again.tables[table_id].state == table.state
    # what is compiled of rules is there once, however many tables there are
    same, other = (begun(again, "munchhausen", players, ["human"] * players, 9) for players in (3, 4))
    assert same.state.game is again.tables[table_id].state.game is not other.state.game
    assert same.state == load_ruleset("munchhausen").game(3).start(9)
    again.store.close()
    for name, broken in {"newer": b"", "torn": b"x" * 5000, "other": b""}.items():
        folder = tmp_path / name
        folder.mkdir()
        path = folder / FILE
        path.write_bytes(broken)
        if not broken:
            database = sqlite3.connect(path)
            database.execute("CREATE TABLE mine (word TEXT)")
            if name == "newer":
                database.execute(f"PRAGMA application_id = {0x53744D54}")
                database.execute("PRAGMA user_version = 99")
            database.close()
        content = path.read_bytes()
        told = {"newer": "newer version", "torn": "damaged", "other": "another program"}[name]
        with pytest.raises(UsageError, match=told):
            open_tables(folder)
        assert path.read_bytes() == content


def test_a_table_that_cannot_be_gone_on_with_is_named_and_others_go_on(tmp_path: Path) -> None:
    tables = open_tables(tmp_path)
    bad, good = (begun(tables, "munchhausen", 3, ["human"] * 3).id for _ in range(2))
    tables.store.database.execute("INSERT INTO choices VALUES (?, 1, 0, 50, 60, 50)", (bad,))
    tables.store.close()
    again = open_tables(tmp_path)
    assert [*again.tables] == [good] and len(again.unread) == 1 and bad in again.unread[0]
    again.store.close()


def test_an_address_is_listened_at_as_tcp_or_refused_with_what_to_do() -> None:
    with listen("127.0.0.1", 0) as found:
        assert found.proto == socket.IPPROTO_TCP
        with pytest.raises(UsageError, match="choose another --port"):
            listen("127.0.0.1", found.getsockname()[1])
    with pytest.raises(UsageError, match="cannot listen at 192.0.2.1"):
        listen("192.0.2.1", 0)


@pytest.mark.skipif(os.name == "nt", reason="there is no such limit")
@pytest.mark.parametrize(
    "soft, hard, room, asked",
    [(1024, 4096, 3996, 4096), (1024, -1, 8000, 8100), (9000, 9000, 8000, None), (50, 50, 1, 50)],
)
def test_there_are_as_many_connections_as_the_system_allows(
    soft: int, hard: int, room: int, asked: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits: list[tuple[int, int]] = []
    monkeypatch.setattr("resource.getrlimit", lambda what: (soft, hard))
    monkeypatch.setattr("resource.setrlimit", lambda what, limit: limits.append(limit))
    assert most_connections() == room and limits == ([] if asked is None else [(asked, hard)])
