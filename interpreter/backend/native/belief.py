"""A seat's belief state, laid out for drawing samples: see sampling/sampler.py."""

from __future__ import annotations

from dataclasses import dataclass, field

# where a number of a state is kept: (-1, number in v) or (list in z, position in it)
Cell = tuple[int, int]
# the number of an option, and the place whose card is added to it, -1 for none
Choice = tuple[int, int]


@dataclass(slots=True)
class BeliefPosition:
    """A state, with the cells whose cards are still to be drawn.

    marks: of each kind of marks on cards the first number in v and the mark of each place.
    """

    v: list[int]
    z: list[list[int]]
    cells: list[tuple[Cell, int]] = field(default_factory=list)
    marks: list[tuple[int, list[int]]] = field(default_factory=list)


@dataclass(slots=True)
class WitnessedChoice:
    """A choice of another seat that a seat has seen; it must be legal in the sampled position.

    places: those of which only the other seat knew what lies there.
    """

    position: BeliefPosition
    seat: int
    choice: Choice
    places: list[int]


@dataclass(slots=True)
class RemadeStep:
    """A step whose numbers the seat has not seen: it is replayed with new chance.

    position: before it, None for the beginning of the game. choices: (seat, option); an option below 0 is one that the
    seat did not see: it is drawn. numbers: (number in v, or a list, numbered on from there; what was
    added to it afterwards; whether an earlier step tells what it was before). same: (number in v, value): what
    the seat saw afterwards.
    """

    position: BeliefPosition | None
    choices: list[tuple[int, Choice]]
    numbers: list[tuple[int, int, bool]]
    same: list[tuple[int, int]]


@dataclass(slots=True)
class Belief:
    """What a seat knows of a position: all but the cards in some places, and future chance.

    pools: the cards of each kind that lie in these places, which are numbered pool by pool. fits: for each place, as
    bits, the cards that may lie there, and those that look so, if the first ones leave no way to lay all. mixes: cells
    whose cards may lie in any order. picks: cells that hold one of these cards, ~ of the place of one that is drawn.
    witnessed: choices that exclude some ways to lay the cards. remade: what hidden numbers come from. options: what the
    seat may choose now.
    """

    position: BeliefPosition
    pools: list[list[int]] = field(default_factory=list)
    fits: list[tuple[int, int]] = field(default_factory=list)
    mixes: list[list[Cell]] = field(default_factory=list)
    picks: list[tuple[Cell, list[int]]] = field(default_factory=list)
    witnessed: list[WitnessedChoice] = field(default_factory=list)
    remade: list[RemadeStep] = field(default_factory=list)
    options: list[Choice] = field(default_factory=list)

    @property
    def positions(self) -> list[BeliefPosition]:
        """All positions: the current one first, then earlier ones that are examined."""
        before = [item.position for item in self.remade if item.position is not None]
        return [self.position, *(item.position for item in self.witnessed), *before]
