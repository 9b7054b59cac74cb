"""Which step, action, option, event or condition the words of a change mean."""

from __future__ import annotations

from collections.abc import Callable

from ...base.diagnostics import Diagnostic, Note
from ...base.similar import certain, nearly_same, suggest
from ..handles import Handle, handles, matching, shortest, tidy
from ..load import Entry, Mapping, Scalar


def find(root: Mapping, words: Scalar, idle: Callable[[], list[str]], expression: bool = False) -> Handle | Diagnostic:
    """The one place with these words, or with `outer words / inner words`; what is wrong, if it is not just one.

    idle: the actions that the game does not use, which count only where nothing else has the words.
    expression: what is written for them may be a condition, perhaps a new one.
    """
    places = list(handles(root))
    text = tidy(words.text)
    found = matching(places, [text])
    parts = [part.strip() for part in text.split(" / ")]
    if not found and len(parts) > 1:
        found = matching(places, parts)
    if len(found) > 1:
        unused = idle()
        found = [p for p in found if p.path[0] != "actions" or p.path[1] not in unused] or found
    if len(found) == 1:
        return found[0]
    if not found:
        return _not_found(words, parts, places, expression)
    paths = [shortest(place, places) for place in found]
    choice = " or ".join(f"`{path}`" for path in dict.fromkeys(paths))
    hint = f"Write the words around it as well: {choice}."
    if len(set(paths)) < len(paths):
        hint = "Nothing around them tells them apart: give one of them other words first."
    notes = tuple(Note(place.entry.key.span, f"here it is {a_kind(place.kind)}") for place in found)
    return Diagnostic("change-ambiguous", f"`{text}` stands in {len(found)} places", words.span, hint=hint, notes=notes)


def _not_found(words: Scalar, parts: list[str], places: list[Handle], expression: bool) -> Diagnostic:
    last = [place for place in places if place.path[-1] == parts[-1]]
    if len(parts) > 1 and last:
        where = " or ".join(f"`{' / '.join(place.path)}`" for place in last)
        message, hint = f"`{parts[-1]}` does not stand inside `{' / '.join(parts[:-1])}`", f"It is at {where}."
        notes = tuple(Note(place.entry.key.span, "it stands here") for place in last)
        return Diagnostic("change-not-found", message, words.span, hint=hint, notes=notes)
    message = f"nothing is called `{parts[-1]}`"
    near = suggest(parts[-1], [place.path[-1] for place in places])
    found = [place for place in places if place.path[-1] == near]
    if near and not nearly_same(parts[-1], near):
        near, found = None, [place for place in found if expression and place.kind == "condition"]
    hint = "A change names a step, action, option, event or condition by its words, as they are written there."
    if near:
        hint = f"Did you mean `{near}`?"
    elif found and isinstance(found[0].owner, Entry) and len(found[0].path) > 1:
        where = f"{found[0].path[-2]}: {{{found[0].owner.key.text}: ...}}"
        hint = f"`change` names a condition that is there; a new condition goes under `{where}`."
        found = []
    notes = tuple(Note(place.entry.key.span, "it stands here") for place in found)
    instead = certain(parts[-1], near) if len(parts) == 1 else ""
    return Diagnostic("change-not-found", message, words.span, hint=hint, notes=notes, instead=instead)


def a_kind(kind: str) -> str:
    """`a step`, `an option`."""
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"
