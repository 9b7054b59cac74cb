"""Rules that cannot mean what they say: conditions that never change, rows that are missing, choices nobody can see."""

from __future__ import annotations

from collections.abc import Iterator

from ...base.diagnostics import Diagnostic
from ...language import model as m
from ...language.audience import NOBODY, OTHERS, OWNER, audience
from ..checked import Checked, CheckedReveal, CheckedSentence, all_typed
from ..types import PLAYER, Typed, free, subtrees
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
            yield Diagnostic("always-same", f"{message}: {side.pos.text} {reach}", whole.pos.span, "warning")


def missing_row(checked: Checked) -> Iterator[Diagnostic]:
    """Warning: there is no row for what a card shows, a variable can be or a kind has as a member."""
    ranges = Ranges(checked)
    for typed in [part for whole in all_typed(checked) for part in subtrees(whole) if part.op == "table"]:
        table = typed.value
        for position, arg in enumerate(typed.args):
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
        chosen = [choice.binders[0][0] for choice in part.choices]
        for condition, typed in zip(sentence.where, part.where, strict=True):
            if chosen and not free(typed).intersection(chosen):
                names = ", ".join(local.name for local in chosen)
                message = f"this says nothing about what is chosen ({names}): it is the same for every choice"
                yield Diagnostic("idle-where", message, condition.expr.pos.span, "warning", "write it under when")


def hidden_choice(checked: Checked) -> Iterator[Diagnostic]:
    """Error: who chooses a card must see it, its front or a printed back, or have been shown it."""
    effects = [part.effect for part in checked.sentences.values()]
    shown = [subtrees(done.amount) for done in effects if isinstance(done, CheckedReveal) and not done.numbers]
    revealed = {typed.value for amount in shown for typed in amount if typed.op == "zone"}
    for sentence, part in checked.sentences.items():
        if sentence.decision is None or sentence.decision.kind == "random":
            continue
        name = sentence.decision.choices[0].binders[0].name
        for zone in [zone for choice in part.choices for zone in _zones(choice.binders[0][1])]:
            if zone.value not in revealed and _is_hidden(checked, zone, part):
                message = f"who decides cannot see the cards of {zone.pos.text}"
                yield Diagnostic(
                    "hidden-choice", message, zone.pos.span, hint=f"write random: {name} in {zone.pos.text}"
                )


def _zones(source: Typed) -> Iterator[Typed]:
    """The places from which something is chosen."""
    while source.op == "each" and source.value[0] == "those" and len(source.value[1].binders) == 1:
        source = source.value[1].binders[0][1]
    if source.op == "zone":
        yield source
    for part in source.args if source.op in ("cards", "join") else []:
        yield from _zones(part) if part.op in ("zone", "cards") else []


def _is_hidden(checked: Checked, zone: Typed, part: CheckedSentence) -> bool:
    item: m.Zone = zone.value
    faces = {a.face for a in checked.ruleset.components[item.component].attributes}
    return all(_face_hidden(checked, face, zone, part) for face in sorted(faces))


def _face_hidden(checked: Checked, face: str, zone: Typed, part: CheckedSentence) -> bool:
    """True if that face of the cards is certainly not seen by the one who decides."""
    see = zone.value.see
    word = audience(see, face)
    if word not in (OWNER, OTHERS):
        return word == audience(see, f"top.{face}") == NOBODY
    owner = next((arg for arg in zone.args if arg.type == PLAYER), None)
    if owner is None:
        return False
    decides = part.by.value if part.by is not None and part.by.op == "local" else None
    if part.by is None and part.choice is not None and part.choice.binders[0][0].type == PLAYER:
        decides = part.choice.binders[0][0]
    turn = set(checked.turn_names.values())
    if owner.op == "local":
        # two names may stand for one player
        return word == OTHERS and owner.value is decides
    sure = owner.op == "builtin" and owner.value in ("left", "right") and owner.args[0].op == "local"
    mine = decides in (None, owner.args[0].value) if sure else False
    return word == OWNER and sure and mine and (decides is not None or owner.args[0].value in turn)
