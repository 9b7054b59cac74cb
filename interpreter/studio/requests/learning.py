"""Requests about the bot that plays a game best: what its games are worth, and letting it learn the game."""

from __future__ import annotations

import time
from collections.abc import Generator
from typing import Any

from ...bots import by_name
from ..game_folder import SHIPPED
from ..jobs import Job, Step
from ..refusals import impossible
from ..studio import Studio

# how long nets learn; with choosing and measuring it takes about so many times as long
SECONDS = 90
PARTS = 3
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
    can_learn = name == "search" and studio.begin_learning is not None
    said += NOT_HERE if name == "search" and not can_learn else ""
    return {"bot": name, "said": said, "can_learn": can_learn and not game.startswith(SHIPPED)}


def learn(
    studio: Studio, game: str, players: int, variants: list[str] | None = None, seconds: int = SECONDS
) -> dict[str, Any]:
    """Begin a job in which a bot learns a game with so many players; it goes on meanwhile. Its result is what it says.

    What it has learned is kept beside the rules, if it beats the search, and holds until these change.
    """
    if studio.begin_learning is None:
        raise impossible(NOT_HERE.strip())
    if not 1 <= seconds <= MOST_SECONDS:
        raise impossible(f"A bot learns for 1 to {MOST_SECONDS:,} seconds.")
    studio.folder.own_path(game)
    path, over = studio.layers(game, variants)
    laid = [part for name in over for part in ("--variant", name.stem)]
    arguments = [str(path), *laid, f"--players={players}", f"--seconds={seconds}"]
    return studio.jobs.begin(Job(_learn(studio, arguments, seconds), is_apart=True))


def _learn(studio: Studio, arguments: list[str], seconds: int) -> Generator[Step, None, None]:
    """Look at what learns, and at its last line so far; it is ended with the job."""
    assert studio.begin_learning is not None
    begun, learning = time.monotonic(), studio.begin_learning(arguments)
    try:
        while learning.is_running:
            passed = int(time.monotonic() - begun)
            yield Step(
                passed, max(PARTS * seconds, passed + 1), {"said": studio.folder.without_root(learning.last_line)}
            )
        said = studio.folder.without_root(learning.last_line)
        yield Step(1, 1, {"said": said, "is_learned": learning.has_learned})
    finally:
        learning.end()


REQUESTS = (strongest, learn)
