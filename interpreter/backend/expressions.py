"""Expressions of the intermediate representation as Python: what cannot be said in one line goes into lines before.

Loops are written as statements, not as comprehensions, wherever they read more than their own item: a comprehension
is a function of its own, and calling it costs more than the few items of a board game do.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property
from typing import Any

from ..program import ir
from ..program.fold import FOLDED
from .passes import constant_lists, folding, hoisting, trees

CONTROL = re.compile(r"[\x00-\x1f]")
INDENT = "    "
INFIX = {"add": "+", "sub": "-", "mul": "*", "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
# comparing the size of a zone with these asks whether it is empty
EMPTY = {("eq", 0): "not", ("lt", 1): "not", ("ne", 0): "not not", ("gt", 0): "not not", ("ge", 1): "not not"}
# these read nothing but their parts
PURE = FOLDED | {"table", "in", "items"}
NUMBERS = frozenset(word for word, op in ir.EXPRESSIONS.items() if op.result == ir.NUMBER)
LONG_TUPLE = 16
FEW_PARTS = 80  # of keys of constants that are written out
Line = tuple[int, str, int]


class Expressions:
    """Writes expressions of one program; `lines` collects what must stand before the expression's own text.

    A line is (depth, text, node of the step it belongs to).
    """

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.lines: list[Line] = []
        self.depth = 0
        self.node = -1
        self.names = 0
        self.below: dict[str, int] = {}  # registers that hold a chance result, and how many there were
        self.tables = {name: f"T_{identifier(name)}" for name in program.tables}
        self.functions = {name: f"f_{identifier(name)}" for name in program.functions}
        self.segments = [slot.segments for slot in program.lists]

    @cached_property
    def lengths(self) -> dict[int, int]:
        """The lists of one length, worked out when first asked for: a single expression hardly ever asks."""
        return constant_lists.fixed_lengths(self.program)

    # -- lines

    def line(self, text: str) -> None:
        # comments hold a designer's words, in which a line break would begin a line of program
        self.lines.append((self.depth, CONTROL.sub(" ", text), self.node))

    def fresh(self, word: str) -> str:
        """A name that no register has."""
        self.names += 1
        return f"{word}_{self.names}_"

    def apart(self, write: Callable[[], str]) -> tuple[list[Line], str]:
        """What `write` gives, and the lines that must stand before it."""
        outer, self.lines = self.lines, []
        try:
            text = write()
            return self.lines, text
        finally:
            self.lines = outer

    def insert(self, lines: list[Line], deeper: int = 0) -> None:
        self.lines += [(depth + deeper, text, node) for depth, text, node in lines]

    def text(self, message: int) -> str:
        return repr(self.program.messages[message]) if self.program.messages else repr("")

    def fail(self, message: str) -> None:
        self.line(f"raise GameError({message}, {self.node})")

    # -- kinds of values

    def is_list(self, e: Any) -> bool:
        """True for an expression whose value is a list."""
        return isinstance(e, list) and (e[0] in ir.LISTS or any(self.is_list(x) for x in self.results(e)))

    def is_truth(self, e: Any) -> bool:
        """True for an expression that Python may give as a bool."""
        return isinstance(e, list) and (e[0] in ir.TRUTHS or any(self.is_truth(x) for x in self.results(e)))

    def results(self, e: list[Any]) -> list[Any]:
        """The expressions one of which is the value of this one."""
        if e[0] == "if":
            return [e[2], e[3]]
        if e[0] == "let":
            return [e[3]]
        return [self.program.functions[e[1]].body] if e[0] == "call" else []

    # -- places: the two writers of whole programs say where numbers and lists are kept

    def slot(self, base: int, index: Any = 0) -> str:
        """v[base + index]."""
        if isinstance(index, int):
            return f"v[{base + index}]"
        return f"v[{self.expr(index)}]" if base == 0 else f"v[{base} + {self.expr(index)}]"

    def cards(self, z: Any) -> str:
        """The list z[z]."""
        return f"z[{self.expr(z)}]"

    def called(self, name: str, arguments: list[str]) -> str:
        """A call of one of the program's functions."""
        return f"{self.functions[name]}({', '.join(['v', 'z', *arguments])})"

    # -- expressions

    def expr(self, e: Any) -> str:
        """The expression as Python text, to be read once, before anything changes."""
        if isinstance(e, int):
            return str(e) if e >= 0 else f"({e})"
        if isinstance(e, str):
            return e
        op = e[0]
        if op in INFIX:
            if isinstance(e[1], list) and e[1][0] == "size" and isinstance(e[2], int) and (op, e[2]) in EMPTY:
                return f"({EMPTY[op, e[2]]} {self.cards(e[1][1])})"
            if op == "add" and isinstance(e[2], int) and e[2] < 0:
                return f"({self.expr(e[1])} - {-e[2]})"
            return f"({self.expr(e[1])} {INFIX[op]} {self.expr(e[2])})"
        return str(getattr(self, "e_" + op)(*e[1:]))

    def number(self, value: Any) -> str:
        """An expression whose value must be an int in the state, not a bool."""
        text = self.expr(value)
        return f"+({text})" if self.is_truth(value) else text

    def atom(self, e: Any, word: str = "it") -> str:
        """The expression as text that may be read several times."""
        text = self.expr(e)
        if re.fullmatch(r"\w+|\(-\d+\)", text):
            return text
        name = self.fresh(word)
        self.line(f"{name} = {text}")
        return name

    def items(self, e: Any) -> str:
        """A list expression to go through once."""
        if isinstance(e, list):
            if e[0] == "range":
                if isinstance(e[1], int) and isinstance(e[2], int) and e[2] - e[1] < LONG_TUPLE:
                    return tuple_of([str(n) for n in range(e[1], e[2] + 1)])
                return f"range({self.expr(e[1])}, {self.expr(more(e[2]))})"
            if e[0] == "items":
                return tuple_of([self.expr(x) for x in e[1:]])
        return self.expr(e)

    def listed(self, e: Any) -> str:
        """A list expression as a list of its own."""
        if isinstance(e, str) or e[0] == "cards":
            return f"{self.expr(e)}[:]"
        if e[0] == "range":
            if isinstance(e[1], int) and isinstance(e[2], int):
                return repr(list(range(e[1], e[2] + 1)))
            return f"list({self.items(e)})"
        return self.expr(e) if e[0] in ir.FRESH else f"list({self.expr(e)})"

    def value(self, e: Any) -> str:
        """A list as one of its own, or a number."""
        return self.listed(e) if self.is_list(e) else self.number(e)

    # -- reading

    def e_var(self, base: int, index: Any = 0) -> str:
        return self.slot(base, index)

    def e_cards(self, z: Any) -> str:
        return self.cards(z)

    def e_size(self, z: Any) -> str:
        return f"len({self.cards(z)})"

    def e_table(self, name: str, index: Any) -> str:
        if isinstance(index, int) and 0 <= index < len(self.program.tables[name]):
            return self.expr(self.program.tables[name][index])
        return f"{self.tables[name]}[{self.expr(index)}]"

    def e_cell(self, name: str, index: Any, message: int) -> str:
        return self.found_cell(name, index, str(ir.NO_NUMBER), self.text(message))

    def e_row(self, name: str, index: Any) -> str:
        return self.found_cell(name, index, "None", "'a table has no such row'")

    def found_cell(self, name: str, index: Any, none: str, message: str) -> str:
        cells = self.program.tables[name]
        at = self.atom(index, "row")
        if isinstance(index, int) and 0 <= index < len(cells) and cells[index] not in (None, ir.NO_NUMBER):
            return f"{self.tables[name]}[{index}]"
        holes = f" or {self.tables[name]}[{at}] == {none}" if None in cells or ir.NO_NUMBER in cells else ""
        self.line(f"if not 0 <= {at} < {len(cells)}{holes}:")
        self.depth += 1
        self.fail(message)
        self.depth -= 1
        return f"{self.tables[name]}[{at}]"

    def e_call(self, name: str, *args: Any) -> str:
        return self.called(name, [self.expr(a) for a in args])

    # -- numbers and truth

    def e_neg(self, a: Any) -> str:
        return f"(-{self.expr(a)})"

    def e_not(self, a: Any) -> str:
        return f"(not {self.expr(a)})"

    def e_div_down(self, a: Any, b: Any, message: int) -> str:
        return self.divide("div_down", a, b, message)

    def e_div_up(self, a: Any, b: Any, message: int) -> str:
        return self.divide("div_up", a, b, message)

    def e_mod(self, a: Any, b: Any, message: int) -> str:
        return self.divide("mod", a, b, message)

    def divide(self, op: str, a: Any, b: Any, message: int) -> str:
        never_zero = isinstance(b, list) and b[0] == "most" and isinstance(b[2], int) and b[2] > 0
        x, y = self.expr(a), self.expr(b)
        if isinstance(b, int) and b != 0 or never_zero:
            return {"div_down": f"({x} // {y})", "div_up": f"(-(-{x} // {y}))", "mod": f"({x} % {y})"}[op]
        return f"divide({op!r}, {x}, {y}, {self.text(message)})"

    def e_and(self, *parts: Any) -> str:
        return self.both("and", parts)

    def e_or(self, *parts: Any) -> str:
        return self.both("or", parts)

    def both(self, word: str, parts: tuple[Any, ...]) -> str:
        """A part that needs lines of its own is worked out only if those before it have not decided."""
        texts: list[str] = []
        for number, part in enumerate(parts):
            lines, text = self.apart(lambda part=part: self.expr(part))  # type: ignore[misc]
            if lines and number:
                name = self.fresh("yes")
                self.line(f"{name} = {f' {word} '.join(texts)}")
                self.line(f"if {'' if word == 'and' else 'not '}{name}:")
                self.depth += 1
                self.insert(lines, 1)
                rest = [f"{text}"]
                if parts[number + 1 :]:
                    lines, text = self.apart(lambda number=number: self.both(word, parts[number + 1 :]))  # type: ignore[misc]
                    if lines:
                        self.line(f"{name} = {rest[0]}")
                        self.line(f"if {'' if word == 'and' else 'not '}{name}:")
                        self.insert(lines, 1)
                        self.depth += 1
                        self.line(f"{name} = {text}")
                        self.depth -= 2
                        return name
                    rest.append(text)
                self.line(f"{name} = {f' {word} '.join(rest)}")
                self.depth -= 1
                return name
            self.insert(lines)
            texts.append(text)
        return f"({f' {word} '.join(texts)})"

    def e_if(self, condition: Any, a: Any, b: Any) -> str:
        test = self.expr(condition)
        (before_a, text_a), (before_b, text_b) = self.apart(lambda: self.expr(a)), self.apart(lambda: self.expr(b))
        if not before_a and not before_b:
            return f"({text_a} if {test} else {text_b})"
        name = self.fresh("either")
        self.line(f"if {test}:")
        for lines, text in ((before_a, text_a), (before_b, text_b)):
            self.insert(lines, 1)
            self.depth += 1
            self.line(f"{name} = {text}")
            self.depth -= 1
            if text is text_a and lines is before_a:
                self.line("else:")
        return name

    def e_least(self, a: Any, b: Any) -> str:
        return self.nearer("<", a, b)

    def e_most(self, a: Any, b: Any) -> str:
        return self.nearer(">", a, b)

    def nearer(self, sign: str, a: Any, b: Any) -> str:
        x, y = self.atom(a), self.atom(b)
        return f"({x} if {x} {sign} {y} else {y})"

    def e_need(self, a: Any, none: int, message: int) -> str:
        found = self.atom(a, "found")
        self.line(f"if {found} == {none}:")
        self.depth += 1
        self.fail(self.text(message))
        self.depth -= 1
        return found

    def e_within(self, a: Any, low: int, high: int, message: int) -> str:
        found = self.atom(a, "found")
        self.line(f"if not {low} <= {found} <= {high}:")
        self.depth += 1
        words = self.program.messages[message] if self.program.messages else ""
        self.fail(f"{words + ': '!r} + str({found})")
        self.depth -= 1
        return found

    def e_let(self, register: str, a: Any, body: Any) -> str:
        return self.expr(self.bound(register, a, body))

    def bound(self, register: str, a: Any, body: Any) -> Any:
        """The body, the register's value being at hand."""
        if isinstance(a, int | str):
            return folding.refold(trees.replace(body, register, a))
        once = trees.uses(body, register) <= 1 and not register.startswith(hoisting.HOISTED)
        if once and trees.is_safe(a, self.program):
            return trees.replace(body, register, a)
        name = self.fresh(re.sub(r"_+\d+$", "", register))
        self.line(f"{name} = {self.value(a)}")
        return trees.replace(body, register, name)

    # -- lists

    def e_items(self, *items: Any) -> str:
        return f"[{', '.join(self.expr(x) for x in items)}]"

    def e_range(self, a: Any, b: Any) -> str:
        return f"list({self.items(['range', a, b])})"

    def e_join(self, a: Any, b: Any) -> str:
        return f"[*{self.items(a)}, *{self.items(b)}]"

    def e_without(self, a: Any, b: Any) -> str:
        gone = self.items(b)
        name, out = self.fresh("item"), self.fresh("rest")
        self.line(f"{out} = []")
        gone_name = self.fresh("gone")
        self.line(f"{gone_name} = {gone}")
        self.line(f"for {name} in {self.items(a)}:")
        self.line(f"{INDENT}if {name} not in {gone_name}:")
        self.line(f"{INDENT * 2}{out}.append({name})")
        return out

    def e_from(self, a: Any, x: Any) -> str:
        return self.rotated(a, x, 0)

    def e_after(self, a: Any, x: Any) -> str:
        return self.rotated(a, x, 1)

    def rotated(self, a: Any, x: Any, skip: int) -> str:
        whole = isinstance(a, list) and a[0] == "range" and a[1] == 0 and isinstance(a[2], int) and a[2] < LONG_TUPLE
        if whole and self.is_among(x, a[2]):
            return f"ROUND[{a[2] + 1}][{skip}][{self.expr(x)}][:]"
        return f"rotate({self.listed(a)}, {self.expr(x)}, {skip})"

    def is_among(self, x: Any, last: int) -> bool:
        """True for a number that is certainly one of -1 .. last."""
        low, high = constant_lists.limits(x, self.program)
        return low >= -1 and high <= last

    def e_in(self, x: Any, a: Any) -> str:
        return f"({self.expr(x)} in {self.items(a)})"

    def e_len(self, a: Any) -> str:
        if isinstance(a, list) and a[0] == "filter":
            return self.e_count(*a[1:])
        return f"len({self.items(a)})"

    def e_nth(self, a: Any, i: Any, none: int) -> str:
        if isinstance(a, list) and a[0] == "range" and isinstance(a[1], int) and isinstance(a[2], int):
            at = self.atom(i)
            place = at if a[1] == 0 else f"({at} + {a[1]})"
            sure = self.below.get(at, ir.MOST_PASSES) <= a[2] - a[1] + 1
            return place if sure else f"({place} if 0 <= {at} <= {a[2] - a[1]} else {none})"
        if isinstance(a, list) and a[0] == "cards" and isinstance(a[1], int) and a[1] in self.lengths:
            low, high = constant_lists.limits(i, self.program)
            if low >= 0 and high < self.lengths[a[1]]:
                return f"{self.cards(a[1])}[{self.expr(i)}]"
        listed, at = self.kept(a), self.atom(i)
        if isinstance(i, int):
            return f"({listed}[{at}] if {listed if i == 0 else f'{i} < len({listed})'} else {none})" if i >= 0 else "-1"
        return f"({listed}[{at}] if 0 <= {at} < len({listed}) else {none})"

    def kept(self, a: Any) -> str:
        """A list expression that may be read several times."""
        text = self.items(a)
        if re.fullmatch(r"\w+|z\[\d+\]", text):
            return text
        name = self.fresh("items")
        self.line(f"{name} = {text}")
        return name

    def e_first(self, a: Any, none: int) -> str:
        if isinstance(a, list) and a[0] == "filter":
            found = self.fresh("first")
            self.line(f"{found} = {none}")
            levels = self.loop(a[1], a)
            self.line(f"{found} = {a[1]}")
            self.line("break")
            self.depth -= levels
            return found
        listed = self.kept(a)
        return f"({listed}[0] if {listed} else {none})"

    def e_last(self, a: Any, none: int) -> str:
        listed = self.kept(a)
        return f"({listed}[-1] if {listed} else {none})"

    def e_reversed(self, a: Any) -> str:
        return f"{self.listed(a)}[::-1]"

    def e_distinct(self, a: Any) -> str:
        return f"distinct({self.items(a)})"

    def e_sorted(self, a: Any) -> str:
        return f"sorted({self.items(a)})"

    def e_looks(self, a: Any) -> str:
        return f"looks({self.items(a)}, {self.tables['look']})"

    def e_head(self, a: Any, n: Any) -> str:
        return f"{self.listed(a)}[: max(0, {self.expr(n)})]"

    def e_splits(self, a: Any, n: Any) -> str:
        return f"splits({self.items(a)}, {self.expr(n)})"

    def e_groups(self, z: Any) -> str:
        return f"groups(z, {self.expr(z)}, MARKS)"

    def e_group(self, g: Any) -> str:
        return f"group(z, {self.expr(g)}, MARKS)"

    # -- loops

    def loop(self, register: str, source: Any) -> int:
        """Begins going through a list; the number of levels to step back at its end."""
        if isinstance(source, list) and source[0] == "filter":
            levels = self.loop(register, source[2])
            return levels + self.when(trees.replace(source[3], source[1], register))
        if isinstance(source, list) and source[0] == "map":
            levels = self.loop(source[1], source[2])
            self.line(f"{register} = {self.value(source[3])}")
            return levels
        self.line(f"for {register} in {self.items(source)}:")
        self.depth += 1
        return 1

    def when(self, condition: Any) -> int:
        """Begins what is done if a condition holds; the number of levels to step back at its end.

        Where a part of it needs lines of its own, what stands before it has a level of its own.
        """
        levels = 0
        texts: list[str] = []
        for part in conjunction(condition):
            lines, text = self.apart(lambda part=part: self.expr(part))  # type: ignore[misc]
            if lines and texts:
                self.line(f"if {' and '.join(texts)}:")
                self.insert(lines, 1)
                self.depth += 1
                levels += 1
                texts = []
            else:
                self.insert(lines)
            texts.append(text)
        self.line(f"if {' and '.join(texts)}:")
        self.depth += 1
        return levels + 1

    def is_closed(self, e: Any, register: str) -> bool:
        """True if the expression reads nothing but the register and constants, so that a comprehension may hold it."""
        if isinstance(e, str):
            return e == register
        if not isinstance(e, list):
            return True
        if e[0] in ("least", "most") and any(isinstance(x, list) for x in e[1:]):
            return False  # they read a part twice, so a line before works it out
        return e[0] in PURE and all(self.is_closed(x, register) for x in e[2 if e[0] == "table" else 1 :])

    def e_map(self, register: str, a: Any, body: Any) -> str:
        if self.is_closed(body, register):
            return f"[{self.expr(body)} for {register} in {self.items(a)}]"
        out = self.fresh("all")
        self.line(f"{out} = []")
        levels = self.loop(register, a)
        self.line(f"{out}.append({self.value(body)})")
        self.depth -= levels
        return out

    def e_filter(self, register: str, a: Any, condition: Any) -> str:
        if self.is_closed(condition, register):
            return f"[{register} for {register} in {self.items(a)} if {self.expr(condition)}]"
        out = self.fresh("all")
        self.line(f"{out} = []")
        if folding.is_short(a) and len(few := folding.constants(a)) * trees.size(condition) <= FEW_PARTS:
            for item in few:
                inner = self.when(folding.refold(trees.replace(condition, register, item)))
                self.line(f"{out}.append({item})")
                self.depth -= inner
            return out
        levels = self.loop(register, ["filter", register, a, condition])
        self.line(f"{out}.append({register})")
        self.depth -= levels
        return out

    def e_gather(self, register: str, a: Any, body: Any) -> str:
        out = self.fresh("all")
        self.line(f"{out} = []")
        levels = self.loop(register, a)
        self.line(f"{out} += {self.items(body)}")
        self.depth -= levels
        return out

    def e_any(self, register: str, a: Any, condition: Any) -> str:
        return self.decided("any", True, register, a, condition)

    def e_every(self, register: str, a: Any, condition: Any) -> str:
        return self.decided("every", False, register, a, condition)

    def decided(self, word: str, value: bool, register: str, a: Any, condition: Any) -> str:
        found = self.fresh(word)
        self.line(f"{found} = {not value}")
        levels = self.loop(register, a)
        levels += self.when(condition if value else folding.refold(["not", condition]))
        self.line(f"{found} = {value}")
        self.line("break")
        self.depth -= levels
        return found

    def truth(self, condition: Any, value: bool) -> str:
        return self.expr(condition if value else folding.refold(["not", condition]))

    def e_count(self, register: str, a: Any, condition: Any) -> str:
        found = self.fresh("count")
        self.line(f"{found} = 0")
        levels = self.loop(register, a)
        levels += self.when(condition)
        self.line(f"{found} += 1")
        self.depth -= levels
        return found

    def e_sum(self, a: Any) -> str:
        if isinstance(a, list) and a[0] == "items":
            return f"({' + '.join(self.expr(x) for x in a[1:]) or '0'})"
        if isinstance(a, list) and a[0] == "map":
            found = self.fresh("sum")
            self.line(f"{found} = 0")
            levels = self.loop(a[1], a[2])
            self.line(f"{found} += {self.expr(a[3])}")
            self.depth -= levels
            return found
        return f"sum({self.items(a)})"

    def e_min(self, a: Any, none: int) -> str:
        return self.extreme("min", "<", a, none)

    def e_max(self, a: Any, none: int) -> str:
        return self.extreme("max", ">", a, none)

    def extreme(self, word: str, sign: str, a: Any, none: int) -> str:
        if isinstance(a, list) and a[0] == "items" and len(a) == 3:
            return self.nearer(sign, a[1], a[2])
        if isinstance(a, list) and a[0] == "items" and len(a) > 2:
            return f"{word}({', '.join(self.expr(x) for x in a[1:])})"
        if not isinstance(a, list) or a[0] != "map" or self.is_closed(a[3], a[1]):
            return f"{word}({self.items(a)}, default={none})"
        found = self.fresh(word)
        # every number is greater than the none of numbers
        lowest = word == "max" and none == ir.NO_NUMBER and isinstance(a[3], list) and a[3][0] in NUMBERS
        self.line(f"{found} = {none if lowest else None}")
        levels = self.loop(a[1], a[2])
        own = self.atom(a[3], "own")
        unset = "" if lowest else f"{found} is None or "
        self.line(f"if {unset}{own} {sign} {found}:")
        self.line(f"{INDENT}{found} = {own}")
        self.depth -= levels
        if unset:
            self.line(f"if {found} is None:")
            self.line(f"{INDENT}{found} = {none}")
        return found

    def e_best(self, register: str, a: Any, key: Any, most: int) -> str:
        few = a[2] if isinstance(a, list) and a[0] == "filter" else a
        if folding.is_short(few) and 0 < len(folding.constants(few)) * trees.size([a, key]) <= FEW_PARTS:
            return self.best_of_few(register, a, key, most)
        limit, found = self.fresh("limit"), self.fresh("best")
        self.line(f"{found} = []")
        self.line(f"{limit} = None")
        levels = self.loop(register, a)
        self.compared(found, limit, register, key, most)
        self.depth -= levels
        return found

    def compared(self, found: str, limit: str, item: Any, key: Any, most: int) -> None:
        """Keeps an item if its key is the best so far."""
        own = self.atom(key, "own")
        self.line(f"if {limit} is None or {own} {'>' if most else '<'} {limit}:")
        self.line(f"{INDENT}{limit} = {own}")
        self.line(f"{INDENT}{found} = [{item}]")
        self.line(f"elif {own} == {limit}:")
        self.line(f"{INDENT}{found}.append({item})")

    def best_of_few(self, register: str, a: Any, key: Any, most: int) -> str:
        """The best of a few constants, each looked at in lines of its own."""
        filtered = a[0] == "filter"
        sign, found, limit = ">" if most else "<", self.fresh("best"), self.fresh("limit")
        items = folding.constants(a[2] if filtered else a)
        keys = [folding.refold(trees.replace(key, register, item)) for item in items]
        if not filtered and len(items) == 2:
            one, other = (self.atom(key, "own") for key in keys)
            first, second = ([items[n]] for n in (0, 1))
            self.line(f"{found} = {first} if {one} {sign} {other} else {second} if {other} {sign} {one} else {items}")
            return found
        self.line(f"{found} = []")
        self.line(f"{limit} = None")
        for item, own in zip(items, keys, strict=True):
            if filtered:
                self.line(f"if {self.expr(folding.refold(trees.replace(a[3], a[1], item)))}:")
            self.depth += filtered
            self.compared(found, limit, item, own, most)
            self.depth -= filtered
        return found

    def e_by(self, register: str, a: Any, key: Any) -> str:
        if self.is_closed(key, register):
            return f"sorted({self.items(a)}, key=lambda {register}: {self.expr(key)})"
        pairs = self.fresh("pairs")
        self.line(f"{pairs} = []")
        levels = self.loop(register, a)
        self.line(f"{pairs}.append(({self.value(key)}, len({pairs}), {register}))")
        self.depth -= levels
        return f"[pair[2] for pair in sorted({pairs})]"


def tuple_of(texts: list[str]) -> str:
    return f"({', '.join(texts)}{',' if len(texts) == 1 else ''})"


def conjunction(e: Any) -> list[Any]:
    """The conditions that all have to hold for this one to hold, in order."""
    if isinstance(e, list) and e[0] == "and":
        return [part for inner in e[1:] for part in conjunction(inner)]
    if isinstance(e, list) and e[0] == "not" and isinstance(e[1], list):
        if e[1][0] == "or":
            return [part for inner in e[1][1:] for part in conjunction(folding.refold(["not", inner]))]
        if e[1][0] == "not":
            return conjunction(e[1][1])
    return [e]


def more(e: Any) -> Any:
    """One more."""
    return folding.refold(["add", e, 1])


def identifier(name: str) -> str:
    return re.sub(r"\W", "_", name)
