"""Small rulesets for tests of recordings and simulations, and a way to run the command in this process."""

from __future__ import annotations

from pathlib import Path

import pytest

import stammtisch as st
from stammtisch.base.diagnostics import Diagnostic, RulesetError
from stammtisch.cli.commandline import group

# the first player wins with a lot of at most `first` of 20
LOT = """\
format: 1
game: Lot
players: 2
settings: {first: 11}
shared: {lot: 1..20}
phases:
  A lot is drawn: {random: k in 1..20, set: {lot: k}}
score: if (lot <= first) = (player = first(players)) then 1 else 0
"""
LITTLE = """\
format: 1
game: Little
players: 2..3
settings: {hand_size: 2, bonus: 1}
things:
  colour: [red, blue]
components:
  card: {front: {colour: colour, value: 1..3}}
shared:
  deck: {pile of: card, see: nobody, starts with: {colour: colours, value: 1..3}}
each player:
  hand: {holds: card, see: owner}
  won: {holds: card}
  boasts: 0..9
setup:
  shuffle the deck: {shuffle: deck}
  deal the cards: {deal: hand_size, from: deck, to: players.hand}
phases:
  a turn:
    turns: player in players
    until: {all cards are played: all(p.hand.empty for p in players)}
    do:
      play a card: {choose: card in player.hand, move: card, to: player.won}
      say something: {one of: {Boast: {add: {player.boasts: 1}}, Keep quiet: nothing}}
score: sum(player.won.value) + bonus * player.boasts
"""
# most games of two never end: nobody may fish any more, and nobody has to pay
ENDS = """\
format: 1
game: Endless
players: 2..3
settings: {most: 4}
shared:
  pond: {start: 5, range: 0..9}
each player:
  coins: {start: 1, range: 0..99}
phases:
  a turn:
    turns: player in players
    until: {somebody is rich: max(players.coins) >= most}
    do:
      Fish or pay:
        one of:
          Fish: {when: {the pond must hold a fish: pond > 0}, add: {pond: -1, player.coins: 1}}
          Pay: {when: {a coin is there: player.coins > 0}, add: {player.coins: -1}}
          Wait: nothing
score: player.coins
rulings: {equal coins share the victory: {change: winner}}
"""
TOTAL = """\
format: 1
game: {name}
players: 2
shared:
  total: 0..3
phases:
  a turn:
    turns: player in players
    until: {{it is full: total = 3}}
    do:
      say something: {{one of: {{{first}, Wait: nothing}}}}
score: total
"""
# adds 2 to a number that goes from 0 to 3: the second time it fails
FAILING = TOTAL.format(name="Failing", first="Add: {add: {total: 2}}")
# nobody ever brings the number to 3
ENDLESS = TOTAL.format(name="Endless", first="Stay: {set: {total: 1}}")
SHORT_OF_CARDS = """\
format: 1
game: Short of cards
players: 2
components:
  card: {front: {value: 1..3}}
shared:
  deck: {pile of: card, see: nobody, starts with: {value: 1..3}}
each player:
  hand: {holds: card, see: owner}
setup:
  deal the cards: {deal: 2, from: deck, to: players.hand}
phases:
  a turn:
    turns: player in players
    until: {all cards are played: all(p.hand.empty for p in players)}
    do:
      play a card: {choose: card in player.hand, move: card, to: deck}
score: 0
"""


def written(folder: Path, name: str, text: str) -> st.Ruleset:
    """The ruleset of that text, from a file in a folder."""
    path = folder / f"{name}.yaml"
    path.write_text(text, encoding="utf-8")
    return st.load_ruleset(str(path))


def mistake_in(folder: Path, text: str, last: str) -> Diagnostic:
    """The only mistake of a ruleset, which is in the line that is added to it."""
    with pytest.raises(RulesetError) as caught:
        written(folder, "wrong", f"{text}{last}\n")
    (found,) = caught.value.diagnostics
    assert found.span.line == text.count("\n") + 1
    return found


def run(capsys: pytest.CaptureFixture[str], *args: object) -> tuple[int, str, str]:
    """The command `stammtisch ARGS`: exit code, stdout, stderr."""
    capsys.readouterr()
    code = group.main([str(arg) for arg in args], prog_name="stammtisch", standalone_mode=False)
    captured = capsys.readouterr()
    return code if isinstance(code, int) else 0, captured.out, captured.err
