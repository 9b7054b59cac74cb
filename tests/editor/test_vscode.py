"""The extension for VS Code: its built file is current, its package is whole, and it works in a stand-in for VS Code."""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from helpers.paths import INTERPRETER, ROOT, TESTS
from helpers.tiers import full

from stammtisch.base.version import __version__
from stammtisch.editor.extension_file import extension_file
from stammtisch.records.recording_reader import read_game

FOLDER = INTERPRETER / "editor/vscode"
STUB = TESTS / "editor/vscode_stub.cjs"
NODE = shutil.which("node")
GAME = """\
format: 1
game: A small game
players: 2
shared: {n: {start: 0, range: 0..9}}
phases:
  a turn: {turns: player in players, until: {it is nine: n = 9}, one of: [Wait]}
actions: {Wait: {add: {n: 1}}}
winner: [most player.number]
"""
SCENARIOS = """\
format: 1
tests: ruleset.yaml
players: [Ute, Trev]
scenarios:
  Trev is next:
    when: [Ute: Wait]
    then: [n = 1]
"""


def test_the_built_file_is_made_of_these_sources() -> None:
    digest = hashlib.sha256()
    for path in [FOLDER / "build.mjs", FOLDER / "package-lock.json", *sorted((FOLDER / "source").iterdir())]:
        digest.update(path.read_bytes())
    first = (FOLDER / "extension.js").read_text(encoding="utf-8").partition("\n")[0]
    assert first.endswith(digest.hexdigest()[:16]), "run `npm ci && npm run build` in interpreter/editor/vscode"


@full
@pytest.mark.skipif(not (FOLDER / "node_modules/esbuild").exists(), reason="esbuild is not installed")
def test_it_is_built_again_to_the_letter(tmp_path: Path) -> None:
    subprocess.run([str(NODE), "build.mjs", str(tmp_path / "extension.js")], cwd=FOLDER, check=True)
    assert (tmp_path / "extension.js").read_bytes() == (FOLDER / "extension.js").read_bytes()


def test_the_package_is_written_without_node() -> None:
    written = extension_file(["python", "-m", "stammtisch"])
    assert written == extension_file(["python", "-m", "stammtisch"]) and len(written) < 150_000
    archive = zipfile.ZipFile(io.BytesIO(written))
    manifest = json.loads(archive.read("extension/package.json"))
    assert manifest["version"] == __version__
    assert f"extension/{Path(manifest['main']).name}" in archive.namelist()
    for name in ("extension.vsixmanifest", "[Content_Types].xml"):
        ElementTree.fromstring(archive.read(name))
    endings = {Path(name).suffix for name in archive.namelist() if "Types" not in name}
    assert all(f'"{ending[1:]}"' in archive.read("[Content_Types].xml").decode() for ending in endings)


def visit(tmp_path: Path, text: str, *commands: str, file: Path | None = None) -> dict[str, Any]:
    """Open a game, or another file of it, in the stand-in, and call commands: what was done."""
    tmp_path.joinpath("ruleset.yaml").write_text(text, encoding="utf-8")
    program = tmp_path / "stammtisch"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m stammtisch "$@"\n')
    program.chmod(0o755)
    command = [
        str(NODE),
        str(STUB),
        str(FOLDER),
        str(file or tmp_path / "ruleset.yaml"),
        str(program),
        str(tmp_path / "kept"),
    ]
    path = os.pathsep.join([str(ROOT / ".dev"), *filter(None, [os.environ.get("PYTHONPATH")])])
    done = subprocess.run(
        [*command, *commands], capture_output=True, timeout=90, env={**os.environ, "PYTHONPATH": path}
    )
    assert done.returncode == 0, done.stderr.decode()
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@full
@pytest.mark.skipif(NODE is None or os.name == "nt", reason="Node is not installed")
def test_in_a_stand_in_it_shows_mistakes_and_runs_the_game(tmp_path: Path) -> None:
    did = visit(tmp_path, GAME.replace("turns:", "turnz:"), "play", "table", "simulate", "rulebook")
    assert did["diagnostics"] == [
        {"message": "'turnz' is not a word of the language\nDid you mean `turns`?", "code": "reserved-word"}
    ]
    game, program = str(tmp_path / "ruleset.yaml"), str(tmp_path / "stammtisch")
    tasks = [(task["command"], *task["args"]) for task in did["tasks"]]
    assert tasks == [
        (program, "play", game, "--players", "2"),
        (program, "serve", game, "--open", "--players", "2"),
        (program, "simulate", game, "--players", "2"),
    ]
    (page,) = did["pages"]
    assert "reserved-word" in page["html"]
    assert did["shown"] == []


@full
@pytest.mark.skipif(NODE is None or os.name == "nt", reason="Node is not installed")
def test_what_stands_above_scenarios_and_steps_is_done_in_windows_of_its_own(tmp_path: Path) -> None:
    scenarios = tmp_path / "scenarios.yaml"
    scenarios.write_text(SCENARIOS, encoding="utf-8")
    text = GAME.replace("[Wait]", "[Wait, Rest]").replace("actions: {", "actions: {Rest: nothing, ")
    commands = "simulateGames:", "showRules:Wait", "playFromScenario:Trev is next"
    did = visit(tmp_path, text, *commands, file=scenarios)
    assert did["shown"] == []
    (rules,) = did["pages"]
    assert 'window.find("' in rules["html"] and rules["title"].startswith("Rulebook")
    simulated, played = ([*task["args"]] for task in did["tasks"])
    assert simulated == ["simulate", str(tmp_path / "ruleset.yaml"), "--players", "2"]
    assert played[:2] == ["play", "--resume"]
    # a game that may still be played outlives the session
    assert read_game(played[2]).seats == ["random", "human"]


@full
@pytest.mark.skipif(NODE is None or os.name == "nt", reason="Node is not installed")
def test_every_command_of_the_manifest_is_there(tmp_path: Path) -> None:
    did = visit(tmp_path, "services: {web: 1}\n", "restart")
    manifest = json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))["contributes"]["commands"]
    assert {one["command"] for one in manifest} <= {*did["registered"]}
