"""The studio in a browser: a server of its own, and what people do there, from a template to a game as a zip file."""

from __future__ import annotations

import re
import subprocess
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from helpers.chromium import OURS
from helpers.processes import heed

BROKEN = "setings:"


@contextmanager
def studio(folder: Path) -> Iterator[str]:
    """A studio in a process of its own; its link."""
    folder.mkdir()
    command = [*OURS, "studio", str(folder), "--port", "0", "--no-open"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, preexec_fn=heed, cwd=folder)
    try:
        assert process.stdout is not None
        link = ""
        while not link:
            line = process.stdout.readline()
            assert line, "the studio ended"
            found = re.search(r"http://\S+", line)
            link = found[0] if found else ""
        yield link
    finally:
        process.kill()
        process.wait(20)


def begin(page: Any, template: str, name: str) -> None:
    """Begin a game from a template."""
    page.get_by_role("button", name=re.compile(f"^{template}")).first.click()
    # the name has the focus, and all of it is marked
    page.get_by_label("Name of your game").wait_for()
    page.keyboard.type(name)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Play", exact=True).and_(page.locator(":enabled")).wait_for()
    # what the program notes between the words moves lines; from now on they stay where they are
    page.locator(".noted").first.wait_for()


def choose(page: Any) -> None:
    """Choose the first card that can be played at the table, and wait until the bots have answered."""
    table = page.frame_locator("iframe[title='The table']")
    moment = table.locator("[name=moment]").first.input_value()
    card = table.locator(".tap").first
    card.click()
    if table.locator(".armed").count():
        page.wait_for_timeout(250)
        card.click()
    table.locator(f"[name=moment]:not([value='{moment}'])").first.wait_for(state="attached")


def mend_a_mistake(page: Any) -> None:
    """Take a letter away, and have it written again by the quick fix."""
    page.locator(".cm-line", has_text=re.compile("^settings:")).click()
    page.keyboard.press("Home")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Delete")
    assert page.locator(".cm-line", has_text=BROKEN).count() == 1
    page.get_by_role("button", name="Write settings").click()
    page.get_by_text("No mistakes").wait_for()
    page.get_by_text("Saved", exact=True).wait_for()


def change_a_card(page: Any) -> None:
    """Change a card in its sheet, and see it drawn so."""
    page.get_by_role("button", name="dishes.csv").first.click()
    page.get_by_label("text, row 2").fill("Everybody likes them.")
    page.get_by_text("Saved", exact=True).wait_for()
    page.get_by_role("tab", name="Cards").click()
    page.locator(".cards img[src*=Everybody]").first.wait_for()


def play_a_turn(page: Any) -> None:
    """Play a turn against bots."""
    page.get_by_role("tab", name="Play").click()
    page.get_by_role("button", name="Play", exact=True).click()
    choose(page)


def make_a_test(page: Any) -> None:
    """Make the moment at the table a test, which passes with all the others."""
    page.get_by_role("button", name="Make a test").click()
    page.get_by_label("What should happen here?").fill("after the first dish")
    page.get_by_role("button", name="Add the test").click()
    page.locator(".cm-activeLine", has_text="after the first dish").wait_for()
    page.get_by_role("tab", name="Tests").click()
    page.get_by_role("button", name="Run all tests").click()
    page.get_by_text(re.compile(r"^All \d+ passed")).wait_for()


def play_many_games(page: Any) -> None:
    """Play 10,000 games; all seats together win in all of them."""
    page.get_by_role("tab", name="Numbers").click()
    page.locator(".choice", has_text="Games").locator("select").select_option("10000")
    page.get_by_role("button", name="Play 10,000 games").click()
    page.get_by_text("10,000 of 10,000 games").wait_for()
    shares = [float(text.split()[0]) for text in page.locator(".bars b").all_inner_texts()]
    assert len(shares) == 3 and 99 < sum(shares) < 101


def read_the_report(page: Any) -> None:
    """Open the report of the games that were played, and follow a link in it."""
    page.get_by_role("button", name="Report").click()
    report = page.frame_locator("iframe[title='Report']")
    report.get_by_role("link").first.click()
    assert report.get_by_role("heading").count() > 2


def export(page: Any, place: Path) -> None:
    """Save the whole game as a zip file, and unpack it."""
    with page.expect_download() as saved:
        page.get_by_role("button", name="Export").click()
    with zipfile.ZipFile(saved.value.path()) as archive:
        archive.extractall(place)


def from_a_template_to_a_file(page: Any, place: Path) -> Path:
    """Go the whole way with a new game, which is unpacked at the place; the file of its rules."""
    begin(page, "Card game", "Village picnic")
    for step in (mend_a_mistake, change_a_card, play_a_turn, make_a_test, play_many_games, read_the_report):
        step(page)
    export(page, place)
    rules = next(place.rglob("ruleset.yaml"))
    assert BROKEN not in rules.read_text(encoding="utf-8")
    assert "Everybody likes them." in rules.with_name("dishes.csv").read_text(encoding="utf-8")
    assert "after the first dish" in rules.with_name("scenarios.yaml").read_text(encoding="utf-8")
    return rules
