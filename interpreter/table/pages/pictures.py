"""Pictures in between: what a page shows, and for how long, of what has happened since it was drawn."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from json import dumps
from typing import Any, NamedTuple

from ...base.display_names import Wording
from ...program import ir
from ...seats.happenings import Happening, happenings
from ...seats.perception.beginnings import beginning_at
from ...seats.phrases import event_texts, events_to_show
from ...seats.phrases.log_lines import ADDS
from ...seats.running_game import RunningGame, game_wording
from ...seats.scene import Scene
from ...seats.visibility import ONLOOKER
from .layout.areas import place_key
from .layout.cards import PageStyle, card_face, page_style
from .log_entries import ROUND
from .page import page_data
from .page_content import PageContent
from .points import score_line
from .render import page_macros, table_pieces, trick_piece

# the most pictures that are sent at once, the page as it stands among them; of more, the last
MOST_PICTURES = 12
# the most cards that are said to move, and of how many none is, as with a deal
MOST_MOVES, MOST_PACKETS = 20, 40
MARK = re.compile(r"(\d{1,9})\.(\d{1,9})")


class Picture(NamedTuple):
    """A picture of a page: how it is marked, how many milliseconds it stays, its pieces by the ids of their elements.

    `way`: where cards have gone since the picture before, as JSON: from, to, and the words of a card that the seat can
    tell, else "". The mark says up to which of its own events the seat sees the game, and how often something was
    taken back. `taken`: whether somebody takes what lies there.
    """

    mark: str
    hold: int
    pieces: Mapping[str, str]
    way: str = ""
    taken: bool = False


class Passage(NamedTuple):
    """What leads from one picture of a page to another: those in between, how long the last one stays, and its way."""

    pictures: Sequence[Picture]
    hold: int
    way: str = ""


@dataclass
class Update:
    """A page as it stands: its pieces; if it shows what has happened, its mark, and what has led from another mark.

    `made`: the passages that were made, by the mark where they begin.
    """

    pieces: Mapping[str, str]
    mark: str = ""
    since: Callable[[str], Passage] | None = None
    made: dict[str, Passage] = field(default_factory=dict)

    def passage(self, mark: str) -> Passage:
        """What has happened since a mark; no pictures if nothing has, or too much, or if it was taken back."""
        if self.since is None or mark == self.mark:
            return NOTHING
        if mark not in self.made:
            self.made[mark] = self.since(mark)
        return self.made[mark]


NOTHING = Passage((), 0)


def passage_since(
    mark: str,
    state: RunningGame,
    seat: int,
    names: Sequence[str] | Wording,
    bots: Sequence[bool],
    link: str,
    epoch: int,
    now: Scene,
) -> Passage:
    """Return what has led a seat's page from a mark to now; arguments as of `seat_pieces`, and the epoch of its marks.

    now: the scene before the seat as its page shows it.

    Raises IndexError if there is no such seat.
    """
    found = MARK.fullmatch(mark)
    beginning = beginning_at(state, seat, int(found[2])) if found is not None and int(found[1]) == epoch else None
    if beginning is None:
        return NOTHING
    begun, seen = beginning.number, happenings(beginning, now)
    style = page_style(state.game, game_wording(state.game, names).language)
    pictures = []
    for at, happening in enumerate(seen[:-1]):
        if at >= len(seen) - MOST_PICTURES:
            pieces = _pieces(state, happening, seen[at - 1].number if at else begun, names, bots, link)
            way = _way(happening, style)
            taken = happening.taking is not None
            pictures.append(Picture(f"{epoch}.{happening.number}", happening.hold, pieces, way, taken))
    return Passage(pictures, seen[-1].hold, _way(seen[-1], style))


def _way(happening: Happening, style: PageStyle) -> str:
    """The way of a picture: places, and the words of the cards that have a tag; "" if nothing has moved."""
    log, found = happening.known.log, []
    for source, to, tag in happening.way[:MOST_MOVES] if len(happening.way) <= MOST_PACKETS else ():
        card = log.cards.tagged.get(tag) if tag is not None else None
        words = card_face(log.cards.reference(card), style)["words"] if card is not None else ""
        found.append((_place(log.program, source), _place(log.program, to), words))
    return dumps(found, separators=(",", ":")) if found else ""


def _place(program: ir.Program, zone: int) -> str:
    """A place for the script: its key, and the area where it is a number."""
    slot = program.lists[zone]
    return f"{place_key(slot.name)}@area-{slot.owner + 1 if slot.owner >= 0 else 'table'}"


def _pieces(
    state: RunningGame,
    happening: Happening,
    since: int,
    names: Sequence[str] | Wording,
    bots: Sequence[bool],
    link: str,
) -> dict[str, str]:
    """The pieces of a picture in between: the table, and the line of what has happened in place of what is asked."""
    content = PageContent(state.game, happening.known, [], [], None)
    page = page_data(content, names, bots, asks=False)
    wording = game_wording(state.game, names)
    page["turn"] = _line(happening, since, wording, page) or page["turn"]
    part = page_macros(wording.language)
    made = (
        {"top": part.top(page, page["game"], page["turn"], part.title(page))} | table_pieces(page) | trick_piece(page)
    )
    del made["scores"]  # points are counted when all has happened
    if happening.known.seat != ONLOOKER:
        made["ask"] = part.ask(page, link)
    return made


def _line(happening: Happening, since: int, wording: Wording, page: dict[str, Any]) -> str:
    """The line for a picture: who takes what lies there, or scores, or the last of the log that says more than what
    followed.
    """
    if happening.taking is not None:
        taker = wording.player(happening.taking.seat)
        taker = taker[:1].upper() + taker[1:]
        if happening.taking.is_trick:
            return wording.say("{player} takes the trick", player=taker)
        return wording.say("{player} takes the cards", player=taker)
    log = happening.known.log
    if told := score_line(log, log.events[since:], wording):
        return told
    worth = events_to_show(log.program, log.events[since:], page["look"].table.out_of_log)
    texts = [event for event in worth if event["kind"] not in ADDS]
    lines = [line for line in event_texts(texts, replace(wording, brief=True)) if not line.startswith(ROUND)]
    return lines[-1] if lines else ""
