"""`stammtisch diff`: what changed from one ruleset to another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ..console import output, say
from ..options import format_option

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...base.diagnostics import Span
    from ...front.api import Ruleset
    from ...reading.nodes import Entry
    from ...reading.variants.differences import Change


@click.command("diff")
@click.argument("old", metavar="A")
@click.argument("new", metavar="B")
@format_option("text", "markdown", "json", words="The format of the result.")
def command(old: str, new: str, form: str) -> None:
    """Show what changes in the rules from A to B.

    A and B are rulesets: ids, files or folders, perhaps with variants, such as balvin+four-gates+open-purses.
    """
    from ...front.api import load_ruleset
    from ...reading.variants.conflicts import causes

    first, second = load_ruleset(old), load_ruleset(new)
    cause = causes(second.path, second.variants)
    if form == "json":
        import json

        from ...reading.variants.differences import differences

        changes = differences(first.root, second.root)
        output(json.dumps(_document(first, second, changes, cause), ensure_ascii=False, indent=2))
    else:
        from ...front.changes import change_lines

        lines = change_lines(first.root, second.root, f"{first.id} → {second.id}", form == "markdown", cause)
        (output if form == "markdown" else say)("\n".join(lines))


def _document(
    old: Ruleset, new: Ruleset, changes: list[Change], cause: Callable[[Change], Span | None]
) -> dict[str, Any]:
    """The changes as JSON data."""
    from ...reading.library import display_path
    from ...reading.nodes import plain

    def side(entry: Entry | None) -> dict[str, Any] | None:
        if entry is None:
            return None
        place = f"{display_path(entry.value.span.file)}:{entry.value.span.line}"
        return {"value": plain(entry.value), "where": place}

    found = []
    for change in changes:
        data: dict[str, Any] = {"change": change.change, "section": change.section, "kind": change.kind or "section"}
        data |= {"path": list(change.path), "slot": change.slot, "description": change.description}
        data |= {"old": side(change.old), "new": side(change.new)}
        if (by := cause(change)) is not None:
            data["by"] = f"{display_path(by.file)}:{by.line}"
        if change.beside is not None:
            data["after"] = change.beside
        if change.source:
            data["from"] = list(change.source)
        found.append(data)
    ends = {name: {"id": r.id, "game": r.name, "hash": r.hash} for name, r in (("old", old), ("new", new))}
    same = not any(not change.description for change in changes)
    return {"format": "stammtisch-diff-1", **ends, "same_rules": same, "changes": found}
