"""English words for all texts: plain names, joined lists, possessives, plurals."""

from __future__ import annotations

import re
from collections.abc import Sequence

PARTICIPLES = (
    "won",
    "taken",
    "drawn",
    "laid",
    "kept",
    "lost",
    "given",
    "bought",
    "sold",
    "shown",
    "thrown",
    "hidden",
    "made",
    "left",
    "held",
)
_TEENS = (
    *("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_ONES = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
NUMBER_WORDS = ("zero", *_ONES[1:], *_TEENS, *(f"{ten}-{one}".rstrip("-") for ten in _TENS for one in _ONES))
# a sentence in which all players do something
_ALL_DO = re.compile(
    r"(?:(?P<many>all(?: players)?|the players|players)|everybody|everyone|each(?: player)?|every player)"
    r" (?P<verb>[a-z]+)(?P<rest>(?: .*)?)"
)
# what may stand behind a noun besides
_BEHIND = (*PARTICIPLES, "before", "after", "over")


def plain_words(name: str) -> str:
    """Return a ruleset's name as people read it: `draw_pile` is draw pile, `slot_3` slot 3."""
    return " ".join(name.replace("_", " ").split())


def join_words(parts: Sequence[str], word: str = "and") -> str:
    """Return `a, b and c`; the last part follows `word`."""
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}" if len(parts) > 1 else "".join(parts)


def possessive(owner: str) -> str:
    """Return `Anna's`, `the players'`."""
    return f"{owner}'" if owner.endswith("s") else f"{owner}'s"


def plural(noun: str) -> str:
    """The plural of a noun: cards, pennies, boxes; what ends in s or a participle stays: cards won."""
    if noun.endswith("s") or is_participle(noun):
        return noun
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(("x", "ch", "sh")) else "s")


def is_participle(noun: str) -> bool:
    """Whether a noun is a participle in its place: discarded, taken."""
    last = noun.rpartition(" ")[2]
    return last in PARTICIPLES or (len(last) > 4 and last.endswith("ed") and last[-3] != "e")


def as_order(sentence: str) -> str:
    """What all do, said to one of them: `everybody passes cards` is Pass cards; "" for any other sentence."""
    found = _ALL_DO.fullmatch(sentence)
    if found is None:
        return ""
    verb, rest = found["verb"], found["rest"]
    if not found["many"]:
        if verb.endswith(("sses", "shes", "ches", "xes", "zes", "oes")):
            verb = verb[:-2]
        elif verb.endswith("ies") and len(verb) > 4:
            verb = f"{verb[:-3]}y"
        elif verb.endswith("s"):
            verb = verb[:-1]
        else:
            return ""
    return f"{verb[:1].upper()}{verb[1:]}{rest}"


def count_of(number: int, noun: str) -> str:
    """A number of things: 1 player, 2,000 games."""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def in_figures(text: str) -> str:
    """The text with number words as figures."""
    words = [NUMBER_WORDS.index(word) if (word := part.casefold()) in NUMBER_WORDS else part for part in text.split()]
    return " ".join(map(str, words))


def is_many(noun: str) -> bool:
    """Whether a noun is plural: points, toasts made, cards before."""
    while noun.rpartition(" ")[2] in _BEHIND:
        noun = noun.rpartition(" ")[0]
    return noun.endswith("s") and not noun.endswith(("ss", "us", "'s"))
