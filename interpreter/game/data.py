"""States as plain data: hashes, checking and restoring saved games, and games set up in a position."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from ..base.errors import GameError, UsageError
from ..program import ir
from .log import Placed

SAVE_FORMAT = "stammtisch-save-1"


class Saveable(Protocol):
    """The interface of a state that can be saved."""

    def to_json(self) -> dict[str, Any]: ...


Restored = TypeVar("Restored", bound=Saveable)


def as_json(data: Any) -> Any:
    """Data as they come back from JSON text."""
    return json.loads(json.dumps(data))


def as_numbers(data: Any) -> Any:
    """Options with 1 and 0 for yes and no, as hashes use them."""
    if isinstance(data, dict):
        return {key: as_numbers(value) for key, value in data.items()}
    return [as_numbers(item) for item in data] if isinstance(data, list) else int(data)


def hash_of(program: ir.Program, v: list[int], z: list[list[int]], random: int) -> str:
    """A hash of a whole state, equal in every process and on every machine."""
    data = [program.hash, program.players, as_numbers(program.options), v, z, str(random)]
    return hashlib.sha256(json.dumps(data, separators=(",", ":")).encode()).hexdigest()


def save_data(program: ir.Program, seed: int, random: int, v: list[int], z: list[list[int]]) -> dict[str, Any]:
    """Return the data of a saved game: its program and state."""
    return {
        "format": SAVE_FORMAT,
        "ruleset": program.ruleset,
        "hash": program.hash,
        "players": program.players,
        "options": program.options,
        "seed": seed,
        "random": str(random),
        "v": v[:],
        "z": [items[:] for items in z],
    }


def check_save(program: ir.Program, data: Any) -> None:
    """Raise UsageError if this is no saved game of a program."""
    if not isinstance(data, dict) or data.get("format") != SAVE_FORMAT:
        raise UsageError(f"this is not a saved game (its format should be {SAVE_FORMAT!r})")
    for key, own in (("hash", program.hash), ("players", program.players), ("options", as_json(program.options))):
        if data.get(key) != own:
            what = "this game was saved with a different ruleset, number of players or options"
            raise UsageError(f"{what}: {key} is {data.get(key)!r}, here {own!r}")


def restore(program: ir.Program, data: Any, replayed: Callable[[int, Any, bool], Restored]) -> Restored:
    """Return a saved state of a program; `replayed` plays it from its seed with its choices.

    Raises UsageError where it is none of this program, or is damaged.
    """
    check_save(program, data)
    try:
        state = replayed(data["seed"], data["choices"], bool(data.get("logged")))
    except (KeyError, TypeError):
        raise UsageError("the saved game is damaged: something in it is missing or of the wrong kind") from None
    except (ValueError, GameError) as error:
        raise UsageError(f"the saved game is damaged: {error}") from None
    again = as_json(state.to_json())
    if any(again[key] != data.get(key) for key in ("v", "z", "random")):
        raise UsageError("the saved game is damaged: its choices do not lead to its state")
    return state


def set_up_state(state: Any, placed: Placed) -> None:
    """Put numbers, lists and chance in the place of those of a state (State) with an empty log, which begins there.

    Raises UsageError where its game cannot stand so before a decision.
    """
    v, z, random = placed
    try:
        if (len(v), len(z)) != (len(state.v), len(state.z)):
            raise ValueError("this position belongs to another game")
        state.v, state.z = [*map(int, v)], [[*map(int, items)] for items in z]
        zones = state.z[: state.game.program.zones]
        cards = [card for zone in zones[1:] for card in zone]
        if len(cards) != len(set(cards)):
            raise ValueError("a card lies in two places")
        for seat, site in state.sites():
            state.option_numbers(seat, site)
    except (GameError, ValueError, TypeError, LookupError) as error:
        raise UsageError(f"{state.game.name} cannot start from this position: {error}") from None
    state.log.placed, state.log.starts, state.log.numbers = (state.v, state.z, random), zones, state.v
