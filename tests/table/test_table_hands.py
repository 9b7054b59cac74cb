"""Those who look on see all hands some choices later, if the host has decided so before anybody sat down."""

from __future__ import annotations

import re

import pytest
from helpers.browsers import begun, client_of, seated

from stammtisch.base.streams import Stream
from stammtisch.table.pages.links import table_path
from stammtisch.table.play.seats import mark_taken
from stammtisch.table.play.spectators import set_hands
from stammtisch.table.play.table import Refused, Table
from stammtisch.table.play.tables import Tables

HANDS = re.compile(r'<section id="(hand-\d)".*?</section>', re.S)
CARD = re.compile(r'role="img" title="([^"]+)"')


def choose(table: Table, times: int) -> None:
    stream = Stream(3)
    for _ in range(times):
        seat, site = table.state.sites()[0]
        table.state.choose(stream.draw(len(table.state.option_numbers(seat, site))), seat)


def hands(text: str) -> dict[str, list[str]]:
    """The cards of each hand on a page."""
    return {found[1]: CARD.findall(found[0]) for found in HANDS.finditer(text)}


def test_hands_are_seen_so_many_choices_later_each_as_its_seat_saw_it(tables: Tables) -> None:
    table, client = begun(tables, "hearts", 4, ["human"] * 4), client_of(tables)
    watch = table_path(table, "watch")
    assert client.get(f"{watch}/hands").status_code == 404
    set_hands(tables, table, 10)
    choose(table, 9)
    early = client.get(f"{watch}/hands")
    assert early.status_code == 200 and hands(early.text) == {} and "10 choices later" in early.text
    # twelve cards are passed at the same time
    choose(table, 13)
    page = client.get(f"{watch}/hands").text
    found = hands(page)
    assert [len(cards) for cards in found.values()] == [13] * 4
    assert "As it was 10 choices ago" in page and f'href="{watch}"' in page and 'name="option"' not in page
    own = [player.look().text for player in seated(tables, table)]
    # nobody else's page has any of it, nor does that of who looks on, but both say so
    assert all(
        hands(text) == {} and "sees all hands, 10 choices later" in text for text in (*own, client.get(watch).text)
    )
    assert f'href="{watch}/hands"' in client.get(watch).text and "/hands" not in own[0]
    choose(table, 12)
    assert hands(client.get(f"{watch}/hands").text) != found
    for link in (f"/table/{table.id}/1/{table.seats[0].token}/hands", f"/table/{table.id}/watch/x/hands"):
        assert client.get(link).status_code == 404


def test_a_secret_choice_shows_nothing_more(tables: Tables) -> None:
    table, client = begun(tables, "hearts", 4, ["human"] * 4), client_of(tables)
    set_hands(tables, table, 10)
    choose(table, 12 + 11)
    while table.state.sites()[0][0] is not None and len(table.state.sites()) == 1 and table.state.decisions < 64:
        choose(table, 1)
    watch = f"{table_path(table, 'watch')}/hands"
    assert len(table.state.sites()) == 4
    before = client.get(watch).text
    choose(table, 2)
    assert client.get(watch).text == before


def test_it_is_decided_before_anybody_sits_down_and_everybody_is_told_there(tables: Tables) -> None:
    table, client = begun(tables, "hearts", 4, ["human"] * 4), client_of(tables)
    host, lobby = table_path(table, "host"), table_path(table, "lobby")
    assert "sees all hands" not in client.get(lobby).text
    assert client.post(host, data={"seat": 0, "do": "hands", "hands": 30}).status_code == 303
    assert "sees all hands, 30 choices later" in client.get(lobby).text
    assert tables.store.read_table(table.id).host_settings.hands == 30
    assert client.post(host, data={"seat": 0, "do": "hands", "hands": 7}).status_code == 409
    mark_taken(tables, table, 0)
    answer = client.post(host, data={"seat": 0, "do": "hands", "hands": 0})
    assert answer.status_code == 409 and "sits at the table already" in answer.text and table.host_settings.hands == 30
    other = begun(tables, "hearts", 4, ["human"] * 4)
    choose(other, 12)
    with pytest.raises(Refused):
        set_hands(tables, other, 10)


def test_a_table_is_set_up_with_it(tables: Tables) -> None:
    client, link = client_of(tables, ["hearts"]), f"/tables/{tables.setup_token}"
    sent = {"game": 0, "variants": "", "players": 4, "hands": 100}
    assert 'name="hands"' in client.get(f"{link}?game=0").text
    assert client.post(link, data=sent).status_code == 303
    assert [table.host_settings.hands for table in tables.tables.values()] == [100]
    assert client.post(link, data=sent | {"hands": 5}).status_code == 400
