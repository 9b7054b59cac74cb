"""A board as plain data: what stands at each of its places, from the items of a view; and its picture as SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from markupsafe import Markup

from ..base.appearance.looks import COLOURS
from ..base.appearance.pictures import Picture
from ..base.display_names import Wording
from ..base.templates import render
from ..seats.phrases import place_text, value_text
from ..seats.phrases.arrangement import Item, player_of
from .board_plans import HEXES, MAP, POINTS, SQUARES, TRACK, BoardPlan, Spot, is_dark
from .fitting import text_width
from .last_moves import NO_MOVES, LastMoves
from .pawns import BRIGHT, DARK, PAPER, pawn_of, pawn_signs, pawn_spots, player_look, spots_beside
from .short_forms import MOST_LETTERS, legend, letters_of
from .style import CardStyle

TEMPLATES = Path(__file__).parent / "templates"
ROUND = "●○⬤◯⚫⚪"
# the share of a board that the names of its rows and columns take where they stand beside it
EDGE = 0.06
# where more than half of the places have changed, or half of these, none is marked
FEW_CHANGES = 8
# the height of a place of a track, which has its number above
TALL = 130
# what is written on a board is no smaller, where a phone is so wide
LEAST_PIXELS, PHONE = 11, 344
# the largest names in places, the smallest beside a board: where it is so wide that those would be too small
LETTERS, EDGE_NAME = 40, 30
FINE = LETTERS * PHONE / LEAST_PIXELS
# the largest letters and signs, as shares of a square
LARGE, LARGE_SIGN = 0.62, 0.85
# what makes a browser draw a sign as writing, not as a picture
AS_TEXT = "\ufe0e"
# the size of the names on a map, and how far from its edge they begin
NAME, NAME_EDGE = 29, 8


@dataclass(frozen=True)
class BoardWords:
    """The looks and names that all boards of a page share.

    shorts: a short form for each member of a thing; printed: whether pictures are part of the drawing, and not fetched.
    """

    style: CardStyle
    shorts: Mapping[str, str]
    wording: Wording
    printed: bool = False

    def address(self, picture: Picture | None) -> str:
        """The address of a picture, "" for none."""
        return "" if picture is None else picture.data_uri if self.printed else picture.source


@dataclass(frozen=True)
class BoardItems:
    """The items of a view that belong to one board, by place; `title` says which of several boards of its thing.

    pawns: what players have whose value is a place of the board.
    """

    plan: BoardPlan
    title: str
    items: dict[str, list[Item]]
    pawns: Sequence[Item] = ()


def find_boards(
    items: Sequence[Item], plans: dict[str, BoardPlan], wording: Wording, pawns: Sequence[Item] = ()
) -> list[BoardItems]:
    """The boards among the items of one owner, in the order in which they first appear.

    pawns: what players have that is a place of some board, as `pawns_among` finds it.
    """
    found: dict[tuple[Any, ...], BoardItems] = {}
    for item in items:
        plan = plans.get(item["indexes"][-1]["kind"]) if item["indexes"] else None
        if plan is not None:
            before = item["indexes"][1 if player_of(item) is not None else 0 : -1]
            title = " ".join(wording.name(index["word"]) for index in before)
            own = [pawn for pawn in pawns if pawn["name"] in plan.pawns]
            board = found.setdefault((plan.kind, title), BoardItems(plan, title, {}, own))
            board.items.setdefault(item["indexes"][-1]["word"], []).append(item)
    return [
        board for board in found.values() if any(seen for one in board.items.values() for seen in map(_is_seen, one))
    ]


def pawns_among(items: Sequence[Item], plans: Mapping[str, BoardPlan]) -> list[Item]:
    """The items that are pawns of players on boards."""
    names = {name for plan in plans.values() for name in plan.pawns}
    return [item for item in items if item["name"] in names and player_of(item) is not None and not item.get("hidden")]


def bare_boards(plans: Mapping[str, BoardPlan], pawns: Sequence[Item]) -> list[BoardItems]:
    """The boards on whose places nothing stands but these pawns."""
    bare = [plan for plan in plans.values() if plan.bare]
    found = [(plan, [pawn for pawn in pawns if pawn["name"] in plan.pawns]) for plan in bare]
    return [BoardItems(plan, "", {}, own) for plan, own in found if own]


def _is_seen(item: Item) -> bool:
    """Whether a seat sees anything of an item."""
    return not item.get("hidden")


def draw_board(
    board: BoardItems, words: BoardWords, turned: bool = False, moves: LastMoves = NO_MOVES
) -> dict[str, Any]:
    """Return a board as plain data; `label` names it and its facts. turned: as seen from the other side.

    `places`: rows of places from the top, None where there is none, and one row for a map or hexagons. Of a
    place: `x` and `y`, its centre, of which a square has 100; its `name`; `says`, what is there in words; the
    `piece` that stands there, None for none; its `ground`, a colour, and the `note` that says it; `marks`, small
    words; `cards`, the item of the cards that lie there; what is written at its edges: `left`, `foot`, `number`;
    `mark`: filled, emptied, removed (with the piece that stood there as its `ghost`) or picked; its `pawns`, and on a
    map `name_x`, the middle of its name. `picture`: the address of what lies below a map, "" for none. `ways` lead from
    one place to another; `full`: rows in which all pieces are one player's. `legend`: short forms for words, and these.
    `margin`: the room for names beside the board; `names`: their size, `letters`: that of words in places.
    """
    plan, wording = board.plan, words.wording
    facts = list(dict.fromkeys(wording.name(item["name"]) for one in board.items.values() for item in one))
    facts = facts or [wording.name(name) for name in plan.pawns]
    tall = TALL if plan.form == TRACK else 100
    pen = _Pen(words, plan, _number_names(board, wording))
    places = []
    for number, spot in enumerate(plan.spots, 1):
        place = _draw_place(spot, board.items.get(spot.word, []), len(facts) == 1, pen)
        x, y = (plan.width - spot.x, plan.height - spot.y) if turned else (spot.x, spot.y)
        edge = {"left": plan.numbers.get(spot.word, ""), "foot": "", "dark": is_dark(spot.column, spot.row, plan.rows)}
        places.append(place | edge | {"x": round(100 * x), "y": round(tall * y), "number": str(number)})
    across, down = plan.across[:: -1 if turned else 1], plan.down[:: -1 if turned else 1]
    _put_pawns({place["word"]: place for place in places}, board.pawns, words)
    if plan.form == MAP:
        _place_names(places, round(100 * plan.width))
    ways = _put_marks({place["word"]: place for place in places}, moves)
    _put_ghosts(board, places, len(facts) == 1, pen, dict(moves.gone))
    rows, width, height = _rows(plan, places, turned), round(100 * plan.width), round(tall * plan.height)
    edges = bool(across) and (plan.form == POINTS or (plan.form in (SQUARES, HEXES) and width > FINE))
    if plan.form == SQUARES and across and not edges:
        _name_edges(rows, across, down)
    elif plan.form == HEXES and across:
        _name_hexes(plan, places, turned)
    return {
        "form": plan.form,
        "widths": list(plan.widths),
        "width": width,
        "height": height,
        "tall": tall,
        "title": board.title,
        "label": ": ".join([" ".join([wording.name(plan.kind), board.title]).strip(), ", ".join(facts)]),
        "facts": ", ".join(facts),
        "chequered": plan.chequered,
        "flat": plan.flat,
        "across": list(across),
        "down": list(down),
        "lines": [[places[at][axis] for at in ends for axis in ("x", "y")] for ends in plan.lines],
        "full": [[(places[at]["x"], places[at]["y"]) for at in row] for row in _full_rows(plan, places)],
        "ways": [[one["x"], one["y"], other["x"], other["y"]] for one, other in ways],
        "edges": edges,
        "picture": words.address(plan.picture),
        "turned": turned,
        "numbered": bool(plan.numbers),
        "legend": _legend(board, places, words),
        "places": rows,
    } | _room_for_names(edges, width, height)


def _room_for_names(edges: bool, width: int, height: int) -> dict[str, Any]:
    """The room beside a board for names, and how large these are there and in places: about as large on all boards."""
    return {
        "margin": [round(length * EDGE / (1 - EDGE)) for length in (width, height)] if edges else [0, 0],
        "letters": min(LETTERS, max(12, 0.032 * width)),
        "names": max(EDGE_NAME, LEAST_PIXELS * width / (1 - EDGE) / PHONE),
    }


def _number_names(board: BoardItems, wording: Wording) -> dict[str, str]:
    """The letters before each number, by its name, where several stand at a place; none where one does."""
    plan, items = board.plan, [item for one in board.items.values() for item in one]
    names = [*dict.fromkeys(item["name"] for item in items if item.get("kind") == "int" and "cards" not in item)]
    drawn = [name for name in names if name not in plan.note and (not plan.piece or name in plan.piece)]
    return dict(zip(drawn, letters_of([wording.name(name) for name in drawn]), strict=True)) if len(drawn) > 1 else {}


def _place_names(places: Sequence[dict[str, Any]], width: int) -> None:
    """Put the name of each place of a map below it, as far inwards as it has to be seen whole."""
    for place in places:
        half = NAME * text_width(place["name"], bold=True) / 2 + NAME_EDGE
        place["name_x"] = round(max(half, min(place["x"], width - half)))


def _put_pawns(places: Mapping[str, dict[str, Any]], pawns: Sequence[Item], words: BoardWords) -> None:
    """Put players' pawns on their places: in the middle of an empty place, else small beside what is there."""
    signs, several = pawn_signs(words.style, words.wording), len({pawn["name"] for pawn in pawns}) > 1
    for item in pawns:
        seat, place = player_of(item), places.get(str(item.get("value")))
        if seat is None or place is None:
            continue
        sign = signs[seat] if seat < len(signs) else str(seat + 1)
        place["pawns"].append(pawn_of(seat, sign, words.style))
        told = [words.wording.player(seat), *([words.wording.name(item["name"])] if several else [])]
        place["says"] = ", ".join(part for part in (place["says"], " ".join(told)) if part)
    for place in places.values():
        full = place["piece"] or place["cards"] or place["marks"]
        spots = (spots_beside if full else pawn_spots)(len(place["pawns"]))
        place["pawns"] = [pawn | spot for pawn, spot in zip(place["pawns"], spots, strict=True)]


def _legend(board: BoardItems, places: Sequence[dict[str, Any]], words: BoardWords) -> list[dict[str, Any]]:
    """What the short forms mean that stand on a board."""
    kinds = dict.fromkeys(item.get("kind", "") for one in board.items.values() for item in one)
    members = [
        (words.shorts[word], words.wording.name(word))
        for kind in kinds
        if kind.startswith("thing ") and kind != "thing player"
        for word in words.style.members.get(kind.removeprefix("thing "), ())
        if word in words.shorts and not words.style.looks.of(word).symbol
    ]
    numbers = _number_names(board, words.wording)
    members = [*((sign, words.wording.name(name)) for name, sign in numbers.items()), *members]
    shown = {sign for place in places for sign in (place["note"], *place["marks"])}
    return legend(members, shown | {*numbers.values()} | {place["piece"]["sign"] for place in places if place["piece"]})


def _put_marks(places: dict[str, dict[str, Any]], moves: LastMoves) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Mark the places that the last moves have changed, or the latest alone, unless these are most; their ways."""
    changed: list[tuple[str, str]] = []
    for one in (moves, moves.latest or NO_MOVES):
        found = [(word, "filled") for word in one.filled] + [(word, "emptied") for word in one.emptied]
        found = [(word, mark) for word, mark in found if word in places]
        if 2 * len(found) <= max(len(places), FEW_CHANGES):
            changed = found
            break
    for word, mark in [*changed, *((word, "picked") for word in moves.picked if word in places)]:
        places[word]["mark"] = mark
    marked = dict(changed)
    return [(places[start], places[end]) for start, end in moves.ways if start in marked and end in marked]


def _full_rows(plan: BoardPlan, places: Sequence[dict[str, Any]]) -> list[tuple[int, ...]]:
    """The rows of a board with a piece of the same player at each place."""
    if not plan.owned:
        return []
    pieces = [place["piece"] for place in places]
    return [row for row in plan.rows_of_places if pieces[row[0]] and all(pieces[at] == pieces[row[0]] for at in row)]


def _put_ghosts(
    board: BoardItems, places: Sequence[dict[str, Any]], alone: bool, pen: _Pen, gone: Mapping[str, Any]
) -> None:
    """Mark emptied places whose piece went nowhere as removed, with that piece; gone: what was there, by its label."""
    for spot, place in zip(pen.plan.spots, places, strict=True):
        items = board.items.get(spot.word, [])
        if place["mark"] == "emptied" and any(item["label"] in gone for item in items):
            before = [item | {"value": gone.get(item["label"], item.get("value"))} for item in items]
            place |= {"mark": "removed", "ghost": _draw_place(spot, before, alone, pen)["piece"]}


def _rows(plan: BoardPlan, places: list[dict[str, Any]], turned: bool) -> list[list[dict[str, Any] | None]]:
    """The places in rows from the top, None where there is none; of a map or of hexagons in one row."""
    if plan.form in (MAP, HEXES):
        return [[*places]]
    rows: list[list[dict[str, Any] | None]] = [[None] * len(plan.widths) for _ in range(plan.rows)]
    for spot, place in zip(plan.spots, places, strict=True):
        rows[spot.row][spot.column] = place
    return [row[::-1] for row in rows[::-1]] if turned else rows


def _name_edges(rows: list[list[dict[str, Any] | None]], across: Sequence[str], down: Sequence[str]) -> None:
    """Write the names of rows into the squares at the left, those of columns into the squares below."""
    for row, name in zip(rows, down, strict=True):
        if row[0] is not None:
            row[0]["left"] = name
    for place, name in zip(rows[-1], across, strict=True):
        if place is not None:
            place["foot"] = name


def _name_hexes(plan: BoardPlan, places: list[dict[str, Any]], turned: bool) -> None:
    """Write the names of rows into the hexagons at the left, those of columns into those of the row below."""
    leftmost, lowest = (max(spot.column for spot in plan.spots), 0) if turned else (0, plan.rows - 1)
    for spot, place in zip(plan.spots, places, strict=True):
        place["left"] = plan.down[spot.row] if spot.column == leftmost else ""
        place["foot"] = plan.across[spot.column] if spot.row == lowest else ""


def _draw_place(spot: Spot, items: list[Item], alone: bool, pen: _Pen) -> dict[str, Any]:
    """What stands at a place; alone: no other fact ever does."""
    place: dict[str, Any] = {"word": spot.word, "name": place_text(spot.word, pen.words.wording), "dark": False}
    place |= {
        "piece": None,
        "ground": "",
        "note": "",
        "mark": "",
        "ghost": None,
        "marks": [],
        "cards": None,
        "pawns": [],
    }
    says: list[str] = []
    for item in sorted(items, key=_order):
        if "cards" in item:
            place["cards"] = place["cards"] or item
        else:
            says.append(_say(item, alone, pen.words.wording))
            if item["name"] in pen.plan.note:
                place["marks"] += _short_note(item, pen)
            elif not pen.plan.piece or item["name"] in pen.plan.piece:
                _put_fact(place, item, alone, pen)
    return place | {"says": ", ".join(part for part in says if part)}


def _order(item: Item) -> int:
    """The order of facts: whose piece, which, marks on it, numbers."""
    kind = item.get("kind", "")
    return ("thing player", "thing", "bool", "int").index(kind if kind in ("thing player", "bool", "int") else "thing")


def _say(item: Item, alone: bool, wording: Wording) -> str:
    """A fact in words: Anna; rook; king; height 2; "" for nothing."""
    name = wording.name(item["name"])
    if item.get("hidden"):
        return f"{name} unknown"
    value = item["value"]
    if value is None or value is False or (value == 0 and item["kind"] == "int" and not alone):
        return ""
    if value is True:
        return name
    if isinstance(value, int) and item["kind"] == "int":
        return str(value) if alone else f"{name} {value}"
    return value_text(value, item["kind"], wording)


def _short_note(item: Item, pen: _Pen) -> list[str]:
    """A fact as small words beside a piece; none for nothing."""
    value, looks, wording = item["value"], pen.words.style.looks, pen.words.wording
    if item.get("hidden") or value is None or value is False or isinstance(value, dict):
        return []
    if value is True:
        return [looks.of(item["name"]).symbol or wording.name(item["name"])]
    if item["kind"] == "thing player":
        return [looks.player(value).symbol or wording.player(value)]
    return [looks.of(str(value)).symbol or wording.name(str(value))]


def _put_fact(place: dict[str, Any], item: Item, alone: bool, pen: _Pen) -> None:
    """Add a fact to what stands at a place."""
    value, kind, style = item.get("value"), item["kind"], pen.words.style
    if item.get("hidden"):
        if place["piece"] is not None and not place["piece"]["sign"]:
            place["piece"] = pen.disc(place["piece"]["colour"], "?")
    elif value is None or value is False:
        return
    elif kind == "thing player":
        colour, sign = player_look(style, value)
        of_look = style.looks.player(value).symbol
        if place["piece"] is not None:
            place["marks"].append(sign or pen.words.wording.player(value)[:MOST_LETTERS])
        else:
            place["piece"] = (pen.piece if of_look else pen.disc)(colour, sign) | {"of_player": True}
    elif kind == "bool":
        look = style.looks.of(item["name"])
        sign = look.symbol or pen.words.wording.name(item["name"])[0].upper()
        # what has a symbol of its own is a piece where no other stands
        _put_sign(place, sign, look.colour, alone or bool(look.symbol), pen)
    elif item["name"] in pen.plan.grounds:
        place["ground"] = COLOURS[colour].fill if (colour := style.colour([value])) else ""
        place["note"] = style.looks.of(value).symbol or pen.words.shorts[value]
    elif isinstance(value, str):
        _put_member(place, value, pen)
    elif kind == "int":
        _put_number(place, item, alone, pen)


def _put_number(place: dict[str, Any], item: Item, alone: bool, pen: _Pen) -> None:
    """Add a number: as a piece if nothing else can stand there, or if it counts tokens; else beside it."""
    value, colour = item["value"], pen.words.style.looks.of(item["of"] or "").colour
    if letters := pen.numbers.get(item["name"]):
        # each has its own corner, also where another is none
        place["marks"].append(f"{letters} {value}" if value else "")
    elif alone or (value and item["of"] and place["piece"] is None):
        named = pen.disc(colour, str(value)) if colour and value else pen.sign("", str(value))
        place["piece"] = named | {"faint": not value}
    elif value:
        place["marks"].append(str(value))


def _put_member(place: dict[str, Any], word: str, pen: _Pen) -> None:
    """Add a member of a thing: as the kind of the player's piece that stands there, as a piece, or beside one."""
    style, piece = pen.words.style, place["piece"]
    look = style.looks.of(word)
    sign = look.symbol or pen.words.shorts.get(word) or word[:MOST_LETTERS].upper()
    if look.picture and (piece is None or piece["of_player"]):
        # on a disc in the colour of its player, if it has one
        disc = pen.sign("", "") if piece is None else pen.disc(piece["colour"], "")
        place["piece"] = disc | {"image": pen.words.address(look.picture)}
    elif piece is None:
        place["piece"] = (pen.piece if look.symbol else pen.disc)(style.colour([word]), sign)
    elif piece["of_player"]:
        place["piece"] = pen.sign(piece["colour"], sign) if is_symbol(sign) else pen.disc(piece["colour"], sign)
    else:
        place["marks"].append(sign[:MOST_LETTERS])


def _put_sign(place: dict[str, Any], sign: str, colour: str, alone: bool, pen: _Pen) -> None:
    """Add the sign of a yes: on the disc that stands there, or beside what does; alone: as a piece where none does."""
    piece = place["piece"]
    if piece is None and alone:
        place["piece"] = pen.piece(colour, sign)
    elif piece is not None and piece["form"] == "disc" and not piece["sign"]:
        place["piece"] = pen.disc(piece["colour"], sign)
    else:
        place["marks"].append(sign)


def is_symbol(sign: str) -> bool:
    """Whether a sign is a symbol, and no word or short form."""
    return not sign.replace("_", "").isalnum()


def is_round(sign: str) -> bool:
    """Whether a player's or member's sign is a disc, or none: it is drawn as one."""
    return sign in ROUND


class _Pen(NamedTuple):
    """Draws the pieces of a board."""

    words: BoardWords
    plan: BoardPlan
    numbers: Mapping[str, str]

    def piece(self, colour: str, sign: str) -> dict[str, Any]:
        """A piece that is its sign, or a disc where that is a round one."""
        return self.disc(colour, "") if colour and is_round(sign) else self.sign(colour, sign)

    def disc(self, colour: str, sign: str) -> dict[str, Any]:
        """A round piece, with a sign, word or number on it."""
        return self._piece("disc", colour, sign, 0.95)

    def sign(self, colour: str, sign: str) -> dict[str, Any]:
        """A piece that is a sign, word or number by itself."""
        return self._piece("sign", colour, sign, 1.45) | ({} if colour else {"fill": DARK, "line": "none"})

    def _piece(self, form: str, colour: str, sign: str, room: float) -> dict[str, Any]:
        """A piece; its writing is as wide as there is room, in shares of its size, or a short form."""
        text = sign if sign.isupper() else self.words.wording.name(sign)
        least = LEAST_PIXELS * self.plan.width / PHONE
        if room / max(1, len(text)) < least:
            text = text[:MOST_LETTERS]
        large = LARGE if text.isascii() else LARGE_SIGN
        return {
            "form": form,
            "colour": colour,
            "fill": COLOURS[colour].fill if colour else PAPER,
            "line": DARK if colour in BRIGHT or not colour else PAPER,
            # drawn in the colour of its piece, not as a picture
            "sign": text + AS_TEXT if len(text) == 1 and not text.isascii() and not text.isalnum() else text,
            "size": round(min(large * room / 1.45, room / max(1, len(text))), 3),
            "faint": False,
            "of_player": False,
            "image": "",
        }


def board_svg(board: dict[str, Any]) -> Markup:
    """Return the picture of a board that `draw_board` has made, as SVG; a square is 100 units wide."""
    return Markup(render(TEMPLATES, "board.svg", board=board))
