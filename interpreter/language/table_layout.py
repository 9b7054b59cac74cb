"""Read the table of the section `layout`: what is on it, and where."""

from __future__ import annotations

import re

from ..base.appearance.layouts import SIGNS, Mark, OnlyIf, TableLayout
from ..base.diagnostics import Diagnostic
from ..reading.nodes import Mapping, Node, Scalar, Sequence
from . import display_model as dm
from .reader import Reader, entries

NAMES = ("hidden", "middle", "piles", "market")
PANELS = ("panels", "mine")
LIES_AT, PLACE = "lies at", "place where it lies"
_ONLY_IF = re.compile(rf"(\w+)(?:\s*({'|'.join(SIGNS)})\s*(-?\w+))?")


def table_of(node: Node | None, reader: Reader) -> dm.TableSection:
    """The layout of the table, with every name in it; a condition that cannot be read is reported and left out."""
    parts = {key: entry.value for key, entry in node.entries.items()} if isinstance(node, Mapping) else {}
    hidden = _items(parts.get("hidden"))
    shown = [(one, item) for item in _items(parts.get("only if")) if (one := _only_if(item, reader)) is not None]
    _refuse_twice(shown, reader)
    marks = {key: marks_of(parts[key]) for key in PANELS if key in parts}
    lying = [(name, at) for name, at in entries(parts.get(LIES_AT)) if isinstance(at, Scalar)]
    layout = TableLayout(
        frozenset(item.text for item in hidden),
        {one.name: one for one, _ in shown},
        middle=tuple(item.text for item in _items(parts.get("middle"))),
        panels=tuple(mark for mark, _ in marks["panels"]) if "panels" in marks else None,
        mine=tuple(mark for mark, _ in marks["mine"]) if "mine" in marks else None,
        piles=tuple(item.text for item in _items(parts.get("piles"))),
        market=tuple(item.text for item in _items(parts.get("market"))),
        hands={key.text: tuple(item.text for item in _items(of)) for key, of in entries(parts.get("hand"))},
        lies_at={at.text: name.text for name, at in lying},
        first=next((item.text for item in _items(parts.get("first"))), ""),
    )
    names = [(key, item.text, item.span) for key in (*NAMES, "first") for item in _items(parts.get(key))]
    names += [("hand", key.text, key.span) for key, _ in entries(parts.get("hand"))]
    names += [
        (f"hand {key.text}", item.text, item.span) for key, of in entries(parts.get("hand")) for item in _items(of)
    ]
    names += [(LIES_AT, name.text, name.span) for name, _ in lying] + [(PLACE, at.text, at.span) for _, at in lying]
    names += [(key, mark.name, item.span) for key, found in marks.items() for mark, item in found]
    return dm.TableSection(layout, names + [("only if", one.name, item.span) for one, item in shown])


def marks_of(node: Node) -> list[tuple[Mark, Scalar]]:
    """Names, or labels with names, each with the scalar that names it."""
    found = []
    for item in node.items if isinstance(node, Sequence) else [node]:
        if isinstance(item, Scalar):
            found.append((Mark(item.text), item))
        found += [(Mark(name.text, label.text), name) for label, name in entries(item) if isinstance(name, Scalar)]
    return found


def _items(node: Node | None) -> list[Scalar]:
    """The words of a list, or a single word."""
    return [item for item in (node.items if isinstance(node, Sequence) else [node]) if isinstance(item, Scalar)]


def _only_if(item: Scalar, reader: Reader) -> OnlyIf | None:
    """A name, or a name with a condition; None if it is neither, which is reported."""
    found = _ONLY_IF.fullmatch(item.text.strip())
    if found is None:
        message = f"'{item.text}' cannot be read: `only if` compares one place or counter with one value"
        hint = f"give a name, such as bid, or one comparison ({' '.join(SIGNS)}), such as quiet_moves > 25"
        reader.problems.append(Diagnostic("bad-only-if", message, item.span, hint=hint))
        return None
    return OnlyIf(found[1], found[2] or "", found[3] or "")


def _refuse_twice(shown: list[tuple[OnlyIf, Scalar]], reader: Reader) -> None:
    """Report a name that has two conditions."""
    for at, (one, item) in enumerate(shown):
        if one.name in [before.name for before, _ in shown[:at]]:
            message = f"{one.name} already has a condition in this list"
            reader.problems.append(Diagnostic("bad-only-if", message, item.span, hint="keep one of the two"))
