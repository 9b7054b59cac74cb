"""Small games with secrets, one way of hiding something each: for tests of what seats may know."""

from __future__ import annotations

from pathlib import Path

from helpers.secret_samples import CARDS, SAMPLED

import stammtisch as st
from stammtisch.game.game import Game


def made(folder: Path, text: str, players: int = 2) -> Game:
    """The game of these sections; without a score among them it is 0."""
    score = "" if "\nscore:" in text else "score: 0\n"
    file = folder / "small.yaml"
    file.write_text("format: 1\ngame: Small\nplayers: 2..4\n" + score + text, encoding="utf-8")
    return st.load_ruleset(file).game(players)


TOP = (
    CARDS
    + """
shared:
  deck: {pile of: card, see: nobody, starts with: {value: 1..6}}
  discard_pile: {pile of: card, see: {top: everyone}}
each player:
  hand: {holds: card, see: owner}
setup:
  shuffle the deck: {shuffle: deck}
  deal two each: {deal: 2, from: deck, to: players.hand}
phases:
  put one back: {by: first(players), choose: back in first(players).hand, move: back, to: deck}
  the other draws it: {move: 1, from: deck, to: last(players).hand}
  throw one away: {by: last(players), choose: thrown in last(players).hand, move: thrown, to: discard_pile}
  throw another away: {by: last(players), choose: thrown in last(players).hand, move: thrown, to: discard_pile}
  look round: {by: first(players), one of: {Wait: nothing}}
  all goes back: {move: discard_pile, to: deck}
  look once more: {by: first(players), one of: {Wait: nothing}}
  the deck is shuffled again: {shuffle: deck}
  look at the end: {by: first(players), one of: {Wait: nothing}}
"""
)

ONTO = (
    TOP.partition("setup:\n")[0]
    + """\
setup:
  shuffle the deck: {shuffle: deck}
  deal three each: {deal: 3, from: deck, to: players.hand}
phases:
  some are thrown: {move: 'those(c in first(players).hand where c.value > 1)', to: discard_pile}
  look round: {by: last(players), one of: {Wait: nothing}}
  the others too: {for each: c in last(players).hand, do: {one goes: {move: c, to: discard_pile}}}
  look at the end: {by: first(players), one of: {Wait: nothing}}
"""
)

HANDS = (
    TOP.partition("setup:\n")[0]
    + """\
setup:
  shuffle the deck: {shuffle: deck}
  deal two each: {deal: 2, from: deck, to: players.hand}
phases:
  high ones are shown to one: {reveal: 'those(c in players.hand where c.value > 3)', to: first(players)}
  look round: {by: last(players), one of: {Wait: nothing}}
  all are shown: {reveal: players.hand}
  hands go back: {move: 'those(c in players.hand)', to: deck, at: random}
  look at the end: {by: first(players), one of: {Wait: nothing}}
"""
)

PILES = (
    CARDS
    + """
shared:
  deck: {pile of: card, see: nobody, starts with: {value: 1..4}}
  open_cards: {holds: card, starts with: {value: 5..6}}
each player:
  stack: {pile of: card, see: {top: everyone}}
setup:
  shuffle the deck: {shuffle: deck}
  deal them all: {deal: all, from: deck, to: players.stack}
phases:
  look round: {by: first(players), one of: {Wait: nothing}}
  the open cards go away: {move: open_cards, to: deck}
  look again: {by: first(players), one of: {Wait: nothing}}
"""
)

MAT = (
    CARDS
    + """
each player:
  hand: {holds: card, see: owner, starts with: {value: 1..3}}
  mat: {holds: card, see: nobody}
phases:
  two rounds:
    repeat: 2
    do:
      lay one down: {for each: p in players, choose: laid in p.hand, move: laid, to: first(players).mat}
  one is taken back unseen: {by: last(players), choose: taken in first(players).mat, move: taken, to: last(players).mat}
  look round: {by: first(players), one of: {Wait: nothing}}
  the rest is shown at the end: {reveal: first(players).mat}
"""
)

REVEAL = (
    CARDS
    + """
each player:
  hand: {holds: card, see: owner, starts with: {value: 1..3}}
  mat: {holds: card, see: nobody}
phases:
  show one: {by: first(players), choose: shown in first(players).hand, reveal: shown, to: last(players)}
  keep it or not: {by: first(players), one of: {Wait: nothing}}
  lay one down: {by: first(players), choose: laid in first(players).hand, move: laid, to: first(players).mat}
  look round: {by: first(players), one of: {Wait: nothing}}
"""
)

FACES = """
components:
  card: {front: {value: 1..3}, back: {colour: 1..2}}
shared:
  market: {holds: card, starts with: {value: 1..3, colour: 1..2}}
each player:
  hand: {holds: card, see: {front: owner, back: others}}
  mat: {holds: card, see: {back: everyone}}
phases:
  take three:
    repeat: 3
    do: {by: first(players), choose: c in market, move: c, to: first(players).hand}
  lay one down: {by: first(players), choose: c in first(players).hand, move: c, to: first(players).mat}
  look round: {by: first(players), one of: {Wait: nothing}}
"""

TOGETHER = (
    CARDS
    + """
each player:
  hand: {holds: card, see: owner, starts with: {value: 1..3}}
  bid: 0..3
phases:
  two rounds of bids:
    repeat: 2
    do:
      bid at once: {together: p in players, choose: bid in 1..3, set: {p.bid: bid}}
"""
)

SEVERAL = (
    CARDS
    + """
shared:
  heap: {holds: card}
each player:
  hand: {holds: card, see: owner, starts with: {value: 1..3}}
phases:
  three times:
    repeat: 3
    do:
      - give some away: {together: p in players, choose: c in p.hand, count: 0..2, move: c, to: heap}
"""
)

# what counts is laid open in the end
COUNTED = (
    CARDS
    + """
shared:
  deck: {pile of: card, see: nobody, starts with: {value: 1..6}}
each player:
  hand: {holds: card, see: nobody}
setup:
  shuffle the deck: {shuffle: deck}
  deal two each: {deal: 2, from: deck, to: players.hand}
phases:
  look round: {by: first(players), one of: {Wait: nothing}}
score: sum(0 for c in player.hand)
"""
)

SECRET = (
    CARDS
    + """
each player:
  hand: {holds: card, see: owner, starts with: {value: 1..3}}
  plan: {start: 0, range: 0..3, see: owner}
  coins: {start: 5, range: 0..9, see: owner}
phases:
  plan secretly: {by: first(players), choose: plan in 1..3, secret: true, set: {first(players).plan: plan}}
  show the coins: {reveal: first(players).coins, to: last(players)}
  look round: {by: last(players), one of: {Wait: nothing}}
"""
)

MEANT = (
    CARDS
    + """
shared:
  row: {holds: card, starts with: {value: 1..4}}
each player:
  won: {holds: card}
phases:
  one of the row is meant:
    by: first(players)
    choose: meant in row
    secret: true
    do:
      the other one guesses: {by: last(players), choose: guess in row, move: guess, to: last(players).won}
      what was meant is taken: {when: meant in row, move: meant, to: first(players).won}
"""
)

THOUGHT = (
    CARDS
    + """
things: {colour: 4}
each player:
  coins: 0..99
  row: {holds: card, starts with: {value: 1..4}}
phases:
  a number is thought of:
    by: first(players)
    choose: thought in 1..4
    secret: true
    do:
      twice as much is kept in mind:
        remember: {twice: thought * 2}
        do:
          two colours are thought of:
            by: first(players)
            choose: meant in colours
            count: 2
            secret: true
            do:
              a guess: {by: last(players), choose: guess in 1..8, add: {last(players).coins: guess}}
              a second guess: {by: last(players), choose: one in colours, add: {last(players).coins: one.number}}
              what is right is paid:
                when: twice = last(players).coins or one in meant
                add: {last(players).coins: thought}
"""
)

DICE = """
things: {face: 3}
each player: {cup(face): {range: 0..4, see: owner}}
phases:
  a roll: {for each: p in players, do: {random: f in faces, secret: true, add: {p.cup(f): 1}}}
  a guess: {for each: p in players, secret: true, choose: f in faces, add: {p.cup(f): 1}}
  an open bid: {for each: p in players, choose: f in faces, add: {p.cup(f): 1}}
"""

PURSES = """
things: {purse: 2}
components: {coin: 20}
each player:
  coins: {of: coin, start: 5}
  hidden(purse): {of: coin, see: owner}
phases:
  coins are put away:
    for each: p in players
    secret: true
    choose: purse in purses
    move: 2
    from: p.coins
    to: p.hidden(purse)
"""

PAYMENTS = """
things: {gem: [ruby, opal]}
components: {coin: 20, stone: 20}
each player:
  coins: {of: coin, start: 2}
  gems(gem): {of: stone, see: owner}
phases:
  stones are found:
    for each: p in players
    secret: true
    choose: gem in gems
    move: 2
    from: box
    to: p.gems(gem)
  stones are sold:
    turns: player in players
    until: {two rounds are over: round > 2}
    one of:
      Sell: {secret: true, choose: gem in gems, pay: {player.coins: 1, player.gems(gem): 1}, to: box}
      Rest: nothing
"""

SAVINGS = """
components: {card: {front: {value: 1..5}}}
shared:
  deck: {pile of: card, see: nobody, starts with: {value: 1..5, copies: 4}}
each player:
  hand: {holds: card, see: owner}
  savings: {holds: card, see: owner}
  worth: {range: 0..30, see: owner}
setup:
  shuffle the deck: {shuffle: deck}
  deal the hands: {deal: 5, from: deck, to: players.hand}
phases:
  a round:
    repeat: 3
    do:
      save a card:
        for each: player in players
        choose: card in player.hand
        move: card
        to: player.savings
        do: {the worth is noted: {add: {player.worth: card.value}}}
  all is shown: {reveal: players.savings}
"""

REFUSED = (
    CARDS
    + """
shared:
  deck: {pile of: card, see: nobody, starts with: {value: 1..6}}
each player:
  hand: {holds: card, see: owner}
  shown: {holds: card}
setup:
  shuffle the deck: {shuffle: deck}
  deal three each: {deal: 3, from: deck, to: players.hand}
phases:
  a turn:
    turns: player in players
    until: {all is shown: all(p.hand.empty for p in players)}
    do:
      show a card:
        choose: card in player.hand
        where: {low cards are shown at last: card.value > 2 or player.hand.size < 3}
        move: card
        to: player.shown
"""
)

POTS = """
components: {coin: 20}
shared: {pot: {of: coin, start: 10, see: nobody}}
each player:
  luck: {start: 1, range: 1..3, see: owner}
  coins: {of: coin, see: owner}
phases:
  a stroke of luck: {for each: p in players, random: n in 1..3, secret: true, set: {p.luck: n}}
  a draw: {for each: p in players, move: p.luck, from: pot, to: p.coins}
  a number: {for each: p in players, choose: k in 1..p.luck, secret: true, move: k, from: p.coins, to: pot}
"""

DECIDED = (
    CARDS
    + """
shared:
  deck: {pile of: card, see: nobody, starts with: {value: 1..6}}
each player:
  hand: {holds: card, see: owner}
  worth: {range: 0..30, see: owner}
  plan: {start: 0, range: 0..3, see: owner}
setup:
  shuffle the deck: {shuffle: deck}
  deal three each: {deal: 3, from: deck, to: players.hand}
phases:
  a high card counts:
    for each: p in players
    choose: c in p.hand
    secret: true
    do:
      - when: c.value > 3
        add: {p.worth: 2}
        otherwise: {add: {p.worth: 1}}
      - {repeat: c.value, add: {p.worth: 1}}
      - {for each: d in p.hand where d.value > c.value, add: {p.worth: 1}}
  plan or wait:
    for each: p in players
    one of:
      Plan: {choose: k in 1..3, secret: true, set: {p.plan: k}, do: {add: {p.worth: k}}}
      Wait: nothing
  perhaps in secret:
    for each: p in players
    may choose: c in p.hand
    secret: true
    add: {p.worth: 1}
    if declined: {add: {p.worth: 2}}
  look round: {by: first(players), one of: {Wait: nothing}}
"""
)

NEIGHBOURS = (
    CARDS
    + """
define:
  is_judge(player): player.number = 1
shared:
  deck: {pile of: card, see: nobody, starts with: {value: 1..6}}
  key: {pile of: card, see: those(p in players where p.is_judge)}
  laid: {holds: card}
each player:
  hand: {holds: card, see: '[player, left(player)]'}
  told: {range: 0..6, see: if player.is_judge then others else owner}
setup:
  shuffle the deck: {shuffle: deck}
  the key is laid: {move: 2, from: deck, to: key}
  deal two each: {deal: 2, from: deck, to: players.hand}
phases:
  a turn:
    for each: p in players
    choose: card in p.hand
    secret: true
    set: {p.told: card.value}
  a card is laid: {for each: p in players, choose: card in p.hand, move: card, to: laid}
  the judge looks: {by: first(players), choose: card in key, move: card, to: laid}
"""
)

BURIED = (
    CARDS
    + """
shared:
  deck: {pile of: card, see: those(p in players where p.number > 2), starts with: {value: 1..6}}
setup:
  shuffle the deck: {shuffle: deck}
phases:
  cards go down: {for each: p in players, choose: buried in deck, move: buried, to: deck, at: bottom}
  one more: {by: first(players), choose: buried in deck, move: buried, to: deck, at: bottom}
"""
)

SHIPS = """
things: {cell: 3x3}
each player:
  ship(cell): {start: false, see: owner}
  shot(cell): false
phases:
  the ships are placed:
    together: p in players
    choose: spots in cells
    count: 2
    secret: true
    where all: {they lie in one row: count(distinct(s.row for s in spots)) = 1}
    do: {for each: c in spots, set: {p.ship(c): true}}
  the flagship: {for each: p in players, secret: true, choose: c in cells, set: {p.ship(c): true}}
  a shot:
    turns: player in players
    until: {a shot each: round > 1}
    choose: c in cells
    set: {player.shot(c): true}
    do: {say: [c, left(player).ship(c)]}
"""

# what happens if a secret is so, and nobody else is told
MAYBE = (
    CARDS
    + """
shared:
  deck: {pile of: card, see: nobody, starts with: {value: 1..6}}
each player:
  hand: {holds: card, see: owner}
  mat: {holds: card, see: owner}
  flag: {start: false, see: owner}
  high: {range: 0..9, see: owner}
  points: 0..9
setup:
  shuffle the deck: {shuffle: deck}
  deal the hands: {deal: 2, from: deck, to: players.hand}
  who has the six has a flag: {for each: p in players where max(p.hand.value) = 6, set: {p.flag: true}}
phases:
  a card is laid:
    for each: p in players
    choose: c in p.hand
    move: c
    to: p.mat
    do:
      a high one counts: {when: c.value > 3, add: {p.high: 1}}
      a two lowers the flag: {when: c.value = 2, set: {p.flag: false}}
  a number is thought of: {for each: p in players, secret: true, choose: n in 1..3, do: {when: n = 2, add: {p.high: 1}}}
  a bid is made: {for each: p in players, choose: f in 1..3, add: {p.points: f}}
"""
)

# all that a layout may say of the table, in a game where each seat sees something else
LAID = (
    HANDS.replace(
        "each player:\n",
        "  quiet: 0..9\n  first_to_go: first(players)\neach player:\n  wealth: {range: 0..9, see: owner}\n  laid: {holds: card}\n",
    ).replace(
        "phases:\n",
        "phases:\n  one grows rich: {set: {first(players).wealth: 'max(first(players).hand.value) or else 0', quiet: 3}}\n"
        "  each lays one: {for each: p in players, choose: c in p.hand, move: c, to: p.laid}\n",
    )
    + """\
layout:
  table:
    middle: [laid, discard_pile]
    panels: [hand, {riches: wealth}, laid]
    mine: [wealth]
    piles: [discard_pile, hand]
    market: [laid]
    hand: {hand: [-value], laid: [value]}
    hidden: [first_to_go, deck]
    only if: [wealth, quiet > 2, laid]
"""
)

SECRETS = {
    "laid": LAID,
    "top": TOP,
    "onto": ONTO,
    "piles": PILES,
    "mat": MAT,
    "reveal": REVEAL,
    "hands": HANDS,
    "faces": FACES,
    "together": TOGETHER,
    "secret": SECRET,
    "dice": DICE,
    "purses": PURSES,
    "payments": PAYMENTS,
    "savings": SAVINGS,
    "refused": REFUSED,
    "pots": POTS,
    "decided": DECIDED,
    "counted": COUNTED,
    "meant": MEANT,
    "neighbours": NEIGHBOURS,
    "thought": THOUGHT,
    "buried": BURIED,
    "ships": SHIPS,
    "maybe": MAYBE,
} | SAMPLED
# enough for the quick tier where seats/test_worlds.py asks all of them
FEW_SECRETS = ("top", "dice", "secret", "counted", "thought")
