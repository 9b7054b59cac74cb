"""A run saved as a folder: outcome rows in Parquet files, the totals, and how it was played."""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from ...base.errors import UsageError
from ...base.files import lock, read_json, write
from ...game.game import Game
from . import parquet
from .checkpoint import RunFile
from .shards import Shard

FORMAT = "stammtisch-kept-1"
HEADER, COUNTS, GAMES, LOCK = "run.json", "counts.json", "games", "lock"
OTHER = "; name another folder"
LEAVING = 5  # seconds in which the processes of a run that was killed notice it
FEW = 64  # the number of small files that are joined to one


@dataclass(slots=True)
class RunFolder:
    """The folder of a saved run. `games` are played; header: how, as JSON data. file: the totals of all games.

    Of the files in `games/` only those count that are named in `file`, which is replaced as a whole after they were
    written: whatever ends the program, the rows are those of the games that are counted.
    """

    folder: Path
    games: list[Game]
    header: dict[str, Any]
    file: RunFile
    held: IO[bytes] | None = None

    def begin(self) -> None:
        """Create the folder unless the run is in it already, and lock it for this process.

        Raises UsageError where that cannot be done, or it holds something else.
        """
        parquet.require()
        header = self.folder / HEADER
        if header.exists():
            read_json(header, FORMAT, "a run saved with --out", OTHER)
        elif self.folder.exists() and (not self.folder.is_dir() or any(self.folder.iterdir())):
            raise UsageError(f"{self.folder} holds something else{OTHER}")
        try:
            (self.folder / GAMES).mkdir(parents=True, exist_ok=True)
            self.held = (self.folder / LOCK).open("wb")
        except OSError as error:
            raise UsageError(f"{self.folder} cannot be written: {(error.strerror or str(error)).lower()}") from None
        until = time.monotonic() + LEAVING
        while not lock(self.held):
            if time.monotonic() > until:
                raise UsageError(f"another process is playing the run in {self.folder}")
            time.sleep(0.1)
        if not header.exists():
            text = json.dumps(self.header, ensure_ascii=False, indent=1)
            write(header, text.encode("utf-8", "backslashreplace") + b"\n")

    def read(self, empty: list[Shard]) -> list[Shard]:
        """Read as RunFile.read; rows of games that were played but not counted are removed."""
        found = self.file.read(empty)
        for shard, own in zip(found, empty, strict=True):
            shard.rows = own.rows
        for path in (self.folder / GAMES).iterdir():
            if path.name not in self.file.parts and path.name.startswith(parquet.NAME):
                path.unlink()
        return found

    def write(self, shards: list[Shard]) -> None:
        """Save the run: first the rows of new games, then the totals."""
        parts, old = self.file.parts, []
        taken = [shard.rows.take() for shard in shards if shard.rows is not None]
        if any(rows.numbers for rows in taken):
            number = 1 + max((parquet.last_number(name) for name in parts), default=0)
            with self.write_whole(parquet.games_file(number)) as path:
                parquet.write_rows(path, self.games, [shard.seed for shard in shards], [s.bots for s in shards], taken)
            short = [name for name in parts if parquet.is_short(name)]
            if len(short) >= FEW:
                old = short
                with self.write_whole(
                    parquet.games_file(parquet.last_number(old[0]), parquet.last_number(old[-1]))
                ) as path:
                    parquet.join_files([self.folder / GAMES / name for name in old], path)
                self.file.parts = [name for name in parts if name not in old]
        self.file.write(shards)
        for name in old:
            (self.folder / GAMES / name).unlink()

    def write_if_due(self, shards: list[Shard]) -> None:
        """Save the run if it is time to."""
        if self.file.is_due():
            self.write(shards)

    @contextlib.contextmanager
    def write_whole(self, name: str) -> Iterator[Path]:
        """Write a file of games under a temporary name; it gets its name, and counts, once complete."""
        path = self.folder / GAMES / name
        written = path.with_suffix(".part")
        yield written
        with written.open("rb") as file:
            os.fsync(file.fileno())
        os.replace(written, path)
        self.file.parts.append(name)
