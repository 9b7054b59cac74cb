"""`stammtisch play`: one game at the terminal."""

from __future__ import annotations

import contextlib
import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..console import NO, has_colour, output, players_option, program, progress, settings
from ..saved_games import require_same_rules, require_same_settings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...front.api import Ruleset
    from ...game.game import Game, State
    from ...game.saves import Table
    from ...records.trace import Recorder

MOST_SEED = 2**63 - 1


@click.command("play")
@click.argument("ruleset", required=False, metavar="RULESET")
@click.option("--variant", multiple=True, metavar="NAME", help="A variant beside the ruleset, or its file.")
@click.option("--set", "set_", multiple=True, metavar="NAME=VALUE", help="Change a setting of the ruleset.")
@players_option
@click.option(
    "--seat",
    multiple=True,
    metavar="1=human,2=random",
    help="Who sits where: human or random; all=random for every seat. Without it you are seat 1; bots take the others.",
)
@click.option("--seed", type=int, metavar="S", help="The same seed and choices make the same game (default: by lot).")
@click.option("--record", type=click.Path(path_type=Path), metavar="FILE", help="Record the game for `replay`.")
@click.option("--script", type=click.Path(path_type=Path), metavar="FILE", help="Read the answers from FILE.")
@click.option("--resume", type=click.Path(path_type=Path), metavar="FILE", help="Go on with a saved game.")
@click.option(
    "--max-decisions", type=click.IntRange(1), default=100_000, metavar="N", help="Give up after so many decisions."
)
def command(
    ruleset: str | None,
    variant: tuple[str, ...],
    set_: tuple[str, ...],
    players: int | None,
    seat: tuple[str, ...],
    seed: int | None,
    record: Path | None,
    script: Path | None,
    resume: Path | None,
    max_decisions: int,
) -> int:
    """Play RULESET, against bots or with several people at one terminal.

    Type the number of an option or its words; ? explains what else there is. A game can be left at any time and gone on
    with by --resume.
    """
    from ...base.errors import GameError, UsageError
    from ...game.saves import Table
    from ..session import Session
    from ..terminal import Terminal

    if resume is not None and seed is not None:
        raise UsageError("--resume goes on with a saved game: it has its seed already, so leave out --seed")
    if seed is not None and not 0 <= seed <= MOST_SEED:
        raise UsageError(f"--seed must be a whole number from 0 to {MOST_SEED}, not {seed}")
    answers = _lines(script) if script is not None else None
    if resume is not None:
        game, state, table = _resumed(resume, ruleset, variant, settings(set_), players, seat)
    else:
        if ruleset is None:
            raise UsageError(f"which ruleset? `{program()} list` shows them; for example: {program()} play munchhausen")
        table = Table(*_lasting(ruleset, variant), settings(set_))
        game = _load(table.ruleset, table.variants).ready(players, table.settings)
        table.seats = seats(seat, game.players)
        seed = int.from_bytes(os.urandom(4)) if seed is None else seed
        try:
            state = game.start(seed)
        except GameError as error:
            progress(f"The game cannot begin: {error}\nTo see it again: --seed {seed}")
            return NO
    with contextlib.ExitStack() as stack:
        recorder = stack.enter_context(_recorder(record, state)) if record is not None else None
        output(f"{game.name}: {game.players} players, seed {state.seed}")
        terminal = Terminal(answers, has_colour())
        return Session(state, table, terminal, max_decisions, program(), resume, recorder).run()


def _load(ruleset: str, variants: tuple[str, ...] | list[str]) -> Ruleset:
    from ...front.api import load_ruleset

    return load_ruleset(ruleset, variants)


def _lasting(ruleset: str, variants: Sequence[str]) -> tuple[str, list[str]]:
    """Names that mean the same ruleset and variants from any folder."""
    from ...reading import library

    name, *over = library.called(*library.layers(ruleset, variants), lasting=True)
    return name, over


def seats(texts: tuple[str, ...], players: int) -> list[str]:
    """Who sits at each seat, from `1=human,2=random` and `all=random`; without any the first is human, the others bots.

    Raises UsageError for a seat that is not there or given twice, or anything else than bots.SEATS.
    """
    from ...base.errors import UsageError
    from ...base.similar import meant
    from ...game.bots import SEATS

    if not texts:
        return ["human", *["random"] * (players - 1)]
    named: dict[str, str] = {}
    for part in (part.strip() for text in texts for part in text.split(",")):
        who, equals, kind = (piece.strip().casefold() for piece in part.partition("="))
        if not equals:
            raise UsageError(f"--seat {part}: write for example --seat 1=human,2=random or --seat all=random")
        if kind not in SEATS:
            known = f"a seat is {' or '.join(SEATS)}"
            raise UsageError(f"--seat {part}: {meant(kind, SEATS, known, 'did you mean {}?')}")
        who = who.lstrip("0") or "0"
        if who != "all" and not (who.isascii() and who.isdigit() and 1 <= int(who) <= players):
            raise UsageError(f"--seat {part}: there is no seat {who}; this game has the seats 1 to {players}")
        if who in named:
            raise UsageError(f"--seat {who} is given twice: {named[who]} and {kind}")
        named[who] = kind
    return [named.get(str(number), named.get("all", "random")) for number in range(1, players + 1)]


def _lines(path: Path) -> list[str]:
    """The lines of a script, each with its end. Raises UsageError if it cannot be read."""
    from ...base.errors import UsageError

    try:
        return [line + "\n" for line in path.read_text(encoding="utf-8").splitlines()]
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {(error.strerror or str(error)).lower()}") from None
    except ValueError:
        raise UsageError(f"{path} cannot be read: it is not a text file in UTF-8") from None


def _resumed(
    path: Path,
    ruleset: str | None,
    variants: tuple[str, ...],
    options: dict[str, str],
    players: int | None,
    seat: tuple[str, ...],
) -> tuple[Game, State, Table]:
    """The game, state and seats of a saved game; what the command line says comes before what the file says."""
    from ...base.errors import UsageError
    from ...game import saves

    data, kept = saves.read(path)
    count = data.get("players")
    if not isinstance(count, int) or (players is not None and players != count):
        raise UsageError(f"{path} is a game for {count} players, not {players}" if players else f"{path} is damaged")
    if kept is None:
        name, *laid = str(data.get("ruleset")).split("+")
        kept = saves.Table(name, laid, {}, seats((), count))
    table = saves.Table(
        *_lasting(ruleset or kept.ruleset, variants if variants or ruleset else kept.variants),
        options or kept.settings,
        seats(seat, count) if seat or len(kept.seats) != count else kept.seats,
    )
    rules = _load(table.ruleset, table.variants)
    laid = [part for name in table.variants for part in ("--variant", name)]
    require_same_rules(path, data, rules, ruleset, shlex.join(["play", "OLD.yaml", *laid, "--resume", str(path)]))
    game = rules.ready(count, table.settings)
    if options:
        require_same_settings(path, data, game)
    try:
        return game, game.from_json(data), table
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from None
    except (ValueError, LookupError, TypeError):
        raise UsageError(f"{path}: the saved game is damaged") from None


def _recorder(path: Path, state: State) -> Recorder:
    """The recorder for a file. Raises UsageError if the file cannot be written or holds anything but a recording."""
    from ...base.errors import UsageError
    from ...records.trace import TRACE_FORMAT, Recorder

    try:
        if path.is_file() and path.stat().st_size and TRACE_FORMAT.encode() not in path.read_bytes()[:100]:
            raise UsageError(f"{path} exists already and is not a recording: choose another name for --record")
        return Recorder(path, state)
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {(error.strerror or str(error)).lower()}") from None
