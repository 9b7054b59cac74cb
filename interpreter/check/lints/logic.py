"""Rules that cannot mean what they say: conditions that never change, rows that are missing."""

from __future__ import annotations

from collections.abc import Iterator

from ...base.diagnostics import Diagnostic
from ..checked import Checked, all_typed
from ..types import Typed, free, subtrees
from .ranges import Ranges


def always_same(checked: Checked) -> Iterator[Diagnostic]:
    """Warning: a comparison has the same result for every value that its sides can have."""
    ranges = Ranges(checked)
    for typed in all_typed(checked):
        yield from comparisons(ranges, typed)


def comparisons(ranges: Ranges, typed: Typed) -> Iterator[Diagnostic]:
    """The comparisons in an expression that always have the same result."""
    for whole in subtrees(typed):
        for op, a, b in zip(whole.value, whole.args, whole.args[1:], strict=False) if whole.op == "compare" else []:
            sure = ranges.always(op, a, b)
            if sure is None:
                continue
            side = a if a.op != "const" else b
            low, high = ranges.of(side)
            reach = f"is at least {low}" if high is None else f"goes from {low} to {high}"
            message = f"{a.pos.text} {op} {b.pos.text} is {'always' if sure else 'never'} true"
            message = f"{message}: {side.pos.text} {reach}"
            hint = "compare with something else, or take it away"
            yield Diagnostic("always-same", message, whole.pos.span, "warning", hint)


def missing_row(checked: Checked) -> Iterator[Diagnostic]:
    """Warning: there is no row for what a card shows, a variable can be or a kind has as a member."""
    ranges = Ranges(checked)
    for typed in [part for whole in all_typed(checked) for part in subtrees(whole) if part.op == "table"]:
        table = typed.value
        for position, arg in enumerate(typed.args if table.default is None else ()):
            rows = [_keys(ranges, keys[position]) for keys, _ in table.rows]
            if None in rows:
                continue
            known = {key for keys in rows if keys is not None for key in keys}
            missing = [value for value in _values(checked, ranges, arg) if value not in known]
            if missing:
                thing = checked.ruleset.things.get(arg.type.name)
                words = thing.members[missing[0]][0] if thing is not None and thing.members else str(missing[0])
                message = f"the table {table.table.name} has no row for {words}, which {arg.pos.text} can be"
                yield Diagnostic("missing-row", message, typed.pos.span, "warning", f"add a row for {words}")


def _keys(ranges: Ranges, typed: Typed) -> list[int] | None:
    if typed.op == "range":
        low, high = ranges.written(typed)
        return list(range(low, high + 1)) if low is not None and high is not None and high - low < 10_000 else None
    return [typed.value] if typed.op == "const" and isinstance(typed.value, int) else None


def _values(checked: Checked, ranges: Ranges, typed: Typed) -> list[int]:
    """Every value that is certainly possible: what cards show, a variable can be, or a kind has as members."""
    kind = typed.type
    if kind.kind == "thing" and kind.name in checked.ruleset.things:
        return list(range(len(checked.ruleset.things[kind.name].members)))
    if kind.kind == "int" and typed.op in ("attribute", "variable"):
        low, high = ranges.of(typed)
        return list(range(low, high + 1)) if low is not None and high is not None and high - low < 1000 else []
    return []


def idle_where(checked: Checked) -> Iterator[Diagnostic]:
    """Warning: a condition of a choice that says nothing about what is chosen."""
    for sentence, part in checked.sentences.items():
        each = [choice.binders[0][0] for choice in part.choices]
        for condition, typed in zip(sentence.where, part.where, strict=True):
            chosen = [part.whole] if condition.whole and part.whole is not None else each
            if chosen and not free(typed).intersection(chosen):
                names = ", ".join(local.name for local in chosen)
                message = f"this says nothing about what is chosen ({names}): it is the same for every choice"
                yield Diagnostic("idle-where", message, condition.expr.pos.span, "warning", "write it under when")
