"""The studio's server, by a real client over loopback: the page, the door, the table in a frame, what is refused."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from helpers.paths import ROOT
from helpers.processes import heed

from stammtisch.front import starter

RULES = "picnic/ruleset.yaml"


@dataclass
class Client:
    """Somebody with the link."""

    link: str

    def send(
        self, method: str, path: str, body: str | bytes = "", headers: dict[str, str] | None = None
    ) -> tuple[int, dict[str, str], bytes]:
        there = http.client.HTTPConnection(urlsplit(self.link).netloc, timeout=30)
        there.request(method, path, body.encode() if isinstance(body, str) else body, headers or {})
        answer = there.getresponse()
        found = answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
        there.close()
        return found

    @property
    def path(self) -> str:
        return urlsplit(self.link).path

    def ask(self, request: str, /, **arguments: Any) -> Any:
        body = json.dumps({"name": request, "arguments": arguments})
        status, _, content = self.send("POST", self.path + "door", body, {"content-type": "application/json"})
        assert status == 200
        return json.loads(content)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    """A client of `stammtisch studio`, which runs in a process of its own."""
    home = tmp_path / "games"
    home.mkdir()
    starter.from_template("picnic", starter.DEFAULT, home)
    command = [sys.executable, str(ROOT / "cli.py"), "studio", str(home), "--port", "0", "--no-open"]
    environment = os.environ | {"PYTHONUNBUFFERED": "1"}
    running = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, preexec_fn=heed, env=environment)
    assert running.stdout is not None
    assert str(home) in running.stdout.readline()
    yield Client(running.stdout.readline().strip())
    running.send_signal(signal.SIGINT)
    assert running.wait(20) == 0
    running.stdout.close()


def test_the_door_the_page_and_the_table(client: Client, tmp_path: Path) -> None:
    status, headers, _ = client.send("GET", client.path)
    assert status == 200 and "default-src 'none'" in headers["content-security-policy"]
    assert "script-src 'self';" in headers["content-security-policy"]
    held = client.ask("read", file=RULES)["result"]
    assert client.ask("check", file=RULES) == {"result": {"diagnostics": []}}
    # another editor saves the file
    (tmp_path / "games" / RULES).write_text(held["text"] + "# theirs\n")
    assert client.ask("write", file=RULES, text="mine", digest=held["digest"])["mistake"]["kind"] == "changed-outside"
    table = client.ask("play", game=RULES, players=3)["result"]
    seat = table["paths"]["seats"][0]
    status, headers, content = client.send("GET", seat)
    assert status == 200 and b"Picnic" in content
    assert headers["x-frame-options"] == "SAMEORIGIN"
    assert "frame-ancestors 'self'" in headers["content-security-policy"]
    (style,) = re.findall(r'href="(/table-[^"]+\.css)"', content.decode())
    assert client.send("GET", style)[0] == 200
    assert [file.name for file in (tmp_path / "games").iterdir()] != [] and (tmp_path / "games/.stammtisch").is_dir()
    assert all(not one["file"].startswith(".") for one in client.ask("files")["result"]["files"])


def test_what_the_server_refuses(client: Client) -> None:
    door, json_type = client.path + "door", {"content-type": "application/json"}
    good = json.dumps({"name": "files"})
    assert client.send("POST", door, good, json_type)[0] == 200
    foreign = [
        ({"host": "evil.example"}, 421), ({"origin": "http://evil.example"}, 403), ({"origin": "null"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403), ({"content-type": "text/plain"}, 415), ({"content-type": ""}, 415),
    ]  # fmt: skip
    for headers, wanted in foreign:
        assert client.send("POST", door, good, json_type | headers)[0] == wanted, headers
    assert client.send("POST", "/studio/wrong/door", good, json_type)[0] == 404
    assert client.send("GET", "/studio/wrong/")[0] == 404
    assert client.send("GET", door)[0] == 404
    assert client.send("POST", door, b"x" * 30_000_001, json_type)[0] == 413
    for body in (b"", b"\xff", b"[" * 100_000, b"{}"):
        status, _, content = client.send("POST", door, body, json_type)
        assert status == 200 and json.loads(content)["mistake"]["kind"] == "bad-request"
    for name in ("../server.py", "%2e%2e/server.py", "..%2fserver.py", "/etc/passwd", "x.py"):
        assert client.send("GET", client.path + name)[0] == 404
    assert client.send("POST", door, good, json_type)[0] == 200


@pytest.mark.parametrize("wrong", ["a-file", "bad\nname"])
def test_what_is_no_folder_is_refused(wrong: str, tmp_path: Path) -> None:
    (tmp_path / wrong).write_text("x")
    command = [sys.executable, str(ROOT / "cli.py"), "studio", str(tmp_path / wrong), "--no-open"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and "is a file" in done.stderr and "Traceback" not in done.stderr
