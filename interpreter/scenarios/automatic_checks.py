"""Automatic checks of a scenario: conditions under `always`, given things without effect, unused chance."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import groupby

from ..base.diagnostics import Span
from ..base.errors import GameError
from ..check.shuffled_piles import shuffled_zones, zones_read_by_order
from ..game.failures import place
from ..game.scenario_state import CARD, PLACE, UNKNOWN, ScenarioState
from ..program import events
from ..reading import library
from .position import Failed, compare
from .scenario_file import Laid, ScenarioStep
from .table_text import MOST_LETTERS, count_cards
from .terms import Result, Terms

MOST_RESULTS = 6


def place_of(state: ScenarioState, error: GameError) -> list[str]:
    """The line with the place in the ruleset where a game failed; [] if not known."""
    return [f"in {library.display_path(place(state.game.program, error.node))}"] if error.node >= 0 else []


def check_always(state: ScenarioState, terms: Terms, given: bool = False) -> tuple[str, list[str]] | None:
    """The failure text, with lines, of the first `always` condition that does not hold now; None if all hold.

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
    lines = [f"It stands under `always` in {library.display_path(c.span.file)}:{c.span.line}." for c in meant]
    if given and any(condition.at == "the end" for condition in meant):
        lines.append("It must hold at the end, whatever was given: give a table that can lead to such an end.")
    return f"'{words[0]}' is not true", lines


def given_changed(state: ScenarioState, terms: Terms, given: list[Laid], needless: Callable[[Laid], bool]) -> list[str]:
    """The given things that differ at the first decision, in words.

    Raises Failed for what nothing has looked at before the game put something else in its place. `needless` says that.
    """
    # the last of several for one place counts, even if an earlier one is for more places
    places = {(laid.place.slot, *laid.place.zones): laid for laid in given}
    last = {zone: laid for laid in given for zone in laid.place.zones}
    written: dict[Span, list[tuple[Laid, str]]] = {}
    for laid in places.values():
        own = [zone for zone in laid.place.zones if last[zone] is laid]
        try:
            compare(state, terms, replace(laid, place=replace(laid.place, zones=own)))
            otherwise = ""
        except Failed as failed:
            otherwise = failed.message
        written.setdefault(laid.place.scalar.span, []).append((laid, otherwise))
    for parts in written.values():
        if all(needless(laid) for laid, _ in parts):
            laid, otherwise = next((part for part in parts if part[1]), parts[0])
            anew = f"the game sets {laid.place.scalar.text} again"
            message = f"{otherwise}, at the first decision" if otherwise else anew
            lines = ["The game sets it before anybody decides and does not use it first, so giving it has no effect."]
            raise Failed(laid.place.scalar, message, [*lines, placement_hint(state)])
    changed = [f"  {otherwise}" for parts in written.values() for _, otherwise in parts if otherwise]
    return ["given, but different at the first decision:", *changed, placement_hint(state)] if changed else []


def placement_hint(state: ScenarioState) -> str:
    """The hint how to put things in place later than at the start of the phases."""
    program = state.game.program
    steps = [node for _, site in state.sites() if (node := program.nodes[program.sites[site].node]).kind == "step"]
    return f"Write `at: {steps[0].words if steps else 'STEP'}` to put it in place when that step begins."


def whose_turn(state: ScenarioState) -> int:
    """The seat in whose turn the game was stopped; -1 if no turn was running."""
    program, told = state.game.program, state.log.raw_events() if state.log is not None else []
    turns = [events.Turn(*event) for event in told if event[0] == "turn"][-1:]
    step = state.stopped if state.stopped is not None else -1
    while step >= 0:
        step = program.nodes[step].above
        if turns and turns[0].node == step:
            return turns[0].seat
    return -1


def taken_lines(terms: Terms, given: list[Laid], before: list[list[int]], laid: list[list[int]]) -> list[str]:
    """The lines about cards taken from places that the scenario does not name, and about what replaced them."""
    named = {zone for one in given for zone in one.place.zones}
    lines = []
    for zone, slot in enumerate(terms.program.lists[: terms.program.zones if laid else 0]):
        mixed = slot.segments >= 0 and before[slot.segments]
        gone, come = ([c for c in one[zone] if c not in other[zone]] for one, other in ((before, laid), (laid, before)))
        if gone and zone not in named and slot.declared and not mixed:
            instead = f"; {count_cards(map(terms.card_text, come))} went there instead" if come else ""
            lines.append(f"  {count_cards(map(terms.card_text, gone))} from {terms.label(slot)}{instead}")
    return ["taken to make up what is given:", *lines[:MOST_RESULTS]] if lines else []


def never_given(
    state: ScenarioState,
    terms: Terms,
    at_the_top: list[Result],
    moments: list[tuple[ScenarioStep | None, int]],
    given: list[list[int]],
) -> Failed:
    """The failure for unused results of chance: the first of them, and whether it came too late.

    `moments` are the set-up and the lines of `when`, with how much chance had decided when each began; `given` is what
    lay where when what is given had been put in place, nothing without any.
    """
    told = [(result, 0) for result in at_the_top]
    told += [(result, at) for at, (step, _) in enumerate(moments) if step for result in step.chance]
    result, line = told[-len(state.script)]
    taken = [number for number, (words, *_) in enumerate(state.drawn, 1) if words]
    later = len(state.drawn) > max([moments[line][1], *taken])
    lines = ["After that it decided something of another kind." if later else "It had nothing more to decide."]
    if fixed := _order_lines(state, terms, result, given):
        return Failed(result.node, f"chance never gave '{result.words}'", fixed)
    for (step, first), (_, end) in zip(moments[line - 1 :: -1], moments[line:0:-1], strict=False):
        fitting = [one for one in state.drawn[first:end] if not one[0] and result.answer(one[1], [one[2]]) is not None]
        if fitting:
            above = f"above `{step.text}` in line {step.key.span.line}" if step else "not under `when`, but beside it"
            before = " and ".join(_draw_lines(state, terms, fitting[:MOST_RESULTS]))
            lines += [f"Before this line it gave {before}.", f"To set that, write `chance` {above}."]
            break
    return Failed(result.node, f"chance never gave '{result.words}'", lines)


def _order_lines(state: ScenarioState, terms: Terms, result: Result, given: list[list[int]]) -> list[str]:
    """The lines about the step that fixed a shuffled pile's order, and how to set a card of it; else [].

    With nothing `given` the order may be told with the shuffle, and nothing is said.
    """
    checked = terms.ruleset.checked
    piles = zones_read_by_order(checked)
    shuffled = shuffled_zones(checked) & piles.keys()
    for zone, cards in enumerate(given):
        slot = terms.program.lists[zone]
        fitting = [card for card in cards if result.answer(CARD, [card]) == 0] if slot.declared in shuffled else []
        if not fitting:
            continue
        span = piles[slot.declared]
        steps = [node for node in terms.program.nodes if node.kind == "step" and node.file == span.file]
        step = max((node for node in steps if node.line <= span.line), key=lambda node: node.line)
        where = f"`{step.words}` in {library.display_path(span.file)}:{span.line}"
        order = [terms.card_text(card) for card in cards if card != fitting[0]] + [terms.card_text(fitting[0])]
        label, row = terms.label(slot), ", ".join(order)
        how = f": `{label}: [{row}]`" if len(row) <= MOST_LETTERS else f" of {label}, bottom to top"
        return [
            f"Chance decides the order of {label} as soon as it is shuffled, because {where} uses that order.",
            f"So give the order{how}.",
        ]
    return []


def chance_lines(state: ScenarioState, terms: Terms, before: int) -> list[str]:
    """The lines about results of chance, from the scenario or from the seed.

    before: how many of the results came before what is given was put in place.
    """
    earlier, later = (_chance_by_origin(state, terms, part) for part in (state.drawn[:before], state.drawn[before:]))
    between = ["  then what is given was put in place"] if earlier and later else []
    return ["chance gave:", *earlier, *between, *later] if earlier or later else []


def _chance_by_origin(state: ScenarioState, terms: Terms, drawn: list[tuple[str, str, int, int]]) -> list[str]:
    """The lines about results of chance, separated by origin; of very many the beginning and the end."""
    lines = [
        f"  {line}" + ("" if told else ", left to the seed")
        for told, results in groupby(drawn, lambda one: bool(one[0]))
        for line in _draw_lines(state, terms, [*results])
    ]
    if len(lines) > MOST_RESULTS:
        half = MOST_RESULTS // 2
        lines[half:-half] = [f"  and {len(lines) - 2 * half} more lines, then"]
    return lines


def _draw_lines(state: ScenarioState, terms: Terms, drawn: list[tuple[str, str, int, int]]) -> list[str]:
    """The lines about results of chance, one for each step, with its place."""
    lines = []
    for node, results in groupby(drawn, lambda one: one[3]):
        texts = [words or _result_text(terms, kind, value) for words, kind, value, _ in results]
        more = f" and {len(texts) - MOST_RESULTS} more" if len(texts) > MOST_RESULTS else ""
        where = library.display_path(place(state.game.program, node))
        lines.append(f"{', '.join(texts[:MOST_RESULTS])}{more} in {where}")
    return lines


def _result_text(terms: Terms, kind: str, value: int) -> str:
    """A result of chance in words."""
    words = {PLACE: "a place", UNKNOWN: "something"}
    return terms.card_text(value) if kind == CARD else words.get(kind) or terms.value_text(kind, value)
