"""Rulesets as OpenSpiel games: OpenSpiel's own conformance tests, and equality with its games written in C++.

Needs the extra `openspiel`.
"""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest
from helpers.tiers import full, tiered

import stammtisch as st

pyspiel = pytest.importorskip("pyspiel")
api_test = pytest.importorskip("open_spiel.integration_tests.api_test")
mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
ismcts = pytest.importorskip("open_spiel.python.algorithms.ismcts")
np = pytest.importorskip("numpy")

from stammtisch.adapters.open_spiel import StammtischBot, register  # noqa: E402

HIDDEN = {"prizes_at_random": False, "bids_are_shown": False}


def registered(
    name: str, ruleset: str, players: int | None = None, options: dict[str, Any] | None = None, **more: Any
) -> Any:
    """The game of that name, registered with pyspiel the first time."""
    if name not in pyspiel.registered_names():
        register(st.load_ruleset(ruleset), players, options, name, **more)
    return pyspiel.load_game(name)


def kuhn() -> Any:
    return registered("ours_kuhn", "kuhn", payoffs=(-2, 2), longest=10)


def kuhn_for_three() -> Any:
    return registered("ours_kuhn_3", "kuhn", 3, payoffs=(-2, 4), longest=10)


def leduc() -> Any:
    return registered("ours_leduc", "leduc", payoffs=(-13, 13), longest=20)


def goofspiel() -> Any:
    return registered("ours_goofspiel", "goofspiel", 2, {"cards": 4, **HIDDEN}, longest=20)


def liars_dice(sides: int) -> Any:
    return registered(f"ours_liars_dice_{sides}", "liars-dice", 2, {"dice": 1, "sides": sides}, longest=20)


# -- equal to the C++ games


# states of a tree; larger ones are walked in the full run
LARGE = 5000
PAIRS = [
    (kuhn, "kuhn_poker", 58),
    (kuhn_for_three, "kuhn_poker(players=3)", 617),
    (leduc, "leduc_poker", 9457),
    (
        goofspiel,
        "turn_based_simultaneous_game(game=goofspiel(imp_info=True,num_cards=4,points_order=descending))",
        1077,
    ),
    (lambda: liars_dice(3), "liars_dice(dice_sides=3)", 1147),
    (lambda: liars_dice(4), "liars_dice(dice_sides=4)", 8181),
]


@pytest.mark.parametrize(
    ("make", "theirs", "states"),
    tiered(PAIRS, lambda pair: pair[2] < LARGE),
    ids=[theirs for _, theirs, _ in PAIRS],
)
def test_equal_to_the_game_in_cpp(make: Any, theirs: str, states: int) -> None:
    waiting = [(make().new_initial_state(), pyspiel.load_game(theirs).new_initial_state())]
    there: dict[tuple[int, str], str] = {}
    back: dict[str, tuple[int, str]] = {}
    seen = 0
    while waiting:
        ours, other = waiting.pop()
        seen += 1
        assert ours.current_player() == other.current_player()
        assert ours.returns() == other.returns()
        if ours.is_terminal():
            continue
        mine, legal = ours.legal_actions(), other.legal_actions()
        assert len(mine) == len(legal)
        if ours.is_chance_node():
            mine = [action for action, _ in ours.chance_outcomes()]
            legal = [action for action, _ in other.chance_outcomes()]
            assert [p for _, p in ours.chance_outcomes()] == pytest.approx([p for _, p in other.chance_outcomes()])
        else:
            key = other.current_player(), other.information_state_string()
            text = ours.information_state_string()
            assert there.setdefault(key, text) == text
            assert back.setdefault(text, key) == key
        waiting += [(ours.child(a), other.child(b)) for a, b in zip(mine, legal, strict=True)]
    assert seen == states


def test_the_same_numbers_for_actions_where_the_words_are_few() -> None:
    state = leduc().new_initial_state()
    state.apply_action(0)
    state.apply_action(0)
    other = pyspiel.load_game("leduc_poker").new_initial_state()
    other.apply_action(0)
    other.apply_action(1)
    assert state.legal_actions() == other.legal_actions() == [1, 2]
    assert [state.action_to_string(action) for action in (0, 1, 2)] == ["Fold", "Call", "Raise"]


# -- OpenSpiel's own tests: the whole tree, a part of it, random play

FULL = [
    (kuhn, (4, 24, 30), 12),
    (kuhn_for_three, (17, 288, 312), 48),
    (leduc, (157, 3780, 5520), 936),
    (goofspiel, (0, 501, 576), 162),
    (lambda: liars_dice(3), (4, 576, 567), 192),
]
for number, (make, histories, sets) in enumerate(FULL):
    whole = type(f"TestWholeTree{number}", (api_test.EnforceAPIOnFullTreeBase,), {})
    if sum(histories) > LARGE or make is goofspiel:
        whole.pytestmark = [full]  # type: ignore[attr-defined]
    whole.game = make()  # type: ignore[attr-defined]
    whole.game_name = whole.game.get_type().short_name  # type: ignore[attr-defined]
    api_test.TOTAL_NUM_STATES[whole.game_name] = histories  # type: ignore[attr-defined]
    api_test.PERFECT_RECALL_NUM_STATES[whole.game_name] = sets  # type: ignore[attr-defined]
    globals()[whole.__name__] = whole

BIG = ["tictactoe", "munchhausen", "ofertu", "warrender", "bierfest", "balvin"]


def drawn_alike(cls: Any) -> None:
    """The same states of the tree each time: now and then a draw has none in which the dice have been thrown."""
    random.seed(1)
    api_test.EnforceAPIOnPartialTreeBase.setUpClass.__func__(cls)


PARTLY = ["kuhn", "leduc", "liars-dice", "goofspiel", "first-price-auction", "tictactoe"]
for ruleset in PARTLY:
    seeded = {"setUpClass": classmethod(drawn_alike)}
    part = type("TestPartOfTree" + ruleset.title().replace("-", ""), (api_test.EnforceAPIOnPartialTreeBase,), seeded)
    part.game = registered(f"part_{ruleset.replace('-', '_')}", ruleset)  # type: ignore[attr-defined]
    part.game_name = part.game.get_type().short_name  # type: ignore[attr-defined]
    globals()[part.__name__] = part
del whole, part


@pytest.mark.parametrize("make", [kuhn, kuhn_for_three, leduc, goofspiel, lambda: liars_dice(3)])
def test_random_play_of_small_games(make: Any) -> None:
    pyspiel.random_sim_test(make(), num_sims=3, serialize=True, verbose=False)


@pytest.mark.parametrize("ruleset", tiered(BIG, lambda name: name not in ("bierfest", "balvin")))
def test_random_play_of_any_ruleset(ruleset: str) -> None:
    game = registered(f"random_{ruleset}", ruleset)
    state = game.new_initial_state()
    number = 0
    while not state.is_terminal():
        legal = state.legal_actions()
        assert legal == sorted(set(legal)) and legal
        if not state.is_chance_node():
            assert legal[0] >= 0 and legal[-1] < game.num_distinct_actions()
            assert len(state.observation_tensor()) == game.observation_tensor_size()
        number += 1
        state.apply_action(legal[number * 7919 % len(legal)])
    assert game.min_utility() <= min(state.returns()) and max(state.returns()) <= game.max_utility()


def test_the_whole_random_test_of_a_big_game() -> None:
    pyspiel.random_sim_test(registered("random_munchhausen", "munchhausen"), num_sims=1, serialize=False, verbose=False)


# -- what pyspiel is told


def test_kinds_of_games() -> None:
    kind = pyspiel.GameType
    assert kuhn().get_type().utility == kind.Utility.ZERO_SUM
    assert (kuhn().min_utility(), kuhn().max_utility(), kuhn().utility_sum()) == (-2, 2, 0)
    assert kuhn().get_type().information == kind.Information.IMPERFECT_INFORMATION
    assert kuhn().get_type().chance_mode == kind.ChanceMode.EXPLICIT_STOCHASTIC
    assert goofspiel().get_type().chance_mode == kind.ChanceMode.DETERMINISTIC
    plain = registered("part_tictactoe", "tictactoe").get_type()
    assert plain.information == kind.Information.PERFECT_INFORMATION
    assert plain.chance_mode == kind.ChanceMode.DETERMINISTIC
    auction = registered("part_first_price_auction", "first-price-auction")
    assert auction.get_type().utility == kind.Utility.GENERAL_SUM


def test_observations_tell_nothing_hidden() -> None:
    one, two = (leduc().new_initial_state() for _ in range(2))
    for state, other in ((one, 1), (two, 3)):
        state.apply_action(0)
        state.apply_action(other)
    for text in ("information_state_string", "observation_string", "information_state_tensor", "observation_tensor"):
        assert getattr(one, text)(0) == getattr(two, text)(0)
        assert getattr(one, text)(1) != getattr(two, text)(1)


def test_states_can_be_stored() -> None:
    state = leduc().new_initial_state()
    for action in (2, 1, 1, 2):
        state.apply_action(action)
    again = pickle.loads(pickle.dumps(state))
    assert str(again) == str(state) == "2 1 0 1"
    assert again.information_state_string() == state.information_state_string()


# -- bots


def results(game: Any, bots: list[Any], games: int, seed: int) -> float:
    """What the first bot gets in the mean; chance is drawn by the seed."""
    sums, chance = 0.0, random.Random(seed)
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(chance.choice([action for action, _ in state.chance_outcomes()]))
            else:
                state.apply_action(bots[state.current_player()].step(state))
        sums += state.returns()[0] / games
    return sums


def test_our_bots_play_in_games_of_pyspiel() -> None:
    game = registered("part_tictactoe", "tictactoe")
    bots = [StammtischBot(game, 0, "search:100", seed=5), pyspiel.make_uniform_random_bot(1, 7)]
    assert results(game, bots, 6, 1) > 0.6
    bots = [StammtischBot(kuhn(), player, name) for player, name in enumerate(["greedy", "random"])]
    assert -2 <= results(kuhn(), bots, 4, 2) <= 2
    with pytest.raises(st.UsageError, match="there is no bot 'clever'"):
        StammtischBot(game, 0, "clever")


def test_bots_of_pyspiel_play_our_games() -> None:
    game = registered("part_tictactoe", "tictactoe")
    numbers = np.random.RandomState(4)
    evaluator = mcts.RandomRolloutEvaluator(1, numbers)
    bots = [mcts.MCTSBot(game, 1.4, 40, evaluator, random_state=numbers), pyspiel.make_uniform_random_bot(1, 7)]
    assert results(game, bots, 2, 1) > 0
    evaluator = mcts.RandomRolloutEvaluator(1, numbers)
    searching = ismcts.ISMCTSBot(leduc(), evaluator, 1.4, 30, random_state=numbers)
    assert -13 <= results(leduc(), [searching, StammtischBot(leduc(), 1, "search:30")], 2, 3) <= 13


def test_another_history_is_the_same_to_the_player_and_not_always_to_the_other() -> None:
    numbers = random.Random(1)
    for make, decisions in ((kuhn, 1), (leduc, 3), (goofspiel, 3)):
        state = make().new_initial_state()
        while state.is_chance_node() or decisions:
            decisions -= not state.is_chance_node()
            state.apply_action(state.legal_actions()[-1])
        player = state.current_player()
        other = [state.resample_from_infostate(player, numbers.random) for _ in range(12)]
        assert {s.information_state_string(player) for s in other} == {state.information_state_string(player)}
        assert {tuple(s.legal_actions()) for s in other} == {tuple(state.legal_actions())}
        assert len({s.information_state_string(1 - player) for s in other}) > 1
