"""What is known of a game before it begins, for each number of players: values, sizes, cards that lie in a place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...base.diagnostics import RulesetError
from ...base.english import count_of
from ...base.errors import UsageError
from ...check.checked import Checked
from ...check.types import Type
from ...front.expressions import setting_type
from ...language import model as m
from ...program.fold import constant
from ...program.lowering.expressions import Expressions
from ...program.lowering.layout import Layout
from ...program.lowering.layout_builder import lay_out
from .analysis import Analysis
from .symbols import Key, Symbol

MOST_VALUES = 8  # of a list that are written


def layouts(analysis: Analysis) -> dict[int, Layout]:
    """The places of the game for each number of players; none if it has mistakes."""
    return {count: one.layout for count, one in _laid_out(analysis).items()}


def _laid_out(analysis: Analysis) -> dict[int, Expressions]:
    if analysis.laid_out is None:
        analysis.laid_out = {}
        try:
            if analysis.ruleset is not None:
                checked = analysis.ruleset.checked
                analysis.laid_out = {count: lay_out(checked, count, {}) for count in analysis.ruleset.players}
        except (RulesetError, UsageError):
            pass
    return analysis.laid_out


def cards_at_first(layout: Layout, key: Key) -> int:
    """The cards that lie at first in a place, in all its copies together."""
    zones = [one for one in layout.bases if isinstance(one, m.Zone) and (one.owner, one.name) == key[1:]]
    return max((len(layout.lists[layout.bases[zone]].start) for zone in zones), default=0)


def values_of(analysis: Analysis, key: Key) -> dict[int, str]:
    """What a symbol is worth before the game begins, by number of players; empty where only a game shows it."""
    found: dict[int, str] = {}
    for count, expressions in _laid_out(analysis).items():
        assert analysis.ruleset is not None
        value, kind = _value(analysis.ruleset.checked, expressions, key)
        if value is None:
            return {}
        found[count] = _in_words(value, kind, expressions.layout)
    return found


def value_lines(analysis: Analysis, symbol: Symbol) -> Iterator[str]:
    """What is said about the value of a symbol before the game begins, but for what its facts say already."""
    forms = {"place": "at first {}", "component": "{} in all", "thing": "{} in all"}
    cards = {count: cards_at_first(layout, symbol.key) for count, layout in layouts(analysis).items()}
    if symbol.kind == "place" and any(cards.values()):
        component = symbol.type.partition(" for ")[2].removesuffix("s") or "card"
        values = {count: count_of(number, component) for count, number in cards.items()}
    else:
        values = values_of(analysis, symbol.key)
    ranges = _ranges(analysis, symbol.key) if any(fact.startswith("from ") for fact in symbol.facts) else {}
    for found, form in ((values, forms.get(symbol.kind, "= {}")), (ranges, "from {}")):
        if not all(any(fact.endswith(f" {one}") or fact == one for fact in symbol.facts) for one in found.values()):
            same = len({*found.values()}) == 1
            at_first = "at first, " if form == forms["place"] else ""
            yield form.format(next(iter(found.values()))) if same else at_first + by_players(found)


def _ranges(analysis: Analysis, key: Key) -> dict[int, str]:
    """The smallest and greatest number of a counter, by number of players; empty for anything else."""
    found = {}
    for count, layout in layouts(analysis).items():
        for slot in _counters(layout, key):
            found[count] = f"{layout.ints[slot].low} to {layout.ints[slot].high}"
    return found


def _value(checked: Checked, expressions: Expressions, key: Key) -> tuple[Any, Type | None]:
    """The value of a symbol as numbers, and its type; None where it is not known."""
    layout, (what, _, name) = expressions.layout, key
    match what:
        case "setting" if name in layout.settings:
            return layout.settings[name], setting_type(checked, name)
        case "definition" if name in checked.definitions and not checked.definitions[name].params:
            typed = checked.definitions[name].value
            try:
                return constant(expressions.lower(typed, {})), typed.type
            except (ValueError, KeyError, IndexError, TypeError, RulesetError):
                return None, None
        case "component" if name in layout.supplies:
            return layout.supplies[name], None
        case "thing" if not checked.ruleset.things[name].members:
            return layout.sizes.get(name), None
        case "place":
            slots = [*_counters(layout, key)]
            return next((number for at, number in layout.firsts if at in slots), None), None
    return None, None


def _counters(layout: Layout, key: Key) -> Iterator[int]:
    """The slot of the first of the numbers with this name."""
    for one, slot in layout.bases.items():
        if isinstance(one, m.Variable) and (one.owner, one.name) == key[1:] and layout.ints[slot].kind == "int":
            yield slot


def _in_words(value: Any, kind: Type | None, layout: Layout) -> str:
    """A value as it is written: a number, a word of a thing, yes or no, or a list of them."""
    if isinstance(value, list):
        shown = [_in_words(one, kind and kind.item, layout) for one in value[:MOST_VALUES]]
        return f"[{', '.join(shown)}{', …' if len(value) > MOST_VALUES else ''}]"
    if kind is not None and kind.kind == "bool":
        return "true" if value else "false"
    names = layout.names.get(kind.name, []) if kind is not None and kind.kind == "thing" else []
    return names[value] if 0 <= value < len(names) else str(value)


def by_players(values: dict[int, Any]) -> str:
    """Values by number of players: `2 players: 14, 3 to 4: 20`."""
    groups: list[tuple[list[int], Any]] = []
    for count, value in values.items():
        if groups and groups[-1][1] == value:
            groups[-1][0].append(count)
        else:
            groups.append(([count], value))
    said = [f"{counts[0]}{f' to {counts[-1]}' if len(counts) > 1 else ''}{{}}: {value}" for counts, value in groups]
    return ", ".join(one.format(" players" if number == 0 else "") for number, one in enumerate(said))
