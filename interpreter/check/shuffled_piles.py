"""Which piles may be shuffled, and which of those the rules read by their order."""

from __future__ import annotations

from collections.abc import Iterator

from ..base.diagnostics import Span
from ..language import model as m
from .checked import (
    CardList,
    Checked,
    CheckedChange,
    CheckedMove,
    CheckedSentence,
    CheckedShuffle,
    WholeZone,
    runs_of,
    typed_of,
)
from .types import Local, Typed, as_list, subtrees, with_definitions, zone_names

BY_ORDER = ("first", "last", "item", "reversed")


def shuffled_zones(checked: Checked) -> set[str]:
    """The names of the zones that may have unordered parts: shuffled ones, and those that such a pile is laid on."""
    every = {zone.name for zone in checked.ruleset.zones.values()}
    found: set[str] = set()
    pours: list[tuple[set[str], set[str]]] = []
    for part in checked.sentences.values():
        match part.effect:
            case CheckedShuffle(zones):
                found |= zone_names(zones) or every
            case CheckedMove(cards=WholeZone(zone), to=to) | CheckedMove(cards=CardList(zone), amount=None, to=to):
                pours.append((zone_names(zone) or every, zone_names(to) or every))
    while True:
        more = {name for source, to in pours if source & found for name in to} - found
        if not more:
            return found
        found |= more


def zones_read_by_order(checked: Checked) -> dict[str, Span]:
    """The piles of which some step reads more than the set of their cards, with the first place.

    That is so where a list of their cards goes through `first`, `last`, `item` or `reversed`, where a loop goes through
    it, and where several of them are laid on a pile other than as they lie.
    """
    piles = {zone.name for zone in checked.ruleset.zones.values() if zone.ordered}
    return {pile: span for pile, span in _Orders(checked, piles).read().items() if pile in piles}


class _Orders:
    """Finds reads of a pile's order. holds: the piles whose cards the list under a name may hold."""

    def __init__(self, checked: Checked, piles: set[str]) -> None:
        self.checked, self.piles = checked, piles
        self.holds: dict[Local, set[str]] = {}
        wholes = [typed for part in checked.sentences.values() for typed in typed_of(part)]
        wholes += [definition.value for definition in checked.definitions.values()]
        self.trees = [part for whole in wholes for part in subtrees(whole)]

    def read(self) -> dict[str, Span]:
        parts = self.checked.sentences.values()
        given = [pair for part in parts for run in runs_of(part.effect) for pair in run.gives]
        named = [pair for part in parts for pair in _named_values(part)]
        named += [pair for t in self.trees if t.op == "define" for pair in zip(t.value.params, t.args, strict=True)]
        named = [(name, value) for name, value in named if value.type.kind == "list"]
        known = -1
        while known != (known := sum(map(len, self.holds.values()))):
            for name, value in named:
                self.holds.setdefault(name, set()).update(self.piles_in(value))
            for result, name in given:
                self.holds.setdefault(name, set()).update(self.holds.get(result, set()))
        ordered = [t for t in self.trees if t.op == "builtin" and t.value in BY_ORDER]
        ordered += [t for sentence, part in self.checked.sentences.items() for t in self.looped_lists(sentence, part)]
        return {pile: t.pos.span for t in reversed(ordered) for pile in self.piles_in(t)}

    def piles_in(self, value: Typed) -> set[str]:
        """The piles whose cards an expression lists."""
        found: set[str] = set()
        for part in with_definitions(value):
            if part.op in ("cards", "flat") and part.args[0].type.kind != "group":
                names = zone_names(part.args[0])
                found |= self.piles if names is None else names & self.piles
            elif part.op == "local":
                found |= self.holds.get(part.value, set())
        return found

    def looped_lists(self, sentence: m.Sentence, part: CheckedSentence) -> Iterator[Typed]:
        """The lists that a step goes through one by one, where each item sees the effect of those before."""
        move = part.effect if isinstance(part.effect, CheckedMove) else None
        onto = zone_names(move.to) if move is not None else None
        gathers = onto is not None and not onto & self.piles
        if part.choice is not None and not (gathers and not sentence.until and not sentence.do):
            yield from (source for _, source in part.choice.binders)
        if move is None or gathers:
            return
        match move.cards:
            case CardList(cards):
                yield cards
            case WholeZone(zone) if move.where != "top":
                yield as_list(zone)


def _named_values(part: CheckedSentence) -> Iterator[tuple[Local, Typed]]:
    """The names that a step assigns, with their values: remembered, set, passed to an action, moved."""
    yield from ((local, value) for local, value, _ in part.remember if value is not None)
    for run in runs_of(part.effect):
        yield from ((name, value) for name, _, value in run.arguments)
    match part.effect:
        case CheckedChange(targets=targets):
            yield from ((target.value, value) for target, value in targets if target.op == "local")
        case CheckedMove(cards=WholeZone(zone), named=Local() as name):
            yield name, as_list(zone)
        case CheckedMove(cards=CardList(cards), named=Local() as name):
            yield name, cards
