"""One open studio: its folder, the texts being written, what is known of them, its jobs and its tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from ..base.diagnostics import Diagnostic
from ..base.limits import FILE_CHARACTERS
from ..base.unsaved import key_of
from ..editor.known.workspace import Workspace
from ..front.api import Ruleset
from ..reading import library
from ..table.play.tables import Tables
from .game_folder import SHIPPED, GameFolder
from .history import History
from .jobs import Jobs
from .refusals import NO_FILE, RULES, Refusal, impossible
from .spots import Spots
from .texts import text_of


class Learning(Protocol):
    """A bot that learns a game in the background."""

    @property
    def is_running(self) -> bool:
        """Whether it still learns."""

    @property
    def has_learned(self) -> bool:
        """Whether it has learned something that is kept."""

    @property
    def last_line(self) -> str:
        """How far it is, in a line."""

    def end(self) -> None:
        """End it."""


class Studio:
    """A folder of games that a page works on, one request at a time.

    tables: where games are played, begin_learning: lets a bot learn in the background, if that can be done.
    """

    def __init__(
        self,
        folder: GameFolder,
        tables: Tables | None = None,
        begin_learning: Callable[[Sequence[str]], Learning] | None = None,
    ) -> None:
        self.folder, self.tables, self.begin_learning = folder, tables, begin_learning
        self.files = Workspace()
        self.jobs = Jobs()
        self.history = History(folder)
        # what the longer checks found, by file, each with the text for which that holds
        self.later: dict[Path, tuple[object, list[Diagnostic]]] = {}
        self.kinds: dict[str, tuple[str, str]] = {}

    @property
    def spots(self) -> Spots:
        """The places of the texts as they are now."""
        return Spots(self.folder, self.files)

    # -- texts

    def take(self, name: str, text: str | None) -> Path:
        """Take the text in the editor as that of a file, unless it is None; return the file. Raises Refusal."""
        path = self.folder.path(name)
        if text is None:
            if not self.files.is_there(path):
                raise Refusal(NO_FILE, f"there is no file {name}", file=name)
            return path
        if len(text) > FILE_CHARACTERS:
            raise impossible(f"{name} has more than {FILE_CHARACTERS:,} characters")
        if name.startswith(SHIPPED):
            raise impossible(f"{name[len(SHIPPED) :]} cannot be changed here: begin a copy or a variant of it")
        key = key_of(path)
        if key in self.files.texts and self.files.texts[key] == text:
            return path
        if path.is_file() and text_of(path.read_bytes()) == text:
            self.files.close(path)
        else:
            self.files.change(path, text)
        return path

    def state_of(self, path: Path) -> object:
        """What changes whenever a file's text, or what it builds on, does."""
        game = self.files.game_of(path)
        return self.files.text(path), self.files.analysis(game) if game is not None else None

    # -- games

    def layers(self, game: str, variants: Sequence[str] | None) -> tuple[Path, list[Path]]:
        """The file of a game and those of variants over it. Raises Refusal where one is not there."""
        path = self.take(game, None)
        with self.files.reading():
            known = library.variants_of(path)
            for name in variants or ():
                if name not in known:
                    raise impossible(f"there is no variant {name} beside {game}")
            return path, [library.find_variant(path, name) for name in variants or ()]

    def ruleset(self, game: str, variants: Sequence[str] | None = None) -> Ruleset:
        """The rules of a game as they are written now. Raises Refusal with their mistakes."""
        path, over = self.layers(game, variants)
        analysis = self.files.analysis(path, over)
        if analysis.ruleset is None:
            raise self.rules_refusal(analysis.found)
        return analysis.ruleset

    def own_ruleset(self, game: str, variants: Sequence[str] | None = None) -> Ruleset:
        """The same with games that nobody else plays, as the machines of a game serve one thread at a time."""
        found = self.ruleset(game, variants)
        return Ruleset(found.id, found.path, found.root, found.checked, found.variants)

    def rules_refusal(self, found: Sequence[Diagnostic]) -> Refusal:
        """The refusal for a game with mistakes."""
        wrong = [one for one in found if one.severity == "error"] or [*found]
        spots = self.spots
        many = f" It has {len(wrong)} mistakes." if len(wrong) > 1 else ""
        message = f"Correct the game first: {wrong[0].message}.{many}" if wrong else "The game has mistakes."
        return Refusal(RULES, message, diagnostics=[spots.diagnostic(one) for one in found])

    @property
    def open_tables(self) -> Tables:
        """The tables. Raises Refusal where there are none."""
        if self.tables is None:
            raise impossible("Games cannot be played here.")
        return self.tables


def options_of(settings: Mapping[str, str] | None) -> dict[str, str]:
    """Settings as games take them."""
    return dict(settings or {})
