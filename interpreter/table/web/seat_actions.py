"""Actions from the page of a seat: moves, names, undo, votes, notes, the next game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ...base.errors import UsageError
from ...bots.by_name import HUMAN
from ..pages.links import site_path
from ..play.background import run_aside
from ..play.chat import post_message
from ..play.moves import make_move
from ..play.notes import leave_note
from ..play.rematch import begin_rematch
from ..play.seats import rename_seat
from ..play.table import Refused, Table, said
from ..play.tables import Tables
from ..play.undo import take_back
from ..play.votes import AWAY, BACK, SKIP, answer, come_back, propose
from ..storage.table_record import Subscription
from ..watches.push import subscribe, unsubscribe
from .guard import HTTPError, parse_number, read_form
from .link_targets import LinkTarget, LinkTargets
from .live import is_live, refusal
from .rates import Rates
from .seat_cookies import set_seat_cookie
from .seat_routes import SeatPages

MOST_IN_A_SET = 200
# messages of one seat: at once, and per second after that
MOST_MESSAGES = (5, 0.25)


class SeatActions:
    """Does what a form from a seat's page asks for, and answers with a redirect or the reason of a refusal."""

    def __init__(self, tables: Tables, places: LinkTargets, pages: SeatPages) -> None:
        self.tables, self.places, self.pages = tables, places, pages
        self.talk_rates = Rates(*MOST_MESSAGES)

    async def move(self, request: Request) -> Response:
        place = self.places.find_player(request)
        sent = await read_form(request, MOST_IN_A_SET, "option")
        at, whole = sent.get("moment", ""), sent.get("whole") == "1"
        if not (whole or "option" in sent):
            raise HTTPError(400)
        options = [parse_number(word) for word in sent["option"].split(",")] if "option" in sent else []
        act = partial(make_move, self.tables, place.table, place.seat, at, options, whole)
        return await run_aside(self.answer_after, place, act, is_live(request))

    async def name(self, request: Request) -> Response:
        place = self.places.find_player(request)
        sent = await read_form(request)
        act = partial(rename_seat, self.tables, place.table, place.seat, sent.get("name", ""), sent.get("colour"))
        return await run_aside(self.answer_after, place, act, is_live(request))

    def answer_after(self, place: LinkTarget, do: Callable[[], object], live: bool = False) -> Response:
        """Do something for a seat; redirect to its page, or show it with the reason of a refusal.

        live: the page stays open and is told what changes; it is answered with the reason alone.
        """
        try:
            do()
        except (Refused, UsageError) as refused:
            text = said(refused, place.language)
            return refusal(text, place.language) if live else self.pages.show_seat(place, text)
        return Response(status_code=204) if live else RedirectResponse(place.cover or place.link, 303)

    def say(self, table: Table, seat: int, text: str) -> None:
        """Say something to all at the table. Raises Refused, also for what comes too fast."""
        if not self.talk_rates.allow((table.id, seat)):
            raise Refused("That was fast. Wait a moment, then say it.")
        post_message(self.tables, table, seat, text)

    def set_push(self, request: Request, place: LinkTarget, sent: dict[str, str]) -> Response:
        """Send messages about turns of a seat to a browser, or no longer (without its keys)."""
        endpoint, table, seat = sent.get("endpoint", ""), place.table, place.seat
        try:
            if "auth" not in sent:
                unsubscribe(self.tables, table, endpoint)
                return Response(status_code=204)
            keys = sent.get("p256dh", ""), sent["auth"]
            subscribe(self.tables, table, seat, Subscription(seat, endpoint, *keys, place.language))
        except Refused as refused:
            return refusal(said(refused, place.language), place.language)
        response = Response(status_code=204)
        set_seat_cookie(response, table, seat, True, site_path(f"/table/{table.id}/back"))
        return response

    async def do(self, request: Request) -> Response:
        """Do an action other than a move."""
        place = self.places.find_player(request)
        sent = await read_form(request)
        tables, table, seat, what = self.tables, place.table, place.seat, sent.get("do")
        acts: dict[str | None, Callable[[], object]] = {
            "back": lambda: take_back(tables, table, seat, sent.get("at", "")),
            "yes": lambda: answer(tables, table, seat, True),
            "no": lambda: answer(tables, table, seat, False),
            "vote-back": lambda: propose(tables, table, seat, BACK, parse_number(sent.get("to"))),
            "vote-away": lambda: propose(tables, table, seat, AWAY, parse_number(sent.get("to"))),
            "say": lambda: self.say(table, seat, sent.get("text", "")),
            "vote-skip": lambda: propose(tables, table, seat, SKIP, parse_number(sent.get("to"))),
            "note": lambda: leave_note(tables, table, seat, sent.get("text", "")),
            "return": lambda: come_back(tables, table, seat),
            "again": lambda: begin_rematch(tables, table),
        }
        if what == "push":
            return await run_aside(self.set_push, request, place, sent)
        if what not in acts:
            raise HTTPError(400)
        if table.seats[seat].kind != HUMAN and what not in ("return", "note", "say", "again"):
            raise HTTPError(405)
        if what in ("vote-back", "vote-away", "vote-skip"):
            parse_number(sent.get("to"))
        return await run_aside(self.answer_after, place, acts[what], is_live(request))
