"""Fit text into a room: wrapped at blanks, then in smaller steps, by a table of the widths of letters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .letter_widths import BOLD, REGULAR

# the distance of two lines, relative to their size
LINE = 1.16
# the least size of print: 6.5 pt in mm
LEAST = 6.5 * 25.4 / 72
SOFT_HYPHEN = "\u00ad"
# the widest word that cards at the table have room for in the least size, relative to it
WIDEST_WORD = 80 / 11
# a word may be divided before the last consonant between two vowels; some letters stay together
VOWEL = "[aeiouyäöüàâáèéêëìíîïòóôõùúûåæøœ]"
CONSONANTS = "sch|qu|[cpst]h|[bcfgkp][lr]|[dt]r|ck|[^\\W\\d_aeiouyäöüàâáèéêëìíîïòóôõùúûåæøœ]"
DIVISION = re.compile(f"(?<={VOWEL})([^\\W\\d_]*?)((?:{CONSONANTS}){VOWEL})", re.IGNORECASE)
# the fewest letters of each part of a divided word
FEWEST = 3
# the width of an icon in a sentence, relative to the size of the text
ICON = 1.1
# what never stands at the beginning or at the end of a line, in scripts without blanks
NEVER_FIRST, NEVER_LAST = "、。，．・：；？！ー）」』】〉》〕,.:;?!)]}ゃゅょっャュョッ", "（「『【〈《〔([{"
# where a line may end: at blanks, but not at those that hold words together
BLANKS = re.compile(r"[^\S\u00a0\u202f]+")


def _by_letter(table: Mapping[int, str]) -> dict[str, float]:
    """The width of each letter, relative to its size."""
    return {letter: width / 1000 for width, letters in table.items() for letter in letters}


WIDTHS = {False: _by_letter(REGULAR), True: _by_letter(BOLD)}


@dataclass(frozen=True, slots=True)
class FittedText:
    """Text in lines of one size; `fits`: whether the room was enough without breaking a word."""

    lines: tuple[str, ...]
    size: float
    fits: bool

    @property
    def height(self) -> float:
        """The height of all lines."""
        return len(self.lines) * self.size * LINE


def text_width(text: str, bold: bool = False) -> float:
    """The width of a line of text, relative to its size."""
    widths = WIDTHS[bold]
    return sum(widths[letter] if letter in widths else _other_width(letter) for letter in text)


def _other_width(letter: str) -> float:
    """The width of a letter that is not in the table: at least about what fonts give it."""
    if unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0.0
    if _is_wide(letter):
        return 1.0
    if unicodedata.category(letter) == "Co":  # it stands for an icon
        return ICON
    return 0.84 if unicodedata.category(letter)[0] == "S" else 0.67


def fit(text: str, room: float, height: float, sizes: Sequence[float], bold: bool = False) -> FittedText:
    """Return the text in the greatest of these sizes (the greatest first) in which it fits into a room.

    In the least size words that are too long are divided between syllables, or else broken, and there may be more lines
    than there is room for.
    """
    words = [word for word in BLANKS.split(text) if word]
    for size in sizes:
        lines = _wrap(words, room / size, bold)
        if lines is not None and len(lines) * size * LINE <= height + size * (LINE - 1):
            return FittedText(tuple(lines), size, True)
    size = sizes[-1]
    divided = [word if text_width(word, bold) * size <= room else divide(word) for word in words]
    tried = (_wrap(some, room / size, bold) for some in (words, divided))
    lines = next((some for some in tried if some is not None), None)
    return FittedText(tuple(_break(words, room / size, bold) if lines is None else lines), size, False)


def divide(word: str) -> str:
    """Return a word with soft hyphens between its syllables, as far as a rule without a dictionary finds them.

    A word that has soft hyphens of its own stays as it is.
    """
    if SOFT_HYPHEN in word:
        return word
    parts, start = [], 0
    for found in DIVISION.finditer(word):
        at = found.start(2)
        if at - start >= FEWEST and len(word) - at >= FEWEST:
            parts.append(word[start:at])
            start = at
    return SOFT_HYPHEN.join([*parts, word[start:]])


def _wrap(words: Sequence[str], room: float, bold: bool) -> list[str] | None:
    """The words in lines of at most a width; None if one of them is too long. Soft hyphens may be used."""
    lines: list[str] = []
    line = ""
    for word in words:
        parts = _parts(word)
        joined = f"{line} {_join(parts)}" if line else _join(parts)
        if text_width(joined, bold) <= room:
            line = joined
            continue
        gap = " " if line else ""
        while parts:
            kept = next((n for n in range(len(parts), 0, -1) if _fits_with(line + gap, parts, n, room, bold)), 0)
            if kept:
                line += gap + _join(parts[:kept]) + (parts[kept - 1][1] if kept < len(parts) else "")
                parts = parts[kept:]
                if not parts:
                    break
            elif not line:
                return None
            lines.append(line)
            line = gap = ""
    return [*lines, line] if line else lines


def _parts(word: str) -> list[tuple[str, str]]:
    """The parts of a word after which a line may end, each with what then stands there.

    A line may end at soft hyphens, and between the letters of scripts that have no blanks.
    """
    found: list[tuple[str, str]] = []
    for piece in word.split(SOFT_HYPHEN):
        start = 0
        for at in range(1, len(piece)):
            before, after = piece[at - 1], piece[at]
            if (_is_wide(before) or _is_wide(after)) and before not in NEVER_LAST and after not in NEVER_FIRST:
                found.append((piece[start:at], ""))
                start = at
        found.append((piece[start:], "-"))
    return found


def is_right_to_left(text: str) -> bool:
    """Whether the first letter of a text that has a direction is of a script from right to left."""
    kinds = (unicodedata.bidirectional(letter) for letter in text)
    return next((kind for kind in kinds if kind in ("L", "R", "AL")), "L") != "L"


def _is_wide(letter: str) -> bool:
    """Whether a letter is of a script like Chinese or Japanese."""
    return unicodedata.east_asian_width(letter) in "WF"


def _join(parts: Sequence[tuple[str, str]]) -> str:
    """The text of parts of a word."""
    return "".join(text for text, _ in parts)


def _fits_with(line: str, parts: Sequence[tuple[str, str]], kept: int, room: float, bold: bool) -> bool:
    """Whether a line has room for the first parts of a word, and a hyphen where others follow."""
    ending = parts[kept - 1][1] if kept < len(parts) else ""
    return text_width(line + _join(parts[:kept]) + ending, bold) <= room


def _break(words: Sequence[str], room: float, bold: bool) -> list[str]:
    """The words in lines of at most a width; long words are broken anywhere."""
    letters = [SOFT_HYPHEN.join(word.replace(SOFT_HYPHEN, "")) for word in words]
    broken = _wrap(letters, max(room, 1.4), bold)
    assert broken is not None
    return broken
