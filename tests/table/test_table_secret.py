"""In two worlds that a seat cannot tell apart the server sends the same bytes to its open page, pictures among them.

What it answers to requests is compared in seats/test_worlds_served.py.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import games
from helpers.browsers import AT_HOME, client_of
from helpers.tiers import tiered
from helpers.worlds.given import Looked, Plan, Told, hides, looked

from stammtisch.bots.by_name import HUMAN
from stammtisch.front.api import load_ruleset
from stammtisch.game.game import Game
from stammtisch.game.state import State
from stammtisch.seats import happenings
from stammtisch.seats.happenings import Beginning
from stammtisch.seats.perception.beginnings import beginning_at
from stammtisch.table.play.setup import begin_table
from stammtisch.table.play.table import Table
from stammtisch.table.play.tables import Tables, open_tables

# since which the page shows what has happened
EVENTS = 40
PLAN = Plan(most=6, seats=False, budget=200)


class Served:
    """A table whose state is put there; what is sent to the page of a seat that is opened then."""

    def __init__(self, tables: Tables, table: Table) -> None:
        self.tables, self.table = tables, table

    def __call__(self, state: State, seat: int) -> bytes:
        table = self.table
        table.state = state
        table.version += 1
        link = f"/table/{table.id}/watch/{table.watch}"
        if seat >= 0:
            link = f"/table/{table.id}/{seat + 1}/{table.seats[seat].token}"
        live = f"{link}/live?mark=0.{max(0, len(state.seen(seat)) - EVENTS)}"
        with client_of(self.tables) as client, client.websocket_connect(live, headers=AT_HOME) as socket:
            return socket.receive_text().encode()


def served(folder: Path, name: str, variant: str, players: int) -> tuple[Game, Served]:
    ruleset = load_ruleset(name, [variant] if variant else [])
    game = ruleset.game(players)
    tables = open_tables(folder)
    return game, Served(tables, begin_table(tables, ruleset, game.start(1), [HUMAN] * players))


@pytest.mark.parametrize(
    ("name", "variant"),
    tiered([name for name in games.NAMES if not name[1]], lambda name: name[0] in ("munchhausen", "kuhn")),
)
def test_an_open_page_is_sent_the_same_bytes_in_both_worlds(tmp_path: Path, name: str, variant: str) -> None:
    players = load_ruleset(name).players[0]
    game, served_by = served(tmp_path, name, variant, players)
    if not hides(game):
        pytest.skip("nothing is hidden")
    found = Looked()
    for seed in range(1, 12):
        found = looked(game, seed, PLAN, given={"page": served_by})
        if found.other:
            break
    served_by.tables.store.close()
    assert found.other, "no other world was ever compared"


def test_a_picture_that_stays_longer_for_what_is_hidden_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, served_by = served(tmp_path, "munchhausen", "", 3)

    def with_secret(state: State, seat: int, number: int) -> Beginning | None:
        monkeypatch.setattr(happenings, "CHOICE", 600 + hash(str(state.z)) % 10**6)
        return beginning_at(state, seat, number)

    monkeypatch.setattr("stammtisch.table.pages.pictures.beginning_at", with_secret)
    with pytest.raises(Told, match="page"):
        for seed in range(1, 12):
            looked(game, seed, PLAN, given={"page": served_by})
    served_by.tables.store.close()
