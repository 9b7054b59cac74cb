"""Values of all positions of a small game for two in which nothing is hidden, by backward induction (positions.wat)."""

from __future__ import annotations

from array import array

from ...program import ir
from . import compile_native
from .running_module import NoRoom, Trap
from .tree_walk import STACK, TooLarge
from .writing.layout import PAGE, Unfit

ENTRY = 32  # bytes of a position
FEW = 1e-9  # values that differ by less are equal


class PositionTable:
    """The values of positions met so far; they stay, so that later decisions of a game find them.

    most: how many positions there may be. Raises Unfit where the game cannot be played natively.
    """

    def __init__(self, program: ir.Program, most: int) -> None:
        machine = compile_native(program, solving=True)
        if machine is None:
            raise Unfit("it cannot be played natively")
        self.machine, entries = machine, 1 << (2 * most).bit_length()
        table = machine.place(1)
        self.room = table + ENTRY * entries
        try:
            machine.module.grow(-(-(self.room + STACK - machine.module.size()) // PAGE))
        except NoRoom as error:
            raise Unfit("there is no room for its positions") from error
        deepest = self.room + STACK // 2
        machine.module.call("open_table", most, table, entries, deepest)

    def best(self, v: list[int], z: list[list[int]], seat: int) -> int:
        """The position of the best option in a state: of equal ones the one that wins soonest or loses latest.

        Raises TooLarge where there are too many positions below it; Unfit where the rules fail there, or what one
        wins the other does not lose.
        """
        values = self.values(v, z)
        sign = 1 - 2 * seat
        highest = max(sign * value for value, _ in values)
        equal = [at for at, (value, _) in enumerate(values) if sign * value > highest - FEW]
        return min(equal, key=lambda at: values[at][1] if highest > 0 else -values[at][1])

    def values(self, v: list[int], z: list[list[int]]) -> list[tuple[float, float]]:
        """What each option of a state is worth to the first player, and in how many choices the game then ends."""
        machine, at = self.machine, self.machine.place(0)
        machine.load(at, v, z, 1)
        try:
            options = machine.module.call("weigh_options", at, self.room)
        except Trap as error:
            if machine.value("full") or machine.value("clash") or error.deep:
                raise TooLarge from error
            why = "what one wins the other does not lose" if machine.value("unequal") else "its rules fail somewhere"
            raise Unfit(why) from error
        numbers = array("d", machine.memory(machine.layout.journal, 16 * options))
        return list(zip(numbers[::2], numbers[1::2], strict=True))
