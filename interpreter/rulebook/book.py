"""Write the printed rulebook of a ruleset, from its words, places, tables and settings."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from ..base.display_names import Wording
from ..base.english import join_words
from ..base.errors import UsageError
from ..check.checked import runs_out, walk, walk_all
from ..check.types import Type, present
from ..front.api import Ruleset
from ..front.expressions import setting_values
from ..language import model as m
from ..language import syntax as s
from ..program.lowering.layout import Layout
from ..program.lowering.layout_builder import lay_out
from ..reading.player_counts import players_text
from .blocks import Block, Heading, Item, Items, Paragraph, PrintedTable
from .effects import Context
from .english import English
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
) -> list[Block]:
    """The rulebook as blocks, in order; for one number of players, or for all of them.

    options are {setting: value}; `example` stands behind the course of play. Raises UsageError for a wrong number of
    players, setting or value.
    """
    if players is not None and players not in ruleset.players:
        raise UsageError(f"{ruleset.name} is for {players_text(ruleset.players)}, not {players}")
    chosen = setting_values(ruleset.checked, options)
    counts = [players] if players is not None else ruleset.players
    layouts = {count: lay_out(ruleset.checked, count, chosen).layout for count in counts}
    return _Book(ruleset, layouts).blocks(example)


class _Book:
    """Writes the sections of a rulebook."""

    def __init__(self, ruleset: Ruleset, layouts: dict[int, Layout]) -> None:
        self.ruleset, self.layouts = ruleset, layouts
        self.rules: m.Ruleset = ruleset.checked.ruleset
        self.settings = Settings(ruleset, layouts)
        values = {name: self.settings.value_or_name(name) for name in self.rules.settings}
        sizes = {name: self.settings.size(name) for name in self.rules.settings}
        self.vocabulary = Vocabulary(self.rules, values, elements=_elements(ruleset), sizes=sizes)
        self.english, self.words = English(self.vocabulary), self.vocabulary.words
        self.inventory = Inventory(self.english, self.settings)
        self.goal = Goal(
            self.rules, self.english, {name for name in ruleset.checked.definitions if self.kind(name) == "list"}
        )
        self.runs: defaultdict[str, list[m.Run]] = defaultdict(list)
        self.used = self.used_actions()
        alone = {words: inline_action(self.rules.actions[words], self.runs[words]) for words in self.used}
        self.inlined = {words: sentence for words, sentence in alone.items() if sentence is not None}
        self.steps = Steps(self.english, _nouns(ruleset), self.inlined)
        self.done_by_others = {
            words
            for step in walk_all(self.rules)
            if isinstance(step.effect, m.Run) and step.by is not None
            for words in step.effect.actions
        }
        turns = list(ruleset.checked.turn_names)
        self.turn_names = {
            name: f"the {self.words.name(name)}" if len(name) > SHORT else "the player" for name in turns
        }
        self.who = self.turn_names[turns[0]] if turns else "the player"

    def blocks(self, example: Sequence[Block]) -> list[Block]:
        """All sections, in the order of reading."""
        return [
            *self.opening(),
            *self.inventory.components(),
            *self.inventory.places(),
            *self.terms(),
            *self.setup(),
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
        box = self.inventory.box()
        yield Paragraph(f"For {players_text(list(self.layouts))}.{f' In the box: {box}.' if box else ''}")
        if rules.teams:
            yield Paragraph(self.teams())
        yield Heading(2, "Goal")
        yield Paragraph(f"{self.goal.score()} {self.winning()} {self.goal.payoff()}".strip())

    def teams(self) -> str:
        """The sentence about who plays together."""
        if len(self.rules.teams) == 1:
            return (
                f"All players together are the {self.words.name(self.rules.teams[0].name)}: they win or lose together."
            )
        told = [f"{self.words.name(team.name)} ({_seats(team.seats)})" for team in self.rules.teams]
        fewer = " Empty seats are left out." if len(self.layouts) > 1 else ""
        together = "The players of a team win and lose together."
        return f"The seats are numbered clockwise. The teams are {join_words(told)}.{fewer} {together}"

    def winning(self) -> str:
        """The sentences about who wins, and where the game may end early."""
        first, deciders = self.goal.ranking()[0], join_words(self.enders("game", deciding=True), "or")
        if not deciders or len(self.rules.teams) == 1:
            return first
        if self.rules.score is None and not self.rules.winner:
            return f"{deciders} decides who wins."
        return f"Unless {deciders} decides the game before, {first[0].lower()}{first[1:]}"

    def terms(self) -> Iterator[Block]:
        """The definitions: the meaning of the rules' words."""
        items = []
        for definition in self.rules.definitions.values():
            if definition.given:
                continue  # described with its declaration
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
            items.append(Item(capital(title), text, idea=idea))
            for name in lists:
                del self.vocabulary.lists[name]
        if items:
            yield Heading(2, "Terms")
            yield Items(items)

    def list_parameters(self, definition: m.Definition) -> dict[str, ListKind]:
        """The list parameters of a definition, with the kind of their items."""
        found = {}
        for local in self.ruleset.checked.definitions[definition.name].params:
            element = _element(local.type, self.words)
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
        yield Heading(2, "Set-up")
        varying = [
            name for name in rules.settings if len({self.settings.value_with(name, n) for n in self.layouts}) > 1
        ]
        if varying:
            yield Paragraph("Depending on the number of players:")
            rows = [
                [capital(self.words.name(name)), *(self.settings.value_with(name, n) for n in self.layouts)]
                for name in varying
            ]
            header = ["", *(players_text([n]) for n in self.layouts)]
            yield PrintedTable(header, rows, [rules.settings[name].rule for name in varying])
        if rules.setup:
            if rules.components:
                yield Paragraph("Lay everything out as described under “Components” and “On the table”. Then:")
            yield Items(self.steps.items(rules.setup, self.new_context()), numbered=True)
        elif not varying:
            more = " but lay out the components as described above" if rules.components or rules.things else ""
            yield Paragraph(f"There is nothing to do{more}.")

    def play(self) -> Iterator[Block]:
        yield Heading(2, "Course of play")
        around, turns = self.new_context(), ""
        for step in self.rules.phases:
            item = self.steps.item(step, around)
            yield Heading(3, item.title or "The game", item.rule)
            if turns:
                item.text = f"After the last turn of “{self.vocabulary.fill_settings(turns)}”. {item.text}".strip()
            yield from self.body(item)
            turns = step.words if step.loop is not None and step.loop.kind == "turns" else ""
        for words in self.used:  # an action may be run by one described after it
            list(self.action(words))
        for words in self.used:
            yield from self.action(words)
        if self.rules.whenever:
            yield Heading(3, "At any time")
            yield Items([self.steps.event(event, self.new_context()) for event in self.rules.whenever])

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
            around.who = "the one who does this"
        if words in self.inlined:
            known, outer = self.steps.effects.known.get(words, {}), outer_names(self.runs[words][0])
            around.names |= {name: text for name, text in known.items() if name in outer}
        told = []
        for parameter in [] if words in self.inlined else action.params:
            around.names[parameter.name] = f"the {self.words.name(parameter.name)}"
            kinds = [self.words.name(p.type or p.name) for p in parameter.params]
            about = f" of each {join_words(kinds)}" if kinds else ""
            if isinstance(parameter.type.expr, s.Name) and parameter.type.expr.name in self.vocabulary.plurals:
                name = self.words.name(parameter.name)
                player = parameter.type.expr.name == "players"
                self.vocabulary.lists[parameter.name] = ListKind(name.removesuffix("s"), name, "", player)
            if parameter.name in self.steps.effects.handed[words]:
                told.append(f"the {self.words.name(parameter.name)}{about}")
        item = self.steps.item(self.inlined.get(words, action.sentence), around)
        yield Heading(3, self.title(words), action.sentence.rule)
        if told:
            yield Paragraph(f"The rule that leads here says what is meant by {join_words(told)}.")
        yield from self.body(item)
        if not item.text and not item.children:
            yield Paragraph("Nothing happens.")
        taken = {result for run in self.runs[words] for result, _, _ in run.gives}
        results = [
            f"the {self.words.name(name)}"
            if self.words.name(name) == self.words.name(mine)
            else f"the {self.words.name(name)} is the {self.words.name(mine)}"
            for name, mine, _ in action.gives
            if name in taken
        ]
        if results:
            yield Paragraph(f"Result: {join_words(results)}.")

    # -- tables and the end

    def tables(self) -> Iterator[Block]:
        if not self.rules.tables:
            return
        yield Heading(2, "Tables")
        for table in self.rules.tables.values():
            yield Heading(3, capital(self.words.name(table.name)), table.rule)
            if table.about:
                yield Paragraph(self.vocabulary.sentence(table.about))
            yield self.table(table)

    def table(self, table: m.LookupTable) -> PrintedTable:
        kinds = [str(kind) for kind in self.ruleset.checked.tables[table.name].params]
        names = [capital(self.words.name(p.name)) for p in table.params] or [
            capital(self.words.name(kind)) for kind in kinds
        ]
        if len(kinds) == 1:
            header = [names[0], capital(self.words.name(table.name))]
            others = [["all others", self.cell(table.default)]] if table.default is not None else []
            return PrintedTable(header, [*([self.key(row.key), self.cell(row.value)] for row in table.rows), *others])
        body = {self.key(row.key): self.cells(row.value) for row in table.rows}
        columns = list(dict.fromkeys(column for cells in body.values() for column in cells))
        other = self.cell(table.default) if table.default is not None else "–"
        rows = [[key, *(cells.get(column, other) for column in columns)] for key, cells in body.items()]
        rows += [["all others", *[other] * len(columns)]] if table.default is not None else []
        return PrintedTable([f"{names[0]} / {names[1].lower()}", *columns], rows)

    def cells(self, value: s.Expr | list[m.Row]) -> dict[str, str]:
        return {self.key(row.key): self.cell(row.value) for row in value} if isinstance(value, list) else {}

    def key(self, key: s.Expr) -> str:
        """The key of a table row in words; a range up to 99, 999 and so on means "or more"."""
        last = key.right.value if isinstance(key, s.Binary) and isinstance(key.right, s.Number) else 0
        if isinstance(key, s.Binary) and key.op == ".." and set(str(last)) == {"9"} and last > 9:
            return f"{self.english.phrase(key.left, {})} or more"
        return self.cell(key)

    def cell(self, value: s.Expr | list[m.Row]) -> str:
        """A cell of a table in words, or the rows of further keys."""
        if isinstance(value, list):
            return "; ".join(f"{key}: {text}" for key, text in self.cells(value).items())
        return self.english.phrase(value, {})

    def ending(self) -> Iterator[Block]:
        yield Heading(2, "End of the game")
        phases = list(self.rules.phases)
        rounds = ("turns", "until", "forever")
        looping = [n for n, step in enumerate(phases) if any(s.loop and s.loop.kind in rounds for s in walk([step]))]
        at = max(looping, default=len(phases) - 1)
        last = phases[at] if phases else None
        words = last.words if last is not None else ""
        over = f"“{self.title(words)}” is over" if words else "the course of play is over"
        if last is not None and last.loop is not None and last.loop.kind == "each" and last.loop.choice is not None:
            over += f" for every {self.english.kind(last.loop.choice.binders[0].source, {}).one}"
        if last is not None and last.until:
            over += f" ({' or '.join(self.steps.occasion(c, self.new_context()) for c in last.until)})"
        within, at_once = self.enders(words), self.enders("game")
        if last is not None and m.is_endless(last) and (within or at_once):
            said = f"The game continues until {join_words(within or at_once, 'or')} ends it."
            at_once = at_once if within else []
        else:
            said = f"The game is over when {over}{', or by ' + join_words(within, 'or') if within else ''}."
        after = [f"“{self.title(step.words)}”" for step in phases[at + 1 :] if step.words]
        if after:
            said += f" Then {'follows' if len(after) == 1 else 'follow'} {join_words(after)}."
        if at_once:
            said += f" {join_words(at_once, 'or')} may end it at once."
        yield Paragraph(said)
        shared = self.rules.score is None and not self.rules.winner
        if not shared or runs_out(self.rules):
            yield Paragraph(self.goal.ranking()[1] if shared else " ".join(self.goal.ranking()))

    def enders(self, target: str, deciding: bool = False) -> list[str]:
        """The words of the steps that end the game, or the phase with these words; for unnamed ones the outer step's.

        deciding: only those that say who wins.
        """
        found: list[str] = []

        def inside(step: m.Sentence, words: str) -> None:
            words = step.words or words
            end = step.effect if isinstance(step.effect, m.End) and target and step.effect.target == target else None
            if end is not None and (end.winner is not None or not deciding):
                found.append(f"“{self.title(words)}”" if words else "the course of play")
            for branch in (step.do, step.otherwise, step.impossible, step.declined):
                for inner in branch or []:
                    inside(inner, words)
            for words_of, sentence_of in [(i.words, i.sentence) for i in step.menu] + [
                (event.words, event.sentence) for event in step.whenever
            ]:
                if sentence_of is not None:
                    inside(sentence_of, words_of)

        for step in self.rules.setup + self.rules.phases:
            inside(step, "")
        for words in self.used:
            inside(self.rules.actions[words].sentence, words)
        for event in self.rules.whenever:
            inside(event.sentence, event.words)
        return list(dict.fromkeys(found))

    def rulings(self) -> Iterator[Block]:
        """The rulings where the original is silent, remarks, and the meaning of the clauses' marks."""
        notes = [sentence(re.sub(NAME, lambda found: self.words.name(found[0]), note)) for note in self.rules.notes]
        marked = next((step.rule[0] for step in walk_all(self.rules) if step.rule), "")
        if not (self.rules.rulings or notes or marked):
            return
        yield Heading(2, "About these rules")
        for note in notes:
            yield Paragraph(note)
        if marked:
            yield Paragraph(f"Marks such as {marked} refer to clauses of the original rules.")
        if self.rules.rulings:
            yield Paragraph("Decided for this game, where the original rules are silent:")
            yield Items([Item(text=self.vocabulary.sentence(r.words), rule=r.rule) for r in self.rules.rulings])

    def all_settings(self) -> Iterator[Block]:
        if not self.rules.settings:
            return
        yield Heading(2, "Values in this game")
        rows = [
            [capital(self.words.name(name)), self.settings.text(name), self.vocabulary.sentence(setting.about)]
            for name, setting in self.rules.settings.items()
        ]
        yield PrintedTable(
            ["Setting", "Value", "Meaning"], rows, [setting.rule for setting in self.rules.settings.values()]
        )


def _seats(seats: tuple[int, ...]) -> str:
    """Seats in words: `seat 2`, `seats 1 and 3`, `seats 2 to 5`."""
    if len(seats) > 2 and seats == tuple(range(seats[0], seats[-1] + 1)):
        return f"seats {seats[0]} to {seats[-1]}"
    return f"seat{'s' * (len(seats) > 1)} {join_words([str(seat) for seat in seats])}"


def _elements(ruleset: Ruleset) -> dict[str, str]:
    """For each definition or setting that is a list, the word for its items: `cell`, `number`."""
    checked, words = ruleset.checked, ruleset.looks.wording
    kinds = {name: definition.value.type for name, definition in checked.definitions.items()}
    for name, setting in checked.ruleset.settings.items():
        example = setting.value if setting.value is not None else setting.by_players[0][2]
        kinds[name] = checked.exprs[id(example)].type
    return {name: element for name, kind in kinds.items() if (element := _element(kind, words))}


def _element(kind: Type, words: Wording) -> str:
    """The word for the items of a list, a place or a group; "" for anything else."""
    kind = present(kind)
    if kind.kind in ("zone", "group"):
        return words.name(kind.name)
    if kind.kind != "list" or kind.item is None:
        return ""
    named = {"int": "number", "zone": "place", "group": "group", "list": "list", "bool": "answer"}
    item = present(kind.item)
    return words.name(item.name) if item.kind in ("thing", "card") else named.get(item.kind, "")


def _nouns(ruleset: Ruleset) -> dict[tuple[str, str], str]:
    """The noun for each result of each action: `tent`, `card`; none for numbers."""
    found = {}
    for words, action in ruleset.checked.actions.items():
        for result, local in action.gives.items():
            found[words, result] = ruleset.looks.wording.name(present(local.type).name)
    return found
