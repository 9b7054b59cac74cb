"""The random bot: it gets the number of options and a random stream. Other bots: the room `bots`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from ..base.streams import BOTS, Stream, seed_stream, step
from ..program.options import Decision


class Deciding(Protocol):
    """The interface of a running game (State) for a random bot."""

    decisions: int

    @property
    def over(self) -> bool: ...
    @property
    def decision(self) -> Decision: ...


def random_bot(options: int, stream: Stream) -> int:
    """The position 0..options-1 of an option, each equally likely; always one draw, even from one option."""
    return stream.draw(options)


def bots_stream(seed: int, drawn: int = 0) -> Stream:
    """The bots' stream of a game's seed after `drawn` draws. Raises ValueError for a seed outside 0..2**63-1."""
    state = seed_stream(seed, BOTS)
    for _ in range(drawn):
        state = step(state)
    return Stream(state)


def random_choices(state: Deciding, bots: Stream, most: int) -> Iterator[tuple[Decision, int]]:
    """The decisions of a game, each with the position of a random option; the caller must choose it.

    Ends with the game, or when `most` decisions lie behind it.
    """
    while not state.over and state.decisions < most:
        decision = state.decision
        yield decision, random_bot(len(decision), bots)
