"""A careful player of Munchhausen: offers what it holds, doubts by what was shown, lays its high cards.

A card that leaves one's hand is worth its value, on one's own mat twice. So the truth never loses: accepted, both gain;
rejected, the bidder lays another card on the own mat. A Baron who catches a lie lays a card on the own mat.
"""

from __future__ import annotations

from typing import Any

from helpers.references.seen import at_value, at_words, fronts, number, others, zone

from stammtisch.bots.knowledge import Knowledge

HIGHEST = 8
BLUFF = 4  # one in so many bids that cannot be true is made all the same
LIE = 2.5  # what a lie is worth that is believed
RIVAL = 0.5  # how much what one rival gains counts against oneself


def choose(known: Knowledge) -> int:
    name = known.view["decision"]["name"]
    if name == "open auction":
        return bid(known)
    if name == "the Baron picks one of the highest offers":
        return at_value(known, max((option["value"] for option in known.options), key=lambda seat: worth(known, seat)))
    if name == "the Baron believes it or not":
        teller = last_teller(known)
        rejects = worth_of_doubt(known, teller) > worth_of_belief(known, teller)
        return at_words(known, "Reject" if rejects else "Accept")
    if name == "the bidder lays a card face down on the Baron's mat":
        offer = number(known, "offer", known.seat)
        return at_card(known, offer if offer in hand(known) else max(hand(known)))
    return at_card(known, max(hand(known)))


def hand(known: Knowledge) -> list[int]:
    return [front["value"] for front in fronts(zone(known, "hand", known.seat))]


def at_card(known: Knowledge, value: int) -> int:
    """The option of a card of a value; a decision to which one may say no lists that last."""
    return next(
        at
        for at, option in enumerate(known.options)
        if option["kind"].startswith("card") and option["value"]["front"]["value"] == value
    )


def bid(known: Knowledge) -> int:
    """The position of a bid: the highest card as the truth; now and then one that it does not hold."""
    bids = {option["value"]: at for at, option in enumerate(known.options) if option["words"] == "Offer"}
    true = [value for value in hand(known) if value in bids]
    if true:
        return bids[max(true)]
    standing = max(number(known, "offer", seat) for seat in others(known))
    own = number(known, "offer", known.seat)
    possible = [value for value in bids if not known_to_lack(known, value)]
    if possible and own < standing and known.random.draw(BLUFF) == 0:
        return bids[min(possible)]
    return at_words(known, "Pass")


def known_to_lack(known: Knowledge, value: int) -> bool:
    """Whether all can know that this seat has not a card: it was shown, and lies elsewhere."""
    shown = [card for event in known.log if event["kind"] == "reveal" for card in event["cards"]]
    return value not in hand(known) and any(card["front"]["value"] == value for card in shown)


def last_teller(known: Knowledge) -> int:
    """Who has laid the card that the Baron may doubt."""
    seat: int = next(event["seat"] for event in reversed(known.log) if event["kind"] == "choose" and lays(event))
    return seat


def worth(known: Knowledge, teller: int) -> float:
    """What it is worth to the Baron to take the offer of a seat."""
    return max(worth_of_doubt(known, teller), worth_of_belief(known, teller))


def worth_of_doubt(known: Knowledge, teller: int) -> float:
    true, offer, own = truth(known, teller), number(known, "offer", teller), hand(known)
    caught = 2 * max(own, default=0)
    wrong = -offer - RIVAL * (offer + 2 * offer)
    return true * wrong + (1 - true) * caught


def worth_of_belief(known: Knowledge, teller: int) -> float:
    true, offer = truth(known, teller), number(known, "offer", teller)
    return (true * offer + (1 - true) * LIE) * (1 - RIVAL)


def truth(known: Knowledge, teller: int) -> float:
    """How likely the teller's card is what was offered."""
    return holds(known, teller, number(known, "offer", teller)) * honesty(known, teller)


def holds(known: Knowledge, seat: int, value: int) -> float:
    """How likely a seat holds a value, by the cards that have been seen, and by how many it has laid unseen."""
    theirs = zone(known, "hand", seat)
    if any(front["value"] == value for front in fronts(theirs)):
        return 1.0
    if any(front["value"] == value for front in fronts_elsewhere(known, seat)):
        return 0.1  # their own one lies elsewhere; a second one would have come unseen
    size: int = theirs["size"]
    return min(1.0, size / HIGHEST + 0.1)


def fronts_elsewhere(known: Knowledge, seat: int) -> list[dict[str, Any]]:
    """The fronts that are known to have been this seat's and lie elsewhere now."""
    found: dict[int, dict[str, Any]] = {}
    for event in known.log:
        if event["kind"] == "reveal":
            found |= {card["tag"]: card["front"] for card in event["cards"]}
    moved = {event["card"]["tag"] for event in known.log if event["kind"] == "move" and event["from"] == label(seat)}
    here = {card["tag"] for card in zone(known, "hand", seat)["cards"]}
    return [front for tag, front in found.items() if tag in moved and tag not in here]


def label(seat: int) -> str:
    return f"player {seat + 1}.hand"


def honesty(known: Knowledge, teller: int) -> float:
    """How often this seat laid what it offered, where that was shown, and it was said in good hope at first."""
    true, false = 3.0, 1.0
    for at, event in enumerate(known.log):
        if event["kind"] != "choose" or event["seat"] != teller or not lays(event):
            continue
        told = offer_before(known.log[:at], teller)
        shown = next((one for one in known.log[at : at + 4] if one["kind"] == "reveal"), None)
        if shown is not None:
            if shown["cards"][0]["front"]["value"] == told:
                true += 1
            else:
                false += 1
    return true / (true + false)


def lays(event: dict[str, Any]) -> bool:
    return bool(event["words"] == "the bidder lays a card face down on the Baron's mat")


def offer_before(log: list[dict[str, Any]], seat: int) -> int:
    """The last offer of a seat."""
    value: int = next(
        event["value"]
        for event in reversed(log)
        if event["kind"] == "set" and event["variable"] == "offer" and event["label"] == f"player {seat + 1}.offer"
    )
    return value
