"""What the variants beside a ruleset change of a rule, and what a rule was before a variant changed it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..base.diagnostics import Span
from ..reading import library
from ..reading.nodes import Entry
from ..reading.source import Source
from ..reading.variants.differences import Change, differences
from .answers import Place
from .text_places import place_at
from .workspace import Workspace

LONGEST = 100


@dataclass(frozen=True, slots=True)
class OtherForm:
    """Another form of the rule at a place: in which file, where, how it reads ("" where the rule is left out)."""

    name: str
    span: Span
    text: str
    is_before: bool


def other_forms(workspace: Workspace, path: Path, place: Place) -> list[OtherForm]:
    """What variants make of the rule at a place of their base; or what the rule at a place of a variant was."""
    if workspace.kind(path) != "ruleset":
        return []
    path = path.resolve()
    here = _key_at(workspace, path, place)
    found = []
    for variant in workspace.family(path):
        base = _base_of(workspace, variant)
        if base is None or path not in (variant, base):
            continue
        for change in _changes(workspace, base, variant):
            one = _other_form(workspace, change, variant, path, here)
            found += [one] if one is not None and one not in found else []
    return found


def _key_at(workspace: Workspace, path: Path, place: Place) -> Span:
    """The key or value at a place."""
    text = workspace.text(path)
    source = Source(str(path), text)
    at = place_at(text, source.starts[min(place[0], len(source.starts)) - 1] + place[1] - 1)
    return source.span(at.start, at.end)


def _base_of(workspace: Workspace, variant: Path) -> Path | None:
    """The ruleset that a variant in its folder `variants` changes."""
    base = variant.parent.parent / library.RULESET
    return base if variant.parent.name == library.VARIANTS and workspace.is_there(base) else None


def _changes(workspace: Workspace, base: Path, variant: Path) -> list[Change]:
    """What a variant changes; it is worked out once for each state of both files."""
    old, new = workspace.analysis(base).root, workspace.analysis(variant).root
    if old is None or new is None:
        return []
    kept = workspace.changes.get(variant)
    if kept is None or kept[0] is not old or kept[1] is not new:
        kept = workspace.changes[variant] = old, new, differences(old, new)
    return kept[2]


def _other_form(workspace: Workspace, change: Change, variant: Path, path: Path, here: Span) -> OtherForm | None:
    """The other side of a change, if one side of it stands at a place."""
    mine, other = (change.new, change.old) if path == variant else (change.old, change.new)
    if change.description or mine is None or mine.value.span.file != here.file:
        return None
    words = " ".join(workspace.text(path).split("\n")[here.line - 1][here.column - 1 : here.end_column - 1].split())
    if not _stands_at(mine, here) and words.split(" / ")[-1] != (change.path or ("",))[-1]:
        return None
    if other is None:
        return OtherForm(variant.stem, mine.key.span, "", path == variant) if path != variant else None
    return OtherForm(variant.stem, other.key.span, _text(workspace, other), path == variant)


def _stands_at(entry: Entry, here: Span) -> bool:
    return entry.key.span.holds(here) or entry.value.span.holds(here)


def _text(workspace: Workspace, entry: Entry) -> str:
    """How an entry is written, in one line."""
    span = entry.value.span
    lines = workspace.text(Path(span.file)).split("\n")[span.line - 1 : span.end_line]
    if not lines:
        return ""
    lines[-1] = lines[-1][: span.end_column - 1] if span.end_line > span.line else lines[-1]
    lines[0] = lines[0][span.column - 1 : span.end_column - 1 if span.end_line == span.line else None]
    text = " ".join(" ".join(lines).split())
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def form_lines(forms: list[OtherForm]) -> Iterator[str]:
    """Other forms of a rule in words, as Markdown."""
    for one in forms:
        if one.is_before:
            yield f"before this variant: `{one.text}`"
        else:
            yield f"in the variant *{one.name}*: `{one.text}`" if one.text else f"left out in the variant *{one.name}*"
