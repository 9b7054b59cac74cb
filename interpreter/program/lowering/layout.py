"""What a game for a fixed number of players and options is made of: constants, slots, cards and tables."""

from __future__ import annotations

from itertools import product
from typing import Any

from ...base.diagnostics import Diagnostic, Note, RulesetError, Span
from ...check.checked import Checked, CheckedTable
from ...check.expressions import MOST_NUMBER
from ...check.types import INT, Type, Typed, maybe, subtrees, zone_names
from ...language import model as m
from ...language import syntax as s
from .. import ir
from .expressions import Env, Lowering, bounds_of_type, constant

FACES = ("front", "back", "top.front", "top.back", "size")
MOST_MEMBERS = 1000
MOST_SLOTS = 20_000
MOST_VALUES = 100_000
MOST_CARDS = 5000
EVERY_NUMBER = (-(1 << 30), 1 << 30)


class Layout(Lowering):
    """Lays out v, z, cards and tables of `checked` for `players` players; `chosen` are the options given by name."""

    def __init__(self, checked: Checked, players: int, chosen: dict[str, Any]) -> None:
        super().__init__(checked, players)
        self.problems: list[Diagnostic] = []
        self.initial: list[tuple[int, Typed, Env, Type]] = []
        self.chosen = chosen
        self.sizes["player"] = players
        self.settings_layout()
        self.things_layout()
        self.add_int("step", ir.OVER, 1 << 30, declared="")
        self.add_int("reason of the end", 0, 1 << 30, declared="")
        self.add_int("turns taken", 0, 1 << 30, declared="")
        self.zones_layout()
        self.cards_layout()
        self.variables_layout()
        for table in checked.tables.values():
            self.table_layout(table)
        if self.problems:
            raise RulesetError(dict.fromkeys(self.problems))

    def problem(self, code: str, message: str, span: Span, hint: str = "") -> None:
        self.problems.append(Diagnostic(code, message, span, hint=hint))

    def wrong(self, code: str, message: str, typed: Typed, hint: str = "") -> Diagnostic:
        """A mistake in a value: told where its number stands, and with the place that needs another one."""
        span, used = self.written(typed), typed.pos.span
        notes = () if span == used else (Note(used, "it is used here"),)
        return Diagnostic(code, message, span, hint=hint, notes=notes)

    def written(self, typed: Typed) -> Span:
        """Where the number that a value depends on stands: at the only setting in it, unless chosen for this game."""
        names = [part.value for part in subtrees(typed) if part.op == "setting"]
        if len(names) != 1 or names[0] in self.chosen:
            return typed.pos.span
        setting = self.checked.ruleset.settings[names[0]]
        cases = [value for low, high, value in setting.by_players if low <= self.players <= high]
        value = next(iter(cases), setting.value)
        return setting.span if value is None else value.pos.span

    def backwards(self, typed: Typed, what: str) -> Diagnostic:
        """The mistake of a range that goes from a greater number to a smaller one."""
        low, high = (self.fixed(arg, {}) for arg in typed.args)
        message = f"{what} is empty: it goes from {low} to {high}, and the smaller number comes first"
        return self.wrong("bad-range", message, typed, "change one of the two numbers")

    # -- constants

    def fixed(self, typed: Typed, env: Env, wanted: Type | None = None) -> Any:
        """The value of an expression that must be known before the game begins: an int or a list of values."""
        span = typed.pos.span
        try:
            expr = self.lower(typed, env, wanted)
            if isinstance(expr, list) and expr[0] == "range" and constant(expr[2]) - constant(expr[1]) > MOST_VALUES:
                message = f"{typed.pos.text} are more than {MOST_VALUES:,} values"
                raise RulesetError([Diagnostic("too-large", message, span)])
            found = constant(expr)
            if any(abs(x) > MOST_NUMBER for x in (found if isinstance(found, list) else [found])):
                message = f"{typed.pos.text} is more than {MOST_NUMBER:,}"
                raise RulesetError([Diagnostic("too-large", message, span)])
            return found
        except (ValueError, KeyError, IndexError, TypeError):
            message = f"{typed.pos.text} is not known before the game begins"
            hint = "write a number or a name, or work it out from settings"
            raise RulesetError([Diagnostic("not-fixed", message, span, hint=hint)]) from None

    def limits(self, typed: Typed) -> tuple[int, int] | None:
        """The smallest and greatest number of a range or list; None for anything else, or if it is empty."""
        if typed.op == "range":
            low, high = self.fixed(typed.args[0], {}), self.fixed(typed.args[1], {})
            return (low, high) if low <= high else None
        found = self.fixed(typed, {})
        return (min(found), max(found)) if isinstance(found, list) and found else None

    def settings_layout(self) -> None:
        for name, setting in self.checked.ruleset.settings.items():
            value = setting.value
            for low, high, case in setting.by_players:
                if low <= self.players <= high:
                    value = case
            if value is None:
                raise RulesetError(
                    [Diagnostic("missing-case", f"{name} has no value for {self.players} players", setting.span)]
                )
            if name in self.chosen:
                self.settings[name] = self.chosen[name]
            else:
                self.settings[name] = self.fixed(self.checked.exprs[id(value)], {})

    def things_layout(self) -> None:
        self.names["player"] = [f"player {i + 1}" for i in range(self.players)]
        for name, thing in self.checked.ruleset.things.items():
            if thing.grid:
                rows, columns = (self.sized(thing, side) for side in thing.grid)
                if rows * columns > MOST_MEMBERS:
                    message = f"{rows * columns} {thing.plural} are more than {MOST_MEMBERS}"
                    self.problem("bad-count", message, thing.span)
                    rows = columns = 1
                self.grids[name] = columns
                labels = [f"{name}_{r + 1}_{c + 1}" for r in range(rows) for c in range(columns)]
            elif thing.count is not None:
                labels = [f"{name}_{i + 1}" for i in range(self.sized(thing, thing.count))]
            else:
                labels = [member for member, _ in thing.members]
            if not labels:
                self.problem("bad-count", f"there is no {name}", thing.span)
                labels = [name]
            self.sizes[name], self.names[name] = len(labels), labels

    def sized(self, thing: m.Thing, size: s.Expr) -> int:
        """A number of places, of rows or of columns."""
        count = self.fixed(self.checked.exprs[id(size)], {})
        if isinstance(count, int) and 1 <= count <= MOST_MEMBERS:
            return count
        message = f"the number of {thing.plural} must be 1 to {MOST_MEMBERS}, it is {count}"
        self.problem("bad-count", message, thing.span)
        return 1

    # -- slots

    def add_int(
        self,
        name: str,
        low: int,
        high: int,
        see: int = 0,
        declared: str = "",
        indexes: list[tuple[str, int]] | None = None,
        token: str = "",
        kind: str = "int",
    ) -> int:
        if len(self.ints) > MOST_SLOTS:
            raise RulesetError(
                [Diagnostic("too-large", f"this game needs more than {MOST_SLOTS} numbers", self.checked.ruleset.span)]
            )
        self.ints.append(ir.IntSlot(name, low, high, see, declared, indexes or [], token, kind))
        return len(self.ints) - 1

    def add_list(self, name: str) -> int:
        self.lists.append(ir.ListSlot(name, "list"))
        return len(self.lists) - 1

    def dimensions(self, item: m.Zone | m.Variable) -> list[str]:
        return ([item.owner] if item.owner else []) + [p.type or p.name for p in item.params]

    def places(self, item: m.Zone | m.Variable) -> list[tuple[str, list[tuple[str, int]]]]:
        """The label and indexes of each of the places that a declaration makes, in slot order."""
        kinds = self.dimensions(item)
        found = []
        for combination in product(*(range(self.size_of(kind)) for kind in kinds)):
            indexes = list(zip(kinds, combination, strict=True))
            label = item.name
            if indexes:
                words = [self.label(kind, i) for kind, i in indexes]
                label = f"{words[0]}.{item.name}" + (f"({', '.join(words[1:])})" if len(words) > 1 else "")
            found.append((label, indexes))
        return found

    def size_of(self, kind: str) -> int:
        # cards of all kinds are numbered together, so a mark on each card is one on every card
        return self.sizes[kind] if kind in self.sizes else len(self.cards)

    def label(self, kind: str, index: int) -> str:
        names = self.names.get(kind)
        return names[index] if names else f"{kind} {index + 1}"

    def audience(self, word: str, owner: int) -> int:
        everyone = (1 << self.players) - 1
        if word == "nobody":
            return 0
        if word == "owner":
            return 1 << owner if owner >= 0 else everyone
        if word == "others":
            return everyone & ~(1 << owner) if owner >= 0 else 0
        return everyone

    def visibility(self, see: dict[str, str], owner: int) -> dict[str, int]:
        """Which seats see the front, back and size of the cards, and the faces of the top card alone."""
        single = see.get("", "everyone" if not see else "")
        found = {}
        for face in FACES:
            word = see.get(face, "")
            if not word and face.startswith("top."):
                word = see.get("top", "") if face == "top.front" else ""
                word = word or see.get(face[4:], single or "nobody")
            if not word:
                word = (single or "nobody") if face != "size" else "everyone"
            found[face] = self.audience(word, owner)
        return found

    def zones_layout(self) -> None:
        self.winners = self.add_list("winners")  # first, so that a zone's number always tells its family
        for zone in self.checked.ruleset.zones.values():
            self.bases[zone] = len(self.lists)
            for label, indexes in self.places(zone):
                owner = next((i for kind, i in indexes if kind == "player"), -1)
                kind = "pile" if zone.ordered else "set"
                see = self.visibility(zone.see, owner)
                self.lists.append(
                    ir.ListSlot(label, kind, zone.component, zone.name, indexes, owner, see, show=zone.show)
                )
        self.zones = len(self.lists)
        unordered = shuffled_zones(self.checked)
        for slot in self.lists[1 : self.zones]:
            slot.settled = slot.kind == "pile" and slot.declared not in unordered
        grouped = {zone.name: zone.groups for zone in self.checked.ruleset.zones.values()}
        for slot in self.lists[1 : self.zones]:
            if slot.kind == "pile":
                slot.segments = self.add_list(f"unordered parts of {slot.name}")
            if grouped[slot.declared]:
                slot.groups = self.add_list(f"groups of {slot.name}")

    # -- cards

    def cards_layout(self) -> None:
        looks: dict[tuple[Any, ...], int] = {}
        for component in self.checked.ruleset.components.values():
            for attribute in component.attributes:
                typed = self.checked.exprs.get(id(attribute.type.expr))
                if typed is not None and typed.op == "range" and self.limits(typed) is None:
                    self.problems.append(self.backwards(typed, f"the range of {attribute.name}"))
            self.attributes[component.name] = [
                (a.name, a.face, self.kind_name(self.attribute_type(a))) for a in component.attributes
            ]
        for zone in self.checked.ruleset.zones.values():
            for number, (_, indexes) in enumerate(self.places(zone)):
                env = self.owned(zone, indexes)
                for row in zone.rows:
                    self.card_row(zone, row, env, self.bases[zone] + number, looks)
        for component in self.checked.ruleset.components.values():
            for index, attribute in enumerate(component.attributes):
                none = ir.NO_NUMBER if self.attribute_type(attribute).kind == "int" else ir.NOTHING
                key = f"{component.name}.{attribute.name}"
                self.tables[key] = [c.values[index] if c.component == component.name else none for c in self.cards]
        self.tables["look"] = [card.look for card in self.cards]
        self.unique_looks = len(set(self.tables["look"])) == len(self.cards)

    def attribute_type(self, attribute: m.Attribute) -> Type:
        text = attribute.type
        if text.kind == "plain" and isinstance(text.expr, s.Name):
            return self.word_type(text.expr.name)
        return maybe(self.word_type(text.name)) if text.kind == "maybe" else INT

    def word_type(self, word: str) -> Type:
        if word in ("int", "bool", "text"):
            return Type(word)
        return Type("card", word) if word in self.checked.ruleset.components else Type("thing", word)

    def card_row(
        self,
        zone: m.Zone,
        row: m.CardRow,
        env: Env,
        slot: int,
        looks: dict[tuple[Any, ...], int],
    ) -> None:
        component = self.checked.ruleset.components[zone.component]
        exprs = self.checked.exprs
        copies = self.fixed(exprs[id(row.copies)], env) if row.copies is not None else 1
        columns = []
        for attribute in component.attributes:
            kind = self.attribute_type(attribute)
            values: list[int] = []
            low, high = self.attribute_bounds(attribute)
            for expr in row.values.get(attribute.name, []):
                value = self.fixed(exprs[id(expr)], env, kind)
                found = value if isinstance(value, list) else [value]
                if not found and exprs[id(expr)].op == "range" and (low, high) != EVERY_NUMBER:
                    self.problems.append(self.backwards(exprs[id(expr)], f"the range of {attribute.name} here"))
                values += found
                wrong = next(
                    (x for x in found if not low <= x <= high and (x, kind.kind) != (ir.NOTHING, "maybe")), None
                )
                if wrong is not None:
                    message = f"{attribute.name} is declared as {low}..{high}, here it is {wrong}"
                    self.problem("out-of-range", message, expr.pos.span)
            missing = 0 if kind.kind == "bool" else ir.NOTHING
            columns.append(values if attribute.name in row.values else [missing])
        total = copies
        for column in columns:
            total *= len(column)
        span = row.copies.pos.span if row.copies is not None else row.span
        if copies < 0:
            self.problem("out-of-range", f"the number of copies is {copies}", span)
        elif total + len(self.cards) > MOST_CARDS:
            self.problem("too-large", f"a game has at most {MOST_CARDS:,} cards", span)
        if copies < 0 or total + len(self.cards) > MOST_CARDS:
            return
        for combination in product(*columns):
            look = looks.setdefault((component.name, *combination), len(looks))
            for _ in range(copies):
                self.lists[slot].start.append(len(self.cards))
                self.cards.append(ir.Card(component.name, list(combination), look))

    def attribute_bounds(self, attribute: m.Attribute) -> tuple[int, int]:
        kind = self.attribute_type(attribute)
        if kind.kind == "int" and attribute.type.expr is not None:
            limits = self.limits(self.checked.exprs[id(attribute.type.expr)])
            if limits is not None:
                return limits
        return bounds_of_type(kind, self.sizes, len(self.cards)) or EVERY_NUMBER

    # -- variables and tables

    def variables_layout(self) -> None:
        for component in self.checked.ruleset.components.values():
            if component.supply is not None:
                self.supplies[component.name] = supply = self.fixed(self.checked.exprs[id(component.supply)], {})
                if supply < 0:
                    self.problem("out-of-range", f"the number of {component.name}s is {supply}", component.span)
        for variable in self.checked.ruleset.variables.values():
            self.bases[variable] = len(self.ints)
            kind = self.checked_type(variable)
            low, high, first = self.variable_bounds(variable, kind)
            for label, indexes in self.places(variable):
                owner = next((i for thing, i in indexes if thing == "player"), -1)
                see = self.audience(variable.see.get("", "everyone"), owner)
                slot = self.add_int(label, low, high, see, variable.name, indexes, variable.token, self.kind_name(kind))
                self.ints[slot].show = variable.show
                typed = self.checked.exprs.get(id(variable.initial))
                if typed is not None and typed.op != "range":
                    self.initial.append((slot, typed, self.owned(variable, indexes), kind))
                else:
                    self.firsts.append((slot, first))
        for name, supply in self.supplies.items():
            self.boxes[name] = self.add_int(f"{name} in the box", 0, supply, (1 << self.players) - 1, "box", [], name)

    def owned(self, item: m.Zone | m.Variable, indexes: list[tuple[str, int]]) -> Env:
        """The names of a place's owner and parameters, which its declaration may mention."""
        locals_ = self.checked.owners.get(item, [])
        return {local: index for local, (_, index) in zip(locals_, indexes, strict=True)}

    def checked_type(self, variable: m.Variable) -> Type:
        initial = variable.initial
        if variable.token or variable.range is not None:
            return INT
        if isinstance(initial, s.TypeText):
            return maybe(self.word_type(initial.name))
        typed = self.checked.exprs.get(id(initial))
        return INT if typed is None or typed.op == "range" else typed.type

    def variable_bounds(self, variable: m.Variable, kind: Type) -> tuple[int, int, int]:
        """Smallest, greatest and first value."""
        if variable.token:
            return 0, self.supplies[variable.token], 0
        written: Any = variable.range if variable.range is not None else variable.initial
        typed = self.checked.exprs.get(id(written))
        if kind.kind == "int" and typed is not None:
            limits = self.limits(typed)
            if limits is None:
                problem = Diagnostic("bad-range", f"the range of {variable.name} is empty", typed.pos.span)
                self.problems.append(
                    self.backwards(typed, f"the range of {variable.name}") if typed.op == "range" else problem
                )
                return 0, 0, 0
            return limits[0], limits[1], limits[0]
        low, high = bounds_of_type(kind, self.sizes, len(self.cards)) or (0, 0)
        return low, high, low

    def table_layout(self, table: CheckedTable) -> None:
        """Tables as flat arrays over the span of their keys; holes are NO_NUMBER."""
        rows = []
        for keys, cell in table.rows:
            spans = []
            for key in keys:
                value = self.fixed(key, {})
                spans.append(value if isinstance(value, list) else [value])
            rows.append((spans, self.fixed(cell, {}, table.result)))
        ranges = []
        for position in range(len(table.params)):
            values = [v for spans, _ in rows for v in spans[position]]
            ranges.append((min(values), max(values)) if values else (0, 0))
            self.table_keys.setdefault(table.table.name, []).append(set(values))
        size = 1
        for low, high in ranges:
            size *= high - low + 1
        if size > 100_000:
            self.problem("too-large", f"the table {table.table.name} spans {size} cells", table.table.span)
            return
        cells: list[Any] = [ir.NO_NUMBER] * size
        written: dict[int, bool] = {}
        for spans, value in rows:
            for combination in product(*spans):
                index = 0
                for (low, high), key in zip(ranges, combination, strict=True):
                    index = index * (high - low + 1) + key - low
                if index in written:
                    self.problem(
                        "row-twice",
                        f"the table {table.table.name} has two rows for {', '.join(map(str, combination))}",
                        table.table.span,
                    )
                cells[index] = value
                written[index] = True
        self.tables[table.table.name] = cells
        self.table_ranges[table.table.name] = ranges


def shuffled_zones(checked: Checked) -> set[str]:
    """The names of the zones that may have unordered parts: shuffled ones, and those that such a pile is laid on."""
    every = {zone.name for zone in checked.ruleset.zones.values()}
    found: set[str] = set()
    pours: list[tuple[set[str], set[str]]] = []
    for part in checked.sentences.values():
        effect = part.effect
        if effect is not None and effect.form == "shuffle" and effect.source is not None:
            found |= zone_names(effect.source) or every
        elif effect is not None and effect.form in ("zone", "all") and effect.to is not None:
            source = effect.amount if effect.form == "zone" else effect.source
            pours.append((zone_names(source) or every if source is not None else every, zone_names(effect.to) or every))
    while True:
        more = {name for source, to in pours if source & found for name in to} - found
        if not more:
            return found
        found |= more
