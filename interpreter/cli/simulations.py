"""Run simulations for a command: options, progress, saved failures, output."""

from __future__ import annotations

import shlex
import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .console import INTERRUPTED, NO, YES, StatusLine, duration, print_result, program, progress, usable_cores

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..base.tables import Document
    from ..front.api import Ruleset
    from ..game.game import Game
    from ..study.reports.annotations import Annotations
    from ..study.runs.run import Run
    from ..study.runs.run_folder import RunFolder
    from ..study.runs.shards import Plan

GAMES, GAMES_OF_BOTS, GAMES_OF_RUNG = 1000, 120, 240


@dataclass
class RunRequest:
    """The options of a command about a run, apart from its plan.

    players: as on the command line; jobs: None for one process a core; ladder: the bots of one; annotations: targets
    and recordings, if the result has any.
    """

    ruleset: Ruleset
    options: dict[str, Any]
    games: int | None
    players: str
    jobs: int | None
    form: str
    resume: Path | None = None
    out: Path | None = None
    cluster: str | None = None
    usage: bool = False
    definitions: bool = False
    seconds: int = 0
    fail_on: str | None = None
    ladder: Sequence[str] = ()
    annotations: Annotations | None = None

    def __post_init__(self) -> None:
        """Raise UsageError where options exclude each other, or need what is not installed."""
        from ..backend.native import available
        from ..base.errors import UsageError

        if self.usage and not available():
            raise UsageError("--usage needs wasmtime, which is not installed: pip install wasmtime")
        if self.out is not None and self.resume is not None:
            raise UsageError("--out saves the run as well: leave out --resume")
        if self.cluster is not None and self.jobs is not None:
            raise UsageError("--cluster plays on other machines: leave out --jobs")

    @property
    def source(self) -> str:
        """The option that `replay` needs to find the ruleset."""
        return source_option(self.ruleset)

    def annotate(self, recordings: Path | None = None) -> None:
        """Put the ruleset's targets, and games of people in a folder, beside the result."""
        from ..study.counts.targets import read_targets
        from ..study.reports.annotations import Annotations

        targets = read_targets((self.ruleset.path, *self.ruleset.variants), self.seconds)
        self.annotations = Annotations(targets, () if recordings is None else load_recordings(recordings))

    def writer(
        self, writers: dict[str, Callable[..., str | Document]]
    ) -> Callable[[Run, dict[int, str]], str | Document]:
        """Return the writer of the result in the requested form."""
        return bind_writer(writers, self.form, self.annotations, self.definitions, self.seconds, self.usage)

    def storage(self, played: list[tuple[Game, Plan]], games: int) -> RunFolder | str:
        """Return where the run is saved: a folder, the name of a file, or "" for nowhere."""
        if self.out is None:
            return str(self.resume or "")
        from ..study.runs.saved_runs import open_folder

        origin = {"command": f"{program()} {shlex.join(sys.argv[1:])}", "source": self.source}
        return open_folder(self.out, self.ruleset, played, games, origin, self.ladder)


def load_recordings(path: Path) -> Sequence[Any]:
    """Read people's games; a late import, as it is slow and seldom needed."""
    from ..study.reports.human_games import read_recordings

    return read_recordings(path)


def play_and_print(
    request: RunRequest,
    played: list[tuple[Game, Plan]],
    games: int,
    writer: Callable[[Run, dict[int, str]], str | Document],
) -> int:
    """Play so many games of each, and print the results; return the exit code."""
    from ..study.counts.targets import is_missed
    from ..study.runs.simulate import failures_folder, save_failures, simulate_each

    storage = request.storage(played, games)
    elsewhere = None
    if request.cluster:
        from ..study.runs.cluster import Cluster

        elsewhere = Cluster(request.cluster, progress)
    with StatusLine() as status:
        shown = RunProgress(status, games * len(played))
        run = simulate_each(played, games, request.jobs or usable_cores(), shown, storage, elsewhere)
    saved: dict[int, Path] = {}
    try:
        saved |= save_failures(run, failures_folder(run, request.out, request.ruleset.id))
    except OSError as error:
        warn_unsaved_failures(error)
    print_result(writer(run, replay_commands(saved, request.source)))
    if run.interrupted:
        stored = request.resume or request.out
        further = "The same command resumes the run." if stored else "With --resume FILE a run can be resumed later."
        progress(f"Interrupted: {run.games_played:,} of {run.total:,} games were played. {further}")
        return INTERRUPTED
    targets = request.annotations.targets if request.annotations is not None else ()
    missed = request.fail_on and is_missed(targets, run.games, run.tallies)
    return YES if run.clean and not missed else NO


def warn_unsaved_failures(error: OSError) -> None:
    """Print why games that failed or do not end are not saved."""
    progress(f"The games that failed cannot be saved: {error.filename}: {(error.strerror or str(error)).lower()}")


def bind_writer(
    writers: dict[str, Callable[..., str | Document]],
    form: str,
    annotations: Annotations | None,
    definitions: bool,
    seconds: int,
    usage: bool,
) -> Callable[[Run, dict[int, str]], str | Document]:
    """Return the writer of a run in a form: as text with what is asked for, as data with everything."""
    asked = {"definitions": definitions, "seconds": seconds, "usage": usage} if form == "text" else {}
    return partial(writers[form], **({} if annotations is None else {"annotations": annotations}), **asked)


def replay_commands(saved: dict[int, Path], source: str) -> dict[int, str]:
    """Return the commands that show saved games, by the numbers of these."""
    return {number: f"{program()} replay {shlex.quote(str(path))}{source}" for number, path in saved.items()}


def single_player_count(text: str, counts: Sequence[int], option: str) -> int:
    """Return the one number of players that `--players` names; without it the fewest. Raises UsageError for several."""
    from ..base.errors import UsageError

    wished = [counts[0]] if text == "all" else player_counts(text, counts)
    if len(wished) != 1:
        raise UsageError(f"{option} is for one number of players at a time, for example --players {wished[0]}")
    return wished[0]


def player_counts(text: str, counts: Sequence[int]) -> list[int]:
    """Return the numbers of players in `--players`: all (those of the game), 4, 3-5, or several with commas.

    Raises UsageError for anything else. Whether the game is for so many is not checked.
    """
    from ..base.errors import UsageError

    found: set[int] = set()
    whole = len(counts) == counts[-1] - counts[0] + 1
    usual = f"{counts[0]}-{counts[-1]}" if whole else ",".join(map(str, counts))
    for part in text.split(","):
        first, dash, last = (piece.strip() for piece in part.partition("-"))
        if part.strip() == "all":
            found |= set(counts)
            continue
        ends = (first, last if dash else first)
        if not all(end.isascii() and end.isdigit() and len(end) < 4 for end in ends) or int(ends[0]) > int(ends[1]):
            raise UsageError(f"--players {text}: write a number, from-to, or all, for example --players {usual}")
        found |= set(range(int(ends[0]), int(ends[1]) + 1))
    return sorted(found)


def source_option(ruleset: Ruleset) -> str:
    """Return the option by which `replay` finds a ruleset again; "" if its id is enough."""
    from ..reading import library

    name = "+".join(library.short_names(ruleset.path, ruleset.variants))
    return "" if name == ruleset.id and library.is_shipped(ruleset.path) else " " + shlex.join(["--ruleset", name])


@dataclass
class RunProgress:
    """The progress of a run: games of all, how fast, and the time left."""

    status: StatusLine
    total: int
    before: int = 0

    def __call__(self, run: Run) -> None:
        """Write the line, when it is time to."""
        if run.before > self.before:
            self.before = run.before
            progress(f"{run.before:,} of {run.total:,} games were played before.")
        if self.status.due():
            bad = sum(len(t.failed) + len(t.endless) for t in run.tallies)
            self.status.write(self.line(run.games_played, self.status.seconds, bad) + first_result(run))

    def line(self, played: int, seconds: float, bad: int) -> str:
        """Return the line after so many games and seconds; bad: how many failed or were endless."""
        failures = f", {bad:,} failed or endless" if bad else ""
        if played == self.before:
            return f"{played:,} of {self.total:,} games{failures}"
        rate = (played - self.before) / max(seconds, 1e-6)
        left = (self.total - played) / rate
        speed = f"{rate:,.0f} a second" if rate >= 2 else f"{1 / rate:.1f} s a game"
        return f"{played:,} of {self.total:,} games, {speed}, {duration(left)} left{failures}"


def first_result(run: Run) -> str:
    """Return what the first seat, or the first bot, has won so far, with its interval."""
    from ..study.counts.standings import first_share

    who, share = first_share(run.tallies, [plan.bots for plan in run.plans])
    if not share.games:
        return ""
    wins = f"{100 * share.share:.1f} % ({100 * share.low:.1f} to {100 * share.high:.1f})"
    return f"; in {share.games:,} counted games {who} wins {wins}"
