"""Words for values, cards, places and options, from the ruleset's words."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from ...base.appearance.looks import NO_LOOKS, Look, Looks
from ...base.display_names import PLAIN, PLAYER, Wording
from ...base.languages.catalogues import mark
from ...program import ir
from ...program.options import Option
from ...program.wording import fill

_CARD = re.compile(r"(\S+) (\d+)")  # by its number in the ruleset; things have a _ before theirs
LABEL = re.compile(r"(?:(?P<owner>[^.()]+)\.)?(?P<name>[^.()]+?)(?:\((?P<places>[^()]*)\))?")
_NUMBERED = re.compile(r"(.*\D)((?: \d+)+)")


# -- words


def with_symbol(word: str, look: Look) -> str:
    """A word with its symbol before it; a short form stands on cards only."""
    return f"{look.symbol} {word}" if look.symbol and not look.short else word


def value_text(value: Any, kind: str = "", wording: Wording = PLAIN) -> str:
    """A value of a view or event in words: a number, yes or no, a player, a thing, a card, or nothing."""
    if value is None:
        return wording.say("nothing")
    if isinstance(value, bool):
        return wording.say("yes") if value else wording.say("no")
    if isinstance(value, dict):
        if "cards" in value:
            return group_text(value, label_text(value["zone"], wording), wording)
        return card_text(value, wording)
    if isinstance(value, list | tuple):
        return wording.join([value_text(item, kind, wording) for item in value])
    if kind == "thing player" and isinstance(value, int):
        return wording.player(value)
    if isinstance(value, int) and kind.partition(" ")[0] in ("thing", "card", "zone"):
        return f"{wording.name(kind.partition(' ')[2])} {value + 1}"
    if isinstance(value, str) and kind.startswith("thing "):
        return place_text(value, wording)
    return wording.noun(value) if isinstance(value, str) else str(value)


def offer_text(
    program: ir.Program,
    option: Option,
    known: Callable[[Option], dict[str, Any]],
    wording: Wording,
    looks: Looks = NO_LOOKS,
) -> str:
    """The text of an option: `Offer 3`, `Pass`, `red 5`, `group 1 (red 5 x2)`, `player 2 (Anna)`.

    `known` tells what is known of the card or the group of cards that an option is, with the symbols of `looks`.
    """
    words, value = fill(program, wording.step(option.words), wording), option.value
    if value is None:
        return words
    members = program.names.get(option.kind.partition(" ")[2], ())
    if option.kind.startswith("card "):
        text = card_text(known(option), wording)
    elif option.kind.startswith("group "):
        text = group_text(known(option), wording=wording)
    elif option.kind == "thing player":
        text = seat_text(value, wording)
    elif option.kind == "bool":
        text = value_text(bool(value), wording=wording)
    elif 0 <= value < len(members):
        text = with_symbol(place_text(members[value], wording), looks.of(members[value]))
    else:
        text = value_text(value, option.kind, wording)
    return f"{words} {text}".strip()


# -- cards and places


def card_text(reference: dict[str, Any], wording: Wording = PLAIN, whole: bool = False) -> str:
    """The words for a card: red 5, card 5, tent 3, `a card` if nothing of it is known.

    whole: with what stands beside a unique title.
    """
    component = wording.name(reference.get("component") or "card")
    front, back = (_naming_values(reference, face, wording, whole) for face in ("front", "back"))
    faces = [text for text in (face_text(front, component, wording), face_text(back, "", wording)) if text]
    if not faces:
        noun = wording.noun(reference.get("component") or "card")
        if component[:1] in "aeiou":
            return wording.say_part("an {thing}", thing=noun)
        return wording.say_part("a {thing}", thing=noun)
    if front is None:
        text = wording.say("{thing} with back {back}", thing=component, back=faces[0])
    else:
        text = faces[0] if len(faces) == 1 else wording.say("{front} (back {back})", front=faces[0], back=faces[1])
    return text if wording.card_sign is None else wording.card_sign(reference, text)


def _naming_values(reference: dict[str, Any], face: str, wording: Wording, whole: bool) -> dict[str, Any] | None:
    """What names a card, of what is known of a face: its unique title, or all but its sentences, if it has those."""
    values: dict[str, Any] | None = reference.get(face)
    if not values or not (wording.sentences or wording.untold):
        return values
    component = reference["component"]
    said = {name: value for name, value in values.items() if (component, name) not in wording.sentences}
    named = said if whole else {name: on for name, on in said.items() if (component, name) not in wording.untold}
    for kept in (named, said):
        if any(value is not None and value is not False for value in kept.values()):
            return kept
    return values


# by whether a group has a number, and whether its place is said
GROUPS = {
    (True, True): mark("group {number} of {place} ({cards})"),
    (True, False): mark("group {number} ({cards})"),
    (False, True): mark("a group of {place} ({cards})"),
    (False, False): mark("a group ({cards})"),
}


def group_text(group: dict[str, Any], place: str = "", wording: Wording = PLAIN) -> str:
    """The words for a group: group 2 (red 5 x2, red 6), with its place: group 2 of Anna's sets (red 5 x2, red 6)."""
    holes = {"number": group["group"], "place": place}
    holes["cards"] = ", ".join(count_equal([card_text(card, wording) for card in group["cards"]]))
    return wording.say(GROUPS[bool(group["group"]), bool(place)], **holes)


def cards_text(
    cards: Sequence[dict[str, Any]], count: int | None = None, component: str = "", wording: Wording = PLAIN
) -> str:
    """The words for several cards: `red 5, red 6 and 2 more cards`; count: the number in all, of that component."""
    known = [card for card in cards if "front" in card or "back" in card]
    parts = count_equal([card_text(card, wording) for card in known])
    kind = (cards[0].get("component") if cards else None) or component or "card"
    many = wording.plural(kind)
    if count is None and len(known) == len(cards):
        return wording.join(parts) if parts else wording.say("all {things}", things=many)
    rest = (count if count is not None else len(cards)) - len(known)
    if rest and not parts:
        return card_text({"component": kind}, wording) if rest == 1 else f"{rest} {many}"
    if rest:
        one = wording.noun(kind)
        parts.append(wording.say_count("{number} more {thing}", "{number} more {things}", rest, thing=one, things=many))
    return wording.join(parts) if parts else wording.say("no {things}", things=many)


def count_equal(texts: list[str]) -> list[str]:
    """Texts without repetition, each with its number: Pilsner x2."""
    return [text if texts.count(text) == 1 else f"{text} x{texts.count(text)}" for text in dict.fromkeys(texts)]


def face_text(values: dict[str, Any] | None, component: str, wording: Wording = PLAIN) -> str:
    """One face of a card in words; `component` is put before a number that stands alone."""
    if values is None:
        return ""
    words = [wording.name(value) for value in values.values() if isinstance(value, str)]
    flags = [wording.name(name) for name, value in values.items() if value is True]
    words += flags
    numbers = [
        (wording.name(name), value)
        for name, value in values.items()
        if isinstance(value, int) and not isinstance(value, bool)
    ]
    if flags and all(value == 0 for _, value in numbers):
        return " ".join(words)
    if len(numbers) == 1 and (words or component):
        if not words:
            return f"{component} {numbers[0][1]}"
        return " ".join([*words, str(numbers[0][1])])
    told = ", ".join(f"{name} {value}" for name, value in numbers)
    text = " ".join(words) or component
    return f"{text} ({told})" if told and text else told or text


def label_text(label: str, wording: Wording = PLAIN) -> str:
    """The words for a label: `player 1.hand` -> Anna's hand, `slot_2.prize` -> the prize of slot 2."""
    found = LABEL.fullmatch(label)
    if found is None:
        return wording.name(label)
    token, box, _ = found["name"].partition(" in the box")
    name = wording.say("{token} in the box", token=wording.name(token)) if box else wording.noun(token)
    places = [place_text(place, wording) for place in (found["places"] or "").split(", ") if place]
    extra = f" ({', '.join(places)})" if places else ""
    owner = found["owner"]
    if owner is None and name.startswith("out of "):
        return wording.say("{place}{details}", place=name, details=extra)
    if owner is None:
        return wording.say_part("the {place}{details}", place=name, details=extra)
    player = PLAYER.fullmatch(owner)
    if player is None:
        return wording.say_part(
            "the {place} of {owner}{details}", place=name, owner=place_text(owner, wording), details=extra
        )
    return owned_text(wording.player(int(player[1]) - 1), f"{name}{extra}" if extra else name, wording)


def owned_text(owner: str, thing: str, wording: Wording) -> str:
    """The words for what a player has: Anna's hand, Chris' hand."""
    if owner.endswith("s"):
        return wording.say_part("{owner}' {thing}", owner=owner, thing=thing)
    return wording.say_part("{owner}'s {thing}", owner=owner, thing=thing)


def place_text(word: str, wording: Wording) -> str:
    """The words for the first part of a label."""
    player = PLAYER.fullmatch(word)
    if player is not None:
        return wording.player(int(player[1]) - 1)
    if (card := _CARD.fullmatch(word)) is not None:
        return f"{wording.name(card[1])} #{card[2]}"
    text = wording.noun(word)
    numbered = _NUMBERED.fullmatch(text)
    if numbered is not None and numbered[2].count(" ") == 2:
        row, column = numbered[2].split()
        return f"{numbered[1].strip()} {row}/{column}"
    return text


def seat_text(seat: int, wording: Wording) -> str:
    """The words for a seat: player 2 (Anna), or player 2 if that is its name."""
    name, number = wording.player(seat), wording.say("player {number}", number=seat + 1)
    return f"{number} ({name})" if wording.player_number(seat) is None else name
