"""What people at a table do besides playing: stand in for who is away, leave notes, play again, see the game again."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from click.testing import CliRunner
from helpers.browsers import TAKEN, Player, begun, client_of, do, seated, settled
from helpers.tiers import full

from stammtisch.base.streams import Stream
from stammtisch.cli.commands.replay import command as replay
from stammtisch.records.recording_reader import read_game
from stammtisch.records.replay_kept import replay_game
from stammtisch.seats.running_game import game_wording
from stammtisch.table.play.moves import let_bots_play
from stammtisch.table.play.seats import rename_seat
from stammtisch.table.play.table import Table
from stammtisch.table.play.tables import Tables, open_tables
from stammtisch.table.play.undo import step_starts
from stammtisch.table.play.votes import voters
from stammtisch.table.storage.table_record import Vote
from stammtisch.table.web.rates import Rates


def played_out(players: list[Player], table: Table) -> None:
    """Plays on by chance until the game is over."""
    stream = Stream(11)
    while not table.state.over:
        settled(table)
        if table.state.over:
            break
        page = players[table.state.decision.seat].look()
        players[table.state.decision.seat].choose([*page.options.values()][stream.draw(len(page.options))], page.moment)


@full
def test_a_vote_of_the_others_lets_a_bot_play_until_its_person_comes_back(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = begun(tables, "munchhausen", 3, ["human"] * 3)
    players = seated(tables, table)
    for player in players:
        player.look()
    away = table.state.decision.seat
    one, two = (seat for seat in range(3) if seat != away)
    assert do(players[one], do="vote-away", to=away) == TAKEN and table.seats[away].kind == "human"
    assert "I am here" in players[away].look().text and do(players[away], do="yes") == 409
    assert do(players[away], do="no") == TAKEN and do(players[two], do="yes") == 409
    assert do(players[two], do="no") == TAKEN and do(players[one], do="vote-away", to=away) == TAKEN
    # the minute is not over yet
    assert do(players[two], do="yes") == TAKEN and table.seats[away].kind == "human"
    assert do(players[one], do="no") == TAKEN
    monkeypatch.setattr("stammtisch.table.play.votes.SECONDS_TO_SAY_NO", 0.3)
    assert do(players[one], do="vote-away", to=away) == TAKEN and do(players[two], do="yes") == TAKEN
    for _ in range(100):
        if table.bots[away]:
            break
        time.sleep(0.05)
    settled(table)
    assert table.seats[away].kind == "greedy" and away not in dict(table.state.sites())
    assert do(players[away], do="vote-away", to=one) == 405
    assert "A bot is playing for you" in players[away].look().text and do(players[away], do="return") == TAKEN
    assert table.seats[away].kind == "human" and not table.vote


def test_a_clock_that_is_set_forward_ends_no_vote_and_votes_of_earlier_versions_are_read(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = begun(tables, "munchhausen", 3, ["human"] * 3)
    players = seated(tables, table)
    for player in players:
        player.look()
    assert do(players[0], do="vote-away", to=1) == TAKEN
    monkeypatch.setattr(time, "time", lambda: 4e9)
    assert do(players[2], do="yes") == TAKEN and table.seats[1].kind == "human" and table.vote
    vote = Vote.from_json('{"what":"away","to":1,"by":0,"yes":[0,2],"no":-1,"due":1764190000.5}')
    assert vote == Vote("away", 1, 0, [0, 2], wait=60.0) == Vote.from_json(vote.to_json())
    assert Vote.from_json('{"what":"back","to":1,"by":0,"yes":[0],"no":-1,"due":0.0}').wait == 0


def test_a_vote_is_settled_when_who_has_not_answered_is_given_to_a_bot(tables: Tables) -> None:
    table = begun(tables, "munchhausen", 3, ["human"] * 3)
    players = seated(tables, table)
    for player in players:
        player.look()
    first = table.state.decision.seat
    assert players[first].choose(0, players[first].look().moment).status == TAKEN
    assert do(players[0], do="vote-back", to=0) == TAKEN and do(players[1], do="yes") == TAKEN
    assert table.state.decisions == 1
    host = f"/table/{table.id}/host/{table.host}"
    client = client_of(tables)
    assert client.post(host, data={"seat": 2, "do": "kind", "kind": "random"}).status_code == TAKEN
    settled(table)
    assert table.undone and table.undone[-1].stayed == 0


def test_notes_are_kept_for_the_host_and_shown_to_nobody_else(tables: Tables, tmp_path: Path) -> None:
    table = begun(tables, "munchhausen", 3, ["human"] * 3)
    players = seated(tables, table)
    assert do(players[1], do="note", text="  the offers <b>wobble</b>\r\n\r\n on ") == TAKEN
    assert do(players[1], do="note", text=" \n ") == do(players[1], do="note", text="x" * 401) == 409
    tables.store.close()
    again = open_tables(tmp_path)
    kept = again.tables[table.id]
    assert [(note.seat, note.decision, note.text) for note in kept.notes] == [(1, 0, "the offers <b>wobble</b>\non")]
    page = client_of(again).get(f"/table/{table.id}/host/{table.host}").text
    assert "the offers &lt;b&gt;wobble" in page
    assert not any("wobble" in player.look().text for player in seated(again, kept))
    again.store.close()


@full
def test_a_game_that_is_over_is_a_recording_and_seen_again_as_each_seat_saw_it(tables: Tables, tmp_path: Path) -> None:
    table = begun(tables, "munchhausen", 3, ["human", "random", "human"])
    let_bots_play(tables, table)
    players = seated(tables, table)
    assert players[0].client.get(players[0].link + "/replay").status_code == 404
    do(players[2], do="note", text="a good start")
    assert players[0].client.post(players[0].link + "/name", data={"name": "Anna"}).status_code == TAKEN
    played_out(players, table)
    file = tables.store.recording_path(table.header, table.id)
    kept = read_game(file)
    assert kept.names == ["Anna", "player 2", "player 3"] and kept.header["play"]["by"] == "people"
    assert kept.header["play"]["notes"] == [{"seat": 2, "decision": table.notes[0].decision, "text": "a good start"}]
    assert replay_game(kept).state == table.state and kept.end is not None
    said = CliRunner().invoke(replay, [str(file)], catch_exceptions=False, standalone_mode=False).output
    assert "Played by people" in said and "Note of player 3 after" in said and "a good start" in said
    do(players[2], do="note", text="a good end")
    assert [note["text"] for note in read_game(file).header["play"]["notes"]] == ["a good start", "a good end"]
    kept = read_game(file)
    file.unlink()
    assert tables.write_recordings() == [] and read_game(file).header == kept.header
    last = len(step_starts(table.state))
    pages = [players[0].client.get(f"{players[0].link}/replay?at={at}") for at in (0, 1, last, 999)]
    assert [page.status_code for page in pages] == [200] * 4
    assert f"Step 1 of {last}" in pages[1].text and "The end" in pages[2].text == pages[3].text
    assert 'name="option"' not in pages[1].text and "table.seed" not in pages[1].text
    assert pages[1].text.count("<small>bot") == sum(table.bots) == 1
    assert players[0].client.get(players[0].link + "/replay?at=-1").status_code == 400
    # a game that goes back from its end is no recording until it is over again
    state = table.state
    assert do(players[0], do="vote-back", to=step_starts(state)[-1]) == TAKEN and do(players[2], do="yes") == TAKEN
    settled(table)
    assert file.exists() == table.state.over and (table.state.over or not table.vote)
    played_out(players, table)
    assert read_game(file).end is not None


@full
def test_the_next_game_moves_seats_by_one_and_leads_everybody_there(tables: Tables, tmp_path: Path) -> None:
    table = begun(tables, "munchhausen", 3, ["human", "random", "human"])
    let_bots_play(tables, table)
    players = seated(tables, table)
    assert do(players[0], do="again") == 409
    players[0].client.post(players[0].link + "/name", data={"name": "Anna"})
    players[2].look()
    played_out(players, table)
    assert do(players[2], do="again") == TAKEN and do(players[0], do="again") == TAKEN
    assert len(tables.tables) == 2
    new = tables.tables[table.next]
    # each keeps the name that the others know, also a bot and who has none but a number
    assert new.names == ["player 2", "player 3", "Anna"]
    assert [seat.kind for seat in new.seats] == ["random", "human", "human"]
    assert [game_wording(new.state.game, new.names, "de").player(seat) for seat in range(2)] == [
        "Spieler 2",
        "Spieler 3",
    ]
    rename_seat(tables, new, 1, "player 3", "red")
    assert new.seats[1].colour == "red"
    links = [re.search(r'begun. <a href="([^"]+)"', player.look().text) for player in players[::2]]
    assert [link and link[1] for link in links] == [f"/table/{new.id}/{n}/{new.seats[n - 1].token}" for n in (3, 2)]
    # back in a game that goes on elsewhere, nothing is voted on any more
    assert do(players[0], do="vote-back", to=0) == 409
    tables.store.close()
    again = open_tables(tmp_path)
    before, after = again.find(table.id), again.find(new.id)
    assert before and before.next == new.id and after and after.seats == new.seats
    again.store.close()


def test_several_seats_at_one_device_are_covered_in_between(tables: Tables) -> None:
    table = begun(tables, "hearts", 4, ["human", "human", "human", "random"])
    client, host = client_of(tables), f"/table/{table.id}/host/{table.host}"
    cover = f"/table/{table.id}/device/{table.device}"
    assert client.get(f"{cover}/1").status_code == 404 and "Nobody plays on this device" in client.get(cover).text
    for seat in (0, 1):
        assert client.post(host, data={"seat": seat, "do": "share"}).status_code == TAKEN
    page = client.get(cover).text
    assert re.findall(r'class="button" href="([^"]+)"', page) == [f"{cover}/1", f"{cover}/2"]
    assert not re.search(r'class="card (?!back)', page)
    player = Player(client, f"{cover}/1")
    seen = player.look()
    assert len(seen.options) == 13 and cover in seen.text
    # it has the script for large cards alone, and is not kept up to date
    assert re.findall(r'<script src="/([a-z]+)-', seen.text) == ["cards"] and "ws-connect" not in seen.text
    answer = client.post(player.link, data={"option": 0, "moment": seen.moment})
    assert answer.status_code == TAKEN and answer.headers["location"] == cover
    # such a seat is taken, and counts where all have to agree
    assert re.findall(r'name="seat" value="(\d)"', client.get(f"/table/{table.id}/join/{table.lobby}").text) == ["2"]
    assert voters(table, Vote("back", 0, 0, [])) == [0, 1]
    assert client.get(f"{cover}/3").status_code == client.get(f"{cover}/5").status_code == 404
    assert client.get(f"/table/{table.id}/device/{table.watch}/1").status_code == 404
    assert client.post(cover, data={"option": 0}).status_code == 405
    assert client.post(host, data={"seat": 0, "do": "share"}).status_code == TAKEN
    assert client.get(f"{cover}/1").status_code == 404


def test_requests_are_counted_by_seat_and_come_back_with_time() -> None:
    time = [0.0]
    rates = Rates(3, 2, lambda: time[0])
    assert [rates.allow("a") for _ in range(4)] == [True, True, True, False] and rates.allow("b")
    time[0] = 0.5
    assert [rates.allow("a") for _ in range(2)] == [True, False]
    time[0] = 100
    assert [rates.allow("a") for _ in range(4)] == [True, True, True, False]


def test_who_has_not_asked_for_long_is_forgotten_and_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stammtisch.table.web.rates.MOST_KEYS", 3)
    time = [0.0]
    rates = Rates(2, 1, lambda: time[0])
    assert rates.allow("a") and rates.allow("b")
    time[0] = 0.9
    assert [rates.allow("c") for _ in range(3)] == [True, True, False]
    time[0] = 1.5
    assert rates.allow("d") and sorted(map(str, rates.left)) == ["c", "d"]
    assert rates.left["c"][0] < 1 and not [rates.allow("c") for _ in range(2)][1]


def test_who_asks_too_often_waits_and_others_do_not(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stammtisch.table.web.link_targets.MOST_OF_A_SEAT", (5, 0.001))
    table = begun(tables, "munchhausen", 3, ["human"] * 3)
    players, client = seated(tables, table), client_of(tables)
    statuses = [Player(client, players[0].link).look().status for _ in range(7)]
    assert statuses == [200] * 5 + [429] * 2 and Player(client, players[1].link).look().status == 200
