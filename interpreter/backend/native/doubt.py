"""What a seat cannot know of a state, laid out for drawing samples: see sampling/present.py."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Doubt:
    """A state as State has it (`v`, `z`), in which what the seat cannot know is yet to be drawn."""

    v: list[int]
    z: list[list[int]]
