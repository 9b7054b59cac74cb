"""States sampled from where the game stands: to the seat the same as the true one, as likely as they should be."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from helpers import games
from helpers.games import game_of
from helpers.paths import DATA
from helpers.secrets import SECRETS, made
from helpers.tiers import full, many, tiered
from helpers.worlds.given import Plan, drawn_from, looked

import stammtisch as st
from stammtisch.backend.native.machine import Machine
from stammtisch.base.streams import BOTS, SAMPLING, Stream, seed_stream
from stammtisch.game.game import Game
from stammtisch.game.state import State
from stammtisch.sampling.belief_layout import BeliefLayout
from stammtisch.sampling.histories import Sampler
from stammtisch.sampling.inference import inference_of
from stammtisch.sampling.sampler import belief
from stammtisch.seats.score import score_parts
from stammtisch.seats.view import view
from stammtisch.solving.tree import begin

# ruleset, settings, a history at which a player decides: the positions from the root
EXACT: list[tuple[str, dict[str, Any], list[int]]] = [
    ("kuhn", {}, [0, 1]),
    ("kuhn", {}, [2, 0, 0]),
    ("leduc", {}, [0, 3, 0, 1, 1, 2]),
    ("leduc", {}, [5, 2, 1]),
    ("liars-dice", {"dice": 1, "sides": 4}, [1, 2, 0, 2]),
    ("goofspiel", {"cards": 4, "prizes_at_random": False}, [1, 2, 1, 1]),
    ("goofspiel", {"cards": 4}, [2, 1, 0, 1, 0]),
]
FEW = [(name, "") for name in ("kuhn", "munchhausen", "bierfest", "liars-dice", "ofertu")]
PLANS = """\
each player:
  points: 0..9
  plan: {range: 0..9, see: owner}
phases:
  a plan is made: {together: p in players, choose: n in 1..3, secret: true, set: {p.plan: n}}
  a bid is made: {together: p in players, choose: b in 1..3, set: {p.points: b}}
"""


def machine_of(game: Game, seed: int = 1) -> Machine:
    machine = game.searching
    assert machine is not None
    machine.draw_from(seed_stream(seed, SAMPLING))
    return machine


def at_position(game: Game, position: Any) -> State:
    """A state without memory: a view of it has what lies open."""
    state = State(game, 1, 1, False)
    state.v, state.z = position
    return state


def drawn(state: State, seat: int, machine: Machine, count: int) -> list[State]:
    machine.lay(belief(state, seat))
    found = []
    for _ in range(count):
        machine.sample(machine.place(1))
        found.append(at_position(game_of(state), machine.state(machine.place(1))[:2]))
    return found


def played(game: Game, seed: int, most: int = 400) -> Any:
    """The states of a random game in which somebody has to decide."""
    state, bots = game.start(seed), Stream(seed_stream(seed, BOTS))
    while not state.over and state.decisions < most:
        yield state
        state.choose(bots.draw(len(state.decision)))


def test_what_is_laid_again_gives_the_same_samples() -> None:
    """Also where something else was laid in between, and on a machine that has laid nothing before."""
    game = st.load_ruleset("ofertu").game(2)
    states = [*played(game, 5, 30)]
    first, second = (belief(state, state.decision.seat) for state in (states[12], states[-1]))

    def samples(machine: Machine, of: Any) -> list[Any]:
        machine.lay(of)
        found = []
        for _ in range(4):
            machine.sample(machine.place(1))
            found.append(machine.state(machine.place(1)))
        machine.load(machine.place(2), states[0].v, states[0].z, 1)
        return found

    fresh = [samples(Machine(game.program, searching=True), of) for of in (first, second)]
    again = Machine(game.program, searching=True)
    assert [samples(again, of) for of in (first, first, second, first)] == [fresh[0], fresh[0], fresh[1], fresh[0]]
    assert fresh[0][0] != fresh[0][1]


def remembered(state: State, seat: int) -> list[Counter[Any]]:
    """For each zone how many cards of each look lie there that the seat knows."""
    known = BeliefLayout(state, seat)
    cards = state.game.program.cards
    lying = [known.cards.inside[zone] for zone in range(len(known.cards.inside))]
    return [Counter(cards[card].look for card in inside if known.is_known(card)) for inside in lying]


def looks(state: State) -> list[Counter[int]]:
    program = state.game.program
    return [Counter(program.cards[card].look for card in zone) for zone in state.z[: program.zones]]


def untagged(data: Any) -> Any:
    """A view without the tags and order of cards: without a memory these go by lot where cards look alike."""
    if isinstance(data, dict):
        found = {key: untagged(value) for key, value in data.items() if key not in ("tag", "text", "index")}
        return {key: sorted(value, key=repr) if key in ("cards", "options") else value for key, value in found.items()}
    return [untagged(item) for item in data] if isinstance(data, list) else data


def compare(state: State, seat: int, machine: Machine, count: int) -> None:
    """The seat sees the same in samples of a state, and what it remembers lies there."""
    true = view(at_position(game_of(state), inference_of(state, seat).present(state)), seat)
    known = remembered(state, seat)
    for sample in drawn(state, seat, machine, count):
        assert untagged(view(sample, seat)) == untagged(true)
        for zone, expected in enumerate(known):
            found = looks(sample)[zone]
            assert all(found[look] >= times for look, times in expected.items()), (seat, zone)
        assert sorted(
            card for n, slot in enumerate(state.game.program.lists) if slot.kind != "list" for card in sample.z[n]
        ) == [*range(len(state.game.program.cards))]


@pytest.mark.parametrize(("name", "variant"), tiered(games.HIDING, FEW.__contains__))
def test_the_seat_sees_the_same_in_samples(name: str, variant: str) -> None:
    game = games.ruleset(name, variant).game()
    machine = machine_of(game)
    for seed in range(1 if variant else many(1, 2)):
        for state in played(game, seed, many(60, 400)):
            if state.decisions % many(5, 3) == 0:
                compare(state, state.decisions // 5 % game.players, machine, 2)


@full
@pytest.mark.parametrize(("name", "variant"), games.HIDING)
def test_the_seat_sees_the_same_with_most_players(name: str, variant: str) -> None:
    ruleset = games.ruleset(name, variant)
    game = ruleset.game(max(ruleset.players))
    for state in played(game, 7):
        compare(state, state.decisions % game.players, machine_of(game), 1)


def key(state: State) -> str:
    """What lies where, as cards that look alike are the same."""
    program = state.game.program
    zones = [sorted(program.cards[card].look for card in zone) for zone in state.z[: program.zones]]
    return str((zones, [value for value, slot in zip(state.v, program.ints, strict=True) if slot.declared]))


@pytest.mark.parametrize(("name", "settings", "history"), EXACT)
def test_samples_are_as_likely_as_random_opponents_make_them(
    name: str, settings: dict[str, Any], history: list[int]
) -> None:
    root = begin(st.load_ruleset(name).game(options=settings))
    node = root
    for position in history:
        node = node.child(position)
    assert node.state.log is not None
    seat = node.state.sites()[0][0]
    exact = Sampler(node.state, seat, 3)
    exact.draw()
    total = sum(place.likely for place in exact.found)
    expected: dict[str, float] = {}
    for place in exact.found:
        sample = key(before(place.state, seat))
        expected[sample] = expected.get(sample, 0.0) + place.likely / total
    count = many(4000, 20000)
    found = Counter(key(state) for state in drawn(node.state, seat, machine_of(game_of(node.state)), count))
    assert set(found) <= set(expected)
    distance = sum(abs(found[k] / count - expected[k]) for k in expected) / 2
    assert distance < many(40, 20) / 1000


def before(state: State, seat: int) -> State:
    """A state as the seat sees it, in a simultaneous decision before any other has chosen."""
    return at_position(game_of(state), inference_of(state, seat).present(state))


@full
def test_in_hearts_nobody_is_given_a_suit_that_he_has_shown_not_to_have() -> None:
    game = games.ruleset("hearts", "").game(4)
    machine, looked_at = machine_of(game), 0
    names = {slot.name: n for n, slot in enumerate(game.program.lists)}
    hands = [names[f"player {seat + 1}.hand"] for seat in range(4)]
    suit = [
        card.values[[name for name, _, _ in game.program.attributes["card"]].index("suit")]
        for card in game.program.cards
    ]
    led = next(n for n, slot in enumerate(game.program.ints) if slot.name == "suit_led")
    for seed in range(many(1, 6)):
        void: list[set[int]] = [set() for _ in range(4)]
        for state in played(game, seed, 300):
            if len(state.z[names["deck"]]) or sum(len(state.z[hand]) for hand in hands) == 52:
                void = [set() for _ in range(4)]
            seat = state.decision.seat
            if state.decisions % 4 == 0:
                for sample in drawn(state, seat, machine, 5):
                    for other in range(4):
                        looked_at += bool(void[other])
                        assert not void[other] & {suit[card] for card in sample.z[hands[other]]} or other == seat
            hand, asked = state.z[hands[seat]], state.v[led]
            alone = state.game.program.sites[state.sites()[0][1]].group < 0
            if alone and asked >= 0 and all(suit[card] != asked for card in hand):
                void[seat].add(asked)
    assert looked_at > 100


def test_samples_fit_where_many_choices_have_told_something() -> None:
    game = games.ruleset("munchhausen", "").game(5)
    machine = machine_of(game)
    late = next(state for state in played(game, 1) if state.decisions == 221)
    drawn(late, 3, machine, 300)
    assert (machine.value("unfit"), machine.value("loosened")) == (0, 0)


# `laid` sets a number that only its owner sees by a hidden card: what is drawn from has the true one
DRAWN = [name for name in SECRETS if name != "laid"]


@pytest.mark.parametrize("name", tiered(DRAWN, DRAWN[::4].__contains__))
def test_what_is_drawn_from_in_small_games_is_the_same_in_both_worlds(name: str, tmp_path: Path) -> None:
    given = {"doubt": drawn_from(belief)}
    game = made(tmp_path, SECRETS[name], 3 if name == "together" else 2)
    assert sum(
        looked(game, seed, Plan(most=7, budget=many(100, 200)), given=given).other for seed in range(1, many(5, 9))
    )


def test_after_a_secret_it_does_not_show_whether_others_have_chosen(tmp_path: Path) -> None:
    game = made(tmp_path, PLANS, 2)
    for order in ((0, 1), (1, 0)):
        state = game.start(1)
        for seat in order:
            state.choose(seat, seat)
        for number in range(3):
            chosen = state.clone()
            chosen.choose(number, 0)
            assert belief(chosen.replayed(), 1) == belief(state.replayed(), 1)


def test_scores_that_are_told_and_what_is_drawn_from_do_not_get_into_each_others_way() -> None:
    game = games.ruleset("hearts", "").game(4)
    for state in played(game, 1, 12):
        score_parts(state, 0)
        assert belief(state, 0) == belief(state.replayed(), 0)


def test_a_card_that_was_meant_in_secret_may_be_any_that_lies_there(tmp_path: Path) -> None:
    state = made(tmp_path, SECRETS["meant"], 2).start(1)
    state.choose(2)
    slot = next(n for n, slot in enumerate(state.game.program.ints) if slot.name == "meant")
    samples = drawn(state, 1, machine_of(game_of(state)), 400)
    found = Counter(sample.v[slot] for sample in samples)
    assert set(found) == set(state.z[1]) and min(found.values()) > 60


def test_a_number_for_a_chosen_card_is_empty_until_one_is_chosen(tmp_path: Path) -> None:
    choose = "together: p in players, may choose: c in p.hand, move: c, to: first(players).mat"
    steps = f"  look round: {{by: first(players), one of: {{Wait: nothing}}}}\n  a card each: {{{choose}}}\n"
    state = made(tmp_path, SECRETS["mat"].partition("phases:\n")[0] + "phases:\n" + steps, 2).start(1)
    slots = [n for n, slot in enumerate(state.game.program.ints) if slot.name.startswith("c (seat")]
    assert len(slots) == 2 and all(state.v[n] == 0 and belief(state, 0).position.v[n] == -1 for n in slots)


@pytest.mark.parametrize(
    "name", ["ok/twins", "ships", "maybe", "lot", "probes/listed-things-min-small", "probes/remembered-for-later"]
)
def test_a_sample_offers_what_the_seat_is_offered(name: str, tmp_path: Path) -> None:
    game = made(tmp_path, SECRETS[name]) if name in SECRETS else st.load_ruleset(DATA / f"{name}.yaml").game(2)
    for seed in range(6):
        for state in games.play(game, seed):
            if state.over:
                break
            machine, seat = machine_of(game), state.decision.seat
            known = belief(state, seat)
            machine.lay(known)
            machine.sample(machine.place(1))
            assert sorted(machine.options(machine.place(1), seat)) == sorted(machine.own_options(known)), seed


def test_what_was_thought_of_in_secret_is_drawn_with_all_that_is_kept_of_it(tmp_path: Path) -> None:
    state = made(tmp_path, SECRETS["thought"], 2).start(1)
    for position in (2, 1, 2):  # a number, two colours
        state.choose(position)
    for guess in (5, 2):
        assert state.decision.seat == 1
        program = state.game.program
        at = {slot.name: n for n, slot in enumerate(program.ints)}
        colours = next(n for n, slot in enumerate(program.lists) if slot.name == "meant")
        samples = drawn(state, 1, machine_of(game_of(state)), 600)
        found = Counter((sample.v[at["thought"]], sample.v[at["twice"]]) for sample in samples)
        assert set(found) == {(n, 2 * n) for n in (1, 2, 3, 4)} and min(found.values()) > 100
        pairs = Counter(frozenset(sample.z[colours]) for sample in samples)
        assert len(pairs) == 6 and min(pairs.values()) > 60
        state.choose(guess)


@full
@pytest.mark.parametrize(("name", "variant"), tiered(games.HIDING, FEW.__contains__))
def test_what_is_drawn_from_is_the_same_in_worlds_that_the_seat_cannot_tell_apart(name: str, variant: str) -> None:
    ruleset = games.ruleset(name, variant)
    for players in sorted({ruleset.players[0], ruleset.players[-1]})[-1 if variant else 0 :]:
        for seed in range(1, 2 if variant else many(2, 3)):
            looked(
                ruleset.game(players),
                seed,
                Plan(most=30, every=5, budget=many(40, 100)),
                given={"doubt": drawn_from(belief)},
            )


def test_what_is_drawn_from_does_not_depend_on_who_asked_before(tmp_path: Path) -> None:
    for state in played(made(tmp_path, SECRETS["maybe"], 2), 1, 6):
        for seat in range(2):
            assert belief(state, seat) == belief(state.replayed(), seat)
