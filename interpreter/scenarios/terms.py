"""The meaning of a scenario's words in one game: expressions, places, cards and options, with the players' names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from ..base import similar
from ..base.diagnostics import Diagnostic, RulesetError, mistake
from ..base.english import in_figures
from ..check.checked import walk_all
from ..check.lints.ranges import Ranges, idle_reason
from ..check.resolver import PERSON, WRITTEN_DOWN
from ..check.symbols import lettered_names
from ..check.types import INT, Type, Typed, present, subtrees
from ..front.api import Ruleset
from ..front.expressions import StateExpressions
from ..game.compiled import CompiledGame
from ..game.scenario_state import CARD, NOT_THERE, PLACE, UNKNOWN, Answer, lots
from ..game.state import State
from ..language import model as m
from ..program import ir
from ..program.wording import fill
from ..reading.handles import tidy
from ..reading.nodes import Mapping, Node, Scalar, Sequence

ANY = "any"
HIDDEN = "hidden"
_IN_GROUP = re.compile(r"(.+) in group ([1-9]\d*)")
_IN_PARTS = re.compile(r"\[(.+,.+)\]")
_TO = re.compile(r"(.*?)(-?\d+) ?\.\. ?(-?\d+)")
_PLACE = re.compile(r"place ([1-9]\d*)")
_NUMBERED = re.compile(r"(.+) (\d+) ?\.\. ?(?:\1 )?(\d+)")
# how people refer to a named player, and to a numbered thing
SEAT = re.compile(r"\b(?:player|seat)[ _]?\d+\b", re.IGNORECASE)
_APART = re.compile(r"\b(\w+) (\d+)\b")
_RANGE = re.compile(r"(-?\d+)(?: ?\.\. ?(-?\d+))?")


@dataclass(slots=True, eq=False)
class Formula:
    """An expression to evaluate in a state. `parts` are the sides of an `and`, `sides` those of a comparison.

    `idle` says why it holds whatever happens; "" where that is not known.
    """

    scalar: Scalar
    text: str
    type: Type
    ask: Callable[[State], Any]
    parts: list[Formula]
    sides: list[Formula]
    idle: str = ""


@dataclass(slots=True, eq=False)
class TablePlace:
    """A place of the table: the numbers of its zones, or the slot of a value (-1 for zones)."""

    scalar: Scalar
    zones: list[int]
    slot: int
    type: Type


@dataclass(slots=True, eq=False)
class Cards:
    """A card that may have one of these looks.

    `hidden` are the attributes that a seat must not know of it.
    """

    node: Node
    text: str
    looks: frozenset[int]
    hidden: frozenset[str] = frozenset()


@dataclass(slots=True, eq=False)
class OptionsMeant:
    """The options that words may mean: site number -> option numbers; only cards of a `group`, 0 for any.

    Of a choice with several parts `first` are the words of its first part, and `then` is what follows it.
    """

    node: Node
    text: str
    numbers: dict[int, list[int]]
    group: int = 0
    first: str = ""
    then: OptionsMeant | None = None


@dataclass(slots=True, eq=False)
class Result:
    """A given result of chance: its words, and the function that finds it among the possible results."""

    node: Node
    words: str
    answer: Answer


def norm(text: str) -> str:
    """Words in the normal form for comparing."""
    return " ".join(text.replace("_", " ").split()).casefold()


def problem(code: str, message: str, node: Node, hint: str = "") -> RulesetError:
    """An error at a node."""
    return mistake(code, message, node.span, hint)


def suggest_word(word: str, known: Iterable[str]) -> str:
    """The hint for an unknown word."""
    names = [*dict.fromkeys(known)]
    return similar.ask_if_meant(word, names, f"There are: {', '.join(names)}." if 0 < len(names) <= 12 else "")


class Terms:
    """The vocabulary of a ruleset's game whose players have names."""

    def __init__(self, ruleset: Ruleset, game: CompiledGame, names: list[str]) -> None:
        self.ruleset, self.game, self.players = ruleset, game, names
        self.program, self.wording = game.program, game.looks.wording
        self.names = {**self.program.names, "player": names}
        things, named = ruleset.checked.ruleset.things, self.names.items()
        # what each is called in messages: a square e4, where it is so in the rules
        called = {f"thing {kind}": lettered_names(things.get(kind)) or words for kind, words in named}
        self.members = {"bool": ["false", "true"], **called}
        self.expressions = StateExpressions(ruleset.checked, game, self.names)
        self.ranges, self.renamed = Ranges(ruleset.checked), _renamed_words(ruleset.checked.ruleset)
        self.component_looks: dict[str, set[int]] = {}
        self.by_look: dict[int, ir.Card] = {}
        for card in self.program.cards:
            self.component_looks.setdefault(card.component, set()).add(card.look)
            self.by_look.setdefault(card.look, card)

    def fill_settings(self, words: str) -> str:
        """Words with the value of each <setting> in them."""
        return fill(self.program, tidy(words))

    # -- expressions

    def check(self, scalar: Scalar, wanted: Type | None = None) -> Typed:
        """The typed form of an expression. Raises RulesetError where it is wrong."""
        try:
            typed = self.expressions.check(scalar, wanted)
        except RulesetError as error:
            raise RulesetError([self.name_people(one, scalar) for one in error.diagnostics], error.sources) from None
        if any(part.op == "possible" for part in subtrees(typed)):
            message = "`possible` cannot be asked in a scenario: write `may` or `may not`"
            raise problem("wrong-expression", message, scalar)
        return typed

    def name_people(self, wrong: Diagnostic, scalar: Scalar) -> Diagnostic:
        """The mistake, with the scenario's names for players and things where other names were written."""
        number = wrong.code == "wrong-type" and isinstance(scalar.value, int) and "a player is needed" in wrong.message
        members = {word for words in self.names.values() for word in words}
        seat = SEAT.search(scalar.text) if wrong.code in ("unknown-name", "expression-syntax") else None
        if number or (seat is not None and seat[0].replace(" ", "_") not in members):
            return replace(wrong, hint=self.who_plays(), fix="", instead="")
        for apart in _APART.finditer(scalar.text) if wrong.code == "expression-syntax" else ():
            if (whole := f"{apart[1]}_{apart[2]}") in members:
                return replace(wrong, hint=f"Write `{whole}`.")
        # an unknown name may be somebody who does not play; nothing can be written down here
        return replace(wrong, hint=self.who_plays()) if wrong.hint.startswith((WRITTEN_DOWN, PERSON)) else wrong

    def who_plays(self) -> str:
        """The hint that lists the players' names."""
        return f"The players are {', '.join(self.players)}; all other names are those of the ruleset."

    def formula(self, scalar: Scalar, wanted: Type | None = None) -> Formula:
        """An expression to evaluate in states. Raises RulesetError if it is wrong."""
        return self.compile(self.check(scalar, wanted), scalar, wanted)

    def compile(self, typed: Typed, scalar: Scalar, wanted: Type | None = None) -> Formula:
        """The formula of a typed expression, with those of its parts."""
        parts = [self.compile(arg, scalar) for arg in typed.args] if typed.op == "and" else []
        sides = []
        if typed.op == "compare" and len(typed.args) == 2:
            sides = [self.compile(a, scalar) for a in typed.args if a.op not in ("const", "none", "list", "range")]
        ask, why_idle = self.expressions.function(typed, wanted), idle_reason(self.ranges, typed)
        return Formula(scalar, typed.pos.text, typed.type, ask, parts, sides, why_idle)

    def place(self, scalar: Scalar) -> TablePlace:
        """A zone, zones or a variable by its name, such as `Trev.hand`. Raises RulesetError if it is none."""
        typed = self.check(scalar)
        kind = typed.type
        item = kind.item if kind.kind == "list" and kind.item else kind
        if item.kind == "zone":
            state = State(self.game, 0, 0, False)
            found = self.compile(typed, scalar).ask(state)
            return TablePlace(scalar, list(found) if isinstance(found, list) else [found], -1, item)
        if (slot := self.expressions.slot(typed)) >= 0:
            return TablePlace(scalar, [], slot, kind)
        hint = f"Write a place or a value such as {self.example_place()}."
        raise problem("not-a-place", f"`{scalar.text}` is not a place or a value on the table", scalar, hint)

    def example_place(self) -> str:
        """The label of a place in the game, for a suggestion."""
        slots: list[ir.ListSlot | ir.IntSlot] = [*self.program.lists[: self.program.zones], *self.program.ints]
        return next((self.label(slot) for slot in slots if slot.declared), "a place")

    # -- cards

    def card_words(self, card: ir.Card) -> list[str]:
        """The texts of a card's attributes, "" for none."""
        found = []
        for (name, _, kind), value in zip(self.program.attributes[card.component], card.values, strict=True):
            none = value in (ir.NOTHING, ir.NO_NUMBER) and kind != "int" or kind == "bool" and not value
            found.append("" if none else name if kind == "bool" else self.value_text(kind, value))
        return found

    def card_text(self, card: int) -> str:
        """A card as it is written in scenarios: "red 5"."""
        return self.look_text(self.program.cards[card].look)

    def look_text(self, look: int) -> str:
        """The words for a look of cards."""
        card = self.by_look[look]
        names = [(card.component, name) for name, _, _ in self.program.attributes[card.component]]
        words = [(name, word) for name, word in zip(names, self.card_words(card), strict=True) if word]
        sentences, untold = self.wording.sentences, self.wording.untold
        forms = ([word for name, word in words if name not in left_out] for left_out in (sentences | untold, sentences))
        return " ".join(next(filter(None, forms), [word for _, word in words])) or card.component

    def reads(self, look: int, words: list[str]) -> bool:
        """Whether words are some of a card's, by names or by display names."""
        texts = self.card_words(self.by_look[look])
        return any(_spells([norm(w).split() for w in way], words) for way in (texts, map(self.wording.name, texts)))

    def cards(self, node: Node, component: str, seen: bool = False) -> Cards:
        """The cards of a component that a text ("red 5", 5) or attributes ({value: 5}) describe; seen: or hidden."""
        looks = sorted(self.component_looks.get(component, ()))
        if isinstance(node, Mapping):
            return self.cards_by_attributes(node, component, looks, seen)
        if not isinstance(node, Scalar):
            raise problem("wrong-type", "a card is written as in `red 5` or `{value: 5}`", node)
        if norm(node.text) == ANY:
            return Cards(node, ANY, frozenset(looks))
        words = _without(norm(node.text), [component, self.wording.name(component)]).split()
        found = frozenset(look for look in looks if self.reads(look, words))
        if not found:
            hint = suggest_word(node.text, [self.look_text(look) for look in looks])
            raise problem("unknown-card", f"there is no {component} '{node.text}' in this game", node, hint)
        return Cards(node, node.text, found)

    def cards_by_attributes(self, node: Mapping, component: str, looks: list[int], seen: bool) -> Cards:
        attributes = [name for name, _, _ in self.program.attributes[component]]
        hidden = set()
        for key, entry in node.entries.items():
            if key not in attributes:
                raise problem("unknown-name", f"a {component} has no '{key}'", entry.key, suggest_word(key, attributes))
            at, value = attributes.index(key), entry.value
            text = value.text if isinstance(value, Scalar) else ""
            if seen and norm(text) == HIDDEN:
                hidden.add(key)
                continue
            nothing = "false" if self.program.attributes[component][at][2] == "bool" else "none"
            known = {look: self.card_words(self.by_look[look])[at] or nothing for look in looks}
            wanted = key if norm(text) == "true" else text
            shown = {norm(self.wording.name(word)): norm(word) for word in known.values()}
            wanted = shown.get(norm(wanted), wanted)
            if norm(wanted) not in {norm(word) for word in known.values()}:
                hint = suggest_word(text, known.values())
                raise problem("unknown-card", f"no {component} has the {key} '{text}'", value, hint)
            looks = [look for look in looks if norm(known[look]) == norm(wanted)]
        text = ", ".join(f"{key}: {e.value.text}" for key, e in node.entries.items() if isinstance(e.value, Scalar))
        if not looks:
            raise problem("unknown-card", f"there is no {component} with {text} in this game", node)
        return Cards(node, "{" + text + "}", frozenset(looks), frozenset(hidden))

    def any_card(self, node: Node) -> Cards:
        """Cards of whatever components the words describe."""
        found: list[Cards] = []
        first = problem("unknown-card", "there are no cards in this game", node)
        for number, component in enumerate(self.component_looks):
            try:
                found.append(self.cards(node, component))
            except RulesetError as error:
                first = first if number else error
        if not found:
            raise first
        return Cards(node, found[0].text, frozenset().union(*(cards.looks for cards in found)))

    # -- chance

    def answer(self, node: Node) -> Result:
        """A result of chance: a member of a thing, a number, a card, or a position in a pile, from the top."""
        text = norm(node.text) if isinstance(node, Scalar) else ""
        words = node.text if isinstance(node, Scalar) else "this card"
        value = node.value if isinstance(node, Scalar) else None
        wanted: dict[str, set[int]] = {}
        if match := _PLACE.fullmatch(text):
            wanted[PLACE] = {int(match[1])}
        elif isinstance(value, bool):
            wanted["bool"] = {int(value)}
        else:
            wanted = {kind: set(found) for kind in self.members if (found := self.values(kind, text))}
            if "int" in self.program.kinds and isinstance(value, int):
                wanted["int"] = {value}
            try:
                looks = self.any_card(node).looks
                wanted[CARD] = {number for number, card in enumerate(self.program.cards) if card.look in looks}
            except RulesetError:
                if not wanted and isinstance(node, Mapping):
                    raise
        if not wanted:
            drawn = [kind for kind in dict.fromkeys(lots(self.program).values()) if kind in self.members]
            known = [word for kind in drawn for word in self.members[kind]] + [*map(self.look_text, self.by_look)]
            hint = suggest_word(words, known) or (self.who_plays() if "thing player" in drawn else "")
            raise problem("unknown-card", f"chance never gives '{words}' in this game", node, hint)
        components = {self.program.cards[number].component for number in wanted.get(CARD, ())}

        def position(kind: str, items: list[int]) -> int | None:
            values = {v for each in wanted.values() for v in each} if kind == UNKNOWN else wanted.get(kind)
            if kind == CARD and not {self.program.cards[item].component for item in items} & components:
                return None
            if values is None:
                return None
            found = [len(items) - at for at in range(len(items))] if kind == PLACE else items
            return next((at for at, item in enumerate(found) if item in values), NOT_THERE)

        return Result(node, words, position)

    # -- options

    def choice(self, node: Node) -> OptionsMeant:
        """The options that a text ("Offer 3", "3", "Offer 3..8", "red 5") or a card's attributes may mean.

        `red 5 in group 2` is a card of the second group of the place where it lies; a list is a choice of several
        parts, which follow each other.
        """
        if isinstance(node, Sequence) and node.items:
            return self.in_parts(node, node.items)
        if isinstance(node, Scalar) and (match := _IN_PARTS.fullmatch(node.text)):
            return self.in_parts(node, [_reword(node, part.strip()) for part in match[1].split(",")])
        if isinstance(node, Scalar) and (match := _IN_GROUP.fullmatch(node.text)):
            inside = self.choice(_reword(node, match[1]))
            if all(slot.groups < 0 for slot in self.program.lists):
                hint = f"Write `{match[1]}`."
                raise problem("unknown-option", "no cards lie in groups in this game", node, hint)
            return replace(inside, node=node, text=node.text, group=int(match[2]))
        found = {
            site.number: [n for e in site.entries for n in self.entry_numbers(e, node)] for site in self.program.sites
        }
        numbers = {site: options for site, options in found.items() if options}
        text = _plain_text(node)
        if not numbers:
            hint = self.instead(node) if isinstance(node, Scalar) else self.without_reason(node)
            raise problem("unknown-option", f"nobody is ever offered '{text}' in this game", node, hint)
        if isinstance(node, Scalar) and (match := _TO.fullmatch(text)):
            for end in (f"{match[1]}{match[2]}", f"{match[1]}{match[3]}"):
                if not self.is_offered(_reword(node, end)):
                    message = f"nobody is ever offered '{end}' in this game, so '{text}' goes too far"
                    raise problem("unknown-option", message, node, self.number_behind(norm(end)))
        return OptionsMeant(node, text, numbers)

    def in_parts(self, node: Node, parts: list[Node]) -> OptionsMeant:
        """A choice of several parts."""
        first = self.choice(parts[0])
        if len(parts) == 1:
            return first
        then = self.choice(parts[1]) if len(parts) == 2 else self.in_parts(node, parts[1:])
        text = "[" + ", ".join(map(_plain_text, parts)) + "]"
        return replace(first, node=node, text=text, first=first.text, then=then)

    def instead(self, node: Scalar) -> str:
        """The hint for a text that is no option; "" if there is nothing like it."""
        for text in (node.text, in_figures(node.text), *self.with_nouns(node.text)):
            if self.is_offered(_reword(node, text)):
                return f"Did you mean `{text}`?"
            words = text.replace(",", " ").split()
            for at in range(len(words) - 1, 0, -1):
                parts = [" ".join(part) for part in (words[:at], words[at:])]
                if any(self.offers(site, _reword(node, parts[1])) for site in _inside(self, _reword(node, parts[0]))):
                    return f"These are two choices, one after the other: write [{', '.join(parts)}]."
                if first := self.is_offered(_reword(node, parts[1])) and _option_with(self, parts[0]):
                    return f"After `{parts[0]}` comes what is chosen first: write [{first}, {parts[1]}]."
        return (
            self.number_behind(norm(node.text))
            or _too_much(self, node)
            or suggest_word(node.text, self.option_examples())
        )

    def offers(self, site: ir.Site, node: Scalar) -> bool:
        """Whether a text is an option of a decision."""
        return any(self.entry_numbers(entry, node) for entry in site.entries)

    def without_reason(self, node: Node) -> str:
        """The hint for options written with reasons where none are allowed; "" for anything else."""
        keys = [entry.key for entry in node.entries.values()] if isinstance(node, Mapping) else []
        if not any(map(self.is_offered, keys)):
            return ""
        return f"Only `may not` takes a reason; without one: [{', '.join(key.text for key in keys)}]."

    def number_behind(self, text: str) -> str:
        """The hint for the numbers possible after the words that the text begins with; "" if there are none."""
        entries = [entry for site in self.program.sites for entry in site.entries if entry.kind == "int"]
        fitting = [e for e in entries if e.words and text.startswith(norm(self.fill_settings(e.words)) + " ")]
        if not fitting:
            return ""
        low, high = min(e.low for e in fitting), max(e.low + e.count - 1 for e in fitting)
        return f"After `{self.fill_settings(fitting[0].words)}` comes a number from {low} to {high}."

    def with_nouns(self, text: str) -> Iterator[str]:
        """The text with its numbers as things of each numbered kind: `Move 1` as `Move point 1`."""
        for kind, members in self.members.items():
            noun = kind.removeprefix("thing ")
            if norm(f"{noun}_1") in map(norm, members):
                yield re.sub(rf"(?<!\b{re.escape(noun)} )\b(\d+)\b", rf"{noun} \1", text)

    def is_offered(self, node: Scalar) -> bool:
        """Whether a text is an option somewhere in the game."""
        return any(self.offers(site, node) for site in self.program.sites)

    def entry_numbers(self, entry: ir.Entry, node: Node) -> list[int]:
        """The numbers of the options of an entry that a text or attributes may mean."""
        kind, words = entry.kind, norm(self.fill_settings(entry.words))
        if isinstance(node, Mapping):
            return self.card_numbers(entry, node) if kind.startswith("card ") else []
        if not isinstance(node, Scalar):
            return []
        text = self.current(norm(self.fill_settings(node.text)))
        if kind in ("plain", "pass", "done"):
            return [entry.base] if text == (words if kind == "plain" else kind) else []
        rests = [text] + ([text[len(words) + 1 :]] if words and text.startswith(words + " ") else [])
        values = [value for rest in rests for value in self.values(kind, rest)]
        if kind.startswith("card "):
            values += [
                entry.low + n - entry.base for rest in rests for n in self.card_numbers(entry, _reword(node, rest))
            ]
        inside = dict.fromkeys(value for value in values if entry.low <= value < entry.low + entry.count)
        return [entry.base + value - entry.low for value in inside]

    def current(self, text: str) -> str:
        """An option's text with former words of the ruleset replaced by the current ones."""
        for old, words in self.renamed.items():
            if text == old or text.startswith(old + " "):
                return norm(words) + text[len(old) :]
        return text

    def values(self, kind: str, text: str) -> list[int]:
        """The values of a kind that a text names: a number, a member of a thing, a range of these (3..8, slot_1..3)."""
        if kind == "int" and (match := _RANGE.fullmatch(text)):
            return list(range(int(match[1]), int(match[2] or match[1]) + 1))
        members = self.names.get(kind.removeprefix("thing "), self.members.get(kind, ()))
        for words in (members, map(self.wording.name, members), self.members.get(kind, ())):
            if found := _find(text, [norm(word) for word in words]):
                return found
        return []

    def card_numbers(self, entry: ir.Entry, node: Node) -> list[int]:
        """The numbers of an entry's options whose cards have these words or attributes."""
        component, deck = entry.kind[5:], self.program.cards
        try:
            looks = self.cards(node, component).looks
        except RulesetError:
            return []
        cards = range(entry.low, min(entry.low + entry.count, len(deck)))
        fitting = [card for card in cards if deck[card].component == component and deck[card].look in looks]
        return [entry.base + card - entry.low for card in fitting]

    def option_examples(self) -> list[str]:
        """Texts of options, for a suggestion."""
        found = []
        for site in self.program.sites:
            for entry in site.entries:
                last = min(entry.count, 60)
                found += [self.option_text(site.number, entry.base + i) for i in range(last)]
                if entry.kind not in ("plain", "pass", "done"):
                    found += [self.value_text(entry.kind, entry.low + i) for i in range(last)]
        return list(dict.fromkeys(found))

    def option_text(self, site: int, number: int) -> str:
        """An option in the words of a scenario."""
        for entry in self.program.sites[site].entries:
            if entry.base <= number < entry.base + entry.count:
                if entry.kind in ("plain", "pass", "done"):
                    return self.fill_settings(entry.words) or entry.kind
                value = self.value_text(entry.kind, number - entry.base + entry.low)
                return f"{self.fill_settings(entry.words)} {value}".strip()
        return "?"

    # -- values and labels

    def value_text(self, kind: str, value: int) -> str:
        """A value in words."""
        if value == (ir.NO_NUMBER if kind == "int" else ir.NOTHING) and kind != "bool":
            return "none"
        if 0 <= value < len(self.members.get(kind, ())):
            return self.members[kind][value]
        if kind.startswith("card ") and value < len(self.program.cards):
            return self.card_text(value)
        return str(value)

    def typed_text(self, kind: Type, value: Any) -> str:
        """A value of an expression in words."""
        if isinstance(value, list | tuple | range):
            item = kind.item if kind.kind == "list" and kind.item else INT
            return "[" + ", ".join(self.typed_text(item, one) for one in value) + "]"
        inner = present(kind)
        if inner.kind == "zone":
            return self.label(self.program.lists[value])
        return self.value_text(f"{inner.kind} {inner.name}" if inner.name else inner.kind, int(value))

    def label(self, slot: ir.IntSlot | ir.ListSlot) -> str:
        """A place with the players' names: `Trev.bid(slot_1)`."""
        if not slot.indexes:
            # of tokens there may be several boxes
            return slot.name if slot.declared == "box" else slot.declared or slot.name
        words = [self.value_text(f"thing {k}", i) if k in self.names else f"{k} {i + 1}" for k, i in slot.indexes]
        rest = f"({', '.join(words[1:])})" if len(words) > 1 else ""
        rules = self.ruleset.checked.ruleset
        item = rules.zones.get(slot.declared) or rules.variables.get(slot.declared)
        owned = item is not None and item.owner
        return f"{words[0]}.{slot.declared}{rest}" if owned else f"{slot.declared}({', '.join(words)})"


def _too_much(terms: Terms, node: Scalar) -> str:
    """The hint for an option's words followed by more than can be chosen there; "" for any other text."""
    words = node.text.split()
    for at in range(len(words) - 1, 0, -1):
        first = _reword(node, " ".join(words[:at]))
        entries = [entry for site in terms.program.sites for entry in site.entries if entry.kind == "plain"]
        if any(terms.entry_numbers(entry, first) for entry in entries):
            following = next(iter(_inside(terms, first)), None)
            if following is None:
                return f"Nothing is chosen after `{first.text}`: write `{first.text}`."
            chosen = terms.option_text(following.number, following.entries[0].base)
            return f"After `{first.text}` comes another choice: write for example [{first.text}, {chosen}]."
    return ""


def _inside(terms: Terms, node: Scalar) -> list[ir.Site]:
    """The decisions that an option leads to, for those to whom it is offered."""
    found = []
    for outer in terms.program.sites:
        for entry in outer.entries:
            path = [*outer.path, *[entry.words] * bool(entry.words)]
            if terms.entry_numbers(entry, node):
                later = terms.program.sites[outer.number + 1 :]
                found += [site for site in later if site.path[: len(path)] == path]
    return found


def _option_with(terms: Terms, words: str) -> str:
    """An option made of these words and a chosen value; "" if there is none."""
    for site in terms.program.sites:
        for entry in site.entries:
            if entry.words and entry.kind != "plain" and norm(terms.fill_settings(entry.words)) == norm(words):
                return terms.option_text(site.number, entry.base)
    return ""


def _renamed_words(rules: m.Ruleset) -> dict[str, str]:
    """The former words of steps and options, with their current words."""
    found: dict[str, str] = {}
    for sentence in walk_all(rules):
        found |= {norm(old): sentence.words for old in sentence.was}
        for item in sentence.menu:
            found |= {norm(old): item.words for old in (item.sentence.was if item.sentence else [])}
    return found


def _without(text: str, names: Iterable[str]) -> str:
    """The text without one of these names before it."""
    return next((rest for name in names if (rest := text.removeprefix(norm(name) + " ")) != text), text)


def _find(text: str, words: list[str]) -> list[int]:
    """The positions of the words that a text names: one, or a range as in slot 1..3."""
    if match := _NUMBERED.fullmatch(text):
        first, last = (f"{match[1]} {match[number]}" for number in (2, 3))
        return [*range(words.index(first), words.index(last) + 1)] if {first, last} <= {*words} else []
    return [i for i, word in enumerate(words) if word == text]


def _spells(words: list[list[str]], text: list[str]) -> bool:
    """Whether the text consists of some of the attributes' words, each used at most once, in order."""
    return not text or any(
        word and text[: len(word)] == word and _spells(words[at + 1 :], text[len(word) :])
        for at, word in enumerate(words)
    )


def _reword(node: Scalar, text: str) -> Scalar:
    """A scalar with another text."""
    return Scalar(node.span, text, text)


def _plain_text(node: Node) -> str:
    """The text of a node on one line, as in [a, b] or {a: b}."""
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Sequence):
        return "[" + ", ".join(_plain_text(item) for item in node.items) + "]"
    return "{" + ", ".join(f"{key}: {_plain_text(entry.value)}" for key, entry in node.entries.items()) + "}"
