"""What can be asked of a card, a thing or a place: told where something else is asked of it."""

from __future__ import annotations

from ..language import model as m
from . import functions
from .scope import Scope
from .symbols import Symbols
from .types import Type, Typed, an, as_list

MOST = 12  # names in a hint


def askable(symbols: Symbols, scope: Scope, asked: Typed) -> list[str]:
    """All that can be asked: of a list or place also what can be asked of each thing in it."""
    kinds = [typed.type for typed in (asked, as_list(asked))]
    kinds += [kind.item for kind in kinds if kind.kind == "list" and kind.item is not None]
    return [name for kind in kinds for name in [*declared(symbols, scope, kind), *functions.asked_of(kind)]]


def had(symbols: Symbols, scope: Scope, asked: Typed) -> str:
    """What the ruleset lets each have of what is asked, as a hint; "" where that is nothing."""
    listed = as_list(asked).type
    many = listed.kind == "list" and listed.item is not None
    kind = listed.item if many and listed.item is not None else listed
    names = list(dict.fromkeys(declared(symbols, scope, kind)))
    if not names:
        return ""
    whose = f"each {kind} there" if many else an(kind)
    more = ", ..." if len(names) > MOST else ""
    return f"what {whose} has: {', '.join(names[:MOST])}{more}"


def declared(symbols: Symbols, scope: Scope, kind: Type) -> list[str]:
    """The names that are declared for each card or thing of a kind."""
    rules, names = symbols.ruleset, list[str]()
    if kind.kind == "card" and kind.name in rules.components:
        names += [a.name if a.of is None else a.of.name for a in rules.components[kind.name].attributes]
    belongings: list[m.Zone | m.Variable] = [*rules.zones.values(), *rules.variables.values()]
    for item in belongings:
        first = item.owner or (item.params[0].type or item.params[0].name if item.params else "")
        names += [item.name] if first and symbols.word_type(first) == kind else []
    for definition in rules.definitions.values():
        words = [param.type or param.name for param in definition.params[:1]]
        names += [definition.name] if [symbols.word_type(word) for word in words] == [kind] else []
    names += [name for name, table in symbols.tables.items() if table.params[:1] == [kind]]
    return names + [local.name for local in scope.names.values() if local.params[:1] == (kind,)]
