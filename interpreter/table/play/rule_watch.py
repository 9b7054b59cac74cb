"""Watch the rules' files for changes since a game was begun, and check them; for the host alone."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

from ...base.diagnostics import Diagnostic, RulesetError
from ...base.errors import UsageError
from ...front.api import files_read, load_ruleset
from ...front.rehearsal import rehearse
from ...records.recording_reader import game_of
from .table import NewRules, Stamp, Table
from .tables import Tables

SECONDS = 1.0
MOST_MISTAKES = 20


def check_rules(files: Sequence[str], players: int, options: dict[str, object]) -> NewRules:
    """Load the rules from their files, and try them up to the first decision."""
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
    """A mistake as one line."""
    return f"{Path(found.span.file).name}, line {found.span.line}: {found.message}"


class RuleWatch:
    """A thread that once a second checks the rules' files of all running games, and lets idle tables rest.

    Use it with `with`. What it finds is in `Table.rules`: None as long as the rules are those of the game.
    """

    def __init__(self, tables: Tables, seconds: float = SECONDS) -> None:
        self.tables, self.seconds = tables, seconds
        # by the files of a ruleset and its variants all that these are made of, when they were read last
        self.made_of: dict[tuple[str, ...], Stamp] = {}
        self.stop = threading.Event()
        self.thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> RuleWatch:
        self.thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.stop.set()
        self.thread.join()

    def _watch(self) -> None:
        while not self.stop.wait(self.seconds):
            self.look()
            self.tables.rest()

    def look(self) -> None:
        """Check all files once; new or changed rules are loaded and tried."""
        stamps: dict[tuple[str, ...], Stamp] = {}
        found: dict[tuple[object, ...], NewRules | None] = {}
        for table in [*self.tables.tables.values()]:
            header, files = table.header, (*table.header["files"],)
            if table.next or table.state.over:
                continue
            if files not in stamps:
                stamps[files] = self._stamp(files)
            stamp = stamps[files]
            if not stamp or table.stamp == stamp:
                continue
            table.stamp = stamp
            key = stamp, header["players"], repr(header["options"]), header["hash"]
            if key not in found:
                found[key] = self._changed_rules(table)
            with table.lock:
                table.rules = found[key]
                table.notify()

    def _stamp(self, files: tuple[str, ...]) -> Stamp:
        """The stamp of all files that rules are made of; which these are may change with any of them."""
        known = self.made_of.get(files, ())
        if known and stamp_of([file for file, _ in known]) == known:
            return known
        try:
            read = [*map(str, files_read(files[0], files[1:]))]
        except (UsageError, RulesetError, IndexError):
            return ()
        # one that is gone may come back
        gone = [file for file, _ in known if not Path(file).exists()]
        self.made_of[files] = stamp_of([*dict.fromkeys([*read, *gone])])
        return self.made_of[files]

    def _changed_rules(self, table: Table) -> NewRules | None:
        header = table.header
        try:
            new = check_rules(header["files"], header["players"], header["options"])
        except Exception as error:  # whatever is in that file, the games continue
            return NewRules(None, None, (f"the rules cannot be read: {error}",))
        same = new.ruleset is not None and new.ruleset.hash == header["hash"]
        return None if same else new


def stamp_of(files: Sequence[str]) -> Stamp:
    """Files, each with its modification time, 0 if it is missing."""
    return tuple((file, _time_of_change(file)) for file in files)


def _time_of_change(file: str) -> int:
    """The modification time of a file, 0 if it is missing."""
    try:
        return Path(file).stat().st_mtime_ns
    except OSError:
        return 0
