"""What a net reads: nothing but what its seat sees and knows, in all rulesets."""

from __future__ import annotations

import pytest
from helpers import games
from helpers.bots import searched
from helpers.games import Case, play
from helpers.tiers import many

from stammtisch.backend.native import compile_native
from stammtisch.backend.native.features import pieces_of
from stammtisch.backend.native.net import Net
from stammtisch.sampling.sampler import belief

HIDING = [case for case in games.FEWEST if (case.ruleset, case.variant) in games.HIDING]


@pytest.mark.parametrize("case", games.each(HIDING, quick=[case for case in games.FEW if case in HIDING]), ids=str)
def test_a_seat_reads_the_same_of_the_game_and_of_samples(case: Case) -> None:
    machine = compile_native(case.game.program, searching=True, learning=True)
    assert machine is not None
    net, (true, sample), read = Net(machine), (machine.place(0), machine.place(1)), 0
    for state in play(case.game, 3):
        if state.over or state.decisions % many(5, 2) or state.decisions > many(40, 400):
            continue
        for seat, _ in state.sites():
            machine.lay(belief(state, seat))
            machine.draw_from(state.decisions * 2 + 1)
            machine.sample(sample)
            machine.load(true, state.v, state.z, 1)
            assert sorted(net.rows(true, seat)) == sorted(net.rows(sample, seat)), (state.decisions, seat)
            read += 1
    assert read


def test_places_are_read_from_either_side() -> None:
    game = searched("othello")
    machine = compile_native(game.program, searching=True, learning=True)
    assert machine is not None
    net, at = Net(machine), machine.place(0)
    told = set()
    for state in play(game, 4):
        if state.over:
            break
        seat = state.sites()[0][0]
        seen = []
        for turned in (False, True):
            v = [
                1 - value if turned and slot.kind == "thing player" and value >= 0 else value
                for slot, value in zip(game.program.ints, state.v, strict=True)
            ]
            machine.load(at, v, state.z, 1)
            seen.append(net.rows(at, 1 - seat if turned else seat))
        assert seen[0] == seen[1]
        told |= set(seen[0])
    pieces = [size for name, size in net.groups[0] if "disc: places" in name]
    assert pieces == [3**5] * 56 and len(told) > 500


@pytest.mark.parametrize("length", range(5, 20))
def test_pieces_hold_all_of_a_line(length: int) -> None:
    line = range(length)
    pieces = [*pieces_of(line)]
    assert {place for piece in pieces for place in piece} == {*line}
    assert all(len(piece) == 5 for piece in pieces) and len(pieces) == -(-length // 5)
