"""English grammar: articles, plurals, possessives, agreement, full stops."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..base.english import is_many, plain_words, possessive

SENTENCES = re.compile(r"(?<=[.!?]) +")
SLOT = re.compile(r"<([^<>]+)>")
VERBS = ("is", "has", "may", "can", "fits", "beats", "goes", "matches", "wins", "was", "must", "follows")
PREPOSITIONS = (
    "in",
    "of",
    "on",
    "to",
    "for",
    "with",
    "at",
    "from",
    "by",
    "than",
    "without",
    "against",
    "over",
    "under",
)
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
COMMA = re.compile(r",(?=[,.:;)]| \()|(?<= ),")


def article(noun: str) -> str:
    """The noun with its article: a card, an offer."""
    if noun.startswith("other "):
        return f"an{noun}"
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def noun_of(owner: str, noun: str) -> str:
    """The possessive: the player's hand; with `of` if the owner is long."""
    if owner in ("", "the table"):
        return f"the {noun}"
    if " of " in owner or " in " in owner or " to " in owner or "(" in owner or len(owner) > 40:
        return f"the {noun} of {owner}"
    return f"{possessive(owner)} {noun}"


def verb(subject: str, sign: str) -> str:
    """The verb `is` or `are` for a subject."""
    head = subject.partition(" for ")[0].partition(" of ")[0]
    many = is_many(head) and not head.startswith("the number")
    return "are" + sign.removeprefix("is") if many else sign


def without_article(phrase: str) -> str:
    """A phrase without its article."""
    return re.sub(r"^(?:the|a|an) ", "", phrase)


def capital(text: str) -> str:
    """The text with a capital letter at its start."""
    at = 1 if text.startswith("(") else 0
    return text[:at] + text[at : at + 1].upper() + text[at + 1 :]


def uncapital(text: str) -> str:
    """The text with a small letter at its start, as after a colon."""
    return text[:1].lower() + text[1:]


def sentence(text: str) -> str:
    """The text as a full sentence."""
    text = capital(COMMA.sub("", text.strip().removesuffix(",")))
    return text if not text or text[-1] in ".:!?" else text + "."


def unsaid_sentences(about: str, text: str) -> str:
    """The sentences of `about` that are not in `text`, apart from capitals, signs and number words."""
    said = set(map(_essence, SENTENCES.split(text)))
    return " ".join(part for part in SENTENCES.split(about) if _essence(part) not in said)


def _essence(text: str) -> str:
    """The text for comparing: in small letters, without signs, with numbers in figures."""
    words = re.sub(r"[^\w' ]", "", text.lower()).split()
    return " ".join(str(NUMBERS.index(word)) if word in NUMBERS else word for word in words)


def fill(words: str, values: Mapping[str, str]) -> str:
    """Words with the value of each <setting> put in."""
    return SLOT.sub(lambda found: values.get(found[1].strip(), plain_words(found[1])), words)


def make_agree(text: str, many: bool) -> str:
    """The text with verbs for one or many things: is -> are and so on."""
    if many:
        for one, more in (("is ", "are "), ("has ", "have "), ("does ", "do "), ("fits ", "fit "), ("beats ", "beat ")):
            if text.startswith(one):
                return more + text.removeprefix(one)
    return text
