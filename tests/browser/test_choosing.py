"""Choosing in Chromium: two taps for what cannot be taken back, a rail that stays where it is, keys, sets, refusals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from helpers.chromium import CHROMIUM, MOMENT, chromium
from helpers.in_view import choose_at_random, listening, open_phone, table_of

from stammtisch.base.streams import Stream
from stammtisch.table.play.table import Table
from stammtisch.table.play.tables import Tables

pytest.importorskip("playwright")
pytestmark = [pytest.mark.full, pytest.mark.skipif(not CHROMIUM.exists(), reason="Chromium is not installed")]

TOO_SOON = 230
BOXES = """() => [document.querySelector('.dock'), ...document.querySelectorAll('.dock button, .dock .tap')]
  .filter(each => each.getClientRects().length).map(each => JSON.stringify(each.getBoundingClientRect()))"""
MOVED = "box => JSON.stringify(document.querySelector('.dock').getBoundingClientRect()) !== box"
# whether the page has gone on to the others
GONE = f"before => {MOMENT} !== before"
Scene = tuple[Any, Tables, str]


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    with listening(tmp_path_factory.mktemp("tables")) as (tables, address), chromium() as browser:
        yield browser, tables, address


def reach(scene: Scene, game: str, wanted: Callable[[Table], bool], seed: int = 5) -> tuple[Any, Table]:
    """A phone with the page of the first seat at the first moment of a random game that is wanted."""
    browser, tables, address = scene
    table, stream = table_of(tables, game, seed), Stream(11)
    while not (table.state.sites()[-1][0] == 0 and wanted(table)):
        choose_at_random(tables, table, table.state.sites()[-1][0], stream)
    page = open_phone(browser, f"{address}/table/{table.id}/1/{table.seats[0].token}")
    page.wait_for_function("() => document.getElementById('lost').hidden")
    return page, table


def words_of(table: Table) -> str:
    """The words of the decision."""
    return table.state.game.program.sites[table.state.sites()[-1][1]].words


def is_asked(words: str) -> Callable[[Table], bool]:
    """Whether that is the decision."""
    return lambda table: words_of(table) == words


def chosen(table: Table) -> int:
    return table.state.decisions


def test_what_cannot_be_taken_back_takes_two_taps(scene: Scene) -> None:
    page, table = reach(scene, "munchhausen", is_asked("the Baron believes it or not"))
    before, reject = chosen(table), page.get_by_role("button", name="Reject")
    moment = page.evaluate(MOMENT)
    boxes = page.evaluate(BOXES)
    reject.tap()
    assert page.inner_text("#again") == "Tap again: Reject" and chosen(table) == before
    assert page.evaluate(BOXES)[1:] == boxes[1:], "what can be tapped moves when something is armed"
    # what the question is about stays in sight
    [offer] = page.locator("#ask .scope").all()
    assert "offer" in offer.inner_text() and offer.evaluate("each => getComputedStyle(each).visibility") == "visible"
    # a tap elsewhere leaves it, Esc takes it away; twice at once is one tap of a finger that slipped
    page.locator(".felt").tap(position={"x": 5, "y": 5})
    assert page.inner_text("#again") == "Tap again: Reject" and page.locator(".armed").count() == 1
    page.keyboard.press("Escape")
    reject.evaluate("each => { each.click(); each.click(); }")
    assert page.inner_text("#again") == "Tap again: Reject"
    page.wait_for_timeout(TOO_SOON)
    assert chosen(table) == before
    page.keyboard.press("Escape")
    assert page.inner_text("#again") == "" and not page.locator(".armed").count()
    page.wait_for_timeout(TOO_SOON)
    assert not page.locator(".armed").count()
    reject.tap()
    page.wait_for_timeout(TOO_SOON)
    assert chosen(table) == before
    reject.tap()
    page.wait_for_function(GONE, arg=moment)
    assert chosen(table) > before
    page.context.close()


def test_what_can_be_taken_back_takes_one_tap_and_so_does_all_if_people_want_it(scene: Scene) -> None:
    page, table = reach(scene, "munchhausen", is_asked("the Baron believes it or not"))
    before = chosen(table)
    moment = page.evaluate(MOMENT)
    page.get_by_role("button", name="Accept").tap()
    page.wait_for_function(GONE, arg=moment)
    assert chosen(table) == before + 1
    page.context.close()
    page, table = reach(scene, "munchhausen", is_asked("the Baron believes it or not"))
    before, switch = chosen(table), page.get_by_role("checkbox", name="Two taps")
    moment = page.evaluate(MOMENT)
    page.locator("#top .gear").tap()
    switch.click()
    page.reload()
    page.locator("#top .gear").tap()
    assert not switch.is_checked()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Reject").tap()
    page.wait_for_function(GONE, arg=moment)
    assert chosen(table) > before
    page.context.close()


def test_without_scripts_one_tap_chooses(scene: Scene) -> None:
    page, table = reach(scene, "munchhausen", is_asked("the Baron believes it or not"))
    before, link = chosen(table), page.url
    page.context.close()
    page = scene[0].new_context(java_script_enabled=False).new_page()
    page.goto(link)
    page.get_by_role("button", name="Reject").click()
    assert chosen(table) > before
    page.context.close()


def test_nothing_moves_while_a_finger_is_down(scene: Scene) -> None:
    """Everybody chooses at once: the others' choices change the panels, and my own moves on only when I let go."""
    page, table = reach(scene, "hearts", is_asked("everybody passes cards"))
    page.wait_for_timeout(300)
    box = page.locator("#ask .main").bounding_box()
    boxes = page.evaluate(BOXES)
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] + 400)
    page.mouse.down()
    stream = Stream(3)
    while any(seat == 0 for seat, _ in table.state.sites()):
        choose_at_random(scene[1], table, 0, stream)
    page.wait_for_timeout(300)
    assert page.evaluate(BOXES) == boxes
    page.mouse.up()
    page.wait_for_function(
        "box => JSON.stringify(document.querySelector('.dock').getBoundingClientRect()) !== box", arg=boxes[0]
    )
    page.context.close()


def test_a_set_says_how_many_are_chosen(scene: Scene) -> None:
    page, _ = reach(scene, "hearts", is_asked("everybody passes cards"))
    assert page.inner_text("#ask .hint >> nth=0").startswith("Choose 3 cards.")
    page.locator("label.tap").nth(0).tap()
    page.locator("label.tap").nth(4).tap()
    assert page.inner_text("#ask .main") == "Pass cards (2 of 3)"
    page.context.close()


def test_what_a_hand_has_brought_stays_until_it_is_tapped_away(scene: Scene) -> None:
    page, table = reach(
        scene, "hearts", lambda table: words_of(table) == "everybody passes cards" and table.state.decisions > 60
    )
    counted = page.locator("#counted")
    assert "player 1" in counted.inner_text() and counted.is_visible()
    brought = counted.inner_text()
    page.evaluate("localStorage.setItem('stammtisch pace', 'none')")
    for box in page.locator("input[type=checkbox][name=option]").all()[:3]:
        box.check(force=True)
    page.locator("#ask button.main").tap()
    page.wait_for_function("() => !document.querySelector('#ask .main')")
    assert counted.is_visible() and counted.inner_text() == brought
    counted.locator("button").tap()
    assert not counted.is_visible()
    page.context.close()


def test_a_refusal_stays_until_it_was_seen(scene: Scene) -> None:
    page, _ = reach(scene, "hearts", is_asked("everybody passes cards"))
    page.locator("#ask .main").tap()
    notice = page.locator("#notice .notice")
    notice.wait_for()
    assert "You chose none; exactly 3 are needed." in notice.inner_text()
    box, top = notice.bounding_box(), page.locator("#top").bounding_box()
    assert top["y"] + top["height"] <= box["y"] and box["y"] + box["height"] <= 740
    page.locator("#notice button").tap()
    assert not notice.count()
    # who chooses on has seen it, too
    page.locator("#ask button.main").tap()
    notice.wait_for()
    page.wait_for_function("() => !!document.getElementById('notice').dataset.seen")
    page.locator("input[type=checkbox][name=option]").first.check(force=True)
    assert not notice.count()
    page.context.close()


def test_keys_lead_to_what_can_be_chosen(scene: Scene) -> None:
    page, table = reach(scene, "munchhausen", is_asked("the Baron believes it or not"))
    before = chosen(table)
    moment = page.evaluate(MOMENT)
    page.locator("#asked").focus()
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.textContent") == "Accept"
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.textContent") == "Reject"
    page.keyboard.press("Enter")
    assert page.inner_text("#again") == "Tap again: Reject"
    page.keyboard.press("1")
    page.wait_for_function(GONE, arg=moment)
    assert chosen(table) == before + 1
    page.context.close()


def test_many_numbers_are_chosen_by_keys_slider_and_field(scene: Scene) -> None:
    page, table = reach(scene, "balvin", lambda table: len(table.state.option_numbers(*table.state.sites()[-1])) > 16)
    assert page.locator("#ask .options > button").count() <= 6
    field, button = page.locator(".scale [type=number]"), page.locator(".scale button")
    field.fill("9")
    assert button.inner_text() == "Bid 9" and page.locator(".scale [type=range]").get_attribute("aria-valuetext") == "9"
    page.locator("body").click(position={"x": 2, "y": 2})
    field.click()
    page.keyboard.type("8")
    assert field.input_value() == "8" and button.inner_text() == "Bid 8"
    field.fill("77")
    assert button.is_disabled()
    key = page.locator("#ask .options > button").nth(2)
    page.evaluate("each => { form = each.form; form.dataset.twice = each.value; }", key.element_handle())
    key.click()
    assert button.inner_text() == key.get_attribute("aria-label") and field.input_value() == key.inner_text()
    page.locator(".scale [type=range]").fill("3")
    number = field.input_value()
    assert button.inner_text() == f"Bid {number}" and button.is_enabled()
    before = chosen(table)
    moment = page.evaluate(MOMENT)
    field.press("Enter")
    page.wait_for_function(GONE, arg=moment)
    assert chosen(table) == before + 1 and table.state.choices()[-1].seat == 0
    page.context.close()


def test_a_screen_reader_finds_the_question_and_each_option_with_its_words(scene: Scene) -> None:
    for game in ("munchhausen", "hearts", "balvin", "chess"):
        page, _ = reach(scene, game, lambda table: True)
        nodes = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
        found = [
            (node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes if not node["ignored"]
        ]
        assert ("heading", page.inner_text("#asked")) in {(role, name[:1].upper() + name[1:]) for role, name in found}
        for role, name in found:
            assert name.strip() or role not in ("button", "checkbox", "slider", "spinbutton", "link", "img"), (
                game,
                role,
            )
        assert any(role in ("button", "checkbox") for role, _ in found)
        page.context.close()
