"""Links to a table's pages: their beginning, their paths, and their QR codes."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from urllib.parse import quote, urlsplit

from ...base.errors import UsageError
from ..play.table import Table
from ..play.tables import Tables
from ..storage.table_record import TableRecord
from ..storage.tokens import feed_token

# where the server's own root lies on its site, as ASGI's `root_path`, escaped: "" unless another application mounts it
_ROOT: ContextVar[str] = ContextVar("root", default="")


@contextmanager
def served_below(root_path: str) -> Iterator[None]:
    """Let all paths made meanwhile begin with ASGI's `root_path`."""
    token = _ROOT.set(quote(root_path.rstrip("/")))
    try:
        yield
    finally:
        _ROOT.reset(token)


def site_path(path: str) -> str:
    """The path on the whole site of a path of the table's server, such as `/worker.js`."""
    return _ROOT.get() + path


def link_start(host: str, port: int) -> str:
    """The beginning of links: http://127.0.0.1:8017. If the server listens at all addresses, with this machine's."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def public_link_start(public: str) -> str:
    """The beginning of links as the host gave it. Raises UsageError if it is no address of a site."""
    parts = urlsplit(public)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/") or parts.query:
        raise UsageError(f"--public {public}: write how links begin, for example https://play.example.org")
    return f"{parts.scheme}://{parts.netloc}"


def link_path(table: TableRecord, who: str, token: str) -> str:
    """The path of a link of a table."""
    return site_path(f"/table/{table.id}/{who}/{token}")


def table_path(table: TableRecord, link: str) -> str:
    """The path of one of a table's links, such as `host`; "" if there is none. Links of seats: `seat_path`."""
    token = getattr(table, link)
    return link_path(table, "join" if link == "lobby" else link, token) if token else ""


def seat_path(table: TableRecord, seat: int) -> str:
    """The path of a seat's page, counted from 0; "" if its link does not exist yet."""
    token = table.seats[seat].token
    return link_path(table, str(seat + 1), token) if token else ""


def next_game_path(tables: Tables, table: Table, seat: int) -> str:
    """The path of a seat's page in the next game, "" if there is none; a seat below 0 is an onlooker."""
    there = tables.find(table.next)
    if there is None:
        return ""
    if seat < 0:
        return table_path(there, "watch")
    return seat_path(there, (seat - there.header["play"]["from"]["moved"]) % len(there.seats))


def path_to_newest(tables: Tables, table: Table, seat: int) -> str:
    """The path of a seat's page in the last of the games that follow a table, where the person sits now."""
    return seat_path(*newest_seat(tables, table, seat))


def newest_seat(tables: Tables, table: Table, seat: int) -> tuple[Table, int]:
    """The last of the games that follow a table, and where the person of a seat sits there."""
    while (there := tables.find(table.next, opens=False)) is not None:
        seat = (seat - there.header["play"]["from"]["moved"]) % len(there.seats)
        table = there
    return table, seat


def own_tables_path(table_id: str) -> str:
    """The path of the list of one's own tables, at the server whose ids begin as that of this table does."""
    return site_path(own_tables_route(table_id))


def own_tables_route(table_id: str) -> str:
    """The same path from the root of that server."""
    word, dash, _ = table_id.rpartition("-")
    return f"/tables/{word}{dash}own"


def feed_path(table: TableRecord, seat: int) -> str:
    """The path of a seat's feed, which does not lead to the seat; "" if its link does not exist yet."""
    token = table.seats[seat].token
    return link_path(table, "feed", feed_token(token)) if token else ""


def qr_text(link: str) -> str:
    """The QR code of a link for a terminal, in half blocks and the terminal's own colours."""
    import segno

    file = io.StringIO()
    segno.make_qr(link, error="l").terminal(file, border=2, compact=True)
    return file.getvalue().rstrip("\n")


def qr_picture(link: str) -> str:
    """The QR code of a link as a data URL, black on white."""
    # pages without a server have no links to show, and do not come with it
    import segno

    found: str = segno.make_qr(link, error="l").svg_data_uri(border=2, light="#fff", scale=4)
    return found
