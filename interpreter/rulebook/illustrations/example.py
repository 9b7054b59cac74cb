"""The rulebook's example: a turn of a real game, with all cards open.

The games are random ones of the first SEEDS seeds, so the same rules always get the same example. Of all their turns
the one is taken that shows most of the rules in few words.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from ...base.display_names import Wording
from ...base.errors import GameError
from ...base.languages.catalogues import ENGLISH, mark
from ...game.bots import bots_stream, random_choices
from ...game.game import Game
from ...program.events import Choose, Event, Gain, Move, Pour, Reveal, Set, Shuffle, Step, Tokens, Turn
from ...seats.perception.events import Perception
from ...seats.phrases import card_text, count_equal, event_texts, events_to_show, label_text
from ...seats.running_game import RunningGame
from ..blocks import Block, Heading, Item, Items, Paragraph
from ..wording import capital, sentence
from .midgame import DecisionPoint, TableStanding, stop

SEEDS = 3
NAMES = ("Anna", "Ben", "Clara", "David", "Emma", "Felix", "Greta", "Hugo", "Ida", "Jonas")
# decisions of a game that are looked at; events of a turn that make a short example, and one that is not too long
DECISIONS, SHORT, LONG = 300, 32, 72
# the most cards of a place that are named, and the most places and numbers
HAND, PLACES = 12, 16
# a choice of one of several things that a step asks for
_PART = re.compile(r"(?P<words>[^:()]+) \((?P<asks>[^:()]+)\): (?P<chosen>.+)")
# what a turn is worth, beside 1 for each step of its own words
POINTS, SECOND = 4, 2


@dataclass(slots=True)
class EventSpan:
    """The events from `first` up to `end` of a game; `words` name it if it is no player's turn."""

    first: int
    end: int
    words: str = ""


@dataclass(slots=True)
class SampleGame:
    """A random game: its events, its states at each decision and the end, and a cache of scores."""

    game: Game
    events: list[Event]
    state: RunningGame
    stops: list[DecisionPoint]
    scores: dict[int, list[int]] = field(default_factory=dict)

    def standing(self, number: int) -> TableStanding:
        """The state when that event was about to happen."""
        return TableStanding(self.game, self.events, self.stops, number)

    def score_change(self, span: EventSpan) -> tuple[list[int], list[int]]:
        """The scores before and after a turn."""
        for number in (span.first, span.end):
            if number not in self.scores:
                self.scores[number] = self.standing(number).scores()
        return self.scores[span.first], self.scores[span.end]


def example(game: Game, language: str = ENGLISH) -> list[Block]:
    """The section with the example in a language; [] for a game in which nobody decides anything."""
    best, worth, of = None, 0, None
    for seed in range(1, SEEDS + 1):
        try:
            played = _play_sample(game, seed)
        except GameError:  # the game cannot be set up
            continue
        for span in _spans(played):
            found = _worth(played, span)
            if found > worth:
                best, worth, of = span, found, played
    return (
        list(_section(of, best, game.looks.in_language(language).wording))
        if of is not None and best is not None
        else []
    )


def _play_sample(game: Game, seed: int) -> SampleGame:
    """Play a random game."""
    state = game.start(seed)
    stops = [stop(state)]
    try:
        for decision, position in random_choices(state, bots_stream(seed), DECISIONS):
            state.choose(decision[position], decision.seat)
            stops.append(stop(state))
    except GameError:
        pass  # the game is usable up to there
    assert state.log is not None
    return SampleGame(game, state.log.since(0), state, stops)


def _spans(played: SampleGame) -> Iterator[EventSpan]:
    """The turns of a game; without turns, the parts that begin with the first repeated step."""
    events = played.events
    starts = [number for number, event in enumerate(events) if isinstance(event, Turn)]
    if starts:
        # behind the last turn the game is wound up
        yield from (EventSpan(first, end) for first, end in pairwise([*starts, len(events)][: max(2, len(starts))]))
        return
    times: dict[int, list[int]] = {}
    for number, event in enumerate(events):
        if isinstance(event, Step):
            times.setdefault(event.node, []).append(number)
    nodes = played.game.program.nodes
    for node, numbers in sorted(times.items()):
        above = nodes[node].above
        spans = [EventSpan(first, end, nodes[above].words if above >= 0 else "") for first, end in pairwise(numbers)]
        if any(_worth(played, span) > 0 for span in spans):
            yield from spans
            return
    yield EventSpan(0, len(events))


def _worth(played: SampleGame, span: EventSpan) -> int:
    """A score for how much of the rules a turn shows; 0 if it is too long, or nobody decides."""
    events = [event for event in played.events[span.first : span.end] if not isinstance(event, Step)]
    deciders = {event.seat for event in events if isinstance(event, Choose) and event.options > 1}
    if not deciders or len(events) > LONG:
        return 0
    program = played.game.program
    steps = {program.sites[event.site].node if isinstance(event, Choose) else event.node for event in events}
    before, after = played.score_change(span)
    worth = len(steps) + POINTS * (before != after) + SECOND * (len(deciders) > 1)
    return max(1, worth - max(0, len(events) - SHORT) // 4)


# -- telling it


def _section(played: SampleGame, span: EventSpan, wording: Wording) -> Iterator[Block]:
    """The blocks of the example."""
    game = played.game
    names = [NAMES[seat] if seat < len(NAMES) else wording.player(seat) for seat in range(game.players)]
    first = played.events[span.first]
    if isinstance(first, Turn):
        # a loop around the turns begins their rounds anew
        nested = game.program.nodes[first.node].above >= 0
        turn = mark("It is {player}'s turn") if nested else mark("It is {player}'s turn, in round {round}")
        begins = wording.say(turn, player=names[first.seat], round=first.round)
    elif span.words:
        begins = wording.say("“{step}” begins", step=capital(wording.step(span.words)))
    else:
        begins = wording.say("The game begins")
    yield Heading(2, wording.say("An example"))
    sitting = wording.say("{players} play, seated clockwise in this order.", players=wording.join(names))
    random = wording.say(
        "The choices were made at random: they show the rules, not good play. Hidden things are shown here, too."
    )
    yield Paragraph(f"{sitting} {begins}. {random}")
    told, before = _turn_lines(played, span, wording.with_players(names))
    if before:
        yield Paragraph(wording.say("How things stand:"))
        yield Items(before)
    yield Paragraph(wording.say("What happens:"))
    yield Items(_items(told), numbered=True)
    if any(map(any, played.score_change(span))):
        yield Paragraph(_score_lines(played, span, names, wording))


def _items(lines: Sequence[str]) -> list[Item]:
    """Lines of the log, titled by how they begin: who chooses, or the step."""
    found: list[Item] = []
    before = ""  # the choice that the next one may be a part of
    for line in lines:
        title, colon, rest = line.partition(": ")
        title, rest = (capital(title), rest) if colon else ("", line)
        part = _PART.fullmatch(rest)
        named = part is not None and part["chosen"].startswith(part["asks"])
        what = (part["chosen"] if named else f"{part['asks']} {part['chosen']}") if part else ""
        goes_on = part is not None and before.startswith(part["words"])
        before = rest
        if found and title == found[-1].title and goes_on:
            found[-1].text = sentence(f"{found[-1].text.removesuffix('.')}, {what}")
            continue
        text = sentence(f"{part['words']}: {what}") if part else sentence(rest)
        if found and title == found[-1].title:
            found[-1].text += f" {text}"
        else:
            found.append(Item(title, text))
    return found


def _score_lines(played: SampleGame, span: EventSpan, names: Sequence[str], wording: Wording) -> str:
    """The change of the scores in a turn, in words."""
    pairs = zip(names, *played.score_change(span), strict=True)
    moved = [
        wording.say("{player}'s score from {before} to {after}", player=name, before=_with_sign(a), after=_with_sign(b))
        for name, a, b in pairs
        if a != b
    ]
    if not moved:
        return wording.say("The scores do not change.")
    return wording.say("This changes {scores}.", scores=wording.join(moved))


def _with_sign(number: int) -> str:
    """A number with a typographic minus sign."""
    return str(number).replace("-", "−")


def _turn_lines(played: SampleGame, span: EventSpan, wording: Wording) -> tuple[list[str], list[Item]]:
    """The lines of a turn, and the places and numbers it is about as they were before.

    Each event is told as the seat saw it that saw most of it, with all that is printed on the cards.
    """
    program = played.game.program
    readers = [Perception(played.state, seat) for seat in range(program.players)]
    standing = played.standing(span.first)
    before = _before(played, span, readers[0], wording)
    places: list[tuple[Event, int, int]] = []  # what happened, reader, number of its event
    for at, event in enumerate(played.events[: span.end]):
        marks = [len(reader.log.events) for reader in readers]
        for reader in readers:
            reader.read(event)
        if at < span.first:
            continue
        standing.read(event)
        # behind a gain the new number follows; a card alone has no order
        if isinstance(event, Gain) or (isinstance(event, Shuffle) and len(standing.z[event.zone]) < 2):
            continue
        seats = [event.seat] if isinstance(event, Choose) else range(program.players)
        # each learns what the others chose simultaneously when all have chosen
        new = {
            seat: [
                mine
                for mine in range(marks[seat], len(readers[seat].log.events))
                if (readers[seat].log.events.items[mine]["kind"] == "choose") == isinstance(event, Choose)
            ]
            for seat in seats
        }
        best = max(new, key=lambda seat: len(json.dumps([readers[seat].log.events.items[mine] for mine in new[seat]])))
        places += [(event, best, mine) for mine in new[best]]
    for reader in readers:
        reader.end_run()
    told = [_open(event, readers[seat].log.events.items[mine], readers[0]) for event, seat, mine in places]
    lines = event_texts(events_to_show(program, [event for event in told if event["kind"] != "turn"]), wording)
    return lines, before


def _open(event: Event, told: dict[str, Any], reader: Perception) -> dict[str, Any]:
    """An event of a seat's log with everything printed on its cards."""
    if isinstance(event, Move):
        return told | {"card": _card(reader, event.card)}
    if isinstance(event, Pour | Reveal):
        return told | {"cards": [_card(reader, card) for card in event.cards]}
    if isinstance(event, Choose) and told["value_kind"].startswith("card "):
        entries = reader.program.sites[event.site].entries
        entry = next(entry for entry in entries if entry.base <= event.number < entry.base + entry.count)
        return told | {"value": _card(reader, event.number - entry.base + entry.low)}
    return told


def _card(reader: Perception, card: int) -> dict[str, Any]:
    """A card with both its faces, unless they are blank."""
    visibility = reader.sight
    faces = {word: values for word, values in visibility.faces[card].items() if values}
    return {"component": reader.program.cards[card].component, **faces}


def _before(played: SampleGame, span: EventSpan, reader: Perception, wording: Wording) -> list[Item]:
    """The cards in places that the turn takes from or chooses, and the numbers, before the turn."""
    program, events = played.game.program, played.events[span.first : span.end]
    at_first_choice = next((at for at, event in enumerate(events) if isinstance(event, Choose)), 0)
    standing, found = played.standing(span.first + at_first_choice), []
    numbers = played.standing(span.first).v
    taken = {event.source for event in events if isinstance(event, Move)}
    filled = {event.to for event in events if isinstance(event, Move)} - taken
    chosen = _chosen_things(played, events)
    for zone, slot in enumerate(program.lists[: program.zones]):
        own = zone in taken and slot.name.startswith("player ")
        open_to_all = slot.see.get("front") == (1 << program.players) - 1 and slot.show != "hidden"
        cards = sorted(standing.z[zone])
        receives = zone in filled and slot.name.startswith("player ")
        if (own or (open_to_all and not receives and slot.name.partition(".")[0] in chosen)) and 0 < len(cards) <= HAND:
            texts = count_equal([card_text(_card(reader, card), wording) for card in cards])
            found.append(Item(capital(label_text(slot.name, wording)), sentence("; ".join(texts))))
    changed = {event.slot for event in events if isinstance(event, Set)}
    changed |= {slot for event in events if isinstance(event, Tokens) for slot in (event.source, event.to)}
    for number, place in enumerate(program.ints):
        counts = place.kind == "int" and place.declared and place.show != "hidden"
        if number in changed and counts and numbers[number]:
            found.append(Item(capital(label_text(place.name, wording)), f"{_with_sign(numbers[number])}."))
    return found if len(found) <= PLACES else []


def _chosen_things(played: SampleGame, events: Sequence[Event]) -> set[str]:
    """The things chosen in a turn, by the names of their places: `tent_5`."""
    program, found = played.game.program, set()
    for event in events:
        if not isinstance(event, Choose):
            continue
        entry = next(e for e in program.sites[event.site].entries if e.base <= event.number < e.base + e.count)
        kind, _, thing = entry.kind.partition(" ")
        if kind == "thing" and thing in program.names:
            found.add(program.names[thing][event.number - entry.base + entry.low])
    return found
