"""Players in real browsers: Chromium driven by Playwright, a window for each seat, each with habits of its own."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

from helpers.paths import ROOT
from helpers.processes import heed

from stammtisch.base.streams import Stream

CHROMIUM = Path("/usr/bin/chromium")
OURS = (sys.executable, str(ROOT / "cli.py"))
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 30_000
HABITS = ("tap", "phone", "keys", "offline")
# of two who do it all
BOTH = ("keys reload", "phone offline")
# what may be tapped, and what in the list of options takes one
TAPS = ".tap:not(label)"
LISTED = "#ask .options button"
# what a window says where its network was taken away, a move came too late, or one explanation takes another's place
EXPECTED = re.compile(
    r"ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|WebSocket|409|Failed to load|"
    r"htmx:(afterRequest|sendAbort|sendError|wsError|responseError)"
)
SHOWN = """() => [...document.querySelectorAll('header, main, aside')].map(e => e.textContent.replace(/\\s+/g, ' ')).join('|')"""
# pixels across that what is tapped on a phone has at least
FINGER = 44
# what has less, on windows of a phone's width; of cards in a row what the next one leaves of them; links in
# sentences may, and places of a board that is finer than a finger, where the nearest is meant
SMALL = """least => window.innerWidth > 480 ? [] : [...document.querySelectorAll(
  'button, select, input, textarea, summary, a[href], label:has([type=checkbox])')].filter(each => {
    const box = each.getBoundingClientRect(), style = getComputedStyle(each), row = each.closest('li');
    if (!box.width || style.visibility === 'hidden' || each.closest('label') !== null && each.matches('[type=checkbox]')) { return false; }
    if (each.matches('a') && each.closest('p, small, li, td') && style.display === 'inline') { return false; }
    const next = each.matches('.card') && row?.nextElementSibling?.querySelector('.card')?.getBoundingClientRect();
    const width = next && Math.abs(next.top - box.top) < 9 ? Math.min(box.width, next.left - box.left) : box.width;
    const enough = each.matches(".cell") ? (each.closest(".across-9") ? 0 : least - 1) : least;
    return width < enough - 0.5 || box.height < enough - 0.5;
  }).map(each => each.outerHTML.replace(/<svg.*/, '').slice(0, 120) + ' ' + JSON.stringify(each.getBoundingClientRect()))"""
# what takes two taps, tapped once; the second counts after so many milliseconds
ARMED = "document.querySelector('.armed') !== null"
TOO_SOON = 220
# htmx does not name what is given up: only an explanation may be, for the next one
GIVEN_UP = """addEventListener("DOMContentLoaded", () => { if (window.htmx) { htmx.logger = (element, name, detail) => {
  if (name === "htmx:sendAbort" && !element.matches(".why")) { console.error("given up: " + detail.pathInfo.finalRequestPath); }
}; } });"""
MOMENT = "(document.querySelector('[name=moment]')?.value ?? '')"


@contextmanager
def served(folder: Path, game: str, players: int, *more: str, program: Sequence[str] = OURS) -> Iterator[list[str]]:
    """A server in a process of its own, with one table; the links that it prints: first of each seat."""
    process = subprocess.Popen(
        [
            *program,
            "serve",
            game,
            "--players",
            str(players),
            "--port",
            "0",
            "--save",
            str(folder),
            "--seed",
            "7",
            *more,
        ],
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=heed,
        cwd=folder.parent,
    )
    try:
        assert process.stdout is not None
        said = ""
        while "Kept in" not in said:
            line = process.stdout.readline()
            assert line, said
            said += line
        found = re.findall(r"http://\S+", said)
        yield sorted(found, key=lambda link: not re.search(r"/table/[^/]+/\d+/", link))
    finally:
        process.kill()
        process.wait(20)


@contextmanager
def chromium() -> Iterator[Any]:
    """The browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGUMENTS)
        yield browser
        browser.close()


class Window:
    """A seat in a window of its own. habit: of the words tap, keys, phone, reload and offline; `faults` is what went
    wrong in it.
    """

    def __init__(self, browser: Any, link: str, habit: str, seed: int) -> None:
        phone = "phone" in habit
        size = {"width": 360, "height": 740} if phone else {"width": 1200, "height": 900}
        self.context = browser.new_context(viewport=size, has_touch=phone, color_scheme="dark" if seed % 2 else "light")
        self.context.add_init_script("localStorage.setItem('stammtisch pace', 'none')")
        self.context.add_init_script(GIVEN_UP)
        self.page, self.habit, self.link, self.stream = self.context.new_page(), habit, link, Stream(2 * seed + 1)
        self.faults: list[str] = []
        self.moves, self.away = 0, 0
        self.page.set_default_timeout(PATIENCE)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", lambda message: self._said(message))
        self.page.goto(link)

    def _said(self, message: Any) -> None:
        if message.type in ("error", "warning") and not EXPECTED.search(message.text):
            self.faults.append(message.text)

    @property
    def asked(self) -> bool:
        """Whether it is this seat's turn, as the tab says."""
        settled = "!document.body.classList.contains('happening')"
        return str(self.page.title()).startswith("●") and bool(self.page.evaluate(settled))

    @property
    def over(self) -> bool:
        return "The game is over" in self.page.title()

    def choose(self) -> None:
        """Chooses something in the way of this seat, and waits until the page has gone on."""
        if "reload" in self.habit and self.moves % 3 == 0:
            self.page.reload()
        before = self.page.evaluate(MOMENT)
        if self.page.locator("#ask [name=whole]").count():
            self._choose_set(before)
        elif "keys" in self.habit:
            self._keys("button", 1 + self.stream.draw(4))
        else:
            self._tap(before)
        self._gone_on(before)
        self.moves += 1
        if "offline" in self.habit and self.moves % 4 == 0:
            self.context.set_offline(True)
            self.away = 3

    def back(self) -> None:
        """The network is there again, after some moves of the others."""
        if self.away:
            self.away -= 1
            if not self.away:
                self.context.set_offline(False)

    def _gone_on(self, before: str) -> None:
        self.page.wait_for_function(f"before => {MOMENT} !== before", arg=before)

    def _press(self, found: Any) -> None:
        # cards that overlap show their left edge
        found.scroll_into_view_if_needed()
        box = found.bounding_box()
        at = {"x": min(9, box["width"] / 2), "y": min(20, box["height"] / 2)}
        if "phone" in self.habit:
            found.tap(position=at)
        else:
            found.click(position=at)

    def _tap(self, before: str) -> None:
        found = self.page.locator(TAPS)
        if not found.count():
            self.page.evaluate("document.querySelectorAll('#ask details').forEach(each => each.open = true)")
            found = self.page.locator(LISTED)
        assert found.count(), (self.habit, self.moves, self.page.title(), self.page.inner_html("body"))
        chosen = found.nth(self.stream.draw(found.count()))
        self._press(chosen)
        if self._needs_again(before):
            self._press(chosen)

    def _needs_again(self, before: str) -> bool:
        """Whether what was pressed takes two taps, and may be pressed again."""
        again = self.page.evaluate(ARMED) and self.page.evaluate(MOMENT) == before
        if again:
            self.page.wait_for_timeout(TOO_SOON)
        return bool(again)

    def _choose_set(self, before: str) -> None:
        """Chooses one after the other until they are enough."""
        boxes, chosen = self.page.locator("input[type=checkbox][name=option]"), 0
        wanted = self.stream.draw(min(3, boxes.count() + 1))
        while self.page.evaluate(MOMENT) == before:
            while chosen < wanted:
                self._check(boxes.nth(chosen))
                chosen += 1
            if "keys" in self.habit:
                self._keys("button.main", 1)
            else:
                self._press(self.page.locator("button.main"))
            self.page.wait_for_function(
                f"before => {MOMENT} !== before || document.querySelector('#notice').innerText", arg=before
            )
            numbers = [int(number) for number in re.findall(r"[0-9]+", self.page.inner_text("#notice"))]
            if numbers and numbers[0] > numbers[-1]:
                chosen -= 1
                self._check(boxes.nth(chosen))
                wanted = chosen
            else:
                wanted += 1
            self.page.evaluate("document.querySelector('#notice').textContent = ''")

    def _check(self, box: Any) -> None:
        if "keys" in self.habit:
            box.focus()
            self.page.keyboard.press("Space")
        else:
            self._press(box)

    def _keys(self, kind: str, times: int) -> None:
        """Goes on by the tabulator until something that can be chosen has the focus, and presses it."""
        self.page.evaluate("document.querySelectorAll('#ask details').forEach(each => each.open = true)")
        here = "() => document.activeElement.matches(kind) && document.activeElement.form?.id === 'move'"
        for _ in range(500):
            self.page.keyboard.press("Tab")
            if self.page.evaluate(here.replace("kind", repr(kind))):
                times -= 1
                if not times:
                    self.page.keyboard.press("Enter")
                    if self._needs_again(self.page.evaluate(MOMENT)):
                        self.page.keyboard.press("Enter")
                    return
        raise AssertionError(
            "nothing that can be chosen is reached by keyboard: "
            + self.page.inner_html("main")[-3500:]
            + str(self.faults)
        )

    # -- what has to hold

    def look(self) -> list[str]:
        """What is wrong with the page as it is."""
        return [*violations(self.page), *self.faults]

    def look_again(self) -> list[str]:
        """The same, and whether the page that has been open shows what it shows when it is loaded again."""
        from playwright.sync_api import TimeoutError as NeverSo

        self.page.wait_for_function("() => document.querySelector('#lost').hidden")
        again = self.context.new_page()
        again.goto(self.link)
        loaded, found = again.evaluate(SHOWN), self.look()
        again.close()
        try:  # the last choice of another may still be under way to the page
            self.page.wait_for_function(f"loaded => ({SHOWN})() === loaded", arg=loaded, timeout=5000)
        except NeverSo:
            found.append(f"shows {self.page.evaluate(SHOWN)!r}, and when loaded again {loaded!r}")
        return found


def violations(page: Any) -> list[str]:
    """What axe finds on a page, whether something in it is wider than the window, and what is small on a phone."""
    page.evaluate((files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8"))
    found = page.evaluate("axe.run().then(found => found.violations)")
    wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    return [
        *(f"too small for a finger: {text}" for text in page.evaluate(SMALL, FINGER)),
        *(f"{rule['id']}: {node['html'][:200]} {node['failureSummary']}" for rule in found for node in rule["nodes"]),
        *([f"{wide} pixels too wide"] if wide > 0 else []),
    ]


def turn_of(windows: list[Window]) -> Window:
    """The window of a seat that is asked, as soon as its page has the question."""
    for _ in range(600):
        for window in windows:
            if window.asked:
                return window
        windows[0].page.wait_for_timeout(30)
    raise AssertionError([window.page.title() for window in windows])


def play(windows: list[Window], most: int, seen: Callable[[int], None] = lambda moves: None) -> int:
    """Plays until the game is over or so many moves were made; how many were made. `seen` is called after each."""
    moves, idle = 0, 0
    while moves < most and not all(window.over for window in windows if not window.away):
        turn = next((window for window in windows if not window.away and window.asked), None)
        if turn is None:
            # those who wait for somebody without a network wait
            for window in windows:
                window.back()
            windows[0].page.wait_for_timeout(30)
            idle += 1
            assert idle < 600, [window.page.title() for window in windows]
            continue
        idle = 0
        turn.choose()
        moves += 1
        for window in windows:
            window.back()
        seen(moves)
    for window in windows:
        window.context.set_offline(False)
        window.away = 0
    return moves


def whole(folder: Path, game: str, players: int, most: int, more: list[str]) -> tuple[int, list[str]]:
    """Plays a game, or so many moves of it, in windows; how many moves were made, and what was found wrong."""
    found: list[str] = []
    with served(folder, game, players, *more) as links, chromium() as browser:
        habits = HABITS if players > 2 else BOTH
        windows = [Window(browser, links[seat], habits[seat % len(habits)], seat + 1) for seat in range(players)]
        if players > 3:
            windows[0].habit = "reload"

        def told(words: list[str], who: str) -> None:
            found.extend(f"{game}, {who}: {word}" for word in words)

        def seen(moves: int) -> None:
            if moves % 40 == 1:
                window = windows[moves // 40 % players]
                if not window.away:
                    told(window.look(), f"{window.habit} after {moves} moves")

        moves = play(windows, most, seen)
        for window in windows:
            told(window.look_again(), window.habit)
        page = browser.new_context(viewport={"width": 360, "height": 740}).new_page()
        beside = [links[0] + path for path in ("/rules", "/why", "/more", "/nothing")]
        for link in [*links[players:], *beside, *linked(page, links[players:])]:
            status, name = page.goto(link).status, re.sub(r"[\w-]{32}", "...", link.split("/", 3)[3])
            page.eval_on_selector_all("details", "found => found.forEach(each => each.open = true)")
            told([f"status {status}"] * (status != (404 if "nothing" in name else 200)) + violations(page), name)
        if all(window.over for window in windows):
            page.goto(links[0] + "/replay?at=1")
            told(violations(page), "replay")
    return moves, found


def linked(page: Any, links: list[str]) -> list[str]:
    """Where the pages of the host lead to, the questions about a game on the page on which tables are set up, and the
    page on which a designer sets up a position.
    """
    found: dict[str, None] = {}
    for link in links:
        page.goto(link)
        if "/host/" in link:
            page.get_by_role("button", name="Make a designer's link").click()
            found[page.locator("a[href*='/designer/']").evaluate("found => found.href") + "/position"] = None
        found |= dict.fromkeys(page.eval_on_selector_all("a", "found => found.map(each => each.href.split('#')[0])"))
        if "/tables/" in link:
            found[link + "?game=0"] = None
    # pages that look back are alike: one of each table is enough
    alike = {re.sub(r"then=\d+", "then=", link): link for link in found}
    return [link for link in alike.values() if link not in links and not re.search(r"/table/[^/]+/\d+/", link)]


def faults_of(found: list[str]) -> str:
    """What was found wrong, in words."""
    return "\n  ".join([f"{len(found)} faults", *found]) if found else "no fault"
