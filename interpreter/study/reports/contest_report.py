"""Reports of games between bots: text, JSON, CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable

from ...base.english import count_of
from ...base.tables import Block, Document, TextTable, percent
from ...game.game import Game
from ..counts.standings import Share, Standing, bot_standings
from ..counts.statistics import pool_tallies, summary
from ..runs.run import Run
from ..runs.stuck_games import kinds_of
from .annotations import NOTHING, Annotations
from .report import extra_sections, failure_lines, flatten, measures_json, players_section, usage_figures

FORMAT = "stammtisch-contest-1"
NO_SHARE = "-"


def run_standings(run: Run) -> list[Standing]:
    """The standing of each bot in a run."""
    return bot_standings(run.tallies, [plan.bots for plan in run.plans])


def as_text(
    run: Run,
    commands: dict[int, str],
    definitions: bool = False,
    seconds: int = 0,
    usage: bool = True,
    annotations: Annotations = NOTHING,
) -> Document:
    """The report for people: failures, the bots, the bots by seat, the games; if asked, definitions."""
    game, lineup = run.games[0], run.plans[0].bots
    players = count_of(game.players, "player")
    lines: list[Block] = [f"{game.name} ({game.program.ruleset}), {players}: {', '.join(lineup)}; {run.seed_text}"]
    lines += failure_lines(run, commands)
    found, whole = run_standings(run), summary(pool_tallies(run.tallies))
    if whole["finished"]:
        lines += ["", *bots_section(found, game), "", seats_section(found)]
        lines += ["", *players_section(whole, game.program.scored)]
        lines += extra_sections(game, pool_tallies(run.tallies), run.plan.use and usage, definitions, seconds)
        lines += annotations.section(game, pool_tallies(run.tallies), ", ".join(dict.fromkeys(lineup)))
    return Document(lines)


def bots_section(found: list[Standing], game: Game) -> list[Block]:
    """A line for each bot: its win rate, also as a multiple of an even share."""
    players, scored, paid = game.players, game.program.scored, any(one.payoff is not None for one in found)
    rows = [["", "seats", "wins", "95 % interval", "of an even share", *["score"] * scored, *["payoff"] * paid]]
    for one in found:
        figures = (
            [share_interval_text(one.share), even_share_text(one.share, players)] if one.seats < players else ["", ""]
        )
        row = [one.name, str(one.seats), percent(one.share.share), *figures, *[f"{one.score:.1f}"] * scored]
        rows.append([*row, *([f"{one.payoff:+.2f}"] if one.payoff is not None else [])])
    even = f"  the wins of one seat; equally strong players would each win {percent(1 / players)}"
    return [TextTable(rows), even + "; the bots change seats from game to game" * (len(found) > 1)]


def seats_section(found: list[Standing]) -> TextTable:
    """A table with each bot's win rate on each seat."""
    rows = [["wins on", *(f"seat {seat + 1}" for seat in range(len(found[0].by_seat)))]]
    for one in found:
        rows.append([one.name, *(seat_share_text(share) for share in one.by_seat)])
    return TextTable(rows)


def seat_share_text(share: Share) -> str:
    """The win rate on one seat in words."""
    if not share.games:
        return NO_SHARE
    return f"{percent(share.share)} ({100 * share.low:.0f} - {100 * share.high:.0f})"


def share_interval_text(share: Share) -> str:
    """The 95 % interval of a win rate in words."""
    return f"{percent(share.low)} - {percent(share.high)}" if share.games else NO_SHARE


def even_share_text(share: Share, players: int) -> str:
    """The win rate as a multiple of an even share."""
    if not share.games:
        return NO_SHARE
    return f"{share.share * players:.2f} ({share.low * players:.2f} - {share.high * players:.2f})"


def as_json(run: Run, commands: dict[int, str], annotations: Annotations = NOTHING) -> str:
    """The report as JSON: `format` is stammtisch-contest-1, seats and games are numbered from 1."""
    game = run.games[0]
    data = {
        "format": FORMAT,
        "ruleset": game.program.ruleset,
        "hash": game.hash,
        "game": game.name,
        "settings": game.program.options,
        "seed": run.plan.seed,
        **({"seeds": [*run.seeds]} if run.seeds else {}),
        "games": run.total,
        "max_decisions": run.plan.most,
        "checked": run.plan.check,
        "complete": not run.interrupted,
        "unfinished": [kind.to_json(commands) for kind in kinds_of(run)],
        "lineup": [*run.plans[0].bots],
        "bots": [one.to_json() for one in run_standings(run)],
        "result": {**summary(pool_tallies(run.tallies)), **measures_json(game, pool_tallies(run.tallies), annotations)},
        "commands": {str(number + 1): line for number, line in commands.items()},
    }
    return json.dumps(data, ensure_ascii=False, indent=2)


def as_csv(run: Run, commands: dict[int, str], annotations: Annotations = NOTHING) -> str:
    """The report as CSV, one figure a line: ruleset, seed, players, bot, seat (all for all seats), measure, value.

    What is no bot's has `all` for a bot.
    """
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["ruleset", "seed", "players", "bot", "seat", "measure", "value"])
    game = run.games[0]
    head = [game.program.ruleset, run.plan.seed, game.players]
    for one in run_standings(run):
        data = one.to_json()
        for seat, part in [("all", data), *((str(part["seat"]), part) for part in data.pop("on_seat"))]:
            writer.writerows([*head, one.name, seat, *pair] for pair in flatten(part) if pair[0] not in ("bot", "seat"))
    whole = summary(pool_tallies(run.tallies))
    whole |= {"failed": len(whole["failed"]), "endless": len(whole["endless"])}
    for seat, part in [("all", whole), *((str(part["seat"]), part) for part in whole["seats"])]:
        writer.writerows([*head, "all", seat, *pair] for pair in flatten(part))
    writer.writerows(
        [*head, "all", "all", *pair] for pair in usage_figures(game, pool_tallies(run.tallies), annotations)
    )
    return file.getvalue().rstrip("\n")


# each takes the run and, by the number of a saved game, the command that shows it
WRITERS: dict[str, Callable[..., str | Document]] = {"text": as_text, "json": as_json, "csv": as_csv}
