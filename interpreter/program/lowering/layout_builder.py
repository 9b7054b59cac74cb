"""Build the layout of a game from its declarations: settings, things, zones, cards, variables and tables."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import Any

from ...base import limits
from ...base.diagnostics import Diagnostic, RulesetError, Span, mistake
from ...check.checked import Checked, CheckedTable
from ...check.shuffled_piles import shuffled_zones, zones_read_by_order
from ...check.symbols import Symbols
from ...check.types import INT, Type, Typed
from ...language import model as m
from ...language import syntax as s
from ...language.audience import FACES, audience
from .. import ir
from ..evaluate import Evaluation, Unknown
from ..fold import constant
from .expressions import Expressions
from .layout import Env, Layout, kind_name, setting_value
from .writer import Bounds, ProgramWriter

EVERY_NUMBER = (-(1 << 30), 1 << 30)
MOST_STEPS = 100_000  # of computing an audience


def setting_data(value: Any, kind: Type | None) -> Any:
    """The value of a setting as data: numbers, yes or no, or a list of them."""
    if isinstance(value, list):
        return [setting_data(item, kind and kind.item) for item in value]
    return bool(value) if kind is not None and kind.kind == "bool" else value


def lay_out(checked: Checked, players: int, chosen: dict[str, Any]) -> Expressions:
    """Build the layout, and what lowers expressions in it. Raises RulesetError for mistakes in declarations."""
    writer = ProgramWriter(checked.ruleset.span)
    expressions = Expressions(Layout(checked, players, chosen), writer)
    LayoutBuilder(expressions).build()
    put_audiences(expressions)
    return expressions


class LayoutBuilder:
    """Fills in a layout; what a declaration may mention is laid out before it."""

    def __init__(self, expressions: Expressions) -> None:
        self.lower, self.layout = expressions.lower, expressions.layout
        self.checked, self.players = self.layout.checked, self.layout.players
        self.written_type = Symbols(self.checked.ruleset).written_type
        self.problems: list[Diagnostic] = []

    def build(self) -> None:
        layout = self.layout
        layout.sizes["player"] = self.players
        self.settings_layout()
        self.things_layout()
        layout.add_int("step", ir.OVER, 1 << 30)
        layout.add_int("reason of the end", 0, 1 << 30)
        layout.add_int("turns taken", 0, 1 << 30)
        self.zones_layout()
        self.cards_layout()
        self.variables_layout()
        for table in self.checked.tables.values():
            self.table_layout(table)
        if self.problems:
            raise RulesetError(dict.fromkeys(self.problems))

    def problem(self, code: str, message: str, span: Span, hint: str = "") -> None:
        self.problems.append(Diagnostic(code, message, span, hint=hint))

    def backwards(self, typed: Typed, what: str) -> Diagnostic:
        """The mistake of a range whose first number is the greater one."""
        low, high = (self.fixed_value(arg, {}) for arg in typed.args)
        message = f"{what} is empty: it goes from {low} to {high}, and the smaller number comes first"
        return self.layout.value_mistake("bad-range", message, typed, "change one of the two numbers")

    def fixed_value(self, typed: Typed, env: Env, wanted: Type | None = None) -> Any:
        """The value of an expression that must be known before the game begins: an int or a list of values."""
        span = typed.pos.span
        try:
            expr = self.lower(typed, env, wanted)
            found = constant(expr)
            if any(abs(x) > limits.NUMBER for x in (found if isinstance(found, list) else [found])):
                message = f"{typed.pos.text} is more than {limits.NUMBER:,}"
                raise mistake("too-large", message, span)
            return found
        except (ValueError, KeyError, IndexError, TypeError):
            message = f"{typed.pos.text} is not known before the game begins"
            hint = "write a number or a name, or work it out from settings"
            raise mistake("not-fixed", message, span, hint=hint) from None

    def limits(self, typed: Typed) -> Bounds | None:
        """The smallest and greatest number of a range or list; None for anything else, or if it is empty."""
        if typed.op == "range":
            low, high = self.fixed_value(typed.args[0], {}), self.fixed_value(typed.args[1], {})
            return (low, high) if low <= high else None
        found = self.fixed_value(typed, {})
        return (min(found), max(found)) if isinstance(found, list) and found else None

    def settings_layout(self) -> None:
        for name, setting in self.checked.ruleset.settings.items():
            chosen, typed = self.layout.chosen, self.checked.exprs[id(setting_value(setting, self.players))]
            self.layout.settings[name] = chosen[name] if name in chosen else self.fixed_value(typed, {})
            self.layout.options[name] = setting_data(self.layout.settings[name], typed.type)

    def things_layout(self) -> None:
        self.layout.names["player"] = [f"player {i + 1}" for i in range(self.players)]
        for name, thing in self.checked.ruleset.things.items():
            if thing.grid:
                rows, columns = (self.thing_count(thing, side) for side in thing.grid)
                if rows * columns > limits.MEMBERS:
                    message = f"{rows * columns} {thing.plural} are more than {limits.MEMBERS}"
                    self.problem("bad-count", message, thing.span)
                    rows = columns = 1
                self.layout.grids[name] = columns
                labels = [f"{name}_{r + 1}_{c + 1}" for r in range(rows) for c in range(columns)]
            elif thing.count is not None:
                labels = [f"{name}_{i + 1}" for i in range(self.thing_count(thing, thing.count))]
            else:
                labels = [thing.texts.get(member, member) for member, _ in thing.members]
            if not labels:
                self.problem("bad-count", f"there is no {name}", thing.span)
                labels = [name]
            self.layout.sizes[name], self.layout.names[name] = len(labels), labels

    def thing_count(self, thing: m.Thing, size: s.Expr) -> int:
        """The value of a declared number of places, rows or columns."""
        count = self.fixed_value(self.checked.exprs[id(size)], {})
        if isinstance(count, int) and 1 <= count <= limits.MEMBERS:
            return count
        message = f"the number of {thing.plural} must be from 1 to {limits.MEMBERS:,}, not {count:,}"
        self.problem("bad-count", message, thing.span)
        return 1

    def zones_layout(self) -> None:
        self.layout.winners = self.layout.add_list(
            "winners"
        )  # first, so that a zone's number always identifies its family
        for zone in self.checked.ruleset.zones.values():
            self.layout.bases[zone] = len(self.layout.lists)
            for label, indexes in self.layout.places(zone):
                owner = next((i for kind, i in indexes if kind == "player"), -1)
                kind = "pile" if zone.ordered else "set"
                see = self.layout.visibility(zone.see, owner)
                self.layout.lists.append(
                    ir.ListSlot(label, kind, zone.component, zone.name, indexes, owner, see, show=zone.show)
                )
        self.layout.zones = len(self.layout.lists)
        unordered = shuffled_zones(self.checked)
        for slot in self.layout.lists[1 : self.layout.zones]:
            slot.settled = slot.kind == "pile" and slot.declared not in unordered
        self.layout.ordered = unordered & zones_read_by_order(self.checked).keys()
        grouped = {zone.name: zone.groups for zone in self.checked.ruleset.zones.values()}
        for slot in self.layout.lists[1 : self.layout.zones]:
            if slot.kind == "pile":
                slot.segments = self.layout.add_list(f"unordered parts of {slot.name}")
            if grouped[slot.declared]:
                slot.groups = self.layout.add_list(f"groups of {slot.name}")

    def cards_layout(self) -> None:
        looks: dict[tuple[Any, ...], int] = {}
        for component in self.checked.ruleset.components.values():
            for attribute in component.attributes:
                typed = self.checked.exprs.get(id(attribute.type.expr))
                if typed is not None and typed.op == "range" and self.limits(typed) is None:
                    self.problems.append(self.backwards(typed, f"the range of {attribute.name}"))
            self.layout.attributes[component.name] = [
                (a.name, a.face, kind_name(self.written_type(a.type))) for a in component.attributes
            ]
        for zone in self.checked.ruleset.zones.values():
            for number, (_, indexes) in enumerate(self.layout.places(zone)):
                env = self.layout.owner_env(zone, indexes)
                for row in zone.rows:
                    self.card_row(zone, row, env, self.layout.bases[zone] + number, looks)
        for slot in self.layout.lists[1 : self.layout.zones]:
            if slot.groups >= 0:
                self.layout.lists[slot.groups].start = list(range(1, len(slot.start) + 1))
        for component in self.checked.ruleset.components.values():
            for index, attribute in enumerate(component.attributes):
                none = ir.NO_NUMBER if self.written_type(attribute.type).kind == "int" else ir.NOTHING
                key = f"{component.name}.{attribute.name}"
                cells = [c.values[index] if c.component == component.name else none for c in self.layout.cards]
                self.layout.tables[key] = cells
        self.layout.tables["look"] = [card.look for card in self.layout.cards]
        self.layout.unique_looks = len(set(self.layout.tables["look"])) == len(self.layout.cards)

    def card_row(self, zone: m.Zone, row: m.CardRow, env: Env, slot: int, looks: dict[tuple[Any, ...], int]) -> None:
        component = self.checked.ruleset.components[zone.component]
        copies = self.fixed_value(self.checked.exprs[id(row.copies)], env) if row.copies is not None else 1
        columns = [self.column(attribute, row, env) for attribute in component.attributes]
        too_many = copies * prod(map(len, columns)) + len(self.layout.cards) > limits.CARDS
        span = row.copies.pos.span if row.copies is not None else row.span
        if copies < 0:
            self.problem("out-of-range", f"the number of copies cannot be {copies}", span)
        elif too_many:
            self.problem("too-large", f"a game has at most {limits.CARDS:,} cards", span)
        else:
            for combination in product(*columns):
                look = looks.setdefault((component.name, *combination), len(looks))
                for _ in range(copies):
                    self.layout.lists[slot].start.append(len(self.layout.cards))
                    self.layout.cards.append(ir.Card(component.name, list(combination), look))

    def column(self, attribute: m.Attribute, row: m.CardRow, env: Env) -> list[int]:
        """The values of an attribute in a row of cards."""
        kind = self.written_type(attribute.type)
        low, high = self.attribute_bounds(attribute)
        values: list[int] = []
        for expr in row.values.get(attribute.name, []):
            typed = self.checked.exprs[id(expr)]
            value = self.fixed_value(typed, env, kind)
            found = value if isinstance(value, list) else [value]
            if not found and typed.op == "range" and (low, high) != EVERY_NUMBER:
                self.problems.append(self.backwards(typed, f"the range of {attribute.name} here"))
            values += found
            outside = [x for x in found if not low <= x <= high and (x, kind.kind) != (ir.NOTHING, "maybe")]
            if outside:
                message = f"{attribute.name} is declared as {low}..{high}, but here it is {outside[0]}"
                hint = f"write numbers from {low} to {high} here, or widen the range under `components`"
                self.problem("out-of-range", message, expr.pos.span, hint)
        return values if attribute.name in row.values else [0 if kind.kind == "bool" else ir.NOTHING]

    def attribute_bounds(self, attribute: m.Attribute) -> Bounds:
        kind = self.written_type(attribute.type)
        if kind.kind == "int" and attribute.type.expr is not None:
            limits = self.limits(self.checked.exprs[id(attribute.type.expr)])
            if limits is not None:
                return limits
        return self.layout.type_bounds(kind) or EVERY_NUMBER

    def variables_layout(self) -> None:
        for component in self.checked.ruleset.components.values():
            if component.supply is not None:
                self.layout.supplies[component.name] = supply = self.fixed_value(
                    self.checked.exprs[id(component.supply)], {}
                )
                if supply < 0:
                    self.problem("out-of-range", f"the number of {component.name}s cannot be {supply}", component.span)
        for variable in self.checked.ruleset.variables.values():
            self.layout.bases[variable] = len(self.layout.ints)
            kind = self.checked_type(variable)
            low, high, first = self.variable_bounds(variable, kind)
            for label, indexes in self.layout.places(variable):
                owner = next((i for thing, i in indexes if thing == "player"), -1)
                see = self.layout.seats_of(audience(variable.see), owner)
                at = ir.IntSlot(label, low, high, see, variable.name, indexes, variable.token, kind_name(kind))
                at.show = variable.show
                slot = self.layout.add(at)
                typed = self.checked.exprs.get(id(variable.initial))
                if typed is not None and typed.op != "range":
                    self.layout.initial.append((slot, typed, self.layout.owner_env(variable, indexes), kind))
                else:
                    self.layout.firsts.append((slot, first))
        for name, supply in self.layout.supplies.items():
            self.layout.boxes[name] = self.layout.add(
                ir.IntSlot(f"{name} in the box", 0, supply, (1 << self.players) - 1, "box", [], name)
            )

    def checked_type(self, variable: m.Variable) -> Type:
        initial = variable.initial
        if variable.token or variable.range is not None:
            return INT
        if isinstance(initial, s.TypeText):
            return self.written_type(initial)
        typed = self.checked.exprs.get(id(initial))
        return INT if typed is None or typed.op == "range" else typed.type

    def variable_bounds(self, variable: m.Variable, kind: Type) -> tuple[int, int, int]:
        """The smallest, greatest and first value of a variable."""
        if variable.token:
            return 0, self.layout.supplies[variable.token], 0
        written: Any = variable.range if variable.range is not None else variable.initial
        typed = self.checked.exprs.get(id(written))
        if kind.kind == "int" and typed is not None:
            limits = self.limits(typed)
            what = f"the range of {variable.name}"
            if limits is None and typed.op == "range":
                self.problems.append(self.backwards(typed, what))
            elif limits is None:
                self.problem("bad-range", f"{what} is empty", typed.pos.span)
            low, high = limits or (0, 0)
            return low, high, low
        low, high = self.layout.type_bounds(kind) or (0, 0)
        return low, high, low

    def table_layout(self, table: CheckedTable) -> None:
        """Lay out a table as a flat array over the span of its keys; holes are NO_NUMBER, None in a table of lists.

        One with a default has that in them, and once more behind all cells.
        """
        name, span = table.table.name, table.table.span
        rows: list[tuple[list[list[int]], Any, ir.Row]] = []
        for keys, cell in table.rows:
            found = [self.fixed_value(key, {}) for key in keys]
            values = [value if isinstance(value, list) else [value] for value in found]
            row = ir.Row(", ".join(key.pos.text for key in keys), keys[0].pos.span.file, keys[0].pos.span.line, [])
            rows.append((values, self.fixed_value(cell, {}, table.result), row))
        known = [{v for values, *_ in rows for v in values[position]} for position in range(len(table.params))]
        ranges = [(min(keys), max(keys)) if keys else (0, 0) for keys in known]
        self.layout.table_keys[name] = known
        size = prod(high - low + 1 for low, high in ranges)
        if size > limits.CELLS:
            self.problem("too-large", f"the table {name} spans {size} cells", span)
            return
        default = self.fixed_value(table.default, {}, table.result) if table.default is not None else None
        hole = None if table.result.kind == "list" else ir.NO_NUMBER
        cells: list[Any] = [hole if default is None else default] * size
        written: set[int] = set()
        for values, cell, row in rows:
            for combination in product(*values):
                index = 0
                for (low, high), key in zip(ranges, combination, strict=True):
                    index = index * (high - low + 1) + key - low
                if index in written:
                    at = ", ".join(map(str, combination))
                    self.problem("row-twice", f"the table {name} has two rows for {at}", span)
                cells[index] = cell
                row.cells.append(index)
                written.add(index)
        self.layout.tables[name] = cells if default is None else [*cells, default]
        self.layout.table_ranges[name] = ranges
        if len(written) < size and default is None:
            named = [self.layout.names.get(kind.name) for kind in table.params]
            self.layout.cases[name] = [
                names[low : high + 1] if names else [str(value) for value in range(low, high + 1)]
                for names, (low, high) in zip(named, ranges, strict=True)
            ]
        self.layout.rows[name] = [row for *_, row in rows]
        if default is not None:
            others = [at for at in range(size + 1) if at not in written]
            self.layout.rows[name].append(ir.Row("else", span.file, span.line, others))


# -- audiences given by expressions


def put_audiences(expressions: Expressions) -> None:
    """Write into each slot the seats that see it. Raises RulesetError if they cannot be computed."""
    layout = expressions.layout
    rules, exprs = layout.checked.ruleset, layout.checked.exprs
    for zone in rules.zones.values():
        for face, who in ((face, audience(zone.see, face)) for face in FACES):
            for number, (_, indexes) in enumerate(layout.places(zone)) if not isinstance(who, str) else ():
                seats = _audience_mask(exprs[id(who)], layout.owner_env(zone, indexes), expressions)
                layout.lists[layout.bases[zone] + number].see[face] = seats
    for variable in rules.variables.values():
        who = audience(variable.see)
        for number, (_, indexes) in enumerate(layout.places(variable)) if not isinstance(who, str) else ():
            seats = _audience_mask(exprs[id(who)], layout.owner_env(variable, indexes), expressions)
            layout.ints[layout.bases[variable] + number].see = seats


def _audience_mask(players: Typed, env: Env, expressions: Expressions) -> int:
    """A player, or several, as a bit mask."""
    evaluation = Evaluation(expressions.layout.tables, expressions.writer.functions, MOST_STEPS)
    try:
        found = evaluation.value(expressions.lower(players, env), {})
    except (Unknown, KeyError):
        message = f"{players.pos.text} is not known before the game begins"
        hint = "write it with settings, tables and the numbers of the players"
        raise mistake("not-fixed", message, players.pos.span, hint=hint) from None
    return sum(1 << seat for seat in {*(found if isinstance(found, list) else [found])})
