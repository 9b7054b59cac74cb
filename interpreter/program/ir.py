# ruff: noqa: E501 (its tables are the reference text of docs/ir.md)
"""The intermediate representation: a game for a fixed number of players and options, free of Python.

Values are ints and lists of ints. Truth is 0 or 1. Things, players and cards are numbered from 0; their `none` is -1;
the `none` of a number is NO_NUMBER. The state is `v` (ints), `z` (lists of ints) and the game's random stream.

Expression = an int (constant), a str (a register), or a list [op, ...]. EXPRESSIONS says what each op does.
Statement  = a list [op, ...]; STATEMENTS says what each does. A block ends with exactly one of TERMINATORS.
Registers live inside one block, option list or function only; everything that outlives a decision is in v or z.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from operator import add, eq, floordiv, ge, gt, le, lt, mod, mul, ne, neg, not_, sub
from typing import Any

from ..base import limits
from .events import WRITTEN

Expr = Any  # int | str | list[Any]; written out it would be recursive
Stmt = list[Any]

NO_NUMBER = -(1 << 31)
NOTHING = -1
NOBODY = ["items", NOTHING, NOTHING]  # the winners of a game that all have lost; two, so that they share nothing
PC, REASON, TURNS = 0, 1, 2
OVER = -1

TRUTH, NUMBER, LIST, PART = "truth", "number", "list", "part"


def div_up(a: int, b: int) -> int:
    """The quotient rounded up."""
    return -(-a // b)


@dataclass(frozen=True, slots=True)
class Op:
    """Operations of one shape, `words` their names, and all that passes and backends need to know of them.

    `text`: how they are written, and what they mean; INTS and WORDS name the parts that are no expressions.
    result: TRUTH (0 or 1), NUMBER, LIST, or PART: that of one of their parts, or of the function that is called.
    may_fail: also where all parts can be worked out. costly: worth working out once only. fresh: a list that nothing
    else holds. items_of: the part, a list, that has all their items (1 is the first), 0 for none. moves: cards change
    their place or order. fold: for each word, what it makes of constants.
    """

    words: str
    text: str
    result: str = NUMBER
    may_fail: bool = False
    costly: bool = False
    fresh: bool = False
    items_of: int = 0
    moves: bool = False
    fold: tuple[Callable[..., int], ...] = ()

    @property
    def parts(self) -> list[str]:
        """The names of the operation's parts, split from `text`."""
        return self.text[1 : self.text.index("]")].split(", ")[1:]

    @property
    def binds(self) -> bool:
        """Whether its first part is a register: set for the statements that follow, or for the parts after the second."""
        return self.parts[:1] == ["register"]

    @property
    def begins_with_name(self) -> bool:
        """Whether its first part is the name of a table or function, which a register may share."""
        return self.parts[:1] in (["name"], ["function"])


# names of parts that are ints or words; `statements` are a list of statements, all others are expressions
INTS = frozenset(("base", "slot", "none", "low", "high", "most", "message", "node", "block", "site", "group"))
WORDS = frozenset(("register", "name", "function", "kind", "where"))


def table(*ops: Op) -> dict[str, Op]:
    """The operations by name; statements have one name each, which may have a blank."""
    return {word: op for op in ops for word in ([op.words] if op.text.startswith(f"[{op.words}") else op.words.split())}


# fmt: off
EXPRESSIONS = table(
    Op("var", "[var, base, index] or [var, base]: v[base + index]"),
    Op("cards", "[cards, z]: the list z[z], bottom first (z is an expression: zones are numbered)", result=LIST),
    Op("size", "[size, z]: how many are in z[z]"),
    Op("top", "[top, z]: the last of z[z], -1 if empty. Fails on an unordered top of more than one card", may_fail=True),
    Op("bottom", "[bottom, z]: the first of z[z], -1 if empty. Fails likewise", may_fail=True),
    Op("table", "[table, name, index]: a constant table's cell"),
    Op("cell", "[cell, name, index, message]: the same, but fails with the message where the cell is NO_NUMBER or the index is outside", may_fail=True),
    Op("row", "[row, name, index]: a constant table of lists: the list; fails where there is none", result=LIST, may_fail=True),
    Op("call", "[call, function, arguments...]: a function of the program", result=PART, costly=True),
    Op("add sub mul", "[add, a, b]", fold=(add, sub, mul)),
    Op("neg", "[neg, a]", fold=(neg,)),
    Op("not", "[not, a]", result=TRUTH, fold=(not_,)),
    Op("div_down div_up mod", "[div_down, a, b, message]: quotient rounded down (to minus infinity) or up, remainder with the sign of b; fails with the message if b is 0", may_fail=True, fold=(floordiv, div_up, mod)),
    Op("eq ne lt le gt ge", "[eq, a, b]: of ints, or of lists item by item (shorter first where one begins the other)", result=TRUTH, fold=(eq, ne, lt, le, gt, ge)),
    Op("and or", "[and, a, b, ...]: left to right, stops as soon as it is decided", result=TRUTH),
    Op("if", "[if, condition, a, b]: only the side taken is evaluated", result=PART),
    Op("least most", "[least, a, b]: the smaller / greater of two ints", fold=(min, max)),
    Op("need", "[need, a, none, message]: a; fails with the message if a = none", may_fail=True),
    Op("within", "[within, a, low, high, message]: a; fails with the message outside low..high", may_fail=True),
    Op("items", "[items, a, b, ...]: the list of these", result=LIST, fresh=True),
    Op("range", "[range, a, b]: a..b, empty if a > b", result=LIST, fresh=True),
    Op("join", "[join, A, B]: A then B", result=LIST, fresh=True),
    Op("without", "[without, A, B]: those of A that are not in B", result=LIST, fresh=True, items_of=1),
    Op("from", "[from, A, x]: A rotated to begin with x; the list as it is if x is not in it", result=LIST, fresh=True, items_of=1),
    Op("after", "[after, A, x]: the same without x", result=LIST, fresh=True, items_of=1),
    Op("in", "[in, x, A]", result=TRUTH),
    Op("len", "[len, A]"),
    Op("nth", "[nth, A, i, none]: the i-th from 0, none if there is none"),
    Op("first last", "[first, A, none]"),
    Op("head", "[head, A, n]: the first n of A, all if there are fewer, none if n < 1", result=LIST, fresh=True, items_of=1),
    Op("reversed distinct sorted", "[sorted, A]: sorted ascending; distinct keeps the first of each", result=LIST, fresh=True, items_of=1),
    Op("sum", "[sum, A]", costly=True),
    Op("min max", "[min, A, none]: none if A is empty", costly=True),
    Op("map", "[map, register, A, body]: body for each", result=LIST, fresh=True, costly=True),
    Op("filter", "[filter, register, A, condition]: those for which it is true", result=LIST, fresh=True, items_of=2, costly=True),
    Op("gather", "[gather, register, A, body]: bodies are lists, joined", result=LIST, fresh=True, items_of=3, costly=True),
    Op("any every", "[any, register, A, condition]: with early exit", result=TRUTH, costly=True),
    Op("count", "[count, register, A, condition]: how many", costly=True),
    Op("best", "[best, register, A, key, most]: all of A with the greatest (most = 1) or smallest key; keys are ints or lists", result=LIST, fresh=True, items_of=2, costly=True),
    Op("looks", "[looks, A]: cards of A, of those that look alike (equal in the table `look`) only the first", result=LIST, fresh=True, items_of=1),
    Op("splits", "[splits, A, n]: every way to share the numbers of A out among n heaps, as lists of the n totals, each once: heaps are filled number by number, first heap first, repeated totals dropped, in the order of first occurrence. Fails with more than HEAPS heaps or SHARES ways", result=LIST, fresh=True, may_fail=True),
    Op("subsets", "[subsets, A, a, b, message]: every set of a..b items of A, as lists in the order of A: beginning with the empty one, each item in turn is added to all that are there, behind them. Fails with the message if there are more than SETS of at most b items", result=LIST, fresh=True, may_fail=True, costly=True),
    Op("groups", "[groups, z]: the groups in which the cards of z[z] lie, each once, in the order of their first cards; a group is z * GROUP + its number", result=LIST, fresh=True),
    Op("group", "[group, g]: the cards of group g, in order", result=LIST, fresh=True),
    Op("by", "[by, register, A, key]: A sorted ascending by key, ties in the order of A", result=LIST, fresh=True, items_of=2),
    Op("let", "[let, register, a, body]: body with the register set", result=PART, items_of=3),
)

STATEMENTS = table(
    Op("let", "[let, register, a]"),
    Op("set", "[set, base, index, a]: v[base + index] = a"),
    Op("store", "[store, slot, A]: z[slot] = A (a list slot, not a zone)"),
    Op("append", "[append, list, a]: adds a at the end of z[list] (a list slot)"),
    Op("remove", "[remove, list, a]: removes a from z[list] (a list slot)"),
    Op("if", "[if, condition, statements, statements]"),
    Op("for", "[for, register, A, statements]: A is evaluated once"),
    Op("while", "[while, condition, statements, message]: fails with the message after MOST_PASSES passes", may_fail=True),
    Op("put", "[put, card, z, where, depth]: the card goes onto z[z]; where: top, bottom, below (under the top `depth` cards), random (uniformly anywhere), random below (uniformly anywhere under the top `depth`), group (into group number `depth` of a zone with groups; any other `where` there makes a group of its own)", moves=True),
    Op("new group", "[new group, register, z]: the number for a new group in z[z]: the smallest from 1 on that no card there has"),
    Op("take", "[take, card, z]: removes the card from z[z]; fails if it is not there. From an unordered segment of a pile it leaves by name", moves=True, may_fail=True),
    Op("find", "[find, register, card]: the number of the zone in which the card lies (zones are numbered from 1)", may_fail=True),
    Op("draw", "[draw, register, z]: removes the top card; from an unordered segment one of its cards, uniformly by the game's stream. Fails on an empty zone", moves=True, may_fail=True),
    Op("draw bottom", "[draw bottom, register, z]: the same with the bottom card: from an unordered segment there one of its cards", moves=True, may_fail=True),
    Op("pour", "[pour, a, b]: all cards of z[a] go on top of z[b], keeping their order and segments", moves=True),
    Op("shuffle", "[shuffle, z]: z[z] becomes one unordered segment, its cards sorted by number", moves=True),
    Op("chance", "[chance, register, n]: uniformly 0..n-1 by the game's stream; no draw if n = 1"),
    Op("option", "[option, a]: offers option a (only in a site's options)"),
    Op("emit", "[emit, kind, node, arguments...]: an event for the log; no effect on the state"),
    Op("fail", "[fail, message]", may_fail=True),
    Op("spend", "[spend, n]: n more cards are moved or shown, or numbers changed, since the last decision; fails beyond MOST_CHANGES", may_fail=True),
    Op("condition", "[condition, node]: the `if`, `branch` or `while` that follows asks this condition of the ruleset; no effect"),
)

TERMINATORS = table(
    Op("goto", "[goto, block]"),
    Op("branch", "[branch, condition, block, block]"),
    Op("ask", "[ask, site]: stop; v[0] is this block's number. Such a block has no other statement"),
    Op("together", "[together, group]: stop; every seat in z[group.pending] decides, in any order"),
    Op("over", "[over]: the game is over: v[0] = -1; v[1] is the number of the reason"),
)
# fmt: on


def those(table: dict[str, Op], has: Callable[[Op], Any]) -> frozenset[str]:
    """The names of the operations that satisfy a condition."""
    return frozenset(word for word, op in table.items() if has(op))


def targets(body: list[Stmt]) -> list[int]:
    """The numbers of the blocks that a block can jump to."""
    last = body[-1]
    return [last[1]] if last[0] == "goto" else [last[2], last[3]] if last[0] == "branch" else []


TRUTHS = those(EXPRESSIONS, lambda op: op.result == TRUTH)
LISTS = those(EXPRESSIONS, lambda op: op.result == LIST)
FRESH = those(EXPRESSIONS, lambda op: op.fresh)
COSTLY = those(EXPRESSIONS, lambda op: op.costly)
MAY_FAIL = those(EXPRESSIONS, lambda op: op.may_fail)
NAMED = those(EXPRESSIONS, lambda op: op.begins_with_name)
LOOPS = those(EXPRESSIONS, lambda op: op.binds) - {"let"}
BINDING = LOOPS | {"let", "for"}  # whose register has its meaning inside only, or from the statement on
SETS_REGISTER = those(STATEMENTS, lambda op: op.binds)
MOVES = those(STATEMENTS, lambda op: op.moves)
SAME_ITEMS = {word: op.items_of for word, op in EXPRESSIONS.items() if op.items_of}
FOLD = {word: fold for op in EXPRESSIONS.values() for word, fold in zip(op.words.split(), op.fold, strict=False)}
DIVISIONS = those(EXPRESSIONS, lambda op: op.may_fail and op.fold)
ARITHMETIC = those(EXPRESSIONS, lambda op: op.fold and op.result == NUMBER)

MOST_PASSES = limits.PASSES
MOST_CHANGES = limits.CHANGES
GROUP = 8192

EVENTS = {kind: str(event.__doc__) for kind, event in WRITTEN.items()}


@dataclass(slots=True)
class IntSlot:
    """v[i]. `name` is the declared variable or local with its indexes; seats in `see` may read it (a bit mask)."""

    name: str
    low: int
    high: int
    see: int
    declared: str = ""
    indexes: list[tuple[str, int]] = field(default_factory=list)
    token: str = ""
    kind: str = "int"
    show: str = ""


@dataclass(slots=True)
class ListSlot:
    """z[i]. kind: set, pile (ordered; z[segments] holds its unordered ranges start, end, start, end ...) or list.

    A `settled` pile never has unordered parts. A zone with groups has its cards' group numbers, in the same order, in z[groups].
    `see`: for front, back, top.front, top.back, size: a bit mask of the seats that see it. `start`: the cards at first.
    """

    name: str
    kind: str
    component: str = ""
    declared: str = ""
    indexes: list[tuple[str, int]] = field(default_factory=list)
    owner: int = -1
    see: dict[str, int] = field(default_factory=dict)
    start: list[int] = field(default_factory=list)
    segments: int = -1
    groups: int = -1
    settled: bool = False
    show: str = ""


@dataclass(slots=True)
class Function:
    name: str
    params: list[str]
    body: Expr


@dataclass(slots=True)
class Test:
    """A named condition of an option; `expr` reads the register of the value, x, where it has one."""

    words: str
    expr: Expr


@dataclass(slots=True)
class Entry:
    """A family of options of a site: the words alone (kind plain) or with a value x.

    The option's number is base + x - low, for low <= x < low + count. kind: plain, pass, done, int, bool, `thing NAME`, `card NAME`.
    Taking it runs `apply` (register x is the value) and goes on at block `target`.
    `domain` lists the values to which the tests apply (for explaining a refusal); `zones` where a card is looked for.
    """

    words: str
    kind: str
    base: int
    low: int
    count: int
    apply: list[Stmt]
    target: int
    tests: list[Test] = field(default_factory=list)
    domain: Expr = 0
    node: int = -1


@dataclass(slots=True)
class Unasked:
    """The block to continue in when a decision offers nothing to choose.

    `seats` lists who is not asked, in a group; `chosen` is the list that will hold what is chosen, of several things,
    else -1. Nothing but what counts the use of tests reads this.
    """

    block: int
    seats: Expr = None
    chosen: int = -1


@dataclass(slots=True)
class Site:
    """A decision. `options` offers the legal option numbers in order; `seat` says who decides (register seat in a group).

    `asks` is the name of what is chosen, where the step has several choices. `path` are the words of the steps around
    it, from the outermost on, and its own. `written` is how the decision is written, and where if not in its step's lines.
    `set_size`, where several are chosen one after another: how many are chosen, and the least and most that may be.
    `unasked` is there if the rules say what happens where nothing is left to choose.
    """

    number: int
    words: str
    node: int
    seat: Expr
    entries: list[Entry]
    options: list[Stmt]
    group: int = -1
    secret: bool = False
    asks: str = ""
    path: list[str] = field(default_factory=list)
    written: str = ""
    set_size: list[Expr] = field(default_factory=list)
    unasked: Unasked | None = None


@dataclass(slots=True)
class Group:
    """Simultaneous choices: z[pending] are the seats still to decide, v[stage + seat] which of `sites` each is at."""

    number: int
    pending: int
    stage: int
    sites: list[int]

    def deciding(self, v: list[int], z: list[list[int]]) -> list[tuple[int, int]]:
        """(seat, site number) of everybody who has still to choose."""
        return [(seat, self.sites[v[self.stage + seat]]) for seat in z[self.pending]]


@dataclass(slots=True)
class Block:
    """A basic block: statements, the last of which is a terminator. `node` is the step that begins here, or -1."""

    number: int
    body: list[Stmt]
    node: int = -1


@dataclass(slots=True)
class Node:
    """A step, condition, option or ruling of the ruleset: words, clauses, place; `above` is the enclosing step.

    kind: those, and `until` for the condition at which a loop ends.
    """

    words: str
    kind: str
    rule: list[str]
    file: str
    line: int
    above: int = -1


@dataclass(slots=True)
class Row:
    """A row of a declared table: its keys as written, its place, the cells it fills."""

    words: str
    file: str
    line: int
    cells: list[int]


@dataclass(slots=True)
class Card:
    """A card: its component, attribute values (ints) and the number of its look (cards of one look are alike)."""

    component: str
    values: list[int]
    look: int


@dataclass(slots=True)
class Part:
    """A part that explains a player's value to people: `expr` reads the register seat, which is the player.

    kind: sum, counter (a declared number, changed by steps), items (what each `item` of `listed` adds: `each`, of the register x)
    or value. The parts of a sum add up to it with their signs; those of a value are shown beside it.
    `type`: int, bool, `thing NAME`; of a list with `list` before it.
    """

    words: str
    kind: str
    expr: Expr
    type: str = "int"
    sign: int = 1
    parts: list[Part] = field(default_factory=list)
    listed: Expr = 0
    each: Expr = 0
    item: str = ""


@dataclass(slots=True)
class Program:
    """A whole game. kinds[i] is a type named in events; names[kind] the words of its members.

    `started` is the block at which the phases begin, the setup being done. The `score_parts` add up to the score;
    `ranking_words` are those for what the ranking goes by. No backend reads these two. rows: of declared tables.
    teams: the seats of each team, in the order of names["team"]; nothing where everybody plays alone. veiled: the steps
    that set a number of which not everybody can work out which one it is, or whether it is set. cases: of each table
    that lacks a row, the words for the values of each of its keys, for the message of a lookup that finds nothing.
    """

    ruleset: str
    game: str
    hash: str
    players: int
    options: dict[str, Any]
    ints: list[IntSlot]
    lists: list[ListSlot]
    tables: dict[str, list[Any]]
    functions: dict[str, Function]
    blocks: list[Block]
    sites: list[Site]
    groups: list[Group]
    nodes: list[Node]
    messages: list[str]
    reasons: list[str]
    cards: list[Card]
    attributes: dict[str, list[tuple[str, str, str]]]
    names: dict[str, list[str]]
    kinds: list[str]
    zones: int
    winners: int
    score: str
    ranking: list[tuple[str, bool]]
    payoff: str
    invariants: list[tuple[str, str]]
    started: int = 0
    score_parts: list[Part] = field(default_factory=list)
    ranking_words: list[str] = field(default_factory=list)
    rows: dict[str, list[Row]] = field(default_factory=dict)
    teams: list[list[int]] = field(default_factory=list)
    veiled: list[int] = field(default_factory=list)
    cases: dict[str, list[list[str]]] = field(default_factory=dict)

    @property
    def scored(self) -> bool:
        """Whether the game keeps a score: one that is not always 0."""
        return bool(self.score) and self.functions[self.score].body != 0
