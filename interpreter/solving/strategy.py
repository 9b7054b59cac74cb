"""Strategies as JSON data: each information set in words, and the probability of each option."""

from __future__ import annotations

from typing import Any

from ..base.errors import UsageError
from ..seats.offers import option_texts
from ..seats.phrases import event_texts
from .game_table import GameTable, InformationSet, Strategy
from .tree import Node, begin

FORMAT = "stammtisch-strategy-1"


def words_of(root: Node, place: InformationSet) -> tuple[list[str], list[str]]:
    """The observations of the player at an information set, line by line, and the texts of the options."""
    node = root
    for position in place.history:
        node = node.child(position)
    texts = option_texts(node.state, node.site, node.numbers, node.seat)
    return event_texts(node.state.seen(node.seat)), [texts[number] for number in node.numbers]


def to_json(table: GameTable, strategy: Strategy) -> dict[str, Any]:
    """The strategy of all players as JSON data."""
    root = begin(table.game)
    sets = []
    for place, played in zip(table.sets, strategy, strict=True):
        seen, options = words_of(root, place)
        likely = dict(zip(options, played, strict=True))
        sets.append({"player": place.seat + 1, "information": place.text, "seen": seen, "options": likely})
    program = table.game.program
    return {
        "format": FORMAT,
        "ruleset": program.ruleset,
        "hash": program.hash,
        "players": program.players,
        "options": program.options,
        "sets": sets,
    }


def from_json(table: GameTable, data: Any) -> Strategy:
    """The strategy for this game in the data. Raises UsageError if it is of another game, or damaged."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise UsageError(f"this is not a strategy (its format should be {FORMAT!r})")
    game = table.game.program
    if (data.get("hash"), data.get("players")) != (game.hash, game.players):
        raise UsageError("this strategy was made for a different ruleset or number of players")
    try:
        known = {item["information"]: [float(share) for share in item["options"].values()] for item in data["sets"]}
    except (AttributeError, KeyError, TypeError, ValueError):
        raise UsageError("the strategy is damaged: a set lacks its information or options") from None
    found = []
    for place in table.sets:
        played = known.get(place.text)
        if played is None or len(played) != place.options:
            raise UsageError("this strategy was made with other settings: it has nothing for a situation of this game")
        if min(played) < 0 or not abs(sum(played) - 1) <= 1e-6:  # also False for what is no number
            raise UsageError(f"the strategy is damaged: the options of '{place.text}' do not add up to 1")
        found.append(played)
    return found
