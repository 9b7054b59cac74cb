"""The layout of a game for a fixed number of players and options: the slots for its numbers, cards and tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Any, assert_never

from ...base import limits
from ...base.diagnostics import Diagnostic, Note, RulesetError, Span, mistake
from ...check.checked import Checked
from ...check.types import Local, Type, Typed, present, subtrees
from ...language import model as m
from ...language import syntax as s
from ...language.audience import FACES, Audience, audience
from .. import ir
from .writer import Bounds

CHOOSER = "chooser"


@dataclass(slots=True, eq=False)
class Thunk:
    """A parameter that is a formula or place: its own parameters, the expression and where that was written."""

    params: list[Local]
    value: Typed
    env: Env


Env = dict[Any, Any]  # Local or CHOOSER -> ir.Expr | Thunk


@dataclass(slots=True, eq=False)
class Layout:
    """The slots of a ruleset for one number of players.

    `chosen` are the settings given by name; `settings` the numbers of all of them, `options` the same as data.

    `chosen` are the settings given by name; `settings` the numbers of all of them, `options` the same as data.

    sizes, names: of each thing, how many and their names. bases: the first slot of a zone or variable; boxes: that of
    the tokens in the box. firsts: (slot, number) at the start; initial: (slot, expression, names, type), worked out
    then. table_ranges, table_keys: the span and the values of each key of a table. contents: the smallest and greatest
    item of a list that is no zone, where known. present: of a number that may be none, the range of what it is else.
    ordered: the names of the piles that are shuffled and read by their order, so that chance decides it at once.
    """

    checked: Checked
    players: int
    chosen: dict[str, Any] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)
    options: dict[str, Any] = field(default_factory=dict)
    sizes: dict[str, int] = field(default_factory=dict)
    names: dict[str, list[str]] = field(default_factory=dict)
    grids: dict[str, int] = field(default_factory=dict)
    ints: list[ir.IntSlot] = field(default_factory=list)
    lists: list[ir.ListSlot] = field(default_factory=list)
    contents: dict[int, Bounds] = field(default_factory=dict)
    zones: int = 0
    winners: int = -1
    bases: dict[m.Zone | m.Variable, int] = field(default_factory=dict)
    boxes: dict[str, int] = field(default_factory=dict)
    supplies: dict[str, int] = field(default_factory=dict)
    firsts: list[tuple[int, int]] = field(default_factory=list)
    initial: list[tuple[int, Typed, Env, Type]] = field(default_factory=list)
    cards: list[ir.Card] = field(default_factory=list)
    attributes: dict[str, list[tuple[str, str, str]]] = field(default_factory=dict)
    unique_looks: bool = False
    tables: dict[str, list[Any]] = field(default_factory=dict)
    table_ranges: dict[str, list[Bounds]] = field(default_factory=dict)
    table_keys: dict[str, list[set[int]]] = field(default_factory=dict)
    rows: dict[str, list[ir.Row]] = field(default_factory=dict)
    cases: dict[str, list[list[str]]] = field(default_factory=dict)
    present: dict[int, Bounds] = field(default_factory=dict)
    ordered: set[str] = field(default_factory=set)

    # -- slots

    def add(self, slot: ir.IntSlot) -> int:
        if len(self.ints) > limits.SLOTS:
            span = self.checked.ruleset.span
            raise mistake("too-large", f"this game needs more than {limits.SLOTS} numbers", span)
        self.ints.append(slot)
        return len(self.ints) - 1

    def add_int(self, name: str, low: int, high: int, kind: str = "int") -> int:
        """Add a number slot that no player sees; return its position."""
        return self.add(ir.IntSlot(name, low, high, 0, kind=kind))

    def add_list(self, name: str, items: Bounds | None = None, kind: str = "") -> int:
        """Add a list that is no zone; `items` are the smallest and greatest it can hold, None where unknown.

        kind: what its items are, as kind_name has it; only of cards it is kept.
        """
        self.lists.append(ir.ListSlot(name, "list", kind.partition("card ")[2]))
        if items is not None:
            self.contents[len(self.lists) - 1] = items
        return len(self.lists) - 1

    def int_row(self, name: str, low: int, high: int, kind: str = "int") -> int:
        """Add one number slot a seat; return the first."""
        return [self.add_int(f"{name} (seat {i + 1})", low, high, kind) for i in range(self.players)][0]

    def list_row(self, name: str, items: Bounds, kind: str) -> int:
        """Add one list a seat; return the first."""
        return [self.add_list(f"{name} (seat {i + 1})", items, kind) for i in range(self.players)][0]

    def places(self, item: m.Zone | m.Variable) -> Iterator[tuple[str, list[tuple[str, int]]]]:
        """The label and indexes of each place that a declaration makes, in slot order."""
        kinds = ([item.owner] if item.owner else []) + [p.type or p.name for p in item.params]
        # cards of all kinds are numbered together, so a mark on each card is one on every card
        for combination in product(*(range(self.sizes.get(kind, len(self.cards))) for kind in kinds)):
            indexes = list(zip(kinds, combination, strict=True))
            label = item.name
            if indexes:
                words = [self.label(kind, i) for kind, i in indexes]
                label = f"{words[0]}.{item.name}" + (f"({', '.join(words[1:])})" if len(words) > 1 else "")
            yield label, indexes

    def is_settled(self, zone: Typed) -> bool:
        """Whether a zone is a declared place whose cards always have an order."""
        return zone.op == "zone" and self.lists[self.bases[zone.value]].settled

    def of_turns(self, env: Env) -> Env:
        """The names that actions and events see of those known: whose turn, which round, who decides."""
        seen = {CHOOSER, self.checked.turn_round, *self.checked.turn_names.values()}
        return {key: value for key, value in env.items() if key in seen}

    def owner_env(self, item: m.Zone | m.Variable, indexes: list[tuple[str, int]]) -> Env:
        """The names of a place's owner and parameters, for the expressions in its declaration."""
        locals_ = self.checked.owners.get(item, [])
        return {local: index for local, (_, index) in zip(locals_, indexes, strict=True)}

    def label(self, kind: str, index: int) -> str:
        names = self.names.get(kind)
        return names[index] if names else f"{kind} {index + 1}"

    def seats_of(self, who: Audience, owner: int) -> int:
        """The seats of an audience as a bit mask; 0 if it has to be computed (audiences.py)."""
        if not isinstance(who, str):
            return 0
        everyone = (1 << self.players) - 1
        match who:
            case "everyone":
                return everyone
            case "nobody":
                return 0
            case "owner":
                return 1 << owner if owner >= 0 else everyone
            case "others":
                return everyone & ~(1 << owner) if owner >= 0 else 0
            case _:
                assert_never(who)

    def visibility(self, see: dict[str, m.Seen], owner: int) -> dict[str, int]:
        """The seats that see the front, back and size of the cards, and the faces of the top card alone."""
        return {face: self.seats_of(audience(see, face), owner) for face in FACES}

    def type_bounds(self, kind: Type) -> Bounds | None:
        """Smallest and greatest value of a type; None for a number."""
        inner = present(kind)
        low = ir.NOTHING if kind.kind == "maybe" else 0
        if inner.kind == "bool":
            return low, 1
        if inner.kind == "thing":
            return low, self.sizes.get(inner.name, 1) - 1
        if inner.kind == "card":
            return low, max(0, len(self.cards) - 1)
        if inner.kind == "group":
            return low, 1 << 24
        return None

    # -- what is wrong with a value known before the game begins

    def source_of_number(self, typed: Typed) -> Span:
        """Where the number behind a value stands: at the only setting in it, unless chosen for this game."""
        names = [part.value for part in subtrees(typed) if part.op == "setting"]
        if len(names) != 1 or names[0] in self.chosen:
            return typed.pos.span
        setting = self.checked.ruleset.settings[names[0]]
        value = setting_value(setting, self.players)
        return setting.span if value is None else value.pos.span

    def value_mistake(self, code: str, message: str, typed: Typed, hint: str = "") -> Diagnostic:
        """A mistake in a value, placed at its number, with a note at the place that uses it."""
        span, used = self.source_of_number(typed), typed.pos.span
        notes = () if span == used else (Note(used, "it is used here"),)
        return Diagnostic(code, message, span, hint=hint, notes=notes)

    def at_least_none(self, value: ir.Expr, typed: Typed, words: str) -> None:
        """Refuse a number below 0 that is known before the game begins; `words` have {} in its place."""
        if isinstance(value, int) and value < 0:
            raise RulesetError([self.value_mistake("out-of-range", words.format(value), typed, "Write 0 or more.")])


def none_of(kind: Type) -> int:
    """The number that stands for none in this type."""
    return ir.NO_NUMBER if present(kind).kind == "int" else ir.NOTHING


def kind_name(kind: Type) -> str:
    """int, bool, text, `thing tent`, `card card`, `zone card`; without its maybe. Of a list that of its items."""
    inner = present(kind)
    if inner.kind == "list" and inner.item is not None:
        return kind_name(inner.item)
    return f"{inner.kind} {inner.name}" if inner.name else inner.kind


def setting_value(setting: m.Setting, players: int) -> s.Expr | None:
    """The expression of a setting for so many players; None if there is none."""
    cases = [value for low, high, value in setting.by_players if low <= players <= high]
    return cases[-1] if cases else setting.value
