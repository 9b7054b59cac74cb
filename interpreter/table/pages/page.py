"""The data of a seat's page, made only from what `seats` gives."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import partial
from typing import Any
from weakref import WeakKeyDictionary

from ...base.captions import caption_in
from ...base.display_names import Wording
from ...drawing.boards import bare_boards, pawns_among
from ...drawing.last_moves import NO_MOVES, RECENT, last_moves
from ...program import ir
from ...program.wording import fill
from ...seats.percepts import SeatEvent
from ...seats.phrases.arrangement import Item, player_of, unhidden
from ...seats.phrases.event_lines import win_text
from ...seats.phrases.log_lines import LogLine, log_lines
from ...seats.phrases.offer_texts import offer_texts
from ...seats.phrases.things import card_text
from ...seats.progress import ToGo
from ...seats.running_game import StartedGame, game_wording
from ...seats.scene import Asked, InformationState, Offer, distinct_offers
from ...seats.score_lines import FIXED, part_words, tie_text, total
from ...seats.seat_log import SeatLog
from ...seats.seat_view import view_of
from ...seats.standing_choices import standing_choices
from ...seats.visibility import ONLOOKER
from ..play.sets import is_set
from ..play.table import moment_of
from .layout.areas import Presentation, areas, hand_labels
from .layout.cards import page_style
from .layout.panels import closed_zones, lies_in_middle
from .layout.subject import RECENT as RECENT_SUBJECTS
from .layout.subject import Subject, find_subject
from .layout.taps import NO_TAPS, find_alike, find_taps
from .layout.tricks import BACK, last_trick
from .log_entries import ROUND, log_entries, log_wording, newest_lines
from .page_content import PageContent

# how many lines of the log are looked through, and how many of them a page has: at least so many of before one's choice
MOST_LINES, LINES_SHOWN, LEAST_SHOWN = 150, 40, 12
# among so many of the last events the beginning of a turn is looked for
MOST_OF_A_TURN = 400
# of the page with all that has happened
ALL_LINES = 1_000_000
# what `standing_choices` returns for the sites of a game, by site, seat, and whether others are hasty
_STANDING: WeakKeyDictionary[StartedGame, dict[tuple[int, int, bool], frozenset[tuple[str, str]]]] = WeakKeyDictionary()
# operations with which rules add up cards
SUMS = ("'sum'", "'subsets'")
# the least options that share the words before their number
A_ROW = 4
# the place of a grid without a name of its own, by row and column
SQUARE = r"\d+/\d+"
# the most numbers that have a button each, and how many have one beside a slider
MOST_KEYS, FIRST_KEYS = 12, 5


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
    if own is not None:
        taps.cards.update(find_alike(shown, taps.cards, program))
    style = page_style(content.game, wording.language)
    turned = seat == 1 and any(plan.turns for plan in style.boards.values())
    moves = last_moves(log.events[max(0, len(log.events) - RECENT) :], seat) if style.boards else NO_MOVES
    hand = hand_labels(program, seat)
    look = Presentation(wording, style, taps, turned, moves, content.game.looks.table)
    items = unhidden(shown, look.table)
    if own is not None:
        look = replace(look, subject=_subject_of(content, items, look, hand))
    asked = None if own is None else _question_data(content, own, look, tap_options(items, look))
    if asked is not None and own is not None and not asked["whole"]:
        hasty = any(bot for other, bot in enumerate(bots) if other != seat)
        # where there is nothing to choose from, nothing can go wrong
        asked["twice"] = _standing_positions(content, own, hasty) if len(asked["options"]) > 1 else []
    if asked is not None:
        # somebody may be asked in the turn of somebody else
        own_turn = _last_turn(information)["seat"] in (None, seat)
        asked["turn"] = look.wording.say("Your turn") if own_turn else look.wording.say("Your choice")
    words = log_wording(wording, style)
    lines, fresh = page_lines(log, words, content.game)
    shown_lines = newest_lines(lines, max(LEAST_SHOWN, LINES_SHOWN - len(fresh)))
    return {
        "game": program.game,
        "seat": seat,
        "name": "" if seat == ONLOOKER else wording.player(seat),
        "names": list(wording.players),
        "over": information.scene.over,
        "mark": f"{epoch}.{len(log.events)}",
        "moment": "" if seat == ONLOOKER else moment_of(log, epoch),
        "where": _whereabouts([*lines, *fresh], information, look.wording),
        "turn": _turn(information, shown, asked, look.wording),
        "chosen": sum(line.chosen for line in fresh),
        "asked": asked,
        "look": look,
        "areas": areas(shown, items, look, bots, hand, closed_zones(program, seat)),
        "trick": _trick_data(log, words),
        "log": log_entries(shown_lines, partial(setup_words, wording) if len(shown_lines) == len(lines) else None),
        "fresh": log_entries(fresh),
        "leads_back": True,
        "ends": [_end_text(end, log.program, wording) for end in content.ends],
        "scores": scores(content, wording),
        "ties": [tie_text(tie, look.wording) for tie in content.ties],
    }


def setup_words(wording: Wording, number: int) -> str:
    """The line for what was done before anybody chose."""
    return wording.say_count("Set-up: {number} step", "Set-up: {number} steps", number)


def page_lines(
    log: SeatLog, words: Wording, game: StartedGame, most: int = MOST_LINES
) -> tuple[list[LogLine], list[LogLine]]:
    """The last lines of a page's log up to the seat's last choice, and those since then; words: of its log."""
    # pieces are seen on the board
    pieces = {fact for plan in page_style(game, words.language).boards.values() for fact in plan.piece}
    lines, fresh = log_lines(log, words, most, game.looks.table.out_of_log | pieces)
    return lines, fresh[1:] if fresh and _is_own_move(log, fresh[0].number) else fresh


def _trick_data(log: SeatLog, wording: Wording) -> dict[str, Any] | None:
    """The last trick: who took it, and the cards of each player, as lines of the log have them."""
    found = last_trick(log.events[max(0, len(log.events) - BACK) :], log.program)
    if found is None:
        return None
    cards: dict[str, list[str]] = {}
    for owner, event in found[1]:
        moved = [event["card"]] if event["kind"] == "move" else event["cards"]
        cards.setdefault(wording.player(owner), []).extend(card_text(card, wording) for card in moved)
    return {"taker": wording.player(found[0]), "cards": [(who, " ".join(texts)) for who, texts in cards.items()]}


def _is_own_move(log: SeatLog, number: int) -> bool:
    """Whether an event only does what the seat has chosen just before: its choice has a line already."""
    chosen, event = log.events[number - 1 : number + 1] if number else ({}, {})
    own = chosen.get("kind") == "choose" and chosen["seat"] == log.visibility.seat
    return bool(own and event["kind"] == "move" and event["words"] == chosen["decision"])


def _standing_positions(content: PageContent, asked: Asked, hasty: bool) -> list[int]:
    """The positions of the options that may stand as soon as they are chosen."""
    program, seat = content.game.program, content.information.seat
    kept = _STANDING.setdefault(content.game, {})
    found = kept.get((asked.site, seat, hasty))
    if found is None:
        found = kept[asked.site, seat, hasty] = standing_choices(program, program.sites[asked.site], seat, hasty)
    return [at for at, offer in enumerate(asked.offers) if (offer.words, offer.kind) in found]


def _whereabouts(lines: Sequence[str], information: InformationState, wording: Wording) -> str:
    """Where the game is: its round and turn as the log has them, else the step around the question; or why it ended."""
    turn = next((line.removeprefix(ROUND) for line in reversed(lines) if line.startswith(ROUND)), "")
    if turn or information.scene.over:
        if information.scene.over:
            return _reason(information, wording)
        own = _last_turn(information)
        return wording.say("round {number}", number=own["round"]) if own["seat"] == information.seat else turn
    asked, program = information.scene.asked, information.log.program
    site = asked.site if asked is not None else information.scene.others
    around = program.sites[site].path[:-1] if site >= 0 else []
    return fill(program, wording.step(around[-1]), wording) if around else ""


def _last_turn(information: InformationState) -> SeatEvent:
    """The event with which the turn began, as far as it is among the last ones."""
    events = information.log.events
    recent = events[max(0, len(events) - MOST_OF_A_TURN) :]
    return next((event for event in reversed(recent) if event["kind"] == "turn"), {"seat": None})


def _reason(information: InformationState, wording: Wording) -> str:
    """Why the game is over, in the words of the rules."""
    events = information.log.events
    ended = [event for event in events[max(0, len(events) - 1) :] if event["kind"] == "end"]
    return caption_in(ended[0]["reason"], wording) if ended else ""


def _subject_of(content: PageContent, shown: Sequence[Item], look: Presentation, hand: Collection[str]) -> Subject:
    """What the seat's question is about, of the items that are drawn on the table and in its hand."""
    events = content.information.log.events
    closed = closed_zones(content.game.program, content.information.seat)
    # a place of a player that nobody else sees into is a number in that player's panel
    items = {item["label"]: item for item in shown}
    drawn = {
        label: item
        for label, item in items.items()
        if label not in hand and (label not in closed or player_of(item) is None or lies_in_middle(item, look.table))
    }
    own = {label: items[label] for label in hand if label in items}
    return find_subject(events[max(0, len(events) - RECENT_SUBJECTS) :], drawn, own)


def _turn(information: InformationState, shown: dict[str, Any], asked: dict[str, Any] | None, wording: Wording) -> str:
    """The line that says what is asked, and of whom."""
    if shown["over"]:
        winners, program = shown["winners"], information.log.program
        result = win_text(winners, program.players, winners in program.teams, wording)
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
    words = fill(program, wording.step(site.words), wording)
    if not site.asks:
        return words
    return wording.say("{step} – choose the {thing}", step=words, thing=wording.noun(site.asks))


def _question_data(content: PageContent, asked: Asked, look: Presentation, tapped: set[int]) -> dict[str, Any]:
    """The question to the person at this seat, with its options.

    `options`: position, text, whether it can be tapped on the table, and the words before its number, if they are
    those of several; `kinds`: of options at decisions, by which a device knows what it has seen explained; `rows`:
    those that cannot be tapped, as `_rows_of_options` makes it; `tap`: what to tap for what; `tapped`: whether all can
    be; `together`: whether others choose at the same time; `whole`: whether a set is chosen, of how many (`amount`, in
    words); `done`: whether it may be empty; `twice`: the positions of those that may stand at once and so take two
    taps; `sums`: whether the rules add up what is chosen.
    """
    log, offers = content.information.log, asked.offers
    site, whole = log.program.sites[asked.site], look.taps.whole
    words = offer_texts(log, offers, look.wording, look.style.cards.looks)
    done = [at for at, offer in enumerate(offers) if whole and offer.kind == "done"]
    positions = range(len(offers)) if whole else distinct_offers(log.visibility, offers)
    shown = [at for at in positions if at not in done]
    leads = _shared_words({at: (offers[at], words[at]) for at in shown}, tapped)
    options = [{"index": at, "text": words[at], "tapped": at in tapped, "lead": leads.get(at, "")} for at in shown]
    numbers = all(words[at].lstrip("-").isdigit() for at in shown)
    return {
        "text": question(log.program, site, look.wording),
        "kinds": _kinds(log.program, site, offers),
        "tap": _tap_what(log.program, [offers[at] for at in shown if at in tapped], look.wording),
        "options": options,
        "tapped": all(option["tapped"] for option in options),
        "numbers": numbers,
        "rows": _rows_of_options([option for option in options if not option["tapped"]], numbers),
        "together": site.group >= 0,
        "whole": whole,
        "done": bool(done),
        "twice": [],
        "sums": whole and any(word in repr(site.options) for word in SUMS),
        "amount": _amount_to_choose(content, [offers[at] for at in shown], look.wording) if whole else "",
    }


def _kinds(program: ir.Program, site: ir.Site, offers: Sequence[Offer]) -> list[str]:
    """Short names of the kinds of options that there are at a decision of a game, in any language."""
    words = dict.fromkeys(f"{program.game}|{site.words}|{offer.words}" for offer in offers)
    return [hashlib.sha256(each.encode()).hexdigest()[:8] for each in words]


def _rows_of_options(options: list[dict[str, Any]], numbers: bool) -> list[dict[str, Any]]:
    """Options that are not tapped on the table in rows: those that share their `lead`, or are all numbers, are one.

    `keys` have a button each; of very many the first do, and all of them are in `scale` for a slider if they are
    numbers, and in `list` if they are not.
    """
    rows: list[dict[str, Any]] = []
    for option in options:
        if not rows or rows[-1]["lead"] != option["lead"]:
            rows.append({"lead": option["lead"], "keys": [], "scale": [], "list": [], "words": ""})
        number = option["text"][len(option["lead"]) :].strip()
        rows[-1]["keys"].append(option | {"number": number})
    for row in rows:
        # an action and what is chosen may have one name: Bid bid 3/4
        row["words"] = re.sub(r"\b(\w+) \1$", r"\1", row["lead"], flags=re.IGNORECASE)
        if len(row["keys"]) > MOST_KEYS and (numbers or row["lead"]):
            numeric = all(key["number"].lstrip("-").isdigit() for key in row["keys"])
            row["scale" if numeric else "list"] = row["keys"]
            row["keys"] = row["keys"][:FIRST_KEYS]
    return rows


def _amount_to_choose(content: PageContent, offers: Sequence[Offer], wording: Wording) -> str:
    """How many of a set are to be chosen, in a sentence."""
    kind, _, word = offers[0].kind.partition(" ") if offers else ("card", "", "")
    noun = word if kind == "thing" and word else "card"
    return content.needed.question(len(offers), noun, wording) if content.needed is not None else ""


def _tap_what(program: ir.Program, offers: list[Offer], wording: Wording) -> str:
    """The instruction to tap for these options: tap a card, or Bid patrons: tap a tent."""
    found = []
    for offer in offers:
        kind, _, word = offer.kind.partition(" ")
        words, thing = (
            fill(program, wording.step(offer.words), wording),
            wording.noun("card" if kind == "card" else word),
        )
        tap = (
            wording.say("tap an {thing}", thing=thing)
            if thing[:1] in "aeiou"
            else wording.say("tap a {thing}", thing=thing)
        )
        found.append(f"{words}: {tap}" if words else tap)
    return wording.say(" or ").join(dict.fromkeys(found))


def _shared_words(options: dict[int, tuple[Offer, str]], tapped: set[int]) -> dict[int, str]:
    """The words before each option's number or square, if several options begin with them: Bid 3, Bid 4.

    Squares that can be tapped have their whole names.
    """
    found = {}
    for at, (offer, text) in options.items():
        words, _, last = text.rpartition(" ")
        if words and (
            last == str(offer.value) if offer.kind == "int" else at not in tapped and re.fullmatch(SQUARE, last)
        ):
            found[at] = words
    times = Counter(found.values())
    return {at: lead for at, lead in found.items() if times[lead] >= A_ROW}


def tap_options(items: Sequence[Item], look: Presentation) -> set[int]:
    """The options that can be taken by tapping one of the items on the table."""
    taps = look.taps
    labels = {item["label"] for item in items}
    places = {(last["kind"], last["word"]) for item in items for last in item["indexes"][-1:]}
    for board in bare_boards(look.style.boards, pawns_among(items, look.style.boards)):
        places |= {(board.plan.kind, spot.word) for spot in board.plan.spots}
    found = {option for (label, _), option in taps.cards.items() if label in labels}
    return found | {option for place, option in taps.places.items() if place in places} | {*taps.players.values()}


# -- the score, and how far it is to the end


def _end_text(end: ToGo, program: ir.Program, wording: Wording) -> str:
    """What ends the game, and how much is missing until then."""
    words = fill(program, wording.step(end.words), wording)
    return wording.say("{number} to go ({condition})", condition=words, number=end.number)


def scores(content: PageContent, names: Sequence[str] | Wording) -> list[dict[str, Any]]:
    """Each player's score as far as this seat may know, with its parts; best first when the game is over."""
    if not content.scores:
        return []
    wording = game_wording(content.game, names)
    end, players = content.information.scene.end, range(content.game.program.players)
    ranks = end.ranks if end is not None else (0,) * len(players)
    found = []
    for player in sorted(players, key=lambda player: (ranks[player], player)):
        parts = content.scores[player]
        known = total(parts)
        score = ("?" if known is None else str(known)) if content.game.program.scored else ""
        found.append(
            {
                "name": wording.player(player),
                "rank": ranks[player],
                "score": score,
                "lines": [f"{amount}  {text}".replace(FIXED, " ") for amount, text in part_words(parts, wording)],
            }
        )
    return found
