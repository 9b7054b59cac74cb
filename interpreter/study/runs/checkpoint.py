"""Checkpoints: the state of a run as a file, so that a stopped run can be resumed."""

from __future__ import annotations

import hashlib
import json
import os
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...base.errors import UsageError
from ...base.files import read_json, write
from ..counts.statistics import parse_count
from .shards import Shard

FORMAT = "stammtisch-run-1"
SECONDS = 0.7  # the least seconds between two saves, which take at most a twentieth of the time
DAMAGED = "is damaged; remove it to start the run again"


@dataclass(slots=True)
class RunFile:
    """The checkpoint file of a run.

    `count` games of each player count, with traces or without; `parts`: the names of files with the rows of its
    games, which are whole when the run is written.
    """

    path: Path
    count: int
    traced: bool
    parts: list[str] = field(default_factory=list)
    due: float = 0.0

    def read(self, empty: list[Shard]) -> list[Shard]:
        """Read the games in the file, a shard for each of `empty`, which say how this run is played.

        `empty` itself if there is no file. Raises UsageError if it holds something else, is damaged, or is of another
        run.
        """
        if not os.path.exists(self.path):
            return empty
        found, count, traced = self.load()
        self.require_same_run(found, count, traced, empty)
        return found

    def load(self) -> tuple[list[Shard], int, bool]:
        """Read the file: its shards, the number of games wanted of each, and whether with traces.

        Raises UsageError if it holds something else, or is damaged.
        """
        data = read_json(self.path, FORMAT, "a run saved with --resume", "; name another file")
        try:
            if data["digest"] != digest(data["run"]):
                raise ValueError
            run = data["run"]
            found = [Shard.from_json(shard) for shard in run["shards"]]
            count, traced = parse_count(run["games"], 1), run["traces"] is True
            self.parts = [str(name) for name in run.get("parts", [])]
        except (ValueError, KeyError, TypeError, RecursionError, UsageError):
            raise UsageError(f"{self.path} {DAMAGED}") from None
        return found, count, traced

    def require_same_run(self, found: list[Shard], count: int, traced: bool, empty: list[Shard]) -> None:
        """Raise UsageError, saying what differs, if the file is of another run."""
        differences = [shard.difference(own) for shard, own in zip(found, empty, strict=False)]
        players = [", ".join(dict.fromkeys(str(shard.players) for shard in shards)) for shards in (found, empty)]
        if players[0] != players[1]:
            differences.insert(0, f"the number of players is {players[0]}, not {players[1]}")
        elif len(found) != len(empty):
            differences.append("other bots play, or they sit in other seats")
        if count != self.count:
            differences.append(f"the number of games is {count}, not {self.count}")
        if traced != self.traced:
            ways = "without", "with"
            differences.append(f"it was {ways[traced]} --trace, not {ways[self.traced]} --trace")
        if difference := next(filter(None, differences), ""):
            hint = "repeat the command of that run, or name another file"
            raise UsageError(f"{self.path} holds another run: {difference}; {hint}")

    def write(self, shards: list[Shard]) -> None:
        """Save the run. Raises UsageError if the file cannot be written; the old one then is still there."""
        started = time.monotonic()
        run: dict[str, Any] = {"games": self.count, "traces": self.traced}
        run |= {"shards": [shard.to_json() for shard in shards], **({"parts": self.parts} if self.parts else {})}
        data = {"format": FORMAT, "digest": digest(run), "run": run}
        write(self.path, json.dumps(data, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n")
        ended = time.monotonic()
        self.due = ended + max(SECONDS, 20 * (ended - started))

    def write_if_due(self, shards: list[Shard]) -> None:
        """Save the run if it is time to."""
        if self.is_due():
            self.write(shards)

    def is_due(self) -> bool:
        """Whether it is time to save."""
        return time.monotonic() >= self.due


def digest(run: Any) -> str:
    """A checksum of the run, which shows if its file was changed."""
    return hashlib.sha256(json.dumps(run, sort_keys=True).encode()).hexdigest()
