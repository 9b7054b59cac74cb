"""What an open page is sent: what of it has changed, with a picture for each thing that has happened since."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from markupsafe import escape

from ...game.state import State
from ...seats.running_game import game_wording
from ..pages.pictures import Passage, Update, passage_since
from ..pages.render import page_digest, seat_pieces


@dataclass(frozen=True)
class SeatOrder:
    """What the page of a seat (or ONLOOKER) depends on beside its game; see `seat_pieces`."""

    seat: int
    names: Sequence[str]
    language: str
    bots: Sequence[bool]
    link: str
    side: dict[str, Any]

    def update(self, state: State) -> Update:
        """The page as it stands in that game."""
        wording = game_wording(state.game, self.names, self.language)
        of = state, self.seat, wording, self.bots, self.link
        page, found = seat_pieces(*of, self.side)
        return Update(found, page["mark"], lambda mark: passage_since(mark, *of, self.side["epoch"], page["scene"]))


class Shown(NamedTuple):
    """What a page shows: up to which mark, and the hashes of its pieces, None as long as only their digest is known."""

    mark: str
    hashes: Mapping[str, int] | None = None
    digest: str = ""


# what is sent to a page, "" for nothing, and what it shows then
Sent = tuple[str, Shown]


def next_message(update: Update, shown: Shown) -> Sent:
    """What is sent to a page that shows this, "" for nothing, and what it shows then."""
    passage, hashes = update.passage(shown.mark), shown.hashes
    if hashes is None:
        hashes = piece_hashes(update.pieces) if shown.digest == page_digest(update.pieces.values()) else {}
    return message(hashes, update, passage), Shown(update.mark, piece_hashes(update.pieces))


def changed_pieces(before: Mapping[str, int], now: Mapping[str, str]) -> str:
    """The pieces that have changed; `before` has the hashes of those that were sent."""
    return "".join(text for name, text in now.items() if before.get(name) != hash(text))


def piece_hashes(pieces: Mapping[str, str]) -> dict[str, int]:
    """The hashes of pieces, which are the same in one process alone."""
    return {name: hash(text) for name, text in pieces.items()}


def message(before: Mapping[str, int], update: Update, passage: Passage) -> str:
    """What is sent to a page: a template for each picture of what has happened and for the page now, "" for nothing.

    Each has the pieces that differ from the template before; `before` has the hashes of those that were sent. A page
    that shows no happenings gets its pieces alone.
    """
    if not update.mark:
        return changed_pieces(before, update.pieces)
    sent, texts = dict(before), list[str]()
    for picture in passage.pictures:
        changed = changed_pieces(sent, picture.pieces)
        texts.append(template(picture.mark, picture.hold, picture.way, changed, picture.taken))
        sent |= piece_hashes(picture.pieces)
    last = changed_pieces(sent, update.pieces)
    return "".join(texts) + (template(update.mark, passage.hold, passage.way, last) if last or texts else "")


def template(mark: str, hold: int, way: str, pieces: str, taken: bool = False) -> str:
    """Pieces that are shown later, for so many milliseconds; way: what moves then; taken: somebody takes cards next."""
    moves = f' data-way="{escape(way)}"' if way else ""
    return f'<template data-mark="{mark}" data-hold="{hold}"{moves}{" data-taken" if taken else ""}>{pieces}</template>'
