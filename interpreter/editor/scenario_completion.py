"""What can be written in a file of scenarios."""

from __future__ import annotations

from pathlib import Path

from .expression_completion import Candidate
from .schema_keys import keys_at, values_at
from .text_places import TextPlace
from .workspace import Workspace


def scenario_candidates(
    workspace: Workspace, path: Path, text: str, at: TextPlace, offset: int
) -> tuple[list[Candidate], str]:
    """What can be written at an offset of a scenario file, and the beginning of it that stands there."""
    before = text[at.start : offset]
    if at.is_key:
        keys = [Candidate(one.name, "key", "", one.about, 1) for one in keys_at("scenarios", at.path)]
        return keys, before
    del workspace, path
    return [Candidate(value, "word", rank=1) for value in values_at("scenarios", at.path)], before
