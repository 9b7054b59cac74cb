"""Requests about a text while it is written, each answered by the room `editor`."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import Any

from ...base.diagnostics import Diagnostic, RulesetError, sort_diagnostics
from ...base.errors import UsageError
from ...editor import hover as hovering
from ...editor import lenses as above
from ...editor import mistakes as checking
from ...editor import navigation
from ...editor import notes as between
from ...editor import outline as parts
from ...editor.answers import Action, OutlineItem
from ...editor.changes import quick_fixes as mending
from ...editor.changes import renaming
from ...editor.completion.complete import completions
from ...editor.signatures import canonical, signature_help
from ..arguments import Spot
from ..jobs import Job, Step
from ..spots import Spots
from ..studio import Studio


def check(studio: Studio, file: str, text: str | None = None) -> dict[str, Any]:
    """The mistakes that reading, names and types show, in this file and those that it is made of; with what
    `check_further` has found in the same texts.
    """
    path = studio.take(file, text)
    spots = studio.spots
    return {"diagnostics": [spots.diagnostic(one) for one in _known_mistakes(studio, path)]}


def check_further(studio: Studio, file: str, text: str | None = None) -> dict[str, Any]:
    """Begin a job that finds everything that `validate` does; it ends by itself when a text changes."""
    path = studio.take(file, text)
    return studio.jobs.begin(Job(_further(studio, path, studio.state_of(path))))


def _further(studio: Studio, path: Path, state: object) -> Generator[Step, None, None]:
    """The longer checks of a file, for its texts as they are."""
    game = studio.files.game_of(path)
    ruleset = studio.files.analysis(game).ruleset if game is not None else None
    steps = checking.later_mistakes(path, studio.files.kind(path), ruleset)
    for number in range(1, 1000):
        if studio.state_of(path) != state:
            return
        with studio.files.reading():
            found = next(steps, None)
        if found is None:
            return
        found = sort_diagnostics([*checking.mistakes(studio.files, path), *found])
        studio.later[path] = state, found
        spots = studio.spots
        yield Step(number, number, {"diagnostics": [spots.diagnostic(one) for one in found]})


def close(studio: Studio, file: str) -> dict[str, Any]:
    """Drop the text in the editor: from now on the file counts."""
    path = studio.folder.path(file)
    studio.files.close(path)
    studio.later.pop(path, None)
    return {}


def complete(studio: Studio, file: str, line: int, column: int, text: str | None = None) -> dict[str, Any]:
    """What can be written at a place, the likeliest first."""
    path = studio.take(file, text)
    spots = studio.spots
    found = completions(studio.files, path, spots.place(path, {"line": line, "column": column}))
    return {
        "items": [
            {
                "label": one.label,
                "kind": one.kind,
                "text": one.text,
                **spots.ends(path, one.start, one.end),
                "detail": one.detail,
                "about": one.about,
                "is_snippet": one.is_snippet,
            }
            for one in found
        ]
    }


def hover(studio: Studio, file: str, line: int, column: int, text: str | None = None) -> dict[str, Any] | None:
    """What is said about the word at a place, as Markdown."""
    path = studio.take(file, text)
    spots = studio.spots
    found = hovering.hover(studio.files, path, spots.place(path, {"line": line, "column": column}))
    return {"markdown": found.text, **spots.stretch(found.span)} if found is not None else None


def signature(studio: Studio, file: str, line: int, column: int, text: str | None = None) -> dict[str, Any] | None:
    """What goes into the brackets that are open at a place."""
    path = studio.take(file, text)
    found = signature_help(studio.files, path, studio.spots.place(path, {"line": line, "column": column}))
    if found is None:
        return None
    forms = [{"text": words, "values": [*values], "about": about} for words, values, about in found.forms]
    return {"forms": forms, "current": found.current}


def definition(studio: Studio, file: str, line: int, column: int, text: str | None = None) -> dict[str, Any]:
    """Where the name at a place is declared."""
    path = studio.take(file, text)
    spots = studio.spots
    found = navigation.definition(studio.files, path, spots.place(path, {"line": line, "column": column}))
    return {"places": [spots.span(one) for one in found]}


def references(studio: Studio, file: str, line: int, column: int, text: str | None = None) -> dict[str, Any]:
    """Every place where the name at a place stands, with its line."""
    path = studio.take(file, text)
    spots = studio.spots
    found = navigation.references(studio.files, path, spots.place(path, {"line": line, "column": column}))
    return {"places": [{**spots.span(one), "text": spots.lines(Path(one.file))[one.line - 1]} for one in found]}


def renamable(studio: Studio, file: str, line: int, column: int, text: str | None = None) -> dict[str, Any] | None:
    """What can be given another name at a place."""
    path = studio.take(file, text)
    spots = studio.spots
    found = renaming.renamable(studio.files, path, spots.place(path, {"line": line, "column": column}))
    if found is None:
        return None
    span = found.span
    name = spots.lines(path)[span.line - 1][span.column - 1 : span.end_column - 1]
    return {**spots.stretch(span), "name": name}


def rename(studio: Studio, file: str, line: int, column: int, name: str, text: str | None = None) -> dict[str, Any]:
    """The changes in all files that give what stands at a place another name."""
    path = studio.take(file, text)
    spots = studio.spots
    found = renaming.rename(studio.files, path, spots.place(path, {"line": line, "column": column}), name)
    return {"changes": spots.changes(found)}


def quick_fixes(studio: Studio, file: str, start: Spot, end: Spot, text: str | None = None) -> dict[str, Any]:
    """What can be done about the mistakes between two places, the certain first."""
    path = studio.take(file, text)
    spots = studio.spots
    known = _known_mistakes(studio, path)
    found = mending.actions(studio.files, path, known, spots.place(path, start), spots.place(path, end))
    return {"fixes": [_fix(spots, one) for one in found]}


def _known_mistakes(studio: Studio, path: Path) -> list[Diagnostic]:
    """The mistakes of a file, those of the longer checks too if these were made for this text."""
    state, later = studio.later.get(path, (None, []))
    if later and state == studio.state_of(path):
        return later
    return checking.mistakes(studio.files, path)


def _fix(spots: Spots, one: Action) -> dict[str, Any]:
    about = {"code": one.about[0], **spots.stretch(one.about[1])} if one.about is not None else None
    changes = spots.changes(one.changes)
    return {"title": one.title, "changes": changes, "certain": one.certain, "about": about, "rewrites": one.rewrites}


def lay_out(studio: Studio, file: str, text: str | None = None) -> dict[str, Any]:
    """The text in its standard layout; as it is if it has mistakes."""
    path = studio.take(file, text)
    try:
        return {"text": canonical(studio.files, path)}
    except (RulesetError, UsageError):
        return {"text": studio.files.text(path)}


def outline(studio: Studio, file: str, text: str | None = None) -> dict[str, Any]:
    """The parts of a file."""
    path = studio.take(file, text)
    spots = studio.spots
    return {"items": [_part(spots, one) for one in parts.outline(studio.files, path)]}


def _part(spots: Spots, item: OutlineItem) -> dict[str, Any]:
    named = spots.stretch(item.name_span)
    return {
        "name": item.name,
        "kind": item.kind,
        "detail": item.detail,
        **spots.stretch(item.span),
        "name_from": named["from"],
        "name_to": named["to"],
        "inside": [_part(spots, one) for one in item.inside],
    }


def lenses(studio: Studio, file: str, text: str | None = None) -> dict[str, Any]:
    """What can be done with the parts of a file, to be shown above them."""
    path = studio.take(file, text)
    spots = studio.spots
    found = above.lenses(studio.files, path)
    return {"lenses": [{"kind": one.kind, "words": one.words, **spots.stretch(one.span)} for one in found]}


def words(studio: Studio, file: str, text: str | None = None) -> dict[str, Any]:
    """The kinds of the words of a file, to show them in colours."""
    path = studio.take(file, text)
    spots = studio.spots
    return {
        "words": [
            {
                "kind": one.kind,
                **spots.ends(path, (one.line, one.column), (one.line, one.column + one.length)),
                "declares": one.declares,
            }
            for one in parts.marked_words(studio.files, path)
        ]
    }


def notes(studio: Studio, file: str, text: str | None = None) -> dict[str, Any]:
    """Numbers of cards and the like, to be shown between the words."""
    path = studio.take(file, text)
    spots = studio.spots
    found = between.notes(studio.files, path)
    return {"notes": [{"at": spots.spot(path, one.line, one.column), "text": one.text} for one in found]}


REQUESTS = (
    check, check_further, close, complete, hover, signature, definition, references, renamable, rename,
    quick_fixes, lay_out, outline, lenses, words, notes,
)  # fmt: skip
