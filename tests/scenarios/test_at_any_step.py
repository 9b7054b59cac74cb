"""A scenario may begin at any step, whether anybody decides there or not; what is given counts by what reads it."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent, indent

import pytest
from helpers.harvest import HARVEST, played

from stammtisch.scenarios.run import ScenarioResult, run_file

EVEN = """\
format: 1
game: Even hands
players: 2
components:
  card: {front: {value: 1..8}}
shared:
  deck: {pile of: card, see: nobody, starts with: {value: 1..8}}
  last: 0..99
each player:
  hand: {holds: card, see: owner}
  points: 0..99
phases:
  a deal:
    repeat: 3
    do:
      shuffle the deck: {shuffle: deck}
      deal two each: {deal: 2, from: deck, to: players.hand}
      draw lots: {random: n in 1..9, set: {last: n}}
      show a card: {for each: p in players, choose: c in p.hand, reveal: c}
      the count: {for each: p in players, run: Count, with: {who: p}}
      all are told: {say: sum(players.points)}
      the cards go back: {move: those(c in players.hand), to: deck}
actions:
  Count:
    with: {who: player}
    when: sum(who.hand.value) mod 2 = 0
    add: {who.points: 1}
    do:
      Enough points: {when: who.points > 90, end: game}
winner: [most player.points, least player.number]
"""
HANDS = "Anna.hand: [2, 4], Ben.hand: [1, 6]"


def outcome(folder: Path, body: str, rules: str = EVEN) -> ScenarioResult:
    """What becomes of one scenario; its words stand in line 5."""
    (folder / "ruleset.yaml").write_text(rules, encoding="utf-8")
    head = "format: 1\ntests: ruleset.yaml\nplayers: [Anna, Ben]\nscenarios:\n  it works:\n"
    path = folder / "scenarios.yaml"
    path.write_text(head + indent(dedent(body).strip("\n"), "    ") + "\n", encoding="utf-8")
    return run_file(path)[0]


@pytest.mark.parametrize(
    "body",
    [
        f"at: the count\ngiven: {{players.points: 0, {HANDS}}}\nthen: [Anna.points = 1, Ben.points = 0]",
        "at: all are told\ngiven: {players.points: 4}\nwhen: [Anna is told: [8]]",
        "at: deal two each\ngiven: {deck: [1, 2, 3, 4, 5, 6, 7, 8]}\nthen: [{Anna.hand: [8, 6]}, {Ben.hand: [7, 5]}]",
        "at: deal two each\ngiven: {deck: [1, 2, 3, 4]}\nwhen: [Anna sees: {Anna.hand: [4, 2], Ben.hand: 2 hidden}]",
        "at: draw lots\nchance: [1, 2, 3, 4]\ngiven: {Anna.points: 7}\nwhen: [{chance: [5]}]\nthen: [last = 5]",
        "at: shuffle the deck\nthen: [last > 0 and deck.size = 4]",
        "at: Enough points\nchance: [1, 2, 3, 4]\ngiven: {players.points: 91}\nover: true",
    ],
)
@pytest.mark.parametrize("seed", range(6))
def test_a_scenario_begins_at_any_step(tmp_path: Path, body: str, seed: int) -> None:
    assert outcome(tmp_path, f"seed: {seed}\n" + body).failure == ""


def test_what_is_wrong_in_the_middle_of_automatic_steps_is_told_with_what_was_given(tmp_path: Path) -> None:
    given = f"at: the cards go back\ngiven: {{players.points: 3, {HANDS}}}\n"
    failure = outcome(tmp_path, given + "then: [Anna.points = 1]").failure
    assert "the game sets it before anybody decides and does not use it first" in failure.casefold()
    failure = outcome(tmp_path, "at: the cards go back\ngiven: {players.points: 3}\nthen: [Anna.points = 1]").failure
    assert "Anna.points is 3" in failure and "nothing has changed" not in failure
    assert "since the scenario began:\n    Anna.hand: " in failure


def test_a_turn_in_which_a_step_without_a_decision_begins_is_known(tmp_path: Path) -> None:
    turns = "turns: p in players, until: {it is over: round > 2}"
    do = "a bid counts no more: {set: {last: 0}}, Bid or not: {one of: {Bid: {set: {last: 1}}, Pass: nothing}}"
    rules = EVEN[: EVEN.index("phases:")] + f"phases: {{The bids: {{{turns}, do: {{{do}}}}}}}\nscore: player.points\n"
    body = "at: a bid counts no more\ngiven: {Anna.points: 1}\nwhen: [{Ben: Bid}]\n"
    failure = outcome(tmp_path, body, rules).failure
    assert "The step of `at` began in Anna's turn" in failure


@pytest.mark.parametrize("seed", range(20))
def test_what_is_given_is_judged_by_what_reads_it_and_never_by_the_result(tmp_path: Path, seed: int) -> None:
    begun = f"seed: {seed}\nat: the count\n"
    good = f"given: {{players.points: 0, {HANDS}}}\nthen: [Anna.points = 1, Ben.points = 0]"
    assert outcome(tmp_path, begun + good).failure == ""
    # the lot may bring the same number: what is given is overwritten all the same
    for given, place in (("last: 5", "last"), (HANDS, "Anna.hand")):
        at = "draw lots" if place == "last" else "the cards go back"
        failed = outcome(tmp_path, f"seed: {seed}\nat: {at}\ngiven: {{{given}}}\nthen: [deck.size = 4]")
        assert "so giving it has no effect" in failed.failure, place
        assert failed.span is not None and failed.span.line == 8


LOOK = """\
format: 1
game: Look
players: 2
components: {card: {front: {value: 1..6}}}
shared:
  deck: {pile of: card, starts with: {value: 1..6}}
  heap: {pile of: card}
  talk: 0..9
each player: {hand: {holds: card, see: owner}}
phases:
  all lay a card:
    turns: p in players where not p.hand.empty
    until: {all cards are laid: all(q.hand.empty for q in players)}
    do:
      Lay: {choose: c in p.hand, move: c, to: heap, do: [{say: c.value}, {reveal: c}, {add: {talk: 1}}]}
winner: most player.number
"""
# what is so after Ben's only card was laid by itself, and what is so before that
LOOKS = {
    "then: [heap.size = 2, talk = 2, {heap: [1, 5]}]": "then: [heap.size = 1, talk = 1, {heap: [1]}]",
    "Anna sees: {heap: [1, 5], talk: 2}": "Anna sees: {heap: [1], talk: 1}",
    "Ben is told: [1, 5]": "Ben is told: [1]",
    "Anna is shown: [1, 5]": "Anna is shown: [1]",
}


@pytest.mark.parametrize("after", LOOKS)
@pytest.mark.parametrize("next_line", ["", "Anna: 2", "Anna may: [2, 3]", "Ben: 5", "Ben may: [5]", "Ben may: []"])
def test_all_that_looks_on_the_way_looks_at_the_same_moment(tmp_path: Path, after: str, next_line: str) -> None:
    """Ben's only card is laid by itself, unless the next line is about that choice: then all look before it."""
    good, wrong = (LOOKS[after], after) if "5" in next_line else (after, LOOKS[after])
    given = "given: {Anna.hand: [1, 2, 3], Ben.hand: [5]}\nwhen:\n  - Anna: 1\n"
    more = f"  - {next_line}\n" if next_line else ""
    assert outcome(tmp_path, f"{given}  - {good}\n{more}", LOOK).failure == ""
    assert outcome(tmp_path, f"{given}  - {wrong}\n{more}", LOOK).failure != ""


def test_what_is_given_for_all_members_may_stand_in_brackets(folder: Path) -> None:
    text = HARVEST.replace("  ripe: 0..9", "  ripe: 0..9\n  seeds(crop, field): 0..9\n  plan(field): maybe crop")
    text = text.replace("farmer.ripe > 1", "farmer.seeds(corn, field_1) > 1 and farmer.plan(field_1) = corn")
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    body = """\
        given:
          players.seeds(crops, fields): 3
          Ann.seeds(rye, fields): 1
          Bob.plan(fields): rye
        then:
          - Ann.seeds(corn, field_1) = 3 and Bob.seeds(rye, field_2) = 3 and Ann.seeds(rye, field_2) = 1
          - Bob.plan(field_1) = rye and Bob.plan(field_2) = rye and Ann.plan(field_1) = none
    """
    assert played(folder, body).failure == ""
