"""Bots by name: `random`, `greedy`, `search`, `search:400`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from ..base.errors import UsageError
from ..base.similar import ask_if_meant
from ..game.compiled import CompiledGame
from . import greedy, random, search
from .knowledge import Knowledge, require_machine

HUMAN = "human"  # a seat without a bot
WORDS = ("random", "greedy", "search")
KNOWN = f"a bot is random, greedy, search or search:N with N iterations (search is search:{search.ITERATIONS})"


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot: its normal name, and the function that chooses a position in the view's options."""

    name: str
    choose: Callable[[Knowledge], int]

    @property
    def thinks(self) -> bool:
        """Whether it looks ahead, by samples."""
        return self.name != "random"

    def require(self, game: CompiledGame) -> None:
        """Raise UsageError if it cannot play a game."""
        if self.thinks:
            require_machine(game, self.name)


def bot(text: str) -> Bot:
    """The bot of a name. Raises UsageError, with suggestions, if there is none."""
    name, colon, strength = (part.strip() for part in text.casefold().partition(":"))
    if name == "search":
        return search_bot(text, strength) if colon else Bot("search", search.choose)
    if name in WORDS and colon:
        raise UsageError(f"{text}: only search takes a number, for example search:{search.ITERATIONS}")
    if name == "random":
        return Bot(name, random.choose)
    if name == "greedy":
        return Bot(name, greedy.choose)
    raise UsageError(f"there is no bot '{text}': {ask_if_meant(name, WORDS, KNOWN, 'did you mean {}?')}")


def search_bot(text: str, strength: str) -> Bot:
    """Return `search` with a number of iterations. Raises UsageError for anything else."""
    whole = strength.isascii() and strength.isdigit() and len(strength) < 10
    if not whole or not 1 <= int(strength) <= search.MOST_ITERATIONS:
        many = f"from 1 to {search.MOST_ITERATIONS:,}"
        raise UsageError(f"{text}: after search: write a number of iterations {many}, for example search:400")
    iterations = int(strength)
    return Bot(f"search:{iterations}", partial(search.choose, iterations=iterations))


def timed_search(seconds: float) -> Bot:
    """Return `search` for so many seconds a decision."""
    return Bot("search", partial(search.choose_within, seconds=seconds))
