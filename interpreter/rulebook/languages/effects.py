"""Effects as clauses of another language; the English ones are in ../effects.py."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, assert_never

from ...base.languages.catalogues import mark
from ...base.languages.declension import Noun, NounPhrase, fixed_phrase, in_brackets, of_cases, of_noun, owned_by
from ...language import model as m
from ...language import syntax as s
from ..effects import Context, Effects
from ..fallback import Unsaid
from .phrases import Phrases
from .statements import Statements
from .vocabulary import OtherWords

AT = {
    "top": mark("to the top of {to}"), "bottom": mark("to the bottom of {to}"),
    "random": mark("to a random place in {to}"), "below": mark("below the top {depth} cards of {to}"),
    "random below": mark("to a random place below the top {depth} cards of {to}"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class OtherEffects(Effects):
    """Writes the effects of one ruleset in another language."""

    phrases: Phrases | None = None

    @property
    def say(self) -> OtherWords:
        """The words and sentences."""
        assert self.phrases is not None
        return self.phrases.vocabulary

    @property
    def nouns_of(self) -> Phrases:
        assert self.phrases is not None
        return self.phrases

    def clauses(self, effect: m.Effect, around: Context) -> list[str]:
        """An effect as one or several clauses; names that it binds are added to `around`."""
        v = self.say
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
                return [v.say_clause("{subject} is shuffled", subject=self.place(effect.zones, around)).main()]
            case m.Reveal():
                return self.reveal(effect, around)
            case m.Say():
                said = v.join([self.place(value, around) for value in effect.values])
                return [v.say_clause("{subject} is announced to everyone", subject=said).main()]
            case m.Run():
                return self.run(effect, around)
            case m.End():
                return self.end(effect, around)
            case _:
                assert_never(effect)

    def place(self, e: s.Expr, around: Context) -> NounPhrase:
        return self.nouns_of.phrase(e, around.names)

    # -- moves

    def goods(self, effect: m.Move) -> Noun | None:
        """The noun for the tokens that a move is about; None for cards."""
        token = self.tokens(effect)
        return self.say.noun(token) if token else None

    def owner(self, e: s.Expr, noun: Noun, around: Context) -> tuple[NounPhrase, bool]:
        """Who or what holds tokens, and whether it is just the player instead of the player's coins."""
        own = isinstance(e, s.Field) and not e.args and self.say.noun(e.name).many == noun.many
        if own and isinstance(e, s.Field) and not self.say.many(e.target):
            return self.place(e.target, around), True
        return self.place(e, around), False

    def amount_of(self, amount: s.Amount, noun: Noun, around: Context) -> tuple[NounPhrase, str]:
        """The tokens, as `3 Münzen`, and what is said about their number at the end."""
        v = self.say
        assert amount.value is not None
        value = self.place(amount.value, around)
        up_to = amount.kind == "up to"
        if value.isdecimal():
            things = of_noun(noun, value != "1", "")
            sentence = mark("up to {number} {things}") if up_to else mark("{number} {things}")
            return v.say_part(sentence, number=value, things=things), ""
        sentence = mark(" (up to this number: {value})") if up_to else mark(" (number: {value})")
        return of_noun(noun, True, ""), v.say(sentence, value=value)

    def move_goods(self, effect: m.Move, noun: Noun, around: Context) -> str:
        """The clause for a move of tokens: how many, from where, to where."""
        v = self.say
        assert effect.source is not None
        (origin, owned), (to, taken) = self.owner(effect.source, noun, around), self.owner(effect.to, noun, around)
        source = v.say("from {owner}", owner=origin) if owned else origin.form("woher")
        target = v.say("to {owner}", owner=to) if taken else to.form("wohin")
        if effect.amount.value is None:
            sentence = mark("all {subject} of {owner} go {to}") if owned else mark("all {subject} in {owner} go {to}")
            return v.say_clause(sentence, subject=of_noun(noun, True, "all"), owner=origin, to=target).main()
        things, number = self.amount_of(effect.amount, noun, around)
        said = v.say_clause("{subject} goes {source} {to}", subject=things, source=source, to=target).main()
        return f"{said}{number}"

    def move(self, effect: m.Move, around: Context) -> list[str]:
        v, noun = self.say, self.goods(effect)
        if noun is not None:
            return [self.move_goods(effect, noun, around)]
        place = self.place(effect.to, around)
        to = place.form("wohin")
        zone = v.zone(getattr(effect.to, "name", ""))
        if zone is not None and zone.name in v.words.steps:
            to = v.words.steps[zone.name]
        if effect.at is not None:
            depth = self.place(effect.at.depth, around) if effect.at.depth is not None else fixed_phrase("")
            to = v.say(AT[effect.at.kind], to=place, depth=depth)
        what, number = self.moved_goods(effect, around)
        said = v.say_clause("{subject} goes {to}", subject=what, to=to).main() + number
        if not effect.named:
            return [said]
        if effect.named == "new group":
            return [v.say("{said}, as a new group", said=said)]
        kind = self.nouns_of.kind(effect.source, around.names) if effect.source is not None else None
        card = kind.noun if kind is not None else v.noun("card")
        name = around.names[effect.named] = v.local_name(effect.named, card, around.names)
        return [said if str(name) == str(of_noun(card, False, "der")) else f"{said} ({name})"]

    def moved_goods(self, effect: m.Move, around: Context) -> tuple[NounPhrase, str]:
        """The things moved, and the amount if it comes at the end."""
        v, amount, source = self.say, effect.amount, effect.source
        kind = self.nouns_of.kind(source, around.names) if source is not None else None
        if amount.value is None:
            assert kind is not None
            return kind.all("all"), ""
        if kind is None or source is None:
            e = amount.value
            if isinstance(e, s.Name | s.Field) and v.zone(e.name) is not None:
                return self.nouns_of.kind(e, around.names).all("all"), ""
            return self.place(e, around), ""
        value, up_to = self.place(amount.value, around), amount.kind == "up to"
        zone, pile = v.zone(getattr(source, "name", "")), self.place(source, around)
        ordered = zone is not None and zone.ordered
        if value == "1":
            sentence = mark("the top {thing} of {place}") if ordered else mark("one {thing} from {place}")
            said = v.say_part(sentence, thing=kind.noun, place=pile)
            return said, v.say(", if there is one") if up_to else ""
        if value.isdecimal():
            sentence = mark("the top {number} {things} of {place}") if ordered else mark("{number} {things} of {place}")
            if up_to:
                sentence = mark("up to {number} {things} of {place}")
            return v.say_part(sentence, number=value, things=of_noun(kind.noun, True, ""), place=pile), ""
        sentence = mark(" (up to this number: {value})") if up_to else mark(" (number: {value})")
        said = v.say_part("{things} from {place}", things=of_noun(kind.noun, True, ""), place=pile)
        return said, v.say(sentence, value=value)

    # -- payments

    def payment(self, effect: m.Pay, around: Context) -> list[str]:
        """The clauses of a payment: who pays how much, from where, to whom; several goods in one clause."""
        v = self.say
        if not effect.several and not self.index(effect.goods[0][0]):
            move = effect.as_move()
            noun = self.goods(move)
            return [self.price_of(move, noun, around)] if noun is not None else self.move(move, around)
        told, payers = [], []
        for place, amount in effect.goods:
            noun = self.goods(m.Move(effect.span, amount, effect.to, place))
            if noun is None or amount.value is None or self.index(place):
                raise Unsaid("payment")
            things, number = self.amount_of(amount, noun, around)
            told.append(of_cases(things, number))
            payers.append(self.paying(place, around))
        to, goods = self.place(effect.to, around), v.join(told)
        payer = payers[0]
        if payer is None or any(str(one) != str(payer) for one in payers):
            return [v.say_clause("{subject} are paid to {to}", subject=goods, to=to).main()]
        return [v.say_clause("{subject} pays {goods} to {to}", subject=payer, goods=goods, to=to).main()]

    def paying(self, place: s.Expr | None, around: Context) -> NounPhrase | None:
        """The player whose tokens are paid; None if they are no player's."""
        variable = self.say.variable(getattr(place, "name", ""))
        if isinstance(place, s.Field) and variable is not None and variable.owner == "player":
            return self.place(place.target, around)
        return None

    def price_of(self, effect: m.Move, noun: Noun, around: Context) -> str:
        """The clause for a payment of one good: `der Spieler zahlt 3 Münzen in die Schachtel`."""
        v, payer = self.say, self.paying(effect.source, around)
        if effect.amount.value is None or payer is None:
            return self.move_goods(effect, noun, around)
        things, number = self.amount_of(effect.amount, noun, around)
        to, taken = self.owner(effect.to, noun, around) if isinstance(effect.to, s.Field) else (
            self.place(effect.to, around), False)  # fmt: skip
        target = v.say("to {owner}", owner=to) if taken else to.form("wohin")
        return v.say_clause("{subject} pays {goods} {to}", subject=payer, goods=things, to=target).main() + number

    # -- others

    def deal(self, effect: m.Deal, around: Context) -> list[str]:
        v, source, to = self.say, self.place(effect.source, around), self.place(effect.to, around)
        kind = self.nouns_of.kind(effect.source, around.names)
        if isinstance(effect.to, s.Field) and v.many(effect.to.target):
            owner = self.nouns_of.kind(effect.to.target, around.names)
            if not owner.rest:
                to = owned_by(owner.a("jed"), v.noun(effect.to.name))
        if effect.amount.value is None:
            things = of_noun(kind.noun, True, "all")
            said = v.say_clause(
                "{subject} of {source} are dealt one by one to {to}", subject=things, source=source, to=to
            )
            return [said.main()]
        count = self.place(effect.amount.value, around)
        things = of_noun(kind.noun, count != "1", "")
        goods = v.say_part("{number} {things}", number=count, things=things)
        if not count.removeprefix("“").isdecimal() and count[:1] not in "„0123456789":
            goods = of_cases(of_noun(kind.noun, True, ""), v.say(" (number: {value})", value=count))
        return [v.say_clause("{subject} from {source} is dealt to {to}", subject=goods, source=source, to=to).main()]

    def becomes(self, target: s.Expr, value: s.Expr, around: Context) -> str:
        v, conditions, names = self.say, self.statements, around.names
        name = getattr(target, "name", "")
        variable = v.variable(name)
        if variable is not None and isinstance(variable.initial, s.Truth):
            negated = isinstance(value, s.Truth) and not value.value
            args = [target.target, *target.args] if isinstance(target, s.Field) else getattr(target, "args", [])
            if args and v.many(args[0]):
                kind = self.nouns_of.kind(args[0], names)
                subject = kind.all("all") if not kind.rest else kind.all()
                said = conditions.quality_of(name, subject, args[1:], names, negated)
            else:
                said = conditions.quality(name, args, names, negated)
            if isinstance(value, s.Truth):
                return v.say("from now on {said}", said=said.first())
            condition = conditions.statement(value, names).after()
            return v.say("from now on {said} if {condition}, otherwise not", said=said.first(), condition=condition)
        place = self.place(target, around)
        if v.holds_players(target):
            if isinstance(value, s.Nothing):
                return v.say_clause("{subject} is removed", subject=place).main()
            return v.say_clause(
                "{subject} now belongs to {value}", subject=place, value=self.place(value, around)
            ).main()
        if isinstance(value, s.Nothing):
            return v.say_clause("{subject} is cleared", subject=place).main()
        counts = variable is not None and self.statements.is_number(target)
        sentence = mark("{subject} is set to {value}") if counts else mark("{subject} becomes {value}")
        return v.say_clause(sentence, subject=place, value=self.place(value, around)).main()

    @property
    def statements(self) -> Statements:
        return self.nouns_of.conditions

    def addition(self, target: s.Expr, value: s.Expr, around: Context) -> str:
        v = self.say
        down = isinstance(value, s.Unary) and value.op == "-"
        amount = self.place(value.value if isinstance(value, s.Unary) and down else value, around)
        if isinstance(value, s.If):
            amount = in_brackets(amount)
        sentence = mark("{subject} goes down by {amount}") if down else mark("{subject} goes up by {amount}")
        return v.say_clause(sentence, subject=self.place(target, around), amount=amount).main()

    def reveal(self, effect: m.Reveal, around: Context) -> list[str]:
        v, value = self.say, effect.amount.value
        if value is None:
            what: NounPhrase = v.say_part("everything")
        elif isinstance(value, s.Name | s.Field) and v.zone(value.name) is not None:
            what = self.nouns_of.kind(value, around.names).all("all")
        else:
            what = self.place(value, around)
        if effect.to is None:
            return [v.say_clause("{subject} is shown to everyone", subject=what).main()]
        return [v.say_clause("{subject} is shown to {to}", subject=what, to=self.place(effect.to, around)).main()]

    def run(self, effect: m.Run, around: Context) -> list[str]:
        """The clauses for an action described elsewhere, with its arguments and results."""
        v = self.say
        told: list[str] = []
        if effect.action in self.inlined:
            self.known[effect.action] = dict(around.names)
        for argument in [] if effect.action in self.inlined else effect.arguments:
            names: dict[str, Any] = dict(around.names)
            for name in argument.params:
                names[name] = of_noun(v.noun("player"), False, "dies")
            value, what = self.nouns_of.phrase(argument.value, names), v.the(argument.name)
            if str(value) != str(what):
                told.append(v.say("{what}: {value}", what=what, value=value))
                for words in effect.actions:
                    self.handed[words].add(argument.name)
        given = f" ({'; '.join(told)})" if told else ""
        actions = v.join([fixed_phrase(v.in_quotes(self.title(words))) for words in effect.actions], mark("or"))
        said = [v.say("see {actions}", actions=actions) + given]
        if effect.kind is not None:
            said[0] += v.say(", as {kind} says", kind=self.place(effect.kind, around))
        for result, mine, _ in effect.gives:
            noun = self.nouns.get((effect.actions[0], result), "")
            kind = v.noun(noun) if noun else None
            around.names[mine] = v.local_name(mine, kind, around.names)
            if str(v.the(result)) != str(around.names[mine]):
                said.append(v.say("{result} is called {name}", result=v.the(result), name=around.names[mine]))
        return said

    def title(self, words: str) -> str:
        """The words of a step, in the language, with settings filled in and a capital letter."""
        told = self.say.fill_settings(words)
        return told[:1].upper() + told[1:]

    def end(self, effect: m.End, around: Context) -> list[str]:
        v = self.say
        if effect.target == "turn":
            return [v.say("the turn ends")]
        if effect.target != "game":
            return [v.say("{step} ends", step=v.in_quotes(self.title(effect.target)))]
        winner, teams = effect.winner, v.rules.teams
        if winner is None:
            return [v.say("the game ends")]
        if isinstance(winner, s.Nothing):
            return [v.say("the game ends, and nobody wins")]
        if len(teams) == 1:
            return [v.say("the game ends, and all win")]
        who = self.place(winner, around)
        filtered = isinstance(winner, s.Aggregate) and winner.choice.where is not None
        if filtered and v.is_list(winner):
            return [
                v.say_clause("the game ends, and {subject} win; if there are none, nobody wins", subject=who).main()
            ]
        if teams and not v.is_list(winner):
            names = [team.name for team in teams]
            whole = getattr(winner, "name", "") in ("team", *names)
            if not whole:
                return [v.say_clause("the game ends, and {subject} wins with all of the team", subject=who).main()]
        return [v.say_clause("the game ends, and {subject} wins", subject=who).main()]
