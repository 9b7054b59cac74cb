"""Give a name or the words of a step another form in every file that uses it; what breaks a game is refused."""

from __future__ import annotations

import re
from pathlib import Path

from ...base.diagnostics import Diagnostic, Span
from ...base.errors import UsageError
from ...language.reader import TAKEN
from ...reading import library
from ..answers import Place, TextChange
from ..hover import use_at
from ..known.symbols import Key, Use
from ..known.workspace import Workspace
from ..mistakes import mistakes
from ..navigation import all_uses

NAMES = ("place", "attribute", "setting", "definition", "table", "member", "name")
WORDS = ("action", "step")
_WORDS = re.compile(r"[^\W_](?:[^\n:#{}\[\],\"&*!|>%@`<]*[^\s:#{}\[\],\"&*!|>%@`<])?")


def renamable(workspace: Workspace, path: Path, place: Place) -> Use | None:
    """What can be given another name at a place; None for anything else."""
    use = use_at(workspace, path, place)
    if use is None or use.key[0] not in (*NAMES, *WORDS) or use.form:
        return None
    game = workspace.game_of(path)
    symbol = workspace.table(game).symbols.get(use.key) if game is not None else None
    if symbol is None or symbol.span is None:
        return None
    home = Path(symbol.span.file)
    foreign = library.is_shipped_library(home) or (library.is_shipped(home) and not library.is_shipped(path))
    return None if foreign else use


def rename(workspace: Workspace, path: Path, place: Place, name: str) -> list[TextChange]:
    """The changes that give what stands at a place another name. Raises UsageError where that cannot be."""
    use = renamable(workspace, path, place)
    if use is None:
        raise UsageError("here is no name of the game's own that can be changed")
    check_name(workspace, path, use.key, name)
    spans = all_uses(workspace, path, use.key)
    changes = [change for span in spans if (change := _change(workspace, span, use.key[2], name)) is not None]
    if not library.is_shipped(path) and any(library.is_shipped(Path(change.span.file)) for change in changes):
        raise UsageError(f"'{use.key[2]}' is a name of a ruleset that comes with Stammtisch, which stays as it is")
    if broken := new_mistakes(workspace, path, changes):
        first = broken[0]
        where = f"{library.display_path(first.span.file)}:{first.span.line}"
        raise UsageError(f"with this name there would be a mistake in {where}: {first.message}")
    return changes


def check_name(workspace: Workspace, path: Path, key: Key, name: str) -> None:
    """Raise UsageError for a name that cannot be, or is taken."""
    if key[0] in WORDS:
        if not _WORDS.fullmatch(name) or " " not in name and name[:1].islower():
            raise UsageError("write words that begin with a capital, or more than one, without : # , or brackets")
    elif not name.isidentifier() or name in TAKEN:
        raise UsageError(f"'{name}' cannot be a name: take letters, digits and _, and no word of the language")
    game = workspace.game_of(path)
    table = workspace.table(game) if game is not None else None
    found = list(table.symbols.values()) if table is not None else []
    twins = [one for one in found if one.name == name and _collides(one.key, key)]
    if twins:
        raise UsageError(f"'{name}' is already the name of something: {twins[0].kind}")


def _collides(one: Key, other: Key) -> bool:
    """Whether two symbols may not have the same name: all but those that belong to different things."""
    belonging = ("place", "attribute")
    if one[0] in belonging and other[0] in belonging:
        return one[1] == other[1]
    return (one[0] in WORDS) == (other[0] in WORDS) and "name" not in (one[0], other[0]) or one[0] in NAMES[:-1]


def _change(workspace: Workspace, span: Span, old: str, new: str) -> TextChange | None:
    """The change of a name where it stands, also with blanks for _ as in scenarios; None if it does not stand there."""
    lines = workspace.text(Path(span.file)).split("\n")
    written = lines[span.line - 1][span.column - 1 : span.end_column - 1] if span.line == span.end_line else ""
    if written == old:
        return TextChange(span, new)
    spoken = written.replace(" ", "_").casefold() == old.casefold()
    return TextChange(span, new.replace("_", " ")) if spoken else None


def new_mistakes(workspace: Workspace, path: Path, changes: list[TextChange]) -> list[Diagnostic]:
    """The mistakes that a ruleset or a variant of it has with these changes, and does not have now."""
    files = workspace.family(path)
    before = {file: _count(mistakes(workspace, file)) for file in files}
    other = Workspace()
    other.texts = dict(workspace.texts)
    for changed in dict.fromkeys(Path(change.span.file) for change in changes):
        own = [one for one in changes if one.span.file == str(changed)]
        other.change(changed, changed_text(workspace.text(changed), own))
    for file in files:
        found = [d for d in mistakes(other, file) if d.severity == "error"]
        if len(found) > before[file]:
            return found
    return []


def _count(found: list[Diagnostic]) -> int:
    return sum(d.severity == "error" for d in found)


def changed_text(text: str, changes: list[TextChange]) -> str:
    """A text with changes in it made; each lies in one line."""
    lines = text.split("\n")
    for change in sorted(changes, key=lambda one: one.span, reverse=True):
        line = lines[change.span.line - 1]
        lines[change.span.line - 1] = line[: change.span.column - 1] + change.text + line[change.span.end_column - 1 :]
    return "\n".join(lines)
