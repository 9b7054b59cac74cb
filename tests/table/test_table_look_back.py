"""During the game a line of the log leads back to its moment: the table as that seat perceived it then."""

from __future__ import annotations

import html
import re

import pytest
from helpers.browsers import AT_HOME, Player, begun, client_of, seated

from stammtisch.base.streams import Stream
from stammtisch.front.api import load_ruleset
from stammtisch.game.state import State
from stammtisch.seats.happenings import look_back
from stammtisch.seats.perception.beginnings import beginning_at
from stammtisch.seats.perception.scenes import information_of, scene_of
from stammtisch.seats.scene import InformationState
from stammtisch.seats.seat_view import view_of
from stammtisch.seats.visibility import ONLOOKER
from stammtisch.table.pages.links import table_path
from stammtisch.table.pages.look_back import mark_of
from stammtisch.table.pages.page import LEAST_SHOWN
from stammtisch.table.play.tables import Tables

FOLDED = "(?:<details><summary>[^<]*</summary><ul><li>)?"
LINE = re.compile(rf'<li id="line-(\d+)"(?: class="follows")?>{FOLDED}<a class="then" href="\?then=(\d+)">(.*?)</a>')
HAND = re.compile(r'<section id="hand".*?</section>', re.S)


def choose(state: State, times: int) -> State:
    """The state after so many choices by chance."""
    stream = Stream(3)
    state = state.clone()
    for _ in range(times):
        if not state.over:
            seat, site = state.sites()[0]
            state.choose(stream.draw(len(state.option_numbers(seat, site))), seat)
    return state


def nameless(view: dict) -> dict:
    """A view without tags, which say when the seat could still tell cards apart, and without what is asked."""
    zones = [zone | {"cards": sorted(str({**card, "tag": 0}) for card in zone["cards"])} for zone in view["zones"]]
    return {"zones": zones, "values": view["values"], "seat": view["seat"]}


@pytest.mark.parametrize("name", ["hearts", "munchhausen", "gin-rummy", "nine-mens-morris"])
def test_looking_back_is_what_the_seat_saw_then(name: str) -> None:
    state, then = load_ruleset(name).game().start(5), list[dict[int, InformationState]]()
    seats = (ONLOOKER, *range(state.game.players))
    for _ in range(15):
        state = choose(state, 3)
        then.append({seat: information_of(state, seat) for seat in seats})
    for states in then:
        for seat, was in states.items():
            number = len(was.log.events)
            beginning = beginning_at(state, seat, number, 9999)
            assert beginning is not None
            again = look_back(beginning, scene_of(state, seat))
            assert again.log.events[:] == was.log.events[:]
            # what is named only later is nothing until then
            seen, there = nameless(view_of(again)), nameless(view_of(was))
            for one, other in zip(seen["values"], there["values"], strict=True):
                one["value"] = other["value"] if one["value"] is None else one["value"]
            assert seen == there, (seat, number)


def test_each_line_leads_there_and_back_to_now(tables: Tables) -> None:
    table = begun(tables, "hearts", 4, ["human"] * 4)
    players = seated(tables, table)
    table.state = choose(table.state, 30)
    player = players[0]
    before = table.state
    whole = player.client.get(f"{player.link}?log").text
    lines = sorted(LINE.findall(whole), key=lambda line: -int(line[0]))
    assert len(lines) > 20 and all(one == other for one, other, _ in lines)
    # the page itself has the last of them, and a way to all
    now = player.look().text
    shown = LINE.findall(now)
    assert '<a href="?log">' in now and LEAST_SHOWN < len(shown) < len(lines) and {*shown} < {*lines}
    hands = set()
    for number, *_ in lines:
        page = player.client.get(f"{player.link}?then={number}")
        assert page.status_code == 200 and f'<a id="now" class="now" href="{player.link}"' in page.text
        assert "data-ws" not in page.text and 'id="move"' not in page.text and f'id="line-{number}"' in page.text
        assert max(int(line) for line, *_ in LINE.findall(page.text)) == int(number)
        hands.add(HAND.search(page.text)[0])  # type: ignore[index]
    assert len(hands) > 5 and table.state is before
    asked = table.state.decision.seat
    assert [">● Your turn</a>" in each.client.get(f"{each.link}?then={lines[-1][0]}").text for each in players] == [
        seat == asked for seat in range(4)
    ]
    first = player.client.get(f"{player.link}?then={lines[-1][0]}").text
    assert (
        f'href="?then={lines[-2][0]}"><i aria-hidden="true">→</i><span>Next</span>' in first
        and "Back</span></a>" not in first
    )


def test_watchers_and_hosts_look_back_at_what_everybody_saw_and_other_lines_lead_to_now(tables: Tables) -> None:
    table = begun(tables, "hearts", 4, ["human"] * 4)
    player, client = seated(tables, table)[0], client_of(tables)
    table.state = choose(table.state, 20)
    for link in (table_path(table, "watch"), table_path(table, "host")):
        lines = LINE.findall(Player(client, link).look().text)
        page = client.get(f"{link}?then={lines[3][0]}")
        assert page.status_code == 200 and 'id="hand"' not in page.text
    gone = player.client.get(f"{player.link}?then=9999")
    assert (gone.status_code, gone.headers["location"]) == (303, player.link)
    assert player.client.get(f"{player.link}?then=x").status_code == 400


def test_a_page_that_looks_back_hears_that_the_game_has_gone_on_and_nothing_else(tables: Tables) -> None:
    table = begun(tables, "hearts", 4, ["human"] * 4)
    players, client = seated(tables, table), client_of(tables)
    table.state = choose(table.state, 20)
    seat = table.state.decision.seat
    other = players[(seat + 1) % 4]
    line = LINE.findall(other.look().text)[0][0]
    page = client.get(f"{other.link}?then={line}").text
    follows, mark = re.findall('data-follows="([^"]*)" data-mark="([^"]*)"', page)[0]
    now = f'<a id="now" class="now" href="{other.link}" data-mark="{{}}">{{}}</a>'
    with client, client.websocket_connect(html.unescape(follows), headers=AT_HOME) as socket:
        assert socket.receive_text() == now.format(mark, "To the table")
        players[seat].choose(0, players[seat].look().moment)
        asked = table.state.decision.seat == (seat + 1) % 4
        words = "● Your turn" if asked else "To the table"
        assert socket.receive_text() == now.format(mark_of(table, (seat + 1) % 4), words)
    # a host's page looks back without
    host = client.get(f"{table_path(table, 'host')}?then={line}").text
    assert 'id="now"' in host and "data-follows" not in host
