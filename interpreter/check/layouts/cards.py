"""Check the section `layout`: its names, against the cards and what has a look."""

from __future__ import annotations

from ...base.appearance.layouts import ANYTHING
from ...base.diagnostics import Diagnostic
from ...base.similar import report_unknown
from ...language import display_model as dm
from ...language import model as m
from ..symbols import Problems


def check_layout(rules: m.Ruleset, problems: Problems) -> None:
    """Report layouts of unknown kinds of cards, and names in them that are not printed on the front."""
    kinds = {name: component for name, component in rules.components.items() if component.supply is None}
    for name, cards in rules.layout.cards.items():
        if name not in kinds:
            hint = f"write a kind of cards: {', '.join(kinds)}" if kinds else "this game has no cards: delete the line"
            problems.add(report_unknown("unknown-name", f"no cards are called '{name}'", cards.span, name, kinds, hint))
            continue
        for mistake in _card_names(cards, kinds[name], rules):
            problems.add(mistake)


def _card_names(cards: dm.CardKindLayout, component: m.Component, rules: m.Ruleset) -> list[Diagnostic]:
    """The mistakes of names in the layout of a kind of cards."""
    front = names_on(component, "front")
    shown = front | looks_for(rules)
    found = []
    for part, name, span in cards.names:
        known = shown if part in ANYTHING else front
        if name in known:
            continue
        if name in names_on(component, "back"):
            message = f"'{name}' is on the back of {cards.kind}, and `layout` arranges the front"
            found.append(Diagnostic("not-on-card", message, span, hint="delete it: the back shows all that is on it"))
            continue
        message = f"nothing on the front of {cards.kind} is called '{name}'"
        hint = f"write something printed there: {', '.join(front)}" if front else "delete it: the front is empty"
        found.append(report_unknown("not-on-card", message, span, name, known, hint))
    return found


def names_on(component: m.Component, face: str) -> dict[str, None]:
    """The names of a face's attributes in their order, as they are declared and for each member."""
    names: dict[str, None] = {}
    for attribute in component.attributes:
        if attribute.face == face:
            names |= dict.fromkeys([attribute.of.name] if attribute.of else []) | {attribute.name: None}
    return names


def looks_for(rules: m.Ruleset) -> dict[str, None]:
    """Everything that may have a look: members of things, kinds of cards and tokens, and what is printed on cards."""
    members = [member for thing in rules.things.values() for member, _ in thing.members]
    attributes = [attribute.name for component in rules.components.values() for attribute in component.attributes]
    return dict.fromkeys([*members, *rules.components, *attributes])
