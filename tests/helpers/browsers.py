"""Players who use the pages of a table as a browser without scripts does: they read forms and send them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import unescape
from typing import Any

import httpx2 as httpx
from starlette.testclient import TestClient

from stammtisch.front.api import load_ruleset
from stammtisch.table.play.setup import begin_table
from stammtisch.table.play.table import Table
from stammtisch.table.play.tables import Tables
from stammtisch.table.web.server import application

TAKEN = 303
# the headers of a connection as the browser of a player sends them
AT_HOME = {"host": "localhost", "origin": "http://localhost"}
MOMENT = re.compile(r'name="moment" value="([^"]+)"')
OPTION = re.compile(r'<button name="option" value="(\d+)">(.*?)</button>')
IN_A_SET = re.compile(r'<input type="checkbox" name="option" value="(\d+)"(?: form="move")? aria-label="([^"]*)">')
TAPPED = re.compile(r'<button class="[^"]*tap[^"]*"[^>]* name="option" value="(\d+)"[^>]*>')


class Page:
    """A page as it was read: what is asked there, by text and position, and what can be tapped."""

    def __init__(self, response: httpx.Response) -> None:
        self.status, self.text, self.headers = response.status_code, response.text, response.headers
        found = MOMENT.search(self.text)
        self.moment = found[1] if found else ""
        self.looks_again = 'http-equiv="refresh"' in self.text
        self.options = {unescape(re.sub("<.*?>", "", text)): int(index) for index, text in OPTION.findall(self.text)}
        self.options |= {unescape(text): int(index) for index, text in IN_A_SET.findall(self.text)}
        self.tapped = [int(index) for index in TAPPED.findall(self.text)]


class Player:
    """Somebody with one link."""

    def __init__(self, client: Any, link: str) -> None:
        self.client, self.link = client, link

    def look(self) -> Page:
        return Page(self.client.get(self.link))

    def choose_all(self, options: list[int], moment: str) -> Page:
        """The same for all of a set."""
        return Page(self.client.post(self.link, data={"option": options, "moment": moment, "whole": "1"}))

    def choose(self, option: int, moment: str) -> Page:
        """Sends a move; its status is TAKEN where it was taken."""
        return Page(self.client.post(self.link, data={"option": option, "moment": moment}))


def begun(tables: Tables, name: str, players: int, kinds: list[str], seed: int = 7) -> Table:
    """A new table."""
    ruleset = load_ruleset(name)
    return begin_table(tables, ruleset, ruleset.game(players).start(seed), kinds)


def client_of(tables: Tables, offers: Sequence[str] = (), public: str = "") -> TestClient:
    """A browser for a server in this process at which these rulesets may be played."""
    return TestClient(
        application(tables, offers=offers, public=public),
        "http://localhost",
        follow_redirects=False,
        raise_server_exceptions=False,
    )


def seated(tables: Tables, table: Table) -> list[Player]:
    """A player at each seat."""
    client = client_of(tables)
    return [Player(client, f"/table/{table.id}/{n}/{seat.token}") for n, seat in enumerate(table.seats, 1)]


def do(player: Player, **fields: object) -> int:
    """Sends what somebody does besides playing; the status of the answer."""
    status: int = player.client.post(player.link + "/do", data=fields).status_code
    return status


def settled(table: Table) -> None:
    """Waits until bots have chosen."""
    while True:
        with table.lock:  # under which their thread is made and started
            thinking = table.thinking
        if thinking is None:
            return
        thinking.join(10)
