"""The keys and fixed values that the JSON Schemas allow at a place, with what they say about them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ...reading.schema_files import Json, linked_schema

KINDS = {
    "ruleset": "ruleset",
    "library": "library",
    "scenarios": "scenarios",
    "clauses": "clauses",
    "mutants": "mutants",
}
MOST_BRANCHES = 60


@dataclass(frozen=True, slots=True)
class SchemaKey:
    """A key that a schema knows: its description, an example of its value, and whether its value has parts."""

    name: str
    about: str
    example: object = None
    has_parts: bool = False


def keys_at(kind: str, path: tuple[str, ...]) -> list[SchemaKey]:
    """The keys that a file of a kind may have below these keys."""
    found: dict[str, SchemaKey] = {}
    for schema in _schemas_at(kind, path):
        for name, inner in _properties(schema).items():
            if name not in found and "not" not in inner:
                examples = inner.get("examples") or [None]
                parts = isinstance(examples[0], dict | list)
                found[name] = SchemaKey(name, str(inner.get("description", "")), examples[0], parts)
    return list(found.values())


def values_at(kind: str, path: tuple[str, ...]) -> list[str]:
    """The fixed values that a file of a kind may have behind these keys."""
    found: dict[str, None] = {}
    for schema in _schemas_at(kind, path):
        for value in schema.get("enum", ()):
            if isinstance(value, str):
                found[value] = None
    return list(found)


def key_about(kind: str, path: tuple[str, ...]) -> str:
    """What a schema says of the last of these keys; "" if it does not know it."""
    for schema in _schemas_at(kind, path[:-1]):
        inner = _properties(schema).get(path[-1])
        if inner is not None and inner.get("description"):
            return str(inner["description"])
    return ""


def _properties(schema: Json) -> dict[str, Json]:
    return {name: inner for name, inner in schema.get("properties", {}).items() if isinstance(inner, dict)}


def _schemas_at(kind: str, path: tuple[str, ...]) -> list[Json]:
    """The schemas that may hold for what stands behind these keys; lists are looked through."""
    if kind not in KINDS:
        return []
    here = list(_branches(linked_schema(KINDS[kind])))
    for key in path:
        inside: dict[int, Json] = {}
        for schema in here:
            for inner in _behind(schema, key):
                inside |= {id(one): one for one in _branches(inner)}
        here = list(inside.values())[:MOST_BRANCHES]
    return here


def _behind(schema: Json, key: str) -> Iterator[Json]:
    """The schemas of the value under a key."""
    known = _properties(schema)
    if key in known:
        yield known[key]
        return
    patterns = {one: inner for one, inner in schema.get("patternProperties", {}).items() if isinstance(inner, dict)}
    fitting = [inner for pattern, inner in patterns.items() if re.search(pattern, key)]
    yield from fitting or patterns.values()  # words that are not finished may fit none
    if isinstance(more := schema.get("additionalProperties"), dict):
        yield more


def _branches(schema: Json, depth: int = 0) -> Iterator[Json]:
    """A schema, those that it combines, and those of its items."""
    if depth > 6 or not isinstance(schema, dict):
        return
    yield schema
    for word in ("allOf", "anyOf", "oneOf"):
        for inner in schema.get(word, ()):
            yield from _branches(inner, depth + 1)
    for word in ("if", "then", "else", "items"):
        inner = schema.get(word)
        if isinstance(inner, dict):
            yield from _branches(inner, depth + 1)
