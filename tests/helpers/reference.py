"""The games and fragments of docs/language.md, and how a fragment is laid over its game."""

from __future__ import annotations

import re

from helpers.paths import DOCS

from stammtisch.reading.nodes import Entry, Mapping

DOCUMENT = DOCS / "language.md"

BLOCK = re.compile(r"(?:<!-- (game|fragment): ([^\n]+) -->\n)?```yaml\n(.*?)```", re.DOTALL)


def laid_over(frame: Mapping, fragment: Mapping) -> Mapping:
    """The frame with the fragment's sections: entries are added by name, setup and phases replaced."""
    out = Mapping(frame.span, dict(frame.entries))
    for section, entry in fragment.entries.items():
        old = out.get(section)
        if isinstance(old, Mapping) and isinstance(entry.value, Mapping) and section not in ("setup", "phases"):
            entry = Entry(entry.key, Mapping(old.span, {**old.entries, **entry.value.entries}))
        out.entries[section] = entry
    return out


def documented() -> dict[str, tuple[str, str, str]]:
    """Every block of the document by its line: (game or fragment, the frame's name, the YAML)."""
    text = DOCUMENT.read_text(encoding="utf-8")
    return {str(text[: m.start()].count("\n") + 1): (m[1] or "", m[2] or "", m[3]) for m in BLOCK.finditer(text)}


BLOCKS = documented()

GAMES = {name: text for kind, name, text in BLOCKS.values() if kind == "game"}
