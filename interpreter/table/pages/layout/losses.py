"""Pieces that were taken from boards, as the reader's record tells it: whose they were, and of which kinds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from ....base.display_names import Wording
from ....drawing.board_plans import BoardPlan
from ....seats.percepts import SeatEvent
from ....seats.phrases.arrangement import Item
from .cards import PageStyle

# more pieces of a kind are a number
MOST_SIGNS = 3


def pieces_taken(
    events: Iterable[SeatEvent], values: Iterable[Item], men: Collection[str], boards: Collection[BoardPlan]
) -> dict[int, list[tuple[str, int]]]:
    """Return what each player has lost, by seat: kinds of pieces, "" where all are alike, with how many.

    A piece is lost where a choice leaves fewer on the boards; what only changes hands is not. Nothing is told where the
    record does not lead to what stands there now. men: the facts of boards that say whose piece stands there.
    """
    kinds = {fact for plan in boards for fact in plan.piece} - {*men}
    owners: dict[str, Any] = {}
    kind_at: dict[str, str] = {}
    before: dict[str, tuple[Any, str]] = {}
    lost: dict[int, Counter[str]] = {}

    def compare() -> None:
        after = {place: (owners.get(place), kind_at.get(place, "")) for place in before}
        gone, come = (Counter(one for one in some.values() if one[0] is not None) for some in (before, after))
        if gone.total() > come.total():
            for owner in {owner for owner, _ in gone if owner is not None}:
                mine, left = (sum(some[one] for one in some if one[0] == owner) for some in (gone, come))
                if mine > left:
                    found = {kind: number for (whose, kind), number in (gone - come).items() if whose == owner}
                    lost.setdefault(owner, Counter()).update(found)
        before.clear()

    for event in events:
        if event["kind"] == "choose":
            compare()
        elif event["kind"] == "set" and event["changed"] and (event["variable"] in men or event["variable"] in kinds):
            place = event["label"].rpartition(".")[0]
            before.setdefault(place, (owners.get(place), kind_at.get(place, "")))
            if event["variable"] in men:
                owners[place] = event["value"]
            elif isinstance(event["value"], str):
                kind_at[place] = event["value"]
    compare()
    now = {one["label"].rpartition(".")[0]: one.get("value") for one in values if one["name"] in men}
    stands = {place: owner for place, owner in owners.items() if owner is not None}
    if stands != {place: owner for place, owner in now.items() if owner is not None}:
        return {}
    return {seat: sorted(found.items()) for seat, found in lost.items()}


def piece_chips(area: Mapping[str, Any], style: PageStyle, wording: Wording) -> list[dict[str, Any]]:
    """How many pieces of the player of an area are on boards, where they can be lost, and what was lost, as chips."""
    if area.get("men") is None:
        return []
    chip: dict[str, Any] = {"option": None, "about": False, "pawn": ("", ""), "die": None}
    chip["what"] = " ".join(f"{kind}.{fact}" for kind in sorted(style.boards) for fact in sorted(style.men))
    lost = " ".join(_kind_words(kind, number, style, wording) for kind, number in area.get("lost", ()))
    on_board = chip | {"name": wording.say("on the board"), "text": str(area["men"])}
    return [on_board, *([chip | {"name": wording.say("lost"), "text": lost}] if lost else [])]


def _kind_words(kind: str, number: int, style: PageStyle, wording: Wording) -> str:
    """So many pieces of a kind: by their sign, or their name, or the number alone where all are alike."""
    sign = style.symbol(kind) if kind else ""
    if sign and number <= MOST_SIGNS:
        return sign * number
    return f"{number} {sign or (wording.name(kind) if kind else '')}".strip()
