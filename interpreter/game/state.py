"""A running game: its decisions, results and copies. See docs/api.md."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..backend.runtime import draw, draw_bottom
from ..base.errors import ENDLESS, ChoiceError, GameError, UsageError
from ..base.streams import game_stream, index, step
from ..program import ir
from ..program.options import Decision, History, Option, group_of, links, option_of
from ..program.wording import fill_caption
from .compiled import CompiledGame
from .data import hash_of, save_data, set_up_state
from .failures import common_step, nothing_to_choose, raise_located
from .log import Log, Placed
from .reads import Slots
from .refusals import Evaluate, first_refusal
from .seat_access import seat_access

COPY, NEW = list.copy, object.__new__
LAST_PASSES = ir.MOST_PASSES // 2  # after these the passes show in which circle a game loops forever
# the numbers, lists, random stream and choices of a state to which it goes back when the rules fail
Base = tuple[list[int], list[list[int]], int, History | None]


class State:
    """A running game: plain data (v, z, random) and, unless log=False, the history and log of events."""

    __slots__ = (
        "game", "seed", "v", "z", "random", "events", "log", "history", "asked", "_code", "_drawn", "decisions",
        "spent", "_base", "_left",
    )  # fmt: skip

    def __init__(self, game: CompiledGame, seed: int, random: int, log: bool) -> None:
        self.game, self.seed, self.random = game, seed, random
        self._code = code = game.code(log)
        self.v = [0] * code.numbers
        self.z = [*map(COPY, code.lists)]
        self.log: Log | None = None
        if log:
            self.log = Log()
            self.events: list[tuple[Any, ...]] = []
            self._drawn: list[tuple[int, int, int, bool]] = []
        self.history: History | None = None
        self.asked: Decision | None = None  # the first pending decision, once it has been read
        self.decisions = self.spent = 0
        self._base: Base | None = None
        self._left = 0  # choices left before the lists are copied again; 0 while they are shared

    MOST_REPLAYED = 16  # choices repeated when the rules fail

    # -- what generated code uses

    def chance(self, n: int) -> int:
        """Draw 0..n-1 from the game's stream; nothing is drawn if there is one possibility."""
        if n == 1:
            return 0
        self.random = step(self.random)
        found = index(self.random, n)
        if self.log is not None:
            self._drawn.append((len(self.events), n, found, False))
        return found

    def card(self, n: int) -> int:
        """Draw one of n cards that lie in no order."""
        found = self.chance(n)
        if self.log is not None:
            self._drawn[-1] = (*self._drawn[-1][:3], True)
        return found

    def pick(self, items: list[int]) -> int:
        """Draw the position of one of these."""
        return self.chance(len(items))

    def position(self, n: int) -> int:
        """Draw the place for a card in a pile: one of n, counted from the bottom from 0."""
        return self.chance(n)

    def draw(self, zone: list[int], parts: list[int] | None, message: str) -> int:
        """Remove and return the top card of a zone; from an unordered part a random card of it."""
        return draw(self, zone, parts, message)

    def draw_bottom(self, zone: list[int], parts: list[int] | None, message: str) -> int:
        """Remove and return the bottom card of a zone; likewise."""
        return draw_bottom(self, zone, parts, message)

    def _advance(self, block: int, passed: tuple[int, ...] = ()) -> None:
        """Play from a block to the next decision; `passed`: the blocks since the last one."""
        self.asked = None
        blocks, v, z = self._code.blocks, self.v, self.z
        passes = len(passed)
        last: set[int] = set()
        try:
            while block >= 0:
                block, passed = blocks[block](self, v, z)
                passes += len(passed)
                if passes > LAST_PASSES:
                    last.update(passed)
                    if passes > ir.MOST_PASSES:
                        raise GameError(ENDLESS, common_step(self.game.program, last))
        except Exception as error:
            raise_located(error, self.game.program, self._code.lines)
        if self.log is not None:
            self.log.add(self.events, self._drawn)
            self.events, self._drawn = [], []

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
        if (ask := self._code.asks.get(pc)) is not None:
            return [(ask[1](self.v, self.z), ask[0].number)]
        return self._code.groups[pc].deciding(self.v, self.z)

    @property
    def pending(self) -> dict[int, Decision]:
        """seat -> its decision; several when they decide simultaneously, in any order; empty when the game is over."""
        sites = self.sites()
        first = {self.decision.seat: self.decision} if sites else {}
        return first | {seat: self._decision(seat, site) for seat, site in sites[1:]}

    @property
    def decision(self) -> Decision:
        """The first pending decision. Raises ChoiceError when the game is over."""
        asked = self.asked
        if asked is None:
            v, z = self.v, self.z
            if (ask := self._code.asks.get(v[ir.PC])) is not None:
                site, who, options = ask
                seat = who(v, z)
                if not (numbers := options(v, z, seat)):
                    raise nothing_to_choose(self.game.program, self.name(seat), site)
                self.asked = asked = Decision(seat, site, numbers)
            elif sites := self.sites():
                self.asked = asked = self._decision(*sites[0])
            else:
                raise ChoiceError("the game is over: nothing is left to decide")
        return asked

    def name(self, seat: int) -> str:
        """What a player is called in messages."""
        return self.game.program.names["player"][seat]

    def option_numbers(self, seat: int, site: int) -> list[int]:
        """The numbers of the legal options. Raises GameError if there are none."""
        found: list[int] = self._code.options[site](self.v, self.z, seat)
        if not found:
            raise nothing_to_choose(self.game.program, self.name(seat), self.game.program.sites[site])
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
        asked = self.asked
        if asked is None:
            asked = self.decision
        if seat is not None and seat != asked.seat:
            if seat not in (sites := dict(self.sites())):
                raise ChoiceError(f"player {seat + 1} has nothing to decide now")
            asked = self._decision(seat, sites[seat])
        if type(option) is int and 0 <= option < len(asked.numbers):
            self._take(asked, option)
        else:
            self._take(asked, self._position(option, asked))

    def _position(self, option: Option | int, asked: Decision) -> int:
        """The position of an option among the offered ones. Raises ChoiceError if it is not offered."""
        numbers = asked.numbers
        if isinstance(option, Option):
            if option.number not in numbers:
                words = self.refusal(option.number, asked.seat) or "it is not among the options"
                raise ChoiceError(f"that option is not offered: {words}")
            return numbers.index(option.number)
        if isinstance(option, int) and option is not True and option is not False and 0 <= option < len(numbers):
            return option
        raise ChoiceError(f"there is no option {option!r}: choose 0 to {len(numbers) - 1}")

    def _take(self, asked: Decision, position: int) -> None:
        """Take the option at this position, with log and history; restore the state if it fails."""
        seat, of, numbers = asked.seat, asked.of, asked.numbers
        site, number, count = of.number, numbers[position], len(numbers)
        if not self._left:
            self._base = self.v, self.z, self.random, self.history
            self.own()
            self._left = self.MOST_REPLAYED
        log = self.log
        at = log.mark() if log is not None else None
        try:
            if log is not None:
                group = group_of(self.game.program, of, number, self.z) if site in self.game.grouping else ()
                log.choose((site, seat, number, count), group)
            self._apply(site, number, seat)
        except BaseException:
            self._go_back()
            if log is not None and at is not None:
                log.back(at)
            raise
        self._left -= 1
        self.history = History(self.history, seat, site, number, position, count)
        self.decisions += 1

    def _apply(self, site: int, number: int, seat: int) -> None:
        """Apply an option, and play on to the next decision."""
        self.spent = 0
        try:
            block, passed = self._code.applies[site](self, self.v, self.z, number, seat)
        except Exception as error:
            raise_located(error, self.game.program, self._code.lines)
        self._advance(block, passed)

    def _go_back(self) -> None:
        """Restore the state before a choice that failed: by the choices since its lists were copied."""
        assert self._base is not None
        v, z, random, link = self._base
        again = State(self.game, self.seed, random, log=False)
        again.v, again.z = v, z
        again.own()
        for choice in links(self.history, link):
            again._apply(choice.site, choice.number, choice.seat)
        self.v, self.z, self.random, self.asked = again.v, again.z, again.random, None
        if self.log is not None:
            self.events, self._drawn = [], []
        self._left = 0

    def refusal(self, number: int, seat: int | None = None) -> str:
        """The words of the first named condition that refuses an option of that number, "" if none does."""
        for who, site in self.sites():
            if seat is None or who == seat:
                return self.refusal_at(site, number, who)
        return ""

    def refusal_at(self, site: int, number: int, seat: int) -> str:
        """The words that refuse an option for a seat at any decision, whether it is due or not; "" if none do."""
        return first_refusal(self.game.program.sites[site], number, self.evaluator(seat))

    def evaluator(self, seat: int) -> Evaluate:
        """The function that evaluates expressions of the program in this state for a seat."""
        v, z = self.v, self.z
        questions = self.game.questions
        return lambda expr, value: questions.value(expr)(v, z, value, seat)

    def slots_read(self, expr: ir.Expr, seat: int) -> tuple[set[int], set[int]]:
        """The numbers, and the lists, that evaluating an expression for a seat reads in this state."""
        v, z = (Slots([*values]) for values in (self.v, self.z))
        self.game.questions.value(expr)(v, z, 0, seat)
        return v.read, z.read

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
        """The place of each seat, 1 for the best; equal ones share a place. 0 for all where nobody has won."""
        program = self.game.program
        if named := self.z[program.winners]:
            return [0 if ir.NOTHING in named else 1 if seat in named else 2 for seat in range(self.game.players)]
        tests = [self._code.functions[name] for name, _ in program.ranking]
        keys = [[test(self.v, self.z, seat) for test in tests] for seat in range(self.game.players)]
        return rank_places(keys, [most for _, most in program.ranking])

    @property
    def payoffs(self) -> list[float]:
        """What bots and solvers maximise: the ruleset's payoff, else 1 shared by the winners (zero-sum for two)."""
        found: list[float] = self._code.names["payoffs"](self.v, self.z)
        return found

    @property
    def reason(self) -> str:
        """Why the game has ended, in the ruleset's words with the values of settings put in; "" while it runs."""
        return fill_caption(self.game.program, self.game.program.reasons[self.v[ir.REASON]]) if self.over else ""

    def broken(self) -> list[str]:
        """The words of the ruleset's `always:` conditions that do not hold now; empty if all is well.

        Raises GameError where one of them cannot be worked out.
        """
        return [words for words, name in self.game.program.invariants if not self._code.functions[name](self.v, self.z)]

    # -- copies

    def own(self) -> None:
        """Copy the state's lists so that they may be changed; until then it shares them with its copies."""
        self.v, self.z = self.v[:], [*map(COPY, self.z)]
        self._left = 0

    def clone(self) -> State:
        """An independent copy. The past is shared: each choice is made on new lists."""
        copy = NEW(State)
        copy.v, copy.z, copy.random, copy.decisions = self.v, self.z, self.random, self.decisions
        copy.game, copy.seed, copy.history, copy._code = self.game, self.seed, self.history, self._code
        copy.asked = copy.log = copy._base = None
        copy._left = self._left = 0
        if self.log is not None:
            copy.log, copy.events, copy._drawn = self.log.copy(), [], []
        return copy

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        own, its = self.game, other.game
        data = own.hash, own.players, self.v, self.z, self.random
        return data == (its.hash, its.players, other.v, other.z, other.random)

    def __hash__(self) -> int:
        return int(self.hash[:15], 16)

    @property
    def hash(self) -> str:
        """A hash of the whole state, the same in every process and on every machine."""
        return hash_of(self.game.program, self.v, self.z, self.random)

    def choices(self) -> list[History]:
        """Everything chosen so far, in order."""
        return links(self.history)

    def replayed(self, decisions: int | None = None) -> State:
        """Replay this game from its start, for so many decisions (None: all), with a log."""
        choices = [(link.seat, link.number) for link in self.choices()[:decisions]]
        return replay_choices(self.game, self.seed, choices, self.log.placed if self.log is not None else None)

    def to_json(self) -> dict[str, Any]:
        """The state as JSON data: all that from_json needs to continue in another process, log included."""
        choices = [[link.seat, link.number] for link in self.choices()]
        data = save_data(self.game.program, self.seed, self.random, self.v, self.z)
        return data | {"choices": choices, "logged": self.log is not None}

    # -- by name

    def player(self, seat: int) -> Any:
        """What a player has, by name, with nothing hidden: `state.player(0).coins`."""
        return self.seen_by(None).player(seat)

    def thing(self, word: str) -> Any:
        """What a thing has, by its word, as `player`. Raises KeyError if there is no such thing."""
        return self.seen_by(None).thing(word)

    @property
    def shared(self) -> Any:
        """What belongs to nobody, by name, as `player`."""
        return self.seen_by(None).shared

    # -- what seats may know

    def seen_by(self, seat: int | None) -> Any:
        """What a seat sees, by name: `state.seen_by(1).player(0).hand`; None: with nothing hidden."""
        return seat_access().by_name(self, seat)

    def view(self, seat: int) -> dict[str, Any]:
        """The view of a seat as JSON data; derived from the declared visibility only."""
        return seat_access().view(self, seat)

    def seen(self, seat: int, since: int = 0) -> list[dict[str, Any]]:
        """The log as that seat saw it, from event number `since` on."""
        return seat_access().seen(self, seat, since)


def begin_game(game: CompiledGame, seed: int, log: bool = True) -> State:
    """Return a game at its first decision. Raises ValueError for a seed outside 0..2**63-1."""
    state = State(game, seed, game_stream(seed), log)
    state._advance(0)
    return state


def begin_at(game: CompiledGame, seed: int, placed: Placed) -> State:
    """Return a game at this position, before its first decision, with an empty log. Raises UsageError if impossible."""
    state = State(game, seed, placed[2], True)
    set_up_state(state, placed)
    return state


def replay_choices(
    game: CompiledGame,
    seed: int,
    choices: Iterable[tuple[int, int]],
    placed: Placed | None = None,
    log: bool = True,
) -> State:
    """Return a game after these (seat, option number) choices, from its start or as it was placed.

    Raises UsageError for an impossible one.
    """
    return repeat_choices(begin_game(game, seed, log) if placed is None else begin_at(game, seed, placed), choices)


def repeat_choices(state: State, choices: Iterable[tuple[int, int]]) -> State:
    """Make these (seat, option number) choices in a game; return it. Raises UsageError for an impossible one."""
    for position, (seat, number) in enumerate(choices, 1):
        site = dict(state.sites()).get(seat)
        if site is None or number not in state.option_numbers(seat, site):
            raise UsageError(f"choice {position} of the saved game is not possible with this ruleset")
        state.choose(state.option(site, number), seat)
    return state


def rank_places(keys: list[list[Any]], most: list[bool]) -> list[int]:
    """The place of each seat, 1 for the best, by its keys in turn; `most` says where more is better."""

    def better(other: list[Any], own: list[Any]) -> bool:
        return next(((x > y) == more for x, y, more in zip(other, own, most, strict=True) if x != y), False)

    return [1 + sum(better(other, own) for other in keys) for own in keys]
