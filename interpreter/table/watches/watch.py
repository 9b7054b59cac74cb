"""Look at all tables again and again, in a thread beside the pages."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from typing import Self


class Watch(ABC):
    """Calls its own `look` every so many seconds, in a thread, while it is used with `with`.

    One that has nothing to do (`is_needed` is False) begins no thread.
    """

    is_needed = True

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.stop = threading.Event()
        self.thread = threading.Thread(target=self._watch, daemon=True)

    @abstractmethod
    def look(self) -> None:
        """Look at all tables once."""

    def __enter__(self) -> Self:
        if self.is_needed:
            self.thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.stop.set()
        if self.thread.ident is not None:
            self.thread.join()

    def _watch(self) -> None:
        while not self.stop.wait(self.seconds):
            self.look()
