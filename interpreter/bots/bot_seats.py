"""The bots at the seats of one game: choose for the seat whose turn it is."""

from __future__ import annotations

from collections.abc import Sequence

from ..game.bots import bots_stream, random_bot
from ..game.state import State
from ..seats.offers import offered
from .by_name import Bot
from .knowledge import knowledge


class BotSeats:
    """The bots of a game at its current state; None for a seat of a person.

    Random bots share the bots' stream and draw once for each decision, as in random games. All others choose by what
    their seat knows.
    """

    def __init__(self, bots: Sequence[Bot | None], state: State) -> None:
        self.bots = bots
        drawn = sum(not self.thinks(link.seat) for link in state.choices() if bots[link.seat] is not None)
        self.random = bots_stream(state.seed, drawn)

    def thinks(self, seat: int) -> bool:
        bot = self.bots[seat]
        return bot is not None and bot.thinks

    def choose(self, state: State, seat: int) -> int:
        """The position of the option that a seat's bot chooses."""
        numbers = state.option_numbers(seat, dict(state.sites())[seat])
        bot = self.bots[seat]
        if bot is None or not bot.thinks:
            return random_bot(len(numbers), self.random)
        if len(numbers) == 1:
            return 0
        return numbers.index(choose_option(bot, state, seat))


def choose_option(bot: Bot, state: State, seat: int, seed: int | None = None) -> int:
    """Return the number of the option that a bot chooses for a seat that has to decide; `seed` as in `knowledge`.

    Here a random bot draws from a stream of its seat's own, too.
    """
    return offered(state, seat)[bot.choose(knowledge(state, seat, seed))]
