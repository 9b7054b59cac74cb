"""Whole sentences of a catalogue as the rulebook needs them: noun phrases in all cases, clauses in each word order.

A noun phrase stands in the catalogue with its gender, `f: die Summe {values:gen}`; `things: alle {things}` has that of
its hole. A clause has its verb in brackets, for one and for many: `{subject} [ist|sind] größer [] als {other}`; with
`wenn` it goes to the end, or to where [] is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from string import Formatter
from typing import Any, Protocol

from ...base.languages.catalogues import catalogue
from ...base.languages.declension import (
    CASES_IN_ORDER,
    MANY,
    RELATIVE,
    Noun,
    NounPhrase,
    decline,
    determine,
    noun_phrase,
)
from ...base.languages.phrases import fill_holes
from ..fallback import Unsaid

_PART = re.compile(
    r"(?P<gender>\w+): (?:(?P<determiner>der|die|das|ein|eine|kein|keine|alle|jeder|jede|jedes|"
    r"irgendein|irgendeine) )?(?P<between>(?:(?:[a-zäöüß]+|\{number\}) )*)"
    r"(?P<head>[A-ZÄÖÜ][\w-]*|\{\w+\})?(?P<rest>.*)",
    re.DOTALL,
)
_DETERMINERS = {"die": "der", "das": "der", "eine": "ein", "keine": "kein", "alle": "all", "irgendeine": "irgendein",
                "jeder": "jed", "jede": "jed", "jedes": "jed"}  # fmt: skip
_VERB = re.compile(r"\[([^\]|]+)(?:\|([^\]]+))?\] ?")
_END = "[]"
_RELATIVE = re.compile(r"(.*?)(, (?:(?:die|der|das|dessen|deren|denen) |für (?:den|die|das) gilt: ).*,)")
GENDERS = ("m", "f", "n", MANY)


def found_in(language: str, sentence: str) -> str:
    """Return the entry of a catalogue for a sentence; raises Unsaid if there is none."""
    entries: Mapping[str, str] = getattr(catalogue(language), "_catalog", {})
    if sentence not in entries:
        raise Unsaid(sentence)
    return entries[sentence]


def noun_in(entry: str) -> Noun:
    """Return the noun of an entry such as `m: Spieler, Spieler`; `auf` behind it: how things lie there."""
    gender, _, words = entry.partition(": ")
    one, many, *preposition = words.split(", ")
    return Noun(one, many, gender, {}, *preposition)


def part_of(entry: str, holes: Mapping[str, Any]) -> NounPhrase:
    """Return a noun phrase of an entry, its holes filled."""
    found = _PART.fullmatch(entry)
    if found is None:
        first = next((holes[name] for _, name, _, _ in Formatter().parse(entry) if name), None)
        # a bare entry is declined as its holes are
        gender = next((h.gender for h in holes.values() if isinstance(h, NounPhrase) and h.many), gender_of(first))
        return noun_phrase(lambda case: fill_holes(entry, holes, CASES_IN_ORDER[case]), gender)
    gender = found["gender"] if found["gender"] in GENDERS else gender_of(holes[found["gender"]])
    lemma = found["determiner"] or ""
    determiner = _DETERMINERS.get(lemma, lemma)
    head = found["head"] or ""
    hole = holes.get(head[1:-1]) if head.startswith("{") else None

    def cases(case: int) -> str:
        if isinstance(hole, Noun):
            start = decline(hole.with_adjectives(found["between"]), case, gender == MANY, determiner)
        elif hole is not None:
            before = [determine(determiner, gender, case), *found["between"].split()]
            start = fill_holes(" ".join([word for word in before if word] + [_case(hole, case)]), holes)
        else:
            words = lemma_of(found["between"], gender if determiner else "") + head
            start = decline(Noun(words, words, gender), case, gender == MANY, determiner) if words else ""
        return start + fill_holes(found["rest"], holes)

    noun = hole.with_adjectives(found["between"]) if isinstance(hole, Noun) else None
    if not head.startswith("{") and determiner == "der":
        words = lemma_of(found["between"], gender) + head
        noun = Noun(words, words, gender)
    return noun_phrase(cases, gender, preposition=getattr(hole, "preposition", "in"), noun=noun)


def lemma_of(adjectives: str, gender: str) -> str:
    """Adjectives that stand as behind `der`, as they stand in a noun's plain form; gender "": they stay."""
    if not gender:
        return adjectives
    weak, plain = ("en", "e") if gender == MANY else ("e", {"m": "er", "f": "e", "n": "es"}[gender])
    words = [word.removesuffix(weak) + plain if word.endswith(weak) else word for word in adjectives.split()]
    return " ".join([*words, ""])


def gender_of(value: Any) -> str:
    """The gender of what stands in a hole."""
    return value.gender if isinstance(value, Noun | NounPhrase) else "n"


def _case(value: Any, case: int) -> str:
    return value.cases(case) if isinstance(value, NounPhrase) else str(value)


class Statement(Protocol):
    """What can be said in each word order."""

    def main(self) -> str: ...
    def after(self) -> str: ...
    def first(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause: `die Hand ist leer`, after `wenn` `die Hand leer ist`, after `von nun an` `ist die Hand leer`."""

    entry: str
    holes: Mapping[str, Any] = field(default_factory=dict)

    @property
    def subject(self) -> NounPhrase | None:
        """The phrase that its verb agrees with: the hole before it, or `subject`."""
        found = self.holes.get("subject")
        return found if isinstance(found, NounPhrase) else None

    def pieces(self) -> tuple[str, str, str, str]:
        """What stands before the verb, the verb, what follows it, and what follows it after `wenn` too."""
        verb = _VERB.search(self.entry)
        if verb is None:
            return self.entry, "", "", ""
        subject = self.subject
        told = verb[2] if subject is not None and subject.many and verb[2] else verb[1]
        rest, _, tail = self.entry[verb.end() :].partition(_END)
        return self.entry[: verb.start()].strip(), told, rest.strip(), tail.strip()

    def _said(self, *parts: str, **more: str) -> str:
        told = " ".join(part for part in parts if part)
        return fill_holes(told, {**self.holes, **more}).replace("  ", " ").replace(" ,", ",").replace(" :", ":")

    def main(self) -> str:
        before, verb, rest, tail = self.pieces()
        return self._said(before, verb, rest, tail)

    def after(self) -> str:
        before, verb, rest, tail = self.pieces()
        rest = fill_holes(rest, self.holes)
        if not tail and (late := _RELATIVE.fullmatch(rest)):
            # a clause at the end stands behind the verb
            rest, tail = late[1], late[2].lstrip(", ")
            return self._said(before) + f" {rest} {verb}, {tail}"
        return self._said(before, "{rest}", verb, tail, rest=rest).strip()

    def first(self) -> str:
        before, verb, rest, tail = self.pieces()
        return self._said(verb, before, rest, tail)

    def relative(self, gender: str, it: NounPhrase) -> str:
        """A relative clause about the thing that is its subject, or that its subject belongs to; "" for another."""
        subject = self.subject
        if subject is None or not self.entry.startswith("{subject}"):
            return ""
        many = gender == MANY
        if subject is it:
            pronoun: NounPhrase = noun_phrase(lambda case: RELATIVE[gender][case], MANY if many else gender)
        elif subject.owner is it and subject.owned is not None:
            owned, whose = subject.owned, RELATIVE[gender][1]
            pronoun = noun_phrase(lambda case: f"{whose} {owned(case)}", subject.gender)
        else:
            return ""
        return replace(self, holes={**self.holes, "subject": pronoun}).after()


@dataclass(frozen=True, slots=True)
class Joined:
    """Several clauses with `und` or `oder` between them."""

    parts: Sequence[Statement]
    word: str

    def main(self) -> str:
        return f" {self.word} ".join(part.main() for part in self.parts)

    def after(self) -> str:
        return f" {self.word} ".join(part.after() for part in self.parts)

    def first(self) -> str:
        return f" {self.word} ".join(part.first() for part in self.parts)


@dataclass(frozen=True, slots=True)
class Bracketed:
    """A clause in brackets."""

    inner: Statement

    def main(self) -> str:
        return f"({self.inner.main()})"

    def after(self) -> str:
        return f"({self.inner.after()})"

    def first(self) -> str:
        return f"({self.inner.first()})"


Say = Callable[..., str]
