"""Merge a ruleset file with its bases, libraries and variants into one tree; each part knows its file."""

from __future__ import annotations

from collections.abc import Sequence as Listing
from dataclasses import dataclass, field
from pathlib import Path

from ...base.diagnostics import Diagnostic, Note, RulesetError, Span
from ...base.keywords import NAMED
from ...base.similar import certain, question, suggest
from .. import library
from ..handles import bare, handles, level, tidy
from ..line_slips import text_of_tree, with_slips
from ..load import load
from ..nodes import Entry, Mapping, Node, Scalar, Sequence, inlay, plain
from ..schema import check_shape, without_doubles
from ..sheets.cells import fit_sheets
from ..sheets.row_insertion import put_sheets, sheets_of
from . import number_keys
from .change import Changer
from .edits import copy_node, is_null, is_sentence, key_in, replace
from .layouts import forget_layouts
from .mentions import is_mentioned, runs, unused_parts
from .sections import explain_misplaced

META = ("extends", "after", "use", "change")
# and what is named inside, so deep
BY_NAME = {"always": 0, "rulings": 0, "targets": 0, "look": 0, "names": 0, "texts": 0, "layout": 2, "components": 2}
EXTENDED = ("score", "payoff")  # in a variant the word itself stands for the game's value
NEEDED = ("format", "game", "players", "phases")
THINGS = ("count", "members", "grid", "hexes")


@dataclass(slots=True, eq=False)
class _File:
    """A file that has been read, with its tree."""

    path: Path
    root: Mapping
    libraries: list[tuple[Path, Mapping]] = field(default_factory=list)
    after: list[tuple[Scalar, Path]] = field(default_factory=list)


Known = dict[Path, tuple[Mapping | None, list[Diagnostic]]]


def merge_files(
    path: Path,
    variants: Listing[Path] = (),
    leave_out: tuple[str, ...] | None = None,
    known: Known | None = None,
    tolerant: bool = False,
) -> Mapping:
    """Merge the whole ruleset of a file: its bases, itself, the libraries, then the variants in order.

    leave_out: the keys that lead to one entry of the last file, which is left out; () leaves out the whole file.
    known: what was read of files before, and is not read again; what is read now is added.
    tolerant: what is wrong is left out, as far as possible, for an editor in which a file is half written.
    The result has no `extends`, `use` or `change`, and every node keeps the span of the file that wrote it.
    Raises RulesetError with everything found wrong in the files and in how they fit together.
    """
    reader = _Reader({} if known is None else known)
    chain = reader.chain(path)
    applied = {file.path.resolve() for file in chain}
    for variant in variants:
        chain += reader.variant(variant, path, applied)
    reader.order(chain)
    libraries = [tree for file in chain for _, tree in file.libraries]
    reader.problems = explain_misplaced(reader.problems, [file.root for file in chain], libraries)
    if any(problem.severity == "error" for problem in reader.problems) and not (tolerant and chain):
        raise RulesetError(reader.problems)
    if leave_out:
        chain[-1].root = without(chain[-1].root, leave_out)
    elif leave_out is not None:
        chain.pop()
    merger = _Merger()
    for file in chain:
        merger.add(file)
    if merger.problems and not tolerant:
        found = reader.problems + merger.problems
        for file in chain:
            found = without_doubles(found, file.root)
        raise RulesetError(found)
    merger.trim()
    whole, problems = fit_sheets(merger.root)
    if problems and not tolerant:
        raise RulesetError(problems)
    return whole


def built_on(path: Path, known: Known) -> list[Path]:
    """The files that a file builds on by `extends`, the first one first, and itself; known as for merge_files."""
    return [file.path.resolve() for file in _Reader(known).chain(path)]


def changed_by(path: Path, variants: Listing[Path]) -> list[Path]:
    """The variants' files in a ruleset: its own if it extends another, those between, and those laid over it."""
    return [file.path for top in (path, *variants) for file in _Reader({}).chain(top)[1:]]


def comes_after(path: Path, known: Known) -> list[Path]:
    """The variants' files that a file names under `after`, with the files these build on."""
    files = _Reader(known).chain(path)
    return [below for _, file in (files[-1].after if files else []) for below in built_on(file, known)]


class _Reader:
    """Finds and reads the files, each once."""

    def __init__(self, known: Known) -> None:
        self.problems: list[Diagnostic] = []
        self.seen: set[Path] = set()
        self.known = known

    def read(self, path: Path, kind: str) -> Mapping | None:
        resolved = path.resolve()
        if resolved not in self.known:
            try:
                root = load(path)
                problems = check_shape(root, kind)
                if problems:
                    problems = with_slips(problems, text_of_tree(root), str(path), kind)
                else:
                    self.known |= {sheet.resolve(): (None, []) for sheet in sheets_of(root, path)}
                    problems = put_sheets(root, path)
                self.known[resolved] = root, problems
            except RulesetError as error:
                text = error.sources.get(str(path), "")
                self.known[resolved] = None, with_slips(error.diagnostics, text, str(path), kind)
        tree, problems = self.known[resolved]
        if resolved not in self.seen:
            self.seen.add(resolved)
            self.problems += problems
        return tree

    def chain(self, path: Path) -> list[_File]:
        """The file and its bases, the first one first; what can be read of them if something is wrong."""
        files: list[_File] = []
        while True:
            root = self.read(path, "ruleset")
            if root is None:
                break
            files.insert(0, _File(path, root, self.libraries(path, root), self.named_before(path, root)))
            parent = root.get("extends")
            if not isinstance(parent, Scalar):
                break
            try:
                path = library.find(parent.text, path, parent.span)
            except RulesetError as error:
                self.problems += error.diagnostics
                break
            if any(path.resolve() == file.path.resolve() for file in files):
                self.circle(files, path, parent)
                break
        return files

    def named_before(self, path: Path, root: Mapping) -> list[tuple[Scalar, Path]]:
        """The variants that a file names under `after`, each with the place of its name."""
        node = root.get("after")
        if node is not None and "extends" not in root.entries:
            message = "only a variant can come after another one, but this file changes no game"
            hint = "Say which game it changes: `extends: NAME`. Or delete the line."
            self.problems.append(Diagnostic("misplaced-key", message, root.entries["after"].key.span, hint=hint))
            return []
        found = []
        for name in node.items if isinstance(node, Sequence) else [node]:
            try:
                found += [(name, library.find_other(path, name.text, name.span))] if isinstance(name, Scalar) else []
            except RulesetError as error:
                self.problems += error.diagnostics
        return found

    def order(self, files: Listing[_File]) -> None:
        """Report each variant laid before one that it says it comes after."""
        paths = [file.path.resolve() for file in files]
        for number, file in enumerate(files):
            for name, other in file.after:
                if other.resolve() in paths[number + 1 :]:
                    own = library.identity(file.path).split("+")[-1]
                    message = f"`{own}` comes after `{name.text}`, but was named before it"
                    hint = f"Name `{name.text}` before `{own}`."
                    self.problems.append(Diagnostic("variant-order", message, name.span, hint=hint))

    def circle(self, files: list[_File], again: Path, parent: Scalar) -> None:
        at = next(i for i, file in enumerate(files) if file.path.resolve() == again.resolve())
        names = [library.display_path(str(file.path)) for file in reversed(files[: at + 1])]
        message = f"these rulesets extend each other in a circle: {' -> '.join([*names, names[0]])}"
        hint = "One of them must stand by itself, without `extends`."
        self.problems.append(Diagnostic("extends-circle", message, parent.span, hint=hint))

    def libraries(self, path: Path, root: Mapping) -> list[tuple[Path, Mapping]]:
        node = root.get("use")
        found = []
        for name in node.items if isinstance(node, Sequence) else [node] if node else []:
            try:
                file = library.find_mechanism(name.text, path, name.span) if isinstance(name, Scalar) else None
            except RulesetError as error:
                self.problems += error.diagnostics
                continue
            tree = self.read(file, "library") if file else None
            if file and tree:
                found.append((file, tree))
        return found

    def variant(self, path: Path, ruleset: Path, applied: set[Path]) -> list[_File]:
        """A variant and the variants it builds on, without those already applied."""
        before = len(self.problems)
        chain = self.chain(path)
        if len(self.problems) > before and any(p.severity == "error" for p in self.problems[before:]):
            return []
        known = any(file.path.resolve() in applied for file in chain)
        if not known:
            self.stranger(chain, ruleset)
            return []
        fresh = [file for file in chain if file.path.resolve() not in applied]
        applied |= {file.path.resolve() for file in fresh}
        return fresh

    def stranger(self, chain: list[_File], ruleset: Path) -> None:
        parent, span = library.display_path(str(chain[0].path)), chain[-1].root.span
        if len(chain) == 1:
            message = "this is a ruleset of its own, not a variant"
            hint = f"A variant names the ruleset that it changes, such as `extends: {library.identity(ruleset)}`."
        else:
            message = f"this is a variant of {parent}, not of {library.display_path(str(ruleset))}"
            hint = "Choose a variant of the same ruleset."
            span = chain[-1].root.entries["extends"].value.span
        self.problems.append(Diagnostic("variant-of-another", message, span, hint=hint))


class _Merger:
    """Lays file over file."""

    def __init__(self) -> None:
        self.root = Mapping(Span.whole(""), {})
        self.problems: list[Diagnostic] = []
        self.used: set[Path] = set()
        self.changer = Changer(self.root, self.problems)

    def add(self, file: _File) -> None:
        """Lay a file over the tree; what is said about parts that the file removes is removed as well."""
        before = _names(self.root)
        self.lay(file)
        self.forget(before - _names(self.root), file.root.span.file)

    def forget(self, gone: set[str], file: str = "") -> None:
        """Remove the rulings, invariants, looks, names, texts and layouts of what goes, except those of a file."""
        for section, slot, prefix in (("rulings", "change", ""), ("always", "at", "after ")):
            own = self.root.entries_under(section)
            for key, entry in list(own.items()) if gone else []:
                about = entry.value.get(slot) if isinstance(entry.value, Mapping) else None
                text = tidy(about.text) if isinstance(about, Scalar) else ""
                if text.removeprefix(prefix) in gone and entry.key.span.file != file:
                    del own[key]
                    self.changer.removed[tidy(key)] = entry.key.span
        for section in ("look", "names", "texts"):
            own = self.root.entries_under(section)
            for key in [key for key, entry in own.items() if key in gone and entry.key.span.file != file]:
                del own[key]
        if gone:
            forget_layouts(self.root, gone, file)

    def lay(self, file: _File) -> None:
        added: list[tuple[str, str]] = []
        known: dict[str, set[str]] = {}
        if not self.root.entries:
            self.root.span = file.root.span
            self.root.entries = {
                k: Entry(e.key, copy_node(e.value)) for k, e in file.root.entries.items() if k not in META
            }
        else:
            known = {key: set(self.root.entries_under(key)) for key in file.root.entries}
            for key, entry in file.root.entries.items():
                if key not in META:
                    self.section(key, entry)
            added = [
                (key, name)
                for key in file.root.entries
                for name in self.root.entries_under(key)
                if name not in known[key]
            ]
        for path, tree in file.libraries:
            if path.resolve() not in self.used:
                self.used.add(path.resolve())
                self.use(tree)
        change = file.root.get("change")
        if isinstance(change, Mapping):
            self.changer.apply(change)
        self.changer.report_unused()
        for section, name in added:
            self.misspelt(section, name, known[section])

    def trim(self) -> None:
        """Remove unused library parts, unless a misspelt action may be meant to be one of them."""
        before = _names(self.root)
        known = {tidy(key) for key in self.root.entries_under("actions")}
        misspelt = any(words not in known for words in runs(self.root))
        for section, key in unused_parts(self.root, self.changer.library):
            if not (misspelt and section == "actions"):
                del self.root.entries_under(section)[key]
                if not self.root.entries_under(section):
                    del self.root.entries[section]
        self.forget(before - _names(self.root))

    def use(self, tree: Mapping) -> None:
        """Add the actions and definitions of a library."""
        for section in ("actions", "define"):
            if section not in tree.entries:
                continue
            given = tree.entries[section]
            own = self.root.entries.setdefault(section, Entry(given.key, Mapping(given.value.span, {}))).value
            assert isinstance(own, Mapping)
            for key, entry in tree.entries_under(section).items():
                twin = key_in(own, key)
                if twin is None:
                    own.entries[key] = Entry(entry.key, copy_node(entry.value))
                    self.changer.library.append((section, key))
                    continue
                what = "an action" if section == "actions" else "a definition"
                message = f"`{bare(twin)}` is {what} of the game and of a library that it uses"
                note = Note(entry.key.span, "the library's is here")
                hint = "Give the game's own another name; to alter the library's, write it under `change`."
                self.changer.error("defined-twice", message, own.entries[twin].key.span, hint, (note,))

    def section(self, key: str, entry: Entry) -> None:
        """Lay a variant's section over the same section of the game."""
        old, new = self.root.entries.get(key), entry.value
        if is_null(new):
            if old is None:
                self.changer.missing(entry.key, self.root)
            elif key in NEEDED:
                hint = "Write `null` after each part that goes, or write a new part in its place."
                self.changer.error("missing-key", f"a game needs `{key}`", entry.key.span, hint)
            else:
                del self.root.entries[key]
        elif key in EXTENDED and old is not None and isinstance(old.value, Scalar) and isinstance(new, Scalar):
            self.root.entries[key] = Entry(entry.key, inlay(new, key, old.value))
        elif not isinstance(new, Mapping) or old is None or not isinstance(old.value, Mapping | Sequence):
            self.root.entries[key] = Entry(entry.key, self.changer.fresh(new, key if old is None else ""))
        elif key in ("setup", "phases"):
            self.steps(key, old, entry.key, new)
        elif not isinstance(old.value, Mapping):
            self.root.entries[key] = Entry(entry.key, self.changer.fresh(new))
        elif key in ("actions", "whenever"):
            self.changer.note(key, new)
            self.changer.words(old, new, self.root, "action" if key == "actions" else "event")
        elif key in BY_NAME:
            self.changer.names(old.value, new, BY_NAME[key])
        elif key == "shared" or key.startswith("each "):
            self.belongings(old.value, new)
        elif key in ("settings", "things", "define", "tables"):
            sections = {"settings": self.settings, "things": self.things, "define": self.definitions}
            sections.get(key, self.tables)(old.value, new)
        else:
            self.root.entries[key] = Entry(entry.key, self.changer.fresh(new))

    def misspelt(self, section: str, name: str, known: set[str]) -> None:
        """Report a new declaration that nothing uses and whose name is similar to an old one."""
        if section in ("settings", "things") and self.at_home_elsewhere(section, name):
            return
        near = suggest(bare(name), [bare(key) for key in known])
        own = self.root.entries_under(section)
        value, whole = own[name].value, ("holds", "pile of", "start", "range", "of")  # else it alters what is there
        partial = isinstance(value, Mapping) and not any(key in value.entries for key in whole)
        partial &= section == "shared" or section.startswith("each ")
        used = is_mentioned(self.root, section, bare(name))
        if (section in NAMED or section.startswith("each ")) and near and (partial or not used):
            old = next(key for key in known if bare(key) == near)
            notes = (Note(own[old].key.span, "it stands here"),) if old in own else ()
            message = f"the game has no `{bare(name)}` under `{section}`" + ("" if used else ", and nothing uses it")
            hint = question(bare(name), near)
            self.changer.error("change-not-found", message, own[name].key.span, hint, notes, certain(bare(name), near))

    def at_home_elsewhere(self, section: str, name: str) -> bool:
        """Report a new setting or thing with the name of a thing or setting; return whether it is one."""
        text, own = bare(name), self.root.entries_under(section)
        settings, things = (self.root.entries_under(key) for key in ("settings", "things"))
        home, found = "settings", settings.get(text)
        if section == "settings" or found is None:
            home = "things"
            one = next((key for key, entry in things.items() if text in (bare(key), _plural(key, entry.value))), "")
            found = things.get(one)
        if found is None or found is own[name]:
            return False
        called = bare(found.key.text)
        kind = "setting" if home == "settings" else "thing"
        is_called = f"`{text}` is a {kind}" if called == text else f"the things are called `{called}`"
        message = f"{is_called}: under `{section}` this would be something new that nothing uses"
        note = Note(found.key.span, "it stands here")
        hint = f"Write it under `{home}`: `{home}: {{{called}: ...}}`."
        self.changer.error("defined-twice", message, own[name].key.span, hint, (note,))
        return True

    def steps(self, key: str, old: Entry, name: Scalar, new: Mapping) -> None:
        """Merge named steps by their words; a list or a sentence replaces the whole section."""
        self.changer.elsewhere(key, old, new)
        if level(old, self.root) and not is_sentence(new):
            self.changer.words(old, new, self.root)
        elif is_sentence(new) or not self.changer.wordless_steps(key, old.value, new):
            self.root.entries[key] = Entry(name, self.changer.fresh(new))

    def belongings(self, base: Mapping, patch: Mapping) -> None:
        """Merge zones and variables key by key; a single value is the initial value of a variable."""
        for key, old, change in self.changer.common_entries(base, patch):
            zone = isinstance(old.value, Mapping) and ("holds" in old.value.entries or "pile of" in old.value.entries)
            if isinstance(change.value, Scalar) and (zone or isinstance(old.value, Scalar)):
                replace(base, key, Entry(change.key, change.value))
                continue
            body, new = _with_key(old.value, "start"), _with_key(change.value, "start")
            for one, other in (("holds", "pile of"), ("pile of", "holds")):
                if one in new.entries and not is_null(new.entries[one].value) and other in body.entries:
                    kind = Entry(new.entries[one].key, body.entries[other].value)
                    body.entries = {
                        (one if k == other else k): (kind if k == other else e) for k, e in body.entries.items()
                    }
            old.value = body
            self.changer.names(body, new, 1)

    def tables(self, base: Mapping, patch: Mapping) -> None:
        for key, old, change in self.changer.common_entries(base, patch):
            if isinstance(old.value, Mapping) and isinstance(change.value, Mapping):
                self.rows(old.value, change.value)
            else:
                replace(base, key, Entry(change.key, self.changer.fresh(change.value)))

    def settings(self, base: Mapping, patch: Mapping) -> None:
        """Merge settings: a single value replaces all values, one for some numbers of players only theirs."""
        for key, old, change in self.changer.common_entries(base, patch):
            body, new = _with_key(old.value, "value"), _with_key(change.value, "value")
            if "value" in new.entries:
                others = {k: e for k, e in body.entries.items() if number_keys.span(k) is None}
            else:
                others = body.entries
            if plain(body) == {key: plain(entry.value) for key, entry in (others | new.entries).items()}:
                continue  # it repeats what is already so
            body.entries = others
            self.rows(body, new)
            body.entries = dict(sorted(body.entries.items(), key=lambda item: item[0] in ("rule", "about")))
            alone = list(body.entries) == ["value"]
            base.entries[key] = Entry(change.key, body.entries["value"].value if alone else body)

    def things(self, base: Mapping, patch: Mapping) -> None:
        """Merge kinds of things: new members replace the old ones; plural and explanation stay."""
        for key, old, change in self.changer.common_entries(base, patch):
            change = self.with_more(old, change)
            if not isinstance(old.value, Mapping):
                replace(base, key, Entry(change.key, self.changer.fresh(change.value)))
                continue
            new = _with_key(change.value, "members" if isinstance(change.value, Sequence) else "count")
            if any(name in new.entries for name in THINGS):
                old.value.entries = {k: e for k, e in old.value.entries.items() if k not in THINGS}
            self.changer.names(old.value, new, 0)

    def with_more(self, old: Entry, change: Entry) -> Entry:
        """A change that adds members, as one that lists all members; any other as it is."""
        more = change.value.get("more") if isinstance(change.value, Mapping) else None
        if more is None:
            return change
        assert isinstance(change.value, Mapping) and isinstance(more, Sequence)
        now = old.value.get("members") if isinstance(old.value, Mapping) else old.value
        if not isinstance(now, Sequence):
            message = f"`{bare(change.key.text)}` has no names to add more to"
            hint = "Write how many there should be, or all their names."
            note = Note(old.key.span, "it stands here")
            self.changer.error("misplaced-key", message, change.value.entries["more"].key.span, hint, (note,))
            return old
        key = Scalar(change.value.entries["more"].key.span, "members", "members")
        members = Entry(key, Sequence(more.span, [*now.items, *more.items]))
        rest = {name: entry for name, entry in change.value.entries.items() if name not in ("more", "members")}
        if not rest and not isinstance(old.value, Mapping):
            return Entry(change.key, members.value)
        return Entry(change.key, Mapping(change.value.span, {"members": members, **rest}))

    def definitions(self, base: Mapping, patch: Mapping) -> None:
        """Merge definitions; the explanation of a replaced value is dropped."""
        for key, old, change in self.changer.common_entries(base, patch):
            body, new = _with_key(old.value, "value"), _with_key(change.value, "value")
            if "value" in new.entries:
                body.entries.pop("about", None)
            self.changer.names(body, new, 0)
            alone = list(body.entries) == ["value"]
            replace(base, key, Entry(change.key, body.entries["value"].value if alone else body))

    def rows(self, base: Mapping, patch: Mapping) -> None:
        """Merge a table cell by cell; a row for a range is split where the variant has only a part of it."""
        for change in patch.entries.values():
            text = change.key.text
            if text not in base.entries:
                number_keys.cut(base, text)
            keys = number_keys.inside(base, text)
            if not keys and is_null(change.value):
                self.changer.missing(change.key, base)
            for key in keys:
                old = base.entries[key]
                if is_null(change.value):
                    del base.entries[key]
                elif isinstance(old.value, Mapping) and isinstance(change.value, Mapping):
                    self.rows(old.value, change.value)
                else:
                    base.entries[key] = Entry(Scalar(change.key.span, key, key), self.changer.fresh(change.value))
            if not is_null(change.value):
                for key in number_keys.missing_keys(base, text):
                    base.entries[key] = Entry(Scalar(change.key.span, key, key), self.changer.fresh(change.value))


def without(root: Mapping, keys: tuple[str, ...]) -> Mapping:
    """The tree without the entry at a path of keys."""
    entries = dict(root.entries)
    entry = entries.get(keys[0])
    if len(keys) == 1:
        entries.pop(keys[0], None)
    elif entry is not None and isinstance(entry.value, Mapping):
        entries[keys[0]] = Entry(entry.key, without(entry.value, keys[1:]))
    return Mapping(root.span, entries)


def _with_key(node: Node, key: str) -> Mapping:
    """The body of a declaration; a single value is put under a key."""
    if isinstance(node, Mapping):
        return node
    return Mapping(node.span, {key: Entry(Scalar(node.span, key, key), node)})


def _names(root: Mapping) -> set[str]:
    """Everything that rulings, invariants, looks and the like can be about: words, names without parameters."""
    sections = [e.value for key, e in root.entries.items() if key in NAMED or key.startswith("each ")]
    names = {bare(key) for section in sections if isinstance(section, Mapping) for key in section.entries}
    names |= {*root.entries_under("teams")}
    for entry in root.entries_under("things").values():
        members = entry.value.get("members") if isinstance(entry.value, Mapping) else entry.value
        names |= (
            {item.text for item in members.items if isinstance(item, Scalar)}
            if isinstance(members, Sequence)
            else set()
        )
    for entry in root.entries_under("components").values():
        faces = [entry.value.get(face) for face in ("front", "back")] if isinstance(entry.value, Mapping) else []
        names |= {bare(name) for face in faces if isinstance(face, Mapping) for name in face.entries}
    return names | {place.path[-1] for place in handles(root)}


def _plural(name: str, thing: Node) -> str:
    """The plural of a thing."""
    word = thing.get("plural") if isinstance(thing, Mapping) else None
    return word.text if isinstance(word, Scalar) else bare(name) + "s"
