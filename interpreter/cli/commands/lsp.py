"""`stammtisch lsp`: the language server for editors."""

from __future__ import annotations

import click


@click.command("lsp")
def command() -> None:
    """Help an editor: it starts this command by itself, and asks it over the standard streams.

    It shows mistakes while you type, completes and explains names, and finds where they are used. It needs the extra
    `editor`: `pip install 'stammtisch[editor]'`.
    """
    from ...base.errors import extra

    extra("pygls.lsp.server", "pygls")
    from ..lsp.language_server import make_server

    make_server().start_io()
