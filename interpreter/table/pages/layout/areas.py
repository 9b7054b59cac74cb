"""The areas of a page as data: players' panels, the middle of the table, the own hand, and what lies there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from ....base.appearance.layouts import NO_TABLE, TableLayout
from ....base.display_names import Wording
from ....drawing.boards import BoardItems, BoardWords, bare_boards, draw_board, find_boards, pawns_among
from ....drawing.die_faces import die_face
from ....drawing.last_moves import LastMoves
from ....drawing.score_tracks import ScoreTrack, draw_score_track
from ....program import ir
from ....seats.phrases import value_text
from ....seats.phrases.arrangement import Item, index_text, place_kind, player_of, sharing
from ....seats.render import team_of
from ....seats.visibility import ONLOOKER
from .cards import PageStyle, card_face
from .losses import piece_chips
from .panels import (
    RACES,
    chip_of,
    lies_in_middle,
    lies_open,
    lying_at,
    middle_blocks,
    own_order,
    pile_up,
    put_in_order,
    split_panel,
    tracks_at,
    without_empty,
)
from .recent import add_men
from .subject import NO_SUBJECT, Subject
from .taps import Taps, choose_mentions
from .tricks import at_its_seat, is_round

MOST_BACKS = 13
# the most counters of one name in a line
A_STRIP = 3
NO_PAWN = ("", "")
# a card of which nothing is known
UNSEEN = {"group": None, "about": False, "new": False, "sum": None}
# the heading of an area that is no player's
NOBODY = {
    "team": "",
    "pawn": NO_PAWN,
    "asked": False,
    "bot": False,
    "option": None,
    "panel": False,
    "about": False,
}
# what lies in a block, from the top
PARTS = ("tracks", "counters", "boards", "tables", "zones")


@dataclass(frozen=True)
class Presentation:
    """What all parts of a page share: the words, colours and symbols, and what can be tapped.

    turned: whether boards that turn are seen from their other side; moves: what has changed on boards; table: how the
    table is laid out.
    """

    wording: Wording
    style: PageStyle
    taps: Taps
    turned: bool
    moves: LastMoves
    table: TableLayout = NO_TABLE
    subject: Subject = NO_SUBJECT


def hand_labels(program: ir.Program, seat: int) -> set[str]:
    """The labels of a seat's own zones that it sees and some others do not."""
    if seat == ONLOOKER:
        return set()
    own = [slot for slot in program.lists[: program.zones] if slot.owner == seat and slot.kind in ("set", "pile")]
    everybody = (1 << program.players) - 1
    return {slot.name for slot in own if slot.see["front"] >> seat & 1 and slot.see["front"] != everybody}


def areas(
    shown: dict[str, Any],
    drawn: Sequence[Item],
    look: Presentation,
    bots: Sequence[bool],
    hand: set[str],
    closed: frozenset[str],
) -> list[dict[str, Any]]:
    """The panels of the others, beginning after the reader's seat, the common area, then what the reader has.

    What is in the reader's `hand` comes last, as an area of its own, with the reader's numbers. drawn: the items of the
    view `shown` that are on the table, of which it says who `led`, what was `taken` from players, and the last `trick`;
    closed: the labels of zones whose cards the reader does not see.
    """
    rail: list[Item] = []
    seat, players = shown["seat"], shown["players"]
    items: dict[int | None, list[Item]] = {}
    held: list[Item] = []
    tracks = {track.name: track for track in look.style.tracks}
    tracked: dict[str, list[Item]] = {}
    seen = choose_mentions(drawn, look.taps, seat, look.table, look.style.boards)
    beside = {kind_of(item) for item in seen if item["name"] not in tracks}
    for item in seen:
        on_track = item["name"] in tracks
        owner = None if lies_in_middle(item, look.table) and not on_track else player_of(item)
        if owner is None and player_of(item) is not None:
            item = at_its_seat(item, shown)
        if on_track:
            tracked.setdefault(item["name"], []).append(item)
            # what has other facts, too, need not say this one twice
            if player_of(item) is None and kind_of(item) in beside:
                continue
        (held if item["label"] in hand else items.setdefault(owner, [])).append(item)
    common: dict[str, Any] = {
        "id": "area-table",
        "title": look.wording.say("The table"),
        "owner": None,
        "own": False,
        "chips": [],
    }
    items[None] = without_marks(items.get(None, []), items, look)
    common |= {"pawns": pawns_among(drawn, look.style.boards), "lying": lying_at(drawn, look.table)}
    found: list[dict[str, Any]] = [NOBODY | common | {"items": items.get(None, []), "tracked": tracked}]
    tapped = frozenset(label for label, _ in look.taps.cards)
    first = seat + 1 if seat != ONLOOKER else 0
    for owner in ((first + step) % players for step in range(players)):
        own_rail = owner == seat and bool(hand)
        marks = look.table.mine if owner == seat else look.table.panels
        own_items = items.get(owner, [])
        boards = [item for item in own_items if item["indexes"][-1]["kind"] in look.style.boards]
        chips, drawn = split_panel([item for item in own_items if item not in boards], marks, closed, tapped)
        panel = {"chips": [] if own_rail else chips, "items": boards + drawn, "panel": not own_rail}
        rail += chips if own_rail else []
        # others are at the far side of the table; who has no hand has a panel like theirs
        found.insert(len(found) if own_rail else -1, _head(owner, shown, look, bots) | panel)
    if hand:
        own = {"id": "hand", "title": "", "owner": seat, "own": True, "chips": rail}
        found.append(NOBODY | own | {"items": held})
    return [area | {"lost": shown["taken"].get(area["owner"], [])} for area in add_men(found, seen, look.style.men)]


def without_marks(common: list[Item], items: dict[int | None, list[Item]], look: Presentation) -> list[Item]:
    """The common items without those of boards that each player has one of, where all that is shared is not so."""
    own = {item["indexes"][-1]["kind"] for owner, some in items.items() if owner is not None for item in some}
    boards = own & look.style.boards.keys()
    marked = {kind_of(item) for item in common if item.get("value") not in (False, None) or "cards" in item}
    return [item for item in common if kind_of(item) not in boards - marked]


def kind_of(item: Item) -> str:
    """The kind of thing that a shared item belongs to, "" for none."""
    return str(item["indexes"][-1]["kind"]) if item["indexes"] else ""


def _head(owner: int, shown: dict[str, Any], look: Presentation, bots: Sequence[bool]) -> dict[str, Any]:
    """What the heading of a player's area says."""
    return {
        "id": f"area-{owner + 1}",
        "title": look.wording.player(owner),
        "team": team_of(shown, owner, look.wording),
        "pawn": look.style.players[owner],
        "owner": owner,
        "own": owner == shown["seat"],
        "asked": owner in shown["pending"],
        "bot": bots[owner],
        "option": look.taps.players.get(owner),
        "about": ("player", owner) in look.subject.members,
    }


def arrange(area: dict[str, Any], look: Presentation) -> dict[str, Any]:
    """An area with its content arranged for drawing: `chips`, numbers in a panel, and `blocks`, one below another.

    A block is what `arrange_items` makes; `large`: whether the layout names it; `heading`: the words above it; round:
    how many people sit around it, each with one of its zones, else 0.
    """
    groups = middle_blocks(area["items"], look.table) if area["owner"] is None else [area["items"]]
    tracked = area.get("tracked", {})
    blocks = [*_tracks(tracks_at(RACES, look.style.tracks, look.table), tracked, look)]
    for at, items in enumerate(groups):
        if area["id"] == "hand":
            items = [_ordered(item, look) if "cards" in item else item for item in items]
        pawns = area.get("pawns", ())
        made = arrange_items(items, look, pawns, area.get("lying", ()))
        if at == len(groups) - 1:
            made["boards"] += [_board(board, look) for board in bare_boards(look.style.boards, pawns)]
        piles = look.table.piles
        made["zones"] = [pile_up(zone, zone["name"] in piles, area["id"] == "hand") for zone in made["zones"]]
        players = {item["name"] for item in items if area["owner"] is None and player_of(item) is not None}
        made["heading"] = look.wording.name(min(players)) if players else ""
        made["round"] = len(made["zones"]) if len(players) == 1 and is_round(made["zones"]) else 0
        # what lies in turn before each is looked at together
        made["about"] = bool(made["round"]) and any(_holds_subject(zone) for zone in made["zones"])
        made["large"] = area["owner"] is None and at < len(groups) - 1
        if area["owner"] is not None:
            made["zones"] = without_empty(made["zones"], always=area["id"] != "hand")
        if area["panel"]:
            made["zones"] = [zone | {"backs": 0} if zone["cards"] else zone for zone in made["zones"]]
        if players and not any(zone["cards"] or zone["backs"] or zone["option"] is not None for zone in made["zones"]):
            made["zones"] = []
        if any(made[part] for part in PARTS):
            blocks.append(made)
        blocks += _tracks(tracks_at(at, look.style.tracks, look.table), tracked, look)
    marks = look.table.mine if area["own"] else look.table.panels
    labels = {mark.name: look.wording.step(mark.label) for mark in marks or ()}
    kept = {name: value for name, value in area.items() if name not in ("items", "tracked", "pawns", "lying")}
    return kept | {
        "chips": [
            *_chips(area["chips"], labels, look),
            *(piece_chips(area, look.style, look.wording) if area["panel"] else []),
        ],
        "blocks": blocks,
    }


def _holds_subject(zone: dict[str, Any]) -> bool:
    """Whether a zone, or a card in it, is what the reader's question is about."""
    return bool(zone["about"]) or any(card["about"] for card in zone["cards"])


def _ordered(item: Item, look: Presentation) -> Item:
    """A place of the own hand in its order, and what a browser needs to put it in another."""
    ordered = put_in_order(item, look.table, look.style.orders)
    if len(item["indexes"]) > 1:  # of several such places
        return ordered
    return ordered | {"own_order": own_order(ordered, look.style.orders, look.wording)}


def _chips(items: list[Item], labels: dict[str, str], look: Presentation) -> list[dict[str, Any]]:
    """Numbers and sizes of places as chips; labels: the words for some by name."""
    families: dict[str, list[Item]] = {}
    for item in items:
        families.setdefault(item["name"], []).append(item)
    made = []
    for name, family in families.items():
        text = labels.get(name) or look.wording.name(name)
        zones = [item for item in family if "cards" in item]
        # a number that the reader may not know is left out
        counted = [item for item in zones if item["size"] is not None]
        for item in counted if len(zones) < A_STRIP else [item for item in counted if item["size"] != 0]:
            pawn = look.style.tint(item["component"] or ""), look.style.symbol(item["component"] or "")
            made.append(chip_of(item, join_title(_place(item, look), text), pawn) | {"what": what_of([item])})
        counters = [] if zones else _counters(look.wording.name(name), family, look)
        if len(counters) > 1 or (counters and "cells" in counters[0]):
            cells = counters[0].get("cells") or [counter | {"name": counter["place"]} for counter in counters]
            made.append({"name": text, "cells": cells, "what": what_of(family)})
        else:
            # of several places it says which one
            made += [counter | {"name": join_title(counter["place"], text)} for counter in counters]
    return made


def arrange_items(
    items: list[Item], look: Presentation, pawns: Sequence[Item] = (), lying: Sequence[tuple[str, Item]] = ()
) -> dict[str, Any]:
    """Items that belong together, arranged: numbers, zones, tables of places with several things, boards with pawns.

    lying: what players have put on places, as `lying_at` returns it.
    """
    boards = find_boards(items, look.style.boards, look.wording, pawns)
    on_boards = {id(item) for board in boards for found in board.items.values() for item in found}
    families: dict[str, list[Item]] = {}
    for item in items:
        if id(item) not in on_boards:
            families.setdefault(item["name"], []).append(item)
    made: dict[str, Any] = {part: [] for part in PARTS} | {"boards": [_board(one, look) for one in boards]}
    seen = {name: family for name, family in families.items() if not all(item.get("hidden") for item in family)}
    tables = sharing([family for family in seen.values() if len(family) > 1])
    for name, family in seen.items():
        kind = place_kind(family)
        if len(family) > 1 and kind in tables:
            made["tables"] += _table(tables.pop(kind), look, lying)
        elif len(family) > 1 and kind in {row["kind"] for row in made["tables"]}:
            continue
        elif "cards" in family[0]:
            made["zones"] += [
                zone_data(item, _zone_title(item, look), look, _tap(item, look))
                | {"what": "" if lies_in_middle(item, look.table) else what_of([item])}
                for item in family
            ]
        else:
            made["counters"] += _counters(look.wording.name(name), family, look)
    return made


def join_title(place: str, name: str) -> str:
    """A heading of what lies in a place: Gate 1: cards."""
    return f"{place}: {name}" if place else name


def _place(item: Item, look: Presentation) -> str:
    """Which one of several places an item is; of a player's things, without the player; of the box, what lies there."""
    token, box, _ = str(item["label"]).partition(" in the box")
    if box and not item["indexes"]:
        return str(look.wording.plural(token))
    indexes = item["indexes"][1:] if player_of(item) is not None else item["indexes"]
    return " ".join(_where(index, look) for index in indexes)


def what_of(items: Sequence[Item]) -> str:
    """The names by which the rules explain items: that of their thing, then of what it has (`tent tent.stack`)."""
    kinds = {index["kind"]: None for item in items for index in item["indexes"] if index["kind"] != "player"}
    own = {f"{item['indexes'][0]['kind'] if item['indexes'] else ''}.{item['name']}": None for item in items}
    box = {str(item["of"]): None for item in items if item["name"] == "box" and item.get("of")}
    return " ".join([*kinds, *(box or own)])


def _title(item: Item, look: Presentation) -> str:
    """The heading of an item: hand; Stout: sets; coins in the box."""
    token, box, _ = str(item["label"]).partition(" in the box")
    if box and not item["indexes"]:
        return look.wording.say("{token} in the box", token=look.wording.plural(token))
    return join_title(_place(item, look), look.wording.name(item["name"] if item["indexes"] else item["label"]))


def _zone_title(item: Item, look: Presentation) -> str:
    """The heading of a place for cards; in the middle of the table that of a player has the player's name.

    That of a place that only holds its cards is the place.
    """
    owner = player_of(item)
    if owner is not None and lies_in_middle(item, look.table):
        return f"{look.wording.player(owner)} {_place(item, look)}".strip()
    holds, name = item["component"] or "", look.wording.name(item["name"])
    only_cards = name in (look.wording.name(holds), look.wording.plural(holds))
    return (_place(item, look) if only_cards else "") or _title(item, look)


def _where(index: Item, look: Presentation) -> str:
    """The owner or place in an item's index, with its symbol."""
    return with_symbol(index["word"], index_text(index, look.wording), look)


def with_symbol(word: str, text: str, look: Presentation) -> str:
    """A word's text with its symbol in front; a short form appears on cards only."""
    sign = look.style.symbol(word)
    return f"{sign} {text}" if sign and not sign.isalnum() else text


def _counters(name: str, family: list[Item], look: Presentation) -> list[dict[str, Any]]:
    """Numbers and the like as chips; of yes-or-no values in several places, the places that are yes."""
    tapped = [item for item in family if _tap(item, look) is not None]
    if len(family) > 1 and not tapped and all(isinstance(item["value"], bool) for item in family):
        yes = [_place(item, look) for item in family if item["value"]]
        return (
            [
                {
                    "name": name,
                    "place": "",
                    "text": str(look.wording.join(yes)),
                    "option": None,
                    "about": False,
                    "pawn": NO_PAWN,
                    "die": None,
                    "what": what_of(family),
                }
            ]
            if yes
            else []
        )
    # no and nothing are what is not there, unless the place can be chosen
    shown = [
        item
        for item in family
        if item in tapped or not (item.get("hidden") or item["value"] is None or item["value"] is False)
    ]
    found = [
        {
            "name": _title(item, look),
            "place": _place(item, look),
            "text": value_words(item, look),
            "option": _tap(item, look),
            "about": _is_subject(item, look),
            "pawn": _pawn(item, look),
            "die": _die(item, look),
            "what": what_of([item]),
        }
        for item in shown
    ]
    if len(found) < A_STRIP:
        return found
    cells = [counter | {"name": counter["place"] or counter["name"]} for counter in found]
    return [{"name": name, "cells": cells, "what": what_of(family)}]


def value_words(item: Item, look: Presentation) -> str:
    """A value in words: a number, a word, a player's name; – for nothing, ? for what the seat does not see."""
    if item.get("hidden"):
        return "?"
    text = "–" if item["value"] is None else str(value_text(item["value"], item["kind"], look.wording))
    return with_symbol(item["value"], text, look) if isinstance(item["value"], str) else text


def _pawn(item: Item, look: Presentation) -> tuple[str, str]:
    """The colour name and symbol of the tokens that a number counts."""
    return look.style.tint(item["of"] or ""), look.style.symbol(item["of"] or "")


def _die(item: Item, look: Presentation) -> dict[str, Any] | None:
    """The face of the die that shows a value; None for a value that is no die, or that is not known."""
    value = item.get("value")
    if item["name"] not in look.style.dice or item.get("hidden") or isinstance(value, bool):
        return None
    return die_face(look.style.cards, value) if isinstance(value, int | str) else None


def _is_subject(item: Item, look: Presentation) -> bool:
    """Whether the reader's question is about an item, or the member that it belongs to; never what can be tapped."""
    if _tap(item, look) is not None:
        return False
    return item["label"] in look.subject.labels or any(
        (index["kind"], index["word"]) in look.subject.members for index in item["indexes"] if index["kind"] != "player"
    )


def _tap(item: Item, look: Presentation) -> int | None:
    """The option taken by tapping a place; None where it is tapped elsewhere."""
    if not item["indexes"] or item.get("elsewhere"):
        return None
    last = item["indexes"][-1]
    return look.taps.places.get((last["kind"], last["word"]))


def _table(families: list[list[Item]], look: Presentation, lying: Sequence[tuple[str, Item]]) -> list[dict[str, Any]]:
    """Places with several things each, as tiles: one for each place; `cards`: whether cards lie there."""
    rows: list[dict[str, Any]] = []
    for at, item in enumerate(families[0]):
        cells = [_cell(family[at], look) for family in families]
        about = any(_is_subject(family[at], look) for family in families)
        seen = [family[at] for family, cell in zip(families, cells, strict=True) if cell["zone"] or cell["name"]]
        here = [number for place, number in lying if place == item["indexes"][0]["word"]]
        option = _tap(item, look)
        rows.append(
            {
                "title": _where(item["indexes"][0], look),
                "option": option,
                "cost": "" if option is None else look.taps.costs.get(option, ""),
                "about": about,
                "cells": cells + [_lying_cell(number, look) for number in here],
                "what": what_of(seen) or str(item["indexes"][0]["kind"]),
            }
        )
    kind = families[0][0]["indexes"][0]["kind"]
    cards = any("cards" in family[0] for family in families)
    return [{"kind": kind, "title": look.wording.plural(kind), "cards": cards, "rows": rows}]


def _cell(item: Item, look: Presentation) -> dict[str, Any]:
    """What a place has of one name: `zone` with cards, else a fact: its `name`, `text`, and the look of its tokens.

    The text is "" for no and nothing, and for a yes, whose name says it.
    """
    name = look.wording.name(item["name"])
    if "cards" in item:
        return {"zone": zone_data(item, "", look), "name": name, "text": "", "pawn": NO_PAWN, "die": None}
    value = True if item.get("hidden") else item["value"]
    text = "" if value is None or isinstance(item["value"], bool) else value_words(item, look)
    return {
        "zone": None,
        "name": "" if value is None or value is False else name,
        "text": text,
        "pawn": _pawn(item, look),
        "die": _die(item, look),
    }


def _lying_cell(number: Item, look: Presentation) -> dict[str, Any]:
    """What a player has put on a place, as a fact with the player's name."""
    owner = player_of(number)
    name = look.wording.player(owner) if owner is not None else ""
    return {"zone": None, "name": name, "text": value_words(number, look), "pawn": NO_PAWN, "die": None}


def _board(board: BoardItems, look: Presentation) -> dict[str, Any]:
    """A board as `draw_board` makes it, with the option of each place and the zone of the cards that lie there."""
    words = BoardWords(look.style.cards, look.style.shorts, look.wording)
    made = draw_board(board, words, look.turned and board.plan.turns, look.moves)
    for place in (place for row in made["places"] for place in row if place is not None):
        items = board.items.get(place["word"], [])
        elsewhere = bool(items) and all(item.get("elsewhere") for item in items)
        place["option"] = None if elsewhere else look.taps.places.get((board.plan.kind, place["word"]))
        cards = place.pop("cards")
        place["zone"] = None if cards is None else zone_data(cards, "", look)
        place["about"] = (board.plan.kind, place["word"]) in look.subject.members
        lies = _contents_words(place["zone"], look.wording) if place["zone"] else ""
        place["says"] = ", ".join(part for part in (place["says"], lies) if part)
    made["what"] = what_of([item for found in board.items.values() for item in found]) or board.plan.kind
    made["tapped"] = any(place and place["option"] is not None for row in made["places"] for place in row)
    return made


def _tracks(
    tracks: Sequence[ScoreTrack], tracked: dict[str, list[Item]], look: Presentation
) -> Iterator[dict[str, Any]]:
    """Blocks with scoring tracks, each with the pawns of all whose number the seat sees."""
    words = BoardWords(look.style.cards, look.style.shorts, look.wording)
    for track in tracks:
        if any(not item.get("hidden") for item in tracked.get(track.name, ())):
            drawn = draw_score_track(track, tracked[track.name], words) | {"what": what_of(tracked[track.name])}
            yield {part: [] for part in PARTS} | {
                "tracks": [drawn],
                "heading": "",
                "large": False,
                "round": 0,
                "about": False,
            }


def _only_number(card: dict[str, Any]) -> int | None:
    """The number on the front of a card that has just one."""
    numbers = [value for value in (card.get("front") or {}).values() if type(value) is int]
    return numbers[0] if len(numbers) == 1 else None


def _contents_words(zone: dict[str, Any], wording: Wording) -> str:
    """The content of a place, to be read aloud: piece 3; piece 3 and 2 face down; "" if nothing is seen."""
    words = [
        wording.say("{card}, as remembered", card=card["words"]) if card["remembered"] else card["words"]
        for card in zone["cards"]
    ]
    return wording.join(words + ([wording.say("{cards} face down", cards=zone["hidden"])] if zone["hidden"] else []))


def place_key(label: str) -> int:
    """A number that stands for a place in pages, as labels are no words of any language."""
    return crc32(label.encode())


def zone_data(item: Item, title: str, look: Presentation, option: int | None = None) -> dict[str, Any]:
    """A place for cards: the known cards, the number of backs, the number in all (None: not known).

    option: the one that is taken by tapping its title.
    """
    cards = []
    known = [card for card in item["cards"] if "front" in card or "back" in card]
    taps = {card["tag"]: look.taps.cards.get((item["label"], card["tag"])) for card in item["cards"]}
    row = item["show"] in ("row", "hand") or (
        lies_open(item, look.style.read_piles) and item["name"] not in look.table.piles
    )
    heap = item["show"] == "count" or (item["kind"] == "pile" and not row)
    known = [] if item["show"] == "count" else known
    if item["kind"] == "pile" and not heap:
        known = known[::-1]
    if any("group" in card for card in known):
        known = sorted(known, key=lambda card: int(card["group"]))
    for card in known:
        made = card_face(card, look.style)
        made["option"] = taps.get(card["tag"])
        made["about"] = (item["label"], card["tag"]) in look.subject.cards
        made["group"] = card.get("group")
        made["new"] = card.get("new", False)
        made["sum"] = _only_number(card) if look.taps.whole else None
        made["position"] = card.get("position") if heap else None
        cards.append(made)
    tags = [card.get("tag") for card in known]
    # distinguishable backs, as they may be chosen
    blind = [card for card in item["cards"] if card not in known and taps.get(card["tag"]) is not None]
    cards += [{**card_face(card, look.style), **UNSEEN, "option": taps[card["tag"]]} for card in blind]
    order = item.get("own_order") or {}
    for made in cards:
        made["whole"] = look.taps.whole
    hidden = None if item["size"] is None else item["size"] - len(cards)
    return {
        "name": item["name"],
        "key": place_key(item["label"]),
        "market": item["name"] in look.table.market,
        "inside": [],
        "title": title,
        "option": option,
        "about": _is_subject(item, look),
        "back": look.style.tint(item["component"] or ""),
        "sign": look.style.symbol(item["component"] or ""),
        "image": look.style.image(item["component"] or ""),
        "cards": cards,
        "hidden": hidden,
        "backs": min(hidden or 0, MOST_BACKS, 1 if heap else MOST_BACKS),
        "heap": heap,
        "wordy": any(card["wordy"] for card in cards),
        "rich": any(card["rich"] for card in cards),
        "long": max((card["long"] for card in cards), default=0),
        "size": item["size"],
        "at": item.get("at", -1),
        "led": item.get("led", False) and bool(item["size"]),
        "gained": item.get("gained", []),
        "by": order.get("by", []),
        "places": [(tag, order["places"][tag]) for tag in tags] if order else [],
    }
