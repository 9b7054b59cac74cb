"""In two worlds that a seat cannot tell apart the server sends it the same bytes: pages, errors, headers, pieces."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import games
from helpers.browsers import AT_HOME, client_of
from helpers.tiers import tiered
from helpers.worlds.given import Looked, Plan, hides, looked

from stammtisch.bots.named import HUMAN
from stammtisch.front.api import load_ruleset
from stammtisch.game.game import Game, State
from stammtisch.table.opening import opened
from stammtisch.table.page import moment
from stammtisch.table.tables import Table, Tables

PLAN = Plan(most=6, seats=False, budget=200)
FORM = {"content-type": "application/x-www-form-urlencoded"}


class Served:
    """A table whose state is put there; what a seat gets by each kind of request that changes nothing."""

    def __init__(self, tables: Tables, table: Table) -> None:
        self.tables, self.table = tables, table

    def __call__(self, state: State, seat: int) -> bytes:
        table = self.table
        table.state = state
        table.version += 1
        link = f"/table/{table.id}/watch/{table.watch}"
        if seat >= 0:
            link = f"/table/{table.id}/{seat + 1}/{table.seats[seat].token}"
        # a server of its own, which has counted no requests
        client, sent = client_of(self.tables), []
        for path in ("", "/why", "/more", "/rules", "/replay", "/nothing"):
            sent.append(client.get(link + path))
            sent.append(client.get(link + path, headers={"hx-request": "true"}))
        now = moment(state, seat) if seat >= 0 else "0.0.0"
        for body in ("option=99999", "option=0&option=0&whole=1&moment=x", f"option=999&moment={now}", "", "option=x"):
            for live in ({}, {"hx-request": "true"}):
                sent.append(client.post(link, content=body, headers=FORM | live))
        sent.append(client.post(link + "/name", content="name=", headers=FORM))
        sent.append(client.post(link + "/do", content="do=back&at=x", headers=FORM))
        with client, client.websocket_connect(link + "/live", headers=AT_HOME) as socket:
            pieces = socket.receive_text()
        assert table.state is state
        answers = [f"{answer.status_code} {sorted(answer.headers.items())}\n{answer.text}" for answer in sent]
        return "\n".join([*answers, pieces]).encode()


def served(folder: Path, name: str, variant: str, players: int) -> tuple[Game, Served]:
    ruleset = load_ruleset(name, [variant] if variant else [])
    game = ruleset.game(players)
    tables = opened(folder)
    return game, Served(tables, tables.begin(ruleset, game.start(1), [HUMAN] * players))


@pytest.mark.parametrize(
    ("name", "variant"),
    tiered([name for name in games.NAMES if not name[1]], lambda name: name[0] in ("munchhausen", "kuhn")),
)
def test_a_seat_is_sent_the_same_bytes_in_both_worlds(tmp_path: Path, name: str, variant: str) -> None:
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
