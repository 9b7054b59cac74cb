"""The host's pages: a table's seats and links, the lobby, and setting up another table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ...base.captions import caption_in
from ...base.display_names import Wording
from ...base.languages.catalogues import ENGLISH
from ...bots.by_name import level_of
from ...seats.running_game import game_wording
from ...seats.visibility import ONLOOKER
from ..play.durations import SECONDS, Duration
from ..play.return_codes import MINUTES, can_return, return_code, someone_may_return
from ..play.setup import Form, offer_title
from ..play.spectators import DELAYS, may_set_hands
from ..play.table import Table
from ..play.tables import TableSummary
from ..play.undo import undo_lines
from .chat import chat_data
from .clock_view import clock_choice, clock_data, clock_rules, page_time
from .links import own_tables_path, qr_picture, seat_path, table_path
from .page import page_data
from .page_content import content_of
from .render import KINDS, page_digest, page_macros, render_page, table_pieces, template_macros

# who plays at the seats after the host's, unless something else is chosen
USUAL = "casual"


def host_page(
    table: Table,
    origin: str,
    rooms: str,
    next_host: str,
    notice: str = "",
    language: str = ENGLISH,
    hooks: bool = False,
) -> bytes:
    """The host's page: all links, who plays each seat, and what everybody sees; arguments as for host_pieces."""
    page, pieces = host_pieces(table, origin, rooms, next_host, language, hooks)
    link = table_path(table, "host")
    values: dict[str, Any] = {
        "page": page,
        "pieces": pieces,
        "link": link,
        "digest": page_digest(pieces.values()),
        "notice": notice,
        "now": page_time() if table.timer is not None else 0,
    }
    return render_page("host.html", language, live=True, **values)


def host_pieces(
    table: Table, origin: str, rooms: str, next_host: str, language: str = ENGLISH, hooks: bool = False
) -> tuple[dict[str, Any], dict[str, str]]:
    """The data of the host's page, and its pieces by the ids of their elements.

    origin begins the links in full; rooms: the path of the page on which tables are set up, "" if there is none;
    next_host: that of the host of the next game, likewise; hooks: whether this server tells chats whose turn it is.
    """
    wording = game_wording(table.state.game, table.names, language)
    page = page_data(content_of(table.state, ONLOOKER, wording), wording, table.bots)
    lobby = table_path(table, "lobby")
    host = {
        "seats": [_seat_data(table, number, wording) for number in range(len(table.seats))],
        "minutes": MINUTES,
        "kinds": KINDS,
        "known": [kind for kind, _ in KINDS],
        "link": table_path(table, "host"),
        "watch": table_path(table, "watch"),
        "lobby": lobby,
        "device": table_path(table, "device") if any(seat.shared for seat in table.seats) else "",
        "designer": table_path(table, "designer"),
        "next": next_host,
        "notes": note_lines(table, wording),
        "gone": undo_lines(table, ONLOOKER, wording),
        "code": qr_picture(origin + lobby) if lobby else "",
        "rooms": rooms,
        "origin": origin,
        "hands": table.host_settings.hands,
        "hands_open": may_set_hands(table),
        "delays": DELAYS,
        "hooks": hooks,
        "hook": table.host_settings.hook,
    }
    options = template_macros("options.html", language)
    part, own = page_macros(language), template_macros("hosting.html", language)
    changed = template_macros("new_rules.html", language).rules(
        table.rules, table.header.get("carried"), host["link"], "position" in table.header
    )
    found = {
        "top": part.top(page, page["game"], page["turn"], f"{wording.say('Host')} – {page['game']}"),
        "trouble": own.stopped(table.trouble),
        "changed": changed,
        "seats": own.seats(host),
        "notes": own.notes(host),
        "clocks": template_macros("clocks.html", language).clocks(clock_data(table, ONLOOKER, wording)),
        "clock-form": template_macros("clocks.html", language).host_form(clock_choice(table, wording), host["link"]),
        "hands-form": options.hands_form(host),
        "hook-form": options.hook_form(host),
        "chat": template_macros("chat.html", language).host_form(chat_data(table, ONLOOKER, wording), host["link"]),
    }
    return page, found | table_pieces(page) | {"foot": own.foot(host)}


def _seat_data(table: Table, number: int, wording: Wording) -> dict[str, Any]:
    """A seat as the host sees it."""
    seat = table.seats[number]
    return {
        "number": number,
        "name": wording.player(number),
        "kind": level_of(seat.kind),
        "taken": seat.taken,
        "shared": seat.shared,
        "link": seat_path(table, number),
        "code": return_code(table, number),
        "may_return": can_return(table, number),
    }


def note_lines(table: Table, wording: Wording) -> list[tuple[str, int, str]]:
    """The notes: whose, after how many choices, and the text. An onlooker is the host."""
    return [
        (wording.say("the host") if note.seat == ONLOOKER else wording.player(note.seat), note.decision, note.text)
        for note in table.notes
    ]


def lobby_page(
    table: Table,
    free: Sequence[int],
    own: Sequence[tuple[int, str]],
    summary: Sequence[tuple[str, str]],
    name: str,
    duration: Duration | None = None,
    notice: str = "",
    language: str = ENGLISH,
) -> bytes:
    """The page to sit down: who sits where, and a name and a button for each free seat.

    own: the seats that this browser remembers, each with the path of its page; summary: the game in five lines;
    duration: how long it may take.
    """
    wording = game_wording(table.state.game, table.names, language)
    length = [] if duration is None else [(wording.say("How long"), _duration_text(duration, wording))]
    return render_page(
        "lobby.html",
        language,
        game=table.state.game.name,
        seats=[
            {"number": number, "name": wording.player(number), "kind": level_of(seat.kind), "free": number in free}
            for number, seat in enumerate(table.seats)
        ],
        kinds=dict(KINDS),
        own=[(wording.player(number), path) for number, path in own],
        coded=someone_may_return(table),
        summary=[*summary, *length],
        name=name,
        link=table_path(table, "lobby"),
        watch=table_path(table, "watch"),
        mine=own_tables_path(table.id),
        hands=table.host_settings.hands,
        notice=notice,
    )


def _duration_text(duration: Duration, wording: Wording) -> str:
    """How long a game takes, as an estimate, and what it is estimated from."""
    about = wording.say("About {minutes} min, as an estimate:", minutes=duration.minutes)
    if not duration.by_people:
        return wording.say("About {minutes} min, as an estimate.", minutes=duration.minutes)
    source = wording.say("{games} games that people finished here had about {choices} choices,", **duration._asdict())
    each = wording.say("and a person takes some {seconds} seconds for one.", seconds=SECONDS)
    return f"{about} {source} {each}"


def rooms_page(
    link: str,
    origin: str,
    tables: Sequence[TableSummary] | None,
    offers: Sequence[str],
    form: Form | None,
    notice: str,
    language: str = ENGLISH,
) -> bytes:
    """The page to set up a table: the games offered, the form for one of them, and all tables (None: for a guest)."""
    wording = form.looks.in_language(language).wording if form is not None else Wording(language=language)
    settings = (
        [(name, _begin(wording.name(name)), caption_in(text, wording)) for name, text in form.settings] if form else []
    )
    return render_page(
        "rooms.html",
        language,
        settings=settings,
        link=link,
        origin=origin,
        tables=None if tables is None else [replace(one, names=_players(one.names, language)) for one in tables[::-1]],
        offers=[offer_title(offer) for offer in offers],
        form=form,
        clocks=clock_rules(wording),
        delays=DELAYS,
        kinds=KINDS,
        usual=USUAL,
        notice=notice,
    )


def _players(names: Sequence[str], language: str) -> list[str]:
    """The names of players, of which those that nobody has chosen are said in a language."""
    wording = Wording(players=(*names,), language=language)
    return [wording.player(seat) for seat in range(len(names))]


def _begin(words: str) -> str:
    """Words as they begin a line."""
    return words[:1].upper() + words[1:]
