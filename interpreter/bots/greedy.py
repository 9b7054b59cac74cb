"""The option after which the seat stands best, in the mean over a few states that may be the true one."""

from __future__ import annotations

from ..base.errors import GameError
from ..base.streams import Stream, thinking_stream
from ..game.game import State
from .knowledge import Knowledge

SAMPLES = 12
FURTHEST = 40  # decisions of others until the seat is asked again


def choose(known: Knowledge) -> int:
    """The position of an option. In each sample all go on at random until the seat is asked again, or the game is over.

    What counts is by how much the seat leads, or lacks to the best of the others, in what the ruleset ranks by first;
    and a game that is won or lost before all that. Of options that are equally good each is equally likely.
    """
    results: list[list[tuple[float, float]]] = [[] for _ in range(known.count)]
    for sample in known.samples(SAMPLES):
        salt = known.random.draw(1 << 20)
        for position in range(known.count):
            try:
                results[position].append(standing(later(sample, known, position, salt), known.seat))
            except GameError:
                results[position].append((0.0, 0.0))  # the rules fail there
    most = 1 + max(abs(lead) for found in results for _, lead in found)
    values = [sum(lead + most * won for won, lead in found) for found in results]
    best = [position for position, value in enumerate(values) if value == max(values)]
    return best[known.random.draw(len(best))]


def later(sample: State, known: Knowledge, position: int, salt: int) -> State:
    """A sample after an option, when the seat is asked again."""
    state, random = known.after(sample, position), Stream(thinking_stream(salt, known.seat, 0))
    for _ in range(FURTHEST):
        if state.over or any(seat == known.seat for seat, _ in state.sites()):
            break
        try:
            state.choose(random.draw(len(state.decision)))
        except GameError:
            break
    return state


def standing(state: State, seat: int) -> tuple[float, float]:
    """How far a game is won (1) or lost (-1) for a seat, and by how much it leads."""
    program = state.game.program
    won = 0.0
    if state.over:
        winners = state.winners
        won = 2 * (seat in winners) / max(1, len(winners)) - 1
    if not program.ranking:
        return won, 0.0
    name, most = program.ranking[0]
    try:
        key = state.game.code(False).functions[name]
        keys = [int(key(state.v, state.z, who)) for who in range(program.players)]
    except (GameError, ArithmeticError, LookupError):
        return won, 0.0  # it cannot be worked out yet
    others = [other for who, other in enumerate(keys) if who != seat]
    lead = keys[seat] - max(others) if most else min(others) - keys[seat]
    return won, float(lead)
