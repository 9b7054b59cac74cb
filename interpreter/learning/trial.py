"""What a net is worth: games of a search with it against the search without, each with the same time for a choice."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass, replace
from functools import partial

from ..backend.native.learned_net import LearnedNet, SearchSetting, strength_words
from ..base.streams import game_seed
from ..bots import search
from ..bots.bot_seats import choose_option
from ..bots.by_name import Bot
from ..bots.learned import choose_by_search
from ..game.bots import bots_stream, random_choices
from ..game.game import Game
from ..seats.offers import offered
from ..study.counts.statistics import wilson_interval

RIVAL = 200  # iterations of the search that it plays against
TO_THE_END = 1_000  # decisions after which the net's value counts: what the game came to counts in its place
# how much the search follows what the net likes, and how many of its decisions are played before its value counts
SETTINGS = ((10.0, 0), (10.0, 8), (10.0, TO_THE_END))
LEAST_ITERATIONS, MOST_ITERATIONS = 20, 5_000
TIMED = 16  # decisions that tell how long a choice takes
MOST_DECISIONS = 2_000  # of a game; a longer one is shared by all


@dataclass(frozen=True, slots=True)
class Strength:
    """The share of games that one seat wins against a bot at all others, and its interval at 95 %; even: its due."""

    against: str
    games: int
    share: float
    low: float
    high: float
    even: float

    @property
    def words(self) -> str:
        """As a sentence without its end."""
        return strength_words(**asdict(self))


def with_net(game: Game, net: LearnedNet) -> Game:
    """Return the game with a net that no file has yet."""
    made = Game(game.program, game.looks)
    made.__dict__["learned_net"] = net
    return made


def rival(iterations: int = RIVAL) -> Bot:
    """The search that a net has to beat."""
    return Bot(f"search:{iterations}", partial(search.choose, iterations=iterations))


EXPERT = Bot("expert", choose_by_search)


def fit_to_time(game: Game, net: LearnedNet, seed: int) -> list[LearnedNet]:
    """Return the net with each way of searching, with as many iterations as take as long as the rival."""
    moments = decisions_of(game, seed)
    wanted = seconds_of(rival(), game, moments)
    found = []
    for heat, ahead in SETTINGS:
        made = replace(net, search=SearchSetting(heat, ahead, RIVAL))
        taken = seconds_of(EXPERT, with_net(game, made), moments)
        iterations = min(MOST_ITERATIONS, max(LEAST_ITERATIONS, round(RIVAL * wanted / taken)))
        found.append(replace(made, search=SearchSetting(heat, ahead, iterations)))
    return found


def decisions_of(game: Game, seed: int) -> list[tuple[int, int, list[tuple[int, int]]]]:
    """Some decisions of a random game: its seed, the seat, the choices before."""
    state, found = game.start(seed), []
    for decision, position in random_choices(state, bots_stream(seed), MOST_DECISIONS):
        if len(state.option_numbers(decision.seat, decision.site)) > 1:
            found.append((seed, decision.seat, [(link.seat, link.number) for link in state.choices()]))
        state.choose(decision[position], decision.seat)
    return found[:: max(1, len(found) // TIMED)][:TIMED]


def seconds_of(bot: Bot, game: Game, moments: list[tuple[int, int, list[tuple[int, int]]]]) -> float:
    """How long a bot takes for these decisions, in time of the processor, as the machine may be busy."""
    taken = 0.0
    for at, (seed, seat, choices) in enumerate([*moments[:1], *moments]):
        state = game.replayed(seed, choices)
        offered(state, seat)
        begun = time.thread_time()
        choose_option(bot, state, seat)
        if at > 0:  # the first choice of all waits for the game to be compiled
            taken += time.thread_time() - begun
    return max(taken, 1e-6)


def play_match(
    games: tuple[Game, Game],
    bots: tuple[Bot, Bot],
    count: int,
    seed: int,
) -> Strength:
    """One seat with the first bot, in its game, against all others with the second, in theirs; seats change."""
    players, won = games[0].players, 0.0
    for number in range(count):
        won += play_one(games, bots, game_seed(seed, number), number % players)
    low, high = wilson_interval(won, count)
    return Strength(bots[1].name, count, won / count, low, high, 1 / players)


def play_one(games: tuple[Game, Game], bots: tuple[Bot, Bot], seed: int, own: int) -> float:
    """What share of a game the first bot wins at its seat."""
    state = games[0].start(seed)
    other = state if games[1] is games[0] else games[1].start(seed)
    while not state.over and state.decisions < MOST_DECISIONS:
        seat, site = state.sites()[0]
        numbers = offered(state, seat)
        mine = seat == own
        number = numbers[0] if len(numbers) == 1 else choose_option(bots[not mine], state if mine else other, seat)
        for one in {id(state): state, id(other): other}.values():
            one.choose(one.option(site, number), seat)
    if not state.over:
        return 1 / len(games[0].program.names["player"])
    winners = state.winners or []
    return 1 / len(winners) if own in winners else 0.0 if winners else 1 / games[0].players
