"""Check declarations: components, tables, settings, zones, variables, definitions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..base.diagnostics import Diagnostic, Note, Span
from ..base.english import join_words
from ..base.similar import report_unknown
from ..language import model as m
from ..language import syntax as s
from ..language.audience import SYNONYMS, WORDS, is_open, spelled_out
from . import functions
from .checked import CheckedTable
from .expressions import Expressions
from .resolver import PERSON
from .scope import Scope
from .symbols import lettered_names
from .types import INT, PLAYER, UNKNOWN, Local, Type, Typed, an, common, fits, list_of, present, with_definitions

# operations that may differ during the game
CHANGING = ("variable", "zone", "possible")
# words of the language that take no argument, and where they apply
MEANT = {"round": "and inside `turns` it stands for the number of the round"} | dict.fromkeys(
    WORDS, "and after `see` it stands for who sees"
)
OTHERS = ("else", "otherwise", "default", "other", "others", "rest")  # how other languages call all other rows


class Declarations:
    """Checks declarations, and enters them in the symbols. owners: the names of an item's owner."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions, self.check, self.note = expressions, expressions.check, expressions.note
        self.symbols, self.problems = expressions.symbols, expressions.problems
        self.error, self.rules = self.problems.error, self.symbols.ruleset
        self.owners: dict[m.Zone | m.Variable, list[Local]] = {}
        self.lacking: dict[tuple[str, str, str], list[Span]] = {}

    def check_all(self) -> None:
        rules = self.rules
        for setting in rules.settings.values():
            self.setting(setting)
        for thing in rules.things.values():
            for size in (thing.count, *(thing.grid or ())):
                self.note(size, Scope(), INT)
        for component in rules.components.values():
            self.component(component)
        self.unique_names()
        self.lettered_places()
        for table in rules.tables.values():
            self.table(table)
        for variable in rules.variables.values():
            self.variable(variable)
            self.position(variable)
        for zone in rules.zones.values():
            self.zone(zone)
        self.rows_without_values()
        for name in rules.definitions:
            self.expressions.resolver.definition(name)
        self.hidden_words()

    def hidden_words(self) -> None:
        """Warn of a name that hides a word of the language."""
        rules = self.rules
        called: list[tuple[m.Definition | m.LookupTable, list[Type]]] = [
            (one, []) for one in rules.definitions.values()
        ]
        called += [(one, []) for one in rules.tables.values()]
        owned = [(one, [local.type for local in names]) for one, names in self.owners.items() if names]
        params = [param for action in rules.actions.values() for param in action.params if param.params]
        given = [(one, [self.symbols.param_type(p) for p in one.params]) for one in params]
        for item, types in [*called, *owned, *given]:
            for word in functions.signatures_of(item.name):
                if not types or functions.match(word, types) is not None:
                    self.hides(item.name, item.span, f"which cannot be used here now: {word.example}")
                    break
        alone = [(one.name, one.span) for one in rules.settings.values()]
        alone += [(one.name, one.span) for one, _ in called if not one.params]
        alone += [(one.name, one.span) for one, names in self.owners.items() if not names]
        for name, span in alone:
            if name in MEANT:
                self.hides(name, span, MEANT[name])
        if rules.score is not None and any(ranking.value is rules.score for ranking in rules.winner):
            for one in [*self.owners, *(one for one, _ in called)]:
                if one.name == "score" and "score" not in rules.score.pos.text:
                    self.hides(one.name, one.span, "and after `winner` it stands for what `score` says")

    def hides(self, name: str, span: Span, effect: str) -> None:
        """Warn that a name hides a word of the language; effect: what follows from it."""
        if span.file in self.rules.files:  # a library cannot know the names of a game
            message = f"{name} is already a word of the language, {effect}"
            self.problems.add(Diagnostic("shadowed", message, span, "warning", "give it another name"))

    def setting(self, setting: m.Setting) -> None:
        rules = self.rules
        values = [v for _, _, v in setting.by_players] + ([setting.value] if setting.value is not None else [])
        typed = [t for v in values if (t := self.note(v, Scope())) is not None]
        kind = self.symbols.settings[setting.name] = typed[0].type if typed else UNKNOWN
        for other in typed[1:]:
            if not fits(other.type, kind):
                self.error("wrong-type", f"this case is {an(other.type)}, the first one {an(kind)}", other.pos.span)
        cases = [n for low, high, _ in setting.by_players for n in range(low, high + 1)]
        twice = next((n for n in cases if cases.count(n) > 1), 0)
        if twice:
            self.error("defined-twice", f"{setting.name} has two values for {twice} players", setting.span)
        missing = sorted(set(rules.players).difference(cases))
        if missing and setting.value is None:
            message = f"{setting.name} has no value for {missing[0]} players"
            hint = f"add the case, as in {setting.name}: {{{missing[0]} players: ...}}"
            self.error("missing-case", message, setting.span, hint)

    def component(self, component: m.Component) -> None:
        self.note(component.supply, Scope(), INT)
        for attribute in component.attributes:
            kind = self.symbols.written_type(attribute.type)
            if kind == INT and isinstance(attribute.type.expr, s.Name):
                hint = f"write {attribute.name}: 1..8 with its smallest and greatest number"
                self.error("no-range", f"how large can {attribute.name} get?", attribute.type.pos.span, hint)
            elif present(kind).kind not in ("thing", "int", "bool", "unknown"):
                message = f"{an(kind)} cannot be printed on a card: write a number, bool or a kind of thing"
                one = str(kind.item) if kind.kind == "list" and kind.item and kind.item.kind == "thing" else ""
                message = f"each card shows one {one}, not the whole list" if one else message
                hint = f"write `{one}`" if one else ""
                self.error("wrong-type", message, attribute.type.pos.span, hint, instead=one)
            if attribute.type.expr is not None and not isinstance(attribute.type.expr, s.Name):
                self.note(attribute.type.expr, Scope())

    def unique_names(self) -> None:
        """Report names declared twice, as far as they can be confused."""
        rules, seen = self.rules, dict[str, tuple[Span, bool, bool]]()
        for name in [name for name in rules.things if name in rules.components]:
            note = Note(rules.things[name].span, "the thing")
            message = f"{name} is both a thing and a component"
            self.error("defined-twice", message, rules.components[name].span, notes=(note,))
        for name, span, alone, declared in _declared_names(rules):
            before = seen.setdefault(name, (span, alone, declared))
            if before[0] != span and (declared and before[2] or alone and before[1]):
                note = Note(before[0], "first defined here")
                self.error("defined-twice", f"{name} is defined twice", span, notes=(note,))
                self.symbols.ambiguous.add(name)

    def lettered_places(self) -> None:
        """Report letters and numbers as names of what is no grid, or of a second grid."""
        lettered = [thing for thing in self.rules.things.values() if thing.lettered]
        for thing in (thing for thing in lettered if thing.grid is None):
            message = f"{thing.plural} are no grid, so letters and numbers cannot name them"
            self.error("bad-count", message, thing.span, "delete `names: a1`")
        grids = [thing for thing in lettered if thing.grid is not None]
        for thing in grids[1:]:
            first = grids[0]
            note = Note(first.span, f"here it names {first.plural}")
            message = f"a1 would be both a {thing.name} and a {first.name}"
            self.error("defined-twice", message, thing.span, "delete `names: a1` at one of the two", (note,))

    def owner(self, item: m.Zone | m.Variable) -> list[Local]:
        names = []
        if item.owner:
            kind = self.symbols.word_type(item.owner)
            if kind is None or kind.kind not in ("thing", "card"):
                message, span = f"'{item.owner}' is not a kind of thing", item.owner_span or item.span
                known, each = ["player", *self.rules.things], "each {}"
                problem = report_unknown("unknown-type", message, span, item.owner, known, shown=each, instead=each)
                if problem not in self.problems.found:
                    self.problems.add(problem)
                kind = UNKNOWN
            names.append(Local(item.owner, kind))
        names += [Local(p.name, self.symbols.param_type(p)) for p in item.params]
        self.owners[item] = names
        for audience in item.see.values():
            self.audience(item, audience, names)
        return names

    def audience(self, item: m.Zone | m.Variable, audience: m.Seen, names: list[Local]) -> None:
        """Check who sees something: a word, or players known before the game begins."""
        owned = any(local.type == PLAYER for local in names) or item.owner == "player"
        if isinstance(audience, str):
            if audience in ("owner", "others") and not owned:
                message = f"{item.name} belongs to no player, so it has no {audience}"
                self.error("unknown-audience", message, item.span, "write everyone or nobody")
            return
        before = len(self.problems.found)
        typed = self.check(spelled_out(audience), Scope({local.name: local for local in names}))
        if isinstance(audience, s.Name) and len(self.problems.found) > before:
            del self.problems.found[before:]
            message = f"`see` must be everyone, owner, others, nobody or players, not '{audience.name}'"
            if meant := SYNONYMS.get(audience.name.casefold()):
                hint = f"Did you mean `{meant}`?"
                self.error("unknown-audience", message, audience.pos.span, hint, instead=meant)
            else:
                self.problems.add(report_unknown("unknown-audience", message, audience.pos.span, audience.name, WORDS))
        elif typed.type.kind != "unknown" and not fits(typed.type, PLAYER) and not fits(typed.type, list_of(PLAYER)):
            message = f"things are seen by players, not by {an(typed.type)}"
            self.error("wrong-type", message, audience.pos.span, "write those(p in players where ...)")
        changing = [part for part in with_definitions(typed) if part.op in CHANGING]
        if changing:
            message = f"who sees {item.name} is decided before the game begins, but {changing[0].pos.text} may change"
            hint = "show it once that is known, with reveal: ..., to: ...; or give each player a value, with see: owner"
            here = changing[0].pos.scalar is audience.pos.scalar
            notes = () if here else (Note(changing[0].pos.span, "it is read here"),)
            self.error("changing-audience", message, audience.pos.span, hint, notes)
        self.expressions.typed[id(audience)] = typed

    def variable(self, item: m.Variable) -> None:
        scope = Scope({local.name: local for local in self.owner(item)})
        if item.token:
            component = self.rules.components.get(item.token)
            if component is None or component.supply is None:
                self.no_supply(item, component)
        if item.range is not None and not (isinstance(item.range, s.Binary) and item.range.op == ".."):
            message, dots = "a range has a smallest and a greatest number", _range_for_dash(item.range)
            self.error("wrong-type", message, item.range.pos.span, f"write {dots or '0..10'}", instead=dots)
        elif item.range is not None:
            self.note(item.range, Scope(), list_of(INT))
        if item.initial is None:
            return
        if isinstance(item.initial, s.TypeText):
            if self.symbols.written_type(item.initial).item == INT:
                hint = "write its smallest and greatest number, for example 0..10"
                self.error("no-range", f"how large can {item.name} get?", item.initial.pos.span, hint)
            return
        if self.kind_alone(item.initial, scope):
            return
        before = len(self.problems.found)
        typed = self.note(item.initial, scope, INT if item.range is not None or item.token else None)
        for at, problem in enumerate(self.problems.found[before:], before):
            if problem.hint == PERSON and isinstance(item.initial, s.Name):
                self.problems.found[at] = replace(problem, instead="first(players)")
        if typed is None or (isinstance(item.initial, s.Binary) and item.initial.op == ".."):
            return
        if typed.type.kind == "none":
            message = f"what kind of thing is {item.name}?"
            self.error(
                "maybe-none", message, item.span, "write `maybe` and what it may be later, for example maybe player"
            )
        if typed.type.kind == "list":
            self.one_value(item, typed)
        if typed.type == INT and item.range is None and not item.token:
            text, message = item.initial.pos.text, f"how large can {item.name} get?"
            if dots := _range_for_dash(item.initial):
                self.error("no-range", message, item.initial.pos.span, f"write {dots}", instead=dots)
                return
            hint = f"write {item.name}: {{start: {text}, range: 0..100}} with its smallest and greatest number"
            self.error("no-range", message, item.span, hint)

    def position(self, item: m.Variable) -> None:
        """Check the values of a position whose returns are counted: numbers and values that everyone sees."""
        if item.times_seen and (item.owner or item.params):
            message = f"{item.name} counts how often the whole game was in a position, so nobody has one of their own"
            self.error("misplaced-key", message, item.span, "write it under shared:")
        values = [name for name, one in self.rules.variables.items() if not one.times_seen and is_open(one)]
        for written in item.times_seen:
            other = self.rules.variables.get(written.text)
            zone = self.rules.zones.get(written.text)
            if zone is not None:
                message = f"{zone.name} is a place for cards: a position is made of numbers and other values"
                self.error("wrong-type", message, written.span)
            elif other is None or other is item:
                message = f"there is no number or value called '{written.text}'"
                self.problems.add(report_unknown("unknown-name", message, written.span, written.text, values))
            elif not is_open(other):
                message = f"{item.name} would tell everyone about {other.name}, which not everyone sees"
                notes = (Note(other.span, "it is hidden here"),)
                self.error("hidden-condition", message, written.span, "count only what everyone sees", notes)

    def one_value(self, item: m.Variable, typed: Typed) -> None:
        """Report a value that begins as a list."""
        text, one = typed.pos.text, present(typed.type.item or UNKNOWN)
        instead = f"maybe {one.name}" if one.kind == "thing" else ""
        hint = f"write {instead} if it is none at first, or first({text})" if instead else f"write first({text})"
        self.error("wrong-type", f"{item.name} holds one value, not a list", typed.pos.span, hint, instead=instead)

    def kind_alone(self, initial: s.Expr, scope: Scope) -> bool:
        """Report an initial value that is only the word for a kind of thing; return whether it was."""
        if not isinstance(initial, s.Name) or initial.name in scope.names or not self.symbols.only_kind(initial.name):
            return False
        message, instead = f"{initial.name} is a kind of thing: which one is it at first?", f"maybe {initial.name}"
        hint = f"write {instead} if it is none at first, or which one"
        self.error("unknown-name", message, initial.pos.span, hint, instead=instead)
        return True

    def no_supply(self, item: m.Variable, component: m.Component | None) -> None:
        """Report a number that counts something which is no supply of tokens."""
        message, span = f"'{item.token}' is not a supply of tokens", item.token_span or item.span
        supplies = [one.name for one in self.rules.components.values() if one.supply is not None]
        hint = f"write components: {{{item.token}: 80}}"
        if self.rules.components:
            hint = f"add {item.token}: 80 under components"
        if component is not None:
            hint = f"cards lie in a place: write {item.name}: {{holds: {item.token}}}"
        self.problems.add(report_unknown("unknown-type", message, span, item.token, supplies, hint))

    def unknown_attribute(self, component: m.Component, name: str, span: Span) -> None:
        """Report an attribute that a card does not have, or not for such a member."""
        indexed = {a.of.name: a.of.index for a in component.attributes if a.of is not None and a.of.index is not None}
        for said, index in indexed.items():
            kind = index.type or index.name
            members = [member for member, _ in self.rules.things[kind].members]
            if name == said:
                message = f"{said} is printed once for each {kind}: say for which"
                self.error("wrong-shape", message, span, f"write for example {said}: {{{members[0]}: 1}}")
                return
            if name.startswith(f"{said}_"):
                member = name.removeprefix(f"{said}_")
                message = f"{said} is printed once for each {kind}, and there is no {kind} '{member}'"
                self.problems.add(report_unknown("unknown-name", message, span, member, members))
                return
        message, known = f"{an(component.name)} has no '{name}'", {a.name for a in component.attributes}
        self.problems.add(report_unknown("unknown-name", message, span, name, known))

    def zone(self, zone: m.Zone) -> None:
        scope = Scope({local.name: local for local in self.owner(zone)})
        component = self.rules.components.get(zone.component)
        if component is None:
            message, span = f"there is no component '{zone.component}'", zone.component_span or zone.span
            self.problems.add(report_unknown("unknown-type", message, span, zone.component, self.rules.components))
            return
        attributes = {a.name: a for a in component.attributes}
        for row in zone.rows:
            self.note(row.copies, scope, INT)
            for name, values in row.values.items():
                if name not in attributes:
                    self.unknown_attribute(component, name, row.headings[name])
                    continue
                wanted = self.symbols.written_type(attributes[name].type)
                for value in values:
                    if (
                        isinstance(value, s.Name)
                        and value.name == wanted.name
                        and self.stands_for_all(value.name, scope)
                    ):
                        self.all_of(value)
                        continue
                    found = self.note(value, scope)
                    if found and not fits(found.type, wanted) and not fits(found.type, list_of(present(wanted))):
                        message = f"{name} is {an(wanted)}, but this is {an(found.type)}"
                        named = wanted.kind == "thing" and present(found.type.item or found.type).kind == "int"
                        hint = self.every(wanted.name)[1] if named else ""
                        self.error("wrong-type", message, value.pos.span, hint)
            for name, attribute in attributes.items():
                kind = self.symbols.written_type(attribute.type)
                spelt = row.headings.keys() <= {*attributes, "copies"}  # else one of these was meant
                if spelt and name not in row.values and kind.kind not in ("maybe", "bool", "unknown"):
                    self.lacking.setdefault((component.name, name, row.span.file), []).append(row.span)

    def rows_without_values(self) -> None:
        """Report the rows of cards without a value for an attribute: once for each."""
        for (component, name, _), rows in self.lacking.items():
            attribute = next(a for a in self.rules.components[component].attributes if a.name == name)
            kind, pair, hint = self.symbols.written_type(attribute.type), attribute.type.expr, ""
            if kind == INT and isinstance(pair, s.Binary) and isinstance(pair.left, s.Number):
                hint = f"add {name}: {pair.left.value} to it, or another number from {pair.pos.text}"
            first = next((word for word, (of, _) in self.symbols.members.items() if of == kind.name), "")
            such = f", such as {name}: {first}" if first else ""
            hint = hint or f"add {name}: ...{such}" + (f"; or declare {name} as maybe {kind}" if kind.name else "")
            message, lines = f"this row has no value for {name}", sorted({span.line for span in rows})
            if len(rows) > 1:
                where = f"line{'s' * (len(lines) > 1)} {join_words([str(line) for line in lines])}"
                message = f"{len(rows)} rows ({where}) have no value for {name}"
                hint = hint.replace(" to it,", " to each,")
            self.error("missing-key", message, rows[0], hint)

    def stands_for_all(self, name: str, scope: Scope) -> bool:
        """Whether a name is only the word for all things of a kind, not the owner of the place."""
        return self.symbols.only_kind(name) and name not in scope.names

    def every(self, kind: str) -> tuple[str, str]:
        """The word for all things of a kind, and the hint to write it in a row of cards."""
        many = next(plural for plural, name in self.symbols.plurals.items() if name == kind)
        some = next((name for name, (of, _) in self.symbols.members.items() if of == kind), f"{kind}_1")
        return many, f"write `{many}` for cards of every {kind}, or name one, such as `{some}`"

    def all_of(self, kind: s.Name) -> None:
        """Report a kind of thing in a row of cards, where all things of that kind are meant."""
        many, hint = self.every(kind.name)
        message = f"`{kind.name}` does not say which one"
        self.error("unknown-name", message, kind.pos.span, hint, instead=many)

    def table(self, table: m.LookupTable) -> None:
        rows: list[tuple[list[Typed], Typed]] = []
        self.rows(table.rows, [], rows)
        if not rows:
            self.error("missing-key", f"the table {table.name} is empty", table.span)
            return
        declared = [self.symbols.param_type(p) for p in table.params]
        params = declared or [
            present(k.type.item) if k.type.kind == "list" and k.type.item else k.type for k in rows[0][0]
        ]
        result = rows[0][1].type
        default = self.check(table.default, Scope()) if table.default is not None else None
        for keys, cell in [*rows, *([(rows[0][0], default)] if default is not None else [])]:
            if len(keys) != len(params):
                self.error(
                    "wrong-shape", f"every row of {table.name} must be for as many things as the first", cell.pos.span
                )
                self.symbols.ambiguous.add(table.name)
                continue
            for key, wanted in zip(keys, params, strict=True):
                if not fits(key.type, wanted) and not fits(key.type, list_of(wanted)):
                    self.error(
                        "wrong-type", f"this row is for {an(key.type)}, the others are for {an(wanted)}", key.pos.span
                    )
            if not fits(cell.type, result):
                both = common(result, cell.type)
                if both is None:
                    message = f"this cell is {an(cell.type)}, the others are {an(result)}"
                    self.error("wrong-type", message, cell.pos.span)
                else:
                    result = both
        self.symbols.tables[table.name] = CheckedTable(table, params, result, rows, default)

    def rows(self, written: list[m.Row], keys: list[Typed], rows: list[tuple[list[Typed], Typed]]) -> None:
        for row in written:
            if isinstance(row.key, s.Name) and row.key.name in OTHERS and row.key.name not in self.symbols.members:
                message = f"a table has no row '{row.key.name}'"
                hint = "`else` stands for all other cases, beside the outermost rows"
                self.error("unknown-name", message, row.key.pos.span, hint)
                continue
            key = self.check(row.key, Scope())
            if isinstance(row.value, list):
                self.rows(row.value, [*keys, key], rows)
            else:
                rows.append(([*keys, key], self.check(row.value, Scope())))


def _declared_names(rules: m.Ruleset) -> Iterator[tuple[str, Span, bool, bool]]:
    """Each declared name with its place, whether it is used alone (not of something), and has its own declaration."""
    for thing in rules.things.values():
        yield thing.plural, thing.span, True, False
        yield from ((member, span, True, False) for member, span in thing.members)
    for thing in [thing for thing in rules.things.values() if thing.lettered][:1]:  # a second one is reported as such
        yield from ((name, thing.span, True, False) for name in lettered_names(thing))
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


def _range_for_dash(expr: s.Expr) -> str:
    """The range 0..10 for a written 0-10; "" if it cannot be meant so."""
    if not (isinstance(expr, s.Binary) and expr.op == "-"):
        return ""
    first, last = expr.left, expr.right
    numbers = isinstance(first, s.Number) and isinstance(last, s.Number) and first.value < last.value
    return f"{first.pos.text}..{last.pos.text}" if numbers else ""
