"""Reports of a simulation: text, JSON, CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import Any

from ...base.english import count_of
from ...base.tables import Block, Document, TextTable, percent
from ...game.game import Game
from ..counts.figures import Figure, Measure, definition_text, interval_text, value_text
from ..counts.measures import MEASURES, minutes_measure
from ..counts.statistics import Tally, summary, team_seats
from ..counts.usage import uses
from ..runs.run import Run
from ..runs.stuck_games import kind_lines, kinds_of
from . import usage_report
from .annotations import NOTHING, Annotations

FORMAT = "stammtisch-simulation-1"
BANDS = ((1, 1), (2, 2), (3, 3), (4, 5), (6, 10), (11, 20), (21, 50), (51, 100), (101, 0))
COLUMNS = ("min", "5", "25", "50", "75", "95", "max", "mean")


def as_text(
    run: Run,
    commands: dict[int, str],
    definitions: bool = False,
    seconds: int = 0,
    usage: bool = True,
    annotations: Annotations = NOTHING,
) -> Document:
    """The report for people: failures first, then each number of players; if asked, definitions.

    usage: whether to show what is used, where that was counted. annotations: what stands beside the figures.
    """
    game = run.games[0]
    lines: list[Block] = [f"{game.name} ({game.program.ruleset}), random choices, {run.seed_text}"]
    figures = [summary(tally, team_seats(game)) for tally, game in zip(run.tallies, run.games, strict=True)]
    lines += failure_lines(run, commands)
    if run.plan.check:
        number = len(game.program.invariants)
        conditions = f"{number or 'no'} `always:` condition{'s' * (number != 1)}"
        again = "; every trace played again" * bool(run.plan.trace)
        lines.append(f"checked: the options and {conditions} at every decision{again}")
    for data, game, tally in zip(figures, run.games, run.tallies, strict=True):
        lines += ["", *players_section(data, game.program.scored)]
        lines += extra_sections(game, tally, run.plan.use and usage, definitions, seconds)
        lines += annotations.section(game, tally, "random choices")
    return Document(lines)


def extra_sections(game: Game, tally: Tally, usage: bool, definitions: bool, seconds: int) -> list[Block]:
    """The sections about measures and usage, as far as asked for."""
    lines: list[Block] = (
        ["", *measures_section(game, tally, definitions, seconds)] if usage or definitions or seconds else []
    )
    return [*lines, "", *usage_report.usage_lines(game, tally)] if usage else lines


def failure_lines(run: Run, commands: dict[int, str]) -> list[str]:
    """The number of games that finished, failed and did not end, and the kinds of the bad ones with commands."""
    finished, bad, without_end = (
        sum(map(count, run.tallies))
        for count in (lambda t: t.finished, lambda t: len(t.failed), lambda t: len(t.endless))
    )
    asked = "" if run.games_played == run.total else f" of {run.total:,}"
    first = f"{run.games_played:,}{asked} games: {finished:,} finished, {bad:,} failed, {without_end:,} endless"
    return [first, *kind_lines(kinds_of(run), finished, commands)]


def players_section(data: dict[str, Any], scored: bool) -> list[Block]:
    """The figures for one number of players; `scored`: the game has a score."""
    finished = data["finished"]
    lines: list[Block] = [f"{count_of(data['players'], 'player')}: {count_of(finished, 'finished game')}"]
    if not finished:
        return lines
    columns = [column if column in ("min", "max", "mean") else f"{column} %" for column in COLUMNS]

    def scores(spread: dict[str, Any]) -> list[str]:
        return figure_texts(spread) if scored else []

    rows = [["", "wins", "95 % interval", *(columns if scored else []), "decisions"]]
    for seat in data["seats"]:
        interval = f"{percent(seat['win_share_low'])} - {percent(seat['win_share_high'])}"
        wins = [f"seat {seat['seat']}", percent(seat["win_share"]), interval]
        rows.append([*wins, *scores(seat["score"]), f"{seat['decisions']:.1f}"])
    for team in data.get("teams", ()):
        interval = f"{percent(team['win_share_low'])} - {percent(team['win_share_high'])}"
        rows.append([team["team"], percent(team["win_share"]), interval, *[""] * (len(rows[0]) - 3)])
    decisions = f"{sum(seat['decisions'] for seat in data['seats']):.1f}"
    rows.append(["all", "", "", *scores(data["score"]), decisions])
    lines.append(TextTable(rows, above=(3, "score") if scored else None))
    ties = data["ties"]
    lines.append(f"  shared victories: {ties:,} ({percent(ties / finished)}); each of k winners then has 1/k of a win")
    if lost := data["won_by_nobody"]:
        lines.append(f"  won by nobody: {lost:,} ({percent(lost / finished)})")
    if "payoff" in data:
        payoffs = [["payoff", *columns]]
        payoffs += [[f"seat {seat['seat']}", *figure_texts(seat["payoff"])] for seat in data["seats"]]
        lines += ["", TextTable([*payoffs, ["all", *figure_texts(data["payoff"])]])]
    lengths = [["a game has", *columns]]
    lengths.append(["decisions", *figure_texts(data["decisions"])])
    lengths.append(["real choices", *figure_texts(data["real_decisions"])])
    if data["turns"] and data["turns"]["max"]:
        lengths.append(["turns", *figure_texts(data["turns"])])
    lines += ["", TextTable(lengths)]
    options = data["options"]
    real = f"; {options['mean_of_real']:.2f} where there is a choice" if options["mean_of_real"] else ""
    lines.append(f"  options per decision: {options['mean']:.2f}{real}")
    lines.append(f"    {', '.join(option_bands(options['distribution']))}")
    ends = sorted(data["reasons"].items(), key=lambda item: (-item[1], item[0]))
    lines.append(
        "  the game ends because: " + "; ".join(f"{words} ({percent(times / finished)})" for words, times in ends)
    )
    return lines


def figure_texts(spread: dict[str, Any]) -> list[str]:
    """The mean and quantiles of a distribution as texts."""
    return [f"{spread[column]:,.1f}" if column == "mean" else f"{spread[column]:,}" for column in COLUMNS]


def option_bands(distribution: dict[str, int]) -> list[str]:
    """The share of decisions in each band of numbers of options that occurs: `2: 31.3 %`."""
    total = sum(distribution.values())
    found = []
    for low, high in BANDS:
        times = sum(n for count, n in distribution.items() if int(count) >= low and (not high or int(count) <= high))
        if times:
            label = f"{low}" if low == high else f"{low}-{high}" if high else f"{low} and more"
            found.append(f"{label}: {percent(times / total)}")
    return found


def run_json(run: Run, form: str, commands: dict[int, str] | None = None) -> dict[str, Any]:
    """The head of a JSON report about a run of one game; `form` is its `format`."""
    game = run.games[0]
    return {
        "format": form,
        "ruleset": game.program.ruleset,
        "hash": game.hash,
        "game": game.name,
        "players": game.players,
        "settings": game.program.options,
        "seed": run.plan.seed,
        **({"seeds": [*run.seeds]} if run.seeds else {}),
        "games": run.total,
        "complete": not run.interrupted,
        "unfinished": [kind.to_json(commands or {}) for kind in kinds_of(run)],
    }


def as_json(run: Run, commands: dict[int, str], annotations: Annotations = NOTHING) -> str:
    """The report as JSON: `format` is stammtisch-simulation-1, seats and games are numbered from 1."""
    game = run.games[0]
    data = {
        "format": FORMAT,
        "ruleset": game.program.ruleset,
        "hash": game.hash,
        "game": game.name,
        "seed": run.plan.seed,
        **({"seeds": [*run.seeds]} if run.seeds else {}),
        "games": run.count,
        "max_decisions": run.plan.most,
        "checked": run.plan.check,
        "complete": not run.interrupted,
        "unfinished": [kind.to_json(commands) for kind in kinds_of(run)],
        "results": [
            {
                **summary(tally, team_seats(game)),
                "settings": game.program.options,
                **measures_json(game, tally, annotations),
            }
            for tally, game in zip(run.tallies, run.games, strict=True)
        ],
        "commands": {str(number + 1): line for number, line in commands.items()},
    }
    return json.dumps(data, ensure_ascii=False, indent=2)


def measures_json(game: Game, tally: Tally, annotations: Annotations) -> dict[str, Any]:
    """Measures, annotations and usage (if counted) as JSON data."""
    found = {one.name: [asdict(figure) for figure in one.figures(game, tally)] for one in MEASURES}
    use = {"use": [use.to_json() for use in uses(game, tally)]} if tally.counts.games else {}
    measures = {name: figures for name, figures in found.items() if figures}
    return {"measures": measures, **annotations.to_json(game, tally), **use}


def usage_figures(game: Game, tally: Tally, annotations: Annotations) -> Iterator[tuple[str, Any]]:
    """Measures, annotations and usage as single figures: target.decisions, option.PATH.did."""
    yield from annotations.figures(game, tally)
    for use in uses(game, tally):
        figures = use.to_json()
        for name in ("could", "did", "games", "games_did", "win_difference"):
            yield f"{use.kind}.{' > '.join(use.path)}.{name}", "" if figures[name] is None else figures[name]


def as_csv(run: Run, commands: dict[int, str], annotations: Annotations = NOTHING) -> str:
    """The report as CSV, one figure a line: ruleset, seed, players, seat (all for the whole game), measure, value."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["ruleset", "seed", "players", "seat", "measure", "value"])
    for game, tally in zip(run.games, run.tallies, strict=True):
        data = summary(tally, team_seats(game))
        parts = [("all", {**data, "failed": len(data["failed"]), "endless": len(data["endless"])})]
        parts += [(str(seat["seat"]), seat) for seat in data["seats"]]
        for seat, part in parts:
            for measure, figure in flatten(part):
                writer.writerow([game.program.ruleset, run.plan.seed, tally.players, seat, measure, figure])
        for measure, figure in usage_figures(game, tally, annotations):
            writer.writerow([game.program.ruleset, run.plan.seed, tally.players, "all", measure, figure])
    return file.getvalue().rstrip("\n")


def flatten(data: dict[str, Any], before: str = "") -> list[tuple[str, Any]]:
    """Flatten nested figures to pairs of path and value: score.50, options.distribution.3."""
    found: list[tuple[str, Any]] = []
    for key, figure in data.items():
        if key in ("players", "seats", "seat"):
            continue
        if isinstance(figure, dict):
            found += flatten(figure, f"{before}{key}.")
        else:
            found.append((before + key, "" if figure is None else figure))
    return found


def measured_figures(game: Game, tally: Tally, seconds: int) -> list[tuple[Measure, list[Figure]]]:
    """Return each measure that these games have, with its figures; minutes only with seconds a choice."""
    found = [(one, one.figures(game, tally)) for one in (*MEASURES, *([minutes_measure(seconds)] if seconds else []))]
    return [pair for pair in found if pair[1]]


def measures_section(game: Game, tally: Tally, definitions: bool, seconds: int = 0) -> list[Block]:
    """Return the lines about one number of players; with definitions, if those are asked for."""
    found = measured_figures(game, tally, seconds)
    if not found:
        return []
    rows = [measure_row(one, figure, figure is own[0]) for one, own in found for figure in own]
    lines: list[Block] = [
        f"{count_of(game.players, 'player')}: measures",
        TextTable([["measure", "", "", "95 % interval"], *rows]),
    ]
    return [*lines, "", *(definition_text(one) for one, _ in found)] if definitions else lines


def definitions_table(game: Game, tally: Tally, seconds: int) -> list[list[str]]:
    """Return the measures as a table with a head, each with its definition in the last column."""
    rows = []
    for one, own in measured_figures(game, tally, seconds):
        meaning = definition_text(one).strip().removeprefix(f"{one.name}: ")
        rows += [[*measure_row(one, figure, figure is own[0]), meaning * (figure is own[0])] for figure in own]
    return [["measure", "", "", "95 % interval", "definition"], *rows] if rows else []


def measure_row(measure: Measure, figure: Figure, first: bool) -> list[str]:
    """Return the table row of a measure's figure."""
    return [measure.name if first else "", figure.of, value_text(measure, figure.value), interval_text(measure, figure)]


# each takes the run and, by the number of a saved game, the command that shows it
WRITERS: dict[str, Callable[..., str | Document]] = {"text": as_text, "json": as_json, "csv": as_csv}
