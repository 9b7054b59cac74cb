"""Processes that make pages: the same pages, whatever is taken back, renamed or killed meanwhile."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from helpers.browsers import AT_HOME, begun
from starlette.testclient import TestClient, WebSocketTestSession

from stammtisch.base.streams import Stream
from stammtisch.bots.by_name import HUMAN
from stammtisch.seats.visibility import ONLOOKER
from stammtisch.table.pages.render import seat_pieces
from stammtisch.table.pages.sidebar import sidebar_data
from stammtisch.table.play.moves import make_move
from stammtisch.table.play.seats import rename_seat
from stammtisch.table.play.table import Table, moment
from stammtisch.table.play.tables import Tables
from stammtisch.table.play.undo import take_back, undo_offer
from stammtisch.table.web import page_workers, seat_routes
from stammtisch.table.web.page_updates import SeatOrder, Sent, Shown
from stammtisch.table.web.page_workers import PageWorkers, Task, make_message
from stammtisch.table.web.server import application

PIECE = re.compile(
    r'<\w+ id="([\w-]+)" hx-swap-oob="morph".*?(?=<\w+ id="[\w-]+" hx-swap-oob="morph"|</template>)', re.S
)
ENOUGH = 30.0


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch) -> Iterator[PageWorkers]:
    """Two workers, which begin with the first page."""
    monkeypatch.setattr(page_workers, "PAGES_ALONE", 0)
    with PageWorkers(2) as found:
        found.begin(1)
        until = time.monotonic() + ENOUGH
        while not found.ready and time.monotonic() < until:
            time.sleep(0.01)
        assert found.ready
        yield found


def link_of(table: Table, seat: int) -> str:
    token = table.watch if seat == ONLOOKER else table.seats[seat].token
    return f"/table/{table.id}/{'watch' if seat == ONLOOKER else seat + 1}/{token}"


class Window:
    """An open page: its pieces as they are in the browser."""

    readers = ThreadPoolExecutor()

    def __init__(self, table: Table, seat: int, socket: WebSocketTestSession) -> None:
        self.table, self.seat, self.socket = table, seat, socket
        self.pieces: dict[str, str] = {}

    def right(self) -> dict[str, str]:
        table, link = self.table, link_of(self.table, self.seat)
        side = sidebar_data(table, self.seat, "")
        found = seat_pieces(table.state, self.seat, table.names, table.bots, link, side)[1]
        return {name: str(text).strip() for name, text in found.items()}

    def follow(self) -> None:
        """Takes what is sent until the page shows what it should."""
        right = self.right()
        while self.pieces != right:
            # a wrong page would be waited for without an end
            text = self.readers.submit(self.socket.receive_text).result(ENOUGH)
            self.pieces |= {found[1]: found[0].strip() for found in PIECE.finditer(text)}


def opened(stack: ExitStack, tables: Tables, table: Table, workers: PageWorkers) -> list[Window]:
    """The pages of all seats and of an onlooker."""
    client = stack.enter_context(TestClient(application(tables, workers=workers), "http://localhost"))
    return [
        Window(
            table, seat, stack.enter_context(client.websocket_connect(link_of(table, seat) + "/live", headers=AT_HOME))
        )
        for seat in (*range(len(table.seats)), ONLOOKER)
    ]


def choose(tables: Tables, table: Table, stream: Stream) -> int:
    """A random choice; whose."""
    decision = table.state.decision
    at = moment(table.state, decision.seat, table.seats[decision.seat].epoch)
    make_move(tables, table, decision.seat, at, [stream.draw(len(decision.numbers))])
    return decision.seat


@pytest.mark.parametrize("name", ["munchhausen", "hearts"])
def test_workers_make_the_same_pages_of_a_whole_game(name: str, tables: Tables, workers: PageWorkers) -> None:
    table, stream, taken_back = begun(tables, name, 4, [HUMAN] * 4), Stream(7), 0
    with ExitStack() as stack:
        windows = opened(stack, tables, table, workers)
        for step in range(60):
            if table.state.over:
                break
            seat = choose(tables, table, stream)
            if step % 5 == 1 and undo_offer(table.state, seat)[0]:
                take_back(tables, table, seat, moment(table.state, seat, table.seats[seat].epoch))
                taken_back += 1
            if step % 7 == 0:
                rename_seat(tables, table, 2, f"Clara {step}")
            for window in windows:
                window.follow()
        # all of the game was told, and the last of it
        assert workers.known[table.id] is table.state.history and taken_back
    deadline = time.monotonic() + ENOUGH
    while table.id in workers.known and time.monotonic() < deadline:
        time.sleep(0.01)
    assert table.id not in workers.known


def test_what_was_chosen_instead_is_on_every_page(tables: Tables, workers: PageWorkers) -> None:
    table = begun(tables, "hearts", 4, [HUMAN] * 4)

    def asked_for(seat: int) -> Future[Sent | None] | None:
        side = sidebar_data(table, seat, "")
        order = SeatOrder(seat, table.names, "en", table.bots, link_of(table, seat), side)
        return workers.submit(table, order, Shown(""))

    def choose_card(position: int) -> None:
        make_move(tables, table, 0, moment(table.state, 0, table.seats[0].epoch), [position])

    choose_card(0)
    first = asked_for(0)
    assert first is not None and first.result(ENOUGH) is not None
    take_back(tables, table, 0, moment(table.state, 0, table.seats[0].epoch))
    choose_card(1)
    # as many choices as before, of which no page has heard: all ask at once
    answers = [asked_for(0) for _ in range(3)]
    right = seat_pieces(table.state, 0, table.names, table.bots, link_of(table, 0), sidebar_data(table, 0, ""))[1]
    messages = [found for answer in answers if answer is not None and (found := answer.result(ENOUGH)) is not None]
    assert messages
    for text, _ in messages:
        assert right["ask"] in text and right["hand"] in text and right["log"] in text


def test_a_server_makes_pages_itself_when_a_worker_is_killed(
    tables: Tables, workers: PageWorkers, caplog: pytest.LogCaptureFixture
) -> None:
    table, stream = begun(tables, "munchhausen", 4, [HUMAN] * 4), Stream(7)
    with ExitStack() as stack:
        windows = opened(stack, tables, table, workers)
        for window in windows:
            window.follow()
        pids = [pid for worker in workers.workers for pid in worker._processes]
        # in the middle of its work
        for number in (signal.SIGSTOP, signal.SIGKILL):
            for pid in pids:
                os.kill(pid, number)
            choose(tables, table, stream)
            time.sleep(0.2)
        for _ in range(5):
            choose(tables, table, stream)
            for window in windows:
                window.follow()
        assert not workers.workers
        assert caplog.text.count("the server makes all pages itself") == 1 == len(caplog.records)
        workers.begin(1)
        # not at once, as what has killed it may do so again
        assert not workers.workers


def test_a_page_that_a_worker_cannot_make_is_made_by_the_server(
    tables: Tables, workers: PageWorkers, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unsent(*of: Any) -> dict[str, Any]:
        # what no process can be told
        return sidebar_data(*of) | {"unsent": lambda: None}

    monkeypatch.setattr(seat_routes, "sidebar_data", unsent)
    table = begun(tables, "munchhausen", 4, [HUMAN] * 4)
    with ExitStack() as stack:
        windows = opened(stack, tables, table, workers)
        choose(tables, table, Stream(7))
        for window in windows:
            window.follow()
    assert workers.workers and "the server makes a page itself" in caplog.text


def test_workers_begin_where_there_are_many_pages_and_several_processors() -> None:
    with PageWorkers(1) as alone, PageWorkers(2) as several:
        alone.begin(1000)
        several.begin(page_workers.PAGES_ALONE)
        assert not alone.workers and not several.workers
        several.begin(page_workers.PAGES_ALONE + 1)
        assert len(several.workers) == 2


def test_a_worker_that_does_not_know_a_game_says_so(tables: Tables) -> None:
    table = begun(tables, "munchhausen", 4, [HUMAN] * 4)
    order = SeatOrder(0, table.names, "en", table.bots, link_of(table, 0), sidebar_data(table, 0, ""))
    whole = Task(table.id, table.header, [], 0, order, Shown("0.0"))
    assert make_message(Task(table.id, None, [], 0, order, Shown("0.0"))) is None
    told = make_message(whole)
    assert told is not None and 'id="ask"' in told[0]
    # a choice was made that it has not heard of
    assert make_message(Task(table.id, None, [], 1, order, told[1])) is None
    assert make_message(Task(table.id, None, [], 0, order, told[1])) == ("", told[1])
    page_workers.drop_table(table.id)
    assert make_message(Task(table.id, None, [], 0, order, told[1])) is None


SERVER = """
import sys, time
from stammtisch.table.web import page_workers
if __name__ == "__main__":
    workers = page_workers.PageWorkers(2)
    workers.begin(1000)
    while not workers.ready:
        time.sleep(0.01)
    print(*(pid for worker in workers.workers for pid in worker._processes), flush=True)
    time.sleep(60)
"""


def is_running(pid: int) -> bool:
    status = Path(f"/proc/{pid}/stat")
    return status.exists() and status.read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_workers_end_with_a_server_that_is_killed(tmp_path: Path) -> None:
    (tmp_path / "served.py").write_text(SERVER, encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, tmp_path / "served.py"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        assert server.stdout is not None
        pids = [*map(int, server.stdout.readline().split())]
        assert len(pids) == 2 and all(map(is_running, pids))
        server.kill()
    deadline = time.monotonic() + ENOUGH
    while any(map(is_running, pids)) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not any(map(is_running, pids))
