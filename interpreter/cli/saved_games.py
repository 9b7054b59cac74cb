"""Check that a saved game has the same rules as when it was begun."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..base.errors import UsageError
from ..reading.library import rulesets
from .console import program

if TYPE_CHECKING:
    from ..front.api import Ruleset


def require_same_rules(path: Path, data: dict[str, Any], ruleset: Ruleset, named: str | None, again: str) -> None:
    """Raise UsageError, with what to do, if a game was saved with other rules than those of the ruleset.

    `named`: the ruleset on the command line, if one is there; `again`: the command for a file with the old rules.
    """
    saved = data.get("ruleset")
    if data.get("hash") == ruleset.hash:
        return
    if named in rulesets() and saved != ruleset.id:
        raise UsageError(
            f"{path} is a game of {saved}, not of {ruleset.id}: leave {named} out, the file names its ruleset"
        )
    raise UsageError(
        f"{path}: the rules of {ruleset.id} have changed since this game was saved. A saved game resumes only "
        "with the rules it began with: restore them, or name a file that still has them: "
        f"{program()} {again}"
    )
