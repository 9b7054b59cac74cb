"""The studio within a page, asked as its worker asks."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.farmyard import PNG, write_farmyard

from stammtisch.standalone.site_studio import SiteStudio
from stammtisch.table.play import background

ROOT = "/my%20games"


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SiteStudio]:
    monkeypatch.setattr(background, "HAS_THREADS", False)
    made = SiteStudio(tmp_path / "games", tmp_path / "tables", ROOT)
    yield made
    made.studio.open_tables.store.close()


def ask(site: SiteStudio, name: str, **arguments: Any) -> Any:
    answer = json.loads(site.ask(json.dumps({"name": name, "arguments": arguments})))
    assert "result" in answer, answer
    return answer["result"]


def test_a_game_is_begun_and_its_table_answers_below_the_folder_of_the_site(site: SiteStudio) -> None:
    async def play() -> None:
        begun = ask(site, "begin", folder="mine", template="card-game")
        there = ask(site, "play", game=begun["game"], players=3, seats=["human", "human", "human"])
        for path in (there["paths"]["seats"][0], there["paths"]["designer"]):
            assert path.startswith(f"{ROOT}/table/")
            page = await site.answer("GET", path, "", "en", False)
            assert page.status == 200 and f'href="{ROOT}/table-' in page.text

    asyncio.run(play())


def test_the_studio_for_many_games_has_the_files_and_the_texts_that_are_written(
    site: SiteStudio, tmp_path: Path
) -> None:
    begun = ask(site, "begin", folder="mine", template="card-game")
    text = ask(site, "read", file=begun["game"])["text"].replace("game: ", "game: Another ", 1)
    ask(site, "check", file=begun["game"], text=text)
    files = site.files()
    assert files["mine/ruleset.yaml"] == text.encode() and {"mine/scenarios.yaml", "mine/dishes.csv"} <= {*files}
    assert not any(".stammtisch" in name for name in files)
    other = SiteStudio(tmp_path / "other", tmp_path / "other tables")
    other.take_files({"gone/ruleset.yaml": b"", "mine/old.yaml": b"x"})
    other.take_files(files)
    assert other.files() == files
    assert "Another" in ask(other, "game", game=begun["game"])["name"]
    other.studio.open_tables.store.close()


def test_pictures_of_games_under_way_go_by_the_names_that_pages_give_them(site: SiteStudio, tmp_path: Path) -> None:
    assert site.pictures() == {}
    write_farmyard(tmp_path / "games" / "farm")

    async def play() -> str:
        there = ask(site, "play", game="farm/ruleset.yaml", players=2, seats=["human", "human"])
        return (await site.answer("GET", there["paths"]["designer"], "", "en", False)).text

    page, found = asyncio.run(play()), site.pictures()
    assert PNG + b"back" in found.values()
    assert len(shown := {*re.findall(r'src="pictures/([^"]+)"', page)}) > 0 and shown <= {*found}
