"""Cards looked at large in Chromium: held, under a resting pointer and by keyboard, without choosing anything."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from helpers.chromium import CHROMIUM, MOMENT, chromium, faults_of, served, violations

pytest.importorskip("playwright")
pytest.importorskip("axe_playwright_python")
pytestmark = [pytest.mark.full, pytest.mark.skipif(not CHROMIUM.exists(), reason="Chromium is not installed")]

WIDE, PHONE = {"width": 1280, "height": 800}, {"width": 360, "height": 740}
LARGE = "#large:popover-open"
LONG = "The Honourable Old Mill beside the Swollen River"
TOWN = f"""
format: 1
game: Town
players: 2
things: {{kind: [farm, church], title: [mill, chapel]}}
components: {{building: {{front: {{title: title, kind: kind, worth: 0..9}}, back: {{age: 1..3}}}}}}
shared: {{row: {{holds: building, starts with: {{title: titles, kind: kinds, worth: 1, age: 1}}}}}}
each player:
  hand: {{holds: building, see: owner, starts with: {{title: mill, kind: farm, worth: 3..5, age: 2}}}}
phases: {{Sales: {{turns: player in players, until: {{Late: round > 3}}, choose: card in player.hand, move: card, to: row}}}}
score: 0
names: {{mill: {LONG}, worth: rent a year}}
look: {{farm: green ▲}}
"""


@contextmanager
def page_of(folder: Path, size: dict[str, int], text: str = TOWN, **more: Any) -> Iterator[Any]:
    """The page of the first seat of a game."""
    (folder / "game").mkdir()
    (folder / "game" / "ruleset.yaml").write_text(text)
    with served(folder / "tables", str(folder / "game"), 2) as links, chromium() as browser:
        page = browser.new_context(viewport=size, has_touch=size is PHONE, **more).new_page()
        page.add_init_script("localStorage.setItem('stammtisch one tap', '1')")
        page.goto(links[0])
        yield page


def touch(page: Any, card: Any, milliseconds: int) -> tuple[Any, dict[str, float]]:
    """Put a finger on a card and leave it there; the session that lifts it, and the card's place."""
    card.scroll_into_view_if_needed()
    box, session = card.bounding_box(), page.context.new_cdp_session(page)
    points = [{"x": box["x"] + 9, "y": box["y"] + 15}]
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points})
    page.wait_for_timeout(milliseconds)
    return session, box


def lift(session: Any) -> None:
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def lines(page: Any) -> list[str]:
    """What is written beside a card seen large: name and value."""
    found: list[str] = page.eval_on_selector_all(f"{LARGE} dl > div", "all => all.map(e => e.innerText)")
    return [": ".join(line.split("\n")) for line in found]


def test_a_finger_held_on_a_card_shows_it_large_and_chooses_nothing(tmp_path: Path) -> None:
    with page_of(tmp_path, PHONE) as page:
        moment, card = page.evaluate(MOMENT), page.locator("#hand button.card").first
        session, _ = touch(page, card, 900)
        assert lines(page) == [f"Title: {LONG}", "Kind: ▲ farm", "Rent a year: 3", "Age (back): 2"]
        drawn = page.locator(f"{LARGE} .card").bounding_box()
        assert drawn["width"] == pytest.approx(260, abs=1)
        seen = page.locator(LARGE).bounding_box()
        assert seen["x"] >= 0 and seen["y"] >= 0
        assert seen["x"] + seen["width"] <= 360 and seen["y"] + seen["height"] <= 740
        # the title is whole, and so is the page while it is shown
        title = page.locator(f"{LARGE} .title")
        assert (title.text_content() or "").replace("\u00ad", "").strip() == LONG and title.evaluate(
            "e => e.scrollHeight <= e.clientHeight + 1"
        )
        faults = violations(page)
        assert not faults, faults_of(faults)
        lift(session)
        page.wait_for_timeout(500)
        assert not page.locator(LARGE).count() and page.evaluate(MOMENT) == moment
        # a tap still chooses
        session, _ = touch(page, card, 40)
        lift(session)
        page.wait_for_function(f"before => {MOMENT} !== before", arg=moment)
        assert not page.locator(LARGE).count()


def test_a_finger_that_moves_scrolls_and_shows_nothing(tmp_path: Path) -> None:
    with page_of(tmp_path, PHONE) as page:
        session, box = touch(page, page.locator("main .area .card").first, 50)
        for step in range(1, 6):
            points = [{"x": box["x"] + 9, "y": box["y"] + 15 - 12 * step}]
            session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": points})
        page.wait_for_timeout(800)
        assert not page.locator(LARGE).count()
        lift(session)


def test_a_held_box_is_not_ticked(tmp_path: Path) -> None:
    with served(tmp_path / "tables", "hearts", 4) as links, chromium() as browser:
        page = browser.new_context(viewport=PHONE, has_touch=True).new_page()
        page.goto(links[0])
        card = page.locator("#hand label.card").first
        session, _ = touch(page, card, 900)
        assert [line.split(":")[0] for line in lines(page)] == ["Rank", "Suit"]
        lift(session)
        page.wait_for_timeout(500)
        assert page.locator("#hand :checked").count() == 0
        session, _ = touch(page, card, 40)
        lift(session)
        page.wait_for_timeout(300)
        assert page.locator("#hand :checked").count() == 1


def test_a_resting_pointer_shows_a_card_that_cannot_be_chosen(tmp_path: Path) -> None:
    with page_of(tmp_path, WIDE) as page:
        card = page.locator("main .area span.card").first
        card.hover(position={"x": 9, "y": 15})
        page.wait_for_selector(LARGE)
        assert lines(page)[0] == f"Title: {LONG}"
        # the browser's own words do not lie over it
        assert card.get_attribute("title") is None
        page.keyboard.press("Escape")
        assert not page.locator(LARGE).count()
        page.mouse.move(2, 700)
        card.hover(position={"x": 9, "y": 15})
        page.wait_for_selector(LARGE)
        page.mouse.move(2, 700)
        page.wait_for_selector(LARGE, state="detached")
        # one click chooses a card that is shown
        moment, mine = page.evaluate(MOMENT), page.locator("#hand button.card").first
        mine.hover(position={"x": 9, "y": 15})
        page.wait_for_selector(LARGE)
        page.mouse.down()
        page.mouse.up()
        page.wait_for_function(f"before => {MOMENT} !== before", arg=moment)
        assert not page.locator(LARGE).count()


def test_keys_show_each_card(tmp_path: Path) -> None:
    with page_of(tmp_path, WIDE, color_scheme="dark", reduced_motion="reduce") as page:
        moment = page.evaluate(MOMENT)
        page.locator("#hand button.card").nth(1).focus()
        page.keyboard.press("i")
        assert "Rent a year: 4" in lines(page)
        page.keyboard.press("ArrowRight")
        assert "Rent a year: 5" in lines(page)
        # on to the first card of the page, which cannot be chosen
        page.keyboard.press("ArrowRight")
        assert "Rent a year: 1" in lines(page)
        faults = violations(page)
        assert not faults, faults_of(faults)
        page.keyboard.press("i")
        assert not page.locator(LARGE).count()
        page.keyboard.press("i")
        # a tap elsewhere closes and chooses nothing
        page.locator("#hand button.card").first.click(position={"x": 9, "y": 60})
        page.wait_for_timeout(300)
        assert not page.locator(LARGE).count() and page.evaluate(MOMENT) == moment
        # without a card that can be chosen there is a button
        page.locator("#look button").focus()
        page.keyboard.press("Enter")
        assert "Rent a year: 3" in lines(page)
        page.keyboard.press("Tab")
        assert not page.locator(LARGE).count()


def test_large_letters_leave_room_for_all_that_is_written(tmp_path: Path) -> None:
    with page_of(tmp_path, PHONE) as page:
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        session, _ = touch(page, page.locator("#hand button.card").first, 900)
        assert page.evaluate(f"(e => e.scrollHeight <= e.clientHeight + 1)(document.querySelector('{LARGE}'))")
        assert page.evaluate(f"(e => e.scrollWidth <= e.clientWidth)(document.querySelector('{LARGE}'))")
        lift(session)
