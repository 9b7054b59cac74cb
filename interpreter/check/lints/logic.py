"""Lints of conditions that never change, or do not depend on what is chosen."""

from __future__ import annotations

from collections.abc import Iterator

from ...base.diagnostics import Diagnostic
from ..checked import Checked, all_typed
from ..types import Typed, free, subtrees
from .ranges import Ranges


def always_same(checked: Checked) -> Iterator[Diagnostic]:
    """Warn of a comparison with the same result for all values of its sides."""
    ranges = Ranges(checked)
    for typed in all_typed(checked):
        yield from comparisons(ranges, typed)


def comparisons(ranges: Ranges, typed: Typed) -> Iterator[Diagnostic]:
    """Find the comparisons in an expression that always have the same result."""
    for whole in subtrees(typed):
        for op, a, b in zip(whole.value, whole.args, whole.args[1:], strict=False) if whole.op == "compare" else []:
            sure = ranges.always(op, a, b)
            if sure is None:
                continue
            side = a if a.op != "const" else b
            low, high = ranges.range_of(side)
            reach = f"is at least {low}" if high is None else f"goes from {low} to {high}"
            message = f"{a.pos.text} {op} {b.pos.text} is {'always' if sure else 'never'} true"
            message = f"{message}: {side.pos.text} {reach}"
            hint = "compare with something else, or delete it"
            yield Diagnostic("always-same", message, whole.pos.span, "warning", hint)


def idle_where(checked: Checked) -> Iterator[Diagnostic]:
    """Warn of a choice's condition that does not depend on what is chosen."""
    for sentence, part in checked.sentences.items():
        each = [choice.binders[0][0] for choice in part.choices]
        for condition, typed in zip(sentence.where, part.where, strict=True):
            chosen = [part.whole] if condition.whole and part.whole is not None else each
            if chosen and not free(typed).intersection(chosen):
                names = ", ".join(local.name for local in chosen)
                message = f"this says nothing about what is chosen ({names}): it is the same for every choice"
                yield Diagnostic("idle-where", message, condition.expr.pos.span, "warning", "write it under when")
