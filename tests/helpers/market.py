"""A small market whose cards come from a sheet: for tests of sheets and workbooks."""

from __future__ import annotations

from pathlib import Path

GAME = """\
format: 1
game: Market
players: 2
things: {THINGS}
components: {card: {front: {FRONT}}}
shared:
  deck: {pile of: card, see: nobody, starts with: {from: cards.csv}}
  sold: {holds: card}
each player: {hand: {holds: card, see: owner}, points: 0..999}
setup: {deal two: {deal: 1, from: deck, to: players.hand}}
phases:
  a turn:
    turns: player in players
    until: {all is sold: all(p.hand.empty for p in players)}
    do: {sell a card: {choose: card in player.hand, move: card, to: sold, do: {add: {player.points: card.value}}}}
score: player.points
rulings: {equal points share the victory: {change: winner}}
"""


def market(things: str, front: str) -> str:
    """The rules: the entries of `things` (one is `ware`), and what is printed on cards (a `value` among it)."""
    return GAME.replace("THINGS", things).replace("FRONT", front)


def write_market(folder: Path, rules: str, sheet: str | bytes, name: str = "cards.csv") -> Path:
    """Write the rules and a sheet beside them; return the file of the rules."""
    (folder / "ruleset.yaml").write_text(rules, encoding="utf-8")
    (folder / name).write_bytes(sheet if isinstance(sheet, bytes) else sheet.encode())
    return folder / "ruleset.yaml"
