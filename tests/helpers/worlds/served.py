"""What a server of tables answers to a seat, as bytes, for a game as it stands."""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from stammtisch.bots.by_name import HUMAN
from stammtisch.front.api import Ruleset
from stammtisch.game.state import State
from stammtisch.records.recording import GameRecorder
from stammtisch.table.play.table import Table, moment
from stammtisch.table.play.tables import open_tables
from stammtisch.table.storage.table_record import Seat
from stammtisch.table.web.server import application

HEADS = {"host": "localhost", "origin": "http://localhost", "content-type": "application/x-www-form-urlencoded"}
LIVE = {"hx-request": "true"}
Wish = tuple[str, str, dict[str, Any], dict[str, str]]


class EditorSession:
    """A server in this process with one table, at which a game is put as it stands; its links are always the same."""

    def __init__(self, folder: Path, ruleset: Ruleset, state: State) -> None:
        self.tables = open_tables(folder)
        header = GameRecorder(io.BytesIO(), ruleset, state, state.game.program.names["player"], {}).header
        names = [f"somebody {seat + 1}" for seat in range(state.game.players)]
        self.seats = [Seat(f"{seat}" * 32, name, HUMAN, True) for seat, name in enumerate(names)]
        links: dict[str, Any] = {"host": "h" * 32, "watch": "w" * 32, "lobby": "l" * 32, "device": "d" * 32}
        self.table = Table(id="0", seats=self.seats, state=state, header=header, **links)

    def answers(self, state: State, seat: int) -> bytes:
        """All that is answered to what a seat (-1: somebody who looks on) may ask, or try in vain."""
        table = replace(self.table, state=state, seats=[replace(who) for who in self.seats], listeners=set())
        self.tables.tables["0"] = table
        # an application of its own, as another one may have counted how often somebody asks
        app, link = application(self.tables), f"/table/0/{seat + 1}/{self.seats[seat].token}"
        if seat < 0:
            link = "/table/0/watch/" + "w" * 32
        wishes: list[Wish] = [("GET", path, {}, {}) for path in (link, f"{link}/replay", f"{link}/nothing")]
        wishes += in_vain(state, seat, link, self.seats[seat - 1].name) if seat >= 0 else looking_on(link)
        told = asyncio.run(asked(app, wishes))
        lines = re.findall(rb"\?then=(\d+)", told)
        back = [lines[at].decode() for at in (0, len(lines) // 2, -1)] if lines else []
        told += asyncio.run(asked(app, [("GET", f"{link}?then={line}", {}, {}) for line in back]))
        assert table.state is state
        return told


def looking_on(link: str) -> list[Wish]:
    """What somebody without a seat asks, and the host, who sees no more."""
    paths = ["/table/0/host/" + "h" * 32, "/table/0/join/" + "l" * 32, "/table/0/device/" + "d" * 32]
    return [*(("GET", path, {}, {}) for path in paths), ("POST", link, {"option": 0, "moment": "0.0"}, {})]


def in_vain(state: State, seat: int, link: str, other: str) -> list[Wish]:
    """What a seat asks, and what it tries that is refused."""
    now, far = moment(state, seat), 500
    wishes: list[Wish] = [
        ("GET", link + end, {}, heads) for end, heads in (("/more", {}), ("/why", {}), ("/why", LIVE))
    ]
    for heads in ({}, LIVE):
        for option, at in ((0, "0.0"), (far, now), (0, "x"), (-1, now), ("", now)):
            wishes.append(("POST", link, {"option": option, "moment": at}, heads))
        wishes.append(("POST", link, {"option": [0, far], "moment": now, "whole": 1}, heads))
    wishes += [("POST", f"{link}/name", {"name": name}, {}) for name in (other, "", "x" * 99)]
    for do, to in (("back", "x"), ("yes", ""), ("no", ""), ("return", ""), ("vote-back", "999999"), ("x", "")):
        wishes.append(("POST", f"{link}/do", {"do": do, "at": to, "to": to}, {}))
    return wishes


async def asked(app: Any, wishes: Iterable[Wish]) -> bytes:
    """The answers, one after another: status, headers, body."""
    return b"\n".join([await answer(app, *wish) for wish in wishes])


async def answer(app: Any, method: str, path: str, form: dict[str, Any], heads: dict[str, str]) -> bytes:
    """One of them."""
    body, parts = urlencode(form, doseq=True).encode(), [b""]
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path.partition("?")[0],
        "raw_path": path.partition("?")[0].encode(),
        "root_path": "",
        "query_string": path.partition("?")[2].encode(),
        "headers": [(name.encode(), value.encode()) for name, value in {**HEADS, **heads}.items()],
        "client": ("127.0.0.1", 1),
        "server": ("localhost", 80),
    }

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            assert message["status"] != 500, path
            parts[0] = repr((method, path, message["status"], sorted(message["headers"]))).encode()
        else:
            parts.append(message.get("body", b""))

    await app(scope, receive, send)
    return b"\n".join(parts)
