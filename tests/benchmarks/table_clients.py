"""A server of tables in a process of its own, and clients of it: pages that are open, and moves, as browsers send them.

Traffic goes to loopback addresses only. What is random is drawn from seeds.
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from stammtisch.base.streams import Stream
from stammtisch.bots.by_name import HUMAN
from stammtisch.front.api import load_ruleset
from stammtisch.game.state import State
from stammtisch.table.play.setup import begin_table
from stammtisch.table.play.tables import Tables, open_tables

ROOT = Path(__file__).resolve().parents[2]
PIECE = re.compile(r'<\w+ id="([\w-]+)" hx-swap-oob="morph"')
MOMENT = re.compile(r'name="moment" value="([^"]+)"')
OPTION = re.compile(r'<(?:button|input type="checkbox") name="option" value="(\d+)"')
NEXT = re.compile(r'id="next-game" href="([^"]+)"')
LIVE = re.compile(r'ws-connect="([^"]+)"')
FORM = "application/x-www-form-urlencoded"
TAKEN = (303, 204)
GOLDEN = 0.6180339887


def forms(page: str) -> list[str]:
    """The moves that can be made on a page, as forms; of a set one at a time, and none of it where that may be."""
    found = MOMENT.search(page)
    if found is None:
        return []
    options = [f"option={index}" for index in OPTION.findall(page)]
    if 'name="whole"' in page and (not options or "You may choose none" in page):
        options.append("whole=1")
    return [f"moment={found[1]}&{option}" for option in options]


@dataclass(frozen=True)
class Place:
    """A table of a folder: its id, its game, and the paths of its pages by seat, -1 for those who look on."""

    id: str
    game: str
    links: dict[int, str]


def prepared(
    folder: Path, names: Sequence[str], count: int, seed: int, players: int = 4, under_way: bool = False
) -> list[Place]:
    """A folder with so many tables, of these games in turn, each for as many players as it allows of `players`.

    under_way: their games stand at places that are spread evenly over each game's length, else at the start.
    """
    rules = {name: load_ruleset(name) for name in names}
    tables = open_tables(folder)
    found = []
    for number in range(count):
        ruleset = rules[name := names[number % len(names)]]
        nearest = min(ruleset.players, key=lambda count: abs(count - players))
        state = ruleset.game(nearest).start(seed + number)
        # neighbours, which move at about the same time, stand far from each other
        state = _later(state, number * GOLDEN % 1) if under_way else state
        table = begin_table(tables, ruleset, state, [HUMAN] * state.game.players)
        found.append(Place(table.id, name, links_of(tables, table.id)))
    tables.store.close()
    return found


def _later(state: State, share: float) -> State:
    """A game after that share of the choices of a random one, of which the last is not made."""
    stream, made = Stream(2 * state.seed + 1), [state]
    while not made[-1].over:
        after = made[-1].clone()
        after.choose(stream.draw(len(after.decision.numbers)), after.decision.seat)
        made.append(after)
    return made[int(share * (len(made) - 1))]


def links_of(tables: Tables, table_id: str) -> dict[int, str]:
    """The paths of the pages of a table."""
    table, base = tables.tables[table_id], f"/table/{table_id}"
    links = {seat: f"{base}/{seat + 1}/{who.token}" for seat, who in enumerate(table.seats) if who.token}
    return links | {-1: f"{base}/watch/{table.watch}"}


class Server:
    """`stammtisch serve` on a folder. What it prints to standard error goes to a file beside the folder."""

    def __init__(self, folder: Path, port: int = 0, game: str = "munchhausen") -> None:
        self.folder, self.log = folder, folder.parent / f"{folder.name}.log"
        command = [sys.executable, str(ROOT / "cli.py"), "serve", game, "--port", str(port), "--save", str(folder)]
        begun = time.monotonic()
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, cwd=ROOT)
        assert self.process.stdout is not None
        said = ""
        while "Kept in" not in said:
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError(f"the server has ended: {self.log.read_text(encoding='utf-8')}")
            said += line
        self.said, self.seconds = said, time.monotonic() - begun
        found = re.search(r"http://127.0.0.1:(\d+)", said)
        assert found is not None
        self.port = int(found[1])

    @property
    def at(self) -> str:
        """Host and port."""
        return f"127.0.0.1:{self.port}"

    def complaints(self) -> str:
        """What it has printed to standard error but for its farewell."""
        lines = self.log.read_text(encoding="utf-8").splitlines()
        return "\n".join(line for line in lines if line.strip() and not line.startswith("Ended."))

    def processes(self) -> list[int]:
        """The server and the processes that it has started."""
        begun = [self.process.pid]
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                status = (folder / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
                if int(status[1]) == self.process.pid:
                    begun.append(int(folder.name))
        return begun

    def megabytes(self) -> float:
        """The memory that they hold now."""
        texts = [Path(f"/proc/{one}/status").read_text(encoding="utf-8") for one in self.processes()]
        return sum(int(re.findall(r"VmRSS:\s+(\d+)", text)[0]) for text in texts) / 1024

    def processor(self) -> float:
        """The seconds of processor time that they have used."""
        texts = [Path(f"/proc/{one}/stat").read_text(encoding="utf-8") for one in self.processes()]
        fields = [text.rpartition(")")[2].split() for text in texts]
        return sum(int(one[11]) + int(one[12]) for one in fields) / os.sysconf("SC_CLK_TCK")

    def end(self, number: int = signal.SIGTERM) -> None:
        """Ends it, with SIGKILL at once."""
        self.process.send_signal(number)
        self.process.wait(30)
        if self.process.stdout is not None:
            self.process.stdout.close()


class Http:
    """One connection that is kept open, for one request after another."""

    def __init__(self, at: str) -> None:
        self.at = at
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, body: bytes = b"", headers: str = "") -> tuple[int, str, bytes]:
        """Status, headers and body of an answer. Raises OSError or EOFError where there is none."""
        kind = f"content-type: {FORM}\r\ncontent-length: {len(body)}\r\norigin: http://{self.at}\r\n" if body else ""
        told = f"{method} {path} HTTP/1.1\r\nhost: {self.at}\r\n{kind}{headers}\r\n".encode() + body
        known = self.writer is not None
        try:
            return await self._asked(told)
        except (OSError, EOFError):
            # the server has closed a connection that was silent for long; a new one is asked once
            self.close()
            if not known:
                raise
        return await self._asked(told)

    async def _asked(self, told: bytes) -> tuple[int, str, bytes]:
        if self.reader is None or self.writer is None:
            host, port = self.at.split(":")
            self.reader, self.writer = await asyncio.open_connection(host, int(port), limit=1 << 20)
        self.writer.write(told)
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        length = re.search(r"content-length: (\d+)", head, re.I)
        content = await self.reader.readexactly(int(length[1])) if length else b""
        return int(head.split(" ", 2)[1]), head, content

    def close(self) -> None:
        """Closes it."""
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None


@dataclass
class Client:
    """One open page: its pieces as they are in the browser, kept up to date over a connection of its own.

    `heard` is when the last piece came; `errors` what went wrong.
    """

    at: str
    link: str
    seat: int
    pieces: dict[str, str] = field(default_factory=dict)
    heard: float = 0.0
    messages: int = 0
    bytes: int = 0
    errors: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.http = Http(self.at)
        self.following: asyncio.Task[None] | None = None
        self.socket: ClientConnection | None = None

    async def open(self) -> None:
        """Loads the page and follows it."""
        status, _, content = await self.http.ask("GET", self.link)
        page = content.decode()
        found = LIVE.search(page)
        if status != 200 or found is None:
            raise RuntimeError(f"{status} for a page")
        self.bytes += len(content)
        self.take(page)
        self.socket = await connect(
            f"ws://{self.at}{unescape(found[1])}",
            origin=f"http://{self.at}",  # type: ignore[arg-type]
            compression=None,
            ping_interval=None,
            open_timeout=60,
            max_size=1 << 22,
        )
        self.following = asyncio.create_task(self.follow(self.socket))

    def take(self, text: str) -> None:
        """Puts pieces in the place of those before."""
        starts = [*PIECE.finditer(text)]
        for found, end in zip(starts, [*(one.start() for one in starts[1:]), len(text)], strict=True):
            self.pieces[found[1]] = text[found.start() : end]

    async def follow(self, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                assert isinstance(text, str)
                if text:
                    self.heard = time.perf_counter()
                    self.messages += 1
                    self.bytes += len(text)
                    self.take(text)
        except (WebSocketException, OSError) as error:
            self.errors.append(f"connection: {error}")

    def forms(self) -> list[str]:
        """The moves that can be made."""
        return forms("".join(self.pieces.values()))

    async def choose(self, form: str) -> int:
        """Sends a move; the status of the answer."""
        return (await self.http.ask("POST", self.link, form.encode(), "hx-request: true\r\n"))[0]

    async def again(self) -> int:
        """Asks for the next game where one is over; the status of the answer."""
        return (await self.http.ask("POST", self.link + "/do", b"do=again", "hx-request: true\r\n"))[0]

    def next(self) -> str:
        """The link of the next game, "" as long as there is none."""
        found = NEXT.search(self.pieces["ended"])
        return unescape(found[1]) if found else ""

    async def close(self) -> None:
        """Closes the page."""
        self.http.close()
        if self.following is not None:
            self.following.cancel()
        if self.socket is not None:
            await self.socket.close()
