"""The language server: questions of an editor to the room `editor`, and its answers, over the standard streams."""

from __future__ import annotations

import asyncio
from pathlib import Path

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer

from ..base.diagnostics import Diagnostic, RulesetError
from ..base.errors import UsageError
from ..base.version import __version__
from ..editor.completion.complete import completions
from ..editor.hover import hover
from ..editor.later import Findings, LaterChecks
from ..editor.lenses import ScenarioOutcome, lenses
from ..editor.mistakes import mistakes
from ..editor.navigation import definition, links, references
from ..editor.outline import WORD_KINDS, folds, marked_words, outline
from ..editor.quick_fixes import actions
from ..editor.renaming import renamable, rename
from ..editor.signatures import canonical, signature_help
from ..editor.workspace import Workspace
from ..reading.sheets.files import path_of
from .protocol_forms import Forms, path_in, uri_of

QUIET_SECONDS = 0.2  # after a change, before the file is read again
IDLE_SECONDS = 0.6  # after that, before games of it are tried

RUN = "stammtisch.runScenario"
KINDS = list(dict.fromkeys(WORD_KINDS.values()))
LEGEND = lsp.SemanticTokensLegend(KINDS, ["declaration"])


class EditorSession:
    """One editor's session: its open files, what is shown of each, and what is still to be checked."""

    def __init__(self, server: LanguageServer) -> None:
        self.server, self.files = server, Workspace()
        self.open: set[Path] = set()
        self.found: dict[Path, list[Diagnostic]] = {}
        self.later: dict[Path, list[Diagnostic]] = {}
        self.shown: set[str] = set()
        self.timer: asyncio.TimerHandle | None = None
        self.waiting: list[Path] = []
        self.loop: asyncio.AbstractEventLoop | None = None
        self.checks = LaterChecks(self.take_later)
        self.runs = LaterChecks(self.take_run)
        self.outcomes: dict[tuple[Path, str], ScenarioOutcome] = {}
        self.number = 0

    @property
    def forms(self) -> Forms:
        return Forms(self.files, self.server.workspace.position_codec)

    # -- files

    def take(self, path: Path, text: str) -> None:
        """Take a text that was opened or changed."""
        self.open.add(path)
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
        """Look for mistakes in all open files, and show them."""
        for path in sorted(self.open):
            self.found[path] = mistakes(self.files, path)
        self.show()
        assert self.loop is not None
        self.waiting = [path for path in sorted(self.open) if self.files.kind(path) in ("ruleset", "scenarios")]
        self.timer = self.loop.call_later(IDLE_SECONDS, self.order_next)

    # -- what takes longer

    def order_next(self) -> None:
        """Order the checks of the next open ruleset."""
        while self.waiting:
            path = self.waiting.pop(0)
            if all(one.severity != "error" for one in self.found.get(path, ())):
                self.number = self.checks.order(path, self.files.kind(path), self.files.texts)
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

    def run(self, path: Path, words: str) -> None:
        """Run a scenario of an open file."""
        self.loop = asyncio.get_running_loop()
        self.runs.order(path, "scenarios", self.files.texts, words)

    def take_run(self, findings: Findings) -> None:
        if self.loop is not None:
            self.loop.call_soon_threadsafe(self.show_run, findings)

    def show_run(self, findings: Findings) -> None:
        """Show how a scenario came out: in a message, above it, and at the place where it failed."""
        outcome = findings.outcome
        if outcome is None:
            return
        self.outcomes[findings.path, outcome.words] = outcome
        kind = lsp.MessageType.Info if outcome.is_passed else lsp.MessageType.Warning
        text = f"passed: {outcome.words}" if outcome.is_passed else outcome.text
        self.server.window_show_message(lsp.ShowMessageParams(kind, text))
        self.show()
        wants = self.server.client_capabilities.workspace
        if wants is not None and wants.code_lens is not None and wants.code_lens.refresh_support:
            self.server.workspace_code_lens_refresh(None)

    # -- showing

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


def make_server() -> LanguageServer:
    """The server, ready to be started."""
    server = LanguageServer("stammtisch", __version__)
    session = EditorSession(server)
    add_documents(server, session)
    add_questions(server, session)
    add_changes(server, session)
    add_views(server, session)
    return server


def add_documents(server: LanguageServer, session: EditorSession) -> None:
    """Follow what the editor does with its files."""

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def did_open(params: lsp.DidOpenTextDocumentParams) -> None:
        if path := path_in(params.text_document.uri):
            session.take(path, params.text_document.text)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(params: lsp.DidChangeTextDocumentParams) -> None:
        if path := path_in(params.text_document.uri):
            session.take(path, server.workspace.get_text_document(params.text_document.uri).source)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: lsp.DidCloseTextDocumentParams) -> None:
        if path := path_in(params.text_document.uri):
            session.close(path)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def did_save(params: lsp.DidSaveTextDocumentParams) -> None:
        session.look_soon()

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def did_change_files(params: lsp.DidChangeWatchedFilesParams) -> None:
        session.look_soon()

    @server.feature(lsp.SHUTDOWN)
    def shutdown(params: None) -> None:
        session.checks.stop()
        session.runs.stop()


def add_questions(server: LanguageServer, session: EditorSession) -> None:
    """Answer what the editor asks."""

    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[".", " ", "/"]))
    def complete(params: lsp.CompletionParams) -> lsp.CompletionList | None:
        path = path_in(params.text_document.uri)
        if path is None:
            return None
        forms = session.forms
        found, lines = completions(session.files, path, forms.place(path, params.position)), forms.lines(path)
        items = [forms.completion(one, number, lines) for number, one in enumerate(found)]
        return lsp.CompletionList(is_incomplete=False, items=items)

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def show_hover(params: lsp.HoverParams) -> lsp.Hover | None:
        path = path_in(params.text_document.uri)
        found = hover(session.files, path, session.forms.place(path, params.position)) if path else None
        return session.forms.hover(found) if found else None

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def go_to(params: lsp.DefinitionParams) -> list[lsp.Location]:
        path = path_in(params.text_document.uri)
        found = definition(session.files, path, session.forms.place(path, params.position)) if path else []
        return [session.forms.location(span) for span in found]

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def refer(params: lsp.ReferenceParams) -> list[lsp.Location]:
        path = path_in(params.text_document.uri)
        found = references(session.files, path, session.forms.place(path, params.position)) if path else []
        return [session.forms.location(span) for span in found]

    @server.feature(lsp.TEXT_DOCUMENT_SIGNATURE_HELP, lsp.SignatureHelpOptions(["(", ","]))
    def show_signature(params: lsp.SignatureHelpParams) -> lsp.SignatureHelp | None:
        path = path_in(params.text_document.uri)
        found = signature_help(session.files, path, session.forms.place(path, params.position)) if path else None
        if found is None:
            return None
        forms = [
            lsp.SignatureInformation(text, about or None, [lsp.ParameterInformation(one) for one in values])
            for text, values, about in found.forms
        ]
        return lsp.SignatureHelp(forms, 0, found.current)


def add_changes(server: LanguageServer, session: EditorSession) -> None:
    """Offer changes of files: corrections, other names, the canonical layout."""

    @server.feature(
        lsp.TEXT_DOCUMENT_CODE_ACTION,
        lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix, lsp.CodeActionKind.SourceFixAll]),
    )
    def offer(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        path = path_in(params.text_document.uri)
        if path is None:
            return []
        forms = session.forms
        first, last = forms.place(path, params.range.start), forms.place(path, params.range.end)
        found = actions(session.files, path, session.of_file(path), first, last)
        return [forms.action(one, params.context.diagnostics) for one in found]

    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare(params: lsp.PrepareRenameParams) -> lsp.Range | None:
        path = path_in(params.text_document.uri)
        use = renamable(session.files, path, session.forms.place(path, params.position)) if path else None
        return session.forms.range(use.span) if use else None

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    def change_name(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        path = path_in(params.text_document.uri)
        if path is None:
            return None
        try:
            found = rename(session.files, path, session.forms.place(path, params.position), params.new_name)
        except UsageError as error:
            raise JsonRpcInvalidParams(str(error)) from None
        return session.forms.changes(found)

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def lay_out(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        path = path_in(params.text_document.uri)
        if path is None:
            return []
        try:
            text = canonical(session.files, path)
        except (RulesetError, UsageError):
            return []  # its mistakes are shown already
        lines = session.forms.lines(path)
        if text == "\n".join(lines):
            return []
        whole = lsp.Range(lsp.Position(0, 0), session.forms.position(lines, len(lines), len(lines[-1]) + 1))
        return [lsp.TextEdit(whole, text)]


def add_views(server: LanguageServer, session: EditorSession) -> None:
    """Show a file's parts: its outline, folds, links, and the kinds of its words."""

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def show_outline(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        path = path_in(params.text_document.uri)
        forms = session.forms
        return [forms.outline(item, forms.lines(path)) for item in outline(session.files, path)] if path else []

    @server.feature(lsp.TEXT_DOCUMENT_CODE_LENS)
    def show_lenses(params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        path = path_in(params.text_document.uri)
        found = []
        for lens in lenses(session.files, path) if path else ():
            outcome = session.outcomes.get((path, lens.words)) if path else None
            title = "Run" if outcome is None else "Passed: run again" if outcome.is_passed else "Failed: run again"
            command = lsp.Command(title, RUN, arguments=[params.text_document.uri, lens.words])
            found.append(lsp.CodeLens(session.forms.range(lens.span), command))
        return found

    @server.command(RUN)
    def run(uri: str, words: str) -> None:
        if path := path_in(uri):
            session.run(path, words)

    @server.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    def show_folds(params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        path = path_in(params.text_document.uri)
        return [lsp.FoldingRange(one.first - 1, one.last - 1) for one in folds(session.files, path)] if path else []

    @server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, LEGEND)
    def mark_words(params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
        path = path_in(params.text_document.uri)
        forms, data, line, start = session.forms, list[int](), 0, 0
        lines = forms.lines(path) if path else []
        for word in marked_words(session.files, path) if path else ():
            begin = forms.position(lines, word.line, word.column)
            end = forms.position(lines, word.line, word.column + word.length)
            column = begin.character - (start if begin.line == line else 0)
            data += [begin.line - line, column, end.character - begin.character, KINDS.index(word.kind)]
            data.append(1 if word.declares else 0)
            line, start = begin.line, begin.character
        return lsp.SemanticTokens(data)

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_LINK)
    def link(params: lsp.DocumentLinkParams) -> list[lsp.DocumentLink]:
        path = path_in(params.text_document.uri)
        found = links(session.files, path) if path else []
        return [lsp.DocumentLink(session.forms.range(one.span), uri_of(one.path)) for one in found]
