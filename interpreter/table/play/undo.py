"""Undo: take back one's last choice while nobody has learnt from it, and more if all agree.

A table goes back to a state that was: its choices up to a point make that state again, with all that each seat knew
then. What a seat has seen since it has seen: those lines of its log stay on its page, marked as taken back. A choice
that nobody else knows of, as others still choose at the same time, is changed without anybody else noticing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...base.display_names import Wording
from ...base.errors import UsageError
from ...base.languages.catalogues import mark
from ...bots.by_name import HUMAN
from ...game.state import State, replay_choices
from ...program.events import Choose
from ...records.recording_reader import RecordedChoice
from ...records.undo import barrier_since, last_undoable, own_decisions
from ...seats.perception.events import perception_of
from ...seats.phrases import event_texts, events_to_show
from ...seats.visibility import ONLOOKER
from ..storage.store import NotSaved
from ..storage.table_record import Undone
from .moves import let_bots_play
from .recordings import remove_recording
from .table import OLD, UNCHANGED, Refused, Table, moment
from .tables import Tables

OWN, SEALED, ALL = "own", "sealed", "all"
STANDS = mark("That choice stands: somebody has seen or decided something since.")
MOST_LINES, MOST_EVENTS = 40, 120


def undo_offer(state: State, seat: int) -> tuple[str, int]:
    """How a seat may undo its last choice (OWN, SEALED; "" if it stands), and how many choices came before it.

    A set that was chosen one by one is one choice. It depends on what the seat knows alone: where several choose at the
    same time it may change its own choice, and take back nothing from before, whether others have chosen or not.
    """
    if state.over:
        return "", 0
    sealed = sum(event.seat == seat for event in perception_of(state, ONLOOKER).waiting)
    if sealed:
        last = perception_of(state, seat).log.events[-sealed:]
        mine = all(event["kind"] == "choose" and event["seat"] == seat for event in last)
        return (SEALED, own_decisions(state, seat)[-sealed]) if mine else ("", 0)
    if state.game.program.sites[state.sites()[0][1]].group >= 0:
        return "", 0
    # at once, as this is so of all seats but one
    if state.history is None or state.history.seat != seat:
        return "", 0
    stayed, reason = last_undoable(state, seat)
    if reason:
        return "", 0
    first = _start_of_set(state, stayed)
    return OWN, stayed if barrier_since(state, seat, first) else first


def _start_of_set(state: State, stayed: int) -> int:
    """How many choices came before the set that choice `stayed` (from 0) is part of, chosen one by one."""
    link = state.history
    for _ in range(state.decisions - stayed - 1):
        assert link is not None
        link = link.before
    assert link is not None
    seat, site = link.seat, link.site
    done = {entry.base for entry in state.game.program.sites[site].entries if entry.kind == "done"}
    seen = {link.number}
    while done and (link := link.before) is not None:
        # the last of another set, or of another decision
        if (link.seat, link.site) != (seat, site) or link.number in seen | done:
            break
        seen.add(link.number)
        stayed -= 1
    return stayed


def take_back(tables: Tables, table: Table, seat: int, at: str) -> None:
    """Undo a seat's last choice; `at` is the moment of the page that asked for it.

    Raises Refused where it stands; then nothing has changed.
    """
    with table.lock:
        state = table.state
        if at != moment(state, seat, table.seats[seat].epoch):
            raise Refused(OLD)
        way, stayed = undo_offer(state, seat)
        if not way or table.next:
            raise Refused(STANDS)
        chosen = [(link.seat, link.number) for link in state.choices()]
        again = [one for one in chosen[stayed:] if one[0] != seat] if way == SEALED else []
        try:
            placed = state.log.placed if state.log is not None else None
            before = replay_choices(state.game, state.seed, chosen[:stayed] + again, placed)
        except UsageError:
            raise Refused(STANDS) from None
        if way == SEALED and not _is_unnoticed(state, before, seat):
            raise Refused(STANDS)
        gone = [[*one] for one in chosen[stayed:] if one[0] == seat]
        _replace(tables, table, before, Undone(stayed, seat, way, gone, {}))
    let_bots_play(tables, table)


def go_back(tables: Tables, table: Table, decisions: int, seat: int) -> None:
    """Undo all choices but the first so many, as `seat` wanted and all agree; the caller holds the lock.

    Raises Refused where that cannot be kept.
    """
    chosen = [(link.seat, link.number) for link in table.state.choices()]
    before = table.state.replayed(decisions)
    _replace(tables, table, before, Undone(decisions, seat, ALL, [*map(list, chosen[decisions:])], {}))


def _replace(tables: Tables, table: Table, before: State, undone: Undone) -> None:
    """Save an earlier state, and make it the table's."""
    others = range(len(table.seats)) if undone.way != SEALED else [undone.seat]
    if undone.way != SEALED:
        readers = (ONLOOKER, *range(len(table.seats)))
        undone.lines = {who: [*_lost_events(table.state, before, who)] for who in readers}
    epochs = [who.epoch + (seat in others) for seat, who in enumerate(table.seats)]
    links = before.choices()[undone.stayed :]
    again = [RecordedChoice(link.seat, link.position, link.count, link.number) for link in links]
    try:
        tables.store.take_back(table.id, undone.stayed, again, epochs, undone)
    except NotSaved:
        raise Refused(UNCHANGED) from None
    for who, epoch in zip(table.seats, epochs, strict=True):
        who.epoch = epoch
    if table.state.over:
        remove_recording(tables.store, table)
    table.state, table.trouble = before, ""
    table.undone.append(undone)
    if undone.way == ALL:
        table.vote = ""
    table.notify()


def _lost_events(after: State, before: State, seat: int) -> list[dict[str, Any]]:
    """The events of a seat's log that an undo removes, the first of them."""
    now, then = perception_of(after, seat).log.events[:], perception_of(before, seat).log.events[:]
    same = 0
    while same < min(len(now), len(then)) and now[same] == then[same]:
        same += 1
    return events_to_show(after.game.program, now[same:], after.game.looks.table.out_of_log)[:MOST_EVENTS]


def _is_unnoticed(now: State, then: State, seat: int) -> bool:
    """Whether only one seat can tell two states apart."""
    others = [other for other in (ONLOOKER, *range(now.game.players)) if other != seat]
    return all(perception_of(now, who).log.events[:] == perception_of(then, who).log.events[:] for who in others)


def step_starts(state: State) -> list[int]:
    """The points to go back to: numbers of choices at which everybody knew the same of who had chosen.

    What several choose at the same time is one step. Choices that are still secret are no part of any.
    """
    program, found, decisions, group = state.game.program, list[int](), 0, -1
    for event in state.log.since() if state.log is not None else ():
        if not isinstance(event, Choose):
            group = -1
            continue
        site = program.sites[event.site]
        if site.group < 0 or site.group != group:
            found.append(decisions)
        group = site.group
        decisions += 1
    if perception_of(state, ONLOOKER).waiting:
        found.pop()
    return found


def last_own_step(table: Table, seat: int) -> int:
    """The point before the last choice of a seat to which nobody else has to agree to go back; -1 if there is none."""
    others = [who.kind for number, who in enumerate(table.seats) if number != seat]
    if HUMAN in others or table.seats[seat].kind != HUMAN or table.state.over or table.next:
        return -1
    own = own_decisions(table.state, seat)
    return max((start for start in step_starts(table.state) if own and start <= own[-1]), default=-1)


def undo_lines(table: Table, seat: int, wording: Wording) -> list[tuple[str, list[str]]]:
    """The reports of undos to a seat, the last first: who wanted it, and the removed lines."""
    told = [undone for undone in table.undone if undone.way != SEALED]
    found = []
    for undone in reversed(told[-5:]):
        if undone.seat == ONLOOKER:
            words = wording.say("The designer put the game back")
        else:
            back = wording.say("{player} took back a choice", player=wording.player(undone.seat))
            alone = all(who.kind != HUMAN for number, who in enumerate(table.seats) if number != undone.seat)
            went = wording.say("{player} went back", player=wording.player(undone.seat))
            words = back if undone.way == OWN else went if alone else wording.say("All agreed to go back")
        found.append((words, _lines_of(undone.lines.get(seat, []), wording)))
    return found


def _lines_of(lost: Sequence[dict[str, Any] | str], wording: Wording) -> list[str]:
    """The lines for events that are gone; a file of an older version has the lines themselves."""
    lines = [line for line in lost if isinstance(line, str)]
    return lines or event_texts([event for event in lost if not isinstance(event, str)], wording)[:MOST_LINES]
