"""`stammtisch site`: the studio as a folder for any web server."""

from __future__ import annotations

from pathlib import Path

import click

from ..console import output, progress


@click.command("site")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    metavar="FOLDER",
    help="The folder to write.",
)
@click.option(
    "--pyodide",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="FOLDER",
    help="A folder with npm's package pyodide (default: fetched once with npm, then kept).",
)
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
    from ...base.files import make_folder, write_all
    from ...standalone.compilation import can_compile
    from ...standalone.npm_packages import WABT, package_files, pyodide_files
    from ...standalone.site import site_files

    if not can_compile():
        progress("Without Node.js the site is as good, but starts at half the speed: install it, then build it again.")
    files = site_files(pyodide_files(pyodide), package_files(WABT, wabt))
    for folder in sorted({(out / name).parent for name in files}):
        make_folder(folder)
    write_all([(out / name, content) for name, content in files.items()])
    for name in files:
        # whoever runs the web server reads them
        (out / name).chmod(0o644)
    output(f"The studio is written to {out}. Put the folder on any web server; from a file it does not run.")
    output(f"To try it: python -m http.server --directory {out}")
    return 0
