"""What players are asked and offered in a game, one after the other and all at once."""

from __future__ import annotations

import pytest
from helpers.plays import deal, fails, play, refused

from stammtisch.base.errors import GameError


def test_choose_and_the_conditions_that_refuse() -> None:
    game = play(
        "{by: left(first(players)), choose: c in deck, where: {it must be odd: c.value mod 2 = 1, it must be dear: c.value > 4}, move: c, to: pool}"
    )
    assert (game.seat, game.options()) == (1, [5, 7, 9])
    refusals = [game.state.refusal(number) for number in range(9)]
    assert refusals[0] == "it must be dear" and refusals[1] == "it must be odd" and refusals[4] == ""
    assert game.take(7).cards("pool") == [7]


def test_a_list_of_choices_offers_only_what_can_be_completed() -> None:
    game = play(
        "{by: first(players), choose: [a in 1..4, b in 1..4], where: {they make seven: a + b = 7, b is less: b < a}, set: {n: 10 * a + b}}"
    )
    assert game.options() == [4]
    assert game.take(4).options() == [3]
    assert game.take(3).number("n") == 43


def test_a_decision_without_options_fails_unless_it_says_what_happens() -> None:
    empty = "by: first(players), choose: c in pool, move: c, to: deck"
    game = play(f"{{{empty}}}")
    with pytest.raises(
        GameError, match="there is nothing to choose for player 1; say what happens with `if impossible:`"
    ):
        _ = game.state.decision
    assert play(f"{{{empty}, if impossible: {{say: 7}}}}").said() == [7]


def test_who_is_listed_twice_is_one_to_choose_from() -> None:
    asks = "by: first(players), choose: 'p in [first(players), first(players)]', count: 2, do: {say: 1}"
    assert play(f"{{{asks}, if impossible: {{say: 7}}}}").said() == [7]
    assert play("{random: 'a in distinct([[1], [1], [2]])', say: sum(a)}").said()[0] in (1, 2)


@pytest.mark.parametrize(
    ("listed", "options"),
    [
        ("n in reversed(1..3) + sorted(1..3)", [3, 2, 1]),
        ("n in [2, 2, 1]", [2, 1]),
        ("p in players + players", [0, 1]),
        ("c in first(deck, 3) + first(deck, 2)", [1, 2, 3]),
        ("c in pool + first(deck, 2)", [1, 2]),
    ],
)
def test_what_is_listed_twice_is_offered_once(listed: str, options: list[int]) -> None:
    assert play(f"{{by: first(players), choose: '{listed}', say: 1}}").options() == options


def test_may_choose() -> None:
    text = "{by: first(players), may choose: c in deck, where: {it is low: c.value < 3}, move: c, to: pool, if declined: {say: 7}}"
    assert play(text).options() == [1, 2, "pass"]
    assert play(text).take("pass").said() == [7]
    assert play(text).take(2).cards("pool") == [2]
    assert play("{by: first(players), may choose: c in pool, move: c, to: deck}").options() == ["pass"]
    assert play("{by: first(players), may choose: c in pool, move: c, to: deck, if impossible: {say: 1}}").said() == [1]


@pytest.mark.parametrize("least", ["m or else 2", "if m != none then m else 2", "min(4, m or else 2)"])
def test_a_number_that_may_be_declined_has_a_range_besides(least: str) -> None:
    chosen = "{by: first(players), may choose: m in 1..3, say: m}"
    game = play(f"[{chosen}, {{by: first(players), choose: 'k in ({least})..5', say: k}}]")
    assert game.take(3).options() == [3, 4, 5]
    again = play(f"[{chosen}, {{by: first(players), choose: 'k in ({least})..5', say: k}}]")
    assert again.take("pass").options() == [2, 3, 4, 5]


def test_what_was_chosen_has_its_name_afterwards() -> None:
    game = play("[{by: first(players), choose: c in deck, move: c, to: pool}, {say: c.value}]")
    assert game.take(5).said() == [5]
    game = play(
        "[{by: first(players), may choose: c in deck, move: c, to: pool}, {say: if c = none then 0 else c.value}]"
    )
    assert game.take("pass").said() == [0]


@pytest.mark.parametrize(
    ("count", "least", "most"),
    [("2", 2, 2), ("0..2", 0, 2), ("1..3", 1, 3), ("any", 0, 9), ("size", 2, 2), ("n + 1", 1, 1)],
)
def test_several_are_chosen_one_after_the_other(count: str, least: int, most: int) -> None:
    game = play(f"{{by: first(players), choose: c in deck, count: {count}, move: c, to: pool}}")
    for number in range(most):
        assert game.options() == [*range(number + 1, 10), *(["done"] if number >= least else [])]
        game.take(number + 1)
    assert game.state.over or game.options() == ["done"]
    assert most == 9 or game.cards("pool") == list(range(1, most + 1))


def test_a_choice_that_is_only_there_sometimes() -> None:
    text = "{by: first(players), choose: [a in 1..2, b in 5..6 if a = 2], set: {n: 10 * a + (b or else 0)}}"
    assert play(text).take(1).number("n") == 10
    assert play(text).take(2).options() == [5, 6]
    assert play(text).take(2, 6).number("n") == 26


def test_menus() -> None:
    menu = (
        "{by: first(players), one of: {Draw: {when: {there is a card: n = 0}, move: 1, from: deck, to: pool}, "
        "Take one: {choose: c in deck, where: {it is low: c.value < 3}, move: c, to: pool}, "
        "Take two: {choose: [a in deck, b in deck], where: {they are two: a != b}, move: a, to: pool}, "
        "Pay up: {pay: 4, from: first(players).coins, to: box}, Stop: nothing}, do: {say: 8}}"
    )
    game = play(menu)
    assert game.options() == [
        "Draw",
        ("Take one", 1),
        ("Take one", 2),
        *(("Take two", i) for i in range(1, 10)),
        "Stop",
    ]
    assert game.state.refusal(9 + 9 + 1) == "that much cannot be paid"
    game.take(("Take one", 2))
    assert (game.cards("pool"), game.said(), game.state.over) == ([2], [8], True)
    assert play(menu).take(("Take two", 3)).options() == [1, 2, 4, 5, 6, 7, 8, 9]
    assert play("{set: {n: 1}}", menu).options()[0] == ("Take one", 1)
    impossible = "{by: first(players), one of: {Draw: {when: n = 1, say: 1}}, if impossible: {say: 2}}"
    assert play(impossible).said() == [2]
    assert play("{set: {n: 1}}", impossible).take("Draw").said() == [1]


def test_random_draws_uniformly_what_makes_the_rest_possible() -> None:
    text = "{random: [a in 1..3, b in 1..3], where: {b is more: b > a}, set: {n: 10 * a + b}}"
    found = [play(text, seed=i).number("n") for i in range(60)]
    assert set(found) == {12, 13, 23}
    assert play("{random: c in pool, move: c, to: deck, if impossible: {say: 3}}").said() == [3]
    assert fails("{random: c in pool, move: c, to: deck}") == "x.yaml:27: there is no c to draw"


# -- together


def test_all_choose_unseen_and_then_it_happens_in_order() -> None:
    game = play(
        "{together: p in players from left(first(players)), choose: c in p.hand, move: c, to: pool, do: {say: p}}",
        more=deal(2),
    )
    assert sorted(game.state.pending) == [0, 1]
    game.take(9, seat=0)
    assert (game.cards("pool"), list(game.state.pending)) == ([], [1])
    game.take(6, seat=1)
    assert (game.cards("pool"), game.said()) == ([6, 9], [1, 0])


def test_together_with_several_choices_in_any_order() -> None:
    game = play(
        "{together: p in players, choose: [a in 1..3, b in 1..3], where: {b is more: b > a}, set: {p.points: 10 * a + b}}"
    )
    game.take(2, seat=1).take(1, seat=0)
    assert (game.options(1), game.options(0)) == ([3], [2, 3])
    game.take(2, seat=0).take(3, seat=1)
    assert [game.number(f"player {i}.points") for i in (1, 2)] == [12, 23]


def test_together_declined_and_counted() -> None:
    text = "{together: p in players, may choose: c in p.hand, move: c, to: pool, if declined: {say: p}}"
    game = play(text, more=deal(1))
    game.take("pass", seat=1).take(9, seat=0)
    assert (game.cards("pool"), game.said()) == ([9], [1])
    game = play("{together: p in players, choose: c in p.hand, count: 1..2, move: c, to: pool}", more=deal(3))
    game.take(9, seat=0).take(8, 6, seat=1)
    assert (list(game.state.pending), game.options(0)) == ([0], [7, 5, "done"])
    assert game.take("done", seat=0).cards("pool") == [9, 8, 6]


def test_together_again_forgets_what_was_chosen_before() -> None:
    text = "{repeat: 2, do: {all discard: {together: p in players, may choose: c in p.hand, move: c, to: pool, if declined: {say: p}, if impossible: {say: 5}}}}"
    game = play(text, more=deal(1))
    game.take(9, seat=0).take("pass", seat=1)
    assert list(game.state.pending) == [1]
    game.take(8, seat=1)
    assert (game.cards("pool"), game.said()) == ([9, 8], [1, 5])
    text = (
        "{repeat: 2, do: {all discard: {together: p in players, choose: c in p.hand, count: 0..1, move: c, to: pool}}}"
    )
    game = play(text, more=deal(2))
    game.take(9, seat=0).take(8, seat=1).take(7, seat=0).take("done", seat=1)
    assert game.cards("pool") == [9, 8, 7]


def test_together_holds_no_other_decision() -> None:
    for inner in ("do: {choose: d in p.hand, move: d, to: deck}", "do: {end: game}", "if declined: {end: step 1}"):
        text = f"{{together: p in players, may choose: c in p.hand, move: c, to: pool, {inner}}}"
        assert (
            refused(text, more=deal(2))
            == "wrong-shape players who choose together cannot choose again or end anything in the same step"
        )
    text = "{together: p in players, choose: [a in 1..2, b in 1..2 if a = 1], set: {p.points: a + (b or else 0)}}"
    assert refused(text) == "wrong-shape a choice with `if` cannot be made together"
