"""A report of games that the studio has played, as a page and as data."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from ..base.english import count_of
from ..base.version import __version__
from ..front.api import Ruleset
from ..study.counts.statistics import Tally, pool_tallies
from ..study.counts.targets import judge_targets, judged_table, read_targets
from ..study.counts.usage import findings, uses
from ..study.reports.drawing import Picture
from ..study.reports.report_figures import pictures, strengths
from ..study.reports.report_page import Failure, ReportPart, page
from ..study.runs.run import Run
from ..study.runs.stuck_games import kinds_of


def report_data(ruleset: Ruleset, run: Run) -> dict[str, Any]:
    """The parts of a report, its charts as shapes among them."""
    return {
        "title": ruleset.name,
        "parts": [
            {
                "heading": part.heading,
                "about": part.about,
                "pictures": [asdict(one) for one in part.pictures],
                "unused": [*part.unused],
                "tables": [{"heading": heading, "rows": rows} for heading, rows in part.tables.items()],
            }
            for part in report_parts(ruleset, run)
        ],
    }


def report_html(ruleset: Ruleset, run: Run) -> str:
    """The report as a page."""
    settings = ", ".join(f"{name} {value}" for name, value in run.games[0].program.options.items())
    made = [
        ("Games", f"{ruleset.name} ({ruleset.id}), {run.games_played:,} games, {run.seed_text}"),
        *([("Settings", settings)] if settings else []),
        ("Versions", f"Stammtisch {__version__}, Python {sys.version.split()[0]}"),
    ]
    return page(ruleset.name, [*report_parts(ruleset, run)], made)


def report_parts(ruleset: Ruleset, run: Run) -> Iterator[ReportPart]:
    """The parts: one for each number of players, or one for games of bots."""
    if run.plan.bots:
        who = ", ".join(dict.fromkeys(run.plan.bots))
        tally = pool_tallies(run.tallies)
        first = [one] if (one := strengths(run)) is not None else []
        heading = f"{count_of(run.games[0].players, 'player')}: {who}"
        yield _part(ruleset, run, 0, heading, tally, [*first, *pictures(run.games[0], tally, who != "random")])
        return
    for at, (game, tally) in enumerate(zip(run.games, run.tallies, strict=True)):
        heading = f"{count_of(game.players, 'player')}, random choices"
        if tally.games:
            yield _part(ruleset, run, at, heading, tally, [*pictures(game, tally, False)])


def _part(ruleset: Ruleset, run: Run, at: int, heading: str, tally: Tally, shown: list[Picture]) -> ReportPart:
    game = run.games[at]
    about = f"{tally.games:,} games of {ruleset.name}, {run.seed_text}: {tally.finished:,} finished, "
    about += f"{len(tally.failed):,} failed, {len(tally.endless):,} endless."
    unused = [
        f"{one.what}: {one.words} ({', '.join(filter(None, [one.place, one.why]))})"
        for one in findings(uses(game, tally), 1)
    ]
    bad = [Failure(kind.lines({})) for kind in kinds_of(run) if run.plan.bots or kind.players == game.players]
    wanted = judge_targets(read_targets((ruleset.path, *ruleset.variants)), game, tally)
    return ReportPart(heading, about, shown, unused, bad, tables=judged_table(wanted))
