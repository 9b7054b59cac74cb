"""Which options may stand as soon as they are chosen: from the program alone, so that it tells nothing of the game.

What follows a choice, up to the next decision, is followed along every way through the program. Where one of them may
bring what prevents an undo (`undo_barriers`), the option may stand. The end of the game is none: nothing is left then.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

from ..program import ir
from .undo_barriers import may_be_seen

# events after which somebody may have seen something, or chance has decided
TOLD = frozenset(("reveal", "show", "say", "random", "shuffle", "together"))
CHANCE = frozenset(("chance", "shuffle"))
# more ways than these to work out where a card comes from are taken as any
MOST_WAYS = 4000


def standing_choices(program: ir.Program, site: ir.Site, seat: int, hasty: bool) -> frozenset[tuple[str, str]]:
    """Return the words and kinds of the options of a decision that may stand once the seat has chosen them.

    hasty: whether another seat that decides next does so at once, as bots do. Where several choose at the same time it
    is not known who is the last, so all of them may stand.
    """
    return frozenset(
        (entry.words, entry.kind)
        for entry in site.entries
        if site.group >= 0 or _Walk(program, site, seat, hasty).may_stand(entry)
    )


class _Walk:
    """A walk along the ways that follow a choice of a seat at a site."""

    def __init__(self, program: ir.Program, site: ir.Site, seat: int, hasty: bool) -> None:
        self.program, self.site, self.seat, self.hasty = program, site, seat, hasty
        self.assigned, self.found = set[int](), dict[int, ir.Expr]()

    def may_stand(self, entry: ir.Entry) -> bool:
        """Whether something on one of the ways prevents an undo of this choice."""
        bodies = [block.body for block in self._reachable(entry.target)]
        later = {one[1] for body in bodies for one in _statements(body) if one[0] == "set"}
        keeps = [one[1] for one in entry.apply if one[0] == "set" and one[3] == "x" and one[1] not in later]
        places = _zones_looked_at(entry.domain)
        # where the chosen card lies
        self.found = {slot: places[0] for slot in keeps if len(places) == 1}
        self.assigned = later | {one[1] for one in _statements(entry.apply) if one[0] == "set"}
        return any(self._prevents(body) for body in [entry.apply, *bodies])

    def _reachable(self, first: int) -> list[ir.Block]:
        """The blocks that are run before the next decision."""
        found, ahead = dict[int, ir.Block](), [first]
        while ahead:
            number = ahead.pop()
            if number not in found:
                found[number] = block = self.program.blocks[number]
                ahead += ir.targets(block.body)
        return [*found.values()]

    def _prevents(self, body: list[ir.Stmt]) -> bool:
        """Whether a statement of a block may bring something that prevents an undo."""
        registers: dict[str, ir.Expr] = {}
        for one in _statements(body):
            match one:
                case ["let", register, value]:
                    registers[register] = value
                case ["find", register, card] if (
                    _is_slot(at := _fill_registers(card, registers)) and at[1] in self.found
                ):
                    registers[register] = self.found[at[1]]
                case ["together", *_] | ["put", _, _, "random" | "random below", _]:
                    return True
                case ["ask", number] if self.hasty and not self._is_own(self.program.sites[number]):
                    return True
                case ["emit", kind, *_] if kind in TOLD:
                    return True
                case ["emit", "move" | "pour" as kind, _, *places]:
                    source, to = places[1:3] if kind == "move" else places[:2]
                    if any(may_be_seen(self.program, *pair) for pair in self._zones(source, to, registers)):
                        return True
                case ["draw" | "draw bottom", _, zone] if any(
                    not self.program.lists[one].settled for one, _ in self._zones(zone, zone, registers)
                ):
                    return True
                case [word, *_] if word in CHANCE:
                    return True
        return False

    def _is_own(self, site: ir.Site) -> bool:
        """Whether it is surely the same seat that decides at a site."""
        return site.group < 0 and site.seat == self.site.seat and not _slots(site.seat) & self.assigned

    def _zones(self, source: ir.Expr, to: ir.Expr, registers: dict[str, ir.Expr]) -> Iterator[tuple[int, int]]:
        """The pairs of zones between which a card may move."""
        exprs = [_fill_registers(expr, registers) for expr in (source, to)]
        slots = sorted(frozenset().union(*map(_slots, exprs)))
        own = self.site.seat[1] if _is_slot(self.site.seat) else -1
        ways = [
            [self.seat] if slot == own and slot not in self.assigned
            else range(self.program.ints[slot].low, self.program.ints[slot].high + 1)
            for slot in slots
        ]  # fmt: skip
        zones = [at for at, one in enumerate(self.program.lists[: self.program.zones]) if one.kind in ("set", "pile")]
        if _product(map(len, ways)) > MOST_WAYS:
            ways, exprs = [], [None, None]
        for values in product(*ways):
            given = dict(zip(slots, values, strict=True)) if ways else {}
            found = [_value(expr, given, self.seat) for expr in exprs]
            yield from product(*(zones if one is None else [one] if one in zones else [] for one in found))


def _product(numbers: Iterable[int]) -> int:
    """The product of numbers."""
    made = 1
    for number in numbers:
        made *= number
    return made


def _statements(body: Iterable[ir.Stmt]) -> Iterator[ir.Stmt]:
    """Statements with those inside of them."""
    for one in body:
        yield one
        for part in one[1:]:
            if isinstance(part, list) and part and isinstance(part[0], list):
                yield from _statements(part)


def _zones_looked_at(expr: ir.Expr) -> list[ir.Expr]:
    """The zones whose cards an expression reads."""
    if not isinstance(expr, list):
        return []
    return [expr[1]] if expr[0] == "cards" else [zone for part in expr[1:] for zone in _zones_looked_at(part)]


def _is_slot(expr: ir.Expr) -> bool:
    """Whether an expression is a number of the state that has no index."""
    return isinstance(expr, list) and len(expr) == 2 and expr[0] == "var"


def _slots(expr: ir.Expr) -> frozenset[int]:
    """The numbers of the state that an expression reads."""
    if _is_slot(expr):
        return frozenset([expr[1]])
    return frozenset().union(*(_slots(part) for part in expr[1:])) if isinstance(expr, list) else frozenset()


def _fill_registers(expr: ir.Expr, registers: dict[str, ir.Expr]) -> ir.Expr:
    """An expression with what registers stand for."""
    if isinstance(expr, str):
        return _fill_registers(registers[expr], registers) if expr in registers and expr != "seat" else expr
    return [expr[0], *(_fill_registers(part, registers) for part in expr[1:])] if isinstance(expr, list) else expr


def _value(expr: ir.Expr, given: dict[int, int], seat: int) -> int | None:
    """The value of a sum or product with these numbers of the state; None if it cannot be worked out."""
    match expr:
        case int():
            return expr
        case "seat":
            return seat
        case ["var", int() as slot]:
            return given.get(slot)
        case ["add" | "mul" as word, one, other]:
            parts: list[Any] = [_value(one, given, seat), _value(other, given, seat)]
            return None if None in parts else sum(parts) if word == "add" else parts[0] * parts[1]
    return None
