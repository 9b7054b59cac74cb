"""Lookalike and invisible characters: find, name and replace them."""

from __future__ import annotations

import re
import unicodedata

_LATIN_ALIKE = dict(zip("аеорсухіјѕһԁԛԝӏАВЕКМНОРСТУХІЈЅӀ", "aeopcyxijshdqwlABEKMHOPCTYXIJSI", strict=True)) | dict(
    zip("ёЁїЇαονρυικϲΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ëËïÏaovpuikcABEZHIKMNOPTYX", strict=True)
)
_CYRILLIC_ALIKE = dict(zip("aeopcyxiABEKMHOPCTYXI", "аеорсухіАВЕКМНОРСТУХІ", strict=True))  # common letters only
_SIGNS = {"\u2018": "'", "\u2019": "'", "\u02bc": "'", "\u2010": "-", "\u2011": "-", "\u00ad": ""}
_JOINERS = "\u200c\u200d\ufe0e\ufe0f"
_FILLERS = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u2800\u3164\uffa0"
MOST_ACCENTS = 2  # on one letter, besides those that are one character with it
_WORD = re.compile(r"[^\W\d_]+")
_LEFTWARD = re.compile(r"[\u0590-\u08ff]")

Odd = tuple[int, str, str]  # where a character stands in a text, counted from 0, it, and what belongs there


def compose(text: str) -> str:
    """The text in Unicode's composed form (NFC), in which all texts are compared."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def visible(text: str) -> str:
    """The visible form of a text: equal for texts that look alike."""
    return text if text.isascii() else "".join(map(shape, compose(text)))


def odd(text: str) -> list[Odd]:
    """The characters that nobody writes on purpose: invisible ones, and single letters of another alphabet."""
    if text.isascii():
        return []
    found = {at: (at, sign, "") for at, sign in enumerate(text) if is_invisible(sign) and not _is_joined(text, at)}
    for match in _WORD.finditer(text):
        found |= {
            match.start() + at: (match.start() + at, sign, plain) for at, sign, plain in _foreign_letters(match[0])
        }
    return [found[at] for at in sorted(found)]


def is_blank(sign: str) -> bool:
    """Whether a character is a blank other than the ordinary space."""
    return sign != " " and unicodedata.category(sign) == "Zs"


def clean(text: str) -> str:
    """The text with plain characters in place of the odd ones, and ordinary spaces."""
    if text.isascii():
        return text
    signs = [" " if is_blank(sign) else sign for sign in text]
    for at, _, plain in odd(text):
        signs[at] = plain
    return "".join(signs)


def tidy(text: str) -> str:
    """A line that somebody wrote, as others are shown it: nothing in it is invisible or reaches beyond its letters.

    Without direction marks, invisible characters and heaps of accents; blanks and breaks are single spaces.
    """
    text = text if text.isascii() else compose(text)
    kept, heap = [], 0
    for at, sign in enumerate(text):
        heap = heap + 1 if unicodedata.combining(sign) else 0
        if heap > MOST_ACCENTS or (is_invisible(sign) and not (sign in _JOINERS and _is_joined(text, at))):
            continue
        kept.append(sign if sign.isprintable() or is_invisible(sign) else " ")
    return " ".join("".join(kept).split())


def name_of(sign: str) -> str:
    """A character by its Unicode name: `zero width space (U+200B)`."""
    words = unicodedata.name(sign, "a character without a name").lower()
    words = re.sub("^(cyrillic|greek|latin)", lambda match: match[0].capitalize(), words)
    return f"{words} (U+{ord(sign):04X})"


def describe_odd(odds: list[Odd]) -> str:
    """The odd characters of a text and their places, in words; at most three."""
    parts = [f"character {at + 1} is a {name_of(sign)}" for at, sign, _ in odds[:3]]
    return ", ".join(parts[:-1]) + " and " * (len(parts) > 1) + "".join(parts[-1:])


def difference(word: str, other: str) -> str:
    """A sentence about a text and a known one that look alike but differ; "" if they do not look alike."""
    if word == other or (word.isascii() and other.isascii()) or visible(word) != visible(other):
        return ""
    here, there = unlike(word, other), unlike(other, word)
    if here and not odd(other):
        return f"They look alike, but here {describe_odd(here)}."
    if there:
        return f"A name that looks the same is declared, but there {describe_odd(there)}: retype it."
    return f"They look alike, but here {describe_odd(here)}."


def unlike(word: str, other: str) -> list[Odd]:
    """The characters of a word that are not what they look like, and differ from a lookalike word."""
    known = set(_places(other))
    return [(at, sign, shape(sign)) for (left, sign), at in _places(word).items() if (left, sign) not in known]


def _places(word: str) -> dict[tuple[int, str], int]:
    """The places of characters that do not look like themselves: the text before, the character, its place."""
    found, left = {}, 0
    for at, sign in enumerate(word):
        if shape(sign) != sign:
            found[left, sign] = at
        left += len(shape(sign))
    return found


def shape(sign: str) -> str:
    """The plain character that a character looks like."""
    if not sign or sign.isascii():
        return sign
    if sign in _LATIN_ALIKE or sign in _SIGNS:
        return _LATIN_ALIKE.get(sign) or _SIGNS.get(sign, "")
    if is_invisible(sign):
        return ""
    if unicodedata.category(sign) == "Zs":
        return " "
    is_wide = "\uff01" <= sign <= "\uff5e" or "\ufb00" <= sign <= "\ufb06"
    return unicodedata.normalize("NFKC", sign) if is_wide else sign


def is_invisible(sign: str) -> bool:
    """Whether a character is invisible."""
    return not sign.isascii() and (unicodedata.category(sign) == "Cf" or sign in _JOINERS or sign in _FILLERS)


def _is_joined(text: str, at: int) -> bool:
    """Whether an invisible character has a function: it joins a picture or letters, or sets their direction."""
    if text[at] in "\u200e\u200f\u061c":
        return _LEFTWARD.search(text) is not None
    before, behind = text[at - 1 : at], text[at + 1 : at + 2]
    if text[at] in _JOINERS or "\U000e0020" <= text[at] <= "\U000e007f":
        return behind == "\u20e3" or (before != "" and not before.isascii() and _script(before) != "LATIN")
    return False


def _script(sign: str) -> str:
    """The script of a Latin, Cyrillic, Greek or full-width letter, "" for others."""
    name = unicodedata.name(sign, "")
    return name.partition(" ")[0] if name.startswith(("LATIN", "CYRILLIC", "GREEK", "FULLWIDTH")) else ""


def _foreign_letters(word: str) -> list[Odd]:
    """The letters of a word from another alphabet that look like some of its own."""
    if word.isascii():
        return []
    scripts = [_script(sign) for sign in word]
    if len({script for script in scripts if script}) < 2:
        return []
    own: dict[str, int] = {}
    for sign, script in zip(word, scripts, strict=True):
        is_alike = sign in _LATIN_ALIKE or sign in _CYRILLIC_ALIKE or script == "FULLWIDTH"
        own[script] = own.get(script, 0) + (not is_alike)
    home = "CYRILLIC" if own.get("CYRILLIC", 0) > own.get("LATIN", 0) else "LATIN"
    found = []
    for at, (sign, script) in enumerate(zip(word, scripts, strict=True)):
        plain = shape(sign) if home == "LATIN" else _CYRILLIC_ALIKE.get(sign, sign)
        if script and script != home and plain != sign:
            found.append((at, sign, plain))
    return found
