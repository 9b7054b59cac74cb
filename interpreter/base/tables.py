"""Tables and texts for people, as objects that a printer fits to its width."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field


def percent(share: float) -> str:
    """Return a share from 0 to 1 as text, in percent."""
    return f"{100 * share:.1f} %"


@dataclass(frozen=True, slots=True)
class TextTable:
    """Rows of cells, the head first: the first column stands to the left, all others to the right.

    words_last: the last column is words, and stands to the left. above: words over the columns that begin with this
    one. headings: lines before rows, by the number of the row.
    """

    rows: Sequence[Sequence[str]]
    words_last: bool = False
    above: tuple[int, str] | None = None
    headings: Mapping[int, str] = field(default_factory=dict)

    def lines(self, width: int | None = None) -> list[str]:
        """Return the lines; if wider than `width` the columns in parts, each after the first column.

        As they are where a column alone is too wide.
        """
        columns = range(len(self.rows[0]))
        lines = [*self.part(columns)]
        if width is None or all(len(line) <= width for line in lines):
            return lines
        named = next((n for n in columns if n and self.rows[0][n].strip()), len(columns))
        widths, label = self.widths(), 2 + sum(self.widths()[:named]) + 2 * (named - 1)
        if named == len(columns) or any(label + 2 + one > width for one in widths[named:]):
            return lines
        parts: list[list[int]] = []
        room = 0
        for column in columns[named:]:
            room -= 2 + widths[column]
            if room < 0:
                parts.append([])
                room = width - label - 2 - widths[column]
            parts[-1].append(column)
        found: list[str] = []
        for part in parts:
            found += [*[""] * bool(found), *self.part([*columns[:named], *part])]
        return found

    def part(self, columns: Sequence[int]) -> Iterator[str]:
        """Yield the lines of some columns."""
        widths = self.widths()
        if self.above is not None and self.above[0] in columns:
            before = columns[: columns.index(self.above[0])]
            yield " " * sum(2 + widths[n] for n in before) + f"  {self.above[1]}"
        for number, row in enumerate(self.rows):
            if number in self.headings:
                yield self.headings[number]
            cells = [self.cell(row[n], n, widths[n]) for n in columns]
            yield "  " + "  ".join(cells).rstrip()

    def cell(self, text: str, column: int, width: int) -> str:
        """Return the text of a cell, as wide as its column."""
        left = column == 0 or (self.words_last and column == len(self.rows[0]) - 1)
        return text.ljust(width) if left else text.rjust(width)

    def widths(self) -> list[int]:
        """Return the width of each column."""
        return [max(map(len, column)) for column in zip(*self.rows, strict=True)]


Block = str | TextTable


class Document:
    """A text for people: lines and tables, one after the other."""

    def __init__(self, blocks: Iterable[Block]) -> None:
        self.blocks = [*blocks]

    def lines(self, width: int | None = None) -> Iterator[str]:
        """Yield all lines, tables cut so that they fit; other lines as they are."""
        for block in self.blocks:
            yield from block.lines(width) if isinstance(block, TextTable) else block.split("\n")

    def __str__(self) -> str:
        return "\n".join(self.lines())
