"""Pages as bytes: templates filled with the data of `page`; whatever is put in is escaped."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from markupsafe import Markup, escape

from ...base.looks import COLOURS
from ...base.templates import environment
from ...bots.by_name import HUMAN
from ...game.state import State
from ...seats.offers import group_by_reason, refusal_texts
from ...seats.visibility import ONLOOKER
from .fragments import FRAGMENTS
from .matter import matter_of
from .page import Look, arrange, page_data

# how a line of a log begins that tells of a turn
ROUND = "-- "
MOST_ITEMS = 20_000
FOLDER = Path(__file__).parent
VENDORED = ("htmx.min.js", "idiomorph-ext.min.js", "ws.min.js")
# browsers without scripts ask so often how things stand, in seconds
LOOK_AGAIN = 3
KINDS = (
    (HUMAN, "a person"),
    ("random", "a random bot"),
    ("greedy", "a greedy bot"),
    ("search:200", "search:200"),
)


@cache
def style_sheet() -> tuple[str, bytes]:
    """The name of the style sheet, which changes with what is in it, and what is in it."""
    hues = [f".hue-{name} {{ --hue: {one.ink}; --fill: {one.fill}; }}" for name, one in COLOURS.items()]
    return _name_file("table", "css", (FOLDER / "static" / "table.css").read_bytes() + "\n".join(hues).encode())


@cache
def script() -> tuple[str, bytes]:
    """The same of the script: htmx with two extensions, as they came, and what is our own."""
    files = [*(FOLDER / "static" / "vendor" / name for name in VENDORED), FOLDER / "static" / "table.js"]
    return _name_file("table", "js", b";\n".join(file.read_bytes() for file in files))


def _name_file(name: str, kind: str, content: bytes) -> tuple[str, bytes]:
    return f"{name}-{hashlib.sha256(content).hexdigest()[:12]}.{kind}", content


@cache
def _environment() -> Any:
    made = environment(FOLDER / "templates")
    made.globals |= {"kept": FRAGMENTS.make_once, "live": False, "look_again": 0, "cover": "", "notice": ""}
    made.filters["items"] = _items
    return made


def _items(lines: Iterable[str]) -> Markup:
    """The items of a list; lines that begin a round look like headings."""
    return Markup("".join([_item(line) for line in lines]))


@lru_cache(MOST_ITEMS)
def _item(line: str) -> str:
    begins = line.startswith(ROUND)
    return f'<li class="round">{escape(line.removeprefix(ROUND))}</li>' if begins else f"<li>{escape(line)}</li>"


@cache
def template_macros(template: str) -> Any:
    """The macros of a template."""
    return _environment().get_template(template).module


def page_macros() -> Any:
    """The macros of which pages are made."""
    return template_macros("parts.html")


def render_page(template: str, **values: Any) -> bytes:
    """A page of one of the templates, as bytes."""
    page: str = _environment().get_template(template).render(style=style_sheet()[0], script=script()[0], **values)
    return page.encode()


def page_digest(pieces: Iterable[str]) -> str:
    """Tells a page from any other one of the same link: a digest of its pieces."""
    return hashlib.sha256("".join(pieces).encode()).hexdigest()[:20]


def seat_pieces(
    state: State,
    seat: int,
    names: Sequence[str],
    bots: Sequence[bool],
    link: str,
    side: dict[str, Any] | None = None,
) -> tuple[dict[str, Any], dict[str, str]]:
    """What the page of a seat shows, as data, and its pieces, by the ids of their elements in the page.

    seat: ONLOOKER for those who look on; names, bots: for each seat its player's name and whether a bot plays there;
    link: the path of the page itself; side: what `side.beside` tells of its table.
    """
    page, part = page_data(matter_of(state, seat), names, bots, side["epoch"] if side else 0), page_macros()
    found = {"top": part.top(page, page["game"], page["turn"], part.title(page))} | table_pieces(page)
    if seat != ONLOOKER:
        found["ask"] = part.ask(page, link)
    if side is not None:
        found["beside"] = FRAGMENTS.make_once(template_macros("side.html").beside, side, page["moment"], link)
    return page, found | {"foot": part.foot(page, link)}


def table_pieces(page: dict[str, Any]) -> dict[str, str]:
    """Those of them that show what lies there, the score and what has happened."""
    part, look = page_macros(), page["look"]
    areas = {area["id"]: _area(area, look) for area in page["areas"]}
    scores = FRAGMENTS.make_once(part.scores, page["scores"], page["ties"], page["over"])
    return areas | {"scores": scores, "log": part.log(page["fresh"], page["log"])}


def _area(area: dict[str, Any], look: Look) -> Any:
    """The piece of an area; kept also by what is drawn, which may be the same for several seats."""
    data = area, look.names, look.style.digest, *look.taps
    return FRAGMENTS.make_once_for("area", data, lambda: FRAGMENTS.make_once(page_macros().area, arrange(area, look)))


def seat_page(
    state: State,
    seat: int,
    names: Sequence[str],
    bots: Sequence[bool],
    link: str,
    notice: str = "",
    side: dict[str, Any] | None = None,
    cover: str = "",
) -> bytes:
    """The page of a seat, of the same; `notice` is what it is told besides.

    cover: the path of the page that hides it, of a device that goes from hand to hand: then it does without scripts.
    """
    page, pieces = seat_pieces(state, seat, names, bots, link, side)
    waits = not state.over and page["asked"] is None and not cover
    values = {"page": page, "pieces": pieces, "link": link, "notice": notice, "mark": page_digest(pieces.values())}
    return render_page("seat.html", look_again=LOOK_AGAIN if waits else 0, cover=cover, live=not cover, **values)


def notice_piece(text: str) -> bytes:
    """What a move that was refused is answered with, where the page stays as it is."""
    return str(page_macros().notice(text)).encode()


def why_page(state: State, seat: int, names: Sequence[str], link: str, live: bool) -> bytes:
    """What a seat cannot choose now, and why: a page, or (live) what is put into the one that is open."""
    reasons = group_by_reason(refusal_texts(state, seat, names))
    if live:
        return str(page_macros().why(reasons)).encode()
    return render_page("why.html", reasons=reasons, link=link)


def note_page(title: str, text: str) -> bytes:
    """A page that says one thing."""
    return render_page("note.html", title=title, text=text)
