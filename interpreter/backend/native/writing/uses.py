"""The things that can be counted during play: options, steps, conditions, gains."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from math import lcm

from ....program import ir, trees
from ...passes import block_passes

MOST_MEMBERS = 1_024  # values of an entry that are counted separately; all others are counted together
REST = -(1 << 31)  # the member for all others
CARDS = -1  # the site of a card by itself
MOST_GAP = 64  # counted decisions of others before one of a seat; the last stands for more
MOST_COURSE = 512  # of a game: decisions whose options are added up one by one
KEPT = ("step", "set", "tokens", "turn", "condition")
MOST_ROUNDS = 256  # of a game whose standings are kept


@dataclass(frozen=True, slots=True)
class CountedOption:
    """An option as it is counted: an entry of a site and one of its values; for cards that look alike the first.

    With CARDS as its site: such a card in whatever decision.
    """

    site: int
    entry: int
    member: int


@dataclass(frozen=True, slots=True)
class Mark:
    """A place in the program whose passes are counted, by kind.

    step; true or false: the result of the condition `node`, or of another test in step `node`, counted by `number`,
    such as whether a loop is at its end; several: a seat has more than one option at the site `number`, which belongs
    to `node`; met or unmet: the result of an option's test, which `number` identifies (see `test`), among those that
    belong to `node`; row: a table row was looked up, row `number` of all those of the program's `rows`.
    """

    kind: str
    node: int
    number: int = 0


@dataclass
class Uses:
    """All that is counted, in the order of the counters in memory.

    options, marks and gains (the steps that may change a score, by the first slot of the counter) have counters;
    tables: for each site the option that each of its numbers stands for; cards: for options that are a card the
    number of the option and that of the card by itself; parts: words, sign and expression of what adds up to a score;
    rows: for each declared table the mark of each of its cells.
    """

    program: ir.Program
    options: list[CountedOption] = field(default_factory=list)
    tables: list[list[int]] = field(default_factory=list)
    cards: list[tuple[int, int]] = field(default_factory=list)
    parts: list[tuple[str, int, ir.Expr]] = field(default_factory=list)
    told: list[tuple[int, int, int]] = field(default_factory=list)  # the tests: site, entry, which of its tests
    marks: list[Mark] = field(default_factory=list)
    gains: list[tuple[int, int]] = field(default_factory=list)
    counters: list[int] = field(default_factory=list)
    asked: Counter[int] = field(default_factory=Counter)  # conditions of each step

    rows: dict[str, list[int]] = field(default_factory=dict)
    standing: bool = False  # the game has a score and rounds
    sure: bool = False  # detailed counts can be computed at any time, not only at the end

    def __post_init__(self) -> None:
        tests = [test.expr for site in self.program.sites for entry in site.entries for test in entry.tests]
        asked = [["call", self.program.score, 0] if self.program.score else 0, *tests]
        self.sure = all(trees.is_safe(expr, self.program) for expr in asked)
        self.parts = [*signed_parts(self.program.score_parts)]
        self.counters = [part.expr[1] for part in every(self.program.score_parts) if is_counter(part)]
        known: dict[CountedOption, int] = {}
        firsts: dict[tuple[str, int], int] = {}
        looks = [firsts.setdefault((card.component, card.look), n) for n, card in enumerate(self.program.cards)]
        for site in self.program.sites:
            table = [0] * max((entry.base + entry.count for entry in site.entries), default=0)
            for number, entry in enumerate(site.entries):
                for i in range(entry.count):
                    member = entry.low + i
                    if i >= MOST_MEMBERS or entry.kind.startswith("group "):
                        member = REST
                    elif entry.kind.startswith("card ") and 0 <= member < len(looks):
                        member = looks[member]
                    table[entry.base + i] = known.setdefault(CountedOption(site.number, number, member), len(known))
            self.tables.append(table)
            self.mark("several", site.node, site.number)
        for option, number in [*known.items()]:
            kind = self.program.sites[option.site].entries[option.entry].kind
            own = (
                kind.startswith("card ") and option.member >= 0
            )  # else it only lies between two cards of its component
            if own and kind == f"card {self.program.cards[option.member].component}":
                self.cards.append((number, known.setdefault(CountedOption(CARDS, CARDS, option.member), len(known))))
        self.options = list(known)
        numbers = count()
        for name, rows in self.program.rows.items():
            marks = {
                cell: self.mark("row", -1, number)
                for row, number in zip(rows, numbers, strict=False)
                for cell in row.cells
            }
            self.rows[name] = [marks.get(cell, -1) for cell in range(len(self.program.tables[name]))]

    def add_marks(self, body: list[ir.Stmt], node: int) -> list[ir.Stmt]:
        """Return the statements without events, with statements that count."""
        return self.inside(block_passes.silent(body, self.program, KEPT), [node])

    def inside(self, body: list[ir.Stmt], step: list[int]) -> list[ir.Stmt]:
        """Return nested statements with counting; `step` holds the last step begun."""
        out: list[ir.Stmt] = []
        condition_of = -1
        for stmt in body:
            named, condition_of = condition_of, -1
            match stmt:
                case ["condition", int(node)]:
                    condition_of = node
                case ["emit", "step", int(node)]:
                    step[0] = node
                    out.append(["passed", self.mark("step", node)])
                case ["emit", "set", int(node), slot, _]:
                    out += self.gain_statements(node, [slot])
                case ["emit", "tokens", int(node), source, to, *_]:
                    out += self.gain_statements(node, [source, to])
                case ["emit", "turn", int(node), seat, rounds]:
                    self.standing = bool(self.program.score)
                    out.append(["turn", node, seat, rounds])
                case ["if" | "branch", condition, yes, no]:
                    refuses = stmt[0] == "if" and not yes and [inner[0] for inner in no] == ["fail"]
                    marks = [] if refuses else self.answers(named, step[0])
                    if stmt[0] == "branch":
                        out.append([*stmt, *marks])
                        continue
                    begun, arms = step[0], []
                    for arm in (yes, no):
                        arms.append(self.inside(arm, step))
                        step[0] = begun
                    counted = [[["passed", mark], *arm] for mark, arm in zip(marks, arms, strict=False)]
                    out.append(["if", condition, *(counted or arms)])
                case ["for", register, listed, inner]:
                    out.append(["for", register, listed, self.inside(inner, step)])
                case ["while", condition, inner, message]:
                    held, not_yet = [[["passed", m]] for m in self.answers(named, step[0])] if named >= 0 else ([], [])
                    out += [["while", condition, [*not_yet, *self.inside(inner, step)], message], *held]
                case _:
                    out.append(stmt)
        return out

    def first_play(self, body: list[ir.Stmt]) -> int:
        """The position in the first block where the game begins; what is set before are initial values."""
        return next((n for n, stmt in enumerate(body) if stmt[0] in ("passed", "gain", "turn")), len(body) - 1)

    def answers(self, named: int, step: int) -> list[int]:
        """The marks for true and false of the condition `named`, or of the next test in a step."""
        number = 0
        if named < 0:
            named, number = step, self.asked[step]
            self.asked[step] += 1
        return [self.mark(kind, named, number) for kind in ("true", "false")]

    def test_marks(self, site: int, entry: int, test: int) -> tuple[int, int]:
        """The marks for a test that is met, and not."""
        if (site, entry, test) not in self.told:
            self.told.append((site, entry, test))
        number, node = self.told.index((site, entry, test)), self.program.sites[site].node
        return self.mark("met", node, number), self.mark("unmet", node, number)

    def test(self, mark: Mark) -> tuple[int, int, int]:
        """The site, entry and test position of a mark of kind met or unmet."""
        return self.told[mark.number]

    def mark(self, kind: str, node: int, number: int = 0) -> int:
        """The number of a mark; equal marks share one, as a step may stand in several places."""
        mark = Mark(kind, node, number)
        if mark not in self.marks:
            self.marks.append(mark)
        return self.marks.index(mark)

    def gain_statements(self, node: int, slots: list[ir.Expr]) -> list[ir.Stmt]:
        """Statements that count a step's additions to the score's counters at one of these slots."""
        found: list[ir.Stmt] = []
        for number, base in enumerate(self.counters):
            for slot in slots:
                if isinstance(slot, int) and not base <= slot < base + self.program.players:
                    continue
                if (node, number) not in self.gains:
                    self.gains.append((node, number))
                found.append(["gain", self.gains.index((node, number)), number, slot])
        return found


def read_by_rows(program: ir.Program) -> ir.Program:
    """The program with declared tables read lazily, as if cells were missing."""

    def read(e: ir.Expr) -> ir.Expr:
        if not isinstance(e, list) or not e:
            return e
        e = [read(part) for part in e]
        return ["cell", *e[1:], 0] if e[0] == "table" and e[1] in program.rows else e

    return trees.map_program(program, read) if program.rows else program


def fours(pairs: list[tuple[int, int]]) -> Iterator[list[int]]:
    """Pairs of counters in groups of four: byte offsets of both, and 0 or -1 for each of the four that is present."""
    left = dict(pairs)
    while left:
        first, to = next(iter(left.items()))
        which = [left.get(first + n) == to + n for n in range(4)]
        for n in range(4):
            if which[n]:
                del left[first + n]
        yield [4 * first, 4 * to, *(-int(one) for one in which)]


def every(parts: list[ir.Part]) -> list[ir.Part]:
    """All parts that add to a score, with sums replaced by their parts."""
    return [x for part in parts for x in (every(part.parts) if part.kind == "sum" else [part])]


def signed_parts(parts: list[ir.Part], sign: int = 1) -> Iterator[tuple[str, int, ir.Expr]]:
    """The words, sign and expression of every part of a score."""
    for part in parts:
        if part.kind == "sum":
            yield from signed_parts(part.parts, sign * part.sign)
        else:
            yield part.words, sign * part.sign, part.expr


def is_counter(part: ir.Part) -> bool:
    """Whether a part is a number of each seat that steps change."""
    return part.kind == "counter" and len(part.expr) == 3 and part.expr[2] == "seat"


def whole(program: ir.Program) -> int:
    """The number that stands for one won game, divisible by every number of winners."""
    return lcm(*range(1, min(program.players, 10) + 1))
