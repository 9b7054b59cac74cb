"""All rulesets alike on all hosts: Python with wasmtime here, and the site's program in Node.js and in Chromium.

cd tests; python -m helpers.hosts [--rulesets kuhn,balvin] [--games 200] [--hosts node,chromium] [--site FOLDER]

For each shipped ruleset, or variant such as balvin+four-gates: what `validate` says of it, and of its text with a line
taken out, as JSON; for each number of players whether WebAssembly plays it, what random games come to, and what bots
choose at the same seeds. FOLDER is a site that was built, else one is built first. Exit code 1 if anything differs.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from helpers.chromium import chromium
from helpers.paths import ROOT
from helpers.static_server import static_server
from helpers.studio_engines import build_site

from stammtisch.standalone.npm_packages import WABT, package_files, pyodide_files

HERE = Path(__file__).parent
PROBE, SCRIPT = HERE / "host_probe.py", HERE / "host_probe.js"
# the shortest first
RULESETS = sorted((path.stat().st_size, path.parent.name) for path in (ROOT / "rulesets").glob("*/ruleset.yaml"))
NODE = """import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
process.on("uncaughtException", (error) => { console.error(String(error.message)); process.exit(1); });
const [pyodide, assembler, program, probe, name, games] = process.argv.slice(2);
const { findings } = await import("./host_probe.mjs");
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${pyodide}/` });
const loadAssembler = createRequire(import.meta.url)(assembler);
console.log(await findings(python, loadAssembler, new Uint8Array(readFileSync(program)), readFileSync(probe, "utf8"), name, Number(games)));
"""
WORKER = """import { loadPyodide } from "./pyodide/pyodide.mjs";
import { findings } from "./host_probe.js";
import loadAssembler from "./ASSEMBLER";
onmessage = async ({ data: [name, games] }) => {
  try {
    const here = (path) => new URL(path, self.location.href).href;
    const python = await loadPyodide({ indexURL: here("pyodide/"), stdLibURL: here("LIBRARY") });
    const program = await (await fetch("PROGRAM")).arrayBuffer(), probe = await (await fetch("host_probe.py")).text();
    postMessage([await findings(python, loadAssembler, program, probe, name, games), ""]);
  } catch (error) { postMessage(["", String(error.message || error)]); }
};
"""
ASK = """([name, games]) => new Promise((resolve) => {
  const worker = new Worker("host_worker.js", { type: "module" });
  worker.onmessage = ({ data }) => { worker.terminate(); resolve(data); };
  worker.onerror = (event) => resolve(["", event.message]);
  worker.postMessage([name, games]);
})"""
Host = Callable[[str, int], dict[str, Any]]


def in_python(name: str, games: int) -> dict[str, Any]:
    """What is found by this Python, in a process of its own."""
    return ask_program([sys.executable, str(PROBE), name, str(games)])


def in_node(folder: Path, name: str, games: int) -> dict[str, Any]:
    """What is found by the program of the site in Node.js."""
    assembler, pyodide = package_files(WABT, None)["index.js"], pyodide_files(None)["pyodide.mjs"].parent
    places = [pyodide, assembler, one_of(folder, "program-*.tar.xz"), PROBE]
    return ask_program(
        ["node", "--stack-size=4000", str(folder / "host_node.mjs"), *map(str, places), name, str(games)]
    )


def ask_program(command: list[str]) -> dict[str, Any]:
    """What a program prints as JSON."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def in_chromium(browser: Any, address: str, name: str, number: float) -> dict[str, Any]:
    """What is found by the site in a worker of a new page; number: what the probe is given besides a ruleset."""
    page = browser.new_context(service_workers="block").new_page()
    page.goto(f"{address}/host.html")
    text, wrong = page.evaluate(ASK, [name, number])
    page.context.close()
    assert not wrong, wrong
    found: dict[str, Any] = json.loads(text)
    return found


def prepare(folder: Path, probe: Path = PROBE) -> None:
    """Put what asks beside the files of a site. probe: a module with a function `findings`."""
    names = {"ASSEMBLER": "wabt-*.js", "LIBRARY": "python-*.zip", "PROGRAM": "program-*.tar.xz"}
    worker = WORKER
    for word, pattern in names.items():
        worker = worker.replace(word, one_of(folder, pattern).name)
    (folder / "host_worker.js").write_text(worker)
    (folder / "host_node.mjs").write_text(NODE)
    (folder / "host.html").write_text("<!doctype html><title>Hosts</title>")
    for place, name in ((probe, "host_probe.py"), (SCRIPT, "host_probe.js"), (SCRIPT, "host_probe.mjs")):
        shutil.copy(place, folder / name)


def one_of(folder: Path, pattern: str) -> Path:
    """The file of a pattern."""
    return next(folder.glob(pattern))


def differences(name: str, games: int, hosts: dict[str, Host]) -> list[str]:
    """What another host finds of a ruleset otherwise than Python here; prints how many that is."""
    wanted, found, seconds = None, list[str](), list[str]()
    for host, ask in ({"python": in_python} | hosts).items():
        began = time.monotonic()
        result = ask(name, games)
        seconds.append(f"{host} {time.monotonic() - began:.0f} s")
        wanted = wanted or result
        found += [
            f"{name}, {words}: {host} has {result.get(words)!r}, python {wanted.get(words)!r}"
            for words in {**wanted, **result}
            if result.get(words) != wanted.get(words)
        ]
    assert wanted is not None
    natively = sum(wanted[words] for words in wanted if words.endswith("WebAssembly"))
    print(
        f"{name}: {len(wanted)} findings, {natively} by WebAssembly; {len(found)} differ; {', '.join(seconds)}",
        flush=True,
    )
    return found


def compare(names: list[str], games: int, which: list[str], site: Path | None = None) -> list[str]:
    """All differences between these hosts and Python here."""
    found = []
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "site"
        if site is None:
            build_site(folder)
        else:
            shutil.copytree(site, folder)
        prepare(folder)
        with static_server(folder) as address, chromium() as browser:
            known: dict[str, Host] = {
                "node": partial(in_node, folder),
                "chromium": partial(in_chromium, browser, address),
            }
            for name in names:
                found += differences(name, games, {host: known[host] for host in which})
    return found


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--rulesets", default=",".join(name for _, name in RULESETS))
    arguments.add_argument("--games", type=int, default=200)
    arguments.add_argument("--hosts", default="node,chromium")
    arguments.add_argument("--site", type=Path)
    given = arguments.parse_args()
    found = compare(given.rulesets.split(","), given.games, given.hosts.split(","), given.site)
    print("\n".join(found) or "all alike")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
