"""A variant's changes to steps, actions, options, events and conditions, each found by its words."""

from __future__ import annotations

from ...base import keywords
from ...base.diagnostics import Diagnostic, Note, Span
from ...base.keywords import BRANCHES, COMPANIONS, CONDITIONS, DECISIONS, EVENTS, SLOTS, VERBS
from ...base.similar import certain, nearly_same, suggest
from ..load import Entry, Mapping, Node, Scalar, Sequence
from ..places import HEADS, Place, bare, each, level, matching, named, shortest, tidy, walk
from .mentions import unused

PATCHES = ("before", "after", "instead")
DOCUMENTATION = ("rule", "about", "was")
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


def copied(node: Node) -> Node:
    """A copy whose lists and mappings may be changed."""
    if isinstance(node, Sequence):
        return Sequence(node.span, [copied(item) for item in node.items])
    if isinstance(node, Mapping):
        return Mapping(node.span, {k: Entry(e.key, copied(e.value)) for k, e in node.entries.items()})
    return node


def is_null(node: Node) -> bool:
    return isinstance(node, Scalar) and node.value is None


def key_in(mapping: Mapping, name: str) -> str | None:
    """The key that a variant's key stands for: the same words, or the same name with or without brackets."""
    if name in mapping.entries:
        return name
    for key in mapping.entries:
        if tidy(key) == tidy(name):
            return key
    return next((key for key in mapping.entries if bare(key) == bare(name) and " " not in bare(key)), None)


def replace(mapping: Mapping, key: str, entry: Entry) -> None:
    """Put an entry in the place of another, under the newer key; brackets left out by the newer one are kept."""
    old = mapping.entries[key].key
    if tidy(old.text) != tidy(entry.key.text) and "(" not in entry.key.text:
        entry = Entry(old, entry.value)
    mapping.entries = {k if k != key else entry.key.text: e if k != key else entry for k, e in mapping.entries.items()}


class Changer:
    """Applies changes to a tree, collecting what is wrong with them in `problems`."""

    def __init__(self, root: Mapping, problems: list[Diagnostic]) -> None:
        self.root = root
        self.problems = problems
        self.library: list[tuple[str, str]] = []  # the parts that came from libraries, such as ("actions", "auction")
        self.removed: set[str] = set()  # names and words taken out so far: two variants may take out the same
        self.changed: dict[str, Scalar] = {}  # actions of libraries that the present file changes, and where

    def error(
        self, code: str, message: str, span: Span, hint: str = "", notes: tuple[Note, ...] = (), instead: str = ""
    ) -> None:
        self.problems.append(Diagnostic(code, message, span, hint=hint, notes=notes, instead=instead))

    def apply(self, changes: Mapping) -> None:
        """Apply the entries of a `change:` section, one after another."""
        for change in changes.entries.values():
            text = tidy(change.key.text)
            if is_null(change.value) and text in self.removed and not matching(list(walk(self.root)), [text]):
                continue
            place = self.find(change.key, isinstance(change.value, Scalar) and not is_null(change.value))
            if place is not None:
                if place.path[0] == "actions":
                    self.changed[place.path[1]] = change.key
                self.patch(place, change)

    def note(self, section: str, patch: Mapping) -> None:
        """Remember which actions a file changes in its own section `actions`."""
        if section == "actions":
            self.changed |= {tidy(entry.key.text): entry.key for entry in patch.entries.values()}

    def in_vain(self) -> None:
        """Report changes of the present file to actions of libraries that the game does not use."""
        idle = self.idle() if self.changed else []
        used = [f"`{tidy(key)}`" for section, key in self.library if section == "actions" and tidy(key) not in idle]
        for words, key in self.changed.items():
            if words in idle:
                hint = f"Of the libraries it uses {', '.join(used)}." if used else "It uses no action of its libraries."
                self.error("change-unused", f"this changes nothing: the game does not use `{words}`", key.span, hint)
        self.changed = {}

    def idle(self) -> list[str]:
        """The actions of libraries that the game, as it is now, does not use."""
        return [tidy(key) for section, key in unused(self.root, self.library) if section == "actions"]

    # -- finding words

    def find(self, words: Scalar, expression: bool = False) -> Place | None:
        """The one place with these words, or with `outer words / inner words`; None (and an error) if not just one.

        expression: what is written for them may be a condition, perhaps a new one.
        """
        places = list(walk(self.root))
        text = tidy(words.text)
        found = matching(places, [text])
        parts = [part.strip() for part in text.split(" / ")]
        if not found and len(parts) > 1:
            found = matching(places, parts)
        if len(found) > 1:
            idle = self.idle()
            found = [p for p in found if p.path[0] != "actions" or p.path[1] not in idle] or found
        if len(found) == 1:
            return found[0]
        if not found:
            self.not_found(words, parts, places, expression)
            return None
        paths = [shortest(place, places) for place in found]
        choice = " or ".join(f"`{path}`" for path in dict.fromkeys(paths))
        hint = f"Write the words around it as well: {choice}."
        if len(set(paths)) < len(paths):
            hint = "Nothing around them tells them apart: give one of them other words first."
        notes = tuple(Note(place.entry.key.span, f"here it is {_a(place.kind)}") for place in found)
        self.error("change-ambiguous", f"`{text}` stands in {len(found)} places", words.span, hint, notes)
        return None

    def not_found(self, words: Scalar, parts: list[str], places: list[Place], expression: bool) -> None:
        last = [place for place in places if place.path[-1] == parts[-1]]
        if len(parts) > 1 and last:
            where = " or ".join(f"`{' / '.join(place.path)}`" for place in last)
            message, hint = f"`{parts[-1]}` does not stand inside `{' / '.join(parts[:-1])}`", f"It is at {where}."
            notes = tuple(Note(place.entry.key.span, "it stands here") for place in last)
            near = None
        else:
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
        self.error("change-not-found", message, words.span, hint, notes, instead)

    # -- changing what was found

    def patch(self, place: Place, change: Entry) -> None:
        """Change the entry at a place: null removes it, a text or list replaces it, a sentence fills slots."""
        value = change.value
        if is_null(value):
            self.remove(place, change.key.span)
            return
        entry = place.entry
        if place.kind == "condition" or not isinstance(value, Mapping):
            entry.value = self.fresh(value)
            if tidy(change.key.text) == tidy(entry.key.text):
                entry.key = Scalar(change.key.span, place.key, place.key)
            return
        patches = () if place.kind == "event" else PATCHES
        rest = Mapping(value.span, {k: e for k, e in value.entries.items() if k not in patches})
        instead = value.entries.get("instead")
        if instead and rest.entries:
            key = next(iter(rest.entries.values())).key
            hint = "Write it inside `instead`, or leave `instead` out to change only some parts."
            self.error(
                "change-instead", f"`instead` writes the whole anew, so `{key.text}` has no place here", key.span, hint
            )
        elif instead:
            entry.value = self.fresh(instead.value)
        elif rest.entries:
            self.sentence(place, rest)
        for side in ("after", "before"):
            if side in patches and side in value.entries:
                self.insert(place, value.entries[side])

    def remove(self, place: Place, span: Span) -> None:
        """Take out what stands at a place; span is where the variant says so."""
        container, owner = place.container, place.owner
        del container.entries[place.key]
        self.removed.add(place.path[-1])
        if place.kind == "action":
            self.offered_no_more(tidy(place.key), span)
        if place.kind in ("action", "event") and not container.entries:
            self.root.entries = {k: e for k, e in self.root.entries.items() if e.value is not container}
        if container.entries or owner is None:
            return
        if isinstance(owner, Sequence):
            owner.items = [item for item in owner.items if item is not container]
        elif place.kind == "condition" and place.sentence is not None:
            self.drop(place.sentence, owner.key.text)
        elif place.kind == "step":
            owner.value = Scalar(container.span, "nothing", "nothing")
            if owner is self.root.entries.get("phases"):
                hint = "Leave one phase, or write a new one under `phases`."
                self.error("missing-steps", "this takes away the last phase, so that nobody plays", span, hint)
        elif place.kind == "option":
            self.empty_menu(span)

    def empty_menu(self, span: Span) -> None:
        hint = "Leave one option, or remove the whole step."
        self.error("change-empty-menu", "this takes away the last option of `one of`", span, hint)

    def offered_no_more(self, action: str, span: Span) -> None:
        """Take the name of an action that is gone out of every menu."""
        waiting: list[Node] = [self.root]
        while waiting:
            node = waiting.pop()
            waiting += node.items if isinstance(node, Sequence) else []
            for key, entry in node.entries.items() if isinstance(node, Mapping) else ():
                waiting.append(entry.value)
                menu = entry.value if key == "one of" else None
                if isinstance(menu, Sequence):
                    before = menu.items
                    menu.items = [
                        item for item in before if not (isinstance(item, Scalar) and tidy(item.text) == action)
                    ]
                    if before and not menu.items:
                        self.empty_menu(span)
                elif isinstance(menu, Mapping):
                    own = menu.entries.get(action)
                    if own is not None and isinstance(own.value, Scalar) and tidy(own.value.text) == action:
                        del menu.entries[action]
                        if not menu.entries:
                            self.empty_menu(span)

    def drop(self, sentence: Mapping, slot: str) -> None:
        """Take a slot out of a sentence, and what is meaningless without it."""
        sentence.entries.pop(slot, None)
        for verbs, companions in GROUPS:
            for key in companions if slot in verbs else ():
                sentence.entries.pop(key, None)
        for key in DEPENDENTS.get(slot, ()):
            sentence.entries.pop(key, None)

    def sentence(self, place: Place, patch: Mapping) -> None:
        """Fill the slots of the step at a place with those of a partial sentence."""
        entry = place.entry
        heads = HEADS.get(place.kind, ())
        if not any(key in SLOTS or key in heads for key in patch.entries):
            patch = _wrapped(patch, patch)
        base = self.base(place, patch)
        if base is not None:
            entry.value = base
            self.slots(base, patch, place.kind)

    def base(self, place: Place, patch: Mapping) -> Mapping | None:
        """The step at a place as a sentence of its own, ready for new slots; None (and an error) if it cannot."""
        value = place.entry.value
        if isinstance(value, Scalar):
            empty = (
                is_null(value)
                or value.text == "nothing"
                or any(key in patch.entries for key in (*DECISIONS, *VERBS, "do"))
            )
            key = Scalar(value.span, "run", "run")
            return Mapping(value.span, {} if empty else {"run": Entry(key, value)})
        if isinstance(value, Sequence):
            allowed = ("do", *DOCUMENTATION)
            wrong = next((e.key for k, e in patch.entries.items() if k not in allowed), None)
            if wrong is None:
                return _wrapped(value, Mapping(value.span, {}))
            message = f"`{place.path[-1]}` is a list of steps, so `{wrong.text}` cannot be put into it"
            hint = "Write the whole step anew under `instead`, with the list under `do`."
            self.error("change-list", message, wrong.span, hint, (Note(place.entry.key.span, "the list is here"),))
            return None
        heads = HEADS.get(place.kind, ())
        words = {k: e for k, e in value.entries.items() if k not in SLOTS and k not in heads}
        if not words:
            return value
        return _wrapped(Mapping(value.span, words), value)

    def slots(self, base: Mapping, patch: Mapping, kind: str) -> None:
        own = () if kind != "action" or isinstance(base.get("run"), Scalar) else HEADS["action"]
        present = set(base.entries)
        if (was := patch.entries.get("was")) is not None and not is_null(was.value):
            hint = "Leave it out. A new step that stands in the place of an old one may say `was`."
            message = "`was` tells the words of before, and a change gives a part no new words"
            self.error("misplaced-key", message, was.key.span, hint)
        for key, change in patch.entries.items():
            if is_null(change.value) and key not in present:
                self.missing(change.key, base)
        groups = (*GROUPS, (EVENTS, ())) if kind == "event" else GROUPS
        for verbs, companions in groups:
            self.other_verb(base, patch, verbs, tuple(key for key in companions if key not in own))
        for key, change in patch.entries.items():
            if is_null(change.value):
                if key in base.entries:
                    self.drop(base, key)
            else:
                self.slot(base, patch, key, change, bool(own))

    def other_verb(self, base: Mapping, patch: Mapping, verbs: tuple[str, ...], companions: tuple[str, ...]) -> None:
        given = [key for key in verbs if key in patch.entries and not is_null(patch.entries[key].value)]
        for verb in verbs:
            if given and verb in base.entries and verb not in given:
                for key in (verb, *companions):
                    base.entries.pop(key, None)

    def missing(self, key: Scalar, base: Mapping) -> None:
        """Report that there is nothing to remove under a key."""
        if tidy(key.text) in self.removed:
            return
        near = suggest(key.text, base.entries)
        known = ", ".join(f"`{name}`" for name in base.entries)
        hint = (
            f"Did you mean `{near}`?"
            if near
            else f"There is: {known}."
            if known
            else "There is nothing left to remove."
        )
        notes = (Note(base.entries[near].key.span, "it stands here"),) if near else ()
        message = f"`{tidy(key.text)}` cannot be removed: it is not there"
        self.error("nothing-to-remove", message, key.span, hint, notes, certain(key.text, near))

    def slot(self, base: Mapping, patch: Mapping, key: str, change: Entry, action: bool) -> None:
        """Fill one slot: words are merged by their words, names by their names, anything else is replaced."""
        old, new = base.get(key), change.value
        if key in BRANCHES and isinstance(new, Mapping) and old is not None and not is_sentence(new):
            if self.steps(base.entries[key], new, base):
                return
        elif isinstance(new, Mapping) and isinstance(old, Mapping):
            kinds = {**dict.fromkeys(CONDITIONS, "condition"), "one of": "option", "whenever": "event"}
            if key in kinds:
                self.words(old, new, base.entries[key], base, kinds[key])
                return
            if key == "remember" or (key in ("with", "gives") and (action or "run" not in patch.entries)):
                self.names(old, new)
                return
        elif key in CONDITIONS and isinstance(old, Mapping) and not isinstance(new, Sequence):
            self.wordless(key, change, old)
            return
        elif key == "one of" and isinstance(new, Mapping) and isinstance(old, Sequence):
            base.entries[key].value = self.menu(old, new)
            return
        put(base, Entry(change.key, self.fresh(new)))

    def wordless(self, key: str, change: Entry, old: Mapping) -> None:
        """Report a condition without words that would silently replace those that have words."""
        words = [tidy(words) for words in old.entries]
        text = change.value.text if isinstance(change.value, Scalar) else "..."
        listed = " and ".join(f"`{one}`" for one in words)
        message = f"this would replace {listed}, which {'has' if len(words) == 1 else 'have'} words"
        hint = (
            f"Give it words of its own: `{key}: {{why it is so: {text}}}` adds it; with `{words[0]}: null` beside it, "
            f"it takes the place of the old one. `{words[0]}: {text}` writes the old one anew."
        )
        notes = tuple(Note(entry.key.span, "it stands here") for entry in old.entries.values())
        self.error("change-condition", message, change.key.span, hint, notes)

    def steps(self, owner: Entry, patch: Mapping, sentence: Mapping) -> bool:
        """Merge named steps into the steps that owner holds, by their words; False if those have no words."""
        if not list(level(owner, sentence)):
            return False
        for change in _removals_last(patch):
            place = named(level(owner, sentence), change.key.text)
            if place is not None:
                self.patch(place, change)
            elif self.is_new(change, level(owner, sentence)):
                self.append(owner, change)
        return True

    def elsewhere(self, section: str, owner: Entry, patch: Mapping) -> None:
        """Report entries of a section of steps that would be new, but are called like a step further inside."""
        here = level(owner, self.root)
        steps = [place for place in walk(self.root) if place.kind == "step"]
        for key, change in patch.entries.items():
            found = matching(steps, [tidy(key)]) if key not in SLOTS and named(here, key) is None else []
            if found and not is_null(change.value):
                words = tidy(key)
                message = f"`{words}` is a step of the base: under `{section}` it would be a new one after all others"
                path = words if len(found) == 1 else shortest(found[0], list(walk(self.root)))
                hint = f"Write it under `change` to alter it: `change: {{{path}: ...}}`. A new step needs other words."
                note = Note(found[0].entry.key.span, "it stands here")
                self.error("defined-twice", message, change.key.span, hint, (note,))

    def append(self, owner: Entry, change: Entry) -> None:
        """Add a named step at the end of the steps that owner holds."""
        new = Entry(change.key, self.fresh(change.value))
        steps = owner.value
        if isinstance(steps, Sequence):
            steps.items.append(Mapping(change.key.span, {new.key.text: new}))
        elif isinstance(steps, Mapping):
            steps.entries[new.key.text] = new
        else:
            owner.value = Mapping(change.key.span, {new.key.text: new})

    def words(self, base: Mapping, patch: Mapping, owner: Entry, sentence: Mapping | None, kind: str) -> None:
        """Merge words -> condition, option, event or action by the words."""
        for change in _removals_last(patch):
            places = [p for p in each(base, (), owner, sentence, kind) if len(p.path) == 1]
            place = named(places, change.key.text)
            if place is not None:
                self.patch(place, change)
            elif self.is_new(change, places, kind):
                base.entries[change.key.text] = Entry(change.key, self.fresh(change.value))

    def is_new(self, change: Entry, places: list[Place], kind: str = "step") -> bool:
        """True if a change can stand as a new entry; removing or changing what is not there is an error."""
        value, known = change.value, {place.path[-1]: place.entry for place in places}
        patches = PATCHES if kind in ("step", "option", "action") else ()
        if is_null(value):
            self.missing(change.key, Mapping(value.span, known))
        elif isinstance(value, Mapping) and any(key in value.entries for key in patches):
            near = suggest(change.key.text, known)
            hint = f"Did you mean `{near}`?" if near else f"Known here: {', '.join(f'`{words}`' for words in known)}."
            self.error("change-not-found", f"nothing is called `{tidy(change.key.text)}` here", change.key.span, hint)
        else:
            return True
        return False

    def names(self, base: Mapping, patch: Mapping) -> None:
        """Merge name -> value by the names."""
        for change in patch.entries.values():
            key = key_in(base, change.key.text)
            if is_null(change.value):
                if key is None:
                    self.missing(change.key, base)
                else:
                    del base.entries[key]
                    self.removed.add(tidy(change.key.text))
            elif key is None:
                base.entries[change.key.text] = Entry(change.key, self.fresh(change.value))
            else:
                replace(base, key, Entry(change.key, self.fresh(change.value)))

    def menu(self, old: Sequence, new: Mapping) -> Node:
        """A list of actions' names with the options of a mapping added or, where null, removed."""
        names = Mapping(old.span, {})
        for item in old.items:
            if isinstance(item, Scalar):
                names.entries[item.text] = Entry(Scalar(item.span, item.text, item.text), item)
        for change in new.entries.values():
            key = key_in(names, change.key.text)
            if not is_null(change.value):
                names.entries[key or change.key.text] = Entry(change.key, self.fresh(change.value))
            elif key is None:
                self.missing(change.key, names)
            else:
                del names.entries[key]
        if not names.entries:
            self.empty_menu(new.span)
        entries = names.entries.items()
        if all(isinstance(e.value, Scalar) and tidy(e.value.text) == tidy(k) for k, e in entries):
            return Sequence(old.span, [entry.value for _, entry in entries])
        return names

    def fresh(self, node: Node) -> Node:
        """A copy of a part that is written anew as a whole; what it wants removed is reported."""
        waiting = [node]
        while waiting:
            part = waiting.pop()
            if isinstance(part, Sequence):
                waiting += part.items
            elif isinstance(part, Mapping):
                waiting += [entry.value for entry in part.entries.values()]
                for entry in part.entries.values():
                    if is_null(entry.value):
                        message = f"`{tidy(entry.key.text)}` cannot be removed: it is not there"
                        hint = "The part around it is written anew as a whole: just leave this line out."
                        self.error("nothing-to-remove", message, entry.key.span, hint)
        return copied(node)

    # -- inserting steps

    def insert(self, place: Place, given: Entry) -> None:
        """Put the steps given under `before` or `after` beside the step at a place."""
        side, steps = given.key.text, given.value
        if place.kind != "step":
            hint = f"Write an event under `whenever`, with `{side}: {place.path[-1]}`."
            if place.kind == "option":
                hint = "New options are written under `one of`, further steps under `do`."
            message = f"`{side}` adds steps beside a step, but `{place.path[-1]}` is {_a(place.kind)}"
            self.error("change-insert", message, given.key.span, hint)
            return
        if is_null(steps):
            self.error(
                "change-insert", f"there are no steps under `{side}`", given.key.span, "Write one, or delete the line."
            )
            return
        steps = self.fresh(steps)
        self.own_steps(place)
        entries = list(place.container.entries.items())
        at = [key for key, _ in entries].index(place.key) + (side == "after")
        if isinstance(steps, Mapping) and not is_sentence(steps):
            for key, entry in steps.entries.items():
                twin = key_in(place.container, key)
                if twin is not None:
                    note = Note(place.container.entries[twin].key.span, "it stands here")
                    message = f"there is already a step called `{tidy(key)}` here"
                    self.error("defined-twice", message, entry.key.span, "Give the new one other words.", (note,))
                    return
            place.container.entries = dict([*entries[:at], *steps.entries.items(), *entries[at:]])
            return
        self.split(place, entries, at, steps)

    def split(self, place: Place, entries: list[tuple[str, Entry]], at: int, steps: Node) -> None:
        """Make the container of a place a list, with steps that have no words between its parts."""
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

    def own_steps(self, place: Place) -> None:
        """Give named steps that stand among an action's or event's other keys a `do` of their own."""
        owner, container = place.owner, place.container
        words = {k: e for k, e in container.entries.items() if k not in SLOTS and k not in (*EVENTS, "family")}
        if len(words) == len(container.entries) or not isinstance(owner, Entry):
            return
        steps = Mapping(container.span, words)
        owner.value = whole = _wrapped(steps, container)
        place.owner, place.container, place.sentence = whole.entries["do"], steps, whole


def put(base: Mapping, entry: Entry) -> None:
    """Set a slot of a sentence: in the place of the old one, else where the order of slots wants it."""
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
    """True if a mapping has slots of a sentence, so is not words -> steps."""
    return any(key in SLOTS for key in mapping.entries)


def _wrapped(steps: Node, around: Mapping) -> Mapping:
    """A mapping with the language's own keys of `around`, and the steps under `do`."""
    own = {k: e for k, e in around.entries.items() if k in SLOTS or k in (*EVENTS, "family")}
    whole = Mapping(around.span, own)
    put(whole, Entry(Scalar(steps.span, "do", "do"), steps))
    return whole


def _a(kind: str) -> str:
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"


def _removals_last(patch: Mapping) -> list[Entry]:
    """Removing the last part takes what held it too, so nothing may come after that."""
    return sorted(patch.entries.values(), key=lambda change: is_null(change.value))
