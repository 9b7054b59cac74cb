"""What a scenario looks after by itself: conditions under `always`, given things without effect, what chance gave."""

from __future__ import annotations

from collections.abc import Callable

from ..base.errors import GameError
from ..game.scripted import CARD, PLACE, Scripted
from ..reading import library
from .position import Unmet, compare
from .scenario_file import Claim
from .terms import Terms

MOST_RESULTS = 6


class Invariants:
    """The conditions under `always` in one scenario.

    They speak of what can come up in a game. Where `given` lays a table that breaks one of them from the start, that
    table comes up in no game, and the scenario is held to none of them.
    """

    def __init__(self, terms: Terms) -> None:
        self.conditions = terms.ruleset.checked.ruleset.always
        self.looked_at = True

    def broken(self, state: Scripted) -> tuple[str, list[str]] | None:
        """What to say, with its lines, of the first condition that does not hold now; None if all do."""
        if not self.looked_at:
            return None
        try:
            words = state.broken()
        except GameError as error:
            place = [f"in {library.shown(state.place(error.node))}"] if error.node >= 0 else []
            return f"a condition under `always` cannot be worked out: {error.message}", place
        if not words:
            return None
        places = [f"{library.shown(c.span.file)}:{c.span.line}" for c in self.conditions if c.words == words[0]]
        return f"'{words[0]}' is not so", [f"It stands under `always` in {place}." for place in places]


def overrun(state: Scripted, terms: Terms, given: list[Claim], without: Callable[[Claim], bool]) -> list[str]:
    """What was given and is otherwise at the first decision, in words.

    Raises Unmet for what has had no effect at all; `without` says whether all is the same when one is not given.
    """
    # of several for one place the last one counts
    places = {(claim.place.slot, *claim.place.zones): claim for claim in given if claim.place is not None}
    changed = []
    for claim in places.values():
        try:
            compare(state, terms, claim)
        except Unmet as unmet:
            if without(claim):
                lines = ["The game sets it before anybody decides, so that what is given has no effect.", cure(state)]
                raise Unmet(claim, f"{unmet.message}, at the first decision", lines) from None
            changed.append(unmet.message)
    if not changed:
        return []
    return ["given, and otherwise at the first decision:", *(f"  {line}" for line in changed), cure(state)]


def cure(state: Scripted) -> str:
    """How to put things in place later than at the start of the phases."""
    program = state.game.program
    steps = [program.nodes[program.sites[site].node].words for _, site in state.sites()]
    stops = {program.nodes[block.node].words for block in program.blocks if block.node >= 0}
    step = next((words for words in steps if words in stops), "STEP")
    return f"Write `at: {step}` to put it in place when that step begins."


def chance_lines(state: Scripted, terms: Terms) -> list[str]:
    """What chance gave where, as long as the scenario had results for it."""
    lines = []
    for words, kind, value, node in state.drawn:
        what = words or (
            terms.card_text(value) if kind == CARD else "a place" if kind == PLACE else terms.value_text(kind, value)
        )
        place = library.shown(state.place(node))
        lines.append(f"  {what} in {place}" + ("" if words else ", left to the seed"))
    if not any(words for words, *_ in state.drawn) and not state.script:
        return []
    left = len(lines) - MOST_RESULTS
    return [*(["chance gave:"] if lines else []), *lines[:MOST_RESULTS], *([f"  and {left} more"] if left > 0 else [])]
