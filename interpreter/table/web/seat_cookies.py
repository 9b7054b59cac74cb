"""Cookies by which a browser finds back to the seats where somebody sat down in it.

They are sent to the link for everybody alone, to where a message about a turn leads, or to the list of one's own
tables, hold the token of the seat's own link, and so end with it.
"""

from __future__ import annotations

import re

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from ..pages.links import own_tables_path, table_path
from ..play.table import Table

DAYS = 180
# of the list: the table and the seat
LISTED = re.compile(r"at-([a-z0-9-]+)-(\d{1,3})")


def set_seat_cookie(response: Response, table: Table, seat: int, secure: bool, path: str = "") -> None:
    """Let the browser remember a seat of a table; path: where it is sent, else the link for everybody."""
    response.set_cookie(
        f"seat-{seat + 1}",
        table.seats[seat].token,
        max_age=DAYS * 86_400,
        path=path or table_path(table, "lobby"),
        secure=secure,
        httponly=True,
        # a link in a message comes from elsewhere, and has to lead back as well
        samesite="lax",
    )


def cookie_seats(request: Request, table: Table) -> list[int]:
    """The seats of a table that the browser remembers, by links that still lead there."""
    seats = range(len(table.seats))
    return [seat for seat in seats if table.has_token(seat, request.cookies.get(f"seat-{seat + 1}", ""))]


def is_secure(request: HTTPConnection, public: str) -> bool:
    """Whether a browser reaches this server by https; public: the beginning of links."""
    return public.startswith("https:") or request.url.scheme in ("https", "wss")


def origin_of(request: HTTPConnection, public: str) -> str:
    """The beginning of links; public: as the host gave it, if they did."""
    return public or f"{'https' if is_secure(request, public) else 'http'}://{request.headers['host']}"


def list_seat(response: Response, table: Table, seat: int, secure: bool) -> None:
    """Let the browser remember a seat for the list of its own tables."""
    name, token = f"at-{table.id}-{seat + 1}", table.seats[seat].token
    path = own_tables_path(table.id)
    response.set_cookie(name, token, DAYS * 86_400, path=path, secure=secure, httponly=True, samesite="lax")


def forget_seat(response: Response, table_id: str, seat: int) -> None:
    """Let the browser forget a seat of the list."""
    response.delete_cookie(f"at-{table_id}-{seat + 1}", own_tables_path(table_id), httponly=True, samesite="lax")


def listed_seats(request: Request) -> list[tuple[str, int, str]]:
    """The seats that the browser remembers for the list: the table's id, the seat, and the token of its link."""
    named = [(LISTED.fullmatch(name), token) for name, token in request.cookies.items()]
    return [(name[1], int(name[2]) - 1, token) for name, token in named if name is not None]
