"""Score lines: the parts of a score and what broke ties, as data and in words. They are computed in score.py."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ..base.captions import caption_in
from ..base.display_names import PLAIN, Wording, wording_of
from .phrases import value_text
from .phrases.things import place_text

WIDTH = 100
FIXED = "\xa0"  # for short parts, which stay in one piece
MOST_CHANGES = 12
ADDED = ("sum", "counter", "items")


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A part of a score, with its own parts.

    kind: `sum`, `counter`, `items`: the `parts` add up to the amount; `value`: they are shown beside it and do not;
    `step`: by how much steps of these words changed a counter (`place` is the first of them, file:line, the
    `changes` come one after another, and `causes` are the words of what each was for, such as a tent and a beer);
    `start`: what the counter began with; `item`: what a card, player or thing adds. The amount of a part of a `value`
    may also be true or false, a word or a list. It is None, and there are no parts, where who asks may not know it yet.
    """

    words: str
    kind: str
    amount: Any
    parts: tuple[ScoreLine, ...] = ()
    place: str = ""
    changes: tuple[int, ...] = ()
    causes: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class TieBreak:
    """The reason why one player comes before another with the same score: the words, and each one's value.

    `values` is None where the reader may not know one of them; the words then name all that may have decided:
    `more coins or less debts`.
    """

    before: int
    after: int
    words: str
    most: bool
    values: tuple[Any, Any] | None


def total(lines: Iterable[ScoreLine]) -> int | None:
    """The sum of lines; None if one of them is not known."""
    amounts = [line.amount for line in lines]
    return None if None in amounts else sum(amounts)


def negate_line(line: ScoreLine, sign: int) -> ScoreLine:
    """The line with its sign changed if `sign` is negative; what is only shown stays as it is."""
    if sign > 0 or line.amount is None:
        return line
    parts = line.parts if line.kind == "value" else tuple(negate_line(part, sign) for part in line.parts)
    changes = tuple(-change for change in line.changes)
    return ScoreLine(line.words, line.kind, -line.amount, parts, line.place, changes, line.causes)


# -- in words


def part_texts(parts: Sequence[ScoreLine], wording: Wording = PLAIN) -> list[str]:
    """A line for each part of the score, with its own parts; long ones continue on further lines."""
    lines = []
    for amount, text in part_words(parts, wording):
        wrapped = textwrap.wrap(text, WIDTH, initial_indent=f"{amount:>12}  ", subsequent_indent=" " * 16)
        lines += [line.replace(FIXED, " ") for line in wrapped]
    return lines


def part_words(parts: Sequence[ScoreLine], wording: Wording = PLAIN) -> list[tuple[str, str]]:
    """The parts as amounts and words; FIXED is a blank at which no line may break."""
    while len(parts) == 1 and parts[0].kind in ("sum", "counter") and parts[0].parts:
        parts = parts[0].parts
    if len(parts) == 1 and parts[0].words.lstrip("-").isdigit():
        return []
    lines = []
    for part, times in alike(parts):
        if times == 1 and any(part.causes):
            lines += _change_lines(part, len(parts) > 1, wording)
            continue
        amount = "?" if part.amount is None else _with_sign(part.amount * times)
        lines.append((amount, f"{_caption(part, times, wording)}{_inside(part, wording)}"))
    return lines


def _change_lines(part: ScoreLine, among_others: bool, wording: Wording) -> list[tuple[str, str]]:
    """A line for each change of a step that says what it was for: +5, tent 3, Bock; among_others: with its words."""
    lines = []
    for change, cause in zip(part.changes, part.causes, strict=True):
        text, words = ", ".join(_value(word, wording) for word in cause), _caption(part, 1, wording)
        lines.append((_with_sign(change), words if not text else f"{words}: {text}" if among_others else text))
    return lines


def alike(parts: Iterable[ScoreLine]) -> list[tuple[ScoreLine, int]]:
    """The distinct parts, each with the number of equal ones."""
    found: dict[tuple[object, ...], tuple[ScoreLine, int]] = {}
    for part in parts:
        key = (part.words, part.kind, str(part.amount))
        found[key] = (part, found.get(key, (part, 0))[1] + 1)
    return [*found.values()]


def tie_text(tie: TieBreak, names: Sequence[str] | Wording) -> str:
    """The sentence of a tie-break: Anna comes before Ben by coins + patrons: 7 to 5."""
    wording = wording_of(names)
    holes = {
        "first": wording.player(tie.before),
        "second": wording.player(tie.after),
        "thing": caption_in(tie.words, wording),
    }
    if tie.values is None:
        return wording.say("{first} comes before {second} by {thing}.", **holes)
    holes |= {"value": _value(tie.values[0], wording), "other": _value(tie.values[1], wording)}
    if not isinstance(tie.values[0], int):
        return wording.say("{first} comes before {second} by {thing}: {value} to {other}.", **holes)
    if tie.most:
        return wording.say("{first} comes before {second} by more {thing}: {value} to {other}.", **holes)
    return wording.say("{first} comes before {second} by less {thing}: {value} to {other}.", **holes)


def _caption(part: ScoreLine, times: int, wording: Wording) -> str:
    """The words of a part, with how often it is there."""
    return f"{caption_in(part.words, wording)}{f' x{times}' if times > 1 else ''}"


def _inside(part: ScoreLine, wording: Wording) -> str:
    """The parts of a part: (trade +9, work +3) if they add up, (goods: 3, price: 2) if not."""
    # rounds that brought nothing are told, too, where there is room
    changes = part.changes if len(part.changes) <= MOST_CHANGES else tuple(filter(None, part.changes))
    if 1 < len(changes) <= MOST_CHANGES:
        return f" ({', '.join(map(_with_sign, changes))})"
    if part.amount is None or not part.parts:
        return ""
    if part.kind in ADDED:
        told = [
            f"{_caption(inner, times, wording)} {_with_sign(inner.amount * times)}"
            for inner, times in alike(part.parts)
        ]
    else:
        told = [
            f"{_caption(inner, 1, wording)}: {'?' if inner.amount is None else _value(inner.amount, wording)}"
            for inner in part.parts
        ]
    text = ", ".join(part.replace(" ", FIXED) if len(part) < WIDTH // 3 else part for part in told)
    return f": {text}" if part.kind == "items" else f" ({text})"


def _with_sign(amount: int) -> str:
    """A number with its sign."""
    return f"{amount:+}" if amount else "0"


def _value(value: object, wording: Wording) -> str:
    """A value in words."""
    if isinstance(value, list | tuple):
        return ", ".join(_value(item, wording) for item in value)
    return place_text(value, wording) if isinstance(value, str) else value_text(value, wording=wording)
