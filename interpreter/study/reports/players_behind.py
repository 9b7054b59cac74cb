"""How good the players behind a report are: what each is bad at, and what was measured of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...backend.native.learned_net import strength_words
from ...bots.by_name import strongest
from ...bots.search import ITERATIONS
from ...game.game import Game

SELF_TAUGHT = "It knows only players like itself"
ABOUT = {
    "random": "chooses at random. It finds holes in the rules and extremes, and knows no good move: what wins here may "
    "lose between people.",
    "greedy": "takes what puts it ahead at once, and plans nothing.",
    "search": "plays {number} games out in its head for each choice. Beyond its first moves it believes that all "
    "play at random, and it reads nothing from bids.",
    "learned": "chooses by a net that has learned the game by playing against itself. " + SELF_TAUGHT + ".",
    "expert": "is a search that asks a net, which has learned the game by playing against itself. " + SELF_TAUGHT + ".",
    "perfect": "has worked out the whole game and cannot be beaten in the long run. It does not try to win more from "
    "weak players.",
}


def players_behind(played: Iterable[tuple[Game, Sequence[str]]]) -> list[tuple[str, str]]:
    """Each kind of player with a sentence about it, and a stronger one if no game here has it.

    played: the games with the bots at their seats; none are random choices.
    """
    found: dict[str, str] = {}
    best: dict[str, str] = {}
    for game, bots in played:
        for name in bots or ("random",):
            found.setdefault(name, about_bot(game, name))
        best.setdefault(game.name, strongest(game))
    for title, name in best.items():
        if name not in found:
            found[f"not here: {name}"] = f"The strongest bot for {title}; `--bots strongest` adds its games."
    return [*found.items()]


def about_bot(game: Game, name: str) -> str:
    """A sentence about a bot in a game, with its measured strength if it has learned that."""
    word, _, number = name.partition(":")
    said = ABOUT[word].format(number=f"{int(number or ITERATIONS):,}")
    if word == "expert" and game.learned_net is not None and game.learned_net.measured:
        said += f" Measured: it {strength_words(**game.learned_net.measured)}, with equal time for a choice."
    return said
