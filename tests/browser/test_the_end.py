"""The end of a game in Chromium: an open page shows where the points come from, without a tap."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.chromium import CHROMIUM, Window, chromium, play, served

pytest.importorskip("playwright")
pytestmark = [pytest.mark.full, pytest.mark.skipif(not CHROMIUM.exists(), reason="Chromium is not installed")]


def test_the_parts_of_the_result_lie_open_on_pages_that_saw_the_end(tmp_path: Path) -> None:
    with served(tmp_path / "tables", "goofspiel", 2, "--set", "cards=3") as links, chromium() as browser:
        windows = [Window(browser, links[seat], "tap", seat + 1) for seat in range(2)]
        before = [window.page.locator("#scores details").count() for window in windows]
        play(windows, 20)
        for window in windows:
            assert window.over
            parts = window.page.locator("#scores details")
            assert parts.count() == 2 and window.page.locator("#scores details[open]").count() == 2, before
            assert window.page.locator("#scores li").first.is_visible()


def test_who_plays_again_goes_to_the_next_game_and_the_others_have_the_way_above_the_table(tmp_path: Path) -> None:
    with served(tmp_path / "tables", "goofspiel", 2, "--set", "cards=3") as links, chromium() as browser:
        windows = [Window(browser, links[seat], "tap", seat + 1) for seat in range(2)]
        play(windows, 20)
        one, other = (window.page for window in windows)
        # below the table the way back to it stands alone in the top line of a phone
        other.set_viewport_size({"width": 360, "height": 740})
        # why it ended stands below, not twice
        assert other.locator("#top h1").bounding_box()["height"] <= 1 and other.locator("#ended p").first.is_visible()
        other.evaluate("scrollTo(0, document.body.scrollHeight)")
        other.wait_for_selector(".beyond #top .upward")
        assert [each.inner_text() for each in other.locator("#top a").all() if each.is_visible()] == ["▲ Table"]
        before = one.url
        one.locator("#ended button.main").click()
        one.wait_for_url(lambda url: url != before)
        other.wait_for_selector("#ended #next-game")
        assert "/table/" in one.url and other.locator("#ended #next-game").is_visible()
