"""The JSON Schemas that files are checked against: where they are, with their references followed, and validators."""

from __future__ import annotations

import json
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .library import shipped_folder

if TYPE_CHECKING:
    from jsonschema import Draft7Validator

Json = dict[str, Any]


def schema_path(name: str) -> Path:
    """The file of the schema `ruleset`, `library` and so on, in a checkout or in an installed package."""
    return shipped_folder("schemas") / f"{name}.schema.json"


@cache
def schema_validator(kind: str) -> Draft7Validator:
    """The JSON Schema validator for a kind of file."""
    if find_spec("rpds") is None:
        from . import persistent_collections

        sys.modules["rpds"] = persistent_collections
    # imported here: it takes longer than checking a ruleset does
    from jsonschema import Draft7Validator

    return Draft7Validator(linked_schema(kind))


@cache
def linked_schema(name: str) -> Json:
    """A schema with every `$ref` replaced by its target, as one object that may contain itself.

    Following references one by one takes the validator several times as long.
    """
    documents: dict[str, Json] = {}
    seen: set[int] = set()

    def document(file: str) -> Json:
        if file not in documents:
            documents[file] = json.loads(schema_path(file.removesuffix(".schema.json")).read_text(encoding="utf-8"))
        return documents[file]

    def target(reference: Json, home: str) -> tuple[Json, str]:
        file, _, pointer = str(reference["$ref"]).partition("#")
        home = file or home
        found: Any = document(home)
        for step in pointer.strip("/").split("/"):
            found = found[step]
        if "$ref" in found:
            found, home = target(found, home)
        notes = {key: value for key, value in reference.items() if key != "$ref"}
        return ({**found, **notes} if notes else found), home

    def link(node: Any, home: str) -> None:
        if not isinstance(node, dict | list) or id(node) in seen:
            return
        seen.add(id(node))
        for key, value in list(node.items() if isinstance(node, dict) else enumerate(node)):
            inner = home
            if value is False and key != "additionalProperties":
                node[key] = {"not": {}}  # the same, but its errors tell their key
            if isinstance(value, dict) and "$ref" in value:
                value, inner = target(value, home)
                node[key] = value
            link(value, inner)

    whole = document(f"{name}.schema.json")
    link(whole, f"{name}.schema.json")
    return whole
