"""Every page of the table in the reader's language: nothing on it is left in English unnoticed."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from helpers.browsers import client_of
from helpers.pseudo_language import HEADERS, PSEUDO, WORD, add_words, untranslated, use_pseudo_language
from helpers.tiers import full
from starlette.testclient import TestClient

from stammtisch.editor.new_rules import NewRules
from stammtisch.front.api import Ruleset, load_ruleset
from stammtisch.reading.library import rulesets, variants_of
from stammtisch.rulebook.excerpts.guide import Explanation
from stammtisch.seats.offers import offered
from stammtisch.seats.visibility import ONLOOKER
from stammtisch.table.pages.links import seat_path, table_path
from stammtisch.table.pages.render import FOLDER
from stammtisch.table.pages.rules_page import PrintedRules
from stammtisch.table.play import setup
from stammtisch.table.play.chat import post_message
from stammtisch.table.play.moves import commit_choices
from stammtisch.table.play.notes import leave_note
from stammtisch.table.play.positions import placement_lines
from stammtisch.table.play.rematch import carry_over
from stammtisch.table.play.return_codes import make_return_code
from stammtisch.table.play.seats import hand_over, rename_seat, toggle_designer, toggle_shared
from stammtisch.table.play.setup import begin_table
from stammtisch.table.play.table import Table, moment
from stammtisch.table.play.tables import Tables, open_tables
from stammtisch.table.watches.clock_watch import set_clock
from stammtisch.table.web.guard import TITLES, error_page

# what is the same in all languages: names of people, of bots, and of the program
SAME = frozenset(("ada", "ben", "cleo", "stammtisch", "search", "http", "localhost", "esc", "qr"))
# the name under which a browser keeps something, and what a script looks for
KEPT = (
    "stammtisch order ",
    "stammtisch name",
    "stammtisch chat",
    "stammtisch way back",
    "stammtisch sat down",
    "#log li[id]",
    "stammtisch guide",
    "#moved span",
    "guide brief",
    "guide brief short",
    "#why button",
    "#ask .why",
    "#why > div",
    ".felt .about, .felt .tap",
    ", .felt .board, .felt .tiles > li, .felt .zone, .felt .counters",
    "button, a, label, input, select, summary, .card",
    ", .felt .common .card:not(.back)",
    "stammtisch alerts",
    "stammtisch pace",
    "stammtisch tricks",
    "stammtisch one tap",
    ".card input, .card",
    "button[name=option], .scale button",
    ".tap:not(label), label.tap input, #ask .options button, #ask .choice input, #ask .scale button",
)
PEOPLE = ("Ada", "Ben", "Cleo")


@pytest.fixture(autouse=True)
def pseudo(monkeypatch: pytest.MonkeyPatch) -> None:
    use_pseudo_language(monkeypatch)
    # the printed rules have no words in it; tests/rulebook/test_summary.py has these lines in two languages
    monkeypatch.setattr(PrintedRules, "summary", lambda *_: [])
    told = Explanation("1", "1", (("1", "1"),), ("1",), ("1",))
    monkeypatch.setattr(PrintedRules, "explanation", lambda *_: told)


@pytest.fixture
def tables(tmp_path: Path):
    found = open_tables(tmp_path / "tables")
    yield found
    found.store.close()


def ruleset(name: str) -> Ruleset:
    return add_words(load_ruleset(name))


def begun(tables: Tables, name: str) -> Table:
    """A table of people with names, with a designer's link and a shared device."""
    rules = ruleset(name)
    players = 3 if 3 in rules.players else rules.players[0]
    table = begin_table(tables, rules, rules.game(players).start(5), ["human"] * players)
    for seat, who in zip(range(players), PEOPLE, strict=False):
        rename_seat(tables, table, seat, who)
    toggle_designer(tables, table)
    toggle_shared(tables, table, players - 1)
    set_clock(tables, table, "quick", "vote")
    table.settings = replace(table.host_settings, hands=10).to_json()
    post_message(tables, table, 0, "👏")
    return table


def titles(table: Table) -> frozenset[str]:
    """What a page may say besides: the game's title."""
    return SAME | frozenset(WORD.findall(table.state.game.program.game.lower()))


def look(client: TestClient, path: str, allowed: frozenset[str], status: int = 200) -> str:
    """A page, of which nothing is left in English."""
    answer = client.get(path, headers=HEADERS)
    assert answer.status_code == status, path
    assert f'<html lang="{PSEUDO}">' in answer.text
    assert untranslated(answer.text, allowed) == {}, path
    return answer.text


def links(text: str) -> frozenset[str]:
    """The words of links, which are shown in full."""
    import re

    return frozenset(
        word.lower() for link in re.findall(r">(https?://[^<]*)<", text) for word in re.findall(r"[^\W\d_]{2,}", link)
    )


def step(tables: Tables, table: Table, turn: int) -> None:
    """One more choice of the game."""
    seat = table.state.sites()[0][0]
    numbers = offered(table.state, seat)
    commit_choices(tables, table, seat, [numbers[turn % len(numbers)]])


OTHERS = sorted({*rulesets()} - {"tictactoe", "mechanisms"})


@full
@pytest.mark.parametrize("name", ["tictactoe", *(pytest.param(name, marks=pytest.mark.full) for name in OTHERS)])
def test_the_pages_of_a_game_from_beginning_to_end(name: str, tables: Tables) -> None:
    table = begun(tables, name)
    client, allowed = client_of(tables), titles(table)
    players, turn = len(table.seats), 0
    while not table.state.over and turn < 130:
        if turn in (0, 1, 5, 21) or turn % 60 == 0:
            for seat in range(min(players, 2)):
                seen = look(client, seat_path(table, seat), allowed)
                look(client, seat_path(table, seat) + "/why", allowed)
                look(client, seat_path(table, seat) + "/more", allowed)
                for line in re.findall(r"\?then=(\d+)", seen)[:1]:
                    look(client, f"{seat_path(table, seat)}?then={line}", allowed)
            look(client, table_path(table, "watch"), allowed)
            look(client, f"{table_path(table, 'watch')}/hands", allowed)
            look(client, table_path(table, "device"), allowed)
            look(client, f"{table_path(table, 'device')}/{players}", allowed)
            look(client, table_path(table, "designer"), allowed)
        step(tables, table, turn)
        turn += 1
    for path in (
        seat_path(table, 0),
        table_path(table, "watch"),
        table_path(table, "device"),
        table_path(table, "designer"),
    ):
        look(client, path, allowed)
    for at in (0, 1, 2, 10_000) if table.state.over else ():
        look(client, f"{seat_path(table, 0)}/replay?at={at}", allowed)


@full
def test_the_hosts_page_in_all_its_states(tables: Tables) -> None:
    table = begun(tables, "munchhausen")
    client, host = client_of(tables, ["munchhausen"]), table_path(table, "host")
    leave_note(tables, table, 0, "ada")
    leave_note(tables, table, ONLOOKER, "ben")

    def seen() -> None:
        page = client.get(host, headers=HEADERS).text
        look(client, host, titles(table) | links(page))

    seen()
    table.trouble = "balvin.yaml:7 the rules fail"
    table.rules = NewRules(None, None, ("ruleset.yaml, line 3: nothing is called 'x'",))
    seen()
    rules = ruleset("munchhausen")
    table.rules = NewRules(rules, rules.game(3))
    seen()
    look(client, table_path(table, "designer"), titles(table))
    carry_over(tables, table)
    there = tables.find(table.next)
    assert there is not None
    look(client, table_path(there, "designer"), titles(table))
    seats = [replace(seat, token="") for seat in there.seats]
    there.seats[:] = seats
    page = client.get(table_path(there, "host"), headers=HEADERS).text
    look(client, table_path(there, "host"), titles(table) | links(page))
    look(client, table_path(there, "lobby"), titles(table))


@full
def test_sitting_down_and_what_is_refused(tables: Tables) -> None:
    rules = ruleset("munchhausen")
    table = begin_table(tables, rules, rules.game(3).start(5), ["human", "human", "greedy"], links=False)
    client, lobby, allowed = client_of(tables), table_path(table, "lobby"), titles(table) | {"greedy"}
    look(client, lobby, allowed)
    for seat, name in ((0, ""), (2, "Ada"), (0, "Ada"), (1, "Ada"), (1, "Ben")):
        answer = client.post(lobby, data={"seat": seat, "name": name}, headers=HEADERS)
        if answer.status_code == 409:
            assert untranslated(answer.text, allowed) == {}
    look(client, lobby, allowed)
    link = seat_path(table, 0)
    refused: list[tuple[str, dict[str, object]]] = [
        (link, {"moment": "0.0.0", "option": 0}),
        (link, {"moment": moment(table.state, 0), "option": 900}),
        (f"{link}/name", {"name": "Ben"}),
        (f"{link}/do", {"do": "back", "at": "0.0.0"}),
        (f"{link}/do", {"do": "yes"}),
        (f"{link}/do", {"do": "again"}),
        (f"{link}/do", {"do": "vote-away", "to": 0}),
        (f"{link}/do", {"do": "vote-back", "to": 99}),
        (f"{link}/do", {"do": "note", "text": ""}),
    ]
    for path, sent in refused:
        for live in ({}, {"hx-request": "true"}):
            answer = client.post(path, data=sent, headers=HEADERS | live)
            assert answer.status_code == 409, sent
            assert untranslated(answer.text, allowed) == {}, sent
    client.cookies.clear()
    table.seats[0].taken = True
    make_return_code(table, 0)
    host = client.get(table_path(table, "host"), headers=HEADERS).text
    look(client, table_path(table, "host"), allowed | links(host))
    answer = client.post(lobby, data={"code": "none"}, headers=HEADERS)
    assert (answer.status_code, untranslated(answer.text, allowed)) == (409, {})
    client.post(f"{link}/do", data={"do": "vote-away", "to": 1}, headers=HEADERS)
    look(client, link, allowed)
    look(client, seat_path(table, 1), allowed)


@full
def test_the_designers_page_and_positions(tables: Tables) -> None:
    table = begun(tables, "tictactoe")
    client, link, allowed = client_of(tables), table_path(table, "designer"), titles(table)
    hand_over(tables, table, 1, "random")
    allowed |= {"random"}

    def send(status: int, **fields: object) -> None:
        answer = client.post(link, data=fields, headers=HEADERS)
        assert answer.status_code == status, fields
        assert status == 303 or untranslated(answer.text, allowed) == {}, fields

    send(303, do="stop")
    look(client, link, allowed)
    seat = table.state.sites()[0][0]
    send(303, do="choose", to=seat, moment=moment(table.state, seat), option=0)
    send(409, do="choose", to=seat, moment="0.0.0", option=0)
    send(409, do="back", to=900)
    send(303, do="back", to=0)
    look(client, link, allowed)
    look(client, f"{link}/position", allowed)
    send(409, do="put", text="")
    send(409, do="put", text="nowhere: 3")
    send(409, do="scenario", words="no such words")
    send(409, do="restart")
    send(303, do="put", text=placement_lines(table)[0])


@pytest.mark.full
def test_setting_up_a_table(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setup, "load_ruleset", lambda *of: add_words(load_ruleset(*of)))
    offers = ["munchhausen", "kuhn"]
    client, link = client_of(tables, offers), f"/tables/{tables.setup_token}"
    allowed = SAME | frozenset(
        word for name in [*offers, *variants_of(ruleset("munchhausen").path)] for word in WORD.findall(name)
    )
    # games are offered by their titles
    allowed |= titles_of("munchhausen") | titles_of("kuhn")
    look(client, link, allowed)
    look(client, f"{link}?game=0", allowed)
    look(client, f"{link}?game=0&variant=two-players", allowed | titles_of("munchhausen+two-players"))
    sent = {"game": 0, "variants": "", "players": 3}
    for wrong in ({"seed": "x"}, {"set-lowest_card": "x"}, {"seat-1": "nobody"}):
        answer = client.post(link, data=sent | wrong, headers=HEADERS)
        assert (answer.status_code, untranslated(answer.text, allowed)) == (409, {}), wrong
    assert client.post(link, data=sent, headers=HEADERS).status_code == 303
    look(client, link, allowed)
    monkeypatch.setattr("stammtisch.table.play.tables.MOST_TABLES", 1)
    answer = client.post(link, data=sent, headers=HEADERS)
    assert (answer.status_code, untranslated(answer.text, allowed)) == (409, {})


def titles_of(name: str) -> frozenset[str]:
    return frozenset(WORD.findall(load_ruleset(name).name.lower()))


def test_pages_without_a_table(tables: Tables) -> None:
    client = client_of(tables)
    look(client, "/", SAME)
    look(client, "/tables/own", SAME)
    look(client, "/nowhere", SAME, 404)
    for status in TITLES:
        page = bytes(error_page(status, PSEUDO).body).decode()
        assert untranslated(page, SAME) == {}, status
    strange = client.get("/", headers=HEADERS | {"host": "elsewhere.example"})
    assert (strange.status_code, untranslated(strange.text, SAME)) == (421, {})


def test_scripts_say_nothing_of_their_own() -> None:
    """What scripts show stands in the page, in its language."""
    for file in (FOLDER / "static").glob("*.js"):
        code = re.sub(r"//.*", "", file.read_text(encoding="utf-8"))
        said = [text for text in re.findall(r'"([^"\n]*)"', code) if re.search(r"[a-z]{2,} [a-z]{2,}", text)]
        assert {*said} <= {"use strict", *KEPT}, file.name
