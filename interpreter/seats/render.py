"""Draw the table as plain lines, as one seat sees it: from its view and the declared `show as` hints only."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

from ..base.appearance.layouts import NO_TABLE, TableLayout
from ..base.display_names import PLAIN, Wording, wording_of
from .phrases import card_text, count_equal, value_text
from .phrases.arrangement import Item, edge_names, grid_of, index_text, place_kind, player_of, sharing, unhidden
from .phrases.things import owned_text
from .running_game import RunningGame, game_wording
from .view import view

WIDTH = 100


def table(state: RunningGame, seat: int, names: Sequence[str] | Wording = ()) -> list[str]:
    """The lines of the table as a seat sees it, at most 100 characters wide.

    What belongs to nobody comes first, then each player's things. (card 5) is a card that the seat remembers.
    """
    return table_of(view(state, seat), game_wording(state.game, names), layout=state.game.looks.table)


def table_of(
    view: dict[str, Any], names: Sequence[str] | Wording = (), width: int = WIDTH, layout: TableLayout = NO_TABLE
) -> list[str]:
    """The lines of the table from a view, at most `width` characters wide where possible."""
    items, wording = unhidden(view, layout), wording_of(names)
    tracks = [item for item in items if item["show"] == "track" and "cards" not in item]
    items = [item for item in items if item not in tracks]
    lines = _section([item for item in items if player_of(item) is None], wording, width)
    lines += _tracks(tracks, wording, width)
    for player in range(view["players"]):
        own = [item for item in items if player_of(item) == player]
        section = _section(own, wording, width)
        if section:
            you = wording.say("you") if player == view["seat"] else ""
            said = [word for word in (you, team_of(view, player, wording)) if word]
            lines.append(wording.player(player) + (f" ({', '.join(said)})" if said else ""))
            lines += ["  " + line for line in section]
    return lines


def team_of(view: dict[str, Any], player: int, wording: Wording = PLAIN) -> str:
    """The name of a player's team, "" if there are no teams that play against each other."""
    return next((wording.name(team) for team, seats in view.get("teams", {}).items() if player in seats), "")


def _section(items: list[Item], wording: Wording, width: int) -> list[str]:
    """The lines of items that belong together: numbers side by side, then a line or a grid for each name."""
    families: dict[str, list[Item]] = {}
    for item in items:
        families.setdefault(item["name"], []).append(item)
    single = [family[0] for family in families.values() if len(family) == 1 and "cards" not in family[0]]
    lines = _wrap(width, "", [f"{wording.name(item['name'])} {_content(item, wording)}" for item in single])
    rest = {
        name: family
        for name, family in families.items()
        if family[0] not in single and not all(item.get("hidden") for item in family)
    }
    shared = sharing(list(rest.values()))
    words = [wording.name(name) for name in rest]
    words += [wording.name(item["indexes"][0]["word"]) for found in shared.values() for item in found[0]]
    margin = min(20, max(map(len, words), default=0)) + 2
    done = set()
    for name, family in rest.items():
        kind = place_kind(family)
        if kind in shared and kind not in done:
            lines += _members(shared[kind], margin, wording, width)
            done.add(kind)
        elif kind not in shared:
            lines += _family(wording.name(name), family, margin, wording, width)
    return lines


def _members(families: list[list[Item]], margin: int, wording: Wording, width: int) -> list[str]:
    """A line for each place with all it has: cards first, without what is no or nothing."""
    ordered = sorted(families, key=lambda family: "cards" not in family[0])
    lines = []
    for at in range(len(ordered[0])):
        items = [family[at] for family in ordered]
        parts = [_item_text(item, wording) for item in items]
        word = wording.name(items[0]["indexes"][0]["word"])
        lines += _wrap(width, word.ljust(margin), [part for part in parts if part] or ["-"], " | ")
    return lines


def _item_text(item: Item, wording: Wording) -> str:
    """An item in words: `stack red 5, red 6`, `till 3`, `closed`; "" if it does not hold."""
    if "cards" in item or item.get("hidden"):
        return f"{wording.name(item['name'])} {_content(item, wording)}"
    if item["value"] is None or item["value"] is False:
        return ""
    return (
        wording.name(item["name"])
        if item["value"] is True
        else f"{wording.name(item['name'])} {_content(item, wording)}"
    )


def _family(name: str, family: list[Item], margin: int, wording: Wording, width: int) -> list[str]:
    """The lines of the items of one name."""
    if len(family) == 1:
        return _wrap(width, name.ljust(margin), _parts(family[0], wording))
    cells = grid_of(family)
    if cells:
        return _draw_grid(name, cells, wording, width)
    if all(isinstance(item.get("value"), bool) for item in family):
        return _wrap(
            width, name.ljust(margin), [_where(item, wording) for item in family if item["value"]] or ["-"], " | "
        )
    parts = [
        f"{_where(item, wording)}: {_content(item, wording)}"
        for item in family
        if item.get("size") != 0 or item["show"] or len(family) <= 6
    ]
    return _wrap(width, name.ljust(margin), parts or ["-"], " | ")


def _where(item: Item, wording: Wording) -> str:
    """The indexes of an item without its player; a box has none and is named by its label."""
    if not item["indexes"]:
        return wording.name(str(item["label"]).removesuffix(" in the box"))
    indexes = item["indexes"][1:] if player_of(item) is not None else item["indexes"]
    return " ".join(index_text(index, wording) for index in indexes)


def _content(item: Item, wording: Wording) -> str:
    """The content of an item in one line."""
    return ", ".join(_parts(item, wording))


def _parts(item: Item, wording: Wording) -> list[str]:
    """The contents of a place, in words."""
    if "cards" not in item:
        if item.get("hidden"):
            return ["?"]
        return ["-" if item["value"] is None else value_text(item["value"], item["kind"], wording)]
    if item["show"] == "count":
        return [_amount(item["size"], item, wording)]
    if item["kind"] == "pile" and item["show"] not in ("row", "hand"):
        return _stack(item, wording)
    if item["size"] == 0:
        return ["-"]
    known = [card for card in item["cards"] if "front" in card or "back" in card]
    if item["kind"] == "pile":
        known = known[::-1]  # a pile that is laid out: the top card is the last one
    grouped = any("group" in card for card in known)
    parts = _groups(known, wording) if grouped else count_equal([_card(card, wording) for card in known])
    if item["size"] is None:
        return [*parts, wording.say("and perhaps others")] if parts else ["?"]
    hidden = item["size"] - len(known)
    return parts + ([wording.say("{cards} face down", cards=_amount(hidden, item, wording))] if hidden else [])


def _groups(cards: list[dict[str, Any]], wording: Wording) -> list[str]:
    """Cards that lie in groups, each group in brackets: [Pilsner x2, Sausage]."""
    groups: dict[int, list[str]] = {}
    for card in sorted(cards, key=lambda card: int(card["group"])):
        groups.setdefault(card["group"], []).append(_card(card, wording))
    return [f"[{', '.join(count_equal(texts))}]" for texts in groups.values()]


def _stack(item: Item, wording: Wording) -> list[str]:
    """A pile: the number of its cards, and what is known of it from the top down."""
    parts = [_amount(item["size"], item, wording)] if item["size"] != 0 else ["-"]
    for card in item["cards"]:
        if "front" in card or "back" in card:
            position = card.get("position")
            parts.append(f"{_place(position, wording)}: {_card(card, wording)}")
    return parts


def _place(position: int | None, wording: Wording) -> str:
    """Where a card lies in a pile, as far as it is known."""
    if not position:
        return wording.say("somewhere")
    return wording.say("top") if position == 1 else wording.say("place {number}", number=position)


def _card(card: dict[str, Any], wording: Wording) -> str:
    """A card in words."""
    text = card_text(card, wording, whole=True)
    return text if card["now"] else f"({text})"


def _amount(number: int | None, item: Item, wording: Wording) -> str:
    """A number of a component's items in words."""
    kind = item["component"]
    if number is None:
        return wording.say("some {goods}", goods=wording.plural(kind))
    return f"{number} {wording.name(kind) if number == 1 else wording.plural(kind)}"


# -- grids, tracks, lines


def _draw_grid(name: str, cells: dict[tuple[int, int], Item], wording: Wording, most: int) -> list[str]:
    """The lines of a grid with the names of its rows and columns."""
    rows, columns = edge_names(cells, wording)
    texts = {place: _content(item, wording) for place, item in cells.items()}
    widest = max(1, (most - 8) // len(columns) - 3)
    width = min(widest, max(len(text) for text in [*texts.values(), *columns.values()]))
    edge = max(map(len, rows.values()))
    lines = [name, " " * (edge + 3) + "   ".join(word[:width].center(width) for word in columns.values()).rstrip()]
    for row, word in rows.items():
        line = " | ".join(texts.get((row, column), "")[:width].center(width) for column in columns)
        lines.append(f"{word.rjust(edge)}   {line}".rstrip())
    return lines


def _tracks(items: list[Item], wording: Wording, width: int) -> list[str]:
    """The lines of numbers on a track: who stands where, the last one first."""
    lines = []
    for name in dict.fromkeys(item["name"] for item in items):
        family = [item for item in items if item["name"] == name]
        known = [item for item in family if isinstance(item["value"], int)]
        stands: dict[int, list[str]] = {}
        for item in sorted(known, key=lambda item: int(item["value"])):
            stands.setdefault(item["value"], []).append(_mover(item, wording))
        parts = [f"{value} {' '.join(movers)}".rstrip() for value, movers in stands.items()]
        parts += [f"? {_mover(item, wording)}" for item in family if item not in known]
        lines += _wrap(width, f"{wording.name(name)}  ", parts, " -> ")
    return lines


def _mover(item: Item, wording: Wording) -> str:
    """The word for a marker on a track."""
    player = player_of(item)
    where = _where(item, wording)
    if player is None:
        return where
    return owned_text(wording.player(player), where, wording) if where else wording.player(player)


def _wrap(width: int, head: str, parts: list[str], between: str = ", ") -> list[str]:
    """Parts one after another, further lines under the first; two columns are left for an indent."""
    if not parts:
        return []
    # short parts stay in one piece
    text = between.join(part.replace(" ", "\xa0") if len(part) < width // 3 else part for part in parts)
    lines = textwrap.wrap(
        text, width - 2, initial_indent=head, subsequent_indent=" " * len(head), break_on_hyphens=False
    )
    return [line.replace("\xa0", " ") for line in lines]
