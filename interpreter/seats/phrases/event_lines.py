"""Events as lines of text, with like events sharing a line."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from ...base.captions import caption_in
from ...base.display_names import PLAYER, Wording, wording_of
from ...base.english import is_many, plain_words
from ...base.languages.catalogues import mark
from ...program import ir
from .choice_lines import choice_line, chosen_steps, steps_line, unseen_line, unseen_run
from .things import LABEL, card_text, cards_text, count_equal, label_text, place_text, value_text


def event_text(event: dict[str, Any], names: Sequence[str] | Wording = ()) -> str:
    """The line for an event of State.seen; "" if it is not worth one."""
    wording = wording_of(names)
    text, words = _sentence(event, wording), wording.step(event.get("words", ""))
    if not text or not words or event["kind"] in ("choose", "turn", "end", "set"):
        return text
    return f"{words}: {text}"


def _sentence(event: dict[str, Any], wording: Wording) -> str:
    """The sentence for an event."""
    match event["kind"]:
        case "choose":
            return choice_line(event, wording)
        case "move":
            return _move_line(card_text(event["card"], wording), event, wording)
        case "pour":
            cards = cards_text(event["cards"], event["count"], event.get("component", ""), wording)
            return _move_line(cards, event | {"where": ""}, wording)
        case "shuffle":
            return wording.say("{place} is shuffled", place=label_text(event["zone"], wording))
        case "set":
            return _sets([event], wording)
        case "gain":
            return f"{label_text(event['label'], wording)} {event['amount']:+}" if event["amount"] else ""
        case "tokens":
            return _tokens(event, wording)
        case "reveal":
            return _reveal(event, wording)
        case "show":
            return _show(event, wording)
        case "say" | "random":
            return value_text(event["value"], event["value_kind"], wording)
        case "turn":
            who = wording.player(event["seat"])
            return "-- " + wording.say("round {number}: {player}'s turn", number=event["round"], player=who)
        case _:
            return _end(event, wording)


def _sets(events: Sequence[dict[str, Any]], wording: Wording) -> str:
    """The line for several places set to the same value: stall 1 and stall 2 are now shut."""
    events = [event for event in events if event["changed"]]
    if not events:
        return ""
    value, number = events[0]["value"], len(events)
    parts = [event["label"].rpartition(".") for event in events]
    if isinstance(value, bool) and all(owner and "(" not in name for owner, _, name in parts):
        holes = {"places": wording.join([place_text(owner, wording) for owner, _, _ in parts])}
        holes["state"] = wording.name(parts[0][2])
        if value:
            return wording.say_count("{places} is now {state}", "{places} are now {state}", number, **holes)
        return wording.say_count("{places} is no longer {state}", "{places} are no longer {state}", number, **holes)
    if isinstance(value, bool) and len(parts) == 1 and not parts[0][0]:
        fact, now = wording.name(parts[0][2]), value_text(value, wording=wording)
        return wording.say("“{fact}” is now {value}", fact=fact, value=now)
    places = wording.join([label_text(event["label"], wording) for event in events])
    if number == 1 and _several(events[0]["label"], wording):
        number = 2
    if value is None:
        return wording.say_count("{places} is cleared", "{places} are cleared", number, places=places)
    text = value_text(value, events[0]["value_kind"], wording)
    return wording.say_count("{places} is now {value}", "{places} are now {value}", number, places=places, value=text)


def _several(label: str, wording: Wording) -> bool:
    """Whether the name of a place is plural: `player 1.points`."""
    found = LABEL.fullmatch(label)
    return found is not None and is_many(wording.name(found["name"]))


# what moves, by where in the place it goes
MOVES = {
    "": mark("{cards} from {source} to {target}"),
    "bottom": mark("{cards} from {source} to the bottom of {target}"),
    "random": mark("{cards} from {source} to anywhere in {target}"),
    "out": mark("{cards} from {source} {target}"),
}


def _move_line(cards: str, event: dict[str, Any], wording: Wording) -> str:
    """The sentence for cards that move."""
    where = event["where"] if event["where"] in MOVES else ""
    if not where and _is_out(event["to"]):
        where = "out"
    source, target = label_text(event["from"], wording), label_text(event["to"], wording)
    return wording.say(MOVES[where], cards=cards, source=source, target=target)


def _is_out(label: str) -> bool:
    """Whether a place is out of the game."""
    return plain_words(label).startswith("out of ")


def _tokens(event: dict[str, Any], wording: Wording) -> str:
    """The sentence for tokens that move."""
    if event["amount"] == 0:
        return ""
    counted_, source, to = _token_parts(event, wording)
    return wording.say("{goods} from {source} to {target}", goods=counted_, source=source, target=to)


def _token_parts(event: dict[str, Any], wording: Wording) -> tuple[str, str, str]:
    """The parts of a token sentence: amount and kind, source, destination."""
    amount, token = event["amount"], event["token"]
    source, to = (_token_place(event[side], token, wording) for side in ("from", "to"))
    many = wording.plural(token) if token else ""
    if amount is None:
        goods = wording.say("some {goods}", goods=many) if token else wording.say("some of it")
    elif token:
        goods = f"{amount} {wording.name(token) if amount == 1 else many}"
    else:
        goods = wording.say("{amount} of it", amount=amount)
    return goods, source, to


def _payment(events: Sequence[dict[str, Any]], wording: Wording) -> str:
    """The line for all goods of a payment: 2 logs from Anna's wood and 1 brick from Anna's clay to the box."""
    totals: dict[tuple[str, str, str], dict[str, Any]] = {}
    for event in events:
        before = totals.setdefault((event["token"], event["from"], event["to"]), {**event, "amount": 0})
        known = before["amount"] is not None and event["amount"] is not None
        before["amount"] = before["amount"] + event["amount"] if known else None
    parts = [_token_parts(event, wording) for event in totals.values() if event["amount"] != 0]
    sources: dict[tuple[str, str], list[str]] = {}
    for counted_, source, to in parts:
        sources.setdefault((source, to), []).append(counted_)
    if len({to for _, to in sources}) == 1:
        goods_from = [
            wording.say_part("{goods} from {source}", goods=wording.join(goods), source=source)
            for (source, _), goods in sources.items()
        ]
        return wording.say("{goods_from} to {target}", goods_from=wording.join(goods_from), target=parts[0][2])
    return "; ".join(
        wording.say("{goods} from {source} to {target}", goods=wording.join(goods), source=source, target=to)
        for (source, to), goods in sources.items()
    )


def _token_place(label: str, token: str, wording: Wording) -> str:
    """The words for a place of tokens: `player 1.coins` of coins is simply Anna; a box is the box."""
    if label == f"{token} in the box" or label == "box":
        return wording.say("the box")
    found = LABEL.fullmatch(label)
    owner = PLAYER.fullmatch(found["owner"]) if found and found["owner"] else None
    if found is not None and owner is not None and not found["places"] and found["name"] in (token, token + "s"):
        return wording.player(int(owner[1]) - 1)
    return label_text(label, wording)


def _reveal(event: dict[str, Any], wording: Wording) -> str:
    """The sentence for revealed cards."""
    where = wording.join([label_text(zone, wording) for zone in event["zones"]])
    number = len(event["cards"])
    holes = {"cards": cards_text(event["cards"], number, wording=wording), "place": where}
    if event["public"]:
        return wording.say_count("{cards} in {place} is revealed", "{cards} in {place} are revealed", number, **holes)
    holes["players"] = _seats(event["to"], wording)
    return wording.say_count(
        "{cards} in {place} is revealed to {players}", "{cards} in {place} are revealed to {players}", number, **holes
    )


def _seats(seats: Sequence[int], wording: Wording) -> str:
    """The words for several seats."""
    return wording.join([wording.player(seat) for seat in seats])


def _show(event: dict[str, Any], wording: Wording) -> str:
    """The sentence for shown numbers."""
    told = []
    for item in event["values"]:
        if item["value"] is not None:
            value = value_text(item["value"], item["value_kind"], wording)
            number, place = 2 if _several(item["label"], wording) else 1, label_text(item["label"], wording)
            told.append(
                wording.say_count("{place} is {value}", "{place} are {value}", number, place=place, value=value)
            )
    if told:
        return wording.join(told)
    places = wording.join([label_text(item["label"], wording) for item in event["values"]])
    return wording.say("{places} shown to {players}", places=places, players=_seats(event["to"], wording))


def _end(event: dict[str, Any], wording: Wording) -> str:
    """The sentence for the end of the game."""
    winners = event["winners"]
    result = win_text(winners, len(event["scores"]), "together" in event, wording)
    scores = ", ".join(f"{wording.player(seat)} {score}" for seat, score in enumerate(event["scores"]))
    ended = wording.say(
        "The game is over ({reason}): {result}.", reason=caption_in(event["reason"], wording), result=result
    )
    return " ".join([ended, wording.say("Scores: {scores}.", scores=scores)])


def win_text(winners: Sequence[int], seats: int, together: bool, wording: Wording) -> str:
    """Who of so many seats wins: Anna wins; Anna and Ben win, `together` as one team, or share the victory; a draw."""
    if not winners:
        return wording.say("nobody wins")
    players = _seats(winners, wording)
    if together or len(winners) == 1:
        return wording.say_count("{players} wins", "{players} win", len(winners), players=players)
    if len(winners) == seats == 2:
        return wording.say("it is a draw")
    return wording.say("{players} share the victory", players=players)


def events_to_show(
    program: ir.Program, events: Sequence[dict[str, Any]], hidden: Collection[str] = ()
) -> list[dict[str, Any]]:
    """The events without the end, which has its own lines, and without what the ruleset hides on the table.

    hidden: the names that its layout hides; what only concerns such places is left out, too.
    """
    unshown = {slot.declared for slot in program.ints if slot.show == "hidden" or slot.declared in hidden}
    unseen = {slot.name for slot in program.lists[: program.zones] if slot.declared in hidden}
    return [event for event in events if event["kind"] != "end" and not _is_bookkeeping(event, unshown, unseen)]


def _is_bookkeeping(event: dict[str, Any], values: Collection[str], places: Collection[str]) -> bool:
    """Whether an event only changes values that are not shown, or only moves cards between places that are not."""
    match event["kind"]:
        case "set" | "gain":
            return event["variable"] in values
        case "move" | "pour":
            return event["from"] in places and event["to"] in places
        case "shuffle":
            return event["zone"] in places
    return False


def event_texts(events: Sequence[dict[str, Any]], names: Sequence[str] | Wording = ()) -> list[str]:
    """The lines for several events: like moves share a line, and so do a choice and its plain effect.

    names: of the players by seats, or the whole wording of the game.
    """
    return [line for line, _, _ in group_lines(events, wording_of(names)) if line]


def group_lines(
    events: Sequence[dict[str, Any]], wording: Wording, position: int = 0
) -> Iterator[tuple[str, int, bool]]:
    """Yield the line of each group of events from a position on, "" for none.

    With each line: where the group begins, and whether it stays as it is whatever follows.

    It depends on the events before it too, from `choices_before` on.
    """
    while position < len(events):
        line, run = _line(events, position, wording)
        # as far as `_line` may look: one event on, or for each card chosen there one more that moves it
        stays = position + max(run + 1, 2 * _chosen_run(events, position)) <= len(events)
        yield line, position, stays
        position += run


def _line(events: Sequence[dict[str, Any]], position: int, wording: Wording) -> tuple[str, int]:
    """The line of the group that begins at a position, and the number of its events."""
    event = events[position]
    following = events[position + 1] if position + 1 < len(events) else {}
    step = wording.step(event.get("words", ""))
    if (spread := _spread_length(events, position)) > 1:
        return f"{step}: {_deal_line(events[position : position + spread], wording)}", spread
    if wording.brief and (gathered := _gather_length(events, position)) > 1:
        return f"{step}: {_gather_line(events[position : position + gathered], wording)}", gathered
    if wording.brief and (steps := chosen_steps(events, position)) > 1:
        return steps_line(events[position : position + steps], wording), steps
    if wording.brief and event["kind"] == "choose" and (unseen := unseen_run(events, position, wording)) > 1:
        return unseen_line(events[position : position + unseen], wording), unseen
    run = 1
    while _goes_on(event, position + run, events):
        run += 1
    if run > 1 and event["kind"] == "tokens":
        text = _payment(events[position : position + run], wording)
        return f"{step}: {text}".removeprefix(": ") if text else "", run
    if run > 1 and event["kind"] == "set":
        return _sets(events[position : position + run], wording), run
    if run > 1 and event["kind"] == "shuffle":
        zones = [*dict.fromkeys(label_text(other["zone"], wording) for other in events[position : position + run])]
        places = wording.join(zones)
        text = wording.say_count("{places} is shuffled", "{places} are shuffled", len(zones), places=places)
        return f"{step}: {text}".removeprefix(": "), run
    if run > 1:
        cards = [other["card"] for other in events[position : position + run]]
        return event_text({**event, "kind": "pour", "cards": cards, "count": run}, wording), run
    if (chosen := _chosen_set(events, position)) > 1:
        moves = events[position + chosen : position + 2 * chosen]
        moved = {**moves[0], "kind": "pour", "cards": [move["card"] for move in moves], "count": chosen}
        return f"{wording.player(event['seat'])}: {event_text(moved, wording)}", 2 * chosen
    if _chosen_card(event) and _moves_it(event, following) and not _chosen_at_once(events, position):
        if wording.brief and _stays_with(event["seat"], following):
            return f"{wording.player(event['seat'])}: {step}: {card_text(following['card'], wording)}", 2
        return f"{wording.player(event['seat'])}: {event_text(following, wording)}", 2
    plainly = event["kind"] == "choose" and following.get("kind") == "set" and following["value"] == event["value"]
    return event_text(event, wording), 2 if plainly else 1


def _spread_length(events: Sequence[dict[str, Any]], position: int) -> int:
    """The number of moves that share a line from there on: a step's cards from one place to several; else 0."""
    first = events[position]
    if first["kind"] != "move" or not first["words"]:
        return 0
    alike = [first["words"], first["from"], first["where"]]
    end = position
    while end < len(events) and events[end]["kind"] == "move":
        if [events[end][key] for key in ("words", "from", "where")] != alike:
            break
        end += 1
    return end - position if len({event["to"] for event in events[position:end]}) > 1 else 0


def _gather_length(events: Sequence[dict[str, Any]], position: int) -> int:
    """The number of moves that share a line from there on: a step's cards from several places to one; else 0."""
    first = events[position]
    if first["kind"] not in ("move", "pour") or not first["words"]:
        return 0
    alike = first["words"], first["to"], first.get("where", "")
    end = position
    while end < len(events) and events[end]["kind"] in ("move", "pour"):
        if (events[end]["words"], events[end]["to"], events[end].get("where", "")) != alike:
            break
        end += 1
    return end - position if len({event["from"] for event in events[position:end]}) > 1 else 0


def _gather_line(events: Sequence[dict[str, Any]], wording: Wording) -> str:
    """The line for cards from several places: clubs 4, clubs J and clubs 2 to Anna's tricks."""
    cards = [card for event in events for card in ([event["card"]] if event["kind"] == "move" else event["cards"])]
    counts = [1 if event["kind"] == "move" else event["count"] for event in events]
    number = None if None in counts else sum(counts)
    component = next((event["component"] for event in events if event.get("component")), "")
    text = cards_text(cards, number, component, wording)
    return wording.say(DEALS[""][0], cards=text, target=label_text(events[0]["to"], wording))


def _stays_with(seat: int, move: dict[str, Any]) -> bool:
    """Whether a card moves between two places of a player."""
    owners = [found["owner"] for place in (move["from"], move["to"]) if (found := LABEL.fullmatch(place))]
    return owners == [f"player {seat + 1}"] * 2


# what is dealt, by where in the places it goes: to one of them, and as much to each
DEALS = {
    "": (mark("{cards} to {target}"), mark("{cards} each from {source} to {targets}")),
    "bottom": (
        mark("{cards} to the bottom of {target}"),
        mark("{cards} each from {source} to the bottom of {targets}"),
    ),
    "random": (
        mark("{cards} to anywhere in {target}"),
        mark("{cards} each from {source} to anywhere in {targets}"),
    ),
}


def _deal_line(events: Sequence[dict[str, Any]], wording: Wording) -> str:
    """The line of a deal: 13 cards each from the deck to Anna's hand and Ben's hand; Anna's hand: clubs 2, clubs 5.

    Where all are known, or not equally many: from the deck: red 5 to slot 1; red 6 to slot 2.
    """
    places: dict[str, list[dict[str, Any]]] = {}
    for event in events:
        places.setdefault(event["to"], []).append(event["card"])
    labels = {to: label_text(to, wording) for to in places}
    kind = {"component": events[0]["card"].get("component")}
    source, where = label_text(events[0]["from"], wording), events[0]["where"] if events[0]["where"] in DEALS else ""
    goes, dealt = DEALS[where]
    known = {
        to: [card_text(card, wording) for card in cards if card.keys() & {"front", "back"}]
        for to, cards in places.items()
    }
    sizes = {len(cards) for cards in places.values()}
    if len(sizes) > 1 or all(len(known[to]) == len(cards) for to, cards in places.items()):
        told = [
            wording.say(goes, cards=cards_text(cards, len(cards), wording=wording), target=labels[to])
            for to, cards in places.items()
        ]
        return wording.say("from {source}: {deals}", source=source, deals="; ".join(told))
    each, targets = cards_text([kind], sizes.pop(), wording=wording), wording.join([*labels.values()])
    text = wording.say(dealt, cards=each, source=source, targets=targets)
    return "; ".join(
        [text, *(f"{labels[to]}: {', '.join(count_equal(texts))}" for to, texts in known.items() if texts)]
    )


# events that share a line are equal in these keys
_ALIKE = {
    "move": ("words", "from", "to", "where"),
    "set": ("words", "variable", "value"),
    "shuffle": ("words",),
}


def _goes_on(event: dict[str, Any], position: int, events: Sequence[dict[str, Any]]) -> bool:
    """Whether the event at that position continues the group: a like move, or the same value for another place."""
    other = events[position] if position < len(events) else {"kind": ""}
    if other.get("further"):
        return bool(event["kind"] == "tokens")
    return other["kind"] == event["kind"] in _ALIKE and all(other[key] == event[key] for key in _ALIKE[event["kind"]])


def _chosen_run(events: Sequence[dict[str, Any]], position: int) -> int:
    """The number of cards that one seat chooses in one step from there on."""
    first = events[position]
    end = position
    while end < len(events) and _chosen_card(events[end]):
        if [events[end][key] for key in ("seat", "decision")] != [first["seat"], first["decision"]]:
            break
        end += 1
    return end - position


def _chosen_set(events: Sequence[dict[str, Any]], position: int) -> int:
    """The number of cards chosen from there on that the step then moves between two places; else 0."""
    first, count = events[position], _chosen_run(events, position)
    moves = events[position + count : position + 2 * count]
    if count < 2 or len(moves) < count or not _moves_it(first, moves[0]) or _chosen_at_once(events, position):
        return 0
    return count if all(_goes_on(moves[0], at, moves) for at in range(count)) else 0


def _moves_it(choice: dict[str, Any], event: dict[str, Any]) -> bool:
    """Whether an event is the move of a chosen card."""
    return event.get("kind") == "move" and bool(event["words"] == choice["decision"])


def _chosen_at_once(events: Sequence[dict[str, Any]], position: int) -> bool:
    """Whether another seat made the same choice just before, so that the moves after them may be for either."""
    seat, decision = events[position]["seat"], events[position]["decision"]
    before = [event for event in events[choices_before(events, position) : position] if event["kind"] == "choose"]
    return any(event["seat"] != seat and event["decision"] == decision for event in before)


def choices_before(events: Sequence[dict[str, Any]], position: int) -> int:
    """The position of the event before the choices of one seat that end there; of the first event if none."""
    at = position
    while at and events[at - 1]["kind"] == "choose" and events[at - 1]["seat"] == events[position - 1]["seat"]:
        at -= 1
    return max(0, at - 1)


def _chosen_card(event: dict[str, Any]) -> bool:
    """Whether an event is the choice of a card."""
    return event["kind"] == "choose" and event["value_kind"].startswith("card ") and not event["option"]
