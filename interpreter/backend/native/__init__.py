"""Compile programs to WebAssembly, run by wasmtime. See docs/native.md."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from ...program import ir

if TYPE_CHECKING:
    from .machine import Machine
    from .usage_reader import GameCounts

__all__ = ["GameCounts", "Machine", "available", "compile_native"]


def available() -> bool:
    """Whether wasmtime is installed; checked without importing it."""
    return find_spec("wasmtime") is not None


def compile_native(
    program: ir.Program,
    counting: bool = False,
    searching: bool = False,
    solving: bool = False,
    learning: bool = False,
) -> Machine | None:
    """Compile a program to a machine, ready to play; None if wasmtime is missing or something cannot be expressed.

    counting: uses are counted in random games (uses.py). searching: states can be sampled. solving: the tree can be
    walked (tree_walk.py). learning: a net is there; it needs `searching`.
    """
    from .writing.layout import Unfit

    try:
        from .machine import Machine

        return Machine(program, counting, searching, solving, learning)
    except (ImportError, Unfit):
        return None
