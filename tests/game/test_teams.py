"""Teams: who wins together, in all ways of playing; what that is worth; what is said of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.paths import DATA
from helpers.tiers import full
from oracle.evaluate import Machine

import stammtisch as st
from stammtisch.backend.native.machine import Machine as Native
from stammtisch.base.streams import GAME, seed_stream
from stammtisch.base.tables import Document
from stammtisch.game.bots import bots_stream
from stammtisch.rulebook.blocks import markdown
from stammtisch.rulebook.book import rulebook
from stammtisch.scenarios.run import run_file
from stammtisch.seats.render import table_of
from stammtisch.study.counts.measures import MEASURES
from stammtisch.study.counts.statistics import Tally, summary, team_seats
from stammtisch.study.reports.report import players_section
from stammtisch.table.pages.page import page_data
from stammtisch.table.pages.page_content import content_of

PARTNERS, CREW = DATA / "ok" / "partners.yaml", DATA / "ok" / "crew.yaml"
# three teams, of which two may share the victory; nobody, a list of players or a single team may be named
ENDS = """\
format: 1
game: Ends
players: 5
teams: {red: [1, 4], blue: [2, 5], green: 3}
each team: {points: 0..9}
phases:
  The end:
    choose: n in 1..5
    by: first(players)
    do:
      by points: {when: n <= 2, set: {red.points: 1, green.points: n - 1}}
      nobody wins: {when: n = 3, end: game, winner: none}
      two of them: {when: n = 4, end: game, winner: 'those(p in players where p.number in [2, 3])'}
      one team: {when: n = 5, end: game, winner: green}
score: player.team.points
rulings: {equal scores share the victory: {change: score}}
"""


def ends(folder: Path, change: tuple[str, str] = ("", "")) -> st.Game:
    path = folder / "ends.yaml"
    path.write_text(ENDS.replace(*change), encoding="utf-8")
    return st.load_ruleset(path).game()


def ended(game: st.Game, position: int) -> st.State:
    state = game.start(1)
    state.choose(position)
    return state


def test_whole_teams_win(tmp_path: Path) -> None:
    game = ends(tmp_path)
    found = [ended(game, position) for position in range(5)]
    assert [state.winners for state in found] == [[0, 3], [0, 2, 3], [], [1, 2, 4], [2]]
    # with three teams 1 is shared among all who have won
    half, third = 1 / 2, 1 / 3
    paid = [[half, 0, 0, half, 0], [third, 0, third, third, 0], [0] * 5, [0, third, third, 0, third], [0, 0, 1, 0, 0]]
    assert [state.payoffs for state in found] == paid


def test_what_victory_is_worth_to_two_teams_and_to_one(tmp_path: Path) -> None:
    change = ("blue: [2, 5], green: 3", "green: [2, 3, 5]")
    found = [ended(ends(tmp_path, change), position).payoffs for position in range(5)]
    assert found == [[1, -1, -1, 1, -1], [0] * 5, [0] * 5, [-1, 1, 1, -1, 1], [-1, 1, 1, -1, 1]]
    game = st.load_ruleset(CREW).game(2)
    paid = {(*state.winners, *state.payoffs) for state in (game.played(seed) for seed in range(100))}
    assert paid == {(0, 1, 1, 1), (0, 0)}


@pytest.mark.parametrize(("path", "players"), [(PARTNERS, 4), (PARTNERS, 6), (CREW, 2), (CREW, 5)])
def test_all_ways_of_playing_name_the_same_winners(path: Path, players: int) -> None:
    game = st.load_ruleset(path).game(players)
    machine, native = Machine(game.program), game.native
    assert isinstance(native, Native)
    for seed in range(20):
        state, silent, bots = game.start(seed), game.start(seed, log=False), bots_stream(seed)
        plain = machine.start(seed_stream(seed, GAME))
        native.start(native.place(0), seed_stream(seed, GAME))
        while not state.over:
            decision = state.decision
            position = bots.draw(len(decision))
            machine.apply(plain, decision.seat, decision.numbers[position])
            native.choose(native.place(0), decision.seat, decision.numbers[position])
            state.choose(position)
            silent.choose(position)
        assert native.state(native.place(0)) == (state.v, state.z, state.random)
        assert state.winners == silent.winners == machine.winners(plain)
        assert state.payoffs == silent.payoffs == machine.payoffs(plain)


def test_a_team_is_never_without_players(tmp_path: Path) -> None:
    change = ("by: first(players)", "by: first(green.members)")  # not maybe none
    assert ends(tmp_path, change).start(1).decision.seat == 2


@pytest.mark.parametrize("loop", ["turns: t in teams\n    until: {it is over: round > 1}", "together: t in teams"])
def test_teams_take_no_turns(loop: str, tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_text(ENDS.replace("  The end:\n", f"  The end:\n    {loop}\n"), encoding="utf-8")
    found = [(d.code, d.span.line, d.message) for d in st.validate(tmp_path / "x.yaml")]
    assert found == [("wrong-type", 8, f"`{loop.split(':')[0]}` is for players, but this is a list of teams")]


def test_of_teams_for_a_wrong_number_of_players_nothing_more_is_said(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_text(ENDS.replace("players: 5", "players: [5, 4]"), encoding="utf-8")
    assert [d.code for d in st.validate(tmp_path / "x.yaml")] == ["bad-players"]


def test_a_team_is_told_what_it_won(tmp_path: Path) -> None:
    game = ends(tmp_path)
    tally = Tally(5)
    for position in range(5):
        state = ended(game, position)
        tally.add_game(state.scores, state.winners, "", [])
    found = {one.name: {f.of: f.value for f in one.figures(game, tally)} for one in MEASURES}
    assert found["wins by team"] == pytest.approx(
        {"red": (1 + 2 / 3) / 5, "blue": (2 / 3) / 5, "green": (1 / 3 + 1 / 3 + 1) / 5}
    )
    assert found["shared victories"] == {"": 2 / 5}
    assert found["evenness of seats"] == found["margin"] == {}
    lines = [*Document(players_section(summary(tally, team_seats(game)), True)).lines()]
    assert any(line.split()[:2] == ["red", "33.3"] for line in lines)


def test_a_scenario_names_all_who_win(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_bytes(PARTNERS.read_bytes())
    path = tmp_path / "scenarios.yaml"
    path.write_text(
        "format: 1\ntests: ruleset\nplayers: [Ann, Bob, Cleo, Dan]\nscenarios:\n  an eighteen wins:\n"
        "    given: {Ann.hand: [1], Bob.hand: [2], Cleo.hand: [18], Dan.hand: [4]}\n"
        "    when: [{Ann: 1}, {Bob: 2}, {Cleo: 18}, {Dan: 4}]\n"
        "    then: [Ann.team = red, Dan.team.tricks = 0, count(red.members) = 2]\n"
        "    winner: [Ann, Cleo]\n    over: an eighteen wins at once\n",
        encoding="utf-8",
    )
    assert run_file(path)[0].failure == ""


def test_the_rulebook_says_who_plays_together() -> None:
    said = markdown(rulebook(st.load_ruleset(PARTNERS)))
    assert "The teams are red (seats 1, 3 and 5) and blue (seats 2, 4 and 6)." in said
    early = "An eighteen wins at once. This decides at once who wins: three tricks are enough."
    goal = f"{early} If this has not decided the game before: the team with the highest score wins."
    assert f"A team's score is the team's tricks. {goal}" in said
    assert "the taker wins with all of the team" in said and "the taker's team wins" in said
    said = markdown(rulebook(st.load_ruleset(CREW)))
    assert "All players together are the crew: they win or lose together." in said and "nobody wins" in said


@full
def test_the_table_says_who_plays_with_whom() -> None:
    view = st.load_ruleset(PARTNERS).game(4).start(1).view(0)
    assert view["teams"] == {"red": [0, 2], "blue": [1, 3]}
    heads = [
        line for line in table_of(view, ["Anna", "Ben", "Cleo", "Dora"]) if line.startswith(("Anna", "Ben", "Cleo"))
    ]
    assert heads == ["Anna (you, red)", "Ben (blue)", "Cleo (red)"]
    page = page_data(
        content_of(st.load_ruleset(PARTNERS).game(4).start(1), 0), ["Anna", "Ben", "Cleo", "Dora"], [False] * 4
    )
    teams = {area["id"]: area["team"] for area in page["areas"] if area["team"]}
    assert teams == {"area-1": "red", "area-2": "blue", "area-3": "red", "area-4": "blue"}
    crew = st.load_ruleset(CREW).game(2).start(1).view(0)
    assert "teams" not in crew and "player 1 (you)" in table_of(crew)
