"""What `referencing` needs of the package rpds, in plain Python: browsers have none of it, as it is compiled.

Every change copies all of a collection. Schemas are few, small, and read once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any


class HashTrieMap(dict[Any, Any]):
    """A map that never changes."""

    @classmethod
    def convert(cls, value: Mapping[Any, Any]) -> HashTrieMap:
        """The same as such a map."""
        return value if isinstance(value, cls) else cls(value)

    def insert(self, key: Any, value: Any) -> HashTrieMap:
        """A map with one entry more, or another one."""
        return HashTrieMap({**self, key: value})

    def remove(self, key: Any) -> HashTrieMap:
        """A map without an entry. Raises KeyError where there is none."""
        found = HashTrieMap(self)
        del found[key]
        return found

    def update(self, *more: Any, **named: Any) -> HashTrieMap:  # type: ignore[override]
        """A map with all these entries, too."""
        found = dict(self)
        found.update(*more, **named)
        return HashTrieMap(found)


class HashTrieSet(frozenset[Any]):
    """A set that never changes."""

    def insert(self, value: Any) -> HashTrieSet:
        """A set with one value more."""
        return HashTrieSet({*self, value})

    def update(self, *more: Iterable[Any]) -> HashTrieSet:
        """A set with all these values, too."""
        return HashTrieSet(self.union(*more))


class List(tuple[Any, ...]):
    """A list that never changes."""

    def push_front(self, value: Any) -> List:
        """A list with a value more, before the others."""
        return List((value, *self))
