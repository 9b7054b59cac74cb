"""Search a rulebook for a clause or words, and keep only the matching blocks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ..blocks import Block, Figure, Heading, Item, Items, Paragraph, PrintedTable


def find_blocks(blocks: list[Block], words: str) -> list[Block]:
    """The parts of a rulebook with this clause or these words, and the headings above them.

    All of it for "". Upper and lower case count as one.
    """
    wanted = " ".join(words.split()).casefold()
    if not wanted:
        return blocks
    kept: list[Block] = []
    above: list[Heading] = []
    # the level of the heading whose whole section is kept
    whole = 0
    for block in blocks:
        if isinstance(block, Heading):
            above = [*(heading for heading in above if heading.level < block.level), block]
            whole = whole if 0 < whole < block.level else 0
            if not whole and block.level > 1 and _contains([block.text], block.rule, wanted):
                whole = block.level
            part: Block | None = None
        else:
            part = block if whole else _part(block, wanted)
        if part or (whole and isinstance(block, Heading)):
            kept += [*above, part] if part else above
            above = []
    return kept


def _part(block: Items | Paragraph | PrintedTable | Figure, wanted: str) -> Block | None:
    """The matching part of a block, None if there is none."""
    if isinstance(block, Items):
        items = [part for item in block.items if (part := _item(item, wanted))]
        return replace(block, items=items, numbered=False) if items else None
    if isinstance(block, Paragraph):
        return block if _contains([block.text], block.rule, wanted) else None
    if isinstance(block, Figure):
        return block if _contains([block.text], [], wanted) else None
    rules = block.rules or [[] for _ in block.rows]
    rows = [at for at, row in enumerate(block.rows) if _contains(row, rules[at], wanted)]
    if not rows:
        return None
    return replace(block, rows=[block.rows[at] for at in rows], rules=[rules[at] for at in rows])


def _item(item: Item, wanted: str) -> Item | None:
    """A matching item as a whole, else one with its matching nested items."""
    if _contains([item.title, item.text, item.idea], item.rule, wanted):
        return item
    children = [part for child in item.children if (part := _item(child, wanted))]
    return replace(item, children=children) if children else None


def _contains(texts: Iterable[str], rule: list[str], wanted: str) -> bool:
    """Whether texts or clauses contain the words."""
    return any(wanted in text.casefold() for text in texts) or wanted in (clause.casefold() for clause in rule)
