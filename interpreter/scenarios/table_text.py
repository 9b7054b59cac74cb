"""Differences between two states, or two rows of cards, as lines that fit a screen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from ..seats.running_game import RunningGame
from .terms import Terms

MOST_LETTERS = 80  # a list of cards up to this length is written in full
MOST_KINDS = 8


@dataclass(slots=True)
class Lying:
    """The cards of a place in words, bottom to top; `ordered` if their order counts, `shuffled` if it is open."""

    cards: list[str]
    ordered: bool
    shuffled: bool = False

    @property
    def text(self) -> str:
        return f"{len(self.cards)} cards, shuffled" if self.shuffled else card_list(self.cards)


def card_list(texts: list[str]) -> str:
    """Cards in one line; `nothing` if there are none."""
    return ", ".join(texts) or "nothing"


def brief(texts: list[str], what: str = "cards") -> str:
    """Cards in one line if that is short, else their number."""
    text = card_list(texts)
    return text if len(text) <= MOST_LETTERS else f"{len(texts)} {what}"


def count_cards(texts: Iterable[str]) -> str:
    """Cards by kinds in one line: `rye 4, corn 1 (3 times)`; of very many kinds the first, and how many more."""
    kinds = [text if many == 1 else f"{text} ({many} times)" for text, many in Counter(texts).items()]
    more = f" and {len(kinds) - MOST_KINDS} more kinds" if len(kinds) > MOST_KINDS + 1 else ""
    return ", ".join(kinds[:MOST_KINDS] if more else kinds) + more


def difference_lines(lacking: list[str], extra: list[str]) -> list[str]:
    """The lines about what is missing and what is unexpected; [] if nothing is."""
    both = {"lacking": lacking, "not expected": extra}
    return [f"{what}: {count_cards(texts)}" for what, texts in both.items() if texts]


def first_difference(now: list[str], wanted: list[str]) -> str:
    """The first difference of two equally long rows of cards, from the bottom; "" if there is none."""
    for place, (one, other) in enumerate(zip(now, wanted, strict=False), 1):
        if one != other:
            return f"the first that differs is number {place} from the bottom: {one}, not {other}"
    return ""


def snapshot(state: RunningGame, terms: Terms) -> dict[str, str | Lying]:
    """Every place and value of the table in words."""
    program = state.game.program
    found: dict[str, str | Lying] = {}
    for zone in range(1, program.zones):  # 0 are the winners
        slot, cards = program.lists[zone], state.z[zone]
        shuffled = slot.segments >= 0 and bool(state.z[slot.segments])
        ordered = slot.kind == "pile" and not shuffled
        order = cards if ordered else sorted(cards, key=lambda card: (program.cards[card].look, card))
        found[terms.label(slot)] = Lying([terms.card_text(card) for card in order], ordered, shuffled)
    for number, value in enumerate(program.ints):
        if value.declared:
            found[terms.label(value)] = terms.value_text(value.kind, state.v[number])
    return found


def changes(before: dict[str, str | Lying], now: dict[str, str | Lying]) -> list[str]:
    """A line for each place or value that has changed."""
    lines = []
    for label, was in before.items():
        then = now[label]
        if isinstance(was, Lying) and isinstance(then, Lying):
            lines += [f"{label}: {_cards_changed(was, then)}"] if was != then and was.text != then.text else []
        elif was != then:
            lines.append(f"{label}: {was} -> {then}")
    return lines


def _cards_changed(was: Lying, now: Lying) -> str:
    """The line about a place whose cards have changed."""
    whole = f"{was.text} -> {now.text}"
    if len(whole) <= MOST_LETTERS + len(" -> "):
        return whole
    sizes = str(len(was.cards)) if len(was.cards) == len(now.cards) else f"{len(was.cards)} -> {len(now.cards)}"
    gone, come = Counter(was.cards) - Counter(now.cards), Counter(now.cards) - Counter(was.cards)
    parts = [f"{word} {count_cards(cards.elements())}" for word, cards in (("gone", gone), ("new", come)) if cards]
    if now.shuffled and not was.shuffled:
        parts.append("shuffled")
    elif not parts and now.ordered and was.ordered:
        parts.append(f"in another order, {first_difference(now.cards, was.cards)}")
    return f"{sizes} cards; {'; '.join(parts)}" if parts else f"{sizes} cards, in order now"
