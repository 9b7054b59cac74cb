"""What a player may ask for besides the page: why something is not offered, and the rules in print."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from ..game.refusals import candidates
from ..game.state import State
from ..records.recorded import RecordedGame
from ..rulebook.blocks import Block
from ..rulebook.book import rulebook
from ..rulebook.finding import found
from ..rulebook.page import html_body
from ..seats.offers import in_order, option_texts
from ..seats.phrases import fill

NO_CONDITION = "what has to follow it could then not be done"


def refused(state: State, seat: int, names: Sequence[str]) -> dict[str, list[str]]:
    """What a seat cannot choose now, in words, by the reason why; {} where it decides nothing or nothing is refused."""
    site = dict(state.sites()).get(seat)
    if site is None:
        return {}
    offers = set(state.option_numbers(seat, site))
    asked = candidates(state.game.program.sites[site], state.evaluator(seat))
    reasons: dict[str, list[str]] = {}
    numbers = in_order(state, site, seat, [number for number in asked if number not in offers])
    for number, text in option_texts(state, site, numbers, seat, names).items():
        reason = fill(state.game.program, state.refusal(number, seat))
        reasons.setdefault(reason or NO_CONDITION, []).append(text)
    return reasons


class Books:
    """The printed rules of games, each made once."""

    def __init__(self) -> None:
        self.made: dict[str, list[Block]] = {}

    def of(self, header: dict[str, Any], words: str = "") -> str:
        """The body of a page with the rules of a game, by the first line of its recording; "" where nothing is found.

        words: only what has them is there, unless that is "". Raises UsageError.
        """
        key = json.dumps([header["hash"], header["options"], header["players"]], sort_keys=True)
        if key not in self.made:
            game = RecordedGame("", header, [])
            self.made[key] = rulebook(game.ruleset, game.settings(), header["players"])
        return html_body(found(self.made[key], words))
