"""Games and their running states: decisions, results and copies. See docs/api.md.

A Game is a ruleset compiled for a number of players. It starts a State: plain data (v, z, random) that blocks of
generated code change decision by decision; or a Live one, which is faster as long as nobody looks into it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, Any

from ..backend.blocks import compile_program, entry_nodes
from ..backend.generator.asking import Asking, compile_asking
from ..backend.native import compile_native
from ..backend.outcome import payoffs_of
from ..backend.questions import Questions
from ..backend.runtime import draw, draw_bottom
from ..base.errors import ENDLESS, ChoiceError, GameError, UsageError
from ..base.looks import NO_LOOKS, Looks
from ..base.streams import GAME, game_seed, game_stream, index, seed_stream, step
from ..program import ir, names
from ..program.options import Decision, History, Option, group_of, links, option_of
from .bots import bots_stream, random_choices
from .data import hash_of, restored, saved
from .failures import nothing_to_choose, raise_located
from .log import Log, Placed
from .placing import place
from .ranks import places
from .refusals import Evaluate, first_refusal

if TYPE_CHECKING:
    from ..backend.native import Machine
    from ..seats.named import Names, Owner

COPY, NEW = list.copy, object.__new__


class Game:
    """A ruleset for a fixed number of players and options, compiled; `looks` are only how it is shown."""

    def __init__(self, program: ir.Program, looks: Looks = NO_LOOKS) -> None:
        self.program, self.players, self.looks = program, program.players, looks
        self.code = cache(partial(compile_program, program))  # blocks as functions, with or without writing the log
        self.counting = cache(partial(compile_native, program, True))  # like `native`, and counts what is used
        self.grouping = {s.number for s in program.sites if any(e.kind.startswith("group ") for e in s.entries)}
        self.names = names.index(program)  # where everything with a name is kept
        self.visibility: dict[int | str, Any] = {}  # for seats: what each seat may see, worked out once

    def __reduce__(self) -> tuple[type[Game], tuple[ir.Program, Looks]]:
        return Game, (self.program, self.looks)  # for other processes: functions are generated again there

    @property
    def name(self) -> str:
        """The game's title."""
        return self.program.game

    @property
    def hash(self) -> str:
        """The ruleset's hash: the same for rulesets that differ only in layout, comments and documentation."""
        return self.program.hash

    @cached_property
    def questions(self) -> Questions:
        """Options and conditions, to be worked out where nothing is played."""
        return Questions(self.program)

    @cached_property
    def asking(self) -> Asking:
        """The generator that plays games from their start and asks for each choice."""
        return compile_asking(self.program)

    @cached_property
    def native(self) -> Machine | None:
        """What plays many games at once; None where this machine or program cannot have it."""
        return compile_native(self.program)

    @cached_property
    def searching(self) -> Machine | None:
        """What samples and searches; None likewise."""
        return compile_native(self.program, searching=True)

    def start(self, seed: int = 0, log: bool = True) -> State:
        """A new game up to its first decision. Raises ValueError for a seed outside 0..2**63-1."""
        return self.begun(seed, log=True) if log else Live(self, seed, self.asking)

    def begun(self, seed: int, positions: Iterable[int] = (), log: bool = False) -> State:
        """The same as `start`, always played block by block, then the options at these positions chosen."""
        state = State(self, seed, seed_stream(seed, GAME), log)
        state._advance(0)
        for position in positions:
            state.choose(position)
        return state

    def placed(self, seed: int, placed: Placed) -> State:
        """A game that stands so before its first decision; its log begins there. Raises UsageError if it cannot."""
        state = State(self, seed, placed[2], True)
        place(state, placed)
        return state

    def replayed(
        self, seed: int, choices: Iterable[tuple[int, int]], log: bool = True, placed: Placed | None = None
    ) -> State:
        """The game from its start, or as it was placed, with these (seat, option number) choices.

        Raises UsageError for an impossible one.
        """
        state = self.start(seed, log) if placed is None else self.placed(seed, placed)
        for position, (seat, number) in enumerate(choices, 1):
            site = dict(state.sites()).get(seat)
            if site is None or number not in state.option_numbers(seat, site):
                raise UsageError(f"choice {position} of the saved game is not possible with this ruleset")
            state.choose(state.option(site, number), seat)
        return state

    def played(self, seed: int, most: int = 100_000) -> State:
        """The whole random game of a seed, its bots' choices drawn from the same seed.

        Stops after `most` decisions with state.over false. Raises GameError where the rules fail.
        """
        state = self.begun(seed)
        for decision, position in random_choices(state, bots_stream(seed), most):
            state.choose(position, decision.seat)
        return state

    def results(self, seed: int, count: int, first: int = 0, most: int = 100_000) -> Iterator[tuple[list[float], int]]:
        """The payoffs and the number of decisions of random games number first .. first + count - 1 of a run.

        They are State.payoffs and decisions of `played(game_seed(seed, number), most)`, found in less time.
        Raises ValueError as game_seed, GameError where the rules fail.
        """
        game_seed(seed, first), game_seed(seed, first + max(count, 1) - 1)
        rows = self.native.rows(seed, first, count, most) if self.native else [None] * count
        for number, row in enumerate(rows, first):
            if row is None:  # it goes on for too long, or fails: this says how
                state = self.played(game_seed(seed, number), most)
                yield state.payoffs, state.decisions
            else:
                yield payoffs_of(self.program, row), row[2 * self.players + 2]

    def from_json(self, data: dict[str, Any]) -> State:
        """The state saved by State.to_json. Raises UsageError where it does not belong to this game or is damaged."""
        return restored(self.program, data, self.replayed)


class State:
    """A running game: plain data (v, z, random) and, unless log=False, the history and log of events."""

    __slots__ = (
        "game", "seed", "v", "z", "random", "events", "log", "history", "asked", "_code", "_drawn", "decisions",
        "run", "waiting", "past", "spent",
    )  # fmt: skip

    def __init__(self, game: Game, seed: int, random: int, log: bool) -> None:
        self.game, self.seed, self.random = game, seed, random
        program = game.program
        self.v = [0] * len(program.ints)
        self.z = [slot.start[:] for slot in program.lists]
        self.events: list[tuple[Any, ...]] = []
        self._drawn: list[tuple[int, int, int, bool]] = []
        self.log: Log | None = Log() if log else None
        self.history: History | None = None
        self.asked: Decision | None = None  # the first pending decision, once it has been read
        self._code = game.code(log)
        self.decisions = 0
        self.run: Any = None
        self.waiting: Any = None
        self.past: list[int] = []

    # hidden from the type checker, which would take any name for one that is there
    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """The history of a state that was kept in a generator is made when it is read: see Live."""
            if name != "history":
                raise AttributeError(f"a State has no {name}")
            self.history = self.game.begun(self.seed, self.past).history
            return self.history

    # -- what generated code uses

    def chance(self, n: int) -> int:
        """A chance result 0..n-1 from the game's stream; no draw if there is one possibility."""
        if n == 1:
            return 0
        self.random = step(self.random)
        found = index(self.random, n)
        if self.log is not None:
            self._drawn.append((len(self.events), n, found, False))
        return found

    def card(self, n: int) -> int:
        """Which of n cards that lie in no order is drawn, by chance."""
        found = self.chance(n)
        if self.log is not None:
            self._drawn[-1] = (*self._drawn[-1][:3], True)
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

    def draw_bottom(self, zone: list[int], parts: list[int] | None, message: str) -> int:
        """Removes and gives the bottom card of a zone; likewise."""
        return draw_bottom(self, zone, parts, message)

    def _advance(self, block: int) -> None:
        self.asked = None
        blocks, v, z = self._code.blocks, self.v, self.z
        passes = self.spent = 0
        try:
            while block >= 0:
                block = blocks[block](self, v, z)
                passes += 1
                if passes > ir.MOST_PASSES:
                    node = entry_nodes(self.game.program).get(block, -1)
                    raise GameError(ENDLESS, node)
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
        if (site := self._code.asks.get(pc)) is not None:
            return [(self._code.seats[site](self.v, self.z), site)]
        group = self.game.program.groups[self.game.program.blocks[pc].body[-1][1]]
        return group.deciding(self.v, self.z)

    @property
    def pending(self) -> dict[int, Decision]:
        """seat -> its decision; several when they decide simultaneously, in any order; empty when the game is over."""
        sites = self.sites()
        first = {self.decision.seat: self.decision} if sites else {}
        return first | {seat: self._decision(seat, site) for seat, site in sites[1:]}

    @property
    def decision(self) -> Decision:
        """The first pending decision. Raises ChoiceError when the game is over."""
        if self.asked is None:
            if not (sites := self.sites()):
                raise ChoiceError("the game is over: nothing is left to decide")
            self.asked = self._decision(*sites[0])
        return self.asked

    def option_numbers(self, seat: int, site: int) -> list[int]:
        """The numbers of the legal options. Raises GameError if there are none."""
        found = self._numbers(seat, site)
        if not found:
            raise nothing_to_choose(self.game.program, seat, self.game.program.sites[site])
        return found

    def _numbers(self, seat: int, site: int) -> list[int]:
        found: list[int] = self._code.options[site](self.v, self.z, seat)
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
            if seat not in (sites := dict(self.sites())):
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
        seat, site, number = asked.seat, asked.of.number, asked.numbers[position]
        kept = self.v, self.z, self.random, self.log.copy() if self.log is not None else None
        self.own()
        try:
            if self.log is not None:
                group = group_of(self.game.program, asked.of, number, self.z) if site in self.game.grouping else ()
                self.log.choose((site, seat, number, len(asked.numbers)), kept[:2], group)
            self._advance(self._code.applies[site](self, self.v, self.z, number, seat))
        except BaseException:
            self.v, self.z, self.random, self.log = kept
            self.events, self._drawn, self.asked = [], [], None
            raise
        self.history = History(self.history, seat, site, number, position, len(asked.numbers))
        self.decisions += 1

    def refusal(self, number: int, seat: int | None = None) -> str:
        """The words of the first named condition that refuses an option of that number, "" if none does."""
        for who, site in self.sites():
            if seat is None or who == seat:
                return self.refusal_at(site, number, who)
        return ""

    def refusal_at(self, site: int, number: int, seat: int) -> str:
        """The same for a seat at a decision, whether it has to decide there or not."""
        return first_refusal(self.game.program.sites[site], number, self.evaluator(seat))

    def evaluator(self, seat: int) -> Evaluate:
        """What works out expressions of the program in this state for a seat."""
        v, z = self._now()
        questions = self.game.questions
        return lambda expr, value: questions.value(expr)(v, z, value, seat)

    def _now(self) -> tuple[list[int], list[list[int]]]:
        """The numbers and lists as they are now, to be read at once."""
        return self.v, self.z

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
        return places(keys, [most for _, most in program.ranking])

    @property
    def payoffs(self) -> list[float]:
        """What bots and solvers maximise: the ruleset's payoff, else 1 shared by the winners (zero-sum for two)."""
        found: list[float] = self._code.names["payoffs"](self.v, self.z)
        return found

    @property
    def reason(self) -> str:
        """Why the game has ended, in the ruleset's words with the values of settings put in; "" while it runs."""
        from ..seats.phrases import fill

        return fill(self.game.program, self.game.program.reasons[self.v[ir.REASON]]) if self.over else ""

    def broken(self) -> list[str]:
        """The words of the ruleset's `always:` conditions that do not hold now; empty if all is well.

        Raises GameError where one of them cannot be worked out.
        """
        return [words for words, name in self.game.program.invariants if not self._code.functions[name](self.v, self.z)]

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
        """This game from its start again, as far as so many decisions (None: all), with a log."""
        choices = [(link.seat, link.number) for link in self.choices()[:decisions]]
        return self.game.replayed(self.seed, choices, placed=self.log.placed if self.log is not None else None)

    def to_json(self) -> dict[str, Any]:
        """The state as JSON data: what from_json needs to go on in another process, log included."""
        choices = [[link.seat, link.number] for link in self.choices()]
        data = saved(self.game.program, self.seed, self.random, self.v, self.z)
        return data | {"choices": choices, "logged": self.log is not None}

    # -- by name

    def player(self, seat: int) -> Owner:
        """What a player has, by name, with nothing hidden: `state.player(0).coins`."""
        return self.seen_by(None).player(seat)

    def thing(self, word: str) -> Owner:
        """The same of a thing, by its word. Raises KeyError if there is none."""
        return self.seen_by(None).thing(word)

    @property
    def shared(self) -> Owner:
        """The same of what is nobody's."""
        return self.seen_by(None).shared

    # -- what seats may know

    def seen_by(self, seat: int | None) -> Names:
        """The same as a seat sees it: `state.seen_by(1).player(0).hand`; None: with nothing hidden."""
        from ..seats.named import Names

        return Names(self, seat)

    def view(self, seat: int) -> dict[str, Any]:
        """What a seat sees now, as JSON data; derived from the declared visibility only."""
        from ..seats.view import view

        return view(self, seat)

    def seen(self, seat: int, since: int = 0) -> list[dict[str, Any]]:
        """The log as that seat saw it, from event number `since` on."""
        from ..seats.view import seen

        return seen(self, seat, since)


LATER = frozenset(("v", "z", "random", "_code", "history", "decisions"))


class Live(State):
    """A state kept in a generator. Reading more than who decides, what is offered and why not makes it plain.

    The whole game is one generator (`run`) that yields each decision and is sent the position of the option chosen.
    `asked` is the decision at which it waits, `past` the positions chosen so far. As most readers need no more, `v`,
    `z`, `random`, `history` and `decisions` are slots without a value; reading one of them calls __getattr__, which
    takes v, z and random out of the generator's local variables (_rest) and makes the object a plain State by changing
    its class. Its history is made when that is read, by playing the choices again; so they are where the generator
    fails (_again), as only play block by block tells the step. When it yields None the game is over: an Ended.
    """

    __slots__ = ()
    over = False  # with the end of the game this becomes an Ended
    decision = State.asked  # type: ignore[misc, assignment]  # the slot itself: reading it calls no function

    def __init__(self, game: Game, seed: int, asking: Asking) -> None:
        self.game, self.seed, self.log = game, seed, None
        self.past: list[int] = []
        self.run = asking.ask(game_stream(seed))
        try:
            self.asked = next(self.run)
        except Exception:
            self._again()
            return
        if self.asked is None:
            self._end()

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """What is made when it is read."""
            if name not in LATER:
                raise AttributeError(f"a State has no {name}")
            self._rest()
            return getattr(self, name)

    def choose(self, option: Option | int, seat: int | None = None) -> None:
        """As State.choose."""
        run: Any = self.run
        asked: Any = self.asked
        if run is None or asked is None:
            # looked up by this name before its argument was worked out, which made it another kind of State
            self.choose(option, seat)
            return
        if type(option) is not int or not 0 <= option < len(asked.numbers) or seat is not None and seat != asked.seat:
            self._choose_otherwise(option, seat)
            return
        try:
            self.asked = asked = run.send(option)
        except Exception:
            self._again()
            self.choose(option, seat)  # raises the same, with the step that fails
            return
        except BaseException:
            self._again()
            raise
        self.past.append(option)
        if asked is None:
            self._end()

    def _choose_otherwise(self, option: Option | int, seat: int | None) -> None:
        """By an Option, for another seat than the first, or what cannot be chosen."""
        asked: Any = self.asked
        if isinstance(option, Option) and option.number in asked.numbers and (seat is None or seat == asked.seat):
            option = asked.numbers.index(option.number)
        else:
            self._rest()
        self.choose(option, seat)

    # read without making it a plain State; run is None where the name was looked up earlier, as in choose

    def sites(self) -> list[tuple[int, int]]:
        """As State.sites."""
        if self.run is None:
            return State.sites(self)
        asked = self.asked
        if asked is None:
            return []
        if asked.of.group < 0:
            return [(asked.seat, asked.of.number)]
        return self.game.program.groups[asked.of.group].deciding(*self._now())

    def _numbers(self, seat: int, site: int) -> list[int]:
        if self.run is None:
            return State._numbers(self, seat, site)
        return self.game.questions.options(self.game.program.sites[site])(*self._now(), seat)

    def _now(self) -> tuple[list[int], list[list[int]]]:
        if self.run is None:
            return State._now(self)
        return self.game.asking.state(self.run.gi_frame.f_locals)

    def _end(self) -> None:
        try:
            self.waiting = next(self.run)
        except Exception:
            self._again()  # they fail when they are read
        else:
            self.__class__ = Ended

    def _rest(self) -> None:
        """Makes this a plain State."""
        names = self.run.gi_frame.f_locals
        self.v, self.z = self.game.asking.state(names)
        self.random = names["game"]
        self._plain()

    def _again(self) -> None:
        """A plain State by the choices so far: the generator has failed."""
        state = self.game.begun(self.seed, self.past)
        self.v, self.z, self.random = state.v, state.z, state.random
        self._plain()

    def _plain(self) -> None:
        self._code, self.decisions = self.game.code(False), len(self.past)
        self.run = self.asked = self.waiting = None
        self.__class__ = State  # type: ignore[assignment]


class Ended(Live):
    """The same when the game is over; `waiting` are the payoffs."""

    __slots__ = ()
    over = True
    decision = State.decision
    choose = State.choose

    @property
    def payoffs(self) -> list[float]:
        """As State.payoffs."""
        return list(self.waiting)
