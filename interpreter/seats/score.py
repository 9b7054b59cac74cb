"""The parts of a player's score as data, and what broke ties."""

from __future__ import annotations

from functools import cache
from typing import Any

from ..base.captions import sentence
from ..base.display_names import Wording
from ..base.errors import GameError
from ..base.languages.catalogues import mark
from ..program import ir
from ..program.options import group_at
from .offers import card_reference
from .perception.events import perception_of
from .perception.expression_visibility import is_allowed, sides_read
from .perception.ledger import Cause, ledger_of
from .phrases import card_text, group_text, value_text
from .running_game import RunningGame
from .score_lines import ScoreLine, TieBreak, negate_line
from .visibility import ONLOOKER, faces, shown_value

MORE, LESS = mark("more {thing}"), mark("less {thing}")
START = sentence(mark("at the start"))


def score_parts(
    state: RunningGame, seat: int, reader: int | None = None, wording: Wording | None = None
) -> list[ScoreLine]:
    """The parts that add up to the score of a seat, as `reader` (None: the seat itself; ONLOOKER) may know them.

    When the game is over all that adds up is counted openly, and what is shown beside it if the reader sees it or has
    seen those cards; before, what the reader does not see now has no amount. wording: the words for cards and players,
    by default the ruleset's own. A game without a log is played again for that. Raises IndexError where there is no
    such seat, GameError where the score cannot be worked out.
    """
    players, reader = state.game.program.players, seat if reader is None else reader
    for asked, least in ((seat, 0), (reader, ONLOOKER)):
        if not least <= asked < players:
            raise IndexError(f"there is no seat {asked}")
    if state.log is None:
        state = state.replayed()
    lines = _ScoreLines(state, seat, reader, wording)
    return [lines.line(part) for part in state.game.program.score_parts]


def tie_breaks(state: RunningGame, reader: int = ONLOOKER) -> list[TieBreak]:
    """The reasons between neighbours in the final ranking, where it was not the score.

    `reader`: the seat that reads it; ONLOOKER: what everybody knows. A value that it has not seen is not given.
    """
    program, ranks = state.game.program, state.ranks
    order = sorted(range(program.players), key=lambda seat: (ranks[seat], seat))
    if not state.over or state.z[program.winners]:
        return []
    if state.log is None:
        state = state.replayed()
    pairs = [pair for pair in zip(order, order[1:], strict=False) if ranks[pair[0]] != ranks[pair[1]]]
    found = [_tie_break(state, before, after, reader) for before, after in pairs]
    return [tie for tie in found if tie is not None]


def _tie_break(state: RunningGame, before: int, after: int, reader: int) -> TieBreak | None:
    """The reason for one player before another, as the reader may know it; None if it was the score."""
    program, ahead = state.game.program, state.scores[before] - state.scores[after]
    hidden: list[tuple[str, bool]] = []
    for (name, most), words in zip(program.ranking, program.ranking_words, strict=True):
        plain = _body(program.functions[name]) == _body(program.functions[program.score])
        if not plain and not all(_reader_knows(state, name, seat, reader) for seat in (before, after)):
            hidden.append((words, most))
            continue
        values = _rank_value(state, name, before), _rank_value(state, name, after)
        if values[0] == values[1]:
            continue
        if not hidden:
            return None if plain or _explains(ahead, most) else TieBreak(before, after, words, most, values)
        if (values[0] > values[1]) == most:  # this decided, or something hidden before it
            hidden = [] if plain else [*hidden, (words, most)]
        break
    if all(_explains(ahead, most) for _, most in hidden):
        return None
    more = [sentence(MORE if most else LESS, thing=words) for words, most in hidden]
    either = more[0]
    for one in more[1:]:
        either = sentence(mark("{first} or {second}"), first=either, second=one)
    return TieBreak(before, after, either, hidden[0][1], None)


def _explains(ahead: int, most: bool) -> bool:
    """Whether a difference of scores looks like the reason, where most (or least) of something decided."""
    return ahead > 0 if most else ahead < 0


def _reader_knows(state: RunningGame, name: str, seat: int, reader: int) -> bool:
    """Whether the reader sees, or has seen, everything that a rank reads of a seat."""
    lines = _ScoreLines(state, seat, reader)
    return lines.sees(_seat_call(name)) or lines.knows(_seat_call(name))


@cache
def _seat_call(name: str) -> ir.Expr:
    """The call of a seat's function, one object for each name, as what is made of it is kept by identity."""
    return ["call", name, "seat"]


def _body(function: ir.Function) -> str:
    """The body of a function of a player, without its register's name, as a text for comparing."""
    return repr(function.body).replace(repr(function.params[0]), "")


def _rank_value(state: RunningGame, name: str, seat: int) -> Any:
    """The value of a rank for a seat."""
    return state.evaluator(seat)(_seat_call(name), 0)


class _ScoreLines:
    """Computes the score lines of one player; `reader` is who may know them."""

    def __init__(self, state: RunningGame, seat: int, reader: int, wording: Wording | None = None) -> None:
        self.state, self.program, self.seat, self.reader = state, state.game.program, seat, reader
        self.ask, self.wording = state.evaluator(seat), wording or state.game.looks.wording

    def line(self, part: ir.Part) -> ScoreLine:
        """The line of one part of the score."""
        if not (self.state.over or self.sees(part.expr)):
            return ScoreLine(part.words, part.kind, None)
        amount = part.sign * self.ask(part.expr, 0)
        match part.kind:
            case "sum":
                inner = [self.line(inner) for inner in part.parts]
                parts = tuple(negate_line(line, part.sign) for line in inner)
            case "counter":
                parts = tuple(negate_line(line, part.sign) for line in self.steps(part.expr))
            case "items":
                parts = tuple(negate_line(line, part.sign) for line in self.items(part))
            case _:
                parts = tuple(line for inner in part.parts if (line := self.value_line(inner)) is not None)
        return ScoreLine(part.words, part.kind, amount, parts)

    def sees(self, expr: ir.Expr) -> bool:
        """Whether the reader sees everything now that an expression reads."""
        return is_allowed(self.state.game, self.seat, self.reader, expr)

    def knows(self, expr: ir.Expr) -> bool:
        """Whether the reader sees now, or has seen on the same cards, everything that an expression actually read."""
        needed, made = sides_read(self.state.game, self.seat, expr), self.program.cards
        numbers, lists = self.state.slots_read(expr, self.seat)
        perception = perception_of(self.state, self.reader)
        cards, sight = perception.cards, perception.sight
        ints, slots = self.program.ints, self.program.lists
        held = [self.state.v[slot] for slot in numbers if ints[slot].kind.startswith("card ")]
        for number in lists:
            lies_open = slots[number].kind in ("set", "pile") and sight.size[number]
            if not lies_open or None in cards.order.get(number, ()):
                return False
            held += self.state.z[number]
        unseen = (
            needed.get(made[card].component, 0) & sight.card_has[card] & ~perception.name(card).look.faces
            for card in held
            if card >= 0
        )
        covered = [slot for slot in numbers if not sight.reads(slot)]
        return not any(unseen) and (not covered or set(covered) <= _revealed_numbers(self.state, self.reader))

    def value_line(self, part: ir.Part) -> ScoreLine | None:
        """The line shown beside a value; None if it has no value."""
        try:
            if not (self.sees(part.expr) or (self.state.over and self.knows(part.expr))):
                return ScoreLine(part.words, "value", None)
            amount = self.ask(part.expr, 0)
        except GameError:
            return None
        kind = part.type.removeprefix("list ")
        if isinstance(amount, list):
            return ScoreLine(part.words, "value", [self.value(kind, one) for one in amount])
        return ScoreLine(part.words, "value", self.value(kind, amount))

    def value(self, kind: str, value: int) -> Any:
        """A value as data: a number, true or false, the word of a thing or player, None for nothing."""
        if kind == "thing player" and value >= 0:
            return self.program.names["player"][value]
        return shown_value(self.program.names, kind, value)

    # -- counters

    def steps(self, expr: ir.Expr) -> list[ScoreLine]:
        """The changes of a counter by each step, in the order of the first change."""
        slot = expr[1] + (self.ask(expr[2], 0) if len(expr) > 2 else 0)
        ledger = ledger_of(self.state)
        # a computed initial value is not a number in the program
        begun = ledger.start(slot) + self.state.v[slot] - ledger.value(slot)
        lines = [ScoreLine(START, "start", begun)] if begun else []
        return lines + [
            ScoreLine(words, "step", sum(found), (), self.place(node), found, (*map(self.cause, causes),))
            for words, (node, found, causes) in ledger.changes.get(slot, {}).items()
            if any(found)
        ]

    def cause(self, members: Cause) -> tuple[str, ...]:
        """The words of the members that a change was for."""
        return tuple(self.program.names[kind][number] for kind, number in filter(None, members))

    def place(self, node: int) -> str:
        """The place of a step: file:line."""
        if node < 0:
            return ""
        step = self.program.nodes[node]
        return f"{step.file}:{step.line}"

    # -- sums over lists

    def items(self, part: ir.Part) -> list[ScoreLine]:
        """The lines of what is added up, in an order that does not depend on how cards lie, which may be unseen."""
        things = self.ask(part.listed, 0)
        if not part.item.startswith("card "):
            things = sorted(things)
        elif self.state.over:
            things = sorted(things, key=lambda card: self.program.cards[card].look)
        else:
            things = perception_of(self.state, self.reader).ordered(things)
        return [ScoreLine(self.item(part.item, one), "item", self.ask(part.each, one)) for one in things]

    def item(self, kind: str, value: int) -> str:
        """A card, a group, a player or a thing in words."""
        if kind.startswith("card "):
            return card_text(self.card(value), self.wording)
        if kind.startswith("group "):
            number, cards = group_at(self.program, self.state.z, value)
            return group_text({"group": number, "cards": [self.card(card) for card in cards]}, wording=self.wording)
        if kind == "thing player" and value >= 0:
            return self.wording.player(value)
        return value_text(self.value(kind, value), wording=self.wording)

    def card(self, card: int) -> dict[str, Any]:
        if not self.state.over:
            return card_reference(self.state, self.reader, card)
        made = self.program.cards[card]
        return {"component": made.component, **{face: on for face, on in faces(self.program, made).items() if on}}


def _revealed_numbers(state: RunningGame, reader: int) -> set[int]:
    """The slots that were revealed to a reader and have not changed since."""
    seats = {*range(state.game.program.players)} if reader == ONLOOKER else {reader}
    shown: set[int] = set()
    for event in state.log.raw_events() if state.log is not None else ():
        match event:
            case ("show", _, slots, to) if seats <= set(to):
                shown.update(slots)
            case ("set" | "gain", _, slot, *_):
                shown.discard(slot)
            case ("tokens", _, source, to, *_):
                shown -= {source, to}
    return shown
