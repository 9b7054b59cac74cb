"""A bot's knowledge at one decision: everything its seat knows, and nothing else.

The true state stays behind functions that are made here, at the boundary; no part of what a bot gets leads to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple

from ..backend.native import available
from ..backend.native.belief import Belief
from ..backend.native.mixture import ends_needed, mixture
from ..backend.native.running_module import Trap
from ..backend.native.search_results import OptionResult
from ..backend.native.writing.layout import Unfit
from ..backend.outcome import payoffs_of
from ..base.captions import sentence
from ..base.errors import GameError, UsageError
from ..base.languages.catalogues import mark
from ..base.streams import Stream, thinking_stream
from ..game.compiled import CompiledGame
from ..game.state import State
from ..program.trees import has_chance
from ..sampling.program_analysis import analysis_of
from ..sampling.sampler import belief
from ..seats.offers import offered
from ..seats.view import seen, view
from .exact_play import exact_play, history_of

if TYPE_CHECKING:
    from ..backend.native import Machine
    from ..backend.native.net import Net

MOST = 100_000  # decisions of a playout
ENDS = 250  # of games from the beginning, for an iteration of a search: they share most of their way
THINKING, LEARNED, EXPERT = "a bot that thinks", "learned", "expert"


class KnowledgeSource(NamedTuple):
    """The interface of what answers for a Knowledge."""

    view: Callable[[], dict[str, Any]]
    log: Callable[[], list[dict[str, Any]]]
    samples: Callable[[int], list[State]]
    after: Callable[[State, int], State]
    playouts: Callable[[State, int, int], list[float]]
    search: Callable[[int], list[OptionResult]]
    mixture: Callable[[int], list[float] | None]
    standings: Callable[[int], list[float]]
    learned_shares: Callable[[], list[float]]
    search_by_net: Callable[[int | None], list[OptionResult]]
    exact_shares: Callable[[], list[float]]


class Knowledge:
    """One decision as its seat knows it; each part is computed when it is first read.

    seat: from 0; players: how many there are. count: how many options there are. random: the bot's own random stream,
    which depends on the seed of the game, the seat and the number of the seat's decision only.
    """

    def __init__(self, seat: int, players: int, options: int, random: Stream, asked: KnowledgeSource) -> None:
        self.seat, self.players, self.count, self.random = seat, players, options, random
        self._asked = asked

    @cached_property
    def view(self) -> dict[str, Any]:
        """What the seat sees and remembers, as State.view."""
        return self._asked.view()

    @property
    def options(self) -> list[dict[str, Any]]:
        """The options of the view's decision: words, text, kind, value, attributes of a card. See docs/api.md."""
        found: list[dict[str, Any]] = self.view["decision"]["options"]
        return found

    @cached_property
    def log(self) -> list[dict[str, Any]]:
        """The log as the seat saw it, as State.seen."""
        return self._asked.log()

    def samples(self, number: int) -> list[State]:
        """So many states, without a log, that the seat cannot tell from the true one, each with chance of its own."""
        return self._asked.samples(number)

    def after(self, sample: State, position: int) -> State:
        """A copy of a sample in which the option at this position has been chosen. Raises GameError as State.choose."""
        return self._asked.after(sample, position)

    def playouts(self, sample: State, position: int, number: int) -> list[float]:
        """The mean payoff of each seat in a number of random games after an option."""
        """The mean payoff of each seat (State.payoffs) if so many games continue at random after an option.

        sample: one of `samples`; position: of the option in `options`.
        """
        return self._asked.playouts(sample, position, number)

    def search(self, iterations: int) -> list[OptionResult]:
        """The result of so many search iterations for each option, in the order of `options`."""
        return self._asked.search(iterations)

    def mixture(self, iterations: int) -> list[float] | None:
        """How likely each option is in a strategy that mixes, in the order of `options`: so a search bluffs.

        It is learned by games from the beginning, in a time like that of a search of so many iterations or a few times
        that. None where nothing is hidden, where one's gain is not the others' loss, or the game is too large.
        """
        return self._asked.mixture(iterations)

    def learned_shares(self) -> list[float]:
        """How likely the net takes each option, in the order of `options`.

        It mixes where something is hidden or players choose at once; elsewhere it takes what it values most.
        """
        return self._asked.learned_shares()

    def search_by_net(self, iterations: int | None = None) -> list[OptionResult]:
        """As `search`, with the net that has learned the game; as many iterations as it was measured with, if None."""
        return self._asked.search_by_net(iterations)

    def standings(self, samples: int) -> list[float]:
        """The seat's mean lead right after each option, over so many samples.

        Ahead of the best of the others, in what `winner:` names first (in the score where that is a list); a game that
        is over then counts far more. Where there is no such number right after some option, what is told of all is the
        payoff of random games; nan where the rules fail.
        """
        return self._asked.standings(samples)

    def exact_shares(self) -> list[float]:
        """How likely each option is in exact play, in the order of `options`.

        Raises UsageError where the game is too large for that.
        """
        return self._asked.exact_shares()


def knowledge(state: State, seat: int, seed: int | None = None) -> Knowledge:
    """Return the knowledge of a seat that has to decide. Without a log the seat remembers nothing.

    seed: of the bot's streams, if it is not that of the game.
    """
    made = KnowledgeBoundary(state, seat, state.seed if seed is None else seed)
    site = dict(state.sites())[seat]
    options = len(set(state.option_numbers(seat, site)))
    asked = KnowledgeSource(
        lambda: view(state, seat),
        lambda: seen(state, seat),
        lambda number: made.samples(number),
        lambda sample, position: made.after(sample, position),
        lambda sample, position, number: made.playouts(sample, position, number),
        lambda iterations: made.search(iterations),
        lambda iterations: made.mixture(iterations),
        lambda samples: made.standings(samples),
        lambda: made.learned_shares(),
        lambda iterations: made.search_by_net(iterations),
        lambda: made.exact_shares(),
    )
    return Knowledge(seat, state.game.players, options, Stream(made.stream()), asked)


def require_machine(game: CompiledGame, what: str) -> Machine:
    """Return the machine for samples and searches. Raises UsageError, naming `what` needs it, if unavailable."""
    if game.searching is not None:
        return game.searching
    if not available():
        raise UsageError(
            sentence(mark("{what} needs wasmtime, which is not installed: pip install wasmtime"), what=what)
        )
    raise UsageError(
        sentence(mark("{what} needs native play, and {game} is too large for it"), what=what, game=game.name)
    )


def require_net(game: CompiledGame, what: str) -> Net:
    """Return the net that has learned a game. Raises UsageError, naming `what` needs it, if there is none."""
    require_machine(game, what)
    if game.net is None:
        raise UsageError(
            sentence(
                mark("{what} has not learned {game} by these rules for {players} players: stammtisch learn {ruleset}"),
                what=what,
                game=game.name,
                players=game.players,
                ruleset=game.program.ruleset,
            )
        )
    return game.net


def proves_ends(game: CompiledGame) -> bool:
    """Whether the end of a game is a proof for a search: two players, a victory or none, nothing hidden, no chance."""
    program = game.program
    if "proofs" not in game.visibility:
        proofs = program.players == 2 and not program.payoff and not has_chance(program)
        game.visibility["proofs"] = proofs and not analysis_of(game).hides_anything
    found: bool = game.visibility["proofs"]
    return found


def ends_to_mix(game: CompiledGame) -> int | None:
    """To how many ends a game is played before a search mixes; None where it does not: see `Knowledge.mixture`."""
    if "mixes" not in game.visibility:
        hides = game.players > 1 and analysis_of(game).hides_anything
        game.visibility["mixes"] = ends_needed(require_machine(game, THINKING)) if hides else None
    found: int | None = game.visibility["mixes"]
    return found


class KnowledgeBoundary:
    """Answers a bot's questions about one decision. It holds the true state, which a bot never gets."""

    def __init__(self, state: State, seat: int, seed: int) -> None:
        self.state, self.seat, self.seed = state, seat, seed
        self.own = sum(link.seat == seat for link in state.choices())
        self.requests = count()
        self.drew: dict[int, tuple[State, list[int]]] = {}  # the samples, each with the numbers of the options

    def stream(self) -> int:
        """The random stream of the next request."""
        return thinking_stream(self.seed, self.seat, self.own, next(self.requests))

    @cached_property
    def belief(self) -> Belief:
        """The seat's belief, laid out for samples."""
        return belief(self.state, self.seat)

    def machine(self) -> Machine:
        """The machine that samples, with this decision's belief loaded."""
        machine = require_machine(self.state.game, THINKING)
        machine.lay(self.belief)
        machine.draw_from(self.stream())
        return machine

    @contextmanager
    def game_errors(self) -> Iterator[None]:
        """Raise GameError for failures of the machine."""
        require_machine(self.state.game, THINKING)
        try:
            yield
        except (Trap, Unfit) as error:
            who = self.state.game.program.names["player"][self.seat]
            raise GameError(f"{who} cannot look ahead from here: {str(error).splitlines()[0]}") from error

    def samples(self, number: int) -> list[State]:
        with self.game_errors():
            return self.draw_samples(number)

    def draw_samples(self, number: int) -> list[State]:
        """Draw so many samples of the belief."""
        machine, found = self.machine(), []
        at = machine.place(1)
        for _ in range(number):
            machine.sample(at)
            v, z, random = machine.state(at)
            state = State(self.state.game, 0, random, False)
            state.v, state.z = v, z
            self.drew[id(state)] = state, machine.own_options(self.belief)
            found.append(state)
        return found

    def number(self, sample: State, position: int) -> int:
        """The number of an option in a sample."""
        return self.drew[id(sample)][1][position]

    def after(self, sample: State, position: int) -> State:
        state = sample.clone()
        state.choose(state.option(dict(state.sites())[self.seat], self.number(sample, position)), self.seat)
        return state

    def playouts(self, sample: State, position: int, number: int) -> list[float]:
        program = self.state.game.program
        with self.game_errors():
            machine = require_machine(self.state.game, THINKING)
            at = machine.place(1)
            machine.load(at, sample.v, sample.z, sample.random)
            machine.choose(at, self.seat, self.number(sample, position))
        sums = [0.0] * program.players
        for row in machine.rows(self.stream() >> 65, 0, number, MOST, at):
            # a game that fails or does not end counts 0 for everybody
            for seat, payoff in enumerate(payoffs_of(program, row) if row else ()):
                sums[seat] += payoff / number
        return sums

    def search(self, iterations: int) -> list[OptionResult]:
        with self.game_errors():
            machine = require_machine(self.state.game, THINKING)
            return machine.search(self.belief, self.seat, iterations, self.stream(), proves_ends(self.state.game))

    def mixture(self, iterations: int) -> list[float] | None:
        game, ends = self.state.game, ENDS * iterations
        machine = require_machine(game, THINKING)
        if self.state.log is None or (needed := ends_to_mix(game)) is None or ends < needed:
            return None
        shares = mixture(machine, self.seat, *history_of(self.state), ends, self.stream())
        return shares and self.as_offered(shares)

    def as_offered(self, shares: list[float]) -> list[float]:
        """What belongs to the seat's options by their numbers, in the order in which they are offered."""
        numbers = self.state.option_numbers(self.seat, dict(self.state.sites())[self.seat])
        found = dict(zip(numbers, shares, strict=True))
        return [found[number] for number in offered(self.state, self.seat)]

    def exact_shares(self) -> list[float]:
        return self.as_offered(exact_play(self.state.game).shares(self.state, self.seat))

    def learned_shares(self) -> list[float]:
        game = self.state.game
        with self.game_errors():
            qualities, shares = require_net(game, LEARNED).qualities(self.belief, self.seat, self.stream())
        if analysis_of(game).hides_anything:
            return shares
        best = qualities.index(max(qualities))
        return [float(at == best) for at in range(len(qualities))]

    def search_by_net(self, iterations: int | None) -> list[OptionResult]:
        with self.game_errors():
            game = self.state.game
            net = require_net(game, EXPERT)
            assert game.learned_net is not None
            setting = game.learned_net.search
            return net.search(
                self.belief, self.seat, iterations or setting.iterations, self.stream(), setting, proves_ends(game)
            )

    def standings(self, samples: int) -> list[float]:
        with self.game_errors():
            machine = require_machine(self.state.game, THINKING)
            return machine.standings(self.belief, self.seat, samples, self.stream())
