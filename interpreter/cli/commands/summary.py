"""`stammtisch summary`: what runs came to that `simulate --out` has kept."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from ..console import NO, YES, format_option, output, progress


@click.command("summary")
@click.argument("runs", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="RUN...")
@format_option("text", "json", "csv")
@click.option(
    "--use", is_flag=True, help="Also tell what is used: options, cards, steps, conditions; and what never is."
)
@click.option("--define", is_flag=True, help="Also say how each measure is defined, and where that is from.")
@click.option(
    "--seconds",
    type=click.IntRange(1),
    metavar="S",
    help="How long a choice takes; tells how many minutes a game takes.",
)
@click.option(
    "--csv",
    "table",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the games into FILE, one a line, for spreadsheets.",
)
def command(runs: tuple[Path, ...], form: str, use: bool, define: bool, seconds: int | None, table: Path | None) -> int:
    """Print what the games in RUN came to, a folder that `simulate --out RUN` has written.

    Several runs of the same rules, played with different seeds, are put together.
    """
    from ...study import contest_report, ladder, parquet, report
    from ...study.kept import LADDER, RANDOM, read_run, together
    from .simulate import see_it

    kept = together([read_run(path) for path in runs])
    kind = kept.header["kind"]
    if kind == LADDER:
        writer = ladder.writers(kept.header["ladder"])[form]
    else:
        writers = (report if kind == RANDOM else contest_report).WRITERS
        writer = (
            partial(writers["text"], define=define, seconds=seconds or 0, use=use) if form == "text" else writers[form]
        )
    if table is not None:
        parquet.require()
        parquet.write_csv(kept.files, table)
    if kept.uncounted:
        progress("What is used was counted by another version of Stammtisch, and is left out.")
    output(writer(kept.run, see_it(kept.failures, kept.header["source"])))
    if kept.run.interrupted:
        progress(f"The run is not complete: {kept.run.played:,} of {kept.run.total:,} games were played.")
    return YES if kept.run.clean else NO
