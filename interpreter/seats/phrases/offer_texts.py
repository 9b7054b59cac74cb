"""The texts of a decision's options, as the reading seat can name them; no two alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ...base.appearance.looks import NO_LOOKS, Looks
from ...base.display_names import Wording, wording_of
from ...program.options import Option
from ..percepts import CardName, GroupName
from ..scene import Offer
from ..seat_log import SeatLog
from .symbols import add_symbols
from .things import label_text, offer_text

Mark = Callable[[Offer], str]


def offer_texts(
    log: SeatLog, offers: Sequence[Offer], names: Sequence[str] | Wording = (), looks: Looks = NO_LOOKS
) -> list[str]:
    """Return the text of each option, with symbols; no two alike.

    Where two would be, all cards and groups get their places; then those that are still alike their groups, their
    positions in a pile, or else numbers.
    """
    wording = wording_of(names)
    things = [at for at, offer in enumerate(offers) if isinstance(offer.value, CardName | GroupName)]
    tell: list[tuple[Mark, list[int]]] = [
        (lambda offer: _place(log, wording, offer), things),
        (lambda offer: _group(wording, offer), []),
        (lambda offer: _position(log, wording, offer), []),
    ]
    words = [_words(log, offer, wording, looks) for offer in offers]
    marks: list[list[str]] = [[] for _ in offers]
    found = [*words]
    for mark, all_of_them in tell:
        alike = [at for at in _alike(found) if at in things]
        said = {at: mark(offers[at]) for at in alike}
        if all_of_them and len(set(said.values())) < 2:
            continue
        for at in all_of_them or alike:
            marks[at].append(said[at] if at in said else mark(offers[at]))
        found = [_with_marks(one, more) for one, more in zip(words, marks, strict=True)]
    counts: Counter[str] = Counter()
    for at in _alike(found):
        counts[found[at]] += 1
        marks[at].append(wording.say("no. {number}", number=counts[found[at]]))
    return _distinct([_with_marks(one, more) for one, more in zip(words, marks, strict=True)])


def _words(log: SeatLog, offer: Offer, wording: Wording, looks: Looks) -> str:
    """The words of one option."""

    def known(option: Option) -> dict[str, Any]:
        found: dict[str, Any] = add_symbols(log.value(offer.kind, offer.value), looks)
        return found

    value = 0 if isinstance(offer.value, CardName | GroupName) else offer.value
    return offer_text(log.program, Option(-1, offer.words, offer.kind, value), known, wording, looks)


def _alike(texts: list[str]) -> list[int]:
    """The options that share a text with another one."""
    times = Counter(texts)
    return [at for at, text in enumerate(texts) if times[text] > 1]


def _with_marks(words: str, marks: Iterable[str]) -> str:
    """Words with marks in brackets."""
    joined = ", ".join(mark for mark in marks if mark)
    return f"{words} ({joined})" if joined else words


def _distinct(texts: list[str]) -> list[str]:
    """The texts, with numbers after equal ones."""
    if len(set(texts)) < len(texts):
        return [f"{text} [{count + 1}]" for count, text in enumerate(texts)]
    return texts


# -- what distinguishes a card or group from one with the same text


def _place(log: SeatLog, wording: Wording, offer: Offer) -> str:
    """The place of an option's card: hand, Anna's hand, stack of pile 2."""
    assert isinstance(offer.value, CardName | GroupName)
    slot = log.program.lists[offer.value.zone]
    if slot.owner == log.visibility.seat and len(slot.indexes) == 1:
        return wording.name(slot.declared)
    return label_text(slot.name, wording).removeprefix("the ")


def _group(wording: Wording, offer: Offer) -> str:
    """The group of an option's card in words."""
    return wording.say("group {number}", number=offer.group) if offer.group else ""


def _position(log: SeatLog, wording: Wording, offer: Offer) -> str:
    """The position of an option's card in a pile, as far as the seat knows."""
    if not isinstance(offer.value, CardName) or offer.value.place < 0:
        return ""
    depth = len(log.cards.order[offer.value.zone]) - offer.value.place
    return wording.say("top") if depth == 1 else wording.say("place {number}", number=depth)
