"""A careful player of Warrender's Oktoberfest: takes what raises its lowest suit, minds 22 points in hand, and
challenges who is tipsier by all that the backs of the others show."""

from __future__ import annotations

from itertools import product
from math import erf, sqrt
from typing import Any

from helpers.references.seen import Zone, at_value, fronts, others, zone

from stammtisch.bots.knowledge import Knowledge

SUITS = ("food", "music", "games")
WINS_AT_ONCE, CLOSE = 22, 15
TIPSY = {0: 0.5, 1: 1.0, 3: 2.0, 5: 3.0, 7: 3.0}  # what a card makes tipsy in the mean, by its points
SPREAD = 0.8
LIKELY = 0.6

Card = dict[str, Any]  # its front


def choose(known: Knowledge) -> int:
    decision = known.view["decision"]
    if decision["name"] == "take a card":
        return take(known)
    if decision["name"] == "a challenge":
        if decision["asks"] == "rival":
            stake = known.log[-1]["value"]["front"]
            return at_value(known, max(others(known), key=lambda rival: worth_of_challenge(known, stake, rival)))
        return challenge(known)
    return lose(known)


def hand(known: Knowledge) -> list[Card]:
    return fronts(zone(known, "hand", known.seat))


def bank(known: Knowledge) -> list[Card]:
    return fronts(zone(known, "bank", known.seat))


def suit_totals(held: list[Card]) -> list[int]:
    """The totals of the suits from the lowest on, with the wilds where they are best."""
    totals = [sum(card["value"] for card in held if card["suit"] == suit) for suit in SUITS]
    wilds = [card["value"] for card in held if card["suit"] == "wild"]
    # more than six are shared out one by one, the greatest first
    for value in sorted(wilds, reverse=True)[:-5]:
        totals[totals.index(min(totals))] += value
    found = []
    for where in product(range(3), repeat=min(len(wilds), 5)):
        some = [*totals]
        for value, at in zip(sorted(wilds)[:5], where, strict=False):
            some[at] += value
        found.append(sorted(some))
    return max(found)


def worth(own: list[Card], banked: list[Card]) -> float:
    """What cards are worth: suits for the end, points in hand for the sudden victory, less what makes tipsy."""
    low, middle, high = suit_totals(own + banked)
    points = sum(card["value"] for card in own)
    sudden = 100.0 if points >= WINS_AT_ONCE else 0.35 * points
    return low + 0.4 * middle + 0.15 * high + sudden - 0.15 * sum(TIPSY[card["value"]] for card in own)


def take(known: Knowledge) -> int:
    own, banked = hand(known), bank(known)

    def gain(at: int) -> float:
        pile = next(
            one
            for one in known.view["zones"]
            if one["name"] == "stack" and one["indexes"][0]["word"] == known.options[at]["value"]
        )
        return worth([*own, pile["cards"][0]["front"]], banked)

    return max(range(known.count), key=gain)


def tipsiness(of: Zone) -> float:
    """What the backs in a hand add up to, as far as this seat sees them; the mean for the others."""
    return sum(
        card["back"]["tipsiness"] if "back" in card else TIPSY[card["front"]["value"]] if "front" in card else 2.0
        for card in of["cards"]
    )


def contributions(banked: list[Card], suit: str) -> int:
    return sum(card["contribution"] for card in banked if card["suit"] in (suit, "wild"))


def chance_to_win(known: Knowledge, stake: Card, rival: int) -> float:
    """How likely a challenge is won with this card."""
    own = [*hand(known)]
    if stake in own:
        own.remove(stake)
    banked = bank(known) if stake in bank(known) and stake not in hand(known) else [*bank(known), stake]
    mine = sum(TIPSY[card["value"]] for card in own) + contributions(banked, stake["suit"])
    theirs = tipsiness(zone(known, "hand", rival)) + contributions(fronts(zone(known, "bank", rival)), stake["suit"])
    spread = SPREAD * sqrt(max(1, len(own)))
    # even, the defender wins
    return 0.5 * (1 + erf((theirs - mine - 0.5) / spread / sqrt(2)))


def loss(own: list[Card], banked: list[Card], suit: str) -> float:
    """What a player loses who has to give up a card after a challenge of a suit."""
    before = worth(own, banked)
    if not own:
        return 0.0
    return min(
        before - worth(without(own, card) if card in own else own, banked if card in own else without(banked, card))
        for card in may_lose(own, banked, suit)
    )


def without(held: list[Card], card: Card) -> list[Card]:
    rest = [*held]
    rest.remove(card)
    return rest


def may_lose(own: list[Card], banked: list[Card], suit: str) -> list[Card]:
    """The cards that may be given up."""
    fit = [card for card in own + banked if suit == "wild" or card["suit"] in (suit, "wild")]
    if not any(card in own for card in fit):
        fit += own
    return fit


def worth_of_challenge(known: Knowledge, stake: Card, rival: int) -> float:
    """What a challenge is worth: the loser gives up a card, and the card of the challenge is no more in hand."""
    chance = chance_to_win(known, stake, rival)
    theirs, their_bank = fronts(zone(known, "hand", rival)), fronts(zone(known, "bank", rival))
    own, banked = hand(known), bank(known)
    if stake in own:
        own, banked = without(own, stake), [*banked, stake]
    close = sum(card["value"] for card in theirs) >= CLOSE
    gain = loss(theirs, their_bank, stake["suit"]) * (1.5 if close else 0.7)
    return chance * gain - (1 - chance) * loss(own, banked, stake["suit"])


def challenge(known: Knowledge) -> int:
    """The position of the card of a challenge, or of none."""
    none = next(at for at, option in enumerate(known.options) if not option["kind"].startswith("card"))
    points = sum(card["value"] for card in hand(known))
    best, found = 0.0, none
    for at, option in enumerate(known.options):
        if at == none:
            continue
        stake = option["value"]["front"]
        given_up = 0.35 * stake["value"] if points < WINS_AT_ONCE else 20.0
        for rival in others(known):
            threat = sum(card["value"] for card in fronts(zone(known, "hand", rival))) >= WINS_AT_ONCE
            if chance_to_win(known, stake, rival) < (0.2 if threat else LIKELY):
                continue
            one = worth_of_challenge(known, stake, rival) - given_up
            if one > best:
                best, found = one, at
    return found


def lose(known: Knowledge) -> int:
    """The position of the card that is missed least."""
    own, banked = hand(known), bank(known)

    def rest(at: int) -> float:
        option = known.options[at]
        if not option["kind"].startswith("card"):
            return -1.0 if not own else -1000.0
        card = option["value"]["front"]
        if card in own and "bank" not in option["zone"]:
            return worth(without(own, card), banked)
        return worth(own, without(banked, card))

    return max(range(known.count), key=rest)
