"""Numbers, truth values and reads of the state as Python text; what does not fit in one line is written before."""

from __future__ import annotations

from functools import partial

from ..program import ir
from .passes import folding
from .writer import Expression, Writer

INFIX = {"add": "+", "sub": "-", "mul": "*", "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
# comparing a zone's size with these tests for emptiness
EMPTY = {("eq", 0): "not", ("lt", 1): "not", ("ne", 0): "not not", ("gt", 0): "not not", ("ge", 1): "not not"}


def infix(op: str, w: Writer, a: ir.Expr, b: ir.Expr) -> str:
    """A binary operation as Python text."""
    if isinstance(a, list) and a[0] == "size" and isinstance(b, int) and (op, b) in EMPTY:
        return f"({EMPTY[op, b]} {w.cards(a[1])})"
    if op == "add" and isinstance(b, int) and b < 0:
        return f"({w.expr(a)} - {-b})"
    return f"({w.expr(a)} {INFIX[op]} {w.expr(b)})"


def constant_cell(w: Writer, name: str, index: ir.Expr) -> str:
    """A cell of a table whose cells are all filled."""
    if isinstance(index, int) and 0 <= index < len(w.program.tables[name]):
        return w.expr(w.program.tables[name][index])
    return f"{w.tables[name]}[{w.expr(index)}]"


def found_cell(w: Writer, name: str, index: ir.Expr, none: str, words: str) -> str:
    """A cell that must be filled; the message names the missing case."""
    cells = w.program.tables[name]
    at = w.atom(index, "row")
    if isinstance(index, int) and 0 <= index < len(cells) and cells[index] not in (None, ir.NO_NUMBER):
        return f"{w.tables[name]}[{index}]"
    holes = f" or {w.tables[name]}[{at}] == {none}" if None in cells or ir.NO_NUMBER in cells else ""
    w.line(f"if not 0 <= {at} < {len(cells)}{holes}:")
    cases = w.program.cases.get(name)
    with w.indent():
        w.fail(f"{words + ' '!r} + case_words({cases!r}, {at})" if cases else repr(words))
    return f"{w.tables[name]}[{at}]"


def row(w: Writer, name: str, index: ir.Expr) -> str:
    """A row of a table of lists; the lowering guarantees the index, but some rows may be missing."""
    if None in w.program.tables[name]:
        return found_cell(w, name, index, "None", f"the table {name} has no row for")
    return f"{w.tables[name]}[{w.expr(index)}]"


def divide(op: str, w: Writer, a: ir.Expr, b: ir.Expr, message: int) -> str:
    """The operations `div_down`, `div_up` and `mod` as Python text."""
    never_zero = isinstance(b, list) and b[0] == "most" and isinstance(b[2], int) and b[2] > 0
    x, y = w.expr(a), w.expr(b)
    if isinstance(b, int) and b != 0 or never_zero:
        return {"div_down": f"({x} // {y})", "div_up": f"(-(-{x} // {y}))", "mod": f"({x} % {y})"}[op]
    return f"divide({op!r}, {x}, {y}, {w.text(message)})"


def both(word: str, w: Writer, *parts: ir.Expr) -> str:
    """The operations `and` and `or`; a part that needs lines of its own runs only if those before have not decided."""
    texts: list[str] = []
    for number, part in enumerate(parts):
        lines, text = w.apart(partial(w.expr, part))
        if lines and number:
            name = w.name_text("yes", f" {word} ".join(texts))
            undecided = f"if {'' if word == 'and' else 'not '}{name}:"
            w.line(undecided)
            w.insert(lines, 1)
            with w.indent():
                rest = parts[number + 1 :]
                lines, more = w.apart(partial(both, word, w, *rest)) if rest else ([], "")
                if lines:
                    w.line(f"{name} = {text}")
                    w.line(undecided)
                    w.insert(lines, 1)
                    with w.indent():
                        w.line(f"{name} = {more}")
                else:
                    w.line(f"{name} = {f' {word} '.join([text, *([more] if rest else [])])}")
            return name
        w.insert(lines)
        texts.append(text)
    return f"({f' {word} '.join(texts)})"


def either(w: Writer, condition: ir.Expr, a: ir.Expr, b: ir.Expr) -> str:
    """The operation `if` as Python text."""
    test = w.expr(condition)
    (before_a, text_a), (before_b, text_b) = w.apart(partial(w.expr, a)), w.apart(partial(w.expr, b))
    if not before_a and not before_b:
        return f"({text_a} if {test} else {text_b})"
    name = w.fresh("either")
    for head, lines, text in ((f"if {test}:", before_a, text_a), ("else:", before_b, text_b)):
        w.line(head)
        w.insert(lines, 1)
        with w.indent():
            w.line(f"{name} = {text}")
    return name


def nearer(sign: str, w: Writer, a: ir.Expr, b: ir.Expr) -> str:
    """The operations `least` and `most` as Python text."""
    x, y = w.atom(a), w.atom(b)
    return f"({x} if {x} {sign} {y} else {y})"


def need(w: Writer, a: ir.Expr, none: int, message: int) -> str:
    """The operation `need` as Python text."""
    found = w.atom(a, "found")
    w.line(f"if {found} == {none}:")
    with w.indent():
        w.fail(w.text(message))
    return found


def check_range(w: Writer, a: ir.Expr, low: int, high: int, message: int) -> str:
    """The operation `within` as Python text."""
    found = w.atom(a, "found")
    w.line(f"if not {low} <= {found} <= {high}:")
    with w.indent():
        w.fail(f"{w.words(message) + ': '!r} + str({found})")
    return found


def conjunction(e: ir.Expr) -> list[ir.Expr]:
    """The conditions joined by `and` in an expression, in order."""
    if isinstance(e, list) and e[0] == "and":
        return [part for inner in e[1:] for part in conjunction(inner)]
    if isinstance(e, list) and e[0] == "not" and isinstance(e[1], list):
        if e[1][0] == "or":
            return [part for inner in e[1][1:] for part in conjunction(folding.refold(["not", inner]))]
        if e[1][0] == "not":
            return conjunction(e[1][1])
    return [e]


SCALARS: dict[str, Expression] = {
    **{op: partial(infix, op) for op in INFIX},
    **{op: partial(divide, op) for op in ir.DIVISIONS},
    "and": partial(both, "and"),
    "or": partial(both, "or"),
    "least": partial(nearer, "<"),
    "most": partial(nearer, ">"),
    "neg": lambda w, a: f"(-{w.expr(a)})",
    "not": lambda w, a: f"(not {w.expr(a)})",
    "if": either,
    "need": need,
    "within": check_range,
    "let": lambda w, register, a, body: w.expr(w.bind(register, a, body)),
    "var": lambda w, base, index=0: w.places.number(w, base, index),
    "cards": lambda w, z: w.cards(z),
    "size": lambda w, z: f"len({w.cards(z)})",
    "table": constant_cell,
    "cell": lambda w, name, index, message: found_cell(w, name, index, str(ir.NO_NUMBER), w.words(message)),
    "row": row,
    "call": lambda w, name, *arguments: w.places.call_text(w, name, [w.expr(a) for a in arguments]),
}
