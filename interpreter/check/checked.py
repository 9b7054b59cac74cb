"""The checker's result: a ruleset with everything resolved and typed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import assert_never

from ..base.diagnostics import Diagnostic, Span
from ..language import model as m
from .types import INT, Local, Type, Typed, TypedChoice


@dataclass(slots=True, eq=False)
class CheckedTable:
    """A table with typed keys: rows[i] = (the keys of every parameter, the cell); default: the cell of all others."""

    table: m.LookupTable
    params: list[Type]
    result: Type
    rows: list[tuple[list[Typed], Typed]]
    default: Typed | None = None


@dataclass(slots=True, eq=False)
class CheckedDefinition:
    """A definition with its typed parameters and value."""

    definition: m.Definition
    params: list[Local]
    value: Typed


@dataclass(slots=True, eq=False)
class CheckedAction:
    """params: the locals of the parameters, in order; gives: result name -> the local that holds it."""

    action: m.Action
    params: list[Local]
    gives: dict[str, Local]


@dataclass(frozen=True, slots=True)
class OneCard:
    """A single card moves."""

    card: Typed


@dataclass(frozen=True, slots=True)
class CardList:
    """A list of cards moves."""

    cards: Typed


@dataclass(frozen=True, slots=True)
class WholeZone:
    """All cards of a zone move."""

    zone: Typed


@dataclass(frozen=True, slots=True)
class TopCards:
    """A number of cards moves from the top of a pile."""

    count: Typed
    pile: Typed


@dataclass(slots=True, eq=False)
class CheckedMove:
    """Cards that move or, as a price, are paid.

    amount: what stands behind the verb, None for `all`; where: as in s.Position.
    """

    span: Span
    cards: OneCard | CardList | WholeZone | TopCards
    amount: Typed | None
    source: Typed | None
    to: Typed
    up_to: bool
    where: str = "top"
    depth: Typed | None = None
    named: Local | None = None
    new_group: bool = False
    price: bool = False


@dataclass(slots=True, eq=False)
class CheckedTokens:
    """Tokens that move or, as a price, are paid; amount: None for all of them."""

    span: Span
    amount: Typed | None
    source: Typed
    to: Typed
    up_to: bool
    price: bool = False


@dataclass(slots=True, eq=False)
class PaidGood:
    """One good of a payment; each: the name for a member of the missing index, and all members."""

    tokens: CheckedTokens
    each: tuple[Local, Typed] | None = None

    @property
    def amount(self) -> Typed:
        """The amount of the good, of each member."""
        assert self.tokens.amount is not None  # no payment of several goods takes all there is
        return self.tokens.amount


@dataclass(slots=True, eq=False)
class CheckedPayment:
    """Several goods that are paid at once, all of them or none."""

    goods: list[PaidGood]

    @property
    def prices(self) -> list[Price]:
        """The amount and source of each good paid."""
        return [Price(good.amount, good.tokens.source, good.each) for good in self.goods]


@dataclass(frozen=True, slots=True)
class Price:
    """An amount to pay, and its source; each: as in PaidGood."""

    amount: Typed
    source: Typed
    each: tuple[Local, Typed] | None = None


@dataclass(slots=True, eq=False)
class CheckedDeal:
    """Cards that are dealt."""

    span: Span
    amount: Typed | None
    source: Typed
    to: Typed
    up_to: bool
    where: str = "top"
    depth: Typed | None = None


@dataclass(slots=True, eq=False)
class CheckedChange:
    """Numbers and names that are set, or added to."""

    targets: list[tuple[Typed, Typed]]
    adding: bool


@dataclass(slots=True, eq=False)
class CheckedShuffle:
    """A pile that is shuffled."""

    zones: Typed


@dataclass(slots=True, eq=False)
class CheckedReveal:
    """amount: a card, a list of cards, or numbers that lie on the table."""

    amount: Typed
    to: Typed | None
    numbers: bool


@dataclass(slots=True, eq=False)
class CheckedSay:
    """A value that is announced."""

    values: list[Typed]


@dataclass(slots=True, eq=False)
class CheckedRun:
    """An action that is run, with its arguments and results."""

    action: CheckedAction
    arguments: list[tuple[Local, list[Local], Typed]] = field(default_factory=list)
    gives: list[tuple[Local, Local]] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class CheckedRunByKind:
    """One of several actions is run: that of the member which `kind` is. They take and give the same."""

    kind: Typed
    runs: list[CheckedRun]


@dataclass(slots=True, eq=False)
class CheckedEnd:
    """sentence: the step that ends, None for a turn or the game."""

    span: Span
    turn: bool
    sentence: m.Sentence | None
    winner: Typed | None


CheckedEffect = (
    CheckedMove
    | CheckedTokens
    | CheckedPayment
    | CheckedDeal
    | CheckedChange
    | CheckedShuffle
    | CheckedReveal
    | CheckedSay
    | CheckedRun
    | CheckedRunByKind
    | CheckedEnd
)


@dataclass(slots=True, eq=False)
class CheckedSentence:
    """The typed parts of one sentence, beside its model.Sentence. whole: the name of the set in its `where all`."""

    remember: list[tuple[Local, Typed | None, m.Remembered]] = field(default_factory=list)
    when: list[Typed] = field(default_factory=list)
    choice: TypedChoice | None = None
    times: Typed | None = None
    following: Typed | None = None
    round: Local | None = None
    until: list[Typed] = field(default_factory=list)
    by: Typed | None = None
    choices: list[TypedChoice] = field(default_factory=list)
    chosen: list[Local] = field(default_factory=list)
    count: Typed | None = None
    whole: Local | None = None
    where: list[Typed] = field(default_factory=list)
    effect: CheckedEffect | None = None
    exports: list[Local] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Checked:
    """A ruleset with everything resolved and typed: what lowering reads."""

    ruleset: m.Ruleset
    definitions: dict[str, CheckedDefinition]
    tables: dict[str, CheckedTable]
    actions: dict[str, CheckedAction]
    sentences: dict[m.Sentence, CheckedSentence]
    exprs: dict[int, Typed]
    player: Local
    turn_names: dict[str, Local]
    turn_round: Local
    plurals: dict[str, str]
    entering: dict[m.Event, Local]
    owners: dict[m.Zone | m.Variable, list[Local]]
    warnings: list[Diagnostic]


def walk(steps: m.Steps) -> Iterator[m.Sentence]:
    """Every sentence of the steps, outer ones first."""
    for sentence in steps:
        yield sentence
        yield from walk(sentence.do)
        for branch in (sentence.otherwise, sentence.impossible, sentence.declined):
            yield from walk(branch or [])
        for item in sentence.menu:
            yield from walk([item.sentence] if item.sentence else [])
        yield from walk([event.sentence for event in sentence.whenever])


def walk_all(rules: m.Ruleset) -> Iterator[m.Sentence]:
    """Every sentence of a ruleset."""
    yield from walk(rules.setup + rules.phases)
    yield from walk([action.sentence for action in rules.actions.values()])
    yield from walk([event.sentence for event in rules.whenever])


def runs_out(rules: m.Ruleset) -> bool:
    """Whether the game may end without a step that names the winner."""
    ends = [sentence.effect for sentence in walk_all(rules) if isinstance(sentence.effect, m.End)]
    endless = {phase.words for phase in rules.phases if m.is_endless(phase)}
    if any(end.target == "game" and end.winner is None for end in ends):
        return True
    return endless <= {end.target for end in ends} and not _ends_game(rules.phases)


def _ends_game(steps: m.Steps) -> bool:
    """Whether the last of these steps always ends the game."""
    if not m.leaves(steps, ""):
        return False
    last = steps[-1]
    return last.effect.target == "game" if isinstance(last.effect, m.End) else _ends_game(last.do)


def sentences_played(rules: m.Ruleset, sentences: list[m.Sentence]) -> Iterator[m.Sentence]:
    """The sentences, all inside them, and the actions run there, each action once."""
    waiting, seen = list(sentences), set[str]()
    while waiting:
        for inner in walk([waiting.pop()]):
            yield inner
            run = [words for words in m.run_by(inner) if words in rules.actions and words not in seen]
            seen.update(run)
            waiting += [rules.actions[words].sentence for words in dict.fromkeys(run)]


def words_of_parts(sentence: m.Sentence) -> Iterator[tuple[str, Span]]:
    """The words of a sentence, its conditions and its options, with their places."""
    yield sentence.words, sentence.span
    yield from ((condition.words, condition.span) for condition in [*sentence.when, *sentence.until, *sentence.where])
    yield from ((item.words, item.span) for item in sentence.menu)


def all_typed(checked: Checked) -> Iterator[Typed]:
    """Every expression of a ruleset."""
    yield from checked.exprs.values()
    yield from (definition.value for definition in checked.definitions.values())
    for table in checked.tables.values():
        for keys, cell in table.rows:
            yield from [*keys, cell]
        yield from [table.default] if table.default is not None else []
    for part in checked.sentences.values():
        yield from typed_of(part)


def typed_of(part: CheckedSentence) -> Iterator[Typed]:
    """Every expression of one sentence, except places that are only set."""
    yield from (typed for _, typed, _ in part.remember if typed is not None)
    yield from [*part.when, *part.until, *part.where]
    yield from _some(part.times, part.following, part.by, part.count)
    for choice in [*([part.choice] if part.choice is not None else []), *part.choices]:
        yield from of_choice(choice)
    yield from of_effect(part.effect)


def of_effect(done: CheckedEffect | None) -> Iterator[Typed]:
    """The expressions of an effect."""
    match done:
        case None:
            pass
        case CheckedMove() | CheckedDeal():
            yield from _some(done.amount, done.source, done.to, done.depth)
        case CheckedTokens():
            yield from _some(done.amount, done.source, done.to)
        case CheckedPayment():
            for good in done.goods:
                yield from _some(good.tokens.amount, good.tokens.source, good.tokens.to, good.each and good.each[1])
        case CheckedChange():
            yield from (value for _, value in done.targets)
            yield from (target for target, _ in done.targets if target.op != "local")
        case CheckedShuffle():
            yield done.zones
        case CheckedReveal():
            yield from _some(done.amount, done.to)
        case CheckedSay():
            yield from done.values
        case CheckedRun():
            yield from (value for _, _, value in done.arguments)
        case CheckedRunByKind():
            yield done.kind
            yield from of_effect(done.runs[0])
        case CheckedEnd():
            yield from _some(done.winner)
        case _:
            assert_never(done)


def runs_of(done: CheckedEffect | None) -> list[CheckedRun]:
    """The actions that an effect may run, each with its arguments and results."""
    match done:
        case CheckedRun():
            return [done]
        case CheckedRunByKind(runs=runs):
            return runs
    return []


def amount_of(done: CheckedEffect | None) -> Typed | None:
    """The expression after the verb of an effect that takes an amount."""
    return done.amount if isinstance(done, CheckedMove | CheckedTokens | CheckedDeal | CheckedReveal) else None


def emptied_place(done: CheckedEffect | None) -> Typed | None:
    """The place from which an effect takes everything, or the top card."""
    match done:
        case CheckedDeal(source=zone) | CheckedMove(cards=WholeZone(zone) | TopCards(pile=zone)):
            return zone
    return None


def asks_first(checked: Checked, sentence: m.Sentence, above: tuple[m.Sentence, ...] = ()) -> bool:
    """Whether a step that an option begins with can be impossible: by a choice, a payment, its first step."""
    if sentence in above:
        return False
    if sentence.menu or sentence.decision is not None or isinstance(sentence.effect, m.Pay):
        return True
    first = [run.action.action.sentence for run in runs_of(checked.sentences[sentence].effect)]
    if sentence.effect is None:
        first = sentence.do[:1]
    return any(asks_first(checked, inner, (*above, sentence)) for inner in first)


def prices(sentence: m.Sentence, part: CheckedSentence) -> list[Price]:
    """The prices of a step; [] if it pays nothing, everything, or certain cards."""
    match part.effect if isinstance(sentence.effect, m.Pay) else None:
        case CheckedPayment() as done:
            return done.prices
        case CheckedMove(cards=TopCards(count=amount, pile=pile)):
            return [Price(amount, Typed("builtin", INT, pile.pos, [pile], "size"))]
        case CheckedTokens(amount=Typed() as amount, source=source):
            return [Price(amount, source)]
    return []


def of_choice(choice: TypedChoice) -> Iterator[Typed]:
    """The expressions of a choice."""
    yield from (source for _, source in choice.binders)
    yield from _some(choice.where, choice.best, choice.order, choice.condition)


def _some(*typed: Typed | None) -> Iterator[Typed]:
    """The expressions that are there."""
    return (t for t in typed if t is not None)
