"""`stammtisch tree`: how many histories and information sets a game has."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from ...base.english import count_of
from ..console import StatusLine, output
from ..options import format_option, limit_option, players_option, ruleset_options

if TYPE_CHECKING:
    from ...front.api import Ruleset


@click.command("tree")
@ruleset_options
@players_option
@limit_option
@click.option("--single-draws", is_flag=True, help="Count draws with one possible result as chance too.")
@click.option(
    "--depth",
    metavar="N",
    type=click.IntRange(1, 1000),
    help="Count the ways to play the first 1 to N choices instead.",
)
@format_option("text", "json")
def command(
    ruleset: Ruleset,
    options: dict[str, Any],
    players: int | None,
    limit: int,
    single_draws: bool,
    depth: int | None,
    form: str,
) -> None:
    """Count every history of RULESET, from the start to every end, and each player's information sets.

    A history is everything that has happened so far, chance included. An information set holds the histories that a
    player who decides cannot tell apart.
    """
    from ...solving.tree import begin, count, paths

    game = ruleset.game(players, options)
    if depth is not None:
        with StatusLine() as status:
            root = begin(game, log=False, singles=single_draws)
            ways = paths(root, depth, limit, lambda number: status.count(number, "histories"))
        if form == "json":
            output(json.dumps({"ways": ways}))
            return
        output(f"{game.name}, {count_of(game.players, 'player')}: ways to play")
        for number, several in enumerate(ways, 1):
            output(f"  {number} {'choice ' if number == 1 else 'choices'}  {several:>16,}")
        return
    with StatusLine() as status:
        found = count(begin(game, singles=single_draws), limit, lambda number: status.count(number, "histories"))
    sets = found.information_sets or []
    if form == "json":
        named = {"chance": found.chance, "decision": found.decision, "terminal": found.terminal}
        output(json.dumps({**named, "information_sets": sets}))
        return
    output(f"{game.name}, {count_of(game.players, 'player')}: {found.all:,} histories")
    output(f"  chance decides      {found.chance:>12,}")
    output(f"  a player decides    {found.decision:>12,}")
    output(f"  the game is over    {found.terminal:>12,}")
    for seat, number in enumerate(sets):
        output(f"  information sets of player {seat + 1}  {number:,}")
