"""Games in Chromium: tapped, by keyboard, on a phone, with pages that are loaded again and networks that come and go.

Some moves of each; `cd tests; python -m helpers.browser_games` plays whole games.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.chromium import CHROMIUM, chromium, faults_of, served, whole

pytest.importorskip("playwright")
pytest.importorskip("axe_playwright_python")
pytestmark = [pytest.mark.full, pytest.mark.skipif(not CHROMIUM.exists(), reason="Chromium is not installed")]

GAMES = [
    ("munchhausen", 3, 6),
    ("hearts", 4, 5),
    ("ofertu", 2, 5),
    ("warrender", 3, 4),
    ("bierfest", 3, 4),
    ("balvin", 3, 5),
    ("nine-mens-morris", 2, 6),
    ("othello", 2, 4),
]


@pytest.mark.parametrize(("game", "players", "most"), GAMES, ids=[game[0] for game in GAMES])
def test_a_game_is_played_in_windows(tmp_path: Path, game: str, players: int, most: int) -> None:
    moves, found = whole(tmp_path / "tables", game, players, most, [])
    assert not found, faults_of(found)
    assert moves == most


def test_what_is_refused_is_seen_wherever_a_phone_has_scrolled_to(tmp_path: Path) -> None:
    with served(tmp_path / "tables", "hearts", 4) as links, chromium() as browser:
        page = browser.new_context(viewport={"width": 360, "height": 740}).new_page()
        page.goto(links[0])
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        page.locator("button.main").click()
        page.locator("#notice:not(:empty)").wait_for()
        page.wait_for_timeout(300)
        notice, top = page.locator("#notice").bounding_box(), page.locator("#top").bounding_box()
        assert top["y"] + top["height"] <= notice["y"] < 740 - notice["height"]
        assert page.inner_text("#notice span").strip() == "You chose none; exactly 3 are needed."
