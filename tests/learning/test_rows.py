"""What a net reads: nothing but what its seat sees and knows, in all rulesets."""

from __future__ import annotations

import pytest
from helpers import games
from helpers.games import Case, play
from helpers.tiers import many

from stammtisch.backend.native import compile_native
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
