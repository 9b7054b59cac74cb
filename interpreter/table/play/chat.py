"""What people say to each other at a table: short lines and reactions, kept with the table and never with its game."""

from __future__ import annotations

from dataclasses import replace

from ...base.languages.catalogues import mark
from ...base.lookalikes import tidy
from ..storage.store import NotSaved
from ..storage.table_record import Message
from .seats import set_field
from .table import UNCHANGED, Refused, Table
from .tables import Tables

LONGEST = 200
# the last ones, which are kept
MOST = 200
REACTIONS = (
    ("👍", mark("Agreed")),
    ("👏", mark("Well played")),
    ("😄", mark("That is funny")),
    ("😮", mark("What a surprise")),
    ("🤔", mark("I am thinking")),
    ("👋", mark("Hello")),
)


def post_message(tables: Tables, table: Table, seat: int, text: str) -> None:
    """Say something to all at the table. Raises Refused for what is empty or too long, or where the chat is off."""
    text = tidy(text)
    if not 0 < len(text) <= LONGEST:
        raise Refused("Write 1 to {most} characters.", most=LONGEST)
    with table.lock:
        if not table.host_settings.chat:
            raise Refused("The host has turned the chat off.")
        number = table.messages[-1].number + 1 if table.messages else 1
        message = Message(number, seat, text)
        try:
            tables.store.add_message(table.id, message, MOST)
        except NotSaved:
            raise Refused(UNCHANGED) from None
        table.messages = [*table.messages, message][-MOST:]
        table.notify()


def toggle_chat(tables: Tables, table: Table) -> None:
    """Turn the chat of a table off, or on again. Raises Refused if that cannot be saved."""
    with table.lock:
        now = table.host_settings
        set_field(tables, table, "settings", replace(now, chat=not now.chat).to_json())
