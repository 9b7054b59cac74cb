"""Match a player's typed answer with options: by number, or by words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from ..base.display_names import PLAIN, Wording
from ..base.similar import ask_if_meant

MOST_NAMED = 8


@dataclass(slots=True)
class Match:
    """The positions that an answer may mean: one if it is clear, several if ambiguous, none if it fits nothing."""

    found: list[int] = field(default_factory=list)
    exact: bool = False

    @property
    def position(self) -> int | None:
        """The only position, or None."""
        return self.found[0] if len(self.found) == 1 else None


def labels(texts: Sequence[str], kinds: Sequence[str]) -> list[int]:
    """The number before each option: 1, 2, 3 ...; if all options are numbers, the numbers themselves.

    kinds are the options' kinds. A `pass` or `done` among numbers is 0, or else the next free number.
    """
    numbers = [int(text) for text, kind in zip(texts, kinds, strict=True) if kind == "int" and _plain_number(text)]
    others = [kind for kind in kinds if kind in ("pass", "done")]
    if not numbers or len(numbers) + len(others) < len(texts) or len(set(numbers)) < len(numbers) or len(others) > 1:
        return list(range(1, len(texts) + 1))
    free = 0 if 0 not in numbers else max(numbers) + 1
    return [free if kind in ("pass", "done") else int(text) for text, kind in zip(texts, kinds, strict=True)]


def _plain_number(text: str) -> bool:
    """Whether a text is a whole number."""
    return text.isascii() and text.isdigit()


def match_answer(answer: str, texts: Sequence[str], numbers: Sequence[int] = ()) -> Match:
    """Match an answer with options: by number, by all their words, by their beginning, or by parts of their words.

    texts are the options' words, numbers what stands before them (none: words only). Case and spaces count little.
    """
    if _plain_number(answer) and int(answer) in numbers:
        return Match([numbers.index(int(answer))], True)
    wanted = _tidy(answer)
    tidy = [_tidy(text) for text in texts]
    same = [i for i, text in enumerate(tidy) if text == wanted]
    if same or not wanted:
        return Match(same, bool(same))
    begun = [i for i, text in enumerate(tidy) if text.startswith(wanted)]
    return Match(begun or [i for i, text in enumerate(tidy) if _in_order(wanted.split(), text.split())])


def _tidy(text: str) -> str:
    """The text for comparing: in small letters, with single blanks."""
    return " ".join(re.sub(r"[\s_]+", " ", text).casefold().split())


def _in_order(parts: list[str], words: list[str]) -> bool:
    """Whether each part begins a word, in the same order; a number must be the whole word."""
    rest = iter(words)
    return all(any(word == part if part.isdigit() else word.startswith(part) for word in rest) for part in parts)


def which_question(
    texts: Sequence[str], found: Sequence[int], numbers: Sequence[int] = (), wording: Wording = PLAIN
) -> str:
    """The question after an answer that fits several options."""
    names = [f"{texts[i]} ({numbers[i]})" if numbers else texts[i] for i in found[:MOST_NAMED]]
    listed = ", ".join(names)
    if len(found) <= MOST_NAMED:
        return wording.say("Which one: {options}?", options=listed)
    return wording.say("Which one: {options} and {number} more?", options=listed, number=len(found) - MOST_NAMED)


def unknown_answer(answer: str, texts: Sequence[str], commands: Sequence[str] = (), wording: Wording = PLAIN) -> str:
    """The message for an answer that fits nothing, with the nearest words if some are similar."""
    end = "."
    near = ask_if_meant(answer, [*texts, *commands], end, "{}")
    if near == end:
        return wording.say("'{answer}' is none of the options. Type ? for help.", answer=answer)
    return wording.say("'{answer}' is none of the options; did you mean {near}?", answer=answer, near=near)
