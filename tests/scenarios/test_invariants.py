"""What scenarios look after by themselves: `always`, given things without effect, what chance gave where."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent, indent

import pytest
from helpers.tiers import full

from stammtisch.scenarios.run import ScenarioResult, run_file

FAIR = """\
format: 1
game: Fair
players: 2
components:
  card: {front: {value: 1..6}}
shared:
  deck: {pile of: card, see: nobody, starts with: {value: 1..6}}
  halves: {pile of: card, see: nobody}
  starter: first(players)
  chest: 0..20
  bids_made: 0..9
each player:
  hand: {holds: card, see: owner}
  purse: 0..20
  bid: {range: 0..9}
setup:
  shuffle the deck: {shuffle: deck}
  two are laid aside: {move: 2, from: deck, to: halves}
  who begins: {random: p in players, set: {starter: p}}
  the chest is filled: {set: {chest: 10}}
phases:
  a turn:
    turns: player in players from starter
    until: {the chest is empty: chest = 0}
    do:
      nobody has bid: {set: {players.bid: 0}}
      take or make:
        one of:
          Take a coin: {add: {player.purse: 1, chest: -1}}
          Make a coin: {add: {player.purse: 1}}
          Draw: {move: 1, from: deck, to: player.hand}
score: player.purse
always:
  no coin is lost: chest + sum(players.purse) = 10
"""
ALWAYS = "  no coin is lost: chest + sum(players.purse) = 10\n"


def outcome(folder: Path, body: str, rules: str = FAIR) -> ScenarioResult:
    """What becomes of one scenario; its words stand in line 5."""
    (folder / "ruleset.yaml").write_text(rules, encoding="utf-8")
    path = folder / "scenarios.yaml"
    head = "format: 1\ntests: ruleset.yaml\nplayers: [Ann, Bob]\nscenarios:\n  it works:\n"
    path.write_text(head + indent(dedent(body).strip("\n"), "    ") + "\n", encoding="utf-8")
    return run_file(path)[0]


@full
def test_a_move_that_breaks_a_condition(tmp_path: Path) -> None:
    found = outcome(
        tmp_path,
        """
        given: {starter: Ann}
        when:
          - Ann: Take a coin
          - Bob: Make a coin
        then: [Bob.purse = 1]
        """,
    )
    first, *_ = found.failure.splitlines()
    assert first.endswith("'no coin is lost' is not true after Bob: Make a coin") and "scenarios.yaml:9:" in first
    assert "under `always` in" in found.failure and "ruleset.yaml:34" in found.failure


def test_moves_that_break_nothing(tmp_path: Path) -> None:
    body = "given: {starter: Ann}\nwhen: [{Ann: Take a coin}, {Bob: Take a coin}]\nthen: [chest = 8]"
    assert outcome(tmp_path, body).failure == ""


@pytest.mark.parametrize("given", ["", "given: {starter: Ann, chest: 8}\n", "at: take or make\n"])
def test_a_setup_that_breaks_a_condition(tmp_path: Path, given: str) -> None:
    rules = FAIR.replace("{set: {chest: 10}}", "{set: {chest: 9}}")
    found = outcome(tmp_path, given + "then: [1 = 1]", rules)
    assert "'no coin is lost' is not true at the first decision" in found.failure
    assert f"scenarios.yaml:{found.scenario.span.line}:" in found.failure


def test_a_given_table_that_comes_up_in_no_game_is_not_held_to_the_conditions(tmp_path: Path) -> None:
    body = "given: {starter: Ann, Ann.purse: 5}\nwhen: [{Ann: Make a coin}]\nthen: [Ann.purse = 6]"
    assert outcome(tmp_path, body).failure == ""
    body = "given: {starter: Ann, Ann.purse: 5, chest: 5}\nwhen: [{Ann: Make a coin}]\nthen: [Ann.purse = 6]"
    assert "is not true after Ann: Make a coin" in outcome(tmp_path, body).failure


def test_a_condition_that_cannot_be_worked_out(tmp_path: Path) -> None:
    rules = FAIR.replace(ALWAYS, "  the chest is not too full: 10 / chest rounded down > 0\n")
    body = "given: {starter: Ann, chest: 1}\nwhen: [{Ann: Take a coin}]\nthen: [1 = 1]"
    assert "a condition under `always` cannot be worked out" in outcome(tmp_path, body, rules).failure


def test_a_given_value_that_the_game_sets_before_anybody_decides(tmp_path: Path) -> None:
    found = outcome(tmp_path, "given: {starter: Ann, Ann.bid: 5}\nthen: [chest = 10]")
    first, *_ = found.failure.splitlines()
    assert first.endswith("Ann.bid is 0, not 5, at the first decision") and "scenarios.yaml:6:" in first
    assert "Write `at: take or make` to put it in place when that step begins." in found.failure
    found = outcome(tmp_path, "at: take or make\ngiven: {starter: Ann, Ann.bid: 5}\nthen: [Ann.bid = 5]")
    assert found.failure == ""


def test_what_the_game_uses_before_anybody_decides_is_told_when_the_scenario_fails(tmp_path: Path) -> None:
    rules = FAIR.replace("nobody has bid: {set: {players.bid: 0}}", "one more: {add: {player.bid: 1}}")
    given = "given: {starter: Ann, Ann.bid: 5}\n"
    assert outcome(tmp_path, given + "then: [Ann.bid = 6]", rules).failure == ""
    found = outcome(tmp_path, given + "then: [Ann.bid = 5]", rules)
    assert "given, but different at the first decision:" in found.failure and "Ann.bid is 6, not 5" in found.failure


@full
def test_results_of_chance_go_to_events_that_they_fit(tmp_path: Path) -> None:
    for name in ("Ann", "Bob"):
        assert outcome(tmp_path, f"chance: [{name}]\nthen: [starter = {name}]").failure == ""
    # a card is not a player's name, though both are numbers inside
    found = outcome(tmp_path, "chance: [Ann, Bob]\nthen: [starter = Bob]")
    assert "chance never gave 'Bob'" in found.failure and "Ann in " in found.failure
    for seed in range(4):
        # the second card is left to the seed
        body = f"seed: {seed}\nchance: [3, Bob]\nthen: [starter = Bob, {{halves: [3, any]}}]"
        assert outcome(tmp_path, body).failure == ""


def test_what_chance_gave_where_is_told(tmp_path: Path) -> None:
    found = outcome(tmp_path, "chance: [3]\nwhen: [{Ann: Take a coin}]\nthen: [Ann.hand.size = 1]")
    assert "chance gave:" in found.failure and "ruleset.yaml:18 two are laid aside" in found.failure


def test_a_condition_for_the_end_is_held_to_whatever_was_given_and_the_failure_says_so(tmp_path: Path) -> None:
    rules = FAIR.replace(ALWAYS, "  nobody is rich: {holds: all(p.purse < 3 for p in players), at: the end}\n")
    failed = outcome(tmp_path, "given: {chest: 1, Ann.purse: 9}\nwhen: [{Ann: Take a coin}]\nover: true\n", rules)
    assert "'nobody is rich' is not true after Ann: Take a coin" in failed.failure
    assert "whatever was given: give a table that can lead to such an end" in failed.failure
    assert "whatever was given" not in outcome(tmp_path, "when: [{Ann: Make a coin}]\nthen: [chest = 10]").failure
