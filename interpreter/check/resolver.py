"""Resolve `name(args)`: fields, variables, zones, definitions, tables and functions of the language."""

from __future__ import annotations

import re

from ..base.diagnostics import Note
from ..base.english import NUMBER_WORDS
from ..base.lookalikes import difference
from ..base.similar import certain, question, suggest
from ..language import model as m
from ..language import syntax as s
from ..language.parse import by_lot
from . import functions
from .checked import CheckedDefinition
from .fields import askable, asked_fully, fields_hint
from .scope import Check, Scope
from .symbols import Symbols
from .types import INT, UNKNOWN, Local, Type, Typed, an, as_list, fits, list_of

ENDED = "{when: ..., end: the words of this step}"
WITHIN = "inside the step that names it; an action knows the names of `turns`, and what `with:` gives it"
ITSELF = "work it out from other things, not from itself"
NO_KIND = "an empty list has no kind: ask one that can hold something"
ANEW = "in a variant score stands for the score of the game that it changes; this game has none"
WRITTEN_DOWN = (
    "Declare each name: places and counters under `shared` or `each player`, fixed numbers under "
    "`settings`, what is worked out under `define`."
)
IRREGULAR = (("(?<=[^aeiou])y$", "ies"), ("fe?$", "ves"), ("(?<=[osxzh])$", "es"), ("man$", "men"))
PERSON = "The rules do not know players by name: write `first(players)` for whoever sits first"
IN_TURN = ", or `player` for the one whose turn it is"
# how people of other languages pick one at random
LOT = re.compile(r"\brandom(?:\.\w+)?\(\s*([^\W\d]\w*(?:\.\w+)*)\s*\)")
# functions of other languages, and the one here
ELSEWHERE = {
    **dict.fromkeys(("len", "length", "size", "sizeof"), "count"),
    "total": "sum",
    "maximum": "max",
    "highest": "max",
    "minimum": "min",
    "lowest": "min",
}
YES_OR_NO = {"yes": "true", "Yes": "true", "no": "false", "No": "false"}


def plurals(name: str) -> list[str]:
    """The English plurals of a word, apart from adding an s."""
    found = [re.sub(pattern, ending, name) for pattern, ending in IRREGULAR]
    return [plural for plural in found if plural != name]


class Resolver:
    """Resolves names other than local ones; definitions are checked when they are first used."""

    def __init__(self, symbols: Symbols, check: Check) -> None:
        self.symbols, self.problems, self.rules = symbols, symbols.problems, symbols.ruleset
        self.check, self.error = check, symbols.problems.error
        self.in_progress: list[str] = []

    def resolve(self, name: str, args: list[Typed], pos: s.Pos, scope: Scope) -> Typed:
        """Resolve name(args), whatever it is in this ruleset."""
        if any(a.type.kind == "unknown" for a in args) or (name in self.symbols.ambiguous and name not in scope.names):
            return Typed("none", UNKNOWN, pos)
        local = scope.names.get(name)
        if local is not None and local.kind in ("formula", "place", "zone") and args:
            args = self.problems.arguments(name, args, list(local.params), pos)
            return Typed("formula", local.type, pos, args, local)
        found = self.apply_place(name, args, pos)
        if found is not None:
            return found
        if args and args[0].type.kind in ("list", "zone", "group"):
            mapped = self.broadcast(name, args, pos, scope)
            if mapped is not None:
                return mapped
        return self.report_unknown_name(name, args, pos, scope)

    def apply_place(self, name: str, args: list[Typed], pos: s.Pos) -> Typed | None:
        """Resolve a name as an attribute, a place, a definition, a table or a function; None if it is none."""
        rules, first = self.rules, args[0].type if args else None
        if first is not None and first.kind == "card" and first.name in rules.components:
            for attribute in rules.components[first.name].attributes:
                if attribute.name == name and len(args) == 1:
                    if attribute.is_text:
                        self.refuse_text(attribute, pos)
                        return Typed("none", UNKNOWN, pos)
                    return Typed(
                        "attribute", self.symbols.printed_type(attribute.type), pos, args, (first.name, attribute)
                    )
        for item in self.symbols.places.get(name, ()):
            owner = self.symbols.word_type(item.owner) if item.owner else None
            if item.owner and owner is None:
                return Typed("none", UNKNOWN, pos)
            wanted = ([owner] if owner else []) + [self.symbols.param_type(p) for p in item.params]
            if len(wanted) == len(args) and all(fits(a.type, w) for a, w in zip(args, wanted, strict=True)):
                if isinstance(item, m.Variable):
                    return Typed("variable", self.variable_type(item), pos, args, item)
                kind = Type("zone", item.component) if item.component in rules.components else UNKNOWN
                return Typed("zone", kind, pos, args, item)
        if name in rules.definitions:
            checked = self.definition(name)
            if checked is None:
                return Typed("none", UNKNOWN, pos)
            wanted = [p.type for p in checked.params]
            return self.apply_arguments(name, args, wanted, pos, Typed("define", checked.value.type, pos, [], checked))
        if name in self.symbols.tables:
            table = self.symbols.tables[name]
            return self.apply_arguments(name, args, table.params, pos, Typed("table", table.result, pos, [], table))
        return self.builtin(name, args, pos)

    def refuse_text(self, attribute: m.Attribute, pos: s.Pos) -> None:
        """Report a text of a card that a rule asks for."""
        message = f"{attribute.name} is a text on the card: it is shown, and rules cannot ask for it"
        hint = "ask for something else on the card, or print a kind of thing instead, with its names under `things`"
        self.error("text-asked", message, pos.span, hint)

    def apply_arguments(
        self, name: str, args: list[Typed], wanted: list[Type], pos: s.Pos, found: Typed
    ) -> Typed | None:
        """Apply a definition or table to its arguments; None if the first is a list, to be applied item by item."""
        if len(wanted) == len(args):
            pairs = list(zip(args, wanted, strict=True))
            if all(fits(as_list(a).type if w.kind == "list" else a.type, w) for a, w in pairs):
                found.args = [self.problems.expect(a, w) for a, w in pairs]
                return found
            if args and args[0].type.kind == "list":
                return None
        self.problems.arguments(name, args, wanted, pos)
        return Typed("none", UNKNOWN, pos)

    def builtin(self, name: str, args: list[Typed], pos: s.Pos) -> Typed | None:
        """Apply a function of the language; None if no signature fits."""
        for signature in functions.signatures_of(name):
            given = [as_list(a) if p.startswith("list") else a for a, p in zip(args, signature.params, strict=False)]
            given += args[len(given) :]
            result = functions.match(signature, [a.type for a in given])
            if result is not None:
                return Typed("builtin", result, pos, given, name)
        return None

    def broadcast(self, name: str, args: list[Typed], pos: s.Pos, scope: Scope) -> Typed | None:
        """Apply a field to a list: the list of its items' fields."""
        for source in (args[0], as_list(args[0])):
            item = source.type.item
            if source.type.kind != "list" or item is None:
                continue
            if item.kind == "unknown" and not self.problems.has_errors:
                message = f"nothing is known about what is in {source.pos.text}, so it has no {name}"
                return self.error("wrong-type", message, pos.span, NO_KIND)
            it = Local("it", item)
            before = len(self.problems.found)
            body = self.apply_place(name, [Typed("local", item, source.pos, value=it), *args[1:]], pos)
            if body is not None and len(self.problems.found) == before:
                flat = body.type.kind == "list"
                kind = body.type if flat else list_of(body.type, source.type.some)
                return Typed("gather" if flat else "map", kind, pos, [source, body], it)
        return None

    def no_name(self, name: str, pos: s.Pos, scope: Scope) -> str:
        """The hint for an unknown name that is like no other."""
        if name == "random" and (lot := LOT.search(pos.scalar.text)):
            return by_lot(lot[1])
        if name[0].isupper() and "_" not in name:
            return PERSON + IN_TURN * self.has_turn("player", scope)
        return WRITTEN_DOWN

    def has_turn(self, name: str, scope: Scope) -> bool:
        """Whether a name of `turns` may be known here: not in the setup, and in a phase only inside its turns."""
        return name in scope.names or (name in self.symbols.turn_names and not self.symbols.in_flow)

    def ownerless(self, item: m.Zone | m.Variable, pos: s.Pos, scope: Scope) -> Typed:
        """Report a place or value of several owners that is written without its owner."""
        owner, name = item.owner or item.params[0].name, item.name
        kind = self.symbols.word_type(owner)
        known = [local for local, found in scope.names.items() if found.type == kind]
        message = f"{name} belongs to each {owner}: say whose"
        if owner in scope.names or self.has_turn(owner, scope):
            known = [owner]
        if len(known) == 1:
            whose = f"{known[0]}.{name}"
            return self.error("missing-argument", message, pos.span, f"write {whose}", instead=whose)
        many = next((plural for plural, one in self.symbols.plurals.items() if one == owner), "")
        whose = f"{known[0]}.{name}" if known else f"{many}.{name}" if many else f"{owner}.{name}"
        hint = f"write `{whose}` for those of all {many}" if many and not known else f"write {whose}"
        return self.error("missing-argument", message, pos.span, hint)

    def report_unknown_name(self, name: str, args: list[Typed], pos: s.Pos, scope: Scope) -> Typed:
        rules = self.rules
        whole = asked_fully(self.symbols, scope, name, args)
        if whole is not None:
            message, hint, instead = whole
            return self.error("missing-argument", message, pos.span, hint, instead=instead)
        item = rules.zones.get(name) or rules.variables.get(name)
        if item is not None and not args:
            return self.ownerless(item, pos, scope)
        if functions.signatures_of(name) and args:
            usage = " or ".join(sig.example for sig in functions.signatures_of(name))
            given = " and ".join(an(a.type) for a in args)
            message = f"{name} cannot be asked of {given or 'nothing'}"
            return self.error("wrong-arguments", message, pos.span, f"for example {usage}")
        if args and self.called_elsewhere(name, args, pos):
            return Typed("none", UNKNOWN, pos)
        guess = suggest(name, askable(self.symbols, scope, args[0]) if args else self.known_names(scope))
        start = pos.text.rfind(name)
        at = pos.scalar.span_of(pos.start + max(start, 0), len(name)) if start >= 0 else pos.span
        alike = self.symbols.declared_at(guess) if guess and difference(name, guess) else None
        notes: tuple[Note, ...] = (Note(alike, "it stands here"),) if alike is not None else ()
        what = f"{an(args[0].type)} has no '{name}'" if args else f"nothing is called '{name}'"
        hint = question(name, guess) if guess else fields_hint(self.symbols, scope, args[0]) if args else WRITTEN_DOWN
        hint = self.no_name(name, pos, scope) if hint == WRITTEN_DOWN else hint
        instead = certain(name, guess) if at != pos.span or not args else ""
        if not args and (name in rules.components or name in rules.things):
            hint, instead = f"say which {name}, with a choice such as {name} in ...", ""
        elif not args and name in YES_OR_NO:
            instead = YES_OR_NO[name]
            hint = f"write `{instead}`: in rulesets yes is `true` and no is `false`"
        elif not args and name.casefold() in NUMBER_WORDS:
            instead = str(NUMBER_WORDS.index(name.casefold()))
            hint = f"write {instead}"
        elif not args and name in scope.gone:
            hint, instead = f"{name} is known only in the step that remembers it: give remember a step of its own", ""
        elif not args and name in scope.coming:
            hint = f"`until` is checked before there is a {name}; to end the loop at one, write under do: {ENDED}"
            instead = ""
        elif not args and name in self.symbols.bound:
            hint, instead = f"{name} is known only {WITHIN}", ""
            notes = (Note(self.symbols.bound[name], "it gets its name here"),)
        elif not args and name == "player":
            hint, instead = "say which player, with a choice such as player in players", ""
        elif thing := self.many(name) if not args else None:
            hint, instead = f"more than one {thing.name} is {thing.plural} here, unless it says `plural: {name}`", ""
            form = "members: [...]" if thing.members else "grid: ..." if thing.grid else "count: ..."
            notes = (Note(thing.span, f"write {thing.name}: {{{form}, plural: {name}}}"),)
        elif name == "round":
            where = "inside a step with `turns` and the actions and events there"
            hint, instead = f"round counts by itself, {where}; nothing else sets or knows it", ""
        elif name == "score":
            own = rules.score is not None and pos.scalar is rules.score.pos.scalar
            hint, instead = ANEW if own else "only winner can use score; elsewhere use a definition", ""
        return self.error("unknown-name", what, at, hint, notes, instead)

    def called_elsewhere(self, name: str, args: list[Typed], pos: s.Pos) -> bool:
        """Report the name of a function from other languages that this language has, too; return whether it is one."""
        here, text = ELSEWHERE.get(name.casefold(), ""), args[0].pos.text
        if not here or len(args) > 1 or self.builtin(here, args, pos) is None:
            return False
        instead = f"{text}.size" if here == "count" and args[0].type.kind == "zone" else f"{here}({text})"
        message = f"`{name}` is not a word of the language"
        self.error("unknown-name", message, pos.span, f"write {instead}", instead=instead)
        return True

    def known_names(self, scope: Scope) -> list[str]:
        """All names that might be meant here."""
        rules = self.rules
        return [
            *scope.names,
            *self.symbols.turn_names,
            *rules.zones,
            *rules.variables,
            *self.symbols.settings,
            *rules.definitions,
            *self.symbols.tables,
            *self.symbols.members,
            *self.symbols.plurals,
            *(a.name for component in rules.components.values() for a in component.attributes if not a.is_text),
        ]

    def many(self, name: str) -> m.Thing | None:
        """The thing of which a name would be the plural, had it no other plural."""
        return next((thing for thing in self.rules.things.values() if name in plurals(thing.name)), None)

    def definition(self, name: str) -> CheckedDefinition | None:
        """The checked definition; None (and one error) if it refers to itself."""
        if name in self.symbols.definitions:
            return self.symbols.definitions[name]
        item = self.rules.definitions[name]
        if name in self.in_progress:
            circle = " -> ".join([*self.in_progress[self.in_progress.index(name) :], name])
            self.error("recursion", f"the definition of {name} leads back to itself: {circle}", item.span, ITSELF)
            self.symbols.definitions[name] = None
            return None
        self.in_progress.append(name)
        params = [Local(p.name, self.symbols.param_type(p)) for p in item.params]
        scope = Scope()
        for written, local in zip(item.params, params, strict=True):
            self.symbols.bind(scope, local, written.pos.span)
        value = self.check(item.value, scope)
        self.in_progress.pop()
        if item.given and value.type.kind == "list" and value.type.item is not None:
            value.type = list_of(value.type.item, True)  # the members of a team
        if name not in self.symbols.definitions:
            self.symbols.definitions[name] = CheckedDefinition(item, params, value)
        return self.symbols.definitions[name]

    def variable_type(self, item: m.Variable) -> Type:
        if item.token or item.range is not None:
            return INT
        if isinstance(item.initial, s.TypeText):
            return self.symbols.written_type(item.initial)
        if isinstance(item.initial, s.Binary) and item.initial.op == "..":
            return INT
        if item.initial is None or item.name in self.in_progress:
            return UNKNOWN
        self.in_progress.append(item.name)
        before = len(self.problems.found)
        kind = self.check(item.initial, Scope()).type
        del self.problems.found[before:]
        self.in_progress.pop()
        return UNKNOWN if kind.kind in ("none", "list") else kind
