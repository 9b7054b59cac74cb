"""The bot that plays random games: it gets the number of options and a random stream. Others: the room `bots`."""

from __future__ import annotations

from ..base.streams import BOTS, Stream, seed_stream, step


def random_bot(options: int, stream: Stream) -> int:
    """The position 0..options-1 of an option, each equally likely; always one draw, even from one option."""
    return stream.draw(options)


def bots_stream(seed: int, drawn: int = 0) -> Stream:
    """The bots' stream of a game's seed after `drawn` draws. Raises ValueError for a seed outside 0..2**63-1."""
    state = seed_stream(seed, BOTS)
    for _ in range(drawn):
        state = step(state)
    return Stream(state)
