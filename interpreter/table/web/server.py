"""The server application: routes, middleware, error pages, static files."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp

from ...base.appearance.pictures import KINDS
from ...base.languages.catalogues import LANGUAGES, mark
from ..pages.app_files import offline_page, offline_path, worker
from ..pages.icons import icons
from ..pages.links import own_tables_route, site_path
from ..pages.render import note_page, script, style_sheet
from ..pages.rules_page import PrintedRules
from ..play.background import run_aside
from ..play.pusher import make_pusher
from ..play.tables import Tables
from ..play.votes import resume
from .designer_routes import DesignerRoutes
from .guard import TITLES, Guard, HTTPError, error_page, language_of, own_names
from .host_routes import HostRoutes
from .link_targets import LinkTargets
from .seat_actions import SeatActions
from .seat_routes import SeatPages
from .turn_routes import TurnRoutes

if TYPE_CHECKING:
    from .page_workers import PageWorkers

Asked = TypeVar("Asked", bound=HTTPConnection)
Answered = TypeVar("Answered")
# a picture that is opened by itself can do nothing either
SEEN_ALONE = {"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox"}
FOREVER = {"cache-control": "public, max-age=31536000, immutable"}


async def serve_style(request: Request) -> Response:
    """The style sheet, which never changes under its name."""
    return Response(style_sheet()[1], 200, FOREVER, "text/css")


def serve_script(live: bool) -> Callable[[Request], Awaitable[Response]]:
    """The handler for the script of live pages or of others, which never changes under its name."""

    async def serve(request: Request) -> Response:
        return Response(script(live)[1], 200, FOREVER, "text/javascript")

    return serve


def serve_icon(name: str, content: bytes) -> Callable[[Request], Awaitable[Response]]:
    """The handler for an icon, which never changes under its name."""

    async def serve(request: Request) -> Response:
        return Response(content, 200, FOREVER | SEEN_ALONE, "image/svg+xml" if name.endswith("svg") else "image/png")

    return serve


async def serve_worker(request: Request) -> Response:
    """The service worker, which browsers ask for anew."""
    return Response(worker(), 200, {"cache-control": "no-cache"}, "text/javascript")


def serve_offline(language: str) -> Callable[[Request], Awaitable[Response]]:
    """The handler for the page without network in a language, which the service worker keeps."""

    async def serve(request: Request) -> Response:
        return Response(offline_page(language), 200, {"cache-control": "no-cache"}, "text/html")

    return serve


def seat_routes(to: SeatPages, do: SeatActions) -> list[tuple[str, Callable[[Request], Awaitable[Response]], str]]:
    """What lies below the link of a seat: the ends of paths, their handlers and methods."""
    return [
        ("", to.page, "GET"),
        ("", do.move, "POST"),
        ("/name", do.name, "POST"),
        ("/do", do.do, "POST"),
        ("/more", to.more, "GET"),
        ("/replay", to.replay, "GET"),
        ("/why", to.why, "GET"),
        ("/hands", to.hands, "GET"),
        ("/rules", to.rules, "GET"),
        ("/what", to.what, "GET"),
        ("/manifest", to.manifest, "GET"),
    ]


def same_for_all() -> list[tuple[str, Callable[[Request], Awaitable[Response]]]]:
    """The paths and handlers of what is the same at every table: style, scripts, icons, what is there offline."""
    return [
        (f"/{style_sheet()[0]}", serve_style),
        *((f"/{script(live)[0]}", serve_script(live)) for live in (True, False)),
        *((f"/{name}", serve_icon(name, content)) for name, content in icons().values()),
        ("/worker.js", serve_worker),
        *((offline_path(language), serve_offline(language)) for language in LANGUAGES),
    ]


def serve_pictures(tables: Tables) -> Callable[[Request], Awaitable[Response]]:
    """The handler for pictures of a table's game, which never change under their names."""

    async def serve(request: Request) -> Response:
        table = tables.find(request.path_params["table"])
        picture = table.state.game.looks.pictures.get(request.path_params["picture"]) if table else None
        if picture is None:
            raise HTTPError(404)
        return Response(picture.content, 200, FOREVER | SEEN_ALONE, KINDS[picture.kind])

    return serve


def serve_front(own: str) -> Callable[[Request], Awaitable[Response]]:
    """The handler for the page of visitors without a link; own: the list of their tables, from the server's root."""

    async def serve(request: Request) -> Response:
        text, language = mark("Open the link that the host of your table gave you."), language_of(request)
        return Response(note_page("Stammtisch", text, language, site_path(own)), media_type="text/html")

    return serve


def _awake(tables: Tables, answer: Callable[[Asked], Awaitable[Answered]]) -> Callable[[Asked], Awaitable[Answered]]:
    """Wrap a handler: read a table that rests from the file first."""

    def wake(table_id: str) -> None:
        if table := tables.find(table_id):
            resume(tables, table)

    async def answer_awake(request: Asked) -> Answered:
        table_id = request.path_params.get("table", "")
        if table_id in tables.resting:
            await run_aside(wake, table_id)
        tables.find(table_id)
        return await answer(request)

    return answer_awake


async def _server_error(request: Request, error: Exception) -> Response:
    """The page after an error of the server."""
    return error_page(500, language_of(request))


async def _refused_request(request: Request, error: Exception) -> Response:
    """The page of a refused request."""
    status = error.status if isinstance(error, HTTPError) else getattr(error, "status_code", 400)
    return error_page(status if status in TITLES else 400, language_of(request))


def application(
    tables: Tables,
    host: str = "localhost",
    offers: Sequence[str] = (),
    public: str = "",
    books: PrintedRules | None = None,
    served: bool = True,
    workers: PageWorkers | None = None,
) -> ASGIApp:
    """The server's application for these tables.

    host: the name or address that it listens at; offers: the names of the rulesets that may be played; public: how
    links begin where that is another address than the one that a browser asks for, such as that of a proxy;
    books: printed rules that are known already; served: whether links lead back to a seat later, from anywhere;
    workers: make pages where many are open.
    """
    tables.push = tables.push or make_pusher(tables.store.path.parent, public)
    places = LinkTargets(tables)
    to = SeatPages(tables, places, books or PrintedRules(), served, public, workers)
    do = SeatActions(tables, places, to)
    of, by = HostRoutes(tables, offers, public, to.books), DesignerRoutes(tables)
    turns, own = TurnRoutes(tables, public), own_tables_route(f"{tables.ids}-" if tables.ids else "")
    seat, shared = "/table/{table}/{who}/{token}", "/table/{table}/device/{token}/{seat}"
    routes: list[tuple[str, Callable[[Request], Awaitable[Response]], str]] = [
        *(
            [("/", of.setup, "GET"), ("/", of.begin, "POST")]
            if tables.most_from_one
            else [("/", serve_front(own), "GET")]
        ),
        *((path, answer, "GET") for path, answer in same_for_all()),
        (own, turns.own, "GET"),
        ("/tables/{token}", of.setup, "GET"),
        ("/tables/{token}", of.begin, "POST"),
        # beside every page of a table, as pages name them from where they are
        ("/table/{table}/{page:path}/pictures/{picture}", serve_pictures(tables), "GET"),
        ("/table/{table}/host/{token}", of.host, "GET"),
        ("/table/{table}/host/{token}", of.arrange, "POST"),
        ("/table/{table}/designer/{token}", by.page, "GET"),
        ("/table/{table}/designer/{token}", by.act, "POST"),
        ("/table/{table}/designer/{token}/recording", by.recording, "GET"),
        ("/table/{table}/designer/{token}/position", by.position, "GET"),
        ("/table/{table}/back", of.back, "GET"),
        ("/table/{table}/join/{token}", of.lobby, "GET"),
        ("/table/{table}/join/{token}", of.sit, "POST"),
        ("/table/{table}/device/{token}", to.cover, "GET"),
        *((link + path, answer, method) for link in (shared, seat) for path, answer, method in seat_routes(to, do)),
    ]
    app = Starlette(
        routes=[
            # who reads it automatically opens nothing
            Route("/table/{table}/feed/{token}", turns.feed),
            *(Route(path, _awake(tables, answer), methods=[method]) for path, answer, method in routes),
            WebSocketRoute("/table/{table}/host/{token}/live", _awake(tables, of.follow)),
            WebSocketRoute("/table/{table}/designer/{token}/live", _awake(tables, by.follow)),
            WebSocketRoute(f"{seat}/live", _awake(tables, to.follow)),
        ],
        exception_handlers={HTTPError: _refused_request, HTTPException: _refused_request, Exception: _server_error},
    )
    app.router.redirect_slashes = False
    return Guard(app, own_names(host, public))
