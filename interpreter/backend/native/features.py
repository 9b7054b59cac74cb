"""What a learned bot reads of a position, as numbered rows, and what it reads of an option.

A row stands for one fact: this counter is 3, that player holds the lead, a card of this look lies there. Seats are
turned round to the one that reads, so what is learned at one seat holds for all. Nothing is here but what the seat sees
or knows, by the same terms as the nodes of a search (observation_hash.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ...program import ir
from .observation_hash import BACK, FRONT, SIDES
from .writing.numbers import place
from .writing.rows import NetRows
from .writing.temporaries import Temporaries
from .writing.writer import const

ONE_BY_ONE = 64  # the most values of a number that have a row each; of others those of a size share one
BUCKETS = 44
SIZES = 32  # cards in a place that are told apart
LOOKS = 400  # looks of cards that have a row each
# lists of places in constant tables, in which it counts how many places are whose; where there are more of them than
# that many, what lies where is read of the longer ones, in pieces
MOST_LINES, SHORTEST, LONGEST = 320, 2, 8
MOST_PIECES, PIECE = 80, 5
WIDTH = 4  # rows of an option
NONE = -1


@dataclass(slots=True)
class FeaturePlan:
    """The rows of a program's positions and options, and the tables with which the module finds them.

    Offsets in the tables are in bytes. lines, pieces: where the lists of places begin; sites: by site and seat where
    the rows of the options begin; looks: see `looks_of`.
    """

    program: ir.Program
    net: NetRows = field(default_factory=NetRows)
    sites: dict[tuple[int, int], int] = field(default_factory=dict)
    looks: dict[int, tuple[int, int]] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    pieces: dict[str, int] = field(default_factory=dict)
    undeclared: Temporaries = field(init=False)

    def __post_init__(self) -> None:
        self.net.positions.base("always", 1)
        self.undeclared = Temporaries(self.program)
        for site in self.program.sites:
            for seat in range(self.program.players):
                self.sites[site.number, seat] = self.add(self.option_rows(site, seat))
        self.find_lines()
        for mask in (FRONT, BACK, FRONT | BACK):
            self.looks_of(mask)

    def add(self, numbers: Sequence[int]) -> int:
        """Add numbers to the tables; return their offset."""
        at = 4 * len(self.net.data)
        self.net.data.extend(numbers)
        return at

    def whose(self, indexes: Sequence[tuple[str, int]], seat: int) -> str:
        """The indexes of a place as a seat says them: its own, of the player on its left."""
        players = self.program.players
        return " ".join(f"player +{(n - seat) % players}" if kind == "player" else f"{kind} {n}" for kind, n in indexes)

    # -- cards

    def looks_of(self, mask: int) -> tuple[int, int]:
        """The offset of a table from cards to the number of what is seen of them, and how many numbers there are.

        Before the first card stands 0, for none.
        """
        if mask not in self.looks:
            seen: dict[object, int] = {}
            numbers = [0]
            for card in self.program.cards:
                sides = [FRONT if face == "front" else BACK for _, face, _ in self.program.attributes[card.component]]
                shown = [v if mask & side else None for v, side in zip(card.values, sides, strict=False)]
                numbers.append(1 + seen.setdefault((card.component, *shown), len(seen)) % LOOKS)
            self.looks[mask] = self.add(numbers), 1 + min(len(seen), LOOKS)
        return self.looks[mask]

    # -- options

    def option_rows(self, site: ir.Site, seat: int) -> list[int]:
        """For each number of an option of a site the rows it is made of, WIDTH numbers."""
        found = [NONE] * (WIDTH * max((entry.base + entry.count for entry in site.entries), default=0))
        for number, entry in enumerate(site.entries):
            name = f"{' / '.join(site.path)} / {site.asks} / {number} {entry.words}"
            bias = self.net.options.base(name, 1)
            for x in range(entry.low, entry.low + entry.count):
                rows = [bias, *self.value_rows(name, entry, x, seat)][:WIDTH]
                at = WIDTH * (entry.base + x - entry.low)
                found[at : at + len(rows)] = rows
        return found

    def value_rows(self, name: str, entry: ir.Entry, x: int, seat: int) -> Iterator[int]:
        """The rows of an option for its value."""
        kind, _, what = entry.kind.partition(" ")
        players = self.program.players
        if kind == "thing" and what == "player":
            yield self.net.options.base(f"{name}: player", players) + (x - seat) % players
        elif kind == "card" and 0 <= x < len(self.program.cards):
            card = self.program.cards[x]
            yield self.net.options.base(f"{name}: {card.component} {[*card.values]}", 1)
            for (attribute, _, _), value in zip(self.program.attributes[card.component], card.values, strict=False):
                yield self.net.options.base(f"{name}: {attribute} {value}", 1)
        elif entry.count > 1:
            yield self.net.options.base(f"{name}: value", entry.count) + x - entry.low

    # -- lines of places

    def find_lines(self) -> None:
        """Lists of places in constant tables, for each fact of such places that says whose they are.

        Where there are too many, those that are parts of longer ones are left out.
        """
        tables = [lists_of_places(cells) for cells in self.program.tables.values()]
        counted = {line: None for lists in tables for line in lists if len(line) <= LONGEST}
        pieces: dict[tuple[int, ...], None] = {}
        if len(counted) > MOST_LINES:
            counted = {line: None for lists in tables for line in longest(lists) if len(line) < PIECE}
            long = longest({line: None for lists in tables for line in lists if len(line) >= PIECE})
            pieces = {piece: None for line in sorted(long, key=len, reverse=True) for piece in pieces_of(line)}
        for name, first, size in self.owned_facts():
            fitting = [line for line in counted if line[-1] < size][:MOST_LINES]
            if fitting:
                numbers = [len(fitting)]
                for line in fitting:
                    base = self.net.positions.base(f"{name}: lines of {len(line)}", (len(line) + 1) ** 2)
                    numbers += [base, len(line), *(place(first + n) for n in line)]
                self.lines[name] = self.add(numbers)
            fitting = [piece for piece in pieces if max(piece) < size][:MOST_PIECES]
            if fitting:
                numbers = [len(fitting)]
                for piece in fitting:
                    base = self.net.positions.base(f"{name}: places {piece}", 3 ** len(piece), silent=True)
                    numbers += [base, len(piece), *(place(first + n) for n in piece)]
                self.pieces[name] = self.add(numbers)

    def owned_facts(self) -> Iterator[tuple[str, int, int]]:
        """Facts of all members of a thing that are players and seen by all: name, first slot, how many."""
        everybody = (1 << self.program.players) - 1
        families: dict[str, list[int]] = {}
        for number, slot in enumerate(self.program.ints):
            if slot.declared and slot.kind == "thing player" and slot.see == everybody and len(slot.indexes) == 1:
                families.setdefault(slot.declared, []).append(number)
        for name, slots in families.items():
            if slots == [*range(slots[0], slots[0] + len(slots))] and len(slots) > 1:
                yield name, slots[0], len(slots)


def lists_of_places(cells: Iterable[object]) -> dict[tuple[int, ...], None]:
    """The lists of places among the cells of a table, each once and in order."""
    found: dict[tuple[int, ...], None] = {}
    for cell in cells:
        places = tuple(sorted(set(cell))) if isinstance(cell, list | tuple) else ()
        if len(places) >= SHORTEST and places[0] >= 0:
            found[places] = None
    return found


def longest(lists: Iterable[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """The lists that are not part of a longer one."""
    sets = [(line, frozenset(line)) for line in lists]
    return [line for line, places in sets if not any(places < others for _, others in sets)]


def pieces_of(line: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Pieces of a list that together hold all of it, as few and as evenly spread as can be."""
    parts = -(-len(line) // PIECE)
    for part in range(parts):
        start = part * (len(line) - PIECE) // max(1, parts - 1)
        yield tuple(line[start : start + PIECE])


class FeatureWriter:
    """Writes the functions `$features0` … for what each seat sees, and `$f7` for what it knows at block 7.

    Each writes rows from an address on, and returns the end.
    """

    def __init__(self, plan: FeaturePlan, lists: Sequence[int], at: int) -> None:
        self.plan, self.program, self.lists, self.at = plan, plan.program, lists, at
        first = len(self.program.ints)
        # lists, and where seats are that decide at the same time, which the decision itself tells
        self.left_out = {*range(first, first + len(self.program.lists))}
        for group in self.program.groups:
            self.left_out |= {*range(group.stage, group.stage + self.program.players)}

    def text(self, stops: dict[int, ir.Stmt]) -> str:
        """The text of all functions; stops: as for ObservationHash."""
        players = range(self.program.players)
        ways = "(unreachable)"
        for seat in reversed(players):
            call = f"(return_call $features{seat} (local.get $S) (local.get $o))"
            ways = f"(if (i32.eq (local.get $seat) {const(seat)}) (then {call}))\n{ways}"
        whole = f"(func $features (param $S i32) (param $seat i32) (param $o i32) (result i32)\n{ways})"
        return "\n".join(
            [*map(self.seat_function, players), whole, *(self.decision(n, stop) for n, stop in stops.items())]
        )

    def seat_function(self, seat: int) -> str:
        """The function for what a seat sees."""
        texts = [write_row(const(self.plan.net.positions.base("always", 1)))]
        for number, slot in enumerate(self.program.ints):
            if slot.see >> seat & 1 and slot.low < slot.high:
                name = f"{slot.declared} {self.plan.whose(slot.indexes, seat)}".strip()
                texts.append(write_row(self.number(name, number, slot, const(seat))))
        for number, zone in enumerate(self.program.lists):
            texts += self.zone(number, zone, seat)
        for function, found in ("lines", self.plan.lines), ("pieces", self.plan.pieces):
            for at in found.values():
                call = f"(call ${function} (local.get $S) {const(self.at + at)} {const(seat)} (local.get $o))"
                texts.append(f"(local.set $o {call})")
        body = "\n".join(texts)
        return f"(func $features{seat} (param $S i32) (param $o i32) (result i32)\n{body}\n(local.get $o))"

    def number(self, name: str, number: int, slot: ir.IntSlot, seat: str) -> str:
        """The row of a number."""
        value, rows = f"(i32.load offset={place(number)} (local.get $S))", self.plan.net.positions
        if slot.kind == "thing player":
            base = rows.base(name, self.program.players + 1)
            return f"(i32.add {const(base)} (call $turned {value} {seat}))"
        if slot.kind.startswith("card "):
            at, count = self.plan.looks_of(FRONT | BACK)
            look = f"(i32.load (i32.add {const(self.at + at + 4)} (i32.shl {value} (i32.const 2))))"
            return f"(i32.add {const(rows.base(name, count))} {look})"
        size = slot.high - slot.low + 2
        above = f"(i32.sub {value} {const(slot.low)})"
        if size <= ONE_BY_ONE:
            return f"(i32.add {const(rows.base(name, size))} (call $one_by_one {above} {const(size - 2)}))"
        return f"(i32.add {const(rows.base(name, BUCKETS + 1))} (call $bucket {above}))"

    def zone(self, number: int, slot: ir.ListSlot, seat: int) -> list[str]:
        """The rows of a place for cards: what is seen of them, how many there are."""
        if slot.kind not in ("set", "pile"):
            return []

        def mask(which: str) -> int:
            return sum(side for side, word in SIDES.items() if slot.see.get(which + word, 0) >> seat & 1)

        rows, name = self.plan.net.positions, f"{slot.declared} {self.plan.whose(slot.indexes, seat)}".strip()
        at = f"(i32.add (local.get $S) {const(self.lists[number])})"
        whole, top, found = mask(""), mask("top.") if slot.kind == "pile" else 0, []
        if whole:
            looks, count = self.plan.looks_of(whole)
            base = rows.base(f"cards in {name}", count)
            found.append(f"(local.set $o (call $cards {at} {const(self.at + looks)} {const(base)} (local.get $o)))")
        if whole or slot.see.get("size", 0) >> seat & 1:
            base = rows.base(f"size of {name}", SIZES)
            found.append(write_row(f"(i32.add {const(base)} (call $fewer (i32.load {at}) {const(SIZES - 1)}))"))
        if top or (whole and slot.kind == "pile"):
            looks, count = self.plan.looks_of(top | whole)
            base = rows.base(f"top of {name}", count)
            found.append(write_row(f"(i32.add {const(base)} (call $top_look {at} {const(self.at + looks)}))"))
        return found

    def decision(self, block: int, stop: ir.Stmt) -> str:
        """The function for a decision: which it is, who decides, what is known beside what is seen."""
        if stop[0] == "ask":
            text = self.site(block, self.program.sites[stop[1]])
        else:
            # where others are who decide at the same time is not known
            group, text = self.program.groups[stop[1]], "(local.set $decides (local.get $seat))\n"
            at_seat = "(i32.add (local.get $S) (i32.shl (local.get $decides) (i32.const 2)))"
            for number, site in enumerate(group.sites):
                here = f"(i32.eq (i32.load offset={place(group.stage)} {at_seat}) {const(number)})"
                text += f"(if {here} (then {self.site(block, self.program.sites[site])}))\n"
        params = "(param $S i32) (param $seat i32) (param $decides i32) (param $o i32) (result i32)"
        return f"(func $f{block} {params}\n{text}\n(local.get $o))"

    def site(self, block: int, site: ir.Site) -> str:
        """The rows of a decision, and where those of its options are."""
        rows, players = self.plan.net.positions, self.program.players
        base = rows.base(f"decision {' / '.join(site.path)} / {site.asks}", players)
        turned = "(call $turned (local.get $decides) (local.get $seat))"
        texts = [write_row(f"(i32.add {const(base - 1)} {turned})")]
        for seat in range(players):
            at = const(self.at + self.plan.sites[site.number, seat])
            texts.append(f"(if (i32.eq (local.get $decides) {const(seat)}) (then (global.set $option_rows {at})))")
        everybody = (1 << players) - 1
        for slot, seats in self.plan.undeclared.slots_at(block, site):
            if slot in self.left_out or self.program.ints[slot].kind.startswith("card "):
                continue
            made = self.program.ints[slot]
            known = self.plan.undeclared.known[slot].seats & everybody
            row = write_row(
                self.number(f"{' / '.join(site.path)}: {made.name}, {slot}", slot, made, "(local.get $seat)")
            )
            tests = [f"(i32.and (i32.shr_u {const(known)} (local.get $seat)) (i32.const 1))"]
            if seats & everybody == everybody != known:
                tests.append("(i32.eq (local.get $seat) (local.get $decides))")
            if known == everybody:
                texts.append(row)
            elif known or len(tests) > 1:
                test = tests[0] if len(tests) == 1 else f"(i32.or {tests[0]} {tests[1]})"
                texts.append(f"(if {test} (then {row}))")
        return "\n".join(texts)


def write_row(row: str) -> str:
    """The statement that writes a row."""
    return f"(i32.store (local.get $o) {row}) (local.set $o (i32.add (local.get $o) (i32.const 4)))"
