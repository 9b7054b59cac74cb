"""`stammtisch serve`: a table in the browser, for people at several devices and bots."""

from __future__ import annotations

from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..console import output, progress
from ..options import parse_settings, players_option, renamed_option
from .play import MOST_SEED

if TYPE_CHECKING:
    from ...front.api import Ruleset
    from ...game.state import State
    from ...table.play.table import Table
    from ...table.play.tables import Tables


@click.command("serve")
@click.argument("rulesets", nargs=-1, required=True, metavar="RULESET...")
@click.option("--variant", multiple=True, metavar="NAME", help="A variant of the ruleset: its name or its file.")
@click.option("--set", "set_", multiple=True, metavar="NAME=VALUE", help="Change a setting of the ruleset.")
@players_option
@click.option(
    "--seat",
    multiple=True,
    metavar="3=strongest",
    help="Which bots play: a level (beginner, casual, advanced, strongest), or a bot by its name, as random or "
    "search:200; all=... for every other seat. All others are people.",
)
@click.option("--seed", type=int, metavar="S", help="The same seed and choices make the same game (default: random).")
@click.option("--lan", is_flag=True, help="Listen at this machine's address in your network, so that phones can join.")
@click.option(
    "--host", metavar="ADDRESS", help="The address to listen at (default: 127.0.0.1, for browsers on this machine)."
)
@click.option("--port", type=click.IntRange(0, 65535), default=8017, metavar="N", help="Its port (default: 8017).")
@click.option(
    "--public", metavar="URL", help="How links begin if a proxy stands in front of this server: https://play.example."
)
@click.option(
    "--guests",
    type=click.IntRange(0),
    default=0,
    metavar="N",
    help="Let anybody set up tables at the address itself, at most N from one internet address (default: 0, nobody).",
)
@click.option(
    "--expire",
    type=click.IntRange(0),
    default=0,
    metavar="DAYS",
    help="Delete tables that nobody has opened for so many days (default: 0, never).",
)
@click.option("--webhooks", is_flag=True, help="Let hosts give the address of a chat that hears whose turn it is.")
@renamed_option(
    "--id-prefix", "--ids", default="", metavar="WORD", help="How the ids of tables begin, behind a proxy: a."
)
@click.option(
    "--save",
    type=click.Path(path_type=Path),
    default=Path("stammtisch-tables"),
    metavar="DIR",
    help="The folder in which the tables are saved (default: stammtisch-tables).",
)
@click.option("--new", is_flag=True, help="Start a new game, even if one of the same is under way.")
@click.option("--open", "open_", is_flag=True, help="Open the host's page in a browser.")
def command(
    rulesets: tuple[str, ...],
    variant: tuple[str, ...],
    set_: tuple[str, ...],
    players: int | None,
    seat: tuple[str, ...],
    seed: int | None,
    lan: bool,
    host: str | None,
    port: int,
    public: str | None,
    guests: int,
    expire: int,
    webhooks: bool,
    id_prefix: str,
    save: Path,
    new: bool,
    open_: bool,
) -> int:
    """Serve a table where people play RULESET in browsers: one link where all sit down, and a page for each seat.

    With several rulesets, a game of the first begins at once, and the options are for it; in the browser you can set
    up games of all of them. Every choice is saved in a file before it is shown: the same command resumes the same
    game, at the same links, whatever stopped the program. Ctrl-C stops it.
    """
    from ...base.errors import UsageError
    from ...front.api import load_ruleset
    from ...table.pages.links import link_start, public_link_start, table_path
    from ...table.watches.guests import Guests
    from ...table.watches.rule_watch import RuleWatch
    from ...table.web import process
    from ...table.web.page_workers import PageWorkers
    from ...table.web.server import application
    from ..seating import seats_at_table

    if lan and host is not None:
        raise UsageError("--lan finds the address by itself: leave out --host, or --lan")
    offers = ["+".join([rulesets[0], *variant]), *rulesets[1:]]
    rules, state = _start_game(
        [load_ruleset(rulesets[0], variant), *map(load_ruleset, rulesets[1:])], players, set_, seed
    )
    kinds = seats_at_table(seat, state.game)
    host = process.own_address() if lan else host or "127.0.0.1"
    tables = _open_tables(save, id_prefix, webhooks)
    with closing(tables.store), process.listen(host, port) as found:
        at = public_link_start(public) if public else link_start(host, found.getsockname()[1])
        table, resumed = _find_table(tables, rules, state, kinds, seed, new)

        def announce() -> None:
            print_links(tables, table, at, save, resumed)
            show_host(at + table_path(table, "host"), open_, f"{at}/" if guests else "")

        with RuleWatch(tables), Guests(tables, guests, expire), PageWorkers() as workers:
            app = application(tables, host, offers, at if public else "", workers=workers)
            process.serve(tables, app, found, announce)
    # the terminal may be gone
    with suppress(OSError):
        progress("Ended. The same command resumes these tables.")
    return 0


def _open_tables(save: Path, id_prefix: str, webhooks: bool) -> Tables:
    """Open the tables of a folder, and say which of them cannot be resumed. Raises UsageError."""
    from ...table.play.tables import open_tables
    from ...table.watches.webhooks import allow_webhooks

    tables = open_tables(save, id_prefix)
    for trouble in tables.unread:
        progress(trouble)
    if webhooks:
        allow_webhooks(tables)
    return tables


def _start_game(
    rulesets: list[Ruleset], players: int | None, set_: tuple[str, ...], seed: int | None
) -> tuple[Ruleset, State]:
    """Start a game of the first of these rulesets. Raises UsageError if the options do not fit."""
    from ...base.errors import UsageError
    from ...table.storage.tokens import new_seed

    if seed is not None and not 0 <= seed <= MOST_SEED:
        raise UsageError(f"--seed must be a whole number from 0 to {MOST_SEED}, not {seed}")
    game = rulesets[0].ready(players, parse_settings(set_))
    return rulesets[0], game.start(new_seed() if seed is None else seed)


def _find_table(
    tables: Tables, rules: Ruleset, state: State, kinds: list[str], seed: int | None, new: bool
) -> tuple[Table, bool]:
    """Return the running table of the same game, unless `new`, else a new one; and whether it existed."""
    from ...base.errors import UsageError
    from ...table.play.setup import begin_table, find_same_game
    from ...table.storage.store import NotSaved

    known = None if new else find_same_game(tables, rules, state, kinds, seed)
    try:
        return known or begin_table(tables, rules, state, kinds), known is not None
    except NotSaved as error:
        raise UsageError(str(error)) from None


def show_host(link: str, in_browser: bool, guests: str) -> None:
    """Say where guests set up tables, if anywhere, and open the host's page in a browser if wanted."""
    if guests:
        output(f"Anybody can set up a table at {guests}")
    if in_browser:
        import webbrowser

        webbrowser.open(link)


def print_links(tables: Tables, table: Table, at: str, save: Path, again: bool) -> None:
    """Print the links of the table, as a QR code too if phones can reach it, and what else is served."""
    from ...bots.by_name import HUMAN, level_of
    from ...table.pages.links import qr_text, seat_path, table_path

    again_words = f" resumes after {table.state.decisions} decisions; --new starts another"
    output(f"{table.state.game.name}: {len(table.seats)} players{again_words if again else ''}")
    if any(seat.kind == HUMAN for seat in table.seats):
        lobby = table_path(table, "lobby")
        output(f"  sit down  {at}{lobby}")
        if not at.startswith("http://127.0.0.1:"):
            output(qr_text(at + lobby))
    for number, seat in enumerate(table.seats):
        if link := seat_path(table, number):
            output(f"  seat {number + 1}    {at}{link}")
        else:
            output(f"  seat {number + 1}    {level_of(seat.kind)}")
    output(f"  host      {at}{table_path(table, 'host')}")
    output(f"  tables    {at}/tables/{tables.setup_token}")
    output("Send everybody the first link: whoever opens it takes a seat. Or give each player the link to one seat.")
    output("The last two are yours: keep them to yourself, because they lead to all the others.")
    others = len(tables.tables) - 1
    kept = f"Kept in {save / 'tables.sqlite'}"
    output(f"{kept}, with {others} other table{'s' if others > 1 else ''}." if others else f"{kept}.")
