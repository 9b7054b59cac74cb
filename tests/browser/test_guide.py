"""In Chromium: a first game explains each kind of choice once, and covers nothing that the choice needs."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.chromium import CHROMIUM, chromium, served, violations
from helpers.in_view import LOOK, PHONE, listening, open_phone, table_of

pytest.importorskip("playwright")
pytest.importorskip("axe_playwright_python")
pytestmark = [pytest.mark.full, pytest.mark.skipif(not CHROMIUM.exists(), reason="Chromium is not installed")]

ASKED = "() => !document.querySelector('.htmx-request') && document.querySelector('#ask .why') !== null"


def test_each_kind_of_choice_is_explained_once_and_that_can_be_switched_off(tmp_path: Path) -> None:
    with served(tmp_path / "tables", "hearts", 4) as links, chromium() as browser:
        page = browser.new_context(viewport=PHONE, has_touch=True).new_page()
        page.goto(links[0])
        page.wait_for_selector("#why:popover-open")
        told = page.inner_text("#why")
        assert "Take no hearts and not the queen of spades" in told and "Not possible now" not in told
        look = page.evaluate(LOOK)
        assert look["question"] and not look["hidden"] and not look["unseen"] and look["rail"] <= 0.4, look
        assert violations(page) == []
        page.click("#why .close")
        page.reload()
        page.wait_for_function(ASKED)
        assert not page.is_visible("#why") and page.query_selector(".why.new") is None
        # whoever wants to read it again, and what is ruled out, taps
        page.click("#ask .why")
        page.wait_for_selector("#why:popover-open")
        assert "Not possible now" in page.inner_text("#why")
        page.click("#why .off")
        # another device has not seen it; where there is no room it waits to be opened, and the button says so
        low = {"width": 360, "height": 280}
        other = browser.new_context(viewport=low, has_touch=True).new_page()
        other.goto(links[1])
        other.wait_for_function(ASKED)
        assert not other.is_visible("#why") and other.query_selector(".why.new") is not None
        other.click("#ask .why")
        other.wait_for_selector("#why:popover-open")
        other.keyboard.press("Escape")
        assert not other.is_visible("#why") and other.query_selector(".why.new") is None
        # switched off: nothing comes, until it is switched on again
        page.evaluate("localStorage.setItem('stammtisch guide', JSON.stringify({ off: true }))")
        page.reload()
        page.wait_for_function(ASKED)
        assert not page.is_visible("#why") and not page.is_checked("#explained")
        page.click("#top .gear")
        page.click("#explained")
        assert page.query_selector(".why.new") is not None


def test_what_comes_late_lies_not_over_the_settings(tmp_path: Path) -> None:
    with served(tmp_path / "tables", "hearts", 4) as links, chromium() as browser:
        page, held = browser.new_context(viewport=PHONE, has_touch=True).new_page(), []
        page.route("**/why?new=*", lambda route: held.append(route))
        page.goto(links[0])
        page.click("#top .gear")
        page.wait_for_selector("#settings:popover-open")
        held[0].continue_()
        page.wait_for_function(ASKED)
        page.evaluate("() => new Promise(done => setTimeout(done, 300))")
        assert not page.is_visible("#why") and page.query_selector(".why.new") is not None


def test_an_explanation_that_has_not_come_gives_way_to_the_next_one(tmp_path: Path) -> None:
    bots = ["--seat", "2=random,3=random,4=random"]
    with served(tmp_path / "tables", "hearts", 4, *bots) as links, chromium() as browser:
        page = browser.new_context(viewport=PHONE, has_touch=True).new_page()
        held: list[object] = []
        faults: list[str] = []
        page.add_init_script("localStorage.setItem('stammtisch pace', 'none')")
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.route("**/why?new=*", lambda route: held.append(route) if not held else route.continue_())
        with page.expect_request("**/why?new=*"):
            page.goto(links[0])
        for box in page.locator("input[type=checkbox][name=option]").all()[:3]:
            box.check()
        page.locator("button.main").click()
        # on a phone there may be no room for it, so that it waits to be opened
        page.wait_for_function("() => document.querySelector('#why').textContent.includes('play a card')")
        assert page.query_selector(".why.new") is not None and held and faults == []


def test_a_tap_on_a_place_says_what_it_is_and_the_guide_stands_beside_the_board(tmp_path: Path) -> None:
    with served(tmp_path / "tables", "balvin", 3, "--seed", "1") as links, chromium() as browser:
        wide = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
        for link in links:
            wide.goto(link)
            if wide.query_selector("#move") is not None:
                break
        phone = browser.new_context(viewport=PHONE, has_touch=True).new_page()
        phone.add_init_script("localStorage.setItem('stammtisch guide', '{\"off\":true}')")
        phone.goto(links[0])
        phone.tap(".tiles > li:has-text('blocked') .fact")
        phone.wait_for_selector("#what:popover-open")
        assert "A tent is open if" in phone.inner_text("#what") and violations(phone) == []
        phone.tap("#area-table", position={"x": 5, "y": 5})
        assert not phone.is_visible("#what")
        # another part of the game is told once it has begun
        assert not phone.is_visible("#stage") and phone.get_attribute("#top", "data-stage") == "Now: morning"
        phone.evaluate(
            "document.getElementById('top').dataset.stage = 'Now: afternoon'; htmx.trigger(document.body, 'htmx:wsAfterMessage')"
        )
        assert phone.inner_text("#stage") == "Now: afternoon"
        covered = """() => { const box = document.querySelector("#why").getBoundingClientRect();
            return [...document.querySelectorAll(".felt :is(.board, .tiles > li, .zone)")].some(each => {
                const one = each.getBoundingClientRect();
                return one.width && one.left < box.right && one.right > box.left && one.top < box.bottom && one.bottom > box.top; }) }"""
        wide.wait_for_selector("#why:popover-open")
        assert not wide.evaluate(covered)


def test_an_explanation_that_grows_does_not_come_over_the_question(tmp_path: Path) -> None:
    with listening(tmp_path) as (tables, address), chromium() as browser:
        table = table_of(tables, "nine-mens-morris", 5)
        page = open_phone(browser, f"{address}/table/{table.id}/1/{table.seats[0].token}")
        page.wait_for_selector("#why:popover-open")
        page.evaluate("document.querySelector('#why > div').append('And another line. '.repeat(9))")
        above = """() => document.querySelector("#why").getBoundingClientRect().bottom
            <= document.querySelector(".dock").getBoundingClientRect().top"""
        page.wait_for_function(above, timeout=5000)
        assert page.evaluate(above)
