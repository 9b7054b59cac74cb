"""In Chromium: the device remembers name and alerts, the tab says my turn, an installed page without network."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.chromium import CHROMIUM, chromium, served, violations

pytest.importorskip("playwright")
pytest.importorskip("axe_playwright_python")
pytestmark = [pytest.mark.full, pytest.mark.skipif(not CHROMIUM.exists(), reason="Chromium is not installed")]

PHONE = {"width": 360, "height": 740}
CACHED = """() => caches.keys().then(names => Promise.all(names.map(name => caches.open(name).then(cache => cache.keys()))))
  .then(all => all.flat().map(request => new URL(request.url).pathname))"""
TONES = "() => { window.tones = 0; AudioContext.prototype.createOscillator = function () { window.tones += 1; return new OscillatorNode(this); }; }"


def test_the_device_remembers_and_says_when_it_is_my_turn(tmp_path: Path) -> None:
    with served(tmp_path / "tables", "tictactoe", 2) as links, chromium() as browser:
        lobby = next(link for link in links if "/join/" in link)
        phone = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
        page = phone.new_page()
        page.goto(lobby)
        page.fill("[name=name]", "Anna")
        page.click("button >> nth=0")
        own = page.url
        page.goto(lobby)
        assert page.url == own
        page.click("#top .gear")
        page.check("#alerts [data-alert=sound]")
        page.reload()
        assert page.is_checked("#alerts [data-alert=sound]") and not page.is_checked("#alerts [data-alert=vibration]")
        assert violations(page) == []
        # a table where nobody sits: the name is there already
        page.goto(lobby)
        page.evaluate("localStorage.getItem('stammtisch name')")
        phone.clear_cookies()
        page.goto(lobby)
        assert page.input_value("[name=name]") == "Anna"
        page.goto(own)
        other = browser.new_context().new_page()
        other.goto(lobby)
        other.fill("[name=name]", "Ben")
        other.click("button >> nth=0")
        mine, theirs = (page, other) if page.title().startswith("●") else (other, page)
        theirs.evaluate("localStorage.setItem('stammtisch alerts', '{\"sound\": true}')")
        theirs.reload()
        theirs.evaluate(TONES)
        icon = "document.querySelector('#icon').getAttribute('href')"
        assert "/turn-" in mine.evaluate(icon) and "/icon-" in theirs.evaluate(icon)
        mine.click(".tap >> nth=0")
        theirs.wait_for_function("() => document.title.startsWith('●')")
        assert "/turn-" in theirs.evaluate(icon) and theirs.evaluate("window.tones") == 2
        mine.wait_for_function(f"() => {icon}.includes('/icon-')")


def test_what_somebody_says_is_seen_at_once_and_nothing_half_written_is_lost(tmp_path: Path) -> None:
    with served(tmp_path / "tables", "hearts", 4) as links, chromium() as browser:
        anna = browser.new_context(viewport=PHONE, has_touch=True).new_page()
        ben = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
        anna.goto(links[0])
        ben.goto(links[1])
        anna.fill("#say [name=text]", "half a line")
        ben.fill("#say [name=text]", "<i>Hello</i>")
        ben.click("#say button")
        anna.wait_for_selector("#heard")
        assert "<i>Hello</i>" in anna.inner_text("#heard") and anna.input_value("#say [name=text]") == "half a line"
        assert violations(anna) == []
        ben.wait_for_function("() => document.querySelector('#say [name=text]').value === ''")
        assert ben.query_selector("#heard") is None
        # who has closed the chat hears nothing, also after a reload
        anna.click("#talk > summary")
        anna.reload()
        ben.click(".reactions button >> nth=1")
        anna.wait_for_selector("#said-2", state="attached")
        assert anna.query_selector("#heard") is None and not anna.is_visible("#chat")


def test_without_network_an_installed_page_says_so_and_keeps_no_secret(tmp_path: Path) -> None:
    with served(tmp_path / "tables", "hearts", 4) as links, chromium() as browser:
        context = browser.new_context(viewport=PHONE)
        page = context.new_page()
        page.goto(links[0])
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.reload()
        for path in ("/more", "/rules", "/why", ""):
            page.goto(links[0] + path)
        kept = page.evaluate(CACHED)
        assert len(kept) == 9 and not any("/table/" in path for path in kept)
        context.set_offline(True)
        page.reload()
        assert page.title() == "No connection" and page.url == links[0] and violations(page) == []
        context.set_offline(False)
        page.click("a.button")
        page.wait_for_selector("#hand")


def test_news_stand_on_the_rail_until_they_are_closed_or_answered(tmp_path: Path) -> None:
    with served(tmp_path / "tables", "tictactoe", 2) as links, chromium() as browser:
        pages = [browser.new_context(viewport=PHONE, has_touch=True).new_page() for _ in range(2)]
        for page, link in zip(pages, [link for link in links if "/join/" not in link], strict=False):
            page.goto(link)
        mine, theirs = pages if pages[0].title().startswith("●") else pages[::-1]
        mine.click(".tap >> nth=0")
        mine.click("#takeback button")
        news = theirs.locator(".dock .matters .notice")
        news.wait_for()
        rail, said = theirs.locator(".dock").bounding_box(), news.bounding_box()
        assert rail is not None and said is not None and rail["y"] <= said["y"] and said["y"] + said["height"] <= 740
        news.tap()
        assert news.is_hidden()
        # it stays closed when other news comes, which waits for an answer
        mine.goto(mine.url + "/more")
        mine.click("[name=to] >> nth=-1")
        theirs.wait_for_selector(".dock .vote")
        assert news.is_hidden() and theirs.locator(".dock .vote button").is_visible()
        assert violations(theirs) == []


def test_whoever_sits_down_is_reminded_once_of_the_way_back(tmp_path: Path) -> None:
    with served(tmp_path / "tables", "tictactoe", 2) as links, chromium() as browser:
        lobby = next(link for link in links if "/join/" in link)
        phone = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
        phone.grant_permissions(["clipboard-read", "clipboard-write"])
        page = phone.new_page()
        page.goto(lobby)
        page.fill("[name=name]", "Anna")
        page.click("button >> nth=0")
        own = page.url
        assert page.is_visible("#way-back") and violations(page) == []
        page.click("#way-back .copy")
        page.wait_for_selector("#way-back", state="hidden")
        assert page.evaluate("navigator.clipboard.readText()") == own
        # the settings keep it
        page.click("#top .gear")
        assert page.input_value("#own-link input") == own and violations(page) == []
        # neither this table nor the next one says it again
        page.reload()
        assert not page.is_visible("#way-back")
        # whoever came by a link of their own has it
        page = browser.new_context(viewport=PHONE).new_page()
        page.goto(own)
        assert not page.is_visible("#way-back")
        page.click("#top .gear")
        page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
        page.click("#own-link .copy")
        page.wait_for_function("() => document.querySelector('#own-link .copy').textContent === 'Copied'")
