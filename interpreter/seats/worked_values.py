"""What definitions say of each player, worked out from nothing but what a seat knows."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any
from weakref import WeakKeyDictionary

from ..base.errors import GameError
from ..program import ir
from .card_memory import Handle
from .running_game import StartedGame
from .scene import InformationState
from .visibility import FACES, faces

SEAT = "seat"
# what `_cards_by_face` returns, by game
_FACES: WeakKeyDictionary[StartedGame, dict[Hashable, list[int]]] = WeakKeyDictionary()


class Unknown(Exception):
    """Something was read that the seat does not know."""


class _Known(list[Any]):
    """Numbers or lists of a game, None where the seat does not know them: reading those raises Unknown."""

    __slots__ = ()

    def __getitem__(self, at: Any) -> Any:
        found = list.__getitem__(self, at)
        if found is None or (isinstance(at, slice) and None in found):
            raise Unknown
        return found


def worked_values(game: StartedGame, information: InformationState, names: Iterable[str]) -> list[dict[str, Any]]:
    """Return what these definitions of a player are for each of them, in the form of values of a view.

    It hangs on what the seat sees and remembers alone; a player of whom it does not know enough is left out.
    """
    program, wanted = game.program, [name for name in names if name in game.program.functions]
    if not wanted:
        return []
    v, z, people = _numbers(information), _lists(information), game.looks.table.people
    return [
        {
            "label": f"{program.names['player'][player]}.{name}",
            "name": name,
            "indexes": [{"kind": "player", "index": player, "word": program.names["player"][player]}],
            "kind": "thing player" if name in people else "int",
            "of": None,
            "show": None,
            "value": value if name not in people or value >= 0 else None,
        }
        for name in wanted
        for player in range(program.players)
        if (value := _value(game, name, v, z, player)) is not None
    ]


def value_of_cards(
    game: StartedGame, name: str, player: int, place: str, cards: Iterable[dict[str, Any]]
) -> int | None:
    """What a definition is for a player if these cards, named as in events, lie in a place; None if more is needed."""
    program, known = game.program, _cards_by_face(game)
    used: Counter[Hashable] = Counter()
    found: list[int] = []
    for one in cards:
        face = _face_key(one["component"], one)
        if used[face] >= len(known.get(face, ())):
            return None
        found.append(known[face][used[face]])
        used[face] += 1
    z = _Known([found if slot.name == place else None for slot in program.lists])
    return _value(game, name, _Known([None] * len(program.ints)), z, player)


def _cards_by_face(game: StartedGame) -> dict[Hashable, list[int]]:
    """The numbers of the cards of a game, by what is on them."""
    if game not in _FACES:
        found: dict[Hashable, list[int]] = {}
        for number, card in enumerate(game.program.cards):
            found.setdefault(_face_key(card.component, faces(game.program, card)), []).append(number)
        _FACES[game] = found
    return _FACES[game]


def _face_key(component: str, card: Mapping[str, Any]) -> Hashable:
    """What is on a card, as a key."""
    return component, *(tuple(sorted(card.get(face, {}).items())) for face in FACES.values())


def _value(game: StartedGame, name: str, v: _Known, z: _Known, player: int) -> int | None:
    """What a definition is for a player; None where the seat does not know, or where it has no value."""
    try:
        return int(game.questions.value(_call(name))(v, z, 0, player))
    except (Unknown, GameError):
        return None


@cache
def _call(name: str) -> ir.Expr:
    """The call of a definition, one object for each name, as what is made of it is kept by identity."""
    return ["call", name, SEAT]


def _numbers(information: InformationState) -> _Known:
    """The numbers that the seat may read."""
    values = information.scene.values
    numbers = (values.get(slot) for slot in range(len(information.log.program.ints)))
    return _Known(number if isinstance(number, int) else None for number in numbers)


def _lists(information: InformationState) -> _Known:
    """The cards in each place where the seat knows all of them; each stands for one that looks like it."""
    log = information.log
    program, memory = log.program, log.cards
    alike: defaultdict[tuple[str, tuple[int | None, ...]], list[int]] = defaultdict(list)
    for number, card in enumerate(program.cards):
        alike[card.component, (*card.values,)].append(number)
    places: list[list[int] | None] = [None] * len(program.lists)
    for zone, slot in enumerate(program.lists[: program.zones]):
        cards: Iterable[Handle | None] = memory.order[zone] if slot.kind == "pile" else memory.inside[zone]
        if slot.kind in ("set", "pile") and log.visibility.size[zone] and None not in cards:
            places[zone] = _cards_like(cards, information, alike)
    return _Known(places)


def _cards_like(
    cards: Iterable[Handle | None],
    information: InformationState,
    alike: dict[tuple[str, tuple[int | None, ...]], list[int]],
) -> list[int] | None:
    """A card of the game for each that lies in a place, None unless the seat knows all that is on them."""
    memory, has = information.log.cards, information.log.visibility.has
    found: list[int] = []
    for card in _handles(cards):
        look, component = memory.known_look(card), memory.component[card]
        others = alike[component, look.values]
        if look.faces != has[component] or not others:
            return None
        found.append(others.pop())
    return found


def _handles(cards: Iterable[Handle | None]) -> Iterator[Handle]:
    """The cards of a place, all of which the seat can tell."""
    return (card for card in cards if card is not None)
