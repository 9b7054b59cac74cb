"""What the printed rules say of each thing, place and value, for whoever asks about one of them at the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...check.checked import walk
from ...language import model as m
from ...language import syntax as s
from ..blocks import Item
from ..book import Book
from ..wording import sentence

# the most steps that an explanation names
MOST_STEPS = 4


class Entry(NamedTuple):
    """A name in the words of the rules, and what they say of it."""

    title: str
    text: str


def glossary(book: Book) -> dict[str, Entry]:
    """The entries of a rulebook that is written: `tent` a thing or component, `tent.closed` what each has, `.deck`,
    `player.worth` what a definition says.
    """
    found = {}
    for about, item in book.told.said.items():
        match about:
            case ("thing" | "component", str(name)) if isinstance(item, Item):
                found[name] = Entry(item.title, item.text)
            case ("zone" | "variable", str(owner), str(name)) if isinstance(item, Item):
                found[f"{owner}.{name}"] = Entry(item.title, " ".join([item.text, *changes(book, owner, name)]))
            case ("term", str(name)) if isinstance(item, Item):
                # panels at the table show what definitions say of players
                found[f"player.{name}"] = Entry(item.title, item.idea or item.text)
    return found


def changes(book: Book, owner: str, name: str) -> list[str]:
    """The sentence about the steps that change a value of which the ruleset's author says nothing."""
    own = [one for one in book.rules.variables.values() if (one.owner, one.name) == (owner, name)]
    if not own or own[0].about or own[0].token:
        return []
    steps = dict.fromkeys(words for words, step in named_steps(book.rules) if words and sets(step, name))
    if not steps or len(steps) > MOST_STEPS:
        return []
    return [sentence(book.say("What changes it: {steps}", steps="; ".join(map(book.vocabulary.fill_settings, steps))))]


def sets(step: m.Sentence, name: str) -> bool:
    """Whether a step itself sets or changes a value of this name."""
    targets = step.effect.targets if isinstance(step.effect, m.Set | m.Add) else []
    return any(getattr(target, "name", "") == name for target, _ in targets)


def scoring_section(book: Book) -> str:
    """The title of the section in which the value that is the score first changes; "" if it is worked out otherwise."""
    rules = book.rules
    if not isinstance(rules.score, s.Field):
        return ""
    sections = [(words, rules.actions[words].sentence) for words in book.used] + [(p.words, p) for p in rules.phases]
    found = (words for words, step in sections if any(sets(each, rules.score.name) for each in walk([step])))
    return book.title(next(found, ""))


def named_steps(rules: m.Ruleset) -> Iterator[tuple[str, m.Sentence]]:
    """Every step with its words, or those of the step around it."""
    waiting = [("", step) for step in reversed(rules.setup + rules.phases)]
    waiting = [(words, action.sentence) for words, action in reversed(rules.actions.items())] + waiting
    waiting = [(event.words, event.sentence) for event in rules.whenever] + waiting
    while waiting:
        words, step = waiting.pop()
        words = step.words or words
        yield words, step
        inner = [*step.do, *(step.otherwise or []), *(step.impossible or []), *(step.declined or [])]
        waiting += [(words, one) for one in reversed(inner)]
        waiting += [(one.words, one.sentence) for one in step.menu if one.sentence is not None]
        waiting += [(event.words, event.sentence) for event in step.whenever]
