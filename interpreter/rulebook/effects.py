"""Effects as English clauses: moving, paying, dealing, setting, showing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, assert_never

from ..base.display_names import Wording
from ..base.english import is_many, join_words, possessive
from ..language import model as m
from ..language import syntax as s
from .english import English
from .wording import capital, verb, without_article

# the position of a card in a pile
AT = {
    "top": "the top of {to}",
    "bottom": "the bottom of {to}",
    "random": "a random place in {to}",
    "below": "the place below the top {depth} cards of {to}",
    "random below": "a random place below the top {depth} cards of {to}",
}


def setting_words(value: str) -> str:
    """The words after a setting's name that give its value."""
    return " says" if value.startswith("“") else ""


@dataclass(slots=True)
class Context:
    """The names known at a place in the rules, and who decides there."""

    names: dict[str, Any]  # texts, which are noun phrases in other languages
    who: str

    def inner(self) -> Context:
        """A copy, to be extended."""
        return Context(dict(self.names), self.who)


@dataclass(frozen=True, slots=True)
class Effects:
    """Writes the effects of one ruleset; `nouns` gives the noun for each action's result, by action and result.

    `inlined` are the actions that are told with their arguments, `known` the names known where each of them is run;
    `handed`, what has to be told where others are run.
    """

    english: English
    nouns: Mapping[tuple[str, str], str]
    inlined: Collection[str] = ()
    handed: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    known: dict[str, dict[str, Any]] = field(default_factory=dict)

    @property
    def words(self) -> Wording:
        """The words for the ruleset's names."""
        return self.english.words

    def clauses(self, effect: m.Effect, around: Context) -> list[str]:
        """An effect as one or several clauses; names that it binds are added to `around`."""
        match effect:
            case m.Move():
                return self.move(effect, around)
            case m.Pay():
                return self.payment(effect, around)
            case m.Deal():
                return self.deal(effect, around)
            case m.Gather():
                return self.move(effect.as_move(), around)
            case m.Set():
                return [self.becomes(target, value, around) for target, value in effect.targets]
            case m.Add():
                return [self.addition(target, value, around) for target, value in effect.targets]
            case m.Shuffle():
                return [f"{self.place(effect.zones, around)} is shuffled"]
            case m.Reveal():
                return self.reveal(effect, around)
            case m.Say():
                said = [self.place(value, around) for value in effect.values]
                return [f"{join_words(said)} {'is' if len(said) == 1 else 'are'} announced to everyone"]
            case m.Run():
                return self.run(effect, around)
            case m.End():
                return self.end(effect, around)
            case _:
                assert_never(effect)

    def place(self, e: s.Expr, around: Context) -> str:
        return self.english.phrase(e, around.names)

    def tokens(self, effect: m.Move) -> str:
        """The token that a move is about; "" for cards."""
        sides = [getattr(side, "name", "") for side in (effect.source, effect.to)]
        variables = [self.english.vocabulary.variable(name) for name in sides]
        return next((variable.token for variable in variables if variable and variable.token), "")

    def payment(self, effect: m.Pay, around: Context) -> list[str]:
        """The clauses of a payment: who pays how much, from where, to whom; several goods in one clause."""
        if not effect.several and not self.index(effect.goods[0][0]):
            move = effect.as_move()
            noun = self.words.name(self.tokens(move))
            return [self.price(move, noun, around)] if noun else self.move(move, around)
        told = []
        for place, amount in effect.goods:
            noun = self.words.name(self.tokens(m.Move(effect.span, amount, effect.to, place)))
            origin, owned = self.holder(place, noun, around)
            assert amount.value is not None
            names, paid = around.names, amount.value
            if index := self.index(place):
                each = f"each {self.words.name(index)}"
                names, paid = {**names, each: each}, s.with_index(paid, each)
            value = self.english.phrase(paid, names)
            if value.isdecimal():
                value = f"{value} {noun if value == '1' else self.words.plural(noun)}" if noun else value
            elif owned:
                value = f"{value} in {self.words.plural(noun)}"
            elif isinstance(paid, s.If):
                value = f"({value})"
            told.append(value if owned else f"{value} from {origin}")
        payers = {self.payer(place, around) for place, _ in effect.goods}
        to, payer = self.place(effect.to, around), payers.pop()
        return [
            f"{join_words(told)} are paid to {to}"
            if payers or not payer
            else f"{payer} pays {join_words(told)} to {to}"
        ]

    def index(self, place: s.Expr) -> str:
        """The kind over whose members a place without an index goes; "" for a single place."""
        variable = self.english.vocabulary.variable(getattr(place, "name", ""))
        given = len(getattr(place, "args", []))
        return variable.params[-1].type or variable.params[-1].name if variable and len(variable.params) > given else ""

    def payer(self, place: s.Expr | None, around: Context) -> str:
        """The player whose tokens are paid; "" if they are no player's."""
        variable = self.english.vocabulary.variable(getattr(place, "name", ""))
        whose = isinstance(place, s.Field) and variable is not None and variable.owner == "player"
        return self.place(place.target, around) if whose and isinstance(place, s.Field) else ""

    def price(self, effect: m.Move, noun: str, around: Context) -> str:
        """The clause for a payment of one good: the player pays 3 coins to the box."""
        payer, amount = self.payer(effect.source, around), effect.amount
        if amount.value is None or not payer:
            return self.move_tokens(effect, noun, around)
        (origin, owned), (to, _) = self.holder(effect.source, noun, around), self.holder(effect.to, noun, around)
        counted, number = self.amount(amount, noun, around)
        return f"{payer} pays {counted or self.words.plural(noun)}{'' if owned else f' from {origin}'} to {to}{number}"

    def amount(self, amount: s.Amount, noun: str, around: Context) -> tuple[str, str]:
        """The amount of tokens if it is a number, and what is said about it at the end of the clause."""
        assert amount.value is not None
        up_to = "up to " if amount.kind == "up to" else ""
        value = self.english.phrase(amount.value, around.names)
        if value.isdecimal():
            return f"{up_to}{value} {noun if value == '1' else self.words.plural(noun)}", ""
        if isinstance(amount.value, s.If):
            return "", f": {up_to}{value}"
        return "", f", {up_to}as many as {value}{setting_words(value)}"

    def move(self, effect: m.Move, around: Context) -> list[str]:
        token = self.tokens(effect)
        if token:
            return [self.move_tokens(effect, self.words.name(token), around)]
        to = self.place(effect.to, around)
        if isinstance(effect, m.Move) and effect.at is not None:
            depth = self.place(effect.at.depth, around) if effect.at.depth is not None else ""
            to = AT[effect.at.kind].format(to=to, depth=depth)
        what, many, number = self.moved_things(effect, around)
        to = to.removeprefix("the ") if to.startswith("the out of") else f"to {to}"
        said = f"{what} {'go' if many else 'goes'} {to}{number}"
        if not effect.named:
            return [said]
        if effect.named == "new group":
            return [f"{said}, as a new group"]
        noun = self.english.kind(effect.source, around.names).one if effect.source is not None else "card"
        around.names[effect.named] = self.english.vocabulary.local(effect.named, noun, around.names)
        name = around.names[effect.named]
        return [said if name == f"the {noun}" else f"{said} ({name})"]

    def holder(self, e: s.Expr | None, noun: str, around: Context) -> tuple[str, bool]:
        """Who or what holds tokens, and whether it is just the player instead of the player's coins."""
        own = isinstance(e, s.Field) and self.words.name(e.name) == self.words.plural(noun) and not e.args
        if own and isinstance(e, s.Field) and not self.english.vocabulary.many(e.target):
            return self.place(e.target, around), True
        return self.place(e, around) if e is not None else "", False

    def move_tokens(self, effect: m.Move, noun: str, around: Context) -> str:
        """The clause for a move of tokens: how many, from where, to where."""
        (origin, owned), (to, _) = self.holder(effect.source, noun, around), self.holder(effect.to, noun, around)
        if effect.amount.value is None:
            return f"all {self.words.plural(noun)} {'of' if owned else 'in'} {origin} go to {to}"
        counted, number = self.amount(effect.amount, noun, around)
        one = counted.removeprefix("up to ") == f"1 {noun}"
        return f"{counted or self.words.plural(noun)} {'goes' if one else 'go'} from {origin} to {to}{number}"

    def moved_things(self, effect: m.Move, around: Context) -> tuple[str, bool, str]:
        """The things moved and their source, whether they are several, and the amount if it comes at the end."""
        amount, source = effect.amount, effect.source
        origin = self.place(source, around) if source is not None else ""
        if amount.value is None:
            return f"all cards in {origin}", True, ""
        value = self.english.phrase(amount.value, around.names)
        if source is None:
            several = self.english.vocabulary.is_list(amount.value) or value.endswith("s") or " cards " in value
            is_zone = (
                isinstance(amount.value, s.Name | s.Field)
                and self.english.vocabulary.zone(amount.value.name) is not None
            )
            kind = self.english.kind(amount.value, around.names) if is_zone else None
            return (f"all {kind.all}" if kind else value), several, ""
        start = "up to " if amount.kind == "up to" else ""
        single = value == "1"
        zone = self.english.vocabulary.zone(getattr(source, "name", ""))
        card = self.words.name(zone.component) if zone is not None else "card"
        if single:
            which = "the top" if zone is not None and zone.ordered else "one"
            return f"{which} {card} of {origin}{', if there is one,' if start else ''}", False, ""
        if value.isdecimal():
            if start and zone is not None and zone.ordered:
                return f"up to {value} {self.words.plural(card)} from the top of {origin}", True, ""
            return f"{start or 'the top '}{value} {self.words.plural(card)} of {origin}", True, ""
        return f"{self.words.plural(card)} from {origin}", True, f", {start}as many as {value}{setting_words(value)}"

    def deal(self, effect: m.Deal, around: Context) -> list[str]:
        source, to = self.place(effect.source, around), self.place(effect.to, around)
        if effect.amount.value is None:
            return [f"all cards of {source} are dealt one by one to {to}"]
        count = self.english.phrase(effect.amount.value, around.names)
        if isinstance(effect.to, s.Field) and self.english.vocabulary.many(effect.to.target):
            kind, noun = self.english.kind(effect.to.target, around.names), self.words.name(effect.to.name)
            to = to.replace(
                f"all {possessive(kind.many)} {self.words.plural(noun)}", f"each {possessive(kind.one)} {noun}"
            )
        each = "card" if count == "1" else "cards"
        return [f"{count} {each} from {source} {'is' if count == '1' else 'are'} dealt to {to}"]

    def becomes(self, target: s.Expr, value: s.Expr, around: Context) -> str:
        english, conditions, names = self.english, self.english.conditions, around.names
        name = getattr(target, "name", "")
        variable = english.vocabulary.variable(name)
        truth = variable is not None and isinstance(variable.initial, s.Truth)
        if truth:
            negated = isinstance(value, s.Truth) and not value.value
            args = [target.target, *target.args] if isinstance(target, s.Field) else getattr(target, "args", [])
            if args and english.vocabulary.many(args[0]):
                kind = english.kind(args[0], names)
                subject = f"the {kind.all}" if kind.rest else f"all {kind.many}"
                start = f"none of the {kind.all}" if negated else subject
                said = conditions.quality_of(name, start, args[1:], names, False)
            else:
                said = conditions.quality(name, args, names, negated)
            only = "" if isinstance(value, s.Truth) else f" if {conditions.statement(value, names)}, otherwise not"
            return f"from now on {said}{only}"
        place = self.place(target, around)
        if isinstance(value, s.Nothing):
            return f"{place} {'are' if self.several(target) else 'is'} cleared"
        verb_ = "become" if self.several(target) else "becomes"
        return f"{place} {verb_} {english.phrase(value, names)}"

    def several(self, target: s.Expr) -> bool:
        name = getattr(target, "name", "")
        return is_many(self.words.name(name)) or (
            isinstance(target, s.Field) and self.english.vocabulary.many(target.target)
        )

    def addition(self, target: s.Expr, value: s.Expr, around: Context) -> str:
        verb_ = "go" if self.several(target) else "goes"
        down = isinstance(value, s.Unary) and value.op == "-"
        amount = self.english.phrase(value.value if isinstance(value, s.Unary) and down else value, around.names)
        return f"{self.place(target, around)} {verb_} {'down' if down else 'up'} by {amount}"

    def reveal(self, effect: m.Reveal, around: Context) -> list[str]:
        value = effect.amount.value
        what = self.place(value, around) if value is not None else "everything"
        to = self.place(effect.to, around) if effect.to is not None else "everyone"
        several = isinstance(value, s.Field) and self.english.vocabulary.many(value.target)
        if isinstance(value, s.Name | s.Field) and self.english.vocabulary.zone(value.name) is not None:
            many = several or is_many(self.words.name(value.name))
        else:
            many = value is not None and (several or self.english.vocabulary.is_list(value) or what.endswith("s"))
        return [f"{what} {'are' if many else 'is'} shown to {to}"]

    def run(self, effect: m.Run, around: Context) -> list[str]:
        """The clauses for an action described elsewhere, with its arguments and results."""
        told = []
        if effect.action in self.inlined:
            self.known[effect.action] = dict(around.names)
        for argument in [] if effect.action in self.inlined else effect.arguments:
            names = dict(around.names)
            for name in argument.params:
                names[name] = "that player"
            value = self.english.phrase(argument.value, names)
            about = " of each player" if argument.params else ""
            if self.words.name(argument.name) != without_article(value):
                what = f"the {self.words.name(argument.name)}"
                told.append(f"{what}{about} {verb(what, 'is')} {value}")
                for words in effect.actions:
                    self.handed[words].add(argument.name)
        given = f" ({'; '.join(told)})" if told else ""
        actions = [f"“{capital(self.english.vocabulary.fill_settings(words))}”" for words in effect.actions]
        which = f", as {self.place(effect.kind, around)} says" if effect.kind is not None else ""
        said = [f"see {join_words(actions, 'or')}{which}{given}"]
        for result, mine, _ in effect.gives:
            around.names[mine] = self.english.vocabulary.local(
                mine, self.nouns.get((effect.actions[0], result), ""), around.names
            )
            if self.words.name(result) != self.words.name(mine):
                said.append(f"its {self.words.name(result)} is called {around.names[mine]}")
        return said

    def end(self, effect: m.End, around: Context) -> list[str]:
        if effect.target == "game":
            return [f"the game ends{self.winning(effect.winner, around)}"]
        if effect.target == "turn":
            return ["the turn ends"]
        return [f"“{capital(self.english.vocabulary.fill_settings(effect.target))}” ends"]

    def winning(self, winner: s.Expr | None, around: Context) -> str:
        """The clause about who wins when a step ends the game."""
        if winner is None:
            return ""
        if isinstance(winner, s.Nothing):
            return ", and nobody wins"
        who, teams = self.place(winner, around), self.english.vocabulary.rules.teams
        if len(teams) == 1:
            return ", and all win"
        team_names = [team.name for team in teams]
        if not self.english.vocabulary.is_list(winner):
            whole = (isinstance(winner, s.Field) and winner.name == "team") or getattr(winner, "name", "") in team_names
            return f", and {who} wins{' with all of the team' if teams and not whole else ''}"
        filtered = isinstance(winner, s.Aggregate) and winner.choice.where is not None
        return f", and {who} win{'; if there are none, nobody wins' if filtered else ''}"
