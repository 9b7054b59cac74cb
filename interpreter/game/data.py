"""States as plain data: hashes, and what a saved game must say to belong to a game."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from ..base.errors import UsageError
from ..program import ir

SAVE_FORMAT = "stammtisch-save-1"


def as_json(data: Any) -> Any:
    """Data as they come back from JSON text."""
    return json.loads(json.dumps(data))


def as_numbers(data: Any) -> Any:
    """Options with 1 and 0 for yes and no: what hashes are made of."""
    if isinstance(data, dict):
        return {key: as_numbers(value) for key, value in data.items()}
    return [as_numbers(item) for item in data] if isinstance(data, list) else int(data)


def hash_of(program: ir.Program, v: list[int], z: list[list[int]], random: int) -> str:
    """A hash of a whole state, the same in every process and on every machine."""
    data = [program.hash, program.players, as_numbers(program.options), v, z, str(random)]
    return hashlib.sha256(json.dumps(data, separators=(",", ":")).encode()).hexdigest()


def check_save(program: ir.Program, data: Any) -> None:
    """Raises UsageError where this is no saved game of a program."""
    if not isinstance(data, dict) or data.get("format") != SAVE_FORMAT:
        raise UsageError(f"this is not a saved game (its format should be {SAVE_FORMAT!r})")
    for key, own in (("hash", program.hash), ("players", program.players), ("options", as_json(program.options))):
        if data.get(key) != own:
            what = "this game was saved with another ruleset, number of players or options"
            raise UsageError(f"{what}: {key} is {data.get(key)!r}, here {own!r}")
