"""Lints of prices that an offer does not check, so that the payment may be impossible."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ...base.diagnostics import Diagnostic, Note
from ...language import model as m
from .. import checked as c
from ..types import Local, Typed, free, with_definitions

Place = m.Zone | m.Variable
PLAIN = re.compile(r"[\w.]+(\([\w.]+\))?")  # may be used in a sum and in braces as it is


@dataclass(frozen=True, slots=True)
class Behind:
    """The situation of a step after an offer. asked: whether the offer checks that this step is possible.

    late: the names that are known only behind the offer; changed: the places that something before it has changed;
    straight: it is done just once and always; looped: several times; inside: the action in which it is run, or "".
    """

    asked: bool
    late: frozenset[Local] = frozenset()
    changed: frozenset[Place] = frozenset()
    straight: bool = True
    looped: bool = False
    inside: str = ""


@dataclass(frozen=True, slots=True)
class Payment:
    """A step that pays, and its situation."""

    step: m.Sentence
    at: Behind


def unasked_price(checked: c.Checked) -> Iterator[Diagnostic]:
    """Warn of a payment after a choice or option, from a place that no condition around it checks."""
    outer, reported = _outer(checked), set[m.Sentence]()
    for root, words in _offers(checked).items():
        payments = list(_payments(checked, root, root, Behind(True), ()))
        asked = _looked_at(checked, root, outer) if any(not payment.at.asked for payment in payments) else set()
        first = next((payment.step for payment in payments if payment.at.asked), None)
        for payment in payments:
            price = _doubtful(checked, payment, asked)
            if price is not None and payment.step not in reported:
                reported.add(payment.step)
                yield _warning(checked, root, words, payment, price, first)


def _doubtful(checked: c.Checked, payment: Payment, asked: set[Place]) -> c.Price | None:
    """The first price of a payment that may be impossible: nothing checks it, and it is not everything there."""
    effect = payment.step.effect
    if payment.at.asked or not isinstance(effect, m.Pay) or any(good.kind != "exactly" for _, good in effect.goods):
        return None
    for price in c.prices(payment.step, checked.sentences[payment.step]):
        places = _places(price.source)
        nothing = price.amount.op == "const" and price.amount.value == 0
        known = places & (asked | payment.at.changed | _places(price.amount))
        if places and not nothing and not known:
            return price
    return None


def _warning(
    checked: c.Checked, root: m.Sentence, words: str, payment: Payment, price: c.Price, first: m.Sentence | None
) -> Diagnostic:
    """The warning about an unchecked payment."""
    what, place = f"'{words}'" if words else "this", price.source.pos.text
    when = " in a later pass of the loop" if payment.at.looped else ""
    less = f"{place} holds fewer than {price.amount.pos.text}{when}"
    message = f"{what} is offered even where {less}: then the game is stuck here"
    assert payment.step.effect is not None
    notes = (Note(root.span, "this is offered"),) if root.span.line != payment.step.effect.span.line else ()
    hint = _at_once(checked, root, payment, first) or _condition(checked, root, payment, price, first)
    return Diagnostic("unasked-price", message, payment.step.effect.span, "warning", hint, notes)


# -- what to write


def _at_once(checked: c.Checked, root: m.Sentence, payment: Payment, first: m.Sentence | None) -> str:
    """The hint to pay everything in the step that is offered; "" if that would not be the same."""
    then, at = payment.step.effect, payment.at
    assert isinstance(then, m.Pay)
    own = c.prices(payment.step, checked.sentences[payment.step])
    if not at.straight or at.inside or any(_late(price, at) for price in own):
        return ""
    if first is None:
        if root.effect is not None or root.loop is not None or root.menu:
            return ""
        return "put the payment where it is offered: beside what is chosen, or else as the first step"
    effect = first.effect
    assert isinstance(effect, m.Pay)
    prices = [*c.prices(first, checked.sentences[first]), *own]
    tokens = all(price.source.op == "variable" for price in prices)
    if not tokens or effect.to.pos.text != then.to.pos.text or first.loop is not None:
        return ""
    goods: dict[str, list[str]] = {}
    for price in prices:
        goods.setdefault(price.source.pos.text, []).append(price.amount.pos.text)
    written = ", ".join(f"{_in_braces(place)}: {_in_braces(_total(amounts))}" for place, amounts in goods.items())
    to = _in_braces(then.to.pos.text)
    return f"ask for all of it where it is offered, and pay nothing here: write pay: {{{written}}}, to: {to}"


def _condition(checked: c.Checked, root: m.Sentence, payment: Payment, price: c.Price, first: m.Sentence | None) -> str:
    """The condition to write at the offer, or else at the payment."""
    at, place = payment.at, price.source.pos.text
    before = c.prices(first, checked.sentences[first]) if first is not None else []
    same = [one for one in before if _places(one.source) & _places(price.source)]
    name = place.split(".")[-1].split("(")[0].replace("_", " ")
    alike = all(one.source.pos.text == place for one in same)
    key = _key(root, checked.sentences[root], [*same, price])
    if key and alike and at.straight and not at.inside and not _late(price, at):
        test = _in_braces(f"{place} >= {_total([one.amount.pos.text for one in (*same, price)])}")
        return f"offer it only where this can be paid, with {key}: {{there must be enough {name}: {test}}}"
    test = _in_braces(f"{place} >= {price.amount.pos.text}")
    do = "put this under do: and " if payment.step.loop is not None else ""
    poor = "say here what happens to a player who has too little"
    return f"{do}{poor}: when: {{there is enough {name}: {test}}}, otherwise: ..."


def _key(root: m.Sentence, part: c.CheckedSentence, prices: list[c.Price]) -> str:
    """The key at which an offer can check prices: `when`, or `where` if it depends on the choice; "" if it cannot."""
    names = {name for price in prices for typed in (price.amount, price.source) for name in free(typed)}
    passes = {local for local, _ in part.choice.binders} if part.choice is not None else set()
    if any(price.each is not None for price in prices) or names & passes:
        return ""
    if not names.intersection([*part.chosen, *(local for choice in part.choices for local, _ in choice.binders)]):
        return "when"
    return "where" if root.decision is not None and root.decision.count is None else ""


def _late(price: c.Price, at: Behind) -> bool:
    """Whether a price is not known yet when the option is offered."""
    parts = (price.amount, price.source)
    return any(free(part) & at.late or _places(part) & at.changed for part in parts)


def _total(amounts: list[str]) -> str:
    """The sum of amounts as text."""
    return " + ".join(text if len(amounts) == 1 or PLAIN.fullmatch(text) else f"({text})" for text in amounts)


def _in_braces(text: str) -> str:
    return f"'{text}'" if "," in text else text


# -- what is offered, and what follows


def _offers(checked: c.Checked) -> dict[m.Sentence, str]:
    """Everything that is offered, with its words: options, and steps in which somebody chooses."""
    found: dict[m.Sentence, str] = {}
    for sentence in checked.sentences:
        if sentence.decision is not None and sentence.decision.kind != "random":
            found.setdefault(sentence, sentence.words)
        for item in sentence.menu:
            found[item.sentence or checked.ruleset.actions[item.words].sentence] = item.words
    return found


def _payments(
    checked: c.Checked, root: m.Sentence, step: m.Sentence, at: Behind, above: tuple[m.Sentence, ...]
) -> Iterator[Payment]:
    """The payments after an offer, in order, until something else is offered."""
    part = checked.sentences[step]
    chosen = step.decision is not None and step.decision.kind != "random"
    if step in above or (step is not root and (chosen or step.menu)):
        return
    if step is not root:
        at = replace(at, late=at.late | _names(part), straight=at.straight and not step.when)
    if step.loop is not None and not (chosen or _runs_once(step, part)):  # whoever chooses is asked anew each time
        at = replace(at, asked=False, straight=False, looped=True)
    if isinstance(step.effect, m.Pay):
        yield Payment(step, at)
    above = (*above, step)
    for run in c.runs_of(part.effect):
        action, inside = run.action.action, replace(at, asked=at.asked and not chosen, inside=run.action.action.words)
        yield from _payments(checked, root, action.sentence, inside, above)
    changed = at.changed | _changed_places(part.effect)
    begins = at.asked and not chosen and step.effect is None and step.decision is None and not step.menu
    at = replace(at, late=at.late | _results(part.effect), changed=changed)
    for number, inner in enumerate(step.do):
        yield from _payments(checked, root, inner, replace(at, asked=begins and number == 0), above)
        for done in c.sentences_played(checked.ruleset, [inner]):
            at = replace(at, changed=at.changed | _changed_places(checked.sentences[done].effect))
            at = replace(at, late=at.late | _names(checked.sentences[done]) | _results(checked.sentences[done].effect))


def _runs_once(step: m.Sentence, part: c.CheckedSentence) -> bool:
    """Whether a loop has at most one pass."""
    assert step.loop is not None
    times = part.times
    return step.loop.kind == "repeat" and times is not None and times.op == "const" and times.value in (0, 1)


def _names(part: c.CheckedSentence) -> frozenset[Local]:
    """The names that a step knows: what it remembers, goes through and has chosen."""
    found = [*(local for local, _, _ in part.remember), *part.chosen, *([part.round] if part.round is not None else [])]
    for choice in [*part.choices, *([part.choice] if part.choice is not None else [])]:
        found += [local for local, _ in choice.binders]
    return frozenset(found)


def _results(done: c.CheckedEffect | None) -> frozenset[Local]:
    """The names that an effect assigns its results to."""
    named = [done.named] if isinstance(done, c.CheckedMove) and done.named is not None else []
    return frozenset([*named, *(mine for run in c.runs_of(done) for pair in run.gives for mine in pair)])


def _changed_places(done: c.CheckedEffect | None) -> frozenset[Place]:
    """The places that an effect changes, except sources of payments."""
    match done:
        case c.CheckedTokens(to=to, source=source, price=price):
            sides = [to] if price else [to, source]
        case c.CheckedPayment(goods=goods):
            sides = [good.tokens.to for good in goods]
        case c.CheckedMove(to=to, source=source) | c.CheckedDeal(to=to, source=source):
            sides = [to] if source is None else [to, source]
        case c.CheckedChange(targets=targets):
            sides = [target for target, _ in targets]
        case _:
            sides = []
    return frozenset(place for side in sides for place in _places(side))


# -- what is asked


def _outer(checked: c.Checked) -> dict[m.Sentence, list[m.Sentence]]:
    """For each step the steps that contain, run or offer it."""
    found: dict[m.Sentence, list[m.Sentence]] = {}
    actions = checked.ruleset.actions
    for step in checked.sentences:
        inside = [*step.do, *(step.otherwise or []), *(step.impossible or []), *(step.declined or [])]
        inside += [item.sentence for item in step.menu if item.sentence is not None]
        inside += [actions[words].sentence for words in m.run_by(step) if words in actions]
        for inner in inside:
            found.setdefault(inner, []).append(step)
    return found


def _looked_at(checked: c.Checked, root: m.Sentence, outer: dict[m.Sentence, list[m.Sentence]]) -> set[Place]:
    """The places that conditions and choices of an offer, and around it, read."""
    around = [root]
    for step in around:  # which grows
        around += [one for one in outer.get(step, []) if one not in around]
    found: set[Place] = set()
    for step in {*c.sentences_played(checked.ruleset, [root]), *around}:
        part = checked.sentences[step]
        seen = [*part.when, *part.where, *part.until, *(typed for _, typed, _ in part.remember if typed is not None)]
        for choice in [*part.choices, *([part.choice] if part.choice is not None else [])]:
            seen += c.of_choice(choice)
        for typed in seen:
            found |= _places(typed)
            for asked in [part for part in with_definitions(typed) if part.op == "possible"]:
                action = checked.ruleset.actions[asked.value].sentence
                for inner in c.sentences_played(checked.ruleset, [action]):
                    for price in c.prices(inner, checked.sentences[inner]):
                        found |= _places(price.source)
    return found


def _places(typed: Typed) -> set[Place]:
    """The places that an expression reads."""
    return {part.value for part in with_definitions(typed) if part.op in ("variable", "zone")}
