"""Saved games as files: the state, and how the game was being played."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..base import files
from ..base.errors import UsageError
from .bots import SEATS
from .data import SAVE_FORMAT
from .game import State


@dataclass(slots=True)
class Table:
    """How a game is played: the ruleset as it was named, variants, settings {name: text}, and who sits where.

    seats: one of bots.SEATS each.
    """

    ruleset: str
    variants: list[str] = field(default_factory=list)
    settings: dict[str, str] = field(default_factory=dict)
    seats: list[str] = field(default_factory=list)


def default_name(state: State) -> str:
    """The name of the file for a game: its ruleset and seed."""
    return f"{state.game.program.ruleset}-{state.seed}.save.json"


def write(path: Path, state: State, table: Table) -> None:
    """Saves a game, whole or not at all. Raises UsageError if the file cannot be written."""
    play = {"ruleset": table.ruleset, "variants": table.variants, "set": table.settings, "seats": table.seats}
    text = json.dumps({**state.to_json(), "play": play}, ensure_ascii=False) + "\n"
    files.write(path, text.encode())


def read(path: Path) -> tuple[dict[str, Any], Table | None]:
    """The data of a saved game and how it was played (None for a state that a program saved).

    Raises UsageError if the file cannot be read or is not a saved game.
    """
    data = files.read_json(path, SAVE_FORMAT, "a saved game", ": `save` in a running game writes one")
    return data, _table(path, data)


def _table(path: Path, data: dict[str, Any]) -> Table | None:
    play = data.get("play")
    if play is None:
        return None
    if isinstance(play, dict):
        ruleset, variants, settings, seats = (play.get(key) for key in ("ruleset", "variants", "set", "seats"))
        if isinstance(variants, list) and isinstance(settings, dict) and isinstance(seats, list):
            texts = [ruleset, *variants, *settings.values(), *seats]
            if all(isinstance(text, str) for text in texts) and {*seats} <= {*SEATS}:
                return Table(texts[0], variants, settings, seats)
    raise UsageError(f"{path} is damaged: it does not say properly how the game was played")


def is_earlier(path: Path, state: State) -> bool:
    """Whether the file is a save of the same game at an earlier point, or at this one."""
    try:
        data, _ = read(path)
    except UsageError:
        return False
    choices, own = data.get("choices"), state.to_json()
    same = all(data.get(key) == own[key] for key in ("hash", "players", "seed"))
    return same and isinstance(choices, list) and choices == own["choices"][: len(choices)]


def free_name(state: State) -> Path:
    """The default file, or with -2, -3 ... if there is another game in it."""
    path = Path(default_name(state))
    stem = path.name.removesuffix(".save.json")
    number = 2
    while path.exists() and not is_earlier(path, state):
        path = Path(f"{stem}-{number}.save.json")
        number += 1
    return path
