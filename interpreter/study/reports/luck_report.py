"""Reports of how much of winning is luck of the deal: text, JSON, CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable

from ...base.english import count_of
from ...base.tables import Document
from ..comparisons.luck import luck_sentence, run_luck
from ..runs.run import Run
from .report import failure_lines, run_json

FORMAT = "stammtisch-luck-1"


SENTENCE = (
    "How much of winning is luck of the deal: of all the variance of a seat's victories, the part between deals. "
    "The rest is between games of the same deal, in which the same players choose anew. Shuffles, dice and all other "
    "chance are the same in these as long as they come in the same order."
)


def writers(bot: str) -> dict[str, Callable[[Run, dict[int, str]], str | Document]]:
    """The report writers by format: each takes the run and, by the number of a saved game, its command."""
    return {
        "text": lambda run, commands: as_text(run, bot, commands),
        "json": lambda run, commands: as_json(run, bot, commands),
        "csv": lambda run, commands: as_csv(run, bot),
    }


def as_text(run: Run, bot: str, commands: dict[int, str]) -> Document:
    """The report for people."""
    game, found = run.games[0], run_luck(run)
    lines = [f"{game.name} ({game.program.ruleset}), {count_of(game.players, 'player')}, all {bot}, {run.seed_text}"]
    lines += failure_lines(run, commands)
    lines += ["", f"{found.deals:,} deals, each played {run.plan.again} times: {luck_sentence(found)}"]
    return Document([*lines, "", f"  luck share: {SENTENCE}"])


def as_json(run: Run, bot: str, commands: dict[int, str]) -> str:
    """The report as JSON: `format` is stammtisch-luck-1."""
    data = {**run_json(run, FORMAT, commands), "bot": bot, **run_luck(run).to_json()}
    return json.dumps(data, ensure_ascii=False, indent=2)


def as_csv(run: Run, bot: str) -> str:
    """The report as CSV: one line."""
    file, found = io.StringIO(), run_luck(run).to_json()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["ruleset", "seed", "players", "bot", *found])
    writer.writerow([run.games[0].program.ruleset, run.plan.seed, run.games[0].players, bot, *found.values()])
    return file.getvalue().rstrip("\n")
