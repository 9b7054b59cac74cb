"""The rulebook in another language than English, which stands where that has no words."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from ...base.languages.catalogues import mark
from ...base.languages.declension import NounPhrase, fixed_phrase, of_noun
from ...language import model as m
from ...language import syntax as s
from ..blocks import Item
from ..book import Book, element_of, elements_in, nouns_of_results
from ..effects import Context
from ..fallback import Told, Unsaid
from ..vocabulary import SHORT
from ..wording import capital, sentence, unsaid_sentences
from .goal import OtherGoal
from .inventory import OtherInventory, OtherSettings
from .phrases import Phrases
from .steps import OtherSteps
from .vocabulary import AND_THEN, Kind, OtherWords


class OtherBook(Book):
    """Writes the sections of a rulebook in a language, with the English book of the same rules at hand."""

    def __init__(self, english: Book, language: str) -> None:
        self.ruleset, self.layouts, self.rules = english.ruleset, english.layouts, english.rules
        self.written, self.told, self.uses = [], Told(english.told), english.uses
        looks = self.ruleset.looks.in_language(language)
        self.settings = OtherSettings(self.ruleset, self.layouts, looks.wording)
        values = {name: self.settings.value_or_name(name) for name in self.rules.settings}
        sizes = english.vocabulary.sizes
        words = OtherWords(self.rules, values, elements=elements_in(self.ruleset, str), sizes=sizes)
        words.words = looks.wording
        self.vocabulary, self.words, self.other = words, looks.wording, words
        self.english = english.english
        self.phrases = Phrases(words)
        self.inventory = OtherInventory(english.english, self.settings, self.told, self.phrases)
        lists = {name for name in self.ruleset.checked.definitions if self.kind(name) == "list"}
        self.goal = OtherGoal(self.rules, english.english, lists, self.phrases)
        self.runs, self.used, self.inlined = english.runs, english.used, english.inlined
        nouns = nouns_of_results(self.ruleset, str)
        self.steps = OtherSteps(english.english, self.phrases, nouns, self.inlined, self.told)
        self.done_by_others = english.done_by_others
        player = words.the("player")
        self.turn_names = {}
        for name in self.ruleset.checked.turn_names:
            try:
                self.turn_names[name] = words.the(name) if len(name) > SHORT else player
            except Unsaid:
                self.turn_names[name] = player
        self.who = next(iter(self.turn_names.values()), player)

    def new_context(self) -> Context:
        return Context(dict(self.turn_names), self.who)

    # -- terms

    def term(self, definition: m.Definition) -> Item:
        v = self.other
        names: dict[str, Any] = {p.name: self.parameter_phrase(p) for p in definition.params}
        lists = self.list_kinds(definition)
        v.nouns_of_lists.update(lists)
        try:
            return self._term(definition, names)
        finally:
            for name in lists:
                del v.nouns_of_lists[name]

    def _term(self, definition: m.Definition, names: dict[str, Any]) -> Item:
        v, value = self.other, definition.value
        args: list[s.Expr] = [s.Name(p.pos, p.name) for p in definition.params]
        if self.kind(definition.name) == "bool":
            clause = self.phrases.conditions.quality(definition.name, args, names, False)
            title = clause.main()
            text = v.say("if {condition}", condition=self.phrases.conditions.statement(value, names).after())
        else:
            title = self.phrases.function(definition.name, args, names)
            several = [self.phrases.phrase(one, names) for one in getattr(value, "items", [])]
            listing = isinstance(value, s.ListOf) and several
            text = v.join(several, AND_THEN) if listing else self.phrases.phrase(value, names)
        told = sentence(text)
        return Item(capital(title), told, idea=unsaid_sentences(v.sentence(definition.about), told))

    def parameter_phrase(self, param: s.Param) -> NounPhrase:
        """A definition's parameter: `das Zelt`, `die Zahl dr`."""
        v = self.other
        if len(param.name) > SHORT:
            if param.name not in v.words.names and param.type in v.rules.things:
                return v.the(param.type)
            # the suit meant and the suit of a card are told apart
            return of_noun(v.noun(param.name), False, "dies") if v.attribute(param.name) else v.the(param.name)
        if param.type == "int":
            return v.say_part("the number {name}", name=param.name)
        kind = v.noun(param.type or param.name)
        return of_noun(kind, False, "der", f" {param.name}")

    def list_kinds(self, definition: m.Definition) -> dict[str, Kind]:
        """The list parameters of a definition, with the kind of their items."""
        found = {}
        for local in self.ruleset.checked.definitions[definition.name].params:
            if element := element_of(local.type, str):
                noun = self.phrases.element(element)
                told = self.other.the(local.name)
                rest = "" if told.noun is not None and told.noun.many == noun.many else f" {told.form('wo')}"
                found[local.name] = Kind(noun, rest, rest, element == "player")
        return found

    # -- actions

    def parameters(self, words: str, around: Context) -> str:
        v, told = self.other, []
        for parameter in [] if words in self.inlined else self.rules.actions[words].params:
            phrase = around.names[parameter.name] = v.the(parameter.name)
            kind = parameter.type.expr.name if isinstance(parameter.type.expr, s.Name) else ""
            if kind in v.plurals:
                noun = v.noun(v.plurals[kind])
                v.nouns_of_lists[parameter.name] = Kind(noun, player=kind == "players")
                phrase = around.names[parameter.name] = of_noun(v.noun(parameter.name), True, "der")
            if parameter.name in self.steps.effects.handed[words]:
                told.append(phrase)
        if not told:
            return ""
        return v.say("The rule that leads here says what is meant by {things}.", things=v.join(told))

    def results(self, action: m.Action, taken: Collection[str]) -> str:
        v, told = self.other, []
        for name, mine, _ in action.gives:
            if name in taken:
                result, own = v.the(name), v.the(mine)
                same = str(result) == str(own)
                told.append(
                    result
                    if same
                    else fixed_phrase(v.say_clause("{subject} is {other}", subject=result, other=own).main())
                )
        return v.say("Result: {results}.", results=v.join(told))

    # -- tables

    def column(self, name: str) -> str:
        v = self.other
        if name not in self.words.names:
            return v.say_noun(mark("noun: number")).one if name in ("number", "int") else v.noun(name).one
        return self.words.plural(name) if name in self.rules.tables and v.lists_rows(name) else self.words.name(name)

    def cell(self, value: s.Expr | list[m.Row]) -> str:
        if isinstance(value, list):
            return super().cell(value)
        return str(self.phrases.phrase(value, {}))

    def key(self, key: s.Expr) -> str:
        last = key.right.value if isinstance(key, s.Binary) and isinstance(key.right, s.Number) else 0
        if isinstance(key, s.Binary) and key.op == ".." and set(str(last)) == {"9"} and last > 9:
            return self.say("{number} or more", number=self.phrases.phrase(key.left, {}))
        return self.cell(key)
