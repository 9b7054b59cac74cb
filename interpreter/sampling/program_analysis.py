"""Static analysis of a program for sampling: live slots, and choices that reveal hidden cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from functools import cached_property
from typing import Any

from ..backend.native.writing.temporaries import Temporaries
from ..game.compiled import CompiledGame
from ..program import ir
from ..program.trees import walk
from ..seats.perception.card_faces import Visibility
from ..seats.visibility import BACK, FRONT


class ProgramAnalysis:
    """The analysis of one program, computed once; see `analysis_of`."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        first = Visibility(program, 0)
        self.sights = [first, *(Visibility(program, seat, first) for seat in range(1, program.players))]
        self.telling = [revealing_decisions(program, sight) for sight in self.sights]
        self.constants = constants(program)
        ways = self.sights[0].ways
        self.by_choice = by_choice(program, {slot for slots in (*ways.fills, *ways.drawn.values()) for slot in slots})
        self.lists = [n for n, slot in enumerate(program.lists) if slot.component]
        self.computed = computed_lists(program)
        self.numbers = [n for n, slot in enumerate(program.ints) if slot.kind.startswith("card ")]
        self.marks = marks(program)
        # decisions that offer only the first of alike cards, and the slots that name single cards for it
        self.once = {site.number: named for site in program.sites if (named := named_cells(program, site)) is not None}
        self._alike: dict[tuple[Any, ...], int] = {}
        self.any_card = [self.alike(card, 0) for card in range(len(program.cards))]
        self.begun = self.any_card[:]
        for slot in program.lists[: program.zones]:
            for card in slot.start:
                self.begun[card] = bits(slot.start)
        self._beside: dict[tuple[int, int], list[int]] = {}

    def alike(self, card: int, mask: int) -> int:
        """The cards that look like this one on these faces, as bits."""
        key = mask, self.program.cards[card].component, self.sights[0].card_looks[mask][card]
        if key not in self._alike:
            cards = enumerate(self.program.cards)
            looked = self.sights[0].card_looks[mask]
            same = [n for n, made in cards if made.component == key[1] and looked[n] == key[2]]
            self._alike[key] = bits(same)
        return self._alike[key]

    def hidden_beside(self, slot: int, seat: int) -> list[int]:
        """The slots of the same name that a seat does not see."""
        if (slot, seat) not in self._beside:
            slots, sight = self.program.ints, self.sights[seat]
            same = [n for n, made in enumerate(slots) if made.declared == slots[slot].declared and not sight.reads(n)]
            self._beside[slot, seat] = same
        return self._beside[slot, seat]

    @cached_property
    def hides_anything(self) -> bool:
        """Whether anything is hidden from anybody: also the order of a pile, or a simultaneous choice."""
        program, everybody = self.program, (1 << self.program.players) - 1
        zones = [slot for slot in program.lists[: program.zones] if slot.kind in ("set", "pile")]
        return (
            bool(program.groups)
            or any(slot.declared and slot.see != everybody for slot in program.ints)
            or any(slot.see[face] != everybody for slot in zones for face in ("front", "back"))
            or any(slot.segments >= 0 for slot in zones)
            or any(site.secret for site in program.sites)
            or any(self.secret_chance_slots(block.body) for block in program.blocks)
        )

    @cached_property
    def temporaries(self) -> Temporaries:
        """The liveness of numbers and lists."""
        return Temporaries(self.program)

    @cached_property
    def slots_read(self) -> list[set[int]]:
        """For each decision the slots, numbered as in `Temporaries`, that its options depend on."""
        return [self.slots_in(self.temporaries.effect(site.options)[0]) for site in self.program.sites]

    @cached_property
    def offers(self) -> list[tuple[set[int], set[int]]]:
        """For each decision the zones (-1 for any) and other lists whose cards its options read."""
        return [
            ({*read_by(self.program, site.options, set())}, lists_in(self.program, site.options))
            for site in self.program.sites
        ]

    @cached_property
    def chosen_card_slots(self) -> list[list[tuple[int, bool]]]:
        """For each decision the slots that hold the card chosen there, and whether each seat has its own.

        Only those that are not declared and that nothing else sets: before that they hold no card.
        """
        others = 0
        for stmt in walk([block.body for block in self.program.blocks]):
            if stmt[0] == "set" and stmt[3] != -1:
                others |= self.temporaries.sets_in([stmt])
        cards = {slot for slot in self.numbers if self.temporaries.free[slot] and not others >> slot & 1}
        return [
            [
                (stmt[1], stmt[2] == "seat")
                for entry in site.entries
                for stmt in entry.apply
                if stmt[0] == "set" and stmt[1] in cards and stmt[2] in (0, "seat") and stmt[3] == "x"
            ]
            for site in self.program.sites
        ]

    def slots_chosen_by(self, site: int, seat: int) -> set[int]:
        """The slots that hold the card of a seat's choice."""
        return {slot + seat if own else slot for slot, own in self.chosen_card_slots[site]}

    @cached_property
    def secret_slots(self) -> list[list[int]]:
        """For each decision the slots that may depend on secret choices and may be set up to the next decision.

        Slots as `Temporaries` numbers them. Where a statement reads one that depends on such a choice, all that it sets
        is taken to depend on it.
        """
        program, undeclared = self.program, self.temporaries
        applied = {site.number: [stmt for entry in site.entries for stmt in entry.apply] for site in program.sites}
        bodies = [*applied.values(), *(block.body for block in program.blocks)]
        sets = [undeclared.sets_in(body) for body in bodies]
        secret, before = 0, -1
        for site in program.sites:
            secret |= sets[site.number] if site.secret else 0
        for body in bodies:
            secret |= self.secret_chance_slots(body)
        while secret != before:
            before = secret
            for body in bodies:
                secret |= self.depending(body, before)
        found = []
        for site in program.sites:
            changed = sets[site.number]
            for block in undeclared.reachable_blocks(entry.target for entry in site.entries):
                changed |= sets[len(applied) + block]
            changed &= secret
            unknown = (is_free or self.is_declared(slot) for slot, is_free in enumerate(undeclared.free))
            found.append([slot for slot, is_unknown in enumerate(unknown) if is_unknown and changed >> slot & 1])
        return found

    def is_declared(self, slot: int) -> bool:
        """Whether a slot is a declared number of the ruleset."""
        return slot < self.temporaries.first and bool(self.program.ints[slot].declared)

    @cached_property
    def veiled_slots(self) -> list[list[int]]:
        """For each decision, and last for the beginning, the slots that veiled steps may set up to the next one."""
        reached = self.temporaries.reachable_blocks
        found = [
            self.veiled_in(*(e.apply for e in site.entries), *self.bodies(reached(e.target for e in site.entries)))
            for site in self.program.sites
        ]
        return [*found, self.veiled_in(*self.bodies(reached([0])))]

    @cached_property
    def private(self) -> list[list[list[int]]]:
        """For each seat the slots of `offering` that it does not know.

        By decision those that steps may set from there up to the next one, and last those of the beginning.
        """
        undeclared, reached = self.temporaries, self.temporaries.reachable_blocks
        ways = [
            [*(e.apply for e in site.entries), *self.bodies(reached(e.target for e in site.entries))]
            for site in self.program.sites
        ]
        sets = [self.slots_in(undeclared.sets_in(way)) & self.offering for way in [*ways, self.bodies(reached([0]))]]
        return [
            [sorted(slot for slot in changed if not undeclared.known[slot].seats >> seat & 1) for changed in sets]
            for seat in range(self.program.players)
        ]

    @cached_property
    def offering(self) -> set[int]:
        """The undeclared slots that steps compute from hidden cards for the options of a decision, unnamed by events.

        Those that hold cards, or what somebody chose, are followed as that.
        """
        program, undeclared = self.program, self.temporaries
        bodies = [e.apply for site in program.sites for e in site.entries] + [block.body for block in program.blocks]
        told = before = 0
        for stmt in walk([bodies]):
            told |= undeclared.reads(stmt) if stmt[0] == "emit" else 0
        everybody = (1 << program.players) - 1
        zones = enumerate(program.lists[: program.zones])
        hidden = bits(undeclared.first + number for number, slot in zones if slot.see.get("front", 0) != everybody)
        while hidden != before:
            before = hidden
            for body in bodies:
                hidden |= self.depending(body, before)
        cards = {*self.numbers, *(undeclared.first + number for number in self.lists)}
        found = (
            self.slots_in(hidden & ~told).intersection({slot for slots in self.slots_read for slot in slots}) - cards
        )
        return {slot for slot in found if undeclared.free[slot] and not undeclared.known[slot].chooser}

    def bodies(self, blocks: Iterable[int]) -> list[list[ir.Stmt]]:
        return [self.program.blocks[block].body for block in sorted(blocks)]

    def veiled_in(self, *bodies: list[ir.Stmt]) -> list[int]:
        untold, before = 0, -1
        while untold != before:
            before = untold
            for body in bodies:
                untold |= self.secret_chance_slots(body, before)
        found = self.slots_in(untold)
        for stmt in statements([stmt for body in bodies for stmt in body]):
            if stmt[:2] == ["emit", "set"] and stmt[2] in self.program.veiled:
                place = stmt[3]
                found |= {place} if isinstance(place, int) else {*self.temporaries.slots(["var", place[2], place[1]])}
        return sorted(found)

    def secret_chance_slots(self, body: list[ir.Stmt], before: int = 0) -> int:
        """The temporary slots that hold secret chance results, from here or in the slots `before`."""
        free = sum(1 << slot for slot, is_free in enumerate(self.temporaries.free) if is_free)
        return free & self.depending(body, before, untold_chance(body))

    @staticmethod
    def slots_in(found: int) -> set[int]:
        return {slot for slot in range(found.bit_length()) if found >> slot & 1}

    @cached_property
    def fixed_piles(self) -> set[int]:
        """The piles whose order chance decides at once, unseen, as steps read it."""
        found: set[int] = set()
        for stmt in walk([block.body for block in self.program.blocks]):
            match stmt:
                case ["for", _, _, [["draw", card, zone], ["put", laid, _, "bottom", _]]] if laid == card:
                    found |= self.family(zone)
        return found

    def family(self, zone: ir.Expr) -> set[int]:
        """The zones that an expression may give: all of one name, or any pile if not known."""
        slots = self.program.lists[: self.program.zones]
        match zone:
            case int():
                return {zone}
            case ["add", int(base), _] | ["add", _, int(base)] if base < len(slots):
                return {number for number, slot in enumerate(slots) if slot.declared == slots[base].declared}
        return {number for number, slot in enumerate(slots) if slot.kind == "pile"}

    def reads_order(self, stmt: ir.Stmt) -> bool:
        """Whether a statement reads the cards of a pile whose order is fixed at once."""
        return bool(self.fixed_piles) and any(
            e[0] == "cards" and self.family(e[1]) & self.fixed_piles for e in walk([stmt])
        )

    def depending(self, body: list[ir.Stmt], secret: int, chance: Set[str] = frozenset()) -> int:
        """The slots that statements may set depending on others, on registers, or on `fixed` piles."""
        found, registers = 0, {*chance}
        for stmt in body:
            known = not self.temporaries.reads(stmt) & secret and not self.reads_order(stmt)
            if not known or any(registers & {*map(str, e[1:])} for e in walk([stmt])):
                found |= self.temporaries.sets_in([stmt])
                registers |= {stmt[1]} if stmt[0] == "let" else set()
        return found

    @cached_property
    def dead_slots(self) -> dict[int, tuple[list[int], list[int]]]:
        """For each block the temporaries that nobody reads any more once it has been reached."""
        undeclared = self.temporaries
        free = [slot for slot, is_free in enumerate(undeclared.free) if is_free and slot != ir.TURNS]
        found = {}
        for block, needed in undeclared.needed.items():
            slots = [slot for slot in free if not needed >> slot & 1]
            lists = [slot - undeclared.first for slot in slots if slot >= undeclared.first]
            found[block] = [slot for slot in slots if slot < undeclared.first], lists
        return found


def analysis_of(game: CompiledGame) -> ProgramAnalysis:
    """The analysis of a game's program, computed once."""
    if "facts" not in game.visibility:
        game.visibility["facts"] = ProgramAnalysis(game.program)
    found: ProgramAnalysis = game.visibility["facts"]
    return found


def bits(numbers: Iterable[int]) -> int:
    """Distinct numbers as a bit set."""
    return sum(1 << number for number in numbers)


def marks(program: ir.Program) -> list[int]:
    """The first slot of each kind of marks on cards."""
    return [
        number
        for number, slot in enumerate(program.ints)
        if slot.declared and slot.indexes and slot.indexes[-1][0] in program.attributes and slot.indexes[-1][1] == 0
    ]


def named_cells(program: ir.Program, site: ir.Site) -> set[tuple[int, int]] | None:
    """The slots (-1, number) and undeclared lists (list, 0) of cards read by options that are offered once.

    None where cards that look alike are all offered.
    """
    once = [e for e in walk([site.options]) if e[0] == "looks"]
    named = {e[1] for e in walk([once]) if e[0] == "var" and isinstance(e[1], int)}
    cards = {(-1, number) for number in named if program.ints[number].kind.startswith("card ")}
    return cards | {(number, 0) for number in lists_in(program, once)} if once else None


def lists_in(program: ir.Program, tree: Any) -> set[int]:
    """The card lists in an expression or statement that are no zones."""
    found: set[int] = set()
    for op, *rest in walk([tree]):
        if op == "cards":
            first, each = (rest[0][2], program.players) if isinstance(rest[0], list) else (rest[0], 1)  # one a seat
            found |= {*range(first, first + each)} if isinstance(first, int) else set()
    return {number for number in found if number >= program.zones and program.lists[number].component}


def constants(program: ir.Program) -> set[tuple[int, int]]:
    """The pairs (step, value) for steps that set a slot known to everybody to a constant."""
    found = set()
    for block in program.blocks:
        secret = drawn_in_secret(block.body)
        for stmt in statements(block.body):
            told = stmt[:2] == ["emit", "set"] and isinstance(stmt[4], int) and stmt[2] not in program.veiled
            if told and not named_in(stmt[3:4], secret):
                found.add((stmt[2], stmt[4]))
    return found


def by_choice(program: ir.Program, cards: set[int]) -> set[int]:
    """The steps that change numbers indexed by a chosen card; `cards` are the slots that hold those."""
    found = set()
    for body in [*(e.apply for site in program.sites for e in site.entries), *(b.body for b in program.blocks)]:
        every = [*statements(body)]
        read = {stmt[1] for stmt in every if stmt[0] == "let" and reads_one(stmt[2], cards)}
        for stmt in every:
            told = stmt[:2] in (["emit", "set"], ["emit", "gain"])
            if told and (reads_one(stmt[3], cards) or named_in([["", stmt[3]]], {"x", *read})):
                found.add(stmt[2])
    return found


def reads_one(tree: Any, numbers: set[int]) -> bool:
    """Whether a tree reads one of these slots."""
    return any(e[0] == "var" and isinstance(e[1], int) and e[1] in numbers for e in walk([tree]))


def drawn_in_secret(body: list[ir.Stmt]) -> set[str]:
    """The registers and slots, as text, that depend on unannounced chance results."""
    found = untold_chance(body)
    for stmt in statements(body):
        if stmt[0] in ("let", "set") and named_in(stmt[2:], found):
            found.add(str(stmt[1]))
    return found


def untold_chance(body: list[ir.Stmt]) -> set[str]:
    """The registers that hold chance results which are not announced right afterwards."""
    found: list[str] = []
    for stmt in body:
        if stmt[0] == "chance":
            found.append(stmt[1])
        elif stmt[:2] == ["emit", "random"]:
            found = found[:-1]
        else:
            found += [name for part in stmt if is_body(part) for name in untold_chance(part)]
    return {*found}


def is_body(part: Any) -> bool:
    """Whether a part of a statement is a list of statements."""
    return isinstance(part, list) and bool(part) and isinstance(part[0], list)


def named_in(trees: list[Any], names: set[str]) -> bool:
    """Whether one of these names appears in the trees; a slot also if it may be the same."""
    return any(names & {*map(str, tree)} for tree in walk([trees]))


def computed_lists(program: ir.Program) -> set[int]:
    """The undeclared lists that steps make of cards, maybe in the order of a pile that is not known."""
    piles = {slot.component for slot in program.lists[: program.zones] if slot.kind == "pile"}
    stored = {
        stmt[1]
        for block in program.blocks
        for stmt in statements(block.body)
        if stmt[0] == "store" and isinstance(stmt[1], int) and stmt[2] != ["items"]
    }
    return {number for number in stored if program.lists[number].component in piles}


def statements(body: list[ir.Stmt]) -> Iterator[ir.Stmt]:
    """All statements, nested ones included."""
    for stmt in body:
        yield stmt
        for part in stmt:
            if is_body(part):
                yield from statements(part)


def revealing_decisions(program: ir.Program, sight: Visibility) -> set[int]:
    """The decisions whose options may depend on cards that a seat does not see."""
    hidden = set()
    for number, slot in enumerate(program.lists[: program.zones]):
        has = {FRONT if face == "front" else BACK for _, face, _ in program.attributes.get(slot.component, ())}
        if any(not side & sight.zone[number] for side in has):
            hidden.add(number)
    return {
        site.number
        for site in program.sites
        if any(zone < 0 or zone in hidden for zone in read_by(program, site.options, set()))
    }


def read_by(program: ir.Program, tree: Any, called: set[str]) -> Iterator[int]:
    """The zones whose cards a tree reads, a whole family if it may be any of it; -1 if not known."""
    if not isinstance(tree, list) or not tree:
        return
    if tree[0] in ("cards", "top", "bottom", "groups") and len(tree) == 2:
        zone = tree[1][2] if isinstance(tree[1], list) and tree[1][0] == "add" else tree[1]
        if not isinstance(zone, int) or not 0 <= zone < len(program.lists):
            yield -1
        elif zone < program.zones:
            alike = program.lists[zone].declared
            yield from (n for n, slot in enumerate(program.lists) if n == zone or (alike and slot.declared == alike))
    if tree[0] == "group":
        yield -1
    if tree[0] == "call" and tree[1] not in called:
        called.add(tree[1])
        yield from read_by(program, program.functions[tree[1]].body, called)
    for part in tree:
        yield from read_by(program, part, called)
