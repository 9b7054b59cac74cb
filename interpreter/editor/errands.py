"""What an editor asks to be done with a game: run a scenario, play on from there, simulate many games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ..base.diagnostics import Diagnostic, RulesetError
from ..base.errors import GameError, UsageError
from ..base.files import write
from ..front.api import load_ruleset
from ..game.state import begin_at
from ..records.recording import header_at, recording_of
from ..scenarios.run import play_through, run
from ..scenarios.scenario_file import find_scenario
from ..study.reports.report import as_text
from ..study.runs.simulate import simulate

GAMES = 1000


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of an errand: whether it is as it should be, in words, and the places of what is not.

    words: of the scenario; file: what was written.
    """

    words: str
    is_good: bool
    text: str = ""
    found: tuple[Diagnostic, ...] = ()
    file: str = ""


def do_errand(kind: str, path: Path, words: str, folder: Path) -> Outcome:
    """Do one of ERRANDS with a file; unsaved texts are read as `texts_in_place` says. folder: where files are written.

    Mistakes on the way are the outcome.
    """
    try:
        return ERRANDS[kind](path, words, folder)
    except (RulesetError, UsageError, GameError, OSError) as error:
        found = tuple(error.diagnostics) if isinstance(error, RulesetError) else ()
        return Outcome(words, False, str(error), found)


def run_scenario(path: Path, words: str, folder: Path) -> Outcome:
    """Run one scenario of a file."""
    del folder
    scenario = find_scenario(path, words)
    result = run(scenario)
    if result.is_passed:
        return Outcome(words, True, f"passed: {words}")
    problem = Diagnostic("scenario-failed", result.message, result.span or scenario.span)
    return Outcome(words, False, result.failure, (problem,))


def save_position(path: Path, words: str, folder: Path) -> Outcome:
    """Write the game at the end of a scenario as a recording, in which the player who decides next is a person."""
    scenario = find_scenario(path, words)
    after = play_through(scenario)
    state = begin_at(after.game, after.seed, (after.v, after.z, after.random))
    if state.over:
        return Outcome(words, False, f"{words}: the game is over there.")
    seats = ["human" if seat == state.decision.seat else "random" for seat in range(state.game.players)]
    header = header_at(scenario.terms.ruleset, state, f"scenario '{words}'")
    file = folder / f"{state.game.program.ruleset}-position.jsonl"
    write(file, recording_of(header | {"play": {"seats": seats, "temporary": True}}, state))
    return Outcome(words, True, f"To play on from here: stammtisch play --resume {file}", file=str(file))


def simulate_games(path: Path, words: str, folder: Path) -> Outcome:
    """Write what random games come to, for each number of players."""
    ruleset = load_ruleset(path)
    found = simulate([ruleset.ready(count) for count in ruleset.players], GAMES)
    text = str(as_text(found, {}))
    file = folder / f"{ruleset.id}-games.txt"
    write(file, text.encode())
    return Outcome(words, found.clean, "\n".join(text.split("\n")[:2]), file=str(file))


ERRANDS: dict[str, Callable[[Path, str, Path], Outcome]] = {
    "run": run_scenario,
    "play": save_position,
    "simulate": simulate_games,
}
