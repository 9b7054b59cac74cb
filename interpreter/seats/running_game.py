"""The interface of a running game for seats, so that they need not know State."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from ..base.appearance.looks import Looks
from ..base.display_names import Wording
from ..base.languages.catalogues import ENGLISH
from ..game.log import Log
from ..program import ir
from ..program.names import Index
from ..program.options import Option


class Evaluator(Protocol):
    """The interface of what compiles expressions: to functions of numbers, lists, an option's value and a seat."""

    def value(self, expr: ir.Expr) -> Callable[..., Any]: ...


class StartedGame(Protocol):
    """The interface of a started game; `looks`: how it is shown; `visibility` caches what each seat may see."""

    program: ir.Program
    looks: Looks
    visibility: dict[int | str, Any]

    @property
    def names(self) -> Index: ...

    @property
    def questions(self) -> Evaluator: ...


class RunningGame(Protocol):
    """The interface of a running game; see State for each part."""

    @property
    def game(self) -> StartedGame: ...

    seed: int
    v: list[int]
    z: list[list[int]]
    log: Log | None

    @property
    def over(self) -> bool: ...
    @property
    def reason(self) -> str: ...
    @property
    def scores(self) -> list[int]: ...
    @property
    def ranks(self) -> list[int]: ...
    @property
    def winners(self) -> list[int]: ...

    def sites(self) -> list[tuple[int, int]]: ...
    def option_numbers(self, seat: int, site: int) -> list[int]: ...
    def option(self, site: int, number: int) -> Option: ...
    def evaluator(self, seat: int) -> Callable[[ir.Expr, int], Any]: ...
    def slots_read(self, expr: ir.Expr, seat: int) -> tuple[set[int], set[int]]: ...
    def replayed(self) -> RunningGame: ...


# the words of games, by language, without players' names
_WORDINGS: WeakKeyDictionary[StartedGame, dict[str, Wording]] = WeakKeyDictionary()


def game_wording(game: StartedGame, names: Sequence[str] | Wording, language: str = ENGLISH) -> Wording:
    """Return the words of a game in a language with these players' names; a whole wording stays as it is."""
    if isinstance(names, Wording):
        return names
    kept = _WORDINGS.setdefault(game, {})
    if language not in kept:
        kept[language] = game.looks.in_language(language).wording
    return kept[language].with_players(names)
