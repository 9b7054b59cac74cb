"""Taking back: what nobody has learnt anything by, what several choose at once, and further where all agree."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from helpers.browsers import TAKEN, Player, begun, client_of, do, seated, settled
from helpers.secrets import SECRETS, made
from helpers.tiers import full

from stammtisch.base.streams import Stream
from stammtisch.front.api import load_ruleset
from stammtisch.records.undo import undo_last
from stammtisch.seats.perception.events import perception_of
from stammtisch.seats.running_game import game_wording
from stammtisch.seats.visibility import ONLOOKER
from stammtisch.table.pages.links import table_path
from stammtisch.table.play.moves import let_bots_play
from stammtisch.table.play.table import Table
from stammtisch.table.play.tables import Tables, open_tables
from stammtisch.table.play.undo import SEALED, step_starts, undo_lines, undo_offer
from stammtisch.table.storage.store import NotSaved

# on the rail while the seat is asked, else beside the table
BACK = re.compile(
    r'id="takeback"[^>]*><input type="hidden" name="at" value="([^"]+)">(?=(?s:.*?)<button [^>]*name="do" value="back">(?:<span>)?([^<]+)<|</form>)'
)


def back(player: Player) -> int:
    """Takes back the last choice, as the page offers it."""
    found = BACK.search(player.look().text)
    assert found, "it is not offered"
    return do(player, do="back", at=found[1])


def looks(tables: Tables, table: Table) -> list[str]:
    """What each seat sees, and those who look on."""
    watch = Player(client_of(tables), f"/table/{table.id}/watch/{table.watch}")
    return [player.look().text for player in [*seated(tables, table), watch]]


@full
def test_the_cheap_way_to_say_what_can_be_taken_back_agrees_with_playing_again() -> None:
    counted = {}
    for name, players, seed in (("munchhausen", 3, 5), ("hearts", 4, 1), ("gin-rummy", 2, 7), ("ofertu", 2, 3)):
        game = load_ruleset(name).game(players)
        state, stream, free = game.start(seed), Stream(seed), 0
        for _ in range(60):
            if state.over:
                break
            seat, site = state.sites()[stream.draw(len(state.sites()))]
            state.choose(stream.draw(len(state.option_numbers(seat, site))), seat)
            for who in range(players):
                before, _ = undo_last(state, who)
                way, stayed = undo_offer(state, who)
                if way and way != SEALED:
                    free += 1
                    assert before is not None and before.random == state.random
                    last = state.choices()[stayed:]
                    whole = len({(link.seat, link.site) for link in last}) == 1
                    assert before.decisions == stayed or (stayed < before.decisions and whole)
        counted[name] = free
    assert counted["munchhausen"] and counted["ofertu"], counted


def test_a_choice_is_taken_back_until_another_has_acted_and_nothing_else_changes(
    tables: Tables, tmp_path: Path
) -> None:
    table = begun(tables, "munchhausen", 3, ["human"] * 3)
    players, stream, done = seated(tables, table), Stream(3), 0
    while not table.state.over and done < 4:
        seat = table.state.decision.seat
        before, pages = table.state, looks(tables, table)
        page = players[seat].look()
        option = [*page.options.values()][stream.draw(len(page.options))]
        assert players[seat].choose(option, page.moment).status == TAKEN
        if BACK.search(players[seat].look().text):
            done += 1
            assert back(players[seat]) == TAKEN and table.state == before
            # a page from before, or the same move sent twice, counts no more
            assert players[seat].choose(option, page.moment).status == 409 and table.state == before
            told = looks(tables, table)
            own = told.pop(seat)
            assert all("took back a choice" in text for text in told) and [*told, own] != pages
            assert "took back a choice" not in own
            tables.store.close()
            again = open_tables(tmp_path)
            kept = again.tables[table.id]
            assert kept.state == before and kept.seats == table.seats and kept.undone == table.undone
            tables.store, tables.tables = again.store, again.tables
            table, players = kept, seated(tables, kept)
            assert players[seat].choose(option, players[seat].look().moment).status == TAKEN
        others = [other for other in range(3) if other != seat]
        assert not any(BACK.search(players[other].look().text) for other in others)
        assert all(do(players[other], do="back", at="0.0.0") == 409 for other in others)
    assert done == 4


def test_that_somebody_took_back_is_news_on_the_rail_until_the_next_own_choice(tables: Tables) -> None:
    table = begun(tables, "tictactoe", 2, ["human"] * 2)
    players, news = seated(tables, table), re.compile(r'<p class="notice lines" role="status"[^>]*><span>(.*?)</span>')

    def told() -> list[list[str]]:
        """The news for both, on the rail below the table."""
        return [news.findall(player.look().text.partition('<div class="dock">')[2]) for player in players]

    first = table.state.decision.seat
    assert players[first].choose(0, players[first].look().moment).status == TAKEN
    assert back(players[first]) == TAKEN
    said: list[list[str]] = [[], []]
    said[1 - first] = [f"player {first + 1} took back a choice"]
    assert told() == said and not news.search(client_of(tables).get(table_path(table, "watch")).text)
    assert players[first].choose(1, players[first].look().moment).status == TAKEN and told() == said
    assert players[1 - first].choose(0, players[1 - first].look().moment).status == TAKEN and told() == [[], []]


@full
def test_a_choice_at_the_same_time_as_others_is_changed_without_a_trace_for_them(tables: Tables) -> None:
    table = begun(tables, "hearts", 4, ["human"] * 4)
    players = seated(tables, table)
    first = looks(tables, table)
    for seat, option in ((2, 1), (2, 1), (0, 4), (2, 0), (3, 2)):
        assert players[seat].choose(option, players[seat].look().moment).status == TAKEN
    page, own = players[0].look().text, players[2].look()
    others = [(link.seat, link.number) for link in table.state.choices() if link.seat != 2]
    assert "Change my choice" in players[2].look().text
    assert back(players[2]) == TAKEN and len(table.undone[-1].choices) == 3
    # seat 3 took a card, seat 0 too: both stay, and neither they nor others notice anything
    assert [(link.seat, link.number) for link in table.state.choices()] == others and len(others) == 2
    now = looks(tables, table)
    assert now[0] == page and now[1] == first[1] and now[4] == first[4] and not BACK.search(now[2])
    assert players[2].choose(5, own.moment).status == 409
    for seat in range(4):
        while seat in dict(table.state.sites()) and len(table.state.choices()) < 12:
            assert players[seat].choose(0, players[seat].look().moment).status == TAKEN
    assert len(table.state.choices()) == 12 and not any(BACK.search(text) for text in looks(tables, table))
    assert do(players[2], do="back", at=players[2].look().moment) == 409
    replayed = table.state.replayed()
    assert replayed == table.state and [*replayed.seen(1)] == [*table.state.seen(1)]


def test_who_chose_last_of_all_is_not_told_by_what_can_be_taken_back(tmp_path: Path) -> None:
    once = SECRETS["together"].replace("repeat: 2", "repeat: 1")
    game = made(tmp_path, once + "  a pause: {by: last(players), one of: {Wait: nothing, Go: nothing}}\n", 3)
    found = []
    for order in ([0, 1, 2], [2, 0, 1]):
        state = game.start(1)
        for seat in order:
            assert undo_offer(state, seat)[0] == ""
            state.choose(seat, seat)
            assert undo_offer(state, seat)[0] == ("" if seat == order[-1] else SEALED)
        found.append([undo_offer(state, seat)[0] for seat in range(3)])
    assert found == [[""] * 3] * 2


@full
def test_all_go_back_further_if_all_agree_and_what_was_seen_stays_told(tables: Tables, tmp_path: Path) -> None:
    table = begun(tables, "munchhausen", 3, ["human", "human", "random"])
    let_bots_play(tables, table)
    players, stream = seated(tables, table), Stream(9)
    while table.state.decisions < 8:
        settled(table)
        seat = table.state.decision.seat
        page = players[seat].look()
        assert (
            players[seat].choose([*page.options.values()][stream.draw(len(page.options))], page.moment).status == TAKEN
        )
    settled(table)
    players[0].look(), players[1].look()
    more = players[0].client.get(players[0].link + "/more").text
    found = [*map(int, re.findall(r'Before this: .*?name="to" value="(\d+)"', more))]
    assert found[-1] == 0 and set(found) <= set(step_starts(table.state))
    assert do(players[0], do="vote-back", to=99) == 409 and do(players[0], do="yes") == 409
    before, seen = table.state, [*perception_of(table.state, 1).log.events]
    assert do(players[0], do="vote-back", to=3) == TAKEN
    assert "wants to go back to before this" in players[1].look().text and table.state is before
    assert do(players[1], do="vote-back", to=2) == 409
    assert do(players[1], do="no") == TAKEN and "player 2 did not agree" in players[0].look().text
    assert do(players[0], do="vote-back", to=3) == TAKEN
    tables.store.close()
    again = open_tables(tmp_path)
    table = again.tables[table.id]
    players = seated(again, table)
    assert do(players[1], do="yes") == TAKEN
    assert table.undone[-1].stayed == 3 and table.undone[-1].way == "all" and not table.vote
    [(german, lost)] = undo_lines(table, 1, game_wording(table.state.game, table.names, "de"))
    [(_, lines)] = undo_lines(table, 1, game_wording(table.state.game, table.names))
    assert german == "Alle waren einverstanden, zurückzugehen" and len(lost) == len(lines) and not {*lost} & {*lines}
    told = players[1].look().text
    assert lines and all(re.sub(r"[&<>\"']", "", line)[:20] in re.sub(r"&\w+;|&#\d+;", "", told) for line in lines[:1])
    assert table.state.choices()[:3] == before.choices()[:3] or table.state.decisions >= 3
    assert table.undone[-1].choices == [[link.seat, link.number] for link in before.choices()[3:]] and len(seen) > 0
    settled(table)
    final = table.state
    again.store.close()
    third = open_tables(tmp_path)
    assert third.tables[table.id].state == final
    third.store.close()


@full
def test_going_back_that_cannot_be_kept_does_not_happen(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    table = begun(tables, "hearts", 4, ["human"] * 4)
    players = seated(tables, table)
    players[1].choose(0, players[1].look().moment)
    before, epoch = table.state, table.seats[1].epoch

    def full(*of: object) -> None:
        raise NotSaved("no space")

    monkeypatch.setattr(tables.store, "take_back", full)
    assert back(players[1]) == 409
    assert table.state is before and table.seats[1].epoch == epoch and not table.undone


def test_steps_are_where_nothing_is_chosen_in_secret() -> None:
    game = load_ruleset("hearts").game(4)
    state = game.start(1)
    assert step_starts(state) == []
    for choice in range(12):
        state.choose(0, choice % 4)
        assert step_starts(state) == ([] if choice < 11 else [0])
    state.choose(0)
    assert step_starts(state) == [0, 12] and perception_of(state, ONLOOKER).waiting == []


def test_a_piece_that_was_picked_is_put_back_by_a_tap_on_it(tables: Tables) -> None:
    table = begun(tables, "nine-mens-morris", 2, ["human"] * 2)
    players, stream = seated(tables, table), Stream(5)
    while 'class="cell release"' not in (page := players[table.state.decision.seat].look()).text:
        option = stream.draw(len(table.state.decision))
        assert players[table.state.decision.seat].choose(option, page.moment).status == TAKEN
    seat, before = table.state.decision.seat, table.state
    put_back = re.search(
        r'<button class="cell release" type="submit" form="takeback" name="do" value="back"', page.text
    )
    assert put_back is not None and 'id="takeback"' in page.text
    assert back(players[seat]) == TAKEN and table.state.decisions == before.decisions - 1
    assert 'class="cell release"' not in players[seat].look().text
