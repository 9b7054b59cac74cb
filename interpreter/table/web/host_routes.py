"""Routes of the host's links: a table's seats, sitting down, setting up another table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.websockets import WebSocket

from ...base.errors import UsageError
from ...seats.visibility import ONLOOKER
from ..pages.host_pages import host_page, host_pieces, lobby_page, rooms_page
from ..pages.links import path_to_newest, seat_path, site_path, table_path
from ..pages.look_back import look_back_page
from ..pages.pictures import Update
from ..pages.render import KINDS
from ..pages.rules_page import PrintedRules
from ..play.background import run_aside
from ..play.chat import toggle_chat
from ..play.clocks import VOTE
from ..play.durations import estimate_duration
from ..play.moves import let_bots_play
from ..play.rematch import carry_over, restart
from ..play.return_codes import make_return_code, use_return_code
from ..play.seats import free_seats, hand_over, renew_link, take_seat, toggle_designer, toggle_shared
from ..play.setup import NotOffered, begin_from_form, form_or_mistakes, load_form
from ..play.spectators import set_hands
from ..play.table import UNCHANGED, Refused, Table, in_english, said
from ..play.tables import Tables
from ..play.votes import settle
from ..storage.store import NotSaved
from ..storage.tokens import tokens_match
from ..watches.clock_watch import set_clock
from ..watches.guests import is_near, source_of
from ..watches.webhooks import set_webhook
from .guard import HTTPError, language_of, parse_number, read_form
from .live import Live, is_live, refusal
from .rates import Rates
from .seat_cookies import cookie_seats, is_secure, origin_of, set_seat_cookie

MOST_ANSWERS = 100
MOST_HOSTS = 8
# codes that may be tried at one table: at once, and per second after that
MOST_CODES = (5, 1 / 30)
# requests of guests from one address to set up tables, likewise
MOST_OF_A_GUEST = (30, 0.5)


class HostRoutes:
    """Route handlers of the host's pages. offers: the rulesets that may be played; public: the beginning of links."""

    def __init__(self, tables: Tables, offers: Sequence[str], public: str, books: PrintedRules) -> None:
        self.tables, self.offers, self.public, self.live = tables, offers, public, Live()
        self.code_rates, self.guest_rates = Rates(*MOST_CODES), Rates(*MOST_OF_A_GUEST)
        self.books = books

    def origin(self, request: HTTPConnection) -> str:
        """The beginning of links."""
        return origin_of(request, self.public)

    # -- one table

    def find_table(self, request: HTTPConnection) -> Table:
        """The table of a host's link. Raises HTTPError."""
        table = self.tables.tables.get(request.path_params["table"])
        if table is None or not tokens_match(request.path_params["token"], table.host):
            raise HTTPError(404)
        return table

    async def host(self, request: Request) -> Response:
        table = self.find_table(request)
        if table.next and not table.state.over and (there := self.tables.find(table.next)):
            return RedirectResponse(table_path(there, "host"), 303)
        if "then" in request.query_params:
            return await run_aside(self.look_back, table, request)
        return await run_aside(self.show_host, table, request)

    def look_back(self, table: Table, request: Request) -> Response:
        """The table as everybody saw it after a line of the log; the host's page if there is no such line."""
        link, line = table_path(table, "host"), parse_number(request.query_params["then"])
        with table.lock:
            content = look_back_page(table, ONLOOKER, link, line, language_of(request), is_followed=False)
        return RedirectResponse(link, 303) if content is None else Response(content, media_type="text/html")

    def show_host(self, table: Table, request: Request, notice: str = "") -> Response:
        """The host's page now."""
        with table.lock:
            paths, hooks = self.other_paths(table), self.tables.find_hook is not None
            content = host_page(table, self.origin(request), *paths, notice, language_of(request), hooks)
        return Response(content, 409 if notice else 200, media_type="text/html")

    def other_paths(self, table: Table) -> tuple[str, str]:
        """The paths of the setup page and of the next game's host page, "" for none."""
        there = self.tables.find(table.next)
        next_host = table_path(there, "host") if there is not None else ""
        if self.tables.most_from_one:
            return site_path("/"), next_host
        return site_path(f"/tables/{self.tables.setup_token}") if self.offers else "", next_host

    async def follow(self, socket: WebSocket) -> None:
        """Keep a host's open page up to date."""
        try:
            table = self.find_table(socket)
        except HTTPError:
            await socket.close()
            return

        language = language_of(socket)

        def pieces() -> Update | None:
            if table.deleted or (table.next and not table.state.over):
                return None
            paths, hooks = self.other_paths(table), self.tables.find_hook is not None
            return Update(host_pieces(table, self.origin(socket), *paths, language, hooks)[1])

        await self.live.follow(socket, table, f"/table/{table.id}/host", MOST_HOSTS, pieces, language)

    async def arrange(self, request: Request) -> Response:
        table = self.find_table(request)
        sent = await read_form(request)
        seat, do, kind = parse_number(sent.get("seat")), sent.get("do"), sent.get("kind", "")
        acts: dict[str | None, Callable[[], object]] = {
            "kind": lambda: hand_over(self.tables, table, seat, kind),
            "link": lambda: renew_link(self.tables, table, seat),
            "code": lambda: make_return_code(table, seat),
            "share": lambda: toggle_shared(self.tables, table, seat),
            "clock": lambda: set_clock(self.tables, table, sent.get("clock", ""), sent.get("zero", VOTE)),
            "hands": lambda: set_hands(self.tables, table, parse_number(sent.get("hands"))),
            "hook": lambda: set_webhook(self.tables, table, sent.get("hook", ""), language_of(request)),
            "chat": lambda: toggle_chat(self.tables, table),
            "designer": lambda: toggle_designer(self.tables, table),
            "restart": lambda: restart(self.tables, table),
            "carry": lambda: carry_over(self.tables, table),
        }
        if do == "delete" and sent.get("sure") == "1":
            return await run_aside(self.delete, table, request)
        if seat >= len(table.seats) or do not in acts or not self.may_choose([kind] if do == "kind" else []):
            raise HTTPError(400)

        def act() -> Response:
            try:
                acts[do]()
                settle(self.tables, table)
            except (Refused, UsageError) as error:
                why = said(error, language_of(request))
                return refusal(why, language_of(request)) if is_live(request) else self.show_host(table, request, why)
            return Response(status_code=204) if is_live(request) else RedirectResponse(request.url.path, 303)

        return await run_aside(act)

    def delete(self, table: Table, request: Request) -> Response:
        """Delete a table; the answer leads to where tables are set up."""
        try:
            self.tables.delete(table)
        except NotSaved:
            return self.show_host(table, request, said(Refused(UNCHANGED), language_of(request)))
        return RedirectResponse(self.other_paths(table)[0] or site_path("/"), 303)

    # -- sitting down

    def find_lobby(self, request: Request) -> Table:
        """The table of a lobby link. Raises HTTPError."""
        table = self.tables.tables.get(request.path_params["table"])
        if table is None or not tokens_match(request.path_params["token"], table.lobby):
            raise HTTPError(404)
        return table

    async def lobby(self, request: Request) -> Response:
        table = self.find_lobby(request)
        own = cookie_seats(request, table)
        if len(own) == 1:
            return RedirectResponse(path_to_newest(self.tables, table, own[0]), 303)
        return await run_aside(self.show_lobby, request, table)

    async def back(self, request: Request) -> Response:
        """Where a message about a turn leads: the seat that the browser remembers."""
        table = self.tables.tables.get(request.path_params["table"])
        own = cookie_seats(request, table) if table is not None else []
        if table is None or not own:
            raise HTTPError(404)
        return RedirectResponse(path_to_newest(self.tables, table, own[0]), 303)

    def show_lobby(self, request: Request, table: Table, name: str = "", notice: str = "") -> Response:
        """The page to sit down, now."""
        language = language_of(request)
        summary = self.books.summary(table.header, language)
        duration = estimate_duration(self.tables, table)
        with table.lock:
            own = [(number, path_to_newest(self.tables, table, number)) for number in cookie_seats(request, table)]
            content = lobby_page(table, free_seats(table), own, summary, name, duration, notice, language)
        return Response(content, 409 if notice else 200, media_type="text/html")

    async def sit(self, request: Request) -> Response:
        table = self.find_lobby(request)
        sent = await read_form(request)
        name, code = sent.get("name", ""), sent.get("code")
        if code is not None and not self.code_rates.allow(table.id):
            raise HTTPError(429)
        number = parse_number(sent.get("seat")) if code is None else 0

        def act() -> Response:
            try:
                if code is None:
                    take_seat(self.tables, table, number, name)
                    seat, to = number, seat_path(table, number)
                else:
                    seat = use_return_code(self.tables, table, code)
                    to = path_to_newest(self.tables, table, seat)
            except Refused as refused:
                return self.show_lobby(request, table, name[:100], said(refused, language_of(request)))
            response = RedirectResponse(to, 303)
            set_seat_cookie(response, table, seat, is_secure(request, self.public))
            return response

        return await run_aside(act)

    # -- another table

    def require_owner(self, request: Request) -> None:
        """Raise HTTPError unless this is the link to set up tables, or a guest asks who may, and not too often."""
        if self.tables.most_from_one and not request.path_params:
            # rules are read for each request
            if not self.guest_rates.allow(self.source(request)):
                raise HTTPError(429)
            return
        if not self.offers or not tokens_match(request.path_params["token"], self.tables.setup_token):
            raise HTTPError(404)

    def may_choose(self, kinds: Sequence[str]) -> bool:
        """Whether these may sit at a table: guests cannot let bots think as long as they like."""
        return not self.tables.most_from_one or {*kinds} <= {kind for kind, _ in KINDS}

    def source(self, request: Request) -> str:
        """From where a guest sets up a table; "" for the host's own link.

        Behind a proxy, which is near, the address is what the proxy says last.
        """
        if request.path_params:
            return ""
        peer = request.client.host if request.client else ""
        told = request.headers.get("x-forwarded-for", "").rpartition(",")[2].strip()
        return source_of(self.tables, told if told and self.public and is_near(peer) else peer)

    async def setup(self, request: Request) -> Response:
        self.require_owner(request)
        query = request.query_params
        if "game" not in query:
            return await run_aside(self.show_setup, request)
        return await run_aside(self.show_setup, request, parse_number(query["game"]), query.getlist("variant"))

    def show_setup(self, request: Request, game: int = -1, laid: Sequence[str] = (), notice: str = "") -> Response:
        """The page to set up a table, with the questions about one game if it was chosen."""
        found, language = None, language_of(request)
        if game >= 0:
            try:
                found, wrong = form_or_mistakes(self.offers, game, laid)
            except NotOffered:
                raise HTTPError(400) from None
            notice = in_english(wrong, language) if wrong else notice
        # guests see nobody's tables
        summaries = self.tables.summaries() if request.path_params else None
        content = rooms_page(request.url.path, self.origin(request), summaries, self.offers, found, notice, language)
        return Response(content, 409 if notice else 200, media_type="text/html")

    async def begin(self, request: Request) -> Response:
        self.require_owner(request)
        sent = await read_form(request, MOST_ANSWERS)
        game, laid = parse_number(sent.get("game")), [word for word in sent.get("variants", "").split("+") if word]

        source = self.source(request)
        if source:
            # who knows the seed knows the cards
            sent.pop("seed", None)
            if not self.may_choose([word for name, word in sent.items() if name.startswith("seat-")]):
                raise HTTPError(400)

        def act() -> Response:
            try:
                self.tables.require_room(source)
                table = begin_from_form(
                    self.tables, *load_form(self.offers, game, laid), parse_number(sent.get("players")), sent, source
                )
            except NotOffered:
                raise HTTPError(400) from None
            except (UsageError, NotSaved) as error:
                notice = said(Refused(UNCHANGED) if isinstance(error, NotSaved) else error, language_of(request))
                return self.show_setup(request, game, laid, notice)
            let_bots_play(self.tables, table)
            return RedirectResponse(table_path(table, "host"), 303)

        return await run_aside(act)
