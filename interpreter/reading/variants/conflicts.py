"""Conflicts of variants: parts of a game that two variants change in different ways, and where."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from ...base.diagnostics import Diagnostic, Note, RulesetError, Span
from ..handles import bare, tidy
from ..nodes import Mapping, Scalar, entries_in
from . import number_keys
from .differences import ADDED, CHANGED, MOVED, REMOVED, REORDERED, WORDED, Change, differences, plainly
from .edits import is_null
from .merge import Known, built_on, comes_after, merge_files


@dataclass(frozen=True, slots=True)
class Conflict:
    """A part of a game that two variants change differently, in words, and the place in each of the two files.

    The variant with `later` is laid over that with `earlier`, and is the one that counts.
    """

    part: str
    earlier: Span
    later: Span


@dataclass(slots=True, eq=False)
class _Layer:
    """A variant's file, the files it builds on (itself included), those it comes after, and its changes."""

    root: Mapping
    below: list[Path]
    after: list[Path]
    changes: list[Change]


def conflicts(path: Path, variants: Sequence[Path], known: Known) -> list[Conflict]:
    """The conflicts of the variants over a ruleset's file.

    Variants that build on each other by `extends` or say that they come after each other have none.

    What a variant changes in a part that is only there by another one is no conflict. known: as for `merged`, which
    must have merged them. No two conflicts have the same two places.
    """
    found: dict[tuple[Span, Span], Conflict] = {}
    for first, second in combinations(_layers(path, variants, known), 2):
        if first.below[-1] in (*second.below, *second.after):
            continue
        for earlier in first.changes:
            for later in second.changes:
                if _clash(earlier, later):
                    places = _place(earlier, first.root), _place(later, second.root)
                    found.setdefault(places, Conflict(_name_part(earlier, later), *places))
    return list(found.values())


def causes(path: Path, variants: Sequence[Path]) -> Callable[[Change], Span | None]:
    """A function from a change to the place where a variant makes it; None if none of the variants does."""
    known: Known = {}
    merge_files(path, variants, known=known)
    layers = [*_layers(path, variants, known)]
    files = {layer.root.span.file for layer in layers}

    def cause(change: Change) -> Span | None:
        for span in (change.new.key.span, change.new.value.span) if change.new is not None else ():
            if span.file in files:
                return span
        same = (change.change, change.section, change.path, change.slot)
        for layer in reversed(layers):
            for own in layer.changes:
                if (own.change, own.section, own.path, own.slot) == same:
                    return _place(own, layer.root)
        return None

    return cause


def mistakes(found: Sequence[Conflict]) -> list[Diagnostic]:
    """Conflicts as mistakes at the later place."""
    told = []
    for one in found:
        first, second = Path(one.earlier.file), Path(one.later.file)
        earlier = first.stem if first.parent == second.parent else os.path.relpath(first, second.parent)
        message = f"two variants change {one.part} in different ways"
        hint = (
            f"Use only one of the two. Or, if this one is to decide when both are used, "
            f"write `after: {earlier}` in this file."
        )
        note = Note(one.earlier, "the other one changes it here")
        told.append(Diagnostic("variants-disagree", message, one.later, hint=hint, notes=(note,)))
    return told


def _layers(path: Path, variants: Sequence[Path], known: Known) -> Iterator[_Layer]:
    """All variants in the order they are laid, the lowest first."""
    laid: set[Path] = set()
    for number, top in enumerate([path, *variants]):
        below = built_on(top, known)
        for at, file in enumerate(below):
            root, _ = known[file]
            if at and file not in laid and root is not None:
                try:
                    changes = differences(merge_files(file, leave_out=(), known=known), merge_files(file, known=known))
                except RulesetError:  # it mentions something that only earlier variants add
                    before = merge_files(path, variants[: max(number - 1, 0)], known=known)
                    changes = differences(before, merge_files(path, variants[:number], known=known))
                rules = [change for change in changes if not change.description]
                yield _Layer(root, below[: at + 1], comes_after(file, known), rules)
            laid.add(file)


def _clash(earlier: Change, later: Change) -> bool:
    """Whether two changes of one game conflict."""
    if earlier.section != later.section:
        return False
    if not _same_part(earlier, later):
        return _inside(earlier, later) or _inside(later, earlier)
    if "" in earlier.path[-1:] or (earlier.change == ADDED and later.change != ADDED):
        return False
    if earlier.change == MOVED:
        return (earlier.path, earlier.beside) != (later.path, later.beside)
    if earlier.new is None or later.new is None:
        return earlier.new is not later.new
    if _adds_members(earlier) and _adds_members(later):
        return False
    if isinstance(later.new.value, Scalar) and later.new.value.inlaid:
        return False  # it builds on what was there
    both_add = earlier.change == later.change == ADDED
    same_library = both_add and earlier.new.key.span == later.new.key.span
    return not same_library and plainly(earlier.new.value) != plainly(later.new.value)


def _adds_members(change: Change) -> bool:
    """Whether a thing keeps all its names and gets more after them."""
    lists = [plainly(entry.value) if entry is not None else None for entry in (change.old, change.new)]
    was, now = (one if isinstance(one, list) else [] for one in lists)
    return change.section == "things" and bool(was) and now[: len(was)] == was


def _same_part(earlier: Change, later: Change) -> bool:
    """Whether both change the same part; moved or reordered parts may also have other changes."""
    how = [one.change if one.change in (MOVED, REORDERED) else CHANGED for one in (earlier, later)]
    first, second = ((*(one.source or one.path), one.slot) for one in (earlier, later))
    return how[0] == how[1] and len(first) == len(second) and all(map(_overlap, first, second))


def _overlap(name: str, other: str) -> bool:
    """Whether two names are the same, or the ranges of two rows overlap."""
    one, two = number_keys.span(name), number_keys.span(other)
    return name == other or (one is not None and two is not None and one[0] <= two[1] and two[0] <= one[1])


def _inside(gone: Change, change: Change) -> bool:
    """Whether the first removes the part in which the second changes something."""
    if gone.change != REMOVED or gone.slot or change.change == REMOVED:
        return False
    return any(path[: len(gone.path)] == gone.path for path in (change.path, change.source) if path)


def _place(change: Change, root: Mapping) -> Span:
    """The place of a change in a variant's file: the value, or the words of the part, or of one around it."""
    for span in (change.new.key.span, change.new.value.span) if change.new is not None else ():
        if span.file == root.span.file:
            return span
    entries = list(entries_in(root))
    # an action of a library goes where another one is run
    for name in (change.slot, *reversed(change.path), "run" if change.section == "actions" else ""):
        same = [e for e in entries if name and name in (tidy(e.key.text).split(" / ")[-1], bare(e.key.text))]
        if same:
            return next((e for e in same if is_null(e.value)), same[0]).key.span
    return root.entries["extends"].key.span


def _name_part(*changes: Change) -> str:
    """The part that both change, which is the larger one."""
    change = min(changes, key=lambda change: len(change.path) + bool(change.slot))
    names = [name for name in change.path if name]
    if change.kind in WORDED:
        own = f"`{names[-1] if names else change.section}`"
        return f"`{change.slot}` of {own}" if change.slot else own
    return f"`{', '.join([*names, change.slot] if change.slot else names) or change.section}`"
