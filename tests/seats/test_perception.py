"""What a seat perceives: its record alone gives all that it is given, and fits what is true."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.games import QUICK, Case
from helpers.secrets import SECRETS, made

from stammtisch.base.streams import BOTS, Stream, seed_stream
from stammtisch.game.game import Game
from stammtisch.game.state import State
from stammtisch.records.undo import undo_last
from stammtisch.seats.perception.events import Perception, perception_of
from stammtisch.seats.perception.scenes import information_of
from stammtisch.seats.scene import InformationState
from stammtisch.seats.seat_log import log_of
from stammtisch.seats.seat_view import view_of
from stammtisch.seats.undo_barriers import undo_barrier
from stammtisch.seats.visibility import ONLOOKER, SeatVisibility

MOST = 60


def passes(game: Game, seed: int) -> None:
    """A random game: at some decisions all seats are asked."""
    state, bots = game.start(seed), Stream(seed_stream(seed, BOTS))
    while not state.over and state.decisions < MOST:
        state.choose(bots.draw(len(state.decision)))
        if state.decisions % 7 == 0 or state.over:
            for seat in range(ONLOOKER, game.players):
                fits(state, perception_of(state, seat))
            for seat in range(game.players):
                goes_back(state, seat)
    for seat in range(ONLOOKER, game.players):
        again(state, seat)


def fits(state: State, perception: Perception) -> None:
    """Every card lies where the seat takes it to lie, and is what the seat knows of it."""
    program, cards = state.game.program, perception.cards
    for zone, slot in enumerate(program.lists[: program.zones]):
        if slot.kind not in ("set", "pile"):
            continue
        assert {perception.true[card] for card in cards.inside[zone]} == {*state.z[zone]}
        for at, known_card in enumerate(cards.order.get(zone, ())):
            assert known_card is None or perception.true[known_card] == state.z[zone][at]
    for card, handle in perception.handles.items():
        known = cards.known_look(handle)
        assert known.values == perception.sight.looks(card, known.faces)


def again(state: State, seat: int) -> None:
    """The record, read from its beginning by what is declared alone, gives the same log and view, and what stands."""
    perception = perception_of(state, seat)
    log = log_of(SeatVisibility(state.game.program, seat), perception.record[:])
    assert log.events[:] == state.seen(seat)
    assert (log.chosen, log.since) == (perception.log.chosen, perception.log.since)
    assert view_of(InformationState(log, information_of(state, seat).scene)) == state.view(seat)
    for number in range(-1, log.chosen):
        stands = undo_barrier(perception.log, perception.record, number)
        assert undo_barrier(log, perception.record.copy(), number) == stands


def goes_back(state: State, seat: int) -> None:
    """Where a choice can be taken back, chance has decided nothing since, and nobody else has seen more of any card."""
    before, reason = undo_last(state, seat)
    assert (before is None) == bool(reason)
    if before is None:
        return
    assert before.random == state.random
    for other in {*range(ONLOOKER, state.game.players)} - {seat}:
        was, now = perception_of(before, other), perception_of(state, other)
        for card in now.handles:
            seen = now.cards.known_look(now.handles[card]).faces
            assert not seen & ~was.cards.known_look(was.handles[card]).faces


@pytest.mark.parametrize("case", QUICK, ids=str)
def test_the_record_gives_the_log_and_fits_the_truth(case: Case) -> None:
    passes(case.game, 3)


@pytest.mark.parametrize("name", SECRETS)
def test_the_record_of_small_games_likewise(name: str, tmp_path: Path) -> None:
    game = made(tmp_path, SECRETS[name], 3 if name == "together" else 2)
    for seed in range(3):
        passes(game, seed)


def test_nobody_without_a_seat_perceives_anything() -> None:
    state = QUICK[0].game.start()
    for seat in (-2, state.game.players):
        with pytest.raises(IndexError):
            perception_of(state, seat)


def test_copies_of_a_perception_go_on_by_themselves() -> None:
    state = QUICK[0].game.start(1)
    first = perception_of(state, 0)
    kept, events = first.record[:], first.log.events[:]
    state.choose(0)
    assert len(perception_of(state, 0).record) > len(kept)
    assert (first.record[:], first.log.events[:]) == (kept, events)
