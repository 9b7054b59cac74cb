"""`stammtisch export web`: a game as a folder that plays in browsers."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .console import output, progress
from .options import pyodide_option, ruleset_options

if TYPE_CHECKING:
    from ..front.api import Ruleset


@click.command("web")
@ruleset_options
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    required=True,
    metavar="FOLDER|ZIP",
    help="The folder to write, or a zip if it ends in .zip.",
)
@pyodide_option
def web(ruleset: Ruleset, options: dict[str, Any], out: Path, pyodide: Path | None) -> None:
    """Write RULESET as a page that plays in a browser, against bots or on one device: for itch.io, GitHub Pages, …

    Nothing has to be installed to play it, and it asks no other server for anything.
    """
    from ..base.errors import UsageError
    from ..base.files import make_folder, write
    from ..standalone.archives import zip_of
    from ..standalone.compilation import can_compile
    from ..standalone.export import web_files
    from ..standalone.npm_packages import pyodide_files

    if out.suffix not in ("", ".zip"):
        raise UsageError(
            f"{out} is neither a zip nor a folder: give a name that ends in .zip, or one without an ending"
        )
    if not can_compile():
        progress("Without Node.js the page is as good, but starts at half the speed: install it, then export again.")
    files = web_files(ruleset, options, pyodide_files(pyodide))
    if out.suffix:
        make_folder(out.parent)
        write(out, zip_of(files))
        output(
            f"{ruleset.name} is written to {out}: upload it to itch.io as an HTML game, or unpack it on a web server."
        )
        return
    write_folder(out, files, ruleset.name)


def write_folder(out: Path, files: Mapping[str, bytes], what: str) -> None:
    """Write a folder for a web server, and say what to do with it. Raises UsageError if that fails."""
    from ..base.files import make_folder, write_all

    for folder in sorted({(out / name).parent for name in files}):
        make_folder(folder)
    write_all([(out / name, content) for name, content in files.items()])
    for name in files:
        # whoever runs the web server reads them
        (out / name).chmod(0o644)
    output(f"{what} is written to {out}. Put the folder on any web server; from a file it does not run.")
    output(f"To try it: python -m http.server --directory {out}")
