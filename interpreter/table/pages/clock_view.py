"""The clocks of a table as pages show them: for each player the time that is left, and until when.

What is shown changes only with what all know, so a secret choice sends nothing; the page counts down by itself.
"""

from __future__ import annotations

import time
from typing import Any

from ...base.display_names import Wording
from ...base.languages.catalogues import say_count_in
from ..play.clocks import AT_ZERO, DAY, MINUTE, OFFSET, RULES, ClockRule
from ..play.table import Table, told_choices


def page_time() -> int:
    """The time now as pages count it, in milliseconds."""
    return int((time.monotonic() + OFFSET) * 1000)


def clock_data(table: Table, seat: int, wording: Wording) -> dict[str, Any] | None:
    """The clocks of a table; None if it has none.

    `rows`: who, the time that is left while it stands still ("" where that is always the same), the moment at which
    running time ends (0: it stands still), whether it is up, and whether it is one's own.
    """
    clock = table.timer
    if clock is None:
        return None
    rows = []
    for number in range(len(table.seats)):
        if table.bots[number]:
            continue
        end = clock.ends.get(number)
        still = _time_text(clock.left[number]) if clock.rule.bank else ""
        # who has chosen already sees that, and nobody else
        done = end is None or (number == seat and number not in clock.runs)
        until = 0 if done or end is None else int((end + OFFSET) * 1000)
        rows.append((wording.player(number), still, until, number in clock.late and not done, number == seat))
    return {"rows": rows, "rule": rule_words(clock.rule, wording)}


def _time_text(seconds: float) -> str:
    """Minutes and seconds, with hours if there are any."""
    whole = int(seconds)
    hours, minutes = divmod(whole // MINUTE, 60)
    return f"{hours}:{minutes:02}:{whole % MINUTE:02}" if hours else f"{minutes}:{whole % MINUTE:02}"


def rule_words(rule: ClockRule, wording: Wording) -> str:
    """A rule of clocks in words."""
    language = wording.language
    if rule.bank:
        return wording.say(
            "{minutes} minutes for the game, {seconds} seconds more after each choice",
            minutes=rule.bank // MINUTE,
            seconds=rule.more,
        )
    if rule.each >= DAY:
        return say_count_in(language, "{number} day for each choice", "{number} days for each choice", rule.each // DAY)
    return say_count_in(
        language, "{number} minute for each choice", "{number} minutes for each choice", rule.each // MINUTE
    )


def clock_rules(wording: Wording) -> dict[str, Any]:
    """The clocks that a host may choose, and what may happen at zero, each with its words."""
    return {
        "rules": [(name, rule_words(rule, wording)) for name, rule in RULES.items()],
        "zero": [(name, wording.say(words)) for name, words in AT_ZERO],
        "rule": "",
        "at_zero": AT_ZERO[0][0],
    }


def clock_choice(table: Table, wording: Wording) -> dict[str, Any]:
    """The same with what is chosen at a table, and whether it may be changed still."""
    now = table.host_settings
    return clock_rules(wording) | {"rule": now.clock, "at_zero": now.at_zero, "open": not told_choices(table.state)}
