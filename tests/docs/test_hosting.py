"""The files and commands with which a table is put on the internet say what the program understands."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from helpers.browsers import begun, client_of, seated
from helpers.paths import DOCS, ROOT
from helpers.tiers import full

from stammtisch.cli.commands.serve import command
from stammtisch.reading.library import rulesets
from stammtisch.table.play.tables import open_tables
from stammtisch.table.storage.store import FILE

FOLDER = DOCS / "hosting"
CONTAINERFILE = (FOLDER / "Containerfile").read_text(encoding="utf-8")
UNIT = (FOLDER / "stammtisch.service").read_text(encoding="utf-8")
NAME = "play.example.org"


def serve_options(words: list[str]) -> dict[str, Any]:
    """What `serve` makes of these words; all games among them come with the program."""
    found = command.make_context("serve", words).params
    assert {*found["rulesets"]} <= {*rulesets()}
    return found


def entry_point() -> list[str]:
    """The words with which a container begins."""
    words = yaml.safe_load(re.search(r"^ENTRYPOINT (\[.*\])$", CONTAINERFILE, re.M)[1])  # type: ignore[index]
    assert words[1] == "serve"
    return list(words[2:])


def test_the_unit_and_the_containers_start_the_same_server() -> None:
    unit = shlex.split(re.search(r"^ExecStart=(.*)$", UNIT, re.M)[1])  # type: ignore[index]
    assert unit[1] == "serve"
    services = yaml.safe_load((FOLDER / "compose.yaml").read_text(encoding="utf-8"))["services"]
    by_unit, by_compose = serve_options(unit[2:]), serve_options(entry_point() + services["stammtisch"]["command"])
    for name in ("rulesets", "public", "guests", "expire", "port"):
        assert by_unit[name] == by_compose[name], name
    assert by_unit["public"] == f"https://{NAME}" and by_unit["host"] is None and by_compose["host"] == "0.0.0.0"
    caddy = (FOLDER / "Caddyfile").read_text(encoding="utf-8")
    assert f"{NAME} {{" in caddy and f"stammtisch:{by_compose['port']}" in caddy
    assert {"stammtisch", "caddy"} == {*services}
    # what the containers keep lies in volumes
    assert str(by_compose["save"]).startswith("/tables/") and "tables:/tables" in services["stammtisch"]["volumes"]
    standard = yaml.safe_load(re.search(r"^CMD (\[.*\])$", CONTAINERFILE, re.M)[1])  # type: ignore[index]
    assert serve_options(entry_point() + standard)["rulesets"]


def test_all_that_is_copied_into_the_image_is_there() -> None:
    copied = [word for line in re.findall(r"^COPY (.*)$", CONTAINERFILE, re.M) for word in line.split()[:-1]]
    assert len(copied) >= 6 and all((ROOT / word).exists() for word in copied)


def test_the_page_names_files_and_options_that_there_are() -> None:
    page = (DOCS / "hosting.md").read_text(encoding="utf-8")
    assert all(file.name in page for file in FOLDER.iterdir())
    options = {option for parameter in command.params for option in parameter.opts}
    assert {*re.findall(r"`(--[a-z-]+)", page)} <= options


@full
@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    file = tmp_path / "stammtisch.service"
    file.write_text(UNIT.replace("/opt/stammtisch/bin/stammtisch", "/bin/true"), encoding="utf-8")
    done = subprocess.run(["systemd-analyze", "verify", str(file)], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@full
def test_a_copy_made_while_tables_are_played_is_whole(tmp_path: Path) -> None:
    (said,) = re.findall(r'^python3 -c "(.*backup.*)"$', (DOCS / "hosting.md").read_text(encoding="utf-8"), re.M)
    tables = open_tables(tmp_path / "tables")
    table = begun(tables, "tictactoe", 2, ["human"] * 2)
    players = seated(tables, table)
    for _ in range(3):
        player = players[table.state.decision.seat]
        player.choose(0, player.look().moment)
    (tmp_path / "copy").mkdir(mode=0o700)
    copy = tmp_path / "copy" / FILE
    here = said.replace("'tables.sqlite'", repr(str(tmp_path / "tables" / FILE)))
    subprocess.run(["python3", "-c", here.replace("'/root/tables.sqlite'", repr(str(copy)))], check=True)
    again = open_tables(tmp_path / "copy")
    assert not again.unread and again.tables[table.id].state == table.state
    assert client_of(again).get(players[0].link).status_code == 200
    again.store.close()
    tables.store.close()
