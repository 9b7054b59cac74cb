"""The state of a game as JSON data: what a save must hold to belong to a game."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import chain
from typing import Any

from ..base.errors import UsageError
from ..base.streams import is_state
from ..program import ir

SAVE_FORMAT = "stammtisch-save-1"


@dataclass(slots=True)
class SavedState:
    """What State.to_json wrote. `choices` are (seat, option number) in order."""

    seed: int
    random: int
    v: list[int]
    z: list[list[int]]
    choices: list[tuple[int, int]]
    logged: bool


def saved_state(program: ir.Program, data: Any) -> SavedState:
    """A saved state as it was written. Raises UsageError where it does not belong to this game or is damaged."""
    if not isinstance(data, dict) or data.get("format") != SAVE_FORMAT:
        raise UsageError(f"this is not a saved game (its format should be {SAVE_FORMAT!r})")
    for key, own in (
        ("hash", program.hash),
        ("players", program.players),
        ("options", json.loads(json.dumps(program.options))),
    ):
        if data.get(key) != own:
            what = "this game was saved with another ruleset, number of players or options"
            raise UsageError(f"{what}: {key} is {data.get(key)!r}, here {own!r}")
    try:
        random, seed = int(data["random"]), data["seed"]
        v, z = list(data["v"]), [list(items) for items in data["z"]]
        choices = [(seat, number) for seat, number in data["choices"]]
    except (KeyError, TypeError, ValueError, OverflowError):
        raise UsageError("the saved game is damaged: something in it is missing or of the wrong kind") from None
    if not all(isinstance(number, int) for number in chain((seed,), v, *z, *choices)):
        raise UsageError("the saved game is damaged: something in it is no whole number")
    fits = len(v) == len(program.ints) and len(z) == len(program.lists) and is_state(random)
    if not fits or not -1 <= v[ir.PC] < len(program.blocks):
        raise UsageError("the saved game is damaged: its numbers do not fit this game")
    return SavedState(seed, random, v, z, choices, bool(data.get("logged")))
