"""The model of a ruleset: dataclasses for the merged YAML, with expressions parsed but not resolved or typed."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from ..base.appearance.inline_icons import plain_sentence
from ..base.appearance.layouts import CALLED
from ..base.appearance.looks import Looks
from ..base.diagnostics import Span
from ..base.display_names import DisplayName
from ..base.english import plain_words
from ..reading.nodes import Scalar
from . import syntax as s
from .display_model import Layout, NameEntry, Shown, TextEntry
from .unique_titles import untold_attributes

Seen = str | s.Expr  # a word for those who see something, or an expression of players


@dataclass(slots=True, eq=False)
class Condition:
    """A named test: its words are its label and the reason of a refusal, "" if it has none."""

    words: str
    span: Span
    expr: s.Expr
    judge: bool = False
    whole: bool = False  # `where all`: it is about the whole set


@dataclass(slots=True, eq=False)
class Remembered:
    """A name for a value that a step remembers."""

    name: str
    span: Span
    initial: s.Expr | s.TypeText


@dataclass(slots=True, eq=False)
class Loop:
    """kind: each, turns, together, repeat, forever, until. `choice` for the first three, `times` for repeat."""

    kind: str
    span: Span
    choice: s.Choice | None = None
    times: s.Expr | None = None
    following: s.Expr | None = None


@dataclass(slots=True, eq=False)
class Decision:
    """kind: choose, may choose, random. Each of `choices` has one binder and is one small decision."""

    kind: str
    span: Span
    choices: list[s.Choice]
    count: s.Expr | s.Name | None = None
    secret: bool = False


@dataclass(slots=True, eq=False)
class MenuItem:
    """An entry of `one of`: an action by its name, or words with a sentence of their own.

    action_span: the name behind the colon, where an action stands behind its own name.
    """

    words: str
    span: Span
    sentence: Sentence | None
    action_span: Span | None = None


@dataclass(slots=True, eq=False)
class Move:
    """Cards or tokens move from one place to another. named: the name for what was moved, or "new group"."""

    span: Span
    amount: s.Amount
    to: s.Expr
    source: s.Expr | None
    at: s.Position | None = None
    named: str = ""


@dataclass(slots=True, eq=False)
class Pay:
    """A payment. goods: the place that each is paid from, and how much; one if it names no places."""

    span: Span
    goods: list[tuple[s.Expr, s.Amount]]
    to: s.Expr
    several: bool

    def as_move(self) -> Move:
        """The payment as a move, if it does not name several places."""
        ((source, amount),) = self.goods
        return Move(self.span, amount, self.to, source)


@dataclass(slots=True, eq=False)
class Deal:
    """Cards are dealt to several places."""

    span: Span
    amount: s.Amount
    to: s.Expr
    source: s.Expr
    at: s.Position | None


@dataclass(slots=True, eq=False)
class Gather:
    """All cards of a choice move to one place: `move: those(CHOICE)` as a verb of its own."""

    span: Span
    cards: s.Choice
    to: s.Expr
    at: s.Position | None
    named: str

    def as_move(self) -> Move:
        pos = self.cards.pos
        amount = s.Amount(pos, "exactly", s.Aggregate(pos, "those", self.cards))
        return Move(self.span, amount, self.to, None, self.at, self.named)


@dataclass(slots=True, eq=False)
class Add:
    """An amount is added to a number."""

    span: Span
    targets: list[tuple[s.Expr, s.Expr]]


@dataclass(slots=True, eq=False)
class Set:
    """A number, value or name is set."""

    span: Span
    targets: list[tuple[s.Expr, s.Expr]]


@dataclass(slots=True, eq=False)
class Shuffle:
    """A pile is shuffled."""

    span: Span
    zones: s.Expr


@dataclass(slots=True, eq=False)
class Reveal:
    """Cards or values are shown. to: the players they are shown to; None for everybody."""

    span: Span
    amount: s.Amount
    to: s.Expr | None


@dataclass(slots=True, eq=False)
class Say:
    """A value is announced."""

    span: Span
    values: list[s.Expr]


@dataclass(slots=True, eq=False)
class Run:
    """An action is run. gives: (result's name, name here), if written.

    kind: what says which action it is, as in `run: card.kind`; `among`: the actions that it may be, as far as known.
    """

    span: Span
    action: str
    action_span: Span | None = None
    arguments: list[Argument] = field(default_factory=list)
    gives: list[tuple[str, str, Span]] = field(default_factory=list)
    kind: s.Expr | None = None
    among: list[str] = field(default_factory=list)

    @property
    def actions(self) -> list[str]:
        """The words of the actions that may be run."""
        return self.among if self.kind is not None else [self.action]


@dataclass(slots=True, eq=False)
class End:
    """A turn, the game or a step ends. target: turn, game, or the words of an enclosing step."""

    span: Span
    target: str
    target_span: Span
    winner: s.Expr | None


Effect = Move | Pay | Deal | Gather | Add | Set | Shuffle | Reveal | Say | Run | End


@dataclass(slots=True, eq=False)
class Argument:
    """An argument `name: value` or `name(x): value` of `with:`; params are the names bound by the action."""

    name: str
    params: list[str]
    span: Span
    value: s.Expr


@dataclass(slots=True, eq=False)
class Sentence:
    """One step; its slots are applied in the order remember, when, loop, decision, effect, do."""

    span: Span
    words: str = ""
    remember: list[Remembered] = field(default_factory=list)
    when: list[Condition] = field(default_factory=list)
    loop: Loop | None = None
    until: list[Condition] = field(default_factory=list)
    by: s.Expr | None = None
    decision: Decision | None = None
    menu: list[MenuItem] = field(default_factory=list)
    where: list[Condition] = field(default_factory=list)
    effect: Effect | None = None
    do: Steps = field(default_factory=list)
    otherwise: Steps | None = None
    impossible: Steps | None = None
    declined: Steps | None = None
    whenever: list[Event] = field(default_factory=list)
    rule: list[str] = field(default_factory=list)
    about: str = ""
    was: list[str] = field(default_factory=list)


Steps = list[Sentence]


def action_of(member: str, actions: Collection[str]) -> str:
    """The action with the name of a member, `New moon` for `new_moon`; "" if there is none."""
    spoken = member.replace("_", " ")
    names = (name[:1].upper() + name[1:] if capital else name for name in (member, spoken) for capital in (False, True))
    return next((name for name in names if name in actions), "")


def run_by(sentence: Sentence) -> list[str]:
    """The words of the actions that a sentence offers by their names or runs."""
    run = sentence.effect.actions if isinstance(sentence.effect, Run) else []
    return [item.words for item in sentence.menu] + run


def named_by(effect: Effect | None) -> list[str]:
    """The names that an effect gives to cards or results."""
    match effect:
        case Move(named=name) | Gather(named=name):
            return [name]
        case Run(gives=gives):
            return [mine for _, mine, _ in gives]
    return []


def leaves(steps: Steps | None, words: str) -> bool:
    """Whether these steps always end the turn, the game or a step enclosing the one with these words."""
    last = steps[-1] if steps else None
    if last is None or last.when or last.loop or last.decision or last.menu:
        return False
    if isinstance(last.effect, End):
        return last.effect.target != words
    return leaves(last.do, words)


@dataclass(slots=True, eq=False)
class Event:
    """An event: steps `before` or `after` a named step, or when a card `enters` a zone."""

    words: str
    span: Span
    kind: str
    target: str
    zone: s.Expr | None
    sentence: Sentence
    target_span: Span | None = None


@dataclass(slots=True, eq=False)
class Parameter:
    """A typed parameter of an action; `params` are the names of a formula's or a place's own parameters."""

    name: str
    params: list[s.Param]
    span: Span
    type: s.TypeText


@dataclass(slots=True, eq=False)
class Action:
    """An action: its words, parameters, results and sentence."""

    words: str
    span: Span
    params: list[Parameter]
    gives: list[tuple[str, str, Span]]
    sentence: Sentence


@dataclass(slots=True, eq=False)
class Setting:
    """A setting: one value, or values by number of players (from, to, value).

    `beyond` are cases for numbers of players that the game is not for, as they are written.
    """

    name: str
    span: Span
    value: s.Expr | None
    by_players: list[tuple[int, int, s.Expr]]
    rule: list[str]
    about: str
    beyond: list[tuple[str, Span]] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Thing:
    """A kind of thing. members: named; or count: numbered places; or grid: rows and columns.

    hexes: whether each row of the grid begins half a place further right. lettered: whether its places are called a1,
    b1 and so on, by letters from the left and numbers from below.
    texts: of the different texts of a `text` attribute, what each says.
    """

    name: str
    span: Span
    plural: str
    members: list[tuple[str, Span]] = field(default_factory=list)
    count: s.Expr | None = None
    grid: tuple[s.Expr, s.Expr] | None = None
    hexes: bool = False
    lettered: bool = False
    about: str = ""
    texts: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class Team:
    """Players that win and lose together; their seats are numbered from 1, and may exceed the players."""

    name: str
    span: Span
    seats: tuple[int, ...]


@dataclass(slots=True, eq=False)
class Attribute:
    """An attribute of cards. index: the member it is printed for; of: the indexed attribute that it belongs to.

    is_text: whether it was declared as `text`, which is shown and never asked for.
    """

    name: str
    span: Span
    type: s.TypeText
    face: str
    index: s.Param | None = None
    of: Attribute | None = None
    is_text: bool = False


@dataclass(slots=True, eq=False)
class Component:
    """A kind of card with faces, or (supply given) a conserved stock of alike tokens."""

    name: str
    span: Span
    attributes: list[Attribute]
    supply: s.Expr | None
    about: str


@dataclass(slots=True, eq=False)
class Row:
    """One row of a table: a key with its cell, or with rows of further keys."""

    key: s.Expr
    value: s.Expr | list[Row]


@dataclass(slots=True, eq=False)
class LookupTable:
    """A table: its parameters, its rows, and the value for all other cases."""

    name: str
    span: Span
    params: list[s.Param]
    rows: list[Row]
    rule: list[str]
    about: str
    default: s.Expr | None = None  # for what has no row


@dataclass(slots=True, eq=False)
class Variable:
    """A number, truth or thing that the game keeps, for each `owner` ("" = shared) and each of `params`.

    times_seen: the values of a position; the number counts how often it has been there, and no step changes it.
    """

    name: str
    span: Span
    owner: str
    params: list[s.Param]
    initial: s.Expr | s.TypeText | None
    range: s.Expr | None
    token: str
    see: dict[str, Seen]
    rule: list[str]
    about: str
    show: str = ""
    token_span: Span | None = None
    owner_span: Span | None = None
    times_seen: list[Scalar] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class CardRow:
    """One row of `starts with`: every combination of the attributes' values, `copies` times."""

    span: Span
    values: dict[str, list[s.Expr]]
    copies: s.Expr | None
    headings: dict[str, Span]  # where each attribute is named
    texts: dict[str, Scalar] = field(default_factory=dict)  # what `text` attributes say


@dataclass(slots=True, eq=False)
class Zone:
    """A place for cards: `ordered` for a pile, else a set; `groups` if its cards lie in groups."""

    name: str
    span: Span
    owner: str
    params: list[s.Param]
    component: str
    ordered: bool
    groups: bool
    see: dict[str, Seen]
    rows: list[CardRow]
    rule: list[str]
    about: str
    show: str = ""
    component_span: Span | None = None
    owner_span: Span | None = None


@dataclass(slots=True, eq=False)
class Definition:
    """A definition. given: it comes with a declaration and is written nowhere; then its list is never empty."""

    name: str
    span: Span
    params: list[s.Param]
    value: s.Expr
    about: str
    given: bool = False


@dataclass(slots=True, eq=False)
class Ruling:
    """A ruling where the rulebook is silent: the words, the clause, and the part that a variant would change."""

    words: str
    span: Span
    rule: list[str]
    change: str
    change_span: Span | None = None


@dataclass(slots=True, eq=False)
class Always:
    """An invariant: a condition that must hold at some times."""

    words: str
    span: Span
    expr: s.Expr
    at: str


@dataclass(slots=True, eq=False)
class Ruleset:
    """A whole ruleset. `id` is the name of its folder or file, `span` the place of its first key.

    `players` are all numbers of players it is for, the smallest first.
    `files` are those that wrote it, without the libraries it uses; `base` is the one that the others build on.
    """

    id: str
    span: Span
    game: str
    players: tuple[int, ...]
    about: str
    notes: list[str]
    teams: list[Team] = field(default_factory=list)
    settings: dict[str, Setting] = field(default_factory=dict)
    things: dict[str, Thing] = field(default_factory=dict)
    components: dict[str, Component] = field(default_factory=dict)
    tables: dict[str, LookupTable] = field(default_factory=dict)
    variables: dict[str, Variable] = field(default_factory=dict)
    zones: dict[str, Zone] = field(default_factory=dict)
    definitions: dict[str, Definition] = field(default_factory=dict)
    setup: Steps = field(default_factory=list)
    phases: Steps = field(default_factory=list)
    actions: dict[str, Action] = field(default_factory=dict)
    whenever: list[Event] = field(default_factory=list)
    always: list[Always] = field(default_factory=list)
    score: s.Expr | None = None
    winner: list[s.Ranking] = field(default_factory=list)
    payoff: s.Expr | None = None
    rulings: list[Ruling] = field(default_factory=list)
    look: dict[str, Shown] = field(default_factory=dict)
    layout: Layout = field(default_factory=Layout)
    names: dict[str, NameEntry] = field(default_factory=dict)
    texts: dict[str, TextEntry] = field(default_factory=dict)
    files: frozenset[str] = frozenset()
    base: str = ""

    @property
    def looks(self) -> Looks:
        """The colours, symbols, layouts and display names that the ruleset gives."""
        words = {word: shown.looks[0] for word, shown in self.look.items() if word != "players"}
        players = tuple(self.look["players"].looks) if "players" in self.look else ()
        cards = {kind: cards.layout for kind, cards in self.layout.cards.items()}
        names = self.display_names()
        indexed = {
            component.name: {
                attribute.name: (attribute.of.name, attribute.name.removeprefix(f"{attribute.of.name}_"))
                for attribute in component.attributes
                if attribute.of is not None
            }
            for component in self.components.values()
        }
        indexed = {name: of for name, of in indexed.items() if of}
        return Looks(
            words,
            players,
            cards,
            names,
            indexed=indexed,
            print=self.layout.print,
            texts={word: entry.text for word, entry in self.texts.items()},
            sentences=frozenset(self.sentences()),
            untold=frozenset(untold_attributes(self, names)),
            dice=tuple(die for die, _ in self.layout.dice),
        )

    def sentences(self) -> Iterator[tuple[str, str]]:
        """The texts on cards that are no names of them: each component with the attribute."""
        for component in self.components.values():
            titles = self.titles_of(component)
            for attribute in component.attributes:
                if attribute.is_text and attribute.name not in titles:
                    yield component.name, attribute.name

    def titles_of(self, component: Component) -> tuple[str, ...]:
        """The attributes that name a component, if they are texts."""
        laid = self.layout.cards.get(component.name)
        titles = [mark.name for mark in laid.layout.parts.get("title", ())] if laid is not None else []
        return *CALLED, *titles

    def display_names(self) -> dict[str, DisplayName]:
        """The words that people read in place of names; the plural of a thing has the words for many of it."""
        found = {word: entry.name for word, entry in self.names.items()}
        for thing in self.things.values():
            if thing.name not in found and thing.plural != f"{thing.name}s":
                found[thing.name] = DisplayName(plain_words(thing.name), plain_words(thing.plural))
            if thing.name in found:
                many = found[thing.name].many
                found.setdefault(thing.plural, DisplayName(many, many))
            for member, text in thing.texts.items():
                plain = plain_sentence(text, self.look, found)
                found[member] = DisplayName(plain, plain)
                # what is a word may be the name of something else, which keeps its own
                if not text.isidentifier():
                    found[text] = found[member]
        return found


def is_endless(step: Sentence) -> bool:
    """Whether only a step inside it can end a loop."""
    loop = step.loop
    if loop is None or step.until or loop.kind not in ("turns", "forever"):
        return False
    return loop.choice is None or loop.choice.where is None
