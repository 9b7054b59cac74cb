"""Passes over blocks: jump threading, removal of what only the log needs. Block numbers keep their meaning."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from ...program import ir
from ...program.trees import is_safe

UNUSED = "unused__"  # no other register has two underscores


def thread(program: ir.Program) -> tuple[dict[int, list[ir.Stmt]], dict[int, int], dict[int, list[int]]]:
    """The reachable blocks, with jumps threaded and blocks with a single predecessor joined to it.

    Also where each entry's target leads in the end. Last what `parts` gives, of joined blocks together.
    """
    final = partial(jump_target, program)
    own = parts(program)
    joined = {block.number: retarget(block.body, final) for block in program.blocks}
    entries = {0} | {final(entry.target) for site in program.sites for entry in site.entries}
    stops = {n for n, body in joined.items() if body[-1][0] in ("ask", "together")}
    ways: dict[int, int] = dict.fromkeys(joined, 0)
    for body in joined.values():
        for target in ir.targets(body):
            ways[target] += 1
    for number in list(joined):
        body = joined[number]
        while body[-1][0] == "goto":
            target = body[-1][1]
            if target == number or target in entries or target in stops or ways[target] != 1:
                break
            body = body[:-1] + joined[target]
            own[number] = own[number] + own[target]
        joined[number] = body
    needed: set[int] = set()
    waiting = sorted(entries | stops)
    while waiting:
        number = waiting.pop()
        if number not in needed:
            needed.add(number)
            waiting += ir.targets(joined[number])
    leads = {entry.target: final(entry.target) for site in program.sites for entry in site.entries}
    return {number: joined[number] for number in sorted(needed)}, leads, own


def jump_target(program: ir.Program, number: int) -> int:
    """The block that a jump finally reaches; in a circle of empty blocks each reaches itself."""
    seen = set()
    while [stmt[0] for stmt in program.blocks[number].body] == ["goto"] and number not in seen:
        seen.add(number)
        number = program.blocks[number].body[0][1]
    return number


def parts(program: ir.Program) -> dict[int, list[int]]:
    """The blocks that count as passed when a block runs: itself, or none if it is empty."""
    return {n: [n] if jump_target(program, n) == n else [] for n in range(len(program.blocks))}


def retarget(body: list[ir.Stmt], final: Any) -> list[ir.Stmt]:
    """Return statements whose final jump goes to other blocks."""
    last = body[-1]
    if last[0] == "goto":
        return [*body[:-1], ["goto", final(last[1])]]
    if last[0] == "branch":
        return [*body[:-1], ["branch", last[1], final(last[2]), final(last[3])]]
    return body


def silent(body: list[ir.Stmt], program: ir.Program, kept: Sequence[str] = (), outer: bool = True) -> list[ir.Stmt]:
    """Return statements without events; arguments of events that may fail are still computed.

    The outer ones keep where a step begins, which is needed to tell where a failure happened. `kept`: the kinds of
    events that stay, and "condition" if conditions do.
    """
    out: list[ir.Stmt] = []
    for stmt in body:
        if stmt[0] == "emit" and (stmt[1] in kept or (outer and stmt[1] == "step")):
            out.append(stmt)
        elif stmt[0] == "emit":
            out += [["let", UNUSED, part] for part in stmt[3:] if not is_safe(part, program)]
        elif stmt[0] == "condition":
            out += [stmt] if "condition" in kept else []
        elif stmt[0] == "if":
            yes, no = silent(stmt[2], program, kept, False), silent(stmt[3], program, kept, False)
            if yes or no or not is_safe(stmt[1], program) or (out and out[-1][0] == "condition"):
                out.append(["if", stmt[1], yes, no])
        elif stmt[0] == "for":
            inner = silent(stmt[3], program, kept, False)
            if inner or not is_safe(stmt[2], program):
                out.append([*stmt[:3], inner])
        elif stmt[0] == "while":
            out.append([stmt[0], stmt[1], silent(stmt[2], program, kept, False), stmt[3]])
        else:
            out.append(stmt)
    return out
