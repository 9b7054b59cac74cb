"""Links to the pages of a table: how they begin, their paths, and as squares of dots that a phone reads."""

from __future__ import annotations

import io
from urllib.parse import urlsplit

import segno

from ...base.errors import UsageError
from ..play.table import Table
from ..play.tables import Tables
from ..storage.table_record import TableRecord


def link_start(host: str, port: int) -> str:
    """How links begin: http://127.0.0.1:8017. Where the server listens at all addresses, with that of this machine."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def public_link_start(public: str) -> str:
    """How links begin, as somebody has written it. Raises UsageError for what is no address of a site."""
    parts = urlsplit(public)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/") or parts.query:
        raise UsageError(f"--public {public}: write how links begin, for example https://play.example.org")
    return f"{parts.scheme}://{parts.netloc}"


def table_path(table: TableRecord, link: str) -> str:
    """The path of one of a table's links, as `host`; "" where there is no such link. Those of seats: `seat_path`."""
    token = getattr(table, link)
    return f"/table/{table.id}/{'join' if link == 'lobby' else link}/{token}" if token else ""


def seat_path(table: TableRecord, seat: int) -> str:
    """The path of the page of a seat, from 0; "" where its link is still to be made."""
    token = table.seats[seat].token
    return f"/table/{table.id}/{seat + 1}/{token}" if token else ""


def next_game_path(tables: Tables, table: Table, seat: int) -> str:
    """The path of the page in the next game of whoever sits here, "" if there is none; a seat below 0 looks on."""
    there = tables.find(table.next)
    if there is None:
        return ""
    if seat < 0:
        return table_path(there, "watch")
    return seat_path(there, (seat - there.header["play"]["from"]["moved"]) % len(there.seats))


def qr_text(link: str) -> str:
    """The square for a terminal, in half blocks and the terminal's own colours."""
    file = io.StringIO()
    segno.make_qr(link, error="l").terminal(file, border=2, compact=True)
    return file.getvalue().rstrip("\n")


def qr_picture(link: str) -> str:
    """The square as the address of a picture that holds all of itself, black on white."""
    found: str = segno.make_qr(link, error="l").svg_data_uri(border=2, light="#fff", scale=4)
    return found
