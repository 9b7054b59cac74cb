"""A small ruleset of every kind of part, and what the checker says of expressions and steps laid into it."""

from __future__ import annotations

from stammtisch.base.diagnostics import Diagnostic, RulesetError
from stammtisch.check.checked import Checked
from stammtisch.check.checker import check
from stammtisch.language.build import build
from stammtisch.reading.load import load_text

HEAD = """\
format: 1
game: G
players: 2..4
settings: {size: 2, prizes: [3, 1, 2], open: true}
things: {colour: [red, blue], slot: 3, cell: 2 x 3}
components: {card: {front: {value: 1..9, colour: maybe colour, joker: bool}}, coin: 20}
tables:
  price: {1..3: 1, 4..9: 4}
  worth: {red: 5, blue: 6}
shared:
  deck: {pile of: card, see: nobody, starts with: {value: 1..9, colour: colours}}
  pool: {holds: card}
  n: 0..99
  who: maybe player
  start: first(players)
each player:
  hand: {holds: card, see: owner}
  shown: {holds: card, see: others}
  points: 0..99
  coins: {of: coin, start: 3}
  sets: {holds: card, in: groups}
each slot:
  stack: {pile of: card}
  owner: maybe player
define:
  twice(int x): 2 * x
  rich(player): player.points > 10
  matching(cards): those(c in cards where c.colour = red)
score: player.points
rulings: {equal scores share the victory: {rule: G1, change: score}}
"""


def checked(text: str) -> Checked:
    return check(build(load_text(HEAD + text, "x.yaml"), "x"))


def problems(text: str) -> list[Diagnostic]:
    """Everything that is found, warnings of what HEAD does not use left out."""
    lines = HEAD.count("\n")
    try:
        found = checked(text).warnings
    except RulesetError as error:
        found = error.diagnostics
    return [d for d in found if d.span.line > lines]


def expression(text: str) -> list[str]:
    """What is wrong with a condition or value in a turn."""
    step = f"{{turns: player in players, until: {{it ends: n = 9}}, do: [{{add: {{n: 1}}}}, {{one of: {{Pass: nothing}}}}, {{when: '{text}', say: 1}}]}}"
    return [d.message for d in problems(f"phases:\n  a turn: {step}\n")]


def steps(*lines: str, more: str = "") -> list[str]:
    """Code and message of all that is wrong with the steps."""
    written = "".join(f"  step {number}: {line}\n" for number, line in enumerate(lines, 1))
    return [f"{d.code} {d.message}" for d in problems(f"phases:\n{written}{more}")]
