"""A small ruleset with a library of its own, for tests of variants; it has every kind of part but plays no game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from stammtisch.base.diagnostics import RulesetError
from stammtisch.reading.nodes import plain
from stammtisch.reading.variants.merge import merge_files

BASE = """\
format: 1
game: A Test Fair
players: 3..5
use: [market]
settings:
  lead: {3 players: 20, 4..5 players: 18, rule: T1}
  tie_goes_to: defender
things:
  beer: [stout, bock]
  gate: 3
components:
  card: {front: {beer: beer, value: 1..6}, back: {tipsy: 0..4}}
tables:
  closings: {morning: 3, evening: 4, rule: T2}
  points(worth, rank):
    1..4: {2: 1, 3: 1}
    5..6: {2: 3, 3: 2}
shared:
  deck: {pile of: card, see: nobody, starts with: {beer: beers, value: 1..6, tipsy: 0}}
each player:
  hand: {holds: card, see: {front: owner, back: others}}
  coins: {start: 20, range: 0..80, see: owner}
  barrels(beer): 0..9
define:
  worth(player): sum(player.hand.value)
setup:
  shuffle the deck: {shuffle: deck}
  deal the cards: {deal: 3, from: deck, to: players.hand}
phases:
  a turn:
    turns: player in players
    next: left(player)
    until: {the deck is empty: deck.empty}
    do:
      instant win: {when: player.coins > 60, end: game, winner: player}
      Challenge:
        when: {nobody may challenge in the first round: round > 1}
        may choose: [stake in player.hand, rival in players after player]
        where:
          you may not bank the card you just took: stake != player.hand.top
          the rival has cards: not rival.hand.empty
        count: 1
        move: stake
        to: deck
        at: bottom
        do: Contest
        if declined: nothing
        if impossible: nothing
        rule: T3
      the menu: {one of: [close a tent, sell one barrel]}
      Bidding: {run: once around, with: {bidders: players after player, limit: 9}, gives: {winner: leader}}
      three shuffles: [{shuffle: deck}, {shuffle: deck}]
      the rest:
        First: {shuffle: deck}
        Second: nothing
  the tipsiest player loses a card:
    was: [the drunkest player loses a card]
    for each: p in players
    random: lost in p.hand
    move: lost
    to: deck
actions:
  close a tent: {when: {some tent is open: round > 0}, add: {player.coins: 1}}
  sell one barrel:
    one of:
      Take all: {add: {player.coins: 2}}
      Pass: nothing
  Contest: {say: rival}
whenever:
  the hand is too large: {after: a turn, do: {choose: card in player.hand, move: card, to: deck}}
score: player.coins
rulings:
  the deck may run out: {rule: T9, change: a turn}
"""
MARKET = """\
format: 1
library: The market
actions:
  once around:
    with: {bidders: players, limit: 0..99}
    gives: {winner: leader}
    remember: {leader: maybe player, high: 0..99}
    for each: bidder in bidders
    one of:
      Bid:
        choose: bid in 1..limit
        where:
          a bid must match or beat the highest: bid >= high
          a bid must be paid: bid <= bidder.coins
        set: {high: bid, leader: bidder}
      No bid: nothing
define:
  richest: first(players)
"""


class Fair:
    """A folder with the base ruleset, its library and one variant after another."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(folder)
        self.write("fair/ruleset.yaml", BASE)
        self.write("fair/market.yaml", MARKET)

    def write(self, name: str, text: str) -> Path:
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def variant(self, text: str, name: str = "v") -> Path:
        return self.write(f"fair/variants/{name}.yaml", f"format: 1\nextends: fair\n{text}")

    def merge(self, text: str) -> Any:
        return plain(merge_files(self.variant(text)))

    def complaint(self, text: str) -> str:
        return complaint(self.variant(text))


def complaint(path: Path, *more: Path) -> str:
    """The diagnostics without excerpts: place, code, message, hint and notes, a line each."""
    with pytest.raises(RulesetError) as caught:
        merge_files(path, more)
    lines = []
    for d in caught.value.diagnostics:
        lines.append(f"{d.span.file}:{d.span.line}:{d.span.column} {d.code}: {d.message}")
        lines += [f"  {d.hint}"] if d.hint else []
        lines += [f"  {n.span.file}:{n.span.line}:{n.span.column} {n.message}" for n in d.notes]
    return "\n".join(lines)


def differences(old: Any, new: Any, path: str = "") -> dict[str, Any]:
    """Path -> new value for all that differs (None where it is gone)."""
    if not isinstance(old, dict) or not isinstance(new, dict):
        return {} if old == new else {path: new}
    found: dict[str, Any] = {}
    for key in [*old, *(key for key in new if key not in old)]:
        inner = f"{path} > {key}" if path else key
        found |= differences(old.get(key), new.get(key), inner) if key in new else {inner: None}
    return found


# where differences() puts what lies in the turn
TURN = "phases > a turn > do"
CHALLENGE = f"{TURN} > Challenge"
