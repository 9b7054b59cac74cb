"""The studio's server, by a real client over loopback: the page, the door, the table in a frame, what is refused."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from helpers.paths import ROOT
from helpers.processes import heed

from stammtisch.front import starter
from stammtisch.studio.game_folder import GameFolder
from stammtisch.studio.jobs import Job, Step
from stammtisch.studio.server import StudioRoutes
from stammtisch.studio.studio import Studio

RULES = "picnic/ruleset.yaml"


@dataclass
class Client:
    """Somebody with the link."""

    link: str
    said: str = ""

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


@contextmanager
def studio_in(folder: Path, *arguments: str) -> Iterator[Client]:
    """A client of `stammtisch` with these arguments, which runs in a process of its own in a folder."""
    # a browser that does nothing
    environment = os.environ | {"PYTHONUNBUFFERED": "1", "BROWSER": "true", "HOME": str(folder)}
    command = [sys.executable, str(ROOT / "cli.py"), *arguments]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, preexec_fn=heed, env=environment, cwd=folder)
    assert running.stdout is not None
    said = running.stdout.readline()
    yield Client(running.stdout.readline().strip(), said)
    running.send_signal(signal.SIGINT)
    assert running.wait(20) == 0
    running.stdout.close()


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    """A client of a studio with one game."""
    home = tmp_path / "games"
    home.mkdir()
    starter.from_template("picnic", starter.DEFAULT, home)
    with studio_in(tmp_path, "studio", str(home), "--port", "0", "--no-open") as found:
        assert str(home) in found.said
        yield found


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
    # what concerns those who play with others says nothing here
    assert (
        table["paths"]["designer"]
        and b"which shows everything, including" not in content
        and b"My tables" not in content
    )
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


def test_without_a_command_the_studio_opens_where_the_games_are(tmp_path: Path) -> None:
    with studio_in(tmp_path) as client:
        assert f"{tmp_path}/Stammtisch" in client.said
        begun = client.ask("begin", folder="mine", template="board-game")
        assert begun == {"result": {"game": "mine/ruleset.yaml", "files": begun["result"]["files"]}}
    with studio_in(tmp_path / "Stammtisch") as client:
        assert f"{tmp_path}/Stammtisch:" in client.said
        assert [one["game"] for one in client.ask("files")["result"]["games"]] == ["mine/ruleset.yaml"]


def test_a_folder_that_is_open_already_leads_to_its_studio(client: Client, tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "cli.py"), "studio", str(tmp_path / "games"), "--no-open"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and client.link in done.stdout and "is open already" in done.stdout
    # a link that a studio has left behind when it was killed leads nowhere
    link = tmp_path / "games/.stammtisch/link"
    assert link.stat().st_mode & 0o777 == 0o600
    link.write_text("http://127.0.0.1:1/studio/x/")
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and "Traceback" not in done.stderr


def test_a_port_that_is_taken_is_no_trouble_unless_it_was_asked_for(tmp_path: Path) -> None:
    with studio_in(tmp_path, "studio", str(tmp_path / "a"), "--no-open") as first:
        port = str(urlsplit(first.link).port)
        with studio_in(tmp_path, "studio", str(tmp_path / "b"), "--no-open") as second:
            assert second.link != first.link and second.ask("files")["result"]["games"] == []
        command = [sys.executable, str(ROOT / "cli.py"), "studio", str(tmp_path / "c"), "--port", port, "--no-open"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        assert done.returncode == 2 and "choose another --port" in done.stderr


def test_games_that_are_played_do_not_keep_the_editor_waiting(tmp_path: Path) -> None:
    starter.from_template("picnic", starter.DEFAULT, tmp_path)
    studio, is_answered = Studio(GameFolder(tmp_path)), threading.Event()
    routes = StudioRoutes(studio, "token")

    def ask(request: str, /, **arguments: Any) -> Any:
        return json.loads(routes.answer(json.dumps({"name": request, "arguments": arguments}).encode()))

    def work() -> Generator[Step, None, None]:
        assert is_answered.wait(20)
        yield Step(1, 1, "done")

    number = studio.jobs.begin(Job(work(), is_apart=True))["job"]
    found: list[Any] = []
    playing = threading.Thread(target=lambda: found.append(ask("go_on", job=number)))
    playing.start()
    assert ask("check", file=RULES) == {"result": {"diagnostics": []}}
    is_answered.set()
    playing.join(20)
    assert found[0]["result"]["result"] == "done"
    simulation = ask("simulate", game=RULES, games=20)["result"]["job"]
    assert studio.jobs.find(simulation).is_apart
    assert not studio.jobs.find(ask("check_further", file=RULES)["result"]["job"]).is_apart
    wrong_ones: list[object] = [[], {"name": "go_on"}, {"name": "go_on", "arguments": {"job": [1]}}]
    for wrong in wrong_ones:
        assert "mistake" in json.loads(routes.answer(json.dumps(wrong).encode()))
