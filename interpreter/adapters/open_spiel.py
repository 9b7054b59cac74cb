"""Rulesets as OpenSpiel games (the extra `openspiel`). See docs/adapters.md.

register() makes one known to pyspiel; then pyspiel.load_game(name) gives it, with explicit chance, simultaneous
decisions seat by seat, information states from the seats' logs, and the actions of actions.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from ..base.errors import GameError, extra
from ..base.streams import Stream, thinking_stream
from ..bots.bot_seats import choose_option
from ..bots.by_name import bot
from ..front.api import Ruleset
from ..game.game import Game
from ..game.state import State
from ..program.trees import has_chance
from ..sampling.histories import Sampler
from ..seats.actions import Actions
from ..seats.observation import Observation
from ..seats.render import table_of
from ..seats.view import view
from ..seats.visibility import ONLOOKER
from ..solving.tree import CHANCE, DECISION, TERMINAL, Node, begin

PACKAGES = "open_spiel numpy"
pyspiel: Any = extra("pyspiel", PACKAGES)
numpy: Any = extra("numpy", PACKAGES)

LONGEST = 20_000
GAMES_TRIED = 100
MARKS = 96  # the bits of the hash in an information state tensor


def register(
    ruleset: Ruleset,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    name: str | None = None,
    payoffs: tuple[float, float] | None = None,
    longest: int = LONGEST,
) -> str:
    """Register a ruleset with pyspiel; return its short name there: `stammtisch_<id>` unless `name` is given.

    `payoffs` are the least and the greatest that a player can get, where the ruleset has a `payoff` of its own (without
    them pyspiel is told that there is no limit); `longest` is the greatest number of decisions and chance events.
    Whether all payoffs add up to the same is found out by playing GAMES_TRIED random games, and checked at every end.
    Raises UsageError as Ruleset.game does.
    """
    game = ruleset.game(players, dict(options or {}))
    short = name or f"stammtisch_{''.join(c if c.isalnum() else '_' for c in ruleset.id)}"
    utility, total = utility_of(game)
    kind = pyspiel.GameType
    game_type = kind(
        short_name=short,
        long_name=game.name,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if has_chance(game.program) else kind.ChanceMode.DETERMINISTIC,
        information=getattr(kind.Information, "IMPERFECT_INFORMATION" if hides(game) else "PERFECT_INFORMATION"),
        utility=getattr(kind.Utility, utility),
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=game.players,
        min_num_players=game.players,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
    )
    actions = Actions(game)
    low, high = payoffs or default_payoffs(game)
    limits = {"min_utility": low, "max_utility": high}
    if utility in ("ZERO_SUM", "CONSTANT_SUM"):
        limits["utility_sum"] = total
    info = pyspiel.GameInfo(
        num_distinct_actions=actions.size,
        max_chance_outcomes=most_results(game),
        num_players=game.players,
        max_game_length=longest,
        **limits,
    )
    observation = Observation(game)

    class RegisteredGame(StammtischGame):  # pyspiel makes games from a class
        """The game class of this ruleset."""

        def __init__(self, params: Any = None) -> None:
            super().__init__(game_type, info, params or {})
            self.game, self.actions, self.observation = game, actions, observation
            self.total = limits.get("utility_sum")

    pyspiel.register_game(game_type, RegisteredGame)
    return short


class StammtischGame(pyspiel.Game):  # type: ignore[misc]
    """A ruleset for a number of players and settings; `total` is the sum of all payoffs, None if it varies."""

    game: Game
    actions: Actions
    observation: Observation
    total: float | None

    def new_initial_state(self) -> StammtischState:
        """The root of the game."""
        return StammtischState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """An observer; see Observer. Raises ValueError where there are parameters."""
        if params:
            raise ValueError(f"an observer takes no parameters: {params}")
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class StammtischState(pyspiel.State):  # type: ignore[misc]
    """One history. `node` is the node of the game's tree; nodes never change, so copies share them."""

    def __init__(self, game: StammtischGame) -> None:
        super().__init__(game)
        self.node = begin(game.game)

    def current_player(self) -> int:
        """The player that decides; chance and the end have numbers of their own."""
        if self.node.kind == DECISION:
            return self.node.seat
        return int(pyspiel.PlayerId.CHANCE if self.node.kind == CHANCE else pyspiel.PlayerId.TERMINAL)

    def moves(self) -> dict[int, int]:
        """The legal actions of the player that decides, ascending, with the position of each child."""
        node = self.node
        places = {number: position for position, number in enumerate(node.numbers)}
        legal = self.get_game().actions.legal(node.state, node.seat)
        return {action: places[number] for action, number in legal.items()}

    def _legal_actions(self, player: int) -> list[int]:
        """The legal actions, ascending."""
        return list(self.moves()) if self.node.kind == DECISION and player == self.node.seat else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The results of chance, numbered from 0, all equally likely."""
        return [(position, self.node.probability) for position in range(self.node.results)]

    def _apply_action(self, action: int) -> None:
        """Move on to the next history."""
        self.node = self.node.child(action if self.node.kind == CHANCE else self.moves()[action])
        if self.node.kind == TERMINAL:
            self.check_total()

    def check_total(self) -> None:
        """Raise GameError if the payoffs do not add up to what pyspiel was given."""
        total = self.get_game().total
        if total is not None and abs(sum(self.node.payoffs) - total) > 1e-9:
            raise GameError(f"the payoffs do not add up to {total}: {self.node.payoffs}")

    def _action_to_string(self, player: int, action: int) -> str:
        """An action in words."""
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action + 1}"
        return str(self.get_game().actions.texts[action])

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.node.kind == TERMINAL

    def returns(self) -> list[float]:
        """The payoffs; 0 for all while the game runs."""
        node = self.node
        return [float(pay) for pay in node.payoffs] if node.kind == TERMINAL else [0.0] * node.state.game.players

    def resample_from_infostate(self, player: int, random: Callable[[], float]) -> StammtischState:
        """Sample another history with the same information state of a player, for OpenSpiel's bots.

        random: gives numbers from 0 to 1. Raises GameError where none was found in sampling.histories.STEPS steps.
        """
        sampler = sampler_of(self.node, player)
        sampler.stream = Stream(thinking_stream(int(random() * (1 << 53)), player, 0))
        found = sampler.draw()
        if found is None:
            raise GameError(f"found no other history that looks the same to player {player + 1}")
        other = StammtischState(self.get_game())
        other.node = node_of(begin(self.get_game().game), found)
        return other

    def __str__(self) -> str:
        """The positions of all choices and chance results so far."""
        return " ".join(map(str, self.node.history())) or "start"


@lru_cache(maxsize=4)
def sampler_of(node: Node, player: int) -> Sampler:
    """The sampler of other histories for a player, cached for its decision."""
    return Sampler(node.state, player)


def node_of(node: Node, state: State) -> Node:
    """The node of a state's history, from the root on."""
    chances = [found for _, _, found, _ in state.log.chances_since()] if state.log is not None else []
    choices = state.choices()
    while chances if node.kind == CHANCE else choices and node.kind == DECISION:
        if node.kind == CHANCE:
            node = node.child(chances.pop(0))
        else:
            # who decides together may have been asked in another order
            link = next(link for link in choices if link.seat == node.seat)
            choices.remove(link)
            node = node.child(node.numbers.index(link.number))
    return node


class StammtischBot(pyspiel.Bot):  # type: ignore[misc]
    """One of our bots (random, greedy, search, search:N) as a pyspiel bot, for games made here.

    Raises UsageError where there is no such bot, or it cannot play the game.
    """

    def __init__(self, game: StammtischGame, player: int, name: str = "search", seed: int = 0) -> None:
        super().__init__()
        self.bot, self.player, self.seed = bot(name), player, seed
        self.bot.require(game.game)

    def step(self, state: StammtischState) -> int:
        """The action that the bot takes."""
        number = choose_option(self.bot, state.node.state, self.player, self.seed)
        legal: dict[int, int] = state.get_game().actions.legal(state.node.state, self.player)
        return next(action for action, own in legal.items() if own == number)

    def restart_at(self, state: StammtischState) -> None:
        """Do nothing: the bot remembers nothing from one decision to the next."""


class Observer:
    """The observation of a player, as text and as a tensor.

    The tensor has the player, the view in numbers, and for perfect recall the bits of the information state's hash.
    """

    def __init__(self, game: StammtischGame, kind: Any) -> None:
        self.game, self.kind = game, kind
        self.private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        sizes = {"player": game.game.players, "view": game.observation.size}
        if kind.perfect_recall:
            sizes["information"] = MARKS
        self.tensor = numpy.zeros(sum(sizes.values()), numpy.float32)
        self.dict: dict[str, Any] = {}
        start = 0
        for part, size in sizes.items():
            self.dict[part] = self.tensor[start : start + size]
            start += size

    def set_from(self, state: StammtischState, player: int) -> None:
        """Fill the tensor with a player's observation."""
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        node = state.node
        if node.kind != CHANCE:
            shown = view(node.state, player if self.private else ONLOOKER)
            self.dict["view"][:] = self.game.observation.numbers({**shown, "seat": player})
        if "information" in self.dict:
            seat = player if self.private else ONLOOKER
            digest = int.from_bytes(node.memory(seat).hash.digest(), "big")
            self.dict["information"][:] = [digest >> bit & 1 for bit in range(MARKS)]

    def string_from(self, state: StammtischState, player: int) -> str:
        """A player's observation as text."""
        node = state.node
        if self.kind.perfect_recall:
            return node.information(player if self.private else ONLOOKER)
        if node.kind == CHANCE:
            return "chance decides" if self.kind.public_info else ""
        public = self.lines(node, ONLOOKER)
        if not self.private:
            return "\n".join(public)
        own = self.lines(node, player)
        return "\n".join(own if self.kind.public_info else [line for line in own if line not in public])

    def lines(self, node: Node, seat: int) -> list[str]:
        """The table as a seat sees it."""
        return table_of({**view(node.state, seat), "seat": ONLOOKER})


def utility_of(game: Game) -> tuple[str, float]:
    """The kind of utility in pyspiel's terms, from random games, and the sum of all payoffs."""
    ends = [state.payoffs for state in map(game.played, range(GAMES_TRIED)) if state.over]
    sums = {round(sum(payoffs), 9) for payoffs in ends}
    if all(len(set(payoffs)) == 1 for payoffs in ends) and len(sums) > 1:
        return "IDENTICAL", 0.0
    if len(sums) == 1:
        total = sums.pop()
        return ("ZERO_SUM", 0.0) if total == 0 else ("CONSTANT_SUM", total)
    return "GENERAL_SUM", 0.0


def default_payoffs(game: Game) -> tuple[float, float]:
    """The least and greatest payoff if a victory counts 1; unlimited if the ruleset has its own payoff."""
    if game.program.payoff:
        return float("-inf"), float("inf")
    return (-1.0 if game.players == 2 else 0.0), 1.0


def most_results(game: Game) -> int:
    """A bound for the number of results of one draw: of cards and their places, members of a thing, or numbers."""
    program = game.program
    known = max([len(program.cards) + 1, *map(len, program.names.values())])
    ranges = [slot.high - slot.low + 1 for slot in program.ints if slot.declared]
    return max([known, *ranges])


def hides(game: Game) -> bool:
    """Whether anything may ever be hidden from a player."""
    program = game.program
    everyone = (1 << game.players) - 1
    if program.groups or any(site.secret for site in program.sites):
        return True
    if any(slot.declared and slot.see != everyone for slot in program.ints):
        return True
    zones = [slot for slot in program.lists[: program.zones] if slot.kind in ("set", "pile")]
    return any(slot.see.get(face, 0) != everyone for slot in zones for face in ("front", "back", "size"))
