"""Cookies by which a browser finds back to the seats where somebody sat down in it.

They are sent to the link for everybody alone, or to where a message about a turn leads, hold the token of the seat's
own link, and so end with it.
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from ..pages.links import table_path
from ..play.table import Table

DAYS = 180


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
