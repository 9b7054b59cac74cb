"""An option is offered only if what it begins with can be done, whatever that is."""

from __future__ import annotations

from pathlib import Path

import pytest

import stammtisch as st

GAME = """\
format: 1
game: Options
players: 2
components: {card: {front: {value: 1..3}}}
shared:
  heap: {pile of: card, starts with: {value: 1..3}}
each player:
  hand: {holds: card}
  points: 0..99
phases:
  a turn:
    turns: player in players
    until: {two rounds are over: round > 2}
    do:
      what to do:
        one of:
          Try: {TRY}
          Draw a card: {when: not heap.empty, move: heap.top, to: player.hand}
          Pass: nothing
actions:
  Lay a card: {choose: c in player.hand, move: c, to: heap}
score: player.points + player.hand.size
rulings: {equal points share the victory: {change: score}}
"""
LAY = "choose: c in player.hand, move: c, to: heap"
BEGINNINGS = {
    "a menu": "{one of: {Lay it: {LAY}, Take points: {when: player.points > 5, add: {player.points: 1}}}}",
    "a menu of actions": "{one of: [Lay a card]}",
    "a menu in a menu": "{one of: {One: {one of: {Lay it: {LAY}}}, Two: {one of: [Lay a card]}}}",
    "a loop": "{for each: p in players from player, choose: c in p.hand, move: c, to: heap}",
    "a loop with a menu": "{repeat: 2, one of: {Lay it: {LAY}}}",
    "all at once": "{together: p in players where p = player, choose: c in p.hand, move: c, to: heap}",
    "a loop with steps": "{for each: n in 1..2, do: {set and lay: {when: n > 0, one of: [Lay a card]}}}",
    "turns": "{turns: p in players from player, until: {the heap is full: heap.size > 2 and round > 1}, choose: c in p.hand, move: c, to: heap}",
}


def offered(folder: Path, attempt: str, game: str = GAME) -> list[list[int]]:
    """The options of the first decision, and of that player's next one after a card was drawn."""
    file = folder / "options.yaml"
    file.write_text(game.replace("{TRY}", attempt).replace("LAY", LAY), encoding="utf-8")
    assert not [d for d in st.validate(file) if d.severity == "error"]
    state = st.load_ruleset(file).game(2).start(1)
    first = list(state.decision.numbers)
    state.choose(0)
    state.choose(1 if len(state.decision.numbers) > 2 else 0)
    return [first, list(state.decision.numbers)]


@pytest.mark.parametrize("name", BEGINNINGS)
def test_what_an_option_begins_with_must_be_possible(tmp_path: Path, name: str) -> None:
    assert offered(tmp_path, BEGINNINGS[name]) == [[1, 2], [0, 1, 2]]


@pytest.mark.parametrize(
    "attempt",
    [
        "{one of: [Lay a card], if impossible: nothing}",
        "{for each: c in player.hand, one of: [Lay a card]}",
        "{repeat: player.points, one of: [Lay a card]}",
        "{repeat: 2, until: {nothing lies there: player.hand.empty}, one of: [Lay a card]}",
        "{repeat: 2, may choose: c in player.hand, move: c, to: heap}",
    ],
)
def test_what_may_be_left_out_is_offered(tmp_path: Path, attempt: str) -> None:
    assert offered(tmp_path, attempt)[0] == [0, 1, 2]


REFILL = """\
  Refill: {when: {it is empty: heap.empty}, move: first(players).hand, to: heap}
  Refill below: {with: {least: 0..9}, when: heap.size < least, move: first(players).hand, to: heap}
  Go on: {run: Refill}
  Go on in a step: {do: {see to the heap: {run: Refill}, and count: {add: {player.points: 1}}}}
  Refill and lay: {when: heap.size < 3, choose: c in player.hand, move: c, to: heap}
  Always lay: {when: heap.size > 0, choose: c in player.hand, move: c, to: heap}
score:"""
REFILLED = GAME.replace("score:", REFILL, 1)


@pytest.mark.parametrize(
    "attempt",
    [
        "{do: {see to the heap: {run: Refill}, and count: {add: {player.points: 1}}}}",
        "{do: {say it: {say: heap.size}, see to the heap: {run: Refill}}}",
        "{do: {step one: {do: {step two: {run: Refill}}}, and count: {add: {player.points: 1}}}}",
        "{do: {see to the heap: {run: Refill below, with: {least: 1}}}}",
        "{do: {go on: {run: Go on}}}",
        "{run: Go on in a step}",
        "{for each: p in players, run: Refill}",
        "{repeat: 2, run: Refill}",
        "{do: {for all: {for each: p in players, do: {fill it: {run: Refill}}}}}",
        "{one of: {Count: {do: {see to the heap: {run: Refill}, and count: {add: {player.points: 1}}}}}}",
    ],
)
def test_a_step_that_runs_an_action_whose_condition_does_not_hold_is_skipped(tmp_path: Path, attempt: str) -> None:
    first, second = offered(tmp_path, attempt, REFILLED)
    assert first == [0, 1, 2] and 0 in second


@pytest.mark.parametrize("attempt", ["{run: Refill}", "{run: Go on}", "{one of: [Refill, Go on]}"])
def test_an_option_that_is_an_action_is_offered_if_its_condition_holds(tmp_path: Path, attempt: str) -> None:
    assert offered(tmp_path, attempt, REFILLED)[0] == [1, 2]
    site = next(site for site in st.load_ruleset(tmp_path / "options.yaml").game(2).program.sites if site.entries)
    assert [test.words for test in site.entries[0].tests] == (
        ["there is nothing to choose"] if "one of" in attempt else ["it is empty"]
    )


def test_what_a_first_step_runs_must_be_possible_where_its_condition_holds(tmp_path: Path) -> None:
    attempt = "{do: {lay one: {run: Refill and lay}, and count: {add: {player.points: 1}}}}"
    assert offered(tmp_path, attempt, REFILLED) == [[0, 1, 2], [1, 2]]
    attempt = "{do: {lay one: {run: Always lay}, and count: {add: {player.points: 1}}}}"
    assert offered(tmp_path, attempt, REFILLED) == [[1, 2], [0, 1, 2]]


ALIKE = """\
format: 1
game: Alike
players: 2
components: {card: {front: {value: 1..2}}}
shared:
  heap: {KIND: card, starts with: {value: 1..2, copies: 3}, see: {front: everyone}}
phases:
  a turn:
    turns: player in players
    until: {a round is over: round > 1}
    do: {Show one: {choose: c in heap, say: c.value}}
score: 0
rulings: {equal points share the victory: {change: score}}
"""


@pytest.mark.parametrize(("kind", "options"), [("holds", 2), ("pile of", 6)])
def test_of_cards_that_look_alike_the_first_is_offered_where_they_have_no_order(
    tmp_path: Path, kind: str, options: int
) -> None:
    (tmp_path / "alike.yaml").write_text(ALIKE.replace("KIND", kind), encoding="utf-8")
    assert len(st.load_ruleset(tmp_path / "alike.yaml").game(2).start(1).decision.options) == options


def test_cards_that_look_alike_are_all_offered_where_they_have_something_of_their_own(tmp_path: Path) -> None:
    mark, steps = "each card: {hits: 0..9}\nphases:", "{choose: c in heap, add: {c.hits: 1}}"
    text = ALIKE.replace("KIND", "holds").replace("phases:", mark).replace("{choose: c in heap, say: c.value}", steps)
    (tmp_path / "alike.yaml").write_text(text, encoding="utf-8")
    state = st.load_ruleset(tmp_path / "alike.yaml").game(2).start(1)
    state.choose(0)
    assert state.decision.numbers == [0, 1, 2, 3, 4, 5]  # one of them is hit
