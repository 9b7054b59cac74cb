"""Handles: find every step, action, option, event and condition of a ruleset by its words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..base.diagnostics import Diagnostic, Note
from ..base.keywords import BRANCHES, CONDITIONS, EVENTS, LOOPS, SLOTS
from ..base.similar import certain, nearly_same, question, suggest
from .nodes import Entry, Mapping, Node, Scalar, Sequence

HEADS: dict[str, tuple[str, ...]] = {"action": ("with", "gives", "family"), "event": EVENTS}


@dataclass(slots=True, eq=False)
class Handle:
    """A place with words: `container` holds them as a key, `owner` holds the container, `sentence` holds the owner.

    kind is step, action, option, event or condition; path is the section, the words around, and the words themselves.
    """

    kind: str
    path: tuple[str, ...]
    container: Mapping
    key: str
    owner: Entry | Sequence | None
    sentence: Mapping | None

    @property
    def entry(self) -> Entry:
        return self.container.entries[self.key]


def tidy(words: str) -> str:
    """Words with every run of white space replaced by one blank."""
    return " ".join(words.split())


def old_words(node: Node) -> list[str]:
    """The former words (`was`) of a step or the like."""
    was = node.get("was") if isinstance(node, Mapping) else None
    return [tidy(n.text) for n in (was.items if isinstance(was, Sequence) else [was]) if isinstance(n, Scalar)]


def repeat_word(node: Node) -> str:
    """The word for one pass of a repeated step: a turn or a pass; "" for any other step."""
    keys = node.entries if isinstance(node, Mapping) else ()
    return "turn" if "turns" in keys else "pass" if any(key in keys for key in (*LOOPS, "until")) else ""


def bare(name: str) -> str:
    """A name without the brackets of its parameters."""
    return tidy(name).partition("(")[0].rstrip()


def handles(root: Mapping) -> Iterator[Handle]:
    """Every place with words in a ruleset, from top to bottom."""
    for section, kind in (("setup", "step"), ("phases", "step"), ("actions", "action"), ("whenever", "event")):
        entry = root.entries.get(section)
        if entry is None:
            continue
        if kind == "step":
            yield from _inside(entry.value, (section,), entry, root, "step")
        elif isinstance(entry.value, Mapping):
            yield from handles_in(entry.value, (section,), entry, root, kind)


def handles_in(
    mapping: Mapping, path: tuple[str, ...], owner: Entry | Sequence | None, sentence: Mapping | None, kind: str
) -> Iterator[Handle]:
    """The places with words in a mapping."""
    for key, entry in mapping.entries.items():
        here = (*path, tidy(key))
        yield Handle(kind, here, mapping, key, owner, sentence)
        if kind != "condition":
            yield from _inside(entry.value, here, entry, mapping, kind)


def _inside(
    node: Node, path: tuple[str, ...], owner: Entry | Sequence, sentence: Mapping | None, kind: str
) -> Iterator[Handle]:
    """The places with words in a node."""
    if isinstance(node, Sequence):
        for item in node.items:
            yield from _inside(item, path, node, sentence, "step")
        return
    if not isinstance(node, Mapping):
        return
    for key, entry in node.entries.items():
        if key in BRANCHES:
            yield from _inside(entry.value, path, entry, node, "step")
        elif key in (*CONDITIONS, "one of", "whenever"):
            if isinstance(entry.value, Mapping):
                inner = "option" if key == "one of" else "event" if key == "whenever" else "condition"
                places = handles_in(entry.value, path, entry, node, inner)
                for place in places:  # the place of an option that is just an action's words is that action
                    action = place.entry.value if inner == "option" else None
                    if not isinstance(action, Scalar) or tidy(action.text) != tidy(place.key):
                        yield place
        elif key not in SLOTS and key not in HEADS.get(kind, ()):
            here = (*path, tidy(key))
            yield Handle("step", here, node, key, owner, sentence)
            yield from _inside(entry.value, here, entry, node, "step")


def level(owner: Entry, sentence: Mapping | None, kind: str = "step") -> list[Handle]:
    """The named parts of a kind directly in an owner."""
    if kind != "step":
        parts = handles_in(owner.value, (), owner, sentence, kind) if isinstance(owner.value, Mapping) else ()
        return [place for place in parts if len(place.path) == 1]
    places = _inside(owner.value, (), owner, sentence, "step")
    return [p for p in places if len(p.path) == 1 and p.kind == "step" and (p.owner is owner or p.owner is owner.value)]


def find_handle(places: list[Handle], words: str) -> Handle | None:
    """The place with these words, else the one that had them before."""
    text = tidy(words)
    return next((p for p in places if p.path[-1] == text), None) or next(
        (p for p in places if text in old_words(p.entry.value)), None
    )


def matching(places: list[Handle], parts: list[str]) -> list[Handle]:
    """The places whose words end in the last part, within the others; else those that had the words before."""
    inside = [place for place in places if _within(parts[:-1], place.path[:-1])]
    found = [place for place in inside if place.path[-1] == parts[-1]]
    found = found or [place for place in inside if parts[-1] in old_words(place.entry.value)]
    whole = [place for place in found if list(place.path) == parts]
    return whole if len(parts) > 1 and whole else found


def _within(parts: list[str], path: tuple[str, ...]) -> bool:
    """Whether parts occur in this order in a path."""
    rest = iter(path)
    return all(part in rest for part in parts)


def shortest(place: Handle, places: list[Handle]) -> str:
    """The shortest path, from the innermost words outwards, that only this place has."""
    for around in reversed(place.path[:-1]):
        if matching(places, [around, place.path[-1]]) == [place]:
            return f"{around} / {place.path[-1]}"
    return " / ".join(place.path)


def find(root: Mapping, words: Scalar, idle: Callable[[], list[str]], expression: bool = False) -> Handle | Diagnostic:
    """Find the one place with these words, or with `outer words / inner words`; else return the mistake.

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
    """The mistake of words that name no part, with suggestions."""
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
    hint = "A change names a step, action, option, event or condition by its exact words."
    if near:
        hint = question(parts[-1], near)
    elif found and isinstance(found[0].owner, Entry) and len(found[0].path) > 1:
        where = f"{found[0].path[-2]}: {{{found[0].owner.key.text}: ...}}"
        hint = f"`change` names a condition that already exists; a new one goes under `{where}`."
        found = []
    notes = tuple(Note(place.entry.key.span, "it stands here") for place in found)
    instead = certain(parts[-1], near) if len(parts) == 1 else ""
    return Diagnostic("change-not-found", message, words.span, hint=hint, notes=notes, instead=instead)


def a_kind(kind: str) -> str:
    """The kind with its article: `a step`, `an option`."""
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"
