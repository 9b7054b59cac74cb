"""Messages about turns: which browsers want them, and who is told that it is their turn.

A message says which game and which table, and nothing else.
"""

from __future__ import annotations

import base64
import logging
import time
from urllib.parse import urlsplit

from ...base.languages.catalogues import mark, say_in
from ...bots.by_name import HUMAN
from ..play.table import UNCHANGED, Refused, Table
from ..play.tables import Tables
from ..storage.store import NotSaved
from ..storage.table_record import Subscription
from .watch import Watch

LOG = logging.getLogger(__name__)
SECONDS = 1.0
# who chooses within this time is there anyway
PATIENCE = 15.0
TOLD = float("inf")
MOST_AT_A_SEAT = 4
LONGEST = 600
TURN = mark("Your turn at {game}")


def subscribe(tables: Tables, table: Table, seat: int, to: Subscription) -> None:
    """Keep where a browser of a seat gets messages. Raises Refused for what no browser says."""
    if tables.push is None or len(to.endpoint) > LONGEST or not _is_key(to.p256dh, 65) or not _is_key(to.auth, 16):
        raise Refused("Messages to this browser are not possible.")
    if urlsplit(to.endpoint).scheme not in ("https", "http"):
        raise Refused("Messages to this browser are not possible.")
    with table.lock:
        others = [one for one in table.subscriptions if one.endpoint != to.endpoint]
        own = [one for one in others if one.seat == seat]
        gone = own[: max(0, len(own) - MOST_AT_A_SEAT + 1)]
        _keep(tables, table, [*(one for one in others if one not in gone), to])


def unsubscribe(tables: Tables, table: Table, endpoint: str) -> None:
    """Forget where a browser gets messages. Raises Refused if that cannot be saved."""
    with table.lock:
        _keep(tables, table, [one for one in table.subscriptions if one.endpoint != endpoint])


def _keep(tables: Tables, table: Table, found: list[Subscription]) -> None:
    """Save all subscriptions of a table."""
    try:
        tables.store.write_subscriptions(table.id, found)
    except NotSaved:
        raise Refused(UNCHANGED) from None
    table.subscriptions = found


def _is_key(text: str, length: int) -> bool:
    """Whether a text is so many bytes in base64 as browsers write it."""
    try:
        return len(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))) == length
    except ValueError:
        return False


class PushWatch(Watch):
    """Sends a message to whose turn it has been for a while. Use it with `with`."""

    def __init__(self, tables: Tables, seconds: float = SECONDS) -> None:
        super().__init__(seconds)
        self.tables, self.is_needed = tables, tables.push is not None
        # since when a seat has been asked; whoever was asked when the server began has been told before
        self.asked = {(table.id, seat): TOLD for table in tables.tables.values() for seat, _ in table.state.sites()}

    def look(self) -> None:
        """Look at all tables once, and send what is due."""
        now, awake = time.monotonic(), self.tables.tables
        # nothing changes at tables that rest
        asked = {key: since for key, since in self.asked.items() if key[0] not in awake}
        for table in [*self.tables.tables.values()]:
            people = [seat for seat, _ in table.state.sites() if table.seats[seat].kind == HUMAN]
            for seat in () if table.next else people:
                since = self.asked.get((table.id, seat), now)
                if now - since >= PATIENCE:
                    since = TOLD
                    self._tell(table, seat)
                asked[table.id, seat] = since
        self.asked = asked

    def _tell(self, table: Table, seat: int) -> None:
        """Send a message to all browsers of a seat."""
        pusher = self.tables.push
        assert pusher is not None
        for one in [one for one in table.subscriptions if one.seat == seat]:
            game = table.state.game.name
            content = {"title": say_in(one.language, TURN, game=game), "table": table.id}
            try:
                if not pusher.send(one, content):
                    unsubscribe(self.tables, table, one.endpoint)
            except (OSError, Refused):
                # without the address, which belongs to somebody
                LOG.warning("a message about a turn could not be sent")
