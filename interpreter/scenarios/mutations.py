"""Mutations of a ruleset: small changes, each of which should make a difference."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from ..base.diagnostics import Span
from ..base.keywords import NO_RULES, PLAYERS
from ..reading.handles import handles, shortest, tidy
from ..reading.nodes import Entry, Mapping, Node, Scalar, Sequence
from .scenario_file import scalars_of

# the checker itself refuses a loop that nothing can end, which proves nothing about the scenarios
NEVER = "count(players) = 0"
# parts of a variant that change no rule; an invariant is a check, not a change
UNCHANGED = ("format", "extends", "after", "use", *NO_RULES, "rulings", "always")
Route = tuple[str | int, ...]
_RANGE = re.compile(r"(-?\d+)\s*\.\.\s*(-?\d+)")
_NUMBERED = re.compile(r"(\w+)_(\d+)")


@dataclass(slots=True, eq=False)
class Mutation:
    """One change of a merged ruleset: the node at the end of `route` becomes `new`, or is removed if that is None.

    `words` tell it from every other mutation of the ruleset; `span` is the place that is changed; `names` are the
    words there and around, innermost first; `rule` the clauses named nearest to it. With `left_out` nothing is put in:
    the entry with these keys is left out of the ruleset's own file before that is merged.
    """

    words: str
    span: Span
    route: Route
    new: Node | None
    names: list[str]
    rule: list[str] = field(default_factory=list)
    left_out: tuple[str, ...] = ()

    def apply(self, root: Mapping) -> Mapping:
        """The ruleset with this change; `root` itself is unchanged.

        Its rulings go: they say nothing to the game, and name steps that may no longer be there.
        """
        changed = _put(root, self.route, self.new)
        assert isinstance(changed, Mapping)
        return without_rulings(changed)


def without_rulings(root: Mapping) -> Mapping:
    """The ruleset without its rulings."""
    return Mapping(root.span, {key: entry for key, entry in root.entries.items() if key != "rulings"})


def mutations(root: Mapping) -> list[Mutation]:
    """Every mutation of a merged ruleset, in the order of its settings, tables, and then steps.

    What stands in library actions that the ruleset never runs is left alone.
    """
    found = _number_alike([*_settings(root), *_tables(root), *_steps(root)])
    for one in found:
        one.rule = _rule(root, one.route)
    return found


def undo_changes(own: Mapping) -> list[Mutation]:
    """The changes in a variant's own file, each undone in turn, in the order of the file."""
    found = []
    for section, entry in own.entries.items():
        if section in UNCHANGED:
            continue
        parts: dict[tuple[str, ...], Entry] = {(section,): entry}
        if isinstance(entry.value, Mapping):
            parts = {(section, key): part for key, part in entry.value.entries.items()}
        for keys, part in parts.items():
            name = tidy(keys[-1])
            words = f"without the change '{name}'"
            found.append(Mutation(words, part.key.span, keys, None, [name], _rule(own, keys), keys))
    return _number_alike(found)


def _number_alike(found: list[Mutation]) -> list[Mutation]:
    """Number mutations that have the same words."""
    seen: Counter[str] = Counter()
    for one in found:
        seen[one.words] += 1
        if seen[one.words] > 1:
            one.words += f" ({seen[one.words]})"
    return found


def _put(node: Node, route: Route, new: Node | None) -> Node:
    """A copy of a tree with another node at the end of the route; the rest is shared."""
    if not route:
        assert new is not None
        return new
    step, gone = route[0], new is None and len(route) == 1
    if isinstance(node, Sequence):
        items = [
            _put(item, route[1:], new) if at == step else item
            for at, item in enumerate(node.items)
            if not gone or at != step
        ]
        return Sequence(node.span, items)
    assert isinstance(node, Mapping)
    entries = {
        key: Entry(entry.key, _put(entry.value, route[1:], new)) if key == step else entry
        for key, entry in node.entries.items()
        if not gone or key != step
    }
    return Mapping(node.span, entries)


def _rule(root: Mapping, route: Route) -> list[str]:
    """The clauses named nearest to the end of a route."""
    found: list[str] = []
    node: Node = root
    for step in route:
        node = node.items[int(step)] if isinstance(node, Sequence) else node.entries[str(step)].value  # type: ignore[union-attr]
        if isinstance(node, Mapping) and "rule" in node.entries:
            found = [item.text for item in scalars_of(node.get("rule"))]
    return found


# -- settings and tables


def _settings(root: Mapping) -> Iterator[Mutation]:
    """The mutations of settings."""
    for name, entry in _section(root, "settings"):
        values: list[tuple[str, Route, Node]] = [("", (), entry.value)]
        if isinstance(entry.value, Mapping):
            cases = entry.value.entries.items()
            values = [
                (f" for {case}" if case != "value" else "", (case,), inner.value)
                for case, inner in cases
                if case == "value" or PLAYERS.fullmatch(case)
            ]
        for case, route, value in values:
            for new in _nudge(root, value, (1, -1)):
                words = f"{name}{case} is {_text(new)}, not {_text(value)}"
                yield Mutation(words, value.span, ("settings", name, *route), new, [name])


def _tables(root: Mapping) -> Iterator[Mutation]:
    """The mutations of tables."""
    for name, entry in _section(root, "tables"):
        bare = tidy(name).partition("(")[0].strip()
        for route, cell in _cells(entry.value, ()):
            for new in _nudge(root, cell, (1,)):
                words = f"{bare}({', '.join(route)}) is {_text(new)}, not {_text(cell)}"
                yield Mutation(words, cell.span, ("tables", name, *route), new, [bare])


def _cells(node: Node, route: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Node]]:
    """The cells of a table, each with its keys."""
    if not isinstance(node, Mapping):
        yield route, node
        return
    for key, entry in node.entries.items():
        if route or key not in ("rule", "about"):
            yield from _cells(entry.value, (*route, key))


def _section(root: Mapping, name: str) -> list[tuple[str, Entry]]:
    """The entries of a section."""
    section = root.get(name)
    return list(section.entries.items()) if isinstance(section, Mapping) else []


def _nudge(root: Mapping, node: Node, by: tuple[int, ...]) -> Iterator[Node]:
    """Nearby values: the next numbers, another range end, the other truth value, the next member, a shorter list."""
    if isinstance(node, Sequence):
        if len(node.items) > 1:
            yield Sequence(node.span, node.items[:-1])
        return
    assert isinstance(node, Scalar)
    if isinstance(node.value, bool):
        yield _scalar(node, "false" if node.value else "true", not node.value)
    elif isinstance(node.value, int):
        for step in by:
            yield _scalar(node, str(node.value + step), node.value + step)
    elif match := _RANGE.fullmatch(tidy(node.text)):
        for step in by:
            yield _scalar(node, f"{match[1]}..{int(match[2]) + step}")
    elif (member := _another(root, node.text)) is not None:
        yield _scalar(node, member)


def _scalar(old: Scalar, text: str, value: str | int | bool | None = None) -> Scalar:
    """A copy of a scalar with another text."""
    return Scalar(old.span, text if value is None else value, text)


def _another(root: Mapping, text: str) -> str | None:
    """The next member of a thing; None for any other text."""
    for name, entry in _section(root, "things"):
        thing = entry.value
        if isinstance(thing, Mapping):
            thing = thing.get("members") or thing
        members = [item.text for item in scalars_of(thing)] if isinstance(thing, Sequence) else []
        if text in members and len(members) > 1:
            return members[(members.index(text) + 1) % len(members)]
        match = _NUMBERED.fullmatch(text)
        if match and match[1] == name and not members:
            return f"{name}_{1 if match[2] != '1' else 2}"
    return None


def _text(node: Node) -> str:
    """The text of a node in a mutation's words."""
    if isinstance(node, Sequence):
        return "[" + ", ".join(_text(item) for item in node.items) + "]"
    return tidy(node.text) if isinstance(node, Scalar) else ""


# -- conditions, steps, options and events


def _steps(root: Mapping) -> Iterator[Mutation]:
    """The mutations of steps."""
    routes = _routes(root)
    run = _actions_run(root)
    every = list(handles(root))
    called = Counter(place.path[-1] for place in every)
    for place in every:
        if place.kind == "action" or (place.path[0] == "actions" and place.path[1] not in run):
            continue
        words = tidy(shortest(place, every) if called[place.path[-1]] > 1 else place.key)
        route = (*routes[id(place.container)], place.key)
        entry, names = place.entry, [tidy(part) for part in reversed(place.path)]
        span = entry.key.span
        if place.kind == "condition":
            never = route[-2] == "until"
            was = entry.value.text if isinstance(entry.value, Scalar) else ""
            text = "true" if not never else f"({was}) and {NEVER}" if was else NEVER
            if was != text:
                new = Scalar(span, text, text)
                yield Mutation(f"without the condition '{words}'", span, route, new, names)
            continue
        if place.kind == "option":
            yield Mutation(f"without the option '{words}'", span, route, None, names)
        if isinstance(entry.value, Scalar) and entry.value.text == "nothing":
            continue
        new_value: Node = Scalar(span, "nothing", "nothing")
        if place.kind == "event":
            # the words and the moment stay, because other parts may name them
            assert isinstance(entry.value, Mapping)
            kept = {k: e for k, e in entry.value.entries.items() if k in ("before", "after", "enters")}
            new_value = Mapping(entry.value.span, kept)
        what = f"with nothing done by the option '{words}'" if place.kind == "option" else None
        yield Mutation(what or f"without the {place.kind} '{words}'", span, route, new_value, names)


def _routes(root: Mapping) -> dict[int, Route]:
    """For each mapping, by id, the route to it."""
    found: dict[int, Route] = {}
    waiting: list[tuple[Node, Route]] = [(root, ())]
    while waiting:
        node, route = waiting.pop()
        if isinstance(node, Mapping):
            found[id(node)] = route
            waiting += [(entry.value, (*route, key)) for key, entry in node.entries.items()]
        elif isinstance(node, Sequence):
            waiting += [(item, (*route, at)) for at, item in enumerate(node.items)]
    return found


def _actions_run(root: Mapping) -> set[str]:
    """The actions that reachable steps run."""
    actions = {tidy(name): entry.value for name, entry in _section(root, "actions")}
    waiting: list[Node] = [entry.value for section, entry in root.entries.items() if section != "actions"]
    found: set[str] = set()
    while waiting:
        node = waiting.pop()
        if isinstance(node, Mapping):
            waiting += [entry.value for entry in node.entries.values()]
        elif isinstance(node, Sequence):
            waiting += node.items
        elif tidy(node.text) in actions and tidy(node.text) not in found:
            found.add(tidy(node.text))
            waiting.append(actions[tidy(node.text)])
    return found
