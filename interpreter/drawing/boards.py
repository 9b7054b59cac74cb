"""A board as plain data: what stands at each of its places, from the items of a view; and its picture as SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from markupsafe import Markup

from ..base.display_names import Wording
from ..base.looks import COLOURS
from ..base.pictures import Picture
from ..base.templates import render
from ..program import ir
from ..seats.phrases import place_text, value_text
from ..seats.phrases.arrangement import Item, player_of
from .board_plans import HEXES, MAP, POINTS, SQUARES, TRACK, BoardPlan, Spot, is_dark
from .last_moves import NO_MOVES, LastMoves
from .style import CardStyle

TEMPLATES = Path(__file__).parent / "templates"
# fills on which dark writing is read better than white
BRIGHT = ("orange", "yellow", "pink", "white", "grey")
DARK, PAPER = "#1d1710", "#fffdf4"
# the pieces of players without a look, by seat
PLAYERS = ("white", "black", "blue", "yellow", "red", "green")
ROUND = "●○⬤◯⚫⚪"
# the share of a board that the names of its rows and columns take where they stand beside it
EDGE = 0.06
MOST_LETTERS = 3
# where more than half of the places have changed, or half of these, none is marked
FEW_CHANGES = 8
# the height of a place of a track, which has its number above
TALL = 130
# what is written on a board is no smaller, where a phone is so wide
LEAST_PIXELS, PHONE = 11, 344
# the largest letters and signs, as shares of a square
LARGE, LARGE_SIGN = 0.62, 0.85
# what makes a browser draw a sign as writing, not as a picture
AS_TEXT = "\ufe0e"


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
    """The items of a view that belong to one board, by place; `title` says which of several boards of its thing."""

    plan: BoardPlan
    title: str
    items: dict[str, list[Item]]


def find_boards(items: Sequence[Item], plans: dict[str, BoardPlan], wording: Wording) -> list[BoardItems]:
    """The boards among the items of one owner, in the order in which they first appear."""
    found: dict[tuple[Any, ...], BoardItems] = {}
    for item in items:
        plan = plans.get(item["indexes"][-1]["kind"]) if item["indexes"] else None
        if plan is not None:
            before = item["indexes"][1 if player_of(item) is not None else 0 : -1]
            title = " ".join(wording.name(index["word"]) for index in before)
            board = found.setdefault((plan.kind, title), BoardItems(plan, title, {}))
            board.items.setdefault(item["indexes"][-1]["word"], []).append(item)
    return [
        board for board in found.values() if any(seen for one in board.items.values() for seen in map(_is_seen, one))
    ]


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
    `mark`: filled, emptied or picked. `picture`: the address of what lies below a map, "" for none.
    `ways` lead from one place to another.
    """
    plan, wording = board.plan, words.wording
    facts = list(dict.fromkeys(wording.name(item["name"]) for one in board.items.values() for item in one))
    tall = TALL if plan.form == TRACK else 100
    places = []
    for number, spot in enumerate(plan.spots, 1):
        place = _draw_place(spot, board.items.get(spot.word, []), len(facts) == 1, _Pen(words, plan))
        x, y = (plan.width - spot.x, plan.height - spot.y) if turned else (spot.x, spot.y)
        place["dark"] = is_dark(spot.column, spot.row, plan.rows)
        edge = {"left": plan.numbers.get(spot.word, ""), "foot": ""}
        places.append(place | edge | {"x": round(100 * x), "y": round(tall * y), "number": str(number)})
    across, down = plan.across[:: -1 if turned else 1], plan.down[:: -1 if turned else 1]
    ends = [(places[one], places[other]) for one, other in plan.lines]
    ways = _put_marks({place["word"]: place for place in places}, moves)
    rows = _rows(plan, places, turned)
    if plan.form == SQUARES and across:
        _name_edges(rows, across, down)
    elif plan.form == HEXES and across:
        _name_hexes(plan, places)
    return {
        "form": plan.form,
        "widths": list(plan.widths),
        "width": round(100 * plan.width),
        "height": round(tall * plan.height),
        "tall": tall,
        "title": board.title,
        "label": ": ".join([" ".join([wording.name(plan.kind), board.title]).strip(), ", ".join(facts)]),
        "facts": ", ".join(facts),
        "chequered": plan.chequered,
        "flat": plan.flat,
        "across": list(across),
        "down": list(down),
        "lines": [[one["x"], one["y"], other["x"], other["y"]] for one, other in ends],
        "ways": [[one["x"], one["y"], other["x"], other["y"]] for one, other in ways],
        "edges": plan.form == POINTS and bool(across),
        "picture": words.address(plan.picture),
        "turned": turned,
        "numbered": bool(plan.numbers),
        "places": rows,
    }


def _put_marks(places: dict[str, dict[str, Any]], moves: LastMoves) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Mark the places that the last moves have changed, unless these are most of them; the ends of their ways."""
    changed = [(word, "filled") for word in moves.filled] + [(word, "emptied") for word in moves.emptied]
    changed = [(word, mark) for word, mark in changed if word in places]
    if 2 * len(changed) > max(len(places), FEW_CHANGES):
        changed = []
    for word, mark in [*changed, *((word, "picked") for word in moves.picked if word in places)]:
        places[word]["mark"] = mark
    marked = dict(changed)
    return [(places[start], places[end]) for start, end in moves.ways if start in marked and end in marked]


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


def _name_hexes(plan: BoardPlan, places: list[dict[str, Any]]) -> None:
    """Write the names of rows into the hexagons of the first column, those of columns into those of the last row."""
    for spot, place in zip(plan.spots, places, strict=True):
        place["left"] = plan.down[spot.row] if spot.column == 0 else ""
        place["foot"] = plan.across[spot.column] if spot.row == plan.rows - 1 else ""


def _draw_place(spot: Spot, items: list[Item], alone: bool, pen: _Pen) -> dict[str, Any]:
    """What stands at a place; alone: no other fact ever does."""
    place: dict[str, Any] = {"word": spot.word, "name": place_text(spot.word, pen.words.wording), "dark": False}
    place |= {"piece": None, "ground": "", "note": "", "mark": "", "marks": [], "cards": None}
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
        if place["piece"] is not None:
            place["marks"].append(sign or pen.words.wording.player(value)[:MOST_LETTERS])
        else:
            place["piece"] = pen.piece(colour, sign) | {"of_player": True}
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
    if alone or (value and item["of"] and place["piece"] is None):
        named = pen.disc(colour, str(value)) if colour and value else pen.sign("", str(value))
        place["piece"] = named | {"faint": not value}
    elif value:
        place["marks"].append(str(value))


def _put_member(place: dict[str, Any], word: str, pen: _Pen) -> None:
    """Add a member of a thing: as the kind of the player's piece that stands there, as a piece, or beside one."""
    style, piece = pen.words.style, place["piece"]
    look = style.looks.of(word)
    sign = look.symbol or word
    if look.picture and (piece is None or piece["of_player"]):
        # on a disc in the colour of its player, if it has one
        disc = pen.sign("", "") if piece is None else pen.disc(piece["colour"], "")
        place["piece"] = disc | {"image": pen.words.address(look.picture)}
    elif piece is None:
        place["piece"] = pen.piece(style.colour([word]), sign)
    elif piece["of_player"]:
        place["piece"] = pen.sign(piece["colour"], sign) if is_symbol(sign) else pen.disc(piece["colour"], sign)
    else:
        place["marks"].append(pen.words.shorts.get(sign, sign)[:MOST_LETTERS])


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


def player_look(style: CardStyle, seat: int) -> tuple[str, str]:
    """The colour and the sign of a player's pieces."""
    look = style.looks.player(seat)
    taken = {style.looks.player(other).colour for other in range(len(style.looks.players))}
    free = [colour for colour in PLAYERS if colour not in taken]
    colour = look.colour or (free[seat % len(free)] if free else "grey")
    return colour, look.symbol or ("" if style.looks.players or seat < 2 else str(seat + 1))


class _Pen(NamedTuple):
    """Draws the pieces of a board."""

    words: BoardWords
    plan: BoardPlan

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
        text = self.words.wording.name(sign)
        least = LEAST_PIXELS * self.plan.width / PHONE
        if room / max(1, len(text)) < least:
            text = self.words.shorts.get(sign, text[:MOST_LETTERS])
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


def short_forms(program: ir.Program, wording: Wording) -> dict[str, str]:
    """A short form of each member of a thing: as many letters of its display name as tell it from the others."""
    found = {}
    for kind, members in program.names.items():
        texts = [wording.name(member) for member in members]
        for member, text in zip(members, texts, strict=True) if kind != "player" else ():
            own = (size for size in range(1, len(text) + 1) if sum(one.startswith(text[:size]) for one in texts) == 1)
            found[member] = text[: next(own, len(text))]
    return found


def board_svg(board: dict[str, Any]) -> Markup:
    """Return the picture of a board that `draw_board` has made, as SVG; a square is 100 units wide."""
    share = EDGE / (1 - EDGE) if board["edges"] else 0
    return Markup(
        render(
            TEMPLATES,
            "board.svg",
            board=board,
            left=round(board["width"] * share),
            below=round(board["height"] * share),
            # about as large on all boards
            letters=min(40, max(12, 0.032 * board["width"])),
        )
    )
