"""Changes of files by one click that mend no mistake by themselves: create what is missing, make a setting of a number,
move a change into a variant of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from ...base.diagnostics import Diagnostic, Span
from ...base.keywords import SLOTS
from ...language.reader import TAKEN
from ...reading import library
from ...reading.nodes import Mapping, Node, Scalar, Sequence
from ...reading.source import Source
from ..answers import Action, Place, TextChange
from ..completion.slots import EXPRESSIONS, FLOW, slot_of
from ..known.text_places import TextPlace, place_at
from ..known.tolerance import tree_of
from ..known.workspace import Workspace

_OF = re.compile(r"^an? ([a-z]\w*) has no '")
_ROW = re.compile(r"^(?:the table )?(\w+) has no (?:row|value) for (\w+(?: players)?)")
_LINE = "  "
_NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.])")


def creations(workspace: Workspace, path: Path, found: list[Diagnostic]) -> Iterator[Action]:
    """Declarations of names and actions that are missing, for mistakes of a ruleset."""
    text = workspace.text(path)
    root = tree_of(text, str(path))
    source = Source(str(path), text)
    for wrong in found if root is not None else ():
        assert root is not None
        span = wrong.span
        word = source.line(span.line)[span.column - 1 : span.end_column - 1] if span.line == span.end_line else ""
        for title, section, line in _missing(wrong, word, workspace, path):
            change = insertion(root, source, section, line)
            yield Action(title, [change], (wrong.code, span))
        yield from _rows(root, source, wrong)
        if wrong.code == "unknown-name" and word.isidentifier():
            yield from _members(root, word, wrong)


def _missing(wrong: Diagnostic, word: str, workspace: Workspace, path: Path) -> Iterator[tuple[str, str, str]]:
    """What may be created for a mistake: a title, the section, the line."""
    if wrong.code == "unknown-action" and word and ":" not in word:
        yield f"Create the action `{word}`", "actions", f"{word}: nothing"
    if wrong.code != "unknown-name" or not word.isidentifier() or word in TAKEN:
        return
    good = workspace.last_good(path)
    rules = good.rules if good is not None else None
    kinds = [one.name for one in rules.components.values() if one.supply is None] if rules is not None else []
    of = _OF.match(wrong.message)
    if of is not None:
        if of[1] in kinds:
            return
        yield f"Create the number `{word}` of each {of[1]}", f"each {of[1]}", f"{word}: 0..99"
        if kinds:
            yield (
                f"Create the place `{word}` of each {of[1]}",
                f"each {of[1]}",
                f"{word}: {{holds: {kinds[0]}, see: owner}}",
            )
        return
    if "no place called" in wrong.message:
        yield f"Create the place `{word}`", "shared", f"{word}: {{holds: {kinds[0] if kinds else 'card'}}}"
    if "no place called" not in wrong.message:
        yield f"Create the number `{word}`", "shared", f"{word}: 0..99"
        yield f"Create the setting `{word}`", "settings", f"{word}: 1"


def _rows(root: Mapping, source: Source, wrong: Diagnostic) -> Iterator[Action]:
    """The row that a table lacks, or the value of a setting for a number of players, like the first that is there."""
    match = _ROW.match(wrong.message)
    if match is None:
        return
    section = "tables" if wrong.code == "missing-row" else "settings"
    entry = root.entries_under(section).get(match[1])
    rows = entry.value.get("rows") or entry.value if entry is not None and isinstance(entry.value, Mapping) else None
    first = next(iter(rows.entries.values()), None) if isinstance(rows, Mapping) else None
    if rows is None or first is None or not isinstance(first.value, Scalar):
        return
    at = first.key.span
    between = "\n" + " " * (at.column - 1) if not source.line(at.line)[: at.column - 1].strip() else ", "
    line = f"{match[2]}: {first.value.text}{between}"
    place = Span(at.file, at.line, at.column, at.line, at.column)
    yield Action(f"Add the row `{match[2]}`", [TextChange(place, line)], (wrong.code, wrong.span))


def _members(root: Mapping, word: str, wrong: Diagnostic) -> Iterator[Action]:
    """The name as a further member of a kind of thing whose members are listed."""
    for thing, entry in root.entries_under("things").items():
        members: Node | None = entry.value
        if isinstance(members, Mapping):
            members = members.get("members")
        if isinstance(members, Sequence) and members.items:
            last = members.items[-1].span
            if last.file != wrong.span.file or last.line != last.end_line:
                continue
            at = Span(last.file, last.end_line, last.end_column, last.end_line, last.end_column)
            yield Action(f"Add `{word}` to `{thing}`", [TextChange(at, f", {word}")], (wrong.code, wrong.span))


def insertion(root: Mapping, source: Source, section: str, line: str) -> TextChange:
    """The change that writes a line at the end of a section, which begins if it is not there."""
    entry = root.entries.get(section)
    file = source.file
    if entry is None:
        later = [one.key.span.line for key, one in root.entries.items() if key in _AFTER.get(section, ("winner",))]
        at = min(later, default=len(source.starts) + 1)
        if at > len(source.starts):
            last = len(source.starts)
            end = len(source.line(last)) + 1
            lead = "\n" if source.line(last) else ""
            return TextChange(Span(file, last, end, last, end), f"{lead}{section}:\n{_LINE}{line}\n")
        return TextChange(Span(file, at, 1, at, 1), f"{section}:\n{_LINE}{line}\n\n")
    value = entry.value
    if isinstance(value, Mapping) and source.line(entry.key.span.line)[entry.key.span.end_column - 1 :].strip(" :"):
        # in braces
        at = value.span.end_column - 1
        lead = ", " if value.entries else ""
        return TextChange(Span(file, value.span.end_line, at, value.span.end_line, at), f"{lead}{line}")
    first = next(iter(value.entries.values())).key.span if isinstance(value, Mapping) and value.entries else None
    indent = " " * (first.column - 1) if first is not None else _LINE
    number = _last_line(source, value.span.end_line if isinstance(value, Mapping) else entry.key.span.line)
    end = len(source.line(number)) + 1
    return TextChange(Span(file, number, end, number, end), f"\n{indent}{line}")


# the sections before which a new one is written
_AFTER = {
    "each player": ("define", "setup", "phases", "actions"),
    "settings": ("things", "components", "tables", "shared", "define", "setup", "phases", "actions"),
    "shared": ("define", "setup", "phases", "actions"),
    "actions": ("whenever", "winner", "score", "payoff", "rulings", "look"),
}


def _last_line(source: Source, line: int) -> int:
    """The last line with words up to this one."""
    while line > 1 and not source.line(line).strip():
        line -= 1
    return line


def rewritings(workspace: Workspace, path: Path, first: Place, last: Place) -> Iterator[Action]:
    """What can be done with what stands at a place, whether it is wrong or not."""
    text = workspace.text(path)
    source = Source(str(path), text)
    at = place_at(text, source.starts[min(first[0], len(source.starts)) - 1] + first[1] - 1)
    root = tree_of(text, str(path))
    if root is None or workspace.kind(path) != "ruleset":
        return
    yield from _number_as_setting(workspace, path, source, root, at, first)
    if first[0] <= last[0]:
        yield from _as_variant(path, text, root, at)


def _number_as_setting(
    workspace: Workspace, path: Path, source: Source, root: Mapping, at: TextPlace, place: Place
) -> Iterator[Action]:
    """A number in a step or declaration as a setting of that value."""
    if at.is_key or not at.path or at.path[0] in ("settings", "players", "format"):
        return
    if slot_of(at.path, at.is_key) not in EXPRESSIONS or "starts with" in at.path:
        return
    line = source.line(place[0])
    number = next((one for one in _NUMBER.finditer(line) if one.start() + 1 <= place[1] <= one.end() + 1), None)
    start, _ = source.place(at.start), source.place(at.end)
    if number is None or (place[0], number.start() + 1) < start:
        return
    rules = workspace.analysis(path).rules
    taken = {key[2] for key in workspace.table(path).symbols} | set(rules.settings if rules is not None else ())
    words = [
        word for word in reversed(at.path) if word not in (*FLOW, *SLOTS, "range", "start") and "each " not in word
    ]
    stem = re.sub(r"\W+", "_", " ".join(words[:1])).strip("_").casefold() or "number"
    name = f"{stem}_number" if stem in TAKEN or not stem.isidentifier() else stem
    name = next(one for one in (name, f"{name}_number", *(f"{name}_{i}" for i in range(2, 99))) if one not in taken)
    span = Span(source.file, place[0], number.start() + 1, place[0], number.end() + 1)
    declared = insertion(root, source, "settings", f"{name}: {number[0]}")
    yield Action(f"Make a setting of {number[0]}", [TextChange(span, name), declared], rewrites=True)


def _as_variant(path: Path, text: str, root: Mapping, at: TextPlace) -> Iterator[Action]:
    """A change of a variant as a variant of its own, which builds on the same base."""
    extends = root.get("extends")
    section = "change" if at.path[:1] == ("change",) else "settings" if at.path[:1] == ("settings",) else ""
    if extends is None or not section or path.parent.name != library.VARIANTS:
        return
    entries = root.entries_under(section)
    written = " ".join(text[at.start : at.end].split())
    key = at.path[1] if len(at.path) > 1 else written
    entry = entries.get(key)
    if entry is None or len(entries) < 2 or entry.key.span.line == root.entries[section].key.span.line:
        return
    first, last = entry.key.span.line, max(entry.key.span.line, entry.value.span.end_line)
    lines = text.split("\n")
    while last > first and not lines[last - 1].strip():
        last -= 1
    stem = re.sub(r"[^a-z0-9]+", "-", key.casefold()).strip("-") or "change"
    names = (path.with_name(f"{stem}{more}.yaml") for more in ("", *(f"-{i}" for i in range(2, 99))))
    new = next(one for one in names if not one.exists())
    base = getattr(extends, "text", "")
    whole = f"format: 1\nextends: {base}\nabout: {key}.\n{section}:\n" + "\n".join(lines[first - 1 : last]) + "\n"
    cut = Span(str(path), first, 1, last + 1, 1)
    changes = [TextChange(cut, ""), TextChange(Span.whole(str(new)), whole)]
    yield Action(f"Move this change into a variant of its own, {new.name}", changes, rewrites=True)
