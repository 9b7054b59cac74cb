"""The sides of a comparison: rulesets with settings, their names, and what differs in their rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...front.api import Ruleset
from ...front.changes import change_lines
from ...front.expressions import declared_setting
from ...reading.handles import handles, old_words


@dataclass(frozen=True, slots=True)
class Side:
    """A ruleset with settings, and its name in a comparison."""

    name: str
    ruleset: Ruleset
    options: Mapping[str, str]


def setting_value(side: Side, name: str) -> str:
    """The value of a setting, as text. Raises UsageError if there is no such setting."""
    if name in side.options:
        return side.options[name]
    written = declared_setting(side.ruleset.checked, name).value
    return written.pos.text if written is not None else str(side.ruleset.game().program.options[name])


def arm_name(base: Side, own: Mapping[str, str], more: list[dict[str, str]]) -> str:
    """The name of an arm: the settings in which the arms differ."""
    names = dict.fromkeys(name for one in more for name in one)
    return ", ".join(f"{name}={own.get(name) or setting_value(base, name)}" for name in names)


def is_same_game(base: Side, other: Side) -> bool:
    """Whether rules and settings are equal."""
    return base.ruleset.hash == other.ruleset.hash and played_settings(base) == played_settings(other)


def played_settings(side: Side) -> dict[str, Any]:
    """The settings of a side for each number of players."""
    return {str(n): side.ruleset.game(n, dict(side.options)).program.options for n in side.ruleset.players}


def rule_changes(base: Side, other: Side) -> tuple[str, ...]:
    """The differences in the rules, line by line; () if there are none."""
    title = f"{base.name} → {other.name}"
    lines = (
        change_lines(base.ruleset.root, other.ruleset.root, title) if base.ruleset.hash != other.ruleset.hash else []
    )
    names = dict.fromkeys([*base.options, *other.options])
    pairs = [(name, setting_value(base, name), setting_value(other, name)) for name in names]
    values = [f"  ~ {name} {old} → {new}" for name, old, new in pairs if old != new]
    return (*(lines or [title]), *(["", "settings", *values] if values else [])) if lines or values else ()


def renamed_words(base: Side, other: Side) -> dict[str, str]:
    """The current words of steps and other parts by their former words, in either ruleset."""
    found = {}
    for side in (base, other):
        for place in handles(side.ruleset.root):
            found.update(dict.fromkeys(old_words(place.entry.value), place.path[-1]))
    return found
