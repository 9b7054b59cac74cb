"""Permissions of the tables' files: for their owner alone, as they hold the links to all seats."""

from __future__ import annotations

import os
import stat
from pathlib import Path

FOLDER, FILE = 0o700, 0o600


def create_private(path: Path) -> None:
    """Create an empty file that only its owner may read, if there is none. Raises OSError."""
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, FILE))


def make_private(folder: Path, name: str) -> list[str]:
    """Remove others' rights to the tables' files, and to their folder if nothing else is in it.

    name: with which the files begin. Returns what to say about it.
    """
    if os.name == "nt":
        return []
    entries = sorted(folder.iterdir())
    files = [path for path in entries if path.name.startswith(name) and path.is_file()]
    open_files = [path for path in files if not _restrict(path, FILE)]
    words = [f"{path} can be read by others: make it private (chmod 600)" for path in open_files]
    alone = all(path in files or path.suffix == ".jsonl" for path in entries)
    if not _rights_of_others(folder):
        return words
    if alone and _restrict(folder, FOLDER):
        return [*words, f"{folder} could be read by others; now only you can"]
    why = "" if alone else ", as other things lie there too"
    return [*words, f"others can list {folder}, which was left as it is{why}; the tables in it are private"]


def _rights_of_others(path: Path) -> int:
    """The rights of others than the owner to a file or folder."""
    return stat.S_IMODE(path.stat().st_mode) & 0o077


def _restrict(path: Path, mode: int) -> bool:
    """Remove others' rights; return whether that worked."""
    if _rights_of_others(path):
        try:
            path.chmod(mode)
        except OSError:
            return False
    return True
