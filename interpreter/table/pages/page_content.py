"""The content of a seat's page: all that the seat knows of a game now, without the state itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...base.display_names import Wording
from ...seats.perception.scenes import information_of
from ...seats.progress import ToGo, progress
from ...seats.question_scope import NO_SCOPE, QuestionScope, question_scope
from ...seats.running_game import RunningGame, StartedGame, game_wording
from ...seats.scene import InformationState
from ...seats.score import score_parts, tie_breaks
from ...seats.score_lines import ScoreLine, TieBreak
from ...seats.visibility import ONLOOKER
from ..play.sets import SetLimits, is_set, still_needed


@dataclass(frozen=True)
class PageContent:
    """The content of a seat's page.

    `scores`: the lines of each player's score, as far as the seat may know them, none where no score is shown;
    `needed`: how many more the seat has to choose of a set, if it is asked for one; `ends`: what is missing until the
    game ends; `scope`: what the seat's question speaks of.
    """

    game: StartedGame
    information: InformationState
    scores: list[list[ScoreLine]]
    ties: list[TieBreak]
    needed: SetLimits | None
    ends: Sequence[ToGo] = ()
    scope: QuestionScope = NO_SCOPE


def content_of(state: RunningGame, seat: int, names: Sequence[str] | Wording = ()) -> PageContent:
    """Return the content of a seat's page (ONLOOKER: of everybody). Raises IndexError if there is no such seat.

    names: the players', or the game's wording with them, for the lines of scores.
    """
    information = information_of(state, seat)
    asked = information.scene.asked
    site = state.game.program.sites[asked.site] if asked is not None else None
    needed = still_needed(state, seat, site) if site is not None and is_set(site) else None
    shows = state.over or (seat != ONLOOKER and state.game.program.scored)
    wording = game_wording(state.game, names)
    players = range(state.game.program.players) if shows else ()
    scores = [score_parts(state, player, seat, wording) for player in players]
    ties = tie_breaks(state, seat) if state.over else []
    scope = question_scope(state, seat, asked.site) if asked is not None else NO_SCOPE
    return PageContent(state.game, information, scores, ties, needed, progress(state), scope)
