"""Games of people, from recordings: counted by the same measures as games that were played for a study, beside them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from ...base import english
from ...base.errors import UsageError
from ...base.tables import Block, Table
from ...bots.named import HUMAN
from ...game.game import Game
from ...program import ir
from ...records.recorded import RecordedGame, is_recording, read_game
from ...records.trace import FINISHED
from ..counts.figures import interval, value
from ..counts.measures import MEASURES
from ..counts.outcomes import ruleset_payoffs
from ..counts.statistics import Tally
from ..runs.playing import count_again
from ..runs.shards import Plan

ALL = Plan(use=True)


@dataclass(slots=True)
class People:
    """Games of people for one number of players, and how many recordings were left out, by the reason."""

    tally: Tally
    left_out: Counter[str] = field(default_factory=Counter)

    def to_json(self, game: Game) -> dict[str, Any]:
        """The figures as JSON data."""
        found = {one.name: [asdict(figure) for figure in one.figures(game, self.tally)] for one in MEASURES}
        return {
            "games": self.tally.games,
            "left_out": {why: self.left_out[why] for why in sorted(self.left_out)},
            "measures": {name: figures for name, figures in found.items() if figures},
        }


def recordings(path: Path) -> list[RecordedGame]:
    """The recordings in a folder, or the one that a file is, in the order of their names.

    Raises UsageError where there are none, OSError where they cannot be read.
    """
    files = sorted(path.glob("*.jsonl")) if path.is_dir() else [path]
    found = [read_game(file) for file in files if is_recording(file)]
    if not found:
        raise UsageError(f"{path}: there are no recordings (.jsonl) of games that people have played")
    return found


def people(kept: Iterable[RecordedGame], game: Game) -> People:
    """The games among these that people have played to the end, by the same rules and settings, from the start.

    Games for other numbers of players are passed over.
    """
    found = People(Tally(game.players))
    for one in kept:
        if one.header["players"] == game.players:
            wrong = reason(one, game) or counted(one, game, found.tally)
            found.left_out.update([wrong] if wrong else [])
    return found


def reason(kept: RecordedGame, game: Game) -> str:
    """Why a recording is left out; "" if it is not."""
    play = kept.header.get("play")
    seats = play.get("seats", ()) if isinstance(play, dict) else ()
    if kept.header["hash"] != game.hash:
        return "by other rules"
    if kept.header["options"] != json.loads(json.dumps(game.program.options)):
        return "with other settings"
    if kept.placed:
        return "not from the start"
    if not seats or not all(seat == HUMAN for seat in seats):
        return "not by people alone"
    return "" if kept.end is not None and kept.end["end"] == FINISHED else "not over"


def counted(kept: RecordedGame, game: Game, tally: Tally) -> str:
    """Adds a game; why it cannot be, "" if it can."""
    try:
        state = kept.played(game=game)
        kept.check_end(state)
    except UsageError:
        return "not as they play now"
    choices = [one.count * game.players + one.seat for one in kept.choices]
    tally.add_game(state.scores, state.winners, state.reason, choices, state.v[ir.TURNS], ruleset_payoffs(state))
    count_again(game, ALL, 0, state, tally)
    return ""


def why(found: People) -> str:
    """How many recordings were left out, by the reason."""
    return ", ".join(f"{times} {reason}" for reason, times in sorted(found.left_out.items()))


def section(found: People, game: Game, tally: Tally, who: str) -> list[Block]:
    """The measures of people beside those of a run, which `who` has played; never added to them."""
    games = english.counted(found.tally.games, "game")
    lines: list[Block] = [
        "",
        f"{english.counted(game.players, 'player')}: {games} of people beside {tally.games:,} of {who}",
    ]
    if found.left_out:
        lines.append(f"  left out: {why(found)}")
    if not found.tally.games:
        return lines
    return [*lines, Table(rows(found, game, tally, who))]


def rows(found: People, game: Game, tally: Tally, who: str) -> list[list[str]]:
    """The same as a table with a head: each measure of people, and beside it that of a run."""
    made = [["measure", "", "people", "95 % interval", who, "95 % interval"]]
    for measure in MEASURES:
        own = {one.of: one for one in measure.figures(game, found.tally)}
        others = {one.of: one for one in measure.figures(game, tally)}
        for number, of in enumerate(own):
            other = others.get(of)
            beside = ["", ""] if other is None else [value(measure, other.value), interval(measure, other)]
            name = measure.name if not number else ""
            made.append([name, of, value(measure, own[of].value), interval(measure, own[of]), *beside])
    return made
