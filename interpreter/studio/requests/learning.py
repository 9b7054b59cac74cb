"""Requests about the bot that plays a game best: what its games are worth, and letting it learn the game."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Generator
from tempfile import TemporaryFile
from typing import IO, Any

from ...backend.native.host import IN_BROWSER
from ...bots import by_name
from ..game_folder import SHIPPED
from ..jobs import Job, Step
from ..refusals import impossible
from ..studio import Studio

COMMAND = (sys.executable, "-m", "stammtisch", "learn")
# how long nets learn; with choosing and measuring it takes about so many times as long
SECONDS = 90
PARTS = 3
KEPT = "It is kept in "
MOST_SECONDS = 3600
UNLEARNED = (
    "No bot has learned these rules. This one looks ahead and may play badly, so its numbers show holes in the rules "
    "rather than whether the game is fair."
)
NOT_HERE = (
    " Bots cannot learn in the browser. Export the game, and on your own computer let one learn it: stammtisch learn."
)
AT_RANDOM = "Bots cannot look ahead in this game with so many players: this one chooses at random."


def strongest(studio: Studio, game: str, players: int, variants: list[str] | None = None) -> dict[str, Any]:
    """The bot that plays a game best with so many players, what is to be said of its games, whether it can learn."""
    with studio.files.reading():
        name = by_name.strongest(studio.own_ruleset(game, variants).ready(players))
    said = {"search": UNLEARNED, "random": AT_RANDOM}.get(name, "")
    said += NOT_HERE if name == "search" and IN_BROWSER else ""
    return {
        "bot": name,
        "said": said,
        "can_learn": name == "search" and not game.startswith(SHIPPED) and not IN_BROWSER,
    }


def learn(
    studio: Studio, game: str, players: int, variants: list[str] | None = None, seconds: int = SECONDS
) -> dict[str, Any]:
    """Begin a job in which a bot learns a game with so many players; it goes on meanwhile. Its result is what it says.

    What it has learned is kept beside the rules, if it beats the search, and holds until these change.
    """
    if IN_BROWSER:
        raise impossible("Bots cannot learn in the browser. On your own computer `stammtisch learn` lets them.")
    if not 1 <= seconds <= MOST_SECONDS:
        raise impossible(f"A bot learns for 1 to {MOST_SECONDS:,} seconds.")
    studio.folder.own_path(game)
    path, over = studio.layers(game, variants)
    laid = [part for name in over for part in ("--variant", name.stem)]
    command = [*COMMAND, str(path), *laid]
    command += [f"--players={players}", f"--seconds={seconds}"]
    return studio.jobs.begin(Job(_learn(studio, command, seconds), is_apart=True))


def _learn(studio: Studio, command: list[str], seconds: int) -> Generator[Step, None, None]:
    """Look at a process that learns, and at its last line so far; it is ended with the job."""
    begun = time.monotonic()
    with TemporaryFile() as written:
        process = subprocess.Popen(command, stdout=written, stderr=subprocess.STDOUT, env=_surroundings())
        try:
            while process.poll() is None:
                passed = int(time.monotonic() - begun)
                yield Step(passed, max(PARTS * seconds, passed + 1), {"said": _last_line(studio, written)})
            is_learned = process.returncode == 0
            yield Step(1, 1, {"said": _last_line(studio, written), "is_learned": is_learned})
        finally:
            process.kill()
            process.wait()


def _surroundings() -> dict[str, str]:
    """What the process of `stammtisch` finds around it: this very program, and UTF-8."""
    return os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "PYTHONUTF8": "1"}


def _last_line(studio: Studio, written: IO[bytes]) -> str:
    """The last line that says something of the game; where files lie nobody here has to know."""
    written.seek(0)
    lines = written.read().decode(errors="replace").strip().split("\n")
    return studio.folder.without_root(next((one for one in reversed(lines) if not one.startswith(KEPT)), ""))


REQUESTS = (strongest, learn)
