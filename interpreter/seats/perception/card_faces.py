"""The content of each card's faces by true number, and how each step names its cards."""

from __future__ import annotations

from typing import Any

from ...program import ir
from ..percepts import Look, Values
from ..running_game import StartedGame
from ..visibility import BACK, FRONT, SeatVisibility, faces

Way = tuple[str, int]
FIRST = "first"  # the cache of the first requested seat's visibility


class Visibility(SeatVisibility):
    """A seat's visibility, with the faces of each card by number, and how steps name cards, by (kind, step).

    What a seat is given must not reach it: see perception/.
    """

    card_has: list[int]
    faces: list[dict[str, dict[str, Any]]]
    card_looks: list[list[Look]]
    ways: _Ways

    def __init__(self, program: ir.Program, seat: int, other: Visibility | None = None) -> None:
        super().__init__(program, seat, other)
        if other is not None:
            self.card_has, self.faces, self.ways = other.card_has, other.faces, other.ways
            self.card_looks = other.card_looks
            return
        self.card_has = [self.has[card.component] for card in program.cards]
        self.faces = [faces(program, card) for card in program.cards]
        self.card_looks = [
            [self.part(card.component, Look(self.has[card.component], (*card.values,)), mask) for card in program.cards]
            for mask in range(BACK + FRONT + 1)
        ]
        self.ways = _Ways(program)

    def looks(self, card: int, mask: int) -> Values:
        """The attribute values of a card on these faces, None for those on the others."""
        return self.card_looks[mask][card].values


def visibility_of(game: StartedGame, seat: int) -> Visibility:
    """The visibility of a seat in a game, computed once."""
    if seat not in game.visibility:
        made = Visibility(game.program, seat, game.visibility.get(FIRST))
        game.visibility[seat] = made
        game.visibility.setdefault(FIRST, made)
    found: Visibility = game.visibility[seat]
    return found


class _Ways:
    """Finds how steps name the cards they move or reveal: draw, top, bottom, whole, var (a chosen card) or named.

    `named` cards are computed, perhaps from what is hidden. `fills[site]` are the slots of the cards chosen there,
    `drawn[node]` that of the card which chance chooses in a step.
    """

    def __init__(self, program: ir.Program) -> None:
        self.found: dict[tuple[str, int], set[Way]] = {}
        self.fills: list[list[int]] = []
        self.drawn: dict[int, list[int]] = {}
        self.spoiled: set[int] = set()
        for site in program.sites:
            cards = [entry for entry in site.entries if entry.kind.startswith("card ")]
            self.fills.append(
                [s[1] for entry in cards for s in entry.apply if s[0] == "set" and s[3] == "x" and s[2] == 0]
            )
        for block in program.blocks:
            self._walk(block.body, {})
        self._known: dict[tuple[str, int], set[Way]] = {}

    def ways_of(self, kind: str, node: int) -> set[Way]:
        """The ways of a step; a computed card hides all others."""
        known = self._known.get((kind, node))
        if known is None:
            hidden = ("named", 0)
            found = self.found.get((kind, node)) or {hidden}
            known = {hidden if way == "var" and slot in self.spoiled else (way, slot) for way, slot in found}
            self._known[kind, node] = known
        return known

    def _walk(self, statements: list[ir.Stmt], registers: dict[str, Way]) -> None:
        for statement in statements:
            op = statement[0]
            if op == "let":
                registers[statement[1]] = self._way(statement[2], registers)
            elif op == "draw":
                registers[statement[1]] = ("draw", 0)
            elif op == "draw bottom":
                registers[statement[1]] = ("bottom", 0)
            elif op == "if":
                branches = [dict(registers), dict(registers)]
                for branch, inside in zip(statement[2:4], branches, strict=True):
                    self._walk(branch, inside)
                if any(inside.get(name) != way for inside in branches for name, way in registers.items()):
                    moved(registers)
            elif op == "while":
                moved(registers)
                self._walk(statement[2], dict(registers))
            elif op == "for":
                whole = isinstance(statement[2], list) and statement[2][0] == "cards"
                moved(registers)
                self._walk(statement[3], {**registers, statement[1]: ("whole" if whole else "named", 0)})
            elif op == "set" and not isinstance(statement[3], int):
                # a slot that anything but a choice sets may hold a computed card
                self.spoiled.add(statement[1])
            elif op == "emit" and statement[1] in ("move", "reveal"):
                self._emitted(statement, registers)
                if statement[1] == "move":
                    moved(registers)
            elif op == "emit" and statement[1] in ("pour", "shuffle"):
                moved(registers)
            elif (
                op == "emit"
                and statement[1] == "random"
                and isinstance(statement[4], list)
                and statement[4][0] == "var"
            ):
                self.drawn[statement[2]] = [statement[4][1]]

    def _emitted(self, statement: ir.Stmt, registers: dict[str, Way]) -> None:
        card: Any = statement[3]
        if statement[1] == "reveal":
            single = isinstance(card, list) and card[0] == "items" and len(card) == 2
            card = card[1] if single else None
        self.found.setdefault((statement[1], statement[2]), set()).add(self._way(card, registers))

    def _way(self, card: Any, registers: dict[str, Way]) -> Way:
        if isinstance(card, str):
            return registers.get(card, ("named", 0))
        if isinstance(card, list):
            if card[0] == "var" and len(card) == 2:
                return "var", card[1]
            if card[0] in ("top", "bottom"):
                return card[0], 0
            if card[0] == "need":
                return self._way(card[1], registers)
        return "named", 0


def moved(registers: dict[str, Way]) -> None:
    """Forget the registers that name an end of a pile, or a card drawn there, as cards have moved."""
    for register, (way, _) in registers.items():
        if way in ("draw", "top", "bottom"):
            registers[register] = ("named", 0)
