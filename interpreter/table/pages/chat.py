"""The chat of a table as a page shows it: for seats, spectators and the host alike."""

from __future__ import annotations

from typing import Any

from ...base.display_names import Wording
from ...seats.visibility import ONLOOKER
from ..play.chat import LONGEST, REACTIONS
from ..play.table import Table

MOST_SHOWN = 60


def chat_data(table: Table, seat: int, wording: Wording) -> dict[str, Any]:
    """The data of the chat. Those who look on read; they share one link, so nobody knows who would write.

    `lines`: number, who, text, whether it is one's own, what a reaction means ("" for a text), and
    the colour of who said it.
    """
    meanings = {text: wording.say(words) for text, words in REACTIONS}
    lines = []
    for one in table.messages[-MOST_SHOWN:]:
        own, colour = one.seat == seat, table.seats[one.seat].colour
        lines.append((one.number, wording.player(one.seat), one.text, own, meanings.get(one.text, ""), colour))
    return {"on": table.host_settings.chat, "lines": lines, "writes": seat != ONLOOKER}


def chat_form(wording: Wording) -> dict[str, Any]:
    """The data of the form to say something."""
    return {"longest": LONGEST, "reactions": [(text, wording.say(words)) for text, words in REACTIONS]}
