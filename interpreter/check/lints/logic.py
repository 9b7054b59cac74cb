"""Rules that cannot mean what they say: conditions that never change, loops that never end, choices nobody can see."""

from __future__ import annotations

from collections.abc import Iterator

from ...base.diagnostics import Diagnostic, Span
from ...language import model as m
from ..checked import Checked, CheckedSentence, walk
from ..types import PLAYER, Local, Typed, free, subtrees
from .names import all_typed, typed_of
from .whole_game import lint_game

Range = tuple[int | None, int | None]
ANYTHING: Range = (None, None)
MOST = 1 << 60
STRONGER = ("endless", "never-legal", "unreachable")  # where one of these stands, what is inside needs no word
NOT_NEGATIVE = frozenset(("size", "count", "number", "row", "column"))


def lint_logic(checked: Checked) -> list[Diagnostic]:
    """Warnings `always-same`, `idle-where`, `missing-row`, errors `endless`, `hidden-choice`; those of lint_game."""
    lint = Lint(checked)
    for typed in all_typed(checked):
        lint.expression(typed)
    for sentence, part in checked.sentences.items():
        lint.choices(sentence, part)
        lint.loop(sentence, part)
    lint.found += lint_game(checked, lint)
    stronger = [problem.span for problem in lint.found if problem.code in STRONGER]
    return [p for p in lint.found if p.code in STRONGER or not any(span.holds(p.span) for span in stronger)]


class Lint:
    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self.found: list[Diagnostic] = []
        self.ranges: dict[Local, Range] = {}
        self.revealed: set[object] = set()
        for part in checked.sentences.values():
            self.remembered(part)
            done = part.effect
            if done is not None and done.reveals and done.amount is not None:
                self.revealed |= {t.value for t in subtrees(done.amount) if t.op == "zone"}

    def report(self, code: str, message: str, span: Span, hint: str = "", severity: str = "warning") -> None:
        self.found.append(Diagnostic(code, message, span, severity, hint))

    # -- the range of a number, whatever the settings are

    def remembered(self, part: CheckedSentence) -> None:
        for local, _, item in part.remember:
            typed = self.checked.exprs.get(id(item.initial))
            if typed is not None and typed.op == "range":
                self.ranges[local] = self.written(typed)

    def written(self, typed: Typed | None) -> Range:
        """The range a..b as it is written."""
        if typed is None or typed.op != "range":
            return ANYTHING
        return self.range(typed.args[0])[0], self.range(typed.args[1])[1]

    def range(self, typed: Typed) -> Range:
        """The smallest and greatest value; None where that is not certain."""
        op = typed.op
        if op == "const":
            return (typed.value, typed.value) if isinstance(typed.value, int) else ANYTHING
        if op == "variable":
            item: m.Variable = typed.value
            if item.token:
                return 0, None
            return self.written(self.checked.exprs.get(id(item.range if item.range is not None else item.initial)))
        if op == "attribute":
            return self.written(self.checked.exprs.get(id(typed.value[1].type.expr)))
        if op == "local":
            return self.ranges.get(typed.value, ANYTHING)
        if op == "builtin" and typed.value in NOT_NEGATIVE:
            return int(typed.value in ("number", "row", "column")), None
        if op == "each" and typed.value[0] == "count":
            return 0, None
        if op in ("if", "or else", "+", "need"):
            return self.combined(typed)
        return ANYTHING

    def combined(self, typed: Typed) -> Range:
        if typed.op == "need":
            return self.range(typed.args[0])
        sides = [self.range(arg) for arg in typed.args[-2:]]
        if typed.op == "or else" and typed.args[0].op == "through":
            sides[0] = self.range(typed.args[0].args[1])
        lows, highs = [low for low, _ in sides], [high for _, high in sides]
        low = None if None in lows else [n for n in lows if n is not None]
        high = None if None in highs else [n for n in highs if n is not None]
        if typed.op == "+":
            return (sum(low) if low is not None else None), (sum(high) if high is not None else None)
        return (min(low) if low is not None else None), (max(high) if high is not None else None)

    # -- expressions

    def expression(self, typed: Typed) -> None:
        for part in subtrees(typed):
            if part.op == "compare":
                for op, a, b in zip(part.value, part.args, part.args[1:], strict=False):
                    self.comparison(part, op, a, b)
            elif part.op == "table":
                self.table(part)

    def always(self, op: str, a: Typed, b: Typed) -> bool | None:
        """True or False where a comparison has the same result for every value its sides can have."""
        if a.type.kind != "int" or b.type.kind != "int" or (a.op == "const" and b.op == "const"):
            return None
        (low, high), (least, most) = self.range(a), self.range(b)
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

    def comparison(self, whole: Typed, op: str, a: Typed, b: Typed) -> None:
        sure = self.always(op, a, b)
        if sure is None:
            return
        side = a if a.op != "const" else b
        low, high = self.range(side)
        reach = f"is at least {low}" if high is None else f"goes from {low} to {high}"
        message = f"{a.pos.text} {op} {b.pos.text} is {'always' if sure else 'never'} true"
        self.report("always-same", f"{message}: {side.pos.text} {reach}", whole.pos.span)

    def table(self, typed: Typed) -> None:
        """A row that a card, a variable or a member of a kind asks for must be there."""
        table = typed.value
        for position, arg in enumerate(typed.args):
            rows = [self.keys(keys[position]) for keys, _ in table.rows]
            if None in rows:
                continue
            known = {key for keys in rows if keys is not None for key in keys}
            missing = [value for value in self.values(arg) if value not in known]
            if missing:
                words = self.member(arg, missing[0])
                message = f"the table {table.table.name} has no row for {words}, which {arg.pos.text} can be"
                self.report("missing-row", message, typed.pos.span, f"add a row for {words}")

    def keys(self, typed: Typed) -> list[int] | None:
        if typed.op == "range":
            low, high = self.written(typed)
            return list(range(low, high + 1)) if low is not None and high is not None and high - low < 10_000 else None
        return [typed.value] if typed.op == "const" and isinstance(typed.value, int) else None

    def values(self, typed: Typed) -> list[int]:
        """Every value that is certainly possible: what cards show, a variable can be, or a kind has as members."""
        kind = typed.type
        if kind.kind == "thing" and kind.name in self.checked.ruleset.things:
            return list(range(len(self.checked.ruleset.things[kind.name].members)))
        if kind.kind == "int" and typed.op in ("attribute", "variable"):
            low, high = self.range(typed)
            return list(range(low, high + 1)) if low is not None and high is not None and high - low < 1000 else []
        return []

    def member(self, typed: Typed, value: int) -> str:
        thing = self.checked.ruleset.things.get(typed.type.name)
        return thing.members[value][0] if thing is not None and thing.members else str(value)

    # -- decisions

    def choices(self, sentence: m.Sentence, part: CheckedSentence) -> None:
        chosen = [choice.binders[0][0] for choice in part.choices]
        for condition, typed in zip(sentence.where, part.where, strict=True):
            if chosen and not free(typed).intersection(chosen):
                names = ", ".join(local.name for local in chosen)
                message = f"this says nothing about what is chosen ({names}): it is the same for every choice"
                self.report("idle-where", message, condition.expr.pos.span, "write it under when")
        if sentence.decision is not None and sentence.decision.kind != "random":
            for choice in part.choices:
                self.seen(choice.binders[0][1], sentence, part)

    def seen(self, source: Typed, sentence: m.Sentence, part: CheckedSentence) -> None:
        """Who chooses a card must see it, its front or a printed back, or have been shown it."""
        while source.op == "each" and source.value[0] == "those" and len(source.value[1].binders) == 1:
            source = source.value[1].binders[0][1]
        for zone in [source] if source.op == "zone" else source.args if source.op in ("cards", "join") else []:
            if zone.op == "cards":
                self.seen(zone, sentence, part)
            elif zone.op == "zone" and zone.value not in self.revealed and self.is_hidden(zone, sentence, part):
                message = f"who decides cannot see the cards of {zone.pos.text}"
                name = sentence.decision.choices[0].binders[0].name if sentence.decision is not None else "card"
                hint = f"write random: {name} in {zone.pos.text}"
                self.report("hidden-choice", message, zone.pos.span, hint, "error")

    def is_hidden(self, zone: Typed, sentence: m.Sentence, part: CheckedSentence) -> bool:
        item: m.Zone = zone.value
        component = self.checked.ruleset.components[item.component]
        faces = {a.face for a in component.attributes}
        return all(self.face_hidden(item.see, face, zone, part) for face in sorted(faces))

    def face_hidden(self, see: dict[str, str], face: str, zone: Typed, part: CheckedSentence) -> bool:
        """True if that face of the cards is certainly not seen by the one who decides."""
        default = see.get("", "nobody" if see else "everyone")
        audience = see.get(face, default)
        if audience not in ("owner", "others"):
            return audience == "nobody" and "top" not in see and f"top.{face}" not in see
        owner = next((arg for arg in zone.args if arg.type == PLAYER), None)
        if owner is None:
            return False
        decides = part.by.value if part.by is not None and part.by.op == "local" else None
        if part.by is None and part.choice is not None and part.choice.binders[0][0].type == PLAYER:
            decides = part.choice.binders[0][0]
        turn = set(self.checked.turn_names.values())
        if owner.op == "local":
            # two names may stand for one player
            return audience == "others" and owner.value is decides
        sure = owner.op == "builtin" and owner.value in ("left", "right") and owner.args[0].op == "local"
        mine = decides in (None, owner.args[0].value) if sure else False
        return audience == "owner" and sure and mine and (decides is not None or owner.args[0].value in turn)

    # -- loops

    def loop(self, sentence: m.Sentence, part: CheckedSentence) -> None:
        """What a loop waits for must be able to come true."""
        loop = sentence.loop
        if loop is None or loop.kind not in ("forever", "turns", "until") or not part.until or self.may_end(sentence):
            return
        changes = self.changes(sentence)
        passing = any(inner.loop is not None and inner.loop.kind == "turns" for inner in self.inside(sentence))
        for typed in part.until:
            if not self.never(typed) and (changes is None or self.may_change(typed, changes, passing)):
                return
        condition, typed = sentence.until[0], part.until[0]
        message = f"this goes on for ever: nothing in it changes {condition.expr.pos.text}"
        if self.never(typed):
            message = f"this goes on for ever: {condition.expr.pos.text} is never true"
        self.report("endless", message, condition.expr.pos.span, "change the condition, or what happens", "error")

    def may_end(self, sentence: m.Sentence) -> bool:
        return any(s.effect is not None and s.effect.kind == "end" for s in self.inside(sentence))

    def never(self, typed: Typed) -> bool:
        """True if a condition is false whatever happens."""
        if typed.op == "const":
            return bool(typed.value == 0)
        if typed.op == "and":
            return any(self.never(arg) for arg in typed.args) or self.contradictory(typed)
        if typed.op == "or":
            return all(self.never(arg) for arg in typed.args)
        if typed.op == "each" and typed.value[0] == "any":
            return typed.value[1].where is not None and self.never(typed.value[1].where)
        if typed.op != "compare":
            return False
        pairs = zip(typed.value, typed.args, typed.args[1:], strict=False)
        return any(self.always(op, a, b) is False for op, a, b in pairs)

    def contradictory(self, typed: Typed) -> bool:
        """Whether two conditions joined by `and` leave no number: a.size > 5 and a.size < 3."""
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

    def inside(self, sentence: m.Sentence) -> list[m.Sentence]:
        """The sentence, all inside it, the actions run there, and everything that events may do."""
        rules = self.checked.ruleset
        waiting = [sentence, *(event.sentence for event in rules.whenever)]
        found: list[m.Sentence] = []
        done: set[str] = set()
        while waiting:
            for inner in walk([waiting.pop()]):
                found.append(inner)
                names = [item.words for item in inner.menu]
                names += [inner.effect.action] if inner.effect is not None else []
                for words in names:
                    if words in rules.actions and words not in done:
                        done.add(words)
                        waiting.append(rules.actions[words].sentence)
        return found

    def changes(self, sentence: m.Sentence) -> set[object] | None:
        """The places, variables and names that may change in a loop; None if that cannot be told."""
        found: set[object] = set()
        for inner in self.inside(sentence):
            part = self.checked.sentences[inner]
            found |= {*part.exports, *part.chosen, *(choice.binders[0][0] for choice in part.choices)}
            if inner is not sentence:
                found |= {local for local, _, _ in part.remember}
                found |= {local for local, _ in part.choice.binders} if part.choice is not None else set()
            effect = part.effect
            if effect is None:
                continue
            if effect.form == "card" or effect.form == "list":
                found |= set(self.checked.ruleset.zones.values())
            for typed in [*(target for target, _ in effect.targets), *self.moved(effect.form, part)]:
                for mentioned in subtrees(typed):
                    if mentioned.op == "formula" or (mentioned.op == "local" and mentioned.value.kind != "name"):
                        return None
                    found |= {mentioned.value} if mentioned.op in ("zone", "variable", "local") else set()
                    found |= self.behind(mentioned)
        return found

    def moved(self, form: str, part: CheckedSentence) -> Iterator[Typed]:
        if form in ("cards", "count", "tokens", "card", "list", "zone", "all", "deal", "shuffle"):
            yield from (t for t in typed_of(part) if t is not None)

    def behind(self, typed: Typed) -> set[object]:
        """The places that a definition reads."""
        if typed.op != "define":
            return set()
        parts = subtrees(typed.value.value)
        return {p.value for p in parts if p.op in ("zone", "variable")}.union(*(self.behind(p) for p in parts))

    def may_change(self, typed: Typed, changes: set[object], passing: bool) -> bool:
        """True if a condition may change by what happens; `passing`: turns pass from one player to the next."""
        if typed.op == "const":
            return True
        for part in subtrees(typed):
            if part.op in ("formula", "possible") or (part.op == "local" and part.value.kind != "name"):
                return True
            if part.op in ("zone", "variable", "local") and part.value in changes:
                return True
            if part.op == "define" and self.may_change(part.value.value, changes, passing):
                return True
            if passing and part.op == "local" and part.value in self.checked.turn_names.values():
                return True
        return False
