"""Waits until one of some files is saved, however the editor does that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

QUIET_MILLISECONDS = 30  # an editor may write a file in several steps
LONGEST_WAIT_MILLISECONDS = 200
LOOK_MILLISECONDS = 100
ENDINGS = (".yaml", ".yml")


def changes(files: Iterable[Path]) -> Iterator[set[Path]]:
    """Each time YAML files in the folders of these files, or below them, are saved, renamed or deleted: which ones.

    First of all an empty set: from then on nothing is missed. Ends with KeyboardInterrupt when the user stops it.
    Raises UsageError where the folders cannot be watched.
    """
    from watchfiles import watch

    from .errors import UsageError

    watching = False
    folders = _outermost({file.resolve().parent for file in files})
    try:
        for found in watch(
            *folders,
            watch_filter=lambda _, path: path.endswith(ENDINGS),
            debounce=LONGEST_WAIT_MILLISECONDS,
            step=QUIET_MILLISECONDS,
            rust_timeout=LOOK_MILLISECONDS,
            yield_on_timeout=True,
            raise_interrupt=True,
        ):
            if found or not watching:
                watching = True
                yield {Path(path) for _, path in found}
    except OSError as error:
        raise UsageError(f"these folders cannot be watched: {error}") from None


def _outermost(folders: set[Path]) -> list[Path]:
    return sorted(folder for folder in folders if folders.isdisjoint(folder.parents))
