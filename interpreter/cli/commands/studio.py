"""`stammtisch studio`: the whole workshop in a browser, with the files on the own disk."""

from __future__ import annotations

from contextlib import closing, suppress
from pathlib import Path

import click

from ..console import output, progress


@click.command("studio")
@click.argument("folder", required=False, type=click.Path(path_type=Path))
@click.option("--port", type=click.IntRange(0, 65535), default=8018, metavar="N", help="Its port (default: 8018).")
@click.option("--no-open", "quiet", is_flag=True, help="Print the link, and open no browser.")
def command(folder: Path | None, port: int, quiet: bool) -> int:
    """Write, play and test the games in FOLDER in your browser: rules with help, a table, tests, cards and numbers.

    Without FOLDER it is this folder if there is a game in it, else the folder Stammtisch in your home folder. Only this
    computer can open the studio. Ctrl-C stops it.
    """
    from ...studio.game_folder import GameFolder
    from ...studio.home import open_home, tables_folder
    from ...studio.server import studio_application, studio_path
    from ...studio.studio import Studio
    from ...table.pages.links import link_start
    from ...table.play.tables import open_tables
    from ...table.watches.rule_watch import RuleWatch
    from ...table.web import process

    host = "127.0.0.1"
    root = open_home(folder)
    tables = open_tables(tables_folder(root))
    with closing(tables.store), process.listen(host, port) as found:
        link = link_start(host, found.getsockname()[1]) + studio_path(tables)

        def announce() -> None:
            output(f"The studio for {root}:")
            output(f"  {link}")
            output("The link is yours alone: whoever has it on this computer can change your files.")
            if not quiet:
                open_in_browser(link)

        with RuleWatch(tables):
            process.serve(tables, studio_application(Studio(GameFolder(root), tables), host), found, announce)
    # the terminal may be gone
    with suppress(OSError):
        progress("The studio is closed.")
    return 0


def open_in_browser(link: str) -> None:
    """Open a link in a browser, if there is one."""
    import webbrowser

    with suppress(webbrowser.Error):
        webbrowser.open(link)
