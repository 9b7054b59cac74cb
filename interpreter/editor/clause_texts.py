"""The sentences of the rulebook's clauses, from the list beside a ruleset."""

from __future__ import annotations

from pathlib import Path

from ..base.diagnostics import RulesetError
from ..reading import library
from ..reading.load import load


def clause_sentences(path: Path) -> dict[str, str]:
    """The clauses in the list beside a ruleset or variant: id -> sentence."""
    folder = path.parent.parent if path.parent.name == library.VARIANTS else path.parent
    try:
        root = load(folder / "clauses.yaml")
    except RulesetError:
        return {}
    return {
        key: " ".join(str(getattr(entry.value, "text", "")).split())
        for key, entry in root.entries_under("clauses").items()
    }
