"""Edit a tree's entries: copy, insert, remove, and make room for steps."""

from __future__ import annotations

from ...base import keywords
from ...base.keywords import COMPANIONS, DECISIONS, EVENTS, SLOTS
from ..handles import Handle, bare, tidy
from ..nodes import Entry, Mapping, Node, Scalar, Sequence, entries_in

# a new word of a group takes the place of the old one, and what belonged to the old one goes with it
GROUPS: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = tuple(
    (words, tuple(slot for slot, owners in COMPANIONS.items() if set(owners) < set(words)))
    for words in keywords.GROUPS.values()
)
# what a sentence cannot keep once it has lost the slot altogether
DEPENDENTS: dict[str, tuple[str, ...]] = {
    "when": ("otherwise",),
    **dict.fromkeys(DECISIONS, ("by", "if impossible")),
}


PROSE = ("game", "about", "notes", "rule", "was")


def copy_node(node: Node) -> Node:
    """A copy whose lists and mappings may be changed."""
    if isinstance(node, Sequence):
        return Sequence(node.span, [copy_node(item) for item in node.items])
    if isinstance(node, Mapping):
        return Mapping(node.span, {k: Entry(e.key, copy_node(e.value)) for k, e in node.entries.items()})
    return node


def is_null(node: Node) -> bool:
    """Whether a node is null."""
    return isinstance(node, Scalar) and node.value is None


def key_in(mapping: Mapping, name: str) -> str | None:
    """The key that a variant's key refers to: the same words, or the same name with or without brackets."""
    if name in mapping.entries:
        return name
    for key in mapping.entries:
        if tidy(key) == tidy(name):
            return key
    return next((key for key in mapping.entries if bare(key) == bare(name) and " " not in bare(key)), None)


def replace(mapping: Mapping, key: str, entry: Entry) -> None:
    """Replace an entry under the newer key; brackets missing in the newer one are kept."""
    old = mapping.entries[key].key
    if tidy(old.text) != tidy(entry.key.text) and "(" not in entry.key.text:
        entry = Entry(old, entry.value)
    mapping.entries = {k if k != key else entry.key.text: e if k != key else entry for k, e in mapping.entries.items()}


def put(base: Mapping, entry: Entry) -> None:
    """Set a slot of a sentence: in place of the old one, else where the order of slots puts it."""
    key = entry.key.text
    if key in base.entries:
        base.entries[key] = entry
        return
    rank, entries = SLOTS.get(key, 0), list(base.entries.items())
    at = len(entries)
    if rank:
        at = 1 + max((i for i, (k, _) in enumerate(entries) if 0 < SLOTS.get(k, 0) <= rank), default=-1)
    base.entries = dict([*entries[:at], (key, entry), *entries[at:]])


def is_sentence(mapping: Mapping) -> bool:
    """Whether a mapping has slots of a sentence, and is not words -> steps."""
    return any(key in SLOTS for key in mapping.entries)


def wrap_steps(steps: Node, around: Mapping) -> Mapping:
    """A mapping with the language's own keys of `around`, and the steps under `do`."""
    own = {k: e for k, e in around.entries.items() if k in SLOTS or k in (*EVENTS, "family")}
    whole = Mapping(around.span, own)
    put(whole, Entry(Scalar(steps.span, "do", "do"), steps))
    return whole


def drop(sentence: Mapping, slot: str) -> None:
    """Remove a slot from a sentence, and what is meaningless without it."""
    sentence.entries.pop(slot, None)
    for verbs, companions in GROUPS:
        for key in companions if slot in verbs else ():
            sentence.entries.pop(key, None)
    for key in DEPENDENTS.get(slot, ()):
        sentence.entries.pop(key, None)


def withdraw(root: Mapping, action: str) -> int:
    """Remove a deleted action from every menu; return how many menus are left without an option."""
    emptied = 0
    for menu in [entry.value for entry in entries_in(root) if entry.key.text == "one of"]:
        if isinstance(menu, Sequence) and menu.items:
            menu.items = [item for item in menu.items if not (isinstance(item, Scalar) and tidy(item.text) == action)]
            emptied += not menu.items
        elif isinstance(menu, Mapping):
            own = menu.entries.get(action)
            run = own.value if own is not None else None
            run = run.get("run") if isinstance(run, Mapping) and len(run.entries) == 1 else run
            if isinstance(run, Scalar) and tidy(run.text) == action:
                del menu.entries[action]
                emptied += not menu.entries
    return emptied


def own_steps(place: Handle) -> None:
    """Move named steps among an action's or event's other keys into a `do` of their own."""
    owner, container = place.owner, place.container
    words = {k: e for k, e in container.entries.items() if k not in SLOTS and k not in (*EVENTS, "family")}
    if len(words) == len(container.entries) or not isinstance(owner, Entry):
        return
    steps = Mapping(container.span, words)
    owner.value = whole = wrap_steps(steps, container)
    place.owner, place.container, place.sentence = whole.entries["do"], steps, whole


def split(place: Handle, entries: list[tuple[str, Entry]], at: int, steps: Node) -> None:
    """Make the container of a place a list, with wordless steps between its parts."""
    container, owner = place.container, place.owner
    parts = [Mapping(part[0][1].key.span, dict(part)) if part else None for part in (entries[:at], entries[at:])]
    middle = steps.items if isinstance(steps, Sequence) else [steps]
    items: list[Node] = [*parts[:1], *middle, *parts[1:]]  # type: ignore[list-item]
    items = [item for item in items if item is not None]
    if isinstance(owner, Sequence):
        where = next(i for i, item in enumerate(owner.items) if item is container)
        owner.items[where : where + 1] = items
    elif owner is not None:
        place.owner = owner.value = Sequence(container.span, items)
    place.container = next(part for part in parts if part is not None and place.key in part.entries)
