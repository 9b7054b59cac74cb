"""Games at a table in the browser: played to the end by forms alone, old moves, names, hosts, bots."""

from __future__ import annotations

import re

import pytest
from helpers.browsers import TAKEN, Player, begun, client_of, seated
from helpers.tiers import full

from stammtisch.base.streams import Stream
from stammtisch.front.api import load_ruleset, ruleset_of_text
from stammtisch.seats.offers import offered
from stammtisch.table.play.moves import let_bots_play
from stammtisch.table.play.setup import begin_table
from stammtisch.table.play.table import Table, moment
from stammtisch.table.play.tables import Tables, TableSummary
from stammtisch.table.storage.store import NotSaved

SET_OF_ANY = """
format: 1
game: Offerings
players: 2
components:
  card: {front: {value: 1..9}}
shared:
  heap: {holds: card, see: everyone}
each player:
  hand: {holds: card, see: owner, starts with: {value: 1..3}}
phases:
  the only round:
    turns: player in players
    until: {a heap is high: heap.size > 5}
    do:
      give some away: {choose: gift in player.hand, count: any, move: gift, to: heap}
score: player.hand.size
"""


def test_a_whole_game_is_played_by_forms_and_its_choices_make_the_same_game(tables: Tables) -> None:
    table = begun(tables, "munchhausen", 3, ["human"] * 3)
    players, stream, moves = seated(tables, table), Stream(1), 0
    while not table.state.over:
        seat = table.state.decision.seat
        page = players[seat].look()
        assert "<title>● Your turn" in page.text and not page.looks_again
        if moves % 5 == 0:
            other = players[(seat + moves % 2 + 1) % 3].look()
            assert f"Waiting for player {seat + 1}" in other.text and other.looks_again and not other.moment
        option = stream.draw(len(page.options))
        assert players[seat].choose([*page.options.values()][option], page.moment).status == TAKEN
        moves += 1
    assert moves == table.state.decisions > 30
    ends = [player.look() for player in players]
    assert all("The game is over" in page.text and not page.looks_again for page in ends)
    # at the top, above the table and with the result
    assert all(page.text.count(table.state.reason) == 3 for page in ends)
    choices = [(link.seat, link.number) for link in table.state.choices()]
    assert load_ruleset("munchhausen").game(3).replayed(7, choices) == table.state


def test_a_card_is_taken_by_tapping_it(tables: Tables) -> None:
    table = begun(tables, "goofspiel", 2, ["human"] * 2)
    page = seated(tables, table)[1].look()
    assert sorted(page.tapped) == sorted(page.options.values()) == list(range(13))
    words = re.findall(r'form="move" name="option" value="(\d+)" aria-label="([^"]+)"', page.text)
    assert {text: int(index) for index, text in words} == page.options


def test_a_move_counts_once_and_only_where_it_was_offered(tables: Tables) -> None:
    table = begun(tables, "munchhausen", 3, ["human"] * 3)
    players = seated(tables, table)
    seat = table.state.decision.seat
    page = players[seat].look()
    other = players[(seat + 1) % 3]
    before = table.state
    assert players[seat].choose(99, page.moment).status == 409
    assert players[seat].choose(0, "0.0").status == 409
    assert other.choose(0, moment(table.state, (seat + 1) % 3)).status == 409
    assert table.state is before
    assert players[seat].choose(0, page.moment).status == TAKEN
    once = table.state
    again = players[seat].choose(0, page.moment)
    assert again.status == 409 and "The game has moved on" in again.text
    assert table.state is once and once.decisions == 1


@full
def test_who_decides_at_once_is_not_told_who_has_chosen(tables: Tables) -> None:
    table = begun(tables, "hearts", 4, ["human"] * 4)
    players = seated(tables, table)
    watch = Player(client_of(tables), f"/table/{table.id}/watch/{table.watch}")
    before = [players[seat].look().text for seat in (0, 1, 2)] + [watch.look().text]
    page = players[3].look()
    for _ in range(3):
        page = players[3].look()
        assert players[3].choose(0, page.moment).status == TAKEN
    assert "Waiting for player 1, player 2 and player 3</p>" in players[3].look().text
    assert "You can change it until everybody has chosen" in before[0]
    assert [players[seat].look().text for seat in (0, 1, 2)] + [watch.look().text] == before


def test_a_choice_that_cannot_be_kept_is_not_made(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    table = begun(tables, "munchhausen", 3, ["human"] * 3)
    seat = table.state.decision.seat
    player, before = seated(tables, table)[seat], table.state

    def full(*of: object) -> None:
        raise NotSaved("no space")

    monkeypatch.setattr(tables.store, "add_choices", full)
    page = player.choose(0, player.look().moment)
    assert page.status == 409 and "could not be saved" in page.text and "no space" not in page.text
    assert table.state is before
    monkeypatch.undo()
    assert player.choose(0, page.moment).status == TAKEN


@full
def test_bots_play_their_seats_and_the_game_stops_at_people(tables: Tables) -> None:
    table = begun(tables, "hearts", 4, ["human", "random", "greedy", "random"])
    let_bots_play(tables, table)
    player = seated(tables, table)[0]
    for _ in range(3):
        page = player.look()
        assert player.choose(0, page.moment).status == TAKEN
    while table.thinking is not None:
        table.thinking.join(10)
    assert [seat for seat, _ in table.state.sites()] == [0]
    assert {link.seat for link in table.state.choices()} == {0, 1, 2, 3}


@full
def test_the_host_hands_seats_over_and_renews_links(tables: Tables) -> None:
    table = begun(tables, "munchhausen", 3, ["human"] * 3)
    client, link = client_of(tables), f"/table/{table.id}/host/{table.host}"
    page = client.get(link).text
    assert all(seat.token in page for seat in table.seats)
    old = seated(tables, table)[1]
    assert client.post(link, data={"seat": 1, "do": "link"}).status_code == TAKEN
    assert old.look().status == 404 and seated(tables, table)[1].look().status == 200
    for seat in range(3):
        assert client.post(link, data={"seat": seat, "do": "kind", "kind": "random"}).status_code == TAKEN
    while table.thinking is not None:
        table.thinking.join(10)
    assert table.state.over
    refused = client.post(link, data={"seat": 0, "do": "kind", "kind": "clever"})
    assert refused.status_code == 409 and "clever" in refused.text and table.seats[0].kind == "random"


def test_names_are_seen_by_all_and_are_no_markup(tables: Tables) -> None:
    table = begun(tables, "munchhausen", 3, ["human"] * 3)
    players = seated(tables, table)
    client = client_of(tables)
    assert client.post(players[0].link + "/name", data={"name": " <b>Anna\u202e</b> "}).status_code == TAKEN
    assert table.seats[0].name == "<b>Anna</b>"
    assert "&lt;b&gt;Anna" in players[1].look().text and "<b>Anna" not in players[1].look().text
    for wrong in ("", "x" * 25, "\n", "PLAYER 2", "<B>anna</b>"):
        assert client.post(players[2].link + "/name", data={"name": wrong}).status_code == 409
    assert table.seats[2].name == "player 3"


def test_the_order_of_options_is_that_which_tells_nothing(tables: Tables) -> None:
    table = begun(tables, "hearts", 4, ["human"] * 4)
    seat, player = 2, seated(tables, table)[2]
    page, numbers = player.look(), offered(table.state, 2)
    player.choose(5, page.moment)
    assert table.state.choices()[-1].number == numbers[5] and table.state.choices()[-1].seat == seat


def test_whoever_listens_is_told_of_each_change_and_of_nothing_else(tables: Tables) -> None:
    table = begun(tables, "munchhausen", 3, ["human"] * 3)
    player, told = seated(tables, table)[table.state.decision.seat], []
    table.listeners.add(lambda: told.append((table.version, table.state.decisions)))
    page = player.look()
    player.choose(0, page.moment)
    player.choose(0, page.moment)
    # that the link was opened is a change, too: the host sees it
    assert told == [(1, 0), (2, 1)]
    assert player.client.post(player.link + "/name", data={"name": "Anna"}).status_code == TAKEN
    assert told == [(1, 0), (2, 1), (3, 1)]


@full
def test_a_set_is_chosen_as_a_whole_or_not_at_all(tables: Tables) -> None:
    table = begun(tables, "hearts", 4, ["human"] * 4)
    players = seated(tables, table)
    for seat, player in enumerate(players):
        page, before = player.look(), table.state
        assert sorted(page.options.values()) == list(range(13)) and not page.tapped
        assert "may choose none" not in page.text and "Choose 3 cards." in page.text
        for wrong, why in (
            ([0, 1], "You chose 2; exactly 3 are needed."),
            ([], "You chose none; exactly 3 are needed."),
            ([0, 1, 2, 3], "You chose 4; exactly 3 are needed."),
            ([0, 0, 1], "not one"),
        ):
            refused = player.choose_all(wrong, page.moment)
            assert refused.status == 409 and why in refused.text and table.state is before
        numbers = offered(table.state, seat)
        assert player.choose_all([12, 3, 5], page.moment).status == TAKEN
        chosen = [(link.seat, link.number) for link in table.state.choices()[-3:]]
        assert chosen == [(seat, numbers[12]), (seat, numbers[3]), (seat, numbers[5])]
        assert player.choose_all([0, 1, 2], page.moment).status == 409
    again = opened_again(tables, table)
    assert again.state == table.state and table.state.decisions == 12


def opened_again(tables: Tables, table: Table) -> Table:
    """The same table as another server would find it."""
    del tables.tables[table.id]
    tables.resting[table.id] = TableSummary(table.id, "", [], False, "")
    found = tables.find(table.id)
    assert found is not None and found is not table
    return found


def test_a_set_that_may_be_empty_is_done_with_one_button(tables: Tables) -> None:
    ruleset = ruleset_of_text(SET_OF_ANY, "offerings", "offerings.yaml")
    for chosen in ([], [0], [2, 0]):
        table = begin_table(tables, ruleset, ruleset.game(2).start(1), ["human"] * 2)
        player = seated(tables, table)[0]
        page = player.look()
        assert len(page.options) == 3 and "You may choose none" in page.text and "at least" not in page.text
        assert player.choose_all(chosen, page.moment).status == TAKEN
        assert len(table.state.choices()) == len(chosen) + 1
        assert [zone["size"] for zone in table.state.view(0)["zones"] if zone["owner"] == 0] == [3 - len(chosen)]
        assert "Waiting for player 2" in player.look().text


@pytest.mark.parametrize(
    ("count", "asked", "wrong"),
    [
        ("1", "1 card", {2: "exactly 1 is needed", 0: "exactly 1 is needed"}),
        ("player.wanted", "2 cards", {3: "exactly 2 are needed", 1: "exactly 2 are needed"}),
        ("3", "3 cards", {2: "exactly 3 are needed"}),
        ("1..2", "1 to 2 cards", {0: "at least 1 is needed", 3: "at most 2 are allowed"}),
        ("0..1", "at most 1 card", {2: "at most 1 is allowed"}),
        ("0..player.wanted", "up to 2 cards", {3: "at most 2 are allowed"}),
        ("2..5", "2 or more cards", {1: "at least 2 are needed"}),
        ("0..3", "as many cards as you like", {}),
    ],
)
@pytest.mark.parametrize("together", [False, True])
def test_a_page_says_how_many_are_chosen_and_what_is_wrong_with_others(
    tables: Tables, count: str, asked: str, wrong: dict[int, str], together: bool
) -> None:
    text = SET_OF_ANY.replace("count: any", f"count: {count}").replace("  hand:", "  wanted: 2..9\n  hand:")
    if together:
        text = text.replace("turns: player in players\n", "repeat: 3\n")
        text = text.replace("{choose: gift", "{together: player in players, choose: gift")
    ruleset = ruleset_of_text(text, "offerings", "offerings.yaml")
    table = begin_table(tables, ruleset, ruleset.game(2).start(1), ["human"] * 2)
    player = seated(tables, table)[0]
    page = player.look()
    assert f"Choose {asked}." in page.text
    for number, why in wrong.items():
        refused = player.choose_all([*range(number)], page.moment)
        assert refused.status == 409 and f"You chose {number or 'none'}; {why}." in refused.text
    assert not table.state.decisions


@full
def test_why_something_is_not_offered_is_told_where_one_asks(tables: Tables) -> None:
    table = begun(tables, "hearts", 4, ["human"] * 4)
    players = seated(tables, table)
    for player in players:
        player.choose_all([0, 1, 2], player.look().moment)
    seat = table.state.decision.seat
    client, link = players[seat].client, players[seat].link
    page = client.get(link + "/why")
    assert "the two of clubs opens the first trick" in page.text and "<html" in page.text
    piece = client.get(link + "/why", headers={"hx-request": "true"})
    assert "the two of clubs opens the first trick" in piece.text and "<html" not in piece.text
    assert "these are all the options" in client.get(players[(seat + 1) % 4].link + "/why").text
    assert client.get(f"/table/{table.id}/watch/{table.watch}/why").status_code == 404


def test_the_rules_in_print_are_the_same_for_all(tables: Tables) -> None:
    table = begun(tables, "munchhausen", 3, ["human"] * 3)
    client = client_of(tables)
    pages = [client.get(player.link + "/rules") for player in seated(tables, table)]
    pages.append(client.get(f"/table/{table.id}/watch/{table.watch}/rules"))
    assert {page.text for page in pages} == {pages[0].text} and pages[0].status_code == 200
    assert "Get rid of your cards" in pages[0].text and "style=" not in pages[0].text and "<style" not in pages[0].text
    assert client.get(f"/table/{table.id}/watch/x/rules").status_code == 404


def test_the_rules_lie_beside_the_table_and_clauses_and_words_are_found_in_them(tables: Tables) -> None:
    table = begun(tables, "munchhausen", 3, ["human"] * 3)
    player = seated(tables, table)[0]
    page, client = player.look(), player.client
    assert f'<iframe src="{player.link}/rules" title="Rules of Munchhausen" loading="lazy">' in page.text
    assert "frame-ancestors 'none'" in page.headers["content-security-policy"]
    assert page.headers["x-frame-options"] == "DENY"
    whole = client.get(player.link + "/rules")
    assert "frame-ancestors 'self'" in whole.headers["content-security-policy"]
    assert whole.headers["x-frame-options"] == "SAMEORIGIN"
    assert "<dt>Goal</dt>" in whole.text and '<a href="#course-of-play">How a turn goes</a>' in whole.text
    assert whole.text.count('id="course-of-play"') == 1 and 'id="goal"' not in whole.text
    clause = client.get(player.link + "/rules", params={"find": "m7"}).text
    assert "How a turn goes" not in clause
    assert 'id="M7"' in clause and 'id="M5"' not in clause and 'value="m7"' in clause
    nothing = client.get(player.link + "/rules", params={"find": "<b>elephant"}).text
    assert "Nothing in the rules contains “&lt;b&gt;elephant”" in nothing


def test_what_the_rules_say_of_a_place_can_be_asked_at_the_table(tables: Tables) -> None:
    table = begun(tables, "balvin", 3, ["human"] * 3)
    player = seated(tables, table)[0]
    page = player.look().text
    assert '<li data-what="tent tent.blocked tent.stack">' in page and '<div data-what="player.coins">' in page
    of = player.link + "/what?of=tent+tent.blocked+nothing"
    found = player.client.get(of).text
    assert "<b>Tents</b> 6. A tent is open if" in found and "nothing" not in found
    assert "What changes it: a tent is blocked until the afternoon; the blocker goes." in found
    german = player.client.get(of, headers={"accept-language": "de"}).text
    assert "Was das ändert: ein Zelt ist bis zum Nachmittag blockiert; die Sperre kommt weg." in german
    rules = player.client.get(player.link + "/rules").text
    assert '<a href="#score-the-tent">Scoring</a>' in rules and rules.count('id="score-the-tent"') == 1
    both = player.client.get(player.link + "/what?of=player.patrons+space.patrons").text
    assert both.count("<b>Patrons</b>") == 2 and "only its owner sees" in both and "1 at the start" in both
    assert player.client.get(player.link + "/what?of=elephant").status_code == 404


@pytest.mark.parametrize("name", ["balvin", "bierfest", "ofertu", "warrender"])
def test_the_rules_of_every_game_are_printed(tables: Tables, name: str) -> None:
    table = begun(tables, name, 2 if name == "ofertu" else 3, ["human"] * (2 if name == "ofertu" else 3))
    page = seated(tables, table)[0].look()
    assert page.status == 200
    rules = client_of(tables).get(f"/table/{table.id}/watch/{table.watch}/rules")
    assert rules.status_code == 200 and len(rules.text) > 2000


@full
def test_a_table_with_a_setting_that_is_a_numbered_thing_is_found_again(tables: Tables) -> None:
    ruleset = load_ruleset("balvin")
    table = begin_table(tables, ruleset, ruleset.game(3, {"blocked_tent": "tent_2"}).start(1), ["human"] * 3)
    assert opened_again(tables, table).state.game.program.options["blocked_tent"] == 1
    assert "tent 2" in client_of(tables).get(f"/table/{table.id}/watch/{table.watch}/rules").text.lower()
