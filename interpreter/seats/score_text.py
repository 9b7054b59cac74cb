"""Where points come from, as lines of text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

from .phrases import player_text, value_text
from .running_game import RunningGame
from .score import ScoreLine, TieBreak, score_parts, tie_breaks, total
from .visibility import ONLOOKER

WIDTH = 100
FIXED = "\xa0"  # for short parts, which stay in one piece
MOST_CHANGES = 12
ADDED = ("sum", "counter", "items")


def ranking_texts(state: RunningGame, names: Sequence[str], reader: int = ONLOOKER) -> list[str]:
    """The ranking of a game that is over: each player's score and where it comes from, then what broke ties.

    `reader`: the seat that reads it; ONLOOKER: what everybody knows.
    """
    ranks, scores = state.ranks, state.scores
    wide = max(map(len, names))
    lines = []
    for seat in sorted(range(len(names)), key=lambda seat: (ranks[seat], seat)):
        place = f"{ranks[seat]}. " if ranks[seat] else ""
        score = f"  {scores[seat]:>4}" if state.game.program.scored else ""
        lines.append(f"  {place}{names[seat]:<{wide}}{score}".rstrip())
        lines += part_texts(score_parts(state, seat, reader))
    return lines + [tie_text(tie, names) for tie in tie_breaks(state, reader)]


def standing_texts(state: RunningGame, reader: int, names: Sequence[str]) -> list[str]:
    """The scores as they stand, and where they come from, as far as a seat may know."""
    if not state.game.program.scored:
        return ["  This game has no score."]
    wide = max(map(len, names))
    lines = []
    for seat in range(len(names)):
        parts = score_parts(state, seat, reader)
        found = total(parts)
        lines.append(f"  {names[seat]:<{wide}}  {'?' if found is None else found:>4}")
        lines += part_texts(parts)
    return lines


def part_texts(parts: Sequence[ScoreLine]) -> list[str]:
    """A line for each part that adds to a score, with what it is made of itself; long ones go on in further lines."""
    lines = []
    for amount, text in part_words(parts):
        wrapped = textwrap.wrap(text, WIDTH, initial_indent=f"{amount:>12}  ", subsequent_indent=" " * 16)
        lines += [line.replace(FIXED, " ") for line in wrapped]
    return lines


def part_words(parts: Sequence[ScoreLine]) -> list[tuple[str, str]]:
    """The same as amounts and words; FIXED stands for spaces at which no line should end."""
    while len(parts) == 1 and parts[0].kind in ("sum", "counter") and parts[0].parts:
        parts = parts[0].parts
    if len(parts) == 1 and parts[0].words.lstrip("-").isdigit():
        return []
    lines = []
    for part, times in alike(parts):
        amount = "?" if part.amount is None else _with_sign(part.amount * times)
        lines.append((amount, f"{part.words}{f' x{times}' if times > 1 else ''}{_inside(part)}"))
    return lines


def alike(parts: Iterable[ScoreLine]) -> list[tuple[ScoreLine, int]]:
    """Parts without those that read the same, and how often each is there."""
    found: dict[tuple[object, ...], tuple[ScoreLine, int]] = {}
    for part in parts:
        key = (part.words, part.kind, str(part.amount))
        found[key] = (part, found.get(key, (part, 0))[1] + 1)
    return [*found.values()]


def tie_text(tie: TieBreak, names: Sequence[str]) -> str:
    """Anna comes before Ben by coins + patrons: 7 to 5."""
    order = f"{player_text(tie.before, names)} comes before {player_text(tie.after, names)} by"
    if tie.values is None:
        return f"{order} {tie.words}."
    values = " to ".join("nothing" if value is None else _value(value) for value in tie.values)
    by = f"{'more' if tie.most else 'less'} {tie.words}" if isinstance(tie.values[0], int) else tie.words
    return f"{order} {by}: {values}."


def _inside(part: ScoreLine) -> str:
    """What a part is made of: (trade +9, work +3) of what adds up, (goods: 3, price: 2) of what does not."""
    if 1 < len(part.changes) <= MOST_CHANGES:
        return f" ({', '.join(map(_with_sign, part.changes))})"
    if part.amount is None or not part.parts:
        return ""
    if part.kind in ADDED:
        told = [
            f"{inner.words}{f' x{times}' if times > 1 else ''} {_with_sign(inner.amount * times)}"
            for inner, times in alike(part.parts)
        ]
    else:
        told = [f"{inner.words}: {'?' if inner.amount is None else _value(inner.amount)}" for inner in part.parts]
    text = ", ".join(part.replace(" ", FIXED) if len(part) < WIDTH // 3 else part for part in told)
    return f": {text}" if part.kind == "items" else f" ({text})"


def _with_sign(amount: int) -> str:
    return f"{amount:+}" if amount else "0"


def _value(value: object) -> str:
    return ", ".join(map(_value, value)) if isinstance(value, list | tuple) else value_text(value)
