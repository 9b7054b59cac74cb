"""`stammtisch show`: the ruleset after merging, or the program made from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ..console import output
from ..options import ruleset_options

if TYPE_CHECKING:
    from ...front.api import Ruleset


@click.command("show")
@ruleset_options
@click.option("--where", is_flag=True, help="Add to each line the file and line that wrote it.")
@click.option("--python", is_flag=True, help="Print the generated Python program instead.")
@click.option("--players", type=int, metavar="N", help="The number of players, with --python (default: the fewest).")
def command(ruleset: Ruleset, options: dict[str, Any], where: bool, python: bool, players: int | None) -> None:
    """Print RULESET with what it extends, uses and changes put together, as YAML.

    Each part that a variant has changed has its name after it; `stammtisch diff` shows what the variant has removed.
    """
    from ...base.errors import UsageError
    from ...reading import library
    from ...reading.dump import dump
    from ...reading.variants.merge import changed_by

    if python and where:
        raise UsageError("--where goes with the YAML: the program says in its comments which step a line belongs to")
    if not python and (options or players is not None):
        raise UsageError("--players and --set go with --python: the YAML is for all numbers of players and settings")
    names = {str(file): library.identity(file).split("+")[-1] for file in changed_by(ruleset.path, ruleset.variants)}
    text = ruleset.game(players, options).code(False).source if python else dump(ruleset.root, where, names)
    output(text.rstrip("\n"))
