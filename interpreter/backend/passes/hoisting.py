"""Hoisting of loop-invariant parts and sharing of common subexpressions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...program import ir
from ...program.trees import canonical, exchange, free, is_body, is_safe, reads, size

SHARED = 6  # the least parts of an expression that is worth a name
HOISTED = "once__"  # no other register has two underscores before its number


def hoist(e: ir.Expr, program: ir.Program, taken: list[int], zones: bool = False) -> ir.Expr:
    """Move loop-invariant computations before the loop.

    zones: so are the cards of zones that loops within it go through.
    """
    if not isinstance(e, list) or not e:
        return e
    if not isinstance(e[0], str) or e[0] not in ir.LOOPS:
        return [hoist(part, program, taken, zones) for part in e]
    lets, body = [], e[3]
    registers: dict[str, str] = {}  # by what they hold, whatever its loops call their items
    for part in invariant(body, {e[1]}, program, zones):
        same = repr(canonical(part))
        if same not in registers:
            registers[same] = f"{HOISTED}{len(taken)}"
            taken.append(1)
            lets.append((registers[same], hoist(part, program, taken, zones)))
        body = exchange(body, part, registers[same])
    e = [e[0], e[1], hoist(e[2], program, taken, zones), hoist(body, program, taken, zones), *e[4:]]
    for register, part in reversed(lets):
        e = ["let", register, part, e]
    return e


def invariant(e: ir.Expr, bound: set[str], program: ir.Program, zones: bool = False) -> list[Any]:
    """The largest costly parts, each once, that read no bound register and cannot fail."""
    if not isinstance(e, list) or not e:
        return []
    if e[0] in ir.COSTLY and not reads(e, bound) and is_safe(e, program):
        return [e]
    inner = bound | {e[1]} if e[0] in ir.LOOPS or e[0] == "let" else bound
    found: list[Any] = []
    if zones and e[0] in ir.LOOPS and e[2][:1] == ["cards"] and not reads(e[2], bound):
        found.append(e[2])
    for part in e[1:]:
        found += [x for x in invariant(part, inner, program, zones) if x not in found]
    return found


def repeat_once(e: ir.Expr, taken: list[int]) -> ir.Expr:
    """Compute a part once that an expression evaluates in any case and then perhaps again."""
    if not isinstance(e, list) or not e:
        return e
    if e[0] in ("if", "and", "or") and not (e[0] == "if" and is_body(e[2])):
        for part in certain(e):
            if occurrences(e, part) > 1:
                register = f"{HOISTED}{len(taken)}"
                taken.append(1)
                return ["let", register, repeat_once(part, taken), repeat_once(exchange(e, part, register), taken)]
    return [repeat_once(part, taken) for part in e]


def certain(e: ir.Expr) -> Iterator[ir.Expr]:
    """The costly parts that every evaluation of an expression computes, the largest first."""
    if not isinstance(e, list) or not e:
        return
    if e[0] in ir.COSTLY:
        yield e
    first = e[1:2] if e[0] in ("if", "and", "or") else e[2:3] if e[0] in ir.LOOPS or e[0] == "let" else e[1:]
    for part in first:
        yield from certain(part)


def occurrences(e: ir.Expr, part: ir.Expr) -> int:
    """The number of times that a part stands in an expression."""
    if e == part:
        return 1
    return sum(occurrences(x, part) for x in e) if isinstance(e, list) else 0


def share(e: ir.Expr, program: ir.Program, taken: list[int]) -> ir.Expr:
    """Compute a part once that stands in several places, reads no register and cannot fail."""
    found: dict[str, list[Any]] = {}

    def look(part: ir.Expr) -> None:
        if isinstance(part, list) and part and isinstance(part[0], str):
            if size(part) >= SHARED and part[0] not in ("items", "range") and not free(part, set()):
                found.setdefault(repr(part), []).append(part)
            for inner in part[2:] if part[0] in ir.NAMED else part[1:]:
                look(inner)

    look(e)
    several = [same[0] for same in found.values() if len(same) > 1 and is_safe(same[0], program)]
    if not several:
        return e
    part = max(several, key=size)
    register = f"{HOISTED}{len(taken)}"
    taken.append(1)
    return ["let", register, part, share(exchange(e, part, register), program, taken)]
