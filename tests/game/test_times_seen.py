"""`times seen`: how often a position has been there, counted again from what was played."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from helpers.paths import DATA

import stammtisch as st
from stammtisch.base.limits import MOST_POSITIONS

TRIP = DATA / "ok" / "round-trip.yaml"
LONG = """\
format: 1
game: A long trip
players: 2
things: {stop: 2}
shared:
  tram: stop_1
  repetitions: {times seen: [tram]}
  rides: 0..1000
phases:
  the tram drives:
    turns: player in players
    until: {it is late: rides = 600}
    choose: stop in stops
    do: {it goes there: {set: {tram: stop}}, a ride is counted: {add: {rides: 1}}}
"""


def shared(state: st.State, name: str) -> int:
    """The number of a shared value."""
    at = next(n for n, slot in enumerate(state.game.program.ints) if slot.name == name)
    return state.v[at]


@pytest.mark.parametrize("seed", range(20))
def test_a_position_counts_with_the_player_whose_turn_comes(seed: int) -> None:
    game, seen = st.load_ruleset(TRIP).game(players=2 + seed % 2), Counter[tuple[int, int]]()
    state = game.start(seed)
    turn = 0
    while not state.over:
        where = shared(state, "tram"), turn % game.players
        seen[where] += 1
        assert shared(state, "repetitions") == seen[where] < 3
        assert state.clone() == state
        state.choose((seed + turn * turn) % len(state.decision.options))
        turn += 1
    assert shared(state, "repetitions") == 3 == seen[shared(state, "tram"), turn % game.players] + 1


def test_only_the_last_positions_are_remembered(tmp_path: Path) -> None:
    (tmp_path / "long.yaml").write_text(LONG, encoding="utf-8")
    state = st.load_ruleset(tmp_path / "long.yaml").game().start(1)
    came: list[tuple[int, int]] = []
    while not state.over:
        came.append((shared(state, "tram"), len(came) % 2))
        assert shared(state, "repetitions") == came[-MOST_POSITIONS:].count(came[-1])
        state.choose(len(came) // 7 % 2)
    assert len(came) == 600


def test_it_is_counted_natively(tmp_path: Path) -> None:
    (tmp_path / "long.yaml").write_text(LONG, encoding="utf-8")
    for file in (TRIP, tmp_path / "long.yaml"):
        machine = st.load_ruleset(file).game().native
        assert machine is not None and machine.run(1, 0, 20, 1_000, True, 0) == (20, False)


def test_two_histories_of_a_position_are_two_states() -> None:
    game = st.load_ruleset(TRIP).game(players=2)
    one, other = game.start(1), game.start(1)
    for choices, state in (((0, 0), one), ((1, 0), other)):
        for choice in choices:
            state.choose(choice)
    assert shared(one, "tram") == shared(other, "tram") == 0 and one != other


@pytest.mark.parametrize(
    ("change", "code", "words"),
    [
        (("times seen: [tram, doors_open]", "times seen: [tramm]"), "unknown-name", "Did you mean"),
        (("times seen: [tram, doors_open]", "times seen: [repetitions]"), "unknown-name", "no number or value"),
        (("times seen: [tram, doors_open]", "times seen: [tram], range: 0..9"), "misplaced-key", "range"),
        (("doors_open: false", "doors_open: {start: false, see: nobody}"), "hidden-condition", "not everyone sees"),
        (("tram: stop, doors", "repetitions: 1, tram: stop, doors"), "not-changeable", "counts by itself"),
        (("  rides: 0..100", "  rides: 0..100\n  mine: {times seen: [tram]}"), "misplaced-key", "nobody has one"),
    ],
)
def test_what_cannot_be_counted_is_refused(tmp_path: Path, change: tuple[str, str], code: str, words: str) -> None:
    text = TRIP.read_text(encoding="utf-8")
    assert change[0] in text
    (tmp_path / "trip.yaml").write_text(text.replace(*change), encoding="utf-8")
    [problem] = [p for p in st.validate(tmp_path / "trip.yaml") if p.severity == "error"]
    assert problem.code == code and words in problem.message + problem.hint
