"""`stammtisch play`: one game at the terminal."""

from __future__ import annotations

import os
import shlex
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...base.languages.catalogues import ENGLISH, LANGUAGES
from ..console import NO, has_colour, program, progress
from ..options import parse_settings, players_option

if TYPE_CHECKING:
    from ...front.api import Ruleset
    from ...game.state import State
    from ...records.recording import GameRecorder
    from ..autosave import Keeper

MOST_SEED = 2**63 - 1


@click.command("play")
@click.argument("ruleset", required=False, metavar="RULESET")
@click.option("--variant", multiple=True, metavar="NAME", help="A variant of the ruleset: its name or its file.")
@click.option("--set", "set_", multiple=True, metavar="NAME=VALUE", help="Change a setting of the ruleset.")
@players_option
@click.option(
    "--seat",
    multiple=True,
    metavar="1=human,2=search:400",
    help="Who sits where: human, a level (beginner, casual, advanced, strongest), or a bot by name, as random or "
    "search:200; all=... for every other seat. You have seat 1 and the strongest bots others, where nobody is named.",
)
@click.option(
    "--think",
    type=click.FloatRange(0, min_open=True),
    metavar="SECONDS",
    help="How long search may think about a choice or a hint, instead of its N iterations.",
)
@click.option(
    "--seed", type=int, metavar="S", help="The same seed and choices make the same game (default: at random)."
)
@click.option("--record", type=click.Path(path_type=Path), metavar="FILE", help="Save the game in FILE, for `replay`.")
@click.option("--script", type=click.Path(path_type=Path), metavar="FILE", help="Read the answers from FILE.")
@click.option(
    "--resume",
    is_flag=False,
    flag_value="",
    metavar="[FILE]",
    help="Resume a game; without FILE the last one in this folder.",
)
@click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default=ENGLISH,
    help="The language of what you read: of the program, and of the game where words.LANGUAGE.yaml has its words.",
)
@click.option(
    "--max-decisions", type=click.IntRange(1), default=100_000, metavar="N", help="Give up after N decisions."
)
def command(
    ruleset: str | None,
    variant: tuple[str, ...],
    set_: tuple[str, ...],
    players: int | None,
    seat: tuple[str, ...],
    think: float | None,
    seed: int | None,
    record: Path | None,
    script: Path | None,
    resume: str | None,
    language: str,
    max_decisions: int,
) -> int:
    """Play RULESET, against bots or with several people at one terminal.

    Type the number of an option or its words; ? shows what else you can type. Every choice is saved in a file until
    the game is over: whatever stops the program, --resume continues from there.
    """
    from ...base.errors import GameError, UsageError
    from ..seating import require_bots, seats_at_terminal
    from ..session import Session
    from ..terminal import Terminal

    if seed is not None and not 0 <= seed <= MOST_SEED:
        raise UsageError(f"--seed must be a whole number from 0 to {MOST_SEED}, not {seed}")
    answers = _script_lines(script) if script is not None else None
    if resume is not None:
        given = {"RULESET": ruleset, "--variant": variant, "--set": set_, "--players": players, "--seed": seed}
        if more := [name for name, value in given.items() if value not in (None, ())]:
            has = "which has its rules, settings, players and seed already"
            raise UsageError(f"--resume resumes a game, {has}: leave out {' and '.join(more)}")
        keeper, state, kinds = _resume(resume, seat, record)
        require_bots(kinds, state.game)
    else:
        if ruleset is None:
            raise UsageError(f"which ruleset? `{program()} list` shows them; for example: {program()} play munchhausen")
        rules = _load(ruleset, variant)
        game = rules.ready(players, parse_settings(set_))
        kinds = seats_at_terminal(seat, game)
        seed = int.from_bytes(os.urandom(4)) if seed is None else seed
        try:
            state = game.start(seed)
        except GameError as error:
            progress(f"The game cannot begin: {error}\nTo see it again: --seed {seed}")
            return NO
        keeper = _make_keeper(record, state, partial(_make_recorder, rules, state, kinds, record is None))
    return Session(state, kinds, Terminal(answers, has_colour()), max_decisions, keeper, think, language).run()


def _load(ruleset: str, variants: tuple[str, ...] | list[str]) -> Ruleset:
    """Load a ruleset with variants."""
    from ...front.api import load_ruleset

    return load_ruleset(ruleset, variants)


def _script_lines(path: Path) -> list[str]:
    """The lines of a script, each with its end. Raises UsageError if it cannot be read."""
    from ...base.errors import UsageError

    try:
        return [line + "\n" for line in path.read_text(encoding="utf-8").splitlines()]
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {(error.strerror or str(error)).lower()}") from None
    except ValueError:
        raise UsageError(f"{path} cannot be read: it is not a text file in UTF-8") from None


def _make_recorder(rules: Ruleset, state: State, kinds: list[str], temporary: bool, path: Path) -> GameRecorder:
    """Begin the recording of a game."""
    from ...records.recording import GameRecorder
    from ..autosave import play_data

    return GameRecorder(path, rules, state, play=play_data(kinds, temporary))


def _make_keeper(record: Path | None, state: State, keep: Callable[[Path], GameRecorder]) -> Keeper:
    """Save a game in the given file, else in one of its own. Raises UsageError if the first fails."""
    from ...base.errors import UsageError
    from ..autosave import Keeper, keep_somewhere

    if record is None:
        folders = [Path(), Path(tempfile.gettempdir())]
        return Keeper(keep_somewhere(folders, state, keep), True, program())
    try:
        return Keeper(keep(record), False, program())
    except FileExistsError:
        raise UsageError(f"{record} exists already: choose another name for --record, or remove it first") from None
    except OSError as error:
        raise UsageError(f"{record} cannot be written: {(error.strerror or str(error)).lower()}") from None


def _resume(resume: str, seat: tuple[str, ...], record: Path | None) -> tuple[Keeper, State, list[str]]:
    """The resumed game, with its state and who sits where.

    With --record it is kept in that file from now on, and the old one stays as it is.
    """
    from ...records.recording import GameRecorder
    from ..autosave import Keeper, play_data, resume_newest
    from ..seating import known_seats, seats_at_terminal

    if resume and (saved := _load_save(Path(resume))) is not None:
        rules, state, kinds = saved
        kinds = seats_at_terminal(seat, state.game) if seat or not kinds else kinds
        return _make_keeper(record, state, partial(_make_recorder, rules, state, kinds, record is None)), state, kinds
    recorder = GameRecorder.resumed(resume) if resume else resume_newest(Path())
    state, play = recorder.state, recorder.header.get("play")
    kinds, temporary = known_seats(play, state.game.players), isinstance(play, dict) and play.get("temporary") is True
    kinds = seats_at_terminal(seat, state.game) if seat or not kinds else kinds
    if recorder.recorded is not None and recorder.recorded.rules_changed():
        progress("The rules have changed since this game began; it continues with the rules it began with.")
    if record is not None:
        with recorder:
            return _make_keeper(record, state, partial(recorder.copy, play=play_data(kinds, False))), state, kinds
    if seat:
        recorder.change(play_data(kinds, temporary))
    return Keeper(recorder, temporary, program()), state, kinds


def _load_save(path: Path) -> tuple[Ruleset, State, list[str]] | None:
    """Read a game saved by State.to_json, or by `play` in earlier versions; None if the file is something else."""
    from ...records.replay_kept import replay_save, save_ruleset, saved_game
    from ..autosave import require_same_rules
    from ..seating import known_seats

    try:
        data = saved_game(path)
    except OSError:
        return None
    if data is None:
        return None
    rules = save_ruleset(path, data)
    require_same_rules(path, data, rules, None, shlex.join(["replay", str(path), "--ruleset", "OLD.yaml"]))
    state = replay_save(path, data, rules).state
    assert state is not None
    return rules, state, known_seats(data.get("play"), state.game.players)
