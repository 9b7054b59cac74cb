"""Which numbers an expression can certainly have, worked out from the settings, ranges and cards of one game.

An expression is worked out for each value of the single thing that it depends on: a number chosen from a range, a
variable, the number of cards in a group. What depends on more, or on anything else, is not certain.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import product
from typing import Any

from ..check.checked import Checked, CheckedMove, CheckedRun, CheckedSentence, all_typed
from ..check.types import Local, Typed, TypedChoice, present, subtrees
from ..language import model as m
from ..program import ir
from ..program.lowering.locals import changed_locals

MOST_VALUES = 1000
MOST_DEPTH = 30
MOST_STEPS = 60_000
Env = dict[Local, "Closure | int"]
Key = tuple[object, ...]
COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}
MATHS: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/down": lambda a, b: a // b,
    "/up": lambda a, b: -(-a // b),
    "mod": lambda a, b: a % b,
}


@dataclass(slots=True)
class Closure:
    """What a parameter stands for, and the names known there."""

    value: Typed
    env: Env


@dataclass(slots=True)
class Guard:
    """A condition under which something is read: it holds there, or does not (holds false)."""

    condition: Typed
    holds: bool
    env: Env


class Unsure(Exception):
    """A value that is not known for certain."""


class Depends(Exception):
    """A value that depends on something which can certainly have these values."""

    def __init__(self, key: Key, values: list[int]) -> None:
        super().__init__(key)
        self.key, self.values = key, values


class Possible:
    """The possible values in one game: `program` has its settings and cards."""

    def __init__(self, checked: Checked, program: ir.Program) -> None:
        self.checked, self.program = checked, program
        self.changed = changed_locals(checked)
        self.around = dict(_around(checked))
        self.choices = dict(_choices(checked))
        parts = checked.sentences.values()
        self.remembered = {local: (typed, item) for part in parts for local, typed, item in part.remember}
        self.busy: set[object] = set()
        self.names: dict[Local, list[int] | None] = {}
        self.steps = 0
        # one card of each look, and how many look like it
        first = {card.look: number for number, card in reversed(list(enumerate(program.cards)))}
        looks = Counter(card.look for card in program.cards)
        self.looks = {first[look]: count for look, count in looks.items()}

    # -- values

    def values(self, t: Typed, env: Env, guards: list[Guard]) -> set[int]:
        """Every value that an expression can certainly have where the guards hold. Raises Unsure."""
        try:
            return {self.number(t, env, {})}
        except Depends as depends:
            key, candidates = depends.key, depends.values
        try:
            mine = self.about(guards, key)
            return {self.number(t, env, {key: v}) for v in candidates if all(self.holds(g, {key: v}) for g in mine)}
        except Depends:
            raise Unsure from None

    def about(self, guards: list[Guard], key: Key) -> list[Guard]:
        """The guards that depend on the same thing; just one that never holds if there is one."""
        found = []
        for guard in _single(guards):
            if self.mentions(guard.condition, guard.env, key):
                found.append(guard)
            else:
                try:
                    if not self.holds(guard, {}):
                        return [guard]
                except Unsure:
                    continue
        return found

    def holds(self, guard: Guard, given: dict[Key, int]) -> bool:
        """Whether a guard can hold. Raises Unsure."""
        try:
            return any(bool(found) is guard.holds for found in self.results(guard, given))
        except Unsure:
            return self.holds_for_a_count(guard, given)

    def results(self, guard: Guard, given: dict[Key, int]) -> list[int | None]:
        """What a condition gives for each value of the one other thing that it may depend on."""
        try:
            return [self.value(guard.condition, guard.env, given)]
        except Depends as other:
            key, values = other.key, other.values
        try:
            return [self.value(guard.condition, guard.env, {**given, key: v}) for v in values]
        except Depends:
            raise Unsure from None

    def holds_for_a_count(self, guard: Guard, given: dict[Key, int]) -> bool:
        """The same for a comparison with a number of cards or tokens that lie somewhere."""
        t = guard.condition
        if t.op != "compare" or len(t.args) != 2 or not guard.holds:
            raise Unsure
        most = [self.most(arg, guard.env) for arg in t.args]
        if (most[0] is None) == (most[1] is None):
            raise Unsure
        try:
            fixed = self.number(t.args[0 if most[0] is None else 1], guard.env, given)
        except Depends as other:
            return any(self.holds_for_a_count(guard, {**given, other.key: v}) for v in other.values)
        top = most[1] if most[0] is None else most[0]
        counts = {n for n in (0, fixed - 1, fixed, fixed + 1, top) if n is not None and 0 <= n <= (top or 0)}
        return any(COMPARE[t.value[0]](*((fixed, n) if most[0] is None else (n, fixed))) for n in counts)

    def most(self, t: Typed, env: Env) -> int | None:
        """The greatest number of cards or tokens, for an expression that counts them; None for any other."""
        if t.op == "define":
            return self.most(t.value.value, env)
        if t.op == "variable" and t.value.token:
            return max(slot.high for slot in self.program.ints if slot.token == t.value.token)
        counts = t.op == "each" and t.value[0] == "count"
        counts |= t.op == "builtin" and t.value == "size"
        return len(self.program.cards) if counts and self.group(t, env) is None else None

    def number(self, t: Typed, env: Env, given: dict[Key, int]) -> int:
        found = self.value(t, env, given)
        if not isinstance(found, int):
            raise Unsure
        return found

    def value(self, t: Typed, env: Env, given: dict[Key, int], depth: int = 0) -> int | None:
        """The value where what it depends on is given; None for none. Raises Unsure or Depends."""
        self.steps += 1
        if depth > MOST_DEPTH or self.steps > MOST_STEPS:
            raise Unsure

        def of(arg: Typed) -> int | None:
            return self.value(arg, env, given, depth + 1)

        if t.op == "none":
            return None
        if t.op in ("const", "setting"):
            found = t.value if t.op == "const" else self.program.options[t.value]
            if not isinstance(found, int):
                raise Unsure
            return found
        if t.op == "local":
            return self.local(t.value, env, given, depth)
        if t.op == "variable":
            return self.given(("variable", t.value), given, lambda: self.variable(t.value))
        if t.op == "attribute":
            return self.attribute(t, of(t.args[0]))
        if t.op == "define":
            inner: Env = {p: Closure(a, env) for p, a in zip(t.value.params, t.args, strict=True)}
            return self.value(t.value.value, inner, given, depth + 1)
        if t.op == "table":
            return self.cell(t, [of(arg) for arg in t.args])
        if (zone := self.group(t, env)) is not None:
            return self.given(("group", zone, t.pos.text), given, lambda: self.in_groups(zone, t))
        if t.op == "if":
            return of(t.args[1] if of(t.args[0]) else t.args[2])
        return self.worked_out(t, of)

    def worked_out(self, t: Typed, of: Callable[[Typed], int | None]) -> int | None:
        """Operators and words that only need their parts."""
        if t.op in ("and", "or"):
            first = of(t.args[0])
            return of(t.args[1]) if bool(first) == (t.op == "and") else first
        if t.op == "compare":
            sides = [of(arg) for arg in t.args]
            pairs = list(zip(t.value, sides, sides[1:], strict=False))
            if any(op not in ("=", "!=") and None in (a, b) for op, a, b in pairs):
                raise Unsure
            return int(all(COMPARE[op](a, b) for op, a, b in pairs))
        known = [of(arg) for arg in t.args]
        numbers = [x for x in known if x is not None]
        if len(numbers) < len(known) or not numbers:
            raise Unsure
        if t.op in MATHS and (t.op in ("+", "-", "*") or numbers[1]):
            return MATHS[t.op](*numbers)
        if t.op in ("not", "neg", "need"):
            return int(not numbers[0]) if t.op == "not" else -numbers[0] if t.op == "neg" else numbers[0]
        if t.op == "builtin" and t.value in ("min", "max") and len(numbers) == 2:
            return min(numbers) if t.value == "min" else max(numbers)
        if t.op == "builtin" and t.value == "number":
            return numbers[0] + 1
        raise Unsure

    def given(self, key: Key, given: dict[Key, int], values: Callable[[], Iterable[int]]) -> int:
        if key in given:
            return given[key]
        if key in self.busy:
            raise Unsure
        self.busy.add(key)
        try:
            found = sorted(values())
        except Depends:
            raise Unsure from None
        finally:
            self.busy.discard(key)
        if not found or len(found) > MOST_VALUES:
            raise Unsure
        raise Depends(key, found)

    def local(self, local: Local, env: Env, given: dict[Key, int], depth: int) -> int | None:
        bound = env.get(local)
        if isinstance(bound, int):
            return bound
        if bound is not None:
            return self.value(bound.value, bound.env, given, depth + 1)
        typed = self.remembered[local][0] if local in self.remembered else None
        if typed is not None and local not in self.changed:
            return self.value(typed, {}, given, depth + 1)
        return self.given((local,), given, lambda: self.chosen(local))

    def chosen(self, local: Local) -> list[int]:
        """As `choosable`, worked out once; a name that depends on itself is not certain."""
        if local not in self.names:
            self.names[local] = None
            with suppress(Unsure, Depends):
                self.names[local] = sorted(self.choosable(local))
        found = self.names[local]
        if found is None:
            raise Unsure
        return found

    def choosable(self, local: Local) -> Iterable[int]:
        """What a name can stand for that is chosen from a range or from things, or is an action's parameter."""
        if local in self.remembered:
            return self.span(self.checked.exprs.get(id(self.remembered[local][1].initial)))
        if local in self.changed:
            raise Unsure
        if local in self.choices:
            choice, source, guards = self.choices[local]
            found = range(len(self.program.names[source.value])) if source.op == "things" else self.span(source)
            inner = [*guards, *([Guard(choice.where, True, {})] if choice.where is not None else [])]
            mine = self.about(inner, (local,))
            return [v for v in found if all(self.holds(g, {(local,): v}) for g in mine)]
        return set().union(*self.arguments(local))

    def span(self, t: Typed | None) -> range:
        """The numbers of a range as it is written."""
        if t is None or t.op != "range":
            raise Unsure
        low, high = (self.number(arg, {}, {}) for arg in t.args)
        return range(low, min(high, low + MOST_VALUES) + 1)

    def arguments(self, local: Local) -> Iterator[set[int]]:
        """The values that an action's parameter gets where the action is run, as far as they are certain."""
        for sentence, part in self.checked.sentences.items():
            for parameter, bound, typed in part.effect.arguments if isinstance(part.effect, CheckedRun) else []:
                if parameter is local and not bound:
                    try:
                        yield self.values(typed, {}, self.around[sentence])
                    except Unsure:
                        continue

    def variable(self, item: m.Variable) -> range:
        """The range of a variable, if one was written."""
        return self.span(self.checked.exprs.get(id(item.range if item.range is not None else item.initial)))

    def attribute(self, t: Typed, card: int | None) -> int | None:
        if card is None:
            raise Unsure
        component, attribute = t.value
        names = [name for name, _, _ in self.program.attributes[component]]
        found = self.program.cards[card].values[names.index(attribute.name)]
        return None if t.type.kind == "maybe" and found in (ir.NOTHING, ir.NO_NUMBER) else found

    def cell(self, t: Typed, keys: list[int | None]) -> int | None:
        for row, cell in t.value.rows:
            if all(key is not None and key in self.row(at) for key, at in zip(keys, row, strict=True)):
                return self.value(cell, {}, {})
        raise Unsure

    def row(self, written: Typed) -> range | list[int]:
        """The keys of a row."""
        if written.op == "range":
            low, high = (self.number(arg, {}, {}) for arg in written.args)
            return range(low, high + 1)
        return [self.number(written, {}, {})]

    # -- groups of cards

    def group(self, t: Typed, env: Env) -> m.Zone | None:
        """The place whose groups an expression counts the cards of; None for any other expression."""
        if t.op == "each" and t.value[0] == "count" and len(t.value[1].binders) == 1:
            source = t.value[1].binders[0][1]
        elif t.op == "builtin" and t.value in ("size", "count") and t.args:
            source = t.args[0]
        else:
            return None
        while True:
            if source.op == "group":
                source = source.args[0]
            elif source.op == "local" and isinstance(bound := env.get(source.value), Closure):
                source, env = bound.value, bound.env
            else:
                break
        listed = self.choices[source.value][1] if source.op == "local" and source.value in self.choices else None
        if listed is None or listed.op != "builtin" or listed.value != "groups" or listed.args[0].op != "zone":
            return None
        zone: m.Zone = listed.args[0].value
        return zone

    def in_groups(self, zone: m.Zone, t: Typed) -> set[int]:
        """How many cards of a kind can lie in a group when it is laid: by the amounts of `as: new group`."""
        found: set[int] = set()
        for sentence, part in self.checked.sentences.items():
            done = part.effect
            if not isinstance(done, CheckedMove) or not done.new_group or done.amount is None:
                continue
            if done.to.op == "zone" and done.to.value is zone:
                guards = [*self.around[sentence], *own(part)]
                try:
                    counts = [self.counted(piece, t, guards) for piece in _pieces(done.amount)]
                except Unsure:
                    continue
                if sum(len(count) > 1 for count in counts) <= 1:  # else one number may depend on the other
                    found |= {sum(numbers) for numbers in product(*counts)}
        return found

    def counted(self, piece: Typed, t: Typed, guards: list[Guard]) -> set[int]:
        """How many of the cards first(those(...), n) are of the kind that is counted."""
        if piece.op != "builtin" or piece.value != "first" or len(piece.args) != 2:
            raise Unsure
        listed = piece.args[0]
        taken, where = self.filtered(listed)
        wanted, kind = self.filtered(t)
        found: set[int] = set()
        for names in self.namings(where, taken):
            cards = [c for c in self.looks if where is None or self.value(where, {**names, taken: c}, {})]
            counted = {kind is None or bool(self.value(kind, {wanted: c}, {})) for c in cards}
            if len(counted) > 1:
                raise Unsure
            most = sum(self.looks[c] for c in cards) if True in counted else 0
            found |= {n for n in self.values(piece.args[1], {}, guards) if 0 <= n <= most} if most else {0}
        return found

    def filtered(self, t: Typed) -> tuple[Local, Typed | None]:
        """The name and condition of those(NAME in ... where ...), or of a count like it."""
        if t.op == "each" and t.value[0] in ("those", "count") and len(t.value[1].binders) == 1:
            choice: TypedChoice = t.value[1]
            if choice.best is None:
                return choice.binders[0][0], choice.where
        if t.op == "builtin":
            return Local("card", t.type), None
        raise Unsure

    def namings(self, where: Typed | None, taken: Local) -> Iterator[Env]:
        """Every thing that the other names in a condition on cards can stand for."""
        others = {p.value for p in subtrees(where) if p.op == "local"} - {taken} if where is not None else set()
        if any(present(local.type).kind != "thing" for local in others):
            raise Unsure
        names = sorted(others, key=lambda local: local.name)
        for values in product(*(self.chosen(local) for local in names)):
            yield dict(zip(names, values, strict=True))

    # -- what a condition is about

    def mentions(self, t: Typed, env: Env, key: Key, depth: int = 0) -> bool:
        """Whether a condition depends on the same thing."""
        thing = key[0] if isinstance(key[0], Local) else key[1]
        for part in subtrees(t):
            bound = env.get(part.value) if part.op == "local" else None
            if depth > MOST_DEPTH or (part.op in ("local", "zone", "variable") and part.value is thing):
                return True
            if isinstance(bound, Closure) and self.mentions(bound.value, bound.env, key, depth + 1):
                return True
            if key[0] == "group" and part.op == "local" and bound is None and present(part.type).kind == "group":
                return True
            if part.op == "define" and self.mentions(part.value.value, {}, key, depth + 1):
                return True
        return False


def _single(guards: list[Guard]) -> Iterator[Guard]:
    """The guards, those joined by `and` one by one."""
    for guard in guards:
        if guard.condition.op == "and" and guard.holds:
            yield from _single([Guard(part, True, guard.env) for part in guard.condition.args])
        else:
            yield guard


def _pieces(amount: Typed) -> Iterator[Typed]:
    if amount.op == "join":
        for arg in amount.args:
            yield from _pieces(arg)
    else:
        yield amount


def own(part: CheckedSentence) -> list[Guard]:
    """The conditions of a sentence for what it does."""
    found = [*part.when, *part.where]
    for choice in [*([part.choice] if part.choice is not None else []), *part.choices]:
        found += [condition for condition in (choice.where, choice.condition) if condition is not None]
    return [*(Guard(condition, True, {}) for condition in found), *(Guard(until, False, {}) for until in part.until)]


def _around(checked: Checked) -> Iterator[tuple[m.Sentence, list[Guard]]]:
    """Each sentence with the conditions of those around it, and of those around where its action is run."""
    rules = checked.ruleset
    inner_guards: dict[m.Sentence, list[Guard]] = {}
    home: dict[m.Sentence, str] = {}

    def go(steps: Iterable[m.Sentence], guards: list[Guard], action: str) -> None:
        for sentence in steps:
            inner_guards[sentence], home[sentence] = guards, action
            part = checked.sentences[sentence]
            begun = [*guards, *(Guard(when, True, {}) for when in part.when)]
            failing = [Guard(part.when[0], False, {})] if len(part.when) == 1 else []
            menu = [item.sentence for item in sentence.menu if item.sentence is not None]
            go([*sentence.do, *menu], [*guards, *own(part)], action)
            go([event.sentence for event in sentence.whenever], guards, action)
            go(sentence.otherwise or [], [*guards, *failing], action)
            go([*(sentence.impossible or []), *(sentence.declined or [])], begun, action)

    go([*rules.setup, *rules.phases, *(event.sentence for event in rules.whenever)], [], "")
    for words, action in rules.actions.items():
        go([action.sentence], [], words)
    callers: dict[str, list[m.Sentence]] = {}
    for sentence in inner_guards:
        for words in set(m.run_by(sentence)):
            callers.setdefault(words, []).append(sentence)

    def outside(words: str) -> list[Guard]:
        """Whoever does an action may do so in several places: all their conditions count."""
        if words not in known:
            known[words] = []
            for caller in callers.get(words, []):
                part = checked.sentences[caller]
                known[words] += [*inner_guards[caller], *own(part), *outside(home[caller])]
        return known[words]

    known: dict[str, list[Guard]] = {"": []}
    for sentence, guards in inner_guards.items():
        yield sentence, [*outside(home[sentence]), *guards]


def _choices(checked: Checked) -> Iterator[tuple[Local, tuple[TypedChoice, Typed, list[Guard]]]]:
    """Each name that is bound by a choice, with what it is chosen from and the conditions of the sentence."""
    for part in checked.sentences.values():
        guards = [Guard(condition, True, {}) for condition in part.where]
        for choice in [*([part.choice] if part.choice is not None else []), *part.choices]:
            for local, source in choice.binders:
                yield local, (choice, source, guards)
        for chosen in part.chosen:
            for choice in part.choices:
                if choice.binders[0][0].name == chosen.name and chosen.type.kind != "list":
                    yield chosen, (choice, choice.binders[0][1], guards)
    for typed in all_typed(checked):
        for part_of in subtrees(typed):
            if part_of.op == "each":
                for local, source in part_of.value[1].binders:
                    yield local, (part_of.value[1], source, [])
