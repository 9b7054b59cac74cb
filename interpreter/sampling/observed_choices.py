"""Records of choices that a seat observed, and of the steps that followed."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..game.compiled import CompiledGame
from ..game.state import State

Snapshot = tuple[list[int], list[list[int]]]  # the numbers and lists of a state


@dataclass(slots=True, eq=False)
class ChosenCard:
    """A card chosen by somebody or by chance, held by `slots`: any of `cards` as far as the seat knows.

    It is one of those `listed`, which were offered wherever they lay, or one of those `beside` it where it lies. The
    seat's `own` choice it follows as that.
    """

    card: int
    slots: list[int]
    cards: set[int]
    listed: set[int] = field(default_factory=set)
    beside: bool = True
    own: bool = False


@dataclass(slots=True, eq=False)
class ObservedChoice:
    """A choice of another seat in the position `before`. `apart`: the cards only that seat saw, with marks.

    `clear` are the cards that this seat knew then, `known` those of them, and those seen since, that it has lost from
    sight; `unseen` are the numbers that it could not work out then; `veiled` is the card that was chosen (or -1),
    as long as the seat cannot tell it from others of which it knows more, or less; `meant` tells which it may be.
    """

    before: Snapshot
    seat: int
    site: int
    number: int
    apart: dict[int, tuple[int, ...]]
    clear: frozenset[int]
    unseen: frozenset[int]
    veiled: int
    meant: ChosenCard | None
    known: set[int] = field(default_factory=set)

    def mix(self, cards: list[int], seen: dict[int, int], has: list[int]) -> bool:
        """Note that cards are mixed; return whether the choice still reveals anything.

        It does not where the card that was chosen is among them, unseen. Else it does where all that are mixed lay
        together with the same marks, for these are alike to it; or where they were known, by `seen`.
        """
        if self.veiled in cards:
            return False
        self.known |= self.clear.intersection(cards)
        mine = [card for card in cards if card in self.apart and card not in self.known]
        if not mine or (len(mine) == len(cards) and len({self.apart[card] for card in mine}) == 1):
            return True
        if all(seen.get(card, 0) == has[card] for card in mine):
            self.known.update(mine)
            return True
        return False


@dataclass(slots=True, eq=False)
class PlayStep:
    """The step from a position (None: the beginning of the game) to the next decision.

    The choices made first, (seat, site, option number, the card of another), and the numbers afterwards, once they
    are known. `unseen` as for what was seen. `mixed` are the cards of which nobody can tell any more which of now was
    which of then.
    """

    number: int
    before: Snapshot | None
    unseen: frozenset[int] = frozenset()
    choices: list[tuple[int, int, int, ChosenCard | None]] = field(default_factory=list)
    after: list[int] | None = None
    mixed: list[set[int]] = field(default_factory=list)

    def mix(self, cards: set[int]) -> None:
        """Note that these cards can no longer be told apart, nor from those that one of them was mixed with."""
        self.mixed = merge_sets(self.mixed, cards)


def merge_sets(parts: list[set[int]], more: set[int]) -> list[set[int]]:
    """Disjoint sets with one more, merged with those it overlaps."""
    apart = [part for part in parts if part.isdisjoint(more)]
    return [*apart, more.union(*(part for part in parts if not part.isdisjoint(more)))]


@dataclass(slots=True, eq=False)
class SimultaneousDecision:
    """An open simultaneous decision.

    The position before it, who was still to choose when it was last looked at, and what each seat has chosen, (site,
    option number).
    """

    group: int
    before: Snapshot
    pending: set[int]
    chosen: dict[int, list[tuple[int, int]]] = field(default_factory=dict)

    def seen_by(self, game: CompiledGame, seat: int) -> Snapshot:
        """The position as a seat sees it: as if no other had chosen yet."""
        if not self.chosen.get(seat):
            return self.before
        state = State(game, 0, 1, False)
        state.v, state.z = self.before
        for site, number in self.chosen[seat]:
            state.choose(state.option(site, number), seat)
        return state.v, state.z
