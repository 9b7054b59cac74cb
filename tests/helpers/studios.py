"""The studio in a browser: a server of its own, and what people do first."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from helpers.chromium import OURS
from helpers.processes import heed


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
