"""Small games with secrets of which samples might tell something: further ones of helpers/secrets.py."""

from __future__ import annotations

CARDS = "components:\n  card: {front: {value: 1..6}}\n"

LOT = """
each player: {points: 0..9, guess: 0..3}
phases:
  a lot:
    random: die in 1..3
    secret: true
    do:
      the guesses: {for each: p in players, choose: f in 1..3, set: {p.guess: f}}
      the right ones: {for each: p in players where p.guess = die, add: {p.points: 1}}
  look round: {by: first(players), one of: {Wait: nothing}}
"""

LAID_IN = """
components: {card: {front: {value: 1..1}}}
shared:
  pile: {pile of: card, starts with: {value: 1, copies: 2}}
  die: {range: 0..3, see: nobody}
setup:
  one is laid in: {move: 1, from: pile, to: pile, at: random}
phases:
  look round: {by: first(players), one of: {Wait: nothing}}
  a die is thrown: {random: n in 1..3, secret: true, set: {die: n}}
  take one: {by: last(players), choose: c in pile, move: c, to: pile}
  look at the end: {by: first(players), choose: c in pile, move: c, to: pile}
"""

LAID_AMONG = """
components: {card: {front: {value: 1..6}}}
shared:
  row: {pile of: card, starts with: {value: 1..6}}
setup:
  some are laid in: {move: 3, from: row, to: row, at: random}
phases:
  take one: {by: last(players), choose: c in row where c.value < 3, move: c, to: row}
  take another: {by: first(players), choose: c in row where c.value < 3, move: c, to: row, at: random}
  look at the end: {by: last(players), choose: c in row where c.value < 3, move: c, to: row}
"""

DECLINED = """
each player:
  plan: {start: 0, range: 0..2, see: owner}
phases:
  some rounds:
    turns: player in players
    until: {two rounds are over: round > 2}
    do:
      all plan or leave it: {together: p in players, may choose: n in 1..2, secret: true, set: {p.plan: n}}
      look round: {one of: {Wait: nothing, Stay: nothing}}
      the others plan or leave it: {together: q in players after player, may choose: m in 1..2, secret: true, set: {q.plan: m}}
      look round again: {one of: {Wait: nothing, Stay: nothing}}
"""

DRAWN = (
    CARDS
    + """
shared:
  deck: {pile of: card, see: nobody, starts with: {value: 1..6}}
  row: {holds: card}
setup:
  shuffle the deck: {shuffle: deck}
phases:
  some are drawn:
    repeat: 3
    random: lucky in deck
    do:
      guess a number: {by: first(players), choose: n in 1..2, say: n}
      look round: {by: last(players), one of: {Wait: nothing}}
      it comes out: {move: lucky, to: row}
"""
)

LISTED = """
components: {card: {front: {value: 1..6}}}
shared:
  row: {pile of: card, starts with: {value: 1..6}}
setup:
  some are laid in: {move: 3, from: row, to: row, at: random}
phases:
  what lies there is remembered:
    remember: {kept: reversed(row)}
    do:
      take one: {by: last(players), choose: c in kept, say: c}
      take another: {by: first(players), choose: d in kept where d.value > (first(kept).value or else 0), say: d, if impossible: nothing}
      look at the end: {by: last(players), choose: e in kept, say: e}
"""

POINTED = """
components: {card: {front: {value: 1..6}}}
shared:
  deck: {pile of: card, see: {top: everyone}, starts with: {value: 1..6}}
setup:
  shuffle the deck: {shuffle: deck}
phases:
  one is meant: {by: last(players), choose: 'c in first(deck, 3)', do: [{by: first(players), choose: n in 1..2, say: n}, {say: c}]}
  another one is meant: {by: first(players), choose: 'c in first(deck, 3)', do: [{by: last(players), choose: n in 1..2, say: n}, {move: c, to: deck}]}
  look at the end: {by: first(players), choose: n in 1..2, say: n}
"""

CHOSEN = """
components: {card: {front: {value: 1..6}}}
shared:
  deck: {pile of: card, see: '[last(players)]', starts with: {value: 1..6}}
setup:
  shuffle the deck: {shuffle: deck}
phases:
  one is meant: {by: last(players), choose: c in deck where c.value > 2}
  another is taken: {by: first(players), choose: d in deck, move: d, to: deck}
  look at the end: {by: first(players), choose: e in deck}
"""

COUNTED_ONCE = """
components: {card: {front: {value: 1..6}}}
shared:
  deck: {pile of: card, see: nobody, starts with: {value: 1..6}}
  luck: {start: 0, range: 0..99, see: nobody}
each player:
  hand: {holds: card, see: owner}
setup:
  shuffle the deck: {shuffle: deck}
  deal two each: {deal: 2, from: deck, to: players.hand}
phases:
  one of them counts: {by: last(players), choose: c in last(players).hand, secret: true, set: {luck: c.value}}
  all goes back: {move: last(players).hand, to: deck}
  they are mixed: {shuffle: deck}
  they are dealt again: {move: 2, from: deck, to: last(players).hand}
  look at the end: {by: first(players), choose: n in 1..2, set: {luck: luck + n}}
  look once more: {by: first(players), choose: n in 1..2, say: n}
"""

MARKED = """
components: {card: {front: {value: 1..6}}}
shared:
  deck: {pile of: card, see: nobody, starts with: {value: 1..6}}
each card:
  fresh: {start: false, see: nobody}
each player:
  hand: {holds: card, see: owner}
setup:
  shuffle the deck: {shuffle: deck}
  deal two each: {deal: 2, from: deck, to: players.hand}
phases:
  one is drawn: {move: 1, from: deck, to: last(players).hand, as: card, do: {set: {card.fresh: true}}}
  one goes back: {by: last(players), choose: c in last(players).hand, move: c, to: deck}
  look at the end: {by: first(players), choose: n in 1..2, say: n}
  look once more: {by: first(players), choose: n in 1..2, say: count(c in first(players).hand where c.fresh) + n}
"""

LAID_ANEW = """
components: {card: {front: {value: 1..4}}}
shared:
  deck: {pile of: card, see: nobody, starts with: {value: 1..4}}
  aside: {holds: card, see: nobody}
setup:
  shuffle the deck: {shuffle: deck}
  one lies aside: {move: 1, from: deck, to: aside}
phases:
  one goes in: {move: aside, to: deck, at: random}
  look at the end: {by: first(players), choose: n in 1..2, say: n}
whenever:
  all are laid anew: {enters: deck, for each: other in deck, move: other, to: deck}
  that one goes on top: {enters: deck, move: card, to: deck}
"""

BELOW = """
components: {card: {front: {value: 1..6}}}
shared:
  deck: {pile of: card, see: nobody, starts with: {value: 1..6}}
  luck: {start: 0, range: 0..9, see: nobody}
setup:
  shuffle the deck: {shuffle: deck}
  one goes below the first two: {move: 1, from: deck, to: deck, at: below 2}
phases:
  a number is thought of: {by: last(players), choose: n in 1..3, secret: true, set: {luck: n}}
  look at the end: {by: first(players), choose: n in 1..2, say: n}
"""

BACKS = """
components: {card: {front: {value: 1..4}, back: {kind: 1..2}}}
shared:
  deck: {pile of: card, see: nobody, starts with: {value: 1..4, kind: 1..2}}
each player:
  hand: {holds: card, see: {front: owner, back: everyone}}
setup:
  shuffle the deck: {shuffle: deck}
  deal two each: {deal: 2, from: deck, to: players.hand}
phases:
  one is named: {by: last(players), choose: c in last(players).hand where c.value > 1, say: c, if impossible: nothing}
  look at the end: {by: first(players), choose: n in 1..2, say: n}
"""

UNTOLD = """
components: {card: {front: {value: 1..6}}}
shared:
  deck: {pile of: card, see: nobody, starts with: {value: 1..6}}
each card:
  fresh: {start: false, see: nobody}
each player:
  hand: {holds: card, see: owner}
setup:
  shuffle the deck: {shuffle: deck}
  deal two each: {deal: 2, from: deck, to: players.hand}
phases:
  one is fresh: {random: c in first(players).hand, secret: true, set: {c.fresh: true}}
  look at the end: {by: first(players), choose: n in 1..2, say: count(c in first(players).hand where c.fresh) + n}
"""

SAMPLED = {
    "lot": LOT,
    "laid in": LAID_IN,
    "laid among": LAID_AMONG,
    "declined": DECLINED,
    "drawn": DRAWN,
    "listed": LISTED,
    "pointed": POINTED,
    "chosen": CHOSEN,
    "counted once": COUNTED_ONCE,
    "marked": MARKED,
    "laid anew": LAID_ANEW,
    "below": BELOW,
    "backs": BACKS,
    "untold": UNTOLD,
}
