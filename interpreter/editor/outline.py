"""The parts of a file: its outline, what can be folded, and what kind of word stands where."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..base.keywords import EVENTS, SLOTS
from ..reading.source import Source
from .answers import OutlineItem
from .completion.slots import FLOW
from .known.text_places import TextPlace, keys_with_lines
from .known.workspace import Workspace

DEEPEST = 8
KINDS = {
    "settings": "setting",
    "things": "thing",
    "components": "component",
    "tables": "table",
    "shared": "place",
    "define": "definition",
    "actions": "action",
    "setup": "step",
    "phases": "step",
    "whenever": "step",
    "change": "step",
    "scenarios": "scenario",
}
# what a symbol is called among the kinds of words that editors know
WORD_KINDS = {
    "name": "variable",
    "place": "property",
    "attribute": "property",
    "setting": "enumMember",
    "member": "enumMember",
    "definition": "function",
    "table": "struct",
    "function": "macro",
    "thing": "type",
    "component": "class",
    "action": "event",
    "step": "event",
    "word": "keyword",
}


@dataclass(frozen=True, slots=True)
class MarkedWord:
    """A word in a line with its kind, one of the values of WORD_KINDS; `line` and `column` count from 1."""

    line: int
    column: int
    length: int
    kind: str
    declares: bool = False


@dataclass(frozen=True, slots=True)
class Fold:
    """The lines of a part that can be folded, the first and the last."""

    first: int
    last: int


def outline(workspace: Workspace, path: Path) -> list[OutlineItem]:
    """The parts of a file, as far as they are sections, names, or words of steps."""
    text = workspace.text(path)
    source, kind = Source(str(path), text), workspace.kind(path)
    keys = [key for key in keys_with_lines(text) if _is_part(key, text[key.start : key.end], kind)]
    top: list[OutlineItem] = []
    around: list[tuple[TextPlace, OutlineItem]] = []
    for number, key in enumerate(keys):
        while around and not _inside(key, around[-1][0], text):
            around.pop()
        following = next((one for one in keys[number + 1 :] if not _inside(one, key, text)), None)
        end = len(text[: following.start if following is not None else len(text)].rstrip().rstrip("{,"))
        name = text[key.start : key.end]
        section = "each" if key.path and key.path[0].startswith("each ") else key.path[0] if key.path else ""
        span = source.span(key.start, max(end, key.end))
        item = OutlineItem(
            name,
            KINDS.get(section, "place" if section == "each" else "section"),
            "",
            span,
            source.span(key.start, key.end),
        )
        (around[-1][1].inside if around else top).append(item)
        around.append((key, item))
    return top


def _is_part(key: TextPlace, name: str, kind: str) -> bool:
    """Whether a key belongs into the outline."""
    if not name.strip() or len(key.path) > DEEPEST:
        return False
    if kind == "scenarios":
        return not key.path or key.path == ("scenarios",)
    if not key.path or len(key.path) == 1:
        return True
    if key.path[0] not in FLOW or name in SLOTS or name in EVENTS:
        return False
    inside = key.path[-1]
    return inside not in ("remember", "set", "add", "pay", "with", "gives", "when", "until", "where", "where all")


def _inside(key: TextPlace, outer: TextPlace, text: str) -> bool:
    """Whether a key stands in the part of another."""
    whole = (*outer.path, " ".join(text[outer.start : outer.end].split()))
    return key.path[: len(whole)] == whole


def folds(workspace: Workspace, path: Path) -> list[Fold]:
    """What can be folded: every part of more than one line, by its indent."""
    lines = workspace.text(path).split("\n")
    found: list[Fold] = []
    around: list[tuple[int, int]] = []
    last = 0
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        indent = len(line) - len(line.lstrip())
        while around and around[-1][0] >= indent:
            found += _fold(around.pop()[1], last)
        around.append((indent, number))
        last = number
    while around:
        found += _fold(around.pop()[1], last)
    return sorted(found, key=lambda one: one.first)


def _fold(first: int, last: int) -> Iterator[Fold]:
    if last > first:
        yield Fold(first, last)


def marked_words(workspace: Workspace, path: Path) -> list[MarkedWord]:
    """The words of a file that are names of the game or words of the language, in their order."""
    text = workspace.text(path)
    source = Source(str(path), text)
    found: dict[tuple[int, int], MarkedWord] = {}
    for key in keys_with_lines(text):
        name = text[key.start : key.end]
        if name in SLOTS or name in EVENTS or not key.path:
            line, column = source.place(key.start)
            found[line, column] = MarkedWord(line, column, len(name), "keyword")
    for use in workspace.uses(path):
        span = use.span
        kind = WORD_KINDS.get(use.key[0])
        if kind is not None and span.line == span.end_line and span.end_column > span.column:
            word = MarkedWord(span.line, span.column, span.end_column - span.column, kind, use.declares)
            found[span.line, span.column] = word
    ordered = [found[place] for place in sorted(found)]
    return [one for number, one in enumerate(ordered) if number == 0 or not _overlaps(ordered[number - 1], one)]


def _overlaps(first: MarkedWord, second: MarkedWord) -> bool:
    return first.line == second.line and first.column + first.length > second.column
