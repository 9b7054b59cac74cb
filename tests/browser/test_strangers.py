"""What people who had never seen a table hesitated over, in Chromium on a page of a phone's size."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from helpers.chromium import CHROMIUM, MOMENT, chromium
from helpers.in_view import choose_at_random, listening, open_phone, table_of

from stammtisch.base.streams import Stream
from stammtisch.front.api import load_ruleset
from stammtisch.table.play.setup import begin_table
from stammtisch.table.play.table import Table
from stammtisch.table.play.tables import Tables

pytest.importorskip("playwright")
pytestmark = [pytest.mark.full, pytest.mark.skipif(not CHROMIUM.exists(), reason="Chromium is not installed")]

Scene = tuple[Any, Tables, str]
HELD = 700
CUT = """() => [...document.querySelectorAll('#top h1, #top .now')].filter(each =>
  each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight + 1).map(each => each.innerText)"""
ROWS = (
    "() => new Set([...document.querySelectorAll('#hand li[id]')].map(each => each.getBoundingClientRect().top)).size"
)
LEFT = "() => [...document.querySelectorAll('#hand li[id]')].slice(0, 4).map(each => each.getBoundingClientRect().left)"
DIM = """() => [...document.querySelectorAll('#hand .card')].map(each =>
  [each.matches('.tap'), getComputedStyle(each).filter === 'none'])"""


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    with listening(tmp_path_factory.mktemp("tables")) as (tables, address), chromium() as browser:
        yield browser, tables, address


def reach(scene: Scene, game: str, wanted: str, seed: int = 5, after: int = 0) -> tuple[Any, Table]:
    """A phone with the page of the first seat where it is asked this, after so many decisions of a random game."""
    browser, tables, address = scene
    table, stream = table_of(tables, game, seed), Stream(11)
    while table.state.decisions < after or table.state.sites()[-1][0] or words_of(table) != wanted:
        choose_at_random(tables, table, table.state.sites()[-1][0], stream)
    page = open_phone(browser, f"{address}/table/{table.id}/1/{table.seats[0].token}")
    page.wait_for_function("() => document.getElementById('lost').hidden")
    return page, table


def words_of(table: Table) -> str:
    """The words of the decision."""
    words: str = table.state.game.program.sites[table.state.sites()[-1][1]].words
    return words


def go_on(page: Any, action: Callable[[], None]) -> None:
    """Do something, and wait until the page asks something else or nothing."""
    before = page.evaluate(MOMENT)
    action()
    page.wait_for_function(f"before => {MOMENT} !== before", arg=before)


def hold(page: Any, place: Any) -> None:
    """Hold a finger on a place of the page."""
    box, touch = place.bounding_box(), page.context.new_cdp_session(page)
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    page.wait_for_timeout(HELD)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize(
    ("game", "wanted"),
    [("hearts", "everybody passes cards"), ("balvin", "Place supply cards"), ("nine-mens-morris", "a turn")],
)
def test_the_top_line_is_never_cut(scene: Scene, game: str, wanted: str) -> None:
    page, table = reach(scene, game, wanted)
    assert page.evaluate(CUT) == []
    # who is asked in the turn of somebody else is not told that it is their turn
    own = "Your turn" if game != "balvin" else "Your choice"
    assert page.inner_text("#top .now").strip() == own
    choose_at_random(scene[1], table, table.state.sites()[-1][0], Stream(3))
    page.wait_for_function("() => !document.querySelector('#top.yours') || document.querySelector('.after > button')")
    assert page.evaluate(CUT) == []


def test_the_hand_lies_in_the_same_rows_before_and_after_a_choice(scene: Scene) -> None:
    page, table = reach(scene, "hearts", "play a card")
    rows, cards, left = page.evaluate(ROWS), page.locator("#hand li[id]").count(), page.evaluate(LEFT)
    assert rows == 2 < cards
    choose_at_random(scene[1], table, 0, Stream(3))
    page.wait_for_function("cards => document.querySelectorAll('#hand li[id]').length === cards - 1", arg=cards)
    assert not page.locator("#hand .tap").count() and page.evaluate(ROWS) == 2
    assert page.evaluate(LEFT) == left


def test_cards_that_cannot_be_chosen_now_are_dim(scene: Scene) -> None:
    page, _ = reach(scene, "hearts", "play a card", after=20)
    cards = page.evaluate(DIM)
    assert {True, False} == {tapped for tapped, _ in cards} and all(tapped == bright for tapped, bright in cards)
    # one that is tapped says why
    page.locator("#hand li[id] > span.card").first.tap()
    page.wait_for_function(
        "() => document.querySelector('#what')?.innerText.includes('Not possible now: suit must be')"
    )
    # above the hand, so that no other card lies below what is said
    assert page.evaluate(
        "document.querySelector('#what').getBoundingClientRect().bottom <= document.querySelector('#hand .cards').getBoundingClientRect().top"
    )
    page.locator("#hand dt").last.tap()
    page.wait_for_function("() => document.querySelector('#what').innerText.includes('worth')")
    # where nothing is asked all are as they are
    page.locator("#hand .tap").first.evaluate("each => each.classList.remove('tap')")
    page.evaluate("document.querySelectorAll('#hand .tap').forEach(each => each.classList.remove('tap'))")
    assert all(bright for _, bright in page.evaluate(DIM))


def test_a_place_of_a_board_that_is_held_says_what_it_is_and_is_not_chosen(scene: Scene) -> None:
    page, table = reach(scene, "nine-mens-morris", "a turn", after=4)
    before = table.state.decisions
    hold(page, page.locator('.cell[aria-label="d7"], .cell[aria-label^="d7:"]'))
    assert page.text_content("#what") == "d7" and not page.locator(".armed").count()
    taken = page.locator(".spot").first
    name = (taken.get_attribute("title") or "").replace(":", "")
    page.locator("#top").tap(position={"x": 5, "y": 5})
    hold(page, taken)
    assert page.text_content("#what") == name and table.state.decisions == before
    # a tap chooses as before
    page.locator("#top").tap(position={"x": 5, "y": 5})
    page.wait_for_timeout(HELD)
    go_on(page, page.locator('.cell[aria-label="d7"]').tap)
    assert table.state.decisions == before + 1


def test_the_list_is_called_so_and_what_can_be_set_opens_from_the_top(scene: Scene) -> None:
    page, _ = reach(scene, "hearts", "play a card", after=30)
    assert page.evaluate("getComputedStyle(document.querySelector('.after summary'), '::before').content").startswith(
        '"List"'
    )
    # and it says how it is closed
    page.tap(".after summary")
    assert "✕" in page.evaluate("getComputedStyle(document.querySelector('.after summary'), '::before').content")
    page.tap(".after summary")
    assert not page.locator(".after details[open]").count()
    page.tap("#top .gear")
    page.wait_for_selector("#settings:popover-open")
    twice = page.locator("#twice")
    assert twice.is_visible() and twice.is_checked() and page.locator("#pace select").is_visible()
    twice.uncheck()
    page.reload()
    page.tap("#top .gear")
    assert not page.locator("#twice").is_checked() and page.locator("#explained").is_checked()
    assert "Refresh" not in page.inner_text("footer")


def test_ones_own_line_of_the_chat_is_in_sight(scene: Scene) -> None:
    page, table = reach(scene, "hearts", "play a card")
    for number in range(4):
        page.fill("#say [name=text]", f"line {number} " + "and so on " * 18)
        page.tap("#say button")
        page.wait_for_selector(f"#said-{number + 1}", state="attached")
    seen = """() => { const box = document.querySelector('.earlier').getBoundingClientRect();
      const own = document.getElementById('said-4').getBoundingClientRect(); return own.bottom <= box.bottom + 1 && own.top >= box.top - 1; }"""
    page.wait_for_function(seen)
    assert page.evaluate("document.querySelector('.earlier').scrollTop") > 0


def test_a_set_takes_no_more_than_are_wanted_and_its_button_says_how_many_are(scene: Scene) -> None:
    page, table = reach(scene, "hearts", "everybody passes cards")
    button, cards = page.locator("#ask button.main"), page.locator("#hand label.tap")
    assert button.inner_text() == "Pass cards (0 of 3)"
    for at in range(4):
        cards.nth(at).tap()
    assert page.locator("#hand :checked").count() == 3 and button.inner_text() == "Pass cards (3 of 3)"
    assert page.inner_text("#again") == "3 are enough: take one back first."
    # one is put back, and the other taken
    cards.nth(0).tap()
    cards.nth(3).tap()
    assert page.locator("#hand :checked").count() == 3 and not page.inner_text("#again")
    go_on(page, button.tap)
    assert table.state.decisions >= 3


def test_one_option_has_a_button_beside_what_is_tapped(scene: Scene) -> None:
    browser, tables, address = scene
    stream = Stream(11)
    for seed in range(5, 40):
        # the only card of a suit, or the two of clubs
        table = table_of(tables, "hearts", seed)
        while table.state.decisions < 60:
            seat, site = table.state.sites()[-1]
            if seat == 0 and words_of(table) == "play a card" and len(table.state.option_numbers(seat, site)) == 1:
                break
            choose_at_random(tables, table, seat, stream)
        if table.state.decisions < 60:
            break
    page = open_phone(browser, f"{address}/table/{table.id}/1/{table.seats[0].token}")
    taps, buttons = page.locator(".tap"), page.locator("#ask .options button:visible")
    assert taps.count() == buttons.count() == 1
    assert taps.get_attribute("value") == buttons.get_attribute("value")


def test_what_is_new_is_shown_above_the_table_and_leads_to_the_whole_log(scene: Scene) -> None:
    page, table = reach(scene, "hearts", "play a card", after=20)
    assert page.inner_text("#top .below b") == f"{page.locator('#log ol.new > li:not(.follows)').count()} new"
    page.tap("#top .below")
    page.wait_for_selector("#latest:popover-open")
    assert "Since your last choice" in page.inner_text("#latest") and page.evaluate("scrollY") < 200
    # the last trick stands above what is new
    newest = page.text_content("#log ol.new > li:first-child")
    assert newest in page.locator("#latest li").all_text_contents()
    page.tap("#latest .close")
    assert not page.is_visible("#latest") and page.evaluate("scrollY") < 200
    page.tap("#top .below")
    page.tap("#latest > a")
    page.wait_for_function("() => document.getElementById('log').getBoundingClientRect().top < innerHeight / 2")
    assert not page.is_visible("#latest")


def test_the_end_comes_into_view_above_the_table(scene: Scene) -> None:
    page, table = reach(scene, "goofspiel", "everybody bids at once")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    stream = Stream(3)
    while not table.state.over:
        choose_at_random(scene[1], table, table.state.sites()[-1][0], stream)
    page.wait_for_selector("#ended:not([hidden])")
    page.wait_for_function("() => scrollY === 0")
    box = page.locator("#ended").bounding_box()
    assert 0 < box["y"] < 200 and page.is_visible("#ended button.main")
    assert "win" in page.inner_text("#ended h2") and page.locator("#ended li").count() == 3


def test_what_is_to_be_tapped_again_is_said_with_its_action(scene: Scene) -> None:
    browser, tables, address = scene
    ruleset = load_ruleset("nine-mens-morris")
    table = begin_table(tables, ruleset, ruleset.game(2).start(5), ["human", "random"])
    page = open_phone(browser, f"{address}/table/{table.id}/1/{table.seats[0].token}")
    page.locator('.cell[aria-label="d7"]').tap()
    assert page.inner_text("#again") == "Tap again: Place a man d7"
