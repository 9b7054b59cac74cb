"""The designer's loop: rules change while a game goes on, are checked, begun with or carried over; a link for all."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import pytest
from helpers.browsers import TAKEN, client_of, seated, settled
from helpers.tiers import full

from stammtisch.editor.known.workspace import Workspace
from stammtisch.front.api import Ruleset, load_ruleset
from stammtisch.records.recording_reader import RecordedGame, read_game
from stammtisch.records.replay import Replay
from stammtisch.records.replay_kept import replay_game
from stammtisch.table.play import rematch as again
from stammtisch.table.play.rematch import carry_over
from stammtisch.table.play.seats import toggle_designer
from stammtisch.table.play.setup import begin_table
from stammtisch.table.play.table import Refused, Table, moment
from stammtisch.table.play.tables import Tables, open_tables
from stammtisch.table.watches.rule_watch import RuleWatch

FROM_A_SHEET = """\
format: 1
game: High card
players: 2
components: {card: {front: {value: 1..3}}}
shared:
  deck: {pile of: card, see: nobody, starts with: {from: cards.csv}}
  table: {pile of: card}
each player: {hand: {holds: card, see: owner}}
setup: [{shuffle: deck}, {deal: 2, from: deck, to: players.hand}]
phases: {a round: {together: p in players, choose: card in p.hand, move: card, to: table}}
score: sum(player.hand.value)
"""
# a rule that is another game, but goes the same way for a while
MIDDLE = "cell.mark = none}", "cell.mark = none and (cell.row != 2 or cell.column != 2)}"


@pytest.fixture
def tables(tmp_path: Path):
    found = open_tables(tmp_path / "tables")
    yield found
    found.store.close()


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    """A copy of a ruleset that may be changed."""
    source = load_ruleset("tictactoe").path
    file = tmp_path / "noughts.yaml"
    file.write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
    return file


def begun(tables: Tables, file: Path | str, players: int, kinds: list[str]) -> Table:
    ruleset = load_ruleset(file)
    return begin_table(tables, ruleset, ruleset.game(players).start(3), kinds)


def change(file: Path, old: str, new: str) -> None:
    """Changes the rules, at another time than they were written."""
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    os.utime(file, ns=(time.time_ns(), file.stat().st_mtime_ns + 2_000_000_000))


def mistake_after(tables: Tables, table: Table) -> Callable[[Callable[[], object]], str]:
    """Does something to files and tells the first mistake that is found in the rules of a table then."""
    watch = RuleWatch(tables)

    def found(do: Callable[[], object]) -> str:
        do()
        watch.look()
        return "" if table.rules is None else next(iter(table.rules.mistakes), "")

    return found


@full
def test_changed_rules_are_checked_and_mistakes_shown_to_the_host_alone(tables: Tables, rules: Path) -> None:
    table, watch = begun(tables, rules, 2, ["human"] * 2), RuleWatch(tables)
    watch.look()
    assert table.rules is None
    client, host, players = client_of(tables), f"/table/{table.id}/host/{table.host}", seated(tables, table)
    change(rules, "players:", "playrs:")
    watch.look()
    page = client.get(host).text
    assert "The rules have changed" in page and "noughts.yaml, line" in page and "Begin again by" not in page
    assert client.post(host, data={"seat": 0, "do": "restart"}).status_code == 409 and not table.next
    assert not any("rules have changed" in player.look().text for player in players)
    seat = table.state.decision.seat
    assert players[seat].choose(0, players[seat].look().moment).status == TAKEN
    change(rules, "playrs:", "players:")
    watch.look()
    assert table.rules is None and "The rules have changed" not in client.get(host).text


@full
def test_all_files_that_rules_are_made_of_are_watched(tables: Tables, rules: Path) -> None:
    folder, source = rules.parent / "copied", load_ruleset("munchhausen").path
    folder.mkdir()
    library = folder / "bidding.yaml"
    library.write_text(
        (source.parents[1] / "mechanisms" / "auctions.yaml").read_text(encoding="utf-8"), encoding="utf-8"
    )
    base = folder / "base.yaml"
    text = source.read_text(encoding="utf-8").replace("use: [auctions]", "use: [bidding]")
    base.write_text(text, encoding="utf-8")
    file = folder / "ours.yaml"
    file.write_text("format: 1\nextends: base.yaml\ngame: Ours\n", encoding="utf-8")
    assert {*Workspace().analysis(file).files} == {file, base, library}
    found = mistake_after(tables, begun(tables, file, 3, ["human"] * 3))
    assert found(lambda: None) == ""
    assert "needs lowliest" in found(lambda: change(library, "lowest", "lowliest"))
    assert found(lambda: change(library, "lowliest", "lowest")) == ""
    assert "base.yaml, line" in found(lambda: change(base, "players:", "playrs:"))
    assert found(lambda: change(base, "playrs:", "players:")) == ""
    assert "bidding" in found(lambda: library.rename(folder / "away"))
    assert found(lambda: (folder / "away").rename(library)) == ""


def test_sheets_are_watched_with_the_rules(tables: Tables, tmp_path: Path) -> None:
    sheet, file = tmp_path / "cards.csv", tmp_path / "ruleset.yaml"
    sheet.write_text("value,copies\n1,3\n2,3\n", encoding="utf-8")
    file.write_text(FROM_A_SHEET, encoding="utf-8")
    table = begun(tables, file, 2, ["human"] * 2)
    found = mistake_after(tables, table)
    assert found(lambda: None) == ""
    assert "cards.csv, line 3" in found(lambda: change(sheet, "2,3", "two,3"))
    assert "cards.csv" in found(lambda: sheet.rename(tmp_path / "away"))
    assert found(lambda: (tmp_path / "away").rename(sheet)) != ""
    assert found(lambda: change(sheet, "two,3", "2,3")) == "" and table.rules is None
    # other cards are other rules, by which the next game can be begun
    assert found(lambda: change(sheet, "2,3", "3,4")) == "" and table.rules is not None


def test_the_host_begins_again_by_new_rules_and_all_are_led_there(tables: Tables, rules: Path) -> None:
    table, watch = begun(tables, rules, 2, ["human"] * 2), RuleWatch(tables)
    players = seated(tables, table)
    players[0].client.post(players[0].link + "/name", data={"name": "Anna"})
    change(rules, *MIDDLE)
    watch.look()
    client, host = client_of(tables), f"/table/{table.id}/host/{table.host}"
    assert client.post(host, data={"seat": 0, "do": "restart"}).status_code == TAKEN
    new = tables.tables[table.next]
    assert new.header["hash"] != table.header["hash"] and new.names == ["Anna", "player 2"] and new.state.seed != 3
    for seat, player in enumerate(players):
        answer = player.client.get(player.link)
        assert answer.status_code == TAKEN
        assert answer.headers["location"] == f"/table/{new.id}/{seat + 1}/{new.seats[seat].token}"
    assert client.get(host).headers["location"] == f"/table/{new.id}/host/{new.host}"
    assert client.post(host, data={"seat": 0, "do": "restart"}).status_code == 409 and len(tables.tables) == 2


@full
def test_other_pages_answer_while_a_game_is_carried_over_and_no_choice_is_lost(
    tables: Tables, rules: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, watch = begun(tables, rules, 2, ["human"] * 2), RuleWatch(tables)
    players, replay = seated(tables, table), replay_game
    times: list[int] = []

    def choose() -> None:
        player = players[table.state.decision.seat]
        assert player.choose(0, player.look().moment).status == TAKEN

    def meanwhile(kept: RecordedGame, until: int | None, ruleset: Ruleset) -> Replay:
        times.append(len(kept.choices))
        if len(times) <= often:
            thread = Thread(target=choose, daemon=True)
            thread.start()
            thread.join(10)
            assert not thread.is_alive(), "another page waited"
        return replay(kept, until, ruleset)

    monkeypatch.setattr(again, "replay_game", meanwhile)
    change(rules, *MIDDLE)
    watch.look()
    often = again.TRIES
    with pytest.raises(Refused, match="moves on faster"):
        carry_over(tables, table)
    assert times == [0, 1, 2] and not table.next
    often, times[:] = 1, []
    new = carry_over(tables, table)
    # what was chosen while it was played again is carried over too
    assert times == [3, 4] and new.header["carried"]["of"] == table.state.decisions == 4


@full
def test_a_game_is_carried_over_as_far_as_its_choices_fit(tables: Tables, rules: Path) -> None:
    table, watch = begun(tables, rules, 2, ["human"] * 2), RuleWatch(tables)
    players, made = seated(tables, table), []
    for option in (0, 0, 2, 0, 0):
        seat = table.state.decision.seat
        page = players[seat].look()
        made.append([*page.options][option])
        assert players[seat].choose(page.options[made[-1]], page.moment).status == TAKEN
    change(rules, *MIDDLE)
    watch.look()
    client, host = client_of(tables), f"/table/{table.id}/host/{table.host}"
    assert client.post(host, data={"seat": 0, "do": "carry"}).status_code == TAKEN
    new = tables.tables[table.next]
    # the cell in the middle, which the new rules forbid, was the third
    assert new.state.decisions == 2 and new.header["carried"] | {"why": ""} == {"fit": 2, "of": 5, "why": ""}
    assert [(link.seat, link.number) for link in new.state.choices()] == [
        (link.seat, link.number) for link in table.state.choices()[:2]
    ]
    assert "2 of 5 choices fit" in client.get(f"/table/{new.id}/host/{new.host}").text
    seat = new.state.decision.seat
    player = seated(tables, new)[seat]
    assert player.choose(0, player.look().moment).status == TAKEN and new.state.decisions == 3
    tables.store.close()
    again = open_tables(rules.parent / "tables")
    assert again.tables[new.id].state == new.state
    again.store.close()


@full
def test_the_designer_sees_and_does_everything_and_all_are_told(tables: Tables) -> None:
    table = begun(tables, "munchhausen", 3, ["human", "random", "human"])
    client, players = client_of(tables), seated(tables, table)
    host = f"/table/{table.id}/host/{table.host}"
    assert client.get(f"/table/{table.id}/designer/x").status_code == 404
    assert not any("designer" in player.look().text for player in players[::2])
    assert client.post(host, data={"seat": 0, "do": "designer"}).status_code == TAKEN
    link = f"/table/{table.id}/designer/{table.designer}"
    assert all(
        "designer&#39;s link, which shows everything" in player.look().text.replace("'", "&#39;")
        for player in players[::2]
    )
    assert client.post(link, data={"do": "stop"}).status_code == TAKEN
    page = client.get(link)
    assert f"Waiting for player {table.state.decision.seat + 1}</p>" in page.text and "Since your" not in page.text
    hands = [card for seat in range(3) for card in table.state.player(seat).hand]
    assert page.status_code == 200 and len(hands) > 5 and page.text.count("data-all=") >= len(hands)
    for _ in range(5):
        seat = table.state.decision.seat
        at = moment(table.state, seat, table.seats[seat].epoch)
        fields = {"do": "choose", "to": seat, "option": 0, "moment": at}
        assert client.post(link, data=fields).status_code == TAKEN
        assert client.post(link, data=fields).status_code == 409
    assert table.state.decisions == 5 and "The designer chose for player" in client.get(host).text
    assert client.post(link, data={"do": "back", "to": 2}).status_code == TAKEN and table.state.decisions == 2
    assert "The designer put the game back" in players[0].look().text
    assert client.post(link, data={"do": "back", "to": 9}).status_code == 409
    kept = client.get(link + "/recording")
    file = tables.store.path.parent / "so-far.jsonl"
    file.write_bytes(kept.content)
    assert len(read_game(file).choices) == 2
    # the link can be taken away again
    assert client.post(host, data={"seat": 0, "do": "designer"}).status_code == TAKEN
    assert client.get(link).status_code == client.post(link, data={"do": "stop"}).status_code == 404


@full
def test_bots_are_stepped_one_choice_at_a_time(tables: Tables) -> None:
    table = begun(tables, "munchhausen", 3, ["random"] * 3)
    toggle_designer(tables, table)
    client, link = client_of(tables), f"/table/{table.id}/designer/{table.designer}"
    assert client.post(link, data={"do": "stop"}).status_code == TAKEN
    for number in (1, 2, 3):
        assert client.post(link, data={"do": "step"}).status_code == TAKEN
        settled(table)
        assert table.state.decisions == number
    assert client.post(link, data={"do": "go"}).status_code == TAKEN
    settled(table)
    assert table.state.over


def test_the_files_are_watched_while_the_server_runs(tables: Tables, rules: Path) -> None:
    table = begun(tables, rules, 2, ["human"] * 2)
    with RuleWatch(tables, 0.05):
        change(rules, *MIDDLE)
        for _ in range(200):
            if table.rules is not None:
                break
            time.sleep(0.05)
    assert table.rules is not None and table.rules.game is not None and table.rules.game.hash != table.state.game.hash
