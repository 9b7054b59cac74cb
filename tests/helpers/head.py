"""The first sections of a ruleset with something of each kind, to which tests add the steps that they are about."""

from __future__ import annotations

HEAD = """\
format: 1
game: G
players: 2..4
settings: {size: 2, prizes: [3, 1, 2], per_seat: {2 players: 20, 3+ players: 30}}
things: {colour: [red, blue], slot: 3, cell: 2 x 3}
components: {card: {front: {value: 1..9}}, coin: 20}
tables:
  price: {1..3: 1, 5: 4}
  best_of: {red: [1, 2], blue: [3]}
  two: {1: {red: 5, blue: 6}, 2: {red: 7, blue: 8}}
shared:
  deck: {pile of: card, starts with: {value: 1..9}}
  pool: {holds: card}
  n: {start: 0, range: -99..99}
  m: {start: 0, range: -99..99}
  who: maybe player
each player:
  hand: {holds: card, see: owner}
  points: 0..99
  coins: {of: coin, start: 3}
  sets: {holds: card, in: groups}
each slot:
  stack: {pile of: card}
  full: false
score: player.points
"""
