"""Where a name is declared and used, in all files of a game; and the changes that give it another name."""

from __future__ import annotations

from pathlib import Path

from ..base.diagnostics import RulesetError, Span
from ..reading import library
from ..reading.load import load
from ..reading.nodes import Scalar, Sequence
from ..reading.source import Source
from .answers import Link, Place
from .hover import use_at
from .known.symbols import Key
from .known.text_places import place_at
from .known.workspace import Workspace


def definition(workspace: Workspace, path: Path, place: Place) -> list[Span]:
    """Where the name at a place is declared, or the file that is named there."""
    use = use_at(workspace, path, place)
    if use is None:
        return [Span.whole(str(link.path)) for link in links(workspace, path) if _holds(link.span, place)]
    game = workspace.game_of(path)
    symbol = workspace.table(game).symbols.get(use.key) if game is not None else None
    return [symbol.span] if symbol is not None and symbol.span is not None else []


def references(workspace: Workspace, path: Path, place: Place) -> list[Span]:
    """Every place where the name at a place stands, in the ruleset and all its variants."""
    use = use_at(workspace, path, place)
    return all_uses(workspace, path, use.key) if use is not None else []


def all_uses(workspace: Workspace, path: Path, key: Key) -> list[Span]:
    """The places of a symbol in the ruleset and all variants beside it, in the order of the files."""
    found: dict[Span, None] = {}
    for file in workspace.family(path):
        for use in workspace.table(file).uses_of(key):
            found[use.span] = None
    for file in workspace.files_beside(path):
        for use in workspace.uses(file):
            if use.key == key:
                found[use.span] = None
    return sorted(found)


def links(workspace: Workspace, path: Path) -> list[Link]:
    """The words of a file that name another file: its base, libraries, what it tests, the schema."""
    with workspace.reading():
        try:
            root = load(path)
        except RulesetError:
            return []
        found = []
        for key in ("extends", "use", "after", "tests"):
            node = root.get(key)
            for name in node.items if isinstance(node, Sequence) else [node]:
                target = _file_named(key, name, path) if isinstance(name, Scalar) else None
                if target is not None and isinstance(name, Scalar):
                    found.append(Link(name.span, target.resolve()))
    return found


def _file_named(key: str, name: Scalar, path: Path) -> Path | None:
    try:
        if key == "use":
            return library.find_mechanism(name.text, path, name.span)
        if key == "after":
            return library.find_other(path, name.text, name.span)
        return library.find(name.text, path, name.span)
    except RulesetError:
        return None


def _holds(span: Span, place: Place) -> bool:
    return (span.line, span.column) <= place <= (span.end_line, span.end_column)


def word_at(workspace: Workspace, path: Path, place: Place) -> Span:
    """The stretch of the key or value at a place."""
    text = workspace.text(path)
    source = Source(str(path), text)
    at = place_at(text, source.starts[min(place[0], len(source.starts)) - 1] + place[1] - 1)
    return source.span(at.start, at.end)
