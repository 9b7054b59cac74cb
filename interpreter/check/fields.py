"""The fields of a card, thing or place, for messages about unknown ones."""

from __future__ import annotations

from ..language import model as m
from . import functions
from .scope import Scope
from .symbols import Symbols, lettered_names
from .types import Type, Typed, an, as_list

MOST = 12  # names in a hint


def askable(symbols: Symbols, scope: Scope, asked: Typed) -> list[str]:
    """All names that can be asked: for a list or place also those of each item in it."""
    kinds = [typed.type for typed in (asked, as_list(asked))]
    kinds += [kind.item for kind in kinds if kind.kind == "list" and kind.item is not None]
    return [name for kind in kinds for name in [*declared_names(symbols, scope, kind), *functions.asked_of(kind)]]


def fields_hint(symbols: Symbols, scope: Scope, asked: Typed) -> str:
    """The hint that lists what the ruleset declares for each item asked; "" if nothing."""
    listed = as_list(asked).type
    many = listed.kind == "list" and listed.item is not None
    kind = listed.item if many and listed.item is not None else listed
    names = list(dict.fromkeys(declared_names(symbols, scope, kind)))
    if not names:
        return ""
    whose = f"each {kind} there" if many else an(kind)
    more = ", ..." if len(names) > MOST else ""
    return f"what {whose} has: {', '.join(names[:MOST])}{more}"


def asked_fully(symbols: Symbols, scope: Scope, name: str, args: list[Typed]) -> tuple[str, str, str] | None:
    """Explain a place or number of several things given fewer, or in another order.

    Returns a message, a hint, and where it is certain the whole as it is meant. None if no such name is asked of
    several things.
    """
    for item in symbols.places.get(name, ()):
        words = [item.owner] * bool(item.owner) + [param.type or param.name for param in item.params]
        kinds = [kind for kind in map(symbols.word_type, words) if kind is not None]
        if len(words) < 2 or len(kinds) < len(words):
            continue
        given = _match_arguments(args, kinds)
        known = [
            [one.pos.text] if one else _names_of_kind(symbols, scope, kind)
            for one, kind in zip(given, kinds, strict=True)
        ]
        texts = [names or [_always(symbols, kind)] for names, kind in zip(known, kinds, strict=True)]
        asked = [f"{one}.{name}({', '.join(names[0] for names in texts[1:])})" for one in texts[0]]
        certain = len(words) == 2 and all(len(names) == 1 for names in known) and len(args) == sum(map(bool, given))
        hint = f"write {'' if certain else 'for example '}{' or '.join(asked[:2])}"
        message = f"{name} belongs to {' and '.join(f'each {word}' for word in words)}"
        return message, hint, asked[0] if certain else ""
    return None


def _match_arguments(args: list[Typed], kinds: list[Type]) -> list[Typed | None]:
    """The argument for each of these kinds; for the first it may be a list."""
    given: list[Typed | None] = [None] * len(kinds)
    for typed in args:
        free = [at for at, kind in enumerate(kinds) if given[at] is None and kind == typed.type]
        if typed is args[0] and as_list(typed).type.item == kinds[0]:
            free = [0]
        if free:
            given[free[0]] = typed
    return given


def _names_of_kind(symbols: Symbols, scope: Scope, kind: Type) -> list[str]:
    """The names in scope for one of a kind."""
    names = symbols.turn_names | scope.names
    return [local.name for local in names.values() if local.type == kind and not local.params]


def _always(symbols: Symbols, kind: Type) -> str:
    """The text for one of a kind that can be written everywhere; for players, all."""
    thing = symbols.ruleset.things.get(kind.name)
    if thing is None:
        return "players" if kind.name == "player" else kind.name
    names = [member for member, _ in thing.members] or lettered_names(thing)
    return names[0] if names else f"{thing.name}_1{'_1' if thing.grid else ''}"


def declared_names(symbols: Symbols, scope: Scope, kind: Type) -> list[str]:
    """The names that are declared for each card or thing of a kind."""
    rules, names = symbols.ruleset, list[str]()
    if kind.kind == "card" and kind.name in rules.components:
        names += [a.of.name if a.of else a.name for a in rules.components[kind.name].attributes if not a.is_text]
    belongings: list[m.Zone | m.Variable] = [*rules.zones.values(), *rules.variables.values()]
    for item in belongings:
        first = item.owner or (item.params[0].type or item.params[0].name if item.params else "")
        names += [item.name] if first and symbols.word_type(first) == kind else []
    for definition in rules.definitions.values():
        words = [param.type or param.name for param in definition.params[:1]]
        names += [definition.name] if [symbols.word_type(word) for word in words] == [kind] else []
    names += [name for name, table in symbols.tables.items() if table.params[:1] == [kind]]
    return names + [local.name for local in scope.names.values() if local.params[:1] == (kind,)]
