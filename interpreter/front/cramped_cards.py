"""Warn of values that have no room on their card, even in the least size that is printed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..base.diagnostics import Diagnostic, Span
from ..base.english import count_of
from ..drawing.description import describe_card
from ..drawing.placing import place_card
from ..drawing.style import card_style
from ..game.game import Game
from ..language import model as m
from ..seats.phrases import card_text
from ..seats.visibility import faces


def cramped_cards(rules: m.Ruleset, game: Game) -> Iterator[Diagnostic]:
    """Yield a warning for each attribute that has no room on a card of a game, with the first such card."""
    program, looks = game.program, game.looks
    style = card_style(program.game, looks, program.names, program.attributes)
    cramped: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for component, front in different_fronts(game):
        for name in place_card(describe_card(style, component, "front", front)).misfits:
            cramped.setdefault((component, name), []).append({"component": component, "front": front})
    for (component, name), cards in cramped.items():
        size = style.layout(component, "front").size
        others = f", and on {count_of(len(cards) - 1, 'other card')}" if len(cards) > 1 else ""
        words = card_text(cards[0], looks.wording)
        message = f"'{name}' has no room on the card '{words}'{others}: it is {size.width} x {size.height} mm"
        hint = f"shorten it, or take larger cards: layout: {{cards: {{{component}: {{size: tarot}}}}}}"
        yield Diagnostic("cramped-card", message, _place(rules, component, name), "warning", hint)


def different_fronts(game: Game) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the kind and the front of each card of a game, of equal ones only the first."""
    seen = set()
    for card in game.program.cards:
        if (card.component, card.look) not in seen:
            seen.add((card.component, card.look))
            yield card.component, faces(game.program, card)["front"]


def _place(rules: m.Ruleset, component: str, name: str) -> Span:
    """Where the layout names an attribute, else where it is declared."""
    attribute = next(one for one in rules.components[component].attributes if one.name == name)
    names = {name, attribute.of.name} if attribute.of else {name}
    laid = rules.layout.cards.get(component)
    return next((span for _, other, span in laid.names if other in names), attribute.span) if laid else attribute.span
