"""Saved runs: write their headers, read them, merge several."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from ...base.diagnostics import RulesetError
from ...base.errors import UsageError
from ...base.files import read_json, write
from ...base.version import __version__
from ...front.api import Ruleset, load_ruleset, ruleset_of_text
from ...game.game import Game
from ...reading.dump import dump
from ...records.recording_reader import game_of
from ..counts.usage import fits_game
from ..counts.usage_counts import Counts
from .checkpoint import RunFile
from .run import Run
from .run_folder import COUNTS, FORMAT, GAMES, HEADER, OTHER, RunFolder
from .shards import Plan, Shard, file_name, join_ranges
from .simulate import FAILURES
from .stuck_games import kinds_of

RULES = "ruleset.yaml"
RANDOM, BOTS, LADDER = "random", "bots", "ladder"
LIBRARIES = ("wasmtime", "duckdb", "numpy")


@dataclass(slots=True)
class SavedRun:
    """A saved run: its folder, header (`make_header`), ruleset and all that was played.

    uncounted: what was used was counted by a version that counts otherwise, and is left out. folders: those of several
    runs that were put together.
    """

    folder: Path
    header: dict[str, Any]
    ruleset: Ruleset
    run: Run
    files: list[Path]
    uncounted: bool = False
    folders: tuple[Path, ...] = ()

    @property
    def sources(self) -> list[Path]:
        """The files of the rules as they are now; if they are gone, the copy beside the games."""
        files = [Path(file) for file in self.header["files"]]
        return files if files[0].is_file() else [self.folder / RULES]

    @property
    def failures(self) -> dict[int, Path]:
        """The saved first game of each kind that failed or did not end, by its number."""
        found: dict[int, Path] = {}
        for kind in kinds_of(self.run):
            game, plan, own = self.run.origin(kind.numbers[0])
            folder = self.folder if not self.run.seeds else self.folders[self.run.seeds.index(plan.seed)]
            path = folder / FAILURES / file_name(game, plan, own)
            found |= {kind.numbers[0]: path} if path.is_file() else {}
        return found


def make_header(
    ruleset: Ruleset, played: Sequence[tuple[Game, Plan]], count: int, origin: dict[str, str], ladder: Sequence[str]
) -> dict[str, Any]:
    """The header saved beside a run's games: the rules by id, files and hash, how it is played, versions.

    origin: the `command`, and as `source` what replay has to be told to find the rules.
    """
    plan = played[0][1]
    return {
        "format": FORMAT,
        **origin,
        "ruleset": ruleset.id,
        "game": ruleset.name,
        "hash": ruleset.hash,
        "files": ruleset.sources,
        "kind": LADDER if ladder else BOTS if plan.bots else RANDOM,
        "seed": plan.seed,
        "games": count,
        "max_decisions": plan.most,
        "checked": plan.check,
        **({"ladder": [*ladder]} if ladder else {}),
        "played": [
            {"players": game.players, "settings": game.program.options, "bots": [*own.bots]} for game, own in played
        ],
        "versions": {"stammtisch": __version__, "python": platform.python_version()} | installed_versions(),
    }


def installed_versions() -> dict[str, str]:
    """The versions of the libraries that play and save games."""
    found = {}
    for name in LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def open_folder(
    path: Path,
    ruleset: Ruleset,
    played: Sequence[tuple[Game, Plan]],
    count: int,
    origin: dict[str, str],
    ladder: Sequence[str] = (),
) -> RunFolder:
    """Create the folder to save a run in, as `make_header`. Raises UsageError as RunFolder.begin."""
    file = RunFile(path / COUNTS, count, bool(played[0][1].trace))
    header = make_header(ruleset, played, count, origin, ladder)
    made = RunFolder(path, [game for game, _ in played], header, file)
    made.begin()
    if not (path / RULES).exists():
        write(path / RULES, dump(ruleset.root).encode("utf-8", "backslashreplace"))
    return made


def is_run(path: Path) -> bool:
    """Whether a folder holds a saved run."""
    return (path / HEADER).is_file()


def read_run(path: Path) -> SavedRun:
    """Read a saved run. Raises UsageError if there is none, it is damaged, or its rules are not understood."""
    if not is_run(path):
        raise UsageError(f"{path} is not a run saved by simulate --out")
    header = read_json(path / HEADER, FORMAT, "a run saved with --out", OTHER)
    file = RunFile(path / COUNTS, 1, False)
    shards, count, _ = file.load()
    ruleset = load_rules(path, header)
    games = [game_of(ruleset, shard.players, shard.options) for shard in shards]
    plans = [Plan(shard.seed, shard.most, shard.check, "", shard.bots, shard.use) for shard in shards]
    run = Run(games, count, plans, shards)
    run.interrupted = run.games_played < run.total
    strange = [
        tally
        for game, tally in zip(games, run.tallies, strict=True)
        if header["versions"]["stammtisch"] != __version__ or not fits_game(game, tally)
    ]
    uncounted = any(tally.counts.games for tally in strange)
    for tally in strange:
        tally.counts = Counts()
    return SavedRun(path, header, ruleset, run, [path / GAMES / name for name in file.parts], uncounted)


def load_rules(path: Path, header: dict[str, Any]) -> Ruleset:
    """Load the rules of a run. Raises UsageError if this version does not understand them.

    From their files, so that places are those there, if these still say the same; else from the copy beside the
    games.
    """
    try:
        found = load_ruleset(header["files"][0], header["files"][1:])
        if found.hash == header["hash"]:
            return found
    except (RulesetError, LookupError):
        pass
    copy = path / RULES
    try:
        found = ruleset_of_text(copy.read_text(encoding="utf-8"), header["ruleset"], str(copy))
    except OSError as error:
        raise UsageError(f"{copy} cannot be read: {(error.strerror or str(error)).lower()}") from None
    except RulesetError as error:
        raise UsageError(f"this version cannot read {copy}: {error.diagnostics[0].message}") from None
    if found.hash != header["hash"]:
        raise UsageError(f"{copy} was changed: its hash is {found.hash}, not {header['hash']}")
    return found


def merge_runs(runs: Sequence[SavedRun]) -> SavedRun:
    """Merge runs of the same games, played the same way with different seeds, into one.

    Its games are numbered anew, those of the first run first, but in their files.
    Raises UsageError if the runs differ in anything else, or hold the same games.
    """
    first = runs[0]
    if len(runs) == 1:
        return first
    total, before = sum(one.run.count for one in runs), 0
    shards: list[Shard] = []
    for one in runs:
        if one is not first:
            require_alike(first, one)
            for other in runs[: runs.index(one)]:
                require_different_games(other, one)
        moved = [renumber(shard, at, one.run.count, total, before) for at, shard in enumerate(one.run.shards)]
        for own, more in zip(shards, moved, strict=False):
            own.add(replace(more, seed=own.seed))
        shards = shards or moved
        before += one.run.count
    run = Run(first.run.games, total, first.run.plans, shards, seeds=tuple(one.run.plan.seed for one in runs))
    run.counts = tuple(one.run.count for one in runs)
    run.interrupted = run.games_played < run.total
    files, uncounted = [path for one in runs for path in one.files], any(one.uncounted for one in runs)
    return SavedRun(first.folder, first.header, first.ruleset, run, files, uncounted, tuple(one.folder for one in runs))


def renumber(shard: Shard, at: int, count: int, total: int, before: int) -> Shard:
    """A copy of a shard, of game number `at` of a run of `count` games each, as part of a larger run."""
    made = Shard.from_json(shard.to_json())
    by = at * (total - count) + before
    made.ranges = join_ranges((low + by, high + by) for low, high in shard.ranges)
    made.tally.failed = {number + by: message for number, message in shard.tally.failed.items()}
    made.tally.endless = [number + by for number in shard.tally.endless]
    return made


def require_alike(one: SavedRun, other: SavedRun) -> None:
    """Raise UsageError, with the difference, if runs were played differently but for the seed."""
    differences = [
        own.difference(replace(more, seed=own.seed))
        for own, more in zip(one.run.shards, other.run.shards, strict=False)
    ]
    if len(one.run.shards) != len(other.run.shards):
        differences.append("the numbers of players or the bots differ")
    if found := next(filter(None, differences), ""):
        raise UsageError(f"{one.folder} and {other.folder} do not belong together: {found}")


def require_different_games(one: SavedRun, other: SavedRun) -> None:
    """Raise UsageError if two runs hold the same games."""
    if one.run.plan.seed == other.run.plan.seed:
        told = f"{one.folder} and {other.folder} hold the same games: both have the seed {one.run.plan.seed}"
        raise UsageError(f"{told}; play one of them with another --seed")
