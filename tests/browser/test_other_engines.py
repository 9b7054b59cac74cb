"""Some moves in Firefox and in WebKit; `cd tests; python -m helpers.other_engines firefox` plays whole games."""

from __future__ import annotations

import shutil

import pytest
from helpers.firefox import FIREFOX
from helpers.webkit import DRIVER

pytest.importorskip("playwright")
pytestmark = pytest.mark.full

from helpers.other_engines import ENGINES, PHONE, play  # noqa: E402

NO_FIREFOX = pytest.mark.skipif(not FIREFOX.exists(), reason="Firefox is not installed")
NO_WEBKIT = pytest.mark.skipif(not (DRIVER.exists() and shutil.which("Xvfb")), reason="WebKit is not installed")


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
