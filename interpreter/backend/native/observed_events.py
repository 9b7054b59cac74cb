"""What seats observe while a step runs, which no state keeps: cards turned up, numbers shown (tree.wat)."""

from __future__ import annotations

from functools import partial

from ...program import ir
from .observation_hash import BACK, FRONT, ObservationHash
from .writing.layout import MemoryLayout
from .writing.statements import STATEMENTS
from .writing.writer import ListValue, Statement, Writer, const

KEPT = ("reveal", "show", "say", "random")  # events that are not in the state afterwards


def observed_statements(program: ir.Program, layout: MemoryLayout) -> dict[str, Statement]:
    """The statements of a module that walks the tree: events go into the memories of the seats."""
    looks = ObservationHash(program, layout).looks(FRONT | BACK)
    return {**STATEMENTS, "emit": partial(write_event, looks)}


def write_event(looks: int, w: Writer, kind: str, node: int, *parts: ir.Expr) -> str:
    """Text for an event; where a step begins, everybody sees what the one before has left."""
    match kind, parts:
        case "step", _:
            return "(call $observe_step (local.get $S))"
        case "reveal" | "show", [things, seats]:
            found, who = w.list_value(things), w.list_value(seats)
            of = const(looks) if kind == "reveal" else const(0)
            return f"(call $shown_things (local.get $S) {found.code} {of} {who.code} {const(node)})"
        case "say" | "random", [int(number), value, *cards]:
            found_ = w.value(value)
            if cards:
                what = f"(call $together {w.list_value(cards[0]).code} {const(looks)})"
            elif isinstance(found_, ListValue):
                what = f"(call $in_order {found_.code})"
            elif w.program.kinds[number].startswith("card "):
                what = f"(i64.load (i32.add {const(looks)} (i32.shl {w.i32(value)} (i32.const 3))))"
            else:
                what = f"(i64.extend_i32_s {w.i32(value)})"
            return f"(call $told_all (local.get $S) {const(node)} {what})"
    return ""
