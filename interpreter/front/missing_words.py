"""What people read of a ruleset that has no words yet in another language, and lines for it in its file of words."""

from __future__ import annotations

import dataclasses
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from ..base import files
from ..base.captions import names_in
from ..base.display_names import DONE, PASS
from ..base.english import count_of
from ..base.errors import UsageError
from ..base.languages.catalogues import ENGLISH, LANGUAGES
from ..check.checked import walk_all
from ..language import model as m
from ..language import syntax as s
from ..reading import library
from ..reading.load import load
from ..reading.nodes import Mapping, Scalar
from .api import Ruleset
from .words import SECTIONS, all_words, bases_of, captions_of, words_file

# steps are said as they happen, conditions where an option is refused, options where they are offered
SAID = ("step", "condition", "option", "until")
# what every game has, the program has words for
OWN = ("player", "round", "box", "card")
# names so short are letters for what they stand for
SHORT = 2
# what a move may make besides a name
NEW_GROUP = "new group"


def needed_words(ruleset: Ruleset) -> dict[str, list[str]]:
    """Return the words that people read of a ruleset, by the section of a file of words, each once in its order."""
    rules = ruleset.checked.ruleset
    names = [*rules.things, *(member for thing in rules.things.values() for member, _ in thing.members)]
    names += rules.components
    names += [one.name for component in rules.components.values() for one in component.attributes if not one.is_text]
    names += [one.name for one in rules.zones.values()] + [one.name for one in rules.variables.values()]
    names += rules.settings
    words: list[str] = []
    for players in dict.fromkeys((ruleset.players[0], ruleset.players[-1])):
        program = ruleset.game(players).program
        words += [node.words for node in program.nodes if node.kind in SAID]
        entries = [entry for site in program.sites for entry in site.entries]
        words += [entry.words for entry in entries]
        words += [test.words for entry in entries for test in entry.tests]
        words += program.reasons[1:]
        names += [site.asks for site in program.sites]  # what is chosen
        names += [name for caption in captions_of(program) for name in names_in(caption)]
    known = {*all_words(ruleset.root)} - {PASS, DONE}
    # several conditions of a step are said together
    words = [part for word in words for part in ([word] if word in known else word.split(" and "))]
    clauses = [name for name, made in ruleset.checked.definitions.items() if made.value.type.kind == "bool"]
    names += [name for name in rulebook_names(rules) if name not in clauses and name not in OWN]
    names = [name for name in names if name != "player" and len(name) >= SHORT]
    table = rules.layout.table.layout
    labels = [mark.label for mark in [*(table.panels or ()), *(table.mine or ())] if mark.label]
    words += [*rulebook_sentences(rules), *clauses, *labels]
    found = {"names": names, "texts": list(ruleset.looks.texts), "words": words}
    return {section: [word for word in dict.fromkeys(words) if word in known] for section, words in found.items()}


def rulebook_names(rules: m.Ruleset) -> list[str]:
    """Return the names that only the rulebook has: of definitions, tables, and of what is chosen or remembered."""
    names = [*rules.definitions, *rules.tables]
    names += [param.name for definition in rules.definitions.values() for param in definition.params]
    names += [param.name for table in rules.tables.values() for param in table.params]
    for action in rules.actions.values():
        names += [param.name for param in action.params]
        names += [name for result, mine, _ in action.gives for name in (result, mine)]
    for step in walk_all(rules):
        names += [item.name for item in step.remember]
        choices = step.decision.choices if step.decision is not None else []
        choices = [*choices, step.loop.choice] if step.loop is not None and step.loop.choice is not None else choices
        names += [binder.name for choice in choices for binder in choice.binders]
        names += m.named_by(step.effect)
    names += [binder.name for definition in rules.definitions.values() for binder in binders_in(definition.value)]
    # letters stand for themselves: that player
    return [name for name in names if len(name) > SHORT and name != NEW_GROUP]


def binders_in(node: Any) -> Iterator[s.Binder]:
    """Return what an expression binds names to."""
    if isinstance(node, s.Binder):
        yield node
    if isinstance(node, list):
        for one in node:
            yield from binders_in(one)
    elif dataclasses.is_dataclass(node) and not isinstance(node, s.Pos):
        for field in dataclasses.fields(node):
            yield from binders_in(getattr(node, field.name))


def rulebook_sentences(rules: m.Ruleset) -> list[str]:
    """Return what the rulebook says in the ruleset's own words: about its things and steps, rulings, remarks."""
    said = [rules.about, *(one.about for one in rules.components.values())]
    said += [one.about for one in rules.things.values()] + [one.about for one in rules.zones.values()]
    said += [one.about for one in rules.variables.values()] + [one.about for one in rules.settings.values()]
    said += [one.about for one in rules.definitions.values()] + [one.about for one in rules.tables.values()]
    for step in walk_all(rules):
        said += [step.words, step.about, *(item.words for item in step.menu)]
        said += [condition.words for condition in [*step.when, *step.until, *step.where]]
    said += [event.words for event in rules.whenever]
    return [*said, *rules.notes, *(ruling.words for ruling in rules.rulings)]


def missing_words(ruleset: Ruleset, needed: dict[str, list[str]], language: str) -> dict[str, list[str]]:
    """Return those of the needed words that no file of words, beside the ruleset, its base or its variants, says
    anything for.

    Raises RulesetError if a file cannot be read.
    """
    homes = [*bases_of(ruleset.home), ruleset.home, *ruleset.variants]
    trees = [load(file) for home in homes if (file := words_file(home, language)).is_file()]
    return {
        section: [word for word in words if not any(_says(tree, section, word) for tree in trees)]
        for section, words in needed.items()
    }


def languages_with_words(ruleset: Ruleset) -> list[str]:
    """Return the languages that a file beside the ruleset, or beside the last of its variants, has words in."""
    own = [ruleset.home, *ruleset.variants][-1]
    return [language for language in LANGUAGES if language != ENGLISH and words_file(own, language).is_file()]


def missing_lines(ruleset: Ruleset) -> list[str]:
    """Return a line for each language that has a file of words which lacks some: how many, and what writes them."""
    found = []
    languages = languages_with_words(ruleset)
    whole = needed_words(ruleset) if languages else {}
    for language in languages:
        missing = missing_words(ruleset, whole, language)
        lacks, number = (sum(map(len, words.values())) for words in (missing, whole))
        if lacks:
            name = shlex.quote("+".join(library.short_names(ruleset.home, ruleset.variants)))
            counted = f"{lacks} of {count_of(number, 'word')} {'is' if lacks == 1 else 'are'} missing"
            found.append(
                f"{name}: {counted} in '{language}'; `stammtisch words {language} {name}` writes a line for each."
            )
    return found


def _says(tree: Mapping, section: str, word: str) -> bool:
    """Whether a file of words says something for a word."""
    entry = tree.entries_under(section).get(word)
    return entry is not None and not (isinstance(entry.value, Scalar) and not entry.value.text)


def add_missing_words(ruleset: Ruleset, language: str) -> tuple[Path, int]:
    """Write a line for each missing word into the file of words; return it, and how many are missing.

    What is there stays as it is, comments too. Raises RulesetError or UsageError if the file
    cannot be read or added to.
    """
    file = words_file([ruleset.home, *ruleset.variants][-1], language)
    missing = missing_words(ruleset, needed_words(ruleset), language)
    text = file.read_text(encoding="utf-8") if file.is_file() else ""
    there = load(file) if file.is_file() else None
    for section in SECTIONS:
        known = there.entries_under(section) if there is not None else {}
        lines = [line for word in missing[section] if word not in known for line in _line(word)]
        if lines:
            text = _with_lines(text, section, lines, file)
    if text:
        files.write(file, text.encode())
    return file, sum(map(len, missing.values()))


def _line(word: str) -> list[str]:
    """The lines of a word that has nothing behind it yet."""
    written = yaml.safe_dump({word: 0}, allow_unicode=True, width=10_000).rstrip("\n")
    return [f"  {line}" for line in written.removesuffix(" 0").split("\n")]


def _with_lines(text: str, section: str, lines: list[str], file: Path) -> str:
    """A file's text with lines at the end of a section, which is added where it is not there."""
    before = text.rstrip("\n").split("\n") if text.strip() else []
    start = next((at for at, line in enumerate(before) if re.match(rf"{section} *:", line)), None)
    if start is None:
        return "\n".join([*before, *([""] if before else []), f"{section}:", *lines]) + "\n"
    if not re.fullmatch(rf"{section} *:\s*(#.*)?", before[start]):
        raise UsageError(f"{file}: write `{section}:` alone in its line, and each of its words in a line below it")
    end = next((at for at in range(start + 1, len(before)) if before[at][:1].strip(" #")), len(before))
    while not before[end - 1].strip() or before[end - 1].startswith("#"):
        end -= 1
    return "\n".join([*before[:end], *lines, *before[end:]]) + "\n"
