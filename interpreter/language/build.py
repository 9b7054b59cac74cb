"""Build model.Ruleset from merged YAML: check its shape, parse every expression, collect all errors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..base.diagnostics import Diagnostic, Note, RulesetError, Span
from ..reading.nodes import Mapping, Node, Scalar, Sequence
from ..reading.player_counts import MOST_PLAYERS, counts_of
from ..reading.schema import check_shape
from . import model as m
from . import syntax as s
from .build_declarations import Declarations
from .build_steps import Steps
from .card_texts import put_texts
from .indexed_attributes import put_indexed
from .layout import layout_of
from .looks import looks_of, names_of, texts_of
from .reader import Reader, Trees, entries, text, texts
from .teams import put_teams

__all__ = ["Trees", "build", "build_tolerantly"]


def build(root: Mapping, identity: str, trees: Trees | None = None) -> m.Ruleset:
    """Return the ruleset of a merged tree. Raises RulesetError with all its mistakes.

    trees: what was parsed for a tree with the same texts, and is not parsed again; what is parsed now is added.
    """
    if misshapen := check_shape(root):
        raise RulesetError(misshapen)
    ruleset, problems = build_tolerantly(root, identity, trees)
    if problems:
        raise RulesetError(problems)
    return ruleset


def build_tolerantly(root: Mapping, identity: str, trees: Trees | None = None) -> tuple[m.Ruleset, list[Diagnostic]]:
    """Return the ruleset of a merged tree without what cannot be read in it, and the mistakes of that.

    In the tree nothing stands in a form that the schema refuses, but parts that belong to others may be missing.
    """
    reader = Reader(trees)
    ruleset = _ruleset(root, identity, reader)
    return ruleset, reader.each_once()


def _ruleset(root: Mapping, identity: str, reader: Reader) -> m.Ruleset:
    """Build the ruleset, collecting problems."""
    get = root.get
    first = root.entries.get("game") or next(iter(root.entries.values()))
    out = m.Ruleset(
        identity,
        first.key.span,
        text(get("game")),
        _players(root.entries["players"].value, reader),
        text(get("about")),
        texts(get("notes")),
        files=frozenset(e.key.span.file for name, e in root.entries.items() if name not in ("actions", "define")),
        base=root.span.file,
    )
    put_teams(get("teams"), reader, out)
    steps = Steps(reader, [key.text for key, _ in entries(get("actions"))])
    _declarations(root, reader, steps, out)
    put_indexed(reader, out)
    put_texts(out)
    out.setup, out.phases = steps.steps(get("setup")), steps.steps(get("phases"))
    out.whenever = steps.events(get("whenever"))
    named = [m.action_of(member, out.actions) for thing in out.things.values() for member, _ in thing.members]
    for run in steps.by_kind:
        run.among = [words for words in named if words]
    out.score, out.payoff = (reader.parse("expr", get(key)) for key in ("score", "payoff"))
    out.winner = reader.several("ranking", get("winner"))
    for ranking in out.winner:
        if out.score is not None and _is_score(ranking.value):
            ranking.value = out.score
    out.always = _always(get("always"), reader)
    out.rulings = [_ruling(key, body) for key, body in entries(get("rulings")) if isinstance(body, Mapping)]
    out.look = looks_of(root.get("look"), reader)
    out.layout = layout_of(root.get("layout"), reader)
    out.names = names_of(root.get("names"))
    out.texts = texts_of(root.get("texts"))
    return out


def _declarations(root: Mapping, reader: Reader, steps: Steps, out: m.Ruleset) -> None:
    """Build the declarations."""
    declare = Declarations(reader, out.players, root.span.file, root.entries["players"].value.span.file)
    each: list[tuple[str, Callable[[Scalar, Node], Any], dict[str, Any]]] = [
        ("settings", declare.setting, out.settings),
        ("things", declare.thing, out.things),
        ("components", declare.component, out.components),
        ("tables", declare.table, out.tables),
        ("define", declare.definition, out.definitions),
        ("actions", steps.action, out.actions),
    ]
    for section, build_one, store in each:
        for key, node in entries(root.get(section)):
            if section not in ("settings", "things", "components") or reader.identifier(key.text, key.span):
                _keep(store, build_one(key, node), section, reader)
    for section, entry in root.entries.items():
        if section == "shared" or section.startswith("each "):
            owner = "" if section == "shared" else section.removeprefix("each ")
            for key, node in entries(entry.value):
                item = declare.belonging(owner, entry.key.span, key, node)
                zone = isinstance(item, m.Zone)
                _keep(out.zones if zone else out.variables, item, "zones" if zone else "variables", reader)


def _keep(store: dict[str, Any], item: Any, section: str, reader: Reader) -> None:
    """Add an item under its name, unless that is taken."""
    if item is None:
        return
    name = item.words if isinstance(item, m.Action) else item.name
    if name in store and isinstance(item, m.Zone | m.Variable) and item.owner != store[name].owner and item.owner:
        name = f"{item.owner}.{name}"  # each tent may have a `closed`, and each gate
    if name in store:
        note = Note(store[name].span, "first defined here")
        reader.error("defined-twice", f"'{name}' is defined twice in {section}", item.span, notes=(note,))
    else:
        store[name] = item


def _players(node: Node, reader: Reader) -> tuple[int, ...]:
    """The numbers of players."""
    if counts := counts_of(node):
        return counts
    if isinstance(node, Sequence):
        said = sorted({int(text(item)) for item in node.items})
        message = f"players must be from 1 to {MOST_PLAYERS}, each number once and the smallest first"
        turned = str(said) if said[0] >= 1 and said[-1] <= MOST_PLAYERS else ""
        reader.error("bad-players", message, node.span, instead=turned)
        return (1,)
    low, _, high = text(node).partition("..")
    turned = f"{high}..{low}" if high and 1 <= int(high) < int(low) <= MOST_PLAYERS else ""
    message = f"players must be from 1 to {MOST_PLAYERS}, the smaller number first"
    reader.error("bad-players", message, node.span, instead=turned)
    return (1,)


def _always(node: Node | None, reader: Reader) -> list[m.Always]:
    """The invariants of `always`."""
    found = []
    for key, value in entries(node):
        at = text(value.get("at")) if isinstance(value, Mapping) else ""
        holds = value.get("holds") or Scalar(value.span, "", "") if isinstance(value, Mapping) else value
        expr = reader.parse("expr", holds)
        if expr is not None:
            found.append(m.Always(key.text, key.span, expr, at or "every decision"))
    return found


def _ruling(key: Scalar, body: Mapping) -> m.Ruling:
    """One ruling."""
    change = body.get("change")
    span: Span | None = change.span if change is not None else None
    return m.Ruling(key.text, key.span, texts(body.get("rule")), text(change), span)


def _is_score(value: s.Expr) -> bool:
    """Whether an expression of `winner` is `score` or `player.score`, which the section `score` defines."""
    if isinstance(value, s.Field) and isinstance(value.target, s.Name) and value.target.name == "player":
        return value.name == "score" and not value.args
    return isinstance(value, s.Name) and value.name == "score"
