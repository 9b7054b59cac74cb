"""Bots by name: `random`, `greedy`, `search`, `search:400`, `perfect`; and levels of them, for people: `beginner`."""

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
STRONGEST = "strongest"
# who plays a level, from weak to strong; the last one is the strongest bot that can play the game
LEVELS = {"beginner": "search:10", "casual": "search:40", "advanced": "search:200", STRONGEST: ""}
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


def strongest(game: CompiledGame) -> str:
    """The name of the strongest bot that can play a game."""
    assert isinstance(game, Game)
    if looks_small(game):
        try:
            exact_play(game)
            return "perfect"
        except UsageError:
            pass
    if game.searching is None:
        return "random"
    return "expert" if game.net is not None else "search"


def bot_in(game: CompiledGame, text: str) -> Bot:
    """The bot of a name or of a level, which can play a game. Raises UsageError if there is none, or it cannot."""
    level = text.strip().casefold()
    if level == STRONGEST or (level in LEVELS and game.searching is None):
        return bot(strongest(game))
    found = bot(LEVELS.get(level, text))
    found.require(game)
    return found


def timed_bot(text: str, seconds: float) -> Bot:
    """The bot of a name; one that searches takes so many seconds for a choice, whatever its number says."""
    found = bot(text)
    ways = {"search": search.choose_within, "expert": learned.choose_within}
    way = ways.get(found.name.partition(":")[0])
    return found if way is None else Bot(found.name, partial(way, seconds=seconds))


def level_of(name: str) -> str:
    """The level that a bot plays for people, its name where it plays none."""
    if name in ("search", *NETS[1:], "perfect"):
        return STRONGEST
    return next((level for level, other in LEVELS.items() if other == name), name)
