"""What files beside a ruleset use of its names: scenarios, words in other languages, mutants and sheets of cards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from ...base.diagnostics import RulesetError, Span
from ...base.excerpt import file_lines
from ...check.expressions import Expressions
from ...check.scope import Scope
from ...check.symbols import Record, Symbols
from ...check.types import PLAYER, Local
from ...language.parse import parse
from ...reading.handles import tidy
from ...reading.load import load
from ...reading.nodes import Entry, Mapping, Node, Scalar, Sequence
from ...reading.sheets.row_insertion import sheets_of
from .symbols import Collector, Key, SymbolTable, Use
from .tolerance import scalars_in, tree_of

# what a player does in a line of `when`, and what is said there
OPTIONS = ("", "may", "may not")
# the words of a scenario, with the usual indent
_SCENARIO = re.compile(r"  [^\s#-]")


def scenario_tree(path: Path, line: int = 0) -> Mapping | None:
    """The tree of a scenario file, as far as it can be read; line: only with the scenario in which it stands."""
    lines = file_lines(str(path))
    if line and (inside := _lines_of_scenario(lines, line)):
        lines = [text if number in inside else "" for number, text in enumerate(lines, 1)]
    return tree_of("\n".join(lines), str(path))


def _lines_of_scenario(lines: list[str], line: int) -> set[int]:
    """The numbers of the lines of the scenario in which one stands, and of those before all scenarios, by look."""
    head = next((number for number, text in enumerate(lines, 1) if text.startswith("scenarios:")), len(lines))
    starts = [n for n, text in enumerate(lines, 1) if n > head and _SCENARIO.match(text)]
    first = max((n for n in starts if n <= line), default=0)
    if not first:
        return set()
    last = min((n for n in starts if n > line), default=len(lines) + 1)
    return {*range(1, head + 1), *range(first, last)}


def players_of(root: Mapping, body: Node | None) -> list[Scalar]:
    """The names of the players of a scenario."""
    named = (body.get("players") if isinstance(body, Mapping) else None) or root.get("players")
    return [item for item in named.items if isinstance(item, Scalar)] if isinstance(named, Sequence) else []


def scenario_uses(path: Path, symbols: Symbols, table: SymbolTable, line: int = 0) -> list[Use]:
    """What a scenario file uses of the symbols of its game; line: only in the scenario in which it stands."""
    root = scenario_tree(path, line)
    if root is None:
        return []
    reader = ScenarioReader(symbols, table)
    for entry in root.entries_under("scenarios").values():
        if isinstance(entry.value, Mapping):
            reader.scenario(entry.value, [name.text for name in players_of(root, entry.value)])
    return sorted(reader.collector.table.uses, key=lambda use: use.span)


class ScenarioReader:
    """Collects the uses in scenarios, one after another."""

    def __init__(self, symbols: Symbols, table: SymbolTable) -> None:
        self.symbols = symbols
        self.record = Record()
        self.collector = Collector(self.record, symbols)
        self.collector.table.symbols = table.symbols
        self.scope = Scope()
        self.said = list(_spoken(symbols))

    def scenario(self, body: Mapping, players: list[str]) -> None:
        self.scope = Scope({name: Local(name, PLAYER) for name in players})
        for entry in body.entries_under("settings").values():
            self.use(entry.key, ("setting", "", entry.key.text))
        if isinstance(at := body.get("at"), Scalar):
            self.words(at, whole=True)
        for entry in body.entries_under("given").values():
            self.placed(entry)
        for node in (body.get("given"), body.get("then"), body.get("chance"), body.get("when")):
            for scalar in scalars_in(node) if node is not None else ():
                self.spoken(scalar)
        for entry in body.entries_under("scores").values():
            self.expression(entry.value)
        self.claims(body.get("then"))
        when = body.get("when")
        for item in when.items if isinstance(when, Sequence) else [when]:
            for entry in item.entries.values() if isinstance(item, Mapping) else ():
                self.line(entry)

    def line(self, entry: Entry) -> None:
        """A line of `when`."""
        _, _, kind = entry.key.text.partition(" ")
        if entry.key.text == "then":
            self.claims(entry.value)
        elif kind == "sees" and isinstance(entry.value, Mapping):
            for place in entry.value.entries.values():
                self.expression(place.key)
        elif kind in OPTIONS and entry.key.text != "chance":
            self.options(entry.value)

    def options(self, node: Node) -> None:
        if isinstance(node, Sequence):
            for item in node.items:
                self.options(item)
        elif isinstance(node, Mapping):
            for entry in node.entries.values():
                self.words(entry.key)
        else:
            self.words(node)

    def claims(self, node: Node | None) -> None:
        for item in node.items if isinstance(node, Sequence) else [node]:
            if isinstance(item, Mapping):
                for entry in item.entries.values():
                    self.placed(entry)
            elif item is not None:
                self.expression(item)

    def placed(self, entry: Entry) -> None:
        """A place and what lies there."""
        self.expression(entry.key)
        if isinstance(entry.value, Scalar):
            self.expression(entry.value)

    def expression(self, node: Node) -> None:
        if not isinstance(node, Scalar):
            return
        symbols, before, found = self.symbols, self.symbols.record, len(self.symbols.problems.found)
        self.record.expressions.clear()
        symbols.record = self.record
        try:
            with suppress(RulesetError):
                Expressions(symbols).check(parse("expr", node), Scope(dict(self.scope.names)))
        finally:
            symbols.record = before
            del symbols.problems.found[found:]
        for one in self.record.expressions:
            self.collector.expression(one)

    def spoken(self, scalar: Scalar) -> None:
        """The words of members and of marks on cards, which are written with blanks: "tapped out", "Dark Lager"."""
        for pattern, key in self.said:
            for match in pattern.finditer(scalar.text):
                self.collector.use(scalar.span_of(match.start(), len(match[0])), key, form="spoken")

    def words(self, scalar: Scalar, whole: bool = False) -> None:
        """The words of a step, or of an action at the beginning of an option."""
        text = tidy(scalar.text)
        keys = [("step", "", text), ("action", "", text)]
        if not whole:
            keys += [("action", "", words) for words in self.symbols.ruleset.actions if text.startswith(f"{words} ")]
        for key in keys:
            if key in self.collector.table.symbols:
                self.use(scalar, key)
                return

    def use(self, scalar: Scalar, key: Key) -> None:
        self.collector.use(self.collector.name_span(scalar.span, key[2]), key)


def _spoken(symbols: Symbols) -> Iterator[tuple[re.Pattern[str], Key]]:
    """What is said of cards in words with blanks, by the names that have a _, with their keys."""
    keys: list[Key] = [("member", thing, name) for name, (thing, _) in symbols.members.items()]
    for component in symbols.ruleset.components.values():
        keys += [("attribute", component.name, one.name) for one in component.attributes if one.of is None]
    for key in keys:
        if "_" in key[2]:
            yield re.compile(rf"(?<![\w.]){key[2].replace('_', ' ')}(?!\w)", re.IGNORECASE), key


def uses_by_name(path: Path, kind: str, table: SymbolTable) -> list[Use]:
    """What a file of words, mutants or a sheet of cards uses of the symbols of its game."""
    try:
        found = _heading_uses(path, table) if kind == "sheet" else _key_uses(load(path), kind, table)
        return list(found)
    except RulesetError:
        return []


def _key_uses(root: Mapping, kind: str, table: SymbolTable) -> Iterator[Use]:
    """Keys that are names, or begin with one."""
    for section in ("names", "words") if kind == "words" else ("mutants",):
        for key, entry in root.entries_under(section).items():
            name = key if kind == "words" else key.partition(" ")[0].partition("(")[0]
            for symbol in table.named(name)[:1]:
                start = entry.key.span_of(0, len(name))
                yield Use(start, symbol.key)


def _heading_uses(path: Path, table: SymbolTable) -> Iterator[Use]:
    """Attributes in the headings of a sheet of text."""
    line = file_lines(str(path))[0]
    for symbol in table.symbols.values():
        at = -1
        while symbol.kind == "attribute" and (at := line.find(symbol.name, at + 1)) >= 0:
            before, after = line[at - 1 : at] if at else "", line[at + len(symbol.name) :][:1]
            if not (before + after).replace("_", "a").isalnum():
                yield Use(Span(str(path), 1, at + 1, 1, at + 1 + len(symbol.name)), symbol.key)


def sheets_beside(path: Path) -> list[Path]:
    """The sheets that a ruleset reads cards from."""
    with suppress(RulesetError):
        return [Path(sheet) for sheet in sheets_of(load(path), path)]
    return []
