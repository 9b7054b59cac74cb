"""`stammtisch explain`: what a message means, with an example."""

from __future__ import annotations

import click

from ..console import YES, say


@click.command("explain")
@click.argument("code", required=False, metavar="[CODE]")
def command(code: str | None) -> int:
    """Explain what a message of `validate` means, with a wrong and a right example; without CODE, list all codes."""
    from ...base.errors import UsageError
    from ...base.similar import ask_if_meant
    from ...reading.messages import explain, kinds

    if code is None:
        width = max(map(len, kinds()))
        for kind in kinds().values():
            say(f"{kind.code:{width}}  {kind.about.split('. ')[0].rstrip('.')}.")
        return YES
    kind_or_none = kinds().get(code.strip().lower())
    if kind_or_none is None:
        known = ask_if_meant(code, kinds(), "`stammtisch explain` lists all codes", "did you mean {}?")
        raise UsageError(f"there is no message called {code}; {known}")
    say(explain(kind_or_none))
    return YES
