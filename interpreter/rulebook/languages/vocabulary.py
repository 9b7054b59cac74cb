"""The words of a ruleset in another language: its nouns with gender and cases, and what the catalogue says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ...base.languages.catalogues import mark
from ...base.languages.declension import Noun, NounPhrase, fixed_phrase, joined_phrase, of_noun, strong_words
from ...base.languages.phrases import fill_holes
from ...language import model as m
from ...language import syntax as s
from ..fallback import Unsaid
from ..vocabulary import PLACE, SHORT, Vocabulary
from .sentences import Clause, found_in, noun_in, part_of

Names = Mapping[str, NounPhrase]
AND, OR, NOR, AND_THEN = mark("and"), mark("or"), mark("nor"), mark("and then")
# nouns that every game has
_KNOWN = {
    "player": mark("noun: player"),
    "round": mark("noun: round"),
    "box": mark("noun: box"),
    "card": mark("noun: card"),
}


@dataclass(frozen=True, slots=True)
class Kind:
    """What a list's items are, with what follows the noun for one and for many: ` auf der Hand des Spielers`."""

    noun: Noun
    one: str = ""
    many: str = ""
    player: bool = False
    order: str = ""  # behind everything else: `, beginnend mit dem Startspieler,`

    def a(self, determiner: str = "ein") -> NounPhrase:
        """One of them: `eine Karte`, `keine Karte`, `jede Karte`."""
        if self.noun.plural_only:
            raise Unsaid(self.noun.one)
        return of_noun(self.noun, False, determiner, self.one + self.order)

    def all(self, determiner: str = "der") -> NounPhrase:
        """All of them: `die Karten auf der Hand`, with "" `Karten auf der Hand`."""
        return of_noun(self.noun, True, determiner, self.many + self.order)

    @property
    def rest(self) -> bool:
        return bool(self.many or self.order)

    def with_rest(self, one: str, many: str) -> Kind:
        """The same with more behind it."""
        return replace(self, one=self.one + one, many=self.many + many)


@dataclass(slots=True)
class OtherWords(Vocabulary):
    """The names of one ruleset in another language; nouns_of_lists: the kinds of local names that are lists."""

    nouns_of_lists: dict[str, Kind] = field(default_factory=dict)

    @property
    def language(self) -> str:
        return self.words.language

    # -- what the catalogue says

    def say(self, sentence: str, /, **holes: Any) -> str:
        """A sentence, its holes filled; raises Unsaid if the catalogue has none."""
        return fill_holes(found_in(self.language, sentence), holes)

    def say_part(self, sentence: str, /, **holes: Any) -> NounPhrase:
        """A noun phrase."""
        return part_of(found_in(self.language, sentence), holes)

    def say_clause(self, sentence: str, /, **holes: Any) -> Clause:
        """A clause, whose subject is the hole of that name."""
        return Clause(found_in(self.language, sentence), holes)

    def say_noun(self, sentence: str) -> Noun:
        """A noun of the catalogue."""
        return noun_in(found_in(self.language, sentence))

    # -- the ruleset's words

    def belonging_to(self, owner: str) -> dict[str, Any]:
        return {owner: self.the(owner)} if owner else {}

    def noun(self, word: str) -> Noun:
        """The noun for a name; raises Unsaid if the file of words does not give its gender."""
        found = self.words.names.get(word)
        if found is not None and "gender" in found.forms:
            return Noun(found.one, found.many, found.forms["gender"], found.forms, found.forms.get("preposition", "in"))
        if found is None and word in _KNOWN:
            return self.say_noun(_KNOWN[word])
        raise Unsaid(f"{word}: no gender")

    def the(self, word: str) -> NounPhrase:
        """The thing of a name: `der Startspieler`."""
        noun = self.noun(word)
        return of_noun(noun, noun.plural_only, "der")

    def noun_of_held(self, name: str) -> Noun | None:
        """The noun for what lies in a place that is called by it: `ausgespielte Karte` in `ausgespielte Karten`."""
        zone = self.zone(name)
        if zone is None:
            return None
        place, item = self.noun(name), self.noun(zone.component)
        if not place.many.lower().endswith(item.many.lower()):
            return None
        before = place.many[: -len(item.many)]
        if before.endswith(("-", " ")) or not before:
            return replace(item, many=place.many, one=strong_words(before, item.gender) + item.one)
        return replace(item, many=place.many, one=before + item.one.lower())

    def holds_players(self, e: s.Expr) -> bool:
        """Whether an expression says whose something on a thing is, as the man on a square."""
        variable = self.variable(e.name) if isinstance(e, s.Field) else None
        first = variable.initial if variable is not None and variable.owner in self.rules.things else None
        return isinstance(first, s.TypeText) and first.name == "player"

    def lists_rows(self, name: str) -> bool:
        """Whether each row of a table is a list of things."""
        return any(isinstance(row.value, s.ListOf) for row in self.rules.tables[name].rows)

    def plain_name(self, word: str) -> NounPhrase:
        """A name as it is, without an article: `Zelt 3`."""
        found = self.words.names.get(word)
        if found is not None and found.forms.get("gender"):
            return of_noun(self.noun(word), found.forms["gender"] == "many", "")
        return fixed_phrase(self.words.name(word))

    def in_quotes(self, words: str) -> str:
        """Words in the marks of the language."""
        return self.say("“{words}”", words=words)

    def is_own(self, name: str) -> bool:
        """Whether a name is the ruleset's own: of a place, variable, definition or table."""
        rules = self.rules
        return name in rules.zones or name in rules.variables or name in rules.definitions or name in rules.tables

    def local_name(self, name: str, kind: Noun | None, names: Names) -> NounPhrase:
        """The phrase for a bound name from now on: `der Bieter`; `dieser Spieler` for a letter."""
        if len(name) > SHORT:
            if name not in self.words.names and kind is not None and self._same(name, kind):
                return of_noun(kind, False, "der")
            return self.the(name)
        if kind is None:
            return self.say_part("the value {name}", name=name)
        if kind == self.say_noun("noun: number"):
            return self.say_part("the number {name}", name=name)
        taken = {str(phrase) for other, phrase in names.items() if other != name}
        return self.another(kind, taken)

    def _same(self, name: str, kind: Noun) -> bool:
        """Whether a name is that of its kind, which the program itself has a noun for."""
        return name in _KNOWN and self.noun(name) == kind

    def another(self, noun: Noun, taken: set[str], above: int = 0) -> NounPhrase:
        """A thing unlike all others around it: `diese Karte`, `die andere Karte`."""
        if noun.plural_only:
            raise Unsaid(noun.one)
        ways = [of_noun(noun, False, "dies")]
        ways += [of_noun(noun.with_adjective(stem), False, "der") for stem in ("ander", "dritt", "viert", "fünft")]
        free = [way for way in ways if str(way) not in taken]
        return free[min(above, len(free) - 1)] if free else ways[-1]

    def phrase_of_name(self, name: str, names: Names) -> NounPhrase:
        """The phrase for a single name."""
        rules = self.rules
        if name in names:
            return names[name]
        if name in self.values:
            return self.setting(name)
        if name in self.plurals:
            return of_noun(self.noun(self.plurals[name]), True, "all")
        if (place := PLACE.fullmatch(name)) and place[1] in rules.things:
            return self.member(rules.things[place[1]], name)
        if name in rules.definitions and self.elements.get(name, "") in {"player", *rules.things, *rules.components}:
            return of_noun(self.noun(name), True, "der")
        if self.is_own(name) or name in ("round", "box"):
            return self.the(name)
        if any(name in (one for one, _ in thing.members) for thing in rules.things.values()):
            return self.plain_name(name)
        if name in ("true", "false"):
            return fixed_phrase(self.say("yes") if name == "true" else self.say("no"))
        raise Unsaid(name)

    def setting(self, name: str) -> NounPhrase:
        """The value of a setting; its name in quotes if that depends on the number of players."""
        return fixed_phrase(self.values[name])

    def member(self, thing: m.Thing, name: str) -> NounPhrase:
        """A member of a thing: `Zelt 3`, `das Feld in Zeile 1, Spalte 2`, or its name."""
        place = name.removeprefix(f"{thing.name}_").split("_")
        if thing.grid is not None and len(place) == len(thing.grid) and all(part.isdecimal() for part in place):
            return self.say_part(
                "the {thing} in row {row}, column {column}", thing=self.noun(thing.name), row=place[0], column=place[1]
            )
        return self.plain_name(name)

    def join(self, parts: list[NounPhrase], word: str = AND) -> NounPhrase:
        """`a, b und c`."""
        return joined_phrase(parts, self.say(word)) if parts else fixed_phrase(self.say("nothing"))
