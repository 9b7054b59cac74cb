"""What tricks and steps have brought whom: for the lines of the log, and in boxes of their own above the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...base.display_names import Wording
from ...program import ir
from ...seats.percepts import SeatEvent
from ...seats.phrases.event_lines import event_text, event_texts
from ...seats.phrases.log_lines import LogLine
from ...seats.phrases.things import card_text
from ...seats.running_game import StartedGame
from ...seats.seat_log import SeatLog
from .layout.passes import Pass, finished_pass, is_within, pass_text, rows_of_all
from .layout.recent import Counted, announcements_before, counted_points
from .layout.tricks import BACK, cards_of, last_trick, trick_gains


def with_points(
    parts: Sequence[Sequence[LogLine]], log: SeatLog, words: Wording, game: StartedGame
) -> list[list[LogLine]]:
    """The lines: of those about tricks each with what it has changed for its taker."""
    gains = trick_gains(game, log, min((line.number for lines in parts for line in lines), default=len(log.events)))

    def with_gains(line: LogLine) -> LogLine:
        told = [f"{_panel_name(name, game, words)} {_with_sign(by)}" for name, by in gains.get(line.number, ())]
        return line.extend(", ".join(told)) if told else line

    return [[*map(with_gains, lines)] for lines in parts]


def _panel_name(name: str, game: StartedGame, wording: Wording) -> str:
    """What panels call a number: this hand."""
    return wording.step(game.looks.table.labels[name]) or wording.name(name)


def _with_sign(by: int) -> str:
    """By how much points have changed: +6."""
    return f"{by:+d}".replace("-", "−")


def score_line(log: SeatLog, events: Sequence[SeatEvent], wording: Wording) -> str:
    """The line that says what players have scored in some events by a step that is no choice; "" for nothing."""
    chosen = {event["decision"] for event in events if event["kind"] == "choose"}
    told = [one for one in counted_points(log, log.program, events) if one.words not in chosen]
    if not told:
        return ""
    rows = ", ".join(f"{wording.player(player)} {_with_sign(by)}" for player, by, _ in told[-1].rows)
    return f"{_counted_words(told[-1], None, log.program, wording)}: {rows}"


def trick_data(game: StartedGame, log: SeatLog, wording: Wording) -> dict[str, Any] | None:
    """The last trick: who took it, the cards of each player, as lines of the log have them, and what it has changed.

    `gains`: by how much, and what; `new`: the taker's seat, if it was taken since the reader's last choice.
    """
    found = last_trick(log.events[max(0, len(log.events) - BACK) :], log.program)
    if found is None:
        return None
    cards: dict[str, list[str]] = {}
    for owner, event in found[1]:
        cards.setdefault(wording.player(owner), []).extend(card_text(card, wording) for card in cards_of(event))
    number = found[1][0][1]["number"]
    gains = trick_gains(game, log, number).get(number, [])
    return {
        "taker": wording.player(found[0]),
        "cards": [(who, " ".join(texts)) for who, texts in cards.items()],
        "gains": [(_with_sign(by), _panel_name(name, game, wording)) for name, by in gains],
        "new": found[0] if number >= (log.since if log.chosen else 0) else None,
    }


def counted_data(
    log: SeatLog, wording: Wording, now: Pass | None, over: bool
) -> list[tuple[str, list[tuple[str, str, str]], list[str]]]:
    """Points that were counted since the seat's last choice: the step, or which pass of a phase is over, for each
    player by how much, and to what, and what the rules have said just before.
    """
    told = []
    for counted in counted_points(log, log.program):
        ended = finished_pass(counted, log, now, over) if now is not None else None
        rows = counted.rows if ended is None else rows_of_all(counted, log, log.program)
        amounts = [
            (wording.player(player), _with_sign(by), "" if points is None else str(points))
            for player, by, points in rows
        ]
        said = [event_text(event, wording) for event in announcements_before(log, counted.number)]
        told.append((_counted_words(counted, ended, log.program, wording), amounts, said))
    return told


def _counted_words(counted: Counted, ended: Pass | None, program: ir.Program, wording: Wording) -> str:
    """The heading of points that were counted: tent 3 is now closed – points, or the step; Hand 3 is over, with the
    step where it says more than that.
    """
    step = wording.step(counted.words)
    if counted.fact is not None:
        step = f"{event_texts([counted.fact], wording)[0]} – {wording.name(counted.counter)}"
    if ended is None:
        return step
    words = wording.say("{part} is over", part=pass_text(ended, program, wording))
    return words if is_within(counted.words, ended.phase, program) else f"{words}: {step}"
