"""docs/bots.md: the bot of one's own plays, and prints what stands below it."""

from __future__ import annotations

from helpers.bots import searched
from helpers.examples import run_examples
from helpers.tiers import full


@full
def test_the_bot_of_the_page_plays() -> None:
    searched("munchhausen")
    assert run_examples("bots.md") == 1
