"""Audiences: the meaning of `see`, for all who read it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, Literal, cast, get_args

from . import model as m
from . import syntax as s

Word = Literal["everyone", "owner", "others", "nobody"]
Audience = Word | s.Expr  # a word, or an expression of players
WORDS: tuple[Word, ...] = get_args(Word)
EVERYONE: Literal["everyone"] = "everyone"
OWNER: Literal["owner"] = "owner"
OTHERS: Literal["others"] = "others"
NOBODY: Literal["nobody"] = "nobody"
OPPOSITE: dict[Word, Word] = {EVERYONE: NOBODY, NOBODY: EVERYONE, OWNER: OTHERS, OTHERS: OWNER}
# what people write for them
SYNONYMS: dict[str, Word] = {
    **dict.fromkeys(("all", "anybody", "anyone", "everybody", "public"), EVERYONE),
    **dict.fromkeys(("hidden", "none", "secret"), NOBODY),
    **dict.fromkeys(("me", "mine", "myself", "self"), OWNER),
}
FACES = ("front", "back", "top.front", "top.back", "size")


def audience(see: Mapping[str, m.Seen], face: str = "") -> Audience:
    """The audience of one of FACES of the cards in a place; "" is the value of a variable.

    `see` is what is written: {"": word} for a single word, else a word each for some of FACES and for `top`. That is
    about both faces of the top card, which those who see that face of all cards see anyway. Everyone sees how many
    cards there are where nothing else is said of that.
    """
    if face in see:
        return cast(Audience, see[face])
    if face.startswith("top."):
        return cast(Audience, see.get("top")) or audience(see, face.removeprefix("top."))
    if face == "size" or not see:
        return EVERYONE
    return cast(Audience, see.get("", NOBODY)) if face else EVERYONE


def is_open(place: m.Zone | m.Variable) -> bool:
    """Whether everyone sees everything in a place."""
    faces = ("front", "back", "size") if isinstance(place, m.Zone) else ("",)
    return all(audience(place.see, face) == EVERYONE for face in faces)


def spelled_out(expr: Any) -> Any:
    """An expression with the four audience words replaced by what they mean, `player` being the owner."""
    if isinstance(expr, s.Name) and expr.name in WORDS:
        players, owner = s.Name(expr.pos, "players"), s.ListOf(expr.pos, [s.Name(expr.pos, "player")])
        others = s.Binary(expr.pos, "-", players, owner)
        return {EVERYONE: players, OWNER: owner, OTHERS: others, NOBODY: s.ListOf(expr.pos, [])}[expr.name]
    if isinstance(expr, list):
        return [spelled_out(part) for part in expr]
    if is_dataclass(expr) and not isinstance(expr, type | s.Pos):
        return replace(expr, **{field.name: spelled_out(getattr(expr, field.name)) for field in fields(expr)})
    return expr
