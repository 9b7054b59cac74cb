"""The rulebook with what is made from a game: an example of play, and the boards after the set-up."""

from __future__ import annotations

from typing import Any

from ...base.languages.catalogues import ENGLISH
from ...front.api import Ruleset
from ..translation import Translation, rulebook_in
from .board_figures import board_figures
from .example import example

# how many players there are in the example, if the game is for so many
USUAL = 3


def illustrated_rulebook(
    ruleset: Ruleset,
    options: dict[str, Any] | None = None,
    players: int | None = None,
    language: str = ENGLISH,
    boards: bool = True,
) -> Translation:
    """The rulebook with an example, and with pictures of its boards if wanted; the rest as of `rulebook_in`."""
    shown = players if players is not None else min(ruleset.players, key=lambda count: abs(count - USUAL))
    game = ruleset.game(shown, options)
    pictures = board_figures(game, language) if boards else []
    return rulebook_in(language, ruleset, options, players, example(game, language), pictures)
