"""What a question speaks of: the names that its options depend on, and what each option costs.

A player knows all of it: the checker refuses rules in which options depend on what the one who chooses cannot know.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..game.refusals import candidates, first_refusal
from ..program import ir
from .perception.events import perception_of
from .perception.scenes import offered_numbers
from .running_game import RunningGame, StartedGame

# how the refusals of payments begin, as the program has them
PAYMENTS = ("that much cannot be paid", "not enough ")
# of more numbers it is not said why some are missing
MOST_NUMBERS = 40
PLAIN_KINDS = ("int", "thing ", "card ")
# an amount, the token that is paid, "" for points and the like, and whether a place pays it, and no player
Cost = tuple[int, str, bool]


@dataclass(frozen=True)
class QuestionScope:
    """`names`: names with their kinds and values as JSON data, without players; `costs`: of options by position.

    `missing`: of few numbers those that a condition of the rules refuses, by its words. `reads`: the declared names
    that the options depend on.
    """

    names: tuple[tuple[str, str, Any], ...] = ()
    costs: dict[int, list[Cost]] = field(default_factory=dict)
    missing: dict[str, list[int]] = field(default_factory=dict)
    reads: frozenset[str] = frozenset()


NO_SCOPE = QuestionScope()


def question_scope(state: RunningGame, seat: int, number: int) -> QuestionScope:
    """Return what the question of a seat at a site speaks of."""
    site = state.game.program.sites[number]
    names, reads = tuple(_names(state, seat, site)), _declared_read(state.game, site)
    return QuestionScope(names, _costs(state, seat, site), _missing(state, seat, site), reads)


def _names(state: RunningGame, seat: int, site: ir.Site) -> Iterator[tuple[str, str, Any]]:
    """The names of steps around a site that its options depend on, with what they stand for now."""
    perception = perception_of(state, seat)
    for slot in _slots_named(state.game, site):
        made, value = state.game.program.ints[slot], state.v[slot]
        if value < 0 or (made.kind == "int" and value == 0):
            continue
        yield made.name, made.kind, perception.log.value(made.kind, perception.value(made.kind, value))


def _slots_named(game: StartedGame, site: ir.Site) -> list[int]:
    """The slots of names that the options of a site depend on, without players and rounds; cached for a game."""
    key = f"names at {site.number}"
    if key not in game.visibility:
        program = game.program
        tests = [test.expr for entry in site.entries for test in entry.tests]
        turns = [part for block in program.blocks for part in block.body if part[:2] == ["emit", "turn"]]
        slots = sorted(_numbers_read([site.options, tests]) - _numbers_read(turns))
        # what belongs to no name of the rules has blanks
        game.visibility[key] = [
            slot
            for slot in slots
            for made in [program.ints[slot]]
            if not (made.declared or " " in made.name or made.kind == "thing player")
            and made.kind.startswith(PLAIN_KINDS)
        ]
    found: list[int] = game.visibility[key]
    return found


def _declared_read(game: StartedGame, site: ir.Site) -> frozenset[str]:
    """The declared names that the options of a site depend on, also by definitions; cached for a game."""
    key = f"declared at {site.number}"
    if key not in game.visibility:
        read = _reads_of_numbers(game.program, [site.options, *(t.expr for e in site.entries for t in e.tests)])
        game.visibility[key] = frozenset(game.program.ints[part[1]].declared for part in read)
    reads: frozenset[str] = game.visibility[key]
    return reads


def _reads_of_numbers(program: ir.Program, parts: Sequence[ir.Expr]) -> Iterator[Any]:
    """The reads of numbers in parts of a program, also by definitions: ["var", slot, ...]."""
    seen, waiting = set[str](), [*parts]
    while waiting:
        part = waiting.pop()
        if not isinstance(part, list):
            continue
        if part[:1] == ["var"]:
            yield part
        if part[:1] == ["call"] and part[1] not in seen:
            seen.add(part[1])
            waiting.append(program.functions[part[1]].body)
        waiting += part[1:] if part and isinstance(part[0], str) else part


def facts_of_reason(state: RunningGame, seat: int, number: int, reason: str) -> list[tuple[str, str, Any]]:
    """What the condition that refuses with these words reads from the table: shared names of things the seat can see.

    Their names, kinds and values, as `names` of a QuestionScope: `suit_led`, `thing suit`, `clubs`. What the layout
    hides is not said.
    """
    program, perception, hidden = state.game.program, perception_of(state, seat), state.game.looks.table.hidden
    tests = [test.expr for entry in program.sites[number].entries for test in entry.tests if test.words == reason]
    found = []
    for slot in sorted({part[1] for part in _reads_of_numbers(program, tests) if len(part) == 2}):
        made, value = program.ints[slot], state.v[slot]
        is_thing = made.kind.startswith("thing ") and made.kind != "thing player"
        is_told = made.declared and not made.indexes and made.declared not in hidden
        if is_thing and value >= 0 and is_told and perception.log.visibility.reads(slot):
            found.append(
                (made.declared, made.kind, perception.log.value(made.kind, perception.value(made.kind, value)))
            )
    return found


def _numbers_read(part: Any) -> set[int]:
    """The slots of the single numbers that a part of the program reads."""
    if not isinstance(part, list):
        return set()
    own = {part[1]} if part[:1] == ["var"] and len(part) == 2 else set()
    return own.union(*map(_numbers_read, part))


def _costs(state: RunningGame, seat: int, site: ir.Site) -> dict[int, list[Cost]]:
    """What each option costs that is not free, by its position; nothing where the number that is chosen says so."""
    paid = [
        [test.expr for test in entry.tests if test.words.startswith(PAYMENTS) and _tells_cost(test.expr)]
        for entry in site.entries
    ]
    if not any(paid):
        return {}
    evaluate, found = state.evaluator(seat), {}
    for position, number in enumerate(offered_numbers(state, seat, site.number)):
        for entry, prices in zip(site.entries, paid, strict=True):
            if entry.base <= number < entry.base + entry.count:
                value = number - entry.base + entry.low
                costs = [(int(evaluate(cost, value)), *_purse(state, purse)) for _, cost, purse in prices]
                found[position] = [cost for cost in costs if cost[0]]
    return {position: costs for position, costs in found.items() if costs}


def _missing(state: RunningGame, seat: int, site: ir.Site) -> dict[str, list[int]]:
    """The numbers among few to choose from that a condition refuses, by its words; not for want of money."""
    entry, evaluate = site.entries[0], state.evaluator(seat)
    if len(site.entries) > 1 or entry.kind != "int" or len(numbers := candidates(site, evaluate)) > MOST_NUMBERS:
        return {}
    own, found = {test.words for test in entry.tests if not test.words.startswith(PAYMENTS)}, dict[str, list[int]]()
    for number in sorted({*numbers} - {*state.option_numbers(seat, site.number)}):
        words = first_refusal(site, number, evaluate)
        if words in own:
            found.setdefault(words, []).append(number - entry.base + entry.low)
    return found


def _tells_cost(expr: ir.Expr) -> bool:
    """Whether a test compares a cost with a purse, and the cost is not the number that is chosen itself."""
    if expr[:1] != ["le"]:
        return False
    cost = expr[1]
    while isinstance(cost, list) and cost[0] in ("within", "need"):
        cost = cost[1]
    return bool(cost != "x")


def _purse(state: RunningGame, purse: ir.Expr) -> tuple[str, bool]:
    """The token that lies in a purse, "" for a number without one, and whether it is a place's, not a player's."""
    if purse[:1] != ["var"]:
        return "", False
    slot = state.game.program.ints[purse[1]]
    kinds = [kind for kind, _ in slot.indexes]
    return slot.token, bool(kinds) and "player" not in kinds
