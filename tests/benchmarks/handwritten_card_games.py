"""Munchhausen and Warrender's Oktoberfest in plain Python, in the manner of handwritten_games.py beside this file.

Chance is drawn inside the class (a deal or starter can be given, to play in lockstep with the ruleset), actions are
ints, clone() copies what changes. Interface: current_player(), legal_actions(), apply(action), is_terminal(), returns(),
clone().
"""

from __future__ import annotations

import random
from typing import Any


def shares(results: list[Any]) -> list[float]:
    """A win, shared by those with the best result."""
    best = max(results)
    share = 1 / results.count(best)
    return [share if result == best else 0.0 for result in results]


OFFER, BARON_LAYS, PICK, LAY, BELIEVE, BARON_AFTER_LIE, LAY_AGAIN = range(7)
PASS = 0


class Munchhausen:
    """Four players, 1..8 each. Actions are offers and card values, 0 to pass, a seat in PICK, 1 to accept in BELIEVE."""

    __slots__ = (
        "players",
        "hands",
        "mats",
        "offers",
        "baron",
        "bidder",
        "leader",
        "high",
        "passes",
        "teller",
        "card",
        "phase",
        "done",
    )

    def __init__(self, players: int = 4, starter: int = -1) -> None:
        self.players = players
        self.hands = [[1, 2, 3, 4, 5, 6, 7, 8] for _ in range(players)]
        self.mats: list[list[int]] = [[] for _ in range(players)]
        self.baron = (random.randrange(players) if starter < 0 else starter) - 1
        self.teller = self.card = 0
        self.done = False
        self._next_turn()

    def _next_turn(self) -> None:
        if not all(self.hands):
            self.done = True
            return
        self.baron = self.bidder = (self.baron + 1) % self.players
        self.offers = [0] * self.players
        self.leader = -1
        self.high = self.passes = 0
        self._next_bidder()

    def _next_bidder(self) -> None:
        baron, leader, offers, players = self.baron, self.leader, self.offers, self.players
        waiting = 0
        for seat in range(players):
            if seat != baron and seat != leader and offers[seat] < 8:
                waiting += 1
        if self.passes >= waiting:
            self.phase = PICK if leader >= 0 else BARON_LAYS
            return
        bidder = (self.bidder + 1) % players
        while bidder in (baron, leader) or offers[bidder] == 8:
            bidder = (bidder + 1) % players
        self.bidder = bidder
        self.phase = OFFER

    def current_player(self) -> int:
        if self.done:
            return -1
        phase = self.phase
        if phase == OFFER:
            return self.bidder
        return self.teller if phase in (LAY, LAY_AGAIN) else self.baron

    def is_terminal(self) -> bool:
        return self.done

    def legal_actions(self) -> list[int]:
        phase = self.phase
        if phase == OFFER:
            own = self.offers[self.bidder]
            actions = list(range(self.high if self.high > own else own + 1, 9))
            actions.append(PASS)
            return actions
        if phase == PICK:
            high = max(self.offers)
            return [seat for seat, offer in enumerate(self.offers) if offer == high]
        if phase == BELIEVE:
            return [0, 1]
        if phase in (LAY, LAY_AGAIN):
            return list(dict.fromkeys(self.hands[self.teller]))
        actions = list(dict.fromkeys(self.hands[self.baron]))
        actions.append(PASS)
        return actions

    def apply(self, action: int) -> None:
        phase = self.phase
        if phase == OFFER:
            if action == PASS:
                self.passes += 1
            else:
                self.offers[self.bidder] = self.high = action
                self.leader = self.bidder
                self.passes = 0
            self._next_bidder()
        elif phase == PICK:
            self.teller = action
            self.phase = LAY
        elif phase == LAY:
            self.card = action
            self.hands[self.teller].remove(action)
            self.mats[self.baron].append(action)
            self.phase = BELIEVE
        elif phase == BELIEVE:
            card = self.card
            if action:
                self._next_turn()
            elif card != self.offers[self.teller]:
                self.mats[self.baron].remove(card)
                self.hands[self.teller].append(card)
                self.phase = BARON_AFTER_LIE
            else:
                self.mats[self.baron].remove(card)
                self.hands[self.baron].append(card)
                if self.hands[self.teller]:
                    self.phase = LAY_AGAIN
                else:
                    self._next_turn()
        else:
            seat = self.teller if phase == LAY_AGAIN else self.baron
            if action != PASS:
                self.hands[seat].remove(action)
                self.mats[seat].append(action)
            self._next_turn()

    def scores(self) -> list[int]:
        return [sum(mat) - sum(hand) for mat, hand in zip(self.mats, self.hands, strict=True)]

    def returns(self) -> list[float]:
        if not self.done:
            return [0.0] * self.players
        return shares(self.scores())

    def clone(self) -> Munchhausen:
        other = Munchhausen.__new__(Munchhausen)
        other.players = self.players
        other.hands = [hand[:] for hand in self.hands]
        other.mats = [mat[:] for mat in self.mats]
        other.offers = self.offers[:]
        other.baron = self.baron
        other.bidder = self.bidder
        other.leader = self.leader
        other.high = self.high
        other.passes = self.passes
        other.teller = self.teller
        other.card = self.card
        other.phase = self.phase
        other.done = self.done
        return other


FOOD, MUSIC, GAMES, WILD, REST = range(5)
# suit, value, contribution, tipsiness of the copies
KINDS: tuple[tuple[int, int, int, tuple[int, ...]], ...] = (
    *((suit, value, 2, tipsy) for suit in (FOOD, MUSIC, GAMES) for value, tipsy in (
        (1, (0, 0, 1, 1, 2, 2)), (3, (1, 1, 2, 2, 3, 3)), (5, (2, 2, 3, 3, 4, 4)))),
    (WILD, 3, 2, (1, 2, 3)), (WILD, 5, 2, (2, 3, 4)), (WILD, 7, 2, (3, 4, 4)), (REST, 0, 0, (0,) * 9),
)  # fmt: skip
CARDS = [(suit, value, bank, tipsy) for suit, value, bank, copies in KINDS for tipsy in copies]
SUIT, VALUE, BANK, TIPSY = (tuple(column) for column in zip(*CARDS, strict=True))
TAKE, STAKE, RIVAL, LOSE, LOSE_BANKED = range(5)
NO_CARD = 72


class Warrender:
    """Actions are a pile, a card, a seat or NO_CARD for no challenge and nothing lost. Cards are numbered as in CARDS."""

    __slots__ = (
        "players",
        "piles",
        "hands",
        "banks",
        "lost",
        "player",
        "turns",
        "taken",
        "stake",
        "suit",
        "loser",
        "phase",
        "winner",
        "done",
    )

    def __init__(self, players: int = 4, deck: list[int] | None = None, starter: int = -1) -> None:
        if deck is None:
            deck = list(range(72))
            random.shuffle(deck)
        removed = 6 if players == 7 else 9
        self.players = players
        self.piles = [deck[removed + pile :: 3] for pile in range(3)]
        self.hands: list[list[int]] = [[] for _ in range(players)]
        self.banks: list[list[int]] = [[] for _ in range(players)]
        self.lost: list[list[int]] = [[] for _ in range(players)]
        self.player = random.randrange(players) if starter < 0 else starter
        self.turns = 0
        self.taken = self.stake = self.loser = self.winner = -1
        self.suit = 0
        self.phase = TAKE
        self.done = False

    def current_player(self) -> int:
        if self.done:
            return -1
        return self.loser if self.phase >= LOSE else self.player

    def is_terminal(self) -> bool:
        return self.done

    def legal_actions(self) -> list[int]:
        phase = self.phase
        if phase == TAKE:
            return [pile for pile, cards in enumerate(self.piles) if cards]
        if phase == STAKE:
            taken = self.taken
            actions = [card for card in self.hands[self.player] if card != taken]
            actions.append(NO_CARD)
            return actions
        if phase == RIVAL:
            player, players = self.player, self.players
            return [*range(player + 1, players), *range(player)]
        suit, hand, bank = self.suit, self.hands[self.loser], self.banks[self.loser]
        if suit == WILD:
            actions = [*hand, *bank]
        else:
            in_hand = [card for card in hand if SUIT[card] == suit or SUIT[card] == WILD]
            in_bank = [card for card in bank if SUIT[card] == suit or SUIT[card] == WILD]
            actions = (in_hand or hand) + (in_bank if in_hand or in_bank else bank)
        if phase == LOSE_BANKED:
            actions.append(NO_CARD)
        return actions

    def apply(self, action: int) -> None:
        phase = self.phase
        if phase == TAKE:
            hand = self.hands[self.player]
            self.taken = self.piles[action].pop()
            hand.append(self.taken)
            if not self.piles[action]:
                self._level()
            if self.turns >= 3 * self.players and len(hand) > 1:
                self.phase = STAKE
            else:
                self._next_turn()
        elif phase == STAKE:
            if action == NO_CARD:
                self._next_turn()
            else:
                self.stake = action
                self.phase = RIVAL
        elif phase == RIVAL:
            player, stake = self.player, self.stake
            self.hands[player].remove(stake)
            self.banks[player].append(stake)
            self.suit = SUIT[stake]
            self.loser = action if self._tipsiness(action) > self._tipsiness(player) else player
            if self.hands[self.loser]:
                self.phase = LOSE
            elif self.banks[self.loser]:
                self.phase = LOSE_BANKED
            else:
                self._next_turn()
        else:
            if action != NO_CARD:
                loser = self.loser
                hand = self.hands[loser]
                (hand if action in hand else self.banks[loser]).remove(action)
                self.lost[loser].append(action)
            self._next_turn()

    def _level(self) -> None:
        piles = self.piles
        while True:
            sizes = [len(pile) for pile in piles]
            if max(sizes) - min(sizes) <= 1:
                return
            piles[sizes.index(min(sizes))].insert(0, piles[sizes.index(max(sizes))].pop(0))

    def _tipsiness(self, seat: int) -> int:
        total, suit = 0, self.suit
        for card in self.hands[seat]:
            total += TIPSY[card]
        for card in self.banks[seat]:
            if SUIT[card] == suit or SUIT[card] == WILD:
                total += BANK[card]
        return total

    def _next_turn(self) -> None:
        if sum(map(len, self.piles)) <= 3:
            self._last_cards()
            self.done = True
            return
        self.turns += 1
        self.player = player = (self.player + 1) % self.players
        points = 0
        for card in self.hands[player]:
            points += VALUE[card]
        if points >= 22:
            self.winner = player
            self.done = True
        self.phase = TAKE

    def _last_cards(self) -> None:
        tipsy = [sum([TIPSY[card] for card in hand]) for hand in self.hands]
        most = max(tipsy)
        for seat, hand in enumerate(self.hands):
            if tipsy[seat] == most and hand:
                self.lost[seat].append(hand.pop(int(random.random() * len(hand))))

    def totals(self, seat: int) -> list[int]:
        """The three suit totals from the lowest up, the wilds given to the suits in the best way."""
        suits, wilds = [0, 0, 0], []
        for card in self.hands[seat] + self.banks[seat]:
            if SUIT[card] < WILD:
                suits[SUIT[card]] += VALUE[card]
            elif SUIT[card] == WILD:
                wilds.append(VALUE[card])
        ways = [suits]
        for value in wilds:
            ways = [[*way[:i], way[i] + value, *way[i + 1 :]] for way in ways for i in range(3)]
        return max(sorted(way) for way in ways)

    def returns(self) -> list[float]:
        if not self.done:
            return [0.0] * self.players
        if self.winner >= 0:
            return [float(seat == self.winner) for seat in range(self.players)]
        return shares([self.totals(seat) for seat in range(self.players)])

    def clone(self) -> Warrender:
        other = Warrender.__new__(Warrender)
        other.players = self.players
        other.piles = [pile[:] for pile in self.piles]
        other.hands = [hand[:] for hand in self.hands]
        other.banks = [bank[:] for bank in self.banks]
        other.lost = [cards[:] for cards in self.lost]
        other.player = self.player
        other.turns = self.turns
        other.taken = self.taken
        other.stake = self.stake
        other.suit = self.suit
        other.loser = self.loser
        other.phase = self.phase
        other.winner = self.winner
        other.done = self.done
        return other
