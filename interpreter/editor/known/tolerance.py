"""Read a file that is half written: what is whole in it is understood, the rest is left out."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from ...base.diagnostics import Diagnostic, RulesetError, Span
from ...check.checker import record_names
from ...check.symbols import Record
from ...language.build import build_tolerantly
from ...reading.load import load_text
from ...reading.nodes import Entry, Mapping, Node, Scalar, Sequence
from ...reading.schema import check_shape
from ...reading.sheets.row_insertion import put_sheets
from ...reading.variants.merge import Known, merge_files
from .text_places import with_closed_braces

MOST_TRIES = 5
# what every ruleset has, for one in which it is not written yet
NEEDED = "format: 1\ngame: A game\nplayers: 2..4\nphases: {a turn: nothing}\n"


def tree_of(text: str, file: str) -> Mapping | None:
    """The tree of a text without the lines that cannot be read; None if too little is left."""
    text = text.replace("\r\n", "\n")
    lines = text.split("\n")
    for number in range(MOST_TRIES):
        try:
            return load_text("\n".join(lines), file)
        except RulesetError as error:
            if not number and (closed := with_closed_braces(text)) != text:
                lines = closed.split("\n")
                continue
            wrong = {d.span.line for d in error.diagnostics if d.span.line <= len(lines) and lines[d.span.line - 1]}
            if not wrong:
                return None
            for line in wrong:
                lines[line - 1] = ""
    return None


def whole_part(text: str, path: Path, kind: str = "ruleset") -> Mapping | None:
    """The tree of a half-written ruleset or library with only what has the right shape; None if nothing has."""
    root = tree_of(text, str(path))
    for _ in range(MOST_TRIES if root is not None else 0):
        assert root is not None
        wrong = [d for d in check_shape(root, kind) if d.severity == "error"]
        misshapen = [d.span for d in wrong if d.code not in ("missing-key", "misplaced-key") or d.span.line > 1]
        kept = [d.span for d in wrong if d.code == "missing-key"]
        cut = sum(cut_out(root, span) for span in misshapen if span not in kept)
        if not cut:
            break
    return root if root is None or kind != "ruleset" else _with_needed(root, path)


def _with_needed(root: Mapping, path: Path) -> Mapping:
    """A ruleset with what every ruleset has, which may not be written yet."""
    if "extends" in root.entries:
        return root
    return Mapping(root.span, {**load_text(NEEDED, str(path)).entries, **root.entries})


def cut_out(node: Node, span: Span) -> bool:
    """Remove the innermost entry or item in which a mistake stands; return whether there was one."""
    if isinstance(node, Sequence):
        for item in node.items:
            if item.span.holds(span):
                if not cut_out(item, span):
                    node.items.remove(item)
                return True
    elif isinstance(node, Mapping):
        for key, entry in node.entries.items():
            if _reaches(entry, span):
                if entry.key.span == span or not cut_out(entry.value, span):
                    del node.entries[key]
                return True
    return False


def _reaches(entry: Entry, span: Span) -> bool:
    """Whether a place lies in an entry."""
    return entry.key.span.holds(span) or entry.value.span.holds(span)


def record_tolerantly(
    path: Path, text: str, known: Known, is_read: bool = False
) -> tuple[Record | None, Mapping | None]:
    """What the checker meets in a half-written ruleset, and its merged tree; None for what nothing is known of.

    is_read: this text was read already, so that `known` has what was found.
    """
    tree, problems = known.get(path.resolve(), (None, [])) if is_read else (None, [])
    is_whole = tree is not None and not worst(problems)
    root = _with_needed(tree, path) if tree is not None and is_whole else whole_part(text, path)
    if root is None:
        return None, None
    if not is_whole:
        with suppress(RulesetError):
            put_sheets(root, path)
    merged = None
    record = Record()
    try:
        merged = merge_files(path, (), None, {**known, path.resolve(): (root, [])}, tolerant=True)
        merged.entries = {**load_text(NEEDED, str(path)).entries, **merged.entries}
        rules, _ = build_tolerantly(merged, "")
        record_names(rules, record)
    except RulesetError:
        pass  # the record holds what was met before
    return (record if record.symbols is not None else None), merged


def worst(found: Iterable[Diagnostic]) -> bool:
    """Whether there is a mistake, and not only warnings."""
    return any(d.severity == "error" for d in found)


def scalars_in(node: Node) -> Iterable[Scalar]:
    """Every value and key in a tree."""
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from scalars_in(item)
    else:
        for entry in node.entries.values():
            yield entry.key
            yield from scalars_in(entry.value)
