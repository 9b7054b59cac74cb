"""Two servers of tables behind nginx, set up as docs/table.md shows it, with people at both: for real, on loopback.

    python tests/benchmarks/table_proxy.py [--wait 70] [--moves 20]

nginx and openssl have to be installed. The example is read from the page; only ports and the files of a certificate that
is made for it are put in. At each server three people open their pages under the example's name by https, each with a
connection of its own, say nothing for `--wait` seconds (longer than nginx keeps one that is silent), make `--moves` moves
and leave notes; a table is set up on the page for that, too. Each page as the pieces that came have made it is compared with
the page as it is when asked for anew. Then one server is ended and begun again, and there may be no link in the log of nginx. Exits with 1 where anything is wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from typing import Any

import httpx2 as httpx
from table_clients import LIVE, PIECE, ROOT, TAKEN, forms
from websockets.asyncio.client import ClientConnection, connect

NAME = "play.example.org"
OURS = {"host": NAME, "origin": f"https://{NAME}"}
MAIN = """\
daemon off; pid {0}/pid; error_log stderr;
events {{ worker_connections 1024; }}
http {{
client_body_temp_path {0}/body; proxy_temp_path {0}/proxy; fastcgi_temp_path {0}/f; uwsgi_temp_path {0}/u;
scgi_temp_path {0}/s;
{1}
}}
"""


def free_port() -> int:
    """A port at which nothing listens."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
    return port


def example(folder: Path, port: int, servers: Sequence[int]) -> str:
    """The example of the page with these ports, and a certificate in the folder."""
    page = (ROOT / "docs" / "table.md").read_text(encoding="utf-8")
    text = next(block for block in re.findall(r"```text\n(.*?)```", page, re.S) if "proxy_pass" in block)
    put = {"listen 443 ssl;": f"listen 127.0.0.1:{port} ssl;", "127.0.0.1:8017": f"127.0.0.1:{servers[0]}"}
    put |= {"127.0.0.1:8018": f"127.0.0.1:{servers[1]}"}
    put |= {f"/etc/ssl/play.{kind}": f"{folder}/play.{kind}" for kind in ("crt", "key")}
    put["/var/log/nginx/play.log"] = f"{folder}/error.log"
    for old, new in put.items():
        assert old in text, old
        text = text.replace(old, new)
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", f"/CN={NAME}"]
    files = ["-keyout", f"{folder}/play.key", "-out", f"{folder}/play.crt"]
    subprocess.run([*made, *files], check=True, capture_output=True)
    return MAIN.format(folder, text)


class Serving:
    """`stammtisch serve` as the page has it begun; `links` of the seats, and the one for more tables."""

    def __init__(self, folder: Path, port: int, word: str) -> None:
        command = [sys.executable, str(ROOT / "cli.py"), "serve", "munchhausen", "--players", "3", "--port", str(port)]
        command += ["--id-prefix", word, "--save", str(folder / f"tables-{word}"), "--public", f"https://{NAME}"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        assert self.process.stdout is not None
        said = ""
        while "Kept in" not in said:
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError("the server has ended")
            said += line
        self.links = re.findall(rf"seat \d +https://{NAME}(\S+)", said)
        self.rooms = re.findall(rf"tables +https://{NAME}(\S+)", said)[0]

    def end(self) -> None:
        """Ends it."""
        self.process.terminate()
        self.process.wait(20)


@dataclass
class Page:
    """One open page behind the proxy, its pieces as they are in a browser."""

    browser: httpx.AsyncClient
    port: int
    link: str
    pieces: dict[str, str] = field(default_factory=dict)
    heard: float = 0.0
    socket: ClientConnection | None = None

    async def load(self) -> dict[str, str]:
        """The pieces of the page as it is now."""
        answer = await self.browser.get(self.link)
        if answer.status_code != 200:
            raise RuntimeError(f"{answer.status_code} for a page")
        self.live = unescape(LIVE.findall(answer.text)[0])
        return taken(answer.text)

    async def open(self) -> None:
        """Loads the page and follows it."""
        self.pieces = await self.load()
        trusting = ssl.create_default_context()
        trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
        self.socket = await connect(
            f"wss://{NAME}{self.live}",
            host="127.0.0.1",
            port=self.port,
            ssl=trusting,
            origin=OURS["origin"],  # type: ignore[arg-type]
            compression=None,
            ping_interval=None,
            proxy=None,
        )
        self.following = asyncio.create_task(self.follow(self.socket))

    async def follow(self, open_socket: ClientConnection) -> None:
        async for text in open_socket:
            if text:
                self.heard = time.perf_counter()
                # without the pictures that the pieces are parts of
                self.pieces |= taken(re.sub(r"</?template[^>]*>", "", str(text)))


def taken(text: str) -> dict[str, str]:
    """The pieces in a page or a message, without what stands behind them in a page."""
    starts = [*PIECE.finditer(text)]
    ends = [*(one.start() for one in starts[1:]), len(text)]
    return {one[1]: text[one.start() : end] for one, end in zip(starts, ends, strict=True)}


async def played(pages: list[Page], moves: int) -> tuple[float, list[str]]:
    """So many moves at one table: the mean of seconds until the last page that is sent something has it, and wrongs."""
    times, wrong = [], []
    for number in range(moves):
        able = [(page, found) for page in pages if (found := forms("".join(page.pieces.values())))]
        if not able:
            break
        page, found = able[number % len(able)]
        begun = time.perf_counter()
        fields = dict(part.split("=") for part in found[number % len(found)].split("&"))
        answer = await page.browser.post(page.link, data=fields, headers={"hx-request": "true"})
        if answer.status_code not in TAKEN:
            wrong.append(f"a move was answered {answer.status_code}")
        await asyncio.sleep(0.4)
        times.append(max(page.heard for page in pages) - begun)
        if page.heard < begun:
            wrong.append("the page of who moved was sent nothing")
    for page in pages:
        now = await page.load()
        other = [name for name, text in page.pieces.items() if not now[name].strip().startswith(text.strip())]
        lengths = [name for name in now if name not in page.pieces]
        if other or lengths or not all(text.split() for text in now.values()):
            wrong.append(f"{page.link.split('/')[2]}: {other + lengths} are not as they should be")
    return sum(times) / max(1, len(times)), wrong


async def table_set_up(browser: httpx.AsyncClient, rooms: str, word: str) -> list[str]:
    """Sets up another table on the page for that; what is wrong."""
    answer = await browser.post(rooms, data={"game": 0, "variants": "", "players": 3, "seed": ""})
    there = answer.headers.get("location", "")
    host = await browser.get(there) if there else answer
    right = answer.status_code in TAKEN and there.startswith(f"/table/{word}-") and host.status_code == 200
    return [] if right and f"https://{NAME}/table/{word}-" in host.text else [f"no table was set up by {rooms[:10]}"]


async def tried(port: int, servers: dict[str, Serving], wait: float, moves: int) -> list[str]:
    """All that people do at both servers; what is wrong."""
    wrong = []
    base = f"https://127.0.0.1:{port}"
    async with httpx.AsyncClient(verify=False, base_url=base, headers=OURS, trust_env=False) as browser:
        tables = []
        for word, serving in servers.items():
            pages = [Page(browser, port, link) for link in serving.links]
            for page in pages:
                await page.open()
            tables.append(pages)
            wrong += await table_set_up(browser, serving.rooms, word)
            files = re.findall(r'(?:href|src)="(/table-[^"]+)"', (await browser.get(serving.links[0])).text)
            statuses = [(await browser.get(file)).status_code for file in files]
            wrong += [] if statuses == [200] * 2 else [f"style and script: {statuses}"]
        print(f"{sum(map(len, tables))} pages are open; nothing is done for {wait:g} s", flush=True)
        await asyncio.sleep(wait)
        for word, pages in zip(servers, tables, strict=True):
            seconds, found = await played(pages, moves)
            print(f"{word}: {moves} moves, each with all pages after {1000 * seconds:.0f} ms in the mean", flush=True)
            wrong += found
            wrong += ["a connection was lost" for page in pages if page.following.done()]
        for answer, right in (
            (await browser.get("/table/c-12345678/1/x"), 404),
            (await browser.get(tables[0][0].link, headers={"host": "elsewhere.example"}), 421),
            (await browser.post(tables[0][0].link, data={}, headers={"origin": "https://elsewhere.example"}), 403),
        ):
            wrong += [] if answer.status_code == right else [f"{answer.status_code} where it should be {right}"]
        for pages in tables:
            for page in pages:
                assert page.socket is not None
                await page.socket.close()
    return wrong


async def again(port: int, gone: Serving, there: Serving, begin: Path, at: int) -> list[str]:
    """Ends one server and begins it again, while people are at the other; what is wrong."""
    base = f"https://127.0.0.1:{port}"
    async with httpx.AsyncClient(verify=False, base_url=base, headers=OURS, trust_env=False) as browser:
        before = (await browser.get(gone.links[0])).text
        gone.end()
        lost, kept = (await browser.get(gone.links[0])).status_code, (await browser.get(there.links[0])).status_code
        new = Serving(begin, at, "a")
        after = (await browser.get(gone.links[0])).text
        new.end()
    return [] if (lost, kept, after == before) == (502, 200, True) else [f"ended: {lost}, the other: {kept}"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Tries it, and prints what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wait", type=float, default=70.0)
    parser.add_argument("--moves", type=int, default=20)
    told = parser.parse_args(arguments)
    if not shutil.which("nginx") or not shutil.which("openssl"):
        print("nginx and openssl have to be installed: apt-get install nginx-light openssl", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as name:
        folder, port, ports = Path(name), free_port(), [free_port(), free_port()]
        folder.chmod(0o755)
        (folder / "nginx.conf").write_text(example(folder, port, ports), encoding="utf-8")
        servers = {word: Serving(folder, at, word) for word, at in zip("ab", ports, strict=True)}
        proxy = subprocess.Popen(["nginx", "-p", name, "-e", "stderr", "-c", f"{name}/nginx.conf"])
        running: list[subprocess.Popen[Any]] = [proxy, *(serving.process for serving in servers.values())]
        try:
            time.sleep(1)
            wrong = asyncio.run(tried(port, servers, told.wait, told.moves))
            wrong += asyncio.run(again(port, servers["a"], servers["b"], folder, ports[0]))
        finally:
            for process in running:
                process.terminate()
                process.wait(20)
        log = (folder / "error.log").read_text(encoding="utf-8")
        wrong += ["a link is in the log of errors"] if "/table/" in log else []
    print(f"wrong: {len(wrong)}")
    for line in wrong:
        print(line, file=sys.stderr)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
