"""What was made of plain data, kept for when the same data come again: most of a page is as it was before."""

from __future__ import annotations

import hashlib
import marshal
from collections.abc import Callable
from typing import Any

MOST = 4000


class Fragments:
    """Texts by the data that they were made of; of those not asked for again, at most 2 * MOST."""

    def __init__(self) -> None:
        self.young: dict[bytes, Any] = {}
        self.old: dict[bytes, Any] = {}

    def make_once(self, make: Callable[..., Any], *data: Any) -> Any:
        """make(*data), which must depend on nothing else. data: numbers, words, lists and the like, and no objects."""
        return self.make_once_for(getattr(make, "name", "") or make.__qualname__, data, lambda: make(*data))

    def make_once_for(self, what: str, data: Any, make: Callable[[], Any]) -> Any:
        """The same, of a thing that `make` makes: what it is, and all that it depends on, or what stands for that."""
        # the words of version 2 are the same for equal data
        key = hashlib.blake2b(marshal.dumps((what, data), 2)).digest()
        found = self.young.get(key)
        if found is None:
            found = self.old[key] if key in self.old else make()
            if len(self.young) >= MOST:
                self.young, self.old = {}, self.young
            self.young[key] = found
        return found


# of all pages of a server
FRAGMENTS = Fragments()
