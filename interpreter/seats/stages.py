"""Which pass of the loops around a decision the game is in: the part of the day, the colour that is sold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ..program import ir
from .running_game import RunningGame, StartedGame


class StageLoop(NamedTuple):
    """A loop over members that everybody knows: its step, their kind, its list and the slot of its position."""

    node: int
    kind: str
    items: int
    position: int


def stages_at(state: RunningGame, site: int) -> tuple[tuple[str, int], ...]:
    """The members that the loops around a decision stand at, the outermost first: kinds and numbers."""
    program, found = state.game.program, []
    around = {*_steps_around(program, program.sites[site].node)}
    for loop in _stage_loops(state.game):
        items, at = state.z[loop.items], state.v[loop.position] - 1
        if loop.node in around and 0 <= at < len(items):
            found.append((loop.kind, items[at]))
    return tuple(found)


def _steps_around(program: ir.Program, node: int) -> Iterator[int]:
    """A step and those around it."""
    while node >= 0:
        yield node
        node = program.nodes[node].above


def _stage_loops(game: StartedGame) -> list[StageLoop]:
    """The loops with decisions over members of a thing that are the same in all games; cached for a game."""
    if "stages" not in game.visibility:
        game.visibility["stages"] = [*_find_loops(game.program)]
    found: list[StageLoop] = game.visibility["stages"]
    return found


def _find_loops(program: ir.Program) -> Iterator[StageLoop]:
    """Loops whose list is stored once, from numbers that nothing in play changes."""
    kinds = {items: (program.ints[slot].kind, position) for slot, items, position in _passes(program)}
    for block in program.blocks:
        node = block.node
        for part in block.body:
            if part[:2] == ["emit", "step"]:
                node = part[2]
            elif part[0] == "store" and part[1] in kinds and _is_constant(part[2]):
                kind, position = kinds[part[1]]
                if kind.startswith("thing ") and kind != "thing player":
                    yield StageLoop(node, kind, part[1], position)


def _passes(program: ir.Program) -> Iterator[tuple[int, int, int]]:
    """Where passes of loops begin: the slot of the name, the list, and the slot of the position."""
    for block in program.blocks:
        for part in block.body:
            match part:
                case ["set", slot, 0, ["nth", ["cards", items], ["var", position], 0]]:
                    yield slot, items, position


def _is_constant(expr: Any) -> bool:
    """Whether an expression is a list of numbers that is the same in all games."""
    match expr:
        case ["range", int(), int()]:
            return True
        case ["items", *items]:
            return all(isinstance(item, int) for item in items)
    return False
