"""The plain evaluator of the intermediate representation: slow, obvious, and only for tests.

It is the oracle for the compiler: docs/ir.md says what a program means; this module and evaluate_zones.py do exactly
that and nothing cleverer. They share no code with the compiler. A program that breaks the rules of docs/ir.md (an index
outside a list, an unknown register) ends in IndexError, KeyError or ValueError here; a failure of the game ends in
GameError.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import comb
from typing import Any

from oracle.evaluate_zones import Zones

from stammtisch.base import errors, limits, streams
from stammtisch.base.errors import GameError
from stammtisch.program import ir
from stammtisch.program.ir import Block, Entry, Expr, Program, Site, Stmt

Registers = dict[str, Any]
PLACES = ("top", "bottom", "below", "random", "random below", "group")


@dataclass(slots=True)
class State:
    """A game at a decision: v (ints), z (lists of ints), the state of the game's random stream, the log or None."""

    v: list[int]
    z: list[list[int]]
    random: int
    events: list[tuple[Any, ...]] | None = None


class Machine:
    """Plays one program."""

    def __init__(self, program: Program) -> None:
        self.program = program

    def start(self, random: int, log: bool = False) -> State:
        """The game at its first decision; `random` is the state of its stream, `log` keeps events. Raises GameError."""
        zones = [list(slot.start) for slot in self.program.lists]
        state = State([0] * len(self.program.ints), zones, random, [] if log else None)
        _Run(self.program, state).go(0)
        return state

    def over(self, state: State) -> bool:
        """Whether the game has ended."""
        return state.v[ir.PC] == ir.OVER

    def pending(self, state: State) -> list[tuple[int, int]]:
        """Who decides now, and at which site: (seat, site number) for each; empty when the game is over."""
        if self.over(state):
            return []
        block = self.program.blocks[state.v[ir.PC]]
        op, number = block.body[-1]
        if op == "ask":
            return [(_Run(self.program, state).value(self.program.sites[number].seat), number)]
        group = self.program.groups[number]
        return [(seat, _at(group.sites, _at(state.v, group.stage + seat))) for seat in state.z[group.pending]]

    def options(self, state: State, seat: int) -> list[int]:
        """The numbers of the options offered to the seat, in the order of the site; empty if it does not decide now."""
        site = self._site(state, seat)
        if site is None:
            return []
        run = _Run(self.program, state, self._registers(site, seat), site.node)
        run.execute(site.options)
        return run.offered

    def apply(self, state: State, seat: int, option: int) -> None:
        """Take the option and play on to the next decision. Raises ValueError if it is not offered, and GameError.

        After GameError the state is half changed: it must not be played on.
        """
        site = self._site(state, seat)
        entry = _entry(site, option) if site else None
        if site is None or entry is None or option not in self.options(state, seat):
            raise ValueError(f"option {option} is not offered to seat {seat}")
        run = _Run(self.program, state, self._registers(site, seat, entry, option), entry.node)
        run.execute(entry.apply)
        run.go(entry.target)

    def refusal(self, state: State, seat: int, option: int) -> str:
        """The words of the first test that the option fails; empty if it fails none, or there is no such option."""
        site = self._site(state, seat)
        entry = _entry(site, option) if site else None
        if site is None or entry is None:
            return ""
        run = _Run(self.program, state, self._registers(site, seat, entry, option), entry.node)
        return next((test.words for test in entry.tests if not run.value(test.expr)), "")

    def scores(self, state: State) -> list[int]:
        """The score of every player now; empty if the game has no score."""
        name = self.program.score
        return [_Run(self.program, state).call(name, player) for player in range(self.program.players)] if name else []

    def payoffs(self, state: State) -> list[int]:
        """What every player gets, where the program has a function for it."""
        name = self.program.payoff
        return [_Run(self.program, state).call(name, player) for player in range(self.program.players)] if name else []

    def winners(self, state: State) -> list[int]:
        """The winners: those the game has named, or else the best of the ranking, equals together, by seat."""
        if named := state.z[self.program.winners]:
            return [player for player in range(self.program.players) if player in named]
        best = list(range(self.program.players))
        for name, most in self.program.ranking:
            keys = {player: _Run(self.program, state).call(name, player) for player in best}
            wanted = max(keys.values()) if most else min(keys.values())
            best = [player for player in best if keys[player] == wanted]
        return best

    def _site(self, state: State, seat: int) -> Site | None:
        return next((self.program.sites[number] for who, number in self.pending(state) if who == seat), None)

    def _registers(self, site: Site, seat: int, entry: Entry | None = None, option: int = 0) -> Registers:
        registers: Registers = {"seat": seat} if site.group >= 0 else {}
        if entry is not None:
            registers["x"] = option - entry.base + entry.low
        return registers


def _entry(site: Site, option: int) -> Entry | None:
    return next((entry for entry in site.entries if entry.base <= option < entry.base + entry.count), None)


def _at(items: Sequence[Any], index: int) -> Any:
    """items[index], never counted from the end."""
    if not 0 <= index < len(items):
        raise IndexError(f"index {index} of {len(items)}")
    return items[index]


class _Run:
    """One run over a state, with its registers and the options offered so far."""

    def __init__(self, program: Program, state: State, registers: Registers | None = None, node: int = -1) -> None:
        self.program = program
        self.state = state
        self.registers: Registers = dict(registers or {})
        self.node = node
        self.offered: list[int] = []
        self.spent = 0
        self.zones = Zones(program.lists, program.zones, state.z, self.draw)

    def fail(self, message: int) -> GameError:
        return GameError(_at(self.program.messages, message), self.node)

    def draw(self, n: int) -> int:
        """Uniformly 0..n-1; the stream stays as it is if n is 1."""
        if not 1 <= n <= streams.MAX_CHOICES:
            raise ValueError(f"a choice among {n}")
        if n == 1:
            return 0
        self.state.random = streams.step(self.state.random)
        return streams.index(self.state.random, n)

    def go(self, number: int) -> None:
        """Run blocks from this one on, up to a decision or the end."""
        following: int | None = number
        passes = empty = 0
        while following is not None:
            block = _at(self.program.blocks, following)
            empty = empty + 1 if len(block.body) == 1 and block.body[0][0] == "goto" else 0
            # an empty block is no pass, unless such blocks lead to one another for ever
            passes += empty == 0 or empty > len(self.program.blocks)
            if passes > ir.MOST_PASSES:
                raise GameError(errors.ENDLESS, self.node)
            following = self.block(block)

    def block(self, block: Block) -> int | None:
        """Run one block: the number of the next, or None at a decision or the end."""
        self.registers = {}
        self.node = block.node if block.node >= 0 else self.node
        self.execute(block.body[:-1])
        match block.body[-1]:
            case ["goto", target]:
                return int(target)
            case ["branch", condition, yes, no]:
                return int(yes if self.value(condition) else no)
            case ["ask" | "together", _]:
                self.state.v[ir.PC] = block.number
            case ["over"]:
                self.state.v[ir.PC] = ir.OVER
            case other:
                raise ValueError(f"block {block.number} ends with {other}, not with one of {', '.join(ir.TERMINATORS)}")
        return None

    def execute(self, statements: list[Stmt]) -> None:
        for statement in statements:
            self.statement(statement)

    def statement(self, statement: Stmt) -> None:
        match statement:
            case ["if", condition, then, otherwise]:
                self.execute(then if self.value(condition) else otherwise)
            case ["for", register, a, body]:
                for item in self.value(a):
                    self.registers[register] = item
                    self.execute(body)
            case ["while", condition, body, message]:
                passes = 0
                while self.value(condition):
                    if passes == ir.MOST_PASSES:
                        raise self.fail(message)
                    passes += 1
                    self.execute(body)
            case ["emit", kind, node, *parts]:
                if self.state.events is not None:
                    self.state.events.append((kind, node, *map(self.logged, parts)))
            case ["condition", _]:
                pass
            case ["option", a]:
                self.offered.append(self.value(a))
            case ["spend", n]:
                self.spent += self.value(n)
                if self.spent > ir.MOST_CHANGES:
                    raise GameError(errors.TOO_MUCH, self.node)
            case ["fail", message]:
                raise self.fail(message)
            case _:
                self.assign(statement)

    def assign(self, statement: Stmt) -> None:
        match statement:
            case ["let", register, a]:
                self.registers[register] = self.value(a)
            case ["chance", register, n]:
                self.registers[register] = self.draw(self.value(n))
            case ["set", base, index, a]:
                place, value = self.value(base) + self.value(index), self.value(a)
                _at(self.state.v, place)
                self.state.v[place] = value
            case ["store", slot, a]:
                _at(self.state.z, self.value(slot))[:] = self.value(a)
            case ["append", slot, a]:
                _at(self.state.z, self.value(slot)).append(self.value(a))
            case ["remove", slot, a]:
                _at(self.state.z, self.value(slot)).remove(self.value(a))
            case _:
                self.move_cards(statement)

    def logged(self, part: Expr) -> Any:
        """An argument of an event: the word of a place in a pile as it is, a list as a tuple."""
        found = part if part in PLACES else self.value(part)
        return tuple(found) if isinstance(found, list) else found

    def move_cards(self, statement: Stmt) -> None:
        match statement:
            case ["put", card, z, where, depth]:
                self.zones.put(self.value(card), self.value(z), where, self.value(depth))
            case ["take", card, z]:
                self.zones.take(self.value(card), self.value(z))
            case ["find", register, card]:
                self.registers[register] = self.zones.find(self.value(card))
            case ["draw bottom", register, z]:
                self.registers[register] = self.zones.draw_bottom(self.value(z))
            case ["draw", register, z]:
                self.registers[register] = self.zones.draw(self.value(z))
            case ["new group", register, z]:
                self.registers[register] = self.zones.new_group(self.value(z))
            case ["pour", a, b]:
                self.zones.pour(self.value(a), self.value(b))
            case ["shuffle", z]:
                self.zones.shuffle(self.value(z))
            case _:
                raise ValueError(f"no such statement: {statement}")

    def value(self, expression: Expr) -> Any:
        """The value of an expression. Lists that are values are never changed in place."""
        if isinstance(expression, list):
            op, parts = expression[0], expression[1:]
            if op in PLAIN:
                return PLAIN[op](*[self.value(part) for part in parts])
            return EXPRESSION[op](self, *parts)
        return self.registers[expression] if isinstance(expression, str) else int(expression)

    def call(self, name: str, *arguments: Any) -> Any:
        """A function of the program, called with values. It sees its parameters and the state, no other register."""
        function = self.program.functions[name]
        registers = dict(zip(function.params, arguments, strict=True))
        return _Run(self.program, self.state, registers, self.node).value(function.body)

    def with_register(self, register: str, item: Any, body: Expr) -> Any:
        """The body with the register set, which afterwards is as before."""
        outside = self.registers
        self.registers = outside | {register: item}
        result = self.value(body)
        self.registers = outside
        return result

    def table(self, name: str, index: Expr) -> Any:
        return _at(self.program.tables[name], self.value(index))

    def cell(self, name: str, index: Expr, message: int) -> int:
        cells, place = self.program.tables[name], self.value(index)
        if not 0 <= place < len(cells) or cells[place] == ir.NO_NUMBER:
            raise self.missing(name, place, _at(self.program.messages, message))
        return int(cells[place])

    def row(self, name: str, index: Expr) -> Any:
        found = self.table(name, index)
        if found is None:
            raise self.missing(name, self.value(index), f"the table {name} has no row for")
        return found

    def missing(self, name: str, place: int, words: str) -> GameError:
        """That a table has no row for a case; the first key changes slowest."""
        cases = [*product(*self.program.cases[name])] if name in self.program.cases else []
        *others, last = cases[place] if cases else [""]
        return GameError(f"{words} {', '.join(others)} with {last}" if others else f"{words} {last}".strip(), self.node)

    def division(self, a: Expr, b: Expr, message: int) -> tuple[int, int, int]:
        dividend, divisor = self.value(a), self.value(b)
        if divisor == 0:
            raise self.fail(message)
        return dividend // divisor, -(-dividend // divisor), dividend % divisor

    def subsets(self, a: Expr, least: Expr, most: Expr, message: int) -> list[list[int]]:
        """In the order of the numbers that the places of the items make, written in twos."""
        items, low, high = self.value(a), self.value(least), self.value(most)
        if sum(comb(len(items), size) for size in range(min(max(0, high), len(items)) + 1)) > limits.SETS:
            raise self.fail(message)
        sizes = range(max(0, low), min(high, len(items)) + 1)
        found = sorted((sum(1 << p for p in at), at) for size in sizes for at in combinations(range(len(items)), size))
        return [[items[place] for place in at] for _, at in found]

    def need(self, a: Expr, none: Expr, message: int) -> Any:
        found = self.value(a)
        if found == self.value(none):
            raise self.fail(message)
        return found

    def within(self, a: Expr, low: Expr, high: Expr, message: int) -> int:
        found = self.value(a)
        if not self.value(low) <= found <= self.value(high):
            raise GameError(f"{_at(self.program.messages, message)}: {found}", self.node)
        return int(found)

    def bodies(self, register: str, a: Expr, body: Expr) -> Iterator[tuple[int, Any]]:
        """Each item of a list with the value of the body for it, one after the other."""
        return ((item, self.with_register(register, item, body)) for item in self.value(a))

    def best(self, register: str, a: Expr, key: Expr, most: Expr) -> list[int]:
        pairs = list(self.bodies(register, a, key))
        wanted = (max if self.value(most) else min)((found for _, found in pairs), default=None)
        return [item for item, found in pairs if found == wanted]

    def looks(self, a: Expr) -> list[int]:
        look, cards = self.program.tables["look"], self.value(a)
        first = {_at(look, card): card for card in reversed(cards)}
        return [card for card in dict.fromkeys(cards) if first[look[card]] == card]


def splits(numbers: list[int], heaps: int) -> list[list[int]]:
    """Every way to share the numbers out among the heaps, as the heaps' totals, each once."""
    if heaps > limits.HEAPS:
        raise GameError(f"splits shares out among {heaps:,} heaps; {limits.HEAPS:,} is the most")
    found = [(0,) * heaps]
    for number in numbers:
        filled: dict[tuple[int, ...], int] = {}
        for totals in found:
            for heap in range(heaps):
                filled[(*totals[:heap], totals[heap] + number, *totals[heap + 1 :])] = 1
        found = list(filled)
        if len(found) > limits.SHARES:
            raise GameError(f"splits finds too many ways to share out; {limits.SHARES:,} is the most")
    return [list(totals) for totals in found]


def rotated(items: list[int], first: int, keep: bool) -> list[int]:
    """The list begun at `first`, with it or without it; as it is if `first` is not in it."""
    if first not in items:
        return items
    place = items.index(first)
    return items[place + (not keep) :] + items[:place]


PLAIN: dict[str, Callable[..., Any]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "neg": lambda a: -a,
    "not": lambda a: int(not a),
    "eq": lambda a, b: int(a == b),
    "ne": lambda a, b: int(a != b),
    "lt": lambda a, b: int(a < b),
    "le": lambda a, b: int(a <= b),
    "gt": lambda a, b: int(a > b),
    "ge": lambda a, b: int(a >= b),
    "least": lambda a, b: min(a, b),
    "most": lambda a, b: max(a, b),
    "items": lambda *items: list(items),
    "range": lambda a, b: list(range(a, b + 1)),
    "join": lambda a, b: a + b,
    "without": lambda a, b: [item for item in a if item not in b],
    "from": lambda a, x: rotated(a, x, True),
    "after": lambda a, x: rotated(a, x, False),
    "in": lambda x, a: int(x in a),
    "len": len,
    "nth": lambda a, i, none: a[i] if 0 <= i < len(a) else none,
    "first": lambda a, none: a[0] if a else none,
    "last": lambda a, none: a[-1] if a else none,
    "head": lambda a, n: a[: max(0, n)],
    "reversed": lambda a: a[::-1],
    "distinct": lambda a: [item for place, item in enumerate(a) if item not in a[:place]],
    "sorted": sorted,
    "sum": sum,
    "splits": splits,
    "min": lambda a, none: min(a, default=none),
    "max": lambda a, none: max(a, default=none),
}

EXPRESSION: dict[str, Callable[..., Any]] = {
    "var": lambda run, base, index=0: _at(run.state.v, run.value(base) + run.value(index)),
    "cards": lambda run, z: list(_at(run.state.z, run.value(z))),
    "size": lambda run, z: len(_at(run.state.z, run.value(z))),
    "top": lambda run, z: run.zones.end(run.value(z), -1, errors.UNORDERED_TOP),
    "bottom": lambda run, z: run.zones.end(run.value(z), 0, errors.UNORDERED_BOTTOM),
    "groups": lambda run, z: run.zones.groups(run.value(z)),
    "group": lambda run, g: run.zones.group(run.value(g)),
    "table": _Run.table,
    "cell": _Run.cell,
    "subsets": _Run.subsets,
    "row": _Run.row,
    "call": lambda run, name, *arguments: run.call(name, *map(run.value, arguments)),
    "div_down": lambda run, *parts: run.division(*parts)[0],
    "div_up": lambda run, *parts: run.division(*parts)[1],
    "mod": lambda run, *parts: run.division(*parts)[2],
    "and": lambda run, *parts: int(all(run.value(part) for part in parts)),
    "or": lambda run, *parts: int(any(run.value(part) for part in parts)),
    "if": lambda run, condition, a, b: run.value(a if run.value(condition) else b),
    "need": _Run.need,
    "within": _Run.within,
    "map": lambda run, *parts: [found for _, found in run.bodies(*parts)],
    "filter": lambda run, *parts: [item for item, found in run.bodies(*parts) if found],
    "gather": lambda run, *parts: [item for _, found in run.bodies(*parts) for item in found],
    "any": lambda run, *parts: int(any(found for _, found in run.bodies(*parts))),
    "every": lambda run, *parts: int(all(found for _, found in run.bodies(*parts))),
    "count": lambda run, *parts: sum(1 for _, found in run.bodies(*parts) if found),
    "best": _Run.best,
    "looks": _Run.looks,
    "by": lambda run, *parts: [item for item, _ in sorted(run.bodies(*parts), key=lambda pair: pair[1])],
    "let": lambda run, register, a, body: run.with_register(register, run.value(a), body),
}
