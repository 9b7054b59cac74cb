"""What each part of a step does in a game: small rulesets, played choice by choice."""

from __future__ import annotations

import pytest
from helpers.plays import Play, fails, play, refused
from helpers.tiers import full

from stammtisch.base.diagnostics import RulesetError
from stammtisch.base.errors import GameError
from stammtisch.check.checker import check
from stammtisch.game.game import Game
from stammtisch.language.build import build
from stammtisch.program.lowering.lower import lower
from stammtisch.reading.load import load_text

# -- steps and loops


def test_steps_happen_in_order_and_nothing_is_a_step() -> None:
    assert play("{say: 1}", "nothing", "[{say: 2}, {say: 3}]", "{do: {inner step: {say: 4}}}").said() == [1, 2, 3, 4]


def test_when_and_otherwise() -> None:
    assert play(
        "{when: size = 2, say: 1, otherwise: {say: 2}}", "{when: n = 1, say: 3, otherwise: {say: 4}}"
    ).said() == [1, 4]
    conditions = "{when: {it is so: n = 0, it is not: m = 1}, say: 1, otherwise: {say: 2}}"
    assert play(conditions).said() == [2]
    assert play("{set: {m: 1}}", conditions).said() == [1]


def test_for_each() -> None:
    assert play("{for each: p in players from left(first(players)), say: p}", players=3).said() == [1, 2, 0]
    assert play("{for each: x in prizes where x > 1 by x, say: x}").said() == [2, 3]
    assert play("{for each: x in prizes, until: {it is found: n = 1}, do: [{say: x}, {set: {n: x}}]}").said() == [3, 1]


def test_the_list_of_a_loop_is_fixed_when_it_begins() -> None:
    assert play("{for each: 'c in first(deck, 3)', move: c, to: pool}").cards("pool") == [1, 2, 3]
    assert play("{for each: p in players where p.points = 0, set: {players.points: 5}}").number("player 2.points") == 5


def test_repeat_and_until() -> None:
    assert play("{repeat: size + 1, add: {n: 1}}").number("n") == 3
    assert play("{repeat: 0, add: {n: 1}}").number("n") == 0
    # so many times at most, also anew inside another loop
    assert play("{repeat: 3, until: 'n > 5', add: {n: 1}}").number("n") == 3
    assert play("{repeat: 9, until: 'n > 5', add: {n: 1}}").number("n") == 6
    assert play("{repeat: 2, do: {step 2: {repeat: 2, until: 'n > 8', add: {n: 1}}}}").number("n") == 4
    assert play("{until: {it is enough: n >= 5}, add: {n: 2}}").number("n") == 6
    assert play("{repeat: forever, do: [{add: {n: 1}}, {when: n = 4, end: step 1}]}").number("n") == 4
    assert (
        play("{until: {there are three: n = 3}, by: first(players), choose: x in 1..2, add: {n: x}}")
        .take(1, 1, 1)
        .state.over
    )


def test_a_loop_that_does_not_end_fails() -> None:
    message = fails("{until: {it is odd: n = 1}, set: {n: if n = 0 then 2 else 0}}")
    assert message == "x.yaml:27: 'step 1' never ends"


def test_turns_go_round_and_rounds_are_counted() -> None:
    game = play(
        "{turns: p in players, until: {it is over: n = 5}, do: [{say: p}, {say: round}, {add: {n: 1}}]}", players=3
    )
    assert game.said() == [0, 1, 1, 1, 2, 1, 0, 2, 1, 2]
    assert game.state.reason == "it is over"


def test_turns_skip_those_for_whom_the_condition_fails() -> None:
    game = play(
        "{turns: p in players where p.points < 2, until: {n is 5: n = 5}, do: [{say: p}, {add: {p.points: 1, n: 1}}]}",
        players=3,
    )
    assert game.said() == [0, 1, 2, 0, 1]
    with pytest.raises(GameError, match="nobody can take a turn"):
        play(
            "{turns: p in players where p.points < 2, until: {n is 5: n = 5}, do: [{say: p}, {add: {p.points: 1, n: 1}}]}"
        )


def test_next_says_whose_turn_it_is() -> None:
    game = play(
        "{turns: p in players, next: right(p), until: {it is over: n = 4}, do: [{say: p}, {add: {n: 1}}]}", players=3
    )
    assert game.said() == [0, 2, 1, 0]


def test_end_leaves_a_turn_a_step_or_the_game() -> None:
    turn = "{turns: p in players, until: {n is 3: n = 3}, do: [{add: {n: 1}}, {when: n = 2, end: turn}, {say: n}]}"
    assert play(turn).said() == [1, 3]
    step = "{do: {outer step: [{say: 1}, {inner step: [{say: 2}, {end: outer step}]}, {say: 3}]}}"
    assert play(step, "{say: 4}").said() == [1, 2, 4]
    game = play("{say: 1}", "{end: game, winner: left(first(players))}", "{say: 2}")
    assert (game.said(), game.state.winners, game.state.reason) == ([1], [1], "step 2")
    assert play("{end: game, winner: players}").state.winners == [0, 1]


def test_remembered_names_live_in_the_steps_after_them() -> None:
    game = play(
        "[{remember: {x: size + 1, best: maybe player}}, {say: x}, {set: {best: first(players)}}, {say: best or else left(first(players))}]"
    )
    assert game.said() == [3, 0]
    assert play("[{remember: {x: 0..9}}, {repeat: 3, add: {x: 2}}, {say: x}]").said() == [6]
    assert refused("[{remember: {x: n + 1}}, {repeat: 3, add: {x: 2}}, {say: x}]") == "no-range how large can x get?"
    assert refused("[{remember: {x: 1..9 / n rounded down}}, {say: x}]") == "no-range how large can x get?"


def test_a_remembered_name_keeps_its_value_over_a_decision() -> None:
    game = play(
        "[{remember: {x: deck.size}}, {by: first(players), choose: c in deck, move: c, to: pool}, {say: x}, {say: deck.size}]"
    )
    assert game.take(4).said() == [9, 8]


# -- effects


def test_moving_cards_in_every_form() -> None:
    assert play("{move: 2, from: deck, to: pool}").cards("pool") == [9, 8]
    assert play("{move: up to 20, from: deck, to: pool}").cards("deck") == []
    assert play("{move: all, from: deck, to: slot_1.stack}").cards("slot_1.stack") == list(range(1, 10))
    assert play("{move: deck, to: pool}").cards("pool") == list(range(1, 10))
    assert play("{move: those(c in deck where c.value mod 2 = 0), to: pool}").cards("pool") == [2, 4, 6, 8]
    assert play(
        '{move: "first(deck, 2) + last_two", to: pool}', more="define: {last_two: 'first(reversed(deck), 2)'}\n"
    ).cards("pool") == [1, 2, 9, 8]
    assert play("{move: 1, from: deck, to: pool}", "{move: pool + deck, to: slot_2.stack}").cards("slot_2.stack") == [
        9,
        *range(1, 9),
    ]


def test_what_was_moved_has_a_name() -> None:
    assert play("[{move: 1, from: deck, to: pool, as: moved}, {say: moved.value}]").said() == [9]
    assert play("[{move: 3, from: deck, to: pool, as: moved}, {say: sum(moved.value)}]").said() == [24]


def test_places_in_a_pile() -> None:
    begin = "{move: 3, from: deck, to: slot_1.stack}"
    for at, wanted in (
        ("top", [9, 8, 7, 6]),
        ("bottom", [6, 9, 8, 7]),
        ("below 1", [9, 8, 6, 7]),
        ("below 9", [6, 9, 8, 7]),
    ):
        assert play(begin, f"{{move: 1, from: deck, to: slot_1.stack, at: {at}}}").cards("slot_1.stack") == wanted
    found = {
        tuple(play(begin, "{move: 1, from: deck, to: slot_1.stack, at: random}", seed=i).cards("slot_1.stack"))
        for i in range(60)
    }
    assert found == {(6, 9, 8, 7), (9, 6, 8, 7), (9, 8, 6, 7), (9, 8, 7, 6)}
    found = {
        tuple(play(begin, "{move: 1, from: deck, to: slot_1.stack, at: random below 2}", seed=i).cards("slot_1.stack"))
        for i in range(40)
    }
    assert found == {(6, 9, 8, 7), (9, 6, 8, 7)}


def test_dealing() -> None:
    game = play("{deal: 2, from: deck, to: players.hand}", players=3)
    assert [game.cards(f"player {i}.hand") for i in (1, 2, 3)] == [[9, 6], [8, 5], [7, 4]]
    assert play("{deal: up to 5, from: deck, to: players.hand}").cards("player 2.hand") == [8, 6, 4, 2]
    assert play("{deal: all, from: deck, to: slots.stack}").cards("slot_3.stack") == [7, 4, 1]
    assert play("{deal: 2, from: deck, to: pool}").cards("pool") == [9, 8]
    assert fails("{deal: 5, from: deck, to: players.hand}") == "x.yaml:27: deck holds too few cards to deal 5 to each"


@full
def test_a_shuffled_pile_is_drawn_by_chance_and_its_top_is_not_known() -> None:
    drawn = {tuple(play("{shuffle: deck}", "{move: 2, from: deck, to: pool}", seed=i).cards("pool")) for i in range(30)}
    assert len(drawn) > 10
    assert "nobody knows the top card" in fails("{shuffle: deck}", "{say: deck.top.value or else 0}")


def test_short_moves_fail_and_say_so() -> None:
    assert (
        fails("{move: 10, from: deck, to: pool}")
        == "x.yaml:27: deck holds fewer than 10; write up to 10 if that is meant"
    )
    assert (
        fails("{set: {n: 0 - 1}}", "{move: n, from: deck, to: pool}")
        == "x.yaml:28: a negative number cannot be moved: n"
    )
    assert (
        fails("{set: {n: 0 - 1}}", "{deal: n, from: deck, to: players.hand}")
        == "x.yaml:28: a negative number of cards cannot be dealt: n"
    )


def test_tokens_come_from_the_box_and_are_conserved() -> None:
    game = play(
        "{pay: 2, from: first(players).coins, to: left(first(players)).coins}",
        "{move: 4, from: box, to: first(players).coins}",
        "{move: all, from: left(first(players)).coins, to: box}",
    )
    assert (game.number("player 1.coins"), game.number("player 2.coins"), game.number("coin in the box")) == (5, 0, 15)
    assert "holds fewer than 9" in fails("{move: 9, from: first(players).coins, to: box}")
    assert play("{move: up to 9, from: first(players).coins, to: box}").number("player 1.coins") == 0


GIVE = "actions: {Give: {with: {purse: counter}, move: 1, from: first(players).coins, to: purse}}\n"


@pytest.mark.parametrize(
    ("step", "told"),
    [
        ("{run: Give, with: {purse: n}}", "conserved first(players).coins and purse do not count the same tokens here"),
        ("{move: 1, from: box, to: n}", "conserved box and n do not count the same tokens here"),
        ("{move: 1, from: box, to: box}", "conserved box and box do not count the same tokens here"),
        *(
            (step, "wrong-type purse is not a place for tokens: the game forgets it again")
            for step in (
                "{remember: {pot: 0..9}, run: Give, with: {purse: pot}}",
                "{for each: k in 1..3, run: Give, with: {purse: k}}",
                "{by: first(players), choose: k in 1..3, run: Give, with: {purse: k}}",
            )
        ),
    ],
)
def test_tokens_never_go_where_they_would_be_lost(step: str, told: str) -> None:
    assert refused(step, more=GIVE) == told
    assert refused("{run: Give, with: {purse: left(first(players)).coins}, do: {set: {n: 100}}}", more=GIVE) != told


def test_lists_drawn_by_lot_are_told() -> None:
    game = play(
        "{random: 'tally in splits([1, 2], 2)', set: {n: first(tally)}}",
        "{random: 'pair in [[red, blue], [blue, red]]', say: first(pair)}",
        "{random: 'pack in [those(c in pool), those(c in deck where c.value < 3)]', say: count(pack)}",
        "{random: 'several in [players, players after first(players)]', say: count(several)}",
    )
    drawn = [event["value"] for event in game.state.seen(0) if event["kind"] == "random"]
    assert sum(drawn[0]) == 3 and sorted(drawn[1]) == ["blue", "red"] and drawn[3] in ([0, 1], [1])
    assert [card["component"] for card in drawn[2]] == ["card"] * game.said()[1]


def test_numbers_are_set_and_added() -> None:
    game = play("{set: {n: 3, who: left(first(players)), slots.full: true}}", "{add: {n: 0 - 1, players.points: n}}")
    assert (game.number("n"), game.number("who"), game.number("slot_2.full")) == (2, 1, 1)
    assert [game.number(f"player {i}.points") for i in (1, 2)] == [2, 2]


def test_groups() -> None:
    lay = "{move: 'first(deck, 2)', to: first(players).sets, as: new group}"
    game = play(lay, lay, "{for each: g in first(players).sets.groups, say: sum(g.value)}")
    assert game.said() == [3, 7]
    game = play(
        lay,
        lay,
        "{for each: g in those(x in first(players).sets.groups where sum(x.value) > 5), move: g, to: pool}",
        "{say: count(first(players).sets.groups)}",
    )
    assert (game.said(), game.cards("pool")) == ([1], [3, 4])


def test_revealing_tells_what_and_to_whom() -> None:
    game = play("{reveal: 'first(deck, 2)'}", "{reveal: players.points, to: first(players)}")
    assert game.state.log is not None
    events = [event for event in game.state.log.raw_events(0) if event[0] in ("reveal", "show")]
    assert [(event[0], len(event[2]), event[3]) for event in events] == [("reveal", 2, (0, 1)), ("show", 2, (0,))]


# -- actions


def test_parameters_are_values_formulas_places_and_zones() -> None:
    actions = (
        "actions:\n  pay a fee:\n    with: {seat: player, fee(player p): 0..9, purse(player p): counter, pile: zone of card}\n"
        "    gives: {paid: sum_paid}\n    remember: {sum_paid: 0..9}\n"
        "    do: [{set: {sum_paid: fee(seat)}}, {add: {purse(seat): 0 - fee(seat)}}, {move: 1, from: pile, to: pool}]\n"
    )
    run = "[{run: pay a fee, with: {seat: q, fee(x): x.number * 2, purse(x): x.points, pile: deck}, gives: {paid: p}}, {say: p}]"
    game = play("{set: {players.points: 9}}", f"{{for each: q in players, do: {run}}}", more=actions)
    assert [game.number(f"player {i}.points") for i in (1, 2)] == [7, 5]
    assert (game.said(), game.cards("pool")) == ([2, 4], [9, 8])


def test_an_action_decides_for_who_is_named_or_whose_turn_it_is() -> None:
    actions = "actions:\n  Take one: {choose: c in deck, move: c, to: pool, do: {say: c.value}}\n"
    assert play("{by: left(first(players)), run: Take one}", more=actions).seat == 1
    turns = "{turns: p in players, until: {there are two: pool.size = 2}, do: Take one}"
    game = play(turns, more=actions)
    assert (game.seat, game.take(3).seat) == (0, 1)


def test_possible_asks_whether_an_action_can_be_done() -> None:
    actions = "actions:\n  Take one:\n    with: {least: 0..99}\n    when: {not yet: n < 5}\n    choose: c in deck where c.value > least\n    move: c\n    to: pool\n"
    for number, least, wanted in ((0, 8, 1), (0, 9, 0), (5, 1, 0)):
        quoted = f"{{say: \"if possible('Take one', {least}) then 1 else 0\"}}"
        use = "{by: first(players), run: Take one, with: {least: 0}}"
        game = play(f"{{set: {{n: {number}}}}}", quoted, "{set: {n: 0}}", use, more=actions)
        assert game.said() == [wanted]


def test_possible_is_asked_of_whose_turn_it_is() -> None:
    actions = "actions:\n  Lay one: {choose: c in p.hand, move: c, to: pool}\n  Pass: {when: {who can lay must: not possible('Lay one')}}\n"
    asked = "{when: possible('Lay one'), say: p.number}"
    turns = f"{{turns: p in players, until: {{all passed: round > 1}}, do: [{asked}, {{one of: [Lay one, Pass]}}]}}"
    game = play("{deal: 1, from: deck, to: first(players).hand}", turns, more=actions)
    assert (game.seat, game.options(), game.said()) == (0, [("Lay one", 9)], [1])
    assert game.take(("Lay one", 9)).options() == ["Pass"]


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize(
    ("winner", "won"),
    [
        ("none", []),
        ("those(q in players where n > 4)", []),
        ("players after first(players) - players", []),
        ("players + players", None),
        ("first(players)", [0]),
        ("those(q in players where q.points = 0 and q = first(players))", [0]),
    ],
)
def test_nobody_or_who_is_named_wins_when_the_game_is_ended(winner: str, won: list[int] | None, players: int) -> None:
    text = f"phases:\n  step 1: {{by: first(players), one of: {{Go: {{end: game, winner: '{winner}'}}}}}}\n"
    game = Play(text, players).take("Go")
    won = list(range(players)) if won is None else won
    shares = [1 / len(won) if seat in won else 0.0 for seat in range(players)]
    expected = [shares[0] - shares[1], shares[1] - shares[0]] if players == 2 else shares
    assert (game.state.winners, game.state.payoffs) == (won, expected)
    assert game.state.ranks == [(1 if seat in won else 2) if won else 0 for seat in range(players)]
    assert [payoffs for payoffs, _ in Game(game.program).results(1, 3)] == [expected] * 3


@pytest.mark.parametrize(
    ("failing", "reason"),
    [
        ("{when: n > 3, say: 1, otherwise: {end: game}}", "not: step 1"),
        ("{when: {it is late: n > 3}, say: 1, otherwise: {end: game}}", "not: it is late"),
        ("{when: n > 3, say: 1, otherwise: {it was early: {end: game}}}", "it was early"),
        ("{when: n > 3, say: 1, otherwise: {when: m > 3, say: 2, otherwise: {end: game}}}", "not: step 1"),
        ("{when: n = 0, do: [{when: n > 3, say: 2, otherwise: {end: game}}], otherwise: {say: 3}}", "step 1"),
        ("{when: n = 0, end: game, otherwise: {say: 2}}", "step 1"),
    ],
)
def test_an_end_where_a_condition_fails_has_that_as_its_reason(failing: str, reason: str) -> None:
    assert play(failing).state.reason == reason


# -- events


def test_events_before_and_after_a_step() -> None:
    events = "whenever:\n  first event: {before: step 2, say: 1}\n  second event: {after: step 2, say: 3}\n"
    assert play("{say: 0}", "{say: 2}", "{say: 4}", more=events).said() == [0, 1, 2, 3, 4]


def test_events_around_each_pass_of_a_loop() -> None:
    events = "whenever:\n  one event: {before: step 1, say: 8}\n  other event: {after: step 1, say: 9}\n"
    assert play("{for each: x in prizes, say: x}", more=events).said() == [8, 3, 9, 8, 1, 9, 8, 2, 9]


def test_an_event_when_a_card_enters() -> None:
    events = "whenever:\n  an event: {enters: pool, when: card.value > 7, say: card.value}\n"
    assert play("{move: 3, from: deck, to: pool}", "{move: 2, from: deck, to: slot_1.stack}", more=events).said() == [
        9,
        8,
    ]


def test_an_event_that_moves_cards_elsewhere_does_not_keep_others_from_happening() -> None:
    events = "whenever:\n  one event: {enters: pool, move: 1, from: deck, to: slot_1.stack}\n  other event: {enters: pool, say: 7}\n"
    run = play("{move: 1, from: deck, to: pool}", more=events)
    assert run.said() == [7]
    assert run.cards("slot_1.stack") == [8]


def test_an_event_may_decide_after_a_step() -> None:
    events = "whenever:\n  an event: {after: step 1, by: first(players), choose: c in deck, move: c, to: pool}\n"
    assert play("{say: 1}", "{say: 2}", more=events).take(4).said() == [1, 2]


def test_events_of_one_step_hold_only_inside_it() -> None:
    inner = "{whenever: {an event: {after: draw a card, say: 7}}, do: {draw a card: {say: 1}}}"
    assert play(inner, "{do: {draw a card: {say: 2}}}").said() == [1, 7, 2]


# -- the whole


def test_settings_by_players_and_by_option() -> None:
    assert play("{set: {n: per_seat}}", players=3).number("n") == 30
    assert play("{set: {n: size}}", options={"size": 7}).number("n") == 7
    assert play("{set: {n: count(prizes)}}", options={"prizes": [1]}).number("n") == 1


def test_winner_payoff_and_the_order_of_ranking() -> None:
    more = "winner: [most player.points, least player.coins]\npayoff: player.points - 1\n"
    points = "{set: {players.points: 4}}"
    game = play(points, "{move: 1, from: first(players).coins, to: box}", more=more, players=3)
    assert (game.state.scores, game.state.winners, game.state.payoffs) == ([4, 4, 4], [0], [3, 3, 3])
    assert play(points, more=more).state.winners == [0, 1]


def test_things_on_a_grid_have_names_rows_and_columns() -> None:
    game = play("{for each: x in cells where x.row = 2 and x.column > 1, say: x}")
    assert [game.program.names["cell"][i] for i in game.said()] == ["cell_2_2", "cell_2_3"]


GRID = """\
format: 1
game: Spots
players: 2
settings: {columns: 3}
things: {spot: {grid: count(players) x columns}}
each spot: {mark: maybe player}
phases:
  a move:
    by: first(players)
    choose: spot in spots where spot.row = 2 and spot.column = columns
    set: {spot.mark: left(first(players))}
score: count(s in spots where s.mark = player)
"""


def test_the_size_of_a_grid_can_depend_on_settings_and_players() -> None:
    checked = check(build(load_text(GRID, "x.yaml"), "x"))
    state = Game(lower(checked, 2, {"columns": 4}, "x", "")).start()
    assert [(option.value, len(state.game.program.names["spot"])) for option in state.decision.options] == [(7, 8)]
    for columns, message in (
        (0, "the number of spots must be from 1 to 1,000, not 0"),
        (501, "1002 spots are more than 1000"),
    ):
        with pytest.raises(RulesetError, match=message):
            lower(checked, 2, {"columns": columns}, "x", "")


def test_steps_and_the_reason_of_the_end() -> None:
    game = play("{say: 1}", "{do: {inner step: {say: 2}}}")
    assert game.steps() == ["step 1", "step 2", "inner step"]
    assert game.state.reason == "the game is played to its end"


PHASES = """\
format: 1
game: G
players: 2
shared: {n: 0..9}
phases:
  to two: {repeat: forever, until: {two is reached: n >= 2}, by: first(players), choose: i in 1..2, add: {n: i}}
  at the end: STEP
score: n
"""


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        ("{say: n}", "two is reached"),
        ("{random: i in 1..2, say: i}", "two is reached"),
        ("{for each: p in players, choose: i in 1..2, say: i}", "the game is played to its end"),
        ("{for each: p in players, one of: {Go: nothing}}", "the game is played to its end"),
    ],
)
def test_the_end_of_a_phase_is_the_reason_unless_somebody_decides_afterwards(step: str, reason: str) -> None:
    text = PHASES.replace("STEP", step)
    state = Game(lower(check(build(load_text(text, "x.yaml"), "x")), 2, {}, "x", "")).start()
    while not state.over:
        state.choose(0)
    assert state.reason == reason


# -- what only shows with a number of players or options


@pytest.mark.parametrize(
    ("step", "wanted"),
    [
        ("{move: 2, from: pool, to: deck}", "no-order pool has no order, so it has no first 2 cards"),
        ("{set: {n: slot_4.number}}", "unknown-name there is no slot_4: there are 3"),
        ("{set: {n: price(4)}}", "missing-row the table price has no row for 4"),
        (
            '{set: {n: "count(cell_1_1.line(2, 0))"}}',
            "out-of-range a line goes by -1, 0 or 1 rows and columns, not by 2",
        ),
        ("{set: {n: 200}}", "out-of-range n goes from -99 to 99: this can never fit into it"),
        ("{by: first(players), choose: x in 0..200000, say: x}", "too-large 0..200000 has more than 100,000 values"),
        ("{deal: 0 - 1, from: deck, to: players.hand}", "out-of-range -1 cards cannot be dealt"),
        ("{deal: up to 0 - 1, from: deck, to: players.hand}", "out-of-range -1 cards cannot be dealt"),
        ("{move: 0 - 2, from: deck, to: pool}", "out-of-range -2 cannot be moved"),
        ("{move: up to 0 - 2, from: deck, to: pool}", "out-of-range -2 cannot be moved"),
        ("{move: 1, from: deck, to: deck, at: random below 0 - 1}", "out-of-range a card cannot lie below -1 others"),
        (
            "{by: first(players), choose: x in deck, count: 0 - 1, move: x, to: pool}",
            "out-of-range -1 cannot be chosen",
        ),
        (
            "{by: first(players), choose: x in deck, count: (0 - 1)..2, move: x, to: pool}",
            "out-of-range -1 cannot be chosen",
        ),
        ("{repeat: 0 - 3, add: {n: 1}}", "out-of-range a step cannot be repeated -3 times"),
        ("{repeat: 100001, add: {n: 0}}", "too-large a step is repeated 100,001 times here; 100,000 is the most"),
        ("{set: {n: 1000000001}}", "too-large 1000000001 is more than 1,000,000,000"),
        ("{random: x in deck, count: 2, move: x, to: pool}", "wrong-shape random draws one; use repeat for several"),
        ("{when: deck.empty, end: turn}", "no-turn there is no turn here to end"),
        (
            "{together: p in players, random: c in p.hand, move: c, to: pool}",
            "wrong-shape together needs choose or may choose",
        ),
    ],
)
def test_errors_at_this_stage(step: str, wanted: str) -> None:
    assert refused(step) == wanted


def test_the_turns_player_is_not_known_outside_of_turns() -> None:
    turns = "{turns: p in players, until: {it is over: n = 1}, do: note it}"
    actions = "actions: {note it: {add: {p.points: 1, n: 1}}}\n"
    assert play(turns, more=actions).number("player 1.points") == 1
    assert refused(turns, "note it", more=actions) == "no-turn p is known only during its turns"


def test_actions_and_events_know_the_innermost_round_and_none_outside_of_turns() -> None:
    inner = "{turns: q in players, until: {two inside: round > 2}, do: tell it}"
    turns = f"{{turns: p in players, until: {{two rounds: round > 2}}, do: [tell it, {inner}, tell it]}}"
    actions = "actions: {tell it: {say: round}}\n"
    assert play(turns, more=actions).said() == [1, 1, 1, 2, 2, 1, 1, 1, 1, 2, 2, 1, *[2, 1, 1, 2, 2, 2] * 2]
    later = "actions: {tell it: {when: round = 2, say: n}}\nwhenever: {it is told: {after: tell it, set: {n: round}}}\n"
    once = "{turns: p in players, until: {two rounds: round > 2}, do: tell it}"
    assert play(once, more=later).said() == [1, 2]
    assert refused(once, "tell it", more=actions) == "no-turn round is known only during its turns"
    assert refused("{say: 1}", more=actions).startswith("unknown-name nothing is called 'round'")


def test_what_was_moved_is_known_after_a_decision_in_a_loop() -> None:
    game = play(
        "{for each: p in players, move: up to 2, from: deck, to: pool, as: moved, "
        "do: {by: p, one of: {Back they go: {move: moved, to: deck}, There they stay: nothing}}}"
    )
    assert [len(game.cards("deck")), len(game.take("Back they go").cards("deck"))] == [7, 7]
    assert len(game.take("Back they go").cards("deck")) == 9


def test_an_amount_is_as_large_as_the_longer_of_two_lists_allows() -> None:
    best = "define:\n  best(int k): sum(if k > 90 then prizes else those(x in 2..5))\n"
    assert play("{by: first(players), choose: 'w in 1..min(4, best(n))', say: w}", more=best).options() == [1, 2, 3, 4]
    twice = "count((players + players).hand)"
    deal = "{deal: 3, from: deck, to: players.hand}"
    assert play(deal, f"{{by: first(players), choose: 'w in 1..{twice}', say: w}}").options() == [*range(1, 13)]


def test_a_decision_without_options_is_named_where_its_step_is_not_enough() -> None:
    asks = "by: first(players), choose: c in pool, move: c, to: deck"
    outer = f"{{by: first(players), choose: n in 1..1, do: {{{asks}}}, if impossible: nothing}}"
    game = play(outer)
    with pytest.raises(GameError, match=r"`if impossible:` beside `choose: c` \(line \d+\)"):
        game.take(1).options()


def test_lists_in_events_are_not_those_that_go_on_changing() -> None:
    game = play(
        "{remember: {who: players}, reveal: 'first(deck, 2)', to: who}",
        "{random: 'given in [[1], [2, 3]]'}",
        "{random: 'given in [[1], [2, 3]]', do: {say: sum(given)}}",
    )
    assert game.state.log is not None
    events = game.state.log.raw_events(0)
    assert len({*events}) > 3 and [event[3] for event in events if event[0] == "reveal"] == [(0, 1)]
