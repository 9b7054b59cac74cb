"""Games of people from recordings, counted by the same measures as the games of a run."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from ...base import english
from ...base.errors import UsageError
from ...base.tables import Block, TextTable
from ...bots.by_name import HUMAN
from ...game.game import Game
from ...program import ir
from ...records.recording_reader import RecordedGame, is_recording, read_game
from ...records.trace import FINISHED
from ..counts.figures import interval_text, value_text
from ..counts.measures import MEASURES
from ..counts.outcomes import ruleset_payoffs
from ..counts.statistics import Tally
from ..runs.playing import count_usage
from ..runs.shards import Plan

ALL = Plan(use=True)
NOTE = ("recording", "decision", "by", "text")


@dataclass(slots=True)
class HumanGames:
    """The games of people for one number of players, and how many recordings were excluded, by reason.

    with_bots: at how many of the games bots sat, too; notes: what people noted at any of them: the recording, after how
    many choices, who, and the text.
    """

    tally: Tally
    left_out: Counter[str] = field(default_factory=Counter)
    with_bots: int = 0
    notes: list[tuple[str, int, str, str]] = field(default_factory=list)

    def to_json(self, game: Game) -> dict[str, Any]:
        """The figures as JSON data."""
        found = {one.name: [asdict(figure) for figure in one.figures(game, self.tally)] for one in MEASURES}
        return {
            "games": self.tally.games,
            "with_bots": self.with_bots,
            "left_out": {why: self.left_out[why] for why in sorted(self.left_out)},
            "notes": [dict(zip(NOTE, note, strict=True)) for note in self.notes],
            "measures": {name: figures for name, figures in found.items() if figures},
        }


def read_recordings(path: Path) -> list[RecordedGame]:
    """Read the recordings in a folder, in the order of their names, or a single file.

    Raises UsageError where there are none, OSError where they cannot be read.
    """
    files = sorted(path.glob("*.jsonl")) if path.is_dir() else [path]
    found = [read_game(file) for file in files if is_recording(file)]
    if not found:
        raise UsageError(f"{path}: there are no recordings (.jsonl) of games that people have played")
    return found


def count_human_games(kept: Iterable[RecordedGame], game: Game) -> HumanGames:
    """Count the recordings that people played to the end, from the start, by the same rules and settings.

    Bots may have sat at less than half of the seats. Games for other numbers of players are passed over.
    """
    found = HumanGames(Tally(game.players))
    for one in kept:
        if one.header["players"] == game.players:
            wrong = exclusion_reason(one, game) or add_recording(one, game, found.tally)
            found.left_out.update([wrong] if wrong else [])
            found.with_bots += not wrong and any(seat != HUMAN for seat in one.seats)
            if one.header["hash"] == game.hash:
                found.notes += [(Path(one.path).name, *note) for note in one.notes]
    return found


def exclusion_reason(kept: RecordedGame, game: Game) -> str:
    """Why a recording is excluded; "" if it is not."""
    if kept.header["hash"] != game.hash:
        return "under other rules"
    if kept.header["options"] != json.loads(json.dumps(game.program.options)):
        return "with other settings"
    if kept.position_source:
        return "not from the start"
    if 2 * kept.seats.count(HUMAN) <= game.players:
        return "not mostly by people"
    return "" if kept.end is not None and kept.end["end"] == FINISHED else "not over"


def add_recording(kept: RecordedGame, game: Game, tally: Tally) -> str:
    """Add a game to a tally; return why it cannot be added, "" if it can."""
    try:
        state = kept.played(game=game)
        kept.check_end(state)
    except UsageError:
        return "not replayable"
    choices = [one.count * game.players + one.seat for one in kept.choices]
    tally.add_game(state.scores, state.winners, state.reason, choices, state.v[ir.TURNS], ruleset_payoffs(state))
    count_usage(game, ALL, 0, state, tally)
    return ""


def exclusions_text(found: HumanGames) -> str:
    """How many recordings were excluded, by reason, in words."""
    return ", ".join(f"{times} {reason}" for reason, times in sorted(found.left_out.items()))


def bots_text(found: HumanGames) -> str:
    """At how many games of people bots sat, in words; "" if at none."""
    return f", {found.with_bots:,} of them with bots at some seats" if found.with_bots else ""


def human_section(found: HumanGames, game: Game, tally: Tally, who: str) -> list[Block]:
    """The measures of people's games beside those of a run, played by `who`; never added to them."""
    games = f"{english.count_of(found.tally.games, 'game')} of people{bots_text(found)}{',' * (found.with_bots > 0)}"
    lines: list[Block] = [
        "",
        f"{english.count_of(game.players, 'player')}: {games} beside {tally.games:,} of {who}",
    ]
    if found.left_out:
        lines.append(f"  left out: {exclusions_text(found)}")
    if found.tally.games:
        lines.append(TextTable(human_table(found, game, tally, who)))
    if found.notes:
        lines += ["", "  what people noted", TextTable(note_table(found), words_last=True)]
    return lines


def note_table(found: HumanGames) -> list[list[str]]:
    """The notes as a table with a head."""
    rows = [[name, f"{decision:,}", who, " ".join(text.split())] for name, decision, who, text in found.notes]
    return [["recording", "after", "by", "note"], *rows]


def human_table(found: HumanGames, game: Game, tally: Tally, who: str) -> list[list[str]]:
    """The measures as a table with a head: people's games, and beside them those of a run."""
    made = [["measure", "", "people", "95 % interval", who, "95 % interval"]]
    for measure in MEASURES:
        own = {one.of: one for one in measure.figures(game, found.tally)}
        others = {one.of: one for one in measure.figures(game, tally)}
        for number, of in enumerate(own):
            other = others.get(of)
            beside = ["", ""] if other is None else [value_text(measure, other.value), interval_text(measure, other)]
            name = measure.name if not number else ""
            made.append([name, of, value_text(measure, own[of].value), interval_text(measure, own[of]), *beside])
    return made
