"""Apply a variant's changes to steps, actions, options, events and conditions, each found by its words."""

from __future__ import annotations

from collections.abc import Iterator

from ...base.diagnostics import Diagnostic, Note, Span
from ...base.keywords import BRANCHES, CONDITIONS, DECISIONS, EVENTS, SLOTS, VERBS
from ...base.similar import ask_if_meant, certain, question, suggest
from ..handles import HEADS, Handle, a_kind, find, find_handle, handles, level, matching, shortest, tidy
from ..nodes import Entry, Mapping, Node, Scalar, Sequence, entries_in
from .edits import (
    GROUPS,
    copy_node,
    drop,
    is_null,
    is_sentence,
    key_in,
    own_steps,
    put,
    replace,
    split,
    withdraw,
    wrap_steps,
)
from .mentions import unused_parts
from .rewording import of_old_words, reword

PATCHES = ("before", "after", "instead")
DOCUMENTATION = ("rule", "about", "was")


class Changer:
    """Applies changes to a tree, collecting what is wrong with them in `problems`."""

    def __init__(self, root: Mapping, problems: list[Diagnostic]) -> None:
        self.root = root
        self.problems = problems
        self.library: list[tuple[str, str]] = []  # the parts that came from libraries, such as ("actions", "auction")
        self.removed: dict[str, Span] = {}  # names and words taken out so far: two variants may take out the same
        self.changed: dict[str, Scalar] = {}  # actions of libraries that the present file changes, and where

    def error(
        self, code: str, message: str, span: Span, hint: str = "", notes: tuple[Note, ...] = (), instead: str = ""
    ) -> None:
        self.problems.append(Diagnostic(code, message, span, hint=hint, notes=notes, instead=instead))

    def apply(self, changes: Mapping) -> None:
        """Apply the entries of a `change:` section, one after another."""
        for change in changes.entries.values():
            text = tidy(change.key.text)
            if is_null(change.value) and text in self.removed and not matching(list(handles(self.root)), [text]):
                continue
            words, change = change.key, of_old_words(self.root, change)
            expression = isinstance(change.value, Scalar) and not is_null(change.value)
            place = find(self.root, change.key, self.idle, expression)
            if isinstance(place, Diagnostic):
                self.problems.append(self.explain_missing(text.split(" / ")[-1], place))
                continue
            if place.path[0] == "actions":
                self.changed[place.path[1]] = change.key
            self.patch(place, change)
            if words is not change.key:
                old = tidy(place.key)
                self.problems += reword(self.root, place, words)
                self.library = [(part, words.text if tidy(key) == old else key) for part, key in self.library]

    def explain_missing(self, words: str, missing: Diagnostic) -> Diagnostic:
        """The mistake of words that do not exist; if they were removed, with the place where."""
        place = self.removed.get(words)
        if place is None or missing.code != "change-not-found":
            return missing
        message = f"`{words}` was removed by another change, so it cannot be changed"
        hint = "Use only one of the two changes, or write the new rule in one place."
        return Diagnostic(missing.code, message, missing.span, hint=hint, notes=(Note(place, "this removes it"),))

    def note(self, section: str, patch: Mapping) -> None:
        """Remember which actions a file changes in its own section `actions`."""
        if section == "actions":
            self.changed |= {tidy(entry.key.text): entry.key for entry in patch.entries.values()}

    def report_unused(self) -> None:
        """Report the present file's changes to library actions that the game does not use."""
        idle = self.idle() if self.changed else []
        used = [f"`{tidy(key)}`" for section, key in self.library if section == "actions" and tidy(key) not in idle]
        for words, key in self.changed.items():
            if words in idle:
                hint = f"Of the libraries it uses {', '.join(used)}." if used else "It uses no action of its libraries."
                self.error("change-unused", f"this changes nothing: the game does not use `{words}`", key.span, hint)
        self.changed = {}

    def idle(self) -> list[str]:
        """The library actions that the game, as it is now, does not use."""
        return [tidy(key) for section, key in unused_parts(self.root, self.library) if section == "actions"]

    # -- changing what was found

    def patch(self, place: Handle, change: Entry) -> None:
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
            message = f"`instead` replaces the whole step, so `{key.text}` does not belong here"
            self.error("change-instead", message, key.span, hint)
        elif instead:
            entry.value = self.fresh(instead.value)
        elif rest.entries:
            self.sentence(place, rest)
        for side in ("after", "before"):
            if side in patches and side in value.entries:
                self.insert(place, value.entries[side])

    def remove(self, place: Handle, span: Span) -> None:
        """Remove what stands at a place; span is where the variant says so."""
        container, owner = place.container, place.owner
        del container.entries[place.key]
        self.removed[place.path[-1]] = span
        if place.kind == "action":
            for _ in range(withdraw(self.root, tidy(place.key))):
                self.empty_menu(span)
        if place.kind in ("action", "event") and not container.entries:
            self.root.entries = {k: e for k, e in self.root.entries.items() if e.value is not container}
        if container.entries or owner is None:
            return
        if isinstance(owner, Sequence):
            owner.items = [item for item in owner.items if item is not container]
        elif place.kind == "condition" and place.sentence is not None:
            drop(place.sentence, owner.key.text)
        elif place.kind == "step":
            owner.value = Scalar(container.span, "nothing", "nothing")
            if owner is self.root.entries.get("phases"):
                hint = "Leave one phase, or write a new one under `phases`."
                self.error("missing-steps", "this removes the last phase, so that nobody plays", span, hint)
        elif place.kind == "option":
            self.empty_menu(span)

    def empty_menu(self, span: Span) -> None:
        hint = "Leave one option, or remove the whole step."
        self.error("change-empty-menu", "this removes the last option of `one of`", span, hint)

    def sentence(self, place: Handle, patch: Mapping) -> None:
        """Fill the slots of the step at a place with those of a partial sentence."""
        entry = place.entry
        heads = HEADS.get(place.kind, ())
        if not any(key in SLOTS or key in heads for key in patch.entries):
            patch = wrap_steps(patch, patch)
        base = self.base(place, patch)
        if base is not None:
            entry.value = base
            self.slots(base, patch, place.kind)

    def base(self, place: Handle, patch: Mapping) -> Mapping | None:
        """The step at a place in its full form, ready for new slots; None (and an error) if that is not possible."""
        value = place.entry.value
        if isinstance(value, Scalar):
            empty = (
                is_null(value)
                or value.text == "nothing"
                or any(key in patch.entries for key in (*DECISIONS, *VERBS, "do"))
            )
            do = patch.get("do")
            if isinstance(do, Mapping) and not is_sentence(do) and self.wordless_steps("do", value, do):
                return None
            key = Scalar(value.span, "run", "run")
            return Mapping(value.span, {} if empty else {"run": Entry(key, value)})
        if isinstance(value, Sequence):
            allowed = ("do", *DOCUMENTATION)
            wrong = next((e.key for k, e in patch.entries.items() if k not in allowed), None)
            if wrong is None:
                return wrap_steps(value, Mapping(value.span, {}))
            message = f"`{place.path[-1]}` is a list of steps, so `{wrong.text}` cannot be put into it"
            hint = "Write the whole step again under `instead`, with the list under `do`."
            self.error("change-list", message, wrong.span, hint, (Note(place.entry.key.span, "the list is here"),))
            return None
        heads = HEADS.get(place.kind, ())
        words = {k: e for k, e in value.entries.items() if k not in SLOTS and k not in heads}
        if not words:
            return value
        return wrap_steps(Mapping(value.span, words), value)

    def slots(self, base: Mapping, patch: Mapping, kind: str) -> None:
        own = () if kind != "action" or isinstance(base.get("run"), Scalar) else HEADS["action"]
        present = set(base.entries)
        if (was := patch.entries.get("was")) is not None and not is_null(was.value):
            hint = "Leave it out. To give it other words write these first: `new words: {was: old words}`."
            message = "`was` gives the earlier words, but this part has these words now"
            self.error("misplaced-key", message, was.key.span, hint)
        for key, change in patch.entries.items():
            if is_null(change.value) and key not in present:
                self.missing(change.key, base)
        groups = (*GROUPS, (EVENTS, ())) if kind == "event" else GROUPS
        for verbs, companions in groups:
            given = [key for key in verbs if key in patch.entries and not is_null(patch.entries[key].value)]
            gone = [verb for verb in verbs if given and verb in base.entries and verb not in given]
            for key in (*gone, *(key for key in companions if gone and key not in own)):
                base.entries.pop(key, None)
        for key, change in patch.entries.items():
            if is_null(change.value):
                if key in base.entries:
                    drop(base, key)
            else:
                self.slot(base, patch, key, change, bool(own))

    def missing(self, key: Scalar, base: Mapping) -> None:
        """Report that there is nothing to remove under a key."""
        if tidy(key.text) in self.removed:
            return
        near = suggest(key.text, base.entries)
        known = ", ".join(f"`{name}`" for name in base.entries)
        there = f"There is: {known}." if known else "There is nothing left to remove."
        hint = question(key.text, near) if near else there
        notes = (Note(base.entries[near].key.span, "it stands here"),) if near else ()
        message = f"`{tidy(key.text)}` cannot be removed: it is not there"
        self.error("nothing-to-remove", message, key.span, hint, notes, certain(key.text, near))

    def slot(self, base: Mapping, patch: Mapping, key: str, change: Entry, action: bool) -> None:
        """Fill one slot: words are merged by their words, names by their names, anything else is replaced."""
        old, new = base.get(key), change.value
        if key in BRANCHES and isinstance(new, Mapping) and old is not None and not is_sentence(new):
            if level(base.entries[key], base):
                self.words(base.entries[key], new, base)
                return
            if self.wordless_steps(key, old, new):
                return
        elif isinstance(new, Mapping) and isinstance(old, Mapping):
            kinds = {**dict.fromkeys(CONDITIONS, "condition"), "one of": "option", "whenever": "event"}
            if key in kinds:
                self.words(base.entries[key], new, base, kinds[key])
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
        if key == "pay" and isinstance(new, Mapping) and "from" not in patch.entries:
            base.entries.pop("from", None)  # several goods name their places themselves
        put(base, Entry(change.key, self.fresh(new, "" if key in base.entries else key)))

    def wordless(self, key: str, change: Entry, old: Mapping) -> None:
        """Report a condition without words that would silently replace those with words."""
        words = [tidy(words) for words in old.entries]
        text = change.value.text if isinstance(change.value, Scalar) else "..."
        listed = " and ".join(f"`{one}`" for one in words)
        message = f"this would replace {listed}, which {'has' if len(words) == 1 else 'have'} words"
        hint = (
            f"Give it words of its own: `{key}: {{why it is so: {text}}}` adds it; with `{words[0]}: null` beside it, "
            f"it replaces the old one. `{words[0]}: {text}` changes the old one."
        )
        notes = tuple(Note(entry.key.span, "it stands here") for entry in old.entries.values())
        self.error("change-condition", message, change.key.span, hint, notes)

    def wordless_steps(self, key: str, old: Node, new: Mapping) -> bool:
        """Report steps with words that would silently replace wordless steps; return whether they would."""
        if is_null(old) or (isinstance(old, Scalar) and old.text == "nothing"):
            return False
        first = next((entry.key for entry in new.entries.values() if not is_null(entry.value)), None)
        if first is None:
            return False
        words = tidy(first.text)
        message = f"`{words}` would replace the steps that stand here without words"
        anew = f"the whole step again, with the old steps, under `instead` in place of `{key}`"
        if key not in BRANCHES:
            anew = f"all of `{key}` again as a list, with the old steps"
        hint = f"To add it, write it under `before` or `after` a step with words, or write {anew}."
        self.error("change-steps", message, first.span, hint, (Note(old.span, "these steps would be lost"),))
        return True

    def elsewhere(self, section: str, owner: Entry, patch: Mapping) -> None:
        """Report new entries in a section of steps that are named like a step further inside."""
        here = level(owner, self.root)
        steps = [place for place in handles(self.root) if place.kind == "step"]
        for key, change in patch.entries.items():
            found = matching(steps, [tidy(key)]) if key not in SLOTS and find_handle(here, key) is None else []
            if found and not is_null(change.value):
                words = tidy(key)
                message = f"`{words}` is a step of the base: under `{section}` it would be a new step after all others"
                path = words if len(found) == 1 else shortest(found[0], list(handles(self.root)))
                hint = f"Write it under `change` to alter it: `change: {{{path}: ...}}`. A new step needs other words."
                note = Note(found[0].entry.key.span, "it stands here")
                self.error("defined-twice", message, change.key.span, hint, (note,))

    def append(self, owner: Entry, change: Entry) -> None:
        """Add a named part at the end of its owner."""
        new = Entry(change.key, self.fresh(change.value))
        steps = owner.value
        if isinstance(steps, Sequence):
            steps.items.append(Mapping(change.key.span, {new.key.text: new}))
        elif isinstance(steps, Mapping):
            steps.entries[new.key.text] = new
        else:
            owner.value = Mapping(change.key.span, {new.key.text: new})

    def words(self, owner: Entry, patch: Mapping, sentence: Mapping, kind: str = "step") -> None:
        """Merge words -> step, condition, option, event or action by the words into those that owner holds."""
        # removing the last part removes its container too, so this comes last
        for change in sorted(patch.entries.values(), key=lambda change: is_null(change.value)):
            places = level(owner, sentence, kind)
            place = find_handle(places, change.key.text)
            if place is not None:
                self.patch(place, change)
            elif self.is_new(change, places, kind):
                self.append(owner, change)

    def is_new(self, change: Entry, places: list[Handle], kind: str) -> bool:
        """Whether a change can stand as a new entry; removing or changing what does not exist is an error."""
        value, known = change.value, {place.path[-1]: place.entry for place in places}
        patches = PATCHES if kind in ("step", "option", "action") else ()
        if is_null(value):
            self.missing(change.key, Mapping(value.span, known))
        elif isinstance(value, Mapping) and any(key in value.entries for key in patches):
            hint = ask_if_meant(change.key.text, known, f"Known here: {', '.join(f'`{words}`' for words in known)}.")
            message = f"nothing is called `{tidy(change.key.text)}` here"
            missing = Diagnostic("change-not-found", message, change.key.span, hint=hint)
            self.problems.append(self.explain_missing(tidy(change.key.text), missing))
        else:
            return True
        return False

    def common_entries(self, base: Mapping, patch: Mapping) -> Iterator[tuple[str, Entry, Entry]]:
        """The entries that both have; new and removed ones are handled on the way."""
        for change in patch.entries.values():
            key = key_in(base, change.key.text)
            if key is None and is_null(change.value):
                self.missing(change.key, base)
            elif key is None:
                base.entries[change.key.text] = Entry(change.key, self.fresh(change.value, tidy(change.key.text)))
            elif is_null(change.value):
                del base.entries[key]
                self.removed[tidy(change.key.text)] = change.key.span
            else:
                yield key, base.entries[key], change

    def names(self, base: Mapping, patch: Mapping, depth: int = 0) -> None:
        """Merge name -> value by the names, and nested names down to a depth."""
        for key, old, change in self.common_entries(base, patch):
            if depth and isinstance(old.value, Mapping) and isinstance(change.value, Mapping):
                self.names(old.value, change.value, depth - 1)
            else:
                replace(base, key, Entry(change.key, self.fresh(change.value)))

    def menu(self, old: Sequence, new: Mapping) -> Node:
        """A list of action names with a mapping's options added or, where null, removed."""
        names = Mapping(old.span, {})
        for item in old.items:
            if isinstance(item, Scalar):
                names.entries[item.text] = Entry(Scalar(item.span, item.text, item.text), item)
        for key, _, change in self.common_entries(names, new):
            names.entries[key] = Entry(change.key, self.fresh(change.value))
        if not names.entries:
            self.empty_menu(new.span)
        entries = names.entries.items()
        if all(isinstance(e.value, Scalar) and tidy(e.value.text) == tidy(k) for k, e in entries):
            return Sequence(old.span, [entry.value for _, entry in entries])
        return names

    def fresh(self, node: Node, name: str = "") -> Node:
        """A copy of a newly written part, or of the new name; nulls that would remove something in it are reported."""
        directly = [*node.entries.values()] if isinstance(node, Mapping) and name else []
        for entry in entries_in(node):
            if is_null(entry.value):
                message = f"`{tidy(entry.key.text)}` cannot be removed: it is not there"
                hint = "The part around it is replaced as a whole: just delete this line."
                if entry in directly:
                    hint = f"The base has no `{name}` here: delete this line, and whatever is then empty around it."
                self.error("nothing-to-remove", message, entry.key.span, hint)
        return copy_node(node)

    # -- inserting steps

    def insert(self, place: Handle, given: Entry) -> None:
        """Put the steps given under `before` or `after` beside the step at a place."""
        side, steps = given.key.text, given.value
        if place.kind != "step":
            hint = f"Write an event under `whenever`, with `{side}: {place.path[-1]}`."
            if place.kind == "option":
                hint = "New options go under `one of`, more steps under `do`."
            message = f"`{side}` adds steps next to a step, but `{place.path[-1]}` is {a_kind(place.kind)}"
            self.error("change-insert", message, given.key.span, hint)
            return
        if is_null(steps):
            message = f"there are no steps under `{side}`"
            self.error("change-insert", message, given.key.span, "Write one, or delete the line.")
            return
        steps = self.fresh(steps)
        own_steps(place)
        entries = list(place.container.entries.items())
        at = [key for key, _ in entries].index(place.key) + (side == "after")
        if isinstance(steps, Mapping) and not is_sentence(steps):
            for key, entry in steps.entries.items():
                twin = key_in(place.container, key)
                if twin is not None:
                    note = Note(place.container.entries[twin].key.span, "it stands here")
                    message = f"there is already a step called `{tidy(key)}` here"
                    self.error("defined-twice", message, entry.key.span, "Give the new step other words.", (note,))
                    return
            place.container.entries = dict([*entries[:at], *steps.entries.items(), *entries[at:]])
            return
        split(place, entries, at, steps)
