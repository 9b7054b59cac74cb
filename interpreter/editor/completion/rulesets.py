"""What can be written in a ruleset or library: keys, names of the game and the base, actions, files."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from ...base.diagnostics import RulesetError
from ...base.keywords import BRANCHES, LOOPS, SLOTS
from ...language import model as m
from ...reading import library
from ...reading.handles import handles, shortest
from ...reading.nodes import Mapping, Scalar
from ...reading.variants.merge import merge_files
from ..clause_texts import clause_sentences
from ..known.symbols import NAMED, Symbol, setting_values
from ..known.text_places import TextPlace
from ..known.tolerance import tree_of
from ..known.workspace import Workspace
from .candidates import Candidate
from .expressions import expression_candidates
from .schema_keys import SchemaKey, keys_at, values_at
from .slots import EXPRESSIONS, FLOW, slot_of

# the keys of steps that games have most, the most frequent first
COMMON = [
    *("move", "set", "when", "to", "do", "for each", "from", "rule", "about", "choose", "until", "where", "end", "add"),
    *("with", "reveal", "remember", "shuffle", "one of", "run", "turns", "count", "random", "as", "repeat", "deal"),
]
# sections in which names stand as they are
NAMES_IN = ("look", "names", "layout", "texts")
_SLOT = re.compile(r"<(\w*)$")


def ruleset_candidates(
    workspace: Workspace, path: Path, text: str, at: TextPlace, offset: int
) -> tuple[list[Candidate], str]:
    """What can be written at an offset of a ruleset, and the beginning of it that stands there."""
    slot = slot_of(at.path, at.is_key)
    before = text[at.start : offset]
    if inside := _SLOT.search(before):
        return list(_settings(workspace, path)), inside[1]
    if at.path and at.path[0] in NAMES_IN:
        keys = schema_candidates("ruleset", at, before)[0] if at.is_key else []
        return [*keys, *_all_names(workspace, path)], before
    if slot in EXPRESSIONS:
        found, word = expression_candidates(workspace, path, text, at, slot, offset)
        if not at.is_key or at.path[-1] in ("set", "add", "pay"):
            return found, word
    if at.is_key:
        keys, word = schema_candidates("ruleset", at, before)
        return [*keys, *_own_keys(workspace, path, at)], word
    found = list(_values(workspace, path, slot, at))
    if slot == "action" and (at.in_list or at.path[-1] in BRANCHES):
        found += schema_candidates("ruleset", at, before)[0]  # a step with parts
    # below a key on a line of its own a step may begin as well
    return [*found, *(Candidate(value, "word", rank=1) for value in values_at("ruleset", at.path))], before


def _values(workspace: Workspace, path: Path, slot: str, at: TextPlace) -> Iterator[Candidate]:
    """Values that are no expressions."""
    if slot in ("extends", "after", "use"):
        yield from _files(path, slot)
        return
    analysis = workspace.last_good(path)
    rules = analysis.rules if analysis is not None else None
    if rules is None:
        return
    match slot:
        case "action":
            yield from (
                Candidate(words, "action", "action", one.sentence.about, 1) for words, one in rules.actions.items()
            )
            yield Candidate("nothing", "word", "nothing happens", rank=3)
        case "end":
            yield from (Candidate(word, "word", rank=1) for word in ("turn", "game"))
            yield from (Candidate(words, "step", "step", rank=2) for words in at.path[1:] if words not in SLOTS)
        case "step" | "change" | "time":
            yield from (
                Candidate(symbol.name, symbol.kind, symbol.kind, symbol.about, 2) for symbol in _worded(workspace, path)
            )
            if slot == "change":
                yield from _all_names(workspace, path)
            if slot == "time":
                yield from (Candidate(word, "word", rank=1) for word in ("every decision", "the end"))
        case "component":
            yield from (
                Candidate(one.name, "component", "", one.about, 1)
                for one in rules.components.values()
                if one.supply is None
            )
        case "supply":
            yield from (
                Candidate(one.name, "component", "", one.about, 1)
                for one in rules.components.values()
                if one.supply is not None
            )
        case "clause":
            yield from _clauses(path)


def _settings(workspace: Workspace, path: Path) -> Iterator[Candidate]:
    """The settings, as they stand in words: <name>."""
    analysis = workspace.last_good(path)
    rules = analysis.rules if analysis is not None else None
    for name, setting in rules.settings.items() if rules is not None else ():
        yield Candidate(name, "setting", ", ".join(setting_values(setting)), setting.about, 1)


def _all_names(workspace: Workspace, path: Path) -> Iterator[Candidate]:
    """The names of places, kinds, members, marks and the like, where they stand by themselves."""
    analysis = workspace.last_good(path)
    for symbol in analysis.table.symbols.values() if analysis is not None else ():
        if symbol.kind in NAMED and symbol.kind not in ("step", "action"):
            yield Candidate(symbol.name, symbol.kind, symbol.type, symbol.about, 2)


def _worded(workspace: Workspace, path: Path) -> list[Symbol]:
    return [one for one in workspace.table(path).symbols.values() if one.kind in ("step", "action")]


def _files(path: Path, slot: str) -> Iterator[Candidate]:
    if slot == "use":
        yield from (Candidate(name, "file", "library", rank=1) for name in library.mechanisms())
        return
    names = library.rulesets() if slot == "extends" else library.variants_of(path)
    yield from (Candidate(name, "file", "ruleset" if slot == "extends" else "variant", rank=1) for name in names)


def _clauses(path: Path) -> Iterator[Candidate]:
    """The clauses of the rulebook beside a ruleset or variant, with their sentences."""
    for clause, sentence in clause_sentences(path).items():
        yield Candidate(clause, "clause", sentence, sentence, 1)


def schema_candidates(kind: str, at: TextPlace, before: str) -> tuple[list[Candidate], str]:
    """The keys of the language that can stand at a place."""
    found = [
        Candidate(one.name, "key", _example(one), one.about, _key_rank(one.name))
        for one in keys_at(kind, at.path)
        if one.name not in at.beside or one.name == before
    ]
    return sorted(found, key=lambda one: COMMON.index(one.label) if one.label in COMMON else len(COMMON)), before


def _key_rank(name: str) -> int:
    return 1 if name in COMMON or name not in SLOTS else 3


def _example(key: SchemaKey) -> str:
    """An example of a value in a few letters."""
    if key.example is None:
        return ""
    shown = key.example if isinstance(key.example, str) else json.dumps(key.example, ensure_ascii=False)
    lead = "parts " if key.has_parts else ""
    return lead + (shown if len(shown) < 60 else shown[:57] + "...")


def _own_keys(workspace: Workspace, path: Path, at: TextPlace) -> Iterator[Candidate]:
    """Keys that are names of the ruleset: owners, names of the base in a variant, words under `change`, attributes."""
    analysis = workspace.last_good(path)
    rules = analysis.rules if analysis is not None else None
    if rules is None or analysis is None:
        return
    last = at.path[-1] if at.path else ""
    if not at.path:
        for kind in ["player", *rules.things, *rules.teams[:0]]:
            yield Candidate(f"each {kind}", "key", "parts", "Places and numbers that each of them has.", 2)
    elif "starts with" in at.path and at.path[0] in ("shared", *(k for k in at.path if k.startswith("each "))):
        yield from _attributes(rules, at)
    elif last == "with" and at.path[0] in FLOW and len(at.path) > 2:
        yield from _parameters(rules, at)
    elif last == "one of":
        yield from (Candidate(words, "action", "action", one.sentence.about, 2) for words, one in rules.actions.items())
    elif at.path[0] == "tables" and len(at.path) > 1:
        yield from (Candidate(member, "member", of, "", 2) for of in rules.things for member in _members(rules, of))
    elif last == "change" and len(at.path) == 1:
        yield from _handles(workspace, path)
    elif len(at.path) == 1:
        yield from _of_base(workspace, path, at.path[0])


def _members(rules: m.Ruleset, thing: str) -> list[str]:
    return [name for name, _ in rules.things[thing].members]


def _attributes(rules: m.Ruleset, at: TextPlace) -> Iterator[Candidate]:
    zone = rules.zones.get(at.path[1].partition("(")[0])
    component = rules.components.get(zone.component) if zone is not None else None
    for attribute in component.attributes if component is not None else ():
        yield Candidate(attribute.name, "key", attribute.type.pos.text, "", 1)
    yield Candidate("copies", "key", "number", "How many of each.", 2)


def _parameters(rules: m.Ruleset, at: TextPlace) -> Iterator[Candidate]:
    for action in rules.actions.values():
        for parameter in action.params:
            yield Candidate(parameter.name, "key", f"{parameter.type.pos.text}: {action.words}", "", 2)


def _handles(workspace: Workspace, path: Path) -> Iterator[Candidate]:
    """The words that a variant can change, with those around where they are needed."""
    root = _base_tree(workspace, path)
    if root is None:
        return
    places = list(handles(root))
    counts: dict[str, int] = {}
    for place in places:
        counts[place.path[-1]] = counts.get(place.path[-1], 0) + 1
    for place in places:
        alone = counts[place.path[-1]] == 1
        label = place.path[-1] if alone else shortest(place, places)
        yield Candidate(label, "step", place.kind, " / ".join(place.path), 1)


def _of_base(workspace: Workspace, path: Path, section: str) -> Iterator[Candidate]:
    """The names in a section of the ruleset that a variant changes."""
    root = _base_tree(workspace, path)
    value = root.get(section) if root is not None else None
    if isinstance(value, Mapping):
        for key, entry in value.entries.items():
            if section in ("setup", "phases") and key in (*SLOTS, *BRANCHES, *LOOPS):
                continue
            shown = getattr(entry.value, "text", "")
            yield Candidate(key, "step" if section in FLOW else "setting", str(shown)[:60], "", 1)


def _base_tree(workspace: Workspace, path: Path) -> Mapping | None:
    """The merged tree of the ruleset that a variant changes; None for any other file."""
    root = tree_of(workspace.text(path), str(path))
    extends = root.get("extends") if root is not None else None
    if not isinstance(extends, Scalar):
        return None
    workspace.forget_changed()
    with workspace.reading():
        try:
            return merge_files(library.find(extends.text, path, extends.span), known=workspace.known)
        except RulesetError:
            return None
        finally:
            workspace.note_files()
