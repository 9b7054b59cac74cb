"""Tables at which games are played: who sits there, and moves that are made, kept, and only then shown."""

from __future__ import annotations

import io
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ..base.errors import ChoiceError, GameError, UsageError
from ..bots.named import HUMAN, bot
from ..bots.table import Table as Bots
from ..front.api import Ruleset
from ..game.game import State
from ..records.recorded import Chosen
from ..records.recording import GameRecorder
from ..seats.offers import offered
from .page import moment
from .store import Kept, NotKept, Seat, Store, recorded
from .tokens import new_name, new_token, same

LONGEST_NAME = 24
PAUSE = 0.4


class Refused(Exception):
    """A move that changes nothing, with what its seat is told."""


OLD = "The game has gone on since that page was made. This is how it stands now."
WRONG = "That is not one of your options. This is how the game stands now."
UNKEPT = "Your choice could not be kept, so it was not made. Try again; the host may have to make room on the disk."
FAILED = "The rules of this game cannot go on with that choice, so it was not made. The host sees where they fail."


@dataclass
class Table:
    """One table. `state` is replaced by each choice, never changed, so whoever has read it may go on reading it.

    `trouble`: where the rules failed, for the host. `lock` is held while anything here is replaced or rendered.
    `version` counts what was replaced; after that each of `listeners` is called, in any thread and with the lock held,
    and must return at once.
    """

    id: str
    host: str
    watch: str
    seats: list[Seat]
    state: State
    header: dict[str, Any]
    trouble: str = ""
    lock: threading.RLock = field(default_factory=threading.RLock)
    thinking: threading.Thread | None = None
    version: int = 0
    listeners: set[Callable[[], None]] = field(default_factory=set)

    def changed(self) -> None:
        """To be called when something that a page shows was replaced, with the lock held."""
        self.version += 1
        for listener in [*self.listeners]:
            listener()

    @property
    def names(self) -> list[str]:
        """The players' names, one a seat."""
        return [seat.name for seat in self.seats]

    @property
    def bots(self) -> list[bool]:
        """For each seat whether a bot plays there."""
        return [seat.kind != HUMAN for seat in self.seats]

    def seat_of(self, seat: int, token: str) -> bool:
        """Whether this is the token of that seat."""
        return 0 <= seat < len(self.seats) and same(token, self.seats[seat].token)


class Tables:
    """All tables of a server, in memory and in its store; those that were kept there are here again.

    Raises UsageError where a kept table cannot be gone on with: it is named, with the reason.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.tables: dict[str, Table] = {}
        self.unread: list[str] = []
        # one bot thinks at a time, as all share what looks ahead
        self.looking_ahead = threading.Lock()
        for kept in store.tables():
            try:
                state = kept.game.played()
            except UsageError as error:
                self.unread.append(f"table {kept.id} cannot be gone on with: {error}")
                continue
            self.tables[kept.id] = Table(kept.id, kept.host, kept.watch, kept.seats, state, kept.game.header)

    def begin(self, ruleset: Ruleset, state: State, kinds: Sequence[str]) -> Table:
        """A new table for a game that has just begun; kinds: HUMAN or the name of a bot for each seat.

        Raises NotKept where it cannot be kept.
        """
        names = state.game.program.names["player"]
        header = GameRecorder(io.BytesIO(), ruleset, state, names).header
        seats = [Seat(new_token(), name, kind) for name, kind in zip(names, kinds, strict=True)]
        table = Table(new_name(), new_token(), new_token(), seats, state, header)
        self.store.begin(Kept(table.id, table.host, table.watch, seats, recorded("", header, [])))
        self.tables[table.id] = table
        return table

    def like(self, ruleset: Ruleset, state: State, kinds: Sequence[str], seed: int | None) -> Table | None:
        """The last table that is under way with the same rules, players, settings and bots, and this seed if given."""
        for table in reversed(self.tables.values()):
            program = table.state.game.program
            wanted = ruleset.hash, state.game.players, state.game.program.options
            same_game = (program.hash, program.players, program.options) == wanted and seed in (None, table.state.seed)
            if same_game and not table.state.over and [seat.kind for seat in table.seats] == list(kinds):
                return table
        return None

    # -- moves

    def move(self, table: Table, seat: int, at: str, option: int) -> None:
        """A person's choice: `at` is the moment of the page it was made on, `option` a position in the offered ones.

        Raises Refused where it is not made: then nothing has changed.
        """
        with table.lock:
            if at != moment(table.state, seat):
                raise Refused(OLD)
            numbers = offered(table.state, seat)
            if table.seats[seat].kind != HUMAN or not 0 <= option < len(numbers):
                raise Refused(WRONG)
            try:
                self._choose(table, seat, numbers[option])
            except NotKept:
                raise Refused(UNKEPT) from None
            except GameError:
                raise Refused(FAILED) from None
            except ChoiceError:
                raise Refused(WRONG) from None
        self.go_on(table)

    def _choose(self, table: Table, seat: int, number: int) -> None:
        """Makes a choice, keeps it, then shows it. Raises NotKept, GameError or ChoiceError: nothing changed."""
        state = table.state.clone()
        try:
            state.choose(state.option(dict(state.sites())[seat], number), seat)
        except GameError as error:
            table.trouble = str(error)
            table.changed()
            raise
        last = state.history
        assert last is not None
        self.store.choose(table.id, state.decisions, Chosen(last.seat, last.position, last.count, last.number))
        table.state = state
        table.changed()

    # -- bots

    def go_on(self, table: Table) -> None:
        """Lets bots choose as long as it is their turn; waits a moment, to show at once what quick ones do."""
        with table.lock:
            if table.thinking is None and self._bot(table) is not None:
                table.thinking = threading.Thread(target=self._bots_choose, args=(table,), daemon=True)
                table.thinking.start()
            thinking = table.thinking
        if thinking is not None:
            thinking.join(PAUSE)

    def _bot(self, table: Table) -> int | None:
        """A seat where a bot has to decide."""
        if table.trouble:
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
                    if table.state is before and table.bots[seat]:
                        self._choose(table, seat, number)
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
        name = " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())
        if not 0 < len(name) <= LONGEST_NAME:
            raise Refused(f"A name has 1 to {LONGEST_NAME} letters.")
        with table.lock:
            numbered = table.state.game.program.names["player"]
            others = [other for names in (table.names, numbered) for at, other in enumerate(names) if at != seat]
            if name.casefold() in [other.casefold() for other in others]:
                raise Refused("Another seat has that name.")
            self._sit(table, seat, replace(table.seats[seat], name=name))

    def hand_over(self, table: Table, seat: int, kind: str) -> None:
        """Lets a bot play a seat, or a person (HUMAN). Raises UsageError where no such bot can play this game."""
        if kind != HUMAN:
            chosen = bot(kind)
            chosen.require(table.state.game)
            kind = chosen.name
        with table.lock:
            table.trouble = ""
            self._sit(table, seat, replace(table.seats[seat], kind=kind))
        self.go_on(table)

    def renew(self, table: Table, seat: int) -> None:
        """Gives a seat a new link; the old one leads nowhere."""
        with table.lock:
            self._sit(table, seat, replace(table.seats[seat], token=new_token()))

    def _sit(self, table: Table, seat: int, who: Seat) -> None:
        try:
            self.store.sit(table.id, seat, who)
        except NotKept:
            raise Refused("That could not be kept, so nothing has changed.") from None
        table.seats[seat] = who
        table.changed()


def opened(folder: Path) -> Tables:
    """The tables of a folder. Raises UsageError where its file cannot be used."""
    return Tables(Store(folder))
