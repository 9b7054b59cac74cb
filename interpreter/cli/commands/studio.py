"""`stammtisch studio`: the whole workshop in a browser, with the files on the own disk."""

from __future__ import annotations

from contextlib import closing, suppress
from pathlib import Path
from socket import socket

import click

from ..console import output, progress

HOST, USUAL_PORT = "127.0.0.1", 8018


@click.command("studio")
@click.argument("folder", required=False, type=click.Path(path_type=Path))
@click.option(
    "--port", type=click.IntRange(0, 65535), metavar="N", help="Its port (default: 8018, or any that is free)."
)
@click.option("--no-open", "quiet", is_flag=True, help="Print the link, and open no browser.")
def command(folder: Path | None, port: int | None, quiet: bool) -> int:
    """Write, play and test the games in FOLDER in your browser: rules with help, a table, tests, cards and numbers.

    Without FOLDER it is this folder if there is a game in it, else the folder Stammtisch in your home folder. Only this
    computer can open the studio. Ctrl-C stops it.
    """
    from ...base.errors import UsageError
    from ...learning.in_background import BackgroundLearning
    from ...studio.game_folder import GameFolder
    from ...studio.home import open_home, running_link, saved_link, tables_folder
    from ...studio.server import studio_application, studio_path
    from ...studio.studio import Studio
    from ...table.pages.links import link_start
    from ...table.play.tables import open_tables
    from ...table.watches.rule_watch import RuleWatch
    from ...table.web import process

    root = open_home(folder)
    try:
        tables = open_tables(tables_folder(root))
    except UsageError:
        if not (link := running_link(root)):
            raise
        output(f"The studio for {root} is open already:")
        show(link, quiet)
        return 0
    with closing(tables.store), listen(port) as found, saved_link(root) as save_link:
        link = link_start(HOST, found.getsockname()[1]) + studio_path(tables)

        def announce() -> None:
            save_link(link)
            output(f"The studio for {root}:")
            show(link, quiet)

        studio = Studio(GameFolder(root), tables, BackgroundLearning)
        with RuleWatch(tables):
            process.serve(tables, studio_application(studio, HOST), found, announce)
    # the terminal may be gone
    with suppress(OSError):
        progress("The studio is closed.")
    return 0


def listen(port: int | None) -> socket:
    """Listen at a port; without one at the usual port, or at any if that is taken. Raises UsageError."""
    from ...base.errors import UsageError
    from ...table.web import process

    try:
        return process.listen(HOST, USUAL_PORT if port is None else port)
    except UsageError:
        if port is not None:
            raise
        return process.listen(HOST, 0)


def show(link: str, quiet: bool) -> None:
    """Print the link of a studio, and open it in a browser unless that is not wanted."""
    output(f"  {link}")
    output("The link is yours alone: whoever has it on this computer can change your files.")
    if not quiet:
        open_in_browser(link)


def open_in_browser(link: str) -> None:
    """Open a link in a browser, if there is one."""
    import webbrowser

    with suppress(webbrowser.Error):
        webbrowser.open(link)
