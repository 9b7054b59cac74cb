"""List operations and loops as Python text.

Loops are written as statements, not as comprehensions, wherever they read more than their own item: a comprehension
is a function of its own, and calling it costs more than the few items of a board game do.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from ..program import ir, trees
from ..program.fold import FOLDED
from .expressions import conjunction, nearer
from .passes import constant_lists, folding
from .writer import INDENT, LONG_TUPLE, Expression, Writer

# these are written in place, whatever their parts read
IN_PLACE = FOLDED | {"table", "in", "items"}
NUMBERS = frozenset(word for word, op in ir.EXPRESSIONS.items() if op.result == ir.NUMBER)
FEW_PARTS = 80  # the most parts of keys of constants that are written out


def remove_items(w: Writer, a: ir.Expr, b: ir.Expr) -> str:
    """The operation `without` as Python text."""
    gone = w.items(b)
    name = w.fresh("item")
    out = w.name_text("rest", "[]")
    gone_name = w.name_text("gone", gone)
    w.line(f"for {name} in {w.items(a)}:")
    w.line(f"{INDENT}if {name} not in {gone_name}:")
    w.line(f"{INDENT * 2}{out}.append({name})")
    return out


def rotate(skip: int, w: Writer, a: ir.Expr, x: ir.Expr) -> str:
    """The operations `from` and `after` as Python text."""
    whole = isinstance(a, list) and a[0] == "range" and a[1] == 0 and isinstance(a[2], int) and a[2] < LONG_TUPLE
    low, high = constant_lists.limits(x, w.program)
    if whole and low >= -1 and high <= a[2]:
        return f"ROUND[{a[2] + 1}][{skip}][{w.expr(x)}][:]"
    return f"rotate({w.own_list(a)}, {w.expr(x)}, {skip})"


def length(w: Writer, a: ir.Expr) -> str:
    """The operation `len` as Python text."""
    if isinstance(a, list) and a[0] == "filter":
        return count_items(w, *a[1:])
    return f"len({w.items(a)})"


def nth(w: Writer, a: ir.Expr, i: ir.Expr, none: int) -> str:
    """The operation `nth` as Python text."""
    if isinstance(a, list) and a[0] == "range" and isinstance(a[1], int) and isinstance(a[2], int):
        at = w.atom(i)
        place = at if a[1] == 0 else f"({at} + {a[1]})"
        sure = w.below.get(at, ir.MOST_PASSES) <= a[2] - a[1] + 1
        return place if sure else f"({place} if 0 <= {at} <= {a[2] - a[1]} else {none})"
    if isinstance(a, list) and a[0] == "cards" and isinstance(a[1], int) and a[1] in w.lengths:
        low, high = constant_lists.limits(i, w.program)
        if low >= 0 and high < w.lengths[a[1]]:
            return f"{w.cards(a[1])}[{w.expr(i)}]"
    listed, at = w.keep_list(a), w.atom(i)
    if isinstance(i, int):
        return f"({listed}[{at}] if {listed if i == 0 else f'{i} < len({listed})'} else {none})" if i >= 0 else "-1"
    return f"({listed}[{at}] if 0 <= {at} < len({listed}) else {none})"


def first(w: Writer, a: ir.Expr, none: int) -> str:
    """The operation `first` as Python text."""
    if isinstance(a, list) and a[0] == "filter":
        found = w.name_text("first", str(none))
        with loop(w, a[1], a):
            w.line(f"{found} = {a[1]}")
            w.line("break")
        return found
    listed = w.keep_list(a)
    return f"({listed}[0] if {listed} else {none})"


def last(w: Writer, a: ir.Expr, none: int) -> str:
    """The operation `last` as Python text."""
    listed = w.keep_list(a)
    return f"({listed}[-1] if {listed} else {none})"


# -- loops


@contextmanager
def loop(w: Writer, register: str, source: ir.Expr) -> Iterator[None]:
    """Write a loop over a list; what is written inside runs for each item."""
    if isinstance(source, list) and source[0] == "filter":
        with loop(w, register, source[2]), when(w, trees.replace(source[3], source[1], register)):
            yield
    elif isinstance(source, list) and source[0] == "map":
        with loop(w, source[1], source[2]):
            w.line(f"{register} = {w.value(source[3])}")
            yield
    else:
        w.line(f"for {register} in {w.items(source)}:")
        with w.indent():
            yield


@contextmanager
def when(w: Writer, condition: ir.Expr) -> Iterator[None]:
    """Write a condition; what is written inside runs if it holds.

    Where a part of it needs lines of its own, what stands before it has a level of its own.
    """
    depth = w.depth
    texts: list[str] = []
    for part in conjunction(condition):
        lines, text = w.apart(partial(w.expr, part))
        if lines and texts:
            w.line(f"if {' and '.join(texts)}:")
            w.insert(lines, 1)
            w.depth += 1
            texts = []
        else:
            w.insert(lines)
        texts.append(text)
    w.line(f"if {' and '.join(texts)}:")
    w.depth += 1
    yield
    w.depth = depth


def is_closed(e: ir.Expr, register: str) -> bool:
    """Whether an expression reads only the register and constants, so that a comprehension may hold it."""
    if isinstance(e, str):
        return e == register
    if not isinstance(e, list):
        return True
    if e[0] in ("least", "most") and any(isinstance(x, list) for x in e[1:]):
        return False  # they read a part twice, so a line before works it out
    return e[0] in IN_PLACE and all(is_closed(x, register) for x in trees.parts(e)[e[0] != "table" :])


def map_items(w: Writer, register: str, a: ir.Expr, body: ir.Expr) -> str:
    """The operation `map` as Python text."""
    if is_closed(body, register):
        return f"[{w.number(body)} for {register} in {w.items(a)}]"
    out = w.name_text("all", "[]")
    with loop(w, register, a):
        w.line(f"{out}.append({w.value(body)})")
    return out


def filter_items(w: Writer, register: str, a: ir.Expr, condition: ir.Expr) -> str:
    """The operation `filter` as Python text."""
    if is_closed(condition, register):
        return f"[{register} for {register} in {w.items(a)} if {w.expr(condition)}]"
    out = w.name_text("all", "[]")
    if folding.is_short(a) and len(few := [*folding.constants(a)]) * trees.size(condition) <= FEW_PARTS:
        for item in few:
            with when(w, folding.refold(trees.replace(condition, register, item))):
                w.line(f"{out}.append({item})")
        return out
    with loop(w, register, ["filter", register, a, condition]):
        w.line(f"{out}.append({register})")
    return out


def gather_items(w: Writer, register: str, a: ir.Expr, body: ir.Expr) -> str:
    """The operation `gather` as Python text."""
    out = w.name_text("all", "[]")
    with loop(w, register, a):
        w.line(f"{out} += {w.items(body)}")
    return out


def any_or_every(value: bool, w: Writer, register: str, a: ir.Expr, condition: ir.Expr) -> str:
    """The operations `any` (value True) and `every` (False) as Python text."""
    found = w.name_text("any" if value else "every", str(not value))
    with loop(w, register, a), when(w, condition if value else folding.refold(["not", condition])):
        w.line(f"{found} = {value}")
        w.line("break")
    return found


def count_items(w: Writer, register: str, a: ir.Expr, condition: ir.Expr) -> str:
    """The operation `count` as Python text."""
    found = w.name_text("count", "0")
    with loop(w, register, a), when(w, condition):
        w.line(f"{found} += 1")
    return found


def total(w: Writer, a: ir.Expr) -> str:
    """The operation `sum` as Python text."""
    if isinstance(a, list) and a[0] == "items":
        return f"({' + '.join(w.expr(x) for x in a[1:]) or '0'})"
    if isinstance(a, list) and a[0] == "map":
        found = w.name_text("sum", "0")
        with loop(w, a[1], a[2]):
            w.line(f"{found} += {w.expr(a[3])}")
        return found
    return f"sum({w.items(a)})"


def extreme(word: str, w: Writer, a: ir.Expr, none: int) -> str:
    """The operations `min` and `max` as Python text."""
    sign = "<" if word == "min" else ">"
    if isinstance(a, list) and a[0] == "items" and len(a) == 3:
        return nearer(sign, w, a[1], a[2])
    if isinstance(a, list) and a[0] == "items" and len(a) > 2:
        return f"{word}({', '.join(w.expr(x) for x in a[1:])})"
    if not isinstance(a, list) or a[0] != "map" or is_closed(a[3], a[1]):
        return f"{word}({w.items(a)}, default={none})"
    # every number is greater than the none of numbers
    lowest = word == "max" and none == ir.NO_NUMBER and isinstance(a[3], list) and a[3][0] in NUMBERS
    found = w.name_text(word, str(none if lowest else None))
    unset = "" if lowest else f"{found} is None or "
    with loop(w, a[1], a[2]):
        own = w.atom(a[3], "own")
        w.line(f"if {unset}{own} {sign} {found}:")
        w.line(f"{INDENT}{found} = {own}")
    if unset:
        w.line(f"if {found} is None:")
        w.line(f"{INDENT}{found} = {none}")
    return found


def best(w: Writer, register: str, a: ir.Expr, key: ir.Expr, most: int) -> str:
    """The operation `best` as Python text."""
    few = a[2] if isinstance(a, list) and a[0] == "filter" else a
    if folding.is_short(few) and 0 < len(folding.constants(few)) * trees.size([a, key]) <= FEW_PARTS:
        return best_of_few(w, register, a, key, most)
    limit, found = w.fresh("limit"), w.fresh("best")
    w.line(f"{found} = []")
    w.line(f"{limit} = None")
    with loop(w, register, a):
        keep_best(w, found, limit, register, key, most)
    return found


def keep_best(w: Writer, found: str, limit: str, item: int | str, key: ir.Expr, most: int) -> None:
    """Write the comparison that keeps an item if its key is the best so far."""
    own = w.atom(key, "own")
    w.line(f"if {limit} is None or {own} {'>' if most else '<'} {limit}:")
    w.line(f"{INDENT}{limit} = {own}")
    w.line(f"{INDENT}{found} = [{item}]")
    w.line(f"elif {own} == {limit}:")
    w.line(f"{INDENT}{found}.append({item})")


def best_of_few(w: Writer, register: str, a: ir.Expr, key: ir.Expr, most: int) -> str:
    """The operation `best` over a few constants, each with its own lines."""
    tested = a[0] == "filter"
    sign, found, limit = ">" if most else "<", w.fresh("best"), w.fresh("limit")
    items = [*folding.constants(a[2] if tested else a)]
    keys = [folding.refold(trees.replace(key, register, item)) for item in items]
    if not tested and len(items) == 2:
        one, other = (w.atom(key, "own") for key in keys)
        w.line(f"{found} = {items[:1]} if {one} {sign} {other} else {items[1:]} if {other} {sign} {one} else {items}")
        return found
    w.line(f"{found} = []")
    w.line(f"{limit} = None")
    for item, own in zip(items, keys, strict=True):
        if tested:
            w.line(f"if {w.expr(folding.refold(trees.replace(a[3], a[1], item)))}:")
        with w.indent(int(tested)):
            keep_best(w, found, limit, item, own, most)
    return found


def sort_items(w: Writer, register: str, a: ir.Expr, key: ir.Expr) -> str:
    """The operation `by` as Python text."""
    if is_closed(key, register):
        return f"sorted({w.items(a)}, key=lambda {register}: {w.expr(key)})"
    pairs = w.name_text("pairs", "[]")
    with loop(w, register, a):
        w.line(f"{pairs}.append(({w.value(key)}, len({pairs}), {register}))")
    return f"[pair[2] for pair in sorted({pairs})]"


def subsets(w: Writer, a: ir.Expr, least: ir.Expr, most: ir.Expr, message: int) -> str:
    """The operation `subsets` as Python text."""
    return f"subsets({w.items(a)}, {w.expr(least)}, {w.expr(most)}, {w.text(message)})"


LISTS: dict[str, Expression] = {
    "items": lambda w, *items: f"[{', '.join(w.number(x) for x in items)}]",
    "range": lambda w, a, b: f"list({w.items(['range', a, b])})",
    "join": lambda w, a, b: f"[*{w.items(a)}, *{w.items(b)}]",
    "without": remove_items,
    "from": partial(rotate, 0),
    "after": partial(rotate, 1),
    "in": lambda w, x, a: f"({w.expr(x)} in {w.items(a)})",
    "len": length,
    "nth": nth,
    "first": first,
    "last": last,
    "head": lambda w, a, n: f"{w.own_list(a)}[: max(0, {w.expr(n)})]",
    "reversed": lambda w, a: f"{w.own_list(a)}[::-1]",
    "distinct": lambda w, a: f"distinct({w.items(a)})",
    "sorted": lambda w, a: f"sorted({w.items(a)})",
    "looks": lambda w, a: f"looks({w.items(a)}, {w.tables['look']})",
    "splits": lambda w, a, n: f"splits({w.items(a)}, {w.expr(n)})",
    "subsets": subsets,
    "groups": lambda w, z: f"groups(z, {w.expr(z)}, MARKS)",
    "group": lambda w, g: f"group(z, {w.expr(g)}, MARKS)",
    "map": map_items,
    "filter": filter_items,
    "gather": gather_items,
    "any": partial(any_or_every, True),
    "every": partial(any_or_every, False),
    "count": count_items,
    "sum": total,
    "min": partial(extreme, "min"),
    "max": partial(extreme, "max"),
    "best": best,
    "by": sort_items,
}
