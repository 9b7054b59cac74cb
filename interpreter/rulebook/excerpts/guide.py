"""What a decision is about, in the words of the printed rules: for whoever has to make it for the first time."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ...base.languages.catalogues import mark, say_in
from ..blocks import Block, Heading, Item, Items, Paragraph
from ..wording import SENTENCES, capital
from .summary import COURSE, idea_of, section_of

MOST_OPTIONS = 5
MOST_STEPS = 3
# characters of an explanation, after which no further sentence follows
LONGEST = 170
ARROW = " → "
NOTHING = mark("Nothing happens.")
# what stands in parentheses says a rule exactly, or names things for later sentences
_EXACTLY = re.compile(r"\s*\([^()]*\)")
# nothing but that another section says it
_REFERENCE = re.compile(r"\w+ [“„]([^”“„]+)[”“]\.")


@dataclass(frozen=True, slots=True)
class Explanation:
    """What the rules say about a decision.

    `idea`: of the game; `said`: what the decision is about; `options`: its options with what they do; `conditions`:
    what the rules demand of what is chosen, in their words; `after`: the names of the steps that follow.
    """

    idea: str
    said: str
    options: tuple[tuple[str, str], ...]
    conditions: tuple[str, ...]
    after: tuple[str, ...]


class _Part(NamedTuple):
    """What a rulebook has under a name: what its author says, the program's sentences, the names of its steps."""

    idea: str = ""
    text: str = ""
    steps: Sequence[str] = ()


def explain_decision(
    blocks: Sequence[Block], language: str, step: str, options: Sequence[str], conditions: Sequence[str]
) -> Explanation:
    """What a rulebook in that language says about a step, its options and conditions, all by their words in it.

    conditions: also of others than the rulebook, which are left out.
    """
    course = section_of(blocks, COURSE, language)
    printed = "\n".join(_texts(course)).casefold()
    known = tuple(each for each in conditions if each and each.casefold() in printed)
    found = [(name, _option_text(_find_part(course, name), known)) for name in options[:MOST_OPTIONS]]
    idle = say_in(language, NOTHING)
    told, part = tuple((name, text) for name, text in found if text not in ("", idle)), _find_part(course, step)
    said = _shorten(part.idea, known)
    # what the program says of a step is that one of its options is chosen
    if not said and not told:
        said = _first(_shorten(_plain(part.text), known)) if known else _shorten(_plain(part.text), known)
    return Explanation(idea_of(blocks), said, told, known[:MOST_OPTIONS], _steps_after(course, step))


def _option_text(part: _Part, conditions: Sequence[str]) -> str:
    """What an option does, in a sentence; if nothing is left but its conditions, its steps."""
    short = _shorten(part.idea, conditions) or _first(_shorten(_plain(part.text), conditions))
    return short or ARROW.join(part.steps[:MOST_STEPS])


def _find_part(course: Sequence[Block], name: str) -> _Part:
    """What the rules say under a name; a section of its own says more than the line that leads there."""
    wanted = name.casefold()
    for at, block in enumerate(course):
        if isinstance(block, Heading) and block.level == 3 and block.text.casefold() == wanted:
            below = _until_heading(course[at + 1 :])
            texts = [part for part in below if isinstance(part, Paragraph)]
            idea = next((part.text for part in texts if part.idea), "")
            steps = [item.title for part in below if isinstance(part, Items) and part.numbered for item in part.items]
            # the last one says what is done; those before it, where names in it come from
            return _Part(idea, texts[-1].text if texts else "", steps)
    item = next((item for item in _items(course) if item.title.casefold() == wanted and not item.below), None)
    if item is None:
        return _Part()
    there = _REFERENCE.fullmatch(item.text)
    return _find_part(course, there[1]) if there and there[1].casefold() != wanted else _Part(item.idea, item.text)


def _shorten(text: str, conditions: Sequence[str]) -> str:
    """The first sentences of a text that name no condition."""
    unsaid = [each.casefold() for each in conditions]
    kept = [part for part in SENTENCES.split(text) if not any(each in part.casefold() for each in unsaid)]
    while len(kept) > 1 and len(" ".join(kept)) > LONGEST:
        kept.pop()
    return " ".join(kept)


def _first(text: str) -> str:
    """The first sentence of a text."""
    return SENTENCES.split(text)[0]


def _plain(text: str) -> str:
    """Sentences of the program without exact parts, and without when and for whom: whoever reads them is asked."""
    kept = text
    while kept != (kept := _EXACTLY.sub("", kept)):
        pass
    first, *others = SENTENCES.split(kept)
    return " ".join([capital(first.rpartition(": ")[2]), *others])


def _steps_after(course: Sequence[Block], step: str) -> tuple[str, ...]:
    """The names of the steps that follow a step in its list; none follow an option of a list to choose from."""
    wanted = step.casefold()
    for items in _lists(course):
        at = next((at for at, item in enumerate(items) if item.title.casefold() == wanted and not item.below), -1)
        if at >= 0 and all(item.title for item in items):
            return tuple(item.title for item in items[at + 1 : at + MOST_STEPS])
    return ()


def _until_heading(blocks: Sequence[Block]) -> list[Block]:
    """The blocks before the next heading."""
    end = next((at for at, block in enumerate(blocks) if isinstance(block, Heading)), len(blocks))
    return list(blocks[:end])


def _lists(course: Sequence[Block]) -> Iterator[list[Item]]:
    """All lists, those below items too, the outermost first."""
    waiting = [block.items for block in course if isinstance(block, Items)]
    while waiting:
        items = waiting.pop(0)
        yield items
        waiting += [item.children for item in items if item.children]


def _items(course: Sequence[Block]) -> Iterator[Item]:
    """All items of all lists."""
    return (item for items in _lists(course) for item in items)


def _texts(course: Sequence[Block]) -> Iterator[str]:
    """All texts of paragraphs and items."""
    yield from (block.text for block in course if isinstance(block, Paragraph))
    yield from (item.text for item in _items(course))
