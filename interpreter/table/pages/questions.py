"""The question to a seat as data: its words, what it speaks of, its options in rows, and what is tapped for them."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from ...base.display_names import Wording
from ...base.english import as_order, is_participle
from ...base.languages.catalogues import ENGLISH
from ...drawing.boards import bare_boards, pawns_among
from ...program import ir
from ...program.options import TURNS
from ...program.wording import fill
from ...seats.offers import reason_text
from ...seats.phrases.arrangement import Item, player_of
from ...seats.phrases.offer_texts import offer_texts
from ...seats.phrases.things import value_text
from ...seats.question_scope import Cost, QuestionScope
from ...seats.scene import Asked, Offer, distinct_offers
from .layout.areas import Presentation
from .layout.panels import lying_at
from .log_entries import log_wording, plain_line
from .page_content import PageContent

# operations with which rules add up cards
SUMS = ("'sum'", "'subsets'")
# the least options that share the words before their number
A_ROW = 4
# the place of a grid without a name of its own, by row and column
SQUARE = r"\d+/\d+"
# so many actions are named in place of such words
FEW_ACTIONS = 2
# so many letters stand in a line with other words
BRIEF = 22
# the most choices of one step
MOST_CHOSEN = 12
# the most numbers that have a button each, and how many have one beside a slider
MOST_KEYS, FIRST_KEYS = 12, 5


def is_turn(site: ir.Site) -> bool:
    """Whether the words of a decision only say that somebody has their turn."""
    return site.words in TURNS and not site.asks


def question(program: ir.Program, site: ir.Site, wording: Wording) -> str:
    """The question of a decision in words: place bids – choose the card; of a participle: which card is discarded?"""
    words = fill(program, wording.step(site.words), wording)
    if not site.asks:
        return words
    asked, (kind, _, word) = wording.noun(site.asks), site.entries[0].kind.partition(" ")
    if wording.language == ENGLISH and word and " " not in asked and is_participle(asked):
        return f"which {wording.noun('card' if kind == 'card' else word)} is {asked}?"
    return wording.say("{step} – choose the {thing}", step=words, thing=asked)


def _heading(program: ir.Program, site: ir.Site, offers: Sequence[Offer], wording: Wording) -> str:
    """The question to the one who is asked; where its words say nothing, what may be done."""
    if not is_turn(site):
        return question(program, site, wording)
    actions = [fill(program, wording.step(words), wording) for words in dict.fromkeys(one.words for one in offers)]
    if 0 < len(actions) <= FEW_ACTIONS and all(actions):
        return wording.say(" or ").join(actions)
    return wording.say("Your turn")


def question_data(content: PageContent, asked: Asked, look: Presentation, items: Sequence[Item]) -> dict[str, Any]:
    """The question to the person at this seat, with its options; items: what is drawn on the table.

    `scope`: what it speaks of, and what was chosen for it already, as names and values, and whether that is `brief`;
    `missing`: why numbers are not among the options;
    `options`: position, text,
    whether it can be tapped on the table, the words before its number, if they are those of several, and what it costs;
    `kinds`: of options at decisions, by which a device knows what it has seen explained; `rows`: those that have a
    button, as `_rows_of_options` makes it; `tap`: what to tap for what; `tapped`: whether all can be; `together`:
    whether others choose at the same time; `whole`: whether a set is chosen, of how many (`amount`, in words), at least
    and at most so many (`least`, `most`), and what is done with it (`order`); `done`: whether it may be empty; `twice`:
    the positions of those that may stand at once and so take two taps; `sums`: whether the rules add up what is chosen.
    """
    log, offers, wording = content.information.log, asked.offers, look.wording
    site, whole, tapped = log.program.sites[asked.site], look.taps.whole, tap_options(items, look)
    words = offer_texts(log, offers, wording, look.style.cards.looks)
    done = [at for at, offer in enumerate(offers) if whole and offer.kind == "done"]
    positions = range(len(offers)) if whole else distinct_offers(log.visibility, offers)
    shown = [at for at in positions if at not in done]
    leads = _shared_words({at: (offers[at], words[at]) for at in shown}, tapped)
    costs = look.taps.costs
    options = [
        {"index": at, "text": words[at], "tapped": at in tapped, "lead": leads.get(at, ""), "cost": costs.get(at, "")}
        for at in shown
    ]
    numbers = all(words[at].lstrip("-").isdigit() for at in shown)
    # where there is only one option it has a button, too, but on a board: the rail stays as it is from choice to choice
    on_board = {at for at in tapped if offers[at].kind.removeprefix("thing ") in look.style.boards}
    alone = len(options) == 1 and not whole and not on_board
    heading = _heading(log.program, site, [offers[at] for at in shown], wording)
    limits, spoken = content.needed if whole else None, _scope_words(content, site, items, look)
    return {
        "text": heading,
        "scope": spoken,
        "missing": _missing_words(content, wording),
        "brief": sum(len(plain_line(text)) + len(name) for name, text in spoken) <= BRIEF,
        "kinds": _kinds(log.program, site, offers),
        "tap": _tap_what(log.program, [offers[at] for at in shown if at in tapped], wording, heading),
        "options": options,
        "tapped": all(option["tapped"] for option in options),
        "numbers": numbers,
        "rows": _rows_of_options([option for option in options if alone or not option["tapped"]], numbers),
        "together": site.group >= 0,
        "whole": whole,
        "done": bool(done),
        "twice": [],
        "sums": whole and any(word in repr(site.options) for word in SUMS),
        "amount": _amount_to_choose(content, [offers[at] for at in shown], wording) if whole else "",
        "least": limits.least if limits else 0,
        "most": min(limits.most, len(shown)) if limits else 0,
        "order": _order(log.program, site, wording) if whole else "",
    }


def _order(program: ir.Program, site: ir.Site, wording: Wording) -> str:
    """What is done with a set that is chosen, as its button says it: Pass cards, Lay a set."""
    words = site.entries[0].words or site.words
    told = fill(program, wording.step(words), wording)
    if site.entries[0].words:
        return told
    return (as_order(told) if wording.language == ENGLISH else "") or wording.say("Choose these")


def cost_words(scope: QuestionScope, wording: Wording) -> dict[int, str]:
    """What is paid for each option that is not free, by its position: 3 coins; pays 3 coins, if its place does."""
    return {at: _cost(paid, wording) for at, paid in scope.costs.items()}


def _cost(paid: Sequence[Cost], wording: Wording) -> str:
    """What an option costs: 3 coins; pays 3 coins."""
    parts = []
    for amount, token, by_place in paid:
        noun = wording.name(token) if amount == 1 else wording.plural(token)
        text = f"{amount} {noun}" if token else str(amount)
        parts.append(wording.say("pays {cost}", cost=text) if by_place else text)
    return str(wording.join(parts))


def _scope_words(
    content: PageContent, site: ir.Site, shown: Sequence[Item], look: Presentation
) -> list[tuple[str, str]]:
    """What a question speaks of, as names and values: what was chosen for it already, then what its options depend on.

    A value that says what it is has no name.
    """
    wording = log_wording(look.wording, look.style)
    found = {name: (kind, value) for name, kind, value in _chosen_before(content, site)}
    # what somebody has named is no matter any more once the seat has begun to choose
    named = [] if found else _named_by_others(content, look)
    for name, kind, value in content.scope.names:
        if name not in look.table.hidden:
            found.setdefault(name, (kind, value))
    lying = _lying_words(content, shown, look)
    if not lying and not any(kind.startswith(("thing ", "card ")) for kind, _ in found.values()):
        # what the gold frame is around, unless that is a place of a board
        unnamed = {"player", *look.style.boards}
        members = [member for member in sorted(look.subject.members, key=str) if member[0] not in unnamed]
        found = {f"{kind} {word}": (f"thing {kind}", word) for kind, word in members} | found
    told = dict[tuple[str, str], None]()
    for name, (kind, value) in found.items():
        if kind == "int" and value in {number for _, _, number in named}:
            continue
        text = str(value_text(value, kind, wording))
        called = "" if " " in name else wording.name(name)
        told["" if text.casefold().startswith(called.casefold()) else called, text] = None
    told |= {(wording.player(player), f"{wording.name(name)} {number}"): None for player, name, number in named}
    return [*told, *lying]


def _lying_words(content: PageContent, shown: Sequence[Item], look: Presentation) -> list[tuple[str, str]]:
    """What others have put on places, where the options depend on that: players, places with numbers."""
    reads, wording = content.scope.reads, look.wording
    return [
        (wording.player(owner), f"{value_text(place, 'thing ', wording)}: {number['value']}")
        for place, number in lying_at(shown, look.table)
        if number["name"] in reads and (owner := player_of(number)) not in (None, content.information.seat)
    ]


def _named_by_others(content: PageContent, look: Presentation) -> list[tuple[int, str, int]]:
    """The numbers of other players that the gold frame is around, such as a bid: the player, the name, the number."""
    log, values = content.information.log, content.information.scene.values
    framed = [number for number in values if log.program.ints[number].name in look.subject.labels]
    found = []
    for number in framed:
        slot, value = log.program.ints[number], values[number]
        kind, player = slot.indexes[0] if len(slot.indexes) == 1 else ("", -1)
        if kind == "player" and player != content.information.seat and slot.kind == "int" and isinstance(value, int):
            found.append((player, slot.declared, value))
    return found


def _missing_words(content: PageContent, wording: Wording) -> list[str]:
    """Why numbers are not among the options, in sentences: Not 3: no two tents may hold the same number of patrons."""
    program = content.game.program
    return [
        wording.say(
            "Not {numbers}: {reason}", numbers=_join_runs(numbers), reason=reason_text(program, reason, wording)
        )
        for reason, numbers in content.scope.missing.items()
    ]


def _join_runs(numbers: Sequence[int]) -> str:
    """Numbers in ascending order, with the first and last of those that follow each other: 1–3, 6."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1] = [runs[-1][0], number]
        else:
            runs.append([number])
    return ", ".join("–".join(map(str, run)) for run in runs)


def _chosen_before(content: PageContent, site: ir.Site) -> list[tuple[str, str, Any]]:
    """What the seat has chosen of the same step just before: names, kinds and values."""
    log, seat = content.information.log, content.information.seat
    step, found = fill(log.program, site.words), []
    for event in reversed(log.events[max(0, len(log.events) - MOST_CHOSEN) :]):
        if not site.asks or event["kind"] != "choose" or event["seat"] != seat or "hidden" in event:
            break
        named = event["decision"] == step and "asks" in event
        if not (named or event["option"] == step) or event["value"] is None:
            break
        kind, value = event["value_kind"], event["value"]
        # the first choice of a menu is in the log without its name
        names = [name for name, *chosen in content.scope.names if chosen == [kind, value]]
        found.append((event["asks"] if named else [*names, kind.rpartition(" ")[2]][0], kind, value))
        if not named:
            break
    return found[::-1]


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


def _tap_what(program: ir.Program, offers: list[Offer], wording: Wording, heading: str) -> str:
    """The instruction to tap for these options: tap a card, or Bid patrons: tap a tent, below a heading."""
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
        found.append(f"{words}: {tap}" if words and words != heading else tap)
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
