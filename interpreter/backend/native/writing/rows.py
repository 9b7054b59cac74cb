"""Numbered rows of weights, in groups with names."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field


@dataclass(slots=True)
class Rows:
    """Numbered rows in groups: of each its first one, and how many it has, by its name.

    silent: the groups whose rows say nothing until something is learned of them.
    """

    groups: dict[str, tuple[int, int]] = field(default_factory=dict)
    silent: set[str] = field(default_factory=set)
    count: int = 0

    def base(self, name: str, size: int, silent: bool = False) -> int:
        """The first row of a group, which is made where there is none of that name."""
        if name not in self.groups:
            self.groups[name] = self.count, size
            self.count += size
            if silent:
                self.silent.add(name)
        return self.groups[name][0]

    @property
    def sizes(self) -> list[tuple[str, int]]:
        """The groups in order: the name of each, and how many rows it has."""
        return [(name, size) for name, (_, size) in self.groups.items()]


@dataclass(slots=True)
class NetRows:
    """What a net reads: the rows of positions and of options, and the tables with which a module finds them."""

    positions: Rows = field(default_factory=Rows)
    options: Rows = field(default_factory=Rows)
    data: array[int] = field(default_factory=lambda: array("i"))
