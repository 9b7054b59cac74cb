"""Typed expressions -> expressions of the intermediate representation, constants folded, ranges known."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...base.diagnostics import Diagnostic, RulesetError, Span
from ...check.checked import Checked
from ...check.types import INT, Local, Type, Typed, TypedChoice, conjuncts, free, present, subtrees
from ...language import model as m
from .. import ir
from ..fold import make

Bounds = tuple[int, int]


@dataclass(slots=True, eq=False)
class Closure:
    """A parameter that is a formula or place: its own parameters, the expression and where that was written."""

    params: list[Local]
    value: Typed
    env: Env


Env = dict[Any, Any]  # Local -> ir.Expr | Closure
CHOOSER = "chooser"

COMPARE = {"=": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
ARITHMETIC = {"+": "add", "-": "sub", "*": "mul"}
SMALL = 14
MOST_NAMED = 12


def constant(expr: Any) -> Any:
    """The value of a constant expression: int or list of values; a ValueError if it is not constant."""
    if isinstance(expr, int):
        return expr
    if isinstance(expr, list):
        if expr[0] == "items":
            return [constant(e) for e in expr[1:]]
        if expr[0] == "range":
            return list(range(constant(expr[1]), constant(expr[2]) + 1))
        if expr[0] == "join":
            return constant(expr[1]) + constant(expr[2])
        if expr[0] == "without":
            gone = constant(expr[2])
            return [x for x in constant(expr[1]) if x not in gone]
        if expr[0] == "len":
            return len(constant(expr[1]))
        if expr[0] in ("div_down", "div_up", "mod"):
            a, b = constant(expr[1]), constant(expr[2])
            if b:
                return {"div_down": a // b, "div_up": -(-a // b), "mod": a % b}[expr[0]]
        if expr[0] in ("first", "last") and constant(expr[1]):
            return constant(expr[1])[0 if expr[0] == "first" else -1]
        if expr[0] in ("sum", "min", "max") and constant(expr[1]):
            values = constant(expr[1])
            return sum(values) if expr[0] == "sum" else min(values) if expr[0] == "min" else max(values)
    raise ValueError("not constant")


def as_expr(value: Any) -> Any:
    """A constant value as an expression."""
    return ["items", *(as_expr(v) for v in value)] if isinstance(value, list) else value


def size_of_tree(expr: Any) -> int:
    return 1 + sum(map(size_of_tree, expr[1:])) if isinstance(expr, list) else 1


def bounds_of_type(kind: Type, sizes: dict[str, int], cards: int) -> Bounds | None:
    """Smallest and greatest value of a type; None for a number."""
    inner = present(kind)
    low = ir.NOTHING if kind.kind == "maybe" else 0
    if inner.kind == "bool":
        return low, 1
    if inner.kind == "thing":
        return low, sizes.get(inner.name, 1) - 1
    if inner.kind == "card":
        return low, max(0, cards - 1)
    if inner.kind == "group":
        return low, 1 << 24
    return None


class Lowering:
    """Expressions for a fixed number of players. Registers are numbered, so no two are the same."""

    def __init__(self, checked: Checked, players: int) -> None:
        self.checked, self.players = checked, players
        self.settings: dict[str, Any] = {}
        self.sizes: dict[str, int] = {}
        self.names: dict[str, list[str]] = {}
        self.grids: dict[str, int] = {}
        self.ints: list[ir.IntSlot] = []
        self.lists: list[ir.ListSlot] = []
        self.zones = 0
        self.winners = -1
        self.bases: dict[m.Zone | m.Variable, int] = {}
        self.boxes: dict[str, int] = {}
        self.supplies: dict[str, int] = {}
        self.firsts: list[tuple[int, int]] = []
        self.cards: list[ir.Card] = []
        self.attributes: dict[str, list[tuple[str, str, str]]] = {}
        self.unique_looks = False
        self.tables: dict[str, list[Any]] = {}
        self.table_ranges: dict[str, list[Bounds]] = {}
        self.table_keys: dict[str, list[set[int]]] = {}
        self.functions: dict[str, ir.Function] = {}
        self.messages: list[str] = []
        self.registers = 0
        self.ranges: dict[str, Bounds | None] = {}

    # -- helpers

    def register(self, name: str, bounds: Bounds | None = None) -> str:
        self.registers += 1
        found = f"{name.rstrip('_')}_{self.registers}"
        self.ranges[found] = bounds
        return found

    def message(self, text: str, typed: Typed) -> int:
        return self.message_at(text, typed.pos.span)

    def message_at(self, text: str, span: Span) -> int:
        """The number of a message; it names folder, file and line, the same on every machine."""
        text = f"{'/'.join(Path(span.file).parts[-2:])}:{span.line}: {text}"
        if text not in self.messages:
            self.messages.append(text)
        return self.messages.index(text)

    def none(self, kind: Type) -> int:
        return ir.NO_NUMBER if present(kind).kind == "int" else ir.NOTHING

    def kind_name(self, kind: Type) -> str:
        """int, bool, text, `thing tent`, `card card`, `zone card`; without its maybe."""
        inner = present(kind)
        return f"{inner.kind} {inner.name}" if inner.name else inner.kind

    def type_bounds(self, kind: Type) -> Bounds | None:
        return bounds_of_type(kind, self.sizes, len(self.cards))

    # -- expressions

    def lower(self, t: Typed, env: Env, wanted: Type | None = None) -> Any:
        """The expression; `wanted` says of what type a literal none is."""
        if t.op == "none":
            return self.none(wanted or INT)
        return getattr(self, "_" + NAMES.get(t.op, t.op).replace(" ", "_"))(t, env)

    def _const(self, t: Typed, env: Env) -> Any:
        count = self.sizes.get(t.type.name) if t.type.kind == "thing" else None
        if count is not None and t.value >= count:
            message = f"there is no {t.pos.text}: there {'is' if count == 1 else 'are'} {count}"
            raise RulesetError([Diagnostic("unknown-name", message, t.pos.span)])
        return t.value

    def _setting(self, t: Typed, env: Env) -> Any:
        return as_expr(self.settings[t.value])

    def _things(self, t: Typed, env: Env) -> Any:
        return ["range", 0, self.sizes[t.value] - 1]

    def _local(self, t: Typed, env: Env) -> Any:
        bound = env.get(t.value)
        if isinstance(bound, Closure):
            return self.lower(bound.value, bound.env)
        if bound is None:
            message = f"{t.value.name} is known only while its turns are played"
            hint = "no turn is played here: name somebody else"
            raise RulesetError([Diagnostic("no-turn", message, t.pos.span, hint=hint)])
        return bound

    def _formula(self, t: Typed, env: Env) -> Any:
        closure = env[t.value]
        inner = dict(closure.env)
        return self.bound(
            list(zip(closure.params, [self.lower(a, env) for a in t.args], strict=True)),
            inner,
            lambda: self.lower(closure.value, inner),
        )

    def bound(self, pairs: list[tuple[Local, Any]], env: Env, body: Any) -> Any:
        """body() with locals standing for values; what is not simple is computed once."""
        lets = []
        for local, value in pairs:
            if isinstance(value, list) and not (value[0] == "var" and len(value) == 2):
                register = self.register(local.name, self.bounds(value))
                lets.append((register, value))
                value = register
            env[local] = value
        found = body()
        for register, value in reversed(lets):
            found = ["let", register, value, found]
        return found

    def index(self, item: m.Zone | m.Variable, args: list[Typed], env: Env) -> Any:
        found: Any = 0
        for arg in args:
            size = self.sizes.get(present(arg.type).name) or len(self.cards)
            found = make("add", make("mul", found, size), self.lower(arg, env))
        return found

    def _zone(self, t: Typed, env: Env) -> Any:
        return make("add", self.index(t.value, t.args, env), self.bases[t.value])

    def _variable(self, t: Typed, env: Env) -> Any:
        index = self.index(t.value, t.args, env)
        base = self.bases[t.value]
        return ["var", base + index] if isinstance(index, int) else ["var", base, index]

    def _attribute(self, t: Typed, env: Env) -> Any:
        component, attribute = t.value
        return ["table", f"{component}.{attribute.name}", self.lower(t.args[0], env)]

    def _cards(self, t: Typed, env: Env) -> Any:
        return ["cards", self.lower(t.args[0], env)]

    def _group(self, t: Typed, env: Env) -> Any:
        return ["group", self.lower(t.args[0], env)]

    def _possible(self, t: Typed, env: Env) -> Any:
        return self.possible_action(t.value, [self.lower(a, env) for a in t.args])

    def possible_action(self, words: str, args: list[Any]) -> Any:
        raise AssertionError("written with the choices")

    def _flat(self, t: Typed, env: Env) -> Any:
        zone = self.register("zone")
        return self.mapped("gather", zone, self.lower(t.args[0], env), ["cards", zone])

    def mapped(self, op: str, register: str, source: Any, body: Any) -> Any:
        return [op, register, source, body]

    def _map(self, t: Typed, env: Env) -> Any:
        source = self.lower(t.args[0], env)
        register = self.register("it", self.item_bounds(source))
        return self.mapped(
            "gather" if t.op == "gather" else "map", register, source, self.lower(t.args[1], {**env, t.value: register})
        )

    def _need(self, t: Typed, env: Env) -> Any:
        value, none = self.lower(t.args[0], env), self.none(t.type)
        known = self.bounds(value)
        if known is not None and not known[0] <= none <= known[1]:
            return value
        return ["need", value, none, self.message(f"{t.pos.text} is none here", t)]

    def _through(self, t: Typed, env: Env) -> Any:
        target, body = t.args
        none = self.none(target.type)
        inner = dict(env)
        source = self.lower(target, env)
        return self.bound(
            [(t.value, source)],
            inner,
            lambda: make("if", ["eq", inner[t.value], none], self.none(t.type), self.lower(body, inner)),
        )

    def _table(self, t: Typed, env: Env) -> Any:
        table = t.value
        name = table.table.name
        index: Any = 0
        certain = True
        cells = self.tables[name]
        for position, ((low, high), arg) in enumerate(zip(self.table_ranges[name], t.args, strict=True)):
            key = self.lower(arg, env)
            known = self.bounds(key)
            if known is not None and (known[0] > high or known[1] < low):
                raise RulesetError([self.no_row(name, t)])
            key = self.with_row(key, arg, self.table_keys[name][position], f"the table {name} has no row for", t)
            if known is None or known[0] < low or known[1] > high:
                certain = False
                key = ["within", key, low, high, self.message(f"the table {name} has no row for {arg.pos.text}", t)]
            index = make("add", make("mul", index, high - low + 1), make("sub", key, low))
        if isinstance(cells[0], list) or any(isinstance(c, list) for c in cells):
            return ["row", name, index]
        if certain and isinstance(index, int) and cells[index] == ir.NO_NUMBER:
            raise RulesetError([self.no_row(name, t)])
        if certain and ir.NO_NUMBER not in cells:
            return cells[index] if isinstance(index, int) else ["table", name, index]
        return [
            "cell",
            name,
            index,
            self.message(f"the table {name} has no row for {', '.join(a.pos.text for a in t.args)}", t),
        ]

    def with_row(self, key: Any, arg: Typed, known: set[int], words: str, t: Typed) -> Any:
        """The key of a table, not one of the things without a row: the message names that one."""
        names = self.names[arg.type.name] if arg.type.kind == "thing" and not isinstance(key, int) else []
        missing = [value for value in range(len(names)) if value not in known]
        for value in missing[:MOST_NAMED]:
            key = ["need", key, value, self.message(f"{words} {names[value]}", t)]
        return key

    def no_row(self, name: str, t: Typed) -> Diagnostic:
        texts = ", ".join(a.pos.text for a in t.args)
        return Diagnostic("missing-row", f"the table {name} has no row for {texts}", t.pos.span, hint="add a row")

    def _define(self, t: Typed, env: Env) -> Any:
        checked = t.value
        args = [self.lower(a, env, p.type) for a, p in zip(t.args, checked.params, strict=True)]
        name = checked.definition.name
        if name not in self.functions:
            inner: Env = {p: self.register(p.name, self.type_bounds(p.type)) for p in checked.params}
            self.functions[name] = ir.Function(name, [inner[p] for p in checked.params], 0)
            self.functions[name].body = self.lower(checked.value, inner)
        body = self.functions[name].body
        if size_of_tree(body) <= SMALL or not args:
            inner = {}
            return self.bound(
                list(zip(checked.params, args, strict=True)), inner, lambda: self.lower(checked.value, inner)
            )
        return ["call", name, *args]

    def _builtin(self, t: Typed, env: Env) -> Any:
        name, args = t.value, [self.lower(a, env) for a in t.args]
        if name == "first" and len(args) == 2:
            return ["head", args[0], args[1]]
        if name in ("first", "last"):
            return [name, args[0], self.none(t.type)]
        if name == "item":
            return ["nth", args[0], make("sub", args[1], 1), self.none(t.type)]
        if name in ("left", "right"):
            step = args[1] if len(args) > 1 else 1
            return ["mod", make("add" if name == "left" else "sub", args[0], step), self.players, 0]
        if name == "number":
            return make("add", args[0], 1)
        if name in ("row", "column"):
            columns = self.grids.get(t.args[0].type.name, 1)
            return make("add", ["div_down" if name == "row" else "mod", args[0], columns, 0], 1)
        if name == "line":
            return self.line(t, args)
        if name == "count":
            return self.length(args[0])
        if name in ("min", "max") and len(args) == 2:
            return make("least" if name == "min" else "most", *args)
        if name in ("min", "max"):
            return [name, args[0], ir.NO_NUMBER]
        if name == "empty":
            return ["eq", ["size", args[0]], 0]
        return [name, *args]

    def line(self, t: Typed, args: list[Any]) -> Any:
        """The places in one direction, from a constant table of all lines by direction and place."""
        kind = t.args[0].type.name
        name, size, columns = f"{kind}.line", self.sizes[kind], self.grids.get(kind, 1)
        if name not in self.tables:
            steps = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
            self.tables[name] = [straight(i, size, columns, *step) for step in steps for i in range(size)]
        index: Any = 0
        for arg, step in zip(t.args[1:], args[1:], strict=True):
            known = self.bounds(step)
            message = f"a line goes by -1, 0 or 1 rows and columns, not by {arg.pos.text}"
            if known is not None and (known[0] > 1 or known[1] < -1):
                raise RulesetError([Diagnostic("out-of-range", message, arg.pos.span)])
            if known is None or known[0] < -1 or known[1] > 1:
                step = ["within", step, -1, 1, self.message(message, t)]
            index = make("add", make("mul", index, 3), make("add", step, 1))
        return ["row", name, make("add", make("mul", index, size), args[0])]

    def length(self, source: Any) -> Any:
        try:
            return len(constant(source))
        except ValueError:
            pass
        if isinstance(source, list) and source[0] == "cards":
            return ["size", source[1]]
        if isinstance(source, list) and source[0] == "filter":
            return ["count", *source[1:]]
        if isinstance(source, list) and source[0] == "map":
            return self.length(source[2])
        return ["len", source]

    # -- operators

    def _not(self, t: Typed, env: Env) -> Any:
        return make("not", self.lower(t.args[0], env))

    def _neg(self, t: Typed, env: Env) -> Any:
        return make("neg", self.lower(t.args[0], env))

    def _logic(self, t: Typed, env: Env) -> Any:
        return make(t.op, *(self.lower(a, env) for a in t.args))

    def _arithmetic(self, t: Typed, env: Env) -> Any:
        return make(ARITHMETIC[t.op], *(self.lower(a, env) for a in t.args))

    def _divide(self, t: Typed, env: Env) -> Any:
        op = {"/up": "div_up", "/down": "div_down", "mod": "mod"}[t.op]
        a, b = (self.lower(x, env) for x in t.args)
        expr = [op, a, b, self.message(f"{t.args[1].pos.text} is 0: nothing can be divided by it", t)]
        if isinstance(a, int) and isinstance(b, int) and b:
            return constant(expr)
        return expr

    def _range(self, t: Typed, env: Env) -> Any:
        return ["range", *(self.lower(a, env) for a in t.args)]

    def _pair(self, t: Typed, env: Env) -> Any:
        return [t.op, *(self.lower(a, env) for a in t.args)]

    def _in(self, t: Typed, env: Env) -> Any:
        item, source = t.args
        x, listed = self.lower(item, env, source.type.item), self.lower(source, env)
        if isinstance(listed, list) and listed[0] == "range" and not isinstance(x, list):
            return make("and", make("ge", x, listed[1]), make("le", x, listed[2]))
        return ["in", x, listed]

    def _list(self, t: Typed, env: Env) -> Any:
        return ["items", *(self.lower(a, env, t.type.item) for a in t.args)]

    def _if(self, t: Typed, env: Env) -> Any:
        condition, then, other = t.args
        return make("if", self.lower(condition, env), self.lower(then, env, t.type), self.lower(other, env, t.type))

    def _or_else(self, t: Typed, env: Env) -> Any:
        left, right = t.args
        inner = dict(env)
        first, second = self.lower(left, env, t.type), self.lower(right, env, t.type)
        it = Local("it", left.type)
        if left.type.kind == "list":
            return self.bound(
                [(it, first)], inner, lambda: make("if", make("eq", ["len", inner[it]], 0), second, inner[it])
            )
        none = self.none(left.type)
        return self.instead(first, none, second) or self.bound(
            [(it, first)], inner, lambda: make("if", make("eq", inner[it], none), second, inner[it])
        )

    def instead(self, e: Any, none: int, other: Any) -> Any:
        """The expression with `other` for the none that one of its branches gives; None if there is more to it."""
        if not isinstance(e, list) or e[0] not in ("let", "if"):
            return None
        if e[0] == "let":
            inner = self.instead(e[3], none, other)
            return inner and [*e[:3], inner]
        if e[2] != none or not isinstance(e[3], list) or e[3][0] != "table" or none in self.tables[e[3][1]]:
            return None
        return ["if", e[1], other, e[3]]

    def _compare(self, t: Typed, env: Env) -> Any:
        kinds = [a.type for a in t.args]
        known = next((k for k in kinds if k.kind != "none"), INT)
        sides = [self.lower(a, env, known) for a in t.args]
        parts = [make(COMPARE[op], a, b) for op, a, b in zip(t.value, sides, sides[1:], strict=False)]
        return make("and", *parts) if len(parts) > 1 else parts[0]

    # -- quantifiers

    def _each(self, t: Typed, env: Env) -> Any:
        function, choice = t.value
        value = t.args[0] if t.args else None
        if function in ("any", "no"):
            found = self.exists(choice, dict(env), value)
            return make("not", found) if function == "no" else found
        if function == "all" and value is not None:
            return self.every(choice, dict(env), value)
        if function == "count" and len(choice.binders) == 1:
            return self.length(self.chosen_list(choice, env))
        return self.collected(choice, env, value, function)

    def staged(self, choice: TypedChoice, tests: list[Typed]) -> list[list[Typed]]:
        """Each test at the first binder where all its names are known."""
        names = [local for local, _ in choice.binders]
        stages: list[list[Typed]] = [[] for _ in names]
        least = 0
        for test in tests:
            used = free(test)
            stage = max([i for i, local in enumerate(names) if local in used], default=0)
            # a test may rest on one written before it
            least = max(least, stage) if any(x.op == "need" for x in subtrees(test)) else least
            stages[max(stage, least if any(x.op == "need" for x in subtrees(test)) else 0)].append(test)
        return stages

    def exists(self, choice: TypedChoice, env: Env, value: Typed | None) -> Any:
        tests = conjuncts(choice.where) + conjuncts(value)
        stages = self.staged(choice, tests)

        def nest(i: int) -> Any:
            if i == len(choice.binders):
                return 1
            local, source = choice.binders[i]
            listed = self.lower(source, env)
            register = self.register(local.name, self.item_bounds(listed))
            env[local] = register
            body = make("and", *(self.lower(test, env) for test in stages[i]), nest(i + 1))
            return self.any_of(register, listed, body)

        return nest(0)

    def any_of(self, register: str, listed: Any, body: Any) -> Any:
        if body == 1:
            return make("gt", self.length(listed), 0)
        return ["any", register, listed, body]

    def every(self, choice: TypedChoice, env: Env, value: Typed) -> Any:
        inner = dict(env)
        lists = []
        for local, source in choice.binders:
            listed = self.lower(source, inner)
            register = self.register(local.name, self.item_bounds(listed))
            inner[local] = register
            lists.append((register, listed))
        body = self.lower(value, inner)
        if choice.where is not None:
            body = make("or", make("not", self.lower(choice.where, inner)), body)
        for register, listed in reversed(lists):
            body = ["every", register, listed, body]
        return body

    def chosen_list(self, choice: TypedChoice, env: Env, tests: Any = None) -> Any:
        """What a choice of one name chooses from, in order: filtered, the best, sorted."""
        local, source = choice.binders[0]
        listed = self.lower(source, env)
        bounds = self.item_bounds(listed)
        inner = dict(env)
        if choice.where is not None or tests is not None:
            register = self.register(local.name, bounds)
            inner[local] = register
            parts = [self.lower(choice.where, inner)] if choice.where is not None else []
            parts += tests(inner) if tests is not None else []
            condition = make("and", *parts)
            if condition != 1:
                listed = ["filter", register, listed, condition]
        for key, op in ((choice.best, "best"), (choice.order, "by")):
            if key is not None:
                register = self.register(local.name, bounds)
                inner[local] = register
                extra = [int(choice.most)] if op == "best" else []
                listed = [op, register, listed, self.lower(key, inner), *extra]
        return listed

    def collected(self, choice: TypedChoice, env: Env, value: Typed | None, function: str) -> Any:
        """The list of values (`those`), or their number."""
        if len(choice.binders) == 1:
            listed = self.chosen_list(choice, env)
            local = choice.binders[0][0]
            if value is None or (value.op == "local" and value.value is local):
                return listed
            register = self.register(local.name, self.item_bounds(listed))
            body = self.lower(value, {**env, local: register})
            return ["map", register, listed, body]
        stages = self.staged(choice, conjuncts(choice.where))
        inner = dict(env)

        def nest(i: int) -> Any:
            local, source = choice.binders[i]
            listed = self.lower(source, inner)
            register = self.register(local.name, self.item_bounds(listed))
            inner[local] = register
            condition = make("and", *(self.lower(test, inner) for test in stages[i]))
            if condition != 1:
                listed = ["filter", register, listed, condition]
            if i + 1 < len(choice.binders):
                return ["gather", register, listed, nest(i + 1)]
            return ["map", register, listed, self.lower(value, inner) if value is not None else 1]

        found = nest(0)
        return ["len", found] if function == "count" else found

    # -- ranges

    def bounds(self, e: Any) -> Bounds | None:
        """Smallest and greatest value of a number expression, None if unknown."""
        if isinstance(e, int):
            return e, e
        if isinstance(e, str):
            return self.ranges.get(e)
        op = e[0]
        if op in TRUTHS:
            return 0, 1
        if op in ARITHMETIC_OPS:
            return self.arithmetic_bounds(op, [self.bounds(x) for x in e[1:3]] if op != "neg" else [self.bounds(e[1])])
        if op in ("first", "last", "nth", "min", "max"):
            return self.item_bounds(e[1])
        if op in ("let", "if"):
            return self.bounds(e[3]) if op == "let" else hull(self.bounds(e[2]), self.bounds(e[3]))
        if op in ("within", "need", "sum"):
            return self.checked_bounds(e)
        return self.state_bounds(e)

    def state_bounds(self, e: Any) -> Bounds | None:
        """Of what is read from the state, a table or a function."""
        op = e[0]
        if op == "var":
            return self.ints[e[1]].low, self.ints[e[1]].high
        if op == "size":
            return 0, len(self.cards)
        if op in ("count", "len"):
            return 0, self.most_items(e[1] if op == "len" else e[2])
        if op in ("top", "bottom"):
            return -1, len(self.cards) - 1
        if op in ("table", "cell"):
            cells = [c for c in self.tables[e[1]] if c != ir.NO_NUMBER]
            return (min(cells), max(cells)) if cells else None
        if op == "call" and self.functions[e[1]].body != 0:
            return self.bounds(self.functions[e[1]].body)
        return None

    def checked_bounds(self, e: Any) -> Bounds | None:
        """Of a value that is tested, and of a sum."""
        if e[0] == "sum":
            inner, most = self.item_bounds(e[1]), self.most_items(e[1])
            return (min(0, inner[0] * most), max(0, inner[1] * most)) if inner else None
        known = self.bounds(e[1])
        if e[0] == "within":
            return (max(known[0], e[2]), min(known[1], e[3])) if known else (e[2], e[3])
        return (known[0] + (known[0] == e[2]), known[1]) if known else None

    def arithmetic_bounds(self, op: str, args: list[Bounds | None]) -> Bounds | None:
        if any(a is None for a in args):
            return None
        known = [a for a in args if a is not None]
        if op == "neg":
            return -known[0][1], -known[0][0]
        (a, b), (c, d) = known
        if op == "add":
            return a + c, b + d
        if op == "sub":
            return a - d, b - c
        if op == "mul":
            corners = [a * c, a * d, b * c, b * d]
            return min(corners), max(corners)
        if op == "least":
            return min(a, c), min(b, d)
        if op == "most":
            return max(a, c), max(b, d)
        if op == "mod":
            return (0, d - 1) if c > 0 else None
        if c <= 0:
            return None
        corners = [x // y if op == "div_down" else -(-x // y) for x in (a, b) for y in (c, d)]
        return min(corners), max(corners)

    def item_bounds(self, e: Any) -> Bounds | None:
        """Bounds of the items of a list expression."""
        if not isinstance(e, list):
            return None
        op = e[0]
        if op in SAME_ITEMS:
            return self.item_bounds(e[SAME_ITEMS[op]])
        if op == "items":
            return self.items_bounds(e[1:])
        if op == "range":
            low, high = self.bounds(e[1]), self.bounds(e[2])
            return (low[0], max(low[0], high[1])) if low and high else None
        if op in ("cards", "group"):
            return 0, max(0, len(self.cards) - 1)
        if op == "groups":
            least, most = self.bounds(e[1]) or (1, self.zones - 1)
            return least * ir.GROUP, (most + 1) * ir.GROUP - 1
        if op == "map":
            return self.bounds(e[3])
        if op == "row":
            found = [item for row in self.tables[e[1]] for item in row]
            return (min(found), max(found)) if found else None
        if op in ("join", "if"):
            a, b = (e[1], e[2]) if op == "join" else (e[2], e[3])
            return hull(self.item_bounds(a), self.item_bounds(b))
        return None

    def items_bounds(self, items: list[Any]) -> Bounds | None:
        known = [self.bounds(x) if not isinstance(x, list) or x[0] not in ("items", "sorted") else None for x in items]
        found = known[0] if known else None
        for bounds in known[1:]:
            found = hull(found, bounds)
        return found

    def most_items(self, e: Any) -> int:
        """The greatest possible length of a list expression."""
        if not isinstance(e, list):
            return len(self.cards) + 1000
        op = e[0]
        if op == "items":
            return len(e) - 1
        if op == "range":
            low, high = self.bounds(e[1]), self.bounds(e[2])
            return max(0, high[1] - low[0] + 1) if low and high else 1000
        if op in ("filter", "best", "by", "map"):
            return self.most_items(e[2])
        if op in ("from", "after", "without", "reversed", "distinct", "sorted", "looks", "head"):
            return self.most_items(e[1])
        if op == "join":
            return self.most_items(e[1]) + self.most_items(e[2])
        if op == "gather" and e[3][0] != "cards":
            return self.most_items(e[2]) * self.most_items(e[3])
        return len(self.cards)


def straight(place: int, size: int, columns: int, down: int, right: int) -> list[int]:
    """The places on a grid from one to the edge, in steps of so many rows down and columns to the right."""
    row, column = divmod(place, columns)
    found = [place]
    while (down or right) and 0 <= (row := row + down) < size // columns and 0 <= (column := column + right) < columns:
        found.append(row * columns + column)
    return found


def hull(a: Bounds | None, b: Bounds | None) -> Bounds | None:
    return (min(a[0], b[0]), max(a[1], b[1])) if a and b else None


TRUTHS = frozenset(("eq", "ne", "lt", "le", "gt", "ge", "and", "or", "not", "any", "every", "in"))
ARITHMETIC_OPS = frozenset(("add", "sub", "mul", "least", "most", "neg", "div_down", "div_up", "mod"))
# list operations whose items are those of one of their parts, and which part that is
SAME_ITEMS = {
    **dict.fromkeys(("from", "after", "without", "reversed", "distinct", "sorted", "looks", "head"), 1),
    **dict.fromkeys(("filter", "best", "by"), 2),
    **dict.fromkeys(("gather", "let"), 3),
}
NAMES = {
    "gather": "map",
    "join": "pair",
    "without": "pair",
    "from": "pair",
    "after": "pair",
    "and": "logic",
    "or": "logic",
    "+": "arithmetic",
    "-": "arithmetic",
    "*": "arithmetic",
    "/up": "divide",
    "/down": "divide",
    "mod": "divide",
}
