"""Reports of a ladder of bots: text, JSON, CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence

from ...base.english import count_of
from ...base.tables import Block, Document, TextTable, percent
from ..comparisons.ladder import UNKNOWN, ladder_sentence, read_rungs
from ..runs.run import Run
from .contest_report import share_interval_text
from .report import failure_lines, run_json

FORMAT = "stammtisch-ladder-1"


def writers(bots: Sequence[str]) -> dict[str, Callable[[Run, dict[int, str]], str | Document]]:
    """The report writers by format: each takes the run and, by the number of a saved game, its command."""
    return {
        "text": lambda run, commands: as_text(run, bots, commands),
        "json": lambda run, commands: as_json(run, bots, commands),
        "csv": lambda run, commands: as_csv(run, bots),
    }


def as_text(run: Run, bots: Sequence[str], commands: dict[int, str]) -> Document:
    """The report for people: a line for each rung, then what follows from them."""
    game, found = run.games[0], read_rungs(run, bots)
    lines: list[Block] = [f"{game.name} ({game.program.ruleset}), {count_of(game.players, 'player')}, {run.seed_text}"]
    lines += failure_lines(run, commands)
    rows = [["", "games", "wins", "95 % interval", "even", "skill"]]
    for rung in found:
        told = rung.verdict
        if told == UNKNOWN and rung.share.games:
            told += f" (about {rung.needed:,} games would)"
        shown = [percent(rung.share.share), share_interval_text(rung.share), percent(rung.even), told]
        rows.append([f"{rung.upper} against {rung.lower}", f"{rung.share.games:,}", *shown])
    others = "the other" if game.players == 2 else f"the {game.players - 1} others"
    lines += ["", TextTable(rows, words_last=True)]
    lines.append(
        f"  the first bot plays one seat, each equally often, the second {others}; flat: within 5 points of even"
    )
    return Document([*lines, "", ladder_sentence(found)])


def as_json(run: Run, bots: Sequence[str], commands: dict[int, str]) -> str:
    """The report as JSON: `format` is stammtisch-ladder-1, games are numbered from 1."""
    found = read_rungs(run, bots)
    data = {
        **run_json(run, FORMAT, commands),
        "bots": [*bots],
        "rungs": [rung.to_json() for rung in found],
        "sentence": ladder_sentence(found),
        "commands": {str(number + 1): line for number, line in commands.items()},
    }
    return json.dumps(data, ensure_ascii=False, indent=2)


def as_csv(run: Run, bots: Sequence[str]) -> str:
    """The report as CSV: a line for each rung, with the keys of the JSON's rungs as columns."""
    file = io.StringIO()
    game, rows = run.games[0], [rung.to_json() for rung in read_rungs(run, bots)]
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["ruleset", "seed", "players", *rows[0]])
    for row in rows:
        writer.writerow([game.program.ruleset, run.plan.seed, game.players, *row.values()])
    return file.getvalue().rstrip("\n")
