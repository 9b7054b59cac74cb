"""Bounds of numbers for lints, whatever the settings are, and conditions that follow from them."""

from __future__ import annotations

from ...language import model as m
from ..checked import Checked
from ..functions import least
from ..types import BOOL, Local, Typed

Range = tuple[int | None, int | None]
ANYTHING: Range = (None, None)
MOST = 1 << 60


class Ranges:
    """The bounds in one ruleset, as far as they are declared or written."""

    def __init__(self, checked: Checked) -> None:
        self.exprs = checked.exprs
        self.remembered: dict[Local, Range] = {}
        for part in checked.sentences.values():
            for local, _, item in part.remember:
                self.remembered[local] = self.written_range(self.exprs.get(id(item.initial)))

    def written_range(self, typed: Typed | None) -> Range:
        """The range a..b as it is written."""
        if typed is None or typed.op != "range":
            return ANYTHING
        return self.range_of(typed.args[0])[0], self.range_of(typed.args[1])[1]

    def range_of(self, typed: Typed) -> Range:
        """The smallest and greatest value; None where that is not certain."""
        op = typed.op
        if op == "const":
            return (typed.value, typed.value) if isinstance(typed.value, int) else ANYTHING
        if op == "variable":
            item: m.Variable = typed.value
            if item.token:
                return 0, None
            return self.written_range(self.exprs.get(id(item.range if item.range is not None else item.initial)))
        if op == "attribute":
            return self.written_range(self.exprs.get(id(typed.value[1].type.expr)))
        if op == "local":
            return self.remembered.get(typed.value, ANYTHING)
        if op == "builtin":
            return least(typed.value), None
        if op == "each" and typed.value[0] == "count":
            return 0, None
        if op in ("if", "or else", "+", "need"):
            return self.combine(typed)
        return ANYTHING

    def combine(self, typed: Typed) -> Range:
        """The bounds of a sum, or of an expression with the value of one of its sides."""
        if typed.op == "need":
            return self.range_of(typed.args[0])
        sides = [self.range_of(arg) for arg in typed.args[-2:]]
        if typed.op == "or else" and typed.args[0].op == "through":
            sides[0] = self.range_of(typed.args[0].args[1])
        lows, highs = [low for low, _ in sides if low is not None], [high for _, high in sides if high is not None]
        low = (sum(lows) if typed.op == "+" else min(lows)) if len(lows) == 2 else None
        high = (sum(highs) if typed.op == "+" else max(highs)) if len(highs) == 2 else None
        return low, high

    def always(self, op: str, a: Typed, b: Typed) -> bool | None:
        """The result of a comparison if it is the same for all values of its sides, else None."""
        if a.type.kind != "int" or b.type.kind != "int" or (a.op == "const" and b.op == "const"):
            return None
        (low, high), (least, most) = self.range_of(a), self.range_of(b)
        below = high is not None and least is not None and high < least
        above = low is not None and most is not None and low > most
        not_above = high is not None and least is not None and high <= least
        not_below = low is not None and most is not None and low >= most
        sure = {
            "<": (below, not_below),
            "<=": (not_above, above),
            ">": (above, not_above),
            ">=": (not_below, below),
            "=": (False, below or above),
            "!=": (below or above, False),
        }[op]
        return True if sure[0] else False if sure[1] else None

    def never(self, typed: Typed) -> bool:
        """Whether a condition is always false."""
        if typed.op == "const":
            return bool(typed.value == 0)
        if typed.op == "and":
            return any(self.never(arg) for arg in typed.args) or _contradictory(typed)
        if typed.op == "or":
            return all(self.never(arg) for arg in typed.args)
        if typed.op == "each" and typed.value[0] == "any":
            return typed.value[1].where is not None and self.never(typed.value[1].where)
        if typed.op != "compare":
            return False
        pairs = zip(typed.value, typed.args, typed.args[1:], strict=False)
        return any(self.always(op, a, b) is False for op, a, b in pairs)


def _contradictory(typed: Typed) -> bool:
    """Whether two conditions joined by `and` exclude each other: a.size > 5 and a.size < 3."""
    reach: dict[str, tuple[int, int]] = {}
    for part in typed.args:
        if part.op != "compare" or len(part.args) != 2 or part.args[1].op != "const" or part.value[0] == "!=":
            continue
        name, value = part.args[0].pos.text, part.args[1].value
        low, high = reach.get(name, (-MOST, MOST))
        above = {">": value + 1, ">=": value, "=": value}.get(part.value[0], -MOST)
        below = {"<": value - 1, "<=": value, "=": value}.get(part.value[0], MOST)
        reach[name] = max(low, above), min(high, below)
    return any(low > high for low, high in reach.values())


def idle_reason(ranges: Ranges, typed: Typed) -> str:
    """The reason why a condition always holds; "" if it may fail, as far as known."""
    if typed.op == "const":
        return "it does not depend on the table" if typed.value else ""
    if typed.op == "or":
        return next((why for arg in typed.args if (why := idle_reason(ranges, arg))), "")
    if typed.op == "in" and typed.args[1].op == "range":
        number, (low, high) = typed.args[0], typed.args[1].args
        return _within(ranges, number, [(">=", number, low), ("<=", number, high)])
    if typed.op != "compare" or typed.type != BOOL:
        return ""
    if all(arg.op == "const" for arg in typed.args):
        return "it does not depend on the table"
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
