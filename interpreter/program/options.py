"""Options and decisions: what a decision offers, and the choices made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, overload

from ..base.errors import ChoiceError
from . import ir

# words of a decision that say nothing but whose turn it is
TURNS = ("turn", "a turn", "take a turn", "a move", "move")
VALUELESS = ("plain", "pass", "done")
ASKED = {"int": "number", "bool": "yes or no", "thing player": "seat"}


@dataclass(frozen=True, slots=True)
class Option:
    """One legal option. `number` is its stable number at this decision; `words` its handle, `value` its argument.

    kind: plain, pass, done, or the kind of the value (int, bool, `thing NAME`, `card NAME`). A yes or no is a bool.
    """

    number: int
    words: str
    kind: str
    value: int | None


class Decision(Sequence[Option]):
    """One seat's current decision: its legal options in the order shown, each created when it is read."""

    __slots__ = ("numbers", "of", "seat")

    def __init__(self, seat: int, of: ir.Site, numbers: Sequence[int]) -> None:
        self.seat, self.of, self.numbers = seat, of, numbers

    @property
    def options(self) -> Decision:
        """The legal options: itself."""
        return self

    @property
    def name(self) -> str:
        """The handle of the decision's step."""
        return self.of.words

    @property
    def words(self) -> str:
        """The handle, with the name to choose where the step has several choices: Lay a set (amount)."""
        return asked_text(self.of.words, self.of.asks)

    @property
    def kind(self) -> str:
        """The kind of value asked for: see asked_kind."""
        return asked_kind(self.of)

    @property
    def step(self) -> list[str]:
        """The words of the steps around this one, from the outermost on, and its own."""
        return self.of.path[:]

    @property
    def site(self) -> int:
        """The number of the site in the rules."""
        return self.of.number

    @property
    def forced(self) -> bool:
        """Whether there is only one option."""
        return len(self.numbers) == 1

    def __len__(self) -> int:
        return len(self.numbers)

    @overload
    def __getitem__(self, position: int) -> Option: ...

    @overload
    def __getitem__(self, position: slice) -> list[Option]: ...

    def __getitem__(self, position: int | slice) -> Option | list[Option]:
        if isinstance(position, slice):
            return [option_of(self.of, number) for number in self.numbers[position]]
        return option_of(self.of, self.numbers[position])

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Decision):
            mine, others = (self.seat, self.of.number), (other.seat, other.of.number)
            return mine == others and [*self.numbers] == [*other.numbers]
        return list(self) == other

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Decision(seat={self.seat}, options={list(self)!r})"


@dataclass(slots=True, eq=False)
class History:
    """One choice, linked to the one before it; `position` of `count` options."""

    before: History | None
    seat: int
    site: int
    number: int
    position: int
    count: int


def links(last: History | None, since: History | None = None) -> list[History]:
    """The choices up to `last`, in order; only those after `since`."""
    found = []
    while last is not None and last is not since:
        found.append(last)
        last = last.before
    return found[::-1]


def option_of(site: ir.Site, number: int) -> Option:
    """Return the option of that number at a site. Raises ChoiceError if no such number exists."""
    for entry in site.entries:
        if entry.base <= number < entry.base + entry.count:
            value = None if entry.kind in VALUELESS else number - entry.base + entry.low
            return Option(number, entry.words, entry.kind, bool(value) if entry.kind == "bool" else value)
    raise ChoiceError(f"there is no option {number} at this decision")


def group_at(program: ir.Program, z: list[list[int]], value: int) -> tuple[int, tuple[int, ...]]:
    """A group's position in its place, from 1 in the order they were laid, and its cards now."""
    zone, mark = divmod(value, ir.GROUP)
    marks = z[program.lists[zone].groups]
    laid = [*dict.fromkeys(marks)]
    at = laid.index(mark) + 1 if mark in laid else 0
    return at, tuple(card for card, own in zip(z[zone], marks, strict=True) if own == mark)


def group_of(program: ir.Program, site: ir.Site, number: int, z: list[list[int]]) -> tuple[Any, ...]:
    """The group that an option stands for, as group_at gives it; () if it is no group."""
    option = option_of(site, number)
    return group_at(program, z, option.value) if option.kind.startswith("group ") and option.value is not None else ()


def asked_text(words: str, asks: str) -> str:
    """A decision in words, with the name to choose where a step has several choices: Lay a set (amount)."""
    return f"{words} ({asks.replace('_', ' ')})" if asks else words


def asked_kind(site: ir.Site) -> str:
    """The kind of value that a decision asks for: card, number, yes or no, seat, thing or group.

    option where the ruleset names the options; some of them may have values.
    """
    kinds = [entry.kind for entry in site.entries if not entry.words and entry.kind not in VALUELESS]
    return ASKED.get(kinds[0], kinds[0].partition(" ")[0]) if kinds else "option"


# -- sets, chosen one after another


def done_when_enough(chosen: ir.Expr, least: ir.Expr, number: int, fits: ir.Expr = 1) -> ir.Stmt:
    """The statement that offers `done`, as option `number`, once enough are chosen and the set fits."""
    done = ["option", number]
    return ["if", ["ge", chosen, least], [done if fits == 1 else ["if", fits, [done], []]], []]
