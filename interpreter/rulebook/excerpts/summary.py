"""A game in five lines, from its printed rules: what it is about, for whom, the goal, how it goes, how it ends."""

from __future__ import annotations

from collections.abc import Sequence

from ...base.languages.catalogues import mark, say_in
from ..blocks import Block, Heading, Item, Items, Paragraph

GOAL, COURSE, END = mark("Goal"), mark("Course of play"), mark("End of the game")
MOST_STEPS = 8
FEWEST_STEPS = 3


def summary_lines(blocks: Sequence[Block], language: str) -> list[tuple[str, str]]:
    """The lines of a rulebook in that language, each with what it is about; fewer where the rules say less."""
    found = [
        (say_in(language, mark("The idea")), idea_of(blocks)),
        (say_in(language, mark("For whom")), _first(blocks[2:])),
        (say_in(language, GOAL), _first(section_of(blocks, GOAL, language))),
        (say_in(language, mark("How it goes")), _course(section_of(blocks, COURSE, language))),
        (say_in(language, mark("The end")), _first(section_of(blocks, END, language))),
    ]
    return [(label, text) for label, text in found if text]


def idea_of(blocks: Sequence[Block]) -> str:
    """The sentence below the title of a rulebook, in which its author says what the game is about."""
    return _first(blocks[1:2])


def section_of(blocks: Sequence[Block], name: str, language: str) -> list[Block]:
    """The blocks of a rulebook in that language below the heading of the second level with that name in English."""
    title = say_in(language, name)
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
    """The first part of the course of play: its name, and the names of its steps in order, with what can be chosen.

    A part of few steps says little: then its largest step stands for it.
    """
    name = next((block.text for block in blocks if isinstance(block, Heading)), "")
    lists = (_steps_of(block.items) for block in blocks if isinstance(block, Items))
    steps = next((found for found in lists if found), [])
    if not steps:
        return _first([block for block in blocks if isinstance(block, Paragraph)][:1])
    while len(steps) < FEWEST_STEPS:
        largest = max(steps, key=lambda step: len(_steps_of(step.children)))
        if len(inside := _steps_of(largest.children)) < FEWEST_STEPS:
            break
        name, steps = largest.title, inside
    shown = [_with_options(step) for step in steps[:MOST_STEPS]] + ["…"] * (len(steps) > MOST_STEPS)
    return f"{name}: {' → '.join(shown)}" if name else " → ".join(shown)


def _with_options(step: Item) -> str:
    """The name of a step, with the actions that can be chosen there."""
    options = [item.title for item in _steps_of(step.children) if item.below]
    return f"{step.title} ({' / '.join(options)})" if len(options) > 1 else step.title


def _steps_of(items: Sequence[Item]) -> list[Item]:
    """The steps that have names, those below a step without one in its place."""
    found: list[Item] = []
    for item in items:
        found += [item] if item.title else _steps_of(item.children)
    return found
