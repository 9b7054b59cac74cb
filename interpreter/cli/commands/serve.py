"""`stammtisch serve`: a table in the browser, for people at several devices and bots."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..console import output, players_option, progress, settings
from .play import MOST_SEED

if TYPE_CHECKING:
    from ...table.tables import Table, Tables


@click.command("serve")
@click.argument("ruleset", metavar="RULESET")
@click.option("--variant", multiple=True, metavar="NAME", help="A variant beside the ruleset, or its file.")
@click.option("--set", "set_", multiple=True, metavar="NAME=VALUE", help="Change a setting of the ruleset.")
@players_option
@click.option(
    "--seat",
    multiple=True,
    metavar="3=search:200",
    help="Which bots play: random, greedy, search or search:N; all=... for every other seat. All others are people.",
)
@click.option("--seed", type=int, metavar="S", help="The same seed and choices make the same game (default: by lot).")
@click.option(
    "--host",
    default="127.0.0.1",
    metavar="ADDRESS",
    help="The address to listen at (default: 127.0.0.1, this machine alone; 0.0.0.0: all devices in your network).",
)
@click.option("--port", type=click.IntRange(0, 65535), default=8017, metavar="N", help="Its port (default: 8017).")
@click.option(
    "--save",
    type=click.Path(path_type=Path),
    default=Path("stammtisch-tables"),
    metavar="DIR",
    help="The folder in which the tables are kept (default: stammtisch-tables).",
)
@click.option("--new", is_flag=True, help="Begin a new game, even if one of the same is under way.")
@click.option("--open", "open_", is_flag=True, help="Open the host's page in a browser.")
def command(
    ruleset: str,
    variant: tuple[str, ...],
    set_: tuple[str, ...],
    players: int | None,
    seat: tuple[str, ...],
    seed: int | None,
    host: str,
    port: int,
    save: Path,
    new: bool,
    open_: bool,
) -> int:
    """Serve a table at which RULESET is played in browsers, with a private link for each seat.

    Every choice is kept in a file before it is shown: the same command goes on with the same game, at the same links,
    whatever ended the program. Ctrl-C ends it.
    """
    from ...base.errors import UsageError
    from ...front.api import load_ruleset
    from ...table import serving
    from ...table.tables import opened
    from ..seating import require_bots, seats_served

    if seed is not None and not 0 <= seed <= MOST_SEED:
        raise UsageError(f"--seed must be a whole number from 0 to {MOST_SEED}, not {seed}")
    rules = load_ruleset(ruleset, variant)
    game = rules.ready(players, settings(set_))
    kinds = seats_served(seat, game.players)
    require_bots(kinds, game)
    state = game.start(int.from_bytes(os.urandom(8)) >> 1 if seed is None else seed)
    tables = opened(save)
    for trouble in tables.unread:
        progress(trouble)
    with serving.listening(host, port) as found:
        at = serving.address(host, found.getsockname()[1])
        known = None if new else tables.like(rules, state, kinds, seed)
        table = known or tables.begin(rules, state, kinds)

        def begun() -> None:
            told(tables, table, at, save, known is not None)
            if open_:
                import webbrowser

                webbrowser.open(at + serving.links(table)[-1][1])

        serving.serve(tables, host, found, begun)
    tables.store.close()
    return 0


def told(tables: Tables, table: Table, at: str, save: Path, again: bool) -> None:
    """Prints the links of the table, and what else is served."""
    from ...bots.named import HUMAN
    from ...table.serving import links

    again_words = f" goes on after {table.state.decisions} decisions; --new begins another"
    output(f"{table.state.game.name}: {len(table.seats)} players{again_words if again else ''}")
    for number, link in links(table):
        if number < 0:
            output(f"  host      {at}{link}")
        elif table.seats[number].kind == HUMAN:
            output(f"  seat {number + 1}    {at}{link}")
        else:
            output(f"  seat {number + 1}    {table.seats[number].kind}")
    output("Give each player one link. The host's link shows them all: keep it to yourself.")
    others = len(tables.tables) - 1
    kept = f"Kept in {save / 'tables.sqlite'}"
    output(f"{kept}, with {others} other table{'s' if others > 1 else ''}." if others else f"{kept}.")
