"""A chat hears whose turn it is at a table: where the server allows it and the host has given the chat's address.

It hears what everybody knows: of several who choose at the same time not who has chosen already.
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable
from dataclasses import replace

from ...base.languages.catalogues import mark, say_in
from ...bots.by_name import HUMAN
from ...seats.perception.events import perception_of
from ...seats.perception.scenes import scene_of
from ...seats.running_game import game_wording
from ...seats.visibility import ONLOOKER
from ..play.background import call_later
from ..play.outgoing import post_json, public_address
from ..play.seats import set_field
from ..play.table import Refused, Table
from ..play.tables import Tables
from ..play.undo import SEALED
from .push import PATIENCE, SECONDS, TOLD
from .watch import Watch

LOG = logging.getLogger(__name__)
LONGEST = 600
TURNS = mark("{game}: {players} to choose")
# what chats read as more than letters
MARKS = re.compile(r"[<>&@`*_~|\[\]()\\]")


def set_webhook(tables: Tables, table: Table, address: str, language: str) -> None:
    """Let a chat hear whose turn it is ("": none any more). Raises Refused for what is no address on the internet."""
    address = address.strip()
    if tables.find_hook is None:
        raise Refused("This server sends nothing to chats.")
    if address and (len(address) > LONGEST or not address.isascii() or not tables.find_hook(address)):
        raise Refused("Give an address that begins with https:// and leads to the internet.")
    with table.lock:
        settings = replace(table.host_settings, hook=address, hook_language=language)
        set_field(tables, table, "settings", settings.to_json())


def allow_webhooks(tables: Tables, find_address: Callable[[str], str] = public_address) -> None:
    """Let hosts give addresses of chats. find_address: where a message for one is sent, "" if it is not allowed."""
    tables.find_hook = find_address


class HookWatch(Watch):
    """Tells chats whose turn it has been for a while. Use it with `with`.

    `asked`: for each table what everybody knew when somebody was asked, and since when; TOLD once it was told.
    """

    def __init__(self, tables: Tables, seconds: float = SECONDS) -> None:
        super().__init__(seconds)
        self.tables, self.is_needed = tables, tables.find_hook is not None
        # what was asked when the server began has been told before
        begun = tables.tables.values() if tables.find_hook is not None else ()
        self.asked = {table.id: (_moment(table), TOLD) for table in begun}

    def look(self) -> None:
        """Look at all tables once, and send what is due."""
        now, awake = time.monotonic(), self.tables.tables
        # nothing changes at tables that rest
        asked = {table_id: told for table_id, told in self.asked.items() if table_id not in awake}
        for table in [*awake.values()]:
            moment = _moment(table)
            known, since = self.asked.get(table.id, ("", now))
            if known != moment:
                since = now
            if now - since >= PATIENCE:
                since = TOLD
                self._tell(table)
            asked[table.id] = moment, since
        self.asked = asked

    def _tell(self, table: Table) -> None:
        """Tell the chat of a table whose turn it is, if it has one and a person has to choose."""
        settings, find = table.host_settings, self.tables.find_hook
        pending = () if table.next or table.state.over else scene_of(table.state, ONLOOKER).pending
        people = [seat for seat in pending if table.seats[seat].kind == HUMAN]
        if not settings.hook or not people or find is None:
            return
        language = settings.hook_language
        wording = game_wording(table.state.game, table.names, language)
        players = wording.join([MARKS.sub("", str(wording.player(seat))) for seat in people])
        text = say_in(language, TURNS, game=table.state.game.name, players=players)
        # a chat that does not answer keeps no other waiting
        call_later(0, _send, settings.hook, text, find)


def _send(address: str, text: str, find: Callable[[str], str]) -> None:
    """Send a text to a chat."""
    try:
        post_json(address, {"text": text}, find)
    except OSError:
        # without the address, which belongs to somebody
        LOG.warning("a chat could not be told whose turn it is")


def _moment(table: Table) -> str:
    """What changes whenever everybody learns something of a table, or something is taken back."""
    undone = sum(one.way != SEALED for one in table.undone)
    return f"{undone}.{len(perception_of(table.state, ONLOOKER).log.events)}"
