"""`stammtisch replay`: a recorded or saved game, played again."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..console import NO, YES, output, progress

if TYPE_CHECKING:
    from ...front.api import Ruleset
    from ...game.game import State
    from ...records.replay import Replay


@click.command("replay")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option(
    "--until", type=click.IntRange(1), metavar="N", help="Stop where decision N is due, and show the table there."
)
@click.option("--seat", type=click.IntRange(1), metavar="K", help="Show what seat K saw (default: everything).")
@click.option("--ruleset", metavar="RULESET", help="The ruleset, if the one that FILE names is not found.")
@click.option("--variant", multiple=True, metavar="NAME", help="A variant, with --ruleset.")
def command(file: Path, until: int | None, seat: int | None, ruleset: str | None, variant: tuple[str, ...]) -> int:
    """Play the game in FILE again and print its course and how it stands in the end.

    FILE is a recording (`play --record`, `simulate --trace`), a failed game that `simulate` has kept, or a saved game.
    """
    from ...base.errors import UsageError
    from ...records.replay import choice_text

    if variant and ruleset is None:
        raise UsageError("--variant goes with --ruleset")
    result = _replayed(file, until, ruleset, variant)
    state = result.state
    if seat is not None and seat > result.game.players:
        raise UsageError(f"there is no seat {seat}: {file} is a game for {result.game.players} players")
    for line in heading(result, state):
        output(line)
    if state is not None:
        for line in course(state, result.names, seat):
            output(line)
        output()
        for line in standing(state, result.names, seat, not result.failed):
            output(line)
        for words in state.broken() if seat is None else ():
            output(f"No longer always true: {words}")
    if (failing := result.failing) is not None:
        who = f"{result.names[failing['seat']]}, {failing['decision']}"
        output(f"Decision {failing['number']}: {who}: {choice_text(failing['choice'])}")
    if result.failed:
        output(f"Here the rules fail: {result.failed}")
    return _difference(file, result)


def _replayed(file: Path, until: int | None, named: str | None, variants: tuple[str, ...]) -> Replay:
    from ...base.errors import UsageError
    from ...front.api import load_ruleset
    from ...records.replay import replay, replay_save, ruleset_of, saved_game
    from ...records.trace import read_trace
    from ..saved_games import require_same_rules

    def found(identity: str) -> Ruleset:
        return load_ruleset(named, variants) if named is not None else ruleset_of(identity)

    if (data := saved_game(file)) is not None:
        identity, play = data.get("ruleset"), data.get("play")
        if not isinstance(identity, str):
            raise UsageError(f"{file}: the saved game is damaged: it does not name its ruleset")
        laid = variants or identity.split("+")[1:]
        if named is None and isinstance(play, dict):
            laid = play["variants"]
            rules = load_ruleset(play["ruleset"], laid)
        else:
            rules = found(identity)
        again = ["replay", str(file), "--ruleset", "OLD.yaml", *(part for name in laid for part in ("--variant", name))]
        require_same_rules(file, data, rules, named, shlex.join(again))
        return replay_save(file, data, rules, until)
    trace = read_trace(file, until)
    return replay(trace, found(trace.header["ruleset"]), until)


def heading(result: Replay, state: State | None) -> list[str]:
    """Which game it is."""
    seed = f", seed {state.seed}" if state is not None else ""
    lines = [f"{result.game.name} ({result.game.program.ruleset}), {result.game.players} players{seed}"]
    defaults = [f"{seat + 1} {name}" for seat, name in enumerate(result.names) if name != f"player {seat + 1}"]
    return lines + (["Players: " + ", ".join(defaults)] if defaults else [])


def course(state: State, names: list[str], seat: int | None) -> list[str]:
    """What happened, a line for each thing worth one; choices with their numbers where everything is shown."""
    from ...records.replay import all_knowing
    from ...seats.phrases import event_texts

    if seat is not None:
        return event_texts(state.seen(seat - 1), names)
    events = all_knowing(state).seen(0)
    width = len(str(state.decisions))
    margin = " " * (width + 2)
    lines: list[str] = []
    number = begun = 0
    for position, event in enumerate([*events, {"kind": "choose"}]):
        if event["kind"] != "choose":
            continue
        lines += [margin + line for line in event_texts(events[begun:position], names)]
        number, begun = number + 1, position + 1
        lines += [f"{number:>{width}}  {line}" for line in event_texts(events[position : position + 1], names)]
    return lines


def standing(state: State, names: list[str], seat: int | None, options: bool) -> list[str]:
    """The table, and the result or what is to be decided; for a seat, only as it sees them."""
    from ...records.replay import all_knowing
    from ...seats.offers import offered, option_texts
    from ...seats.phrases import fill, player_text
    from ...seats.render import table_of
    from ...seats.score_text import ranking_texts
    from ..session import result

    program = state.game.program
    watched = state if seat is not None else all_knowing(state)
    view = watched.view(0 if seat is None else seat - 1)
    lines = table_of(view if seat is not None else view | {"seat": -1}, names)
    if state.over:
        return [*lines, "", *result(state, names, ranking_texts(state, names))]
    if not options:
        return lines
    lines.append("")
    # the view of a seat says who decides as far as the seat may know
    for who in view["pending"]:
        sites = dict(state.sites())
        site = sites.get(who, next(iter(sites.values())))
        words = fill(program, program.sites[site].words)
        line = f"Decision {state.decisions + 1}: {player_text(who, names)}, {words}"
        if who in sites and seat in (None, who + 1):
            numbers = state.option_numbers(who, site) if seat is None else offered(state, who)
            texts = option_texts(watched, site, numbers, 0 if seat is None else who, names)
            line += ": " + "; ".join(texts.values())
        lines.append(line)
    return lines


def _difference(file: Path, result: Replay) -> int:
    """What the ruleset does otherwise than when the game was recorded; the exit code."""
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
