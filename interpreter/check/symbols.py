"""The symbol table: names declared in a ruleset, the words for types, and the problems found."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from operator import eq, ge, gt, le, lt, ne

from ..base import limits
from ..base.appearance.layouts import letter_number, letters
from ..base.diagnostics import Diagnostic, Note, Span
from ..base.english import count_of
from ..base.similar import report_unknown
from ..language import model as m
from ..language import syntax as s
from ..reading.nodes import Scalar
from .checked import CheckedDefinition, CheckedTable, walk_all
from .scope import Scope, choice_head
from .types import BOOL, INT, UNKNOWN, Local, Type, Typed, TypedChoice, an, as_list, fits, list_of, maybe, present

_NOWHERE = Scalar(Span("", 1, 1, 1, 1), "", "")
MOST_NAMES = 12  # in a hint
OR_ELSE = "`or else`, and what it is if there is none"
# examples of a value in place of none, by type, and what could stand there as well
OTHERWISE = {
    "int": ("0", "another number"),
    "bool": ("false", "true"),
    "player": ("first(players)", "another player"),
}
COMPARED = re.compile(r"\s*(<=|>=|!=|<|>|=)\s*(\d+)\s*(?:$|\)|and\b|or\b)")
SIGNS = {"<=": le, ">=": ge, "!=": ne, "<": lt, ">": gt, "=": eq}
# functions that find nothing in a place without cards
IN_PLACES = ("max", "min", "first", "last", "top", "bottom")


class Problems:
    """The diagnostics found so far; a wrong expression gets an unknown type, so that it is reported once."""

    def __init__(self) -> None:
        self.found: list[Diagnostic] = []

    @property
    def has_errors(self) -> bool:
        """Whether there is any error so far."""
        return any(problem.severity == "error" for problem in self.found)

    def add(self, problem: Diagnostic) -> Typed:
        self.found.append(problem)
        return Typed("none", UNKNOWN, s.Pos(_NOWHERE, 0, 0))

    def error(
        self, code: str, message: str, span: Span, hint: str = "", notes: tuple[Note, ...] = (), instead: str = ""
    ) -> Typed:
        return self.add(Diagnostic(code, message, span, hint=hint, notes=notes, instead=instead))

    def expect(self, found: Typed, wanted: Type) -> Typed:
        """Check that the expression has the type wanted; a zone becomes the list of its cards."""
        if wanted.kind == "list":
            found = as_list(found)
        if fits(found.type, wanted):
            return found
        if found.type.kind == "maybe" and fits(present(found.type), wanted):
            return self.maybe_read(found)
        hint = f"write {_as_number(found.pos)}" if (found.type, wanted) == (BOOL, INT) else ""
        hint = f"write {number_of(found)}" if wanted == INT and is_member(found) else hint
        message = f"this is {an(found.type)}, but {an(wanted)} is needed here"
        return self.error("wrong-type", message, found.pos.span, hint)

    def maybe_read(self, found: Typed) -> Typed:
        """Report a value that may be none where one is needed."""
        text, inner = found.pos.text, present(found.type)
        if (inner.name or inner.kind) in OTHERWISE:
            return self.lacking(found.pos, inner, found, f"{text} may be none")
        choice = picked_choice(found)
        if inner.kind == "card" and choice is not None:
            asked, chosen = f"any({choice_head(choice)})", f"choose: {choice.pos.text}"
            hint = f"ask `{asked}` first, or write `{chosen}` to let somebody choose it"
        else:
            hint = f"ask {text} != none first, or write after {text}: {OR_ELSE}"
        return self.error("maybe-none", f"{text} may be none", found.pos.span, hint)

    def lacking(self, pos: s.Pos, kind: Type, cause: Typed, message: str) -> Typed:
        """Report an expression that may be none where a value is needed; cause: the part that may be none."""
        text, (other, another) = pos.text, OTHERWISE[kind.name or kind.kind]
        instead = instead_of(pos, f"{text} or else {other}")
        place = emptying_place(cause)
        hint = f"if `{place}` is empty there is no {text}, so say what counts then: " if place else ""
        hint += f"write `{instead}`" + ", with the brackets" * instead.startswith("(")
        hint += f", or {another} in place of {other}" + _outcome(pos, other)
        if cause.op == "builtin" and cause.value == "top":
            hint += f", or ask first: `not {place}.empty and ...`"
        certain = kind.kind in ("int", "bool")
        return self.error("maybe-none", message, pos.span, hint, instead=instead if certain else "")

    def arguments(self, name: str, args: list[Typed], wanted: list[Type], pos: s.Pos) -> list[Typed]:
        """Check the number and types of arguments; return them as wanted."""
        if len(args) != len(wanted):
            needs = " and ".join(map(an, wanted)) or "nothing"
            hint = f"for example {name}({', '.join(str(kind) for kind in wanted)})" if wanted else f"write {name}"
            gets = count_of(len(args), "value") if args else "nothing"
            self.error("wrong-arguments", f"{name} takes {needs}, but gets {gets}", pos.span, hint)
            return args
        return [self.expect(a, w) for a, w in zip(args, wanted, strict=True)]


@dataclass(frozen=True, slots=True)
class CheckedExpression:
    """An expression with its typed form, and the names in force there. in_flow: as in Symbols."""

    expr: s.Expr
    typed: Typed
    names: dict[str, Local]
    in_flow: bool


@dataclass(slots=True, eq=False)
class Record:
    """What the checker met, for editors: complete even if there are mistakes. bound: where local names are written."""

    expressions: list[CheckedExpression] = field(default_factory=list)
    bound: list[tuple[Local, Span]] = field(default_factory=list)
    symbols: Symbols | None = None


class Symbols:
    """The names of one ruleset and its problems; `turn_names` are known everywhere in the flow.

    places: the zones and variables of a name; exported: locals known also after the sentence that binds them;
    remembered: those that steps remember, which alone can be changed; bound: where names of loops and choices are
    written, known only there. in_flow: whether a step is checked that stands in no action, so that the names of turns
    are those of its scope.
    """

    def __init__(self, ruleset: m.Ruleset, record: Record | None = None) -> None:
        self.ruleset = ruleset
        self.record = record
        if record is not None:
            record.symbols = self
        self.problems = Problems()
        self.settings: dict[str, Type] = {}
        self.tables: dict[str, CheckedTable] = {}
        self.definitions: dict[str, CheckedDefinition | None] = {}
        self.turn_names: dict[str, Local] = {}
        self.in_flow = False
        self.turn_round = Local("round", INT, "round")
        self.ambiguous: set[str] = set()
        self.exported: set[Local] = set()
        self.remembered: set[Local] = set()
        self.members: dict[str, tuple[str, int]] = {}
        self.plurals: dict[str, str] = {"players": "player"}
        for thing in ruleset.things.values():
            self.plurals[thing.plural] = thing.name
            self.members |= {member: (thing.name, index) for index, (member, _) in enumerate(thing.members)}
        self.bound = dict(_binder_names(ruleset))
        self.places: dict[str, list[m.Zone | m.Variable]] = {}
        belongings: list[m.Zone | m.Variable] = [*ruleset.zones.values(), *ruleset.variables.values()]
        for item in belongings:
            self.places.setdefault(item.name, []).append(item)

    def declared_at(self, name: str) -> Span | None:
        """The place where a name is declared: a place, value, table, definition, thing or member."""
        rules = self.ruleset
        members = (member for thing in rules.things.values() for member in thing.members)
        sections = (rules.zones, rules.variables, rules.settings, rules.definitions, rules.tables, rules.things)
        items = (section[name] for section in sections if name in section)
        return next((span for member, span in members if member == name), None) or next((i.span for i in items), None)

    def place_names(self, what: str = "") -> tuple[list[str], str]:
        """The texts of all places for such cards or tokens ("" for all), and the way to declare one."""
        tokens = {item.token for items in self.places.values() for item in items if isinstance(item, m.Variable)}
        held = [item for items in self.places.values() for item in items if isinstance(item, m.Zone) or item.token]
        fits = [item for item in held if what in ("", item.component if isinstance(item, m.Zone) else item.token)]
        names = [f"{item.owner}.{item.name}" if item.owner else item.name for item in fits]
        box = ["box"] if what in tokens or not what else []
        return [*names[:MOST_NAMES], *["..."] * (len(names) > MOST_NAMES), *box], (
            f"{{of: {what}, start: 0}}" if what in tokens else f"{{holds: {what}}}"
        )

    def bind(self, scope: Scope, local: Local, span: Span) -> None:
        """Add a name to a scope; warn if it hides another that is still used there."""
        if self.record is not None:
            self.record.bound.append((local, span))
        name, before = local.name, scope.names.get(local.name)
        alone = name in self.members or name in self.plurals or name in self.settings
        alone = alone or any(not item.owner and not item.params for item in self.places.get(name, ()))
        hides = alone or (before is not None and before not in self.exported)
        if hides and span.file in self.ruleset.files:  # a library cannot know the names of a game
            meant = "something else" if alone else "something around this step"
            message = f"{name} is already the name of {meant}, which cannot be used here now"
            self.problems.add(Diagnostic("shadowed", message, span, "warning", "give one of the two another name"))
        scope.put(local)

    def member_by_number(self, name: str) -> tuple[str, int] | None:
        """Parse a member by its number: tent_3 -> (tent, 2), cell_2_1 of a 3x3 grid, or a2 -> (cell, 3)."""
        for thing in self.ruleset.things.values():
            rest = name.removeprefix(thing.name + "_")
            if rest != name and thing.count is not None and rest.isdecimal() and int(rest) > 0:
                return thing.name, int(rest) - 1
            columns = thing.grid[1] if thing.grid else None
            if rest != name and isinstance(columns, s.Number) and (match := re.fullmatch(r"(\d+)_(\d+)", rest)):
                return thing.name, (int(match[1]) - 1) * columns.value + int(match[2]) - 1
            if thing.lettered and (place := _lettered_place(name, thing)) is not None:
                return thing.name, place
        return None

    def word_type(self, word: str) -> Type | None:
        """The type that a word stands for, None if it is no type."""
        if word in ("int", "bool"):
            return {"int": INT, "bool": BOOL}[word]
        if word == "player" or word in self.ruleset.things:
            return Type("thing", word)
        if word in self.ruleset.components:
            return Type("card", word)
        if word in self.plurals:
            return list_of(Type("thing", self.plurals[word]))
        if word.endswith("s") and word[:-1] in self.ruleset.components:
            return list_of(Type("card", word[:-1]))
        return None

    def only_kind(self, word: str) -> bool:
        """Whether a word names a kind of thing or card, and nothing else."""
        others = (self.settings, self.places, self.ruleset.definitions, self.members)
        kind = self.word_type(word)
        return kind is not None and kind.kind in ("thing", "card") and not any(word in names for names in others)

    def param_type(self, param: s.Param) -> Type:
        """The type of a parameter: `card` = a card called card; `player p`, `int n`, `players winners` (a list)."""
        word = param.type or param.name
        found = self.word_type(word)
        if found is None:
            return self.unknown_type(word, param.pos, f"write int {param.name} for a number")
        return found

    def written_type(self, text: s.TypeText) -> Type:
        """The type that an attribute, parameter or variable is declared with."""
        if text.kind == "plain" and text.expr is not None:
            if isinstance(text.expr, s.Name):
                found = self.word_type(text.expr.name)
                if found is not None:
                    return found
            elif isinstance(text.expr, s.Binary) and text.expr.op == "..":
                return INT
            name = text.expr.pos.text
        else:
            name = text.name
            found = self.word_type(name)
            if found is not None:
                return maybe(found) if text.kind == "maybe" else Type("zone", name)
        return self.unknown_type(name, text.pos, "write for example 1..8, bool, or the name of a thing")

    def printed_type(self, text: s.TypeText) -> Type:
        """The type of what is printed on a card; unknown of a list, which is refused where it is declared."""
        found = self.written_type(text)
        return UNKNOWN if found.kind == "list" else found

    def unknown_type(self, word: str, pos: s.Pos, hint: str) -> Type:
        """Report an unknown type; return the unknown type."""
        if dashed := re.fullmatch(r"([0-9]+)\s*-\s*([0-9]+)", pos.text):
            span = f"{dashed[1]}..{dashed[2]}"
            message = f"'{word}' is not a kind of thing"
            return self.problems.error("unknown-type", message, pos.span, f"write {span}", instead=span).type
        words = ["int", "bool", "text", "player", *self.ruleset.things, *self.ruleset.components, *self.plurals]
        message, instead = f"'{word}' is not a kind of thing", "{}" if pos.text == word else ""
        return self.problems.add(
            report_unknown("unknown-type", message, pos.span, word, words, hint, instead=instead)
        ).type


def _as_number(truth: s.Pos) -> str:
    """The hint to write a truth value as 1 or 0."""
    return instead_of(truth, f"if {truth.text} then 1 else 0")


def emptying_place(found: Typed) -> str:
    """The place whose emptiness leaves no such value; "" if the value is none for another reason."""
    if found.op != "builtin" or found.value not in IN_PLACES:
        return ""
    inner = found.args[0]
    while inner.op in ("cards", "map", "gather"):
        inner = inner.args[0]
    return inner.pos.text if inner.op == "zone" else ""


def picked_choice(found: Typed) -> TypedChoice | None:
    """The choice of which the first or last is taken; None if that is not what the value is."""
    inner = found.args[0] if found.op == "builtin" and found.value in ("first", "last") else None
    return inner.value[1] if inner is not None and inner.op == "each" else None


def is_member(typed: Typed) -> bool:
    """Whether an expression is a member of a kind of thing that the ruleset has itself."""
    kind = present(typed.type)
    return kind.kind == "thing" and kind.name != "player"


def number_of(typed: Typed) -> str:
    """The text for a member's number, for a hint."""
    return f"{typed.pos.text}.number, where 1 is the first {present(typed.type).name}, 2 the second and so on"


def _outcome(pos: s.Pos, other: str) -> str:
    """The result of a comparison begun in a text, if a number took the member's place; "" if there is none."""
    before, after = pos.scalar.text[: pos.start], COMPARED.match(pos.scalar.text[pos.end :])
    if after is None or not other.isdecimal() or not re.search(r"(?:^|\(|\band|\bor)\s*$", before):
        return ""
    sure = SIGNS[after[1]](int(other), int(after[2]))
    return f" (`{other} {after[1]} {after[2]}` is {str(sure).lower()})"


def instead_of(pos: s.Pos, text: str) -> str:
    """The text that replaces another, in brackets if more stands around it."""
    around = pos.scalar.text[: pos.start] + pos.scalar.text[pos.end :]
    return text if around.strip() in ("", "most", "least") else f"({text})"


def lettered_names(thing: m.Thing | None) -> list[str]:
    """The names of the places of a grid with letters and numbers, in their order, if its size is written there."""
    rows, columns = (thing.grid if thing else None) or (None, None)
    if not (thing and thing.lettered and isinstance(rows, s.Number) and isinstance(columns, s.Number)):
        return []
    if rows.value * columns.value > limits.MEMBERS:
        return []
    return [f"{letters(column + 1)}{rows.value - row}" for row in range(rows.value) for column in range(columns.value)]


def _lettered_place(name: str, thing: m.Thing) -> int | None:
    """The number of the place that a letter and a number name, letters from the left and numbers from below."""
    rows, columns = thing.grid or (None, None)
    match = re.fullmatch(r"([a-z]{1,2})([1-9]\d*)", name)
    if match is None or not isinstance(rows, s.Number) or not isinstance(columns, s.Number):
        return None
    column, row = letter_number(match[1]), rows.value + 1 - int(match[2])
    return (row - 1) * columns.value + column - 1 if row >= 1 and column <= columns.value else None


def _binder_names(rules: m.Ruleset) -> Iterator[tuple[str, Span]]:
    """The names that binders introduce, with their places."""
    for sentence in walk_all(rules):
        choices = [sentence.loop.choice] if sentence.loop is not None else []
        for choice in [*choices, *(sentence.decision.choices if sentence.decision is not None else [])]:
            yield from ((binder.name, binder.pos.span) for binder in (choice.binders if choice is not None else []))
