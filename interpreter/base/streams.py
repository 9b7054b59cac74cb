"""The three random streams of a game: seeding and one draw.

The generator is the 128-bit multiplicative congruential generator "lehmer64"; docs/random.md has the measurements
behind the choice, the exact algorithm, a C version and test vectors. The whole state of a stream is one int, so copying
a stream is copying a number.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

GAME = 0
BOTS = 1
SAMPLING = 2

MULTIPLIER = 0xDA942042E4DD58B5
MAX_CHOICES = 1 << 20

_MASK64 = (1 << 64) - 1
_MASK128 = (1 << 128) - 1
_SEED_LIMIT = 1 << 63
_GOLDEN = 0x9E3779B97F4A7C15


def _mix(seed: int, position: int) -> int:
    """Output number `position` (counted from 1) of the SplitMix64 generator started at `seed`: a 64-bit number."""
    z = (seed + position * _GOLDEN) & _MASK64
    z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & _MASK64
    z = ((z ^ z >> 27) * 0x94D049BB133111EB) & _MASK64
    return z ^ z >> 31


def _check_whole(name: str, value: object) -> None:
    """Raise ValueError unless `value` is a whole number from 0 to 2**63 - 1; `name` is what the message calls it."""
    if type(value) is not int or not 0 <= value < _SEED_LIMIT:
        raise ValueError(f"the {name} must be a whole number from 0 to {_SEED_LIMIT - 1}, not {value!r}")


def is_state(value: object) -> bool:
    """Whether `value` can be the state of a stream: an odd int, 0 < value < 2**128."""
    return type(value) is int and 0 < value <= _MASK128 and value % 2 == 1


def seed_stream(seed: int, stream: int) -> int:
    """The starting state of one random stream of a game.

    `seed` is the seed of the game, 0 <= seed < 2**63; `stream` is GAME, BOTS or SAMPLING.
    The result is an odd int below 2**128. Raises ValueError for another seed or stream.
    """
    _check_whole("seed", seed)
    if type(stream) is not int or not GAME <= stream <= SAMPLING:
        raise ValueError(f"there is no random stream {stream!r}: use 0 (game), 1 (bots) or 2 (sampling)")
    key = _mix(seed, 1)
    # The generator needs an odd state: an even one would fall into a shorter and weaker cycle.
    return _mix(key, 2 * stream + 1) << 64 | _mix(key, 2 * stream + 2) | 1


def game_stream(seed: int) -> int:
    """`seed_stream` of GAME, faster: `_mix` is written out, as this is done once a game."""
    if type(seed) is not int or not 0 <= seed < _SEED_LIMIT:
        _check_whole("seed", seed)
    key = seed + 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF
    key = (key ^ key >> 30) * 0xBF58476D1CE4E5B9 & 0xFFFFFFFFFFFFFFFF
    key = (key ^ key >> 27) * 0x94D049BB133111EB & 0xFFFFFFFFFFFFFFFF
    key ^= key >> 31
    upper = key + 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF
    upper = (upper ^ upper >> 30) * 0xBF58476D1CE4E5B9 & 0xFFFFFFFFFFFFFFFF
    upper = (upper ^ upper >> 27) * 0x94D049BB133111EB & 0xFFFFFFFFFFFFFFFF
    lower = key + 0x3C6EF372FE94F82A & 0xFFFFFFFFFFFFFFFF
    lower = (lower ^ lower >> 30) * 0xBF58476D1CE4E5B9 & 0xFFFFFFFFFFFFFFFF
    lower = (lower ^ lower >> 27) * 0x94D049BB133111EB & 0xFFFFFFFFFFFFFFFF
    return (upper ^ upper >> 31) << 64 | lower ^ lower >> 31 | 1


def game_seed(run_seed: int, number: int) -> int:
    """The seed of one game of a run of many games, the same whatever order the games are played in.

    `run_seed` and `number` (the first game is 0) are from 0 to 2**63 - 1, and so is the result.
    Raises ValueError for anything else.
    """
    _check_whole("seed", run_seed)
    _check_whole("number of the game", number)
    return _mix(_mix(run_seed, 2), number + 1) >> 1


def game_seeds(run_seed: int, numbers: Any) -> Any:
    """`game_seed` of each number of a NumPy array of uint64, as such an array."""
    mixed: Any = _mix(_mix(run_seed, 2), numbers + 1)
    return mixed >> 1


def thinking_stream(seed: int, seat: int, decision: int, request: int = 0) -> int:
    """The starting state of the stream for a bot's decision number `decision` (from 0) of its seat.

    It depends on nothing else: however long others think, or the game was interrupted, a bot chooses the same.
    `request` counts what is asked for in one decision, each from a stream of its own: 0 is the bot's own.
    Raises ValueError where the seed is not from 0 to 2**63 - 1.
    """
    _check_whole("seed", seed)
    key = _mix(_mix(_mix(seed, 3), seat + 1), decision + 1)
    return _mix(key, 2 * request + 1) << 64 | _mix(key, 2 * request + 2) | 1


def step(state: int) -> int:
    """The state after `state`, in a cycle of 2**126 states. No check: `state` must satisfy `is_state`."""
    return state * MULTIPLIER & _MASK128


def index(state: int, n: int) -> int:
    """The number from 0 to n - 1 that `state` stands for. No check: 1 <= n <= 2**20.

    One draw is `state = step(state); i = index(state, n)`.
    """
    return state * n >> 128


@dataclass(slots=True)
class Stream:
    """A random stream with its current state, for code that draws rarely; equal states make equal streams.

    Raises ValueError when `state` is not an odd whole number below 2**128.
    """

    state: int

    def __post_init__(self) -> None:
        if not is_state(self.state):
            message = "the state of a random stream must be an odd whole number below 2**128"
            raise ValueError(f"{message}, not {self.state!r}")

    def draw(self, n: int) -> int:
        """Advance the stream and return a whole number from 0 to n - 1, each equally likely.

        Raises ValueError unless 1 <= n <= 2**20; the stream then stays as it was.
        """
        if not 1 <= n <= MAX_CHOICES:
            raise ValueError(f"a random choice needs between 1 and {MAX_CHOICES} possibilities, not {n!r}")
        self.state = step(self.state)
        return index(self.state, n)

    def clone(self) -> Stream:
        """A separate stream that will draw the same numbers from here on."""
        return Stream(self.state)
