"""The settings of a ruleset and what else depends on the number of players, in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..check.types import Type
from ..front.api import Ruleset
from ..program.lowering.layout import Layout
from .wording import listed, plain


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings as they are in `layouts`, one for each number of players."""

    ruleset: Ruleset
    layouts: dict[int, Layout]

    def by_players(self, text: Callable[[int], str]) -> str:
        """A text that may depend on the number of players: `20 with 3 players, 18 with 4`."""
        groups: dict[str, list[int]] = {}
        for count in self.layouts:
            groups.setdefault(text(count), []).append(count)
        if len(groups) == 1:
            return next(iter(groups))
        told = [f"{value} with {numbers(counts)}" for value, counts in groups.items()]
        return listed([f"{told[0]} players", *told[1:]])

    def of(self, name: str) -> str:
        return self.by_players(lambda count: self.given(name, count))

    def named(self, name: str) -> str:
        """The value of a setting; its name, where the value depends on the number of players."""
        told = {self.given(name, count) for count in self.layouts}
        return told.pop() if len(told) == 1 else f"“{plain(name)}”"

    def given(self, name: str, count: int) -> str:
        setting, layout = self.ruleset.checked.ruleset.settings[name], self.layouts[count]
        example = setting.value if setting.value is not None else setting.by_players[0][2]
        return self.value(layout.settings[name], self.ruleset.checked.exprs[id(example)].type, layout)

    def value(self, value: Any, kind: Type, layout: Layout) -> str:
        """A constant in words."""
        if isinstance(value, list | tuple | range):
            item = kind.item if kind.kind == "list" and kind.item else kind
            return listed([self.value(one, item, layout) for one in value]) or "none"
        if kind.kind == "bool":
            return "yes" if value else "no"
        if kind.kind == "thing" and 0 <= value < len(layout.names[kind.name]):
            return plain(layout.names[kind.name][value])
        return str(value)


def numbers(counts: list[int]) -> str:
    """3 to 5, 3 or 6."""
    if len(counts) > 2 and counts == list(range(counts[0], counts[-1] + 1)):
        return f"{counts[0]} to {counts[-1]}"
    return listed([str(count) for count in counts], "or")
