"""Render pages to bytes: templates filled with the data of `page`, with everything escaped."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any

from markupsafe import Markup, escape

from ...base.appearance.looks import COLOURS
from ...base.display_names import Wording
from ...base.languages.catalogues import ENGLISH, mark, say_count_in, say_in
from ...base.templates import environment
from ...bots.by_name import HUMAN
from ...drawing.boards import board_svg
from ...drawing.last_moves import NO_MOVES
from ...drawing.placing import ink_on
from ...seats.running_game import RunningGame
from ...seats.visibility import ONLOOKER
from .chat import chat_form
from .clock_view import page_time
from .fragments import FRAGMENTS
from .icons import icon_names, name_file
from .layout.areas import NO_PAWN, Presentation, arrange
from .layout.subject import NO_SUBJECT, Subject
from .layout.taps import NO_TAPS, Taps
from .links import site_path
from .log_entries import entries_html, line_html
from .page import page_data
from .page_content import content_of

MOST_ITEMS = 20_000
FOLDER = Path(__file__).parent
VENDORED = ("htmx.min.js", "idiomorph-ext.min.js", "ws.min.js")
# what helps to see what is asked and to answer
LIVE = (
    "view.js",
    "scale.js",
    "table.js",
    "movement.js",
    "happenings.js",
    "news.js",
    "alerts.js",
    "chat.js",
    "clocks.js",
    "push.js",
    "guide.js",
)
# what takes taps after those have that move or look at cards
LAST = ("choosing.js",)
# seconds between reloads in browsers without scripts
LOOK_AGAIN = 3
KINDS = (
    (HUMAN, mark("a person")),
    ("strongest", mark("the strongest bot")),
    ("advanced", mark("an advanced bot")),
    ("casual", mark("a casual bot")),
    ("beginner", mark("a beginner bot")),
    ("random", mark("a random bot")),
)


@cache
def style_sheet() -> tuple[str, bytes]:
    """The style sheet's name, which changes with its content, and its content."""
    rules = [
        f".hue-{name} {{ --hue: {one.ink}; --fill: {one.fill}; --on: {ink_on(one.fill)}; }}"
        for name, one in COLOURS.items()
    ]
    # the sizes of hexagons in percent, and places on a map, in halves of that
    rules += [f".of{n} li {{ width: {100 / n:.2f}%; }}" for n in range(1, 101)]
    rules += [f".x{share} {{ left: {share / 2:g}%; }} .y{share} {{ top: {share / 2:g}%; }}" for share in range(201)]
    files = [(FOLDER / "static" / f"{name}.css").read_bytes() for name in ("table", "people", "happenings", "position")]
    return name_file("table", "css", b"".join(files) + "\n".join(rules).encode())


@cache
def script(live: bool = True) -> tuple[str, bytes]:
    """The script's name, which changes with its content, and its content: htmx with two extensions, and our own.

    live: of pages that are kept up to date; else only that with which cards are looked at large.
    """
    own = ("cards.js", "what.js", "hand.js", "device.js")
    names = (
        [*(f"vendor/{name}" for name in VENDORED), *LIVE, *own, *LAST] if live else [*own, "position.js", "moved.js"]
    )
    files = [FOLDER / "static" / name for name in names]
    return name_file("table" if live else "cards", "js", b";\n".join(file.read_bytes() for file in files))


@cache
def _environment(language: str) -> Any:
    """The Jinja environment of all templates in a language."""
    made = environment(FOLDER / "templates").overlay()
    made.globals = made.globals | {
        "kept": partial(make_once, language),
        "_": partial(say_in, language),
        "count_of": partial(say_count_in, language),
        "language": language,
        "board_svg": board_svg,
        "live": False,
        "now": 0,
        "look_again": 0,
        "cover": "",
        "notice": "",
    }
    made.filters["items"] = _items
    made.filters["entries"] = entries_html
    made.filters["line"] = line_html
    return made


def _items(lines: Iterable[str]) -> Markup:
    """The items of a list as HTML."""
    return Markup("".join([_item(line) for line in lines]))


@lru_cache(MOST_ITEMS)
def _item(line: str) -> str:
    """One item of a list as HTML."""
    return f"<li>{escape(line)}</li>"


def make_once(language: str, make: Callable[..., Any], *data: Any) -> Any:
    """A fragment that a macro of that language makes, cached."""
    return FRAGMENTS.make_once_for(f"{language} {make.name}", data, lambda: make(*data))  # type: ignore[attr-defined]


@cache
def template_macros(template: str, language: str = ENGLISH) -> Any:
    """The macros of a template in a language."""
    return _environment(language).get_template(template).module


def page_macros(language: str = ENGLISH) -> Any:
    """The macros of which pages are made."""
    return template_macros("parts.html", language)


def render_page(template: str, language: str = ENGLISH, **values: Any) -> bytes:
    """A page of one of the templates in a language, as bytes."""
    files = {"style": style_sheet()[0], "script": script(values.get("live", False))[0], "icons": icon_names()}
    files["root"] = site_path("")
    page: str = _environment(language).get_template(template).render(**files, **values)
    return page.encode()


def page_digest(pieces: Iterable[str]) -> str:
    """A digest of a page's pieces, which tells it from other versions."""
    return hashlib.sha256("".join(pieces).encode()).hexdigest()[:20]


def seat_pieces(
    state: RunningGame,
    seat: int,
    names: Sequence[str] | Wording,
    bots: Sequence[bool],
    link: str,
    side: dict[str, Any] | None = None,
) -> tuple[dict[str, Any], dict[str, str]]:
    """The data of a seat's page, and its pieces by the ids of their elements.

    seat: ONLOOKER for those who look on; names, bots: for each seat its player's name (or the wording of the reader's
    language with them) and whether a bot plays there;
    link: the path of the page itself; side: what `side.beside` tells of its table.
    """
    page = page_data(content_of(state, seat, names), names, bots, side["epoch"] if side else 0)
    language = page["look"].wording.language
    page["colours"] = []
    if side is not None:
        colour_players(page, side["colours"], side["free"])
    part = page_macros(language)
    found = (
        {"top": part.top(page, page["game"], page["turn"], part.title(page))} | table_pieces(page) | trick_piece(page)
    )
    over, again = (side["over"], side["person"] and not side["next"]) if side is not None else (False, False)
    there = side["next"] if side is not None else ""
    found["ended"] = part.ended(page["ended"], link, over and again, over, there)
    if seat != ONLOOKER:
        found["ask"] = part.ask(page, link, side["back"] if side else "", side["rewind"] >= 0 if side else False)
        found["losses"] = template_macros("log.html", language).losses(*page["lost"])
    if side is not None:
        found["clocks"] = template_macros("clocks.html", language).clocks(side["clocks"])
        found["chat"] = make_once(language, template_macros("chat.html", language).chat, side["chat"])
        matters = template_macros("side.html", language).matters
        found["matters"] = make_once(language, matters, side, link)
        beside, asked = template_macros("side.html", language).beside, page["asked"] is not None
        moment = page["moment"] if side["back"] else ""
        found["beside"] = make_once(language, beside, side, moment, link, asked)
    return page, found | {"foot": make_once(language, part.foot, page["name"], page["colours"], link)}


def colour_players(page: dict[str, Any], colours: Sequence[str], free: Sequence[str]) -> None:
    """Mark players with the colours that they have chosen, unless the rules give them theirs.

    `colours` of the page: those that its player may choose, each with its word, and whether it is theirs.
    """
    wording, own = page["look"].wording, page["seat"]
    given = any(area["owner"] is not None and area["pawn"] != NO_PAWN for area in page["areas"])
    page["colours"] = [] if given else [(name, wording.say(name), name == colours[own]) for name in free]
    for area in page["areas"]:
        if not given and area["owner"] is not None and area["panel"] and colours[area["owner"]]:
            area["pawn"] = f"hue-{colours[area['owner']]}", ""


def table_pieces(page: dict[str, Any]) -> dict[str, str]:
    """The pieces that show the table, the score and the log."""
    look = page["look"]
    language = look.wording.language
    part = page_macros(language)
    areas = {area["id"]: area_piece(area, look) for area in page["areas"]}
    why = page["where"] if page["over"] else ""
    scores = make_once(language, part.scores, page["scores"], page["ties"], page["over"], why, page["ends"])
    log = template_macros("log.html", language).log(page["fresh"], page["log"], page["leads_back"])
    return areas | {"scores": scores, "log": log}


def trick_piece(page: dict[str, Any]) -> dict[str, str]:
    """The pieces with the last trick, and with points that were counted: of all on the table, else in the rail."""
    macros = template_macros("log.html", page["look"].wording.language)
    counted, players = page["counted"], page["names"]
    in_rail = page["seat"] != ONLOOKER and all(len(rows) < len(players) for _, rows, _ in counted)
    found = {"trick": macros.trick(page["trick"]), "counted": macros.counted([] if in_rail else counted, len(players))}
    return found if page["seat"] == ONLOOKER else found | {"scored": macros.scored(counted if in_rail else [])}


def area_piece(area: dict[str, Any], look: Presentation) -> Any:
    """The piece of an area; cached by its content, which several seats may share."""
    look = look_of_area(area, look)
    area = _as_drawn(area, look)
    moves = *look.moves._replace(latest=None), *(look.moves.latest or ())
    subject = [sorted(part, key=str) for part in look.subject]
    data = area, look.wording.players, look.style.digest, look.turned, moves, tuple(look.taps), subject
    macros = page_macros(look.wording.language)
    return FRAGMENTS.make_once_for("area", data, lambda: macros.area(arrange(area, look)))


def _as_drawn(area: dict[str, Any], look: Presentation) -> dict[str, Any]:
    """The area without what nothing on it depends on and that differs from seat to seat: tags, cards unknown to it."""
    if area["id"] == "hand":  # browsers put it in order by them
        return area
    used = look.taps.cards.keys() | look.subject.cards

    def strip(item: dict[str, Any]) -> dict[str, Any]:
        if "cards" not in item:
            return item
        label, cards = item["label"], list[dict[str, Any]]()
        for card in item["cards"]:
            if (label, card["tag"]) in used:
                cards.append(card)
            elif "front" in card or "back" in card:
                cards.append(card | {"tag": None})
        return item | {"cards": cards, "unknown": None}

    chips = [item | {"cards": [], "unknown": None} if "cards" in item else item for item in area["chips"]]
    return area | {"items": [*map(strip, area["items"])], "chips": chips}


def look_of_area(area: dict[str, Any], look: Presentation) -> Presentation:
    """The presentation without the taps, moves and subjects of other areas: what changes there changes nothing here."""
    if look.taps == NO_TAPS and look.subject == NO_SUBJECT and not look.style.boards:
        return look
    items = [*area["items"], *area["chips"], *(item for some in area.get("tracked", {}).values() for item in some)]
    labels, boards = {item["label"] for item in items}, look.style.boards
    members = {(index["kind"], index["word"]) for item in items for index in item["indexes"]}
    has_board = bool(boards) and (area["owner"] is None or any(kind in boards for kind, _ in members))

    def is_here(member: tuple[str, Any]) -> bool:
        return member in members or (has_board and member[0] in boards)

    cards = {place: option for place, option in look.taps.cards.items() if place[0] in labels}
    places = {member: option for member, option in look.taps.places.items() if is_here(member)}
    subject = Subject(
        look.subject.labels & labels,
        frozenset(card for card in look.subject.cards if card[0] in labels),
        frozenset(member for member in look.subject.members if is_here(member)),
    )
    costs = {option: look.taps.costs[option] for option in places.values() if option in look.taps.costs}
    taps = Taps(cards, places, {}, costs, look.taps.whole)
    return replace(look, taps=taps, subject=subject, moves=look.moves if has_board else NO_MOVES)


def seat_page(
    state: RunningGame,
    seat: int,
    names: Sequence[str] | Wording,
    bots: Sequence[bool],
    link: str,
    notice: str = "",
    side: dict[str, Any] | None = None,
    cover: str = "",
) -> bytes:
    """The page of a seat, of the same arguments; `notice` is an additional message.

    cover: the path of the page that hides it, of a device that goes from hand to hand: then it does without scripts.
    """
    page, pieces = seat_pieces(state, seat, names, bots, link, side)
    waits = not state.over and page["asked"] is None and not cover
    values: dict[str, Any] = {"page": page, "pieces": pieces, "link": link, "notice": notice}
    values["digest"] = page_digest(pieces.values())
    values["chat"] = chat_form(page["look"].wording)
    # where there is no clock, the same page has the same bytes
    values |= {name: side.get(name, "") if side is not None else "" for name in ("push", "own", "feed", "manifest")}
    values["now"] = page_time() if side is not None and side["clocks"] else 0
    language = page["look"].wording.language
    return render_page(
        "seat.html", language, look_again=LOOK_AGAIN if waits else 0, cover=cover, live=not cover, **values
    )


def notice_piece(text: str, language: str = ENGLISH) -> bytes:
    """The answer to a refused move: a message, while the page stays as it is."""
    return str(page_macros(language).notice(text)).encode()


def note_page(title: str, text: str, language: str = ENGLISH, own: str = "") -> bytes:
    """A page with a single message, of which the language may have a translation; own: the path of one's tables."""
    return render_page("note.html", language, title=say_in(language, title), text=say_in(language, text), own=own)
