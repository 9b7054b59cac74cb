"""The list of the tables where a browser has a seat, and the feed of a seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from xml.etree import ElementTree

from ...base.languages.catalogues import ENGLISH, say_in
from ...seats.running_game import game_wording
from ..play.seats import is_asked
from ..play.table import Table
from ..watches.push import TURN
from .links import own_tables_path, seat_path
from .render import render_page

ATOM = "http://www.w3.org/2005/Atom"


@dataclass(frozen=True)
class OwnSeat:
    """A seat that a browser remembers."""

    table: Table
    seat: int


def own_tables_page(found: Sequence[OwnSeat], language: str = ENGLISH) -> bytes:
    """The page with the tables where a browser has a seat: those that wait for it first, those that are over last."""
    rows = [_row(own, language) for own in found]
    parts = [[row for row in rows if row["state"] == state] for state in ("turn", "waits", "over")]
    return render_page("own.html", language, running=[*parts[0], *parts[1]], over=parts[2])


def _row(own: OwnSeat, language: str) -> dict[str, object]:
    """One table in the list."""
    table, wording = own.table, game_wording(own.table.state.game, own.table.names, language)
    over = table.state.over or bool(table.next)
    return {
        "game": table.state.game.name,
        "path": seat_path(table, own.seat),
        "name": wording.player(own.seat),
        "others": [wording.player(seat) for seat in range(len(table.seats)) if seat != own.seat],
        "state": "over" if over else "turn" if is_asked(table, own.seat) else "waits",
    }


def feed_document(table: Table, origin: str, path: str, asked: str, since: float, language: str = ENGLISH) -> bytes:
    """The feed of a seat as Atom: an entry if it is `asked` something, which tells one choice from another.

    origin, path: of the feed itself; since: when that began, in seconds. It has nothing of the game, nor a way to it
    for anybody but the browser that has the seat.
    """
    game = table.state.game.name
    time = datetime.fromtimestamp(since, UTC).isoformat(timespec="seconds")
    feed = ElementTree.Element("feed", {"xmlns": ATOM, "xml:lang": language})
    _add(feed, "id", f"{origin}{path}")
    _add(feed, "title", game)
    _add(feed, "updated", time)
    _add(feed, "link", rel="self", href=f"{origin}{path}")
    _add(_add(feed, "author"), "name", "Stammtisch")
    if asked:
        entry = _add(feed, "entry")
        _add(entry, "id", f"{origin}{path}#{table.id}.{asked}")
        _add(entry, "title", say_in(language, TURN, game=game))
        _add(entry, "updated", time)
        _add(entry, "link", href=f"{origin}{own_tables_path(table.id)}")
        _add(entry, "content", say_in(language, TURN, game=game))
    return b'<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(feed)


def _add(parent: ElementTree.Element, name: str, text: str = "", **more: str) -> ElementTree.Element:
    """Add an element with a text and attributes."""
    found = ElementTree.SubElement(parent, name, more)
    found.text = text or None
    return found
