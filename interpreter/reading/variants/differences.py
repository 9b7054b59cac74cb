"""Compare two rulesets part by part, and list the changes in the rulesets' own words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from ...base.keywords import BRANCHES, CONDITIONS, NO_RULES, SLOTS
from ..handles import HEADS, bare, old_words, tidy
from ..nodes import Entry, Mapping, Node, Scalar, Sequence
from . import number_keys
from .edits import copy_node

ADDED, REMOVED, CHANGED, MOVED, REORDERED = "added", "removed", "changed", "moved", "reordered"
DESCRIPTIONS = ("about", "rule", "was", "show as")
# what a declaration that is a single value says, by section
DEFAULTS = {"settings": "value", "define": "value", "tables": "value", "always": "holds", "components": "supply"}
KINDS = {
    "settings": "setting",
    "things": "thing",
    "components": "component",
    "tables": "table",
    "define": "definition",
    "always": "invariant",
    "rulings": "ruling",
    "actions": "action",
    "whenever": "event",
}
WORDED = ("step", "option", "condition", "action", "event", "invariant", "ruling")
NAME_SLOTS = ("remember", "with", "gives", "add", "set")
# where the order of parts or names plays a part; steps that stand elsewhere have moved
ORDERED = ("option", "condition", "event", "remember", "add", "set", "starts with")
STEPS = ("setup", "phases")


@dataclass(slots=True, eq=False)
class Change:
    """One change.

    change is added, removed, changed, moved or reordered; section the section of the ruleset; kind step, condition,
    option, action, event, setting, table ... or "" for a whole section; path the words or names around the part and
    its own, outer ones first; slot the key in it that changed ("" for the part as a whole, "words" for its words).
    old and new are the values before and after. beside are the words of the step after which an added or moved step
    stands, "" for the first; source the path that a moved part had. description is true where no rule is touched.
    Of parts that are reordered, path is that of what they belong to, and old and new list those on both sides.
    """

    change: str
    section: str
    kind: str
    path: tuple[str, ...]
    slot: str = ""
    old: Entry | None = None
    new: Entry | None = None
    beside: str | None = None
    source: tuple[str, ...] = ()
    description: bool = False


@dataclass(slots=True, eq=False)
class _Part:
    """A part with words ("" if it has none): its key and value, and its body as slots."""

    words: str
    entry: Entry


def differences(old: Mapping, new: Mapping) -> list[Change]:
    """All changes from one merged ruleset to another, in the order of the sections; [] if they are equal."""
    differ = _Differ(
        {was: tidy(key) for key, entry in new.entries_under("actions").items() for was in old_words(entry.value)}
    )
    for section in [*new.entries, *(key for key in old.entries if key not in new.entries)]:
        before, after = old.entries.get(section), new.entries.get(section)
        if section != "format":
            differ.section(section, before, after)
    return differ.join_moves()


class _Differ:
    """Compares two trees and collects the changes."""

    def __init__(self, reworded: dict[str, str]) -> None:
        self.changes: list[Change] = []
        self.reworded = reworded
        self.name = ""

    def section(self, name: str, old: Entry | None, new: Entry | None) -> None:
        self.name = name
        first, second = (entry.value if entry is not None else None for entry in (old, new))
        if name in STEPS:
            self.steps((), first, second)
        elif name in KINDS or name == "shared" or name.startswith("each "):
            named = isinstance(first or second, Mapping) and isinstance(second or first, Mapping)
            if named:
                self.parts(KINDS.get(name, "place"), (), _parts_by_name(first), _parts_by_name(second))
        else:
            self.value("", (), "", old, new, name in NO_RULES)

    def add(
        self,
        change: str,
        kind: str,
        path: tuple[str, ...],
        slot: str = "",
        old: Entry | None = None,
        new: Entry | None = None,
        beside: str | None = None,
        description: bool = False,
    ) -> None:
        description = description or self.name == "rulings"
        source = path if change == MOVED else ()
        self.changes.append(Change(change, self.name, kind, path, slot, old, new, beside, source, description))

    def value(
        self, kind: str, path: tuple[str, ...], slot: str, old: Entry | None, new: Entry | None, description: bool
    ) -> None:
        """Compare a value as a whole."""
        if old is None or new is None:
            if old is not new:
                change = ADDED if old is None else REMOVED
                self.add(change, kind, path, slot, old=old, new=new, description=description)
        elif plainly(old.value) != plainly(new.value):
            self.add(CHANGED, kind, path, slot, old=old, new=new, description=description)

    # -- parts with words or names

    def parts(self, kind: str, path: tuple[str, ...], old: list[_Part], new: list[_Part]) -> None:
        """Compare parts of one kind: removed, new, and changed ones."""
        named = kind not in WORDED
        pairs = _pairs(kind, old, new)
        twin = {id(after): before for before, after in pairs}
        known = {id(before) for before, _ in pairs}
        for part in old:
            if id(part) not in known:
                self.add(REMOVED, kind, (*path, bare(part.words) if named else part.words), old=part.entry)
        if kind in ORDERED:
            kept = [part for part in old if id(part) in known]
            if kept != [one for one, _ in pairs]:
                self.add_reorder(kind, path, "", [part.entry.key for part in kept], [two.entry.key for _, two in pairs])
        stay = _in_order(pairs, old) if kind == "step" else {id(after) for _, after in pairs}
        previous = ""
        for part in new:
            before, here = twin.get(id(part)), (*path, bare(part.words) if named else part.words)
            beside = previous if kind == "step" else None
            if before is None:
                self.add(ADDED, kind, here, new=part.entry, beside=beside)
            else:
                if id(part) not in stay:
                    self.add(MOVED, kind, here, old=before.entry, new=part.entry, beside=beside)
                self.pair(kind, path, before, part)
            previous = part.words or previous

    def names(self, kind: str, path: tuple[str, ...], slot: str, old: Node | None, new: Node | None) -> None:
        """Compare the order of names, where that matters."""
        if slot in ORDERED and isinstance(old, Mapping) and isinstance(new, Mapping):
            twins = {tidy(key): entry.key for key, entry in new.entries.items()}
            before = [entry.key for key, entry in old.entries.items() if tidy(key) in twins]
            known = {tidy(key.text) for key in before}
            after = [key for name, key in twins.items() if name in known]
            if [tidy(key.text) for key in before] != [tidy(key.text) for key in after]:
                self.add_reorder(kind, path, slot, before, after)

    def add_reorder(self, kind: str, path: tuple[str, ...], slot: str, old: list[Scalar], new: list[Scalar]) -> None:
        before, after = (Entry(keys[0], Sequence(keys[0].span, [*keys])) for keys in (old, new))
        self.add(REORDERED, kind, path, slot, before, after)

    def pair(self, kind: str, path: tuple[str, ...], old: _Part, new: _Part) -> None:
        """Compare the old and the new form of a part."""
        if tidy(old.words) != tidy(new.words):
            entry = [Entry(part.entry.key, part.entry.key) for part in (old, new)]
            own = new.words if kind in WORDED else bare(new.words)
            self.add(CHANGED, kind, (*path, own), "words", old=entry[0], new=entry[1])
        here = (*path, new.words if kind in WORDED else bare(new.words)) if new.words else path
        if kind in ("step", "option", "action", "event"):
            self.body(kind, here, _body(old.entry.value, kind), _body(new.entry.value, kind))
        elif kind == "condition":
            self.value(kind, here, "", old.entry, new.entry, False)
        else:
            self.compare_declaration(kind, here, old.entry, new.entry)

    # -- steps

    def steps(self, path: tuple[str, ...], old: Node | None, new: Node | None) -> None:
        """Compare steps: those with words by their words, the others by their position."""
        before, after = _steps(old), _steps(new)
        nameless = [[part for part in parts if not part.words] for parts in (before, after)]
        if len(nameless[0]) != len(nameless[1]):
            self.parts("step", path, *_drop_common(before, after))
            return
        self.parts("step", path, [p for p in before if p.words], [p for p in after if p.words])
        for number, (one, other) in enumerate(zip(*nameless, strict=True), 1):
            inner = path if len(nameless[0]) == 1 else (*path, f"step {number}")
            self.body("step", inner, _body(one.entry.value, "step"), _body(other.entry.value, "step"))

    def body(self, kind: str, path: tuple[str, ...], old: dict[str, Entry], new: dict[str, Entry]) -> None:
        """Compare the slots of a sentence."""
        for slot in [*(slot for slot in old if slot not in new), *new]:
            before, after = old.get(slot), new.get(slot)
            first, second = (entry.value if entry is not None else None for entry in (before, after))
            if slot in BRANCHES:
                self.steps(path if slot == "do" else (*path, slot), first, second)
            elif slot in CONDITIONS:
                self.conditions(kind, path, slot, before, after)
            elif slot == "one of":
                self.parts("option", path, _options(first, self.reworded), _options(second, {}))
            elif slot == "whenever":
                self.parts("event", path, _parts_by_name(first), _parts_by_name(second))
            elif slot in NAME_SLOTS and _mappings(first, second):
                self.names(kind, path, slot, first, second)
                for name, one, other in _pair_entries(first, second):
                    self.value(kind, path, f"{slot} {name}", one, other, False)
            else:
                self.value(kind, path, slot, before, after, slot in DESCRIPTIONS)

    def conditions(self, kind: str, path: tuple[str, ...], slot: str, old: Entry | None, new: Entry | None) -> None:
        """Compare conditions with words by their words; one without words is a value like any other."""
        named = [
            _parts_by_name(entry.value) if entry is not None and _is_worded(entry.value) else [] for entry in (old, new)
        ]
        plain = [entry if entry is not None and not _is_worded(entry.value) else None for entry in (old, new)]
        self.value(kind, path, slot, plain[0], plain[1], False)
        self.parts("condition", path, named[0], named[1])

    # -- declarations

    def compare_declaration(self, kind: str, path: tuple[str, ...], old: Entry, new: Entry) -> None:
        """Compare a setting, place, table or the like, value by value."""
        before, after = (_declaration(self.name, entry.value) for entry in (old, new))
        if self.name == "settings" and len({"" in side.entries for side in (before, after)}) == 2:
            one, other = (_without_about(entry) for entry in (old, new))
            self.value(kind, path, "", one, other, False)
            before, after = (
                Mapping(side.span, {k: e for k, e in side.entries.items() if k in DESCRIPTIONS})
                for side in (before, after)
            )
        self.values(kind, path, before, after)

    def values(self, kind: str, path: tuple[str, ...], old: Mapping, new: Mapping, inner: bool = False) -> None:
        before, after = _same_rows(old, new)
        for slot, one, other in _pair_entries(before, after):
            description = slot in DESCRIPTIONS and not inner
            if one and other and isinstance(one.value, Mapping) and isinstance(other.value, Mapping):
                self.names(kind, path, slot, one.value, other.value)
                self.values(kind, (*path, slot), one.value, other.value, True)
            else:
                self.value(kind, path, slot, one, other, description)

    # -- parts that went elsewhere

    def join_moves(self) -> list[Change]:
        """The changes, with the removal and addition of a moved part joined to one."""
        gone: dict[tuple[str, str], list[Change]] = {}
        come: dict[tuple[str, str], list[Change]] = {}
        for change in self.changes:
            if change.path and change.path[-1] and not change.slot and change.kind in ("step", "option", "condition"):
                where = gone if change.change == REMOVED else come if change.change == ADDED else None
                if where is not None:
                    where.setdefault((change.kind, tidy(change.path[-1])), []).append(change)
        elsewhere = {id(come[key][0]): gone[key][0] for key in come if len(come[key]) == len(gone.get(key, [])) == 1}
        left = {id(change) for change in elsewhere.values()}
        found, self.changes = self.changes, []
        for change in found:
            source = elsewhere.get(id(change))
            if source is not None:
                assert source.old is not None and change.new is not None
                self.name = change.section
                self.changes.append(replace(change, change=MOVED, old=source.old, source=source.path))
                old, new = (_Part(change.path[-1], entry) for entry in (source.old, change.new))
                self.pair(change.kind, change.path[:-1], old, new)
            elif id(change) not in left:
                self.changes.append(change)
        return self.changes


def plainly(node: Node) -> object:
    """The value for comparison: blanks and notation do not count, the order of entries does."""
    if isinstance(node, Scalar):
        return tidy(node.text)
    if isinstance(node, Sequence):
        return [plainly(item) for item in node.items]
    return [(tidy(key), plainly(entry.value)) for key, entry in node.entries.items()]


def _mappings(*nodes: Node | None) -> bool:
    """Whether these are mappings, or missing."""
    return all(node is None or isinstance(node, Mapping) for node in nodes)


def _parts_by_name(node: Node | None) -> list[_Part]:
    """The parts of a mapping by their names."""
    return [_Part(tidy(key), entry) for key, entry in node.entries.items()] if isinstance(node, Mapping) else []


def _pairs(kind: str, old: list[_Part], new: list[_Part]) -> list[tuple[_Part, _Part]]:
    """Pair old and new parts: by words or name, by former words, at last by content."""
    names = kind not in WORDED
    same = kind in ("step", "option", "condition", "action", "event")
    left, rest, pairs = list(old), list(new), []
    tests: list[Callable[[_Part, _Part], bool]] = [
        lambda a, b: bool(a.words) and a.words == b.words,
        lambda a, b: names and bare(a.words) == bare(b.words),
        lambda a, b: not names and a.words in old_words(b.entry.value),
        lambda a, b: same and plainly(a.entry.value) == plainly(b.entry.value),
    ]
    for test in tests:
        for after in list(rest):
            before = next((part for part in left if test(part, after)), None)
            if before is not None:
                left.remove(before)
                rest.remove(after)
                pairs.append((before, after))
    place = {id(part): number for number, part in enumerate(new)}
    return sorted(pairs, key=lambda pair: place[id(pair[1])])


def _in_order(pairs: list[tuple[_Part, _Part]], old: list[_Part]) -> set[int]:
    """The parts that kept their order: as many as possible."""
    place = {id(part): number for number, part in enumerate(old)}
    before = [place[id(one)] for one, _ in pairs]
    after = sorted(range(len(pairs)), key=lambda i: before[i])
    order = [pairs[i][1] for i in after]
    blocks = SequenceMatcher(None, [id(part) for part in order], [id(part) for _, part in pairs], False)
    return {id(order[i]) for block in blocks.get_matching_blocks() for i in range(block.a, block.a + block.size)}


def _body(node: Node, kind: str) -> dict[str, Entry]:
    """The slots of a step, action, option or event, in whatever form it is written."""
    if isinstance(node, Scalar):
        return {} if node.text == "nothing" else {"run": Entry(Scalar(node.span, "run", "run"), node)}
    if isinstance(node, Sequence) and [part.words for part in _steps(node)] == [""]:
        return _body(node.items[0], kind)
    if isinstance(node, Sequence):
        return {"do": Entry(Scalar(node.span, "do", "do"), node)}
    own = {k: e for k, e in node.entries.items() if k in SLOTS or k in HEADS.get(kind, ())}
    words = {k: e for k, e in node.entries.items() if k not in own}
    if words:
        own["do"] = Entry(Scalar(node.span, "do", "do"), Mapping(node.span, words))
    return own


def _steps(node: Node | None) -> list[_Part]:
    """The steps of a node as parts."""
    if node is None or (isinstance(node, Scalar) and node.text == "nothing"):
        return []
    if isinstance(node, Sequence):
        return [part for item in node.items for part in _steps(item)]
    if isinstance(node, Scalar) or any(key in SLOTS for key in node.entries):
        return [_Part("", Entry(Scalar(node.span, "", ""), node))]
    return _parts_by_name(node)


def _drop_common(old: list[_Part], new: list[_Part]) -> tuple[list[_Part], list[_Part]]:
    """The steps without those that have no words and are on both sides."""
    texts = [[repr(plainly(part.entry.value)) for part in parts if not part.words] for parts in (old, new)]
    blocks = SequenceMatcher(None, texts[0], texts[1], False).get_matching_blocks()
    kept: list[list[_Part]] = []
    for side, parts in enumerate((old, new)):
        same = {block[side] + i for block in blocks for i in range(block.size)}
        nameless = [part for part in parts if not part.words]
        gone = {id(part) for number, part in enumerate(nameless) if number in same}
        kept.append([part for part in parts if id(part) not in gone])
    return kept[0], kept[1]


def _is_worded(condition: Node) -> bool:
    """Whether a condition has words."""
    return isinstance(condition, Mapping) and list(condition.entries) != ["judge"]


def _options(node: Node | None, reworded: dict[str, str]) -> list[_Part]:
    """Options by their words; a mere action's by its new words (reworded: old words to new)."""
    if not isinstance(node, Sequence):
        return _parts_by_name(node)
    found = []
    for item in node.items:
        if isinstance(item, Scalar):
            text = reworded.get(tidy(item.text), item.text)
            now = item if text == item.text else Scalar(item.span, text, text)
            found.append(_Part(tidy(text), Entry(now, now)))
    return found


def _declaration(section: str, node: Node) -> Mapping:
    """A declaration as a mapping, with its single or main value under ""."""
    main = DEFAULTS.get(section, "start")
    if isinstance(node, Mapping):
        keys = ("count", "members", "grid", "hexes") if section == "things" else (main,)
        return Mapping(node.span, {"" if k in keys else k: e for k, e in node.entries.items()})
    key = "range" if main == "start" and section != "things" and isinstance(node, Scalar) and ".." in node.text else ""
    return Mapping(node.span, {key: Entry(Scalar(node.span, key, key), node)})


def _without_about(entry: Entry) -> Entry:
    """A setting without its explanation."""
    if not isinstance(entry.value, Mapping):
        return entry
    left = {key: inner for key, inner in entry.value.entries.items() if key not in DESCRIPTIONS}
    return left["value"] if list(left) == ["value"] else Entry(entry.key, Mapping(entry.value.span, left))


def _same_rows(old: Mapping, new: Mapping) -> tuple[Mapping, Mapping]:
    """Both tables with the same rows: a row for a range is split where the other has only a part of it."""
    if not any(number_keys.span(key) for key in old.entries) or list(old.entries) == list(new.entries):
        return old, new
    one, other = copy_node(old), copy_node(new)
    assert isinstance(one, Mapping) and isinstance(other, Mapping)
    for mapping, keys in ((one, new.entries), (other, old.entries)):
        for key in keys:
            number_keys.cut(mapping, key)
    return one, other


def _pair_entries(old: Node | None, new: Node | None) -> Iterator[tuple[str, Entry | None, Entry | None]]:
    """The entries of two mappings by key: first those only in the old one, then the new one's in order."""
    before, after = (
        {tidy(k): e for k, e in node.entries.items()} if isinstance(node, Mapping) else {} for node in (old, new)
    )
    for key in [*(key for key in before if key not in after), *after]:
        yield key, before.get(key), after.get(key)
