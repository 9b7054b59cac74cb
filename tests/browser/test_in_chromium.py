"""Games in Chromium: tapped, by keyboard, on a phone, with pages that are loaded again and networks that come and go.

Some moves of each; `cd tests; python -m helpers.browser_games` plays whole games.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.chromium import CHROMIUM, faults_of, whole

pytest.importorskip("playwright")
pytest.importorskip("axe_playwright_python")
pytestmark = [pytest.mark.full, pytest.mark.skipif(not CHROMIUM.exists(), reason="Chromium is not installed")]

GAMES = [
    ("munchhausen", 3, 40),
    ("hearts", 4, 24),
    ("ofertu", 2, 20),
    ("warrender", 3, 20),
    ("bierfest", 3, 20),
    ("balvin", 3, 20),
]


@pytest.mark.parametrize(("game", "players", "most"), GAMES, ids=[game[0] for game in GAMES])
def test_a_game_is_played_in_windows(tmp_path: Path, game: str, players: int, most: int) -> None:
    moves, found = whole(tmp_path / "tables", game, players, most, [])
    assert not found, faults_of(found)
    assert moves == most
