"""Expressions and statements as trees: walk, measure, substitute and inline them."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterator
from typing import Any

from . import ir

LARGE = 400  # the most parts of a body that is inlined


def parts(tree: list[Any]) -> list[Any]:
    """The parts of an expression or statement, or the items of a list, without the name of a table or function."""
    return tree[2:] if tree and isinstance(tree[0], str) and tree[0] in ir.NAMED else tree


def uses(tree: ir.Expr, register: str) -> int:
    """The number of times that an expression or statement reads a register."""
    if isinstance(tree, str):
        return int(tree == register)
    return sum(uses(part, register) for part in parts(tree)) if isinstance(tree, list) else 0


def replace(tree: ir.Expr, register: str, value: ir.Expr) -> ir.Expr:
    """Return the tree with an expression in place of a register, except where a part binds that register itself."""
    if isinstance(tree, str):
        return value if tree == register else tree
    if not isinstance(tree, list):
        return tree
    if len(tree) > 2 and tree[1] == register and isinstance(tree[0], str) and tree[0] in ir.BINDING:
        return [tree[0], register, replace(tree[2], register, value), *tree[3:]]
    inner = parts(tree)
    return [*tree[: len(tree) - len(inner)], *(replace(part, register, value) for part in inner)]


def size(e: ir.Expr) -> int:
    """The number of parts in an expression."""
    return sum(map(size, e)) if isinstance(e, list) else 1


def is_body(e: ir.Expr) -> bool:
    """Whether this is a list of statements."""
    return isinstance(e, list) and (not e or isinstance(e[0], list))


def reads(e: ir.Expr, registers: set[str]) -> bool:
    """Whether an expression reads one of the registers."""
    if isinstance(e, str):
        return e in registers
    return isinstance(e, list) and any(reads(part, registers) for part in parts(e))


def free(e: ir.Expr, bound: set[str]) -> bool:
    """Whether an expression reads a register that it does not bind."""
    if isinstance(e, str):
        return e not in bound
    if not isinstance(e, list) or not e:
        return False
    if e[0] in ir.BINDING:
        return free(e[2], bound) or any(free(part, bound | {e[1]}) for part in e[3:])
    return any(free(part, bound) for part in (e[2:] if e[0] in ir.NAMED else e[1:]))


def is_safe(e: ir.Expr, program: ir.Program, known: dict[str, bool] | None = None) -> bool:
    """Whether an expression can be evaluated at any time, as it cannot fail. known: whether functions are safe."""
    if not isinstance(e, list) or not e:
        return True
    known = {} if known is None else known
    if e[0] in ir.DIVISIONS and isinstance(e[2], int) and e[2]:
        return is_safe(e[1], program, known)
    if e[0] in ir.MAY_FAIL:
        return False
    if e[0] == "call":
        if e[1] not in known:
            known[e[1]] = is_safe(program.functions[e[1]].body, program, known)
        if not known[e[1]]:
            return False
    return all(is_safe(part, program, known) for part in e[1:])


def exchange(e: ir.Expr, part: ir.Expr, other: ir.Expr) -> ir.Expr:
    """Return the expression with `other`, such as a register, in place of one of its parts."""
    if e == part:
        return other
    return [exchange(x, part, other) for x in e] if isinstance(e, list) else e


def canonical(e: ir.Expr) -> ir.Expr:
    """Rename registers by nesting depth, so that equal expressions become equal lists."""
    return _name_by_depth(e)[0]


def _name_by_depth(e: ir.Expr) -> tuple[Any, int]:
    """Return the renamed expression, and how deep loops are nested in it."""
    if not isinstance(e, list) or not e:
        return e, 0
    found = [_name_by_depth(part) for part in e]
    e, height = [part for part, _ in found], max(height for _, height in found)
    if isinstance(e[0], str) and (e[0] in ir.LOOPS or e[0] == "let"):
        height += 1
        name = f"each__{height}"
        return [e[0], name, e[2], *(replace(part, e[1], name) for part in e[3:])], height
    return e, height


def rename_bound(e: ir.Expr, fresh: Callable[[str], str]) -> ir.Expr:
    """Return the expression with fresh names for everything that its loops bind."""
    if not isinstance(e, list) or not e:
        return e
    inner = parts(e)
    e = [*e[: len(e) - len(inner)], *(rename_bound(part, fresh) for part in inner)]
    if e[0] in ir.LOOPS or e[0] == "let":
        name = fresh(re.sub(r"\W", "_", str(e[1])).rstrip("_0123456789") or "it")
        e = [e[0], name, e[2], *(replace(part, e[1], name) for part in e[3:])]
    return e


def inline(e: ir.Expr, program: ir.Program, known: dict[str, Any] | None = None) -> ir.Expr:
    """Replace calls with simple arguments by the bodies of the functions.

    Bodies that become too large are left out. known: what functions have become.
    """
    if not isinstance(e, list) or not e:
        return e
    known = {} if known is None else known
    e = [inline(part, program, known) for part in e]
    if e[0] != "call" or any(isinstance(argument, list) for argument in e[2:]):
        return e
    function = program.functions[e[1]]
    if e[1] not in known:
        known[e[1]] = inline(function.body, program, known)
    body = known[e[1]]
    if size(body) > LARGE:
        return e
    for parameter, argument in zip(function.params, e[2:], strict=True):
        body = replace(body, parameter, argument)
    return body


def map_program(program: ir.Program, change: Callable[[Any], Any]) -> ir.Program:
    """Return the program with its functions, blocks, options and their effects changed."""
    functions = {name: dataclasses.replace(made, body=change(made.body)) for name, made in [*program.functions.items()]}
    sites = [
        dataclasses.replace(
            site,
            options=change(site.options),
            entries=[dataclasses.replace(entry, apply=change(entry.apply)) for entry in site.entries],
        )
        for site in program.sites
    ]
    blocks = [dataclasses.replace(block, body=change(block.body)) for block in program.blocks]
    return dataclasses.replace(program, functions=functions, sites=sites, blocks=blocks)


def trees(program: ir.Program) -> Iterator[list[Any]]:
    """Every statement and expression of a program, apart from the tests of options and the score's parts."""
    yield from walk([block.body for block in program.blocks])
    yield from walk([function.body for function in program.functions.values()])
    yield from walk([[s.options, s.seat, [entry.apply for entry in s.entries]] for s in program.sites])


def walk(waiting: list[Any]) -> Iterator[list[Any]]:
    """Every statement and expression in these, nested ones included."""
    while waiting:
        e = waiting.pop()
        if isinstance(e, list) and e:
            if isinstance(e[0], str):
                yield e
            waiting += e


def has_chance(program: ir.Program) -> bool:
    """Whether chance may ever decide anything."""
    return any(
        e[0] in ("shuffle", "chance") or e[0] == "put" and str(e[3]).startswith("random") for e in trees(program)
    )
