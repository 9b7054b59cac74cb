"""A small game of farmers, and scenarios for it."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent, indent

from stammtisch.scenarios.run import ScenarioResult, run_file

HARVEST = """\
format: 1
game: Harvest
players: 2..3
settings:
  first_price: 2
  hand_size: 2
things:
  crop: [corn, rye]
  field: 2
components:
  card: {front: {crop: crop, value: 1..4}}
  coin: 10
shared:
  deck: {pile of: card, see: nobody, starts with: {crop: crops, value: 1..4}, rule: H1}
  starter: first(players)
each player:
  hand: {holds: card, see: owner}
  purse: {of: coin, start: 3, see: owner}
  ripe: 0..9
each field:
  rows: {pile of: card}
setup:
  the first farmer is drawn by lot: {random: p in players, set: {starter: p}, rule: H2}
  shuffle and deal: [{shuffle: deck}, {deal: hand_size, from: deck, to: players.hand}]
phases:
  the harvest:
    turns: farmer in players from starter
    until: {a hand is empty: any(p in players where p.hand.empty)}
    rule: H3
    do:
      sow or wait:
        one of:
          Sow:
            was: [Plant]
            choose: [card in farmer.hand, field in fields]
            where: {rye does not go on corn: field.rows.empty or card.crop = corn or field.rows.top.crop = rye}
            move: card
            to: field.rows
            rule: H4
          Buy:
            choose: amount in 1..2
            where: {a coin costs at least <first_price> corn: amount >= first_price}
            pay: 1
            from: farmer.purse
            to: box
            do: {move: up to 1, from: deck, to: farmer.hand}
            rule: H5
          Wait: {add: {farmer.ripe: 1}}
      look at the deck:
        when: farmer.ripe > 1
        do: {reveal: farmer.hand, to: left(farmer)}
score: player.ripe + player.purse
"""

START = "format: 1\ntests: harvest\nplayers: [Ann, Bob]\nscenarios: "
HEAD = START.rstrip() + "\n"


def written(folder: Path, body: str, head: str = HEAD) -> Path:
    """A scenario file with one scenario, `it works`, whose first line is line 6."""
    path = folder / "scenarios.yaml"
    path.write_text(head + "  it works:\n" + indent(dedent(body).strip("\n"), "    ") + "\n", encoding="utf-8")
    return path


def played(folder: Path, body: str) -> ScenarioResult:
    """The outcome of the one scenario."""
    return run_file(written(folder, body))[0]
