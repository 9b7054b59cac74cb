"""Reading the rulebook back: every number, name, sign and step of the rules is found in its text.

One part of the rules after the other is exchanged for something that no rulebook holds; the rulebook must then show that,
or at least another text. So nothing can be left out, said without its index, or grouped otherwise than it is written.
"""

from __future__ import annotations

import dataclasses
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.hunter.rulesets import specimen_of
from helpers.hunter.trials import dumped
from helpers.paths import DATA
from helpers.tiers import many

from stammtisch.base.diagnostics import RulesetError
from stammtisch.check.checked import walk
from stammtisch.front.api import Ruleset, load_ruleset
from stammtisch.language import model as m
from stammtisch.language import syntax as s
from stammtisch.reading import library
from stammtisch.rulebook.blocks import markdown
from stammtisch.rulebook.book import rulebook
from stammtisch.rulebook.english import English
from stammtisch.rulebook.inventory import given_in

MARK = 700007  # a number that no game has; it may stand in a sum, which is told as its result
NAME = "zzq"
SIGNS = {"=": "!=", "!=": "=", "<": "<=", "<=": "<", ">": ">=", ">=": ">"}
OPERATORS = {"+": "-", "-": "+", "*": "+", "mod": "+", "and": "or", "or": "and", "from": "after", "after": "from"}
OPERATORS |= {"in": "not in", "not in": "in", "/up": "/down", "/down": "/up", "or else": "+"}
SLOTS = (
    *("remember", "when", "loop", "until", "by", "decision", "menu", "where", "effect", "do"),
    *("otherwise", "impossible", "declined", "whenever"),
)


@dataclasses.dataclass
class Change:
    """A part of the rules that is exchanged: what it was, how to exchange it, what then stands in the text, as a pattern."""

    was: str
    do: Callable[[], None]
    undo: Callable[[], None]
    shows: str = ""


def exchanged(node: Any, name: str, value: Any, was: str, shows: str = "") -> Change:
    old = getattr(node, name)
    return Change(was, lambda: setattr(node, name, value), lambda: setattr(node, name, old), shows)


def parts(node: Any, settings: frozenset[str]) -> Iterator[Any]:
    """Everything inside a part of the rules that is told: not the bounds of counters, nor what only a judge reads."""
    if isinstance(node, list | tuple):
        for one in node:
            yield from parts(one, settings)
    elif isinstance(node, dict):
        yield from parts(list(node.values()), settings)
    elif dataclasses.is_dataclass(node) and not isinstance(node, s.Pos | s.Param):
        if isinstance(node, s.Binary) and node.op in ("and", "or") and settled(node, settings):
            return
        if (
            isinstance(node, s.Binary)
            and node.op == "*"
            and 0 in [getattr(e, "value", 1) for e in (node.left, node.right)]
        ):
            return  # whatever the other side is
        if isinstance(node, s.Compare) or (isinstance(node, s.Binary) and node.op in ("in", "not in")):
            sides = node.items if isinstance(node, s.Compare) else [node.left, node.right]
            if not any(isinstance(part, s.Name | s.Field | s.Call) for part in parts(sides, settings)):
                return  # it always holds, or never
        yield node
        hidden = {"params"}
        if (
            isinstance(node, m.Variable | m.Remembered)
            and isinstance(node.initial, s.Binary)
            and node.initial.op == ".."
        ):
            hidden.add("initial")
        if isinstance(node, m.Variable):
            hidden.add("range")
        if isinstance(node, m.Condition) and node.judge:
            hidden.add("expr")
        for field in dataclasses.fields(node):
            if field.name not in hidden:
                yield from parts(getattr(node, field.name), settings)


def settled(e: s.Binary, settings: frozenset[str]) -> bool:
    """Whether a condition may be decided by the settings or a plain `true` alone, so that parts of it need not be told."""
    if isinstance(e.left, s.Truth) or isinstance(e.right, s.Truth):
        return True
    return any(isinstance(part, s.Name) and part.name in settings for part in parts([e.left, e.right], frozenset()))


def told_parts(rules: m.Ruleset) -> list[Any]:
    """Those parts of a ruleset that a rulebook is made of; settings are tried elsewhere."""
    used: list[m.Sentence] = []
    waiting = [*rules.setup, *rules.phases, *(event.sentence for event in rules.whenever)]
    for step in waiting:  # grows while it is read
        used.append(step)
        for inner in walk([step]):
            for words in m.run_by(inner):
                if words in rules.actions and rules.actions[words].sentence not in waiting:
                    waiting.append(rules.actions[words].sentence)
    zones = [zone.rows for zone in rules.zones.values()]
    tables = [table.rows for table in rules.tables.values()]
    # who plays together is told with the teams, what is printed for each of something with the cards
    definitions = [d.value for d in rules.definitions.values() if not d.given]
    # a start value that the set-up replaces plays no part
    given = given_in(rules.setup)
    variables = [dataclasses.replace(v, initial=None) if v.name in given else v for v in rules.variables.values()]
    events = [event.zone for event in rules.whenever]
    return [
        zones,
        tables,
        variables,
        definitions,
        used,
        events,
        rules.score,
        rules.winner if len(rules.teams) != 1 else [],  # all win or all lose
        rules.payoff,
    ]


def ignored(rules: m.Ruleset) -> Iterator[list[s.Expr]]:
    """What plays no part: `bidder` of `limit(bidder)` where all have the same limit, and what an action does not use."""
    runs = [
        step.effect
        for top in [*rules.setup, *rules.phases, *(action.sentence for action in rules.actions.values())]
        for step in walk([top])
        if isinstance(step.effect, m.Run)
    ]
    for run in runs:
        for argument in run.arguments:
            names = {part.name for part in parts(argument.value, frozenset()) if isinstance(part, s.Name)}
            inside = list(parts(rules.actions[run.action].sentence, frozenset()))
            if argument.params and not names & set(argument.params):
                yield from (part.args for part in inside if isinstance(part, s.Call) and part.name == argument.name)
            if not any(isinstance(part, s.Name | s.Call) and part.name == argument.name for part in inside):
                yield [argument.value]


def changes(rules: m.Ruleset) -> Iterator[Change]:
    """One exchange after the other."""
    nodes = [*parts(told_parts(rules), frozenset(rules.settings))]
    # whoever is named as winner, the only team has won
    ends = [node.winner for node in nodes if isinstance(node, m.End)] if len(rules.teams) == 1 else []
    unsaid = {id(part) for part in parts([*ends, *ignored(rules)], frozenset())}
    for node in nodes:
        if id(node) in unsaid:
            continue
        if isinstance(node, s.Number):
            yield exchanged(node, "value", MARK, f"{node.value} in {node.pos.scalar.text}", r"\d{6}")
        elif isinstance(node, s.Name | s.Field | s.Call):
            yield exchanged(node, "name", NAME, f"{node.name} in {node.pos.scalar.text}", NAME)
        elif isinstance(node, s.Truth):
            yield exchanged(node, "value", not node.value, f"{node.value} in {node.pos.scalar.text}")
        elif isinstance(node, s.Compare):
            for at, op in enumerate(node.ops):
                ops = [*node.ops[:at], SIGNS[op], *node.ops[at + 1 :]]
                yield exchanged(node, "ops", ops, f"{op} in {node.pos.scalar.text}")
        elif isinstance(node, s.Binary) and node.op in OPERATORS:
            yield exchanged(node, "op", OPERATORS[node.op], f"{node.op} in {node.pos.scalar.text}")
            yield from regrouped(node)
        elif isinstance(node, m.Sentence) and (node.effect or node.decision or node.menu or node.do):
            empty = m.Sentence(node.span)
            for name in SLOTS:
                if getattr(node, name):
                    yield exchanged(node, name, getattr(empty, name), f"{name} of {node.words or node.span}")


def regrouped(node: s.Binary) -> Iterator[Change]:
    """(a + b) * c as a + b * c."""
    first = node.left
    if isinstance(first, s.Binary) and {node.op, first.op} <= {"+", "-", "*"} and (node.op, first.op) != ("*", "*"):
        if (node.op, first.op) == ("+", "+"):
            return
        right = s.Binary(node.pos, node.op, first.right, node.right)
        old = node.op, node.left, node.right

        def do() -> None:
            node.op, node.left, node.right = first.op, first.left, right

        def undo() -> None:
            node.op, node.left, node.right = old

        yield Change(f"the grouping of {node.pos.scalar.text}", do, undo)


def unread(ruleset: Ruleset, most: int) -> list[str]:
    """What of a ruleset is not found in its rulebook; tries at most so many parts of it."""
    rules = ruleset.checked.ruleset
    low = ruleset.players[0]
    before = markdown(rulebook(ruleset, {}, low))
    tried = list(changes(rules))
    if len(tried) > most:
        tried = random.Random(1).sample(tried, most)
    missing = []
    for change in tried:
        change.do()
        try:
            after = markdown(rulebook(ruleset, {}, low))
        finally:
            change.undo()
        if after == before or not re.search(change.shows, after, re.IGNORECASE):
            missing.append(change.was)
    return missing


@pytest.mark.parametrize("name", library.rulesets())
def test_every_part_of_a_ruleset_is_in_its_rulebook(name: str) -> None:
    assert unread(load_ruleset(name), many(30, 300)) == []


def test_payments_are_in_the_rulebook_with_all_their_goods() -> None:
    assert unread(load_ruleset(DATA / "ok" / "builders.yaml"), many(60, 400)) == []


def test_it_is_so_for_rulesets_at_random(tmp_path: Path) -> None:
    read = 0
    for number in range(1, many(16, 100)):
        path = tmp_path / f"{number}.yaml"
        path.write_text(dumped(specimen_of(number).tree), encoding="utf-8")
        try:
            ruleset = load_ruleset(path)
        except RulesetError:
            continue
        read += 1
        assert unread(ruleset, many(15, 60)) == [], number
    assert read > 5


def test_a_rulebook_that_leaves_something_out_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    of_all = English.argument
    monkeypatch.setattr(
        English, "argument", lambda self, e, names: "" if isinstance(e, s.Number) else of_all(self, e, names)
    )
    assert unread(load_ruleset("connect-four"), 5000) != []
