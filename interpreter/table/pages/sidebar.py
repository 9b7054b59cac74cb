"""The sidebar of a seat's page: undo, votes, substitute bots, the next game."""

from __future__ import annotations

from typing import Any

from ...base.display_names import Wording
from ...base.languages.catalogues import ENGLISH
from ...bots.by_name import HUMAN
from ...seats.perception.events import perception_of
from ...seats.phrases import event_texts
from ...seats.running_game import game_wording
from ...seats.visibility import ONLOOKER
from ..play.clocks import VOTE, choice_key
from ..play.seats import free_colours
from ..play.table import Table, told_choices
from ..play.undo import ALL, SEALED, last_own_step, step_starts, undo_lines, undo_offer
from ..play.votes import AWAY, BACK, SKIP, current_vote, voters
from ..storage.table_record import Vote
from .chat import chat_data
from .clock_view import clock_data

MOST_STEPS = 12


def sidebar_data(table: Table, seat: int, there: str, language: str = ENGLISH, served: bool = True) -> dict[str, Any]:
    """The data of a seat's sidebar (ONLOOKER: of the onlookers').

    there: the path of the same person's page in the next game, "" if there is none; served: whether others play here,
    too, whom it concerns that a designer sees everything. `epoch`: of the page's moments;
    `took_back`: what was taken back since the seat's last choice; `back`: the words on the button that takes the last
    choice back, "" if it stands; `rewind`: where one who plays with bots alone can go
    back to, else -1; `vote`: what is voted on, or None; `bot`: whether a bot plays where somebody sits;
    `codes`: how often a code has opened the seat; `shared`: whether the shared device opens it; `hands`: how many
    choices later those who watch see all hands; `halted`: whether the designer has stopped the bots; `gone`: what was
    taken back; `late`: whose time is up, where the others decide; `clocks`: the time of all; `chat`: what people say.
    """
    person = seat != ONLOOKER and table.seats[seat].kind == HUMAN
    wording = game_wording(table.state.game, table.names, language)
    take_back, change = wording.say("Take back my choice"), wording.say("Change my choice")
    took_back = _took_back(table, seat, wording)
    way = undo_offer(table.state, seat)[0] if person and not table.next and not _bot_is_next(table, seat) else ""
    return {
        "epoch": page_epoch(table, seat),
        "person": person,
        "back": {"": "", SEALED: change}.get(way, take_back),
        "rewind": -1 if way or not person else last_own_step(table, seat),
        "vote": _vote_data(table, seat, wording),
        "bot": seat != ONLOOKER and not person,
        "gone": undo_lines(table, seat, wording) if took_back or seat == ONLOOKER else [],
        # who went back knows it, and finds it beside the game
        "took_back": took_back if table.undone and table.undone[-1].seat != seat else "",
        "over": table.state.over,
        "next": there,
        "designer": served and bool(table.designer),
        "hands": table.host_settings.hands,
        "watches": seat == ONLOOKER,
        "placed": "position" in table.header,
        "codes": table.seats[seat].taken - 1 if person else 0,
        "shared": person and table.seats[seat].shared,
        "halted": not table.allowed and any(table.bots) and not table.state.over,
        "late": _late_players(table, seat, wording) if person else [],
        "stood_in": person and _bot_chose_last(table, seat),
        "colours": [who.colour for who in table.seats],
        "free": free_colours(table, seat) if person else [],
        "clocks": clock_data(table, seat, wording),
        "chat": chat_data(table, seat, wording),
    }


def _took_back(table: Table, seat: int, wording: Wording) -> str:
    """What was taken back last, in words, as long as it is news for a seat: until its next choice; "" for nothing."""
    told = [undone for undone in table.undone if undone.way != SEALED]
    if not told or seat == ONLOOKER or (told[-1].seat == seat and told[-1].way != ALL):
        return ""
    own = sum(link.seat == seat for link in table.state.choices()[: told[-1].stayed])
    if perception_of(table.state, seat).log.chosen > own:
        return ""
    return undo_lines(table, seat, wording)[0][0]


def _bot_is_next(table: Table, seat: int) -> bool:
    """Whether a bot is about to choose, so that what a seat has chosen stands at once."""
    asked = [other for other, _ in table.state.sites()]
    return bool(table.allowed) and len(asked) == 1 and asked[0] != seat and table.bots[asked[0]]


def _bot_chose_last(table: Table, seat: int) -> bool:
    """Whether the last choice of a seat was a bot's, as its time was up."""
    chosen = table.chosen_for.get(seat)
    return chosen is not None and chosen == choice_key(table.state, seat, table.seats[seat].epoch)


def _late_players(table: Table, seat: int, wording: Wording) -> list[tuple[int, str]]:
    """The players for whom a seat may propose that a bot chooses, as their time is up."""
    if table.host_settings.at_zero != VOTE or current_vote(table) is not None:
        return []
    return [(other, wording.player(other)) for other in sorted(table.late) if other != seat]


def page_epoch(table: Table, seat: int) -> int:
    """The epoch of the moments of a seat's page, which changes when a choice is taken back."""
    return table.seats[seat].epoch if seat != ONLOOKER else sum(one.way != SEALED for one in table.undone)


def _vote_data(table: Table, seat: int, wording: Wording) -> dict[str, Any] | None:
    """The data of the current vote, as a seat sees it."""
    vote = current_vote(table)
    if vote is None:
        return None
    asked = voters(table, vote)
    waiting = [wording.player(other) for other in asked if other not in vote.yes]
    return {
        "text": _proposal_text(table, vote, seat, wording),
        "refused": wording.player(vote.no) if vote.no >= 0 else "",
        "waiting": str(wording.join(waiting)),
        "asked": seat in asked and seat not in vote.yes,
        "own": seat == vote.by,
        "about": vote.what == AWAY and seat == vote.to,
    }


def _proposal_text(table: Table, vote: Vote, seat: int, wording: Wording) -> str:
    """The sentence of the proposal that is voted on."""
    who = wording.player(vote.by)
    if vote.what == SKIP:
        return wording.say(
            "{player} wants a bot to choose for {other}, whose time is up.", player=who, other=wording.player(vote.to)
        )
    if vote.what != BACK:
        return wording.say(
            "{player} wants a bot to play for {other}, who has a minute to object.",
            player=who,
            other=wording.player(vote.to),
        )
    texts = dict(back_targets(table, seat, len(table.state.choices()), wording.language))
    if vote.to in texts:
        return wording.say("{player} wants to go back to before this: {choice}.", player=who, choice=texts[vote.to])
    return wording.say("{player} wants to go back.", player=who)


def back_targets(table: Table, seat: int, most: int = MOST_STEPS, language: str = ENGLISH) -> list[tuple[int, str]]:
    """The points to which a table can go back: a number of choices, and the next choice as a seat knows it."""
    state = table.state
    found, events = step_starts(state), perception_of(state, seat).log.events
    chosen = [event for event in events if event["kind"] == "choose"]
    ends = [*found[1:], told_choices(state)]
    wording = game_wording(state.game, table.names, language)
    rows = [(start, event_texts(chosen[start:end], wording)) for start, end in zip(found, ends, strict=False)]
    return [(start, "; ".join(lines)) for start, lines in rows[::-1][:most]]
