"""The whole tree of a game, walked natively (tree.wat): histories, ends and information sets as arrays."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass
from struct import Struct

from ...program import ir
from . import compile_native
from .machine import Machine
from .running_module import NoRoom, Trap
from .writing.layout import PAGE

FEWEST = 1 << 14  # histories there is room for at first
LARGER = 8  # times as many are tried when there are more
STACK = 64 << 20  # bytes for the states on the way
SET = Struct("<QQiiiiiI")


@dataclass(slots=True)
class TreeArrays:
    """A game's tree. Histories are numbered from the root 0, each before its children, these in order.

    before[h]: its parent, -1 for the root. what[h]: the number of its information set, -1 where chance decides, -2 - e
    at end e. payoffs: of each end, for each seat. keys, seats, options: of each information set; earlier: the last
    choice of its seat before it, by number (0: none).
    """

    before: array[int]
    what: array[int]
    payoffs: array[float]
    keys: list[int]
    seats: list[int]
    options: list[int]
    earlier: list[int]


class TooLarge(Exception):
    """There are more histories than the limit."""


def walk_tree(program: ir.Program, limit: int, told: Callable[[int], None] | None = None) -> TreeArrays | None:
    """Return the tree of a program of at most `limit` histories; None where it cannot be walked natively.

    That is where a step fails, an information set has a clash, or something is too large for the module. `told` is
    called with numbers of histories now and then. Raises TooLarge.
    """
    machine = compile_native(program, solving=True)
    if machine is None:
        return None
    most = min(limit, FEWEST)
    while True:
        found = walk_up_to(machine, most)
        if found is not None or not machine.value("full"):
            return found
        if most == limit:
            raise TooLarge
        if told is not None:
            told(most)
        most = min(limit, LARGER * most)


def walk_up_to(machine: Machine, most: int) -> TreeArrays | None:
    """The tree if it has at most so many histories and nothing in it fails, else None."""
    players = machine.program.players
    indexed = 1 << (2 * most).bit_length()
    before = machine.layout.pages * PAGE
    payoffs = before + 8 * most + 8
    sets = payoffs + 8 * players * most
    index = sets + SET.size * most
    room = index + 4 * indexed
    if room + STACK >= 1 << 32:
        return None
    try:
        if (missing := room + STACK - machine.module.size()) > 0:
            machine.module.grow(-(-missing // PAGE))
        machine.module.call("walk", most, before, payoffs, sets, index, indexed, room)
    except (Trap, NoRoom):  # the rules fail, it is full, or there is no more memory
        return None
    histories = array("i", machine.memory(before, 8 * machine.value("histories")))
    ends = array("d", machine.memory(payoffs, 8 * players * machine.value("ends")))
    rows = list(SET.iter_unpack(machine.memory(sets, SET.size * machine.value("sets"))))
    return TreeArrays(histories[::2], histories[1::2], ends, *([row[n] for row in rows] for n in (0, 2, 3, 4)))


def recalling_machine(program: ir.Program) -> Machine | None:
    """The machine that finds information sets in games (`recall`); None as for `walk_tree`."""
    return compile_native(program, solving=True)


def recall(machine: Machine, chance: list[int], choices: list[tuple[int, int]], seat: int) -> int:
    """The key of the information set of a seat that has to decide.

    In the game with these results of chance, after these choices: (seat, position among its options). Raises
    Trap where they are not possible.
    """
    numbers = array("i", [*(number for choice in choices for number in choice), *chance])
    at, begin = machine.place(0), machine.layout.journal
    machine.place(2)  # what is remembered lies behind the state
    machine.module.write(numbers.tobytes(), begin)
    end, stop = begin + 4 * len(numbers), begin + 8 * len(choices)
    found: int = machine.module.call("recall", at, seat, begin, stop, end)
    return found & 0xFFFFFFFFFFFFFFFF
