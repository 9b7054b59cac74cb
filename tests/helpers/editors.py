"""An editor without a screen: it starts `stammtisch lsp`, opens and changes files, and asks what an editor asks."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from types import TracebackType
from typing import Any

from helpers.paths import ROOT
from lsprotocol import types as lsp
from pygls import uris
from pygls.lsp.client import LanguageClient

CURSOR = "¦"
PATIENCE = 60  # seconds for one answer, on a busy machine


class Editor:
    """A session of an editor. errors: what the server reported as having gone wrong; shown: files, each with a line."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.loop = asyncio.new_event_loop()
        self.client = LanguageClient("test", "1")
        self.published: dict[str, list[lsp.Diagnostic]] = {}
        self.texts: dict[Path, str] = {}
        self.errors: list[str] = []
        self.said: list[str] = []
        self.shown: list[tuple[Path, int]] = []
        self.news = asyncio.Event()

        def published(params: lsp.PublishDiagnosticsParams) -> None:
            self.published[params.uri] = list(params.diagnostics)
            self.news.set()

        def said(params: lsp.ShowMessageParams) -> None:
            (self.errors if params.type == lsp.MessageType.Error else self.said).append(params.message)
            self.news.set()

        def logged(params: lsp.LogMessageParams) -> None:
            self.errors.append(params.message)

        def shown(params: lsp.ShowDocumentParams) -> lsp.ShowDocumentResult:
            line = params.selection.start.line + 1 if params.selection else 1
            self.shown.append((Path(uris.to_fs_path(params.uri) or ""), line))
            self.news.set()
            return lsp.ShowDocumentResult(True)

        self.client.feature(lsp.WINDOW_SHOW_DOCUMENT)(shown)
        self.client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(published)
        self.client.feature(lsp.WINDOW_SHOW_MESSAGE)(said)
        self.client.feature(lsp.WINDOW_LOG_MESSAGE)(logged)

    def run(self, asked: Any) -> Any:
        return self.loop.run_until_complete(asyncio.wait_for(asked, PATIENCE))

    def __enter__(self) -> Editor:
        os.environ["PYTHONPATH"] = os.pathsep.join([str(ROOT / ".dev"), *filter(None, [os.environ.get("PYTHONPATH")])])
        self.run(self.client.start_io(sys.executable, "-m", "stammtisch", "lsp"))
        window = lsp.WindowClientCapabilities(show_document=lsp.ShowDocumentClientCapabilities(True))
        wanted = lsp.InitializeParams(
            lsp.ClientCapabilities(window=window), root_uri=uris.from_fs_path(str(self.folder))
        )
        self.capabilities = self.run(self.client.initialize_async(wanted)).capabilities
        self.client.initialized(lsp.InitializedParams())
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.run(self.client.shutdown_async(None))
        self.client.exit(None)
        self.run(self.client.stop())
        self.loop.close()

    @property
    def process(self) -> int:
        """The id of the server's process."""
        server = self.client._server  # pygls has no public name for it
        assert server is not None
        return int(server.pid)

    # -- files

    def write(self, path: Path, text: str) -> None:
        """Open a file with a text, or give it another one."""
        document = lsp.VersionedTextDocumentIdentifier(1, self.uri(path))
        if path in self.texts:
            whole = lsp.TextDocumentContentChangeWholeDocument(text)
            self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [whole]))
        else:
            item = lsp.TextDocumentItem(self.uri(path), "yaml", 1, text)
            self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
        self.texts[path] = text

    def close(self, path: Path) -> None:
        del self.texts[path]
        named = lsp.TextDocumentIdentifier(self.uri(path))
        self.client.text_document_did_close(lsp.DidCloseTextDocumentParams(named))

    def uri(self, path: Path) -> str:
        return uris.from_fs_path(str(path)) or ""

    def at(self, path: Path, text: str) -> lsp.Position:
        """Give a file a text without its `¦`, and return the place of that."""
        before, _, after = text.partition(CURSOR)
        self.write(path, before + after)
        return self.position(before)

    def find(self, path: Path, words: str) -> lsp.Position:
        """The place of the `¦` in words that the file holds without it."""
        before, _, after = words.partition(CURSOR)
        start = self.texts[path].index(before + after)
        return self.position(self.texts[path][:start] + before)

    @staticmethod
    def position(before: str) -> lsp.Position:
        line = before.rpartition("\n")[2]
        return lsp.Position(before.count("\n"), len(line.encode("utf-16-le")) // 2)

    # -- questions

    def ask(self, what: str, path: Path, position: lsp.Position, kind: Any, **more: Any) -> Any:
        params = kind(lsp.TextDocumentIdentifier(self.uri(path)), position, **more)
        return self.run(getattr(self.client, f"text_document_{what}_async")(params))

    def completions(self, path: Path, position: lsp.Position) -> list[lsp.CompletionItem]:
        found = self.ask("completion", path, position, lsp.CompletionParams)
        return sorted(found.items, key=lambda item: item.sort_text)

    def hover(self, path: Path, position: lsp.Position) -> str:
        found = self.ask("hover", path, position, lsp.HoverParams)
        return found.contents.value if found else ""

    def definition(self, path: Path, position: lsp.Position) -> list[str]:
        """The lines at which the name is declared, as file:line."""
        found = self.ask("definition", path, position, lsp.DefinitionParams)
        return [f"{Path(uris.to_fs_path(one.uri) or '').name}:{one.range.start.line + 1}" for one in found or []]

    def mistakes(self, path: Path, until: str = "") -> list[lsp.Diagnostic]:
        """The mistakes that are shown next, or at last those with this code."""

        async def wait() -> None:
            while True:
                await self.news.wait()
                self.news.clear()
                found = self.published.get(self.uri(path))
                if found is not None and (not until or any(one.code == until for one in found)):
                    return

        self.run(wait())
        return self.published[self.uri(path)]

    def message(self) -> str:
        """The next message that the server shows."""
        return str(self.run(self._next(self.said)))

    def shown_file(self) -> tuple[Path, int]:
        """The next file that the server shows, and the line."""
        found: tuple[Path, int] = self.run(self._next(self.shown))
        return found

    async def _next(self, found: list[Any]) -> Any:
        while not found:
            await self.news.wait()
            self.news.clear()
        return found.pop(0)

    def lenses(self, path: Path) -> dict[str, lsp.Command]:
        """The commands above the parts of a file, by their titles and what stands below; a title of a game alone."""
        named = lsp.TextDocumentIdentifier(self.uri(path))
        found = self.run(self.client.text_document_code_lens_async(lsp.CodeLensParams(named)))
        return {" · ".join([one.command.title, *filter(None, one.command.arguments[1:])]): one.command for one in found}

    def execute(self, command: lsp.Command) -> Any:
        wanted = lsp.ExecuteCommandParams(command.command, command.arguments)
        return self.run(self.client.workspace_execute_command_async(wanted))

    def fixes(self, path: Path, wrong: lsp.Diagnostic) -> list[lsp.CodeAction]:
        named = lsp.TextDocumentIdentifier(self.uri(path))
        params = lsp.CodeActionParams(named, wrong.range, lsp.CodeActionContext([wrong]))
        return self.run(self.client.text_document_code_action_async(params)) or []

    def apply(self, path: Path, edit: lsp.WorkspaceEdit | None) -> str:
        """The text of an open file after an edit."""
        return applied(self.texts[path], ((edit and edit.changes) or {}).get(self.uri(path), ()))


def applied(text: str, edits: Any) -> str:
    """A text with edits of the protocol made, the last first."""
    for edit in sorted(edits, key=lambda one: (one.range.start.line, one.range.start.character), reverse=True):
        start, end = (offset(text, place) for place in (edit.range.start, edit.range.end))
        text = text[:start] + edit.new_text + text[end:]
    return text


def offset(text: str, position: lsp.Position) -> int:
    """The offset of a position, whose columns count UTF-16 units."""
    lines = text.split("\n")
    line = lines[position.line].encode("utf-16-le")[: 2 * position.character].decode("utf-16-le")
    return sum(len(one) + 1 for one in lines[: position.line]) + len(line)
