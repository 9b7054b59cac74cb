"""Annotations of a run's figures: its targets, and games of people beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...base.tables import Block
from ...game.game import Game
from ..counts import targets
from ..counts.figures import OF
from ..counts.statistics import Tally
from ..counts.targets import Target, judge_targets

if TYPE_CHECKING:
    from ...records.recording_reader import RecordedGame
    from .human_games import HumanGames


@dataclass(frozen=True, slots=True)
class Annotations:
    """Targets, and recordings of games of people."""

    targets: Sequence[Target] = ()
    recordings: Sequence[RecordedGame] = ()

    def human_games(self, game: Game) -> HumanGames:
        """Count the recorded games of people."""
        from .human_games import count_human_games  # takes long to load, and is seldom asked for

        return count_human_games(self.recordings, game)

    def section(self, game: Game, tally: Tally, who: str) -> list[Block]:
        """The lines about one number of players; `who` has played the run."""
        lines = targets.targets_section(judge_targets(self.targets, game, tally), game.players)
        if self.recordings:
            from .human_games import human_section

            lines += human_section(self.human_games(game), game, tally, who)
        return lines

    def to_json(self, game: Game, tally: Tally) -> dict[str, Any]:
        """The annotations as JSON data."""
        aims = {"targets": [one.to_json() for one in judge_targets(self.targets, game, tally)]} if self.targets else {}
        found = {"people": self.human_games(game).to_json(game)} if self.recordings else {}
        return aims | found

    def figures(self, game: Game, tally: Tally) -> Iterator[tuple[str, Any]]:
        """The annotations as single figures: target.decisions, people.decisions."""
        for one in judge_targets(self.targets, game, tally):
            yield f"target.{one.target.measure.name}{OF * bool(one.subject)}{one.subject}", one.verdict
        if self.recordings:
            data = self.human_games(game).to_json(game)
            yield "people.games", data["games"]
            for name, figures in data["measures"].items():
                for figure in figures:
                    yield f"people.{name}{OF * bool(figure['of'])}{figure['of']}", figure["value"]


NOTHING = Annotations()
