"""The rulebook says exactly what the rules say: how sums are grouped, what is meant for whom, what ends the game."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from helpers.tiers import full

from stammtisch.base.errors import UsageError
from stammtisch.check.checker import check
from stammtisch.cli.commands.rulebook import command
from stammtisch.front.api import Ruleset
from stammtisch.language.build import build
from stammtisch.reading.load import load_text
from stammtisch.rulebook.blocks import markdown
from stammtisch.rulebook.book import rulebook

HEAD = """\
format: 1
game: A small game
players: 2
settings: {base: 2}
things:
  stall: 3
  cell: 2x2
  suit: [red, blue]
components: {card: {front: {value: 1..3, suit: suit}}}
shared:
  closed: false
  taken(cell): false
  owner(cell): maybe player
  deck: {pile of: card, starts with: {value: 1..3, suit: suits}}
each stall: {open_to(player): false}
each player: {points: 0..999, rests: 0..999, hand: {holds: card, see: owner}}
score: player.points
"""


def told(step: str, more: str = "") -> str:
    """The rulebook of a game in which a turn is this step and a choice."""
    text = (
        f"{HEAD}{more}phases:\n  a turn:\n    turns: player in players\n    do:\n      the step: {step}\n"
        "      work or rest: {one of: {Work: {add: {player.points: 1}}, Rest: nothing}}\n"
        "      it is over: {when: round > 5, end: game}\n"
    )
    return printed(text)


def printed(text: str, players: int | None = None) -> str:
    """The rulebook of that text."""
    root = load_text(text, "small.yaml")
    ruleset = Ruleset("small", Path("small.yaml"), root, check(build(root, "small")))
    return markdown(rulebook(ruleset, players=players))


def adding(written: str) -> str:
    """What is added to the points."""
    line = next(line for line in told(f"{{add: {{player.points: '{written}'}}}}").splitlines() if "The step" in line)
    return line.partition("go up by ")[2].removesuffix(".")


@pytest.mark.parametrize(
    ("written", "english"),
    [
        ("(player.rests + 3) * base", "(the player's rests plus 3) times 2"),
        ("player.rests + 3 * base", "the player's rests plus 6"),
        ("10 - (player.rests - base)", "10 minus (the player's rests minus 2)"),
        ("10 - player.rests - base", "10 minus the player's rests minus 2"),
        ("(player.points + player.rests) / 2 rounded up", "half of (the player's points plus the player's rests), rounded up"),
        ("player.rests mod 3 * 2", "(the remainder of the player's rests divided by 3) times 2"),
        ("9 + -(player.rests + 3)", "9 plus (minus (the player's rests plus 3))"),
        ("max(1, 7 - player.rests)", "the greater of 1 and (7 minus the player's rests)"),
        ("count(c in cells where taken(c)) + 3", "(the number of cells that are taken) plus 3"),
        ("3 + count(c in cells where taken(c))", "3 plus the number of cells that are taken"),
        ("sum(q.points for q in players) + 3", "the total points of all players plus 3"),
        (
            "if player.rests > 3 then (if closed then 1 else 2) else 3",
            "(1 if “closed” is yes, otherwise 2) if the player's rests are more than 3, otherwise 3",
        ),
        (
            "if player.rests > 3 then 1 else if closed then 2 else 3",
            "1 if the player's rests are more than 3, otherwise 2 if “closed” is yes, otherwise 3",
        ),
        ("(if closed then 1 else 2) + 4", "(1 if “closed” is yes, otherwise 2) plus 4"),
        (
            "count(c in cell_1_1.line(1, 1) where owner(c) = none)",
            "the number of places in the line from the cell in row 1, column 1 down to the right, that have no owner",
        ),
        (
            "(if cell_1_1.step(1, 1) = none then 1 else 2)",
            "1 if there is no place one step down to the right from the cell in row 1, column 1, otherwise 2",
        ),
        (
            "(if cell_1_1.step(2, -1) = none then 1 else 2)",
            "1 if there is no place 2 down and −1 to the right of the cell in row 1, column 1, otherwise 2",
        ),
        ("left(player, 1).points", "the points of the player 1 seat to the left of the player"),
    ],
)  # fmt: skip
def test_sums_and_products_are_grouped_as_written(written: str, english: str) -> None:
    assert adding(written) == english


@pytest.mark.parametrize(
    ("step", "english"),
    [
        ("{set: {closed: true}}", "From now on “closed” is yes."),
        ("{set: {taken(cell_1_2): false}}", "From now on the cell in row 1, column 2 is not taken."),
        ("{for each: c in cells, set: {taken(c): true}}", "for each cell: from now on that cell is taken."),
        ("{for each: s in stalls, set: {s.open_to(player): true}}", "from now on that stall is open to the player."),
        ("{set: {stalls.open_to(player): false}}", "From now on none of the stalls is open to the player."),
        ("{set: {stalls.open_to(player): true}}", "From now on all stalls are open to the player."),
        (
            "{set: {stall_1.open_to(player): player.rests > 3}}",
            "From now on stall 1 is open to the player if the player's rests are more than 3, otherwise not.",
        ),
        ("{choose: c in cells where owner(c) = none, set: {owner(c): player}}", "The player chooses a cell that has no owner."),
        (
            "{remember: {x1: player.number mod 2, k: 0..9}, set: {k: x1 * 2}}",
            "The value x1 is the remainder of the player's seat number divided by 2. The value k is 0 at first. "
            "The value k becomes the value x1 times 2.",
        ),
        (
            "{when: {the day is long: round > 3}, add: {player.points: 1}}",
            "Condition: the day is long (the round is more than 3). The player's points go up by 1.",
        ),
        ("{when: round > 3, add: {player.points: 1}}", "Only if the round is more than 3: the player's points go up by 1."),
        (
            "{when: any(p in players where any(q in players where q.points = p.points and p.rests + q.rests + q.points = 3)), end: turn}",
            "there is a player for whom there is a player whose points are that player's points and for whom "
            "that player's rests plus the other player's rests plus the other player's points are 3",
        ),
        (
            "{when: closed and any(c in cells where taken(c)) and round > 2, end: turn}",
            "“closed” is yes and any cell is taken, and the round is more than 2",
        ),
        ("{remember: {most: player.rests}, do: {set: {most: 3}}}", "The most is the player's rests at first. The most becomes 3."),
        ("{reveal: left(player).hand}", "The other player's hand is shown to everyone."),
        ("{reveal: players.hand}", "All players' hands are shown to everyone."),
        (
            "{add: {player.points: count(p in players after player where p.rests > 3)}}",
            "the number of players other than the player whose rests are more than 3",
        ),
        (
            "{choose: q in players, set: {player.points: 'left(q, player.rests).points'}}",
            "the player as many seats to the left of that player as the player's rests",
        ),
        ("{add: {player.points: sum(c.suit.number for c in player.hand)}}", "the total, over the cards in the player's hand, of that card's suit's number"),
        ("{when: (closed or round > 2) and round < 9, end: turn}", "(“closed” is yes or the round is more than 2) and the"),
        ("{when: not (closed or round > 2) or round < 9, end: turn}", "(“closed” is no and the round is at most 2) or the"),
    ],
)  # fmt: skip
def test_every_index_and_name_is_told(step: str, english: str) -> None:
    found = told(step)
    assert english.lower() in found.lower(), found


UNTIL = "The game continues until this happens: "


@pytest.mark.parametrize(
    ("step", "ends"),
    [
        ("{add: {player.points: 1}, do: {when: player.points > 9, end: game}}", f"{UNTIL}the step or it is over."),
        (
            "{do: {enough points end it: {when: player.points > 9, end: game}}}",
            "Enough points end it. The game also ends as soon as this happens: it is over.",
        ),
        (
            "{one of: {Stop: {do: {when: player.points > 9, end: game}}, Go on: nothing}}",
            "The game continues until “Stop” ends it. The game also ends as soon as this happens: it is over.",
        ),
        (
            "{when: player.points > 9, do: {the pause: {end: turn}}, otherwise: {end: game}}",
            f"{UNTIL}the step or it is over.",
        ),
        (
            "{choose: n in 1..player.points, if impossible: {end: game, winner: left(player)}}",
            "The game continues until somebody cannot do this: the step. "
            "The game also ends as soon as this happens: it is over.",
        ),
    ],
)
def test_an_end_inside_a_step_is_named_by_the_step(step: str, ends: str) -> None:
    assert ends in told(step)


def test_who_cannot_do_what_has_to_be_done_loses() -> None:
    found = told("{choose: n in 1..player.points, if impossible: {end: game, winner: left(player)}}")
    assert "## Goal\n\nWhoever cannot do this loses: the step. If this has not decided" in found


ACTIONS = """\
actions:
  Bid:
    with: {askers: players, lowest: 0..99, limit(player p): 0..99}
    gives: {highest: high}
    remember: {high: 0..99}
    for each: asker in askers
    choose: offer in lowest..limit(asker)
    set: {high: offer}
"""


def test_an_action_that_one_step_runs_is_told_with_what_it_is_given() -> None:
    found = told("{run: Bid, with: {askers: players after player, lowest: base, limit(p): p.rests}}", ACTIONS)
    assert "**The step**: See “Bid”.\n" in found
    assert "For each other player, in order from the left of the active player (the asker): the asker chooses" in found
    assert "a number from 2 to the asker's rests (the offer)" in found
    assert "The rule that leads here" not in found and "Result" not in found


def test_an_action_that_two_steps_run_says_what_differs() -> None:
    run = "{run: Bid, with: {askers: players, lowest: LOWEST, limit(p): p.rests}, gives: {highest: high}}"
    first, second = run.replace("LOWEST", "1"), run.replace("LOWEST", "2")
    found = told(f"{{do: [{first}, {second}]}}", ACTIONS)
    assert "the lowest is 2" in found and "a number from the lowest to the limit of the asker" in found
    assert (
        "The rule that leads here says what is meant by the askers, the lowest and the limit of each player." in found
    )
    assert "Result: the highest is the high." in found


def test_an_action_that_binds_what_it_is_given_anew_keeps_its_own_words() -> None:
    step = "{remember: {offer: player.rests}, do: {run: Bid, with: {askers: players, lowest: offer, limit(p): 9}}}"
    assert "(the askers are all players; the lowest is the offer; the limit of each player is 9)" in told(step, ACTIONS)


def test_a_phase_for_each_of_several_things_is_over_when_all_are() -> None:
    text = told("{add: {player.points: 1}}").partition("## End of the game")[2]
    assert "for every" not in text
    more = f"{HEAD}phases:\n  a row:\n    for each: stall in stalls\n    do: {{for each: p in players, choose: c in cells, set: {{taken(c): true}}}}\n"
    assert "The game is over when “A row” is over for every stall." in printed(more)


def test_an_explanation_stands_beside_the_formula_and_nothing_twice() -> None:
    more = "define:\n  wages(player): {value: 3 + 2 * player.rests, about: What somebody earns who has rested well.}\n"
    nap = "Nap: {add: {player.rests: 1}, about: 'The player''s rests go up by one.'}"
    step = f"{{one of: {{Earn: {{add: {{player.points: wages(player)}}, about: Hard work.}}, {nap}}}}}"
    found = told(step, more)
    assert "wages**: *What somebody earns who has rested well.* 3 plus (2 times the player's rests).\n" in found
    assert "**Earn**: *Hard work.* The player's points go up by the player's wages.\n" in found
    assert "**Nap**: The player's rests go up by 1.\n" in found
    for told_once in ("Whoever has the most points at the end wins", "share the victory"):
        assert found.partition("## End of the game")[2].count(told_once) == 1


@full
def test_the_rules_are_written_to_a_file_as_a_page_if_its_name_says_so(tmp_path: Path) -> None:
    for name, start in (("rules.html", "<!DOCTYPE html>"), ("rules.md", "# Ofertu\n")):
        file = tmp_path / name
        done = CliRunner().invoke(command, ["ofertu", "--out", str(file)])
        assert done.exit_code == 0 and done.output == f"The rules of Ofertu are written to {file}.\n"
        assert file.read_text(encoding="utf-8").startswith(start)
    wrong = CliRunner().invoke(command, ["ofertu", "--out", str(tmp_path / "nowhere" / "rules.md")])
    assert isinstance(wrong.exception, UsageError)


WON = """\
format: 1
game: Won
players: 2
each player: {points: 0..9, alive: true}
phases:
  the play:
    repeat: forever
    do:
      Work: {by: first(players), choose: n in 1..2, add: {first(players).points: n}}
      three points win: {when: first(players).points > 2, end: game, winner: first(players)}
"""
EARLY = "Three points win. If this has not decided the game before: "
GOALS = {
    "": "Three points win.",
    "score: player.points": f"{EARLY}whoever has the most points at the end wins.",
    "score: player.points\nwinner: [least player.points]": f"{EARLY}whoever has the fewest points at the end wins.",
    "score: player.points\nwinner: [most if player.alive then 1 else 0]": (
        f"Players collect points. {EARLY}players for whom this holds win: that player is alive."
    ),
    "winner: [most if player.alive then 1 else 0]": f"{EARLY}players for whom this holds win: that player is alive.",
}


@pytest.mark.parametrize("more", GOALS)
def test_the_goal_names_the_steps_that_tell_who_wins(more: str) -> None:
    text = printed(f"{WON}{more}\n")
    assert f"## Goal\n\n{GOALS[more]}\n" in text
    # nobody can share what one player wins
    assert ("share the victory" in text) == bool(more)


def test_what_is_done_where_nothing_is_chosen_is_told_of_the_player_of_the_loop() -> None:
    declined = "{for each: p in players, may choose: n in 1..2, add: {p.rests: n}, if declined: {set: {p.rests: 0}}}"
    assert "If nothing is chosen: That player's rests become 0." in told(declined)
    nothing = "{for each: p in players, choose: n in 1..p.rests, add: {p.rests: n}, if impossible: {add: {p.rests: 1}}}"
    assert "If nothing can be chosen: That player's rests go up by 1." in told(nothing)


def test_all_share_the_victory_where_the_game_ends_without_a_winner() -> None:
    other = "      nobody wins: {when: first(players).points > 1, end: game}\n"
    assert "If nobody has won by then, all players share the victory." in printed(WON + other)


PLACES = """\
format: 1
game: Places
players: 2..3
settings: {last_place: {2 players: 1, 3 players: 2}}
tables: {prize(int place): {1: 5, 2: 3, 3: 1}}
define: {award(int place): if place > last_place then 0 else prize(place)}
each player: {points: 0..99}
score: player.points
phases: {the end: {for each: p in players, choose: n in 1..3, add: {p.points: award(n)}}}
"""


def test_a_table_has_no_row_that_nobody_can_ask_for_with_this_number_of_players() -> None:
    def prizes(text: str, players: int | None) -> list[str]:
        return [line for line in printed(text, players).splitlines() if line in ("| 1 | 5 |", "| 2 | 3 |", "| 3 | 1 |")]

    assert [len(prizes(PLACES, players)) for players in (2, 3, None)] == [1, 2, 2]
    # asked without the condition as well
    assert len(prizes(PLACES.replace("award(n)}", "award(n) + prize(n)}"), 2)) == 3
