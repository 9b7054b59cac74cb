"""The functions of the expression language: one table drives checking, lints and the reference in docs/language.md."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from .types import BOOL, INT, PLAYER, Type, list_of, maybe


@dataclass(frozen=True, slots=True)
class Signature:
    """`params` and `result` are patterns over types: T is any type, `place` any numbered thing, `zone` any zone.

    The last `optional` parameters may be left out. some: whether the result is there and not empty: "always", "never"
    (known), or as the first list is "kept". least: the smallest number it can give, where that is certain.
    """

    name: str
    params: tuple[str, ...]
    result: str
    about: str
    example: str
    optional: int
    some: str
    least: int | None


def _signature(written: str, about: str, example: str, some: str = "kept", least: int | None = None) -> Signature:
    """Parse a function's signature: `NAME(PARAMETER, PARAMETER): RESULT`, with ? after optional ones."""
    name, params, result = re.split(r"[(]|[)]: ", written)
    names = tuple(param.removesuffix("?") for param in params.split(", "))
    return Signature(name, names, result, about, example, params.count("?"), some, least)


SIGNATURES: tuple[Signature, ...] = (
    _signature("count(list of T): int", "How many there are.", "count(players)", least=0),
    _signature("sum(list of int): int", "The total; 0 of an empty list.", "sum(player.hand.value)"),
    _signature(
        "min(list of int): maybe int",
        "The smallest; none of a list that may be empty.",
        "min(p.hand.size for p in players)",
    ),
    _signature("max(list of int): maybe int", "The greatest; none of a list that may be empty.", "max(players.offer)"),
    _signature(
        "min(list of list of int): maybe list of int",
        "The smallest list, compared item by item.",
        "min(p.totals for p in players)",
    ),
    _signature(
        "max(list of list of int): maybe list of int",
        "The greatest list, compared item by item.",
        "max(sorted(s) for s in splits(numbers, 3))",
    ),
    _signature("min(int, int): int", "The smaller of two numbers.", "min(3, player.coins)"),
    _signature("max(int, int): int", "The greater of two numbers.", "max(0, hand_size - player.hand.size)"),
    _signature("first(list of T): maybe T", "The first one; none of a list that may be empty.", "first(players)"),
    _signature(
        "first(list of T, int): list of T",
        "The first so many, all if there are fewer.",
        "first(draw_pile, 3)",
        some="never",
    ),
    _signature("last(list of T): maybe T", "The last one; none of a list that may be empty.", "last(spaces)"),
    _signature(
        "item(list of T, int): maybe T",
        "The n-th one, counted from 1; none if there are fewer.",
        "item(players, 2)",
        some="never",
    ),
    _signature(
        "distinct(list of T): list of T",
        "Each value once, in the order of first occurrence.",
        "distinct(player.hand.suit)",
    ),
    _signature(
        "sorted(list of int): list of int", "The numbers from the smallest to the greatest.", "sorted(player.totals)"
    ),
    _signature(
        "splits(list of int, int): list of list of int",
        "Every way to share these numbers out among n heaps, as the heaps' totals, each once.",
        "splits(player.wilds.value, 3)",
        some="always",
    ),
    _signature(
        "groups(zone): list of group",
        "The groups in which the cards of a zone lie, in the order they were laid.",
        "count(player.sets.groups)",
    ),
    _signature("reversed(list of T): list of T", "The other way round.", "reversed(players)"),
    _signature("left(player, int?): player", "The next player clockwise, or the n-th.", "left(dealer)"),
    _signature("right(player, int?): player", "The next player counter-clockwise, or the n-th.", "right(dealer)"),
    _signature(
        "number(place): int",
        "The number of a place or a member, counted from 1; a player's seat.",
        "tent.number",
        least=1,
    ),
    _signature("row(place): int", "The row of a place on a grid, counted from 1.", "cell.row", least=1),
    _signature("column(place): int", "The column of a place on a grid, counted from 1.", "cell.column", least=1),
    _signature(
        "line(place, int, int): list of place",
        "The places on a grid from this one to the edge, each so many rows (−1, 0 or 1) down and columns to the right.",
        "count(first(cell_1_1.line(1, 1), 2))",
    ),
    _signature(
        "step(place, int, int): maybe place",
        "The place on a grid so many rows down and columns to the right; none beyond the edge.",
        "cell_1_1.step(2, 1) != none",
    ),
    _signature("size(zone): int", "How many cards lie there.", "player.hand.size", least=0),
    _signature("empty(zone): bool", "True if no card lies there.", "draw_pile.empty"),
    _signature("top(zone): maybe card", "The top card; none if there is none.", "tent.stack.top"),
    _signature("bottom(zone): maybe card", "The bottom card; none if there is none.", "tent.stack.bottom"),
)


@cache
def signatures_of(name: str) -> tuple[Signature, ...]:
    """All signatures of a word."""
    return tuple(signature for signature in SIGNATURES if signature.name == name)


def asked_of(kind: Type) -> list[str]:
    """The functions that can be applied to a type, perhaps with more arguments."""
    return [signature.name for signature in SIGNATURES if _fits(signature.params[0], kind, {})]


def match(signature: Signature, args: list[Type]) -> Type | None:
    """The result type for these argument types, or None if they do not fit."""
    least = len(signature.params) - signature.optional
    if not least <= len(args) <= len(signature.params):
        return None
    found: dict[str, Type] = {}
    for pattern, arg in zip(signature.params, args, strict=False):
        if not _fits(pattern, arg, found):
            return None
    result = _result(signature.result, found)
    if signature.some == "always":
        return _without_empty(result)
    some = signature.some == "kept" and bool(args) and args[0].kind == "list" and args[0].some
    if result.kind == "maybe" and some and result.item:
        return result.item
    if result.kind == "list" and result.item and some:
        return list_of(result.item, True)
    return result


def least(name: str) -> int | None:
    """The smallest number that a function can give; None if not certain."""
    return next((signature.least for signature in signatures_of(name)), None)


def _without_empty(kind: Type) -> Type:
    """The type of a list that is known not to be empty, nor the lists in it."""
    return list_of(_without_empty(kind.item), True) if kind.kind == "list" and kind.item else kind


def _fits(pattern: str, arg: Type, found: dict[str, Type]) -> bool:
    """Whether an argument fits a pattern; `found` collects what T stands for."""
    if arg.kind == "unknown":
        found.setdefault("T", arg)
        return True
    if inner := re.fullmatch(r"list of (.+)", pattern):
        if arg.kind != "list" or arg.item is None or not _fits(inner[1], arg.item, found):
            return False
        if inner[1] == "list of int":
            found["list of int"] = arg.item
        return True
    if pattern == "T":
        return found.setdefault("T", arg) == arg
    if pattern == "zone":
        found["group"] = Type("group", arg.name)
        found["card"] = Type("card", arg.name)
        return arg.kind == "zone"
    if pattern == "place":
        found["place"] = arg
        return arg.kind == "thing"
    return {"int": INT, "bool": BOOL, "player": PLAYER}.get(pattern) == arg


def _result(pattern: str, found: dict[str, Type]) -> Type:
    """The type that a pattern stands for."""
    if pattern == "maybe list of int":
        return maybe(found["list of int"])
    if inner := re.fullmatch(r"maybe (.+)", pattern):
        return maybe(_result(inner[1], found))
    if inner := re.fullmatch(r"list of (.+)", pattern):
        return list_of(_result(inner[1], found))
    return found[pattern] if pattern in found else {"int": INT, "bool": BOOL, "player": PLAYER}[pattern]
