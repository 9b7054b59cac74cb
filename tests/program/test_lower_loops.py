"""Loops with conditions, chance and decisions inside: what each pass does, and that nothing is lost over a decision."""

from __future__ import annotations

import json

import pytest
from helpers.games import game_of
from helpers.plays import deal, play

ONE = "by: first(players), "


def test_each_with_until_in_another_loop() -> None:
    inner = "{for each: x in prizes, until: {it is found: n >= size}, do: [{say: x}, {add: {n: x}}]}"
    assert play(f"{{for each: p in players, do: [{inner}, {{set: {{n: 0}}}}]}}").said() == [3, 3]
    assert play(f"{{repeat: 2, do: [{inner}, {{set: {{n: 1}}}}]}}").said() == [3, 3]
    assert play(f"{{when: m = 0, do: [{inner}]}}", "{say: n}").said() == [3, 3]
    ends = "{for each: x in prizes, until: {it is found: n = 1}, add: {n: x - 2}}"
    assert play(f"{{{ONE}choose: x in 1..2}}", ends).take(1).state.reason == "it is found"


def test_turns_without_a_decision_under_a_condition() -> None:
    turns = "{turns: p in players, until: {one round is over: round > 1}, say: p}"
    assert play(f"{{when: n < m + 1, do: {turns}}}", f"{{for each: x in 1..2, do: {turns}}}").said() == [0, 1] * 3


@pytest.mark.parametrize("loop", ["repeat: 2", "for each: held in 0..1"])
def test_what_chance_chose_in_a_loop_outlives_a_decision(loop: str) -> None:
    game = play(f"{{{loop}, random: drawn in 5..6, do: {{{ONE}choose: x in drawn..6, say: drawn}}}}", seed=3)
    first = game.options()[0]
    game.take(6)
    second = game.options()[0]
    assert game.take(6).said() == [first, second]


def test_a_game_in_a_loop_over_lists_is_saved_and_goes_on() -> None:
    game = play(f"{{for each: 'pair in [[1, 2], [3, 4]]', do: {{{ONE}choose: x in 1..2, say: sum(pair)}}}}").take(1)
    again = game_of(game.state).from_json(json.loads(json.dumps(game.state.to_json())))
    assert again == game.state
    assert game.take(1).said() == [3, 7]


# -- lists that are kept


@pytest.mark.parametrize(
    ("kept", "offered"),
    [
        ("sorted(prizes)", [1, 2, 3]),
        ("those(s in slots where s.number > 1)", [1, 2]),
        ("[player, left(player)]", [0, 1]),
        ("those(x * 10 for x in prizes)", [30, 10, 20]),
    ],
)
@pytest.mark.parametrize("together", ["{{remember: {{free: '{}'}}, {}}}", "[{{remember: {{free: '{}'}}}}, {{{}}}]"])
def test_choosing_from_a_list_that_is_kept(kept: str, offered: list[int], together: str) -> None:
    step = together.format(kept, f"{ONE}choose: x in free, set: {{m: 1}}")
    game = play(f"{{turns: player in players, until: {{a round is over: round > 1}}, do: {step}}}")
    assert game.options() == offered
    assert game.take(offered[-1]).state.seen(0) == game.state.seen(1)


def test_choosing_from_what_was_chosen() -> None:
    game = play(f"{{{ONE}choose: x in 3..6, count: 2}}", f"{{{ONE}choose: y in x, set: {{n: y}}}}").take(4, 6)
    assert game.options() == [4, 6]
    assert game.take(6).number("n") == 6


# -- what cannot be done


@pytest.mark.parametrize(
    ("hand", "count", "said"),
    [(1, "2", [7]), (2, "2", [8]), (1, "size", [7]), (1, "2..3", [7]), (1, "1..3", [8]), (0, "any", [7])],
)
def test_too_few_for_a_count_is_impossible(hand: int, count: str, said: list[int]) -> None:
    step = f"{{{ONE}choose: c in first(players).hand, count: {count}, say: 8, if impossible: {{say: 7}}}}"
    game = play(step, more=deal(hand))
    while not game.state.over:
        game.take(game.options()[-1])
    assert game.said() == said


def test_an_option_with_a_count_is_offered_if_there_are_enough() -> None:
    menu = (
        f"{{{ONE}one of: {{Give: {{choose: c in first(players).hand, count: 2, move: c, to: pool}}, Wait: nothing}}}}"
    )
    assert play(menu, more=deal(1)).options() == ["Wait"]
    assert play(menu, more=deal(2)).options() == ["Give", "Wait"]
    assert play(menu, more=deal(1)).state.refusal(0) == "there is nothing to choose"


def test_together_with_a_count_that_one_seat_cannot_reach() -> None:
    step = "{together: p in players, choose: c in p.hand, count: 2, move: c, to: pool, if impossible: {say: p}}"
    game = play(f"{{{ONE}choose: c in first(players).hand, move: c, to: pool}}", step, more=deal(2))
    assert list(game.take(game.options()[0]).state.pending) == [1]
    first, second = game.options(1)
    assert game.take(first, second, seat=1).said() == [0]


ACTIONS = """
actions:
  Sell:
    choose: c in first(players).hand
    move: c
    to: pool
  Spend: {pay: 4, from: first(players).coins, to: box}
  Buy: {when: {it is open: n = 1}, do: Spend}
"""


@pytest.mark.parametrize(
    ("option", "offered"),
    [
        ("{run: Sell}", False),
        ("{do: Sell}", False),
        ("{do: [Sell, {say: 1}]}", False),
        ("{do: [{when: n = 1, run: Sell}]}", True),
        ("{do: [{say: 1}, {when: first(players).hand.size > 0, run: Sell}]}", True),
        ("{do: {by: last(players), choose: c in first(players).hand}}", False),
        ("{do: {choose: c in first(players).hand, if impossible: {say: 1}}}", True),
        ("{run: Spend}", False),
        ("{do: Buy}", True),
        ("{run: Buy}", False),
    ],
)
def test_an_option_that_begins_with_what_cannot_be_done_is_not_offered(option: str, offered: bool) -> None:
    game = play(f"{{{ONE}one of: {{Do it: {option}, Wait: nothing}}}}", more=ACTIONS)
    assert game.options() == (["Do it", "Wait"] if offered else ["Wait"])
    if not offered:
        assert game.state.refusal(0)
