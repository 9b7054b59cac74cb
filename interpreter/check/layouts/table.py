"""The table of the section `layout`: its names are checked, and what is bookkeeping in any game is found."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from ...base.appearance.layouts import OnlyIf, TableLayout
from ...base.diagnostics import Diagnostic, Span
from ...base.similar import report_unknown
from ...language import model as m
from ...language import syntax as s
from ...language.audience import NOBODY, OWNER, audience
from ...language.table_layout import LIES_AT, PLACE
from ..checked import Checked, CheckedDefinition
from ..symbols import Symbols
from ..types import PLAYER, present
from .guesses import guess_numbers, guess_tricks, parts_of

UNSEEN = (OWNER, NOBODY)
PANELS = ("panels", "mine")
VALUES = ("true", "false", "none")


def check_table(symbols: Symbols) -> None:
    """Report names in the layout of the table that name no place or counter, and values that there are not."""
    table, places = symbols.ruleset.layout.table, [*symbols.places]
    for part, name, span in table.names:
        if part in ("piles", "market", "hand") or part.startswith("hand "):
            for found in _not_of_cards(part, name, span, symbols):
                symbols.problems.add(found)
            continue
        known = [*places, *symbols.plurals, *symbols.ruleset.things] if part == "middle" else places
        if part in (LIES_AT, PLACE):
            for found in _not_at_a_place(part, name, span, symbols):
                symbols.problems.add(found)
        elif part in PANELS:
            for found in _not_of_a_player(part, name, span, symbols):
                symbols.problems.add(found)
        elif part == "first" and name not in (shared := [*_shared_values(symbols)]):
            hint = f"write who is first: {', '.join(shared)}" if shared else "delete it: there is no shared value"
            message = f"no shared value is called '{name}'"
            symbols.problems.add(report_unknown("unknown-name", message, span, name, shared, hint))
        elif name not in known:
            hint = f"write a place or counter: {', '.join(places)}" if places else "delete it"
            message = f"no place or counter is called '{name}'"
            symbols.problems.add(report_unknown("unknown-name", message, span, name, known, hint))
        elif part == "only if" and (mistake := _misfit(table.layout.only_if[name], span, symbols)) is not None:
            symbols.problems.add(mistake)


def check_dice(symbols: Symbols) -> None:
    """Report dice of values that there are not, and faces that are neither members of a thing nor numbers."""
    values = list(dict.fromkeys(variable.name for variable in symbols.ruleset.variables.values()))
    for die, span in symbols.ruleset.layout.dice:
        if die.name not in values:
            hint = f"write a value: {', '.join(values)}" if values else "delete it: this game has no values"
            message = f"no value is called '{die.name}'"
            symbols.problems.add(report_unknown("unknown-name", message, span, die.name, values, hint))
        for face in die.faces:
            if face not in symbols.members and not face.lstrip("-").isdigit():
                message, hint = f"'{face}' is no face of a die", "write a member of a thing, or a number"
                symbols.problems.add(report_unknown("unknown-name", message, span, face, symbols.members, hint))
        if die.faces and 6 % len(die.faces):
            message = f"a die has six faces, which {len(die.faces)} cannot fill evenly"
            symbols.problems.error("bad-board", message, span, "write two, three or six faces")


def _shared_values(symbols: Symbols) -> Iterator[str]:
    """The names of what is kept once for all."""
    for variable in symbols.ruleset.variables.values():
        if not variable.owner and not variable.params:
            yield variable.name


def _not_of_cards(part: str, name: str, span: Span, symbols: Symbols) -> Iterator[Diagnostic]:
    """The mistakes of names of places for cards, and of what their cards are put in order by."""
    zones = {zone.name: zone for zone in symbols.ruleset.zones.values()}
    place = part.partition(" ")[2]
    if place:
        # of a kind that is not declared nothing is known
        kinds = {zones[place].component} & symbols.ruleset.components.keys() if place in zones else set[str]()
        known = [a.name for kind in kinds for a in symbols.ruleset.components[kind].attributes if a.index is None]
        hint = f"write what is on the cards: {', '.join(known)}"
        if kinds and name.removeprefix("-") not in known:
            message = f"nothing on the cards of {place} is called '{name.removeprefix('-')}'"
            yield report_unknown("unknown-name", message, span, name.removeprefix("-"), known, hint)
    elif name not in zones:
        hint = f"write a place for cards: {', '.join(zones)}" if zones else "delete it: this game has no cards"
        yield report_unknown("unknown-name", f"no place for cards is called '{name}'", span, name, zones, hint)


def _not_of_a_player(part: str, name: str, span: Span, symbols: Symbols) -> Iterator[Diagnostic]:
    """The mistakes of a name in a panel: nobody has such a thing, or a warning that others never see it."""
    owned = {item.name: item for items in symbols.places.values() for item in items if item.owner == "player"}
    if name in shown_of_players(symbols):
        return
    if name not in owned:
        hint = f"write what each player has: {', '.join(owned)}" if owned else "delete it: players have nothing"
        yield report_unknown("unknown-name", f"no player has a '{name}'", span, name, owned, hint)
    elif part == "panels" and audience(owned[name].see, "size" if isinstance(owned[name], m.Zone) else "") in UNSEEN:
        message = f"only its owner sees {name}, so the panels of others never show it"
        yield Diagnostic("unseen-panel", message, span, "warning", "write it under `mine`, or delete it")


def _not_at_a_place(part: str, name: str, span: Span, symbols: Symbols) -> Iterator[Diagnostic]:
    """The mistakes of what lies somewhere: it must be a number of each player, or a value that names a thing."""
    owned = [one for one in symbols.ruleset.variables.values() if one.owner == "player" and not one.params]
    places = [one.name for one in owned if _names_place(one, symbols)]
    known = places if part == PLACE else [one.name for one in owned if _is_number(one)]
    if name not in known:
        what = "value of a player that names a place" if part == PLACE else "number of a player"
        hint = f"write one: {', '.join(known)}" if known else "delete it: there is none"
        yield report_unknown("unknown-name", f"no {what} is called '{name}'", span, name, known, hint)


def _is_number(variable: m.Variable) -> bool:
    """Whether a variable is a number: tokens, or one of a range."""
    first = variable.initial
    is_range = isinstance(first, s.Binary) and first.op == ".."
    return is_range or variable.range is not None or bool(variable.token)


def _names_place(variable: m.Variable, symbols: Symbols) -> bool:
    """Whether the value of a variable is a member of a thing, perhaps none at first."""
    initial = variable.initial
    if isinstance(initial, s.TypeText):
        return present(symbols.written_type(initial)).kind == "thing"
    return isinstance(initial, s.Name) and initial.name in symbols.members


def shown_of_players(symbols: Symbols) -> list[str]:
    """The definitions that say a number, or another player, of a player."""
    return [
        name
        for name, definition in symbols.definitions.items()
        if definition is not None
        and [param.type for param in definition.params] == [PLAYER]
        and (is_number(definition) or PLAYER in (definition.value.type, definition.value.type.item))
    ]


def is_number(definition: CheckedDefinition) -> bool:
    """Whether the value of a definition is a number."""
    return definition.value.type.kind == "int"


def _misfit(condition: OnlyIf, span: Span, symbols: Symbols) -> Diagnostic | None:
    """The mistake of a condition that compares with what is no value; None if there is none."""
    word, number = condition.word, condition.word.lstrip("-").isdigit()
    if not condition.sign:
        return None
    if any(isinstance(place, m.Zone) for place in symbols.places[condition.name]):
        hint = f"name {condition.name} alone, which is shown while something lies there"
        return Diagnostic("bad-only-if", f"{condition.name} is a place and has no value to compare", span, hint=hint)
    if condition.sign not in ("=", "!=") and not number:
        hint = "write a number"
        return Diagnostic("bad-only-if", f"'{word}' is no number, so nothing is more or less", span, hint=hint)
    known = [*VALUES, *symbols.members]
    if number or word in known or symbols.member_by_number(word) is not None:
        return None
    return report_unknown("bad-only-if", f"'{word}' is no value", span, word, known, "write a number or a member")


def table_layout(checked: Checked) -> TableLayout:
    """Return the layout of the table: things by their names, hidden first players that only the start needs, tricks
    in the middle where the ruleset does not say what lies there, and the numbers of phases, which head the page.
    """
    rules = checked.ruleset
    table = rules.layout.table.layout
    people = {name for name in table.worked_out if name in checked.definitions} - {
        name for name in table.worked_out if name in checked.definitions and is_number(checked.definitions[name])
    }
    things = {thing.plural: thing.name for thing in rules.things.values()}
    places = {zone.name for zone in rules.zones.values()} | {one.name for one in rules.variables.values()}
    middle = tuple(name if name in places else things.get(name, name) for name in table.middle or guess_tricks(rules))
    numbered = guess_numbers(rules)
    return dataclasses.replace(
        table,
        hidden=table.hidden | {*_first_players(rules), *numbered.values()},
        middle=middle,
        people=frozenset(people),
        numbered=numbered,
    )


def _first_players(rules: m.Ruleset) -> Iterator[str]:
    """The shared names of players that only the set-up sets, and only one phase of turns reads, to begin with them.

    Once the game has begun, everybody sees whose turn it is.
    """
    shared = [variable.name for variable in rules.variables.values() if not variable.owner and not variable.params]
    begins = [name for phase in rules.phases if (name := _begins_with(phase)) in shared]
    setup = [name for effect in parts_of(rules.setup, m.Set) for name in _targets(effect)]
    elsewhere = [rules.definitions, rules.actions, rules.whenever, rules.score, rules.winner, rules.payoff]
    flow = [*rules.setup, *rules.phases]
    for name in dict.fromkeys(begins):
        reads = sum(one.name == name for one in parts_of([flow, elsewhere], s.Name))
        if reads == begins.count(name) + setup.count(name):
            yield name


def _begins_with(phase: m.Sentence) -> str:
    """The name of the player with whom the turns of a phase begin, "" for none."""
    loop = phase.loop
    if loop is None or loop.kind != "turns" or loop.choice is None:
        return ""
    match loop.choice.binders[0].source:
        case s.Binary(op="from", right=s.Name(name=name)):
            return name
    return ""


def _targets(effect: m.Set) -> list[str]:
    """The names that are set as a whole."""
    return [target.name for target, _ in effect.targets if isinstance(target, s.Name)]
