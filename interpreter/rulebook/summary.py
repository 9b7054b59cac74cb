"""A game in five lines, from its printed rules: what it is about, for whom, the goal, how it goes, how it ends."""

from __future__ import annotations

from collections.abc import Sequence

from ..base.languages.catalogues import mark, say_in
from .blocks import Block, Heading, Item, Items, Paragraph

GOAL, COURSE, END = mark("Goal"), mark("Course of play"), mark("End of the game")
MOST_STEPS = 8


def summary_lines(blocks: Sequence[Block], language: str) -> list[tuple[str, str]]:
    """The lines of a rulebook in that language, each with what it is about; fewer where the rules say less."""
    found = [
        (say_in(language, mark("The idea")), _first(blocks[1:2])),
        (say_in(language, mark("For whom")), _first(blocks[2:3] if _first(blocks[1:2]) else blocks[1:3])),
        (say_in(language, GOAL), _first(_section(blocks, say_in(language, GOAL)))),
        (say_in(language, mark("How it goes")), _course(_section(blocks, say_in(language, COURSE)))),
        (say_in(language, mark("The end")), _first(_section(blocks, say_in(language, END)))),
    ]
    return [(label, text) for label, text in found if text]


def _section(blocks: Sequence[Block], title: str) -> list[Block]:
    """The blocks below a heading of the second level."""
    starts = [at for at, block in enumerate(blocks) if isinstance(block, Heading) and block.level == 2]
    start = next((at for at in starts if blocks[at].text == title), None)  # type: ignore[union-attr]
    if start is None:
        return []
    return list(blocks[start + 1 : next((at for at in starts if at > start), len(blocks))])


def _first(blocks: Sequence[Block]) -> str:
    """The first paragraphs of a section as one text."""
    texts = []
    for block in blocks:
        if not isinstance(block, Paragraph):
            break
        texts.append(block.text)
    return " ".join(texts)


def _course(blocks: Sequence[Block]) -> str:
    """The first part of the course of play: its name, and the names of its steps in order."""
    name = next((block.text for block in blocks if isinstance(block, Heading)), "")
    steps = next((_titles(block.items) for block in blocks if isinstance(block, Items) and _titles(block.items)), [])
    if not steps:
        return _first([block for block in blocks if isinstance(block, Paragraph)][:1])
    shown = [*steps[:MOST_STEPS], *(["…"] if len(steps) > MOST_STEPS else [])]
    return f"{name}: {' → '.join(shown)}" if name else " → ".join(shown)


def _titles(items: Sequence[Item]) -> list[str]:
    """The names of steps, those below a step without one in its place."""
    found: list[str] = []
    for item in items:
        found += [item.title] if item.title else _titles(item.children)
    return found
