"""A position is set up in Chromium: cards are tapped and dragged, what is on squares moves, values are changed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from helpers.chromium import CHROMIUM, chromium, faults_of, served, violations

pytest.importorskip("playwright")
pytest.importorskip("axe_playwright_python")
pytestmark = [pytest.mark.full, pytest.mark.skipif(not CHROMIUM.exists(), reason="Chromium is not installed")]


@contextmanager
def position_page(folder: Path, game: str, players: int, phone: bool) -> Iterator[Any]:
    """The page to set up a position, in a window."""
    size = {"width": 360, "height": 740} if phone else {"width": 1280, "height": 800}
    with served(folder / "tables", game, players) as links, chromium() as browser:
        page = browser.new_context(viewport=size, has_touch=phone).new_page()
        page.goto(next(link for link in links if "/host/" in link))
        page.get_by_role("button", name="Make a designer's link").click()
        page.locator("a[href*='/designer/']").first.click()
        page.get_by_role("link", name="Set up a position").click()
        page.locator("#lay").wait_for()
        yield page


def lines(page: Any) -> list[str]:
    return sorted(page.input_value("#text").splitlines())


def test_cards_are_tapped_on_a_phone_and_go_where_the_next_tap_says(tmp_path: Path) -> None:
    with position_page(tmp_path, "gin-rummy", 2, True) as page:
        place = page.locator("[data-place='Seat1.hand']")
        cards = place.locator(".piece")
        names = cards.all_inner_texts()
        for card in (1, 0):
            cards.nth(card).tap()
        page.locator("[data-place='discards'] .put").tap()
        assert place.locator(".put small").inner_text() == "8" and cards.all_inner_texts() == names[2:]
        moved = page.locator("[data-place='discards'] .piece").all_inner_texts()[-2:]
        assert moved == names[:2] and not page.locator(".piece[aria-pressed=true]").count()
        assert [line.partition(":")[0] for line in lines(page)] == ["Seat1.hand", "discards"]
        # a line that somebody wrote stays, and one of what is as it was goes
        page.evaluate("document.querySelector('#text').value += '\\nSeat2.points: 7'")
        for name in names[:2]:
            page.locator("[data-place='discards'] .piece", has_text=name).last.tap()
        page.locator("[data-place='Seat1.hand'] .put").tap()
        assert lines(page) == ["Seat2.points: 7"]
        assert not violations(page), faults_of(violations(page))
        page.get_by_role("button", name="Set it up").click()
        page.wait_for_url("**/designer/*")
        assert "its designer set up the position" in page.inner_text("main")


def test_what_is_on_a_square_moves_and_values_change(tmp_path: Path) -> None:
    with position_page(tmp_path, "chess", 2, False) as page:
        pawn, middle = (page.locator(f"[data-member='{at}']") for at in ("e2", "e4"))
        pawn.click()
        middle.click()
        assert (pawn.locator("b").inner_text(), middle.locator("b").inner_text()) == ("", "Seat1 pawn")
        assert {"e4.man: Seat1", "e2.man: none", "e4.kind: pawn"} <= {*lines(page)}
        page.locator("[data-member='a7']").drag_to(page.locator("[data-member='a5']"))
        assert "a5.man: Seat2" in lines(page)
        middle.click()
        page.select_option("[data-place='e4.kind']", "queen")
        assert middle.locator("b").inner_text() == "Seat1 queen" and "e4.kind: queen" in lines(page)
        page.fill("[data-place='quiet_moves']", "12")
        page.locator("[data-place='quiet_moves']").blur()
        assert "quiet_moves: 12" in lines(page)
        assert not violations(page), faults_of(violations(page))
        page.get_by_role("button", name="Set it up").click()
        page.wait_for_url("**/designer/*")


def test_cards_are_dragged_with_a_pointer_below_another(tmp_path: Path) -> None:
    with position_page(tmp_path, "hearts", 4, False) as page:
        own, others = page.locator("[data-place='Seat1.hand'] .piece"), page.locator("[data-place='Seat2.hand'] .piece")
        card, under = own.nth(0).inner_text(), others.nth(0)
        below = under.inner_text()
        own.nth(0).drag_to(under)
        assert others.all_inner_texts()[:2] == [card, below] and len(lines(page)) == 2
