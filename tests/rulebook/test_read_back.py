"""Reading the rulebook back: every number, name, sign and step of the rules is found in its text.

One part of the rules after the other is exchanged for something that no rulebook holds; the rulebook must then show that,
or at least another text. So nothing can be left out, said without its index, or grouped otherwise than it is written.
A word of the language is also exchanged for a like one, and left out: what the rulebook knows it may drop, but never what
it does not know.
"""

from __future__ import annotations

import dataclasses
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.games import FEW_NAMES
from helpers.hunter.rulesets import specimen_of
from helpers.hunter.trials import dumped
from helpers.paths import DATA
from helpers.tiers import full, many, tiered

from stammtisch.base.diagnostics import RulesetError
from stammtisch.check.checked import walk
from stammtisch.front.api import Ruleset, load_ruleset
from stammtisch.language import model as m
from stammtisch.language import syntax as s
from stammtisch.reading import library
from stammtisch.rulebook.blocks import markdown
from stammtisch.rulebook.book import rulebook
from stammtisch.rulebook.english import English
from stammtisch.rulebook.inventory import names_set_in

MARK = 700007  # a number that no game has; it may stand in a sum, which is told as its result
NAME = "zzq"
SIGNS = {"=": "!=", "!=": "=", "<": "<=", "<=": "<", ">": ">=", ">=": ">"}
OPERATORS = {"+": "-", "-": "+", "*": "+", "mod": "+", "and": "or", "or": "and", "from": "after", "after": "from"}
OPERATORS |= {"in": "not in", "not in": "in", "/up": "/down", "/down": "/up", "or else": "+"}
# words of the language of which each says something else of the same list, player or place; those over a choice
ORDERS = ("reversed", "sorted", "distinct")
ALIKE = (ORDERS, ("first", "last"), ("sum", "min", "max"), ("left", "right"), ("top", "bottom"), ("row", "column"))
OVER_ALIKE = (("first", "last"), ("sum", "min", "max"), ("those", "distinct", "sorted"), ("any", "no"))
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
        for name in read_fields(node):
            yield from parts(getattr(node, name), settings)


def read_fields(node: Any) -> list[str]:
    """The fields of a part of the rules that hold what is read."""
    hidden = {"params"}
    if isinstance(node, m.Variable | m.Remembered) and isinstance(node.initial, s.Binary) and node.initial.op == "..":
        hidden.add("initial")
    if isinstance(node, m.Variable):
        hidden.add("range")
    if isinstance(node, m.Condition) and node.judge:
        hidden.add("expr")
    return [field.name for field in dataclasses.fields(node) if field.name not in hidden]


def settled(e: s.Binary, settings: frozenset[str]) -> bool:
    """Whether a condition may be decided by the settings or a plain `true` alone, so that parts of it need not be told."""
    if is_plain(e.left) or is_plain(e.right):
        return True
    return any(isinstance(part, s.Name) and part.name in settings for part in parts([e.left, e.right], frozenset()))


def is_plain(e: Any) -> bool:
    """Whether a condition is a plain yes or no, or is decided by one: `(mark and false)` is `false` whatever mark is."""
    if isinstance(e, s.Binary) and e.op in ("and", "or"):
        deciding = e.op == "or"
        return any(isinstance(side, s.Truth) and side.value == deciding for side in (e.left, e.right)) or (
            is_plain(e.left) and is_plain(e.right)
        )
    return isinstance(e, s.Truth)


def read_parts(rules: m.Ruleset) -> list[Any]:
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
    given = names_set_in(rules.setup)
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
        for argument in run.arguments if len(run.actions) == 1 else ():
            names = {part.name for part in parts(argument.value, frozenset()) if isinstance(part, s.Name)}
            inside = list(parts(rules.actions[run.actions[0]].sentence, frozenset()))
            if argument.params and not names & set(argument.params):
                yield from (part.args for part in inside if isinstance(part, s.Call) and part.name == argument.name)
            if not any(isinstance(part, s.Name | s.Call) and part.name == argument.name for part in inside):
                yield [argument.value]


def changes(rules: m.Ruleset, varying: dict[str, list[s.Expr]]) -> Iterator[Change]:
    """One exchange after the other; `varying` are the values of the settings that depend on the number of players."""
    settings = frozenset(rules.settings) - varying.keys()
    nodes = [*parts(read_parts(rules), settings)]
    # whoever is named as winner, the only team has won
    ends = [node.winner for node in nodes if isinstance(node, m.End)] if len(rules.teams) == 1 else []
    unsaid = {id(part) for part in parts([*ends, *ignored(rules)], frozenset())}
    for node in nodes:
        if id(node) in unsaid:
            continue
        yield from exchanges(node, settings)
        for name in read_fields(node):
            for value, was in with_another(getattr(node, name), varying):
                yield exchanged(node, name, value, was)


def exchanges(node: Any, settings: frozenset[str]) -> Iterator[Change]:
    """The exchanges of a part itself; a condition that a setting decides need not be read."""
    if isinstance(node, s.Number):
        yield exchanged(node, "value", MARK, f"{node.value} in {node.pos.scalar.text}", r"\d{6}")
    elif isinstance(node, s.Name | s.Field | s.Call):
        yield exchanged(node, "name", NAME, f"{node.name} in {node.pos.scalar.text}", NAME)
        if not isinstance(node, s.Name):
            yield from exchanged_words(node, "name", ALIKE)
        if isinstance(node, s.Call) and node.name == "first" and len(node.args) > 1:
            yield from turned(node)
    elif isinstance(node, s.Aggregate):
        yield from exchanged_words(node, "function", OVER_ALIKE)
        if node.choice.best is not None:
            yield exchanged(node.choice, "most", not node.choice.most, f"most or least in {node.pos.scalar.text}")
        for name in ("where", "best", "order", "condition"):
            inside = parts([getattr(node.choice, name)], frozenset())
            if getattr(node.choice, name) is not None and not any(
                isinstance(part, s.Truth)
                or (isinstance(part, s.Name) and part.name in settings)
                or is_like_itself(part)
                for part in inside
            ):
                yield exchanged(node.choice, name, None, f"{name} in {node.pos.scalar.text}")
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
        # without `by` the same player may decide; its names are exchanged
        for name in (slot for slot in SLOTS if slot != "by"):
            if getattr(node, name):
                yield exchanged(node, name, getattr(empty, name), f"{name} of {node.words or node.span}")


def is_like_itself(part: Any) -> bool:
    """Whether a comparison is of a name with itself: `gate = gate` says nothing, and is not said."""
    names = [item.name for item in part.items if isinstance(item, s.Name)] if isinstance(part, s.Compare) else []
    return len(names) > 1 and len({*names}) == 1


def exchanged_words(node: Any, name: str, alike: tuple[tuple[str, ...], ...]) -> Iterator[Change]:
    """A word of the language for each that is like it."""
    word = getattr(node, name)
    for words in alike:
        for other in words if word in words else ():
            if other != word:
                yield exchanged(node, name, other, f"{word}, not {other}, in {node.pos.scalar.text}")


def with_another(value: Any, varying: dict[str, list[s.Expr]]) -> Iterator[tuple[Any, str]]:
    """The expressions in a field, with one of them replaced by what it would be without its word, or by a value."""
    if isinstance(value, list | tuple):
        for at, one in enumerate(value):
            for other, was in with_another(one, varying):
                yield type(value)([*value[:at], other, *value[at + 1 :]]), was
    elif isinstance(value, s.Unary):
        yield value.value, f"{value.op} in {value.pos.scalar.text}"
    elif isinstance(value, s.Call) and value.name in ORDERS and len(value.args) == 1:
        yield value.args[0], f"{value.name} in {value.pos.scalar.text}"
    elif isinstance(value, s.Field) and value.name in ORDERS and not value.args:
        yield value.target, f"{value.name} in {value.pos.scalar.text}"
    elif isinstance(value, s.Name):
        for other in varying.get(value.name, ()):
            yield other, f"{value.name} as a setting by players in {value.pos.scalar.text}"


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


def turned(node: s.Call) -> Iterator[Change]:
    """first(reversed(x), 2) as reversed(first(x, 2))."""
    inner = node.args[0]
    if isinstance(inner, s.Call) and inner.name in ORDERS and len(inner.args) == 1:
        old = node.name, node.args
        args: list[s.Expr] = [s.Call(node.pos, "first", [inner.args[0], node.args[1]])]

        def do() -> None:
            node.name, node.args = inner.name, args

        def undo() -> None:
            node.name, node.args = old

        yield Change(f"the grouping of {node.pos.scalar.text}", do, undo)


def unread(ruleset: Ruleset, most: int, players: int | None = None) -> list[str]:
    """What of a ruleset is not found in its rulebook, for that number of players or all; tries so many parts of it."""
    rules = ruleset.checked.ruleset
    before, whole = (markdown(rulebook(ruleset, {}, number)) for number in (players, None))
    tried = list(changes(rules, {} if players else by_players(rules)))
    if {*([players] if players else ruleset.players)} == {2}:
        # left and right of a player sits the same one
        tried = [change for change in tried if not change.was.startswith(("left, not right", "right, not left"))]
    if len(tried) > most:
        tried = random.Random(1).sample(tried, most)
    missing = []
    for change in tried:
        is_number = re.fullmatch(r"\d+ in \d+", change.was) is not None
        change.do()
        try:
            after = markdown(rulebook(ruleset, {}, players))
            # a row that nobody can ask for with so many players is told where the rules are for all numbers
            asked_by_others = is_number and after == before and markdown(rulebook(ruleset, {}, None)) != whole
        finally:
            change.undo()
        # nor is there a row for a key that is so large now
        is_gone = is_number and len(after) < len(before)
        shown = after != before and re.search(change.shows, after, re.IGNORECASE)
        if not (shown or is_gone or asked_by_others):
            missing.append(change.was)
    return missing


def by_players(rules: m.Ruleset) -> dict[str, list[s.Expr]]:
    """The values of those settings that depend on the number of players."""
    values = {name: [value for _, _, value in setting.by_players] for name, setting in rules.settings.items()}
    return {name: found for name, found in values.items() if len({value.pos.text for value in found}) > 1}


LISTS = """\
format: 1
game: Lists
players: 2..4
settings:
  late_bonus: {2 players: false, 3+ players: true}
  most: {2 players: 1, 3+ players: 9}
components: {card: {front: {value: 1..9}}}
shared:
  deck: {pile of: card, see: nobody, starts with: {value: 1..9}}
  row: {pile of: card}
each player: {points: 0..999}
define:
  gain: if row.size = 3 and late_bonus then 5 else 1
  weight: if most > 5 and not late_bonus then 7 else 0
setup: {shuffle the deck: {shuffle: deck}}
phases:
  a turn:
    turns: player in players
    until: {the deck is empty: deck.empty}
    do:
      a card: {move: 1, from: deck, to: row}
      the last two: {add: {player.points: "sum(c.value for c in first(reversed(row), 2))"}}
      the first two: {when: row.size = 5, move: "reversed(first(reversed(first(row, 3)), 2))", to: deck, at: bottom}
      the last values: {add: {player.points: "sum(v for v in first(reversed(sorted(row.value)), 2))"}}
      each value: {for each: v in distinct(row.value), add: {player.points: v}}
      each card: {for each: c in reversed(row), do: {add: {player.points: c.value + gain - weight}}}
      choose one:
        one of:
          Take: {when: {only in larger games: late_bonus}, add: {player.points: count(distinct(row.value))}}
          Wait: nothing
score: player.points
"""


@full
def test_orders_of_lists_and_settings_by_players_are_in_the_rulebook(tmp_path: Path) -> None:
    (tmp_path / "lists.yaml").write_text(LISTS, encoding="utf-8")
    ruleset = load_ruleset(tmp_path / "lists.yaml")
    for players in (2, 4, None):
        assert unread(ruleset, 1000, players) == [], players
    told = markdown(rulebook(ruleset))
    assert "among the first 2 cards in the row, beginning with the last." in told
    assert "the first 2 cards among (the first 3 cards in the row in reverse order) in reverse order" in told
    assert "5 if there are exactly 3 cards in the row and “late bonus” is yes, otherwise 1" in told
    assert (
        "For each different value among the cards in the row (that value): the player's points go up by that value."
        in told
    )
    assert "only in larger games (“late bonus” is yes)" in told


@pytest.mark.parametrize("name", tiered(library.rulesets(), FEW_NAMES.__contains__))
def test_every_part_of_a_ruleset_is_in_its_rulebook(name: str) -> None:
    ruleset = load_ruleset(name)
    assert unread(ruleset, many(20, 40), ruleset.players[0]) == []
    assert unread(ruleset, many(5, 40)) == []


@full
def test_payments_are_in_the_rulebook_with_all_their_goods() -> None:
    assert unread(load_ruleset(DATA / "ok" / "builders.yaml"), many(60, 120)) == []


def test_it_is_so_for_rulesets_at_random(tmp_path: Path) -> None:
    read = 0
    for number in range(1, many(16, 24)):
        path = tmp_path / f"{number}.yaml"
        path.write_text(dumped(specimen_of(number).tree), encoding="utf-8")
        try:
            ruleset = load_ruleset(path)
        except RulesetError:
            continue
        read += 1
        assert unread(ruleset, many(15, 40), ruleset.players[0]) == [], number
    assert read > 5


def test_a_rulebook_that_leaves_something_out_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    of_all = English.argument
    monkeypatch.setattr(
        English, "argument", lambda self, e, names: "" if isinstance(e, s.Number) else of_all(self, e, names)
    )
    assert unread(load_ruleset("connect-four"), 5000) != []
