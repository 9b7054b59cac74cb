"""`stammtisch site`: the studio as a folder for any web server."""

from __future__ import annotations

from pathlib import Path

import click

from ..console import progress
from ..options import pyodide_option
from ..web_export import write_folder


@click.command("site")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    metavar="FOLDER",
    help="The folder to write.",
)
@pyodide_option
@click.option(
    "--wabt",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="FOLDER",
    help="A folder with npm's package wabt (likewise).",
)
def command(out: Path, pyodide: Path | None, wabt: Path | None) -> int:
    """Write the studio as a site: games are written, tested and played in the browser, with nothing to install.

    Put the folder on any web server. It asks no other server for anything, and keeps people's games in their browsers.
    """
    from ...standalone.compilation import can_compile
    from ...standalone.npm_packages import WABT, package_files, pyodide_files
    from ...standalone.site import site_files

    if not can_compile():
        progress("Without Node.js the site is as good, but starts at half the speed: install it, then build it again.")
    files = site_files(pyodide_files(pyodide), package_files(WABT, wabt))
    write_folder(out, files, "The studio")
    return 0
