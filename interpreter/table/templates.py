"""Pages as bytes: templates filled with the data of `page`; whatever is put in is escaped."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from ..bots.named import HUMAN
from ..game.game import State
from ..seats.visibility import ONLOOKER
from .page import page_of
from .tables import Table

FOLDER = Path(__file__).parent / "pages"
KINDS = (
    (HUMAN, "a person"),
    ("random", "a random bot"),
    ("greedy", "a greedy bot"),
    ("search:200", "search:200"),
)


@cache
def style() -> tuple[str, bytes]:
    """The name of the style sheet, which changes with what is in it, and what is in it."""
    content = (FOLDER / "table.css").read_bytes()
    return f"table-{hashlib.sha256(content).hexdigest()[:12]}.css", content


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _filled(template: str, **values: Any) -> bytes:
    return _environment().get_template(template).render(style=style()[0], **values).encode()


def seat_page(
    state: State, seat: int, names: Sequence[str], bots: Sequence[bool], link: str, notice: str = ""
) -> tuple[bytes, bool]:
    """The page of a seat (ONLOOKER: of those who look on), and whether it should look again by itself.

    names, bots: for each seat its player's name and whether a bot plays there; link: the path of the page itself.
    """
    page = page_of(state, seat, names, bots)
    return _filled("seat.html", page=page, link=link, notice=notice), not state.over and page["asked"] is None


def host_page(table: Table, link: str, origin: str, notice: str = "") -> bytes:
    """The host's page: all links, who plays each seat, and what everybody sees. `origin` begins the links in full."""
    base = link.rsplit("/", 2)[0]
    seats = [
        {"number": number, "name": seat.name, "kind": seat.kind, "link": f"{base}/{number + 1}/{seat.token}"}
        for number, seat in enumerate(table.seats)
    ]
    return _filled(
        "host.html",
        page=page_of(table.state, ONLOOKER, table.names, table.bots),
        deciding=_deciding(table),
        seats=seats,
        kinds=KINDS,
        known=[kind for kind, _ in KINDS],
        link=link,
        watch=f"{base}/watch/{table.watch}",
        origin=origin,
        trouble=table.trouble,
        notice=notice,
    )


def _deciding(table: Table) -> list[int]:
    """Who has to choose, without telling who of several has done so already."""
    pending: list[int] = table.state.view(ONLOOKER)["pending"]
    return pending


def note(title: str, text: str) -> bytes:
    """A page that says one thing."""
    return _filled("note.html", title=title, text=text)
