"""Find conditions of a scenario that always hold, whatever the state."""

from __future__ import annotations

from ..check.lints.ranges import Ranges
from ..check.types import BOOL, Typed


def idle(ranges: Ranges, typed: Typed) -> str:
    """The reason why a condition always holds; "" if it may fail, as far as known."""
    if typed.op == "const":
        return "it asks nothing of the table" if typed.value else ""
    if typed.op == "or":
        return next((why for arg in typed.args if (why := idle(ranges, arg))), "")
    if typed.op == "in" and typed.args[1].op == "range":
        number, (low, high) = typed.args[0], typed.args[1].args
        return _within(ranges, number, [(">=", number, low), ("<=", number, high)])
    if typed.op != "compare" or typed.type != BOOL:
        return ""
    if all(arg.op == "const" for arg in typed.args):
        return "it asks nothing of the table"
    pairs = [*zip(typed.value, typed.args, typed.args[1:], strict=False)]
    if all(op == "=" and a.pos.text == b.pos.text for op, a, b in pairs):
        return "both sides are the same"
    return _within(ranges, next(arg for arg in typed.args if arg.op != "const"), pairs)


def _within(ranges: Ranges, number: Typed, pairs: list[tuple[str, Typed, Typed]]) -> str:
    """The reason why comparisons hold by the range of a number alone; "" if they may fail."""
    if not all(ranges.always(op, a, b) for op, a, b in pairs):
        return ""
    low, high = ranges.range_of(number)
    reach = f"is at least {low}" if high is None else f"goes from {low} to {high}"
    return f"{number.pos.text} {reach} in every game"
