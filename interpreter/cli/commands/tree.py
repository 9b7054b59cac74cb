"""`stammtisch tree`: how many histories and information sets a game has."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from ..console import StatusLine, format_option, limit_option, output, players_option, ruleset_options

if TYPE_CHECKING:
    from ...front.api import Ruleset


@click.command("tree")
@ruleset_options
@players_option
@limit_option
@click.option("--single-draws", is_flag=True, help="Count draws with one possible result as chance too.")
@format_option("text", "json")
def command(
    ruleset: Ruleset, options: dict[str, Any], players: int | None, limit: int, single_draws: bool, form: str
) -> None:
    """Count every history of RULESET, from the start to every end, and each player's information sets.

    A history is everything that has happened so far, chance included. An information set holds the histories that a
    player who decides cannot tell apart.
    """
    from ...solving.tree import begin, count

    game = ruleset.game(players, options)
    with StatusLine() as status:
        found = count(begin(game, singles=single_draws), limit, lambda number: status.count(number, "histories"))
    sets = found.information_sets or []
    if form == "json":
        named = {"chance": found.chance, "decision": found.decision, "terminal": found.terminal}
        output(json.dumps({**named, "information_sets": sets}))
        return
    output(f"{game.name}, {game.players} players: {found.all:,} histories")
    output(f"  chance decides      {found.chance:>12,}")
    output(f"  a player decides    {found.decision:>12,}")
    output(f"  the game is over    {found.terminal:>12,}")
    for seat, number in enumerate(sets):
        output(f"  information sets of player {seat + 1}  {number:,}")
