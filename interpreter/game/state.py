"""Running states: plain data, decisions, results and copies. See docs/api.md."""

from __future__ import annotations

import hashlib
import json
import traceback
from typing import TYPE_CHECKING, Any, NoReturn

from ..backend.blocks import filename
from ..backend.runtime import draw
from ..base.errors import ChoiceError, GameError
from ..base.streams import BOTS, SAMPLING, index, seed_stream, step
from ..program import ir
from ..program.options import Decision, History, Option, option_of
from .log import Log

if TYPE_CHECKING:
    from .game import Game

SAVE_FORMAT = "stammtisch-save-1"
COPY, NEW = list.copy, object.__new__


class State:
    """A running game: plain data (v, z, random) and, unless log=False, the history and log of events.

    Simultaneous decisions: `pending` has several seats, and choose() takes them in any order.
    """

    __slots__ = (
        "game",
        "seed",
        "v",
        "z",
        "random",
        "events",
        "log",
        "history",
        "asked",
        "_code",
        "_drawn",
        "decisions",
        "run",
        "waiting",
        "past",
    )

    def __init__(self, game: Game, seed: int, random: int, log: bool) -> None:
        self.game, self.seed, self.random = game, seed, random
        program = game.program
        self.v = [0] * len(program.ints)
        self.z = [slot.start[:] for slot in program.lists]
        self.events: list[tuple[Any, ...]] = []
        self._drawn: list[tuple[int, int, int]] = []
        self.log: Log | None = Log() if log else None
        self.history: History | None = None
        self.asked: Decision | None = None  # the first pending decision, once it has been read
        self._code = game.code(log)
        self.decisions = 0
        self.run: Any = None
        self.waiting: Any = None
        self.past: list[int] = []

    def __getattr__(self, name: str) -> Any:
        """The history of a state that was kept in a generator is made when it is read: see live.py."""
        if name != "history":
            raise AttributeError(f"a State has no {name}")
        again = self.game.begun(self.seed)
        for position in self.past:
            again.choose(position)
        self.history = again.history
        return self.history

    # -- what generated code uses

    def chance(self, n: int) -> int:
        """A chance result 0..n-1 from the game's stream; no draw if there is one possibility."""
        if n == 1:
            return 0
        self.random = step(self.random)
        found = index(self.random, n)
        if self.log is not None:
            self._drawn.append((len(self.events), n, found))
        return found

    def pick(self, items: list[int]) -> int:
        """The position of one of these, by chance."""
        return self.chance(len(items))

    def position(self, n: int) -> int:
        """Where a card goes into a pile: one of n places, counted from the bottom from 0, by chance."""
        return self.chance(n)

    def draw(self, zone: list[int], parts: list[int] | None, message: str) -> int:
        """Removes and gives the top card of a zone; from an unordered part one of its cards by chance."""
        return draw(self, zone, parts, message)

    def _advance(self, block: int) -> None:
        self.asked = None
        blocks, v, z = self._code.blocks, self.v, self.z
        passes = 0
        try:
            while block >= 0:
                block = blocks[block](self, v, z)
                passes += 1
                if passes > ir.MOST_PASSES:
                    raise GameError("the game goes on for ever without a decision", self._node(block))
        except GameError as error:
            raise GameError(error.message, error.node if error.node >= 0 else self._node_of(error)) from None
        except ValueError as error:
            if "not in list" in str(error):
                raise GameError("a card is moved that does not lie there", self._node_of(error)) from None
            self._crash(error)
        except Exception as error:
            self._crash(error)
        if self.log is not None:
            self.log.add(self.events, self._drawn)
            self.events, self._drawn = [], []

    def _node(self, block: int) -> int:
        return self.game.program.blocks[block].node if 0 <= block < len(self.game.program.blocks) else -1

    def _node_of(self, error: BaseException) -> int:
        """The step whose generated lines raised the error."""
        name = filename(self.game.program)
        found = -1
        for frame in traceback.extract_tb(error.__traceback__):
            if frame.filename == name and frame.lineno is not None:
                found = self._code.lines.get(frame.lineno, found)
        return found

    def _crash(self, error: Exception) -> NoReturn:
        """An unexpected Python error in generated code, as an error that names the ruleset's line."""
        node = self._node_of(error)
        place = self.place(node)
        raise GameError(
            f"{place}: internal error in the generated code: {type(error).__name__}: {error}", node
        ) from error

    def place(self, node: int) -> str:
        """file:line and words of a step, for messages."""
        if not 0 <= node < len(self.game.program.nodes):
            return self.game.program.ruleset
        step_ = self.game.program.nodes[node]
        return f"{step_.file}:{step_.line} {step_.words}"

    # -- decisions

    @property
    def over(self) -> bool:
        """True when the game has ended."""
        return self.v[ir.PC] < 0

    def sites(self) -> list[tuple[int, int]]:
        """(seat, site number) of everybody who has to decide now, in seat order of the ruleset."""
        pc = self.v[ir.PC]
        if pc < 0:
            return []
        site = self._code.asks.get(pc)
        if site is not None:
            return [(self._code.seats[site](self.v, self.z), site)]
        group = self.game.program.groups[self.game.program.blocks[pc].body[-1][1]]
        return [(seat, group.sites[self.v[group.stage + seat]]) for seat in self.z[group.pending]]

    @property
    def pending(self) -> dict[int, Decision]:
        """seat -> its decision; several when they decide simultaneously; empty when the game is over."""
        return {seat: self._decision(seat, site) for seat, site in self.sites()}

    @property
    def decision(self) -> Decision:
        """The first pending decision. Raises ChoiceError when the game is over."""
        if self.asked is None:
            sites = self.sites()
            if not sites:
                raise ChoiceError("the game is over: nothing is left to decide")
            self.asked = self._decision(*sites[0])
        return self.asked

    def option_numbers(self, seat: int, site: int) -> list[int]:
        """The numbers of the legal options. Raises GameError if there are none."""
        found = self._code.options[site](self.v, self.z, seat)
        if not found:
            site_ = self.game.program.sites[site]
            who = self.game.program.names["player"][seat]
            hint = "say what happens with `if impossible:`"
            raise GameError(f"{self.place(site_.node)}: there is nothing to choose for {who}; {hint}", site_.node)
        return found

    def _decision(self, seat: int, site: int) -> Decision:
        return Decision(seat, self.game.program.sites[site], self.option_numbers(seat, site))

    def option(self, site: int, number: int) -> Option:
        """The option of that number at a decision (legal or not). Raises ChoiceError if no such number exists."""
        return option_of(self.game.program.sites[site], number)

    def choose(self, option: Option | int, seat: int | None = None) -> None:
        """Takes an option (an Option, or its position in decision.options) for a seat (the first pending one if None).

        Raises ChoiceError if it is not offered, GameError if the rules then fail; the state stays as it was.
        """
        asked = self.decision
        if seat is not None and seat != asked.seat:
            sites = dict(self.sites())
            if seat not in sites:
                raise ChoiceError(f"player {seat + 1} has nothing to decide now")
            asked = self._decision(seat, sites[seat])
        numbers = asked.numbers
        if isinstance(option, Option):
            if option.number not in numbers:
                words = self.refusal(option.number, asked.seat) or "it is not among the options"
                raise ChoiceError(f"that option is not offered: {words}")
            position = numbers.index(option.number)
        elif isinstance(option, int) and not isinstance(option, bool) and 0 <= option < len(numbers):
            position = option
        else:
            raise ChoiceError(f"there is no option {option!r}: choose 0 to {len(numbers) - 1}")
        self._take(asked, position)

    def _take(self, asked: Decision, position: int) -> None:
        seat, site, numbers = asked.seat, asked.of.number, asked.numbers
        number = numbers[position]
        kept = self.v, self.z, self.random, self.log.copy() if self.log is not None else None
        self.own()
        try:
            if self.log is not None:
                self.log.choose(seat, site, number, numbers)
            self._advance(self._code.applies[site](self, self.v, self.z, number, seat))
        except BaseException:
            self.v, self.z, self.random, self.log = kept
            self.events, self._drawn, self.asked = [], [], None
            raise
        self.history = History(self.history, seat, site, number, position, len(numbers))
        self.decisions += 1

    def refusal(self, number: int, seat: int | None = None) -> str:
        """The words of the first named condition that refuses an option of that number, "" if none does."""
        for who, site in self.sites():
            if seat is None or who == seat:
                return self._code_of_tests(site, number, who)
        return ""

    def _code_of_tests(self, site: int, number: int, seat: int) -> str:
        from .explain import first_refusal

        return first_refusal(self, site, number, seat)

    # -- results

    @property
    def scores(self) -> list[int]:
        """The score of each seat as it stands now."""
        score = self._code.functions[self.game.program.score]
        return [score(self.v, self.z, seat) for seat in range(self.game.players)]

    @property
    def winners(self) -> list[int]:
        """The seats that have won (several: shared victory); empty while the game runs."""
        return [seat for seat, place in enumerate(self.ranks) if place == 1] if self.over else []

    @property
    def ranks(self) -> list[int]:
        """The place of each seat, 1 for the best; equal ones share a place."""
        program = self.game.program
        named = self.z[program.winners]
        if named:
            return [1 if seat in named else 2 for seat in range(self.game.players)]
        tests = [(self._code.functions[name], most) for name, most in program.ranking]
        keys = [[test(self.v, self.z, seat) for test, _ in tests] for seat in range(self.game.players)]

        def better(a: list[Any], b: list[Any]) -> bool:
            for (_, most), x, y in zip(tests, a, b, strict=True):
                if x != y:
                    return bool(x > y) if most else bool(x < y)
            return False

        return [1 + sum(better(other, key) for other in keys) for key in keys]

    @property
    def payoffs(self) -> list[float]:
        """What bots and solvers maximise: the ruleset's payoff, else 1 shared by the winners (zero-sum for two)."""
        found: list[float] = self._code.names["payoffs"](self.v, self.z)
        return found

    @property
    def reason(self) -> str:
        """Why the game has ended, in the ruleset's words; "" while it runs."""
        return self.game.program.reasons[self.v[ir.REASON]] if self.over else ""

    def broken(self) -> list[str]:
        """The words of the ruleset's `always:` conditions that do not hold now; empty if all is well.

        Raises GameError where one of them cannot be worked out.
        """
        functions, conditions = self._code.functions, self.game.program.invariants
        return [words for words, name in conditions if not functions[name](self.v, self.z)]

    # -- copies

    def own(self) -> None:
        """Gives the state lists of its own, which may be changed; until then it shares them with its copies."""
        self.v, self.z = self.v[:], [*map(COPY, self.z)]

    def clone(self) -> State:
        """An independent copy. What has happened so far is shared: each choice is made on new lists."""
        copy = NEW(State)
        copy.v, copy.z, copy.random, copy.decisions = self.v, self.z, self.random, self.decisions
        copy.game, copy.seed, copy.history, copy._code = self.game, self.seed, self.history, self._code
        copy.asked = copy.log = None
        if self.log is not None:
            copy.log, copy.events, copy._drawn = self.log.copy(), [], []
        return copy

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return (self.game.hash, self.game.players, self.v, self.z, self.random) == (
            other.game.hash,
            other.game.players,
            other.v,
            other.z,
            other.random,
        )

    def __hash__(self) -> int:
        return int(self.hash[:15], 16)

    @property
    def hash(self) -> str:
        """A hash of the whole state, the same in every process and on every machine."""
        data = json.dumps(
            [self.game.hash, self.game.players, self.game.program.options, self.v, self.z, str(self.random)],
            separators=(",", ":"),
        )
        return hashlib.sha256(data.encode()).hexdigest()

    def choices(self) -> list[History]:
        """Everything chosen so far, in order."""
        found = []
        link = self.history
        while link is not None:
            found.append(link)
            link = link.before
        return found[::-1]

    def to_json(self) -> dict[str, Any]:
        """The state as JSON data: what from_json needs to go on in another process, log included."""
        return {
            "format": SAVE_FORMAT,
            "ruleset": self.game.program.ruleset,
            "hash": self.game.hash,
            "players": self.game.players,
            "options": self.game.program.options,
            "seed": self.seed,
            "random": str(self.random),
            "v": self.v[:],
            "z": [items[:] for items in self.z],
            "choices": [[link.seat, link.number] for link in self.choices()],
            "logged": self.log is not None,
        }

    # -- what seats may know

    def view(self, seat: int) -> dict[str, Any]:
        """What a seat sees now, as JSON data; derived from the declared visibility only."""
        from ..seats.view import view

        return view(self, seat)

    def seen(self, seat: int, since: int = 0) -> list[dict[str, Any]]:
        """The log as that seat saw it, from event number `since` on."""
        from ..seats.view import seen

        return seen(self, seat, since)

    def events_of(self, seat: int, since: int = 0) -> list[dict[str, Any]]:
        """The same as `seen`."""
        return self.seen(seat, since)


def random_playout(state: State, bots: int, most: int = 100_000, choices: list[int] | None = None) -> int:
    """Plays a state (best started with log=False) to its end with uniformly random choices; returns the bots' stream.

    `choices`, if given, gets for each decision: number of options * players + seat.
    Raises GameError where the rules fail; stops after `most` decisions with state.over false.
    """
    playout = state.game.playout(choices is not None)
    v, z, random = state.v, state.z, state.random
    pc = v[ir.PC]
    if pc < 0:
        return bots
    state.own()
    try:
        bots_after, left = playout.play(state, bots, most, playout.starts[pc], choices)
    except BaseException as error:
        state.v, state.z, state.random = v, z, random
        if isinstance(error, Exception):
            step_by_step(state.clone(), bots, most)
        raise
    state.decisions += most - left
    state.asked = None
    return bots_after


def step_by_step(state: State, bots: int, most: int) -> int:
    """The same game as random_playout, block by block: to find the step that fails."""
    if not state.v[ir.PC]:
        state._advance(0)
    while not state.over and most > 0:
        seat, site = state.sites()[0]
        numbers = state.option_numbers(seat, site)
        bots = step(bots)
        state._advance(state._code.applies[site](state, state.v, state.z, numbers[index(bots, len(numbers))], seat))
        state.decisions += 1
        most -= 1
    return bots


def bots_stream(seed: int) -> int:
    """The starting state of the bots' random stream for a game's seed."""
    return seed_stream(seed, BOTS)


def sampling_stream(seed: int) -> int:
    """The starting state of the stream for sampling hidden information."""
    return seed_stream(seed, SAMPLING)
