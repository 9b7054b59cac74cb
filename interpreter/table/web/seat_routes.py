"""Routes of seats' pages: the game, its rules, refused options with reasons, replays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.websockets import WebSocket

from ...seats.perception.scenes import scene_of
from ...seats.visibility import ONLOOKER
from ..pages.all_hands import all_hands_page
from ..pages.app_files import manifest
from ..pages.links import feed_path, next_game_path, own_tables_path
from ..pages.look_back import look_back_page, way_to_now, whole_log_page
from ..pages.pictures import Update
from ..pages.render import seat_page
from ..pages.rules_page import PrintedRules, entries_piece, rules_page
from ..pages.seat_pages import cover_page, more_page, refusal_piece, replay_page, why_page
from ..pages.sidebar import sidebar_data
from ..play.background import run_aside
from ..play.seats import mark_taken
from ..play.spectators import hands_moment
from ..play.tables import Tables
from .guard import FRAMED, HTTPError, parse_number
from .link_targets import LinkTarget, LinkTargets
from .live import MOST_AT_A_SEAT, MOST_ONLOOKERS, Live, is_live
from .page_updates import SeatOrder
from .seat_cookies import is_secure, list_seat

if TYPE_CHECKING:
    from .page_workers import PageWorkers

MOST_WORDS = 60
MOST_NAMES = 12


class SeatPages:
    """Route handlers of the pages of seats and onlookers; keeps open ones up to date."""

    def __init__(
        self,
        tables: Tables,
        places: LinkTargets,
        books: PrintedRules,
        served: bool = True,
        public: str = "",
        workers: PageWorkers | None = None,
    ) -> None:
        self.tables, self.places, self.live, self.books = tables, places, Live(workers=workers), books
        self.served, self.public = served, public
        # the page with all hands by table and language, and what it depends on
        self.all_hands: dict[tuple[str, str], tuple[tuple[object, ...], bytes]] = {}

    async def page(self, request: Request) -> Response:
        place = self.places.find(request)
        table, seat = place.table, place.seat
        if seat != ONLOOKER and not table.seats[seat].taken:
            await run_aside(mark_taken, self.tables, table, seat)
        if table.next and not table.state.over and not place.cover:
            there = next_game_path(self.tables, table, seat)
            if there:
                return RedirectResponse(there, 303)
        if "then" in request.query_params:
            return await run_aside(self.look_back, place, parse_number(request.query_params["then"]))
        if "log" in request.query_params:
            return await run_aside(self.show_log, place)
        response = await run_aside(self.show_seat, place)
        if seat != ONLOOKER and not place.cover:
            list_seat(response, table, seat, is_secure(request, self.public))
        return response

    def look_back(self, place: LinkTarget, line: int) -> Response:
        """The table as it was after a line of the seat's log; the page as it stands if there is no such line."""
        with place.table.lock:
            content = look_back_page(place.table, place.seat, place.link, line, place.language)
        return RedirectResponse(place.link, 303) if content is None else Response(content, media_type="text/html")

    def show_log(self, place: LinkTarget) -> Response:
        """All that has happened, as a seat knows it."""
        with place.table.lock:
            content = whole_log_page(place.table, place.seat, place.link, place.language)
        return Response(content, media_type="text/html")

    def show_seat(self, place: LinkTarget, notice: str = "") -> Response:
        """The page of a seat now."""
        table, seat = place.table, place.seat
        if place.cover and seat == ONLOOKER:
            return self.show_cover(place, notice)
        with table.lock:
            there = next_game_path(self.tables, table, seat)
            side = sidebar_data(table, seat, there, place.language, self.served)
            side["push"] = self.tables.push.public_key if self.tables.push is not None else ""
            if self.served and not place.cover:
                side["manifest"] = f"{place.link}/manifest"
            if self.served and seat != ONLOOKER and not place.cover:
                side["own"] = own_tables_path(table.id)
                side["feed"] = f"{feed_path(table, seat)}?language={place.language}"
            content = seat_page(table.state, seat, place.wording, table.bots, place.link, notice, side, place.cover)
        return Response(content, 409 if notice else 200, media_type="text/html")

    async def cover(self, request: Request) -> Response:
        return await run_aside(self.show_cover, self.places.find(request))

    def show_cover(self, place: LinkTarget, notice: str = "") -> Response:
        """The page between the seats of one device."""
        with place.table.lock:
            content = cover_page(place.table, place.cover, notice, place.language)
        return Response(content, 409 if notice else 200, media_type="text/html")

    async def follow(self, socket: WebSocket) -> None:
        """Keep an open page up to date."""
        try:
            place = self.places.find(socket)
        except HTTPError:
            await socket.close()
            return
        table, seat = place.table, place.seat

        def is_gone() -> bool:
            return table.deleted or (seat != ONLOOKER and not table.has_token(seat, socket.path_params["token"]))

        def order() -> SeatOrder | None:
            if is_gone():
                return None
            there = next_game_path(self.tables, table, seat)
            if there and not table.state.over:
                return None
            side = sidebar_data(table, seat, there, place.language, self.served)
            return SeatOrder(seat, table.names, place.language, table.bots, place.link, side)

        def way_back() -> Update | None:
            return None if is_gone() else Update({"now": way_to_now(table, seat, place.link, place.language)})

        most, language = MOST_ONLOOKERS if seat == ONLOOKER else MOST_AT_A_SEAT, place.language
        # a page that looks back hears of nothing but that the game goes on
        looks_back = "then" in socket.query_params
        await self.live.follow(
            socket,
            table,
            place.link,
            most,
            way_back if looks_back else order,
            f"{language} then" if looks_back else language,
        )

    async def hands(self, request: Request) -> Response:
        """All hands some choices ago, for those who look on, where the host has decided so."""
        place = self.places.find(request)
        if place.seat != ONLOOKER or place.cover or not place.table.host_settings.hands:
            raise HTTPError(404)
        return Response(await run_aside(self.show_hands, place), media_type="text/html")

    def show_hands(self, place: LinkTarget) -> bytes:
        """The page with all hands, made once for all who look on."""
        table = place.table
        with table.lock:
            key = hands_moment(table), len(table.undone), table.state.over, *table.names
            known = self.all_hands.get((table.id, place.language))
            if known is None or known[0] != key:
                known = self.all_hands[table.id, place.language] = (
                    key,
                    all_hands_page(table, place.link, place.language),
                )
        return known[1]

    async def why(self, request: Request) -> Response:
        """What a seat's decision is about, and the options that it does not have."""
        place, live = self.places.find(request), is_live(request)
        table, seat, new = place.table, place.seat, request.query_params.get("new", "")
        if seat == ONLOOKER:
            raise HTTPError(404)

        def show() -> Response:
            asks = request.query_params
            if "at" in asks or "card" in asks:
                tag = parse_number(asks.get("card", "0"))
                with table.lock:
                    content = refusal_piece(table.state, seat, asks.get("at", ""), tag, place.wording)
                return Response(content, media_type="text/html")
            with table.lock:
                asked, program = scene_of(table.state, seat).asked, table.state.game.program
            # the rules are written without holding up others at the table
            told = self.books.explanation(table.header, program, asked, place.wording) if asked is not None else None
            with table.lock:
                content = why_page(table.state, seat, place.wording, place.link, live, told, new)
            return Response(content, media_type="text/html")

        return await run_aside(show)

    async def rules(self, request: Request) -> Response:
        """The printed rules, or what a search finds in them: the same for all at a table. Shown in a frame."""
        place = self.places.find(request)
        table, words = place.table, request.query_params.get("find", "").strip()[:MOST_WORDS]
        body = await run_aside(self.books.body, table.header, words, place.language)
        opening = await run_aside(self.books.opening, table.header, place.language)
        content = rules_page(table.state.game.name, body, words, opening, place.language)
        return Response(content, 200, FRAMED, "text/html")

    async def what(self, request: Request) -> Response:
        """What the rules say of things at the table, by their names: the same for all."""
        place, names = self.places.find(request), request.query_params.get("of", "").split()[:MOST_NAMES]
        entries = await run_aside(self.books.entries, place.table.header, names, place.language)
        if not entries:
            raise HTTPError(404)
        return Response(entries_piece(entries, place.language), media_type="text/html")

    async def manifest(self, request: Request) -> Response:
        """The manifest with which the page can be installed on a phone."""
        place = self.places.find(request)
        content = manifest(place.table.state.game.name, place.link, place.language)
        return Response(content, media_type="application/manifest+json")

    async def more(self, request: Request) -> Response:
        """The page for rare actions."""
        place = self.places.find(request)
        if place.seat == ONLOOKER:
            raise HTTPError(404)

        def show() -> Response:
            with place.table.lock:
                return Response(
                    more_page(place.table, place.seat, place.link, language=place.language), media_type="text/html"
                )

        return await run_aside(show)

    async def replay(self, request: Request) -> Response:
        """A step of a finished game, as this seat saw it."""
        place = self.places.find(request)
        at = parse_number(request.query_params.get("at", "0"))
        if not place.table.state.over:
            raise HTTPError(404)
        if "then" in request.query_params:
            return await run_aside(self.look_back, place, parse_number(request.query_params["then"]))
        content = await run_aside(replay_page, place.table, place.seat, place.link, at, place.language)
        return Response(content, media_type="text/html")
