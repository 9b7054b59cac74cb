"""All names and words of a ruleset: what each is, where it is declared, where it is used."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ...base.diagnostics import Span
from ...base.excerpt import file_lines
from ...check.checked import walk_all
from ...check.functions import signatures_of
from ...check.symbols import CheckedExpression, Record, Symbols
from ...check.types import Local, Type, Typed
from ...language import model as m
from ...language import syntax as s
from ...reading.handles import tidy
from ...reading.nodes import Mapping, entries_in
from .tolerance import scalars_in

Key = tuple[str, str, str]
"""The kind of a symbol, what it belongs to ("" for nothing), and its name."""

_BEHIND_DOT = re.compile(r"[\s)]*\.\s*(\w+)")
_SLOT = re.compile(r"<(\w+)>")
_INSIDE = {"need": 0, "cards": 0, "group": 0, "flat": 0, "map": 1, "gather": 1, "through": 1}
# sections in which names stand as they are, and nowhere else what looks like one
BY_NAME = ("look", "names", "texts", "layout", "rulings", "always")
# the kinds that can be meant there, the likeliest first
NAMED = (
    "place",
    "setting",
    "definition",
    "table",
    "attribute",
    "member",
    "component",
    "thing",
    "action",
    "step",
    "option",
)


@dataclass(slots=True, eq=False)
class Symbol:
    """Something with a name or words. span: its declaration, None for what belongs to the language.

    type: in words; facts: more lines about it, such as its values; rule: the clauses it comes from.
    """

    key: Key
    span: Span | None
    type: str = ""
    facts: list[str] = field(default_factory=list)
    about: str = ""
    rule: list[str] = field(default_factory=list)

    @property
    def kind(self) -> str:
        return self.key[0]

    @property
    def name(self) -> str:
        return self.key[2]


@dataclass(frozen=True, slots=True)
class Use:
    """A place where a symbol stands. form: how it is written there, "plural" for the plural of a thing, else ""."""

    span: Span
    key: Key
    declares: bool = False
    form: str = ""

    def holds(self, line: int, column: int) -> bool:
        """Whether a place lies in it, or at its end."""
        begins, ends = (self.span.line, self.span.column), (self.span.end_line, self.span.end_column)
        return begins <= (line, column) <= ends


@dataclass(slots=True, eq=False)
class SymbolTable:
    """The symbols of a ruleset with all its files, and their uses in the order of the files."""

    symbols: dict[Key, Symbol] = field(default_factory=dict)
    uses: list[Use] = field(default_factory=list)

    def uses_of(self, key: Key) -> list[Use]:
        return [use for use in self.uses if use.key == key]

    def named(self, name: str) -> list[Symbol]:
        """The symbols of a name that stand for themselves, the likeliest first."""
        found = [symbol for key, symbol in self.symbols.items() if key[2] == name and key[0] in NAMED]
        return sorted(found, key=lambda symbol: NAMED.index(symbol.kind))


def symbol_table(record: Record, root: Mapping | None, own: Mapping | None = None) -> SymbolTable:
    """The symbols that the checker met. root: the merged tree, for names outside of expressions; own: one file's."""
    assert record.symbols is not None
    collector = Collector(record, record.symbols)
    table = collector.collect(root)
    collector.changed_words(own)
    table.uses.sort(key=lambda use: use.span)
    return table


class Collector:
    """Collects the symbols and uses of one ruleset, or what expressions elsewhere use of them."""

    def __init__(self, record: Record, symbols: Symbols) -> None:
        self.record, self.symbols, self.rules = record, symbols, symbols.ruleset
        self.table = SymbolTable()
        self.lines: dict[str, list[str]] = {}
        self.seen: set[tuple[Span, Key]] = set()
        self.locals: dict[Local, Key] = {}
        self.by_name: dict[str, Key] = {}

    def collect(self, root: Mapping | None) -> SymbolTable:
        self.declarations()
        self.cards()
        self.bound_names()
        for found in self.record.expressions:
            self.expression(found)
        self.sentences()
        if root is not None:
            self.plain_names(root)
        for file in [*self.lines]:
            self.slots(file)
        return self.table

    # -- adding

    def name_span(self, span: Span, name: str, skip: int = 0) -> Span:
        """The place of a name in a key such as `open(tent)`, which may be in quotes."""
        if span.file not in self.lines:
            self.lines[span.file] = file_lines(span.file)
        lines = self.lines[span.file]
        line = lines[span.line - 1] if span.line <= len(lines) else ""
        at = line.find(name, span.column - 1 + skip)
        if at < 0:
            return span
        return Span(span.file, span.line, at + 1, span.line, at + 1 + len(name))

    def use(self, span: Span, key: Key, declares: bool = False, form: str = "") -> None:
        if (span, key) not in self.seen and span.file:
            self.seen.add((span, key))
            self.table.uses.append(Use(span, key, declares, form))

    def declare(self, kind: str, name: str, span: Span, type_: str = "", of: str = "", about: str = "") -> Symbol:
        key, at = (kind, of, name), self.name_span(span, name)
        symbol = self.table.symbols.setdefault(key, Symbol(key, at, type_, about=about))
        self.use(at, key, True)
        return symbol

    def word(self, word: str, span: Span, skip: int = 0) -> None:
        """A word for a kind of thing or card, in a declaration."""
        plural = self.symbols.plurals.get(word, "")
        kind = word if word in self.rules.things else plural if plural in self.rules.things else ""
        if kind:
            form = "plural" if kind != word else ""
            self.use(self.name_span(span, word, skip), ("thing", "", kind), form=form)
        elif word in self.rules.components:
            self.use(self.name_span(span, word, skip), ("component", "", word))

    def typed_word(self, text: s.TypeText) -> None:
        name = text.name or (text.expr.name if isinstance(text.expr, s.Name) else "")
        if name:
            self.word(name, text.pos.span, text.pos.text.rfind(name))

    # -- declarations

    def declarations(self) -> None:
        rules = self.rules
        for setting in rules.settings.values():
            kind = self.symbols.settings.get(setting.name)
            one = self.declare("setting", setting.name, setting.span, str(kind or ""), about=setting.about)
            one.rule, one.facts = setting.rule, list(setting_values(setting))
        for thing in rules.things.values():
            self.thing(thing)
        for table in rules.tables.values():
            checked = self.symbols.tables.get(table.name)
            one = self.declare(
                "table", table.name, table.span, str(checked.result) if checked else "", about=table.about
            )
            one.rule = table.rule
            self.params(table.params)
        for variable in rules.variables.values():
            self.variable(variable)
        for zone in rules.zones.values():
            words = f"{'pile' if zone.ordered else 'place'} for {zone.component}s"
            one = self.declare("place", zone.name, zone.span, words, zone.owner, zone.about)
            one.rule = zone.rule
            self.belonging(zone)
            if zone.component_span is not None:
                self.word(zone.component, zone.component_span)
        for definition in rules.definitions.values():
            if definition.given:
                continue
            value = self.symbols.definitions.get(definition.name)
            one = self.declare(
                "definition",
                definition.name,
                definition.span,
                str(value.value.type) if value else "",
                about=definition.about,
            )
            one.facts.append(f"{signature_text(definition)} = {definition.value.pos.text}")
            self.params(definition.params)
        for action in rules.actions.values():
            one = self.declare("action", action.words, action.span, about=action.sentence.about)
            one.rule = action.sentence.rule
            for parameter in action.params:
                self.typed_word(parameter.type)
                self.params(parameter.params)

    def thing(self, thing: m.Thing) -> None:
        one = self.declare("thing", thing.name, thing.span, f"kind of thing, plural {thing.plural}", about=thing.about)
        if thing.members:
            one.facts.append("one of " + ", ".join(name for name, _ in thing.members))
        for member, span in thing.members:
            self.declare("member", member, span, thing.name, thing.name)

    def variable(self, item: m.Variable) -> None:
        bounds = item.range or (item.initial if isinstance(item.initial, s.Binary) else None)
        words = f"{item.token}s" if item.token else "number" if bounds is not None else ""
        if not words and isinstance(item.initial, s.TypeText):
            words = item.initial.pos.text
        elif not words and item.initial is not None:
            words = str(self.type_of(item.initial) or "")
        one = self.declare("place", item.name, item.span, words, item.owner, item.about)
        one.rule = item.rule
        if bounds is not None:
            one.facts.append(f"from {bounds.pos.text.replace('..', ' to ')}")
        if item.initial is not None and item.initial is not bounds and not isinstance(item.initial, s.TypeText):
            one.facts.append(f"at first {item.initial.pos.text}")
        self.belonging(item)
        if item.token_span is not None:
            self.word(item.token, item.token_span)
        if isinstance(item.initial, s.TypeText):
            self.typed_word(item.initial)
        for written in item.times_seen:
            self.use(written.span, ("place", "", written.text))

    def type_of(self, expr: object) -> Type | None:
        return next((found.typed.type for found in self.record.expressions if found.expr is expr), None)

    def belonging(self, item: m.Zone | m.Variable) -> None:
        self.params(item.params)
        if item.owner_span is not None and item.owner:
            self.word(item.owner, item.owner_span, len("each "))

    def params(self, params: list[s.Param]) -> None:
        for param in params:
            self.word(param.type or param.name, param.pos.span)

    def cards(self) -> None:
        for component in self.rules.components.values():
            kind = "supply of tokens" if component.supply is not None else "kind of cards"
            self.declare("component", component.name, component.span, kind, about=component.about)
            for attribute in component.attributes:
                if attribute.of is None:
                    shown = attribute.type.pos.text
                    self.declare("attribute", attribute.name, attribute.span, shown, component.name)
                    self.typed_word(attribute.type)
        for zone in self.rules.zones.values():
            named = self.rules.components.get(zone.component)
            known = {a.name: a.of.name if a.of else a.name for a in named.attributes} if named else {}
            for row in zone.rows:
                for name, span in row.headings.items():
                    if name in known:
                        self.use(self.name_span(span, known[name]), ("attribute", zone.component, known[name]))
                for name, scalar in row.texts.items():
                    del scalar
                    self.use(self.name_span(row.span, name), ("attribute", zone.component, name))

    # -- names of steps, loops and choices

    def bound_names(self) -> None:
        for local, span in self.record.bound:
            at = self.name_span(span, local.name)
            if at == span and span.end_column - span.column != len(local.name):
                continue  # a name given elsewhere in the step, as by `as`
            key = ("name", f"{at.file}:{at.line}:{at.column}", local.name)
            self.locals[local] = key
            self.by_name[local.name] = key
            self.table.symbols.setdefault(key, Symbol(key, at, str(local.type)))
            self.use(at, key, True)

    def local_key(self, local: Local, at: Span) -> Key:
        """The key of a local name; one whose declaration is not known is the last of its name written before."""
        if local in self.locals:
            return self.locals[local]
        same = [s for key, s in self.table.symbols.items() if key[0] == "name" and key[2] == local.name and s.span]
        before = [one for one in same if one.span is not None and one.span.file == at.file and one.span < at]
        found = max(before, key=lambda one: one.span or at).key if before else self.by_name.get(local.name)
        key = found or ("name", "", local.name)
        self.table.symbols.setdefault(key, Symbol(key, None, str(local.type)))
        self.locals[local] = key
        return key

    # -- expressions

    def expression(self, found: CheckedExpression) -> None:
        expr = found.expr
        span = name_place(expr)
        if span is None or not span.file:
            return
        assert isinstance(expr, s.Name | s.Field | s.Call)
        typed = inner_meaning(found.typed)
        if typed.op == "possible":
            words = expr.args[0] if isinstance(expr, s.Call) and expr.args else None
            if words is not None:
                at = words.pos.scalar.span_of(words.pos.start + 1, len(str(typed.value)))
                self.use(at, ("action", "", str(typed.value)))
            return
        key = self.key_of(typed, expr.name, span)
        if key is None:
            return
        form = "plural" if key[0] == "thing" and expr.name != key[2] else ""
        self.use(span, key, form=form)
        if key[0] == "function" and key not in self.table.symbols:
            signatures = signatures_of(expr.name)
            self.table.symbols[key] = Symbol(
                key,
                None,
                signatures[0].result if signatures else "",
                [f"{one.name}({', '.join(one.params)}), as in {one.example}" for one in signatures],
                signatures[0].about if signatures else "",
            )

    def key_of(self, typed: Typed, name: str, span: Span) -> Key | None:
        """The key of what a typed expression names."""
        value = typed.value
        match typed.op:
            case "attribute":
                component, attribute = value
                return "attribute", component, (attribute.of or attribute).name
            case "variable" | "zone":
                return "place", value.owner, value.name
            case "define":
                return ("definition", "", value.definition.name) if not value.definition.given else None
            case "table":
                return "table", "", value.table.name
            case "setting":
                return "setting", "", value
            case "things":
                return ("thing", "", value) if value in self.rules.things else None
            case "const":
                return ("member", typed.type.name, name) if name in self.symbols.members else None
            case "local" | "formula":
                return self.local_key(value, span)
            case "builtin":
                return "function", "", name
        return None

    # -- steps

    def sentences(self) -> None:
        for sentence in walk_all(self.rules):
            if sentence.words and ("action", "", sentence.words) not in self.table.symbols:
                one = self.declare("step", sentence.words, sentence.span, about=sentence.about)
                one.rule = one.rule or sentence.rule
            for item in sentence.menu:
                if item.sentence is None:
                    self.use(self.name_span(item.span, item.words), ("action", "", item.words))
                    if item.action_span is not None:
                        self.use(self.name_span(item.action_span, item.words), ("action", "", item.words))
            self.effect(sentence.effect)
            for event in [*sentence.whenever]:
                self.event(event)
        for event in self.rules.whenever:
            self.event(event)

    def effect(self, effect: m.Effect | None) -> None:
        match effect:
            case m.Run() if effect.kind is None:
                span = effect.action_span or effect.span
                self.use(self.name_span(span, effect.action), ("action", "", effect.action))
                action = self.rules.actions.get(effect.action)
                params = {p.name: p.span for p in action.params} if action is not None else {}
                for argument in effect.arguments:
                    if argument.name in params:
                        at = self.name_span(params[argument.name], argument.name)
                        key = ("name", f"{at.file}:{at.line}:{at.column}", argument.name)
                        self.use(self.name_span(argument.span, argument.name), key)
            case m.End() if effect.target not in ("turn", "game"):
                self.use(self.name_span(effect.target_span, effect.target), ("step", "", effect.target))

    def event(self, event: m.Event) -> None:
        if event.target and event.target_span is not None:
            kind = "action" if event.target in self.rules.actions else "step"
            self.use(self.name_span(event.target_span, event.target), (kind, "", event.target))

    # -- names in other sections, and in words

    def plain_names(self, root: Mapping) -> None:
        for section in BY_NAME:
            value = root.get(section)
            for scalar in scalars_in(value) if value is not None else ():
                text = scalar.text.removeprefix("after ") if section == "always" else scalar.text
                if found := self.table.named(text):
                    self.use(self.name_span(scalar.span, text), found[0].key)

    def changed_words(self, own: Mapping | None) -> None:
        """The words of the base that a variant changes, with those around them: `outer words / inner words`."""
        changes = own.get("change") if own is not None else None
        for entry in entries_in(changes) if changes is not None else ():
            at = 0
            for part in entry.key.text.split(" / "):
                words = tidy(part)
                key = next(
                    (key for kind in ("action", "step") if (key := (kind, "", words)) in self.table.symbols), None
                )
                if key is not None:
                    start = entry.key.text.find(words, at)
                    self.use(entry.key.span_of(start, len(words)), key)
                at += len(part) + 3

    def slots(self, file: str) -> None:
        for number, line in enumerate(self.lines[file], 1):
            for match in _SLOT.finditer(line) if "<" in line else ():
                if match[1] in self.rules.settings:
                    span = Span(file, number, match.start(1) + 1, number, match.end(1) + 1)
                    self.use(span, ("setting", "", match[1]))


def name_place(expr: s.Expr) -> Span | None:
    """The place of the name in an expression: of `hand` in player.hand; None where it has none."""
    match expr:
        case s.Name():
            return expr.pos.span
        case s.Call():
            return expr.pos.scalar.span_of(expr.pos.start, len(expr.name))
        case s.Field():
            behind = _BEHIND_DOT.match(expr.pos.scalar.text, expr.target.pos.end)
            return expr.pos.scalar.span_of(behind.start(1), len(behind[1])) if behind else None
    return None


def inner_meaning(typed: Typed) -> Typed:
    """What an expression names, without what the checker puts around it."""
    while typed.op in _INSIDE and len(typed.args) > _INSIDE[typed.op]:
        typed = typed.args[_INSIDE[typed.op]]
    return typed


def setting_values(setting: m.Setting) -> Iterator[str]:
    """The values of a setting, by number of players if they differ."""
    for low, high, value in setting.by_players:
        several = f"{low}" if low == high else f"{low} to {high}" if high < 12 else f"{low} or more"
        yield f"{several} players: {value.pos.text}"
    if setting.value is not None:
        yield f"{'otherwise ' if setting.by_players else ''}{setting.value.pos.text}"


def signature_text(definition: m.Definition) -> str:
    """A definition's name with its parameters."""
    params = ", ".join(param.pos.text for param in definition.params)
    return f"{definition.name}({params})" if params else definition.name
