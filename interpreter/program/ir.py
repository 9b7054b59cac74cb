# ruff: noqa: E501 (its tables are the reference text of docs/ir.md)
"""The intermediate representation: a game for a fixed number of players and options, free of Python.

Values are ints and lists of ints. Truth is 0 or 1. Things, players and cards are numbered from 0; their `none` is -1;
the `none` of a number is NO_NUMBER. The state is `v` (ints), `z` (lists of ints) and the game's random stream.

Expression = an int (constant), a str (a register), or a list [op, ...]. EXPRESSIONS says what each op does.
Statement  = a list [op, ...]; STATEMENTS says what each does. A block ends with exactly one of TERMINATORS.
Registers live inside one block, option list or function only; everything that outlives a decision is in v or z.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Expr = Any  # int | str | list[Any]; written out it would be recursive
Stmt = list[Any]

NO_NUMBER = -(1 << 31)
NOTHING = -1
PC, REASON, TURNS = 0, 1, 2
OVER = -1

EXPRESSIONS = {
    "var": "[var, base] or [var, base, index]: v[base + index]",
    "cards": "[cards, z]: the list z[z], bottom first (z is an expression: zones are numbered)",
    "size": "[size, z]: how many are in z[z]",
    "top": "[top, z]: the last of z[z], -1 if empty. Fails on an unordered top of more than one card",
    "bottom": "[bottom, z]: the first of z[z], -1 if empty. Fails likewise",
    "table": "[table, name, index]: a constant table's cell",
    "cell": "[cell, name, index, message]: the same, but fails with the message where the cell is NO_NUMBER or the index is outside",
    "row": "[row, name, index]: a constant table of lists: the list",
    "call": "[call, function, arguments...]: a function of the program",
    "add sub mul": "[add, a, b]",
    "neg not": "[neg, a]",
    "div_down div_up mod": "[div_down, a, b, message]: quotient rounded down (to minus infinity) or up, remainder with the sign of b; fails with the message if b is 0",
    "eq ne lt le gt ge": "[eq, a, b]: of ints, or of lists item by item (shorter first where one begins the other)",
    "and or": "[and, a, b, ...]: left to right, stops as soon as it is decided",
    "if": "[if, condition, a, b]: only the side taken is evaluated",
    "least most": "[least, a, b]: the smaller / greater of two ints",
    "need": "[need, a, none, message]: a; fails with the message if a = none",
    "within": "[within, a, low, high, message]: a; fails with the message outside low..high",
    "items": "[items, a, b, ...]: the list of these",
    "range": "[range, a, b]: a..b, empty if a > b",
    "join": "[join, A, B]: A then B",
    "without": "[without, A, B]: those of A that are not in B",
    "from": "[from, A, x]: A rotated to begin with x; the list as it is if x is not in it",
    "after": "[after, A, x]: the same without x",
    "in": "[in, x, A]",
    "len": "[len, A]",
    "nth": "[nth, A, i, none]: the i-th from 0, none if there is none",
    "first last": "[first, A, none]",
    "head": "[head, A, n]: the first n of A, all if there are fewer, none if n < 1",
    "reversed distinct sorted": "[sorted, A]: sorted ascending; distinct keeps the first of each",
    "sum": "[sum, A]",
    "min max": "[min, A, none]: none if A is empty",
    "map filter gather": "[map, register, A, body]: body for each; [filter, ...]: those for which body is true; [gather, ...]: bodies are lists, joined",
    "any every count": "[any, register, A, condition]: with early exit; [count, ...] how many",
    "best": "[best, register, A, key, most]: all of A with the greatest (most = 1) or smallest key; keys are ints or lists",
    "looks": "[looks, A]: cards of A, of those that look alike (equal in the table `look`) only the first",
    "splits": "[splits, A, n]: every way to share the numbers of A out among n heaps, as lists of the n totals, each once: heaps are filled number by number, first heap first, repeated totals dropped, in the order of first occurrence",
    "groups": "[groups, z]: the groups in which the cards of z[z] lie, each once, in the order of their first cards; a group is z * GROUP + its number",
    "group": "[group, g]: the cards of group g, in order",
    "by": "[by, register, A, key]: A sorted ascending by key, ties in the order of A",
    "let": "[let, register, a, body]: body with the register set",
}

STATEMENTS = {
    "let": "[let, register, a]",
    "set": "[set, base, index, a]: v[base + index] = a",
    "store": "[store, slot, A]: z[slot] = A (a list slot, not a zone)",
    "append": "[append, slot, a]: adds a at the end of z[slot] (a list slot)",
    "remove": "[remove, slot, a]: removes a from z[slot] (a list slot)",
    "if": "[if, condition, statements, statements]",
    "for": "[for, register, A, statements]: A is evaluated once",
    "while": "[while, condition, statements, message]: fails with the message after MOST_PASSES passes",
    "put": "[put, card, z, where, depth]: the card goes onto z[z]; where: top, bottom, below (under the top `depth` cards), random (uniformly anywhere), random below (uniformly anywhere under the top `depth`), group (into group number `depth` of a zone with groups; any other `where` there makes a group of its own)",
    "new group": "[new group, register, z]: the number for a new group in z[z]: the smallest from 1 on that no card there has",
    "take": "[take, card, z]: removes the card from z[z]; fails if it is not there. From an unordered segment of a pile it leaves by name",
    "find": "[find, register, card]: the number of the zone in which the card lies (zones are numbered from 1)",
    "draw": "[draw, register, z]: removes the top card; from an unordered segment one of its cards, uniformly by the game's stream. Fails on an empty zone",
    "pour": "[pour, a, b]: all cards of z[a] go on top of z[b], keeping their order and segments",
    "shuffle": "[shuffle, z]: z[z] becomes one unordered segment, its cards sorted by number",
    "chance": "[chance, register, n]: uniformly 0..n-1 by the game's stream; no draw if n = 1",
    "option": "[option, a]: offers option a (only in a site's options)",
    "emit": "[emit, kind, node, arguments...]: an event for the log; no effect on the state",
    "fail": "[fail, message]",
}

TERMINATORS = {
    "goto": "[goto, block]",
    "branch": "[branch, condition, block, block]",
    "ask": "[ask, site]: stop; v[0] is this block's number. Such a block has no other statement",
    "together": "[together, group]: stop; every seat in z[group.pending] decides, in any order",
    "over": "[over]: the game is over: v[0] = -1; v[1] is the number of the reason",
}

MOST_PASSES = 100_000
GROUP = 8192

EVENTS = {
    "step": "node: the step begins",
    "move": "node, card, from zone, to zone, where, behind `below` and `random below` also the depth: one card has moved",
    "pour": "node, from zone, to zone, the cards as a list: all cards of a zone have moved",
    "shuffle": "node, zone",
    "set": "node, slot, value: a declared variable has changed",
    "gain": "node, slot, amount, 1 if everybody can work the amount out: a declared variable that not all may see is added to (a `set` follows)",
    "tokens": "node, from slot (-1 the box), to slot (-1 the box), amount, 1 if everybody can work the amount out, and 2 more if which place it is may be a secret",
    "reveal": "node, list of cards, list of seats",
    "show": "node, list of slots, list of seats: numbers are shown",
    "turn": "node, seat, round: an outermost turn begins",
    "say": "node, kind index, value",
    "random": "node, kind index, value: what chance chose",
}


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
class Site:
    """A decision. `options` offers the legal option numbers in order; `seat` says who decides (register seat in a group).

    `asks` is the name of what is chosen, where the step has several choices.
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


@dataclass(slots=True)
class Group:
    """Simultaneous choices: z[pending] are the seats still to decide, v[stage + seat] which of `sites` each is at."""

    number: int
    pending: int
    stage: int
    sites: list[int]


@dataclass(slots=True)
class Block:
    """`node` is the step that begins here, or -1."""

    number: int
    body: list[Stmt]
    node: int = -1


@dataclass(slots=True)
class Node:
    """A step, condition, option or ruling of the ruleset: its words, clauses and place."""

    words: str
    kind: str
    rule: list[str]
    file: str
    line: int


@dataclass(slots=True)
class Card:
    """A card: its component, attribute values (ints) and the number of its look (cards of one look are alike)."""

    component: str
    values: list[int]
    look: int


@dataclass(slots=True)
class Program:
    """A whole game. kinds[i] is a type named in events; names[kind] the words of its members.

    `started` is the block at which the phases begin, the setup being done.
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
