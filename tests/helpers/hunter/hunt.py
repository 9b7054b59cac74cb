"""One stretch of the hunt in a process of its own: the specimens of some numbers, told as lines of JSON.

The process may be killed at any time; the specimen it is at is always on disk.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from helpers.hunter.language import builtins, verbs
from helpers.hunter.limits import TookTooLong, limit_memory
from helpers.hunter.rulesets import Specimen, specimen_of
from helpers.hunter.shrink import smaller
from helpers.hunter.trials import STAGES, Find, spread, trial

# after so many that were slow or took much memory the process ends, to begin afresh
MOST_HEAVY = 5


class Enough(Exception):
    """The stage that is looked at is over."""


def tell(**line: Any) -> None:
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


def words() -> frozenset[str]:
    """The verbs and functions whose use is counted."""
    return frozenset(verbs()) | {builtin.name for builtin in builtins()}


def as_data(specimen: Specimen) -> dict[str, Any]:
    return {"tree": specimen.tree, "variant": specimen.variant, "seed": specimen.seed}


def stretch(start: int, count: int, folder: Path) -> None:
    """Tries the specimens from number `start` on and tells the parent of each."""
    limit_memory()
    heavy = 0

    for number in range(start, start + count):
        data = json.loads(json.dumps(as_data(specimen_of(number))))
        (folder / "now.json").write_text(json.dumps(data))
        tell(begin=number, spent=time.process_time())
        used: Counter[str] = Counter()
        try:
            outcome = trial(Specimen(**data), folder, lambda name: tell(stage=name))
        except Find as find:
            heavy += find.kind in ("slow", "memory")
            tell(find=find.key, kind=find.kind, stage=find.stage, told=find.told, specimen=data)
        except (TookTooLong, MemoryError):
            heavy += 1
        else:
            if outcome.verdict == "accepted":
                used = spread(data["tree"], words())
            tell(
                done=outcome.verdict,
                codes=outcome.codes,
                used=used,
                played=outcome.played,
                worlds=outcome.worlds,
                left=outcome.left,
                failed=outcome.failed,
            )
        if heavy >= MOST_HEAVY:
            break


def shrunk(folder: Path, key: str, seconds: float) -> None:
    """Makes the specimen in the folder small as long as it shows the find `key`; the smallest is always on disk."""
    limit_memory()
    now = folder / "now.json"
    last = [""]

    def begins(name: str) -> None:
        if last[0] and STAGES.index(name) > STAGES.index(last[0]):
            raise Enough

    def fails(specimen: Specimen) -> bool:
        try:
            trial(specimen, folder, begins)
        except Find as find:
            last[0] = last[0] or find.stage
            return find.key == key
        except (Enough, TookTooLong, MemoryError):
            pass
        return False

    def kept(specimen: Specimen) -> None:
        now.with_suffix(".new").write_text(json.dumps(as_data(specimen)))
        now.with_suffix(".new").replace(now)

    fails(Specimen(**json.loads(now.read_text())))  # to know at which stage it fails
    smaller(Specimen(**json.loads(now.read_text())), fails, seconds, kept)
