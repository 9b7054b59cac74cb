"""Liveness and knowledge of undeclared slots: which matter at a decision, and which seats know them.

Steps keep things for later: the highest bid, who passed, the card chosen first. Players know them although no `see:`
says so. A node of a search has to tell apart what differs in them, and must not by what the seat does not know.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ....program import ir
from ....program.trees import walk

Effect = tuple[int, int]  # slots read before they are set, slots always set: a bit each


@dataclass(frozen=True, slots=True)
class Knowers:
    """The seats that know a value: a bit mask, and the one given by `chooser` (the text of its expression)."""

    seats: int
    chooser: str = ""

    def also(self, other: Knowers) -> Knowers:
        """The seats in both."""
        if self == other:
            return self
        chooser = ""
        if self.chooser and other.seats == -1 or other.chooser and self.seats == -1:
            chooser = self.chooser or other.chooser
        return Knowers(self.seats & other.seats, chooser)


ALL, NOBODY = Knowers(-1), Knowers(0)


class Temporaries:
    """Liveness of undeclared slots. known: who knows each slot, ints first, then lists; needed: live slots by block."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.first = len(program.ints)  # the place of the first list
        slots = self.first + len(program.lists)
        self.free = [slot.see == 0 and not slot.declared for slot in program.ints]
        self.free += [slot.kind == "list" and not slot.see and not slot.declared for slot in program.lists]
        told = {ir.PC, ir.REASON, self.first + program.winners}  # by the site, or when the game is over
        told |= {self.first + at for slot in program.lists for at in (slot.segments, slot.groups) if at >= 0}
        told |= {self.first + group.pending for group in program.groups}
        for slot in told:
            self.free[slot] = False
        self.sets = {self.first + n for n, slot in enumerate(program.lists) if slot.kind != "list"}  # places of zones
        self.inside: dict[str, int] = {}
        self.needed = self.find_needed()
        self.known = [ALL if free else NOBODY for free in self.free]
        for n, slot_ in enumerate(program.ints):
            if not self.free[n]:
                self.known[n] = Knowers(-1 if slot_.see == (1 << program.players) - 1 else slot_.see)
        self.appended: set[int] = set()
        before: list[Knowers] = []
        while before != self.known:
            before = self.known[:]
            self.learn()
        assert len(self.known) == slots

    def slots_at(self, block: int, site: ir.Site) -> list[tuple[int, int]]:
        """Return the slots that matter at a decision, with the seats (a bit mask) that know each if they decide."""
        found = []
        for slot, known in enumerate(self.known):
            if self.free[slot] and self.needed[block] >> slot & 1:
                chose = site.group < 0 and known.chooser == repr(site.seat)
                found.append((slot, -1 if chose else known.seats))
        return found

    # -- what is read later

    def find_needed(self) -> dict[int, int]:
        """The live slots of each block: those that may be read from there on before they are set."""
        program = self.program
        effects: dict[int, Effect] = {}
        ways: dict[int, list[tuple[Effect, int]]] = {}
        last = 0
        for name in {program.score, program.payoff, *(name for name, _ in program.ranking)} - {""}:
            last |= self.reads(["call", name])
        for block in program.blocks:
            *body, end = block.body
            effects[block.number] = self.effect(body)
            nothing: Effect = (0, 0)
            sites, at = list[int](), 0
            ways[block.number] = []
            match end:
                case ["goto", target]:
                    ways[block.number] = [(nothing, target)]
                case ["branch", condition, yes, no]:
                    ways[block.number] = [((self.reads(condition), 0), target) for target in (yes, no)]
                case ["over"]:
                    ways[block.number] = [((last, 0), -1)]
                case ["ask", number]:
                    sites = [number]
                case ["together", number]:
                    sites = program.groups[number].sites
                    at = self.reads(["var", program.groups[number].stage, "seat"])
            ways[block.number] += [way for number in sites for way in self.ways_on(program.sites[number], at)]
        found = dict.fromkeys(effects, 0) | {-1: 0}
        changed = True
        while changed:
            changed = False
            for number in reversed(effects):
                after = 0
                for (gen, kill), target in ways[number]:
                    after |= gen | found[target] & ~kill
                gen, kill = effects[number]
                now = gen | after & ~kill
                changed |= now != found[number]
                found[number] = now
        return found

    def ways_on(self, site: ir.Site, at: int) -> list[tuple[Effect, int]]:
        """The effect and target of each way on from a decision; at: the slots that determine who chooses."""
        offers = self.effect(site.options)[0] | self.reads(site.seat) | at
        found = []
        for entry in site.entries:
            gen, kill = self.effect(entry.apply)
            found.append(((offers | gen, kill), entry.target))
        return found

    def effect(self, body: list[ir.Stmt]) -> Effect:
        """The slots that statements read before setting them, and those they set, as bit masks."""
        gen = kill = 0
        everybody = ["range", 0, self.program.players - 1]
        for at, stmt in enumerate(body):
            reads, sets = self.effect_of(stmt)
            match stmt:
                case ["for", seat, ["cards", listed], inner] if ["store", listed, everybody] in body[:at]:
                    rows = [one[1] for one in inner if one[0] == "set" and one[2] == seat and self.free[one[1]]]
                    sets |= self.reads([["var", row, seat] for row in rows])  # a simultaneous decision begins
            gen, kill = gen | reads & ~kill, kill | sets
        return gen, kill

    def effect_of(self, stmt: ir.Stmt) -> Effect:
        match stmt:
            case ["set", int(base), int(index), value]:
                reads, slot = self.reads(value), 1 << base + index
                return (
                    (reads & ~slot, 0) if reads & slot else (reads, slot)
                )  # adding to a slot does not count as reading it
            case ["set", _, index, value]:
                return self.reads(value) | self.reads(index), 0
            case ["store", int(slot), value]:
                return self.reads(value), 1 << self.first + slot
            case ["append" | "remove", slot, value]:
                return self.reads(value) | self.reads(["cards", slot]), 0
            case ["if", condition, yes, no]:
                one, other = self.effect(yes), self.effect(no)
                return self.reads(condition) | one[0] | other[0], one[1] & other[1]
            case ["for", _, listed, body] | ["while", listed, body, _]:
                return self.reads(listed) | self.effect(body)[0], 0
            case ["emit" | "condition" | "fail" | "spend", *_]:
                return 0, 0
        found = 0
        for part in stmt[1:]:
            found |= self.reads(part)
        return found, 0

    def reads(self, e: ir.Expr) -> int:
        """The slots that an expression, a statement or a list of statements may read, as a bit mask."""
        if not isinstance(e, list) or not e:
            return 0
        found = 0
        if e[0] == "call":
            if e[1] not in self.inside:
                self.inside[e[1]] = 0
                self.inside[e[1]] = self.reads(self.program.functions[e[1]].body)
            found = self.inside[e[1]]
        for slot in self.slots(e):
            found |= 1 << slot
        for part in e if isinstance(e[0], list) else e[1:]:
            found |= self.reads(part)
        return found

    def slots(self, e: list[Any]) -> list[int]:
        """The slots that an operation itself reads, without its parts."""
        players = self.program.players
        match e:
            case ["var", int(base)]:
                return [base]
            case ["var", int(base), int(index)]:
                return [base + index]
            case ["var", int(base), _]:
                if base < self.first and self.program.ints[base].declared:
                    declared = self.program.ints[base].declared
                    return [n for n, slot in enumerate(self.program.ints) if slot.declared == declared]
                return list(range(base, min(base + players, self.first)))
            case ["cards" | "size" | "top" | "bottom" | "groups", int(zone), *_]:
                return [self.first + zone]
            case ["cards" | "size" | "top" | "bottom" | "groups", ["add", _, int(zone)] | ["add", int(zone), _], *_]:
                stop = min(zone + players, len(self.program.lists))
                return [self.first + n for n in range(zone, stop)]
            case ["cards" | "size" | "top" | "bottom" | "groups" | "group", *_]:
                return sorted(self.sets)
        return []

    def sets_in(self, body: list[ir.Stmt]) -> int:
        """The slots that statements may set, as a bit mask."""
        found = 0
        for stmt in walk([body]):
            match stmt:
                case ["set", base, index, _]:
                    slots = self.slots(["var", base, index])
                case ["store" | "append" | "remove", slot, _]:
                    slots = self.slots(["cards", slot])
                case _:
                    continue
            found |= sum(1 << slot for slot in slots)
        return found

    def reachable_blocks(self, targets: Iterable[int]) -> set[int]:
        """The blocks that may run from these up to the next decision."""
        found: set[int] = set()
        waiting = [*targets]
        while waiting:
            number = waiting.pop()
            if number not in found:
                found.add(number)
                match self.program.blocks[number].body[-1]:
                    case ["goto", target]:
                        waiting.append(target)
                    case ["branch", _, yes, no]:
                        waiting += [yes, no]
        return found

    # -- who knows

    def learn(self) -> None:
        """Update who knows each slot by one pass over all assignments."""
        for block in self.program.blocks:
            self.note_assignments(block.body, {})
        for site in self.program.sites:
            for entry in site.entries:
                hidden = site.secret or site.group >= 0 or entry.kind.startswith(("card ", "group "))
                self.note_assignments(entry.apply, {"x": Knowers(0, repr(site.seat)) if hidden else ALL, "seat": ALL})

    def note_assignments(self, body: list[ir.Stmt], registers: dict[str, Knowers]) -> None:
        """Update who knows the slots that statements set."""
        for stmt in body:
            match stmt:
                case ["set", int(base), index, value]:
                    self.note_change(
                        "var", base, index, self.knows(value, registers).also(self.knows(index, registers))
                    )
                case ["store", int(slot), value]:
                    self.note_change("cards", slot, 0, self.knows(value, registers))
                case ["append", int(slot), value]:
                    self.note_change("cards", slot, 0, self.knows(value, registers))
                    self.appended.add(self.first + slot)
                case ["append", ["add", index, int(slot)] | ["add", int(slot), index], value]:
                    self.note_change("cards", slot, index, self.knows(value, registers))
                    self.appended |= set(range(self.first + slot, self.first + slot + self.program.players))
                case ["let", register, value]:
                    registers[register] = self.knows(value, registers)
                case ["chance" | "new group", register, *_]:
                    registers[register] = ALL
                case ["draw" | "draw bottom" | "find", register, *_]:
                    registers[register] = NOBODY
                case ["if", _, yes, no]:
                    self.note_assignments(yes, registers)
                    self.note_assignments(no, registers)
                case ["for", register, listed, inner]:
                    registers[register] = self.knows(listed, registers)
                    self.note_assignments(inner, registers)
                case ["while", _, inner, _]:
                    self.note_assignments(inner, registers)

    def note_change(self, op: str, base: int, index: ir.Expr, known: Knowers) -> None:
        """Update who knows a slot that is set; one of a row by the seat that it belongs to."""
        for slot in self.slots(
            [op, base, index] if op == "var" else ["cards", ["add", index, base] if index else base]
        ):
            if self.free[slot]:
                seat = slot - base - (self.first if op == "cards" else 0)
                own = known.chooser == repr("seat") and index == "seat"
                self.known[slot] = self.known[slot].also(Knowers(known.seats | 1 << seat) if own else known)

    def knows(self, e: ir.Expr, registers: dict[str, Knowers]) -> Knowers:
        """The seats that know an expression's value."""
        if isinstance(e, str):
            return registers.get(e, ALL)
        if not isinstance(e, list) or not e:
            return ALL
        found = ALL
        for slot in self.slots(e):
            found = found.also(self.sees(e[0], slot))
        if e[0] == "call":
            function = self.program.functions[e[1]]
            given = {name: self.knows(arg, registers) for name, arg in zip(function.params, e[2:], strict=True)}
            return found.also(self.knows(function.body, given))
        if e[0] in ir.LOOPS or e[0] == "let":
            listed = self.knows(e[2], registers)
            registers = registers | {e[1]: listed}
            found = found.also(listed)
            e = e[2:]
        for part in e[1:]:
            found = found.also(self.knows(part, registers))
        return found

    def sees(self, op: str, slot: int) -> Knowers:
        """The seats that see a slot, or the part of a zone that an operation reads."""
        if slot < self.first or slot not in self.sets:
            return self.known[slot]
        see = self.program.lists[slot - self.first].see
        seats = see.get("front", 0)
        if op == "size":
            seats = see.get("size", 0)
        elif op == "top":
            seats |= see.get("top.front", 0)
        return Knowers(-1 if seats == (1 << self.program.players) - 1 else seats)
