"""German noun phrases in all cases: determiners, adjectives and nouns agree."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from .phrases import Phrase, case_in

MANY = "many"
# by gender, the endings of determiners such as `dieser` and `ein`; nominative, genitive, dative, accusative
_LIKE_DIES = {
    "m": ("er", "es", "em", "en"), "f": ("e", "er", "er", "e"), "n": ("es", "es", "em", "es"),
    MANY: ("e", "er", "en", "e"),
}  # fmt: skip
_LIKE_EIN = {
    "m": ("", "es", "em", "en"), "f": ("e", "er", "er", "e"), "n": ("", "es", "em", ""), MANY: ("e", "er", "en", "e"),
}  # fmt: skip
_DER = {
    "m": ("der", "des", "dem", "den"), "f": ("die", "der", "der", "die"), "n": ("das", "des", "dem", "das"),
    MANY: ("die", "der", "den", "die"),
}  # fmt: skip
# the endings of adjectives behind `der`, behind `ein`, and behind nothing
_WEAK = {
    "m": ("e", "en", "en", "en"), "f": ("e", "en", "en", "e"), "n": ("e", "en", "en", "e"),
    MANY: ("en", "en", "en", "en"),
}  # fmt: skip
_MIXED = {
    "m": ("er", "en", "en", "en"), "f": ("e", "en", "en", "e"), "n": ("es", "en", "en", "es"),
    MANY: ("en", "en", "en", "en"),
}  # fmt: skip
_STRONG = {
    "m": ("er", "en", "em", "en"), "f": ("e", "er", "er", "e"), "n": ("es", "en", "em", "es"),
    MANY: ("e", "er", "en", "e"),
}  # fmt: skip
_LEMMA = {"m": "er", "f": "e", "n": "es", MANY: "e"}
# determiners that are declined like `ein`, all others like `dieser`
_EIN = ("ein", "kein", "irgendein", "mindestens ein", "sein", "ihr")
RELATIVE = {
    "m": ("der", "dessen", "dem", "den"), "f": ("die", "deren", "der", "die"), "n": ("das", "dessen", "dem", "das"),
    MANY: ("die", "deren", "denen", "die"),
}  # fmt: skip
_PLACES = ("wo", "zu.", "von.", "bei.", "aus.")
_JOINED = {"in dem": "im", "in das": "ins", "zu dem": "zum", "zu der": "zur", "von dem": "vom", "an dem": "am",
           "an das": "ans", "bei dem": "beim"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun with its gender, as `erster Baron` with `erste Barone`; forms: cases of `one` that are not made by rule.

    preposition: how things come there, `in`, `auf` or `zu`.
    """

    one: str
    many: str
    gender: str
    forms: Mapping[str, str] = field(default_factory=dict)
    preposition: str = "in"

    @property
    def plural_only(self) -> bool:
        return self.gender == MANY

    def with_adjective(self, stem: str) -> Noun:
        """The noun with an adjective before it: `ander` makes `anderer Spieler`."""
        if self.one.startswith(stem):
            return self
        forms = {case: decline_adjective(stem, self.gender, at) + f" {self.forms[case]}" for at, case in
                 enumerate(CASES_IN_ORDER) if case in self.forms}  # fmt: skip
        one, many = (f"{stem}{_LEMMA[g]} {noun}" for g, noun in ((self.gender, self.one), (MANY, self.many)))
        return replace(self, one=one, many=many, forms=forms)

    def with_adjectives(self, words: str) -> Noun:
        """The noun with adjectives that stand as behind `der`: `höchste`, `verschiedenen`."""
        made = self
        for word in reversed(words.split()):
            made = made.with_adjective(word.removesuffix("en") if word.endswith("en") else word.removesuffix("e"))
        return made


def strong_words(adjectives: str, gender: str) -> str:
    """Adjectives of several things, as they stand before one: `gezapfte ` before `Bier` is `gezapftes `."""
    told = [word.removesuffix("e") + _LEMMA[gender] if word.endswith("e") else word for word in adjectives.split(" ")]
    return " ".join(told)


CASES_IN_ORDER = ("nom", "gen", "dat", "akk")


def decline_adjective(stem: str, gender: str, case: int) -> str:
    """An adjective behind a definite article."""
    return stem + _WEAK[gender][case]


def decline(noun: Noun, case: int, many: bool = False, determiner: str = "") -> str:
    """A noun in a case, with a determiner: der, ein, kein, jed, dies ..., "" for none."""
    gender = MANY if many else noun.gender
    lemma = noun.many if many else noun.one
    adjectives = _STRONG if not determiner else _MIXED if determiner in _EIN else _WEAK
    told = "" if many else noun.forms.get(CASES_IN_ORDER[case], "")
    words = (told or lemma).split(" ")
    head = next((at for at, word in enumerate(words) if word[:1].isupper()), None)
    if head is not None:
        words[:head] = [
            word.removesuffix(_LEMMA[gender]) + adjectives[gender][case] if word.endswith(_LEMMA[gender]) else word
            for word in words[:head]
        ]
        if not told:
            words[head] = _head(words[head], gender, case)
    return f"{determine(determiner, gender, case)} {' '.join(words)}".strip()


def determine(determiner: str, gender: str, case: int) -> str:
    """A determiner in a case."""
    if not determiner:
        return ""
    if determiner == "der":
        return _DER[gender][case]
    return determiner + (_LIKE_EIN if determiner in _EIN else _LIKE_DIES)[gender][case]


def _head(noun: str, gender: str, case: int) -> str:
    """The noun itself in a case, by the rules that most nouns follow."""
    if case == 1 and gender in ("m", "n"):
        if noun.endswith("nis"):
            return noun + "ses"
        return noun + ("es" if noun.endswith(("s", "ß", "x", "z", "sch")) else "s")
    if case == 2 and gender == MANY:
        return noun if noun.endswith(("n", "s", "a", "o")) else noun + "n"
    return noun


class NounPhrase(Phrase):
    """A noun phrase with its cases; as a text it is nominative.

    many, gender: what it agrees with; owner, owned: of `the hand of the player`, whose and what (with what follows it);
    preposition: see Noun; noun: its noun, None if it is made otherwise; own: whether it is the subject of the sentence,
    whose things are `seine Hand`.
    """

    __slots__ = ("cases", "gender", "noun", "own", "owned", "owner", "preposition")
    own: bool
    cases: Callable[[int], str]
    gender: str
    owner: NounPhrase | None
    owned: Callable[[int], str] | None
    preposition: str
    noun: Noun | None

    @property
    def many(self) -> bool:
        return self.gender == MANY


def noun_phrase(
    cases: Callable[[int], str],
    gender: str,
    owner: NounPhrase | None = None,
    owned: Callable[[int], str] | None = None,
    preposition: str = "in",
    noun: Noun | None = None,
) -> NounPhrase:
    """Return a noun phrase; its forms are cases, `wo`, `wohin` and `woher`, and prepositions with the dative."""
    made = NounPhrase(cases(0))
    made.cases, made.gender, made.owner, made.owned, made.noun = cases, gender, owner, owned, noun
    made.preposition, made.own = preposition, False
    made.form = lambda form: _form(made, form)
    return made


def _form(phrase: NounPhrase, form: str) -> str:
    """A phrase in the form that a catalogue asks for."""
    form = form.partition(".")[0] if form.startswith(_PLACES) else form
    if form == "wo":
        return _with("bei" if phrase.preposition == "zu" else phrase.preposition, phrase.cases(2))
    if form == "wohin":
        return _with(phrase.preposition, phrase.cases(2 if phrase.preposition == "zu" else 3))
    if form == "woher":
        return _with("aus" if phrase.preposition == "in" else "von", phrase.cases(2))
    if form in ("zu", "von", "bei", "aus"):
        return _with(form, phrase.cases(2))
    case = case_in(form)
    return phrase.cases(CASES_IN_ORDER.index(case) if case else 0)


def _with(preposition: str, words: str) -> str:
    """A preposition before words, joined with their article where German does so."""
    first, _, rest = words.partition(" ")
    joined = _JOINED.get(f"{preposition} {first}")
    return f"{joined} {rest}" if joined else f"{preposition} {words}"


def fixed_phrase(text: str, gender: str = "n", preposition: str = "in") -> NounPhrase:
    """A phrase without cases, such as a number or a name; its genitive is made with `von`."""
    return noun_phrase(lambda case: f"von {text}" if case == 1 else text, gender, preposition=preposition)


def of_noun(noun: Noun, many: bool, determiner: str, rest: str = "", **more: Any) -> NounPhrase:
    """A noun with a determiner and what follows it."""
    gender = MANY if many else noun.gender
    return noun_phrase(
        lambda case: decline(noun, case, many, determiner) + rest,
        gender, noun=noun, preposition=noun.preposition, **more,
    )  # fmt: skip


def as_subject(phrase: NounPhrase) -> NounPhrase:
    """The same where it is the subject of the sentence: what it owns is `seine Hand`."""
    made = noun_phrase(phrase.cases, phrase.gender, phrase.owner, phrase.owned, phrase.preposition, phrase.noun)
    made.own = True
    return made


def owned_by(owner: NounPhrase, noun: Noun, many: bool = False, rest: str = "") -> NounPhrase:
    """`die Hand des Barons`."""
    if owner.own:
        whose = "sein" if owner.gender in ("m", "n") else "ihr"
        return of_noun(noun, many, whose, rest, owner=owner, owned=lambda case: decline(noun, case, many) + rest)
    return of_noun(
        noun,
        many,
        "der",
        f" {owner.cases(1)}{rest}",
        owner=owner,
        owned=lambda case: decline(noun, case, many) + rest,
    )


def joined_phrase(parts: list[NounPhrase], word: str, gender: str = MANY) -> NounPhrase:
    """`a, b und c`."""

    def cases(case: int) -> str:
        told = [part.cases(case) for part in parts]
        return f"{', '.join(told[:-1])} {word} {told[-1]}" if len(told) > 1 else told[0]

    return noun_phrase(cases, gender if len(parts) > 1 else parts[0].gender)


def of_cases(phrase: NounPhrase, rest: str) -> NounPhrase:
    """A phrase with more behind it."""
    return noun_phrase(lambda case: phrase.cases(case) + rest, phrase.gender, preposition=phrase.preposition)


def with_name(phrase: NounPhrase, name: NounPhrase) -> NounPhrase:
    """A phrase with what it is called from now on: `einen Spieler (den Erzähler)`."""
    return noun_phrase(lambda case: f"{phrase.cases(case)} ({name.cases(case)})", phrase.gender)


def in_brackets(phrase: NounPhrase) -> NounPhrase:
    """A phrase in brackets."""
    return noun_phrase(lambda case: f"({phrase.cases(case)})", phrase.gender)
