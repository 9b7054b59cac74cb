"""The declarations of a ruleset: things, components, tables, settings, zones, variables, definitions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..base.diagnostics import Diagnostic, Note, RulesetError, Span, certain, suggest
from ..language import model as m
from ..language import syntax as s
from ..language.parse import parse
from ..reading.load import Mapping, Node, Scalar
from .expressions import CheckedTable, Scope
from .types import INT, PLAYER, UNKNOWN, Local, Typed, an, fits, list_of, present

if TYPE_CHECKING:
    from .checker import Checker


def declarations(checker: Checker) -> None:
    """Checks all declarations; what they define is known to the checker afterwards."""
    rules = checker.ruleset
    for thing in rules.things.values():
        _members(checker, thing)
    for setting in rules.settings.values():
        _setting(checker, setting)
    for thing in rules.things.values():
        for size in (thing.count, *(thing.grid or ())):
            checker.note(size, Scope(), INT)
    for component in rules.components.values():
        _component(checker, component)
    unique_names(checker)
    for table in rules.tables.values():
        _table(checker, table)
    for variable in rules.variables.values():
        _variable(checker, variable)
    for zone in rules.zones.values():
        _zone(checker, zone)
    for name in rules.definitions:
        checker.definition(name)


def _members(checker: Checker, thing: m.Thing) -> None:
    checker.plurals[thing.plural] = thing.name
    for index, (member, _) in enumerate(thing.members):
        checker.members[member] = (thing.name, index)


def _setting(checker: Checker, setting: m.Setting) -> None:
    rules = checker.ruleset
    values = [v for _, _, v in setting.by_players] + ([setting.value] if setting.value is not None else [])
    typed = [t for v in values if (t := checker.note(v, Scope())) is not None]
    kind = checker.settings[setting.name] = typed[0].type if typed else UNKNOWN
    for other in typed[1:]:
        if not fits(other.type, kind):
            checker.error("wrong-type", f"this case is {an(other.type)}, the first one {an(kind)}", other.pos.span)
    cases = [n for low, high, _ in setting.by_players for n in range(low, high + 1)]
    twice = next((n for n in cases if cases.count(n) > 1), 0)
    if twice:
        checker.error("defined-twice", f"{setting.name} has two values for {twice} players", setting.span)
    missing = [n for n in range(rules.players[0], rules.players[1] + 1) if not covers(setting, n)]
    if missing:
        message = f"{setting.name} has no value for {missing[0]} players"
        checker.error(
            "missing-case", message, setting.span, f"add the case, as in {setting.name}: {{{missing[0]} players: ...}}"
        )


def _component(checker: Checker, component: m.Component) -> None:
    checker.note(component.supply, Scope(), INT)
    for attribute in component.attributes:
        kind = checker.written_type(attribute.type)
        if kind == INT and isinstance(attribute.type.expr, s.Name):
            hint = f"write {attribute.name}: 1..8 with its smallest and greatest number"
            checker.error("no-range", f"how large can {attribute.name} get?", attribute.type.pos.span, hint)
        elif present(kind).kind not in ("thing", "int", "bool", "unknown"):
            message = f"{an(kind)} cannot be printed on a card: write a number, bool or a kind of thing"
            checker.error("wrong-type", message, attribute.type.pos.span)
        if attribute.type.expr is not None and not isinstance(attribute.type.expr, s.Name):
            checker.note(attribute.type.expr, Scope())


def covers(setting: m.Setting, players: int) -> bool:
    """True if the setting has a value for that many players."""
    return setting.value is not None or any(low <= players <= high for low, high, _ in setting.by_players)


def unique_names(checker: Checker) -> None:
    """One name, one meaning: what is called by its name alone, and whatever is declared by name."""
    rules, seen = checker.ruleset, dict[str, tuple[Span, bool, bool]]()
    for name in [name for name in rules.things if name in rules.components]:
        note = Note(rules.things[name].span, "the thing")
        checker.error("defined-twice", f"{name} is a thing and a component", rules.components[name].span, notes=(note,))
    for name, span, alone, declared in _named(rules):
        before = seen.setdefault(name, (span, alone, declared))
        if before[0] != span and (declared and before[2] or alone and before[1]):
            note = Note(before[0], "first defined here")
            checker.error("defined-twice", f"{name} is defined twice", span, notes=(note,))
            checker.ambiguous.add(name)


def _named(rules: m.Ruleset) -> Iterator[tuple[str, Span, bool, bool]]:
    """Name, place, whether it is used alone (not of something), and whether it has a declaration of its own."""
    for thing in rules.things.values():
        yield thing.plural, thing.span, True, False
        yield from ((member, span, True, False) for member, span in thing.members)
    for setting in rules.settings.values():
        yield setting.name, setting.span, True, True
    places: list[tuple[str, m.Zone | m.Variable]] = [*rules.zones.items(), *rules.variables.items()]
    for key, item in places:
        if key == item.name:  # else another thing has one of that name
            yield key, item.span, not item.owner and not item.params, True
    for definition in rules.definitions.values():
        yield definition.name, definition.span, not definition.params, True
    for table in rules.tables.values():
        yield table.name, table.span, False, True


def _owner(checker: Checker, item: m.Zone | m.Variable) -> list[Local]:
    names = []
    if item.owner:
        kind = checker.word_type(item.owner)
        if kind is None or kind.kind not in ("thing", "card"):
            guess = suggest(item.owner, ["player", *checker.ruleset.things])
            problem = Diagnostic(
                "unknown-type",
                f"'{item.owner}' is not a kind of thing",
                item.owner_span or item.span,
                hint=f"Did you mean `each {guess}`?" if guess else "",
                instead=f"each {guess}" if certain(item.owner, guess) else "",
            )
            checker.problems += [problem] if problem not in checker.problems else []
            kind = UNKNOWN
        names.append(Local(item.owner, kind))
    names += [Local(p.name, checker.param_type(p)) for p in item.params]
    checker.owners[item] = names
    if any(local.type == PLAYER for local in names):
        return names
    for audience in item.see.values():
        if audience in ("owner", "others") and item.owner != "player":
            checker.error(
                "unknown-audience",
                f"{item.name} belongs to no player, so it has no {audience}",
                item.span,
                "write everyone or nobody",
            )
    return names


def _variable(checker: Checker, item: m.Variable) -> None:
    scope = Scope({local.name: local for local in _owner(checker, item)})
    if item.token:
        component = checker.ruleset.components.get(item.token)
        if component is None or component.supply is None:
            checker.error(
                "unknown-type",
                f"'{item.token}' is not a supply of tokens",
                item.token_span or item.span,
                f"write components: {{{item.token}: 80}}",
            )
    if item.range is not None and not (isinstance(item.range, s.Binary) and item.range.op == ".."):
        checker.error("wrong-type", "a range has a smallest and a greatest number", item.range.pos.span, "write 0..10")
    elif item.range is not None:
        checker.note(item.range, Scope(), list_of(INT))
    if item.initial is None:
        return
    if isinstance(item.initial, s.TypeText):
        if checker.written_type(item.initial).item == INT:
            hint = "write its smallest and greatest number, for example 0..10"
            checker.error("no-range", f"how large can {item.name} get?", item.initial.pos.span, hint)
        return
    typed = checker.note(item.initial, scope, INT if item.range is not None or item.token else None)
    if typed is None or (isinstance(item.initial, s.Binary) and item.initial.op == ".."):
        return
    if typed.type.kind == "none":
        checker.error(
            "maybe-none",
            f"what kind of thing is {item.name}?",
            item.span,
            "write maybe and its kind, for example maybe player",
        )
    if typed.type == INT and item.range is None and not item.token:
        text = item.initial.pos.text
        checker.error(
            "no-range",
            f"how large can {item.name} get?",
            item.span,
            f"write {item.name}: {{start: {text}, range: 0..100}} with its smallest and greatest number",
        )


def _zone(checker: Checker, zone: m.Zone) -> None:
    scope = Scope({local.name: local for local in _owner(checker, zone)})
    component = checker.ruleset.components.get(zone.component)
    if component is None:
        guess = suggest(zone.component, checker.ruleset.components)
        checker.error(
            "unknown-type",
            f"there is no component '{zone.component}'",
            zone.component_span or zone.span,
            f"Did you mean `{guess}`?" if guess else "",
            instead=certain(zone.component, guess),
        )
        return
    attributes = {a.name: a for a in component.attributes}
    for row in zone.rows:
        checker.note(row.copies, scope, INT)
        for name, values in row.values.items():
            if name not in attributes:
                guess = suggest(name, attributes)
                checker.error(
                    "unknown-name",
                    f"{an(component.name)} has no '{name}'",
                    values[0].pos.span if values else row.span,
                    f"Did you mean `{guess}`?" if guess else "",
                )
                continue
            wanted = checker.written_type(attributes[name].type)
            for value in values:
                found = checker.note(value, scope)
                if found and not fits(found.type, wanted) and not fits(found.type, list_of(present(wanted))):
                    checker.error("wrong-type", f"{name} is {an(wanted)}, this is {an(found.type)}", value.pos.span)
        for name, attribute in attributes.items():
            kind = checker.written_type(attribute.type)
            if name not in row.values and kind.kind not in ("maybe", "bool", "unknown"):
                checker.error(
                    "missing-key",
                    f"this row does not say its {name}",
                    row.span,
                    f"add {name}: ..." + (f", or declare {name} as maybe {kind}" if kind.name else ""),
                )


def _table(checker: Checker, table: m.Table) -> None:
    rows: list[tuple[list[Typed], Typed]] = []
    _rows(checker, table.rows, [], rows)
    if not rows:
        checker.error("missing-key", f"the table {table.name} is empty", table.span)
        return
    declared = [checker.param_type(p) for p in table.params]
    params = declared or [present(k.type.item) if k.type.kind == "list" and k.type.item else k.type for k in rows[0][0]]
    result = rows[0][1].type
    for keys, cell in rows:
        if len(keys) != len(params):
            checker.error("wrong-shape", f"every row of {table.name} needs as many keys as the first", cell.pos.span)
            checker.ambiguous.add(table.name)
            continue
        for key, wanted in zip(keys, params, strict=True):
            if not fits(key.type, wanted) and not fits(key.type, list_of(wanted)):
                checker.error("wrong-type", f"the key is {an(key.type)}, the others are {an(wanted)}", key.pos.span)
        if not fits(cell.type, result):
            common = checker.common(result, cell.type)
            if common is None:
                checker.error("wrong-type", f"this cell is {an(cell.type)}, the others are {an(result)}", cell.pos.span)
            else:
                result = common
    checker.tables[table.name] = CheckedTable(table, params, result, rows)


def _rows(checker: Checker, node: Node, keys: list[Typed], rows: list[tuple[list[Typed], Typed]]) -> None:
    if isinstance(node, Mapping):
        for entry in node.entries.values():
            try:
                key = checker.check(parse("expr", entry.key), Scope())
            except RulesetError as error:
                checker.problems += error.diagnostics
                continue
            _rows(checker, entry.value, [*keys, key], rows)
        return
    if not isinstance(node, Scalar):
        items = getattr(node, "items", [])
        text = "[" + ", ".join(i.text for i in items if isinstance(i, Scalar)) + "]"
        node = Scalar(node.span, text, text)
    rows.append((keys, checker.check(parse("expr", node), Scope())))
