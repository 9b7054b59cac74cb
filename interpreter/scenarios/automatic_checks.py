"""What a scenario looks after by itself: conditions under `always`, given things without effect, what chance gave."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..base.errors import GameError
from ..game.failures import place
from ..game.scripted import CARD, PLACE, Scripted
from ..reading import library
from .position import Failed, compare
from .scenario_file import Laid
from .terms import Terms

MOST_RESULTS = 6


def place_of(state: Scripted, error: GameError) -> list[str]:
    """Where in the ruleset a game failed, as a line; nothing if that is not known."""
    return [f"in {library.shown(place(state.game.program, error.node))}"] if error.node >= 0 else []


def broken(state: Scripted, terms: Terms, given: bool = False) -> tuple[str, list[str]] | None:
    """What to say, with its lines, of the first condition under `always` that does not hold now; None if all do.

    given: the scenario has set up the table.
    """
    try:
        words = state.broken()
    except GameError as error:
        return f"a condition under `always` cannot be worked out: {error.message}", place_of(state, error)
    if not words:
        return None
    always = terms.ruleset.checked.ruleset.always
    meant = [condition for condition in always if condition.words == words[0]]
    lines = [f"It stands under `always` in {library.shown(c.span.file)}:{c.span.line}." for c in meant]
    if given and any(condition.at == "the end" for condition in meant):
        lines.append("It is to hold at the end whatever was given: give a table that can come to such an end.")
    return f"'{words[0]}' is not so", lines


def overrun(state: Scripted, terms: Terms, given: list[Laid], without: Callable[[Laid], bool]) -> list[str]:
    """What was given and is otherwise at the first decision, in words.

    Raises Failed for what has had no effect at all; `without` says whether all is the same when one is not given.
    """
    # of several for one place the last one counts, also where an earlier one is for more places
    places = {(laid.place.slot, *laid.place.zones): laid for laid in given}
    last = {zone: laid for laid in given for zone in laid.place.zones}
    changed = []
    for laid in places.values():
        try:
            own = [zone for zone in laid.place.zones if last[zone] is laid]
            compare(state, terms, replace(laid, place=replace(laid.place, zones=own)))
        except Failed as failed:
            if without(laid):
                lines = ["The game sets it before anybody decides, so that what is given has no effect.", cure(state)]
                raise Failed(laid.place.scalar, f"{failed.message}, at the first decision", lines) from None
            changed.append(f"  {failed.message}")
    return ["given, and otherwise at the first decision:", *changed, cure(state)] if changed else []


def cure(state: Scripted) -> str:
    """How to put things in place later than at the start of the phases."""
    program = state.game.program
    steps = [program.nodes[program.sites[site].node].words for _, site in state.sites()]
    stops = {program.nodes[block.node].words for block in program.blocks if block.node >= 0}
    step = next((words for words in steps if words in stops), "STEP")
    return f"Write `at: {step}` to put it in place when that step begins."


def chance_lines(state: Scripted, terms: Terms) -> list[str]:
    """What chance gave where, as long as the scenario had results for it."""
    if not any(words for words, *_ in state.drawn) and not state.script:
        return []
    lines = []
    for words, kind, value, node in state.drawn:
        what = words or (
            terms.card_text(value) if kind == CARD else "a place" if kind == PLACE else terms.value_text(kind, value)
        )
        where = library.shown(place(state.game.program, node))
        lines.append(f"  {what} in {where}" + ("" if words else ", left to the seed"))
    left = len(lines) - MOST_RESULTS
    return [*(["chance gave:"] if lines else []), *lines[:MOST_RESULTS], *([f"  and {left} more"] if left > 0 else [])]
