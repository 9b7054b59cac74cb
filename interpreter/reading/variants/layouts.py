"""Take what a variant removes out of the section `layout`."""

from __future__ import annotations

from collections.abc import Collection

from ..nodes import Entry, Mapping, Node, Scalar, Sequence

# the parts of a layout whose keys are not kinds of cards or things
TABLE = ("table", "dice")
# parts of a layout whose keys are names of the ruleset, and those whose words name nothing of it
NAMED_KEYS = ("at", "hand")
NO_NAMES = ("size", "squares", "hexes", "coordinates", "my side", "track", "map")


def forget_layouts(root: Mapping, gone: Collection[str], file: str) -> None:
    """Remove the layouts of removed kinds and, from other layouts, removed names; what `file` wrote stays."""
    for part, section in root.entries_under("layout").items():
        if part in TABLE:
            kept = _without(section.value, gone, file)
            section.value = Mapping(section.value.span, {}) if kept is None else kept
            continue
        kinds = section.value.entries if isinstance(section.value, Mapping) else {}
        for name, kind in list(kinds.items()):
            if name in gone and kind.key.span.file != file:
                del kinds[name]
            elif isinstance(kind.value, Mapping):
                kept = _without(kind.value, gone, file)
                kind.value = Mapping(kind.value.span, {}) if kept is None else kept


def _without(node: Node, gone: Collection[str], file: str, named: bool = False) -> Node | None:
    """A part of a layout without removed names, except those that a file wrote; None if nothing is left of it.

    named: its keys are names, too.
    """
    if isinstance(node, Scalar):
        return None if _name_in(node.text) in gone and node.span.file != file else node
    if isinstance(node, Sequence):
        items = [kept for item in node.items if (kept := _without(item, gone, file)) is not None]
        return Sequence(node.span, items) if items or not node.items else None
    entries = {}
    for key, entry in node.entries.items():
        if named and key in gone and entry.key.span.file != file:
            continue
        kept = entry.value if key in NO_NAMES else _without(entry.value, gone, file, key in NAMED_KEYS)
        if kept is not None:
            entries[key] = Entry(entry.key, kept)
    return Mapping(node.span, entries) if entries or not node.entries else None


def _name_in(text: str) -> str:
    """The name in a word of a layout, which may begin a comparison: `quiet_moves > 25`, or be turned: `-value`."""
    return text.partition(" ")[0].removeprefix("-")
