"""The inventory of a game in another language: components, places and their contents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ...base.display_names import PLAIN, Wording
from ...base.languages.catalogues import mark
from ...base.languages.declension import of_noun, owned_by
from ...base.languages.phrases import fill_holes
from ...language import model as m
from ...language import syntax as s
from ...language.audience import audience, is_open
from ...reading.player_counts import numbers
from ..inventory import Inventory, Settings, names_set_in
from ..wording import capital
from .phrases import Phrases
from .sentences import found_in
from .vocabulary import OtherWords

SEES = {
    "everyone": mark("everyone sees {what}"), "owner": mark("only its owner sees {what}"),
    "others": mark("everyone but its owner sees {what}"), "nobody": mark("nobody sees {what}"),
}  # fmt: skip
FACES = {
    "front": mark("the fronts"), "back": mark("the backs"), "top": mark("the top {thing}"),
    "top.front": mark("the front of the top {thing}"), "top.back": mark("the back of the top {thing}"),
    "size": mark("how many there are"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class OtherSettings(Settings):
    """The settings of a game, in the words of another language."""

    other: Wording = PLAIN

    @property
    def words(self) -> Wording:
        return self.other

    def say(self, words: str, /, **holes: Any) -> str:
        return fill_holes(found_in(self.other.language, words), holes)

    def numbers(self, counts: Sequence[int]) -> str:
        """Numbers of players in words: `3 bis 5`."""
        to, either = self.say("to"), self.say("or")
        return numbers(counts).replace(" to ", f" {to} ").replace(" or ", f" {either} ")

    def players(self, counts: Sequence[int]) -> str:
        return (
            self.say("1 player") if list(counts) == [1] else self.say("{numbers} players", numbers=self.numbers(counts))
        )

    def with_players(self, values: Mapping[str, Sequence[int]]) -> str:
        (value, counts), *others = values.items()
        if list(counts) == [1]:
            first = self.say("{value} with 1 player", value=value)
        else:
            first = self.say("{value} with {numbers} players", value=value, numbers=self.numbers(counts))
        rest = [self.say("{value} with {numbers}", value=one, numbers=self.numbers(n)) for one, n in others]
        return self.join([first, *rest])

    def in_quotes(self, words: str) -> str:
        return self.say("“{words}”", words=words)

    def member(self, thing: m.Thing, name: str) -> str:
        place = name.removeprefix(f"{thing.name}_").split("_")
        if thing.grid is not None and len(place) == len(thing.grid) and all(part.isdecimal() for part in place):
            words = OtherWords(self.ruleset.checked.ruleset, {})
            words.words = self.words
            return str(words.member(thing, name))
        return self.words.name(name)


@dataclass(frozen=True, slots=True)
class OtherInventory(Inventory):
    """Writes the sections about components and places in another language."""

    phrases: Phrases | None = None

    @property
    def other(self) -> Phrases:
        assert self.phrases is not None
        return self.phrases

    @property
    def say_words(self) -> OtherWords:
        return self.other.vocabulary

    @property
    def words(self) -> Wording:
        return self.say_words.words

    def say(self, words: str, /, **holes: Any) -> str:
        return self.say_words.say(words, **holes)

    def titled_item(self, name: str, text: str, about: str, rule: list[str] | None = None) -> Any:
        found = Inventory.titled_item(self, name, text, "", rule)
        found.text = f"{text} {self.say_words.sentence(about)}".strip()
        return found

    def plural_of_thing(self, thing: m.Thing) -> str:
        return self.words.plural(thing.name)

    def attribute(self, attribute: m.Attribute) -> str:
        v = self.say_words
        if attribute.of is not None and attribute.of.index is not None:
            return Inventory.attribute(self, attribute)
        kind = attribute.type
        if isinstance(kind.expr, s.Name) and kind.expr.name == "bool":
            return v.say("perhaps the mark “{name}”", name=self.words.name(attribute.name))
        noun = v.noun(attribute.name)
        if kind.kind == "maybe" and not attribute.is_text:
            return v.say("perhaps {thing}", thing=of_noun(noun, noun.plural_only, "" if noun.plural_only else "ein"))
        if kind.expr is not None and isinstance(kind.expr, s.Binary):
            return v.say("its {thing} ({range})", thing=v.the(attribute.name), range=self.other.phrase(kind.expr, {}))
        return v.say("its {thing}", thing=v.the(attribute.name))

    def for_each(self, told: str, kind: str) -> str:
        v = self.say_words
        return v.say("{told} for each {thing}", told=told, thing=of_noun(v.noun(kind), False, "jed"))

    def lists_several(self, cell: str) -> bool:
        v = self.say_words
        to, every = v.say("to"), v.say("all")
        return f" {to} " in cell or "," in cell or cell.startswith(f"{every} ")

    def where(self, zone: m.Zone, noun: str) -> str:
        v = self.say_words
        if zone.owner:
            place = owned_by(of_noun(v.noun(zone.owner), False, "jed"), v.noun(zone.name))
        else:
            place = v.the(zone.name)
        if place.noun is not None and place.noun.many.endswith(noun):
            return str(place)
        return v.say("{things} {place}", things=noun, place=place.form("wo"))

    def with_values(self, values: Mapping[str, str]) -> Any:
        words = replace(self.say_words, values=values)
        words.words = self.words
        return Phrases(words)

    def holder(self, owner: str) -> str:
        v = self.say_words
        if not owner:
            return v.say("In the middle:")
        return capital(v.say("{owner} has:", owner=of_noun(v.noun(owner), False, "jed")))

    def kinds(self, params: Sequence[s.Param]) -> str:
        """The kinds that there is something for each of."""
        v = self.say_words
        return str(v.join([of_noun(v.noun(p.type or p.name), False, "jed") for p in params]).form("akk"))

    def zone(self, zone: m.Zone) -> Any:
        v = self.say_words
        things = of_noun(v.noun(zone.component), True, "")
        if zone.ordered:
            kind = v.say("a pile of {things}", things=things)
        else:
            kind = v.say("{things} in groups", things=things) if zone.groups else str(things)
        each = v.say(", one for each {kinds}", kinds=self.kinds(zone.params)) if zone.params else ""
        told = f"{kind}{each}; {self.audience_sentence(zone)}."
        return self.titled_item(zone.name, told[:1].upper() + told[1:], zone.about, zone.rule)

    def variable(self, item: m.Variable) -> Any:
        v, rules, first = self.say_words, self.say_words.rules, item.initial
        each = v.say(", for each {kinds}", kinds=self.kinds(item.params)) if item.params else ""
        names = v.belonging_to(item.owner)
        if item.token:
            start = "0" if first is None or isinstance(first, s.TypeText) else self.other.phrase(first, names)
            if isinstance(first, s.Name) and first.name in v.values:
                start = self.settings.text(first.name)
            things = of_noun(v.noun(item.token), True, "")
            kind = v.say("{things}{each}, {start} at the start", things=things, each=each, start=start)
        elif item.times_seen:
            kind = self.position(item)
        elif isinstance(first, s.TypeText):
            thing = of_noun(v.noun(first.name), False, "ein")
            kind = v.say("{thing} or none{each}, none at the start", thing=thing, each=each)
        elif isinstance(first, s.Truth):
            sentence = (
                mark("yes or no{each}, yes at the start") if first.value else mark("yes or no{each}, no at the start")
            )
            kind = v.say(sentence, each=each)
        elif first is not None and not (isinstance(first, s.Binary) and first.op == ".."):
            if item.name in names_set_in(rules.setup):
                made = str(self.settings.ruleset.checked.exprs[id(first)].type)
                kind = f"{of_noun(v.noun(made), False, 'ein')}{each}"
            else:
                kind = v.say("{start} at the start{each}", start=self.other.phrase(first, names), each=each)
        else:
            numbers_ = first or item.range
            low = self.other.phrase(numbers_.left, names) if isinstance(numbers_, s.Binary) else "0"
            kind = v.say("a number, {low} at the start{each}", low=low, each=each)
        seen = "" if is_open(item) else f"; {self.audience_sentence(item)}"
        told = f"{kind}{seen}."
        return self.titled_item(item.name, told[:1].upper() + told[1:], item.about, item.rule)

    def position(self, item: m.Variable) -> str:
        v = self.say_words
        values = [v.rules.variables[one.text] for one in item.times_seen]
        parts = []
        for one in values:
            owner = f" {of_noun(v.noun(one.owner), False, 'jed').form('gen')}" if one.owner else ""
            parts.append(f"{self.words.name(one.name)}{owner}")
        return v.say(
            "a number: how often the same position has come with the same player to play ({parts})",
            parts=", ".join(parts),
        )

    def audience_sentence(self, place: m.Zone | m.Variable, what: str = "") -> str:
        v, see = self.say_words, place.see
        names = v.belonging_to(place.owner)
        if not isinstance(place, m.Zone):
            return self.visibility(audience(see), v.say("it"), names)
        noun = v.noun(place.component)
        if not see or list(see) == [""]:
            return self.visibility(audience(see), str(of_noun(noun, True, "der").form("akk")), names)
        told = []
        for face, word in see.items():
            seen = v.say_part(FACES[face], thing=noun).form("akk") if face else of_noun(noun, True, "der").form("akk")
            told.append(self.visibility(word, str(seen), names))
        if not {"front", "back", ""} & see.keys():
            told.append(
                v.say("nobody sees the other {things}", things=of_noun(noun.with_adjective("ander"), True, "der"))
            )
        return ", ".join(told)

    def visibility(self, who: m.Seen, what: str, names: Any) -> str:
        v = self.say_words
        if isinstance(who, s.If):
            sides = [self.visibility(side, what, names) for side in (who.then, who.otherwise)]
            condition = self.other.conditions.statement(who.condition, names).after()
            return v.say("if {condition}: {then}; if not: {otherwise}", condition=condition, then=sides[0],
                         otherwise=sides[1])  # fmt: skip
        word = who.name if isinstance(who, s.Name) else who
        if isinstance(word, str) and word in SEES:
            return v.say(SEES[word], what=what)
        assert not isinstance(who, str)
        return v.say_clause("only {subject} sees {what}", subject=self.other.phrase(who, names), what=what).main()
