"""`where all`: a condition of all that are chosen together. What is offered can be completed, and nothing else is."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest
import yaml
from helpers.games import game_of

import stammtisch as st
from stammtisch.base.errors import GameError

GAME = """\
format: 1
game: Sets
players: 2
components: {card: {front: {value: 1..6}}, coin: 40}
shared:
  deck: {pile of: card, see: nobody, starts with: {value: 1..6, copies: 4}}
  laid_out: {holds: card}
each player:
  hand: {holds: card, see: owner}
  coins: {of: coin, start: 6}
  points: 0..99
setup:
  shuffle the deck: {shuffle: deck}
  deal the hands: {deal: 6, from: deck, to: players.hand}
phases:
  a turn:
    turns: player in players
    until: {it is over: round > 1}
    do:
      lay cards: STEP
score: player.points
winner: [most score, most player.hand.size]
"""
TEN = {"count": "1..4", "where all": {"they come to ten": "sum(laid.value) = 10"}}
LAY = {"choose": "laid in player.hand"}
THEN = {"move": "laid", "to": "laid_out", "do": {"add": {"player.points": "count(laid)"}}}
Fits = Callable[[list[int]], bool]


def game(folder: Path, step: dict[str, object]) -> st.Game:
    """The game in which a turn is this step."""
    text = yaml.safe_dump(step, default_flow_style=True, sort_keys=False, width=10_000).strip()
    file = folder / "sets.yaml"
    file.write_text(GAME.replace("STEP", text), encoding="utf-8")
    assert [d.message for d in st.validate(file) if d.severity == "error"] == []
    return st.load_ruleset(file).game(2)


def hand_of(state: st.State, seat: int) -> dict[int, int]:
    """The cards of a seat, with their values."""
    program = state.game.program
    zone = next(n for n, one in enumerate(program.lists) if one.declared == "hand" and one.owner == seat)
    return {card: program.cards[card].values[0] for card in state.z[zone]}


def kinds(state: st.State) -> list[str]:
    return [option.kind for option in state.decision]


def by_hand(hand: dict[int, int], chosen: list[int], sizes: range, fits: Fits) -> tuple[set[int], bool]:
    """The values that may be chosen next, and whether that may be all: by looking at all sets."""
    sets = [s for size in sizes for s in combinations(sorted(hand), size) if fits([hand[card] for card in s])]
    begun = [s for s in sets if {*chosen} <= {*s}]
    return {hand[card] for s in begun for card in s if card not in chosen}, any({*chosen} == {*s} for s in begun)


def is_low(values: list[int]) -> bool:
    return values[0] < 4


@pytest.mark.parametrize(
    ("asked", "sizes", "fits"),
    [
        (TEN, range(1, 5), lambda v: sum(v) == 10),
        ({"count": 3, "where all": "count(distinct(laid.value)) = 1"}, range(3, 4), lambda v: len({*v}) == 1),
        (
            {"count": "any", "where all": {"only few": "count(laid) < 3", "an even sum": "sum(laid.value) mod 2 = 0"}},
            range(3),
            lambda v: sum(v) % 2 == 0,
        ),
        (
            {
                "count": "any",
                "where": {"no ones": "laid.value > 1"},
                "where all": {"they are six": "sum(laid.value) = 6"},
            },
            range(7),
            lambda v: sum(v) == 6 and 1 not in v,
        ),
        # a set has no order: in the condition the cards lie in that of the deck, whichever was chosen first
        ({"count": 2, "where all": "first(laid).value < 4"}, range(2, 3), is_low),
    ],
)
def test_what_is_offered_can_be_completed(asked: dict[str, object], sizes: range, fits: Fits, tmp_path: Path) -> None:
    made = game(tmp_path, {**LAY, **asked, **THEN, "if impossible": "nothing"})
    looked = completed = 0
    for seed in range(40):
        state = made.start(seed)
        seat, chosen = -1, list[int]()
        hand: dict[int, int] = {}
        while not state.over:
            if state.decision.seat != seat:
                seat, chosen, hand = state.decision.seat, [], hand_of(state, state.decision.seat)
            values = {hand[option.value] for option in state.decision if option.value is not None}
            assert (values, "done" in kinds(state)) == by_hand(hand, chosen, sizes, fits)
            option = state.decision[(seed + looked) % len(state.decision)]
            chosen += [option.value] if option.value is not None else []
            looked += 1
            state.choose(option)
            if state.over or state.decision.seat != seat:
                completed += 1
                assert fits([hand[card] for card in sorted(chosen)])
    assert looked > 30 and completed > 10


def test_the_words_say_why_a_card_or_the_end_of_a_set_is_refused(tmp_path: Path) -> None:
    state = game(tmp_path, {**LAY, **TEN, **THEN, "if impossible": "nothing"}).start(1)
    _, done = state.decision.of.entries
    assert state.refusal(done.base) == "they come to ten"
    seat = state.decision.seat
    state.choose(max(state.decision, key=lambda option: hand_of(state, seat).get(option.value or 0, 0)))
    refused = {state.refusal(card) for card in hand_of(state, seat) if card not in state.decision.numbers}
    assert "they come to ten" in refused


def test_a_menu_offers_only_what_can_be_completed(tmp_path: Path) -> None:
    alike = {"count": 3, "where all": {"they are alike": "count(distinct(laid.value)) = 1"}}
    made = game(tmp_path, {"one of": {"Lay three alike": {**LAY, **alike, **THEN}, "Pass": "nothing"}})
    found = set()
    for seed in range(60):
        state = made.start(seed)
        values = [*hand_of(state, 0).values()]
        found.add(possible := any(values.count(value) >= 3 for value in values))
        assert len(state.decision) == 1 + possible
        assert possible or state.refusal(0) == "there is nothing to choose"
    assert found == {False, True}


@pytest.mark.parametrize("loop", [{}, {"together": "p in players"}])
def test_who_may_choose_a_set_may_pass(loop: dict[str, str], tmp_path: Path) -> None:
    step = {**loop, "may choose": "laid in p.hand", **TEN, **THEN, "if declined": {"add": {"p.points": 40}}}
    text = str(step) if loop else str(step).replace("p.", "player.")
    state = game(tmp_path, yaml.safe_load(text.replace("player.points", "p.points") if loop else text)).start(3)
    assert "pass" in kinds(state)
    laid = 0
    while state.decision.seat == 0:
        assert ("pass" in kinds(state)) == (laid == 0)
        done = [option for option in state.decision if option.kind == "done"]
        state.choose((done or state.decision)[0])
        laid += not done
    assert laid > 1
    for one in (state, game_of(state).start(3)):
        while not one.over:
            one.choose(next(option for option in one.decision if option.kind == "pass"))
        more = 0 if one is not state else laid - 40
        passes = 2 if loop else 1
        assert one.scores == [40 * passes + more, 40 * passes]


def test_what_a_set_costs_can_be_paid(tmp_path: Path) -> None:
    price = {"count": 2, "pay": "sum(laid.value)", "from": "player.coins", "to": "box", "if impossible": "nothing"}
    made = game(tmp_path, {**LAY, **price})
    paid = 0
    for seed in range(20):
        state = made.start(seed)
        while not state.over:
            seat, hand = state.decision.seat, hand_of(state, state.decision.seat)
            values = {hand[option.value] for option in state.decision if option.value is not None}
            assert values == by_hand(hand, [], range(2, 3), lambda v: sum(v) <= 6)[0]
            state.choose(state.decision[0])
            state.choose(state.decision[-1])
            paid += 1
            assert 0 <= state.player(seat).coins < 6
    assert paid > 20


def test_too_many_sets_end_the_game_and_say_where(tmp_path: Path) -> None:
    many = {
        "choose": "laid in player.hand + laid_out",
        "count": "any",
        "where all": {"there is one": "count(laid) = 1"},
    }
    made = game(
        tmp_path, {"when": "laid_out.empty", "move": "12", "from": "deck", "to": "laid_out", "do": {**many, **THEN}}
    )
    with pytest.raises(GameError, match=r"sets.yaml:20: there are more than 20,000 sets to choose from here"):
        made.start(0).decision.numbers  # noqa: B018


def test_what_is_certain_to_be_too_many_sets_is_refused(tmp_path: Path) -> None:
    for most, refused in ((5, False), (6, True), ("any", True)):
        asked = {"choose": "n in 1..19", "count": most if most == "any" else f"0..{most}"}
        tested = {**asked, "where all": {"they come to ten": "sum(n) = 10"}, "set": {"player.points": "count(n)"}}
        text = GAME.replace(
            "STEP", yaml.safe_dump(tested, default_flow_style=True, sort_keys=False, width=10_000).strip()
        )
        (tmp_path / "sets.yaml").write_text(text, encoding="utf-8")
        found = [(d.code, d.span.line, d.message) for d in st.validate(tmp_path / "sets.yaml") if d.severity == "error"]
        assert found == ([("too-large", 20, "there are more than 20,000 sets to choose from here")] if refused else [])


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({"count": "1..2", "where all": {"it is high": "max(laid.value) > 4"}}, []),
        ({"count": "any", "where all": {"it is high": "max(laid.value) > 4"}}, ["maybe-none max(laid.value) may be none"]),
        ({"count": "0..2", "where all": {"it is high": "max(laid.value) > 4"}}, ["maybe-none max(laid.value) may be none"]),
        ({"count": 2, "where all": {"it is high": "laid.value > 4"}}, ["wrong-type"]),
        ({"count": 2, "where all": {"it is your turn": "player.points < 4"}}, ["idle-where"]),
        ({"count": 2, "where all": {"as many as theirs": "sum(laid.value) = sum(left(player).hand.value)"}}, ["hidden-condition"]),
        ({"count": 2, "where all": {"a judge looks": {"judge": "sum(laid.value) < sum(left(player).hand.value)"}}}, []),
        ({"where all": {"they come to ten": "sum(laid.value) = 10"}}, ["misplaced-key `where all` belongs to `count`"]),
    ],
)  # fmt: skip
def test_mistakes_are_told(asked: dict[str, object], found: list[str], tmp_path: Path) -> None:
    step = {**LAY, **asked, "move": "laid", "to": "laid_out", "if impossible": "nothing"}
    text = yaml.safe_dump(step, default_flow_style=True, sort_keys=False, width=10_000).strip()
    (tmp_path / "sets.yaml").write_text(GAME.replace("STEP", text), encoding="utf-8")
    told = [
        f"{d.code} {d.message}" for d in st.validate(tmp_path / "sets.yaml") if d.code not in ("unused", "always-same")
    ]
    assert len(told) == len(found) and all(map(str.startswith, told, found)), told
