"""Choices as lines of text; in a page's log the choices of one step are one sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ...base.display_names import Wording
from ...program.options import TURNS, asked_text
from .things import value_text

# the name of a place of a board: e4, 3/4
PLACE = re.compile(r"[a-z]\d{1,2}|\d+/\d+")


def choice_line(event: dict[str, Any], wording: Wording) -> str:
    """The sentence for a choice."""
    who, option, kind = wording.player(event["seat"]), event["option"], event["value_kind"]
    option = wording.step(option) if option else option
    decision = wording.step(event["decision"])
    asked = asked_text(decision, wording.name(event.get("asks", "")))
    if event.get("hidden"):
        return wording.say("{player}: {question} (secretly)", player=who, question=asked)
    if kind in ("pass", "done"):
        return f"{who}: {decision}: {option}"
    if kind == "plain":
        return f"{who}: {option}"
    text = _value(event, wording)
    if option:
        return f"{who}: {option} {text}".rstrip()
    if wording.brief and event["decision"] in TURNS and text:
        return f"{who}: {text}"
    line = f"{who}: {asked}: {text}" if text else f"{who}: {asked}"
    return f"{line} ({wording.step(event['because'])})" if event.get("because") else line


def _value(event: dict[str, Any], wording: Wording) -> str:
    """The words for what was chosen, "" for what the seat does not know."""
    value = event["value"]
    unknown = value is None or (isinstance(value, dict) and not {"front", "back", "cards"} & value.keys())
    return "" if unknown else str(value_text(value, event["value_kind"], wording))


def chosen_steps(events: Sequence[dict[str, Any]], position: int) -> int:
    """The number of choices of one step that a seat makes one after another from there on; 0 if there is none."""
    first, end = events[position], position
    if first["kind"] != "choose" or first.get("hidden"):
        return 0
    action = first["decision"] if "asks" in first else first["option"]
    end += 1
    while action and end < len(events) and events[end]["kind"] == "choose" and not events[end].get("hidden"):
        if (events[end]["seat"], events[end]["decision"]) != (first["seat"], action) or "asks" not in events[end]:
            break
        # the same choice again belongs to another time
        if events[end]["asks"] in [event.get("asks") for event in events[position:end]]:
            break
        end += 1
    return end - position


def unseen_run(events: Sequence[dict[str, Any]], position: int, wording: Wording) -> int:
    """The number of cards that a seat chooses for one step from there on, none of which is known; 0 for others."""
    first, end = events[position], position
    while end < len(events) and events[end]["kind"] == "choose" and not events[end].get("hidden"):
        event = events[end]
        same = [event[key] == first[key] for key in ("seat", "decision", "option")]
        if not all(same) or not event["value_kind"].startswith("card ") or _value(event, wording):
            break
        end += 1
    return end - position


def unseen_line(events: Sequence[dict[str, Any]], wording: Wording) -> str:
    """The line for cards that somebody chooses and the reader does not know: Ben: everybody passes cards: 3 cards."""
    kind = events[0]["value_kind"].removeprefix("card ")
    cards = f"{len(events)} {wording.plural(kind)}"
    return f"{choice_line(events[0], wording)}: {cards}"


def steps_line(events: Sequence[dict[str, Any]], wording: Wording) -> str:
    """The line for the choices of a step: Ben: Move a man from b4 to a4; Ben: Lay a set: Stout, amount 3."""
    first = events[0]
    action = wording.step(first["decision"] if "asks" in first else first["option"])
    texts = [_value(event, wording) for event in events]
    who, places = wording.player(first["seat"]), [text for text in texts if PLACE.fullmatch(text)]
    if len(places) == len(events) == 2:
        return wording.say(
            "{player}: {action} from {source} to {target}", player=who, action=action, source=texts[0], target=texts[1]
        )
    parts = [_name_choice(event, text, wording) for event, text in zip(events, texts, strict=True)]
    return f"{who}: {action}: {', '.join(part for part in parts if part)}"


def _name_choice(event: dict[str, Any], text: str, wording: Wording) -> str:
    """What was chosen with its name, unless it says itself what it is."""
    name = wording.name(event["asks"]) if "asks" in event else ""
    if not text or not name or text.casefold().startswith(name.casefold()):
        return text or name
    return f"{name} {text}"
