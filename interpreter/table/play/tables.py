"""Tables at which games are played: who sits there, and moves that are made, kept, and only then shown."""

from __future__ import annotations

import io
import json
import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any
from weakref import WeakValueDictionary

from ...base.diagnostics import RulesetError
from ...base.errors import ChoiceError, GameError, UsageError
from ...base.lookalikes import composed, visible
from ...bots.named import HUMAN, bot
from ...bots.table import Table as Bots
from ...front.api import Ruleset
from ...game.game import Game
from ...game.state import State
from ...records.recorded import Chosen
from ...records.recording import GameRecorder
from ...seats.offers import offered
from ..storage.store import NotKept, Store, recorded
from ..storage.table_record import Besides, Kept, Seat, Vote
from ..storage.tokens import new_name, new_token
from .sets import WrongCount, made
from .table import FAILED, OLD, UNCHANGED, UNKEPT, WRONG, Refused, Table, moment

LOG = logging.getLogger(__name__)
LONGEST_NAME = 24
MOST_TABLES = 1000
PAUSE = 0.4
# so many seconds after somebody has asked for it last a table is let go of
REST_OVER = 60.0
REST_IDLE = 600.0
# by which a timer may be late
A_WHILE = 30.0


@dataclass(frozen=True)
class Listed:
    """A table in the list of all: its id, its game, who plays, whether it is over, the token of its host's link."""

    id: str
    game: str
    names: list[str]
    over: bool
    host: str


class Tables:
    """All tables of a server: those that somebody uses in memory, all in its store; those kept there are here again.

    `resting` are those that are in the store alone. `unread` says which kept tables cannot be gone on with, and why.
    `ended` is called when a game is over, `reopened` when one goes back from there.
    `ids`: the word with which the ids of new tables begin.
    """

    def __init__(self, store: Store, ids: str = "") -> None:
        self.store, self.ids = store, ids
        self.tables: dict[str, Table] = {}
        self.resting: dict[str, Listed] = {}
        self.waking = threading.Lock()
        self.ended: Callable[[Table], object] = lambda table: None
        self.reopened: Callable[[Table], object] = lambda table: None
        # one bot thinks at a time, as all share what looks ahead
        self.looking_ahead = threading.Lock()
        # tables with the same rules, players and settings share what is compiled of them
        self.games: WeakValueDictionary[str, Game] = WeakValueDictionary()
        self.unread = [*store.notices]
        self.order = store.ids()
        for table_id in [*self.order]:
            try:
                kept = store.kept(table_id)
                if store.recording(kept.game.header, table_id).exists():
                    self.resting[table_id] = Listed(table_id, kept.game.header["game"], kept.names, True, kept.host)
                else:
                    self.tables[table_id] = self._read(kept)
            except UsageError as error:
                self.order.remove(table_id)
                self.unread.append(str(error))

    def _read(self, kept: Kept) -> Table:
        """A table that was kept, with its game as it stands. Raises UsageError where that cannot be gone on with."""
        try:
            state = kept.game.played(game=self.games.get(_rules(kept.game.header)))
        except (UsageError, RulesetError) as error:
            raise UsageError(f"table {kept.id} cannot be gone on with: {error}") from None
        self.games[_rules(kept.game.header)] = state.game
        return _table(kept, state)

    # -- which are in memory

    def find(self, table_id: str) -> Table | None:
        """A table, read again if it rests; None where there is none, or it cannot be read any more."""
        found = self.tables.get(table_id)
        if found is None and table_id in self.resting:
            with self.waking:
                found = self.tables.get(table_id) or self._woken(table_id)
        if found is not None:
            found.used = time.monotonic()
        return found

    def _woken(self, table_id: str) -> Table | None:
        try:
            table = self._read(self.store.kept(table_id))
        except UsageError as error:
            LOG.error("%s", error)
            return None
        if not table.state.over:
            self.reopened(table)
        self.tables[table_id] = table
        del self.resting[table_id]
        return table

    def rest(self, over: float = REST_OVER, idle: float = REST_IDLE) -> None:
        """Lets go of tables at which nothing goes on: no page is open, nobody has asked for one for so many seconds."""
        for table in [*self.tables.values()]:
            with self.waking:
                if not table.lock.acquire(blocking=False):
                    continue
                try:
                    since = time.monotonic() - table.used
                    if since >= (over if table.state.over else idle) and not self._busy(table):
                        self.resting[table.id] = _listed(table)
                        del self.tables[table.id]
                finally:
                    table.lock.release()

    def _busy(self, table: Table) -> bool:
        """Whether something at a table goes on by itself, or is remembered that is in memory alone."""
        voting = bool(table.vote) and Vote.read(table.vote).wait > 0 and table.due > time.monotonic() - A_WHILE
        deciding = any(table.bots[seat] for seat, _ in table.state.sites())
        remembered = bool(table.trouble) or table.allowed >= 0
        return bool(table.listeners) or table.thinking is not None or voting or deciding or remembered

    def listed(self) -> list[Listed]:
        """What is said of all tables where they are listed, in the order in which they were begun."""
        with self.waking:
            awake = [*self.tables.items()]
            found = self.resting | {table_id: _listed(table) for table_id, table in awake}
            return [found[table_id] for table_id in self.order if table_id in found]

    @property
    def rooms(self) -> str:
        """The token of the page on which tables are set up; it begins as their ids do."""
        return f"{self.ids}{'-' if self.ids else ''}{self.store.token}"

    def begin(
        self,
        ruleset: Ruleset,
        state: State,
        kinds: Sequence[str],
        links: bool = True,
    ) -> Table:
        """A new table for a game that has just begun; kinds: HUMAN or the name of a bot for each seat.

        links: whether people's seats have links from the start; else each gets one when somebody sits down there.
        Raises NotKept where it cannot be kept, UsageError where there are too many.
        """
        names = state.game.program.names["player"]
        header = GameRecorder(io.BytesIO(), ruleset, state, names, {"seats": [*kinds]}).header
        game = self.games.setdefault(_rules(header), state.game)
        if game is not state.game and not state.decisions:
            state = game.start(state.seed)
        seats = [
            Seat(new_token() if links and kind == HUMAN else "", name, kind)
            for name, kind in zip(names, kinds, strict=True)
        ]
        return self.add(header, state, seats)

    def add(self, header: dict[str, Any], state: State, seats: list[Seat], after: Table | None = None) -> Table:
        """A new table for a game with the first line of its recording; `after` is the one that it follows, if any.

        Raises as `begin`.
        """
        if sum(not table.state.over and not table.next for table in [*self.tables.values()]) >= MOST_TABLES:
            raise UsageError(f"{MOST_TABLES} games are under way here: more than that are too many for one server")
        choices = [Chosen(link.seat, link.position, link.count, link.number) for link in state.choices()]
        host, watch, lobby, device = (new_token() for _ in range(4))
        designer = new_token() if after is not None and after.designer else ""
        links: dict[str, Any] = {"host": host, "watch": watch, "lobby": lobby, "device": device, "designer": designer}
        kept = Kept(id=new_name(self.ids), seats=seats, game=recorded("", header, choices), **links)
        self.store.begin(kept, after.id if after is not None else "")
        table = self.tables[kept.id] = _table(kept, state)
        self.order.append(kept.id)
        if after is not None:
            after.next = table.id
            after.changed()
        return table

    def like(self, ruleset: Ruleset, state: State, kinds: Sequence[str], seed: int | None) -> Table | None:
        """The last table that is under way with the same rules, players, settings and bots, and this seed if given.

        The bots are those that it was begun with. What was set up somewhere else than at its start is not it.
        """
        wanted = ruleset.hash, state.game.players, state.game.program.options
        for table in reversed(self.tables.values()):
            program = table.state.game.program
            same_game = (program.hash, program.players, program.options) == wanted and seed in (None, table.state.seed)
            play = table.header.get("play", {})
            begun = play.get("seats", [seat.kind for seat in table.seats])
            # in a next game those who play have changed seats
            same_seats = sorted(begun) == sorted(kinds) if "from" in play else begun == list(kinds)
            elsewhere = table.state.over or table.next or "position" in table.header
            if same_game and same_seats and not elsewhere:
                return table
        return None

    # -- moves

    def move(self, table: Table, seat: int, at: str, options: Sequence[int], whole: bool = False) -> None:
        """A person's choice: `at` is the moment of the page it was made on, `options` a position in the offered ones.

        There may be several of a set (whole: all of it), which are chosen together.
        Raises Refused where it is not made: then nothing has changed.
        """
        with table.lock:
            if at != moment(table.state, seat, table.seats[seat].epoch):
                raise Refused(OLD)
            numbers = offered(table.state, seat)
            if table.seats[seat].kind != HUMAN or not all(0 <= option < len(numbers) for option in options):
                raise Refused(WRONG)
            try:
                self.choose(table, seat, [numbers[option] for option in options], whole)
            except NotKept:
                raise Refused(UNKEPT) from None
            except GameError:
                raise Refused(FAILED) from None
            except WrongCount as error:
                raise Refused(str(error)) from None
            except ChoiceError:
                raise Refused(WRONG) from None
        self.go_on(table)

    def choose(self, table: Table, seat: int, numbers: Sequence[int], whole: bool = False) -> None:
        """Makes choices, keeps them, then shows them, with the lock held.

        Raises NotKept, GameError or ChoiceError; then nothing has changed.
        """
        state = table.state.clone()
        try:
            chosen = made(state, seat, numbers, whole)
        except GameError as error:
            table.trouble = str(error)
            table.changed()
            raise
        self.store.choose(table.id, table.state.decisions + 1, chosen)
        table.state = state
        table.changed()
        if state.over:
            self.ended(table)

    # -- bots

    def go_on(self, table: Table, wait: float = PAUSE) -> None:
        """Lets bots choose as long as it is their turn; waits a moment, to show at once what quick ones do."""
        with table.lock:
            if table.thinking is None and self._bot(table) is not None:
                table.thinking = threading.Thread(target=self._bots_choose, args=(table,), daemon=True)
                table.thinking.start()
            thinking = table.thinking
        if thinking is not None:
            thinking.join(wait)

    def _bot(self, table: Table) -> int | None:
        """A seat where a bot has to decide."""
        if table.trouble or not table.allowed:
            return None
        return next((seat for seat, _ in table.state.sites() if table.bots[seat]), None)

    def _bots_choose(self, table: Table) -> None:
        while True:
            with table.lock:
                seat = self._bot(table)
                if seat is None:
                    table.thinking = None
                    return
                before, state = table.state, table.state.clone()
                kinds = [None if who.kind == HUMAN else bot(who.kind) for who in table.seats]
            try:
                with self.looking_ahead:
                    position = Bots(kinds, state).choose(state, seat)
                number = state.option_numbers(seat, dict(state.sites())[seat])[position]
                with table.lock:
                    # else a person has chosen meanwhile, or has the seat now: the bot is asked anew
                    if table.state is before and table.bots[seat] and table.allowed:
                        self.choose(table, seat, [number])
                        table.allowed -= table.allowed > 0
            except NotKept:
                time.sleep(PAUSE)
            except Exception as error:  # the table stands still until the host does something, and others go on
                with table.lock:
                    if table.state is not before:
                        continue
                    table.trouble, table.thinking = f"{table.seats[seat].kind} cannot choose: {error}", None
                    table.changed()
                return

    # -- seats

    def rename(self, table: Table, seat: int, name: str) -> None:
        """Gives a seat the name that all see. Raises Refused for one that is empty, too long or another seat's."""
        with table.lock:
            self.sit(table, seat, replace(table.seats[seat], name=fitting(table, seat, name)))

    def hand_over(self, table: Table, seat: int, kind: str) -> None:
        """Lets a bot play a seat, or a person (HUMAN). Raises UsageError where no such bot can play this game."""
        if kind != HUMAN:
            chosen = bot(kind)
            chosen.require(table.state.game)
            kind = chosen.name
        with table.lock:
            table.trouble = ""
            who = table.seats[seat]
            token = who.token or (new_token() if kind == HUMAN else "")
            self.sit(table, seat, replace(who, kind=kind, token=token))
        self.go_on(table)

    def renew(self, table: Table, seat: int) -> None:
        """Gives a seat a new link; the old one leads nowhere, and the seat is free again."""
        with table.lock:
            self.sit(table, seat, replace(table.seats[seat], token=new_token(), taken=False))

    def share(self, table: Table, seat: int) -> None:
        """Lets a seat be played at the shared device, or no longer."""
        with table.lock:
            self.sit(table, seat, replace(table.seats[seat], shared=not table.seats[seat].shared))

    def design(self, table: Table) -> None:
        """Makes the designer's link, or takes it away; all who sit at the table are told whether there is one."""
        with table.lock:
            self.put(table, "designer", "" if table.designer else new_token())

    def sit(self, table: Table, seat: int, who: Seat) -> None:
        """Replaces who sits at a seat, with the lock held. Raises Refused where that cannot be kept."""
        try:
            self.store.sit(table.id, seat, who)
        except NotKept:
            raise Refused(UNCHANGED) from None
        table.seats[seat] = who
        table.changed()

    def put(self, table: Table, word: str, value: str) -> None:
        """Replaces one of the words that are kept of a table, with the lock held. Raises Refused likewise."""
        try:
            self.store.put(table.id, word, value)
        except NotKept:
            raise Refused(UNCHANGED) from None
        setattr(table, word, value)
        table.changed()


def fitting(table: Table, seat: int, name: str) -> str:
    """A name in the way it is shown. Raises Refused for one that is empty, too long or another seat's."""
    name = " ".join("".join(letter if letter.isprintable() else " " for letter in composed(name)).split())
    if not 0 < len(name) <= LONGEST_NAME:
        raise Refused(f"A name has 1 to {LONGEST_NAME} letters.")
    numbered = table.state.game.program.names["player"]
    others = [other for names in (table.names, numbered) for at, other in enumerate(names) if at != seat]
    if visible(name).casefold() in [visible(other).casefold() for other in others]:
        raise Refused("Another seat has that name.")
    return name


def _rules(header: dict[str, Any]) -> str:
    """What the first lines of recordings of the same game have in common."""
    return json.dumps([header["hash"], header["players"], header["options"]], sort_keys=True)


def _table(kept: Kept, state: State) -> Table:
    """A table that was kept, with its game as it stands."""
    besides = {field.name: getattr(kept, field.name) for field in fields(Besides)}
    return Table(state=state, header=kept.game.header, **besides)


def _listed(table: Table) -> Listed:
    return Listed(table.id, table.state.game.name, table.names, table.state.over, table.host)
