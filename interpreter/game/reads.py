"""Track what the steps of a game read: lists that record reads of their numbers and cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ..backend.blocks import entry_nodes
from ..program import ir

# statements that move cards whatever is on them
MOVING = {"condition", "spend", "fail", "find", "take", "put", "draw", "draw bottom", "pour", "shuffle"}
PLAIN = {"cards", "size", "len", "gather", "map", "join", "items", "range", "head", "reversed", "var", *ir.ARITHMETIC}
FLOW = {"goto", "ask", "together", "over"}


class Reads:
    """The numbers that were read, those set before being read, and what happened to the cards.

    A card is looked at where a step reads its place and does more than move what lies there; `moved` are those that
    have left a place.
    """

    def __init__(self) -> None:
        self.numbers: set[int] = set()
        self.overwritten: set[int] = set()
        self.cards: set[int] = set()
        self.moved: set[int] = set()

    def clear(self) -> None:
        """Forget everything."""
        for kept in (self.numbers, self.overwritten, self.cards, self.moved):
            kept.clear()

    def watch(
        self, v: list[int], z: list[list[int]], zones: int, moving: Callable[[], bool]
    ) -> tuple[list[int], list[list[int]]]:
        """Copies of a state's numbers and lists that record reads here.

        moving: whether the step that runs now only moves cards.
        """

        def look(cards: Iterable[int]) -> None:
            if not moving():
                self.cards.update(cards)

        return _Numbers(v, self), [*(_Cards(cards, look, self.moved) for cards in z[:zones]), *map(list, z[zones:])]


class Slots(list[Any]):
    """A state's numbers or lists; `read` are the positions that were read."""

    __slots__ = ("read",)

    def __init__(self, values: list[Any]) -> None:
        super().__init__(values)
        self.read: set[int] = set()

    def __getitem__(self, at: Any) -> Any:
        self.read.update(range(*at.indices(len(self))) if isinstance(at, slice) else [at])
        return list.__getitem__(self, at)


class _Numbers(list[int]):
    """The numbers of a state, recording reads."""

    __slots__ = ("reads",)

    def __init__(self, values: list[int], reads: Reads) -> None:
        super().__init__(values)
        self.reads = reads

    def __getitem__(self, at: Any) -> Any:
        if not isinstance(at, slice) and at not in self.reads.overwritten:
            self.reads.numbers.add(at)
        return list.__getitem__(self, at)

    def __setitem__(self, at: Any, value: Any) -> None:
        if not isinstance(at, slice) and at not in self.reads.numbers:
            self.reads.overwritten.add(at)
        list.__setitem__(self, at, value)


class _Cards(list[int]):
    """The cards of a zone, recording reads."""

    __slots__ = ("look", "moved")

    def __init__(self, cards: list[int], look: Callable[[Iterable[int]], None], moved: set[int]) -> None:
        super().__init__(cards)
        self.look, self.moved = look, moved

    def __iter__(self) -> Iterator[int]:
        self.look(list.copy(self))
        return list.__iter__(self)

    def __len__(self) -> int:
        self.look(list.copy(self))
        return list.__len__(self)

    def __getitem__(self, at: Any) -> Any:
        self.look(list.copy(self))
        return list.__getitem__(self, at)

    def __contains__(self, card: Any) -> bool:
        self.look(list.copy(self))
        return list.__contains__(self, card)

    def pop(self, at: Any = -1) -> int:
        card = list.pop(self, at)
        self.moved.add(card)
        return card

    def remove(self, card: int) -> None:
        self.moved.add(card)
        list.remove(self, card)

    def __delitem__(self, at: Any) -> None:
        self.moved.add(list.__getitem__(self, at))
        list.__delitem__(self, at)

    def clear(self) -> None:
        self.moved.update(list.copy(self))
        list.clear(self)


def looking_steps(program: ir.Program) -> set[int]:
    """The nodes of the steps that read zones and do more than move cards; -1 stands for no step."""
    found = {-1}

    def look(body: list[ir.Stmt], node: int) -> int:
        for stmt in body:
            op = stmt[0]
            if op == "emit":
                node = stmt[2]
            elif op == "for" and plain(stmt[2]):
                node = look(stmt[3], node)
            elif not (op in MOVING or op in FLOW or (op == "let" and plain(stmt[2])) or _guards(stmt)):
                found.update([node] if _reads(stmt) else [])
        return node

    def plain(e: ir.Expr) -> bool:
        return not isinstance(e, list) or (e[0] in PLAIN and all(map(plain, e[1:])))

    entered = entry_nodes(program)
    for block in program.blocks:
        look(block.body, entered.get(block.number, -1))
    for site in program.sites:
        for entry in site.entries:
            look(entry.apply, entry.node if entry.node >= 0 else site.node)
    return found


def _guards(stmt: ir.Stmt) -> bool:
    """Whether a statement only fails if there are too few cards to move."""
    return stmt[0] == "if" and not stmt[2] and all(inner[0] == "fail" for inner in stmt[3])


def _reads(part: ir.Stmt) -> bool:
    """Whether a statement reads more than numbers of the state: a list, a table or a register of these."""
    looks = part[0] in ("cards", "size", "top", "bottom", "group", "groups") if part else False
    return looks or any(isinstance(one, str) or (isinstance(one, list) and _reads(one)) for one in part[1:])
