"""The colours and pawns of players, and where several stand together."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from ..base.appearance.looks import COLOURS
from ..base.display_names import Wording
from .style import CardStyle

# fills on which dark writing is read better than white
BRIGHT = ("orange", "yellow", "pink", "white", "grey")
DARK, PAPER = "#1d1710", "#fffdf4"
# the pieces of players without a look, by seat
PLAYERS = ("white", "black", "blue", "yellow", "red", "green")
# the pawns of members without a look
MEMBERS = ("yellow", "brown", "red", "black", "white", "blue", "green", "purple", "orange", "pink", "grey")
# how many letters of a name fit on a pawn
INITIALS = 2
# by how many pawns stand beside each other: their size and how far apart they are
SIZES = {1: (0.85, 0), 2: (0.62, 42), 3: (0.44, 29)}
# pawns beside a piece stand small at the upper left of their place
SMALL, FIRST, NEXT, ABOVE = 0.5, -38, 26, -24


def player_look(style: CardStyle, seat: int) -> tuple[str, str]:
    """The colour and the sign of a player's pieces."""
    look = style.looks.player(seat)
    taken = {style.looks.player(other).colour for other in range(len(style.looks.players))}
    free = [colour for colour in PLAYERS if colour not in taken]
    colour = look.colour or (free[seat % len(free)] if free else "grey")
    return colour, look.symbol or ("" if style.looks.players or seat < 2 else str(seat + 1))


def pawn_signs(style: CardStyle, wording: Wording) -> list[str]:
    """What stands on each player's pawn: the symbol of its look, else the first letters of the name or a number."""
    seats = range(len(wording.players))
    return _signs([str(wording.player(seat)) for seat in seats], [style.looks.player(seat).symbol for seat in seats])


def _signs(names: Sequence[str], symbols: Sequence[str]) -> list[str]:
    """Symbols, and where there is none the first letters of a name, if no other begins so, or else its number."""
    found = []
    for at, (name, symbol) in enumerate(zip(names, symbols, strict=True)):
        fitting = (name[:size] for size in range(1, INITIALS + 1))
        alone = (part for part in fitting if sum(one.startswith(part) for one in names) == 1)
        found.append(symbol or next(alone, str(at + 1)))
    return found


def pawn_of(seat: int, sign: str, style: CardStyle) -> dict[str, Any]:
    """The pawn of a player with what stands on it."""
    return _pawn(player_look(style, seat)[0], sign)


def member_pawns(kind: str, style: CardStyle, wording: Wording) -> dict[str, dict[str, Any]]:
    """The pawn of each member of a thing, by its word: in its own colour, else in one that no other has."""
    words = style.members.get(kind, ())
    colours = [style.colour([word]) for word in words]
    free = [colour for colour in MEMBERS if colour not in colours] or ["grey"]
    names = [str(wording.name(word)).capitalize() for word in words]
    signs = _signs(names, [style.looks.of(word).symbol for word in words])
    return {
        word: _pawn(colour or free[at % len(free)], sign)
        for at, (word, colour, sign) in enumerate(zip(words, colours, signs, strict=True))
    }


def _pawn(colour: str, sign: str) -> dict[str, Any]:
    """A pawn in a colour with what stands on it."""
    return {"fill": COLOURS[colour].fill, "line": DARK if colour in BRIGHT else PAPER, "sign": sign}


def pawn_spots(count: int) -> Iterator[dict[str, float]]:
    """Where so many pawns stand in a place, and how large they are."""
    wide = 1 if count == 1 else 2 if count <= 4 else 3
    deep = math.ceil(count / wide) if count else 1
    size, apart = SIZES[wide]
    size = min(size, 0.85 / deep)
    for at in range(count):
        row, column = divmod(at, wide)
        beside = min(wide, count - row * wide)
        yield {
            "dx": apart * (column - (beside - 1) / 2),
            "dy": round(88 * size * (row - (deep - 1) / 2), 1),
            "size": size,
        }


def spots_beside(count: int) -> Iterator[dict[str, float]]:
    """Where so many pawns stand beside the piece of a place."""
    for at in range(count):
        yield {"dx": FIRST + NEXT * at, "dy": ABOVE, "size": SMALL}
