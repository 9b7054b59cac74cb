"""Whether the files of the rules have changed since a game was begun, and what became of them: for the host alone."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

from ..base.diagnostics import Diagnostic, RulesetError
from ..base.errors import UsageError
from ..front.api import load_ruleset
from ..front.rehearsal import rehearse
from ..records.recorded import game_of
from .tables import NewRules, Table, Tables

SECONDS = 1.0
MOST_MISTAKES = 20

# the files of a game's rules, each with the time of its last change
Stamp = tuple[tuple[str, int], ...]


def checked(files: Sequence[str], players: int, options: dict[str, object]) -> NewRules:
    """The rules as the files say them now, tried out up to the first decision."""
    try:
        ruleset = load_ruleset(files[0], files[1:])
        game = game_of(ruleset, players, options)
        failures = [one for one in rehearse(ruleset.checked, game.program) if one.severity == "error"]
        if failures:
            raise RulesetError(failures)
    except RulesetError as error:
        found = [one for one in error.diagnostics if one.severity == "error"]
        return NewRules(None, None, tuple(map(_line, found[:MOST_MISTAKES])))
    except UsageError as error:
        return NewRules(None, None, (str(error),))
    return NewRules(ruleset, game)


def _line(found: Diagnostic) -> str:
    return f"{Path(found.span.file).name}, line {found.span.line}: {found.message}"


class Watch:
    """Looks at the files of all games under way, once a second, in a thread of its own.

    Use it with `with`. What it finds is in `Table.rules`: None as long as the rules are those of the game.
    """

    def __init__(self, tables: Tables, seconds: float = SECONDS) -> None:
        self.tables, self.seconds = tables, seconds
        self.stamps: dict[str, Stamp] = {}
        self.stop = threading.Event()
        self.thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> Watch:
        self.thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.stop.set()
        self.thread.join()

    def _watch(self) -> None:
        while not self.stop.wait(self.seconds):
            self.look()

    def look(self) -> None:
        """Looks at all files once; rules that were not looked at yet, or have changed, are read and tried out."""
        found: dict[tuple[object, ...], NewRules | None] = {}
        for table in [*self.tables.tables.values()]:
            stamp = stamp_of(table.header["files"])
            if table.next or table.state.over or not stamp or self.stamps.get(table.id) == stamp:
                continue
            self.stamps[table.id] = stamp
            header = table.header
            key = stamp, header["players"], repr(header["options"]), header["hash"]
            if key not in found:
                found[key] = self._found(table)
            table.rules = found[key]

    def _found(self, table: Table) -> NewRules | None:
        header = table.header
        try:
            new = checked(header["files"], header["players"], header["options"])
        except Exception as error:  # whatever stands in that file, the games go on
            return NewRules(None, None, (f"the rules cannot be read: {error}",))
        same = new.ruleset is not None and new.ruleset.hash == header["hash"]
        return None if same else new


def stamp_of(files: Sequence[str]) -> Stamp:
    """The files that are there, each with the time of its last change; nothing where one is missing."""
    try:
        return tuple((file, Path(file).stat().st_mtime_ns) for file in files)
    except OSError:
        return ()
