"""Wait until one of some files is saved, however the editor does that."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event, Thread

from ..reading.sheets.files import ENDINGS as SHEETS

QUIET_MILLISECONDS = 30  # an editor may write a file in several steps
LONGEST_WAIT_MILLISECONDS = 200
LOOK_MILLISECONDS = 100
ENDINGS = (".yaml", ".yml", *SHEETS, *(ending.upper() for ending in SHEETS))


class Saves:
    """Watches the YAML files and sheets saved, renamed or deleted in the folders of some files, or below them.

    Nothing is missed from the moment the object is made, also while the program does something else. Use it with
    `with`. Raises UsageError where the folders cannot be watched.
    """

    def __init__(self, files: Iterable[Path]) -> None:
        self.folders = _outermost({file.resolve().parent for file in files})
        self.found: SimpleQueue[set[Path] | OSError] = SimpleQueue()
        self.stop = Event()
        self.thread = Thread(target=self._watch, daemon=True)

    def __enter__(self) -> Saves:
        self.thread.start()
        self.next()  # the first, empty set: from now on
        return self

    def __exit__(self, *error: object) -> None:
        self.stop.set()
        self.thread.join()

    def next(self) -> set[Path]:
        """Wait for the next saved files, or return those saved already."""
        from ..base.errors import UsageError

        while True:
            try:
                found = self.found.get(timeout=1)  # in steps, so that Ctrl-C is heard everywhere
            except Empty:
                continue
            if isinstance(found, OSError):
                raise UsageError(f"these folders cannot be watched: {found}")
            return found

    @property
    def waiting(self) -> bool:
        """Whether something has been saved that `next` has not returned yet."""
        return not self.found.empty()

    def _watch(self) -> None:
        from watchfiles import watch

        first = True
        try:
            for found in watch(
                *self.folders,
                watch_filter=lambda _, path: path.endswith(ENDINGS),
                debounce=LONGEST_WAIT_MILLISECONDS,
                step=QUIET_MILLISECONDS,
                rust_timeout=LOOK_MILLISECONDS,
                yield_on_timeout=True,
                stop_event=self.stop,
            ):
                if found or first:
                    first = False
                    self.found.put({Path(path) for _, path in found})
        except OSError as error:
            self.found.put(error)


def _outermost(folders: set[Path]) -> list[Path]:
    """The folders without those inside others."""
    return sorted(folder for folder in folders if folders.isdisjoint(folder.parents))
