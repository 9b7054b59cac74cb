"""The table within a page, asked as its worker asks, and the game that is packed for it."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from helpers.browsers import MOMENT

from stammtisch.backend.native.browser_host import PREPARED, module_key
from stammtisch.backend.native.module import write_module
from stammtisch.base.errors import UsageError
from stammtisch.base.languages.catalogues import LANGUAGES
from stammtisch.bots.by_name import STRONGEST
from stammtisch.front.api import load_ruleset
from stammtisch.records.recording_reader import read_game
from stammtisch.rulebook.translation import rulebook_in
from stammtisch.standalone.page_table import PageTable
from stammtisch.standalone.web_game import WebGame, pack, unpack, web_game
from stammtisch.study.reports.human_games import count_human_games, read_recordings
from stammtisch.table.play import background

pytestmark = pytest.mark.full
FORM = {"players": "3", "seat-1": "human", "seat-2": "random", "seat-3": "random", "seed": "7"}


@pytest.fixture(scope="module")
def packed() -> bytes:
    return pack(web_game(load_ruleset("munchhausen"), {}))


@pytest.fixture
def table(packed: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(background, "HAS_THREADS", False)
    # in a page the files of the game are nowhere
    monkeypatch.chdir(tmp_path)
    made = PageTable(packed, tmp_path / "tables")
    yield made
    made.tables.store.close()
    PREPARED.clear()


def test_a_packed_game_is_the_same_and_names_no_folder_of_this_computer(packed: bytes) -> None:
    ruleset, game = load_ruleset("munchhausen"), unpack(packed)
    assert game.ruleset.hash == ruleset.hash and game.ruleset.players == ruleset.players
    assert str(ruleset.path.parent).encode() not in packed and str(Path.home()).encode() not in packed
    for players in ruleset.players:
        one, other = game.ruleset.game(players), ruleset.game(players)
        assert one.played(7).payoffs == other.played(7).payoffs
        assert module_key(write_module(other.program, searching=True)[0]) in game.modules


@pytest.mark.parametrize("name", ["balvin", "bierfest", "ofertu", "warrender"])
def test_games_with_all_kinds_of_words_can_be_packed(name: str) -> None:
    ruleset = load_ruleset(name)
    rules = {(0, language): rulebook_in(language, ruleset) for language in LANGUAGES}
    assert unpack(pack(WebGame(ruleset, {}, {}, (), {}, rules))).rules == rules


def test_the_same_game_is_packed_to_the_same_bytes(tmp_path: Path) -> None:
    code = "import sys; from stammtisch.front.api import load_ruleset as load\n"
    code += "from stammtisch.standalone.web_game import pack, web_game\n"
    code += "sys.stdout.buffer.write(pack(web_game(load('tictactoe'), {})))"
    packed = [
        subprocess.run(
            [sys.executable, "-c", code], check=True, capture_output=True, env=os.environ | {"PYTHONHASHSEED": seed}
        )
        for seed in "12"
    ]
    assert packed[0].stdout == packed[1].stdout and unpack(packed[0].stdout).ruleset.name == "Tic-tac-toe"


def test_a_turn_is_played_and_bots_answer_it(table: PageTable) -> None:
    async def play() -> None:
        path = table.begin(urlencode(FORM))
        page = await table.answer("GET", path, "", "de", False)
        assert page.status == 200 and "Du bist dran" in page.text
        # nobody comes back to a page that is closed
        assert "/feed/" not in page.text
        moment = MOMENT.search(page.text)
        assert moment is not None and table.table is not None
        before = table.table.state.decisions
        sent = urlencode({"moment": moment[1], "option": 0})
        taken = await table.answer("POST", path, sent, "de", False)
        assert taken.status == 200 and taken.path == path and table.table.state.decisions > before
        refused = await table.answer("POST", path, sent, "de", False)
        assert refused.status == 409
        rules = await table.answer("GET", f"{path}/rules", "", "de", False)
        assert rules.status == 200 and "Versteigerung" in rules.text

    asyncio.run(play())
    assert table.recording().startswith(b'{"format":"stammtisch-game-1"')


def test_a_game_of_two_people_is_played_without_reading_rules_replayed_and_sent_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ruleset = load_ruleset("tictactoe")
    packed = pack(web_game(ruleset, {}))
    with monkeypatch.context() as page:
        page.setattr(background, "HAS_THREADS", False)
        for reader in ("yaml.parse", "yaml.load", "stammtisch.reading.library.find"):
            page.setattr(reader, refuse_to_read)
        made = PageTable(packed, tmp_path / "tables")
        asyncio.run(play_on_one_device(made))
        made.tables.store.close()
        (tmp_path / "game.jsonl").write_bytes(made.recording())
    # as `report --recordings` counts them
    assert count_human_games(read_recordings(tmp_path), ruleset.game()).tally.games == 1


def refuse_to_read(*_: Any, **__: Any) -> None:
    raise AssertionError("rules are read")


async def play_on_one_device(made: PageTable) -> None:
    """Play a game to its end, always by the first option, and look at the pages beside it."""
    shown, link = made.begin(urlencode({"players": "2", "seat-1": "human", "seat-2": "human"})), ""
    assert made.table is not None
    while not made.table.state.over:
        cover = await made.answer("GET", shown, "", "en", False)
        found = re.search(r'href="(/table/[^"]+/device/[^"]+/\d)"', cover.text)
        assert found is not None
        link = found[1]
        moment = MOMENT.search((await made.answer("GET", link, "", "en", False)).text)
        assert moment is not None
        await made.answer("POST", link, urlencode({"moment": moment[1], "option": 0}), "en", False)
    for page, words in (("/replay?at=3", "round 2: player 2"), ("/rules", "three in a row"), ("/more", "Tic-tac-toe")):
        answer = await made.answer("GET", link + page, "", "en", False)
        assert answer.status == 200 and words in answer.text, page


@pytest.mark.parametrize("game, name", [("tictactoe", "perfect"), ("connect-four", "expert")])
def test_the_strongest_bot_is_the_one_that_it_is_here(game: str, name: str, tmp_path: Path) -> None:
    made = PageTable(pack(web_game(load_ruleset(game), {})), tmp_path / "tables")
    assert f'value="{STRONGEST}"' in made.start_page("en")
    made.begin(urlencode({"players": "2", "seat-1": "human", "seat-2": STRONGEST}))
    assert made.table is not None and made.table.seats[1].kind == name
    # a machine for all that it may ask for was assembled before
    uses = {"learning": True, "searching": True} if name == "expert" else {"solving": True}
    assert module_key(write_module(made.table.state.game.program, **uses)[0]) in made.game.modules
    made.tables.store.close()
    PREPARED.clear()


def test_an_open_page_is_told_what_changes(table: PageTable) -> None:
    heard: list[tuple[str, Any]] = []

    async def play() -> None:
        path = table.begin(urlencode(FORM | {"seat-2": "human"}))
        assert "/device/" in path and table.table is not None
        link = f"/table/{table.table.id}/1/{table.table.seats[0].token}"
        end = table.follow(f"{link}/live?at=&language=en", "en", lambda what, value: heard.append((what, value)))
        await asyncio.sleep(0.1)
        page = await table.answer("GET", link, "", "en", False)
        moment = MOMENT.search(page.text)
        assert moment is not None
        first = len(heard)
        done = await table.answer("POST", link, urlencode({"moment": moment[1], "option": 0}), "en", True)
        assert done.status == 204
        await asyncio.sleep(0.1)
        assert heard[0] == ("open", "") and len(heard) > first and heard[-1][0] == "text"
        end()
        await asyncio.sleep(0.05)

    asyncio.run(play())


def test_the_page_before_a_game_offers_bots_that_can_think_only_where_they_can(
    table: PageTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert 'value="casual" data-thinks selected' in table.start_page("de")
    monkeypatch.setattr("stammtisch.standalone.page_table.available", lambda: False)
    assert "casual" not in table.start_page("de") and "Ein neuerer Browser kann mehr" in table.start_page("de")
    with pytest.raises(UsageError, match="a seed is a whole number"):
        table.begin(urlencode(FORM | {"seed": "seven"}))


def test_with_more_players_than_there_are_modules_for_nobody_plays_at_random_under_the_name_of_a_level(
    packed: bytes, tmp_path: Path
) -> None:
    whole = unpack(packed)
    made = PageTable(pack(replace(whole, thinking=(3, 5))), tmp_path / "tables")
    page = made.start_page("en")
    assert 'data-thinking="3 5"' in page and re.search(r'id="too-large" hidden', page)
    more = {"players": "4", "seat-1": "human", "seat-2": "random", "seat-3": "casual", "seat-4": "random"}
    with pytest.raises(UsageError, match="bots that think cannot play this game with 4 players"):
        made.begin(urlencode(more))
    made.begin(urlencode(more | {f"seat-{seat}": "human" for seat in (2, 3, 4)}))
    with pytest.raises(UsageError, match="is for 3 to 8 players, not 9"):
        made.begin(urlencode(more | {"players": "9"} | {f"seat-{seat}": "random" for seat in range(5, 10)}))
    made.tables.store.close()
    PREPARED.clear()


def test_a_page_in_a_folder_asks_for_nothing_outside_it(packed: bytes, tmp_path: Path) -> None:
    made = PageTable(packed, tmp_path / "tables", "/my%20games/one")

    async def play() -> None:
        path = made.begin(urlencode(FORM))
        assert path.startswith("/my%20games/one/table/")
        page = await made.answer("GET", path, "", "en", False)
        addresses = re.findall(r'\b(?:href|src|action|ws-connect)="(/[^"]*)"', page.text)
        assert page.status == 200 and len(addresses) > 9
        assert all(address.startswith("/my%20games/one/") for address in addresses)
        # frames and pictures are named from the page; a manifest needs a server
        assert "/manifest" not in page.text and f'<iframe src="{path}/rules"' in page.text
        moment = MOMENT.search(page.text)
        assert moment is not None
        sent = urlencode({"moment": moment[1], "option": 0})
        taken = await made.answer("POST", path, sent, "en", False)
        assert taken.status == 200 and taken.path == path

    asyncio.run(play())
    made.tables.store.close()
    PREPARED.clear()


def test_a_recording_names_the_game_and_no_file_of_the_browser(table: PageTable, tmp_path: Path) -> None:
    table.begin(urlencode(FORM | {f"seat-{seat}": "human" for seat in (2, 3)}))
    (tmp_path / "game.jsonl").write_bytes(table.recording())
    kept = read_game(tmp_path / "game.jsonl")
    assert kept.header["files"] == ["munchhausen"] and kept.ruleset.path == load_ruleset("munchhausen").path
    variant = unpack(pack(WebGame(load_ruleset("balvin", ["four-gates"]), {}, {}, (), {}, {}))).ruleset
    assert variant.sources == ["balvin", "four-gates"]


def test_whoever_plays_in_a_page_has_nobody_to_write_to(table: PageTable) -> None:
    async def play() -> None:
        page = await table.answer("GET", table.begin(urlencode(FORM)), "", "en", False)
        assert '<section id="chat" hx-swap-oob="morph" class="chat" hidden>' in page.text

    asyncio.run(play())
