"""What an editor asks of the language server, each question with the answer of the room `editor`."""

from __future__ import annotations

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer

from ...base.diagnostics import RulesetError
from ...base.errors import UsageError
from ...editor.changes.quick_fixes import actions
from ...editor.changes.renaming import renamable, rename
from ...editor.completion.complete import completions
from ...editor.hover import hover
from ...editor.navigation import definition, links, references
from ...editor.notes import notes
from ...editor.outline import WORD_KINDS, folds, marked_words, outline
from ...editor.signatures import canonical, signature_help
from ...editor.variant_changes import other_forms
from .editor_session import EditorSession
from .protocol_forms import path_in, uri_of

KINDS = list(dict.fromkeys(WORD_KINDS.values()))
LEGEND = lsp.SemanticTokensLegend(KINDS, ["declaration"])


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

    @server.feature(lsp.TEXT_DOCUMENT_IMPLEMENTATION)
    def show_changes(params: lsp.ImplementationParams) -> list[lsp.Location]:
        path = path_in(params.text_document.uri)
        found = other_forms(session.files, path, session.forms.place(path, params.position)) if path else []
        return [session.forms.location(one.span) for one in found if not one.is_before]

    @server.feature(lsp.TEXT_DOCUMENT_DECLARATION)
    def show_former(params: lsp.DeclarationParams) -> list[lsp.Location]:
        path = path_in(params.text_document.uri)
        found = other_forms(session.files, path, session.forms.place(path, params.position)) if path else []
        return [session.forms.location(one.span) for one in found if one.is_before]

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
        lsp.CodeActionOptions(
            [lsp.CodeActionKind.QuickFix, lsp.CodeActionKind.SourceFixAll, lsp.CodeActionKind.RefactorRewrite]
        ),
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

    @server.feature(lsp.TEXT_DOCUMENT_INLAY_HINT)
    def show_notes(params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
        path = path_in(params.text_document.uri)
        forms, first, last = session.forms, params.range.start.line + 1, params.range.end.line + 1
        lines = forms.lines(path) if path else []
        found = [one for one in notes(session.files, path) if first <= one.line <= last] if path else []
        return [
            lsp.InlayHint(forms.position(lines, one.line, one.column), one.text, padding_left=True) for one in found
        ]

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_LINK)
    def link(params: lsp.DocumentLinkParams) -> list[lsp.DocumentLink]:
        path = path_in(params.text_document.uri)
        found = links(session.files, path) if path else []
        return [lsp.DocumentLink(session.forms.range(one.span), uri_of(one.path)) for one in found]
