"""What a page needs of a game: compiled, so that nothing of its files is read or checked there."""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Any

from ..backend.native.learned_net import LearnedNet
from ..base.languages.catalogues import LANGUAGES
from ..base.languages.declension import NounPhrase
from ..bots.by_name import strongest
from ..front.api import Ruleset
from ..game.game import Game
from ..rulebook.translation import Translation, rulebook_in


@dataclass(frozen=True)
class WebGame:
    """A game for a page.

    ruleset: with its compiled games. options: settings that differ from the rules. modules: native modules of the bots
    that think, by `module_key`; thinking: for which numbers of players there are some. nets: what has learned the game,
    by numbers of players. rules: the printed rules for each number of players, 0 for all of them, and language.
    """

    ruleset: Ruleset
    options: Mapping[str, Any]
    modules: Mapping[str, bytes]
    thinking: tuple[int, ...]
    nets: Mapping[int, LearnedNet]
    rules: Mapping[tuple[int, str], Translation]


def web_game(ruleset: Ruleset, options: Mapping[str, Any]) -> WebGame:
    """Compile a game for a page. Raises UsageError or RulesetError where it cannot begin."""
    games = [ruleset.ready(players, {**options}) for players in ruleset.players]
    found = {game.players: native_modules(game) for game in games}
    modules = {key: module for some in found.values() for key, module in some.items()}
    thinking = tuple(players for players, some in found.items() if some)
    nets = {game.players: game.learned_net for game in games if game.net is not None and game.learned_net is not None}
    rules = {
        (players, language): rulebook_in(language, ruleset, {**options}, players or None)
        for players in (0, *ruleset.players)
        for language in LANGUAGES
    }
    return WebGame(ruleset, options, modules, thinking, nets, rules)


def native_modules(game: Game) -> dict[str, bytes]:
    """The modules with which bots think, by their keys; none where the program is too large for one.

    They search; where that makes the strongest bot, they ask a net or walk the whole tree, too.
    """
    from ..backend.native.browser_host import module_key
    from ..backend.native.module import write_module
    from ..backend.native.wasmtime_host import assemble
    from ..backend.native.writing.layout import Unfit

    more = {"expert": [{"searching": True, "learning": True}], "perfect": [{"solving": True}]}
    try:
        texts = [
            write_module(game.program, **uses)[0] for uses in [{"searching": True}, *more.get(strongest(game), [])]
        ]
    except Unfit:
        return {}
    return {module_key(text): assemble(text) for text in texts}


def pack(game: WebGame) -> bytes:
    """A game as bytes, without the folders of this computer in it."""
    file = io.BytesIO()
    _Packer(file, game.ruleset).dump(game)
    return file.getvalue()


def unpack(data: bytes) -> WebGame:
    """The game from its bytes."""
    found: WebGame = _Unpacker(io.BytesIO(data)).load()
    return found


# two runs of a program put the members of a set in different orders
SETS = (set, frozenset)
READERS: dict[str, Callable[[Any], Any]] = {"path": Path, "text": str, "set": set, "frozenset": frozenset, "dict": dict}


class _Packer(pickle.Pickler):
    """Writes paths as the names of files, nouns that can be declined as their text, and sets in one order."""

    def __init__(self, file: io.BytesIO, ruleset: Ruleset) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self.folder = str(ruleset.path.parent)
        # found by where an expression is in memory, which means nothing elsewhere
        self.typed = ruleset.checked.exprs

    def persistent_id(self, value: Any) -> tuple[str, Any] | None:
        if value is self.typed:
            return "dict", ()
        if type(value) in SETS:
            return type(value).__name__, sorted(value, key=repr)
        if isinstance(value, PurePath):
            return "path", value.name
        if type(value) is str and value.startswith(self.folder):
            return "text", value[len(self.folder) :].lstrip("/\\")
        return None

    def reducer_override(self, value: Any) -> Any:
        return (str, (str(value),)) if isinstance(value, NounPhrase) else NotImplemented


class _Unpacker(pickle.Unpickler):
    def persistent_load(self, found: tuple[str, Any]) -> Any:
        kind, content = found
        return READERS[kind](content)
