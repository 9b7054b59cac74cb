"""Scores and their parts as lines of text."""

from __future__ import annotations

from collections.abc import Sequence

from ..base.display_names import Wording
from .running_game import RunningGame, game_wording
from .score import score_parts, tie_breaks
from .score_lines import part_texts, tie_text, total
from .visibility import ONLOOKER


def ranking_texts(state: RunningGame, words: Sequence[str] | Wording, reader: int = ONLOOKER) -> list[str]:
    """The final ranking: each player's score with its parts, then what broke ties.

    `reader`: the seat that reads it; ONLOOKER: what everybody knows.
    """
    ranks, scores, wording = state.ranks, state.scores, game_wording(state.game, words)
    names = [wording.player(seat) for seat in range(len(scores))]
    wide = max(map(len, names))
    lines = []
    for seat in sorted(range(len(names)), key=lambda seat: (ranks[seat], seat)):
        place = f"{ranks[seat]}. " if ranks[seat] else ""
        score = f"  {scores[seat]:>4}" if state.game.program.scored else ""
        lines.append(f"  {place}{names[seat]:<{wide}}{score}".rstrip())
        lines += part_texts(score_parts(state, seat, reader, wording), wording)
    return lines + [tie_text(tie, wording) for tie in tie_breaks(state, reader)]


def standing_texts(state: RunningGame, reader: int, words: Sequence[str] | Wording) -> list[str]:
    """The current scores with their parts, as far as a seat may know."""
    wording = game_wording(state.game, words)
    if not state.game.program.scored:
        return ["  " + wording.say("This game has no score.")]
    names = [wording.player(seat) for seat in range(state.game.program.players)]
    wide = max(map(len, names))
    lines = []
    for seat in range(len(names)):
        parts = score_parts(state, seat, reader, wording)
        found = total(parts)
        lines.append(f"  {names[seat]:<{wide}}  {'?' if found is None else found:>4}")
        lines += part_texts(parts, wording)
    return lines
