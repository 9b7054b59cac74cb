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
from .page import page_of

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


def filled(template: str, **values: Any) -> bytes:
    """A page of one of the templates, as bytes."""
    return _environment().get_template(template).render(style=style()[0], **values).encode()


def seat_page(
    state: State, seat: int, names: Sequence[str], bots: Sequence[bool], link: str, notice: str = ""
) -> tuple[bytes, bool]:
    """The page of a seat (ONLOOKER: of those who look on), and whether it should look again by itself.

    names, bots: for each seat its player's name and whether a bot plays there; link: the path of the page itself.
    """
    page = page_of(state, seat, names, bots)
    return filled("seat.html", page=page, link=link, notice=notice), not state.over and page["asked"] is None


def note(title: str, text: str) -> bytes:
    """A page that says one thing."""
    return filled("note.html", title=title, text=text)
