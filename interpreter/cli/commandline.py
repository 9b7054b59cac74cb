"""The command line: knows the subcommands by name, and imports each only when it is used."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Any

import click

from ..base.lookalikes import compose
from ..base.version import __version__
from .console import INTERRUPTED, OUTPUT, fail, lenient_streams, program, refuse

COMMANDS = {
    "init": "Start a new game or a variant in a folder of its own.",
    "list": "List the rulesets that come with Stammtisch.",
    "validate": "Check rulesets and libraries: every mistake with its place.",
    "explain": "Explain what a message of validate means, with an example.",
    "fmt": "Format files in one standard way; what they say does not change.",
    "show": "Print a ruleset with all its parts put together.",
    "diff": "Show what changes in the rules from one ruleset to another.",
    "words": "Write what a game is still to say in another language into its file of words.",
    "rulebook": "Print the rules of a game for people, as text or as a page.",
    "export": "Lay out a game for a printer or a tabletop simulator, or write it as a page that plays.",
    "play": "Play a game at the terminal, against people or bots.",
    "serve": "Play together in browsers: a private link for each seat.",
    "studio": "Write, play and test games in your browser.",
    "site": "Write the studio as a site that needs no server of its own.",
    "simulate": "Play many games, at random or with bots, and report what happened.",
    "luck": "Show how much of winning is luck of the deal.",
    "ladder": "Show how far skill carries: bots from weak to strong.",
    "learn": "Let a net learn a game by playing against itself: the bots learned and expert.",
    "without": "Estimate what an option or card is worth, with a player who never chooses it.",
    "summary": "Show the results of saved runs again, or of several together.",
    "compare": "Play two versions of a game with the same seeds, and show what differs.",
    "report": "Show the results of many games in pictures, as a page for a browser.",
    "replay": "Play a recorded game again.",
    "tree": "Count the histories and information sets of a small game.",
    "solve": "Work out the value of a small game for two, and how to play it.",
    "test": "Run the scenarios written beside the rulesets.",
    "lsp": "Help an editor: mistakes, completion and explanations while you type.",
    "editor": "Write the extension for VS Code, which uses lsp, as a file to install.",
    "schema": "Print the JSON Schema from which editors complete and explain keys.",
}


class Commands(click.Group):
    """Subcommands loaded when they are used; every error becomes a message and an exit code.

    A command returns its exit code, None for 0.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        # words are compared as people see them; the name of a file is what it is
        return super().parse_args(ctx, [arg if os.path.lexists(arg) else compose(arg) for arg in args])

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f".commands.{cmd_name}", __package__).command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS:
            from ..base.similar import ask_if_meant

            known = ask_if_meant(args[0], COMMANDS, f"there are: {', '.join(COMMANDS)}", "did you mean {}?")
            ctx.fail(f"there is no command '{args[0]}'; {known}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> Any:
        try:
            code = super().invoke(ctx)
        except click.exceptions.Exit:
            raise
        except click.ClickException as error:
            code = refuse(error)
        except (Exception, KeyboardInterrupt, click.Abort) as error:
            code = fail(error)
        if isinstance(code, int) and code:
            ctx.exit(code)
        return 0


@click.group(cls=Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="stammtisch")
@click.pass_context
def group(ctx: click.Context) -> int:
    """Plays, checks and measures card and board games that are written as rulesets in YAML.

    Without COMMAND it opens the studio.

    RULESET is the id of a ruleset that comes with it (see `list`), a file, or a folder that holds `ruleset.yaml`.
    """
    if ctx.invoked_subcommand is not None:
        return 0
    studio = group.get_command(ctx, "studio")
    assert studio is not None
    code: int = ctx.invoke(studio)
    return code


def run() -> int:
    """Runs the command line; returns the exit code, as main.main."""
    lenient_streams()
    try:
        code = group.main(prog_name=program(), standalone_mode=False)
        if not sys.stdout.closed:  # by a language server whose editor is gone
            sys.stdout.flush()
    except click.ClickException as error:
        return refuse(error)
    except click.Abort:
        return INTERRUPTED
    except OSError as error:
        error.filename = error.filename or OUTPUT  # help, or what was still to be written
        return fail(error)
    return code if isinstance(code, int) else 0
