"""Limits where anybody can set up tables: so many from one internet address, and those that nobody opens expire.

What has to outlive the server lies beside the file of tables: when each was opened last, and from where it was set up
(not the address itself, but a digest of it).
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import json
import logging
import time
from pathlib import Path

from ...base import files
from ...base.errors import UsageError
from ..play.tables import Tables
from ..storage.store import NotSaved
from .watch import Watch

LOG = logging.getLogger(__name__)
FILE = "tables-guests.json"
FORMAT = "stammtisch guests 1"
SECONDS_BETWEEN = 300.0
DAY = 86_400.0


class Guests(Watch):
    """Who has set up which tables, and when each was opened last. Use it with `with`.

    most: tables from one address, 0 if nobody but the host sets up tables. days: after which a table that nobody opens
    is deleted, 0 for never.
    """

    def __init__(self, tables: Tables, most: int, days: int) -> None:
        super().__init__(SECONDS_BETWEEN)
        self.tables, self.most, self.days = tables, most, days
        self.file: Path = tables.store.path.with_name(FILE)
        data = files.read_json(self.file, FORMAT, "a list of guests' tables") if self.file.exists() else {}
        tables.sources.update({str(key): str(value) for key, value in data.get("from", {}).items()})
        tables.last_used.update({str(key): float(value) for key, value in data.get("used", {}).items()})
        tables.most_from_one = most

    def __exit__(self, *error: object) -> None:
        super().__exit__(*error)
        self.save()

    def look(self) -> None:
        """Delete tables that nobody opens, and save; the next look is in some minutes."""
        self.expire(time.time())
        self.save()

    def expire(self, now: float) -> None:
        """Delete the tables that nobody has opened for too long. now: seconds, as of `time.time`."""
        for table_id in [*self.tables.order]:
            awake = self.tables.tables.get(table_id)
            used = self.tables.last_used.setdefault(table_id, now)
            if awake is not None and awake.listeners:
                self.tables.last_used[table_id] = now
            elif self.days and now - used >= self.days * DAY and (table := self.tables.find(table_id)):
                try:
                    self.tables.delete(table)
                except NotSaved as error:
                    LOG.error("%s", error)

    def save(self) -> None:
        """Write what has to outlive the server, if there are limits; a failure is said, and tried again later."""
        if not (self.most or self.days):
            return
        there = {*self.tables.order}
        data = {
            "format": FORMAT,
            "used": {key: round(value) for key, value in self.tables.last_used.items() if key in there},
            "from": {key: value for key, value in self.tables.sources.items() if key in there},
        }
        try:
            files.write(self.file, json.dumps(data).encode())
            self.file.chmod(0o600)
        except (UsageError, OSError) as error:
            LOG.error("%s", error)


def is_near(address: str) -> bool:
    """Whether an address is of this machine or its own network, where a proxy stands."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    return found.is_loopback or found.is_private


def source_of(tables: Tables, address: str) -> str:
    """A digest of an internet address: of IPv6 its first half, as a household has all of the rest."""
    try:
        found = ipaddress.ip_address(address)
        text = str(ipaddress.ip_network((found, 64), strict=False)) if found.version == 6 else str(found)
    except ValueError:
        text = address
    return hmac.new(tables.store.token.encode(), text.encode(), hashlib.sha256).hexdigest()[:24]
