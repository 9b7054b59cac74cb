"""Some moves in Firefox and in WebKit; `cd tests; python -m helpers.other_engines firefox` plays whole games."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright")
pytestmark = pytest.mark.full

from helpers.firefox import NO_FIREFOX  # noqa: E402
from helpers.other_engines import ENGINES, PHONE, play  # noqa: E402
from helpers.webkit import NO_WEBKIT  # noqa: E402


@pytest.mark.parametrize(
    ("engine", "game"),
    [
        pytest.param("firefox", "hearts", marks=NO_FIREFOX),
        pytest.param("webkit", "nine-mens-morris", marks=NO_WEBKIT),
    ],
)
def test_a_game_is_played_without_faults(engine: str, game: str) -> None:
    with ENGINES[engine]() as browser:
        moves, found, _ = play(game, [browser.open(*PHONE) for _ in range(2)], 4)
    assert not found
    assert moves == 4
