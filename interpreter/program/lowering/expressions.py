"""Lower typed expressions to the intermediate representation, with constants folded and bounds known."""

from __future__ import annotations

from collections.abc import Callable

from ...base import limits
from ...base.diagnostics import RulesetError, mistake
from ...check.types import INT, Local, Type, Typed, present
from ...language import model as m
from .. import ir
from ..fold import as_expr, length, make
from .bounds import Ranges
from .layout import Env, Layout, Thunk, none_of
from .quantifiers import Quantifiers
from .writer import Bounds, ProgramWriter

COMPARE = {"=": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
MADE = {"+": "add", "-": "sub", "*": "mul", **{op: op for op in ("not", "neg", "and", "or")}}
PLAIN = ("cards", "group", "join", "without", "from", "after")
DIVISION = {"/up": "div_up", "/down": "div_down", "mod": "mod"}
SMALL, LARGE = 14, 100  # the most parts of a definition that is inlined: with parameters, without
MOST_WORK = 2_000  # parts lowered for a definition that may be inlined: a body that folds away can have many more
MOST_NAMED = 12
MOST_STEPS = 10_000  # cells in a table of steps


class Expressions:
    """Lowers expressions, for a fixed number of players."""

    def __init__(self, layout: Layout, writer: ProgramWriter) -> None:
        self.layout, self.writer = layout, writer
        self.ranges = Ranges(layout, writer)
        self.quantifiers = Quantifiers(self.lower, self.ranges)
        self.written = 0  # parts of expressions lowered so far
        self.work: dict[str, int] = {}  # the same of each definition
        self.lowered: dict[str, Callable[[Typed, Env], ir.Expr]] = {
            "const": self.const,
            "setting": lambda t, env: as_expr(layout.settings[t.value]),
            "things": lambda t, env: ["range", 0, layout.sizes[t.value] - 1],
            "local": self.local,
            "formula": self.formula,
            "zone": lambda t, env: make("add", self.index(t.value, t.args, env), layout.bases[t.value]),
            "variable": self.variable,
            "attribute": lambda t, env: ["table", f"{t.value[0]}.{t.value[1].name}", *self.args(t, env)],
            "possible": lambda t, env: self.quantifiers.possible_action(t.value, self.args(t, env), env),
            "flat": self.flat,
            "gather": self.map,
            "map": self.map,
            "need": self.need,
            "through": self.through,
            "table": self.table,
            "define": self.define,
            "builtin": self.builtin,
            "in": self.member,
            "range": self.range,
            "list": lambda t, env: ["items", *(self.lower(a, env, t.type.item) for a in t.args)],
            "if": self.either,
            "or else": self.or_else,
            "compare": self.compare,
            "each": self.quantifiers.lower_each,
            **dict.fromkeys(MADE, lambda t, env: make(MADE[t.op], *self.args(t, env))),
            **dict.fromkeys(DIVISION, self.division),
            **dict.fromkeys(PLAIN, lambda t, env: [t.op, *self.args(t, env)]),
        }

    def lower(self, t: Typed, env: Env, wanted: Type | None = None) -> ir.Expr:
        """Return the lowered expression; `wanted` is the type of a literal `none`."""
        if t.op == "none":
            return none_of(wanted or INT)
        self.written += 1
        return self.lowered[t.op](t, env)

    def args(self, t: Typed, env: Env) -> list[ir.Expr]:
        return [self.lower(a, env) for a in t.args]

    def as_items(self, t: Typed, env: Env) -> ir.Expr:
        """A list as it is, anything else as a list of one."""
        found = self.lower(t, env)
        return found if t.type.kind == "list" else ["items", found]

    def message(self, text: str, typed: Typed) -> int:
        """The number of a message at an expression's place."""
        return self.writer.message(text, typed.pos.span)

    def simple(self, value: ir.Expr, name: str, bounds: Bounds | None = None) -> ir.Expr:
        """The value itself if it is a constant or register, else a new register that holds it."""
        if isinstance(value, int | str):
            return value
        register = self.writer.register(name, bounds or self.ranges.bounds(value))
        self.writer.write("let", register, value)
        return register

    def limit_repetitions(self, times: ir.Expr, typed: Typed, words: str) -> ir.Expr:
        """The number of repetitions; too many are refused, or tested in play if not known."""
        least, most = self.ranges.bounds(times) or (0, limits.TIMES + 1)
        told = words.format(f"{times:,}" if isinstance(times, int) else typed.pos.text)
        text = f"{told}; {limits.TIMES:,} is the most"
        if least > limits.TIMES:
            raise RulesetError([self.layout.value_mistake("too-large", text, typed)])
        if most > limits.TIMES:
            times = self.simple(times, "times")
            self.writer.fail_unless(make("le", times, limits.TIMES), text, typed.pos.span)
        return times

    def const(self, t: Typed, env: Env) -> ir.Expr:
        count = self.layout.sizes.get(t.type.name) if t.type.kind == "thing" else None
        if count is not None and t.value >= count:
            message = f"there is no {t.pos.text}: there {'is' if count == 1 else 'are'} {count}"
            raise mistake("unknown-name", message, t.pos.span)
        return t.value

    def local(self, t: Typed, env: Env) -> ir.Expr:
        bound = env.get(t.value)
        if isinstance(bound, Thunk):
            return self.lower(bound.value, bound.env)
        if bound is None:
            message = f"{t.value.name} is known only during its turns"
            instead = "run it elsewhere" if t.value.kind == "round" else "name somebody else"
            raise mistake("no-turn", message, t.pos.span, hint=f"no turn is running here: {instead}")
        return bound

    def formula(self, t: Typed, env: Env) -> ir.Expr:
        thunk: Thunk = env[t.value]
        given = zip(thunk.params, self.args(t, env), strict=True)
        return self.ranges.bind(given, thunk.env, lambda inner: self.lower(thunk.value, inner))

    def index(self, item: m.Zone | m.Variable, args: list[Typed], env: Env) -> ir.Expr:
        found: ir.Expr = 0
        for arg in args:
            size = self.layout.sizes.get(present(arg.type).name) or len(self.layout.cards)
            found = make("add", make("mul", found, size), self.lower(arg, env))
        return found

    def variable(self, t: Typed, env: Env) -> ir.Expr:
        index = self.index(t.value, t.args, env)
        base = self.layout.bases[t.value]
        return ["var", base + index] if isinstance(index, int) else ["var", base, index]

    def flat(self, t: Typed, env: Env) -> ir.Expr:
        """Lower a list of zones to the list of all their cards."""
        zone = self.writer.register("zone")
        return ["gather", zone, *self.args(t, env), ["cards", zone]]

    def map(self, t: Typed, env: Env) -> ir.Expr:
        source = self.lower(t.args[0], env)
        register = self.writer.register("it", self.ranges.item_bounds(source))
        return [t.op, register, source, self.lower(t.args[1], {**env, t.value: register})]

    def need(self, t: Typed, env: Env) -> ir.Expr:
        """Lower an expression that may be none where a value is needed: fail if it is none."""
        value, none = self.lower(t.args[0], env), none_of(t.type)
        known = self.ranges.bounds(value)
        if known is not None and not known[0] <= none <= known[1]:
            return value
        return ["need", value, none, self.message(f"{t.pos.text} is none here", t)]

    def through(self, t: Typed, env: Env) -> ir.Expr:
        """Lower a field of something that may be none: none if that is none."""
        target, body = t.args

        def found(inner: Env) -> ir.Expr:
            missing = ["eq", inner[t.value], none_of(target.type)]
            return make("if", missing, none_of(t.type), self.lower(body, inner))

        return self.ranges.bind([(t.value, self.lower(target, env))], env, found)

    def table(self, t: Typed, env: Env) -> ir.Expr:
        table = t.value
        name = table.table.name
        index: ir.Expr = 0
        certain = True
        cells = self.layout.tables[name]
        if table.default is not None:
            return self.table_or_else(t, env)
        for position, ((low, high), arg) in enumerate(zip(self.layout.table_ranges[name], t.args, strict=True)):
            key = self.lower(arg, env)
            known = self.ranges.bounds(key)
            if known is not None and (known[0] > high or known[1] < low):
                raise mistake("missing-row", missing_row(name, t), t.pos.span, hint="add a row")
            key = self.with_row(key, arg, self.layout.table_keys[name][position], f"the table {name} has no row for", t)
            if known is None or known[0] < low or known[1] > high:
                certain = False
                key = ["within", key, low, high, self.message(f"the table {name} has no row for {arg.pos.text}", t)]
            index = make("add", make("mul", index, high - low + 1), make("sub", key, low))
        if certain and isinstance(index, int) and cells[index] in (None, ir.NO_NUMBER):
            raise mistake("missing-row", missing_row(name, t), t.pos.span, hint="add a row")
        if any(isinstance(c, list) for c in cells):
            return ["row", name, index]
        if certain and ir.NO_NUMBER not in cells:
            return cells[index] if isinstance(index, int) else ["table", name, index]
        return ["cell", name, index, self.message(f"the table {name} has no row for", t)]

    def table_or_else(self, t: Typed, env: Env) -> ir.Expr:
        """The cell of a table whose last row is for all other cases."""
        name, ranges = t.value.table.name, self.layout.table_ranges[t.value.table.name]
        keys = [Local("key", arg.type) for arg in t.args]

        def cell(inner: Env) -> ir.Expr:
            index: ir.Expr = 0
            tests: list[ir.Expr] = []
            for key, (low, high) in zip(keys, ranges, strict=True):
                least, most = self.ranges.bounds(inner[key]) or (low - 1, high + 1)
                tests += [make("ge", inner[key], low)] if least < low else []
                tests += [make("le", inner[key], high)] if most > high else []
                index = make("add", make("mul", index, high - low + 1), make("sub", inner[key], low))
            if tests:
                index = make("if", make("and", *tests), index, len(self.layout.tables[name]) - 1)
            cells = self.layout.tables[name]
            if any(isinstance(one, list) for one in cells):
                return ["row", name, index]
            return cells[index] if isinstance(index, int) else ["table", name, index]

        return self.ranges.bind([(key, self.lower(arg, env)) for key, arg in zip(keys, t.args, strict=True)], env, cell)

    def with_row(self, key: ir.Expr, arg: Typed, known: set[int], words: str, t: Typed) -> ir.Expr:
        """The key of a table, tested to have a row; the message names the thing that has none."""
        names = self.layout.names[arg.type.name] if arg.type.kind == "thing" and not isinstance(key, int) else []
        missing = [value for value in range(len(names)) if value not in known]
        for value in missing[:MOST_NAMED]:
            key = ["need", key, value, self.message(f"{words} {names[value]}", t)]
        return key

    def define(self, t: Typed, env: Env) -> ir.Expr:
        checked = t.value
        args = [self.lower(a, env, p.type) for a, p in zip(t.args, checked.params, strict=True)]
        name = checked.definition.name
        if name not in self.work:
            before = self.written
            inner: Env = {p: self.writer.register(p.name, self.layout.type_bounds(p.type)) for p in checked.params}
            self.writer.functions[name] = ir.Function(name, [inner[p] for p in checked.params], 0)
            made = self.writer.functions[name].body = self.lower(checked.value, inner)
            self.ranges.refuse_too_long(self.ranges.least_steps(made), name, checked.definition.span)
            self.work[name] = self.written - before
        body = self.writer.functions[name].body
        if size_of_tree(body) <= (SMALL if args else LARGE):
            given = zip(checked.params, args, strict=True)
            if self.work[name] <= MOST_WORK:
                return self.ranges.bind(given, {}, lambda inner: self.lower(checked.value, inner))
            if isinstance(body, int):  # constants of definitions that use each other many times are not computed again
                return self.ranges.bind(given, {}, lambda _: body)
        return ["call", name, *args]

    def builtin(self, t: Typed, env: Env) -> ir.Expr:
        name, args = t.value, self.args(t, env)
        if name == "first" and len(args) == 2:
            return ["head", args[0], args[1]]
        if name in ("first", "last"):
            return [name, args[0], none_of(t.type)]
        if name == "item":
            return ["nth", args[0], make("sub", args[1], 1), none_of(t.type)]
        if name in ("left", "right"):
            step = args[1] if len(args) > 1 else 1
            return ["mod", make("add" if name == "left" else "sub", args[0], step), self.layout.players, 0]
        if name == "number":
            return make("add", args[0], 1)
        if name in ("row", "column"):
            columns = self.layout.grids.get(t.args[0].type.name, 1)
            return make("add", ["div_down" if name == "row" else "mod", args[0], columns, 0], 1)
        if name == "line":
            return self.line(t, args)
        if name == "step":
            return self.step(t, args, env)
        if name == "count":
            return length(args[0])
        if name in ("min", "max"):
            of_two = "least" if name == "min" else "most"
            return make(of_two, *args) if len(args) == 2 else [name, args[0], ir.NO_NUMBER]
        if name == "empty":
            return ["eq", ["size", args[0]], 0]
        return [name, *args]

    def line(self, t: Typed, args: list[ir.Expr]) -> ir.Expr:
        """The places in one direction: a row of a constant table with all lines by direction and place."""
        kind = t.args[0].type.name
        name, size, columns = f"{kind}.line", self.layout.sizes[kind], self.layout.grids.get(kind, 1)
        if name not in self.layout.tables:
            steps = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
            self.layout.tables[name] = [straight(i, size, columns, *step) for step in steps for i in range(size)]
        index: ir.Expr = 0
        for arg, step in zip(t.args[1:], args[1:], strict=True):
            known = self.ranges.bounds(step)
            message = f"a line goes by -1, 0 or 1 rows and columns, not by {arg.pos.text}"
            if known is not None and (known[0] > 1 or known[1] < -1):
                raise mistake("out-of-range", message, arg.pos.span)
            if known is None or known[0] < -1 or known[1] > 1:
                step = ["within", step, -1, 1, self.message(message, t)]
            index = make("add", make("mul", index, 3), make("add", step, 1))
        return ["row", name, make("add", make("mul", index, size), args[0])]

    def step(self, t: Typed, args: list[ir.Expr], env: Env) -> ir.Expr:
        """The place so many rows down and columns to the right: a cell of a table, or computed if that is large."""
        kind, none = t.args[0].type.name, none_of(t.type)
        size, columns = self.layout.sizes[kind], self.layout.grids.get(kind, 1)
        known = [self.ranges.bounds(step) for step in args[1:]]
        ways = [range(bounds[0], bounds[1] + 1) if bounds else range(MOST_STEPS) for bounds in known]
        if len(ways[0]) * len(ways[1]) * size >= MOST_STEPS:
            places = [Local(word, arg.type) for word, arg in zip(("place", "down", "right"), t.args, strict=True)]

            def compute(inner: Env) -> ir.Expr:
                place, down, right = (inner[local] for local in places)
                row = make("add", ["div_down", place, columns, 0], down)
                column = make("add", ["mod", place, columns, 0], right)
                tests = [make("ge", row, 0), make("lt", row, size // columns)]
                tests += [make("ge", column, 0), make("lt", column, columns)]
                return make("if", make("and", *tests), make("add", make("mul", row, columns), column), none)

            return self.ranges.bind(list(zip(places, args, strict=True)), env, compute)
        name = f"{kind}.step {ways[0][0]}..{ways[0][-1]} {ways[1][0]}..{ways[1][-1]}"
        if name not in self.layout.tables:
            steps = [(down, right) for down in ways[0] for right in ways[1]]
            self.layout.tables[name] = [beside(i, size, columns, *step, none) for step in steps for i in range(size)]
        index: ir.Expr = 0
        for way, step in zip(ways, args[1:], strict=True):
            index = make("add", make("mul", index, len(way)), make("sub", step, way[0]))
        return ["table", name, make("add", make("mul", index, size), args[0])]

    def division(self, t: Typed, env: Env) -> ir.Expr:
        op = DIVISION[t.op]
        a, b = self.args(t, env)
        message = self.message(f"{t.args[1].pos.text} is 0: nothing can be divided by it", t)
        known = isinstance(a, int) and isinstance(b, int) and b
        return ir.FOLD[op](a, b) if known else [op, a, b, message]

    def member(self, t: Typed, env: Env) -> ir.Expr:
        """Lower `x in LIST`; for a range to two comparisons."""
        item, source = t.args
        x = self.lower(item, env, source.type.item)
        listed = ["range", *self.args(source, env)] if source.op == "range" else self.lower(source, env)
        if isinstance(listed, list) and listed[0] == "range" and not isinstance(x, list):
            return make("and", make("ge", x, listed[1]), make("le", x, listed[2]))
        return ["in", x, listed]

    def range(self, t: Typed, env: Env) -> ir.Expr:
        """The list of numbers from one to another; too many are refused, or tested in play."""
        low, high = self.args(t, env)
        known = self.ranges.bounds(make("sub", high, low))
        text = f"{t.pos.text} has more than {limits.RANGE:,} values"
        if known is not None and known[0] >= limits.RANGE:
            raise RulesetError([self.layout.value_mistake("too-large", text, t)])
        if known is None or known[1] >= limits.RANGE:
            least = known[0] if known is not None else -(1 << 60)
            high = make("add", low, ["within", make("sub", high, low), least, limits.RANGE - 1, self.message(text, t)])
        return ["range", low, high]

    def either(self, t: Typed, env: Env) -> ir.Expr:
        """Lower `if CONDITION then A else B`."""
        condition, then, other = t.args
        return make("if", self.lower(condition, env), self.lower(then, env, t.type), self.lower(other, env, t.type))

    def or_else(self, t: Typed, env: Env) -> ir.Expr:
        left, right = t.args
        first, second = self.lower(left, env, t.type), self.lower(right, env, t.type)
        it, none = Local("it", left.type), none_of(left.type)

        def found(inner: Env) -> ir.Expr:
            missing = make("eq", ["len", inner[it]], 0) if left.type.kind == "list" else make("eq", inner[it], none)
            return make("if", missing, second, inner[it])

        simple = self.replace_none(first, none, second) if left.type.kind != "list" else None
        return simple or self.ranges.bind([(it, first)], env, found)

    def replace_none(self, e: ir.Expr, none: int, other: ir.Expr) -> ir.Expr:
        """Replace the `none` that one branch of an expression gives by `other`; None if its shape forbids that."""
        if not isinstance(e, list) or e[0] not in ("let", "if"):
            return None
        if e[0] == "let":
            inner = self.replace_none(e[3], none, other)
            return inner and [*e[:3], inner]
        if e[2] != none or not isinstance(e[3], list) or e[3][0] != "table" or none in self.layout.tables[e[3][1]]:
            return None
        return ["if", e[1], other, e[3]]

    def compare(self, t: Typed, env: Env) -> ir.Expr:
        if (empty := self.end_is_none(t, env)) is not None:
            return empty
        kinds = [a.type for a in t.args]
        known = next((k for k in kinds if k.kind != "none"), INT)
        sides = [self.lower(a, env, known) for a in t.args]
        parts = [make(COMPARE[op], a, b) for op, a, b in zip(t.value, sides, sides[1:], strict=False)]
        return make("and", *parts) if len(parts) > 1 else parts[0]

    def end_is_none(self, t: Typed, env: Env) -> ir.Expr:
        """The test on the size for `deck.top = none` of a pile that may be shuffled. None if it is not that."""
        ends = [a for a in t.args if a.op == "builtin" and a.value in ("top", "bottom")]
        if len(t.args) != 2 or len(ends) != 1 or not any(a.op == "none" for a in t.args):
            return None
        zone = ends[0].args[0]
        return None if self.layout.is_settled(zone) else make(COMPARE[t.value[0]], ["size", self.lower(zone, env)], 0)


def missing_row(name: str, t: Typed) -> str:
    """The message for a table without a row for something."""
    return f"the table {name} has no row for {', '.join(a.pos.text for a in t.args)}"


def straight(place: int, size: int, columns: int, down: int, right: int) -> list[int]:
    """The places on a grid from one to the edge, in steps of so many rows down and columns to the right."""
    row, column = divmod(place, columns)
    found = [place]
    while (down or right) and 0 <= (row := row + down) < size // columns and 0 <= (column := column + right) < columns:
        found.append(row * columns + column)
    return found


def beside(place: int, size: int, columns: int, down: int, right: int, none: int) -> int:
    """The place on a grid so many rows down and columns to the right of one; none beyond the edge."""
    row, column = divmod(place, columns)
    inside = 0 <= row + down < size // columns and 0 <= column + right < columns
    return (row + down) * columns + column + right if inside else none


def size_of_tree(expr: ir.Expr) -> int:
    """The number of nodes in an expression."""
    return 1 + sum(map(size_of_tree, expr[1:])) if isinstance(expr, list) else 1
