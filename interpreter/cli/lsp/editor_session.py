"""One session of an editor: its open files, what is shown of them, and what is still to be checked."""

from __future__ import annotations

import asyncio
import gc
from contextlib import ExitStack, suppress
from functools import cached_property
from pathlib import Path
from tempfile import mkdtemp

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer

from ...base.diagnostics import Diagnostic
from ...editor.errands import Outcome
from ...editor.known.workspace import Workspace
from ...editor.later import Findings, LaterChecks
from ...editor.mistakes import mistakes
from ...reading.sheets.files import path_of
from .protocol_forms import Forms, uri_of

QUIET_SECONDS = 0.2  # after a change, before the file is read again
BETWEEN_SECONDS = 0.02  # between two files
IDLE_SECONDS = 0.6  # after that, before games of it are tried
SMALL_SEARCHES = (20_000, 5, 100)  # for the garbage collector, so that none delays an answer; whole ones when idle


class EditorSession:
    """One editor's session: its open files, what is shown of each, and what is still to be checked."""

    def __init__(self, server: LanguageServer) -> None:
        self.server, self.files = server, Workspace()
        self.open: set[Path] = set()
        self.found: dict[Path, list[Diagnostic]] = {}
        self.later: dict[Path, list[Diagnostic]] = {}
        self.shown: set[str] = set()
        self.changed: Path | None = None
        self.unseen: list[Path] = []
        self.timer: asyncio.TimerHandle | None = None
        self.waiting: list[Path] = []
        self.loop: asyncio.AbstractEventLoop | None = None
        self.checks = LaterChecks(self.take_later)
        self.errands = LaterChecks(self.take_errand)
        self.awaited: asyncio.Future[Outcome | None] | None = None
        self.outcomes: dict[tuple[Path, str], Outcome] = {}
        self.number = 0
        self.is_warm = False
        self.ending = ExitStack()

    @property
    def forms(self) -> Forms:
        known = self.server.client_capabilities.text_document
        item = known.completion.completion_item if known is not None and known.completion is not None else None
        return Forms(self.files, self.server.workspace.position_codec, bool(item is not None and item.snippet_support))

    def end(self) -> None:
        """End what runs beside it, and remove what it wrote."""
        self.checks.stop()
        self.errands.stop()
        self.ending.close()

    # -- files

    def take(self, path: Path, text: str) -> None:
        """Take a text that was opened or changed."""
        self.open.add(path)
        self.changed = path
        self.files.change(path, text)
        self.later.clear()
        self.outcomes.clear()
        self.look_soon()

    def close(self, path: Path) -> None:
        self.open.discard(path)
        self.files.close(path)
        self.found.pop(path, None)
        self.later.pop(path, None)
        self.look_soon()

    def look_soon(self) -> None:
        """Look for mistakes when nothing has changed for a moment."""
        self.loop = asyncio.get_running_loop()
        if self.timer is not None:
            self.timer.cancel()
        self.timer = self.loop.call_later(QUIET_SECONDS, self.look)

    def look(self) -> None:
        """Look for mistakes in all open files, the changed one first, and show them; questions come between two."""
        self.unseen = sorted(self.open, key=lambda path: (path != self.changed, path))
        self.look_at_next()

    def look_at_next(self) -> None:
        """Look for mistakes in the next open file."""
        assert self.loop is not None
        if self.unseen:
            path = self.unseen.pop(0)
            if path in self.open:
                self.found[path] = mistakes(self.files, path)
                self.show()
            self.timer = self.loop.call_later(BETWEEN_SECONDS if self.unseen else 0, self.look_at_next)
            return
        if not self.is_warm:
            # what is known from now on stays, and looking through it again and again would delay answers
            self.is_warm = True
            gc.collect()
            gc.freeze()
            gc.set_threshold(*SMALL_SEARCHES)
        self.waiting = [path for path in sorted(self.open) if self.files.kind(path) in ("ruleset", "scenarios")]
        self.timer = self.loop.call_later(IDLE_SECONDS, self.order_next)

    # -- what takes longer

    def order_next(self) -> None:
        """Nobody types: search for what can be thrown away, then order the checks of the next open ruleset."""
        if gc.get_count()[2]:
            gc.collect()
        while self.waiting:
            path = self.waiting.pop(0)
            if all(one.severity != "error" for one in self.found.get(path, ())):
                self.number = self.checks.check(path, self.files.kind(path), self.files.texts)
                return

    def take_later(self, findings: Findings) -> None:
        if self.loop is not None:
            self.loop.call_soon_threadsafe(self.take_findings, findings)

    def take_findings(self, findings: Findings) -> None:
        """Show what the longer checks found, unless something has changed since."""
        if findings.number != self.number or findings.path not in self.open:
            return
        self.later[findings.path] = findings.found
        self.show()
        self.order_next()

    # -- errands

    @cached_property
    def folder(self) -> Path:
        """Where files are written that an editor is shown. What is only read is gone when the session ends; a game may
        still be played, and is kept.
        """
        made = Path(mkdtemp(prefix="stammtisch-"))
        self.ending.callback(remove_all_but_games, made)
        return made

    async def do(self, errand: str, path: Path, words: str = "") -> Outcome | None:
        """Do one of ERRANDS with an open file; None if another one is asked for meanwhile."""
        self.loop = asyncio.get_running_loop()
        if self.awaited is not None and not self.awaited.done():
            self.awaited.set_result(None)
        awaited: asyncio.Future[Outcome | None] = self.loop.create_future()
        self.awaited = awaited
        self.errands.do(errand, path, words, self.files.texts, self.folder)
        return await awaited

    def take_errand(self, findings: Findings) -> None:
        if self.loop is not None:
            self.loop.call_soon_threadsafe(self.end_errand, findings)

    def end_errand(self, findings: Findings) -> None:
        """Answer whoever waits for an errand, if it is the newest."""
        if findings.number == self.errands.number and self.awaited is not None and not self.awaited.done():
            self.awaited.set_result(findings.outcome)

    def keep_outcome(self, path: Path, outcome: Outcome) -> None:
        """Show how a scenario came out above it, and at the place where it failed."""
        self.outcomes[path, outcome.words] = outcome
        self.show()
        wants = self.server.client_capabilities.workspace
        if wants is not None and wants.code_lens is not None and wants.code_lens.refresh_support:
            self.server.workspace_code_lens_refresh(None)

    # -- showing

    def tell(self, text: str, is_good: bool = True) -> None:
        """Show a message."""
        kind = lsp.MessageType.Info if is_good else lsp.MessageType.Warning
        self.server.window_show_message(lsp.ShowMessageParams(kind, text))

    def show_file(self, file: Path, line: int = 1) -> None:
        """Show a line of a file, or say where the file is."""
        wants = self.server.client_capabilities.window
        if wants is None or wants.show_document is None or not wants.show_document.support:
            self.tell(f"{file}, line {line}")
            return
        at = lsp.Range(lsp.Position(line - 1, 0), lsp.Position(line - 1, 0))
        self.server.window_show_document(lsp.ShowDocumentParams(uri_of(file), take_focus=True, selection=at))

    @property
    def everything(self) -> list[Diagnostic]:
        """All that is found in open files."""
        found = [*self.found.values(), *self.later.values(), *(one.found for one in self.outcomes.values())]
        return [d for one in found for d in one]

    def of_file(self, path: Path) -> list[Diagnostic]:
        """What is shown of a file."""
        return list(dict.fromkeys(d for d in self.everything if path_of(d.span.file) == str(path)))

    def show(self) -> None:
        """Show the mistakes of all files that have some, or had."""
        forms = self.forms
        files = {path_of(d.span.file) for d in self.everything if Path(d.span.file).is_absolute()}
        for file in sorted(files | self.shown | {str(path) for path in self.open}):
            listed = [forms.diagnostic(d) for d in self.of_file(Path(file))]
            self.server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri_of(Path(file)), listed))
        self.shown = files


def remove_all_but_games(folder: Path) -> None:
    """Remove a folder of files that were shown; one with recordings stays, with them alone."""
    for file in folder.iterdir():
        if file.suffix != ".jsonl":
            file.unlink(missing_ok=True)
    # it is not empty if there are games
    with suppress(OSError):
        folder.rmdir()
