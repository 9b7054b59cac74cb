"""What a bot is handed: the seat's view and log, samples, playouts, a search; and no way to anything else."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import pytest
from helpers.bots import searched
from helpers.tiers import full

from stammtisch.base.errors import GameError, UsageError
from stammtisch.bots.knowledge import Knowledge, KnowledgeBoundary, knowledge
from stammtisch.game.bots import bots_stream
from stammtisch.game.game import Game
from stammtisch.game.state import State

# what leads to the true state, or beyond it
BEHIND = (State, KnowledgeBoundary, Game)


def parts(thing: Any) -> Iterator[Any]:
    """What a thing leads to without taking functions apart."""
    if isinstance(thing, dict):
        yield from thing.values()
    elif isinstance(thing, list | tuple | set):
        yield from thing
    yield from getattr(thing, "__dict__", {}).values()
    slots = [slot for kind in type(thing).__mro__ for slot in getattr(kind, "__slots__", ())]
    yield from (getattr(thing, slot) for slot in slots if hasattr(thing, slot))
    if hasattr(thing, "__self__") and not isinstance(thing, type):
        yield thing.__self__


def reached(thing: Any) -> list[Any]:
    """All that a thing leads to."""
    found, waiting, known = [], [thing], {id(thing)}
    while waiting:
        one = waiting.pop()
        found.append(one)
        for part in parts(one):
            if id(part) not in known:
                known.add(id(part))
                waiting.append(part)
    return found


def asked(state: State) -> Knowledge:
    return knowledge(state, state.sites()[0][0])


def tictactoe_before_the_third() -> State:
    """The first player has two of three in a row and decides."""
    state = searched("tictactoe").start(1)
    for cell in (0, 3, 1, 4):
        state.choose(state.decision.numbers.index(cell))
    return state


@pytest.mark.parametrize("name", ["munchhausen", "hearts"])
def test_nothing_that_a_bot_is_handed_leads_to_the_state(name: str) -> None:
    state = searched(name).start(5)
    known = asked(state)
    assert known.view["seat"] == known.seat and known.log and known.count == len(known.options)
    assert known.search(20)
    assert not [thing for thing in reached(known) if isinstance(thing, BEHIND)]
    assert [thing for thing in reached((known, KnowledgeBoundary(state, 0, 1).samples)) if isinstance(thing, BEHIND)]


def test_it_is_the_view_and_the_log_of_the_seat() -> None:
    state = searched("munchhausen", 3).start(7)
    seat = state.decision.seat
    known = knowledge(state, seat)
    assert (known.seat, known.players, known.view, known.log) == (seat, 3, state.view(seat), state.seen(seat))
    assert known.options == state.view(seat)["decision"]["options"]


def test_each_part_is_made_when_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    state = searched("munchhausen", 3).start(7)
    known = asked(state)
    assert known.count == 9
    monkeypatch.setattr("stammtisch.bots.knowledge.view", None)
    with pytest.raises(TypeError):
        _ = known.options


def test_samples_are_states_of_their_own_without_a_log() -> None:
    state = searched("munchhausen", 3).start(7)
    before, known = state.clone(), asked(state)
    samples = known.samples(3)
    assert [sample.log for sample in samples] == [None] * 3
    assert len({sample.random for sample in samples}) == 3
    for sample in samples:
        assert sample.sites() == state.sites()
        after = known.after(sample, 2)
        assert after.decisions == 1 and sample.decisions == 0
    assert state == before


def test_an_option_is_taken_by_its_position_in_the_view() -> None:
    state = searched("munchhausen", 3).start(7)
    known = asked(state)
    (sample,) = known.samples(1)
    for position, option in enumerate(known.options):
        offers = known.after(sample, position)
        if option["value"] is not None:
            assert offers.player(known.seat).offer == option["value"]
        else:
            assert option["words"] == "Pass"
    with pytest.raises((GameError, IndexError)):
        known.after(sample, 99)


@full
def test_every_option_can_be_taken_in_every_sample() -> None:
    # of two alike cards in a hand one is offered, and in a sample perhaps the other
    state, bots = searched("ofertu").start(3), bots_stream(3)
    while not state.over:
        known = asked(state)
        for sample in known.samples(2):
            texts = [known.after(sample, position).view(known.seat) for position in range(known.count)]
            assert len(texts) == known.count
        state.choose(bots.draw(len(state.decision)))


def test_standings_tell_who_is_ahead_right_after_an_option() -> None:
    state = tictactoe_before_the_third()
    known = asked(state)
    found = known.standings(5)
    (sample,) = known.samples(1)
    third = next(n for n in range(known.count) if known.after(sample, n).over)
    assert len(found) == known.count and max(found) == found[third] > 1000
    assert sorted(found)[-2] < 1000


def test_playouts_tell_what_the_seats_get() -> None:
    state = tictactoe_before_the_third()
    known = asked(state)
    (sample,) = known.samples(1)
    third = next(n for n, option in enumerate(known.options) if known.after(sample, n).over)
    assert known.playouts(sample, third, 50) == pytest.approx([1, -1])
    other = known.playouts(sample, (third + 1) % known.count, 200)
    assert -1 < other[0] < 1 and sum(other) == pytest.approx(0)


def test_a_search_tells_of_each_option_in_the_order_of_the_view() -> None:
    state = searched("tictactoe").start(1)
    for _ in range(4):
        state.choose(0)
    known = asked(state)
    found = known.search(300)
    assert len(found) == known.count and sum(one.visits for one in found) == 300
    assert all(-1 <= one.payoff <= 1 and one.error >= 0 for one in found)


def test_what_is_asked_for_depends_on_the_decision_alone() -> None:
    state = searched("munchhausen", 3).start(7)
    one, two = asked(state), asked(state.clone())
    assert one.random.state == two.random.state
    assert [s.random for s in one.samples(2)] == [s.random for s in two.samples(2)]
    assert one.search(60) == two.search(60)
    # a second request is another one, and the next decision of the seat draws anew
    assert [s.random for s in one.samples(2)] != [s.random for s in one.samples(2)]
    first = one.random.state
    seat = one.seat
    while True:
        state.choose(0)
        if state.sites()[0][0] == seat:
            break
    assert asked(state).random.state != first


def test_what_the_machine_cannot_do_is_told_as_a_failure_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    from stammtisch.backend.native.running_module import Trap

    def fails(self: Any, at: int) -> None:
        raise Trap("wasm trap: unreachable")

    state = searched("munchhausen", 3).start(7)
    monkeypatch.setattr(type(state.game.searching), "sample", fails)
    with pytest.raises(GameError, match=r"^player \d cannot look ahead from here: wasm trap: unreachable"):
        asked(state).samples(1)


def test_where_nothing_is_played_natively_a_bot_that_asks_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    state = searched("munchhausen", 3).start(7)
    monkeypatch.setitem(state.game.__dict__, "searching", None)
    monkeypatch.setattr("stammtisch.bots.knowledge.available", lambda: False)
    monkeypatch.setitem(sys.modules, "wasmtime", None)
    for ask in (lambda known: known.samples(1), lambda known: known.search(1)):
        with pytest.raises(UsageError, match="^a bot that thinks needs wasmtime, which is not installed"):
            ask(asked(state))
