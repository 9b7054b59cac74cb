"""Statements, options and functions of the intermediate representation as Python text."""

from __future__ import annotations

from functools import partial

from ..base.errors import TOO_MUCH
from ..program import events as ev
from ..program import ir, trees
from .expressions import SCALARS
from .lists import LISTS, loop, when
from .passes import folding
from .writer import INDENT, Expression, Statement, Writer
from .zones import ENDS, MOVES

WHERE = ("top", "bottom", "below", "random", "random below", "group")
UNROLLED = 80  # the most parts of a loop over constants that is unrolled
NO_EFFECT = ("emit", "option", "fail", "condition")


# -- functions


def function(w: Writer, name: str, function: ir.Function) -> None:
    """Write a function of the program."""
    w.define(f"def {w.functions[name]}({', '.join(['v', 'z', *function.params])}):")
    w.line(f"# {name}")
    give(w, function.body)


def give(w: Writer, e: ir.Expr) -> None:
    """Write the return of an expression's value, as early as it is known."""
    op = e[0] if isinstance(e, list) else ""
    if op == "let":
        give(w, w.bind(*e[1:]))
    elif op == "if":
        w.line(f"if {w.expr(e[1])}:")
        with w.indent():
            give(w, e[2])
        give(w, e[3])
    elif op in ("any", "every"):
        with loop(w, e[1], e[2]):
            w.line(f"if {truth(w, e[3], op == 'any')}:")
            w.line(f"{INDENT}return {op == 'any'}")
        w.line(f"return {op != 'any'}")
    elif op in ("and", "or") and w.apart(partial(w.expr, e))[0]:
        for part in e[1:-1]:
            w.line(f"if {truth(w, part, op == 'or')}:")
            w.line(f"{INDENT}return {op == 'or'}")
        give(w, e[-1])
    else:
        w.line(f"return {w.value(e)}")


def truth(w: Writer, condition: ir.Expr, value: bool) -> str:
    """The text of a condition, or of its negation."""
    return w.expr(condition if value else folding.refold(["not", condition]))


# -- statements


def let(w: Writer, register: str, value: ir.Expr) -> None:
    """Write the statement `let`."""
    w.known[register] = value
    w.line(f"{register} = {w.value(value)}")


def assign(w: Writer, base: int, index: ir.Expr, value: ir.Expr) -> None:
    """Write the statement `set`."""
    place = w.places.number(w, base, index)
    same = (["var", base], ["var", base, index])
    if isinstance(value, list) and value[0] in ("add", "sub") and value[1] in same:
        by = w.expr(value[2])
        w.line(f"{place} {'+' if value[0] == 'add' else '-'}= {by}")
    else:
        w.line(f"{place} = {w.number(value)}")


def store(w: Writer, slot: int, value: ir.Expr) -> None:
    """Write the statement `store`."""
    w.line(f"{w.cards(slot)} = {w.own_list(value)}")


def append(w: Writer, slot: ir.Expr, value: ir.Expr) -> None:
    """Write the statement `append`."""
    what = w.number(value)
    w.line(f"{w.cards(slot)}.append({what})")


def remove(w: Writer, slot: ir.Expr, value: ir.Expr) -> None:
    """Write the statement `remove`."""
    what = w.expr(value)
    w.line(f"{w.cards(slot)}.remove({what})")


def branch(w: Writer, condition: ir.Expr, yes: list[ir.Stmt], no: list[ir.Stmt]) -> None:
    """Write the statement `if`."""
    if isinstance(condition, int):
        w.straight(yes if condition else no)
        return
    if not yes:
        condition, yes, no = folding.refold(["not", condition]), no, []
    if not no:
        with when(w, condition):
            w.body(yes)
        return
    for head, stmts in ((f"if {w.expr(condition)}:", yes), ("else:", no)):
        w.line(head)
        with w.indent():
            w.body(stmts)


def for_each(w: Writer, register: str, source: ir.Expr, body: list[ir.Stmt]) -> None:
    """Write the statement `for`."""
    if all(stmt[0] in NO_EFFECT for stmt in body):
        with loop(w, register, source):
            w.body(body)
        return
    if folding.is_short(source) and len(constants := folding.constants(source)) * trees.size(body) <= UNROLLED:
        for value in constants:
            stmts = [folding.refold(trees.replace(stmt, register, value)) for stmt in body]
            w.straight(folding.propagate(stmts, w.known))
        return
    changing = any(stmt[0] not in ("let", "set", *NO_EFFECT) for stmt in body)
    text = w.own_list(source) if changing and not folding.is_constant(source) else w.items(source)
    w.line(f"for {register} in {text}:")
    with w.indent():
        w.body(body)


def repeat(w: Writer, condition: ir.Expr, body: list[ir.Stmt], message: int) -> None:
    """Write the statement `while`."""
    guard = w.name_text("passes", "0")
    lines, text = w.apart(partial(w.expr, condition))
    w.line("while True:" if lines else f"while {text}:")
    if lines:
        w.insert(lines, 1)
        w.line(f"{INDENT}if not {text}:")
        w.line(f"{INDENT * 2}break")
    with w.indent():
        w.line(f"if {guard} >= {ir.MOST_PASSES}:")
        with w.indent():
            w.fail(w.text(message))
        w.line(f"{guard} += 1")
        w.body(body)


def option(w: Writer, value: ir.Expr) -> None:
    """Write the statement `option`."""
    what = w.expr(value)
    w.line(f"options.append({what})")


def spend(place: str) -> Statement:
    """Return the writer of `spend`, which counts the changes since the last decision in `place`."""

    def count(w: Writer, n: ir.Expr) -> None:
        more = w.expr(n)
        w.line(f"{place} += {more}")
        w.line(f"if {place} > {ir.MOST_CHANGES}:")
        with w.indent():
            w.fail(repr(TOO_MUCH))

    return count


def emit(w: Writer, kind: str, node: int, *args: ir.Expr) -> None:
    """Write the statement `emit`."""
    w.node = node
    if w.events:
        texts = [
            repr(part) if part in WHERE else f"tuple({w.items(part)})" if listed or w.is_list(part) else w.number(part)
            for part, listed in zip(args, ev.lists(kind), strict=False)
        ]
        if kind == "random" and isinstance(
            args[1], str
        ):  # a chance result may be a list; it is replaced, never changed
            texts[1] = f"tuple({texts[1]}) if type({texts[1]}) is list else {texts[1]}"
        w.line(f"S.events.append(({kind!r}, {', '.join([str(node), *texts])}))")


EXPRESSIONS: dict[str, Expression] = SCALARS | LISTS | ENDS
STATEMENTS: dict[str, Statement] = {
    **MOVES,
    "let": let,
    "set": assign,
    "store": store,
    "append": append,
    "remove": remove,
    "if": branch,
    "for": for_each,
    "while": repeat,
    "option": option,
    "emit": emit,
    "condition": lambda w, node: None,
    "spend": spend("S.spent"),
    "fail": lambda w, message: w.fail(w.text(message)),
}


# -- decisions and results


def options(w: Writer, stmts: list[ir.Stmt]) -> str:
    """The list of options as text: one expression where they are simple, else filled step by step."""
    if all(stmt[0] == "option" for stmt in stmts):
        return f"[{', '.join(w.expr(stmt[1]) for stmt in stmts)}]"
    source = offered_list(stmts[0])
    if source is not None:
        text = w.own_list(source)
        if len(stmts) == 1:
            return text
        w.line(f"options = {text}")
        stmts = stmts[1:]
    else:
        w.line("options = []")
    for stmt in stmts:
        source = offered_list(stmt)
        if source is None or source[0] in ("filter", "map"):
            w.stmt(stmt)
        else:
            text = w.items(source)
            w.line(f"options += {text}")
    return "options"


def offered_list(stmt: ir.Stmt) -> ir.Expr:
    """The list whose items a loop offers, if it does nothing else, else None."""
    if stmt[0] != "for" or len(stmt[3]) != 1 or stmt[3][0][0] != "option":
        return None
    _, register, source, [[_, value]] = stmt
    if value == register:
        return source
    shift = isinstance(value, list) and value[0] in ("add", "sub") and value[1] == register
    if shift and isinstance(value[2], int) and isinstance(source, list) and source[0] == "range":
        return ["range", *(folding.refold([value[0], end, value[2]]) for end in source[1:])]
    return ["map", register, source, value]


def take_option(w: Writer, entry: ir.Entry, apply: list[ir.Stmt]) -> None:
    """Write the effects of an option of one family."""
    if trees.uses(apply, "x"):
        offset = entry.base - entry.low
        w.line(f"x = option{f' - {offset}' if offset > 0 else f' + {-offset}' if offset else ''}")
    for stmt in apply:
        w.stmt(stmt)


def shares_of(w: Writer, won: ir.Expr) -> str:
    """The payoffs of all seats if the winners share 1; of two seats the loser pays it."""
    players = w.program.players
    if folding.is_constant(won):
        shares = [1 / (len(won) - 1) if seat in won[1:] else 0.0 for seat in range(players)]
        return repr([shares[0] - shares[1], shares[1] - shares[0]] if players == 2 else shares)
    name = w.name_text("won", w.expr(won))
    if players == 2:
        return f"([0.0, 0.0] if len({name}) > 1 else [-1.0, 1.0] if {name}[0] else [1.0, -1.0])"
    return f"[1 / len({name}) if seat in {name} else 0.0 for seat in {tuple(range(players))}]"
