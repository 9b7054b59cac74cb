"""Build steps of a merged tree: model.Sentence with its slots, options, events and effect."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import Any

from ..base.diagnostics import Span
from ..base.keywords import BRANCHES, DECISIONS, EVENTS, LOOPS, SLOT_NAMES, SLOTS, SLOTS_OF_VERBS, VERBS
from ..reading.nodes import Entry, Mapping, Node, Scalar, Sequence
from . import model as m
from . import syntax as s
from .parse import WORDS
from .reader import TAKEN, Reader, entries, text, texts

# after `run`, what is no action: a word in small letters, or one followed by a point or bracket
EXPRESSION = re.compile(r"[a-z_][a-z_0-9]*|[^\W\d]\w*(\.\w|\().*")
# the list of a loop, and whether it is a whole list
BOUND = re.compile(r"\s*(?P<name>[^\W\d]\w*) in (?P<all>[\w.]+\s*$)?")
ACTING = (*DECISIONS, *VERBS, *BRANCHES, "remember", "whenever")


class Steps:
    """Builds steps of a tree with the right shape; the actions have these words.

    by_kind: the effects built so far that run an action which something on the table names.
    """

    def __init__(self, reader: Reader, actions: Collection[str]) -> None:
        self.reader, self.actions = reader, actions
        self.parse = reader.parse
        self.by_kind: list[m.Run] = []

    def conditions(self, node: Node | None, whole: bool = False) -> list[m.Condition]:
        if not isinstance(node, Mapping | None):
            expr = self.parse("expr", node)
            return [m.Condition("", node.span, expr, whole=whole)] if expr is not None else []
        found = []
        for key, value in entries(node):
            judge = isinstance(value, Mapping)
            expr = self.parse("expr", value.get("judge") if isinstance(value, Mapping) else value)
            if expr is not None:
                found.append(m.Condition(key.text, key.span, expr, judge, whole))
        return found

    def steps(self, node: Node | None) -> m.Steps:
        """The steps under a key: one step, steps with words, a list of them, an action's name, or nothing."""
        if node is None:
            return []
        if isinstance(node, Scalar):
            return [] if node.text == "nothing" else [m.Sentence(node.span, effect=m.Run(node.span, node.text))]
        if isinstance(node, Sequence):
            found = [step for item in node.items for step in self.steps(item)]
            self.reader.refuse_twins([(step.words, step.span) for step in found if step.words], "step")
            return found
        if any(key in SLOTS for key in node.entries):
            return [self.sentence(node)]
        return [self.named_step(key, value) for key, value in entries(node)]

    def named_step(self, key: Scalar, value: Node) -> m.Sentence:
        steps = self.steps(value)
        one = len(steps) == 1 and not steps[0].words
        sentence = steps[0] if one else m.Sentence(key.span, do=steps)
        sentence.words, sentence.span = key.text, key.span
        return sentence

    def sentence(self, node: Mapping) -> m.Sentence:
        self.slot_order(node)
        out = m.Sentence(node.span)
        get = node.get
        out.remember = self.remembered_values(get("remember"))
        out.when = self.conditions(get("when"))
        out.until = self.conditions(get("until"))
        out.loop = self.loop(node)
        out.by = self.parse("expr", get("by"))
        out.decision, out.menu = self.decision(node), self.menu(get("one of"))
        out.where = self.conditions(get("where")) + self.conditions(get("where all"), True)
        out.effect = self.effect(node)
        out.do = self.steps(get("do"))
        out.otherwise = self.branch(get("otherwise"))
        out.impossible = self.branch(get("if impossible"))
        out.declined = self.branch(get("if declined"))
        out.whenever = self.events(get("whenever"))
        out.rule, out.about, out.was = texts(get("rule")), text(get("about")), texts(get("was"))
        if out.loop is not None and not any(key in node.entries for key in ACTING):
            hint = "Say what happens, as with `move` or `choose`, or put steps under `do`. For nothing: `do: nothing`."
            self.reader.error("missing-steps", "nothing ever happens in this step", node.span, hint)
        return out

    def branch(self, node: Node | None) -> m.Steps | None:
        """The steps of `do`, `otherwise` and the like; None if missing."""
        return None if node is None else self.steps(node)

    def slot_order(self, node: Mapping) -> None:
        """Report slots that are not in the order of a step."""
        last: dict[str, tuple[int, str]] = {}
        for key, entry in node.entries.items():
            rank = SLOTS.get(key, 0)
            file = entry.key.span.file
            if rank and rank < last.get(file, (0, ""))[0]:
                message = f"`{key}` must stand before `{last[file][1]}`: a step is written in the order it happens"
                before = node.entries[last[file][1]]
                hint = _asks_each(before, entry, "otherwise" in node.entries) if key == "when" else ""
                hint = hint or f"the order is {', '.join(SLOT_NAMES.values())}"
                self.reader.error("slot-order", message, entry.key.span, hint)
            elif rank:
                last[file] = (rank, key)

    def remembered_values(self, node: Node | None) -> list[m.Remembered]:
        found = []
        for key, value in entries(node):
            initial = self.parse("initial", value)
            if initial is not None and self.reader.identifier(key.text, key.span, WORDS):
                found.append(m.Remembered(key.text, key.span, initial))
        return found

    def loop(self, node: Mapping) -> m.Loop | None:
        entry = _first(node, LOOPS)
        if entry is None:
            until = node.entries.get("until")
            return m.Loop("until", until.key.span) if until else None
        key, value = entry.key, entry.value
        if key.text == "repeat":
            if text(value) == "forever":
                return m.Loop("forever", key.span)
            times = self.parse("expr", value)
            return m.Loop("repeat", key.span, times=times) if times is not None else None
        choice, following = self.parse("choice", value), self.parse("expr", node.get("next"))
        kind = "each" if key.text == "for each" else key.text
        return m.Loop(kind, key.span, choice, following=following) if choice is not None else None

    def decision(self, node: Mapping) -> m.Decision | None:
        entry = _first(node, DECISIONS)
        if entry is None or entry.key.text == "one of":
            return None
        choices = self.reader.several("choice", entry.value)
        count, secret = self.parse("expr", node.get("count")), node.get("secret")
        if not choices:
            return None
        is_secret = isinstance(secret, Scalar) and secret.value is True
        return m.Decision(entry.key.text, entry.key.span, choices, count, is_secret)

    def menu(self, node: Node | None) -> list[m.MenuItem]:
        if isinstance(node, Sequence):
            listed = [m.MenuItem(n.text, n.span, None) for n in node.items if isinstance(n, Scalar)]
            self.reader.refuse_twins([(item.words, item.span) for item in listed], "option")
            return listed
        items = []
        for key, value in entries(node):
            # behind its own name stands the action of that name, as in a list
            run = value.get("run") if isinstance(value, Mapping) and len(value.entries) == 1 else value
            if isinstance(run, Scalar) and run.text == key.text:
                items.append(m.MenuItem(key.text, key.span, None, run.span))
            else:
                items.append(m.MenuItem(key.text, key.span, self.named_step(key, value)))
        return items

    def effect(self, node: Mapping) -> m.Effect | None:
        """The effect of a step, None if it has none or a part of it cannot be read."""
        entry = _first(node, tuple(VERBS))
        if entry is None:
            return None
        verb, span = entry.key.text, entry.key.span
        value = self.slot(VERBS[verb].kind, entry.value)
        slots = {name: self.slot(SLOTS_OF_VERBS[name].kind, node.get(name)) for name in VERBS[verb].slots}
        needs = [name for name in VERBS[verb].needs if name != "from" or not isinstance(value, list)]
        if value is None or any(slots[name] is None for name in needs):
            return None
        if verb == "run" and value not in self.actions and EXPRESSION.fullmatch(value):
            return self.run_by_kind(span, entry.value, slots)
        return EFFECTS[verb](span, entry.value.span, value, slots)

    def run_by_kind(self, span: Span, node: Node, slots: dict[str, Any]) -> m.Run | None:
        kind = self.parse("expr", node)
        if kind is None:
            return None
        made = m.Run(span, text(node), node.span, slots["with"], slots["gives"], kind)
        self.by_kind.append(made)
        return made

    def slot(self, kind: str, node: Node | None) -> Any:
        """The value of a verb or preposition; None if it is left out or cannot be read."""
        match kind:
            case "amount" | "position" | "choice":
                return self.parse(kind, node)
            case "price":
                return self.goods(node) if isinstance(node, Mapping) else self.parse("amount", node)
            case "expression" | "pile":
                return self.parse("expr", node)
            case "values":
                return self.reader.several("expr", node) if node is not None else None
            case "changes":
                return self.targets(node)
            case "arguments":
                return self.arguments(node)
            case "results":
                return self.results(node)
            case "action" | "end":
                return text(node)
            case "name":
                return self.name(node)
        raise ValueError(kind)

    def name(self, node: Node | None) -> str | None:
        """A name for what is moved, or the words `new group`."""
        name = text(node)
        fits = node is None or name in (None, "new group") or self.reader.identifier(name, node.span, WORDS)
        return name if fits else None

    def targets(self, node: Node | None) -> list[tuple[s.Expr, s.Expr]]:
        pairs = [(self.parse("expr", key), self.parse("expr", value)) for key, value in entries(node)]
        return [(target, value) for target, value in pairs if target is not None and value is not None]

    def goods(self, node: Mapping) -> list[tuple[s.Expr, s.Amount]] | None:
        """The goods paid from several places; None if one of them cannot be read."""
        pairs = [(self.parse("expr", key), self.parse("amount", value)) for key, value in entries(node)]
        whole = all(place is not None and amount is not None for place, amount in pairs)
        for place, amount in pairs if whole else ():
            if amount.kind != "exactly":
                some = "everything" if amount.value is None else f"{amount.value.pos.text}, or less,"
                message = f"several goods are paid as a whole or not at all: {some} is not a price"
                least = f"min({place.pos.text}, {amount.value.pos.text})" if amount.value is not None else ""
                hint = f"write {place.pos.text}: {least or place.pos.text}"
                self.reader.error("wrong-shape", message, amount.pos.span, hint, instead=least or place.pos.text)
                whole = False
        return pairs if whole else None

    def arguments(self, node: Node | None) -> list[m.Argument]:
        found = []
        for key, value in entries(node):
            signature, expr = self.parse("signature", key), self.parse("expr", value)
            if signature is not None and expr is not None:
                found.append(m.Argument(signature.name, [p.name for p in signature.params], key.span, expr))
        return found

    def results(self, node: Node | None) -> list[tuple[str, str, Span]]:
        """The results of an action: (name there, name here)."""
        found = [(key.text, text(value), key.span, value.span) for key, value in entries(node)]
        good = self.reader.identifier
        return [
            (name, here, at) for name, here, at, behind in found if good(name, at, WORDS) and good(here, behind, WORDS)
        ]

    def events(self, node: Node | None) -> list[m.Event]:
        found = [self.event(key, body) for key, body in entries(node) if isinstance(body, Mapping)]
        return [event for event in found if event is not None]

    def event(self, key: Scalar, body: Mapping) -> m.Event | None:
        kinds = [kind for kind in EVENTS if kind in body.entries]
        if len(kinds) != 1:
            self.reader.error("wrong-shape", "an event needs exactly one of before, after and enters", key.span)
            return None
        kind, at = kinds[0], body.entries[kinds[0]].value
        rest = Mapping(body.span, {k: e for k, e in body.entries.items() if k != kind})
        sentence = self.named_step(key, rest if rest.entries else Scalar(body.span, "nothing", "nothing"))
        zone = self.parse("expr", body.get("enters"))
        return m.Event(key.text, key.span, kind, text(at) if kind != "enters" else "", zone, sentence, at.span)

    def action(self, key: Scalar, node: Node) -> m.Action:
        params: list[m.Parameter] = []
        given: list[tuple[str, str, Span]] = []
        if isinstance(node, Mapping) and not isinstance(node.get("run"), Scalar):
            params, given = self.parameters(node.get("with")), self.results(node.get("gives"))
            rest = {k: e for k, e in node.entries.items() if k not in ("with", "gives", "family")}
            node = Mapping(node.span, rest) if rest else Scalar(node.span, "nothing", "nothing")
        return m.Action(key.text, key.span, params, given, self.named_step(key, node))

    def parameters(self, node: Node | None) -> list[m.Parameter]:
        found = []
        for key, value in entries(node):
            signature, kind = self.parse("signature", key), self.parse("type", value)
            names = signature is not None and self.reader.identifier(signature.name, key.span, TAKEN - {"player"})
            if signature is not None and kind is not None and names:
                found.append(m.Parameter(signature.name, signature.params, key.span, kind))
        return found


def _payment(span: Span, price: s.Amount | list[tuple[s.Expr, s.Amount]], slots: dict[str, Any]) -> m.Pay:
    """A payment of one good, or of several."""
    several = isinstance(price, list)
    return m.Pay(span, price if isinstance(price, list) else [(slots["from"], price)], slots["to"], several)


def _first(node: Mapping, words: tuple[str, ...]) -> Entry | None:
    """The entry for the one of these words that a step has."""
    return next((entry for key, entry in node.entries.items() if key in words), None)


# each verb's effect: made of where the verb and its value stand, the value, and the prepositions
EFFECTS: dict[str, Callable[[Span, Span, Any, dict[str, Any]], m.Effect]] = {
    "move": lambda at, _, value, slot: m.Move(at, value, slot["to"], slot["from"], slot["at"], slot["as"]),
    "pay": lambda at, _, value, slot: _payment(at, value, slot),
    "deal": lambda at, _, value, slot: m.Deal(at, value, slot["to"], slot["from"], slot["at"]),
    "gather": lambda at, _, value, slot: m.Gather(at, value, slot["to"], slot["at"], slot["as"]),
    "add": lambda at, _, value, slot: m.Add(at, value),
    "set": lambda at, _, value, slot: m.Set(at, value),
    "shuffle": lambda at, _, value, slot: m.Shuffle(at, value),
    "reveal": lambda at, _, value, slot: m.Reveal(at, value, slot["to"]),
    "say": lambda at, _, value, slot: m.Say(at, value),
    "run": lambda at, behind, value, slot: m.Run(at, value, behind, slot["with"], slot["gives"]),
    "end": lambda at, behind, value, slot: m.End(at, value, behind, slot["winner"]),
}


def _asks_each(loop: Entry, when: Entry, otherwise: bool) -> str:
    """The hint if a condition behind a loop reads the loop's name; "" if not."""
    bound = BOUND.match(text(loop.value)) if loop.key.text in LOOPS else None
    asked = when.value.entries.values() if isinstance(when.value, Mapping) else [when]
    conditions = [text(entry.value) for entry in asked]
    if bound is None or not any(re.search(rf"\b{bound['name']}\b", condition) for condition in conditions):
        return ""
    if loop.key.text != "turns" and not otherwise and bound["all"] and all(conditions):
        joined = conditions[0] if len(conditions) == 1 else " and ".join(f"({one})" for one in conditions)
        return f"to check it for each {bound['name']}, write {loop.key.text}: {bound[0]} where {joined}, and no `when`"
    return (
        f"to check it for each {bound['name']}, put `when` and what stands below it under `do:`, further to the right"
    )
