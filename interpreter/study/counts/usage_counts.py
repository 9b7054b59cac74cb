"""Usage counts of finished games, which add up in any order: options, steps, conditions, points, leads."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ...program import ir
from .leaders import SIZE, count_leads, most_points_win

if TYPE_CHECKING:
    from ...backend.native.usage_reader import GameUsage

# how many numbers an option has for each seat, a mark, and so on; see backend/native/usage_reader.py for what they are
OPTION, MARK, SUM = 8, 4, 2
NAMES = ("options", "marks", "gains", "parts", "rounds", "gaps", "course", "leads")


@dataclass(slots=True)
class Counts:
    """Counts of finished games, which add up in any order.

    games: how many; looks: of how many of them tests, parts, gaps, course and leads are. numbers: for each of NAMES the
    numbers of `GameUsage` one after the other; leads: those of `leaders.count_leads`. Empty where there are none yet.
    """

    games: int = 0
    looks: int = 0
    numbers: dict[str, list[int]] = field(default_factory=dict)

    def add(self, other: Counts) -> None:
        """Add the counts of other games."""
        self.games += other.games
        self.looks += other.looks
        for name, more in other.numbers.items():
            own = self.numbers.get(name)
            if more:
                self.numbers[name] = [a + b for a, b in zip(own, more, strict=True)] if own else [*more]

    def add_native(self, program: ir.Program, used: GameUsage) -> None:
        """Add the counts of some games that were played natively."""
        if not used.counted.games:
            return
        self.add(
            Counts(
                used.counted.games,
                used.looks,
                {
                    "options": [number for of in used.options for use in of for number in use],
                    "marks": [number for of in used.marks for use in of for number in use],
                    "gains": [number for of in used.gains for pair in of for number in pair],
                    "parts": [number for of in used.parts for pair in of for number in pair],
                    "rounds": used.rounds,
                    "gaps": [number for of in used.gaps for number in of],
                    "course": [number for pair in used.course for number in pair],
                    "leads": count_leads(used.standings, program.players, most_points_win(program)),
                },
            )
        )

    def seat_numbers(self, name: str, number: int, size: int, seats: int) -> list[list[int]]:
        """The numbers of an option, a mark or a sum for each seat; zeros if nothing was counted."""
        found = self.numbers.get(name) or [0] * (size * seats * (number + 1))
        begin = number * size * seats
        return [found[at : at + size] for at in range(begin, begin + size * seats, size)]

    def to_json(self) -> dict[str, Any]:
        """The counts as JSON data."""
        return {"games": self.games, "looks": self.looks, **{name: self.numbers.get(name, []) for name in NAMES}}

    @classmethod
    def from_json(cls, data: Any) -> Counts:
        """Read counts from to_json's data. Raises KeyError, TypeError or ValueError for other data."""
        numbers = {name: data[name] for name in NAMES if data[name]}
        whole = [data["games"], data["looks"], *(number for one in numbers.values() for number in one)]
        if any(type(number) is not int for number in whole):
            raise ValueError("a count is not a whole number")
        if numbers and len(numbers["leads"]) != SIZE:
            raise ValueError("the leaders are not all counted")
        return cls(data["games"], data["looks"], numbers)
