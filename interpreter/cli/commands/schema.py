"""`stammtisch schema`: what editors need to complete and explain the keys of a file."""

from __future__ import annotations

import json
from typing import Any

import click

from ..console import YES, output

ENDING = ".schema.json"


@click.command("schema")
@click.argument("kind", default="ruleset", metavar="[KIND]")
def command(kind: str) -> int:
    """Print the JSON Schema for a KIND of file: ruleset (the default), scenarios, clauses, library or mutants.

    docs/editor.md says how an editor uses it.
    """
    from ...base.errors import UsageError
    from ...base.similar import ask_if_meant
    from ...reading.schema_files import schema_path

    known = sorted(file.name.removesuffix(ENDING) for file in schema_path("ruleset").parent.glob(f"*{ENDING}"))
    if kind not in known:
        hint = ask_if_meant(kind, known, "", "did you mean {}? ")
        raise UsageError(f"there is no schema '{kind}'; {hint}there are: {', '.join(known)}")
    output(json.dumps(whole(kind), indent=2, ensure_ascii=False))
    return YES


def whole(kind: str) -> Any:
    """The schema of a kind of file, self-contained, with the parts of the ruleset's schema that it refers to."""
    from ...reading.schema_files import schema_path

    def read(name: str) -> Any:
        return json.loads(schema_path(name).read_text(encoding="utf-8"))

    schema, rules, other = read(kind), read("ruleset"), f"ruleset{ENDING}#/"

    def own(node: Any) -> Any:
        if isinstance(node, list):
            return [own(item) for item in node]
        if not isinstance(node, dict):
            return node
        out = {key: own(value) for key, value in node.items()}
        target = str(out.get("$ref", ""))
        if target.startswith(f"{other}properties/"):
            del out["$ref"]
            return {**rules["properties"][target.rsplit("/", 1)[1]], **out}
        if target.startswith(other):
            out["$ref"] = target.removeprefix(f"ruleset{ENDING}")
        return out

    if other in json.dumps(schema):
        schema = own(schema)
        schema.setdefault("definitions", {}).update(rules["definitions"])
    return schema
