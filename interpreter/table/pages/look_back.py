"""Look back during the game: all lines of the log, and the table as it was then, as the seat perceived it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ...base.languages.catalogues import ENGLISH
from ...seats.happenings import look_back
from ...seats.perception.beginnings import beginning_at
from ...seats.perception.scenes import information_of, scene_of
from ...seats.running_game import game_wording
from ...seats.visibility import ONLOOKER
from ..play.seats import is_asked
from ..play.table import Table
from .layout.cards import page_style
from .log_entries import Entry, log_entries, log_wording, plain_line
from .page import ALL_LINES, page_data, page_lines, setup_words
from .page_content import PageContent
from .points import with_points
from .render import page_macros, render_page, table_pieces, trick_piece
from .sidebar import page_epoch


def look_back_page(
    table: Table, seat: int, link: str, line: int, language: str = ENGLISH, is_followed: bool = True
) -> bytes | None:
    """The table as a seat saw it when a line of its log had happened; None if there is no such line.

    seat: ONLOOKER for what everybody saw; link: the path of the page as it stands; line: the number of its first event;
    is_followed: whether it hears that the game goes on.
    """
    state = table.state
    wording, information = game_wording(state.game, table.names, language), information_of(state, seat)
    words = log_wording(wording, page_style(state.game, language))
    earlier, fresh = page_lines(information.log, words, state.game, ALL_LINES)
    [told] = with_points([[*earlier, *fresh]], information.log, words, state.game)
    entries = sorted(log_entries(told))
    lines = [entry for entry in entries if not entry.heading]
    # what has happened since one's last choice may begin within a line: then that line is meant
    known = 0 <= line < len(information.log.events)
    at = max((at for at, entry in enumerate(lines) if known and entry.number <= line), default=-1)
    number = next((entry.number for entry in entries if entry.number > line), len(information.log.events))
    beginning = beginning_at(state, seat, number, len(information.log.events))
    if at < 0 or beginning is None:
        return None
    content = PageContent(state.game, look_back(beginning, scene_of(state, seat)), [], [], None)
    page = page_data(content, wording, table.bots, asks=False, back=True)
    now = wording.say("Looking back: {line}", line=plain_line(lines[at].text))
    part = page_macros(language)
    pieces = {"top": part.top(page, page["game"], now, "")} | table_pieces(page) | trick_piece(page)
    values = {"page": page, "pieces": pieces, "link": link, "title": now, "steps": _steps(lines, at)}
    values |= {"way_back": way_to_now(table, seat, link, language), "mark": mark_of(table, seat)}
    follows = f"{link}/live?then={line}&language={language}" if is_followed and not state.over else ""
    return render_page("replay.html", language, follows=follows, **values)


def mark_of(table: Table, seat: int) -> str:
    """What changes whenever a seat perceives something."""
    return f"{page_epoch(table, seat)}.{len(information_of(table.state, seat).log.events)}"


def way_to_now(table: Table, seat: int, link: str, language: str = ENGLISH) -> str:
    """The link from an earlier moment to the page as it stands, and whether that waits for its player."""
    waits = seat != ONLOOKER and is_asked(table, seat)
    return str(page_macros(language).way_to_now(link, mark_of(table, seat), waits))


def whole_log_page(table: Table, seat: int, link: str, language: str = ENGLISH) -> bytes:
    """All that has happened, as a seat knows it, the newest first; arguments as above."""
    state = table.state
    wording, log = game_wording(state.game, table.names, language), information_of(state, seat).log
    words = log_wording(wording, page_style(state.game, language))
    earlier, fresh = page_lines(log, words, state.game, ALL_LINES)
    [told] = with_points([[*earlier, *fresh]], log, words, state.game)
    lines = log_entries(told, partial(setup_words, wording))
    return render_page("whole_log.html", language, game=state.game.name, link=link, lines=lines)


def _steps(lines: Sequence[Entry], at: int) -> dict[str, str]:
    """The addresses of other lines, by what their links say."""
    last = len(lines) - 1
    found = {"first": 0, "back": at - 1} if at else {}
    return {name: f"?then={lines[to].number}" for name, to in (found | ({"next": at + 1} if at < last else {})).items()}
