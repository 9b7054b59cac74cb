"""Takes the pictures of docs/studio.md: cd tests; python -m helpers.studio_pictures. Needs `.[browser]` and Chromium."""

from __future__ import annotations

import io
import re
import tempfile
from pathlib import Path
from typing import Any

from helpers.chromium import chromium
from helpers.paths import ROOT
from helpers.studios import begin, choose, studio
from PIL import Image

FOLDER = ROOT / "docs" / "pictures"
WIDE, PHONE = {"width": 1280, "height": 800}, {"width": 360, "height": 740}
# on a device that wants nothing explained, and shows nothing in slow motion
QUIET = """localStorage.setItem('stammtisch guide', '{"off": true}'); localStorage.setItem('stammtisch pace', 'none')"""


def keep(page: Any, name: str) -> None:
    """Write what a window shows as a picture."""
    page.wait_for_timeout(400)
    Image.open(io.BytesIO(page.screenshot())).save(FOLDER / f"{name}.webp", quality=72, method=6)


def opened(browser: Any, link: str, size: dict[str, int], scheme: str) -> Any:
    """A window of the studio."""
    context = browser.new_context(viewport=size, color_scheme=scheme, has_touch=size is PHONE)
    context.add_init_script(QUIET)
    page = context.new_page()
    page.goto(link)
    return page


def draw_mistake(page: Any) -> None:
    """A game under way at the right, and a mistake with what mends it."""
    page.get_by_role("button", name="Play", exact=True).click()
    choose(page)
    page.locator(".cm-line", has_text=re.compile("^settings:")).click()
    for key in ("Home", "ArrowRight", "ArrowRight", "ArrowRight", "Delete"):
        page.keyboard.press(key)
    page.get_by_role("button", name="Write settings").wait_for()
    keep(page, "studio-mistake")
    page.get_by_role("button", name="Write settings").click()
    page.get_by_text("No mistakes").wait_for()


def draw_numbers(page: Any) -> None:
    """A sheet of cards in the middle, and what a thousand games come to."""
    page.get_by_role("button", name="dishes.csv").first.click()
    page.get_by_role("tab", name="Numbers").click()
    page.get_by_role("button", name="Play 1,000 games").click()
    page.get_by_text("1,000 of 1,000 games").wait_for()
    keep(page, "studio-numbers")


def draw_phone(browser: Any, link: str) -> None:
    """The rules on a phone, in the dark."""
    page = opened(browser, link, PHONE, "dark")
    page.locator(".cm-content").wait_for()
    page.wait_for_timeout(1500)
    keep(page, "studio-phone")


def main() -> None:
    """Take all of them."""
    with tempfile.TemporaryDirectory() as place, studio(Path(place) / "games") as link, chromium() as browser:
        page = opened(browser, link, WIDE, "light")
        begin(page, "Card game", "Village picnic")
        draw_mistake(page)
        draw_numbers(page)
        draw_phone(browser, link)


if __name__ == "__main__":
    main()
