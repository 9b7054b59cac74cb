"""What holds in every game: all shipped rulesets, variants and numbers of players, and a ruleset made for the tests."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from helpers import games
from helpers.games import CASES, FEWEST, PLAIN, Case, at, choose, each, play, some
from helpers.paths import ROOT, TESTS
from helpers.small_games import FAILING, written
from helpers.tiers import full, many
from hypothesis import Phase, given, settings
from hypothesis import strategies as hs

import stammtisch as st
from stammtisch.base.errors import ChoiceError, GameError
from stammtisch.base.streams import BOTS, Stream, seed_stream
from stammtisch.game.log import Log
from stammtisch.game.state import State
from stammtisch.program import ir
from stammtisch.program.options import Option
from stammtisch.program.wording import fill

cases = hs.sampled_from(some())
seeds = hs.integers(0, 1 << 32)


def few(examples: int) -> settings:
    """So many examples (a quarter in the quick tier), the same in every run; a failing one is shown as it is, a smaller game takes long to find."""
    return settings(
        max_examples=many(examples // 4, examples), deadline=None, derandomize=True, phases=[Phase.generate]
    )


def everything(state: State) -> Any:
    """All that makes up a state, its past included."""
    past = [(link.seat, link.site, link.number, link.position, link.count) for link in state.choices()]
    log = (state.log.raw_events(), state.log.chances_since()) if state.log is not None else None
    return [state.v[:], [items[:] for items in state.z], state.random, state.decisions, state.seed, past, log]


# -- nothing is lost


def assert_sound(state: State, supplies: dict[str, int]) -> None:
    program = state.game.program
    assert_cards(state, program)
    held = Counter[str]()
    for slot, value in zip(program.ints, state.v, strict=True):
        assert slot.low <= value <= slot.high or (value == 0 and not slot.declared), f"{slot.name} is {value}"
        held[slot.token] += value if slot.token else 0
    assert held == supplies
    assert state.broken() == []
    for seat, site in state.sites():
        numbers = state.option_numbers(seat, site)
        assert len(set(numbers)) == len(numbers) > 0
        assert 0 <= seat < program.players
    assert len(dict(state.sites())) == len(state.sites())
    assert state.over is not bool(state.sites())


def assert_cards(state: State, program: ir.Program) -> None:
    """Every card lies in exactly one zone, one for its component; unordered parts and groups are in order."""
    lying = []
    for number, slot in enumerate(program.lists[: program.zones]):
        if slot.kind == "list":
            continue
        cards = state.z[number]
        lying += cards
        assert all(program.cards[card].component == slot.component for card in cards)
        if slot.groups >= 0:
            marks = state.z[slot.groups]
            assert len(marks) == len(cards)
            assert all(0 < mark < ir.GROUP for mark in marks)
        if slot.kind == "pile":
            parts = state.z[slot.segments]
            ranges = list(zip(parts[::2], parts[1::2], strict=True))
            assert parts == sorted(parts)
            assert not (slot.settled and parts)
            assert all(0 <= start < end - 1 < end <= len(cards) for start, end in ranges)
            assert all(cards[start:end] == sorted(cards[start:end]) for start, end in ranges)
    assert sorted(lying) == list(range(len(program.cards)))


@pytest.mark.parametrize("case", each(), ids=str)
def test_at_every_decision_nothing_is_lost_and_all_invariants_hold(case: Case) -> None:
    program = case.game.program
    for seed in range(many(1, 2)):
        supplies = Counter({slot.token: slot.high for slot in program.ints if slot.declared == "box"})
        for state in play(case.game, seed, log=False):
            assert_sound(state, supplies)
        assert len(state.scores) == program.players
        assert state.reason in [fill(program, words) for words in program.reasons]
        assert 1 in state.ranks


@full
def test_the_cases_are_for_as_many_players_as_the_games() -> None:
    for first in FEWEST:
        alike = [case.players for case in CASES if (case.ruleset, case.variant) == (first.ruleset, first.variant)]
        assert alike == [*games.ruleset(first.ruleset, first.variant).players]


def test_the_games_have_what_the_properties_are_about() -> None:
    programs = [case.game.program for case in some()]
    assert any(program.invariants for program in programs)
    assert any(program.groups for program in programs)
    assert any(slot.groups >= 0 for program in programs for slot in program.lists)
    assert any(slot.segments >= 0 for program in programs for slot in program.lists)
    assert any(slot.token and slot.declared != "box" for program in programs for slot in program.ints)


# -- options


@few(40)
@given(case=cases, seed=seeds, decisions=hs.integers(0, 120))
def test_every_option_applies_and_nothing_else_does(case: Case, seed: int, decisions: int) -> None:
    state = at(case, seed, decisions)
    before = everything(state)
    for seat, site in state.sites():
        offered = state.option_numbers(seat, site)
        for position, option in enumerate(state.pending[seat].options):
            assert option.number == offered[position]
            for wanted in (option, position):
                copy = state.clone()
                copy.choose(wanted, seat)
                assert copy.choices()[-1].number == option.number
                assert copy.decisions == state.decisions + 1
        entries = case.game.program.sites[site].entries
        others = {entry.base + i for entry in entries for i in range(min(entry.count, 60))}
        for number in [*sorted(others - set(offered)), -1, 1 << 40]:
            with pytest.raises(ChoiceError):
                state.choose(Option(number, "", "int", None), seat)
        for wrong in (-1, len(offered), True, "1", None, 0.0):
            with pytest.raises(ChoiceError):
                state.choose(wrong, seat)  # type: ignore[arg-type]
    for nobody in {-1, *range(case.players + 1)} - {seat for seat, _ in state.sites()}:
        with pytest.raises(ChoiceError):
            state.choose(0, nobody)
    assert everything(state) == before


@pytest.mark.parametrize("case", [CASES[0], CASES[-1]], ids=str)
def test_nothing_can_be_chosen_when_the_game_is_over(case: Case) -> None:
    *_, state = play(case.game, 3)
    before = everything(state)
    for seat in (None, 0):
        with pytest.raises(ChoiceError, match="over"):
            state.choose(0, seat)
    with pytest.raises(ChoiceError, match="over"):
        _ = state.decision
    assert (state.pending, everything(state)) == ({}, before)


# -- copies


@few(40)
@given(case=cases, seed=seeds, decisions=hs.integers(0, 200), log=hs.booleans())
def test_clone_save_and_replay_are_the_same_game(case: Case, seed: int, decisions: int, log: bool) -> None:
    state = at(case, seed, decisions, log)
    replayed = case.game.start(seed, log)
    for link in state.choices():
        replayed.choose(link.position, link.seat)
    loaded = case.game.from_json(json.loads(json.dumps(state.to_json())))
    copies = [state.clone(), loaded, replayed]
    for copy in copies:
        assert copy == state
        assert (copy.hash, hash(copy)) == (state.hash, hash(state))
        assert everything(copy) == everything(state)
    before = everything(state)
    for copy in copies:
        bots = Stream(seed_stream(seed, BOTS))
        for _ in range(10):
            if not copy.over:
                choose(copy, bots)
    assert everything(copies[0]) == everything(copies[1]) == everything(copies[2])
    assert copies[0] != state
    assert copies[0].hash != state.hash
    assert everything(state) == before


@few(15)
@given(case=cases, seed=seeds, decisions=hs.integers(0, 200))
def test_a_game_with_and_without_a_log_is_the_same(case: Case, seed: int, decisions: int) -> None:
    loud, silent = at(case, seed, decisions), at(case, seed, decisions, log=False)
    assert loud == silent
    assert loud.hash == silent.hash
    assert [link.number for link in loud.choices()] == [link.number for link in silent.choices()]
    assert loud.pending == silent.pending
    assert (loud.scores, silent.log) == (silent.scores, None)


PLAY_ALL = """
from helpers.games import CASES, at
import sys
for name in sys.argv[1:]:
    case = next(case for case in CASES if str(case) == name)
    state = at(case, 11, 50)
    print(state.hash, hash(state), state.random)
"""


@pytest.mark.parametrize("hash_seed", [pytest.param("0", marks=full), "77"])
def test_the_same_seed_gives_the_same_game_in_another_process(hash_seed: str) -> None:
    brief = [case for case in PLAIN if case.ruleset in ("kuhn", "munchhausen", "workshop")]
    played = some(CASES, brief)[:: many(1, 2)]
    path = os.pathsep.join([str(TESTS), str(ROOT / ".dev"), *sys.path])
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": path}
    command = [sys.executable, "-c", PLAY_ALL, *map(str, played)]
    found = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, cwd=TESTS)
    expected = [f"{state.hash} {hash(state)} {state.random}" for state in (at(case, 11, 50) for case in played)]
    assert found.stdout.split("\n")[:-1] == expected


# -- simultaneous decisions


def plan(state: State, seat: int, seed: int) -> list[int]:
    """Choices of the seat until it has nothing more to decide; another seat is still to decide then."""
    copy, bots, numbers = state.clone(), Stream(seed_stream(seed + seat, BOTS)), list[int]()
    while (site := dict(copy.sites()).get(seat)) is not None:
        offered = copy.option_numbers(seat, site)
        numbers.append(offered[bots.draw(len(offered))])
        copy.choose(copy.option(site, numbers[-1]), seat)
    assert copy.sites()
    return numbers


def orders(seats: list[int]) -> list[tuple[int, ...]]:
    """All orders of up to four seats; of more, all that begin with another one, forwards and backwards."""
    if len(seats) < 5:
        return list(permutations(seats))
    turned = [(*seats[n:], *seats[:n]) for n in range(len(seats))]
    return turned + [order[::-1] for order in turned]


@pytest.mark.parametrize("case", each(), ids=str)
def test_seats_decide_together_in_any_order(case: Case) -> None:
    found = 0
    for seed in range(20 if case.game.program.groups else 0):
        for state in play(case.game, seed):
            seats = [seat for seat, _ in state.sites()]
            if len(seats) < 2:
                continue
            found += 1
            plans = {seat: plan(state, seat, seed) for seat in seats}
            results = []
            for order in orders(seats):
                copy = state.clone()
                for seat in order:
                    for number in plans[seat]:
                        copy.choose(Option(number, "", "int", None), seat)
                assert copy.log is not None and state.log is not None
                events = [event for event in copy.log.raw_events(len(state.log)) if event[0] != "choose"]
                results.append((copy.hash, copy.v, copy.z, events))
            assert all(result == results[0] for result in results)
            if found > 8:
                return
    assert (found > 0) is bool(case.game.program.groups)


# -- failures


def test_a_failing_choice_leaves_the_state_as_it_was(tmp_path: Path) -> None:
    for log in (True, False):
        state = written(tmp_path, "failing", FAILING).game(2).start(seed=1, log=log)
        state.choose(0)
        before = everything(state)
        with pytest.raises(GameError, match="total"):
            state.choose(0)
        assert everything(state) == before
        state.choose(1)
        assert (state.decisions, state.v[ir.PC] >= 0) == (2, True)


LATE = """\
format: 1
game: Late
players: 2
components:
  card: {front: {value: 1..40}}
shared:
  deck: {pile of: card, see: nobody, starts with: {value: 1..40}}
  total: 0..20
each player:
  hand: {holds: card, see: owner}
setup:
  shuffle the deck: {shuffle: deck}
phases:
  a turn:
    turns: player in players
    until: {the deck is used up: deck.empty}
    do:
      draw a card: {move: 1, from: deck, to: player.hand}
      add or not: {one of: {Add: {add: {total: 1}}, Pass: nothing}}
"""


@pytest.mark.parametrize("earlier", [20, 25, 33])
def test_a_choice_that_fails_after_many_leaves_its_state_and_all_copies_as_they_were(
    tmp_path: Path, earlier: int
) -> None:
    game = written(tmp_path, "late", LATE).game(2)
    for log in (True, False):
        state = game.start(3, log=log)
        for number in range(earlier):
            state.choose(0 if number < 20 else 1)
        copy = state.clone()
        before = everything(state)
        for one in (state, copy, state):
            with pytest.raises(GameError, match="total"):
                one.choose(0)
            assert everything(one) == before
        state.choose(1)
        assert everything(copy) == before
        copy.choose(1)
        assert everything(state) == everything(copy)


ALWAYS = """\
format: 1
game: Odd
players: 2
shared:
  total: 0..9
phases:
  a turn:
    turns: player in players
    until: {it is full: total > 5}
    do:
      add something: {one of: {Two: {add: {total: 2}}, One: {add: {total: 1}}}}
always:
  the total is even: total mod 2 = 0
  the total is small: total < 4
score: total
"""


def test_broken_names_the_conditions_that_do_not_hold(tmp_path: Path) -> None:
    state = written(tmp_path, "odd", ALWAYS).game(2).start()
    found = [state.broken()]
    for position in (0, 1, 0, 1):
        state.choose(position)
        found.append(state.broken())
    even, small = "the total is even", "the total is small"
    assert found == [[], [], [even], [even, small], [small]]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": "other"}, "not a saved game"),
        ({"players": 9}, "number of players"),
        ({"hash": "0" * 16}, "a different ruleset"),
        ({"seed": -1}, "damaged"),
        ({"seed": 8}, "damaged|not possible"),
        ({"seed": float("inf")}, "damaged: the seed must be a whole number"),
        ({"random": float("inf")}, "damaged: its choices do not lead to its state"),
        ({"choices": [["a", 0]]}, "not possible"),
        ({"choices": [[["a"], 0]]}, "damaged: something in it is missing or of the wrong kind"),
        ({"random": "12"}, "damaged"),
        ({"v": [0]}, "damaged"),
        ({"z": None}, "damaged"),
        ({"choices": [[0]]}, "damaged"),
        ({"choices": [[7, 0]]}, "not possible"),
        ({"choices": []}, "do not lead"),
    ],
    ids=str,
)
def test_a_damaged_save_is_refused(change: dict[str, Any], words: str) -> None:
    game = CASES[0].game
    data = at(CASES[0], 7, 30).to_json()
    assert game.from_json(data).decisions == 30
    with pytest.raises(st.UsageError, match=words):
        game.from_json({**data, **change})


# -- hidden information: the same game in which two cards that a seat has never seen have changed places


def swapped(state: State, a: int, b: int) -> State:
    """The state and its past with cards a and b exchanged everywhere."""
    program = state.game.program

    def card(number: int) -> int:
        return {a: b, b: a}.get(number, number)

    def cards(numbers: Any) -> list[int]:
        return [card(number) for number in numbers]

    twin = state.clone()
    zones = [n for n, slot in enumerate(program.lists[: program.zones]) if slot.kind != "list"]
    for number in zones:
        twin.z[number] = cards(state.z[number])
        parts = state.z[program.lists[number].segments] if program.lists[number].segments >= 0 else []
        for start, end in zip(parts[::2], parts[1::2], strict=True):
            twin.z[number][start:end] = sorted(twin.z[number][start:end])
    for number, slot in enumerate(program.ints):
        if slot.kind.startswith("card "):
            twin.v[number] = card(state.v[number])
    assert state.log is not None
    twin.log = Log()
    twin.log.starts = [cards(slot.start) for slot in program.lists[: program.zones]]
    for event in state.log.raw_events():
        twin.log.append(swapped_event(program, event, card))
    return twin


def swapped_event(program: ir.Program, event: tuple[Any, ...], card: Callable[[int], int]) -> tuple[Any, ...]:
    """The event with other cards: `card` says which."""
    kind, node, *rest = event
    if kind == "move":
        rest[0] = card(rest[0])
    elif kind in ("pour", "reveal"):
        place = 2 if kind == "pour" else 0
        rest[place] = tuple(map(card, rest[place]))
    elif kind in ("say", "random", "set"):
        named = program.ints[rest[0]].kind if kind == "set" else program.kinds[rest[0]]
        rest[1] = card(rest[1]) if named.startswith("card ") else rest[1]
    elif kind == "choose":
        entry = next(e for e in program.sites[node].entries if e.base <= rest[1] < e.base + e.count)
        first = entry.base - entry.low
        rest[1] = card(rest[1] - first) + first if entry.kind.startswith("card ") else rest[1]
    return (kind, node, *rest)


def unseen(state: State, seat: int) -> list[int]:
    """The cards of which the seat has never seen a face and none of which it has ever chosen."""
    program = state.game.program
    open_to = []
    for slot in program.lists[: program.zones]:
        open_to.append(any(slot.see.get(face, 0) >> seat & 1 for face in ("front", "back", "top.front", "top.back")))
    hidden = {card for n, slot in enumerate(program.lists[: program.zones]) if not open_to[n] for card in slot.start}
    assert state.log is not None
    for event in state.log.raw_events():
        if event[0] == "move" and (open_to[event[3]] or open_to[event[4]]):
            hidden.discard(event[2])
        elif event[0] == "pour" and (open_to[event[2]] or open_to[event[3]]):
            hidden.difference_update(event[4])
        elif event[0] == "reveal":
            hidden.difference_update(event[2])
        elif event[0] in ("say", "random", "set"):
            hidden.discard(event[-1])
    for site in program.sites:  # cards that are offered to the seat itself
        hidden -= {e.low + link.number - e.base for link in state.choices() if link.seat == seat for e in site.entries}
    return sorted(hidden)


@few(60)
@given(case=cases, seed=seeds, decisions=hs.integers(0, 60), pick=hs.integers(0, 1 << 16))
def test_cards_that_a_seat_has_never_seen_change_nothing_for_it(
    case: Case, seed: int, decisions: int, pick: int
) -> None:
    state = at(case, seed, decisions)
    program = case.game.program
    seat = pick % case.players
    cards = unseen(state, seat)
    if not cards:
        return
    a = cards[pick % len(cards)]
    same_kind = [b for b in cards if program.cards[b].component == program.cards[a].component]
    b = same_kind[pick // 7 % len(same_kind)]
    twin = swapped(state, a, b)
    assert twin.view(seat) == state.view(seat)
    assert twin.seen(seat) == state.seen(seat)


@full
def test_some_cards_are_never_seen_and_who_sees_them_notices_the_swap() -> None:
    hidden, noticed = set(), set()
    for case in some((case for case in CASES if case.players > 1), FEWEST):
        state = at(case, 5, 12)
        cards = unseen(state, 0)
        hidden |= {case.ruleset} if len(cards) > 1 else set()
        before = state.view(1)
        made = case.game.program.cards
        kinds = {card: [b for b in cards if made[b].component == made[card].component] for card in cards}
        for a, b in ((a, alike[(alike.index(a) + 3) % len(alike)]) for a, alike in [*kinds.items()][::6]):
            if swapped(state, a, b).view(1) != before:
                noticed.add(case.ruleset)
                break
    assert hidden >= {"balvin", "bierfest", "munchhausen", "ofertu", "warrender"}
    assert noticed >= {"balvin", "munchhausen", "ofertu"}
