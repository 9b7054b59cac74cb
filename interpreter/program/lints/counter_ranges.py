"""Warn about counters that play can take out of their range: by adding in a loop, or setting too large a number.

Only what is known beforehand counts: how often a loop over things or a range goes round, what is chosen from a range of
constants, how many of a known number there are. Wherever a condition asks for the counter itself, it is trusted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...base.diagnostics import Diagnostic, Note
from ...check import checked as c
from ...check.types import Local, Typed, free, present, with_definitions
from ...language import model as m
from ...language import syntax as s
from .. import ir
from ..lowering.layout import Env
from ..lowering.layout_builder import lay_out
from .missing_rows import Guards, Search

ONE_OF = ("first", "last")  # functions whose result may be the same for each


def counters_leaving_range(checked: c.Checked, players: int, chosen: dict[str, Any]) -> list[Diagnostic]:
    """The warning `leaves-range` for each counter that can leave its range, with these players and settings."""
    search = _Leaving(lay_out(checked, players, chosen))
    search.check_all()
    return list(search.told.values())


@dataclass(slots=True, eq=False)
class _Loop:
    """A loop around a step: the names that are new in each pass, the number of passes, and the words for that."""

    names: set[Local]
    times: int
    over: str
    sentence: m.Sentence


class _Leaving(Search):
    """Searches all steps for such counters, with the loops and conditions around each step."""

    def __init__(self, expressions: Any) -> None:
        super().__init__(expressions)
        self.loops: list[_Loop] = []
        self.conditions: list[Typed] = []
        self.certain: set[str] = set()  # registers of numbers each of whose values may be chosen
        self.told: dict[m.Variable, Diagnostic] = {}

    def expression(self, t: Typed, env: Env, guards: Guards) -> None:
        """Do nothing: an expression changes no counter."""

    def sentence(self, sentence: m.Sentence, env: Env, guards: Guards) -> None:
        part, before = self.checked.sentences[sentence], len(self.conditions)
        loop = self.loop(sentence, part, env)
        self.loops += [loop] if loop is not None else []
        wheres = [choice.where for choice in (part.choice, *part.choices) if choice is not None and choice.where]
        self.conditions += [*part.when, *part.where, *wheres]
        super().sentence(sentence, env, guards)
        del self.conditions[before:]
        if loop is not None:
            self.loops.remove(loop)

    def loop(self, sentence: m.Sentence, part: c.CheckedSentence, env: Env) -> _Loop | None:
        """The loop around a step, if its number of passes is certain."""
        if sentence.loop is None or part.until:
            return None
        choice = part.choice
        if sentence.loop.kind == "repeat" and part.times is not None:
            times = self.lower(part.times, env)
            return _Loop(set(), times, "", sentence) if isinstance(times, int) else None
        if sentence.loop.kind != "each" or choice is None or len(choice.binders) != 1:
            return None
        local, source = choice.binders[0]
        listed = self.lower(source, env)
        times = self.fixed_length(listed) if listed is not None else None
        over = f", for each {local.name} in {source.pos.text}"
        return None if times is None else _Loop({local}, times, over, sentence)

    def fixed_length(self, listed: ir.Expr) -> int | None:
        """The length of a list if it is constant, else None."""
        least, most = self.expressions.ranges.least_items(listed), self.expressions.ranges.most_items(listed)
        return most if least == most else None

    def bind(self, local: Local, env: Env, source: Typed | None = None) -> None:
        """Note the values of a name chosen from a range of constants, each of which may be chosen."""
        super().bind(local, env, source)
        register = env[local]
        if not isinstance(register, str):
            return
        listed = self.lower(source, env) if source is not None else None
        certain = isinstance(listed, list) and listed[0] == "range" and all(isinstance(e, int) for e in listed[1:3])
        if certain:
            self.certain.add(register)
        elif present(local.type).kind == "int":
            self.domains.pop(register, None)
        for loop in self.loops:
            loop.names |= {local} if source is not None and _differs(source, loop) else set()

    def atom(self, e: list[Any]) -> str:
        """One register for every part of the state, as nothing is known about its size."""
        return "it"

    def effect(self, part: c.CheckedSentence, env: Env, guards: Guards) -> None:
        if not isinstance(part.effect, c.CheckedChange):
            return
        for target, value in part.effect.targets:
            if target.op != "variable" or target.value in self.told or target.type.kind != "int":
                continue
            place, new = self.lower(target, env), self.lower(value, env)
            if not isinstance(place, list) or place[0] != "var" or self.asked_for(target.value):
                continue
            slot = self.layout.ints[place[1]]
            if slot.kind != "int":
                continue
            if not part.effect.adding and (most := self.most_counted(value, env)) > slot.high:
                self.warn(target, slot, most, f"{value.pos.text} can be {most}")
            elif new is not None and part.effect.adding:
                self.check_addition(target, new, slot, guards)
            elif new is not None:
                self.put(target, value, new, slot, guards)

    def most_counted(self, value: Typed, env: Env) -> int:
        """The most that a `count` over a list of fixed length can be; else 0."""
        if value.op != "each" or value.value[0] != "count" or len(value.value[1].binders) != 1:
            return 0
        local, source = value.value[1].binders[0]
        listed, inner = self.lower(source, env), dict(env)
        self.bind(local, inner, source)
        where = value.value[1].where
        if where is not None and self.known_form(self.lower(where, inner)) is not None:
            return 0
        return (self.fixed_length(listed) or 0) if listed is not None else 0

    def asked_for(self, item: m.Variable) -> bool:
        """Whether a condition around this step mentions the counter."""
        return any(
            part.op == "variable" and part.value is item for t in self.conditions for part in with_definitions(t)
        )

    # -- the warnings

    def check_addition(self, target: Typed, new: ir.Expr, slot: ir.IntSlot, guards: Guards) -> None:
        """Warn if adding in each pass of a loop can take one counter out of its range."""
        known = self.expressions.ranges.bounds(new)
        if any(
            self.known_form(guard) is not None for _, guard in guards
        ):  # it is certain that some rounds are left out
            return
        loops = [loop for loop in self.loops if not any(_differs(arg, loop) for arg in target.args)]
        if known is None or known[0] <= 0 or not loops or self.falls(target.value, loops[0].sentence):
            return
        times = 1
        for loop in loops:
            times *= loop.times
        if slot.low + times * known[0] > slot.high:
            over = loops[0].over if len(loops) == 1 else ""
            what = f"{known[0]} is added up to {times} times{over}"
            self.warn(target, slot, slot.low + times * known[0], what)

    def falls(self, item: m.Variable, sentence: m.Sentence) -> bool:
        """Whether a step of a loop sets a counter, or subtracts from it."""
        for inner in c.walk([sentence]):
            match self.checked.sentences[inner].effect:
                case c.CheckedChange(targets=targets, adding=adding):
                    for target, value in targets:
                        known = self.expressions.ranges.bounds(self.lower(value, {}) or "")
                        if target.value is item and not (adding and known is not None and known[0] > 0):
                            return True
                case c.CheckedRun() | c.CheckedRunByKind():
                    return True
        return False

    def put(self, target: Typed, value: Typed, new: ir.Expr, slot: ir.IntSlot, guards: Guards) -> None:
        """Warn if a counter is set to a value that may be too large."""
        if (
            isinstance(new, list)
            and new[0] == "count"
            and (most := self.fixed_length(new[2])) is not None
            and most > slot.high
        ):
            self.warn(target, slot, most, f"{value.pos.text} can be {most}")
            return
        found = self.known_form(new)
        if found is None or not found.registers or not self.certain.issuperset(found.registers):
            return
        tests = [test for _, guard in guards if (test := self.known_form(guard)) is not None]
        tests = [test for test in tests if set(test.registers) <= set(found.registers)]
        unsure = [t for t in self.conditions if not free(t).isdisjoint(free(value))]
        if len(tests) < len(guards) and unsure:
            return
        values = [case for case in self.values_of(found, tests) if not slot.low <= case <= slot.high]
        if values:
            most = max(values) if max(values) > slot.high else min(values)
            self.warn(target, slot, most, f"{value.pos.text} can be {most}")

    def warn(self, target: Typed, slot: ir.IntSlot, most: int, why: str) -> None:
        item: m.Variable = target.value
        low, high = min(slot.low, most), max(slot.high, most)
        declared = item.range if item.range is not None else item.initial
        notes = (Note(declared.pos.span, "its range"),) if isinstance(declared, s.Binary) else ()
        message = f"{target.pos.text} can leave its range {slot.low}..{slot.high}: {why}"
        hint = f"give {item.name} a wider range, such as {low}..{high}"
        self.told[item] = Diagnostic("leaves-range", message, target.pos.span, "warning", hint, notes)


def _differs(found: Typed, loop: _Loop) -> bool:
    """Whether an expression names something else in each pass of a loop, as far as its form shows."""
    alike = found.op in ("variable", "each") or (found.op == "builtin" and found.value in ONE_OF)
    return not alike and not loop.names.isdisjoint(free(found))
