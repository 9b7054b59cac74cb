"""Tables that lack rows, and how they are asked: only by keys of which all values are known.

Known are what cards show, members of things, numbers of a written range, and shared counters; each perhaps counted on.
Of what is asked so, `validate` has to warn wherever a row may be missing (`told_rows` in trials.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helpers.hunter.source import Source
from helpers.hunter.world import INT, Card, Table, Type, World, list_of, maybe

if TYPE_CHECKING:
    from helpers.hunter.expressions import Expressions, Scope

ABOUT = "All of its keys are known."
COMPARED = ("<", "<=", "=", ">", ">=", "!=")
BINDERS = 2


def table_with_holes(source: Source, world: World) -> tuple[str, dict[str, Any]]:
    """The name and tree of a table of one or two keys; what may ask it is kept in the world."""
    keys = tuple(key(source, world) for _ in range(source.pick((1, 1, 2))))
    result = source.pick((INT, INT, list_of(INT)))
    things = list(world.things)
    kind = source.pick(things) if things and result != INT else ""
    result = list_of(Type("thing", kind)) if kind else INT
    made = Table(source.name(), tuple(of for of, _ in keys), result)

    def value() -> Any:
        return source.some(world.things[kind].members) if kind else source.number()

    def within(rest: tuple[tuple[Type, tuple[Any, ...]], ...]) -> Any:
        if not rest:
            return value()
        return {row: within(rest[1:]) for row in rows(source, *rest[0])}

    tree: dict[str, Any] = {"about": ABOUT, **within(keys)}
    if source.chance(0.07):
        tree["else"] = value()
    world.tables.append(made)
    return made.name, tree


def key(source: Source, world: World) -> tuple[Type, tuple[Any, ...]]:
    """The type of a key, and the values that may have a row: mostly what something shows."""
    shown = [(kind.item or kind, values) for card in world.cards.values() for kind, values in card.attributes.values()]
    found: list[tuple[Type, tuple[Any, ...]]] = [
        (kind, values) for kind, values in shown if kind.kind in ("int", "thing")
    ]
    found += [(Type("thing", thing.name), thing.members) for thing in world.things.values()]
    low = source.between(-4, 1)
    found += [(INT, tuple(range(low, low + source.between(1, 8))))] * 2
    kind, values = source.pick(found)
    if kind == INT:
        values = tuple(range(values[0] - source.pick((0, 0, 1, 3)), values[-1] + source.pick((1, 1, 2, 4))))
    return kind, values


def rows(source: Source, kind: Type, values: tuple[Any, ...]) -> list[str]:
    """The rows for most of the values: numbers one by one or as ranges."""
    gone = [source.pick(values) for _ in range(source.pick((0, 0, 1, 1, 2)))]
    left = [value for value in values if value not in gone] or list(values)
    if kind != INT:
        return left
    runs: list[list[int]] = []
    for value in left:
        if runs and value == runs[-1][-1] + 1 and source.chance(0.7):
            runs[-1].append(value)
        else:
            runs.append([value])
    return [f"{run[0]}..{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs]


class Question:
    """One question to a table: names that it binds, its keys, and what it may be asked about these."""

    def __init__(self, expressions: Expressions, table: Table, scope: Scope, depth: int) -> None:
        self.expressions, self.table, self.scope, self.depth = expressions, table, scope, depth
        self.source, self.world = expressions.source, expressions.world
        self.binders: list[str] = []
        self.cards = [(name.text, self.world.cards[name.type.name]) for name in scope if name.type.kind == "card"]
        if self.world.cards and self.source.chance(0.5):
            self.bind_card()

    def text(self) -> str | None:
        """The question as a number; None where there is nothing to ask with."""
        keys = [self.key(kind) for kind in self.table.keys]
        if None in keys:
            return None
        asked = self.expressions.asked(self.table.name, [text for text in keys if text is not None])
        asked = asked if self.table.result == INT else f"count({asked})"
        guards = [self.guard(kind, text or "") for kind, text in zip(self.table.keys, keys, strict=True)]
        guard = self.source.pick((" and ", " or ")).join(
            guards if self.source.chance(0.3) else [self.source.pick(guards)]
        )
        form = self.source.upto(5)
        if form < 2:
            asked = f"(if {guard} then {asked} else 0)" if form else f"(if not ({guard}) then 0 else {asked})"
        for at, binder in enumerate(reversed(self.binders)):
            where = f" where {guard}" if form == 2 and at == 0 else ""
            asked = f"sum({asked} for {binder}{where})"
        return asked

    def bind(self, among: str) -> str:
        name = self.source.name()
        self.binders.append(f"{name} in {among}")
        return name

    def bind_card(self) -> None:
        card = self.world.cards[self.source.pick(list(self.world.cards))]
        if zone := self.expressions.zone(card.name, self.scope, self.depth):
            self.cards = [(self.bind(zone), card)]

    def key(self, kind: Type) -> str | None:
        """Something of that type of which all values are known."""
        ways = [way for name, card in self.cards for way in attributes(name, card, kind)]
        if kind == INT:
            ways += self.world.spans
            low = self.source.between(-3, 2)
            among = f"{low}..{low + self.source.between(0, 5)}"
        else:
            ways += [name.text for name in self.scope if name.type == kind]
            among = self.world.things[kind.name].plural
        if len(self.binders) < BINDERS and (not ways or self.source.chance(0.3)):
            ways = [self.bind(among)]
        if not ways:
            return None
        found = self.source.pick(ways)
        if " or else" in found:
            found = f"({found} {self.source.pick(self.world.things[kind.name].members)})"
        if kind == INT and self.source.chance(0.2):
            found = f"({self.source.pick(('-{}', '{} + 1', '{} - 2', '2 * {}', '{} mod 3')).format(found)})"
        return found

    def guard(self, kind: Type, text: str) -> str:
        """A condition on a key."""
        if kind == INT:
            return f"{text} {self.source.pick(COMPARED)} {self.source.between(-2, 6)}"
        return f"{text} {self.source.pick(COMPARED[2::3])} {self.source.pick(self.world.things[kind.name].members)}"


def attributes(name: str, card: Card, kind: Type) -> list[str]:
    """What a card shows of that type; of what may be none, without what there is else."""
    found = [f"{name}.{word}" for word, (of, _) in card.attributes.items() if of == kind]
    if kind != INT:
        found += [f"{name}.{word} or else" for word, (of, _) in card.attributes.items() if of == maybe(kind)]
    return found
