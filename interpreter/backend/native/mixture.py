"""A strategy that mixes, learned natively by games from the beginning (mixture.wat). See docs/bots.md.

It is for small games that hide something, in which one wins what the others lose.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from .running_module import DECISIONS_AT_ONCE, Trap, key_of
from .search_results import EDGE
from .writing.layout import MOST_EDGES, PAGE

if TYPE_CHECKING:
    from .machine import Machine

WELL = 32  # how often an information set is met, in the mean, before the strategy is any good
FIRST_LOOK, MOST_ENDS = 1 << 10, 1 << 17  # of games that show how many it takes
LITTLE = 8  # a part of the most ends after which information sets must have been met so much less often
EDGES_OF_END = 8
ROOM = 1 << 22  # bytes for the states on the way of a walk
KEY = 1  # of the games that show how large a game is


def ends_needed(machine: Machine) -> int | None:
    """To how many ends games have to be played until the strategy is good.

    None where a game is too large for that, its rules fail, or the players together do not always get the same.
    """
    with machine.lock:
        try:
            plant(machine, KEY, FIRST_LOOK)
            play(machine, KEY, 1)  # a large game fails in its first walk
            plant(machine, KEY, MOST_ENDS)
            ends = FIRST_LOOK
            while ends <= MOST_ENDS:
                play(machine, KEY, ends)
                met, sets = machine.value("meetings"), machine.value("sets_met")
                if machine.value("uneven") or (ends >= MOST_ENDS // LITTLE and met * LITTLE < WELL * sets):
                    return None
                if met >= WELL * sets:
                    return ends
                ends *= 2
        except Trap:
            pass
    return None


def mixture(
    machine: Machine, seat: int, choices: list[tuple[int, int]], chance: list[int], ends: int, random: int
) -> list[float] | None:
    """How likely each option of a seat is in a strategy learned by games from the beginning, to so many ends.

    The seat has to decide in the game with these results of chance, after these choices: (seat, position among its
    options). random: as for Machine.search. None where the games do not come to what the seat knows.
    """
    with machine.lock:
        try:
            plant(machine, random, ends)
            play(machine, random, ends)
            return read_shares(machine, seat, choices, chance)
        except Trap:
            machine.module.call("replay", machine.place(0), 0, 0, 0, 0)  # chance draws again
            return None


def plant(machine: Machine, random: int, ends: int) -> None:
    """Prepare an empty table for games to so many ends."""
    machine.laid = None  # a belief would lie where the walks have their states
    if (missing := machine.place(0) + ROOM - machine.module.size()) > 0:
        machine.module.grow(-(-missing // PAGE))
    edges = min(MOST_EDGES, 1 << (EDGES_OF_END * ends).bit_length())
    machine.module.call("plant", 0, 0, edges, key_of(random))


def play(machine: Machine, random: int, ends: int) -> None:
    """Play on until there are so many ends, or the players together get more or less than in the first."""
    while machine.value("searched") < ends and not machine.value("uneven"):
        machine.module.call("mixture", key_of(random), machine.place(0), ends, DECISIONS_AT_ONCE)


def read_shares(machine: Machine, seat: int, choices: list[tuple[int, int]], chance: list[int]) -> list[float] | None:
    """How likely each option is after the games that were played; None where they did not come there."""
    numbers = array("i", [*(number for choice in choices for number in choice), *chance])
    begin = machine.layout.journal
    end, stop = begin + 4 * len(numbers), begin + 8 * len(choices)
    machine.module.write(numbers.tobytes(), begin)
    options = machine.module.call("tell_mixture", machine.place(0), seat, begin, stop, end)
    rows = list(EDGE.iter_unpack(machine.memory(begin, EDGE.size * options)))
    for column in (2, 1):  # how likely it was; where its seat never came by its own will, what it regrets
        weights = [max(row[column], 0.0) for row in rows]
        if (whole := sum(weights)) > 0:
            return [weight / whole for weight in weights]
    return None
