"""`stammtisch simulate`: many random games, and what they came to."""

from __future__ import annotations

import csv
import io
import json
import os
import shlex
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..console import INTERRUPTED, NO, YES, StatusLine, output, program, progress, ruleset_options

if TYPE_CHECKING:
    from ...front.api import Ruleset
    from ...study.simulate import Run

FORMAT = "stammtisch-simulation-1"
BANDS = ((1, 1), (2, 2), (3, 3), (4, 5), (6, 10), (11, 20), (21, 50), (51, 100), (101, 0))
COLUMNS = ("min", "5", "25", "50", "75", "95", "max", "mean")
SHOWN = 5


def usable_cores() -> int:
    """The number of processor cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@click.command("simulate")
@ruleset_options
@click.option(
    "-n",
    "--games",
    type=click.IntRange(1),
    default=1000,
    metavar="N",
    help="Games for each number of players (default: 1000).",
)
@click.option(
    "--players", default="all", metavar="3-5|all", help="The numbers of players: 4, 3-5, 3,5 or all (default)."
)
@click.option(
    "--seed",
    type=click.IntRange(0, (1 << 63) - 1),
    default=1,
    metavar="S",
    help="The same seed plays the same games (default: 1).",
)
@click.option(
    "--jobs", type=click.IntRange(1), metavar="J", help="Processes that share the work (default: one a core)."
)
@click.option(
    "--format", "form", type=click.Choice(["text", "json", "csv"]), default="text", help="How the result is written."
)
@click.option(
    "--trace", type=click.Path(file_okay=False), metavar="DIR", help="Write the full trace of every game into DIR."
)
@click.option(
    "--max-decisions",
    type=click.IntRange(1),
    default=20_000,
    metavar="N",
    help="A longer game counts as endless (default: 20000).",
)
@click.option(
    "--check",
    is_flag=True,
    help="Also check every game: what is always: true, that there are options, the traces. Slower.",
)
@click.option(
    "--resume",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Keep the run in FILE; if it is there, go on from where it was stopped.",
)
@click.pass_context
def command(
    context: click.Context,
    ruleset: Ruleset,
    options: dict[str, Any],
    games: int,
    players: str,
    seed: int,
    jobs: int | None,
    form: str,
    trace: str | None,
    max_decisions: int,
    check: bool,
    resume: Path | None,
) -> int:
    """Play many games of RULESET with random choices, and report wins, scores, lengths and options.

    A game that fails or does not end is counted and saved; the command to see it is printed. Ctrl-C stops early and
    prints what there is; with --resume the same command goes on from there.
    """
    from ...study.simulate import save_failures, simulate

    counts = player_counts(players, *ruleset.players)
    played = [ruleset.ready(count, options) for count in counts]
    shown = Progress(games * len(played))
    workers = jobs or usable_cores()
    try:
        run = simulate(played, games, seed, workers, max_decisions, trace or "", shown, check, resume or "")
    finally:
        shown.close()
    folder = Path(trace or f"{ruleset.id}-failures")
    saved = save_failures(run, folder)
    again = where_from(ruleset, context)
    commands = {number: f"{program()} replay {shlex.quote(str(path))}{again}" for number, path in saved}
    report = {"text": text, "json": as_json, "csv": as_csv}[form]
    output(report(run, commands))
    if run.interrupted:
        further = "The same command goes on from there." if resume else "With --resume FILE a run can go on later."
        progress(f"Interrupted: {run.played:,} of {run.total:,} games were played. {further}")
        return INTERRUPTED
    return YES if run.clean else NO


def player_counts(text: str, low: int, high: int) -> list[int]:
    """The numbers of players that `--players` names: all, 4, 3-5, or several of these with commas.

    Raises UsageError for anything else. Whether the game is for so many is not looked at.
    """
    from ...base.errors import UsageError

    found: set[int] = set()
    for part in text.split(","):
        first, dash, last = (piece.strip() for piece in part.partition("-"))
        if part.strip() == "all":
            found |= set(range(low, high + 1))
            continue
        ends = (first, last if dash else first)
        if not all(end.isascii() and end.isdigit() and len(end) < 4 for end in ends) or int(ends[0]) > int(ends[1]):
            raise UsageError(f"--players {text}: write a number, from-to, or all, for example --players {low}-{high}")
        found |= set(range(int(ends[0]), int(ends[1]) + 1))
    return sorted(found)


def where_from(ruleset: Ruleset, context: click.Context) -> str:
    """What `replay` has to be told to find the ruleset again; nothing if its id is enough."""
    from ...reading import library

    name, variants = str(context.params["ruleset"]), context.params.get("variant") or ()
    if name in library.rulesets() and all(variant in library.variants(name) for variant in variants):
        return ""
    parts = ["--ruleset", name, *(part for variant in variants for part in ("--variant", str(variant)))]
    return " " + " ".join(shlex.quote(part) for part in parts)


class Progress:
    """How far a run is, on stderr."""

    def __init__(self, total: int) -> None:
        self.total, self.before = total, 0
        self.status = StatusLine()

    def __call__(self, run: Run) -> None:
        if run.before > self.before:
            self.before = run.before
            progress(f"{run.before:,} of {run.total:,} games were played before.")
        if self.status.due():
            bad = sum(len(t.failed) + len(t.endless) for t in run.tallies)
            self.status.write(self.line(run.played, time.monotonic() - self.status.started, bad))

    def line(self, played: int, seconds: float, bad: int) -> str:
        """In words: how many games of all, how fast, and how long it will still take."""
        rate = (played - self.before) / max(seconds, 1e-6)
        left = (self.total - played) / rate if rate else 0.0
        told = f", {bad:,} failed or endless" if bad else ""
        return f"{played:,} of {self.total:,} games, {rate:,.0f} a second, {duration(left)} left{told}"

    def close(self) -> None:
        """Clears the line."""
        self.status.close()


def duration(seconds: float) -> str:
    """8 s, 2 min 05 s, 1 h 10 min."""
    whole = int(seconds + 0.5)
    if whole < 60:
        return f"{whole} s"
    return f"{whole // 60} min {whole % 60:02} s" if whole < 3600 else f"{whole // 3600} h {whole % 3600 // 60:02} min"


# -- text


def text(run: Run, commands: dict[int, str]) -> str:
    """The result for people to read: failures first, then each number of players."""
    from ...study.statistics import summary

    game = run.games[0]
    lines = [f"{game.name} ({game.program.ruleset}), random choices, seed {run.plan.seed}"]
    figures = [summary(tally) for tally in run.tallies]
    lines += failures(run, figures, commands)
    if run.plan.check:
        number = len(game.program.invariants)
        conditions = f"{number or 'no'} `always:` condition{'s' * (number != 1)}"
        again = "; every trace played again" * bool(run.plan.trace)
        lines.append(f"checked: the options and {conditions} at every decision{again}")
    for data in figures:
        lines += ["", *section(data)]
    return "\n".join(lines)


def failures(run: Run, figures: list[dict[str, Any]], commands: dict[int, str]) -> list[str]:
    """How many games finished, failed and did not end; the first of the bad ones with the commands that show them."""
    finished = sum(data["finished"] for data in figures)
    failed = [(entry["game"], data["players"], entry["message"]) for data in figures for entry in data["failed"]]
    message = f"not over after {run.plan.most:,} decisions"
    endless = [(number, data["players"], message) for data in figures for number in data["endless"]]
    asked = "" if run.played == run.total else f" of {run.total:,}"
    lines = [f"{run.played:,}{asked} games: {finished:,} finished, {len(failed):,} failed, {len(endless):,} endless"]
    for what, bad in (("failed", failed), ("is endless", endless)):
        for number, players, reason in bad[:SHOWN]:
            lines.append(f"  game {number:,} ({players} players) {what}: {reason}")
            if number - 1 in commands:
                lines.append(f"    see it: {commands[number - 1]}")
        if len(bad) > SHOWN:
            kept = sum(number - 1 in commands for number, _, _ in bad)
            lines.append(f"  {len(bad) - SHOWN:,} more; the first {kept} are saved")
    return lines


def section(data: dict[str, Any]) -> list[str]:
    """The figures of one number of players."""
    finished = data["finished"]
    lines = [f"{data['players']} players: {finished:,} finished games"]
    if not finished:
        return lines
    rows = [
        ["", "wins", "95 % interval", *(c if c in ("min", "max", "mean") else f"{c} %" for c in COLUMNS), "decisions"]
    ]
    for seat in data["seats"]:
        interval = f"{percent(seat['win_share_low'])} - {percent(seat['win_share_high'])}"
        rows.append(
            [
                f"seat {seat['seat']}",
                percent(seat["win_share"]),
                interval,
                *figures_of(seat["score"]),
                f"{seat['decisions']:.1f}",
            ]
        )
    rows.append(["all", "", "", *figures_of(data["score"]), f"{sum(seat['decisions'] for seat in data['seats']):.1f}"])
    table_lines = table(rows)
    # the words over the columns of the scores
    at = table_lines[0].find("interval") + len("interval")
    lines += [" " * at + "  score", *table_lines]
    ties = data["ties"]
    lines.append(f"  shared victories: {ties:,} ({percent(ties / finished)}); each of k winners then has 1/k of a win")
    lengths = [["a game has", *(c if c in ("min", "max", "mean") else f"{c} %" for c in COLUMNS)]]
    lengths.append(["decisions", *figures_of(data["decisions"])])
    lengths.append(["real choices", *figures_of(data["real_decisions"])])
    if data["turns"] and data["turns"]["max"]:
        lengths.append(["turns", *figures_of(data["turns"])])
    lines += ["", *table(lengths)]
    options = data["options"]
    lines.append(
        f"  options per decision: {options['mean']:.2f}; {options['mean_of_real']:.2f} where there is a choice"
    )
    lines.append(f"    {', '.join(bands(options['distribution']))}")
    ends = sorted(data["reasons"].items(), key=lambda item: (-item[1], item[0]))
    lines.append(
        "  the game ends because: " + "; ".join(f"{words} ({percent(times / finished)})" for words, times in ends)
    )
    return lines


def figures_of(spread: dict[str, Any]) -> list[str]:
    return [f"{spread[column]:,.1f}" if column == "mean" else f"{spread[column]:,}" for column in COLUMNS]


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def bands(distribution: dict[str, int]) -> list[str]:
    """`2: 31.3 %` for each band of numbers of options that occurs."""
    total = sum(distribution.values())
    found = []
    for low, high in BANDS:
        times = sum(n for count, n in distribution.items() if int(count) >= low and (not high or int(count) <= high))
        if times:
            label = f"{low}" if low == high else f"{low}-{high}" if high else f"{low} and more"
            found.append(f"{label}: {percent(times / total)}")
    return found


def table(rows: list[list[str]]) -> list[str]:
    """Rows with their columns lined up, the first to the left, the others to the right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return [
        "  "
        + "  ".join(
            [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        ).rstrip()
        for row in rows
    ]


# -- for programs


def as_json(run: Run, commands: dict[int, str]) -> str:
    """The result as JSON: `format` is stammtisch-simulation-1, seats and games are numbered from 1."""
    from ...study.statistics import summary

    game = run.games[0]
    data = {
        "format": FORMAT,
        "ruleset": game.program.ruleset,
        "hash": game.hash,
        "game": game.name,
        "seed": run.plan.seed,
        "games": run.count,
        "max_decisions": run.plan.most,
        "checked": run.plan.check,
        "complete": not run.interrupted,
        "results": [
            {**summary(tally), "settings": game.program.options}
            for tally, game in zip(run.tallies, run.games, strict=True)
        ],
        "commands": {str(number + 1): line for number, line in commands.items()},
    }
    return json.dumps(data, ensure_ascii=False, indent=2)


def as_csv(run: Run, commands: dict[int, str]) -> str:
    """One figure a line: ruleset, seed, players, seat (all for the game as a whole), measure, value."""
    from ...study.statistics import summary

    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["ruleset", "seed", "players", "seat", "measure", "value"])
    for tally in run.tallies:
        data = summary(tally)
        parts = [("all", {**data, "failed": len(data["failed"]), "endless": len(data["endless"])})]
        parts += [(str(seat["seat"]), seat) for seat in data["seats"]]
        for seat, part in parts:
            for measure, value in flat(part):
                writer.writerow([run.games[0].program.ruleset, run.plan.seed, tally.players, seat, measure, value])
    return file.getvalue().rstrip("\n")


def flat(data: dict[str, Any], before: str = "") -> list[tuple[str, Any]]:
    """The figures with the path to each: score.50, options.distribution.3."""
    found: list[tuple[str, Any]] = []
    for key, value in data.items():
        if key in ("players", "seats", "seat"):
            continue
        if isinstance(value, dict):
            found += flat(value, f"{before}{key}.")
        else:
            found.append((before + key, "" if value is None else value))
    return found
