"""Malformed and foreign requests against a real server of tables: none changes a game, none ends in a 500.

    python tests/benchmarks/table_attack.py [--requests 10000] [--games munchhausen,hearts] [--seed 1]

Requests as strangers, broken programs and curious players send them, drawn by lot: wrong tokens, another's seat, old
moments, options that are not there, forms of wrong types and sizes, wrong hosts and origins, paths that lead out, heads
that are no heads, bodies that never come, connections that are closed in the middle, and connections for open pages
that say junk. Then the file is compared with what it was before, the log is searched for tracebacks and tokens, and
the next move of each table is made. Exits with 1 where anything is wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import sqlite3
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from table_clients import FORM, MOMENT, TAKEN, Http, Place, Server, prepared

from stammtisch.base.streams import Stream
from stammtisch.table.storage.store import FILE

AT_ONCE = 8
SECONDS = 20.0
WORDS = [
    "0",
    "-1",
    "99",
    "1e1",
    "99999999999999999999",
    "",
    "²",
    "%D9%A3",
    "%ff",
    "%00",
    "0.0",
    "9.9",
    "null",
    "[]",
    "../..",
]
TOKENS = ["x" * 32, "%00", "%C3%A4", "..%2f..%2fetc%2fpasswd", "." * 32, "A" * 5000, "%", "%zz", "a/b", "?x", "#"]
ENDS = ["", "/", "/do", "/name", "/more", "/why", "/replay", "/rules", "/live", "/host", "/..", "/%2e%2e", "?at=-1"]
METHODS = ["POST", "GET", "PUT", "DELETE", "OPTIONS", "PATCH", "HEAD", "TRACE", "CONNECT", "post", "G\x00T", ""]
HEADS = [
    "host: evil.example", "host: localhost.evil.example", "host: ", "host: 127.0.0.1\r\nhost: evil.example",
    "origin: http://evil.example", "origin: null", "origin: file://", "sec-fetch-site: cross-site",
    "content-type: text/plain", "content-type: multipart/form-data; boundary=x", "content-type: application/json",
    "content-type: application/x-www-form-urlencoded; charset=utf-7", "content-length: -1", "content-length: 1e3",
    "content-length: 5\r\ncontent-length: 6", "transfer-encoding: chunked\r\ncontent-length: 3", "transfer-encoding: gzip",
    "expect: 100-continue", "x: " + "y" * 20_000, "\x00: x", " folded: x", "upgrade: h2c\r\nconnection: upgrade",
    "range: bytes=0-1", "cookie: " + "a=b; " * 500, "x-forwarded-host: evil.example\r\nx-forwarded-proto: javascript",
    "hx-request: true", "referer: http://evil.example/",
]  # fmt: skip
FRAMES = [
    b"\x81\x05hello", b"\x81\x85abcd" + b"hello", b"\xc1\x80abcd", b"\x83\x80abcd", b"\x8f\x80abcd", b"\x89\x80abcd" * 50,
    b"\x82\xff" + b"\x7f" * 8 + b"abcd", b"\x81\xfe\xff\xff" + b"abcd" + b"x" * 65535, b"\x01\x80abcd" * 20,
    b"\x88\x82abcd\x00\x00", b"\x88\x80abcd", b"", b"\x80\x80abcd", b"\xff" * 200, b"GET / HTTP/1.1\r\n\r\n",
]  # fmt: skip


@dataclass
class Target:
    """A table, and what the seat that has to choose there would send: its path and moment."""

    place: Place
    own: str
    moment: str


@dataclass
class Found:
    """How often which status was answered ("closed", "silent" without one), and what is wrong."""

    statuses: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)


class Strangers:
    """Draws requests. `tokens` are all that are right somewhere; what is made here is wrong where it is sent."""

    def __init__(self, at: str, targets: Sequence[Target], stream: Stream) -> None:
        self.at, self.targets, self.stream = at, targets, stream

    def one(self, of: Sequence[str]) -> str:
        return of[self.stream.draw(len(of))]

    def request(self, method: str, path: str, body: bytes = b"", heads: str = "") -> bytes:
        """A request with the usual heads, but for those in `heads`, which take their places."""
        names = {line.split(":")[0] for line in heads.split("\r\n")}
        usual = {
            "host": self.at,
            "origin": f"http://{self.at}",
            "content-type": FORM,
            "content-length": str(len(body)),
        }
        if "transfer-encoding" in names:
            usual.pop("content-length")
        lines = [f"{name}: {value}" for name, value in usual.items() if name not in names] + ([heads] if heads else [])
        return (
            f"{method} {path} HTTP/1.1\r\n".encode("latin-1") + "\r\n".join([*lines, "", ""]).encode("latin-1") + body
        )

    def drawn(self) -> tuple[str, bytes, bool]:
        """The kind of a request, its bytes, and whether the connection is half closed behind it."""
        kinds: list[Callable[[Target], bytes]] = [
            self.wrong_form,
            self.wrong_link,
            self.wrong_head,
            self.hosts,
            self.torn,
            self.noise,
            self.connection,
        ]
        kind = kinds[self.stream.draw(len(kinds))]
        return kind.__name__, kind(self.targets[self.stream.draw(len(self.targets))]), self.stream.draw(4) == 0

    def form(self, target: Target) -> bytes:
        """A form as no page sends it: never the right moment with an option that is there."""
        now, word = target.moment, self.one(WORDS)
        forms = [
            b"", b"option=0", f"moment={now}".encode(), f"option=9999&moment={now}".encode(), b"\xff\xfe=\x00",
            f"option=-1&moment={now}".encode(), f"option={word}&moment=0.0".encode(), f"moment={word}&option=0".encode(),
            f"option=0,0&moment={now}".encode(), b"x" * 100_000, b"&" * 3000, b"a=1&" * 1000, b'{"option": 0}',
            f"option={word}".encode() * 50, b"%" * 100, b"option=%ff&moment=1", f"whole=1&moment={word}".encode(),
        ]  # fmt: skip
        return forms[self.stream.draw(len(forms))]

    def wrong_form(self, target: Target) -> bytes:
        return self.request("POST", target.own, self.form(target))

    def wrong_link(self, target: Target) -> bytes:
        """A right move to a link that is not that of this seat; or a wrong form to what stands beside it."""
        links = target.place.links
        _, _, table, _, token = target.own.split("/")
        others = [link.rsplit("/", 1)[1] for link in links.values() if link != target.own]
        whos = ["1", "2", "3", "0", "-1", "999", "%C2%B2", "host", "join", "device", "watch", "designer", "x"]
        who, given, end = self.one(whos), self.one([*TOKENS, *others]), self.one(ENDS)
        right = {(link.split("/")[3], link.split("/")[4]) for link in links.values()}
        if (who, given) in right:
            given = given[:-1]
        path = f"/table/{self.one([table, 'x', table[:-1], '%2e%2e'])}/{who}/{given}{end}"
        body = (
            f"option=0&moment={target.moment}&do={self.one(['back', 'again', 'vote-away', 'note', 'kind'])}&seat=0&to=1"
        )
        return self.request(self.one(METHODS[:7]), path, body.encode() if self.stream.draw(2) else self.form(target))

    def wrong_head(self, target: Target) -> bytes:
        """A right move under heads that are not right; those that only are strange go with a wrong moment."""
        head = self.one(HEADS)
        refused = head.startswith(
            ("host", "origin", "sec-fetch", "content-type: t", "content-type: m", "content-type: a")
        )
        refused = refused and "charset" not in head
        body = f"option=0&moment={target.moment if refused else '0.0'}".encode()
        return self.request("POST", target.own, body, head)

    def hosts(self, target: Target) -> bytes:
        """What only a host may do, with links that are not the host's."""
        table, token = target.own.split("/")[2], self.one([*TOKENS[:8], target.own.split("/")[4]])
        paths = [f"/table/{table}/host/{token}", f"/tables/{token}", f"/table/{table}/join/{token}",
                 f"/table/{table}/device/{token}", f"/table/{table}/design/{token}", f"/table/{table}/designer/{token}"]  # fmt: skip
        body = self.one(
            ["seat=0&do=kind&kind=random", "seat=0&do=link", "seat=1&name=x", "game=0&players=3", "do=restart"]
        )
        return self.request(self.one(["POST", "GET", "PUT"]), self.one(paths) + self.one(ENDS), body.encode())

    def torn(self, target: Target) -> bytes:
        """A part of a right move: what is missing never comes."""
        whole = self.request("POST", target.own, f"option=0&moment={target.moment}".encode())
        return whole[: self.stream.draw(len(whole) - 1)]

    def noise(self, target: Target) -> bytes:
        """No request at all."""
        by_lot = random.Random(self.stream.draw(1 << 20)).randbytes(self.stream.draw(400))
        lines = [by_lot, b"\x16\x03\x01" + by_lot, b"GET " + b"/" * 70_000, b"\r\n" * 1000, b"HEAD / HTTP/0.9\r\n\r\n",
                 b"GET //evil.example/ HTTP/1.1\r\nhost: evil.example\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                 f"{self.one(METHODS)} {target.own} HTTP/9.9\r\nhost: {self.at}\r\n\r\n".encode("latin-1")]  # fmt: skip
        return lines[self.stream.draw(len(lines))]

    def connection(self, target: Target) -> bytes:
        """A connection for an open page, to a wrong link or from elsewhere; or to a right one, which then says junk."""
        wrong = self.stream.draw(2) == 0
        path = target.own[:-1] if wrong else target.own
        origin = "http://evil.example" if self.stream.draw(3) == 0 else f"http://{self.at}"
        heads = (
            f"origin: {origin}\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n"
            f"sec-websocket-key: {self.one(['dGhlIHNhbXBsZSBub25jZQ==', 'x', ''])}"
        )
        return self.request("GET", path + "/live", b"", heads) + FRAMES[self.stream.draw(len(FRAMES))]


async def sent(at: str, content: bytes, half: bool) -> str:
    """The status of what is answered, "closed" where nothing is, "silent" where nothing comes while we wait."""
    host, port = at.split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        writer.write(content)
        if half:
            writer.write_eof()
        # whoever waits for more is left waiting: a short while here, then the connection is cut
        async with asyncio.timeout(0.5):
            line = await reader.readline()
        found = re.match(rb"HTTP/1.1 (\d+)", line)
        return found[1].decode() if found else "closed"
    except TimeoutError:
        return "silent"
    except OSError:
        return "closed"
    finally:
        writer.transport.abort()


async def slow(at: str, target: Target) -> str:
    """A body that comes a letter a second: the status with which that ends."""
    http = Http(at)
    host, port = at.split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        heads = f"host: {at}\r\ncontent-type: {FORM}\r\ncontent-length: 1000\r\n\r\n"
        writer.write(f"POST {target.own} HTTP/1.1\r\n{heads}".encode())
        answer = asyncio.create_task(reader.readline())
        for _ in range(int(SECONDS)):
            writer.write(b"a")
            done, _ = await asyncio.wait([answer], timeout=1)
            if done:
                return answer.result().decode("latin-1").split(" ")[1] if answer.result() else "closed"
        return "silent"
    except OSError:
        return "closed"
    finally:
        http.close()
        writer.transport.abort()


def content(folder: Path) -> dict[str, list[tuple[object, ...]]]:
    """All that is in the file."""
    database = sqlite3.connect(f"file:{folder / FILE}?mode=ro", uri=True)
    names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    found = {name: sorted(database.execute(f"SELECT * FROM {name}").fetchall(), key=repr) for name in names}
    database.close()
    return found


async def target_of(at: str, place: Place) -> Target:
    """The seat that has to choose at a table, and its moment."""
    http = Http(at)
    try:
        for seat, link in place.links.items():
            page = (await http.ask("GET", link))[2].decode()
            if seat >= 0 and (found := MOMENT.search(page)):
                return Target(place, link, found[1])
        raise RuntimeError("nobody has to choose")
    finally:
        http.close()


async def attacked(server: Server, places: Sequence[Place], count: int, seed: int, slowly: int) -> Found:
    """Sends so many requests, AT_ONCE at a time, while at each table `slowly` bodies come slowly."""
    found = Found()
    targets = [await target_of(server.at, place) for place in places]
    # all have opened their links: that is kept, and not to be mistaken for what strangers do
    before = content(server.folder)
    strangers, left = Strangers(server.at, targets, Stream(2 * seed + 1)), count

    async def work() -> None:
        nonlocal left
        while left > 0:
            left -= 1
            kind, request, half = strangers.drawn()
            status = await sent(server.at, request, half)
            found.statuses[status] += 1
            # 303 is a move that was taken; what is only shown changes nothing, which the file tells in the end
            if status.startswith(("3", "5")):
                found.wrong.append(f"{kind} was answered {status}: {request[:200]!r}")

    slow_ones = [asyncio.create_task(slow(server.at, target)) for target in targets for _ in range(slowly)]
    await asyncio.gather(*(work() for _ in range(AT_ONCE)))
    for status in await asyncio.gather(*slow_ones):
        found.statuses[f"slow {status}"] += 1
        if status not in ("408", "closed"):
            found.wrong.append(f"a slow body was answered {status}")
    if content(server.folder) != before:
        found.wrong.append("the file has changed")
    found.wrong += await asyncio.gather(*(moved(server.at, target) for target in targets))
    found.wrong = [wrong for wrong in found.wrong if wrong]
    return found


async def moved(at: str, target: Target) -> str:
    """Makes the next move of a table with the moment that was read at the start; what is wrong with that."""
    http = Http(at)
    status, _, _ = await http.ask("POST", target.own, f"option=0&moment={target.moment}".encode())
    http.close()
    return "" if status in TAKEN else f"{target.place.game}: the next move was answered {status}"


def drilled(folder: Path, count: int, seed: int, names: Sequence[str], slowly: int = 3) -> Found:
    """The same, against a server of its own, whose log is read at the end."""
    places = prepared(folder / "tables", names, len(names), seed)
    server = Server(folder / "tables")
    try:
        found = asyncio.run(attacked(server, places, count, seed, slowly))
        alive = server.process.poll() is None
    finally:
        server.end()
    log = server.log.read_text(encoding="utf-8")
    tokens = [link.rsplit("/", 1)[1] for place in places for link in place.links.values()]
    found.wrong += [] if alive else ["the server has ended"]
    found.wrong += ["a traceback: " + log[:3000]] if "Traceback" in log else []
    found.wrong += ["a token is in the log"] if any(token in log for token in tokens) else []
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Attacks, and prints what was answered."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--games", default="munchhausen,hearts", help="rulesets between commas")
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        found = drilled(Path(folder), told.requests, told.seed, told.games.split(","))
    print(f"{told.requests} requests: {', '.join(f'{k} {v}' for k, v in sorted(found.statuses.items()))}")
    print(f"wrong: {len(found.wrong)}")
    for wrong in found.wrong[:20]:
        print(wrong[:1000], file=sys.stderr)
    return int(bool(found.wrong))


if __name__ == "__main__":
    sys.exit(main())
