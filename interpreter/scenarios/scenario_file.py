"""Read scenario files into scenarios, with every word checked against the ruleset they test."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from itertools import product
from pathlib import Path
from typing import Any, TypeVar

from ..base.diagnostics import Diagnostic, RulesetError, Span, mistake, sort_diagnostics
from ..base.errors import UsageError
from ..check.types import BOOL, INT
from ..front.api import Ruleset, load_ruleset
from ..front.expressions import setting_value
from ..game.compiled import CompiledGame
from ..game.refusals import NOT_AMONG
from ..language import syntax as s
from ..language.parse import parse
from ..program.wording import fill
from ..reading import library
from ..reading.handles import tidy
from ..reading.line_slips import text_of_tree, with_slips
from ..reading.load import load, load_text
from ..reading.nodes import Entry, Mapping, Node, Scalar, Sequence
from ..reading.schema import check_shape
from .roster import number_hint, with_names
from .selection import holds
from .terms import HIDDEN, SEAT, Cards, Formula, OptionsMeant, Result, TablePlace, Terms, norm, problem, suggest_word

PLAYER_STEPS = {"": "choose", **{kind: kind for kind in ("may", "may not", "sees", "is shown", "is told")}}
PARTS = (
    "about",
    "rule",
    "players",
    "settings",
    "seed",
    "at",
    "chance",
    "given",
    "when",
    "then",
    "winner",
    "scores",
    "over",
)
OTHER_STEPS = ("chance", "then")
# a value of somebody, for members in brackets, or of everybody: Anna.land(a1), players.land(cells)
_VALUE = re.compile(r"(?:(\w+)\.)?(\w+)(?:\(([\w, ]+)\))?")
_HIDDEN = re.compile(r"(\d+) hidden")
T = TypeVar("T")


@dataclass(slots=True, eq=False)
class Laid:
    """The content of a place: cards bottom to top, the numbers of their groups, the number of hidden ones; or a value.

    `below` is for each card how many are written below it, hidden ones among them. A value that is None stands for a
    hidden one.
    """

    place: TablePlace
    cards: list[Cards] = field(default_factory=list)
    groups: list[int] = field(default_factory=list)
    below: list[int] = field(default_factory=list)
    hidden: int = 0
    value: Formula | None = None


@dataclass(slots=True, eq=False)
class ScenarioStep:
    """One line of `when`. kind: chance, then or one of PLAYER_STEPS, with the parts of that kind.

    `reasons` are the words that refuse each of `choices` ("" where none were given), `told` the values announced.
    """

    kind: str
    key: Scalar
    seat: int = -1
    choices: list[OptionsMeant] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)
    claims: list[Formula | Laid] = field(default_factory=list)
    seen: list[Laid] = field(default_factory=list)
    cards: list[Cards] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    chance: list[Result] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The beginning of the line as written, with the choice."""
        chosen = ", ".join(choice.text for choice in self.choices) if self.kind == "choose" else ""
        return f"{self.key.text}: {f'[{chosen}]' if len(self.choices) > 1 else chosen}" if chosen else self.key.text


@dataclass(slots=True, eq=False)
class Scenario:
    """One scenario, ready to be run. `from_start`: it begins when the game is set up.

    `stops` are the blocks at which it begins, and the nodes of steps in the middle of a block.
    """

    words: str
    key: Scalar
    terms: Terms
    rule: list[Scalar] = field(default_factory=list)
    seed: int = 0
    from_start: bool = True
    stops: tuple[list[int], list[int]] = ([], [])
    chance: list[Result] = field(default_factory=list)
    given: list[Laid] = field(default_factory=list)
    when: list[ScenarioStep] = field(default_factory=list)
    then: list[Formula | Laid] = field(default_factory=list)
    winner: tuple[list[int], Node] | None = None
    scores: list[tuple[int, Formula]] = field(default_factory=list)
    over: Scalar | None = None

    @property
    def span(self) -> Span:
        return self.key.span


def scenario_names(path: Path) -> list[str]:
    """The names of all scenarios of a file. Raises RulesetError if it is none."""
    return [entry.key.text for entry in entries(load_described(path, "a scenario file", "scenarios"))]


def read_scenarios(path: Path, words: str = "") -> list[Scenario]:
    """The scenarios of a file whose names contain these words.

    Raises RulesetError with everything that is wrong in them, or in the ruleset that they test.
    """
    root = load_described(path, "a scenario file", "scenarios")
    read = reading(load_tested(path, root), root)
    scenarios, problems = [], []
    for entry in [entry for entry in entries(root) if holds(entry.key.text, words)]:
        try:
            scenarios.append(read(entry))
        except RulesetError as error:
            problems += error.diagnostics
    if problems:
        raise RulesetError(sort_diagnostics(problems))
    return scenarios


def find_scenario(path: Path, words: str) -> Scenario:
    """The scenario of a file with just these words. Raises RulesetError, UsageError if there is none."""
    root = load_described(path, "a scenario file", "scenarios")
    entry = next((one for one in entries(root) if " ".join(one.key.text.split()) == words), None)
    if entry is None:
        raise UsageError("there is no such scenario any more")
    return reading(load_tested(path, root), root)(entry)


def load_tested(path: Path, root: Mapping) -> Ruleset:
    """The ruleset that a scenario file with that tree tests. Raises RulesetError if it has mistakes."""
    return load_ruleset(file_tested(path, root))


def file_tested(path: Path, root: Mapping) -> Path:
    """The file of the ruleset that a scenario file with that tree tests. Raises RulesetError if there is none."""
    tests = root.get("tests")
    if not isinstance(tests, Scalar):
        raise mistake("missing-key", "`tests` is missing", Span.whole(str(path)))
    return library.find(tests.text, path, tests.span)


def entries(root: Mapping) -> list[Entry]:
    """The scenarios in the tree of a scenario file, not read yet."""
    return entries_of(root.get("scenarios"))


def reading(ruleset: Ruleset, root: Mapping) -> Callable[[Entry], Scenario]:
    """A function that reads one entry of a scenario file's tree for a ruleset.

    It raises RulesetError with everything that is wrong in that scenario.
    """
    reader = _Reader(ruleset, root)

    def read(entry: Entry) -> Scenario:
        reader.problems = []
        scenario = reader.attempt(reader.scenario, entry)
        if reader.problems or scenario is None:
            raise RulesetError(sort_diagnostics(reader.problems))
        return scenario

    return read


def placements(ruleset: Ruleset, game: CompiledGame, names: list[str], text: str) -> tuple[Terms, list[Laid]]:
    """Read a text in the form of `given`; players have these names.

    Raises RulesetError with everything that is wrong in it.
    """
    root = load_text(text, "what you wrote")
    reader = _Reader(ruleset, root)
    reader.terms = Terms(ruleset, game, names)
    found = reader.read_all(reader.placement, reader.entries_for_members(root), False)
    if reader.problems:
        raise RulesetError(sort_diagnostics(reader.problems))
    return reader.terms, found


def scenario_path(path: Path) -> Path:
    """The scenario file that belongs to a ruleset file, by its name."""
    return path.with_name(library.SCENARIO_FILE if path.name == library.RULESET else path.stem + library.SCENARIOS)


def load_described(path: Path, what: str, kind: str) -> Mapping:
    """The tree of a file that has a schema. Raises RulesetError; `what` names the kind of file in its words."""
    try:
        root = load(path)
    except RulesetError as error:
        found, hint = error.diagnostics[0], "Begin with `format: 1`, then one `name: value` a line."
        if found.code not in ("file-empty", "yaml-top"):
            text = error.sources.get(str(path), "")
            raise RulesetError(with_slips(error.diagnostics, text, str(path), kind), error.sources) from None
        message = f"this is not {what}: {'it is empty' if found.code == 'file-empty' else found.message}"
        raise RulesetError([replace(found, message=message, hint=hint)], error.sources) from None
    if kind == "scenarios" and "tests" not in root.entries and {"game", "extends"} & root.entries.keys():
        message = f"this is a ruleset, not {what}"
        hint = f"`stammtisch validate {path.name}` checks it. Its scenarios would stand in {scenario_path(path).name}."
        raise mistake("missing-key", message, next(iter(root.entries.values())).key.span, hint)
    troubles = (_outside(root) if kind == "scenarios" else []) or check_shape(root, kind)
    if troubles:
        told = with_slips(troubles, text_of_tree(root), str(path), kind)
        raise RulesetError([with_names(trouble, root) for trouble in told])
    return root


def _outside(root: Mapping) -> list[Diagnostic]:
    """The mistakes of scenarios whose parts are beside their name instead of in it, each once."""
    found, name = [], None
    for entry in entries_of(root.get("scenarios")):
        if name is not None and entry.key.text in PARTS:
            message = f"`{entry.key.text}` stands beside `{name}`, not in it"
            hint = f"Write all parts of `{name}` further to the right than its name."
            found.append(Diagnostic("misplaced-key", message, entry.key.span, hint=hint))
            name = None
        elif entry.key.text not in PARTS:
            empty = isinstance(entry.value, Scalar) and entry.value.value in (None, "")
            name = entry.key.text if empty else None
    return found


class _Reader:
    """Reads the scenarios of one file, collecting problems."""

    def __init__(self, ruleset: Ruleset, root: Mapping) -> None:
        self.ruleset, self.root = ruleset, root
        self.problems: list[Diagnostic] = []
        self.known: dict[tuple[int, tuple[str, ...]], Terms] = {}
        self.terms: Terms

    def attempt(self, read: Callable[..., T], *args: Any) -> T | None:
        """read(*args); None if it finds a mistake, which is collected."""
        try:
            return read(*args)
        except RulesetError as error:
            self.problems += error.diagnostics
            return None

    def read_all(self, read: Callable[..., T], nodes: Iterable[Any], *args: Any) -> list[T]:
        """read(node, *args) for each node, without those in which it finds a mistake."""
        return [one for node in nodes if (one := self.attempt(read, node, *args)) is not None]

    def scenario(self, entry: Entry) -> Scenario:
        body = entry.value
        assert isinstance(body, Mapping)
        self.terms = self.vocabulary(entry, body)
        out = Scenario(entry.key.text, entry.key, self.terms, rule=scalars_of(body.get("rule")))
        seed, over = body.get("seed"), body.get("over")
        out.seed = seed.value if isinstance(seed, Scalar) and isinstance(seed.value, int) else 0
        out.over = self.attempt(self.reason, over) if isinstance(over, Scalar) else None
        out.from_start = body.get("at") is None
        out.stops = self.attempt(self.stops, body.get("at")) or ([], [])
        out.chance = self.chances(body.get("chance"))
        out.given = self.read_all(self.placement, self.entries_for_members(body.get("given")), False)
        out.when = self.read_all(self.step, _items(body.get("when")))
        out.then = self.claims(body.get("then"))
        if winner := body.get("winner"):
            nobody = isinstance(winner, Scalar) and winner.text == "none"
            out.winner = [] if nobody else self.read_all(self.seat, scalars_of(winner)), winner
        for score in entries_of(body.get("scores")):
            seat, formula = self.attempt(self.seat, score.key), self.attempt(self.terms.formula, score.value, INT)
            if seat is not None and formula is not None:
                out.scores.append((seat, formula))
        on_the_way = any(step.kind != "chance" for step in out.when)
        at_the_end = out.then or out.winner or out.scores or out.over is not None
        if not (on_the_way or at_the_end or self.problems):
            hint = "Add `then` with what must be true at the end, or `may`, `sees` ... on the way."
            message = "nobody chooses anything in this scenario, and it does not say what must be true"
            raise problem("checks-nothing", message, entry.key, hint)
        return out

    # -- the game and its players

    def vocabulary(self, entry: Entry, body: Mapping) -> Terms:
        """The terms of a scenario's game, with its players and settings."""
        named = body.get("players") or self.root.get("players")
        if not isinstance(named, Sequence):
            hint = "Add `players:` with first names, here or for the whole file."
            raise problem("missing-key", "nobody plays in this scenario", entry.key, hint)
        names = [self.name(item, named) for item in named.items if isinstance(item, Scalar)]
        options: dict[str, Any] = {}
        for setting in entries_of(body.get("settings")):
            node = setting.value
            value = node.value if isinstance(node, Scalar) else [item.text for item in scalars_of(node)]
            try:
                setting_value(self.ruleset.checked, setting.key.text, value)
            except UsageError as error:
                known = setting.key.text in self.ruleset.checked.ruleset.settings
                raise problem("wrong-setting", str(error), node if known else setting.key) from None
            options[setting.key.text] = value
        try:
            game = self.ruleset.game(len(names), options)
        except UsageError as error:
            hint = number_hint(names, self.ruleset.players) if len(names) not in self.ruleset.players else ""
            raise problem("wrong-players", str(error), named, hint) from None
        key = id(game), tuple(names)
        if key not in self.known:
            self.known[key] = Terms(self.ruleset, game, names)
        return self.known[key]

    def name(self, scalar: Scalar, among: Sequence) -> str:
        name, rules = scalar.text, self.ruleset.checked.ruleset
        if sum(isinstance(item, Scalar) and item.text == name for item in among.items) > 1:
            raise problem("name-twice", f"two players are called {name}", scalar)
        sections = (rules.zones, rules.variables, rules.settings, rules.definitions, rules.tables, rules.things)
        taken = {word for words in (*sections, self.ruleset.checked.plurals, OTHER_STEPS) for word in words}
        taken |= {member for thing in rules.things.values() for member, _ in thing.members}
        if name in taken or not isinstance(parse("expr", scalar), s.Name):
            hint = f"Write `{name.capitalize()}`." if name != name.capitalize() else ""
            message = f"no player can be called '{name}': the ruleset has that word already"
            raise problem("name-taken", message, scalar, hint)
        return name

    def seat(self, scalar: Scalar) -> int:
        name, players = scalar.text, self.terms.players
        if name not in players:
            raise problem("unknown-player", f"nobody is called '{name}'", scalar, suggest_word(name, players))
        return players.index(name)

    def stops(self, node: Node | None) -> tuple[list[int], list[int]]:
        """The blocks at which a scenario begins, and the steps within a block."""
        program = self.terms.program
        if not isinstance(node, Scalar):
            return [program.started], []
        words = self.terms.renamed.get(norm(node.text), tidy(node.text))
        steps = [(n, step.words) for n, step in enumerate(program.nodes) if step.kind == "step" and step.words]
        same = {n for n, step in steps if words in (step, fill(program, step))}
        if not same:
            known = [fill(program, step) for _, step in steps]
            raise problem("unknown-step", f"there is no step '{words}'", node, suggest_word(words, known))
        blocks = [block for block in program.blocks if block.node in same]
        return [block.number for block in blocks], sorted(same - {block.node for block in blocks})

    def reason(self, scalar: Scalar) -> Scalar:
        """The reason for the game's end, which must be one of the ruleset's."""
        reasons = [fill(self.terms.program, words) for words in self.terms.program.reasons]
        if not isinstance(scalar.value, bool) and self.terms.fill_settings(scalar.text) not in reasons:
            hint = {"yes": "Write `over: true`.", "no": "Write `over: false`."}.get(norm(scalar.text).casefold(), "")
            hint = hint or suggest_word(scalar.text, reasons)
            raise problem("unknown-reason", f"the game never ends because '{scalar.text}'", scalar, hint)
        return scalar

    # -- what happens

    def step(self, item: Node) -> ScenarioStep:
        assert isinstance(item, Mapping)
        if len(item.entries) != 1:
            second = list(item.entries.values())[1]
            raise problem("two-steps", "each line of `when` says one thing", second.key, "Begin a new line with `- `.")
        entry = next(iter(item.entries.values()))
        key, value = entry.key, entry.value
        if (isinstance(value, Mapping) and not value.entries) or (key.text == "then" and not _items(value)):
            hint = "After the colon, write what must be true."
            raise problem("checks-nothing", f"`{key.text}` says nothing", key, hint)
        if key.text == "chance":
            return ScenarioStep("chance", key, chance=self.chances(value))
        if key.text == "then":
            return ScenarioStep("then", key, claims=self.claims(value))
        seat, kind = self.seat_and_kind(key)
        out = ScenarioStep(kind, key, seat)
        if kind == "sees":
            if not isinstance(value, Mapping):
                hint = "For example {Trev.hand: [1, 2], Anna.hand: 5 hidden}."
                raise problem("wrong-type", "write what a player sees as places with what lies there", value, hint)
            out.seen = self.read_all(self.placement, self.entries_for_members(value), True)
        elif kind == "is shown":
            out.cards = self.read_all(self.terms.any_card, _items(value))
        elif kind == "is told":
            out.told = self.read_all(self.announcement, _items(value))
        elif kind == "may not" and isinstance(value, Mapping):
            for refused in entries_of(value):
                choice = self.attempt(self.terms.choice, refused.key)
                reason = self.attempt(self.refusal, refused.value)
                if choice is not None and reason is not None:
                    out.choices.append(choice)
                    out.reasons.append(reason)
        else:
            written = _items(value)
            if kind == "choose":
                written = [part for item in written for part in _items(item)]
            out.choices = self.read_all(self.terms.choice, written)
            out.reasons = [""] * len(out.choices)
            if not _items(value) and kind != "may":
                hint = "After the colon, write what the player chooses."
                raise problem("missing-value", f"`{key.text}` says nothing", key, hint)
        return out

    def announcement(self, node: Node) -> str:
        """A value that can be announced: a number, true or false, a player or another member of a thing."""
        words = [word for members in self.terms.names.values() for word in members]
        if isinstance(node, Scalar) and (node.text in words or isinstance(node.value, int)):
            return node.text
        raise problem("unknown-value", "this can never be announced", node, suggest_word("", words))

    def refusal(self, node: Node) -> str:
        """The words of a condition that can refuse something in this game."""
        entries = [entry for site in self.terms.program.sites for entry in site.entries]
        words = [test.words for entry in entries for test in entry.tests if test.words]
        known = [*map(self.terms.fill_settings, words), NOT_AMONG]
        text = self.terms.fill_settings(node.text) if isinstance(node, Scalar) else "this"
        if text not in known:
            raise problem(
                "unknown-condition", f"no option is ever refused because '{text}'", node, suggest_word(text, known)
            )
        return text

    def seat_and_kind(self, key: Scalar) -> tuple[int, str]:
        """The seat and the kind of step in a key: `Trev`, `Trev may`, `Trev may not` ..."""
        name, _, rest = key.text.partition(" ")
        if name in self.terms.players and tidy(rest) in PLAYER_STEPS:
            return self.terms.players.index(name), PLAYER_STEPS[tidy(rest)]
        if SEAT.match(key.text):
            raise problem("unknown-player", f"nobody is called '{key.text}'", key, self.terms.who_plays())
        known = [f"{player} {rest}".strip() for player in self.terms.players for rest in PLAYER_STEPS]
        if name in self.terms.players or tidy(rest) not in PLAYER_STEPS:
            message = f"'{key.text}' cannot happen in a scenario"
            raise problem("unknown-key", message, key, suggest_word(key.text, [*known, *OTHER_STEPS]))
        hint = suggest_word(name, [*self.terms.players, *OTHER_STEPS])
        raise problem("unknown-player", f"nobody is called '{name}'", key, hint)

    # -- what lies where

    def entries_for_members(self, places: Node | None) -> list[Entry]:
        """The entries; one for each member if it is for all of them: `players.coins`, `Anna.land(cells)`."""
        found: list[Entry] = []
        for entry in entries_of(places):
            texts = self.for_each_member(entry.key.text)
            found += [Entry(replace(entry.key, text=text, value=text), entry.value) for text in texts] or [entry]
        return found

    def for_each_member(self, text: str) -> list[str]:
        """The texts of a value of all members of something, one by one; [] if it is not one of these."""
        match = _VALUE.fullmatch(text)
        if match is None or match[2] not in self.ruleset.checked.ruleset.variables:
            return []
        plurals, names = self.ruleset.checked.plurals, self.terms.names
        words = [match[1] or "", *(part.strip() for part in (match[3] or "").split(",") if part)]
        if not any(plurals.get(word) in names for word in words):
            return []
        members = [names.get(plurals.get(word, ""), [word]) for word in words]
        owned = [(f"{owner}." if owner else "", ", ".join(others)) for owner, *others in product(*members)]
        return [f"{owner}{match[2]}" + (f"({others})" if others else "") for owner, others in owned]

    def placement(self, entry: Entry, seen: bool) -> Laid:
        """A place and its content; `seen`: some of it may be hidden."""
        node, place = entry.value, self.terms.place(entry.key)
        hidden = norm(node.text) if seen and isinstance(node, Scalar) else ""
        if not place.zones:
            if not isinstance(node, Scalar):
                raise problem("wrong-type", f"`{entry.key.text}` is a {place.type}, not a place for cards", node)
            return Laid(place, value=None if hidden == HIDDEN else self.terms.formula(node, place.type))
        if match := _HIDDEN.fullmatch(hidden):
            return Laid(place, hidden=int(match[1]))
        if not isinstance(node, Sequence):
            hint = "Write them in brackets, bottom to top: [1, 2, 5]; [] if nothing lies there." + (
                " Cards that are not seen: 5 hidden." if seen else ""
            )
            raise problem("wrong-type", f"`{entry.key.text}` holds cards", node, hint)
        out = Laid(place)
        for group, item in enumerate(node.items, 1):
            for one in _items(item):
                if unseen := _count_hidden(one) if seen else 0:
                    out.hidden += unseen
                elif (cards := self.attempt(self.terms.cards, one, place.type.name, seen)) is not None:
                    out.below.append(len(out.cards) + out.hidden)
                    out.cards.append(cards)
                    out.groups.append(group)
        return out

    def claims(self, node: Node | None) -> list[Formula | Laid]:
        """Conditions, and places with their expected content."""
        found: list[Formula | Laid] = []
        for item in _items(node):
            if isinstance(item, Mapping):
                if not item.entries:
                    hint = "Write a place and what lies there, such as `Trev.hand: [1, 2]`."
                    self.problems += problem("checks-nothing", "{} says nothing", item, hint).diagnostics
                found += self.read_all(self.placement, self.entries_for_members(item), False)
            else:
                found += self.read_all(self.terms.formula, [item], BOOL)
        return found

    # -- chance

    def chances(self, node: Node | None) -> list[Result]:
        return self.read_all(self.terms.answer, _items(node))


def _count_hidden(node: Node) -> int:
    """The number of hidden cards written: one as `hidden`, several as `3 hidden`; 0 for anything else."""
    text = norm(node.text) if isinstance(node, Scalar) else ""
    match = _HIDDEN.fullmatch(text)
    return int(match[1]) if match else int(text == HIDDEN)


def _items(node: Node | None) -> list[Node]:
    """A list's items; a single value as a list of one."""
    if node is None:
        return []
    return node.items if isinstance(node, Sequence) else [node]


def entries_of(node: Node | None) -> list[Entry]:
    """The entries of a section; [] if it is missing."""
    return list(node.entries.values()) if isinstance(node, Mapping) else []


def scalars_of(node: Node | None) -> list[Scalar]:
    """The single values of a list, or of a value that is not in a list."""
    return [item for item in _items(node) if isinstance(item, Scalar)]
