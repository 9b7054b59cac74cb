"""What can be written in a sheet of cards: its headings, and in a cell what its column may hold."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...language import model as m
from ..known.analysis import Analysis
from .candidates import Candidate

SEPARATORS = ",;\t"


def sheet_candidates(analysis: Analysis | None, text: str, offset: int) -> tuple[list[Candidate], str]:
    """What can be written at an offset of a sheet of text, and the beginning of it that stands there."""
    headings = text.partition("\n")[0]
    separator = max(SEPARATORS, key=headings.count)
    line = text[text.rfind("\n", 0, offset) + 1 : offset]
    before = line.rpartition(separator)[2].lstrip(' "')
    rules = analysis.rules if analysis is not None else None
    if rules is None:
        return [], before
    attributes = {one.name: one for kind in rules.components.values() for one in kind.attributes}
    names = [re.sub(r"\s+", "_", name.strip(' "\r').casefold()) for name in headings.split(separator)]
    if "\n" not in text[:offset]:
        return [*_headings(attributes, names, before)], before
    column = line.count(separator)
    attribute = attributes.get(names[column]) if column < len(names) else None
    return ([*_cells(rules, attribute)] if attribute is not None else []), before


def _headings(attributes: dict[str, m.Attribute], names: list[str], before: str) -> Iterator[Candidate]:
    for name, attribute in attributes.items():
        if name not in names or name == before.casefold():
            yield Candidate(name, "attribute", attribute.type.pos.text, rank=1)
    yield Candidate("copies", "key", "how many of each", rank=2)


def _cells(rules: m.Ruleset, attribute: m.Attribute) -> Iterator[Candidate]:
    """The values of an attribute, as far as they are names."""
    words = attribute.type.pos.text.removeprefix("maybe ")
    thing = rules.things.get(words)
    if thing is not None:
        yield from (Candidate(member, "member", words, rank=1) for member, _ in thing.members)
    elif words == "bool":
        yield from (Candidate(word, "word", rank=1) for word in ("yes", "no"))
    for name, setting in rules.settings.items():
        yield Candidate(name, "setting", "", setting.about, 3)
