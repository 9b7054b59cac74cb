"""The studio within a page: its worker asks here what the studio's page asks a server, files and tables among it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from ..studio.door import answer_text
from ..studio.game_folder import GameFolder
from ..studio.home import OWN
from ..studio.studio import Studio
from ..table.pages.links import served_below
from ..table.play.tables import open_tables
from ..table.web.server import application
from .page_server import PageServer


class SiteStudio(PageServer):
    """A studio for the folder of a page. tables: the folder in which its games are played; root: see `PageServer`."""

    def __init__(self, folder: Path, tables: Path, root: str = "") -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.studio = Studio(GameFolder(folder), open_tables(tables))
        super().__init__(application(self.studio.open_tables, served=False), root)

    def ask(self, text: str) -> str:
        """What the studio's door answers to a request, both as JSON."""
        with served_below(self.root):
            return answer_text(self.studio, text)

    def pictures(self) -> dict[str, bytes]:
        """The pictures of all games under way, by the names that their pages give them."""
        games = [table.state.game for table in self.studio.open_tables.tables.values()]
        return {name: picture.content for game in games for name, picture in game.looks.pictures.items()}

    def files(self) -> dict[str, bytes]:
        """All files of the folder as they are written now, for another studio that plays many games of them."""
        root = self.studio.folder.root
        found = {
            path.relative_to(root).as_posix(): path.read_bytes()
            for path in sorted(root.rglob("*"))
            if path.is_file() and OWN not in path.relative_to(root).parts
        }
        written = {Path(path): text for path, text in self.studio.files.texts.items()}
        return found | {
            path.relative_to(root).as_posix(): text.encode()
            for path, text in written.items()
            if path.is_relative_to(root)
        }

    def take_files(self, files: Mapping[str, bytes]) -> None:
        """Take the files of another studio in place of all that there are."""
        root = self.studio.folder.root
        for path in sorted(root.rglob("*"), reverse=True):
            if path.is_dir():
                with suppress(OSError):  # where files stay
                    path.rmdir()
            elif path.relative_to(root).as_posix() not in files:
                path.unlink()
        for name, content in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.is_file() or path.read_bytes() != bytes(content):
                path.write_bytes(content)
