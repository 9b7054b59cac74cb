"""Further pages of a seat: rare actions, the cover of a shared device, replays."""

from __future__ import annotations

from collections.abc import Sequence

from ...base.display_names import Wording
from ...base.languages.catalogues import ENGLISH
from ...bots.by_name import HUMAN
from ...rulebook.excerpts.guide import Explanation
from ...seats.offers import refusal_at_place, refusal_of_card, refusals_by_reason
from ...seats.running_game import RunningGame, game_wording
from ...seats.visibility import ONLOOKER
from ..play.notes import LONGEST
from ..play.table import Table
from ..play.undo import step_starts
from .log_entries import plain_line
from .page import page_data
from .page_content import content_of
from .questions import question
from .render import page_macros, render_page, table_pieces, template_macros, trick_piece
from .sidebar import back_targets


def more_page(table: Table, seat: int, link: str, notice: str = "", language: str = ENGLISH) -> bytes:
    """The page for rare actions: going back further, a bot for somebody who is away, notes."""
    wording = game_wording(table.state.game, table.names, language)
    others = [
        (number, wording.player(number))
        for number, who in enumerate(table.seats)
        if number != seat and who.kind == HUMAN
    ]
    return render_page(
        "more.html",
        language,
        game=table.state.game.name,
        link=link,
        notice=notice,
        longest=LONGEST,
        steps=back_targets(table, seat, language=language),
        others=[] if table.state.over else others,
    )


def why_page(
    state: RunningGame,
    seat: int,
    names: Sequence[str] | Wording,
    link: str,
    live: bool,
    told: Explanation | None = None,
    new: str = "",
) -> bytes:
    """What a seat's decision is about, and which options it does not have and why: a page, or (live) a piece of one.

    told: what the rules say; new: "" for all of this; where a device asks for what it has not seen yet, "first" in a
    game, or "more": then only what the rules say, later without the idea of the game.
    """
    wording, site = game_wording(state.game, names), dict(state.sites()).get(seat)
    program = state.game.program
    values = {
        "title": question(program, program.sites[site], wording) if site is not None else "",
        "idea": told.idea if told is not None and new != "more" else "",
        "told": told,
        "reasons": None if new else refusals_by_reason(state, seat, wording),
    }
    if live:
        return str(template_macros("guide.html", wording.language).guide(**values)).encode()
    return render_page("why.html", wording.language, link=link, **values)


def refusal_piece(state: RunningGame, seat: int, place: str, card: int, names: Sequence[str] | Wording) -> bytes:
    """Why a seat cannot choose a place of a board, or else a card by its tag, now, as a piece of a page."""
    wording = game_wording(state.game, names)
    reason = refusal_at_place(state, seat, place, wording) if place else refusal_of_card(state, seat, card, wording)
    return str(template_macros("guide.html", wording.language).refusal(reason)).encode()


def cover_page(table: Table, link: str, notice: str = "", language: str = ENGLISH) -> bytes:
    """The page between the seats of a shared device: who is to choose, and a link for each."""
    wording = game_wording(table.state.game, table.names, language)
    page = page_data(content_of(table.state, ONLOOKER, wording), wording, table.bots)
    pending = [area["owner"] for area in page["areas"] if area["asked"]]
    here = [
        (number, wording.player(number)) for number, who in enumerate(table.seats) if who.shared and who.kind == HUMAN
    ]
    # players at a shared device see who of several still has to choose
    deciding = dict(table.state.sites())
    asked = [(number, name) for number, name in here if number in pending and number in deciding]
    return render_page(
        "cover.html",
        language,
        game=page["game"],
        turn=page["turn"],
        link=link,
        notice=notice,
        asked=asked,
        others=[one for one in here if one not in asked],
        over=table.state.over,
        waiting=bool(here) and not asked and not table.state.over,
    )


def replay_page(table: Table, seat: int, link: str, at: int, language: str = ENGLISH) -> bytes:
    """A step of a finished game as a seat saw it; `at` counts from 0, and the last step is the end."""
    found = [*step_starts(table.state), table.state.decisions]
    at = min(at, len(found) - 1)
    state = table.state.replayed(found[at])
    wording = game_wording(state.game, table.names, language)
    page, last = page_data(content_of(state, seat, wording), wording, table.bots, asks=False, back=True), len(found) - 1
    step = wording.say("The end") if at == last else wording.say("Step {number} of {last}", number=at, last=last)
    lines = [entry for entry in [*page["fresh"], *page["log"]] if not (entry.heading or entry.follows or entry.steps)]
    step = f"{step}: {plain_line(lines[0].text)}" if at and lines else step
    pieces = {"top": page_macros(language).top(page, page["game"], step, "")} | table_pieces(page) | trick_piece(page)
    to = ({"first": 0, "back": at - 1} if at else {}) | ({"next": at + 1, "last": last} if at < last else {})
    steps = {name: f"?at={number}" for name, number in to.items()}
    way_back = page_macros(language).way_to_now(link, "", False)
    return render_page(
        "replay.html",
        language,
        page=page,
        pieces=pieces,
        link=link,
        title=step,
        steps=steps,
        way_back=way_back,
        follows="",
    )
