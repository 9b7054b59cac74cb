"""Watch the rules' files for changes since a game was begun, and check them; for the host alone."""

from __future__ import annotations

from pathlib import Path

from ...base.diagnostics import RulesetError
from ...base.errors import UsageError
from ...editor.known.analysis import Analysis, Stamps
from ...editor.known.workspace import Workspace
from ...editor.new_rules import NewRules, check_rules
from ..play.table import Table
from ..play.tables import Tables
from .watch import Watch

SECONDS = 1.0


class RuleWatch(Watch):
    """Once a second checks the rules' files of all running games, and lets idle tables rest.

    Use it with `with`. What it finds is in `Table.rules`: None as long as the rules are those of the game.
    """

    def __init__(self, tables: Tables, seconds: float = SECONDS) -> None:
        super().__init__(seconds)
        self.tables = tables
        self.files = Workspace()
        # by the files of a ruleset and its variants all on which these depend, when they were read last
        self.read: dict[tuple[str, ...], Stamps] = {}

    def look(self) -> None:
        """Check all files once; new or changed rules are loaded and tried. Idle tables rest."""
        stamps: dict[tuple[str, ...], Stamps] = {}
        found: dict[tuple[object, ...], NewRules | None] = {}
        for table in [*self.tables.tables.values()]:
            header, files = table.header, (*table.header["files"],)
            if table.next or table.state.over:
                continue
            if files not in stamps:
                stamps[files] = self._stamps(files)
            if not stamps[files] or table.stamps == stamps[files]:
                continue
            table.stamps = stamps[files]
            key = files, header["players"], repr(header["options"]), header["hash"]
            if key not in found:
                found[key] = self._changed_rules(table)
            with table.lock:
                table.rules = found[key]
                table.notify()
        self.tables.rest()

    def _analysis(self, files: tuple[str, ...]) -> Analysis:
        """What is known of rules now."""
        return self.files.analysis(Path(files[0]), [Path(file) for file in files[1:]])

    def _stamps(self, files: tuple[str, ...]) -> Stamps:
        """The stamps of all files on which rules depend; which these are may change with any of them."""
        known = self.read.get(files)
        if known is None or not self.files.are_unchanged(known):
            try:
                self.read[files] = self._analysis(files).stamps
            except (UsageError, RulesetError, IndexError):
                return {}
        return self.read[files]

    def _changed_rules(self, table: Table) -> NewRules | None:
        header = table.header
        try:
            new = check_rules(self._analysis((*header["files"],)), header["players"], header["options"])
        except Exception as error:  # whatever is in that file, the games continue
            return NewRules(None, None, (f"the rules cannot be read: {error}",))
        same = new.ruleset is not None and new.ruleset.hash == header["hash"]
        return None if same else new
