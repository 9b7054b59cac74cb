"""Routes of the designer's link: it shows everything and may do everything, and all players see that it exists."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.websockets import WebSocket

from ...base.display_names import Wording
from ...base.errors import ChoiceError, GameError, UsageError
from ...base.languages.catalogues import say_count_in
from ...seats.offers import offered
from ...seats.visibility import ONLOOKER
from ..pages.designer_page import designer_page, designer_pieces, position_page
from ..pages.links import next_game_path, table_path
from ..pages.pictures import Update
from ..play.background import run_aside
from ..play.moves import commit_choices, let_bots_play
from ..play.notes import leave_note
from ..play.positions import begin_earlier, begin_scenario, earlier_positions, set_up_position
from ..play.recordings import recording_content
from ..play.rematch import carry_over, restart
from ..play.table import OLD, UNKEPT, WRONG, Refused, Table, moment, said
from ..play.tables import Tables
from ..play.undo import go_back
from ..storage.store import NotSaved
from ..storage.tokens import tokens_match
from .guard import HTTPError, language_of, parse_number, read_form
from .live import Live, is_live, refusal

MOST_DESIGNERS = 8
# bytes of a position, as it is sent
MOST_POSITION = 32_768


class DesignerRoutes:
    """Route handlers of the designer's pages."""

    def __init__(self, tables: Tables) -> None:
        self.tables, self.live = tables, Live()

    def find_table(self, request: HTTPConnection) -> Table:
        """The table of a designer's link. Raises HTTPError."""
        table = self.tables.tables.get(request.path_params["table"])
        if table is None or not tokens_match(request.path_params["token"], table.designer):
            raise HTTPError(404)
        return table

    async def page(self, request: Request) -> Response:
        table = self.find_table(request)
        if table.next and not table.state.over and (there := self.tables.find(table.next)):
            return RedirectResponse(table_path(there, "designer"), 303)
        return await run_aside(self.show_page, table, language_of(request))

    def show_page(self, table: Table, language: str, notice: str = "") -> Response:
        """The designer's page now."""
        with table.lock:
            content = designer_page(table, next_game_path(self.tables, table, ONLOOKER), notice, language)
        return Response(content, 409 if notice else 200, media_type="text/html")

    async def follow(self, socket: WebSocket) -> None:
        """Keep a designer's open page up to date."""
        try:
            table = self.find_table(socket)
        except HTTPError:
            await socket.close()
            return
        language, token = language_of(socket), table.designer

        def pieces() -> Update | None:
            if table.deleted or table.designer != token or (table.next and not table.state.over):
                return None
            return Update(designer_pieces(table, next_game_path(self.tables, table, ONLOOKER), language)[1])

        await self.live.follow(socket, table, f"/table/{table.id}/designer", MOST_DESIGNERS, pieces, language)

    async def position(self, request: Request) -> Response:
        """The page to set up a position."""
        return await run_aside(self.show_position, self.find_table(request), language_of(request))

    def show_position(self, table: Table, language: str, notice: str = "", text: str = "") -> Response:
        """The page to set up a position, with the text that was refused."""
        # it takes seconds, for which nobody else has to wait
        with table.lock:
            now = replace(table, state=table.state.clone(), seats=[*table.seats])
        content = position_page(now, earlier_positions(self.tables, table), notice, text, language)
        return Response(content, 409 if notice else 200, media_type="text/html")

    async def recording(self, request: Request) -> Response:
        """The game so far as a recording."""
        table = self.find_table(request)
        content = await run_aside(recording_content, table)
        name = f"{table.header['ruleset']}-{table.id}.jsonl"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(content, 200, headers, "application/jsonl")

    async def act(self, request: Request) -> Response:
        """Do what a designer's form asks for."""
        table = self.find_table(request)
        sent = await read_form(request, size=MOST_POSITION)
        do, to = sent.get("do"), parse_number(sent.get("to", "0"))
        text, language = sent.get("text", ""), language_of(request)
        places: dict[str | None, Callable[[], Table]] = {
            "scenario": lambda: begin_scenario(self.tables, table, sent.get("words", "")),
            "earlier": lambda: begin_earlier(self.tables, table, sent.get("table", "")),
            "put": lambda: set_up_position(self.tables, table, text),
        }
        if do in places:
            return await run_aside(self.go_to_position, table, places[do], text, language)
        acts: dict[str | None, Callable[[], object]] = {
            "choose": lambda: self.choose(
                table, to, sent.get("moment", ""), parse_number(sent.get("option")), language
            ),
            "stop": lambda: self.allow_bots(table, 0),
            "step": lambda: self.allow_bots(table, 1),
            "go": lambda: self.allow_bots(table, -1),
            "back": lambda: self.put_back(table, to, language),
            "note": lambda: leave_note(self.tables, table, ONLOOKER, text),
            "restart": lambda: restart(self.tables, table),
            "carry": lambda: carry_over(self.tables, table),
        }
        if do not in acts:
            raise HTTPError(400)
        if do == "choose":
            parse_number(sent.get("option"))

        def answer() -> Response:
            try:
                acts[do]()
            except (Refused, UsageError) as refused:
                why = said(refused, language)
                return refusal(why, language) if is_live(request) else self.show_page(table, language, why)
            return Response(status_code=204) if is_live(request) else RedirectResponse(request.url.path, 303)

        return await run_aside(answer)

    def go_to_position(self, table: Table, place: Callable[[], Table], text: str, language: str) -> Response:
        """Set up a position and redirect to it; `text` is what was written for it."""
        try:
            found = place()
        except (Refused, UsageError) as refused:
            return self.show_position(table, language, said(refused, language), text)
        return RedirectResponse(table_path(found, "designer"), 303)

    def allow_bots(self, table: Table, choices: int) -> None:
        """Let bots make so many choices (-1: without limit)."""
        with table.lock:
            table.allowed = choices
            table.notify()
        let_bots_play(self.tables, table)

    def choose(self, table: Table, seat: int, at: str, option: int, language: str) -> None:
        """Choose for a seat, whoever sits there, and note it. Raises Refused if that is not possible."""
        with table.lock:
            if not 0 <= seat < len(table.seats) or at != moment(table.state, seat, table.seats[seat].epoch):
                raise Refused(OLD)
            numbers = offered(table.state, seat) if seat in dict(table.state.sites()) else []
            if not 0 <= option < len(numbers):
                raise Refused(WRONG)
            try:
                commit_choices(self.tables, table, seat, [numbers[option]])
            except NotSaved:
                raise Refused(UNKEPT) from None
            except (GameError, ChoiceError) as error:
                raise Refused("The rules fail with that choice: {why}", why=error) from None
            wording = Wording(players=(*table.names,), language=language)
            self._leave_note(table, wording.say("The designer chose for {player}.", player=wording.player(seat)))
        let_bots_play(self.tables, table)

    def put_back(self, table: Table, decisions: int, language: str) -> None:
        """Return the game to where so many choices had been made; it is noted, and all see it."""
        with table.lock:
            if not 0 <= decisions < table.state.decisions or table.next:
                raise Refused("The game cannot go back to there.")
            # bots would at once choose the same again
            table.allowed = 0
            go_back(self.tables, table, decisions, ONLOOKER)
            words = say_count_in(
                language,
                "The designer put the game back to where {number} choice had been made.",
                "The designer put the game back to where {number} choices had been made.",
                decisions,
            )
            self._leave_note(table, words)

    def _leave_note(self, table: Table, text: str) -> None:
        """Leave a note, if there is still room for one."""
        with suppress(Refused):
            leave_note(self.tables, table, ONLOOKER, text)
