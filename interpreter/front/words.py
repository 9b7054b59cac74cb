"""Files of words: what a ruleset's names, texts and steps are called in another language, in words.de.yaml beside it.

Rules never read them, so what is wrong in one is a warning, and what it leaves out stays in the ruleset's own words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from ..base.appearance.looks import Words
from ..base.diagnostics import Diagnostic, RulesetError
from ..base.display_names import DisplayName
from ..base.english import join_words
from ..base.languages.catalogues import ENGLISH, LANGUAGES
from ..base.languages.phrases import holes_in
from ..base.similar import report_unknown
from ..base.unsaved import is_file
from ..program import ir
from ..reading import library
from ..reading.handles import tidy
from ..reading.load import load
from ..reading.nodes import Entry, Mapping, Node, Scalar, Sequence, entries_in

SECTIONS = ("names", "texts", "words")
_NAME = re.compile(r"[^\W\d]\w*")
FORMS = ("one", "many", "gender", "gen", "dat", "akk", "preposition")
# what some forms of a name may be
CHOICES = {"gender": ("m", "f", "n", "many"), "preposition": ("in", "auf", "zu")}
# where `not` goes in what is said for a definition; other holes are numbered, with a case or a preposition
NOT = "not"
HOLE_FORMS = ("", "nom", "gen", "dat", "akk", "zu", "von", "bei", "aus", "wohin", "wo")
_SETTING = re.compile(r"<\w+>")


def words_file(path: Path, language: str) -> Path:
    """Return where the words for a ruleset's file are: words.de.yaml, or fair.words.de.yaml beside fair.yaml."""
    name = f"words.{language}.yaml"
    return path.with_name(name if path.name == library.RULESET else f"{path.stem}.{name}")


def has_words(file: Path) -> bool:
    """Whether there is a file of words beside the file of a ruleset or variant."""
    return any(words_file(file, language).is_file() for language in LANGUAGES if language != ENGLISH)


def words_for(path: Path, variants: Iterable[Path] = ()) -> dict[str, Words]:
    """Return the words for a ruleset with variants over it, by language; those beside a later file go before."""
    found: dict[str, Words] = {}
    for file in (*bases_of(path), path, *variants):
        for language, words in words_beside(file).items():
            known = found.get(language, Words())
            found[language] = Words(
                {**known.names, **words.names}, {**known.texts, **words.texts}, {**known.steps, **words.steps}
            )
    return found


def bases_of(path: Path) -> list[Path]:
    """Return the files that a ruleset's file extends, the first of all first; none where one cannot be read."""
    found: list[Path] = []
    try:
        while (above := load(path).get("extends")) is not None and isinstance(above, Scalar) and path not in found:
            found.insert(0, path := library.find(above.text, path, above.span))
    except RulesetError:
        pass  # reported when it is read as a ruleset
    return found


def words_beside(path: Path) -> dict[str, Words]:
    """Return the words beside a ruleset's file, by language; a file that cannot be read has none."""
    found = {}
    for language in LANGUAGES:
        file = words_file(path, language)
        if language != ENGLISH and is_file(file):
            try:
                found[language] = _words_of(load(file))
            except RulesetError:
                continue  # validate reports it
    return found


def captions_of(program: ir.Program) -> list[str]:
    """Return the captions of what adds up to the score, and of what the ranking goes by."""
    parts = [*program.score_parts]
    for part in parts:
        parts += part.parts
    return [*dict.fromkeys([*(part.words for part in parts), *program.ranking_words])]


def check_words(path: Path, root: Mapping, captions: Iterable[str] = ()) -> list[Diagnostic]:
    """Return warnings for what is wrong in the files of words beside a ruleset, whose merged tree is `root`.

    captions: words that the program puts together of those of the ruleset.
    """
    known = list(dict.fromkeys([*all_words(root), *captions]))
    found: list[Diagnostic] = []
    for language in LANGUAGES:
        file = words_file(path, language)
        if language == ENGLISH or not is_file(file):
            continue
        try:
            found += [replace(problem, severity="warning") for problem in _problems(load(file), known)]
        except RulesetError as error:
            found += [replace(problem, severity="warning") for problem in error.diagnostics]
    return found


def _problems(tree: Mapping, known: list[str]) -> Iterator[Diagnostic]:
    """What is wrong in a file of words; known: all words of the ruleset."""
    for name, entry in tree.entries.items():
        if name not in SECTIONS:
            message = f"a file of words has no part '{name}'"
            yield report_unknown(
                "unknown-key", message, entry.key.span, name, SECTIONS, f"It has {', '.join(SECTIONS)}."
            )
    for section in SECTIONS:
        for word, entry in tree.entries_under(section).items():
            if word not in known:
                message = f"the ruleset has no '{word}' to give other words to"
                yield report_unknown("unknown-name", message, entry.key.span, word, known)
    for word, entry in tree.entries_under("names").items():
        yield from _wrong_name(word, entry)
    for word, entry in tree.entries_under("words").items():
        if isinstance(entry.value, Scalar) and entry.value.text:
            yield from _wrong_holes(word, entry.value, known)


def _wrong_name(word: str, entry: Entry) -> Iterator[Diagnostic]:
    """What is wrong in the forms of a name."""
    node = entry.value
    if isinstance(node, Sequence) and not (
        1 <= len(node.items) <= 2 and all(isinstance(i, Scalar) for i in node.items)
    ):
        hint = f"Write `{word}: [{word}, {word}]`, the word for one and the word for many."
        yield Diagnostic("wrong-form", f"'{word}' needs one word or two", node.span, "warning", hint)
    if not isinstance(node, Mapping):
        return
    if "one" not in node.entries:
        hint = f"Add `one: {word}`, with the word for one."
        yield Diagnostic("missing-key", f"'{word}' has no `one`", entry.key.span, "warning", hint)
    for form, inner in node.entries.items():
        text = inner.value.text if isinstance(inner.value, Scalar) else ""
        if form not in FORMS:
            message = f"a name has no form '{form}'"
            yield report_unknown("unknown-key", message, inner.key.span, form, FORMS, f"It has {', '.join(FORMS)}.")
        elif not text:
            yield Diagnostic("wrong-form", f"`{form}` must be a word", inner.value.span, "warning")
        elif text not in CHOICES.get(form, (text,)):
            message = f"`{form}` must be {join_words(CHOICES[form], 'or')}, not '{text}'"
            yield Diagnostic("unknown-word", message, inner.value.span, "warning")


def _wrong_holes(word: str, node: Scalar, known: list[str]) -> Iterator[Diagnostic]:
    """The holes of other words that those of the ruleset do not have."""
    settings = [hole for hole in _SETTING.findall(node.text) if hole not in word]
    if settings:
        message = f"{settings[0]} does not stand in '{word}'"
        holes = join_words(_SETTING.findall(word), "and")
        yield Diagnostic("wrong-form", message, node.span, "warning", f"It has {holes}." if holes else "Delete it.")
    if not _NAME.fullmatch(word):
        return
    heads = (re.fullmatch(rf"{word}\((.*)\)", one) for one in known)
    more = next((head[1].count(",") for head in heads if head), 0)
    allowed = [NOT, *map(str, range(1, more + 1))]
    holes_found = holes_in(node.text)
    if holes_found is None:
        hint = "Write a hole as in {1:dat}."
        yield Diagnostic("wrong-form", f"a brace of '{word}' is not closed, or opened", node.span, "warning", hint)
        return
    for name, form in holes_found:
        if name not in allowed or form not in HOLE_FORMS or name == NOT and form:
            what = f"{name}:{form}" if form else name
            hint = f"It has {{{NOT}}} alone."
            if more:
                numbered = join_words([f"{{{one}}}" for one in allowed], "and")
                hint = f"Its holes are {numbered}; behind a number may stand {', '.join(HOLE_FORMS[1:])}."
            yield Diagnostic("wrong-form", f"'{word}' has no hole {{{what}}}", node.span, "warning", hint)


def all_words(root: Mapping) -> Iterator[str]:
    """Return all words of a ruleset: keys, and values of one word or line."""
    for entry in entries_in(root):
        yield tidy(entry.key.text)
        for node in entry.value.items if isinstance(entry.value, Sequence) else [entry.value]:
            if isinstance(node, Scalar):
                yield tidy(node.text)
                yield from _NAME.findall(node.text)


def _words_of(tree: Mapping) -> Words:
    """The words of a file; what has another form than words have is left out."""
    names = {word: name for word, entry in tree.entries_under("names").items() if (name := _name(entry.value))}
    lines = _lines(tree.entries_under("words"))
    steps = {word: text for word, text in lines if not _NAME.fullmatch(word) or holes_in(text) is not None}
    return Words(names, dict(_lines(tree.entries_under("texts"))), steps)


def _lines(entries: dict[str, Entry]) -> Iterator[tuple[str, str]]:
    """The words of entries that have some."""
    for word, entry in entries.items():
        if isinstance(entry.value, Scalar) and entry.value.text:
            yield word, tidy(entry.value.text)


def _name(node: Node) -> DisplayName | None:
    """A name: Suppe, [Suppe, Suppen], or {one: Suppe, many: Suppen, gender: f}."""
    if isinstance(node, Scalar):
        return DisplayName(tidy(node.text), tidy(node.text)) if node.text else None
    if isinstance(node, Sequence):
        parts = [tidy(item.text) for item in node.items if isinstance(item, Scalar)]
        return DisplayName(parts[0], parts[-1]) if parts else None
    forms = dict(_lines(node.entries))
    if "one" not in forms:
        return None
    one, many = forms.pop("one"), forms.pop("many", "")
    return DisplayName(one, many or one, {f: text for f, text in forms.items() if text in CHOICES.get(f, (text,))})
