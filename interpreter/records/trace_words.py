"""Words for recordings: the numbers of a game in words, as JSON data and as cached JSON text."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from typing import Any

from ..base.display_names import wording_of
from ..game.game import Game
from ..game.log import Log
from ..game.state import State
from ..program import events as ev
from ..program import ir
from ..program.options import Option, asked_kind, asked_text, group_at, option_of
from ..seats.phrases import offer_text

MOST_KEPT = 10_000
encoded = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def json_text(value: Any) -> str:
    """A value as JSON in UTF-8, one character a byte, so that lines become bytes without work."""
    text = encoded(value)
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode("latin-1")


def numbers_text(numbers: Iterable[int]) -> str:
    """Whole numbers as a JSON list, as json_text writes it but faster."""
    return f"[{','.join(map(str, numbers))}]"


class Words:
    """Converts the numbers of a game to JSON data: things and players in words, cards with their attributes."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.cards = [self._card(number, card) for number, card in enumerate(program.cards)]
        self.zones = [(number, slot) for number, slot in enumerate(program.lists) if slot.kind in ("set", "pile")]
        parts = {part for _, slot in self.zones for part in (slot.segments, slot.groups)}
        others = [n for n, slot in enumerate(program.lists) if slot.kind == "list" and n not in parts]
        self.lists = list(zip(_distinct([program.lists[n].name for n in others]), others, strict=True))
        counted = [n for n, slot in enumerate(program.ints) if n > ir.REASON and not slot.declared]
        self.counters = list(zip(_distinct([program.ints[n].name for n in counted]), counted, strict=True))
        self.variables = [n for n, slot in enumerate(program.ints) if n > ir.REASON and slot.declared]

    def _card(self, number: int, card: ir.Card) -> dict[str, Any]:
        attributes = self.program.attributes[card.component]
        values = {name: self.value(kind, value) for (name, _, kind), value in zip(attributes, card.values, strict=True)}
        return {"card": number, "component": card.component, "attributes": values}

    def value(self, kind: str, value: Any) -> Any:
        """A value in words: a number, true or false, the word of a thing or player, a card, a zone's label, None."""
        if isinstance(value, list | tuple):
            return [self.value(kind, item) for item in value]
        sort, _, name = kind.partition(" ")
        if sort == "int":
            return None if value == ir.NO_NUMBER else value
        if value == ir.NOTHING:
            return None
        if sort == "bool":
            return bool(value)
        if sort == "group":
            return {"zone": self.program.lists[value // ir.GROUP].name, "group": value % ir.GROUP}
        names: Sequence[Any] = ()
        if sort == "thing":
            names = self.program.names[name]
        elif sort == "card":
            names = self.cards
        elif sort == "zone":
            return self.zone(value)
        return names[value] if 0 <= value < len(names) else value

    def zone(self, number: int) -> str:
        """The label of a zone."""
        return self.program.lists[number].name

    def state(self, state: State) -> dict[str, Any]:
        """The whole true state. Zones with their cards bottom first; positions in `unordered` count from 0 there."""
        ints, v, z = self.program.ints, state.v, state.z
        zones: dict[str, Any] = {}
        for number, slot in self.zones:
            zone: dict[str, Any] = {"kind": slot.kind, "cards": [self.cards[card] for card in z[number]]}
            if slot.segments >= 0:
                zone["unordered"] = pairs(z[slot.segments])
            if slot.groups >= 0:
                zone["groups"] = z[slot.groups][:]
            zones[slot.name] = zone
        return {
            "zones": zones,
            "variables": {ints[n].name: self.value(ints[n].kind, v[n]) for n in self.variables},
            "counters": {name: self.value(ints[n].kind, v[n]) for name, n in self.counters},
            "lists": {name: z[n][:] for name, n in self.lists},
            "position": v[ir.PC],
            "random": str(state.random),
        }

    def question(self, site: ir.Site) -> dict[str, Any]:
        """The question of a decision, as Decision has it."""
        return {"words": asked_text(site.words, site.asks), "kind": asked_kind(site), "step": site.path}

    def option(self, option: Option) -> dict[str, Any]:
        """An option as its number, handle, kind and value."""
        value = None if option.value is None else self.value(option.kind, option.value)
        return {"number": option.number, "words": option.words, "kind": option.kind, "value": value}

    def option_text(self, option: Option, names: Sequence[str], z: list[list[int]]) -> str:
        """An option as people read it, with nothing hidden. `z`: the lists of the state, for groups of cards."""

        def known(option: Option) -> dict[str, Any]:
            assert option.value is not None
            if not option.kind.startswith("group "):
                return self.reference(option.value)
            number, cards = group_at(self.program, z, option.value)
            return {"group": number, "cards": [self.reference(card) for card in cards]}

        return offer_text(self.program, option, known, wording_of(names))

    def reference(self, number: int) -> dict[str, Any]:
        """A card with all its faces, as seats/phrases reads it."""
        card = self.program.cards[number]
        found: dict[str, Any] = {"component": card.component}
        for (name, face, kind), value in zip(self.program.attributes[card.component], card.values, strict=True):
            found.setdefault(face, {})[name] = self.value(kind, value)
        return found

    def event(self, event: ev.Event) -> dict[str, Any]:
        """A true event of the log."""
        assert not isinstance(event, ev.Choose)
        step = self.program.nodes[event.node].words if event.node >= 0 else ""
        return {"kind": event.kind, "step": step} | self._event_parts(event)

    def _event_parts(self, event: ev.Event) -> dict[str, Any]:
        match event:
            case ev.Move():
                ends = {"from": self.zone(event.source), "to": self.zone(event.to), "where": event.where}
                return {"card": self.cards[event.card]} | ends | ({} if event.depth is None else {"depth": event.depth})
            case ev.Pour():
                cards = [self.cards[card] for card in event.cards]
                return {"from": self.zone(event.source), "to": self.zone(event.to), "cards": cards}
            case ev.Shuffle():
                return {"zone": self.zone(event.zone)}
            case ev.Set():
                kind = self.program.ints[event.slot].kind
                return {"variable": self.slot(event.slot), "value": self.value(kind, event.value)}
            case ev.Tokens():
                ends = {"from": self.slot(event.source), "to": self.slot(event.to)}
                return {**ends, "amount": event.amount, "public": event.public % 2 == 1}
            case ev.Reveal():
                return {"cards": [self.cards[card] for card in event.cards], "seats": list(event.seats)}
            case ev.Show():
                return {"variables": [self.slot(slot) for slot in event.slots], "seats": list(event.seats)}
            case ev.Turn():
                return {"seat": event.seat, "round": event.round}
            case ev.Say() | ev.Random():
                return {"value": self.value(self.program.kinds[event.type], event.value)}
            case ev.Gain():
                return {"values": [event.slot, event.amount, event.public]}
            case _:
                return {}

    def slot(self, number: int) -> str:
        """The name of a variable; `the box` for a slot below 0."""
        return self.program.ints[number].name if number >= 0 else "the box"

    def chance(self, result: tuple[int, int, int, bool], first: int, events: list[ev.Event]) -> Any:
        """A chance result, with its outcome from the event after it. `first` is the number of events[0]."""
        number, n, index, drawn = result
        at = number - first
        found: dict[str, Any] = {"kind": "other", "n": n, "index": index, "event": at}
        match events[at] if at < len(events) else None:
            case ev.Random() as after:
                found |= {"kind": "random", "drawn": self.value(self.program.kinds[after.type], after.value)}
            case ev.Move() as after if drawn:
                found |= {"kind": "draw", "drawn": self.cards[after.card]}
            case ev.Move():
                found["kind"] = "place"
        return found

    def happenings(self, state: State, since: int) -> dict[str, Any]:
        """The chance results and events from an event number on, without choices."""
        if state.log is None:
            return {}
        return {
            "chance": self.chances(state.log, since),
            "events": [self.event(event) for event in state.log.since(since) if not isinstance(event, ev.Choose)],
        }

    def chances(self, log: Log, since: int) -> list[dict[str, Any]]:
        """The chance results from an event number on."""
        results = log.chances_since(since)
        events = log.since(since) if results else []
        return [self.chance(result, since, events) for result in results]


def pairs(parts: list[int]) -> list[list[int]]:
    """The unordered parts of a pile as pairs: [start, end], [start, end] ..."""
    return [parts[i : i + 2] for i in range(0, len(parts), 2)]


def _distinct(names: list[str]) -> list[str]:
    """The names, with (2), (3) ... after repeated ones."""
    seen: dict[str, int] = {}
    found = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        found.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return found


# -- as text


class TextCache(dict[Any, str]):
    """A cache of texts by what they are made of, with at most MOST_KEPT at a time."""

    def __init__(self, make: Callable[[Any], str]) -> None:
        super().__init__()
        self.make = make

    def __missing__(self, key: Any) -> str:
        if len(self) >= MOST_KEPT:
            self.clear()
        text = self[key] = self.make(key)
        return text


class Texts:
    """The data of Words as JSON text, cached, as most of it repeats. `names` are the players'."""

    def __init__(self, program: ir.Program, names: Sequence[str]) -> None:
        self.program, self.names = program, names
        self.words = words = Words(program)
        self.cards = [json_text(card) for card in words.cards]
        self.steps = [json_text(site.words) for site in program.sites]
        self.asked = [{key: json_text(value) for key, value in words.question(site).items()} for site in program.sites]
        self.options, self.choices = TextCache(lambda key: self._option(key, [])), TextCache(self._choice)
        self.events = TextCache(lambda event: json_text(words.event(event)))
        # JSON data keeps the last of several equal names, at the first one's place
        zones = {json_text(slot.name): (number, slot) for number, slot in words.zones}
        self.zones = [
            (f'{name}:{{"kind":"{slot.kind}","cards":[', n, slot.segments, slot.groups)
            for name, (n, slot) in zones.items()
        ]
        self.last: dict[int, tuple[Any, str]] = {}  # the content of each zone when its text was last made, and the text
        self.lists = [(f"{json_text(name)}:", n) for name, n in dict(words.lists).items()]
        variables = {program.ints[n].name: n for n in words.variables}
        self.variables, self.counters = (
            [(n, TextCache(partial(self._number, name, program.ints[n].kind))) for name, n in named.items()]
            for named in (variables, dict(words.counters))
        )

    def state(self, state: State) -> str:
        """The text of Words.state."""
        v, z = state.v, state.z
        zones = ",".join([self._zone(z, *zone) for zone in self.zones])
        variables, counters = (",".join([kept[v[n]] for n, kept in part]) for part in (self.variables, self.counters))
        lists = ",".join([start + numbers_text(z[n]) for start, n in self.lists])
        return (
            f'{{"zones":{{{zones}}},"variables":{{{variables}}},"counters":{{{counters}}},"lists":{{{lists}}},'
            f'"position":{v[ir.PC]},"random":"{state.random}"}}'
        )

    def happenings(self, state: State, since: int) -> dict[str, str]:
        """The text of each value of Words.happenings."""
        if state.log is None:
            return {}
        events = [self.events[event] for event in state.log.since(since) if not isinstance(event, ev.Choose)]
        results = self.words.chances(state.log, since)
        return {"chance": json_text(results) if results else "[]", "events": f"[{','.join(events)}]"}

    def _number(self, name: str, kind: str, value: int) -> str:
        return f"{json_text(name)}:{json_text(self.words.value(kind, value))}"

    def _zone(self, z: list[list[int]], start: str, cards: int, segments: int, groups: int) -> str:
        key, (known, text) = (z[cards], z[segments], z[groups]), self.last.get(cards, (None, ""))
        if key == known:
            return text
        key = z[cards][:], z[segments][:], z[groups][:]  # as the next choices change the lists themselves
        text = start + ",".join([self.cards[card] for card in z[cards]]) + "]"
        if segments >= 0:
            text += f',"unordered":[{",".join(map(numbers_text, pairs(z[segments])))}]'
        if groups >= 0:
            text += f',"groups":{numbers_text(z[groups])}'
        self.last[cards] = key, text + "}"
        return text + "}"

    def _choice(self, key: tuple[int, int]) -> str:
        site, number = key
        return json_text(self.words.option(option_of(self.program.sites[site], number)))

    def offers(self, z: list[list[int]], site: int, numbers: Iterable[int]) -> str:
        """The options of a decision; texts of groups, whose cards change, are not cached."""
        grouped = any(entry.kind.startswith("group ") for entry in self.program.sites[site].entries)
        told = (self._option((site, number), z) if grouped else self.options[site, number] for number in numbers)
        return f"[{','.join(told)}]"

    def _option(self, key: tuple[int, int], z: list[list[int]]) -> str:
        site, number = key
        option = option_of(self.program.sites[site], number)
        return json_text(self.words.option(option) | {"text": self.words.option_text(option, self.names, z)})


@lru_cache(maxsize=4)
def texts_of(game: Game, names: tuple[str, ...]) -> Texts:
    """The texts of a game with these players' names; the cache serves all its recordings."""
    return Texts(game.program, names)
