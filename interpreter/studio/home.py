"""The folder that a studio opens, and the hidden folder in it where the studio keeps what is its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from socket import create_connection
from urllib.parse import urlsplit

from ..base.errors import UsageError
from ..base.files import make_folder, write
from ..reading import library

OWN = ".stammtisch"
LINK = "link"
GAMES = "Stammtisch"
SECONDS_TO_ANSWER = 2.0


def open_home(folder: Path | None) -> Path:
    """The folder to open, made if it is not there: a given one, the working folder if it has a game, or GAMES at home.

    Raises UsageError for what is no folder.
    """
    if folder is None:
        folder = Path.cwd() if has_game(Path.cwd()) else Path.home() / GAMES
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is a file: write the folder that it lies in")
    make_folder(folder)
    return folder.resolve()


def has_game(folder: Path) -> bool:
    """Whether a game lies in a folder, or in a folder in it."""
    return any(True for pattern in (library.RULESET, f"*/{library.RULESET}") for _ in folder.glob(pattern))


def own_folder(root: Path) -> Path:
    """The folder of what the studio keeps itself, which Git ignores. Raises UsageError if it cannot be made."""
    found = root / OWN
    make_folder(found)
    ignored = found / ".gitignore"
    if not ignored.exists():
        ignored.write_text("*\n", encoding="utf-8")
    return found


def tables_folder(root: Path) -> Path:
    """Where the tables of a studio are kept."""
    found = own_folder(root) / "tables"
    make_folder(found)
    return found


@contextmanager
def saved_link(root: Path) -> Iterator[Callable[[str], None]]:
    """Save the link of a running studio when it is known, for whoever opens the folder again; remove it at the end."""
    file = own_folder(root) / LINK

    def save(link: str) -> None:
        write(file, link.encode())
        file.chmod(0o600)

    try:
        yield save
    finally:
        file.unlink(missing_ok=True)


def running_link(root: Path) -> str:
    """The link of a studio that has this folder open and answers; "" if there is none."""
    try:
        link = (root / OWN / LINK).read_text(encoding="utf-8").strip()
        parts = urlsplit(link)
        with create_connection((parts.hostname or "", parts.port or 0), SECONDS_TO_ANSWER):
            return link
    except (OSError, ValueError):
        return ""
