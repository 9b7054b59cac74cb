"""The same module run by Node gives the same results: nothing in it is peculiar to wasmtime."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
import wasmtime
from helpers.games import Case

from stammtisch.backend.native.module import write_module

CASES = [Case("kuhn", "", 2), Case("munchhausen", "", 3), Case("hearts", "", 4), Case("balvin", "", 3)]
GAMES = 20
SCRIPT = """
const [file, at, fields, games] = process.argv.slice(2).map((text, n) => (n ? Number(text) : text));
const compiled = new WebAssembly.Module(require("fs").readFileSync(file));
const { memory, run, played } = new WebAssembly.Instance(compiled, {}).exports;
run(0, 7n, 0n, games, 100000, 0, 1 << 30);
console.log(JSON.stringify([played.value, ...new Int32Array(memory.buffer, at, games * fields)]));
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")
@pytest.mark.parametrize("case", CASES, ids=str)
def test_node_plays_the_same_games(case: Case, tmp_path: Path) -> None:
    text, layout = write_module(case.game.program)
    (tmp_path / "game.wasm").write_bytes(bytes(wasmtime.wat2wasm(text)))
    (tmp_path / "run.js").write_text(SCRIPT, encoding="utf-8")
    command = ["node", "run.js", "game.wasm", str(layout.outcomes), str(layout.fields), str(GAMES)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    played, *numbers = json.loads(done.stdout)
    machine = case.game.native
    assert machine is not None and played == GAMES
    assert numbers == [number for row in machine.rows(7, 0, GAMES, 100_000) for number in row or ()]
