"""Watch the clocks of all tables: save the time, and do what the host has chosen where somebody's time is up."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import replace

from ..play.clocks import BOT, RULES, VOTE, make_clock
from ..play.moves import let_bots_play
from ..play.seats import set_field
from ..play.substitutes import choose_for
from ..play.table import Refused, Table, told_choices
from ..play.tables import Tables
from ..storage.store import NotSaved
from .watch import Watch

SECONDS = 0.5
# how often the time of a long decision is saved
SECONDS_BETWEEN_SAVES = 30.0


def set_clock(tables: Tables, table: Table, rule: str, at_zero: str) -> None:
    """Give a table a clock ("": none). Raises Refused once something was chosen, or if there is none such."""
    with table.lock:
        if told_choices(table.state):
            raise Refused("The game has begun: its clock stays as it is.")
        if (rule and rule not in RULES) or at_zero not in (VOTE, BOT):
            raise Refused("There is no such clock.")
        settings = replace(table.host_settings, clock=rule, at_zero=at_zero)
        set_field(tables, table, "clock", "")
        set_field(tables, table, "settings", settings.to_json())
        table.timer = make_clock(rule, len(table.seats))
        table.notify()


class ClockWatch(Watch):
    """Looks at all clocks. Use it with `with`."""

    def __init__(self, tables: Tables, seconds: float = SECONDS) -> None:
        super().__init__(seconds)
        self.tables = tables
        self.saved: dict[str, float] = {}

    def __exit__(self, *error: object) -> None:
        super().__exit__(*error)
        self.look(True)

    def look(self, last: bool = False) -> None:
        """Look at all clocks once; last: and save all of them."""
        for table in [*self.tables.tables.values()]:
            if table.timer is not None:
                with table.lock:
                    spent = self._count(table, last)
                for seat in () if last else spent:
                    with suppress(Refused):
                        choose_for(self.tables, table, seat)
                if spent:
                    let_bots_play(self.tables, table, 0)

    def _count(self, table: Table, last: bool) -> frozenset[int]:
        """Count the time of a table; return the seats for which a bot chooses now."""
        timer, now = table.timer, time.monotonic()
        assert timer is not None
        late = timer.late
        table.count_time()
        if timer.late != late:
            table.notify()
        if timer.changed or last or (timer.runs and now - self.saved.get(table.id, 0.0) > SECONDS_BETWEEN_SAVES):
            # where it cannot be saved now, it is a moment later
            with suppress(NotSaved):
                self.tables.store.write_field(table.id, "clock", timer.to_json(now))
                timer.changed, self.saved[table.id] = False, now
        return timer.out_of_time(now) if table.host_settings.at_zero == BOT else frozenset()
