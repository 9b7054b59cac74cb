"""The memory layout of a program: constant tables, a state, room for options and results.

A state is a record of fixed size: the game's random stream (16 bytes), the numbers v, then the lists z, each with the
number of its items before them. All numbers have 32 bits.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ....program import ir
from ....program.outcome_columns import outcome_columns
from .rows import NetRows
from .uses import MOST_COURSE, MOST_GAP, MOST_ROUNDS, Uses, fours

PAGE = 65_536
LIST_ROOM = 256  # room for a list of unknown length
WORD = 64  # numbers whose bits stand together
MOST_BITS = 2 * WORD  # numbers below it may be bits
ARENA = 64 << 20  # bytes for lists that are worked out
MOST_TEXT = 1_500_000  # the most characters of a module; larger ones take wasmtime too much time and memory
MOST_NAMES = 50_000  # the most in one function; with more the module becomes too large
MOST_OUTCOMES = 1 << 14  # different results of games that are kept at a time
MOST_DECISIONS = 1 << 17  # of a game; longer ones are played in Python
STANDINGS = 1 << 20  # bytes for the standings of games of a call
MOST_LISTED = 1 << 17  # games of a call whose outcomes are listed one by one
MOST_EDGES = 1 << 20  # of a search tree: a power of two
MOST_DEPTH = 4_096  # decisions of a game that are in it
UNITS = 32  # hidden units of a net
HEAD = 4 * (UNITS + 4)  # bytes of a number for each unit and a bias
MOST_ROWS = 16_384  # rows of a position
RECORDS = 8 << 20  # bytes for what a game shows a net
MOST_OPTIONS = 4_096  # numbers of options that are counted by themselves; games that offer more are played in Python


class Unfit(Exception):
    """Something in a program cannot be expressed in WebAssembly; the message says what."""


@dataclass
class MemoryLayout:
    """Memory addresses in bytes; those of v and z are offsets in a state.

    data: what lies in memory at first, from address 0 on; late: the same, from `end` on. tables: the addresses of the
    constant tables, constants: of lists that never change. lists: the offsets of z; rooms: how many items each holds.
    """

    program: ir.Program
    uses: Uses | None = None
    searching: bool = False
    solving: bool = False
    learning: NetRows | None = None
    data: bytearray = field(default_factory=bytearray)
    late: bytearray = field(default_factory=bytearray)
    tables: dict[str, int] = field(default_factory=dict)
    constants: dict[tuple[int, ...], int] = field(default_factory=dict)
    round_tables: dict[tuple[int, int], int] = field(default_factory=dict)
    set_tables: dict[tuple[int, ...], int] = field(default_factory=dict)
    lists: list[int] = field(default_factory=list)
    rooms: list[int] = field(default_factory=list)
    size: int = 0
    end: int = 0
    chosen: int = 0
    option_sums: int = 0
    cells: int = 0
    mark_cells: int = 0
    fours: int = 0
    fours_end: int = 0
    sites: list[int] = field(default_factory=list)
    marks_at: int = 0
    mark_sums: int = 0
    gains: int = 0
    known: int = 0
    rounds_at: int = 0
    parts: int = 0
    gaps: int = 0
    course: int = 0
    last: int = 0
    standings: int = 0
    listed: int = 0
    rows_read: int = 0  # from the marks on: where looking up a row of a table counts, and where it does not
    rows_aside: int = 0
    values: int = 0
    path: int = 0
    tried: int = 0
    edges: int = 0
    tables_of_rows: int = 0  # what NetRows have, the rows of a position, of a game; what the net works with
    seen_rows: int = 0
    hidden: int = 0
    slopes: int = 0
    qualities: int = 0
    chances: int = 0
    records: int = 0

    def __post_init__(self) -> None:
        self.words([0] * 4)  # no list lies at address 0
        self.record()
        program = self.program
        for name, cells in program.tables.items():
            listed = any(isinstance(cell, (list, tuple)) for cell in cells)
            at = [(0 if cell is None else self.constant(list(cell))) for cell in cells] if listed else []
            self.tables[name] = self.words(at if listed else [ir.NO_NUMBER if c is None else int(c) for c in cells])
        offsets = [*self.lists, 0]
        self.zones = self.words(self.lists)
        self.ranges = self.words([offsets[slot.segments] if slot.segments >= 0 else 0 for slot in program.lists])
        self.marks = self.words([offsets[slot.groups] if slot.groups >= 0 else 0 for slot in program.lists])
        if self.uses is not None:
            self.fours = self.words([word for one in fours(self.uses.cards) for word in one])
            self.fours_end = len(self.data)
        while len(self.data) % 16:  # streams are read eight bytes at a time
            self.data.append(0)
        self.state = len(self.data)
        self.bots = self.state + self.size
        self.sampling = self.bots + 16
        self.row = self.sampling + 16
        self.columns = outcome_columns(program, self.uses is not None)
        self.fields, self.ranks = self.columns.width, self.columns.ranks.start
        self.choices = self.row + 4 * self.fields
        self.index = self.choices + 4 * MOST_OPTIONS * program.players
        self.outcomes = self.index + 4 * 2 * MOST_OUTCOMES
        self.options = self.outcomes + 4 * (self.fields + 1) * MOST_OUTCOMES
        most = max((sum(entry.count for entry in site.entries) for site in program.sites), default=0)
        self.journal = self.options + 4 * (most + 64)
        self.used = self.journal + 4 * MOST_DECISIONS
        self.arena = self.used
        if self.uses is not None:
            self.count(self.uses)
        if self.searching:
            self.search(most)
        if self.solving:
            self.values = -(-self.arena // 16) * 16
            self.arena = self.values + 8 * self.program.players
        if self.learning is not None:
            self.learn(self.learning, most)
        self.end = self.arena + ARENA

    def count(self, uses: Uses) -> None:
        """Lay out the counters; they are added up in groups of four.

        Of a game: how often each option was offered, then chosen, seat by seat (`cells` bytes each); marks by seat
        (`mark_cells`), the last ones by nobody. Of all: for four options at a time the counts of an OptionUse; for four
        marks those of a MarkUse. Then gains by seat, of the game and of all; what counters of the score were before;
        what the parts of the score came to, and the squares; games by rounds, decisions by how many of others went
        before, games and options by the number of the decision; the last decision of each seat. For each number of an
        option who does not choose it (`sites`: where those of a site are). Standings; where it lies what each game of a
        call came to.
        """
        players = self.program.players
        self.used = -(-self.used // 16) * 16
        self.cells = -(-len(uses.options) // 4) * 16
        self.chosen = self.used + self.cells * players
        self.marks_at = self.chosen + self.cells * players
        self.mark_cells = -(-len(uses.marks) // 4) * 16
        self.option_sums = self.marks_at + self.mark_cells * (players + 1)
        self.mark_sums = self.option_sums + 10 * self.cells * players
        self.gains = self.mark_sums + 5 * self.mark_cells * (players + 1)
        self.known = self.gains + 24 * players * len(uses.gains)
        self.parts = -(-(self.known + 4 * players * len(uses.counters)) // 8) * 8
        self.rounds_at = self.parts + 16 * players * len(uses.parts)
        self.gaps = self.rounds_at + 4 * (MOST_ROUNDS + 1)
        self.course = self.gaps + 4 * MOST_GAP * players
        self.last = self.course + 8 * MOST_COURSE
        at = self.last + 4 * players
        for table in uses.tables:
            self.sites.append(at)
            at += 4 * len(table)
        self.rows_read = self.mark_cells * players
        self.rows_aside = at - self.marks_at
        self.standings = at + self.mark_cells
        self.listed = self.standings + STANDINGS + 4 * (2 + (MOST_ROUNDS + 1) * players)
        self.arena = self.listed + 4 * MOST_LISTED

    def search(self, most: int) -> None:
        """Lay out what a search needs: values, edges, tree.

        The value of a game for each seat (8 bytes), and of all games; the edges on the way (8 bytes each), those of
        the options of a decision (4 bytes each), the tree.
        """
        self.values = -(-self.arena // 16) * 16
        self.path = self.values + 16 * self.program.players
        self.tried = self.path + 8 * (MOST_DEPTH + 1)
        self.edges = -(-(self.tried + 4 * (most + 64)) // 16) * 16
        self.arena = self.edges + 32 * MOST_EDGES

    def learn(self, rows: NetRows, most: int) -> None:
        """Lay out what a net needs beside its weights: tables, rows, units, what it says of each option, a game."""
        self.tables_of_rows = -(-self.arena // 16) * 16
        self.hidden = -(-(self.tables_of_rows + 4 * len(rows.data)) // 16) * 16
        self.slopes = self.hidden + 4 * UNITS
        self.chances = self.slopes + 4 * UNITS
        self.qualities = self.chances + 8 * (most + 64)
        self.seen_rows = self.qualities + 4 * (most + 64)
        self.records = -(-(self.seen_rows + 4 * MOST_ROWS) // 16) * 16
        self.arena = self.records + RECORDS

    @property
    def net(self) -> int:
        """The address of the net's weights, behind all else."""
        return -(-(self.end + len(self.late)) // 16) * 16

    @property
    def net_size(self) -> int:
        """How many bytes the weights take: the head, rows of positions, rows of options."""
        rows = self.learning
        return 0 if rows is None else HEAD + 4 * UNITS * rows.positions.count + HEAD * rows.options.count

    @property
    def pages(self) -> int:
        """The number of memory pages needed."""
        return -(-(self.net + 2 * self.net_size) // PAGE)

    def words(self, numbers: list[int]) -> int:
        """Add numbers to the constant data; return their address. Raises Unfit if one needs more than 32 bits."""
        data = self.late if self.end else self.data
        at = self.end + len(data)
        try:
            data += b"".join(number.to_bytes(4, "little", signed=True) for number in numbers)
        except OverflowError:
            raise Unfit("a constant is too large") from None
        return at

    def constant(self, items: list[int]) -> int:
        """The address of a constant list; before it are its numbers below 128 as bits."""
        key = tuple(items)
        if key not in self.constants:
            bits = sum(1 << item for item in set(items) if 0 <= item < MOST_BITS)
            self.constants[key] = 16 + self.words(
                [*halves(bits % (1 << WORD)), *halves(bits >> WORD), len(items), *items]
            )
        return self.constants[key]

    def sets(self, bits: list[int]) -> int:
        """The address of a table of sets of numbers below 64, each as bits."""
        key = tuple(bits)
        if key not in self.set_tables:
            self.set_tables[key] = self.words([half for one in bits for half in halves(one)])
        return self.set_tables[key]

    def rounds(self, n: int, skip: int) -> int:
        """The address of a table of rotations: the numbers below n in order, then from 0 on, from 1 on, ...

        With skip = 1 the first is left out.
        """
        if (n, skip) not in self.round_tables:
            every = list(range(n))
            lists = [every, *(every[x + skip :] + every[:x] for x in every)]
            self.round_tables[n, skip] = self.words([self.constant(one) for one in lists])
        return self.round_tables[n, skip]

    def record(self) -> None:
        """Lay out a state."""
        program = self.program
        at = 16 + 4 * len(program.ints)
        rooms = [LIST_ROOM if slot.kind == "list" else self.cards_of(slot) for slot in program.lists]
        rooms[program.winners] = max(2, program.players)
        for slot in program.lists:
            if slot.segments >= 0:
                rooms[slot.segments] = self.cards_of(slot) + 2
            if slot.groups >= 0:
                rooms[slot.groups] = self.cards_of(slot)
        for group in program.groups:
            rooms[group.pending] = program.players
        for slot, room in zip(program.lists, rooms, strict=True):
            self.lists.append(at)
            self.rooms.append(max(room, len(slot.start)))
            at += 4 + 4 * self.rooms[-1]
        self.size = -(-at // 16) * 16

    def cards_of(self, slot: ir.ListSlot) -> int:
        """The most cards that a zone can hold."""
        return sum(not slot.component or card.component == slot.component for card in self.program.cards)


def halves(bits: int) -> tuple[int, int]:
    """The lower and the upper 32 of 64 bits, as signed numbers."""
    low, high = bits & 0xFFFFFFFF, bits >> 32
    return (low ^ 1 << 31) - (1 << 31), (high ^ 1 << 31) - (1 << 31)
