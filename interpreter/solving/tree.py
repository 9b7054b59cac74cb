"""The exact game tree: each chance event and each decision is a node, from the start to every end.

Simultaneous decisions are walked seat by seat; the later seats do not see what the earlier ones have chosen. A chance
event is one draw with several equally likely results; a draw with one possible result is none. See docs/solving.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from json import dumps
from typing import Any

from ..backend.native.writing.layout import Unfit
from ..base.errors import UsageError
from ..game.compiled import CompiledGame
from ..game.game import Game
from ..game.state import State
from ..program.ir import Program
from ..program.options import History, Option
from ..program.trees import has_chance
from ..seats.offers import card_reference
from ..seats.perception.events import perception_of
from ..seats.running_game import RunningGame

CHANCE, DECISION, TERMINAL = "chance", "decision", "terminal"
MOST_NODES = 2_000_000
TOLD_EVERY = 100
TOO_MANY = "this game has more than {:,} histories; raise --limit to count further"


class ChanceNeeded(BaseException):
    """A step needs one more result of chance, out of `results`. Not an Exception, so that the engine passes it on."""

    def __init__(self, results: int) -> None:
        super().__init__(results)
        self.results = results


class ScriptedState(State):
    """A State with scripted chance: `script` has the next results, then it raises ChanceNeeded.

    `singles`: also draws with one possible result are told.
    """

    __slots__ = ("script", "told", "singles")

    def __init__(self, game: CompiledGame, log: bool, singles: bool = False) -> None:
        super().__init__(game, 0, 1, log)
        self.script: tuple[int, ...] = ()
        self.told, self.singles = 0, singles

    def chance(self, n: int) -> int:
        """The next result of the script; 0 if there is one possibility."""
        if n == 1 and not self.singles:
            return 0
        if self.told == len(self.script):
            raise ChanceNeeded(n)
        found = self.script[self.told]
        self.told += 1
        if self.log is not None and n > 1:
            self._drawn.append((len(self.events), n, found, False))
        return found

    def copy(self, script: tuple[int, ...] = ()) -> ScriptedState:
        """An independent copy with another script."""
        other = type(self).__new__(type(self))
        other.game, other.seed, other.random, other.decisions = self.game, self.seed, self.random, self.decisions
        other.v, other.z = self.v[:], [items[:] for items in self.z]
        other.events, other._drawn = [], []
        other.log = self.log.copy() if self.log is not None else None
        other.history, other._code, other.asked = self.history, self._code, None
        other.script, other.told, other.singles = script, 0, self.singles
        other._base, other._left, other.spent = None, 0, 0
        return other

    def take(self, seat: int, site: int, number: int, numbers: list[int]) -> None:
        """Take one of the legal options in place. After ChanceNeeded or GameError the state is unusable."""
        if self.log is not None:
            self.log.choose((site, seat, number, len(numbers)))
            self.history = History(self.history, seat, site, number, numbers.index(number), len(numbers))
        self._apply(site, number, seat)
        self.decisions += 1


class Memory:
    """A seat's observations up to a point of a game, as a running hash. Memories never change."""

    __slots__ = ("seat", "events", "hash")

    def __init__(self, seat: int) -> None:
        self.seat, self.events, self.hash = seat, 0, blake2b(digest_size=12)

    def after(self, state: RunningGame, site: int = -1, numbers: list[int] | None = None) -> Memory:
        """The memory at a later state of the same game.

        `site` and the `numbers` of the options are given where it is the seat's turn to decide.
        """
        other = Memory.__new__(Memory)
        other.seat, other.hash = self.seat, self.hash.copy()
        events = perception_of(state, self.seat).log.events
        offered = offers(state, self.seat, site, numbers or []) if site >= 0 else None
        other.hash.update(dumps((events[self.events :], offered)).encode())
        other.events = len(events)
        return other

    def text(self) -> str:
        """The player's number, from 1, and the hash: equal in every process, for the same game."""
        return f"player {self.seat + 1}: {self.hash.hexdigest()}"


def offers(state: RunningGame, seat: int, site: int, numbers: list[int]) -> list[Any]:
    """The options as their seat sees them: numbers, and for cards everything that the seat knows of them."""
    entries = state.game.program.sites[site].entries
    if not any(entry.kind.startswith("card ") for entry in entries):
        return [site, numbers]
    known: list[str] = []
    plain: list[int] = []
    for number in numbers:
        option = state.option(site, number)
        if option.kind.startswith("card ") and option.value is not None:
            known.append(dumps([option.words, card_reference(state, seat, option.value)]))
        else:
            plain.append(number)
    # the order of card numbers could tell what lies behind a card
    return [*sorted(known), site, plain]


class Node:
    """One history. Nodes never change; `before` is its parent, `position` its position among the children.

    `kind` is chance, decision or terminal. `results` is how many children there are (0 for a terminal node). Of a
    decision node `seat` decides and `numbers` are the options' numbers, in the order of the children. The state of a
    chance node is the one before the step in which chance decides, with the choice that led there still to be made.
    """

    __slots__ = (
        "state",
        "before",
        "position",
        "kind",
        "results",
        "seat",
        "site",
        "numbers",
        "_script",
        "_move",
        "_last",
        "_memory",
    )

    def __init__(
        self,
        state: ScriptedState,
        script: tuple[int, ...],
        move: int,
        before: Node | None,
        position: int,
        last: Node | None,
    ) -> None:
        """Play on from `state`, where number `move` is taken at the decision `last` (None: the game begins)."""
        self.before, self.position = before, position
        self.seat = self.site = -1
        self.numbers: list[int] = []
        self._memory: Memory | None = None
        running = state.copy(script)
        try:
            if last is None:
                running._advance(0)
            else:
                running.take(last.seat, last.site, move, last.numbers)
        except ChanceNeeded as needed:
            self.kind, self.state, self.results = CHANCE, state, needed.results
            self._script, self._move, self._last = script, move, last
            return
        self.state = running
        sites = running.sites()
        if sites:
            self.kind = DECISION
            self.seat, self.site = sites[0]
            self.numbers = running.option_numbers(self.seat, self.site)
        else:
            self.kind = TERMINAL
        self.results = len(self.numbers)

    def __deepcopy__(self, memo: object) -> Node:
        """The node itself: nodes never change."""
        return self

    def __reduce__(self) -> Any:
        """Pickle a node as its game and history."""
        return replay_node, (self.state.game.program, self.state.singles, self.history())

    def child(self, position: int) -> Node:
        """The node after a result of chance, or after the option at that position. Raises IndexError for another.

        Raises GameError where the rules then fail.
        """
        if not 0 <= position < self.results:
            raise IndexError(f"there is no result {position} here")
        if self.kind == CHANCE:
            script = (*self._script, position)
            return Node(self.state, script, self._move, self, position, self._last)
        return Node(self.state, (), self.numbers[position], self, position, self)

    def children(self) -> Iterator[Node]:
        """All children, in order."""
        return map(self.child, range(self.results))

    @property
    def probability(self) -> float:
        """The probability of each child of a chance node."""
        return 1 / self.results

    @property
    def under_way(self) -> tuple[int, tuple[int, ...]]:
        """At a chance node the number of the option taken last (-1: none yet), and the chance results since."""
        return (self._move, self._script) if self.kind == CHANCE else (-1, ())

    @property
    def options(self) -> list[Option]:
        """The options of a decision node, in the order of its children."""
        return [self.state.option(self.site, number) for number in self.numbers]

    @property
    def payoffs(self) -> list[float]:
        """The payoff of each seat at a terminal node."""
        return self.state.payoffs

    def history(self) -> list[int]:
        """The positions that lead here from the root."""
        found: list[int] = []
        node: Node = self
        while node.before is not None:
            found.append(node.position)
            node = node.before
        return found[::-1]

    def information(self, seat: int | None = None) -> str:
        """The information state of a seat (None: the one that decides): its observations as a short text.

        It stands for everything in the seat's log and for the options that it was offered, at each of its decisions and
        here; so no seat forgets anything. It is the same in every process, for the same ruleset and settings.
        At a chance node it is what the seat knew before the step that is under way.
        """
        return self.memory(self.seat if seat is None else seat).text()

    def memory(self, seat: int) -> Memory:
        """The information state as a Memory, which can be continued."""
        if self.kind == CHANCE:
            return self.before.memory(seat) if self.before is not None else Memory(seat)
        own = self.kind == DECISION and self.seat == seat
        if own and self._memory is not None:
            return self._memory
        path = [self] if own else []
        node = self.before
        while node is not None and (node.kind != DECISION or node.seat != seat or node._memory is None):
            if node.kind == DECISION and node.seat == seat:
                path.append(node)
            node = node.before
        found = node._memory if node is not None and node._memory is not None else Memory(seat)
        for node in reversed(path):
            found = node._memory = found.after(node.state, node.site, node.numbers)
        return found if own else found.after(self.state)


def begin(game: Game, log: bool = True, singles: bool = False) -> Node:
    """The root of a game's tree. Without `log` there are no information states, and everything is faster.

    `singles`: draws with one possible result are chance events too. Raises GameError where the set-up fails.
    """
    return Node(ScriptedState(game, log, singles), (), -1, None, 0, None)


def replay_node(program: Program, singles: bool, history: list[int]) -> Node:
    """Return the node with that history in the game of a program, with a log."""
    node = begin(Game(program), singles=singles)
    for position in history:
        node = node.child(position)
    return node


@dataclass(slots=True)
class Count:
    """The numbers of histories of each kind, and of information sets of each seat (None: not counted)."""

    chance: int = 0
    decision: int = 0
    terminal: int = 0
    information_sets: list[int] | None = None

    @property
    def all(self) -> int:
        """The number of all histories."""
        return self.chance + self.decision + self.terminal


def count(root: Node, limit: int = MOST_NODES, told: Callable[[int], None] | None = None, sets: bool = True) -> Count:
    """Count the tree below a node, itself included; `sets`: information sets too, which takes most of the time.

    `told` is called with the number of histories every TOLD_EVERY of them. Raises UsageError when there are more than
    `limit`, GameError where the rules fail.
    """
    found = Count()
    seen: list[set[bytes]] = [set() for _ in range(root.state.game.players)]
    for node in walk(root, limit, told):
        if node.kind == DECISION:
            found.decision += 1
            if sets:
                seen[node.seat].add(node.memory(node.seat).hash.digest())
        elif node.kind == CHANCE:
            found.chance += 1
        else:
            found.terminal += 1
    if sets:
        found.information_sets = [len(texts) for texts in seen]
    return found


def paths(root: Node, depth: int, limit: int = MOST_NODES, told: Callable[[int], None] | None = None) -> list[int]:
    """The numbers of ways to play on from a node for 1, 2, ... `depth` choices; forced ones count (a perft).

    Each result of chance makes ways of its own, but is no choice. The last choices are counted without being made.
    `limit` and `told` are about the histories before them. Raises as count does.
    """
    if (counted := _count_natively(root, depth, limit, told)) is not None:
        return counted
    found = [0] * depth
    begun = root.state.decisions
    for node in walk(root, limit, told, lambda node: node.kind == CHANCE or node.state.decisions - begun < depth - 1):
        if node.kind == DECISION:
            found[node.state.decisions - begun] += node.results
    return found


def _count_natively(root: Node, depth: int, limit: int, told: Callable[[int], None] | None) -> list[int] | None:
    """Count paths of a game without chance natively, which is faster; None if not available."""
    program, machine = root.state.game.program, root.state.game.native
    if machine is None or has_chance(program):
        return None
    found: list[int] = []
    try:
        machine.load(at := machine.place(0), root.state.v, root.state.z, root.state.random)
    except Unfit:
        return None
    while len(found) < depth:
        if sum(found) >= limit:
            raise UsageError(TOO_MANY.format(limit))
        ways = machine.ways(at, len(found) + 1)
        if ways is None:
            return None
        found.append(ways)
        if told is not None:
            told(sum(found))
    return found


def walk(
    root: Node,
    limit: int = MOST_NODES,
    told: Callable[[int], None] | None = None,
    goes_on: Callable[[Node], bool] = lambda node: True,
) -> Iterator[Node]:
    """All nodes from a node on, in preorder. Raises as count does.

    `goes_on` says of a node whether the tree is walked below it.
    """
    waiting = [iter((root,))]
    number = 0
    while waiting:
        node = next(waiting[-1], None)
        if node is None:
            waiting.pop()
            continue
        number += 1
        if number > limit:
            raise UsageError(TOO_MANY.format(limit))
        if told is not None and number % TOLD_EVERY == 0:
            told(number)
        yield node
        if node.results and goes_on(node):
            waiting.append(node.children())
