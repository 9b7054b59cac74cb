"""The studio as a site with a folder on disk, in Chromium. The browser's own folder stands for one that people choose."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from helpers.chromium import CHROMIUM, chromium
from helpers.static_server import static_server
from helpers.studios import begin

from stammtisch.base.errors import UsageError
from stammtisch.cli.commands.site import command
from stammtisch.standalone.npm_packages import WABT, package_files, pyodide_files

pytest.importorskip("playwright")
pytestmark = [pytest.mark.full, pytest.mark.skipif(not CHROMIUM.exists(), reason="Chromium is not installed")]
# only a limit: machines that do much else need it
PATIENCE = 240_000
RULES = "village-picnic/ruleset.yaml"
# a folder that somebody chooses; the browser asks before it is used again, unless told otherwise
CHOSEN = """window.showDirectoryPicker = async () =>
  (await navigator.storage.getDirectory()).getDirectoryHandle("my games", { create: true });
FileSystemHandle.prototype.queryPermission = async () => localStorage.getItem("permission") ?? "granted";
FileSystemHandle.prototype.requestPermission = async () => "granted";
localStorage.setItem('stammtisch pace', 'none');
"""
READ = """async path => {
  let place = await (await navigator.storage.getDirectory()).getDirectoryHandle("my games");
  const names = path.split("/");
  for (const name of names.slice(0, -1)) place = await place.getDirectoryHandle(name);
  return (await (await place.getFileHandle(names.at(-1))).getFile()).text();
}"""
CHANGE = """async ([path, old, text]) => {
  let place = await (await navigator.storage.getDirectory()).getDirectoryHandle("my games");
  const names = path.split("/");
  for (const name of names.slice(0, -1)) place = await place.getDirectoryHandle(name);
  const handle = await place.getFileHandle(names.at(-1));
  const before = await (await handle.getFile()).text();
  const writing = await handle.createWritable();
  await writing.write(before.replace(old, text));
  await writing.close();
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    try:
        pyodide_files(None), package_files(WABT, None)
    except UsageError as error:
        pytest.skip(str(error))
    made = tmp_path_factory.mktemp("site") / "studio"
    CliRunner().invoke(command, ["--out", str(made)], standalone_mode=False, catch_exceptions=False)
    return made


def wait_until_loaded(page: Any) -> None:
    page.wait_for_selector(".waiting", state="detached")
    page.wait_for_selector("#site-says", state="detached")


def test_games_are_saved_in_a_folder_that_is_opened_again(site: Path) -> None:
    faults: list[str] = []
    with static_server(site.parent) as server, chromium() as browser:
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.add_init_script(CHOSEN)
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(f"{server}/studio/")
        wait_until_loaded(page)
        page.get_by_role("button", name="Open a folder of this computer").click()
        page.get_by_text("saved in the folder my games").first.wait_for()
        begin(page, "Card game", "Village picnic")
        assert "game: Village picnic" in page.evaluate(READ, RULES)
        # what is written here is there, and what another program writes is taken over
        page.locator(".cm-line", has_text="players: 2..5").click()
        page.keyboard.press("End")
        page.keyboard.press("Backspace")
        page.keyboard.type("4")
        page.wait_for_function(f"async () => (await ({READ})('{RULES}')).includes('players: 2..4')")
        page.get_by_text("Saved", exact=True).wait_for()
        page.evaluate(CHANGE, [RULES, "players: 2..4", "players: 2..3"])
        page.locator(".cm-line", has_text="players: 2..3").wait_for()
        # the next time the browser asks first
        page.evaluate("localStorage.setItem('permission', 'prompt')")
        page.reload()
        page.get_by_role("button", name="Open the folder").click()
        page.locator(".cm-line", has_text="players: 2..3").wait_for()
        # and the games in the browser are as they were
        page.get_by_role("button", name="Stammtisch: all games").click()
        page.get_by_role("button", name="Back to the games in this browser").click()
        page.get_by_text("kept in this browser alone").first.wait_for()
        assert page.get_by_role("button", name="Village picnic").count() == 0
        assert page.get_by_role("button", name="Open a folder of this computer").count() == 1
        page.context.close()
    assert not faults


def test_where_a_browser_has_no_folders_none_is_offered(site: Path) -> None:
    with static_server(site.parent) as server, chromium() as browser:
        page = browser.new_page()
        page.add_init_script("delete window.showDirectoryPicker; delete Window.prototype.showDirectoryPicker")
        page.set_default_timeout(PATIENCE)
        page.goto(f"{server}/studio/")
        wait_until_loaded(page)
        page.get_by_text("kept in this browser alone").first.wait_for()
        assert page.get_by_role("button", name="Open a folder of this computer").count() == 0
        page.context.close()
