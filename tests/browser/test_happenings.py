"""What happens is seen: pages in Chromium that are open, in front and not skipped show every card of every trick."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.chromium import CHROMIUM, chromium, served

pytest.importorskip("playwright")
pytestmark = [pytest.mark.full, pytest.mark.skipif(not CHROMIUM.exists(), reason="Chromium is not installed")]

PHONE = {"width": 360, "height": 740}
BOTS = ["--seat", "2=random,3=random,4=random"]
# while a test holds the page still, what waits longer than a reaction waits on
STILL = """
window.still = false;
const later = window.setTimeout, forget = window.clearTimeout, waiting = {};
window.setTimeout = (what, time, ...more) => {
  const run = () => { if (window.still && time >= 400) { waiting[id] = later(run, 20); } else { what(...more); } };
  const id = later(run, time);
  return id;
};
window.clearTimeout = id => forget(waiting[id] ?? id);
"""
# the cards in the middle, each time that they change, when, and whether anything could be chosen then
WATCH = """
window.tricks = [];
addEventListener('DOMContentLoaded', () => {
  const look = () => {
    const cards = [...document.querySelectorAll('.round .card:not(.back)')].map(each => each.getAttribute('aria-label'));
    const last = window.tricks[window.tricks.length - 1];
    if (!last || last.cards.join() !== cards.join()) {
      window.tricks.push({cards, time: performance.now(), open: !!document.querySelector('#hand .tap')});
    }
  };
  new MutationObserver(look).observe(document.body, {subtree: true, childList: true, characterData: true, attributes: true});
});
"""
CAN_CHOOSE = "() => document.title.startsWith('●') && !document.body.classList.contains('happening')"
# the same, and not what was asked at a moment before: its second number counts choices
CAN_CHOOSE_AFTER = f"""before => ({CAN_CHOOSE})() &&
  Number(document.querySelector('[name=moment]').value.split('.')[1]) > Number(before.split('.')[1])"""
# the cards that were played by the whole log, the first one first
PLAYED = """() => [...document.querySelectorAll('.log li')].filter(line => line.textContent.includes('play a card'))
  .map(line => line.querySelector('.mini').getAttribute('aria-label')).reverse()"""
FOUR = "() => document.querySelectorAll('.round .card:not(.back)').length === 4"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as found:
        yield found


@pytest.fixture
def table(tmp_path: Path) -> Iterator[list[str]]:
    with served(tmp_path / "tables", "hearts", 4, *BOTS) as links:
        yield links


def opened(browser: Any, link: str, pace: str = "", motion: str = "no-preference") -> Any:
    context = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion=motion)
    if pace:
        context.add_init_script(f"localStorage.setItem('stammtisch pace', '{pace}')")
    context.add_init_script("localStorage.setItem('stammtisch one tap', '1')")
    page = context.new_page()
    page.add_init_script(STILL)
    page.add_init_script(WATCH)
    page.goto(link)
    return page


def moment_of(page: Any) -> str:
    return str(page.locator("[name=moment]").first.input_value())


def choose(page: Any) -> str:
    """Passes cards, or plays the first that may be played, when it is the turn of this page; the moment before."""
    page.wait_for_function(CAN_CHOOSE)
    moment = moment_of(page)
    if page.locator("#ask [name=whole]").count():
        for box in page.locator("input[type=checkbox][name=option]").all()[:3]:
            box.check()
        page.locator("button.main").click()
    else:
        page.locator("#hand button.tap").first.click(position={"x": 9, "y": 20})
    page.wait_for_function("before => document.querySelector('[name=moment]')?.value !== before", arg=moment)
    return moment


def test_a_page_that_is_open_shows_all_four_cards_of_each_trick_and_takes_no_choice_then(
    browser: Any, table: list[str]
) -> None:
    page, host = opened(browser, table[0]), opened(browser, next(link for link in table if "/host/" in link))
    other = opened(browser, host.locator("a[href*='/watch/']").first.evaluate("found => found.href"))
    for _ in range(4):
        choose(page)
    page.wait_for_function(CAN_CHOOSE)
    watched = (page.evaluate("window.tricks"), 900), (other.evaluate("window.tricks"), 200)
    page.click("a[href='?log']")
    page.wait_for_url("**?log")
    cards = page.evaluate(PLAYED)
    # who only looks on has to keep up with those who choose
    for seen, least in watched:
        tricks = [(one, after) for one, after in zip(seen, seen[1:], strict=False) if len(one["cards"]) == 4]
        assert [{*one["cards"]} for one, _ in tricks] == [{*cards[at : at + 4]} for at in range(0, 12, 4)], (
            seen,
            cards,
        )
        for one, after in tricks:
            assert after["time"] - one["time"] > least and not one["open"]


def test_a_picture_in_between_keeps_the_height_of_the_rail_and_a_tap_goes_on(browser: Any, table: list[str]) -> None:
    page = opened(browser, table[0], "slow")
    choose(page)
    page.wait_for_function(CAN_CHOOSE)
    height = page.eval_on_selector(".dock", "each => each.offsetHeight")
    choose(page)
    page.wait_for_function(FOUR)
    assert page.eval_on_selector(".dock", "each => each.offsetHeight") == height
    assert page.locator("#skip .end").is_visible() and not page.locator("#hand .tap, #ask button:visible").count()
    page.mouse.click(30, 15)  # not on the table
    page.wait_for_timeout(300)
    assert page.evaluate(FOUR) and page.locator("#skip .end").is_visible()
    page.locator(".round").click()
    page.wait_for_timeout(300)
    assert not page.evaluate(FOUR) and not page.locator("#skip .end").is_visible()


def test_keys_and_a_page_in_the_background_go_on_and_who_wants_no_pictures_has_none(
    browser: Any, table: list[str]
) -> None:
    page, fast = opened(browser, table[0], "slow"), opened(browser, table[0], "none")
    choose(page)
    for go_on in ("Escape", "Space", ""):
        before = choose(page)
        page.wait_for_function(FOUR)
        page.evaluate("window.still = true")
        fast.wait_for_function(CAN_CHOOSE_AFTER, arg=before)
        if go_on:
            page.keyboard.press(go_on)
        else:
            page.evaluate("Object.defineProperty(document, 'hidden', {get: () => true})")
            page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        page.wait_for_function(CAN_CHOOSE_AFTER, arg=before)
        page.evaluate("window.still = false")
        assert page.inner_text("#area-table") == fast.inner_text("#area-table")


def test_cards_move_unless_somebody_wants_less_motion_and_then_they_stay_as_long(
    browser: Any, table: list[str]
) -> None:
    pages = [opened(browser, table[0], motion=motion) for motion in ("no-preference", "reduce")]
    for page in pages:
        page.evaluate(
            """() => { window.moved = []; const animate = Element.prototype.animate;
            Element.prototype.animate = function (...of) { window.moved.push(this.ariaLabel); return animate.apply(this, of); }; }"""
        )
    choose(pages[0])
    before = choose(pages[0])
    for page in pages:
        page.wait_for_function(CAN_CHOOSE_AFTER, arg=before)
    cards = [one["cards"] for one in pages[0].evaluate("window.tricks") if len(one["cards"]) == 4]
    moved, still = (page.evaluate("window.moved") for page in pages)
    assert {*cards[0]} <= {*moved} and still == []
    assert not pages[0].locator(".flying").count()
    times = [one["time"] for one in pages[1].evaluate("window.tricks")]
    assert times[-1] - times[1] > 1500


def test_step_by_step_each_picture_waits_until_it_is_let_go(browser: Any, table: list[str]) -> None:
    page = opened(browser, table[0])
    page.locator("#top .gear").click()
    page.locator("#pace select").select_option("step")
    page.reload()
    assert page.locator("#pace select").input_value() == "step"
    choose(page)
    steps = 0
    while page.locator("#skip .next").is_visible() or not page.evaluate(CAN_CHOOSE):
        if page.locator("#skip .next").is_visible():
            before = page.evaluate("document.querySelector('#top').textContent")
            page.wait_for_timeout(900)
            assert page.evaluate("document.querySelector('#top').textContent") == before
            page.locator("#skip .next").click()
            steps += 1
        page.wait_for_timeout(50)
    assert steps >= 1


def test_a_page_that_was_cut_off_shows_what_has_happened_since(browser: Any, table: list[str]) -> None:
    page, other = opened(browser, table[0]), opened(browser, table[0], "none")
    moment = choose(page)
    for each in (page, other):
        each.wait_for_function(CAN_CHOOSE_AFTER, arg=moment)
    page.context.set_offline(True)
    moment = choose(other)
    other.wait_for_function(CAN_CHOOSE_AFTER, arg=moment)
    page.wait_for_timeout(200)
    before = page.evaluate("window.tricks.length")
    page.context.set_offline(False)
    page.wait_for_function(CAN_CHOOSE_AFTER, arg=moment)
    assert any(len(each["cards"]) == 4 for each in page.evaluate("window.tricks")[before:])


def times(page: Any, least: int) -> list[float]:
    """How long each whole trick has been shown, of at least so many."""
    seen = page.evaluate("window.tricks")
    found = [after["time"] - one["time"] for one, after in zip(seen, seen[1:], strict=False) if len(one["cards"]) == 4]
    assert len(found) >= least
    return found


def test_who_takes_a_trick_is_said_while_it_lies_there_and_the_first_three_lie_longer(
    browser: Any, table: list[str]
) -> None:
    page = opened(browser, table[0])
    choose(page)
    for _ in range(5):
        choose(page)
        page.wait_for_function(FOUR)
        said = page.inner_text("#top .now")
        page.wait_for_function(CAN_CHOOSE)
        taker = page.inner_text("#trick h2").removeprefix("Last trick, taken by ")
        assert said == f"{taker[:1].upper()}{taker[1:]} takes the trick"
    first, later = times(page, 5)[:3], times(page, 5)[3:5]
    assert min(first) > 1.6 * max(later)
    # who has set a pace has it from the first trick on
    other = opened(browser, table[0], "normal")
    choose(other)
    other.wait_for_function(CAN_CHOOSE)
    assert max(times(other, 1)) < 1.6 * max(later)


def test_the_last_trick_is_in_view_on_a_phone_and_one_tap_away_with_the_log(browser: Any, table: list[str]) -> None:
    page = opened(browser, table[0], "none")
    for _ in range(4):
        choose(page)
    page.wait_for_function(CAN_CHOOSE)
    top, low = (page.locator(of).bounding_box() for of in ("#top", ".dock"))
    box = page.locator("#trick").bounding_box()
    assert box["y"] >= top["y"] + top["height"] and box["y"] + box["height"] <= low["y"]
    page.locator("#top .below").tap()
    shown = page.locator("#latest")
    assert page.locator("#trick h2").inner_text() in shown.inner_text() and "newest first" in shown.inner_text()


def tapped_in_passing(page: Any, other: Any, before: str, index: int) -> str:
    """Taps a card of the hand on a page that still shows what others do since a moment; `other` of the same seat says
    which can be chosen: the one with that index among all that can, or with -1 one that cannot. The card's name.
    """
    page.wait_for_selector("#skip .end", state="visible")
    other.wait_for_function(CAN_CHOOSE_AFTER, arg=before)
    kind = "button.tap" if index >= 0 else ".card:not(.tap)"
    name = str(other.locator(f"#hand {kind}").nth(max(index, 0)).get_attribute("title"))
    page.wait_for_timeout(300)
    page.evaluate("window.still = false")
    assert page.locator("#skip .end").is_visible() and not page.locator("#hand .tap").count()
    page.locator(f"#hand .card[title='{name}']").tap(position={"x": 9, "y": 20})
    return name


SHOWS_OR_ASKS = f"before => document.querySelector('#skip .end').checkVisibility() || ({CAN_CHOOSE_AFTER})(before)"
GONE = "name => !document.querySelector(`#hand .card[title='${name}']`)"


def test_a_tap_on_a_card_while_others_move_chooses_it_where_the_question_is_known(browser: Any, tmp_path: Path) -> None:
    # who has the two of clubs is asked at once: then nothing was to be seen before
    for number in range(8):
        with served(tmp_path / f"tables-{number}", "hearts", 4, *BOTS) as table:
            page, other = opened(browser, table[0], "slow"), opened(browser, table[0], "none")
            before = choose(page)
            page.evaluate("window.still = true")
            page.wait_for_function(SHOWS_OR_ASKS, arg=before)
            if page.locator("#skip .end").is_visible():
                taps_in_passing(page, other, before)
                return
    raise AssertionError("nobody else has ever begun")


def taps_in_passing(page: Any, other: Any, before: str) -> None:
    """Taps on cards while what others do is shown: the first of two where nobody was asked that before, else the only one."""
    name = tapped_in_passing(page, other, before, 0)
    assert page.locator("#hand .armed").get_attribute("title") == name and not page.evaluate(GONE, name)
    assert page.inner_text("#again").startswith("Tap again: ")
    page.wait_for_timeout(300)
    before = moment_of(page)
    page.locator("#hand .armed").tap(position={"x": 9, "y": 20})
    page.evaluate("window.still = true")
    page.wait_for_function(GONE, arg=name)
    name = tapped_in_passing(page, other, before, 0)
    page.wait_for_function(GONE, arg=name)
    other.wait_for_function(GONE, arg=name)


def test_a_tap_on_a_card_that_cannot_be_chosen_only_goes_on_and_two_taps_stay_two(
    browser: Any, table: list[str]
) -> None:
    page, other = opened(browser, table[0], "slow"), opened(browser, table[0], "none")
    choose(page)
    for _ in range(2):
        before = choose(page)
        page.evaluate("window.still = true")
        other.wait_for_function(CAN_CHOOSE_AFTER, arg=before)
        if other.locator("#hand .card:not(.tap)").count():
            name = tapped_in_passing(page, other, before, -1)
            page.wait_for_function(CAN_CHOOSE_AFTER, arg=before)
            assert not page.evaluate(GONE, name) and not page.locator("#hand .armed").count()
        page.evaluate("window.still = false")
        page.keyboard.press("Escape")
        page.wait_for_function(CAN_CHOOSE_AFTER, arg=before)
    page.evaluate("localStorage.removeItem('stammtisch one tap')")
    page.locator("#hand button.tap").first.tap(position={"x": 9, "y": 20})
    page.wait_for_timeout(300)
    before = moment_of(page)
    page.locator("#hand .armed").tap(position={"x": 9, "y": 20})
    page.evaluate("window.still = true")
    name = tapped_in_passing(page, other, before, 0)
    page.wait_for_timeout(500)
    assert page.locator("#hand .armed").get_attribute("title") == name and not page.evaluate(GONE, name)


def test_a_hand_that_is_over_says_so_in_view_and_what_begins_again_has_no_badge(browser: Any, table: list[str]) -> None:
    page = opened(browser, table[0], "none")
    choose(page)
    assert page.inner_text("#top h1 small") == "Hand 1 · a trick"
    for _ in range(13):
        choose(page)
    page.wait_for_function(CAN_CHOOSE)
    assert page.inner_text("#top h1 small") == "Hand 2" and page.locator("#ask [name=whole]").count()
    box, low = page.locator("#counted").bounding_box(), page.locator(".dock").bounding_box()
    assert page.inner_text("#counted h2") == "Hand 1 is over" and box["y"] + box["height"] <= low["y"]
    changed = page.evaluate("[...document.querySelectorAll('dd[data-gain]')].map(each => each.dataset.gain)")
    assert changed and not page.locator("dd[data-loss]").count()
