"""How much options and cards are offered and chosen, as measures that can be compared between two forms of a game."""

from __future__ import annotations

from ..game.game import Game
from .measures import OF, Figure, Measure, mean_of
from .statistics import Tally
from .use import Use, uses

OFFERED, CHOSEN = "offered", "chosen"


def measures_of_use() -> tuple[Measure, Measure]:
    """Both, of each option and card by its path of words; what was used of a tally is worked out once for the two."""
    known: dict[int, list[Use]] = {}

    def used(game: Game, tally: Tally) -> list[Use]:
        if id(tally) not in known:
            known[id(tally)] = [use for use in uses(game, tally) if use.kind in ("option", "card") and use.written]
        return known[id(tally)]

    def offered(game: Game, tally: Tally) -> list[Figure]:
        games = tally.counts.games
        return [mean_of(OF.join(use.path), use.could, games) for use in used(game, tally) if games and use.could]

    def chosen(game: Game, tally: Tally) -> list[Figure]:
        return [mean_of(OF.join(use.path), use.did, use.could) for use in used(game, tally) if use.could]

    return (
        Measure(OFFERED, "How often in a game an option, or a card in whatever decision, is offered.", "", "", offered),
        Measure(CHOSEN, "How often it is chosen of the times that it is offered.", "share", "", chosen),
    )
