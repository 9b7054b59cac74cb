"""The data of a seat's page, made only from what `seats` gives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ...base.display_names import Wording
from ...base.layouts import NO_TABLE, TableLayout
from ...drawing.boards import BoardItems, BoardWords, draw_board, find_boards
from ...drawing.last_moves import NO_MOVES, RECENT, LastMoves, last_moves
from ...drawing.score_tracks import ScoreTrack, draw_score_track
from ...program import ir
from ...program.wording import fill
from ...seats.phrases import value_text
from ...seats.phrases.arrangement import Item, index_text, place_kind, player_of, sharing, unhidden
from ...seats.phrases.event_lines import win_text
from ...seats.phrases.log_lines import log_lines
from ...seats.phrases.offer_texts import offer_texts
from ...seats.render import team_of
from ...seats.running_game import game_wording
from ...seats.scene import Asked, InformationState, Offer, distinct_offers
from ...seats.score_lines import FIXED, part_words, tie_text, total
from ...seats.seat_view import view_of
from ...seats.visibility import ONLOOKER
from ..play.sets import is_set
from ..play.table import moment_of
from .cards import PageStyle, card_face, page_style
from .page_content import PageContent
from .panels import (
    chip_of,
    closed_zones,
    lies_in_middle,
    middle_blocks,
    own_order,
    pile_up,
    put_in_order,
    split_panel,
    tracks_at,
    without_empty,
)

MOST_BACKS = 13
MOST_LINES = 150
# the most counters of one name in a line
A_STRIP = 3
# the least options that share the words before their number
A_ROW = 4
NO_PAWN = ("", "")
# what lies in a block, from the top
PARTS = ("tracks", "counters", "boards", "tables", "zones")


class Taps(NamedTuple):
    """The options taken by tapping something: cards by zone and tag, places by kind and word, players by seat."""

    cards: dict[tuple[str, int], int]
    places: dict[tuple[str, str], int]
    players: dict[int, int]
    # several cards are chosen together
    whole: bool = False


NO_TAPS = Taps({}, {}, {})


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


def page_data(
    content: PageContent, names: Sequence[str] | Wording, bots: Sequence[bool], epoch: int = 0, asks: bool = True
) -> dict[str, Any]:
    """The data of a seat's page (ONLOOKER: of everybody's), as JSON data except for `look`.

    names: the players', one a seat, or the game's wording with them in the reader's language; bots: for each seat
    whether a bot plays there, which everybody knows; epoch: of its `moment`; asks: whether the seat can choose now.
    What `areas` hold is put in order by `arranged`.
    """
    information, wording = content.information, game_wording(content.game, names)
    log, seat, program = information.log, information.seat, information.log.program
    shown = view_of(information)
    own = information.scene.asked if asks and seat != ONLOOKER and not bots[seat] else None
    taps = find_taps(shown, is_set(program.sites[own.site])) if own is not None else NO_TAPS
    style = page_style(content.game, wording.language)
    turned = seat == 1 and any(plan.turns for plan in style.boards.values())
    moves = last_moves(log.events[max(0, len(log.events) - RECENT) :], seat) if style.boards else NO_MOVES
    look = Presentation(wording, style, taps, turned, moves, content.game.looks.table)
    asked = None if own is None else _question_data(content, own, look, tap_options(shown, look))
    pieces = {fact for plan in style.boards.values() for fact in plan.piece}  # they are seen on the board
    lines, fresh = log_lines(log, look.wording, MOST_LINES, look.table.out_of_log | pieces)
    return {
        "game": program.game,
        "seat": seat,
        "name": "" if seat == ONLOOKER else wording.players[seat],
        "names": list(wording.players),
        "over": information.scene.over,
        "moment": "" if seat == ONLOOKER else moment_of(log, epoch),
        "turn": _turn(information, shown, asked, look.wording),
        "asked": asked,
        "look": look,
        "areas": areas(shown, look, bots, hand_labels(program, seat), closed_zones(program, seat)),
        "log": lines,
        "fresh": fresh,
        "scores": scores(content, wording),
        "ties": [tie_text(tie, look.wording) for tie in content.ties],
    }


def _turn(information: InformationState, shown: dict[str, Any], asked: dict[str, Any] | None, wording: Wording) -> str:
    """The line that says what is asked, and of whom."""
    if shown["over"]:
        winners = shown["winners"]
        result = win_text(winners, wording) if winners else wording.say("nobody wins")
        return wording.say("The game is over: {result}.", result=result)
    if asked is not None:
        # words such as `a turn` say nothing more
        if asked["text"] in ("turn", "a turn", "take a turn"):
            return wording.say("Your turn")
        return wording.say("Your turn: {question}", question=asked["text"])
    others = [wording.player(seat) for seat in shown["pending"] if seat != shown["seat"]]
    program, site = information.log.program, information.scene.others
    # what the one who has to choose is asked, as all may know: the log says it once the choice is made
    waits = wording.say("Waiting for {players}", players=wording.join(others) if others else wording.say("the others"))
    return f"{waits}: {question(program, program.sites[site], wording)}" if site >= 0 else waits


def question(program: ir.Program, site: ir.Site, wording: Wording) -> str:
    """The question of a decision in words: place bids – choose the card."""
    words = fill(program, wording.step(site.words))
    if not site.asks:
        return words
    return wording.say("{step} – choose the {thing}", step=words, thing=wording.noun(site.asks))


def _question_data(content: PageContent, asked: Asked, look: Presentation, tapped: set[int]) -> dict[str, Any]:
    """The question to the person at this seat, with its options.

    `options`: position, text, whether it can be tapped on the table, and the words before its number, if they are
    those of several; `tap`: what to tap for what; `tapped`: whether all can be; `together`: whether others choose at
    the same time; `whole`: whether a set is chosen, of how many (`amount`, in words); `done`: whether it may be empty.
    """
    log, offers = content.information.log, asked.offers
    site, whole = log.program.sites[asked.site], look.taps.whole
    words = offer_texts(log, offers, look.wording, look.style.cards.looks)
    done = [at for at, offer in enumerate(offers) if whole and offer.kind == "done"]
    positions = range(len(offers)) if whole else distinct_offers(log.visibility, offers)
    shown = [at for at in positions if at not in done]
    leads = _shared_words({at: (offers[at], words[at]) for at in shown})
    options = [{"index": at, "text": words[at], "tapped": at in tapped, "lead": leads.get(at, "")} for at in shown]
    return {
        "text": question(log.program, site, look.wording),
        "tap": _tap_what(log.program, [offers[at] for at in shown if at in tapped], look.wording),
        "options": options,
        "tapped": all(option["tapped"] for option in options),
        "numbers": all(words[at].lstrip("-").isdigit() for at in shown),
        "together": site.group >= 0,
        "whole": whole,
        "done": bool(done),
        "amount": content.needed.words(len(shown), look.wording) if whole and content.needed is not None else "",
    }


def _tap_what(program: ir.Program, offers: list[Offer], wording: Wording) -> str:
    """The instruction to tap for these options: tap a card, or Bid patrons: tap a tent."""
    found = []
    for offer in offers:
        kind, _, word = offer.kind.partition(" ")
        words, thing = fill(program, wording.step(offer.words)), wording.noun("card" if kind == "card" else word)
        tap = (
            wording.say("tap an {thing}", thing=thing)
            if thing[:1] in "aeiou"
            else wording.say("tap a {thing}", thing=thing)
        )
        found.append(f"{words}: {tap}" if words else tap)
    return wording.say(" or ").join(dict.fromkeys(found))


def _shared_words(options: dict[int, tuple[Offer, str]]) -> dict[int, str]:
    """The words before each option's number, if several options begin with them: Bid 3, Bid 4."""
    found = {
        at: text.removesuffix(f" {offer.value}")
        for at, (offer, text) in options.items()
        if offer.kind == "int" and text.endswith(f" {offer.value}")
    }
    times = Counter(found.values())
    return {at: lead for at, lead in found.items() if times[lead] >= A_ROW}


def find_taps(shown: dict[str, Any], whole: bool = False) -> Taps:
    """The taps for the options of a view (whole: only cards); a tap that could mean two options is left out."""
    taps = Taps({}, {}, {}, whole)
    decision = shown["decision"]
    found: list[tuple[dict[Any, int], Any, int]] = []
    for option in decision["options"] if decision else ():
        kind, _, word = option["kind"].partition(" ")
        if kind == "card" and option["value"]["tag"] is not None:
            found.append((taps.cards, (option["zone"], option["value"]["tag"]), option["index"]))
        elif whole:
            continue
        elif kind == "thing" and word == "player" and isinstance(option["value"], int):
            found.append((taps.players, option["value"], option["index"]))
        elif kind == "thing" and isinstance(option["value"], str):
            found.append((taps.places, (word, option["value"]), option["index"]))
    times = Counter((id(kind), what) for kind, what, _ in found)
    for kind, what, index in found:
        if times[id(kind), what] == 1:
            kind[what] = index
    return taps


def tap_options(shown: dict[str, Any], look: Presentation) -> set[int]:
    """The options that can be taken by tapping something on the table."""
    items, taps = unhidden(shown, look.table), look.taps
    labels = {item["label"] for item in items}
    places = {(last["kind"], last["word"]) for item in items for last in item["indexes"][-1:]}
    found = {option for (label, _), option in taps.cards.items() if label in labels}
    return found | {option for place, option in taps.places.items() if place in places} | {*taps.players.values()}


# -- the table


def hand_labels(program: ir.Program, seat: int) -> set[str]:
    """The labels of a seat's own zones that it sees and some others do not."""
    if seat == ONLOOKER:
        return set()
    own = [slot for slot in program.lists[: program.zones] if slot.owner == seat and slot.kind in ("set", "pile")]
    everybody = (1 << program.players) - 1
    return {slot.name for slot in own if slot.see["front"] >> seat & 1 and slot.see["front"] != everybody}


def areas(
    shown: dict[str, Any], look: Presentation, bots: Sequence[bool], hand: set[str], closed: frozenset[str]
) -> list[dict[str, Any]]:
    """The panels of the others, beginning after the reader's seat, the common area, then what the reader has.

    What is in the reader's `hand` comes last, as an area of its own, with the reader's numbers. closed: the labels of
    zones whose cards the reader does not see.
    """
    rail: list[Item] = []
    seat, players = shown["seat"], shown["players"]
    items: dict[int | None, list[Item]] = {}
    held: list[Item] = []
    tracks = {track.name: track for track in look.style.tracks}
    tracked: dict[str, list[Item]] = {}
    for item in unhidden(shown, look.table):
        on_track = item["name"] in tracks
        owner = None if lies_in_middle(item, look.table) and not on_track else player_of(item)
        if on_track:
            tracked.setdefault(item["name"], []).append(item)
        (held if item["label"] in hand else items.setdefault(owner, [])).append(item)
    nobody: dict[str, Any] = {"team": "", "pawn": NO_PAWN, "asked": False, "bot": False, "option": None, "panel": False}
    common: dict[str, Any] = {
        "id": "area-table",
        "title": look.wording.say("The table"),
        "owner": None,
        "own": False,
        "chips": [],
    }
    found: list[dict[str, Any]] = [nobody | common | {"items": items.get(None, []), "tracked": tracked}]
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
        found.append(nobody | own | {"items": held})
    return found


def _head(owner: int, shown: dict[str, Any], look: Presentation, bots: Sequence[bool]) -> dict[str, Any]:
    """What the heading of a player's area says."""
    return {
        "id": f"area-{owner + 1}",
        "title": look.wording.player(owner),
        "team": team_of(shown, owner),
        "pawn": look.style.players[owner],
        "owner": owner,
        "own": owner == shown["seat"],
        "asked": owner in shown["pending"],
        "bot": bots[owner],
        "option": look.taps.players.get(owner),
    }


def arrange(area: dict[str, Any], look: Presentation) -> dict[str, Any]:
    """An area with its content arranged for drawing: `chips`, numbers in a panel, and `blocks`, one below another.

    A block is what `arrange_items` makes; `large`: whether the layout names it; `heading`: the words above it.
    """
    groups = middle_blocks(area["items"], look.table) if area["owner"] is None else [area["items"]]
    tracked = area.get("tracked", {})
    blocks = []
    for at, items in enumerate(groups):
        if area["id"] == "hand":
            items = [_ordered(item, look) if "cards" in item else item for item in items]
        made = arrange_items(items, look)
        piles = look.table.piles
        made["zones"] = [pile_up(zone, zone["name"] in piles, area["id"] == "hand") for zone in made["zones"]]
        players = {item["name"] for item in items if area["owner"] is None and player_of(item) is not None}
        made["heading"] = look.wording.name(min(players)) if players else ""
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
    labels = {mark.name: mark.label for mark in marks or ()}
    kept = {name: value for name, value in area.items() if name not in ("items", "tracked")}
    return kept | {"chips": _chips(area["chips"], labels, look), "blocks": blocks}


def _ordered(item: Item, look: Presentation) -> Item:
    """A place of the own hand in its order, and what a browser needs to put it in another."""
    ordered = put_in_order(item, look.table, look.style.orders)
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
        for item in zones if len(zones) < A_STRIP else [item for item in zones if item["size"] != 0]:
            where = _title(item, look).removeprefix(look.wording.name(name)).strip()
            pawn = look.style.tint(item["component"] or ""), look.style.symbol(item["component"] or "")
            made.append(chip_of(item, f"{text} {where}".strip(), pawn))
        counters = [] if zones else _counters(look.wording.name(name), family, look)
        made += [counter | {"name": text} if len(counters) == 1 else counter for counter in counters]
    return made


def arrange_items(items: list[Item], look: Presentation) -> dict[str, Any]:
    """Items that belong together, arranged: numbers, zones, tables of places with several things, boards."""
    boards = find_boards(items, look.style.boards, look.wording)
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
            made["tables"] += _table(tables.pop(kind), look)
        elif len(family) > 1 and kind in {row["kind"] for row in made["tables"]}:
            continue
        elif "cards" in family[0]:
            made["zones"] += [zone_data(item, _zone_title(item, look), look, _tap(item, look)) for item in family]
        else:
            made["counters"] += _counters(look.wording.name(name), family, look)
    return made


def _title(item: Item, look: Presentation) -> str:
    """The heading of an item: hand; sets Stout; coins in the box."""
    if not item["indexes"]:
        token, box, _ = str(item["label"]).partition(" in the box")
        return (
            look.wording.say("{token} in the box", token=look.wording.plural(token))
            if box
            else look.wording.name(token)
        )
    indexes = item["indexes"][1:] if player_of(item) is not None else item["indexes"]
    where = " ".join(_where(index, look) for index in indexes)
    return f"{look.wording.name(item['name'])} {where}".strip()


def _zone_title(item: Item, look: Presentation) -> str:
    """The heading of a place for cards; in the middle of the table that of a player has the player's name."""
    owner = player_of(item)
    if owner is None or not lies_in_middle(item, look.table):
        return _title(item, look)
    return " ".join([look.wording.player(owner), *(_where(index, look) for index in item["indexes"][1:])])


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
        yes = [_title(item, look).removeprefix(name).strip() for item in family if item["value"]]
        return [{"name": name, "text": str(look.wording.join(yes)), "option": None, "pawn": NO_PAWN}] if yes else []
    # no and nothing are what is not there, unless the place can be chosen
    shown = [
        item
        for item in family
        if item in tapped or not (item.get("hidden") or item["value"] is None or item["value"] is False)
    ]
    found = [
        {
            "name": _title(item, look),
            "text": value_words(item, look),
            "option": _tap(item, look),
            "pawn": _pawn(item, look),
        }
        for item in shown
    ]
    if len(found) < A_STRIP:
        return found
    cells = [
        counter | {"name": str(counter["name"]).removeprefix(name).removesuffix(f" in the {name}").strip()}
        for counter in found
    ]
    return [{"name": name, "cells": cells}]


def value_words(item: Item, look: Presentation) -> str:
    """A value in words: a number, a word, a player's name; – for nothing, ? for what the seat does not see."""
    if item.get("hidden"):
        return "?"
    text = "–" if item["value"] is None else str(value_text(item["value"], item["kind"], look.wording))
    return with_symbol(item["value"], text, look) if isinstance(item["value"], str) else text


def _pawn(item: Item, look: Presentation) -> tuple[str, str]:
    """The colour name and symbol of the tokens that a number counts."""
    return look.style.tint(item["of"] or ""), look.style.symbol(item["of"] or "")


def _tap(item: Item, look: Presentation) -> int | None:
    """The option taken by tapping a place."""
    if not item["indexes"]:
        return None
    last = item["indexes"][-1]
    return look.taps.places.get((last["kind"], last["word"]))


def _table(families: list[list[Item]], look: Presentation) -> list[dict[str, Any]]:
    """Places with several things each, as tiles: one for each place; `cards`: whether cards lie there."""
    rows: list[dict[str, Any]] = []
    for at, item in enumerate(families[0]):
        cells = [_cell(family[at], look) for family in families]
        rows.append({"title": _where(item["indexes"][0], look), "option": _tap(item, look), "cells": cells})
    kind = families[0][0]["indexes"][0]["kind"]
    cards = any("cards" in family[0] for family in families)
    return [{"kind": kind, "title": look.wording.plural(kind), "cards": cards, "rows": rows}]


def _cell(item: Item, look: Presentation) -> dict[str, Any]:
    """What a place has of one name: `zone` with cards, else a fact: its `name`, `text`, and the look of its tokens.

    The text is "" for no and nothing, and for a yes, whose name says it.
    """
    name = look.wording.name(item["name"])
    if "cards" in item:
        return {"zone": zone_data(item, "", look), "name": name, "text": "", "pawn": NO_PAWN}
    value = True if item.get("hidden") else item["value"]
    text = "" if value is None or isinstance(item["value"], bool) else value_words(item, look)
    return {
        "zone": None,
        "name": "" if value is None or value is False else name,
        "text": text,
        "pawn": _pawn(item, look),
    }


def _board(board: BoardItems, look: Presentation) -> dict[str, Any]:
    """A board as `draw_board` makes it, with the option of each place and the zone of the cards that lie there."""
    words = BoardWords(look.style.cards, look.style.shorts, look.wording)
    made = draw_board(board, words, look.turned and board.plan.turns, look.moves)
    for place in (place for row in made["places"] for place in row if place is not None):
        place["option"] = look.taps.places.get((board.plan.kind, place["word"]))
        cards = place.pop("cards")
        place["zone"] = None if cards is None else zone_data(cards, "", look)
        lies = _contents_words(place["zone"], look.wording) if place["zone"] else ""
        place["says"] = ", ".join(part for part in (place["says"], lies) if part)
    return made


def _tracks(
    tracks: Sequence[ScoreTrack], tracked: dict[str, list[Item]], look: Presentation
) -> Iterator[dict[str, Any]]:
    """Blocks with scoring tracks, each with the pawns of all whose number the seat sees."""
    words = BoardWords(look.style.cards, look.style.shorts, look.wording)
    for track in tracks:
        if any(not item.get("hidden") for item in tracked.get(track.name, ())):
            drawn = draw_score_track(track, tracked[track.name], words)
            yield {part: [] for part in PARTS} | {"tracks": [drawn], "heading": "", "large": False}


def _contents_words(zone: dict[str, Any], wording: Wording) -> str:
    """The content of a place, to be read aloud: piece 3; piece 3 and 2 face down; "" if nothing is seen."""
    words = [
        wording.say("{card}, as remembered", card=card["words"]) if card["remembered"] else card["words"]
        for card in zone["cards"]
    ]
    return wording.join(words + ([wording.say("{cards} face down", cards=zone["hidden"])] if zone["hidden"] else []))


def zone_data(item: Item, title: str, look: Presentation, option: int | None = None) -> dict[str, Any]:
    """A place for cards: the known cards, the number of backs, the number in all (None: not known).

    option: the one that is taken by tapping its title.
    """
    cards = []
    known = [card for card in item["cards"] if "front" in card or "back" in card]
    taps = {card["tag"]: look.taps.cards.get((item["label"], card["tag"])) for card in item["cards"]}
    heap = item["show"] == "count" or (item["kind"] == "pile" and item["show"] not in ("row", "hand"))
    if item["show"] == "count":
        known = []
    if item["kind"] == "pile" and not heap:
        known = known[::-1]
    if any("group" in card for card in known):
        known = sorted(known, key=lambda card: int(card["group"]))
    for card in known:
        made = card_face(card, look.style)
        made["option"] = taps.get(card["tag"])
        made["group"] = card.get("group")
        made["position"] = card.get("position") if heap else None
        cards.append(made)
    tags = [card.get("tag") for card in known]
    # distinguishable backs, as they may be chosen
    blind = [card for card in item["cards"] if card not in known and taps.get(card["tag"]) is not None]
    cards += [{**card_face(card, look.style), "option": taps[card["tag"]], "group": None} for card in blind]
    order = item.get("own_order") or {}
    for made in cards:
        made["whole"] = look.taps.whole
    hidden = None if item["size"] is None else item["size"] - len(cards)
    return {
        "name": item["name"],
        "market": item["name"] in look.table.market,
        "inside": [],
        "title": title,
        "option": option,
        "back": look.style.tint(item["component"] or ""),
        "sign": look.style.symbol(item["component"] or ""),
        "image": look.style.image(item["component"] or ""),
        "cards": cards,
        "hidden": hidden,
        "backs": min(hidden or 0, MOST_BACKS, 1 if heap else MOST_BACKS),
        "heap": heap,
        "wordy": any(card["wordy"] for card in cards),
        "rich": any(card["rich"] for card in cards),
        "long": any(card["long"] for card in cards),
        "size": item["size"],
        "by": order.get("by", []),
        "places": [(tag, order["places"][tag]) for tag in tags] if order else [],
    }


# -- the score


def scores(content: PageContent, players: Sequence[str] | Wording) -> list[dict[str, Any]]:
    """Each player's score as far as this seat may know, with its parts; best first when the game is over."""
    if not content.scores:
        return []
    wording = game_wording(content.game, players)
    end, names = content.information.scene.end, wording.players
    ranks = end.ranks if end is not None else (0,) * len(names)
    found = []
    for player in sorted(range(len(names)), key=lambda player: (ranks[player], player)):
        parts = content.scores[player]
        known = total(parts)
        score = ("?" if known is None else str(known)) if content.game.program.scored else ""
        found.append(
            {
                "name": names[player],
                "rank": ranks[player],
                "score": score,
                "lines": [f"{amount}  {text}".replace(FIXED, " ") for amount, text in part_words(parts, wording)],
            }
        )
    return found
