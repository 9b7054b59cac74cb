"""Write the printed rulebook of a ruleset, from its words, places, tables and settings."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from typing import Any

from ..base.english import join_words
from ..base.errors import UsageError
from ..check.checked import walk, walk_all
from ..check.types import Type, present
from ..front.api import Ruleset
from ..front.expressions import setting_values
from ..language import model as m
from ..language import syntax as s
from ..program.lowering.layout import Layout
from ..program.lowering.layout_builder import lay_out
from ..reading.player_counts import players_text
from .asked_rows import Use, is_asked, uses_of
from .blocks import Block, Heading, Item, Items, Paragraph, PrintedTable
from .effects import Context
from .ending import EndOfGame
from .english import English
from .fallback import Told
from .goal import Goal
from .inlining import inline_action, outer_names
from .inventory import Inventory, Settings
from .steps import Steps, is_idle
from .vocabulary import SHORT, ListKind, Vocabulary
from .wording import capital, sentence, unsaid_sentences

NAME = re.compile(r"\b\w+_\w+\b")


def rulebook(
    ruleset: Ruleset,
    options: dict[str, Any] | None = None,
    players: int | None = None,
    example: Sequence[Block] = (),
    boards: Sequence[Block] = (),
) -> list[Block]:
    """The rulebook in English as blocks, in order; for one number of players, or for all of them.

    options are {setting: value}; `example` stands behind the course of play, `boards` behind the set-up. Raises
    UsageError for a wrong number of players, setting or value.
    """
    return write_book(ruleset, options, players, example, boards).written


def write_book(
    ruleset: Ruleset,
    options: dict[str, Any] | None = None,
    players: int | None = None,
    example: Sequence[Block] = (),
    boards: Sequence[Block] = (),
) -> Book:
    """The same with its writer; Raises UsageError as `rulebook` does."""
    if players is not None and players not in ruleset.players:
        raise UsageError(f"{ruleset.name} is for {players_text(ruleset.players)}, not {players}")
    chosen = setting_values(ruleset.checked, options)
    counts = [players] if players is not None else ruleset.players
    book = Book(ruleset, {count: lay_out(ruleset.checked, count, chosen).layout for count in counts})
    book.write(example, boards)
    return book


class Book(EndOfGame):
    """Writes the sections of a rulebook."""

    def __init__(self, ruleset: Ruleset, layouts: dict[int, Layout]) -> None:
        self.ruleset, self.layouts = ruleset, layouts
        self.written: list[Block] = []
        self.told = Told()
        self.rules: m.Ruleset = ruleset.checked.ruleset
        self.uses: dict[str, list[Use]] = uses_of(self.rules)
        self.settings = Settings(ruleset, layouts)
        values = {name: self.settings.value_or_name(name) for name in self.rules.settings}
        sizes = {name: self.settings.size(name) for name in self.rules.settings}
        elements = elements_in(ruleset, ruleset.looks.wording.name)
        self.vocabulary = Vocabulary(self.rules, values, elements=elements, sizes=sizes)
        self.english, self.words = English(self.vocabulary), self.vocabulary.words
        self.inventory = Inventory(self.english, self.settings, self.told)
        self.goal = Goal(
            self.rules, self.english, {name for name in ruleset.checked.definitions if self.kind(name) == "list"}
        )
        self.runs: defaultdict[str, list[m.Run]] = defaultdict(list)
        self.used = self.used_actions()
        alone = {words: inline_action(self.rules.actions[words], self.runs[words]) for words in self.used}
        self.inlined = {words: sentence for words, sentence in alone.items() if sentence is not None}
        self.steps = Steps(self.english, nouns_of_results(ruleset, ruleset.looks.wording.name), self.inlined, self.told)
        self.done_by_others = {
            words
            for step in walk_all(self.rules)
            if isinstance(step.effect, m.Run) and step.by is not None
            for words in step.effect.actions
        }
        turns = list(ruleset.checked.turn_names)
        self.turn_names: dict[str, Any] = {
            name: f"the {self.words.name(name)}" if len(name) > SHORT else "the player" for name in turns
        }
        self.who: str = self.turn_names[turns[0]] if turns else "the player"

    def say(self, words: str, /, **holes: Any) -> str:
        """A sentence in the language of the rulebook."""
        return self.vocabulary.say(words, **holes)

    def write(self, example: Sequence[Block], boards: Sequence[Block] = ()) -> None:
        """Write all sections, in the order of reading."""
        self.written = [
            *self.opening(),
            *self.inventory.components(),
            *self.inventory.places(),
            *self.terms(),
            *self.setup(),
            *boards,
            *self.play(),
            *example,
            *self.tables(),
            *self.ending(),
            *self.rulings(),
            *self.all_settings(),
        ]

    def title(self, words: str) -> str:
        return capital(self.vocabulary.fill_settings(words))

    def new_context(self) -> Context:
        return Context(dict(self.turn_names), self.who)

    # -- the sections

    def opening(self) -> Iterator[Block]:
        rules = self.rules
        yield Heading(1, rules.game)
        if rules.about:
            yield Paragraph(self.vocabulary.sentence(rules.about))
        yield Paragraph(self.told.tell("box", self.box))
        if rules.teams:
            yield Paragraph(self.told.tell("teams", self.teams))
        yield Heading(2, self.say("Goal"))
        parts = {"score": self.goal.score, "winning": self.winning, "payoff": self.goal.payoff}
        yield Paragraph(" ".join(self.told.tell(part, make) for part, make in parts.items()).strip())

    def box(self) -> str:
        """The sentences about how many play, and with what."""
        box, players = self.inventory.box(), self.settings.players(list(self.layouts))
        if not box:
            return self.say("For {players}.", players=players)
        return self.say("For {players}. In the box: {box}.", players=players, box=box)

    def teams(self) -> str:
        """The sentence about who plays together."""
        if len(self.rules.teams) == 1:
            team = self.words.name(self.rules.teams[0].name)
            return self.say("All players together are the {team}: they win or lose together.", team=team)
        teams = [f"{self.words.name(team.name)} ({self.seats(team.seats)})" for team in self.rules.teams]
        said = self.say(
            "The seats are numbered clockwise. The teams are {teams}.", teams=join_words(teams, self.say("and"))
        )
        told = [said, *([self.say("Empty seats are left out.")] if len(self.layouts) > 1 else [])]
        return " ".join([*told, self.say("The players of a team win and lose together.")])

    def seats(self, seats: tuple[int, ...]) -> str:
        """Seats in words: `seat 2`, `seats 1 and 3`, `seats 2 to 5`."""
        if len(seats) > 2 and seats == tuple(range(seats[0], seats[-1] + 1)):
            return self.say("seats {first} to {last}", first=seats[0], last=seats[-1])
        told = join_words([str(seat) for seat in seats], self.say("and"))
        return self.say("seats {seats}", seats=told) if len(seats) > 1 else self.say("seat {seat}", seat=told)

    def winning(self) -> str:
        """The sentences about who wins, and where the game may end early."""
        first, deciding = self.goal.ranking()[0], self.decisions()
        if not deciding or len(self.rules.teams) == 1:
            return first
        if self.rules.score is None and not self.rules.winner:
            return " ".join(deciding)
        otherwise = self.say(
            "If this has not decided the game before: {winning}", winning=self.steps.after_colon(first)
        )
        return " ".join([*deciding, otherwise])

    def terms(self) -> Iterator[Block]:
        """The definitions: the meaning of the rules' words."""
        items = [
            self.told.tell(("term", definition.name), partial(self.term, definition))
            for definition in self.rules.definitions.values()
            if not definition.given  # that is described with its declaration
        ]
        if items:
            yield Heading(2, self.say("Terms"))
            yield Items(items)

    def term(self, definition: m.Definition) -> Item:
        """A definition: its words, and what they mean."""
        names = {p.name: self.parameter(p) for p in definition.params}
        lists = self.list_parameters(definition)
        self.vocabulary.lists.update(lists)
        args: list[s.Expr] = [s.Name(p.pos, p.name) for p in definition.params]
        condition = self.kind(definition.name) == "bool"
        if condition and args:
            title = self.english.conditions.quality(definition.name, args, names, False)
        else:
            title = self.english.function(definition.name, args, names)
        if condition:
            text = sentence(f"if {self.english.conditions.statement(definition.value, names)}")
        else:
            value = definition.value
            several = [self.english.phrase(one, names) for one in getattr(value, "items", [])]
            listing = isinstance(value, s.ListOf) and several
            text = sentence(join_words(several, "and then") if listing else self.english.phrase(value, names))
        idea = unsaid_sentences(self.vocabulary.sentence(definition.about), text)
        for name in lists:
            del self.vocabulary.lists[name]
        return Item(capital(title), text, idea=idea)

    def list_parameters(self, definition: m.Definition) -> dict[str, ListKind]:
        """The list parameters of a definition, with the kind of their items."""
        found = {}
        for local in self.ruleset.checked.definitions[definition.name].params:
            element = element_of(local.type, self.words.name)
            if element:
                rest = (
                    ""
                    if self.words.plural(element) == self.words.name(local.name)
                    else f" of the {self.words.name(local.name)}"
                )
                found[local.name] = ListKind(element, self.words.plural(element), rest, element == "player")
        return found

    def parameter(self, param: s.Param) -> str:
        """The name of a definition's parameter: `the tent`, `the number dr`."""
        if len(param.name) > SHORT:
            return f"the {self.words.name(param.name)}"
        kind = "number" if param.type == "int" else self.words.name(param.type)
        return f"the {kind} {param.name}" if kind else f"the {param.name}"

    def kind(self, name: str) -> str:
        """The kind of a definition's value; "" if there is no such definition."""
        checked = self.ruleset.checked.definitions.get(name)
        return checked.value.type.kind if checked is not None else ""

    def setup(self) -> Iterator[Block]:
        rules = self.rules
        yield Heading(2, self.say("Set-up"))
        varying = [
            name for name in rules.settings if len({self.settings.value_with(name, n) for n in self.layouts}) > 1
        ]
        if varying:
            yield Paragraph(self.say("Depending on the number of players:"))
            rows = [
                [capital(self.words.name(name)), *(self.settings.value_with(name, n) for n in self.layouts)]
                for name in varying
            ]
            header = ["", *(self.settings.players([n]) for n in self.layouts)]
            yield self.printed_table(header, rows, [rules.settings[name].rule for name in varying])
        if rules.setup:
            if rules.components:
                yield Paragraph(
                    self.say("Lay everything out as described under “Components” and “On the table”. Then:")
                )
            yield Items(self.steps.items(rules.setup, self.new_context()), numbered=True)
        elif not varying:
            laid = rules.components or rules.things
            yield Paragraph(
                self.say("There is nothing to do but lay out the components as described above.")
                if laid
                else self.say("There is nothing to do.")
            )

    def printed_table(
        self, header: list[str], rows: list[list[str]], rules: list[list[str]] | None = None
    ) -> PrintedTable:
        """A table with the clauses of its rows."""
        return PrintedTable(header, rows, rules or [], self.say("Clause"))

    def play(self) -> Iterator[Block]:
        yield Heading(2, self.say("Course of play"))
        around, turns = self.new_context(), ""
        for step in self.rules.phases:
            item = self.steps.item(step, around)
            yield Heading(3, item.title or self.say("The game"), item.rule)
            if turns:
                after = self.say("After the last turn of “{step}”.", step=self.vocabulary.fill_settings(turns))
                item.text = f"{after} {item.text}".strip()
            yield from self.body(item)
            turns = step.words if step.loop is not None and step.loop.kind == "turns" else ""
        for words in self.used:  # an action may be run by one described after it
            list(self.action(words))
        for words in self.used:
            yield from self.action(words)
        if self.rules.whenever:
            yield Heading(3, self.say("At any time"))
            yield Items(
                [
                    self.told.tell(id(event), partial(self.steps.event, event, self.new_context()))
                    for event in self.rules.whenever
                ]
            )

    def body(self, item: Item) -> Iterator[Block]:
        if item.idea:
            yield Paragraph(item.idea, idea=True)
        if item.text:
            yield Paragraph(item.text)
        if item.children:
            yield Items(item.children, numbered=all(child.title for child in item.children))

    def used_actions(self) -> list[str]:
        """The actions that the rules use, in the order of the ruleset; `runs` gets the steps that run each."""
        used: set[str] = set()
        waiting = list(walk(self.rules.setup + self.rules.phases))
        waiting += [inner for event in self.rules.whenever for inner in walk([event.sentence])]
        while waiting:
            step = waiting.pop()
            named = [item.words for item in step.menu if item.sentence is None]
            if isinstance(step.effect, m.Run):
                named += step.effect.actions
                for words in step.effect.actions:
                    self.runs[words].append(step.effect)
            for words in named:
                if words in self.rules.actions and words not in used:
                    used.add(words)
                    waiting += walk([self.rules.actions[words].sentence])
        return [words for words, action in self.rules.actions.items() if words in used and not is_idle(action)]

    def action(self, words: str) -> Iterator[Block]:
        action = self.rules.actions[words]
        around = self.new_context()
        if words in self.done_by_others:
            around.who = self.steps.doer()
        if words in self.inlined:
            known, outer = self.steps.effects.known.get(words, {}), outer_names(self.runs[words][0])
            around.names |= {name: text for name, text in known.items() if name in outer}
        told = self.told.tell(("parameters", words), partial(self.parameters, words, around))
        item = self.steps.item(self.inlined.get(words, action.sentence), around)
        yield Heading(3, self.title(words), action.sentence.rule)
        if told:
            yield Paragraph(told)
        yield from self.body(item)
        if not item.text and not item.children:
            yield Paragraph(self.say("Nothing happens."))
        taken = {result for run in self.runs[words] for result, _, _ in run.gives}
        if any(name in taken for name, _, _ in action.gives):
            yield Paragraph(self.told.tell(("results", words), partial(self.results, action, taken)))

    def parameters(self, words: str, around: Context) -> str:
        """The sentence about what an action is given; its parameters are known from now on."""
        told = []
        for parameter in [] if words in self.inlined else self.rules.actions[words].params:
            around.names[parameter.name] = f"the {self.words.name(parameter.name)}"
            kinds = [self.words.name(p.type or p.name) for p in parameter.params]
            about = f" of each {join_words(kinds)}" if kinds else ""
            if isinstance(parameter.type.expr, s.Name) and parameter.type.expr.name in self.vocabulary.plurals:
                name = self.words.name(parameter.name)
                player = parameter.type.expr.name == "players"
                self.vocabulary.lists[parameter.name] = ListKind(name.removesuffix("s"), name, "", player)
            if parameter.name in self.steps.effects.handed[words]:
                told.append(f"the {self.words.name(parameter.name)}{about}")
        return f"The rule that leads here says what is meant by {join_words(told)}." if told else ""

    def results(self, action: m.Action, taken: Collection[str]) -> str:
        """The sentence about what an action gives back."""
        results = [
            f"the {self.words.name(name)}"
            if self.words.name(name) == self.words.name(mine)
            else f"the {self.words.name(name)} is the {self.words.name(mine)}"
            for name, mine, _ in action.gives
            if name in taken
        ]
        return f"Result: {join_words(results)}."

    # -- tables and the end

    def tables(self) -> Iterator[Block]:
        if not self.rules.tables:
            return
        yield Heading(2, self.say("Tables"))
        for table in self.rules.tables.values():
            yield Heading(3, capital(self.column(table.name)), table.rule)
            if table.about:
                yield Paragraph(self.vocabulary.sentence(table.about))
            yield self.told.tell(("table", table.name), partial(self.table, table))

    def table(self, table: m.LookupTable) -> PrintedTable:
        kinds = [str(kind) for kind in self.ruleset.checked.tables[table.name].params]
        names = [capital(self.column(p.name)) for p in table.params] or [capital(self.column(kind)) for kind in kinds]
        if len(kinds) == 1:
            header = [names[0], capital(self.column(table.name))]
            others = [[self.say("all others"), self.cell(table.default)]] if table.default is not None else []
            rows = [[self.key(row.key), self.cell(row.value)] for row in self.asked_rows(table, table.rows, 0)]
            return self.printed_table(header, [*rows, *others])
        body = {self.key(row.key): self.cells(row.value, table) for row in self.asked_rows(table, table.rows, 0)}
        columns = list(dict.fromkeys(column for cells in body.values() for column in cells))
        other = self.cell(table.default) if table.default is not None else "–"
        rows = [[key, *(cells.get(column, other) for column in columns)] for key, cells in body.items()]
        rows += [[self.say("all others"), *[other] * len(columns)]] if table.default is not None else []
        return self.printed_table([f"{names[0]} / {self.steps.within(names[1])}", *columns], rows)

    def column(self, name: str) -> str:
        """The words for what a table is asked for."""
        return self.words.name(name)

    def asked_rows(self, table: m.LookupTable, rows: list[m.Row], at: int) -> list[m.Row]:
        """The rows that the rules can ask for with these numbers of players, by the key at a place; all if none."""
        uses = self.uses[table.name]
        return [row for row in rows if is_asked(uses, self.layouts.values(), at, row.key)] or rows

    def cells(self, value: s.Expr | list[m.Row], table: m.LookupTable | None = None) -> dict[str, str]:
        if not isinstance(value, list):
            return {}
        rows = self.asked_rows(table, value, 1) if table is not None else value
        return {self.key(row.key): self.cell(row.value) for row in rows}

    def key(self, key: s.Expr) -> str:
        """The key of a table row in words; a range up to 99, 999 and so on means "or more"."""
        last = key.right.value if isinstance(key, s.Binary) and isinstance(key.right, s.Number) else 0
        if isinstance(key, s.Binary) and key.op == ".." and set(str(last)) == {"9"} and last > 9:
            return self.say("{number} or more", number=self.english.phrase(key.left, {}))
        return self.cell(key)

    def cell(self, value: s.Expr | list[m.Row]) -> str:
        """A cell of a table in words, or the rows of further keys."""
        if isinstance(value, list):
            return "; ".join(f"{key}: {text}" for key, text in self.cells(value).items())
        return self.english.phrase(value, {})

    def in_quotes(self, words: str) -> str:
        """Words in the quotation marks of the language."""
        return self.say("“{words}”", words=words)

    def rulings(self) -> Iterator[Block]:
        """The rulings where the original is silent, remarks, and the meaning of the clauses' marks."""
        notes = [
            sentence(re.sub(NAME, lambda found: self.words.name(found[0]), self.words.step(note)))
            for note in self.rules.notes
        ]
        marked = next((step.rule[0] for step in walk_all(self.rules) if step.rule), "")
        if not (self.rules.rulings or notes or marked):
            return
        yield Heading(2, self.say("About these rules"))
        for note in notes:
            yield Paragraph(note)
        if marked:
            yield Paragraph(self.say("Marks such as {mark} refer to clauses of the original rules.", mark=marked))
        if self.rules.rulings:
            yield Paragraph(self.say("Decided for this game, where the original rules are silent:"))
            yield Items([Item(text=self.vocabulary.sentence(r.words), rule=r.rule) for r in self.rules.rulings])

    def all_settings(self) -> Iterator[Block]:
        if not self.rules.settings:
            return
        yield Heading(2, self.say("Values in this game"))
        rows = [
            [capital(self.words.name(name)), self.settings.text(name), self.vocabulary.sentence(setting.about)]
            for name, setting in self.rules.settings.items()
        ]
        header = [self.say("Setting"), self.say("Value"), self.say("Meaning")]
        yield self.printed_table(header, rows, [setting.rule for setting in self.rules.settings.values()])


def elements_in(ruleset: Ruleset, word: Callable[[str], str]) -> dict[str, str]:
    """For each definition or setting that is a list, the word for its items: `cell`, `number`."""
    checked = ruleset.checked
    kinds = {name: definition.value.type for name, definition in checked.definitions.items()}
    for name, setting in checked.ruleset.settings.items():
        example = setting.value if setting.value is not None else setting.by_players[0][2]
        kinds[name] = checked.exprs[id(example)].type
    return {name: element for name, kind in kinds.items() if (element := element_of(kind, word))}


def element_of(kind: Type, word: Callable[[str], str]) -> str:
    """The word for the items of a list, a place or a group; "" for anything else."""
    kind = present(kind)
    if kind.kind in ("zone", "group"):
        return word(kind.name)
    if kind.kind != "list" or kind.item is None:
        return ""
    named = {"int": "number", "zone": "place", "group": "group", "list": "list", "bool": "answer"}
    item = present(kind.item)
    return word(item.name) if item.kind in ("thing", "card") else named.get(item.kind, "")


def nouns_of_results(ruleset: Ruleset, word: Callable[[str], str]) -> dict[tuple[str, str], str]:
    """The noun for each result of each action: `tent`, `card`; none for numbers."""
    found = {}
    for words, action in ruleset.checked.actions.items():
        for result, local in action.gives.items():
            found[words, result] = word(present(local.type).name)
    return found
