"""`stammtisch editor`: the extension for VS Code, as a file to install."""

from __future__ import annotations

from pathlib import Path

import click

from ..console import output, starting_words


@click.command("editor")
@click.argument("editor", type=click.Choice(["vscode"]))
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE",
    default=Path("stammtisch.vsix"),
    help="The file to write (default: stammtisch.vsix).",
)
def command(editor: str, out: Path) -> None:
    """Write the extension for the editor vscode into a file, which `code --install-extension FILE` installs.

    All other editors start `stammtisch lsp`; docs/editor.md has the lines for each.
    """
    from ...base.files import write
    from ...editor.extension_file import extension_file

    write(out, extension_file(starting_words()))
    output(f"wrote {out}")
    output(f"Now try: code --install-extension {out}")
