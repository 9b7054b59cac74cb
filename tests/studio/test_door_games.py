"""The door: a game's rules, cards, tests, numbers and sheets."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from helpers.tiers import many
from helpers.workbooks import excel, rows

from stammtisch.backend.native import host
from stammtisch.front.api import load_ruleset
from stammtisch.scenarios.run import run_file
from stammtisch.studio.studio import Studio
from stammtisch.study.reports import contest_report
from stammtisch.study.reports.report import as_json
from stammtisch.study.runs.run import games_per_plan, rotated_plans
from stammtisch.study.runs.shards import Plan
from stammtisch.study.runs.simulate import simulate, simulate_each

Ask = Callable[..., Any]
RULES, TESTS, DISHES = "picnic/ruleset.yaml", "picnic/scenarios.yaml", "picnic/dishes.csv"
SEATS = ["human", "random", "random"]


def change(home: Path, old: str, new: str, file: str = RULES) -> None:
    text = (home / file).read_text()
    assert old in text
    (home / file).write_text(text.replace(old, new, 1))


# -- a game


def test_a_game_says_who_can_play_it_and_what_can_be_set(ask: Ask) -> None:
    found = ask("game", game=RULES)
    assert (found["name"], found["players"], found["has_cards"]) == ("Picnic", [2, 3, 4, 5], True)
    assert found["settings"][0] | {"about": ""} == {"name": "hand_size", "value": "6", "about": "", "now": ""}
    assert {"name": "random", "words": "a random bot"} in found["bots"]
    balvin = ask("game", game="shipped:balvin/ruleset.yaml", variants=["four-gates"])
    assert "four-gates" in balvin["variants"]
    assert balvin["settings"][0]["value"] == "3 players: 20, 4 players: 18, 5 players: 16"


def test_where_modules_cannot_run_the_page_is_told_why_games_are_slow(
    ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ask("game", game=RULES)["slowness"] == ""
    monkeypatch.setattr(host, "find_spec", lambda _: None)
    found = ask("game", game=RULES)
    assert [bot["name"] for bot in found["bots"]] == ["random"]
    assert found["slowness"] == "wasmtime is not installed: all bots choose at random, and many games take longer."


def test_the_rulebook_and_what_it_says_about_a_line(ask: Ask, home: Path) -> None:
    made = ask("rulebook", game=RULES, players=3)
    assert made["html"].startswith("<!DOCTYPE html>") and "<h2" in made["body"]
    assert 'lang="de"' in ask("rulebook", game=RULES, language="de")["html"]
    lines = (home / RULES).read_text().split("\n")
    at = next(number for number, line in enumerate(lines, 1) if "everybody serves a dish" in line)
    for line in (at, at + 2):
        said = ask("rule_at", file=RULES, line=line)
        assert said["title"] == "everybody serves a dish" and said["find"] in said["text"]
        assert f'id="{said["anchor"]}"' in made["html"]
    components = lines.index("components:") + 2
    assert ask("rule_at", file=RULES, line=components)["title"] == "Components"
    assert ask("rule_at", file=TESTS, line=3) is None
    # as the text stands in the editor
    changed = "\n".join(lines).replace("everybody serves a dish", "all serve a dish")
    assert ask("rule_at", file=RULES, line=at, text=changed)["title"] == "all serve a dish"


def test_the_sections_of_balvin_are_in_its_rulebook(ask: Ask) -> None:
    name = "shipped:balvin/ruleset.yaml"
    body = ask("rulebook", game=name)["body"]
    titles = {}
    # all lines in the full run
    for line in range(1, ask("read", file=name)["text"].count("\n"), many(3, 1)):
        if said := ask("rule_at", file=name, line=line):
            assert f'id="{said["anchor"]}"' in body, said
            titles[said["title"]] = said["text"]
    assert len(titles) > many(30, 40) and sum(bool(text) for text in titles.values()) > many(20, 30)


def test_cards_and_pages_are_drawings(ask: Ask) -> None:
    cards = ask("cards", game=RULES)["cards"]
    assert sum(card["count"] for card in cards) == 30 and len(cards) == 9
    for drawing in (
        cards[0]["front"],
        cards[0]["back"],
        *(one["svg"] for one in ask("print_pages", game=RULES)["pages"]),
    ):
        assert ElementTree.fromstring(drawing).tag == "{http://www.w3.org/2000/svg}svg"
    assert (cards[0]["width"], cards[0]["height"]) == (63, 88)
    assert ask("cards", game="shipped:tictactoe/ruleset.yaml") == {"cards": []}


def test_a_game_with_mistakes_is_refused_with_all_of_them(refused: Ask, home: Path) -> None:
    change(home, "choose:", "chose:")
    for request, more in (("game", {}), ("rulebook", {}), ("cards", {}), ("play", {"players": 3}), ("simulate", {})):
        found = refused(request, game=RULES, **more)
        assert found["kind"] == "rules" and "chose" in found["message"]
        assert found["diagnostics"][0]["file"] == RULES


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": 9}, {"players": 0}, {"players": 3, "seats": ["human"]}, {"players": 3, "seats": ["nobody"] * 3},
        {"players": 3, "seed": -1}, {"players": 3, "variants": ["none"]}, {"players": 3, "variants": ["../ruleset"]},
        {"players": 3, "settings": {"hand_size": "many"}}, {"players": 3, "settings": {"size": "3"}},
    ],
)  # fmt: skip
def test_games_that_cannot_begin_are_refused_with_the_reason(wrong: dict[str, Any], refused: Ask) -> None:
    found = refused("play", game=RULES, **wrong)
    assert found["kind"] == "not-possible" and found["message"].endswith(".")


# -- tests


def test_scenarios_run_as_by_the_command(ask: Ask, finish: Ask, home: Path) -> None:
    assert [one["line"] for one in ask("scenarios", game=RULES)["scenarios"]] == [9, 14, 28]
    found = finish("run_tests", game=RULES)
    assert (found["passed"], found["failed"]) == (3, 0)
    change(home, "move: p.hand\n        to: left(p).passed", "move: p.hand\n        to: p.passed")
    found = finish("run_tests", game=RULES)
    failed = [one for one in found["tests"] if not one["passed"]]
    wanted = [one for one in run_file(home / TESTS) if not one.is_passed]
    assert [one["failure"] for one in failed] == [one.failure.replace(f"{home}/", "") for one in wanted] != []
    assert failed[0]["span"]["file"] == TESTS and failed[0]["message"]
    alone = finish("run_tests", game=RULES, file=TESTS, words=failed[0]["words"])
    assert alone["tests"] == failed[:1]


def test_a_mistake_in_a_scenario_is_its_failure(finish: Ask, home: Path) -> None:
    change(home, "Anna.dishes_served = 5", "Anna.dishes_eaten = 5", TESTS)
    found = finish("run_tests", game=RULES)
    assert found["failed"] == 1 and "dishes_eaten" in found["tests"][2]["message"]


def test_a_moment_of_play_becomes_a_test(ask: Ask, finish: Ask, refused: Ask, home: Path) -> None:
    table = ask("play", game=RULES, players=3, seats=SEATS, seed=5)["table"]
    before = (home / TESTS).read_text()
    text = ask("test_from", table=table, words="how it began")["text"]
    assert text.startswith("how it began:\n  seed: 5\n  when:\n") and (home / TESTS).read_text() == before
    saved = ask("test_from", table=table, words="how it began", save=True)
    now = (home / TESTS).read_text()
    assert now.startswith(before.rstrip()) and now.split("\n")[saved["line"] - 1] == "  how it began:"
    assert finish("run_tests", game=RULES)["passed"] == 4
    assert refused("test_from", table=table, words="how  it began")["kind"] == "not-possible"
    assert refused("test_from", table="none", words="x")["kind"] == "not-possible"
    # cards are named by what makes them unique, so a number on one of them may change
    assert "Anna may: [Cherry jam, Cucumbers, Onion tart, Honey waffles, Lemonade]" in text
    change(home, "Bread rolls,,brown ●,hearty,2", "Bread rolls,,brown ●,hearty,1", DISHES)
    assert finish("run_tests", game=RULES, words="how it began")["passed"] == 1
    # the test notices when the rules change
    change(home, "hand_size: {value: 6", "hand_size: {value: 5")
    found = finish("run_tests", game=RULES, words="how it began")
    assert found["failed"] == 1
    assert "carry" in refused("test_from", table=table, words="later")["message"].casefold()


def test_people_at_the_table_are_called_as_in_the_tests(ask: Ask, home: Path) -> None:
    change(home, "players: [Anna, Ben, Clara]", "players: [Zoe, Ben, Clara]", TESTS)
    assert ask("play", game=RULES, players=3)["names"] == ["Zoe", "Ben", "Clara"]
    assert ask("play", game=RULES, players=2)["names"] == ["Anna", "Ben"]
    # tests that cannot be read, and names that no seat can have, keep nobody from playing
    change(home, "players: [Zoe, Ben, Clara]", "players: [Ben, Ben, Clara]", TESTS)
    assert ask("play", game=RULES, players=3)["names"][2] == "Clara"
    (home / TESTS).write_text("scenarios: [")
    assert ask("play", game=RULES, players=3)["names"] == ["Anna", "Ben", "Clara"]


def test_a_game_without_scenarios_gets_a_file_of_them(ask: Ask, finish: Ask, home: Path) -> None:
    (home / TESTS).unlink()
    table = ask("play", game=RULES, players=2, seats=SEATS[:2], settings={"hand_size": "4"}, seed=5)
    assert table["names"] == ["Anna", "Ben"]
    ask("test_from", table=table["table"], words="yes", save=True)
    text = (home / TESTS).read_text()
    assert text.startswith("format: 1\ntests: ruleset.yaml\n") and "settings: {hand_size: 4}" in text
    assert "players: [Anna, Ben]" in text
    assert finish("run_tests", game=RULES)["passed"] == 1


def test_a_scenario_is_played_on_from_its_end(ask: Ask) -> None:
    words = ask("scenarios", game=RULES)["scenarios"][0]["words"]
    found = ask("play_from", file=TESTS, words=words)
    assert "human" in found["kinds"] and not found["over"] and found["names"] == ["Anna", "Ben", "Clara"]
    assert ask("table", table=found["table"])["table"] == found["table"]


def test_a_game_is_carried_over_to_changed_rules(ask: Ask, refused: Ask, home: Path) -> None:
    table = ask("play", game=RULES, players=3, seats=SEATS, seed=5)
    assert not ask("table", table=table["table"])["changed"]
    assert refused("carry_over", table=table["table"])["kind"] == "not-possible"
    change(home, "points_for_a_meal: {value: 4", "points_for_a_meal: {value: 7")
    assert ask("table", table=table["table"])["changed"]
    carried = ask("carry_over", table=table["table"])
    assert carried["table"] != table["table"] and carried["decisions"] == table["decisions"]
    assert not carried["changed"] and ask("table", table=table["table"])["table"] == carried["table"]


def test_others_play_as_well_as_casual_players(ask: Ask, studio: Studio) -> None:
    table = ask("play", game=RULES, players=3)
    assert table["kinds"] == ["human", "casual", "casual"]
    # the games of runs have machines of their own, as those of a table think in other threads
    own = studio.own_ruleset(RULES)
    assert own.game(3) is not studio.ruleset(RULES).game(3) and own.hash == studio.ruleset(RULES).hash


def test_a_game_under_another_title_is_shown_under_it(ask: Ask, studio: Studio, home: Path) -> None:
    first = ask("play", game=RULES, players=3)["table"]
    change(home, "game: Picnic", "game: A feast")
    second = ask("play", game=RULES, players=3)["table"]
    names = [studio.open_tables.tables[one].state.game.name for one in (first, second)]
    assert names == ["Picnic", "A feast"]


# -- numbers


@pytest.mark.parametrize("seconds", [0.0, 0.3])
def test_games_in_portions_come_to_the_same_as_in_one_run(seconds: float, ask: Ask) -> None:
    job = ask("simulate", game="shipped:hearts/ruleset.yaml", games=400, seed=7)["job"]
    while not (state := ask("go_on", job=job, seconds=seconds))["done"]:
        assert 0 <= state["progress"]["done"] <= state["progress"]["total"] == 400
    ruleset = load_ruleset("hearts")
    run = simulate([ruleset.ready(4)], 400, Plan(7, use=True))
    assert state["result"]["figures"] == json.loads(as_json(run, {})) and state["result"]["problems"] == []


def test_bots_in_portions_come_to_the_same_as_in_one_run(finish: Ask, home: Path) -> None:
    lineup = ["random", "search:10", "random"]
    found = finish("simulate_bots", game=RULES, bots=lineup, games=6, seed=3)
    game = load_ruleset(home / RULES).ready(3)
    plans = rotated_plans(Plan(3), lineup)
    run = simulate_each([(game, one) for one in plans], games_per_plan(6, plans))
    assert found["figures"] == json.loads(str(contest_report.as_json(run, {})))


def test_a_run_can_be_stopped_and_says_what_it_has(ask: Ask, refused: Ask) -> None:
    job = ask("simulate", game=RULES, games=10_000_000, players=[2])["job"]
    ask("go_on", job=job, seconds=0.3)
    state = ask("stop", job=job)
    assert state["done"] and 0 < state["progress"]["done"] < 10_000_000
    assert state["result"]["figures"]["results"][0]["finished"] > 0
    assert ask("go_on", job=job)["progress"] == state["progress"]
    assert refused("go_on", job=99)["kind"] == "not-possible"
    assert refused("simulate", game=RULES, games=0)["kind"] == "not-possible"
    assert refused("simulate", game=RULES, seed=-1)["kind"] == "not-possible"


def test_games_that_do_not_end_are_told(finish: Ask, home: Path) -> None:
    (home / "endless").mkdir()
    (home / "endless/ruleset.yaml").write_text(
        "format: 1\ngame: Endless\nplayers: 2\nphases:\n"
        "  a turn: {turns: player in players, until: {somebody is third: player.number = 3}, one of: {Pass: nothing, Wait: nothing}}\n"
        "winner: [most player.number]\n"
    )
    found = finish("simulate", game="endless/ruleset.yaml", games=1)
    assert [one["kind"] for one in found["problems"]] == ["endless"] and "does not end" in found["problems"][0][
        "message"
    ]
    assert "a turn (endless/ruleset.yaml:5)" in found["problems"][0]["message"]


# -- sheets

SHEETS = [
    b"name,worth\nFish,3\nBread,1\n",
    b"name;worth\r\nFish;3\r\nBread;1\r\n",
    b'\xef\xbb\xbf"name"\t"worth"\n"Fish"\t"3"\n"Bread"\t"1"\n',
    b'# a remark\nname,worth\n"Fish, fried",3\n"say ""no""",1\n\nBread,1\n',
    b"sep=|\nname|worth\nFish|3\n",
    b"name\nFish\n",
]


@pytest.mark.parametrize("content", SHEETS)
def test_a_sheet_that_is_written_as_it_was_read_stays_the_same(content: bytes, ask: Ask, home: Path) -> None:
    (home / "a.csv").write_bytes(content)
    held = ask("sheet", file="a.csv")
    assert all(len(row) == len(held["columns"]) for row in held["rows"])
    ask("write_sheet", file="a.csv", columns=held["columns"], rows=held["rows"], digest=held["digest"])
    assert (home / "a.csv").read_bytes() == content


def test_a_changed_cell_is_in_the_game(ask: Ask, refused: Ask, home: Path) -> None:
    held = ask("sheet", file=DISHES)
    at = held["columns"].index("worth")
    held["rows"][0][at] = "4"
    ask("write_sheet", **{key: held[key] for key in ("file", "columns", "rows", "digest")})
    assert "card bread_rolls hearty 4" in {card["title"] for card in ask("cards", game=RULES)["cards"]}
    assert refused("write_sheet", **{key: held[key] for key in ("file", "columns", "rows", "digest")})["kind"] == (
        "changed-outside"
    )
    held = ask("sheet", file=DISHES)
    held["rows"][0][at] = "much"
    ask("write_sheet", **{key: held[key] for key in ("file", "columns", "rows", "digest")})
    (found,) = ask("check", file=RULES)["diagnostics"]
    assert found["file"] == DISHES and found["from"]["line"] == 2


def test_what_is_no_sheet_is_refused(refused: Ask, home: Path) -> None:
    (home / "a.xlsx").write_bytes(b"PK\x03\x04")
    (home / "b.csv").write_bytes(b"PK\x03\x04")
    (home / "c.csv").write_bytes(b"name\n\xff\xfe")
    for name in ("a.xlsx", "b.csv", "c.csv", RULES):
        assert refused("sheet", file=name)["kind"] == "not-possible"
    assert refused("write_sheet", file="d.csv", columns=["a", "b"], rows=[["1"]], digest="")["kind"] == "bad-request"
    assert refused("write_sheet", file="d.csv", columns=[], rows=[], digest="")["kind"] == "not-possible"


def test_there_is_nothing_to_play_without_tables(studio: Studio, refused: Ask) -> None:
    studio.tables = None
    assert refused("play", game=RULES, players=3)["kind"] == "not-possible"


def test_a_file_of_tests_that_cannot_be_read_is_one_failure(ask: Ask, finish: Ask, home: Path) -> None:
    (home / "picnic/more.scenarios.yaml").write_text("format: 1\ntests: ruleset.yaml\nscenarios: [")
    assert len(ask("scenarios", game=RULES)["scenarios"]) == 3
    found = finish("run_tests", game=RULES)
    assert (found["passed"], found["failed"]) == (3, 1)
    (failed,) = [one for one in found["tests"] if not one["passed"]]
    assert failed["words"] == failed["file"] == "picnic/more.scenarios.yaml" and failed["message"]


def test_a_workbook_is_shown_and_becomes_a_sheet(ask: Ask, refused: Ask, home: Path) -> None:
    book = excel({"Prices": rows(["ware", "worth"], ["bread", 1], ["cheese", 2.5]), "Empty": "<sheetData/>"})
    (home / "picnic/market.xlsx").write_bytes(book)
    (shown,) = ask("workbook", file="picnic/market.xlsx")["sheets"]
    assert shown == {"name": "Prices", "rows": [["ware", "worth"], ["bread", "1"], ["cheese", "2.5"]], "height": 3}
    made = {"file": "picnic/market.xlsx", "sheet": "Prices", "to": "picnic/market.csv"}
    assert ask("sheet_from_workbook", **made)["file"] == "picnic/market.csv"
    assert (home / "picnic/market.csv").read_text() == "ware,worth\nbread,1\ncheese,2.5\n"
    assert refused("sheet_from_workbook", **made)["kind"] == "changed-outside"
    assert "no sheet Cards" in refused("sheet_from_workbook", **made | {"sheet": "Cards"})["message"]
    assert refused("sheet_from_workbook", **made | {"to": "picnic/ruleset.yaml"})["kind"] == "not-possible"
    (home / "picnic/market.xlsx").write_bytes(b"PK")
    assert "cannot be read as a workbook" in refused("workbook", file="picnic/market.xlsx")["message"]
