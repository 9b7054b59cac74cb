"""Bots by name: `random`, `greedy`, `search`, `search:400`, `perfect`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from ..base.errors import UsageError
from ..base.similar import ask_if_meant
from ..game.compiled import CompiledGame
from ..game.game import Game
from . import greedy, learned, perfect, random, search
from .exact_play import exact_play, looks_small
from .knowledge import Knowledge, require_machine, require_net

HUMAN = "human"  # a seat without a bot
WORDS = ("random", "greedy", "search", "learned", "expert", "perfect")
NETS = ("learned", "expert")  # those that have learned a game
KNOWN = (
    f"a bot is random, greedy, search or search:N with N iterations (search is search:{search.ITERATIONS}), "
    "learned or expert where a game was learned, or perfect where it is small"
)


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
        if self.name.partition(":")[0] in NETS:
            require_net(game, self.name)
        elif self.name == "perfect":
            exact_play(game)
        elif self.thinks:
            require_machine(game, self.name)


def bot(text: str) -> Bot:
    """The bot of a name. Raises UsageError, with suggestions, if there is none."""
    name, colon, strength = (part.strip() for part in text.casefold().partition(":"))
    if name == "search":
        return search_bot(text, strength) if colon else Bot("search", search.choose)
    if name == "expert" and colon:
        iterations = read_iterations(text, name, strength)
        return Bot(f"expert:{iterations}", partial(learned.choose_by_search, iterations=iterations))
    if name in WORDS and colon:
        raise UsageError(f"{text}: only search and expert take a number, for example search:{search.ITERATIONS}")
    if name == "learned":
        return Bot(name, learned.choose)
    if name == "expert":
        return Bot(name, learned.choose_by_search)
    if name == "random":
        return Bot(name, random.choose)
    if name == "greedy":
        return Bot(name, greedy.choose)
    if name == "perfect":
        return Bot(name, perfect.choose)
    raise UsageError(f"there is no bot '{text}': {ask_if_meant(name, WORDS, KNOWN, 'did you mean {}?')}")


def search_bot(text: str, strength: str) -> Bot:
    """Return `search` with a number of iterations. Raises UsageError for anything else."""
    iterations = read_iterations(text, "search", strength)
    return Bot(f"search:{iterations}", partial(search.choose, iterations=iterations))


def read_iterations(text: str, name: str, strength: str) -> int:
    """The number of iterations behind a bot's name. Raises UsageError for anything else."""
    whole = strength.isascii() and strength.isdigit() and len(strength) < 10
    if not whole or not 1 <= int(strength) <= search.MOST_ITERATIONS:
        many = f"from 1 to {search.MOST_ITERATIONS:,}"
        raise UsageError(f"{text}: after {name}: write a number of iterations {many}, for example {name}:400")
    return int(strength)


def strongest(game: Game) -> str:
    """The name of the strongest bot that can play a game."""
    if looks_small(game):
        try:
            exact_play(game)
            return "perfect"
        except UsageError:
            pass
    if game.searching is None:
        return "random"
    return "expert" if game.net is not None else "search"


def timed_search(seconds: float) -> Bot:
    """Return `search` for so many seconds a decision."""
    return Bot("search", partial(search.choose_within, seconds=seconds))
