"""What the variants beside a ruleset change of a rule, and what a rule was before a variant changed it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..base.diagnostics import RulesetError, Span
from ..base.keywords import SLOTS
from ..reading import library
from ..reading.nodes import Entry
from ..reading.source import Source
from ..reading.variants.differences import Change, differences
from ..reading.variants.merge import merge_files
from .answers import Place
from .completion.slots import FLOW
from .known.text_places import place_at
from .known.workspace import Workspace

LONGEST = 100
SECTIONS = (*FLOW, "shared", "settings", "things", "components", "define", "tables")


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
    here, words = _key_at(workspace, path, place)
    found: list[OtherForm] = []
    for variant in _variants(workspace, path):
        text = workspace.text(variant)
        if variant != path and not any(word in text for word in words):
            continue  # what it does not name it does not change
        base = variant.parent.parent / library.RULESET
        for change in _changes(workspace, base, variant):
            one = _other_form(workspace, change, variant, path, here)
            found += [one] if one is not None and one not in found else []
    return found


def _key_at(workspace: Workspace, path: Path, place: Place) -> tuple[Span, set[str]]:
    """The key or value at a place, and the game's own words in it and around it."""
    text = workspace.text(path)
    source = Source(str(path), text)
    at = place_at(text, source.starts[min(place[0], len(source.starts)) - 1] + place[1] - 1)
    words = {word.partition("(")[0] for word in (*at.path, *([text[at.start : at.end]] if at.is_key else []))}
    return source.span(at.start, at.end), words - {*SLOTS, *SECTIONS}


def _variants(workspace: Workspace, path: Path) -> list[Path]:
    """A variant itself, or those in the folder `variants` beside a ruleset."""
    if path.parent.name == library.VARIANTS:
        return [path] if workspace.is_there(path.parent.parent / library.RULESET) else []
    if path.name != library.RULESET:
        return []
    with workspace.reading():
        return [library.find_variant(path, name).resolve() for name in library.variants_of(path)]


def _changes(workspace: Workspace, base: Path, variant: Path) -> list[Change]:
    """What a variant changes; it is worked out once for each state of both files, by their trees alone."""
    stamps = workspace.stamp(base), workspace.stamp(variant)
    kept = workspace.changes.get(variant)
    if kept is None or kept[0] != stamps:
        workspace.forget_changed()
        try:
            with workspace.reading():
                old, new = (merge_files(one, known=workspace.known) for one in (base, variant))
            kept = stamps, differences(old, new)
        except RulesetError:
            kept = stamps, []
        workspace.note_files()
        workspace.changes[variant] = kept
    return kept[1]


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
