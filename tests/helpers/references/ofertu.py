"""A careful player of Ofertu: plans where all its bids of a round should lie, by how likely each place is won.

A prize is worth its pips where a red card is bid, as it then scores; else a part of them, as a red card to bid with.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, product
from typing import Any

from helpers.references.seen import Zone, at_value, fronts, number, zone

from stammtisch.bots.knowledge import Knowledge

SLOTS, PIPS, BIDS = 5, 6, 3
IN_HAND, STARTS = 0.55, 0.4  # what a pip of a prize is worth that comes into hand; what a card won is worth besides
RED, BLACK = 0.45, 0.12  # what a pip is worth that is bid: the card would have been of use later

Card = tuple[bool, int]  # whether it is red, pips


def choose(known: Knowledge) -> int:
    decision = known.view["decision"]
    if decision["asks"] == "slot":
        laid = card_of(known.log[-1]["value"]["front"])
        rest = list(own_hand(known))
        if laid in rest:
            rest.remove(laid)
        plan = best_plan(known, rest, laid)
        return at_value(known, f"slot_{plan[0][1] + 1}")
    if decision["name"] == "one more card each":
        return break_tie(known)
    plan = best_plan(known, own_hand(known), None)
    # the lowest card of the plan shows least about the rest
    return at_card(known, min(plan, key=lambda pair: pair[0][1])[0])


def card_of(front: dict[str, Any]) -> Card:
    return front["colour"] == "red", front["pips"]


def cards(of: Zone) -> list[Card]:
    return [card_of(front) for front in fronts(of)]


def own_hand(known: Knowledge) -> list[Card]:
    return cards(zone(known, "hand", known.seat))


def at_card(known: Knowledge, card: Card) -> int:
    return next(
        at
        for at, option in enumerate(known.options)
        if option["kind"].startswith("card") and card_of(option["value"]["front"]) == card
    )


@cache
def totals(known: tuple[int, ...], further: int) -> dict[int, float]:
    """How likely the other's total at a place is: so many cards lie there, others may come.

    known: chances of 0, 1, 2 and more further cards in 24ths.
    """
    found: dict[int, float] = {}
    for more, chance in enumerate(known):
        for dice in product(range(1, PIPS + 1), repeat=further + more):
            total = sum(dice)
            found[total] = found.get(total, 0.0) + chance / 24 / PIPS ** (further + more)
    return found


def chance_to_win(total: int, lying: int, coming: int, empty: bool) -> float:
    """How likely a bid of a total wins, with so many cards of the other there and still to come anywhere."""
    if empty and total == 0:
        return 0.0
    more = {0: (24,), 1: (19, 5), 2: (15, 8, 1), 3: (12, 9, 3)}[min(coming, 3)]
    return sum(
        chance * (1.0 if total > theirs else 0.4 if total == theirs else 0.0)
        for theirs, chance in totals(more, lying).items()
    )


def worth_of_bid(prize: int, bid: tuple[Card, ...], lying: int, coming: int) -> float:
    """What a bid at a place is worth, less what its cards would be worth later."""
    if not bid:
        return 0.0
    red = any(card[0] for card in bid)
    wins = chance_to_win(sum(card[1] for card in bid), lying, coming, False)
    gain = prize * (1.0 if red else IN_HAND) + STARTS
    return wins * gain - sum(card[1] * (RED if card[0] else BLACK) for card in bid)


def best_plan(known: Knowledge, rest: list[Card], laid: Card | None) -> list[tuple[Card, int]]:
    """Which cards lie where in the best plan; if one has been chosen already, it comes first."""
    seat = known.seat
    prizes = [sum(card[1] for card in cards(zone(known, "prize", slot))) for slot in range(SLOTS)]
    mine = [tuple(cards(zone(known, "bid", seat, slot))) for slot in range(SLOTS)]
    theirs = [zone(known, "bid", 1 - seat, slot)["size"] for slot in range(SLOTS)]
    placed, others_placed = sum(map(len, mine)), sum(theirs)
    hands = len(rest) + (laid is not None), zone(known, "hand", 1 - seat)["size"]
    bids = min(BIDS, hands[0] + placed, hands[1] + others_placed)
    coming, left = bids - others_placed, max(bids - placed, 1) - (laid is not None)
    free = [slot for slot in range(SLOTS) if prizes[slot]]
    best, found = -float("inf"), []
    worths: dict[tuple[int, tuple[Card, ...]], float] = {}
    for chosen in {tuple(sorted(some)) for some in combinations(rest, min(left, len(rest)))}:
        planned = (laid, *chosen) if laid is not None else chosen
        for slots in product(free, repeat=len(planned)):
            worth = 0.0
            for slot in free:
                bid = mine[slot] + tuple(card for card, at in zip(planned, slots, strict=True) if at == slot)
                if (slot, bid) not in worths:
                    worths[slot, bid] = worth_of_bid(prizes[slot], bid, theirs[slot], coming)
                worth += worths[slot, bid]
            if worth > best:
                best, found = worth, [*zip(planned, slots, strict=True)]
    return found


def break_tie(known: Knowledge) -> int:
    """The position of a card to add, or of none: the lowest that is worth it for what the prize is."""
    none = next(at for at, option in enumerate(known.options) if not option["kind"].startswith("card"))
    hand = own_hand(known)
    slot = next(n for n in range(SLOTS) if zone(known, "bid", known.seat, n)["size"])
    bid, prize = cards(zone(known, "bid", known.seat, slot)), cards(zone(known, "prize", slot))[0][1]
    red = any(card[0] for card in bid)
    if not zone(known, "hand", 1 - known.seat)["size"]:
        return at_card(known, min(hand, key=lambda card: (card[0] == red, card[1])))
    worth = prize * (1.0 if red else IN_HAND)
    black = sorted(card for card in hand if not card[0])
    fitting = [card for card in black if worth > BLACK * card[1] + 1]
    return (
        at_card(known, fitting[-1] if number(known, "cards_won", known.seat) == 0 else fitting[0]) if fitting else none
    )
