"""The language server: questions of an editor to the room `editor`, and its answers, over the standard streams."""

from __future__ import annotations

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer

from ...base.version import __version__
from .editor_session import EditorSession
from .language_commands import add_commands
from .language_features import add_changes, add_questions, add_views
from .protocol_forms import path_in


def make_server() -> LanguageServer:
    """The server, ready to be started."""
    server = LanguageServer("stammtisch", __version__)
    session = EditorSession(server)
    add_documents(server, session)
    add_questions(server, session)
    add_changes(server, session)
    add_views(server, session)
    add_commands(server, session)
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
        session.end()
