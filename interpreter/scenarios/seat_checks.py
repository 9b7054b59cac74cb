"""What a seat sees and is shown, compared with what a scenario says: reads the view, never the true state."""

from __future__ import annotations

from typing import Any

from ..game.game import State
from ..seats.view import seen, view
from .position import Unmet, listed, pairs
from .scenario_file import Claim, Content
from .terms import Cards, Terms


def look_at(state: State, terms: Terms, seat: int, claim: Claim) -> None:
    """Raises Unmet unless the seat sees just this at the place: the cards it knows, and how many it does not."""
    assert claim.place is not None and claim.content is not None
    shown = view(state, seat)
    program = state.game.program
    if claim.place.slot >= 0:
        label = program.ints[claim.place.slot].name
        _compare_value(state, terms, claim, next(item for item in shown["values"] if item["label"] == label))
        return
    for zone in claim.place.zones:
        label = program.lists[zone].name
        _compare_cards(
            terms, claim, claim.content, next(item for item in shown["zones"] if item["label"] == label), seat
        )


def _compare_value(state: State, terms: Terms, claim: Claim, item: dict[str, Any]) -> None:
    assert claim.place is not None and claim.content is not None
    text = "hidden" if item.get("hidden") else _value_text(terms, item["kind"], item["value"])
    wanted = claim.content.value
    expected = "hidden" if wanted is None else terms.value_text(item["kind"], int(wanted.ask(state)))
    if text != expected:
        raise Unmet(claim, f"{claim.place.scalar.text} is seen as {text}, not as {expected}")


def _value_text(terms: Terms, kind: str, value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, dict):
        return _card_text(terms, value)
    if kind == "thing player":
        return terms.players[int(value)]
    return str(value).lower() if isinstance(value, bool) else str(value)


def _compare_cards(terms: Terms, claim: Claim, content: Content, item: dict[str, Any], seat: int) -> None:
    who = terms.players[seat]
    if item["size"] is None:
        raise Unmet(claim, f"{who} does not see how many cards lie there")
    known = [card for card in item["cards"] if "front" in card or "back" in card]
    lacking, extra = _difference(terms, content.cards, known)
    hidden = item["size"] - len(known)
    if lacking or extra or hidden != content.hidden:
        told = [_card_text(terms, card) for card in known] + ([f"{hidden} hidden"] if hidden else [])
        wanted = [cards.text for cards in content.cards] + ([f"{content.hidden} hidden"] if content.hidden else [])
        raise Unmet(claim, f"{who} sees {listed(told)}, not {listed(wanted)}")


def shown_cards(state: State, terms: Terms, seat: int, since: int, wanted: list[Cards]) -> tuple[list[str], list[str]]:
    """The texts of cards wanted but not shown to the seat, and of those shown but not wanted.

    `since` is how many events the seat had seen before. Only cards turned over or held up count, not what lies open.
    """
    reveals = [event for event in seen(state, seat, since) if event["kind"] == "reveal" and seat in event["to"]]
    shown = [card for event in reveals for card in event["cards"]]
    return _difference(terms, wanted, [card for card in shown if "front" in card or "back" in card])


def _difference(terms: Terms, wanted: list[Cards], cards: list[dict[str, Any]]) -> tuple[list[str], list[str]]:
    looks = [_looks(terms, card) for card in cards]
    found = pairs(
        [[at for at, known in enumerate(looks) if known <= one.looks and _unknown(one, cards[at])] for one in wanted]
    )
    lacking = [one.text for one, at in zip(wanted, found, strict=True) if at is None]
    return lacking, [_card_text(terms, card) for at, card in enumerate(cards) if at not in found]


def told_values(state: State, terms: Terms, seat: int, since: int) -> list[str]:
    """What has been announced to the seat since its event number `since`, and the numbers it was shown, in words."""
    told = []
    for event in seen(state, seat, since):
        if event["kind"] == "say":
            told.append(_value_text(terms, event["value_kind"], event["value"]))
        elif event["kind"] == "show" and seat in event["to"]:
            told += [_value_text(terms, item["value_kind"], item["value"]) for item in event["values"]]
    return told


def _unknown(wanted: Cards, card: dict[str, Any]) -> bool:
    """Whether nothing is known of a card that must not be known."""
    return not wanted.hidden & ({*card.get("front", ())} | {*card.get("back", ())})


def _looks(terms: Terms, card: dict[str, Any]) -> frozenset[int]:
    """The looks that a card may have by what is known of it."""
    names = [name for name, _, _ in terms.program.attributes[card["component"]]]
    known = {**card.get("front", {}), **card.get("back", {})}
    fitting = []
    for look in terms.component_looks[card["component"]]:
        words = dict(zip(names, terms.card_words(terms.by_look[look]), strict=True))
        if all(words[name] == _word(name, value) for name, value in known.items()):
            fitting.append(look)
    return frozenset(fitting)


def _word(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return name if value else ""
    return "" if value is None else str(value)


def _card_text(terms: Terms, card: dict[str, Any]) -> str:
    known = {**card.get("front", {}), **card.get("back", {})}
    return " ".join(filter(None, (_word(name, value) for name, value in known.items()))) or str(card["component"])
