"""`stammtisch replay`: a recorded or saved game, played again."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..console import NO, YES, output, program, progress, uncollected

if TYPE_CHECKING:
    from ...front.api import Ruleset
    from ...game.state import State
    from ...records.recording_reader import RecordedGame
    from ...records.replay import Replay


@click.command("replay")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option(
    "--until", type=click.IntRange(1), metavar="N", help="Stop where decision N is due, and show the table there."
)
@click.option("--seat", type=click.IntRange(1), metavar="K", help="Show what seat K saw (default: everything).")
@click.option("--ruleset", metavar="RULESET", help="Play it with these rules, and say what is different.")
@click.option("--variant", multiple=True, metavar="NAME", help="A variant, with --ruleset.")
@click.option(
    "--trace", type=click.Path(path_type=Path), metavar="OUT", help="Write the whole course to OUT, for other programs."
)
def command(
    file: Path, until: int | None, seat: int | None, ruleset: str | None, variant: tuple[str, ...], trace: Path | None
) -> int:
    """Play the game in FILE again and print its course and how it stands in the end.

    FILE is a recording (`play --record`, or a game that was left), a trace (`simulate --trace`) or a failed game that
    `simulate` has kept.
    """
    from ...base.errors import UsageError

    if variant and ruleset is None:
        raise UsageError("--variant goes with --ruleset")
    _require_readable(file)
    with uncollected():
        if trace is None:
            return _print_replay(file, seat, _replay_file(file, until, ruleset, variant))
        if until is not None or seat is not None or ruleset is not None:
            raise UsageError("--trace writes the whole game as it was recorded: leave out the other options")
        return _write_trace(file, trace)


def _require_readable(file: Path) -> None:
    """Raise UsageError, as for every other file of a game, if it cannot be opened."""
    from ...base.errors import UsageError
    from ...base.files import refuse_device

    try:
        refuse_device(file, "a game")
        with file.open("rb"):
            pass
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {(error.strerror or str(error)).lower()}") from None


def _print_replay(file: Path, seat: int | None, result: Replay) -> int:
    """Print the game, and the differences if its rules were changed; return the exit code."""
    from ...base.errors import UsageError
    from ...records.replay import choice_text

    state = result.state
    if seat is not None and seat > result.game.players:
        raise UsageError(f"there is no seat {seat}: {file} is a game for {result.game.players} players")
    for line in heading_lines(result, state):
        output(line)
    if state is not None:
        for line in course_lines(state, result.names, seat):
            output(line)
        output()
        for line in standing_lines(state, result.names, seat, not result.failed):
            output(line)
        for words in state.broken() if seat is None else ():
            output(f"No longer always true: {words}")
    if (failing := result.failing) is not None:
        who = f"{result.names[failing['seat']]}, {failing['decision']}"
        output(f"Decision {failing['number']}: {who}: {choice_text(failing['choice'])}")
    if result.failed:
        output(f"Here the rules fail: {result.failed}")
    return _print_difference(file, result)


def _write_trace(file: Path, target: Path) -> int:
    """Write the trace of a recording; return the exit code."""
    from ...base.errors import UsageError
    from ...records.recording_reader import read_game

    if target.exists():
        raise UsageError(f"{target} exists already: choose another name for --trace")
    read_game(file).write_trace(target)
    return YES


def _replay_file(file: Path, until: int | None, named: str | None, variants: tuple[str, ...]) -> Replay:
    """Replay a recording, trace or saved game."""
    from ...front.api import load_ruleset
    from ...records.recording_reader import is_recording
    from ...records.replay import replay
    from ...records.replay_kept import replay_save, ruleset_of, save_ruleset, saved_game
    from ...records.trace import read_trace
    from ..autosave import require_same_rules

    rules = load_ruleset(named, variants) if named is not None else None
    if is_recording(file):
        return _replay_recording(file, until, rules)
    if (data := saved_game(file)) is not None:
        rules = rules or save_ruleset(file, data)
        laid = variants or str(data["ruleset"]).split("+")[1:]
        again = ["replay", str(file), "--ruleset", "OLD.yaml", *(part for name in laid for part in ("--variant", name))]
        require_same_rules(file, data, rules, named, shlex.join(again))
        return replay_save(file, data, rules, until)
    trace = read_trace(file, until)
    return replay(trace, rules or ruleset_of(trace.header["ruleset"]), until)


def _replay_recording(file: Path, until: int | None, rules: Ruleset | None) -> Replay:
    """Replay a recording."""
    from ...records.recording_reader import read_game
    from ...records.replay_kept import replay_game

    kept = read_game(file)
    for line in note_lines(kept):
        progress(line)
    if rules is None and kept.rules_changed():
        path, *laid = kept.header["files"]
        named = ["--ruleset", path, *(part for name in laid for part in ("--variant", name))]
        progress("The rules have changed since; this is the game by the rules it began with.")
        progress(f"By today's rules: {program()} {shlex.join(['replay', str(file), *named])}")
    return replay_game(kept, until, rules)


def note_lines(kept: RecordedGame) -> list[str]:
    """The notes of people during play, and a line that says who played."""
    from ...bots.by_name import HUMAN

    play = kept.header.get("play")
    if not isinstance(play, dict) or play.get("by") != "people":
        return []
    bots = [f"seat {number} {kind}" for number, kind in enumerate(kept.seats, 1) if kind != HUMAN]
    lines = [f"Played by people at a table in browsers{', and by bots: ' if bots else ''}{', '.join(bots)}."]
    if kept.position_source:
        lines.append(f"It did not begin at its start, but was set up: {kept.position_source}.")
    return lines + [f"Note of {who} after {made} decisions: {text}" for made, who, text in kept.notes]


def heading_lines(result: Replay, state: State | None) -> list[str]:
    """The lines that name the game."""
    from ...base.english import count_of

    seed = f", seed {state.seed}" if state is not None else ""
    lines = [f"{result.game.name} ({result.game.program.ruleset}), {count_of(result.game.players, 'player')}{seed}"]
    defaults = [f"{seat + 1} {name}" for seat, name in enumerate(result.names) if name != f"player {seat + 1}"]
    return lines + (["Players: " + ", ".join(defaults)] if defaults else [])


def course_lines(state: State, names: list[str], seat: int | None) -> list[str]:
    """The course of the game, a line for each event worth one; choices have numbers if all is shown."""
    from ...records.replay import reveal_all
    from ...seats.phrases import event_texts
    from ...seats.running_game import game_wording

    wording = game_wording(state.game, names)
    if seat is not None:
        return event_texts(state.seen(seat - 1), wording)
    events = reveal_all(state).seen(0)
    width = len(str(state.decisions))
    margin = " " * (width + 2)
    lines: list[str] = []
    number = begun = 0
    for position, event in enumerate([*events, {"kind": "choose"}]):
        if event["kind"] != "choose":
            continue
        lines += [margin + line for line in event_texts(events[begun:position], wording)]
        number, begun = number + 1, position + 1
        lines += [f"{number:>{width}}  {line}" for line in event_texts(events[position : position + 1], wording)]
    return lines


def standing_lines(state: State, names: list[str], seat: int | None, options: bool) -> list[str]:
    """The table, and the result or the current decision; for a seat, only as it sees them."""
    from ...base.appearance.layouts import NO_TABLE
    from ...program.wording import fill
    from ...records.replay import reveal_all
    from ...seats.offers import offered, option_texts
    from ...seats.render import table_of
    from ...seats.running_game import game_wording
    from ...seats.score_text import ranking_texts
    from ..session import result_lines

    program, wording = state.game.program, game_wording(state.game, names)
    watched = state if seat is not None else reveal_all(state)
    view = watched.view(0 if seat is None else seat - 1)
    layout = state.game.looks.table if seat is not None else NO_TABLE
    lines = table_of(view if seat is not None else view | {"seat": -1}, wording, layout=layout)
    if state.over:
        return [
            *lines,
            "",
            *result_lines(state, names, ranking_texts(watched, names, -1 if seat is None else seat - 1)),
        ]
    if not options:
        return lines
    lines.append("")
    # the view of a seat says who decides as far as the seat may know
    for who in view["pending"]:
        sites = dict(state.sites())
        site = sites.get(who, next(iter(sites.values())))
        words = fill(program, program.sites[site].words)
        line = f"Decision {state.decisions + 1}: {wording.player(who)}, {words}"
        if who in sites and seat in (None, who + 1):
            numbers = state.option_numbers(who, site) if seat is None else offered(state, who)
            texts = option_texts(watched, site, numbers, 0 if seat is None else who, names)
            line += ": " + "; ".join(texts.values())
        lines.append(line)
    return lines


def _print_difference(file: Path, result: Replay) -> int:
    """Print how the game differs from the recording; return the exit code."""
    if not result.changed:
        return YES
    changed = f"The ruleset has changed since the game was recorded ({result.changed}, now {result.game.hash})"
    if result.first is None:
        progress(f"{changed}; this game is still the same.")
        return YES
    progress(f"{changed}.")
    progress(f"{file} first differs at {result.first}")
    if result.stopped:
        there = "from there" if result.last is result.first else f"from {result.last}"
        progress(f"The game cannot be played on as it was recorded {there}")
    return NO
