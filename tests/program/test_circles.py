"""circles.py: blocks that may come to themselves again, against a search from each of them."""

from __future__ import annotations

from helpers.tiers import full
from hypothesis import given
from hypothesis import strategies as some

from stammtisch.program import ir
from stammtisch.program.circles import in_circles

BLOCKS = range(9)


@full
@given(some.lists(some.lists(some.sampled_from(BLOCKS), max_size=2), min_size=len(BLOCKS), max_size=len(BLOCKS)))
def test_a_block_is_in_a_circle_if_a_way_leads_back_to_it(ways: list[list[int]]) -> None:
    ends: list[ir.Stmt] = [["over"] if not to else ["goto", *to] if len(to) == 1 else ["branch", 1, *to] for to in ways]
    bodies = {number: [["set", 1, 0, 1], end] for number, end in enumerate(ends)}

    def reached(block: int) -> set[int]:
        found: set[int] = set()
        waiting = [block]
        while waiting:
            new = {*ir.targets(bodies[waiting.pop()])} - found
            found |= new
            waiting += new
        return found

    assert in_circles(bodies) == {block for block in BLOCKS if block in reached(block)}
