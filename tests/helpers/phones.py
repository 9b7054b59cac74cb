"""From a clean install to the end of a game: cd tests; python -m helpers.phones

Clones this repository as it is committed, installs it into an environment of its own by the command of docs/table.md,
serves Munchhausen with a bot on a second loopback address, and plays it in two windows of the size of a phone.
Needs `.[browser]`, Chromium, and what pip needs to install the dependencies.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from helpers.chromium import Window, chromium, faults_of, play, served
from helpers.paths import DOCS, ROOT

ADDRESS = "127.0.0.2"


def main() -> int:
    install, serve = re.findall(
        r"^(python3 -m venv .*|\.venv/bin/stammtisch serve .*)$", (DOCS / "table.md").read_text(), re.M
    )[:2]
    with tempfile.TemporaryDirectory() as name:
        clone, begun = Path(name) / "clone", time.monotonic()
        subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True)
        subprocess.run(install, shell=True, check=True, cwd=clone)
        print(f"installed in {time.monotonic() - begun:.0f} s: {install}", flush=True)
        words = serve.replace("--lan", f"--host {ADDRESS} --seat 3=greedy").split()
        program, game, players = [str(clone / words[0])], words[2], int(words[4])
        begun = time.monotonic()
        with served(clone / "tables", game, players, *words[5:], program=program) as links, chromium() as browser:
            assert all(f"//{ADDRESS}:" in link for link in links), links
            windows = [Window(browser, links[seat], "phone", seat + 1) for seat in range(2)]
            moves, found = play(windows, 100_000), [fault for window in windows for fault in window.look_again()]
            result = windows[0].page.inner_text("#top .now")
        print(f"{' '.join(words)}: {moves} moves in {time.monotonic() - begun:.0f} s; {result} {faults_of(found)}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
