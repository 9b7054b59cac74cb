"""`stammtisch summary`: show the results of runs that `simulate --out` has saved."""

from __future__ import annotations

from pathlib import Path

import click

from ..console import NO, YES, print_result, progress
from ..options import definitions_option, format_option, recordings_option, seconds_option, usage_option


@click.command("summary")
@click.argument("runs", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="RUN...")
@format_option("text", "json", "csv")
@usage_option
@definitions_option()
@seconds_option()
@recordings_option()
@click.option(
    "--csv",
    "table",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the games into FILE, one a line, for spreadsheets.",
)
def command(
    runs: tuple[Path, ...],
    form: str,
    usage: bool,
    definitions: bool,
    seconds: int | None,
    recordings: Path | None,
    table: Path | None,
) -> int:
    """Show the results of RUN again, a folder that `simulate --out RUN` has written.

    Several runs of the same rules, played with different seeds, are combined.
    """
    from ...study.counts.targets import read_targets
    from ...study.reports import contest_report, ladder_report, report
    from ...study.reports.annotations import Annotations
    from ...study.runs import parquet
    from ...study.runs.saved_runs import LADDER, RANDOM, merge_runs, read_run
    from ..simulations import bind_writer, load_recordings, replay_commands

    kept = merge_runs([read_run(path) for path in runs])
    kind = kept.header["kind"]
    if kind == LADDER:
        writer = ladder_report.writers(kept.header["ladder"])[form]
    else:
        writers = (report if kind == RANDOM else contest_report).WRITERS
        games = () if recordings is None else load_recordings(recordings)
        annotations = Annotations(read_targets(kept.sources, seconds or 0), games)
        writer = bind_writer(writers, form, annotations, definitions, seconds or 0, usage)
    if table is not None:
        parquet.require()
        parquet.write_csv(kept.files, table)
    if kept.uncounted:
        progress("What is used was counted by another version of Stammtisch and is left out.")
    print_result(writer(kept.run, replay_commands(kept.failures, kept.header["source"])))
    if kept.run.interrupted:
        progress(f"The run is not complete: {kept.run.games_played:,} of {kept.run.total:,} games were played.")
    return YES if kept.run.clean else NO
