"""The words that a seat reads, in plain English and from the ruleset's words.

`things.py` has values, cards, places and options, `event_lines.py` the lines of events, `log_lines.py` those of a log
as it grows, `offer_texts.py` options of which no two read alike, `symbols.py` the symbols before words,
`arrangement.py` what is shown together. Nothing here can reach a State.
"""

from .event_lines import event_text, event_texts, events_to_show
from .things import (
    card_text,
    cards_text,
    count_equal,
    face_text,
    group_text,
    label_text,
    offer_text,
    place_text,
    seat_text,
    value_text,
)

__all__ = [
    "card_text",
    "cards_text",
    "count_equal",
    "event_text",
    "event_texts",
    "face_text",
    "group_text",
    "label_text",
    "offer_text",
    "place_text",
    "seat_text",
    "value_text",
    "events_to_show",
]
