"""All tables of a server: those in use in memory, all in the store."""

from __future__ import annotations

import json
import logging
import re
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from ...base.captions import sentence
from ...base.diagnostics import RulesetError
from ...base.errors import UsageError
from ...base.languages.catalogues import mark
from ...game.game import Game, starting_game
from ...game.state import State
from ...records.recording_reader import RecordedChoice
from ..storage.store import Store, as_recording
from ..storage.table_record import Seat, StoredTable, TableRecord, Vote
from ..storage.tokens import new_name, new_token
from .clocks import make_clock
from .pusher import Pusher
from .recordings import remove_recording, write_recording
from .table import Table

LOG = logging.getLogger(__name__)
MOST_TABLES = 1000
WORD = re.compile(r"[a-z0-9]{0,12}")
# a table is dropped from memory this many seconds after its last use
REST_OVER = 60.0
REST_IDLE = 600.0
# by which a timer may be late
A_WHILE = 30.0


@dataclass(frozen=True)
class TableSummary:
    """A table in the list of all: its id, its game, who plays, whether it is over, the token of its host's link."""

    id: str
    game: str
    names: list[str]
    over: bool
    host: str


class Tables:
    """All tables of a server: those in use in memory, all in the store, from which they are read again.

    `resting` are those that are in the store alone. `unread` says which kept tables cannot be resumed, and why.
    `last_used`: when a table was asked for last, as of `time.time`. `sources`: from where guests have set up tables,
    and `most_from_one` how many may come from one source, 0 where guests set up none.
    `ids`: the word with which the ids of new tables begin.
    """

    def __init__(self, store: Store, ids: str = "") -> None:
        self.store, self.ids = store, ids
        # sends messages to browsers whose page is closed, if this server can
        self.push: Pusher | None = None
        # where a message for a chat is sent, by the chat's address, if this server sends any
        self.find_hook: Callable[[str], str] | None = None
        self.tables: dict[str, Table] = {}
        self.resting: dict[str, TableSummary] = {}
        self.last_used: dict[str, float] = {}
        self.sources: dict[str, str] = {}
        self.most_from_one = 0
        self.waking = threading.Lock()
        # one bot thinks at a time, as all share the search machine
        self.looking_ahead = threading.Lock()
        # tables with the same rules, players and settings share a compiled game
        self.games: WeakValueDictionary[str, Game] = WeakValueDictionary()
        self.unread = [*store.notices]
        # how many choices games of bots have, by rules, players and settings, and finished ones, by their recording too
        self.lengths: dict[str, int] = {}
        self.order = store.ids()
        for table_id in [*self.order]:
            try:
                kept = store.read_table(table_id)
                if store.recording_path(kept.game.header, table_id).exists():
                    self.resting[table_id] = TableSummary(
                        table_id, kept.game.header["game"], kept.names, True, kept.host
                    )
                else:
                    self.tables[table_id] = self._read(kept)
            except UsageError as error:
                self.order.remove(table_id)
                self.unread.append(str(error))

    def _read(self, kept: StoredTable) -> Table:
        """A stored table with its current game. Raises UsageError if it cannot be resumed."""
        try:
            state = kept.game.played(game=self.games.get(rules_key(kept.game.header)))
        except (UsageError, RulesetError) as error:
            raise UsageError(f"table {kept.id} cannot be resumed: {error}") from None
        self.games[rules_key(kept.game.header)] = starting_game(state)
        return _make_table(kept, state)

    # -- which are in memory

    def find(self, table_id: str, opens: bool = True) -> Table | None:
        """A table, read again if it rests; None if there is none, or it cannot be read any more.

        opens: whether somebody opens it, so that it does not expire.
        """
        found = self.tables.get(table_id)
        if found is None and table_id in self.resting:
            with self.waking:
                found = self.tables.get(table_id) or self._wake(table_id)
        if found is not None:
            found.used = time.monotonic()
            if opens:
                self.last_used[table_id] = time.time()
        return found

    def _wake(self, table_id: str) -> Table | None:
        try:
            table = self._read(self.store.read_table(table_id))
        except UsageError as error:
            LOG.error("%s", error)
            return None
        if not table.state.over:
            remove_recording(self.store, table)
        self.tables[table_id] = table
        del self.resting[table_id]
        return table

    def rest(self, over: float = REST_OVER, idle: float = REST_IDLE) -> None:
        """Drop idle tables from memory: no page is open, and nobody has asked for them for so many seconds."""
        for table in [*self.tables.values()]:
            with self.waking:
                if not table.lock.acquire(blocking=False):
                    continue
                try:
                    since = time.monotonic() - table.used
                    if since >= (over if table.state.over else idle) and not self._busy(table):
                        self.resting[table.id] = _summary(table)
                        del self.tables[table.id]
                finally:
                    table.lock.release()

    def _busy(self, table: Table) -> bool:
        """Whether a table must stay in memory: something goes on by itself, or is held in memory alone."""
        voting = bool(table.vote) and Vote.from_json(table.vote).wait > 0 and table.due > time.monotonic() - A_WHILE
        deciding = any(table.bots[seat] for seat, _ in table.state.sites())
        remembered = bool(table.trouble) or table.allowed >= 0
        counting = table.timer is not None and bool(table.timer.runs)
        return counting or bool(table.listeners) or table.thinking is not None or voting or deciding or remembered

    def summaries(self) -> list[TableSummary]:
        """The summaries of all tables, in the order in which they were begun."""
        with self.waking:
            awake = [*self.tables.items()]
            found = self.resting | {table_id: _summary(table) for table_id, table in awake}
            return [found[table_id] for table_id in self.order if table_id in found]

    def add(
        self,
        header: dict[str, Any],
        state: State,
        seats: list[Seat],
        after: Table | None = None,
        settings: str = "",
        source: str = "",
    ) -> Table:
        """Add a table for a game with this recording header; `after` is the table it follows, if any.

        settings: what the host has set, and source: from where a guest sets it up, those of the table before if there
        is one.

        Raises NotKept where it cannot be kept, UsageError where there are too many.
        """
        if sum(not table.state.over and not table.next for table in [*self.tables.values()]) >= MOST_TABLES:
            raise UsageError(
                sentence(mark("{number} games are under way on this server; it takes no more"), number=MOST_TABLES)
            )
        source = self.sources.get(after.id, "") if after is not None else source
        self.require_room(source)
        choices = [RecordedChoice(link.seat, link.position, link.count, link.number) for link in state.choices()]
        host, watch, lobby, device = (new_token() for _ in range(4))
        designer = new_token() if after is not None and after.designer else ""
        links: dict[str, Any] = {"host": host, "watch": watch, "lobby": lobby, "device": device, "designer": designer}
        links["settings"] = after.settings if after is not None else settings
        kept = StoredTable(id=new_name(self.ids), seats=seats, game=as_recording("", header, choices), **links)
        self.store.add_table(kept, after.id if after is not None else "")
        table = self.tables[kept.id] = _make_table(kept, state)
        self.order.append(kept.id)
        if source:
            self.sources[kept.id] = source
        if after is not None:
            after.next = table.id
            after.notify()
        return table

    def require_room(self, source: str) -> None:
        """Raise UsageError if there are as many tables from one source as there may be."""
        here = sum(self.sources.get(table_id) == source for table_id in self.order) if source else 0
        if here >= self.most_from_one > 0:
            raise UsageError(
                sentence(
                    mark("{number} tables were set up from your address already; delete one of them"),
                    number=self.most_from_one,
                )
            )

    def delete(self, table: Table) -> None:
        """Delete a table: its links lead nowhere. A recording of its game stays. Raises NotSaved."""
        with table.lock, self.waking:
            self.store.delete_table(table.id)
            table.deleted = True
            self.tables.pop(table.id, None)
            self.order.remove(table.id)
            table.notify()
        for other in [*self.tables.values()]:
            with other.lock:
                if other.next == table.id:
                    other.next = ""
                    other.notify()

    def write_recordings(self) -> list[str]:
        """Write recordings of the finished games in memory; return the reasons of failures."""
        troubles = []
        for table in [*self.tables.values()]:
            if table.state.over:
                try:
                    write_recording(self.store, table)
                except UsageError as error:
                    troubles.append(str(error))
        return troubles

    def shared_game(self, header: dict[str, Any], game: Game) -> Game:
        """The compiled game shared by tables with the same rules, players and settings; this one if there is none."""
        return self.games.setdefault(rules_key(header), game)

    @property
    def setup_token(self) -> str:
        """The token of the page to set up tables; it begins as their ids do."""
        return f"{self.ids}{'-' if self.ids else ''}{self.store.token}"


def open_tables(folder: Path, ids: str = "") -> Tables:
    """Open the tables of a folder; `ids`: the prefix of new tables' ids.

    Games that are over lie beside them as recordings: those that have none yet are written.
    Raises UsageError where its file cannot be used, or for a word that cannot stand there.
    """
    if not WORD.fullmatch(ids):
        raise UsageError(f"--id-prefix {ids}: at most twelve lower-case letters and digits, for example a")
    tables = Tables(Store(folder), ids)
    # those that have a recording rest
    tables.unread += tables.write_recordings()
    return tables


def rules_key(header: dict[str, Any]) -> str:
    """The part of a recording header that is the same for all recordings of a game."""
    return json.dumps([header["hash"], header["players"], header["options"]], sort_keys=True)


def _make_table(kept: StoredTable, state: State) -> Table:
    """A table from its stored record and current state."""
    besides = {field.name: getattr(kept, field.name) for field in fields(TableRecord)}
    timer = make_clock(kept.host_settings.clock, len(kept.seats), kept.clock)
    return Table(state=state, header=kept.game.header, timer=timer, **besides)


def _summary(table: Table) -> TableSummary:
    """The summary of a table."""
    return TableSummary(table.id, table.state.game.name, table.names, table.state.over, table.host)
