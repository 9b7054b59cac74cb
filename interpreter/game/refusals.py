"""Refusals: find the named condition that refuses an option."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..base.languages.catalogues import mark
from ..program import ir

# works out an expression of the program for the seat that decides: (expression, value of the option) -> result
Evaluate = Callable[[ir.Expr, int], Any]
NOT_AMONG = mark("it is not among the things to choose from")


def first_refusal(site: ir.Site, number: int, evaluate: Evaluate) -> str:
    """The words of the first failing test, with values filled in; "" if all hold."""
    for entry in site.entries:
        if entry.base <= number < entry.base + entry.count:
            value = number - entry.base + entry.low
            for test in entry.tests:
                if not evaluate(test.expr, value):
                    return test.words or NOT_AMONG
            if entry.kind not in ("plain", "pass", "done") and value not in _values(entry, evaluate):
                return NOT_AMONG
    return ""


def candidates(site: ir.Site, evaluate: Evaluate) -> list[int]:
    """All option numbers that a player could ask about: legal ones and those refused by a condition."""
    found: list[int] = []
    for entry in site.entries:
        if entry.kind in ("plain", "pass", "done"):
            found.append(entry.base)
        else:
            inside = [x for x in _values(entry, evaluate) if entry.low <= x < entry.low + entry.count]
            found += [entry.base + x - entry.low for x in inside]
    return found


def _values(entry: ir.Entry, evaluate: Evaluate) -> list[int]:
    """The values of an entry that could be asked about."""
    found = evaluate(entry.domain, -1)
    return list(found) if isinstance(found, list | tuple | range) else []
