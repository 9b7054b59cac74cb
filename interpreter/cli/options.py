"""Options shared by several subcommands."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


class RenamedOption(click.Option):
    """An option that also accepts its former names, which help does not show."""

    def __init__(self, *arguments: Any, old: Sequence[str] = (), **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.old = [*old]

    def add_to_parser(self, parser: Any, ctx: click.Context) -> None:
        """Let the parser know all names."""
        shown, self.opts = self.opts, [*self.opts, *self.old]
        try:
            super().add_to_parser(parser, ctx)
        finally:
            self.opts = shown


def renamed_option(name: str, *old: str, **settings: Any) -> Callable[[F], F]:
    """Add an option to a command that is also understood by old names."""
    return click.option(name, cls=RenamedOption, old=old, **settings)


def parse_settings(texts: tuple[str, ...], option: str = "--set") -> dict[str, str]:
    """`NAME=VALUE` texts as {name: value}. Raises UsageError where one has no `=` or a name comes twice."""
    from ..base.errors import UsageError

    found: dict[str, str] = {}
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals or not name or not value:
            raise UsageError(f"{option} {text}: write {option} NAME=VALUE, for example {option} hand_size=6")
        if re.search(r",\s*\w+\s*=(?!=)", value):
            raise UsageError(
                f"{option} {text}: write {option} before each setting, as in {option} {split_settings(text, option)}"
            )
        if name in found:
            raise UsageError(f"{option} {name} is given twice: {found[name]} and {value}")
        found[name] = value
    return found


def split_settings(text: str, option: str) -> str:
    """Give each of several settings after one option the option itself: `a=1, b=2` as `a=1 --set b=2`."""
    return f" {option} ".join(part.strip() for part in re.split(r",(?=\s*\w+\s*=(?!=))", text))


players_option = click.option("--players", type=int, metavar="N", help="The number of players (default: the fewest).")
limit_option = click.option(
    "--limit",
    type=click.IntRange(1),
    default=2_000_000,
    metavar="N",
    help="Give up when there are more histories than this (default: 2000000).",
)
bots_option = click.option(
    "--bots",
    multiple=True,
    metavar="1=search:200,all=random",
    help="Who plays instead of chance: random, greedy, search or search:N. They change seats from game to game.",
)
seed_option = click.option(
    "--seed",
    type=click.IntRange(0, (1 << 63) - 1),
    default=1,
    metavar="S",
    help="The same seed plays the same games (default: 1).",
)
jobs_option = click.option(
    "--jobs", type=click.IntRange(1), metavar="J", help="Processes that share the work (default: one a core)."
)
USAGE_HELP = "Also show what is used: options, cards, steps, conditions; and what never is."
usage_option = renamed_option("--usage", "--use", is_flag=True, help=USAGE_HELP)
DEFINITIONS_HELP = "Also say how each measure is defined, and its source."
SECONDS_HELP = "How long a choice takes in your game: shows how many minutes a game takes."


def definitions_option(hidden: bool = False) -> Callable[[F], F]:
    """Add --definitions to a command."""
    return renamed_option("--definitions", "--define", is_flag=True, hidden=hidden, help=DEFINITIONS_HELP)


def seconds_option(hidden: bool = False) -> Callable[[F], F]:
    """Add --seconds to a command."""
    return click.option("--seconds", type=click.IntRange(1), metavar="S", hidden=hidden, help=SECONDS_HELP)


def recordings_option(hidden: bool = False) -> Callable[[F], F]:
    """Add --recordings to a command."""
    return renamed_option(
        "--recordings",
        "--people",
        type=click.Path(exists=True, path_type=Path),
        metavar="FOLDER",
        hidden=hidden,
        help="Compare with games that people have played: the recordings in FOLDER, of tables or of `play`.",
    )


max_decisions_option = click.option(
    "--max-decisions",
    type=click.IntRange(1),
    default=20_000,
    metavar="N",
    help="A longer game counts as endless (default: 20000).",
)
resume_option = click.option(
    "--resume",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Save the run in FILE; if it is there, resume it.",
)
out_option = click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="RUN",
    help="Save the run and all its games in the folder RUN (extra `study`); if it is there, resume it.",
)
pyodide_option = click.option(
    "--pyodide",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="FOLDER",
    help="A folder with npm's package pyodide (default: fetched once with npm, then kept).",
)
cluster_option = click.option(
    "--cluster", metavar="ADDRESS", help="Play on the machines of the Dask scheduler at ADDRESS (extra `cluster`)."
)
fail_option = click.option(
    "--fail-on", type=click.Choice(["targets"]), help="End with exit code 1 if a target is missed."
)


def games_option(default: str) -> Callable[[F], F]:
    """Add -n to a command; default: how many it plays without, in words."""
    return click.option(
        "-n", "--games", type=click.IntRange(1), metavar="N", help=f"The number of games (default: {default})."
    )


def format_option(*forms: str, words: str = "The format of the result.") -> Callable[[F], F]:
    """Add --format to a command, which gets it as `form`; the first form is the default."""
    return click.option("--format", "form", type=click.Choice(forms), default=forms[0], help=words)


def ruleset_options(command: F) -> F:
    """Add RULESET, --variant NAME and --set NAME=VALUE to a command.

    The command is called with `ruleset` (the loaded api.Ruleset) and `options` ({setting: text}) instead.
    Raises RulesetError or UsageError, which commandline.py turns into messages.
    """

    @functools.wraps(command)
    def loaded(ruleset: str, variant: tuple[str, ...], set_: tuple[str, ...], **others: Any) -> Any:
        from ..front.api import load_ruleset

        return command(ruleset=load_ruleset(ruleset, variant), options=parse_settings(set_), **others)

    for add in (
        click.option("--set", "set_", multiple=True, metavar="NAME=VALUE", help="Change a setting of the ruleset."),
        click.option(
            "--variant", multiple=True, metavar="NAME", help="A variant of the ruleset: its name or its file."
        ),
        click.argument("ruleset", metavar="RULESET"),
    ):
        loaded = add(loaded)
    return loaded  # type: ignore[return-value]
