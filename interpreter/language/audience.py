"""Who sees what: the meaning of `see`, for all who read it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, cast

from . import model as m

Audience = Literal["everyone", "owner", "others", "nobody"]
EVERYONE: Literal["everyone"] = "everyone"
OWNER: Literal["owner"] = "owner"
OTHERS: Literal["others"] = "others"
NOBODY: Literal["nobody"] = "nobody"
OPPOSITE: dict[Audience, Audience] = {EVERYONE: NOBODY, NOBODY: EVERYONE, OWNER: OTHERS, OTHERS: OWNER}
FACES = ("front", "back", "top.front", "top.back", "size")


def audience(see: Mapping[str, str], face: str = "") -> Audience:
    """The word for those who see one of FACES of the cards in a place; "" is the value of a variable.

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
    """Whether everyone sees all that lies there."""
    faces = ("front", "back", "size") if isinstance(place, m.Zone) else ("",)
    return all(audience(place.see, face) == EVERYONE for face in faces)
