"""What can be written in an expression: after a point what that thing has, elsewhere the names in force."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from ...check import functions
from ...check.fields import askable
from ...check.scope import Scope
from ...check.types import as_list, present
from ...language import model as m
from ...language.audience import WORDS as AUDIENCES
from ..known.symbols import setting_values, signature_text
from ..known.text_places import TextPlace
from ..known.workspace import Workspace
from .candidates import Candidate
from .scopes import LocalScope, chain_before, put_choices, scope_at
from .slots import EXPRESSIONS

AGGREGATES = {
    "any": "whether there is one",
    "no": "whether there is none",
    "all": "whether it is so for all of them",
    "count": "how many there are",
    "sum": "the total",
    "those": "all for which it is so",
    "distinct": "each value once",
}
# words that may follow, by how the text before them ends
AFTER_VALUE = ("and", "or", "where", "in", "not in", "from", "after", "or else", "with most", "with least", "mod")
OPENING = ("not", "if", "true", "false", "none")
BEGINNINGS = {
    "amount": ("all", "up to"),
    "position": ("top", "bottom", "random", "below", "random below"),
    "ranking": ("most", "least"),
    "type": ("maybe", "int", "bool", "text", "player", "zone of", "pile of", "counter"),
    "initial": ("maybe",),
    "audience": tuple(AUDIENCES),
}


def expression_candidates(
    workspace: Workspace, path: Path, text: str, place: TextPlace, slot: str, offset: int
) -> tuple[list[Candidate], str]:
    """What can be written in an expression at an offset, and the beginning of it that stands there."""
    before, behind = text[place.start : offset], text[offset : place.end]
    scope = scope_at(workspace, path, text, place, slot) if slot in EXPRESSIONS else None
    if scope is None:
        return [], chain_before(before)[1]
    return candidates_in_scope(scope, before, behind, slot)


def candidates_in_scope(scope: LocalScope, before: str, behind: str, slot: str) -> tuple[list[Candidate], str]:
    """What can be written between the two parts of an expression, where these names are in force."""
    asked, word = chain_before(before)
    put_choices(scope, before[: len(before) - len(word)], behind, slot)
    if asked:
        return list(_fields(scope, asked)), word
    return [*_words(before[: len(before) - len(word)].rstrip(), slot), *_names(scope, slot)], word


def _fields(scope: LocalScope, asked: str) -> Iterator[Candidate]:
    """What can be asked of something."""
    typed = scope.check(asked)
    if typed is None:
        yield from _anything(scope)
        return
    typed = replace(typed, type=present(typed.type))
    names = askable(scope.symbols, Scope(dict(scope.names)), typed)
    words = [name for name in names if functions.signatures_of(name)]
    many = as_list(typed).type.kind == "list"
    for name in dict.fromkeys(names):
        found = scope.check(f"{asked}.{name}")
        detail = str(found.type) if found is not None else ""
        about, kind, of_item = _about(scope, name)
        rank = 3 if name in words else 1
        if not detail and kind == "definition":
            detail = of_item
        yield Candidate(name, kind, detail, about, rank + (many and rank == 1))


def _anything(scope: LocalScope) -> Iterator[Candidate]:
    """What can be asked of one thing or another, where it is not known what stands before the point."""
    rules = scope.symbols.ruleset
    for items in scope.symbols.places.values():
        yield from (Candidate(one.name, "place", f"of each {one.owner}", one.about, 1) for one in items if one.owner)
    for kind in rules.components.values():
        yield from (Candidate(one.name, "attribute", one.type.pos.text, "", 2) for one in kind.attributes)
    for name, definition in rules.definitions.items():
        if definition.params and not definition.given:
            yield Candidate(name, "definition", signature_text(definition), definition.about, 2)
    for signature in functions.SIGNATURES:
        yield Candidate(signature.name, "function", signature.result, signature.about, 3)


def _about(scope: LocalScope, name: str) -> tuple[str, str, str]:
    """What a ruleset says about a name, its kind, and how it is asked."""
    rules = scope.symbols.ruleset
    for item in scope.symbols.places.get(name, ()):
        return item.about, "place", ""
    if name in rules.definitions:
        return rules.definitions[name].about, "definition", signature_text(rules.definitions[name])
    if name in rules.tables:
        return rules.tables[name].about, "table", ""
    if signatures := functions.signatures_of(name):
        return signatures[0].about, "function", ""
    return "", "attribute", ""


def _words(before: str, slot: str) -> Iterator[Candidate]:
    """Words of the language that may stand here."""
    if not before:
        yield from (Candidate(one, "word", rank=4) for one in BEGINNINGS.get(slot, ()))
    ends_value = before[-1:].isalnum() or before[-1:] in "_)]"
    last = before.split()[-1] if before.split() else ""
    connecting = last in (
        "and",
        "or",
        "not",
        "if",
        "then",
        "else",
        "where",
        "in",
        "from",
        "after",
        "most",
        "least",
        "by",
    )
    if ends_value and not connecting and last not in BEGINNINGS.get(slot, ()):
        yield from (Candidate(one, "word", rank=2) for one in AFTER_VALUE)
    else:
        yield from (Candidate(one, "word", rank=6) for one in OPENING)


def _names(scope: LocalScope, slot: str) -> Iterator[Candidate]:
    """The names that stand for themselves here."""
    symbols, rules = scope.symbols, scope.symbols.ruleset
    if slot == "type":
        yield from (Candidate(name, "thing", "kind of thing", thing.about, 1) for name, thing in rules.things.items())
        yield from (Candidate(name, "component", "kind of cards", "", 1) for name in rules.components)
        return
    for name, local in reversed((symbols.turn_names | scope.names).items()):
        yield Candidate(name, "name", str(local.type), "", 0)
    for items in symbols.places.values():
        for item in items:
            if not item.owner and not item.params:
                yield Candidate(item.name, "place", _place_words(scope, item), item.about, 1)
    for name, setting in rules.settings.items():
        yield Candidate(name, "setting", ", ".join(setting_values(setting)), setting.about, 2)
    for name, definition in rules.definitions.items():
        if not definition.given:
            yield Candidate(name, "definition", signature_text(definition), definition.about, 2)
    for name, table in rules.tables.items():
        yield Candidate(name, "table", f"table of {len(table.rows)} rows", table.about, 3)
    for plural, kind in symbols.plurals.items():
        yield Candidate(plural, "thing", f"all {kind}s", "", 2)
    for member, (of, _) in symbols.members.items():
        yield Candidate(member, "member", of, "", 3)
    for thing in rules.things.values():
        if thing.count is not None:
            yield Candidate(f"{thing.name}_1", "member", thing.name, "", 4)
    yield from (Candidate(name, "function", about, "", 4) for name, about in AGGREGATES.items())
    for signature in functions.SIGNATURES:
        if signature.name not in AGGREGATES:
            yield Candidate(signature.name, "function", signature.result, signature.about, 5)
    yield Candidate("box", "place", "the supply of tokens", "", 4)


def _place_words(scope: LocalScope, item: m.Zone | m.Variable) -> str:
    found = scope.check(item.name)
    return str(found.type) if found is not None else ""
