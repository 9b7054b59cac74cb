"""A cache of page fragments by the data they are made of, as most of a page stays the same."""

from __future__ import annotations

import hashlib
import marshal
from collections.abc import Callable
from typing import Any

# the pieces of 300 tables with four open pages each: a table comes up again before its pieces are forgotten
MOST = 30_000


class Fragments:
    """A cache by data; of entries that are not used again, at most 2 * `most` stay."""

    def __init__(self) -> None:
        self.most = MOST
        self.young: dict[bytes, Any] = {}
        self.old: dict[bytes, Any] = {}

    def make_once(self, make: Callable[..., Any], *data: Any) -> Any:
        """Return make(*data), cached; it must depend on nothing else. data: numbers, words, lists, but no objects."""
        return self.make_once_for(getattr(make, "name", "") or make.__qualname__, data, lambda: make(*data))

    def make_once_for(self, what: str, data: Any, make: Callable[[], Any]) -> Any:
        """Return make(), cached by `what` it makes and the data that it depends on."""
        try:
            # the words of version 2 are the same for equal data
            written = marshal.dumps((what, data), 2)
        except ValueError:  # words that have grammatical forms
            written = repr((what, data)).encode()
        key = hashlib.blake2b(written).digest()
        found = self.young.get(key)
        if found is None:
            found = self.old[key] if key in self.old else make()
            if len(self.young) >= self.most:
                self.young, self.old = {}, self.young
            self.young[key] = found
        return found


# of all pages of a server
FRAGMENTS = Fragments()
