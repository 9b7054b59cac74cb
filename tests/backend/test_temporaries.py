"""What steps keep for later: where it matters, and who knows it."""

from __future__ import annotations

import pytest
from helpers.tiers import full

import stammtisch as st
from stammtisch.backend.native.writing.temporaries import Temporaries


def known(ruleset: str, players: int, words: str) -> dict[str, int]:
    """What is kept at a decision, with the seats that know it."""
    program = st.load_ruleset(ruleset).game(players).program
    found, names = Temporaries(program), [s.name for s in program.ints] + [s.name for s in program.lists]
    for block in program.blocks:
        op, *rest = block.body[-1]
        for number in [rest[0]] if op == "ask" else program.groups[rest[0]].sites if op == "together" else []:
            if program.sites[number].words == words:
                everybody = (1 << players) - 1
                return {
                    names[slot]: seats & everybody
                    for slot, seats in found.slots_at(block.number, program.sites[number])
                }
    raise AssertionError(words)


@pytest.mark.parametrize(
    ("ruleset", "players", "words", "wanted", "absent"),
    [
        ("leduc", 2, "bet in turn", {"raises": 3, "answers": 3}, ["turns taken", "round"]),
        # everybody knows the own gift only
        ("hearts", 4, "everybody passes cards", {f"chosen (seat {n + 1})": 1 << n for n in range(4)}, ["card"]),
        ("munchhausen", 3, "open auction", {"high": 7, "leader": 7}, ["card"]),
        # who laid the card knows it; who decides now does not
        ("munchhausen", 3, "the Baron believes it or not", {"teller": 7, "card": 0}, ["high"]),
        ("nine-mens-morris", 2, "Move a man", {"point": 3}, ["taken"]),
    ],
)
def test_what_matters_and_who_knows_it(
    ruleset: str, players: int, words: str, wanted: dict[str, int], absent: list[str]
) -> None:
    found = known(ruleset, players, words)
    assert {name: found[name] for name in wanted} == wanted
    assert not found.keys() & absent


@full
def test_every_number_that_is_not_declared_may_matter() -> None:
    # the last one once did not: it has the number before that of the first list
    program = st.load_ruleset("warrender").game(3).program
    assert not program.ints[-1].declared
    free = Temporaries(program).free[: len(program.ints)]
    assert free == [not slot.declared and number > 1 for number, slot in enumerate(program.ints)]
