"""The texts of a file that was read, and what stands at a place of it."""

from __future__ import annotations

from stammtisch.base.diagnostics import Span
from stammtisch.reading.nodes import Node, Scalar, Sequence


def scalars(node: Node) -> list[Scalar]:
    if isinstance(node, Scalar):
        return [node]
    if isinstance(node, Sequence):
        return [s for item in node.items for s in scalars(item)]
    return [s for entry in node.entries.values() for s in (entry.key, *scalars(entry.value))]


def offset(text: str, line: int, column: int) -> int:
    return sum(len(part) for part in text.splitlines(keepends=True)[: line - 1]) + column - 1


def cut(text: str, span: Span) -> str:
    return text[offset(text, span.line, span.column) : offset(text, span.end_line, span.end_column)]
