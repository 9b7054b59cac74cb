"""Compile programs to WebAssembly, run by wasmtime or a browser. See docs/native.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...program import ir
from .host import available, what_is_missing

if TYPE_CHECKING:
    from .machine import Machine
    from .usage_reader import GameCounts

__all__ = ["GameCounts", "Machine", "available", "compile_native", "what_is_missing"]


def compile_native(
    program: ir.Program,
    counting: bool = False,
    searching: bool = False,
    solving: bool = False,
    learning: bool = False,
) -> Machine | None:
    """Compile a program to a machine, ready to play; None if no host is there or something cannot be expressed.

    counting: uses are counted in random games (uses.py). searching: states can be sampled. solving: the tree can be
    walked (tree_walk.py). learning: a net is there; it needs `searching`.
    """
    from .writing.layout import Unfit

    if not available():
        return None
    from .machine import Machine

    try:
        return Machine(program, counting, searching, solving, learning)
    except Unfit:
        return None
