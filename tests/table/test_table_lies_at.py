"""What players have put on places stands there, with their names, and below questions whose options depend on it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from stammtisch.base.diagnostics import RulesetError
from stammtisch.front.api import load_ruleset
from stammtisch.game.state import State
from stammtisch.table.pages.render import seat_pieces

BIDS = """\
format: 1
game: Bids
players: 3
about: Bids on stalls.
things: {stall: {count: 3}}
components: {coin: 30}
each stall: {open: {start: true}, worth: 1..9}
each player: {coins: {of: coin, start: 5}, stake: {of: coin}, spot: {start: maybe stall, see: SEE}, points: 0..9}
phases:
  a bid:
    turns: player in players
    until: {all have bid: round > 1}
    one of: [Bid, Rest]
actions:
  Bid:
    choose: [stall in stalls where stall.open, number in 1..player.coins]
    where: {no two stalls may have the same: no(s in stalls where s != stall and s.total = stall.total + number)}
    pay: number
    from: player.coins
    to: player.stake
    do: {set: {player.spot: stall}}
  Rest: nothing
define: {total(stall): sum(p.stake for p in players where p.spot = stall)}
score: player.points
layout: {table: {panels: [stake], lies at: {stake: spot}, MORE}}
"""


def page_of(state: State) -> tuple[dict[str, Any], dict[str, str]]:
    """The page of who is asked, as data and in pieces."""
    return seat_pieces(state, state.sites()[0][0], ["Anna", "Ben", "Cleo"], [False] * 3, "/x")


def start(folder: Path, see: str, more: str) -> State:
    file = folder / "bids.yaml"
    rules = BIDS.replace("SEE", see).replace(", MORE", more)
    # what only its owner sees is no condition
    lines = [line for line in rules.splitlines() if see == "everyone" or ".total" not in line and "total(" not in line]
    file.write_text("\n".join(lines))
    return load_ruleset(str(file)).game(3).start(1)


def test_a_stake_stands_on_its_place_and_below_the_question(tmp_path: Path) -> None:
    state = start(tmp_path, "everyone", "")
    # Anna bids 2 on stall 2, Ben 1 on the same one
    for number in (1, 1):
        state.choose(number)
    assert page_of(state)[0]["asked"]["scope"] == [("Anna", "stall 2: 2")]
    state.choose(1)
    page, pieces = page_of(state)
    # while Ben chooses how many, what he has chosen comes first
    assert page["asked"]["scope"] == [("", "stall 2"), ("Anna", "stall 2: 2")]
    state.choose(0)
    page, pieces = page_of(state)
    assert page["asked"]["scope"] == [("Anna", "stall 2: 2"), ("Ben", "stall 2: 1")]
    tiles = [re.findall(r"<small>(\w+)</small> <b>(\d)</b>", tile) for tile in pieces["area-table"].split("<li")]
    assert [("Anna", "2"), ("Ben", "1")] in [[fact for fact in tile if fact[0] != "worth"] for tile in tiles]
    state.choose(0)
    assert page_of(state)[0]["asked"]["missing"] == ["Not 3: no two stalls may have the same"]


@pytest.mark.parametrize(("see", "more"), [("owner", ""), ("everyone", ", hidden: [spot]")])
def test_a_stake_does_not_stand_where_its_place_is_not_seen(tmp_path: Path, see: str, more: str) -> None:
    state = start(tmp_path, see, more)
    for number in (1, 1):
        state.choose(number)
    page, pieces = page_of(state)
    assert page["asked"]["scope"] == [] and "Anna" not in pieces["area-table"]


def test_what_lies_somewhere_must_be_a_number_and_its_place_a_thing(tmp_path: Path) -> None:
    file = tmp_path / "bids.yaml"
    file.write_text(BIDS.replace("SEE", "everyone").replace("{stake: spot}, MORE", "{spot: stake, worth: spot}"))
    with pytest.raises(RulesetError) as refused:
        load_ruleset(str(file))
    assert [one.message for one in refused.value.diagnostics] == [
        "no number of a player is called 'spot'",
        "no number of a player is called 'worth'",
        "no value of a player that names a place is called 'stake'",
    ]
