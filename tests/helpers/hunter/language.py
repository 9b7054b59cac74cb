"""What there is to hunt: the verbs and functions that the program's own tables and schema name, known or new."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from helpers.hunter.program import found
from helpers.hunter.world import BOOL, INT, PLAYER, Type, list_of, maybe


@dataclass(frozen=True)
class Verb:
    """A verb: the kind of its value, and its prepositions with the kinds of theirs; those it needs."""

    name: str
    kind: str
    slots: tuple[tuple[str, str], ...]
    needs: tuple[str, ...]


@dataclass(frozen=True)
class Builtin:
    """A function of the language. Types of kind "any" stand for one and the same type."""

    name: str
    params: tuple[Type, ...]
    result: Type


# the kinds of value where the program has no table of verbs, only a schema
KINDS = {
    **dict.fromkeys(("move", "pay", "deal", "reveal"), "amount"),
    **dict.fromkeys(("add", "set"), "changes"),
    "shuffle": "pile",
    "run": "action",
    "end": "end",
    "at": "position",
    "as": "name",
    "with": "arguments",
    "gives": "results",
}
# the prepositions of a verb where there is no table of them either
PREPOSITIONS = {
    "from": ("move", "pay", "deal"),
    "to": ("move", "pay", "deal", "reveal"),
    "at": ("move", "deal"),
    "as": ("move",),
    "with": ("run",),
    "gives": ("run",),
    "winner": ("end",),
}


@cache
def schema() -> dict[str, Any]:
    """The JSON schema of rulesets."""
    path = Path(import_module("stammtisch").__file__ or "").resolve()
    above = next(folder for folder in path.parents if (folder / "schemas").is_dir())
    read: dict[str, Any] = json.loads((above / "schemas" / "ruleset.schema.json").read_text(encoding="utf-8"))
    return read


@cache
def verbs() -> dict[str, Verb]:
    """All verbs: from the table of verbs if the program has one, else from its schema."""
    table = getattr(found("keywords", "schema"), "VERBS", None)
    if isinstance(table, dict):
        slots = found("keywords").SLOTS_OF_VERBS
        return {
            name: Verb(name, verb.kind, tuple((slot, slots[slot].kind) for slot in verb.slots), tuple(verb.needs))
            for name, verb in table.items()
        }
    rules = schema()["definitions"]["companions"]["dependencies"]
    needs = {name: tuple(rules.get(name, {}).get("required", ())) for name in KINDS}
    names = ("move", "pay", "deal", "add", "set", "shuffle", "reveal", "say", "run", "end")
    return {
        name: Verb(
            name,
            KINDS.get(name, "expression"),
            tuple((slot, KINDS.get(slot, "expression")) for slot, of in PREPOSITIONS.items() if name in of),
            needs.get(name, ()),
        )
        for name in names
    }


@cache
def by_kind() -> re.Pattern[str]:
    """What behind `run` is no action's words, but something that names one; nothing in programs that do not know it."""
    pattern: re.Pattern[str] = getattr(found("build_steps"), "EXPRESSION", re.compile(r"(?!)"))
    return pattern


@cache
def builtins() -> tuple[Builtin, ...]:
    """All functions, from the program's table of signatures; an optional last parameter both ways."""
    found_: list[Builtin] = []
    for signature in found("functions", "signatures").SIGNATURES:
        params = tuple(pattern(text) for text in signature.params)
        for count in range(len(params) - signature.optional, len(params) + 1):
            found_.append(Builtin(signature.name, params[:count], pattern(signature.result)))
    return tuple(found_)


def pattern(text: str) -> Type:
    """A type from the words of the table of functions."""
    for word, build in (("list of ", list_of), ("maybe ", maybe)):
        if text.startswith(word):
            return build(pattern(text.removeprefix(word)))
    plain = {"int": INT, "bool": BOOL, "player": PLAYER, "T": Type("any"), "place": Type("thing", "*")}
    return plain.get(text) or Type(text, "*")
