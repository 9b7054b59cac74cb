"""Answers of the room `editor` in the words of the Language Server Protocol."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from lsprotocol import types as lsp
from pygls import uris
from pygls.workspace import PositionCodec

from ...base.diagnostics import Diagnostic, Span
from ...editor.answers import Action, Completion, Hover, OutlineItem, Place, TextChange
from ...editor.known.workspace import Workspace
from ...reading.sheets.files import path_of

ITEM_KINDS = {
    "key": lsp.CompletionItemKind.Keyword,
    "word": lsp.CompletionItemKind.Keyword,
    "name": lsp.CompletionItemKind.Variable,
    "place": lsp.CompletionItemKind.Field,
    "attribute": lsp.CompletionItemKind.Property,
    "setting": lsp.CompletionItemKind.Constant,
    "definition": lsp.CompletionItemKind.Method,
    "table": lsp.CompletionItemKind.Struct,
    "function": lsp.CompletionItemKind.Function,
    "member": lsp.CompletionItemKind.EnumMember,
    "thing": lsp.CompletionItemKind.Class,
    "component": lsp.CompletionItemKind.Class,
    "action": lsp.CompletionItemKind.Event,
    "step": lsp.CompletionItemKind.Event,
    "clause": lsp.CompletionItemKind.Reference,
    "file": lsp.CompletionItemKind.File,
    "player": lsp.CompletionItemKind.Value,
    "card": lsp.CompletionItemKind.Value,
    "option": lsp.CompletionItemKind.Value,
    "snippet": lsp.CompletionItemKind.Snippet,
}
SYMBOL_KINDS = {
    "section": lsp.SymbolKind.Namespace,
    "setting": lsp.SymbolKind.Constant,
    "thing": lsp.SymbolKind.Enum,
    "component": lsp.SymbolKind.Class,
    "place": lsp.SymbolKind.Field,
    "table": lsp.SymbolKind.Struct,
    "definition": lsp.SymbolKind.Function,
    "step": lsp.SymbolKind.Method,
    "action": lsp.SymbolKind.Event,
    "scenario": lsp.SymbolKind.Method,
}

_PLACEHOLDER = re.compile(r"\$(?:\d+|\{\d+:([^}]*)\})")


class Forms:
    """Converts between places of texts and positions of the protocol, whose columns count other units."""

    def __init__(self, workspace: Workspace, codec: PositionCodec, has_snippets: bool = False) -> None:
        self.workspace, self.codec, self.has_snippets = workspace, codec, has_snippets

    def lines(self, path: Path) -> list[str]:
        return self.workspace.text(path).split("\n")

    def place(self, path: Path, position: lsp.Position) -> Place:
        """A position as line and column from 1."""
        lines = self.lines(path)
        if position.line >= len(lines):
            return len(lines), len(lines[-1]) + 1
        found = self.codec.position_from_client_units(lines, position)
        return found.line + 1, found.character + 1

    def position(self, lines: Sequence[str], line: int, column: int) -> lsp.Position:
        written = lines[line - 1] if line <= len(lines) else ""
        return lsp.Position(max(0, line - 1), self.codec.client_num_units(written[: column - 1]))

    def range(self, span: Span, lines: Sequence[str] | None = None) -> lsp.Range:
        """The range of a span of a file."""
        lines = self.lines(Path(path_of(span.file))) if lines is None else lines
        return lsp.Range(
            self.position(lines, span.line, span.column), self.position(lines, span.end_line, span.end_column)
        )

    def location(self, span: Span) -> lsp.Location:
        return lsp.Location(uri_of(Path(path_of(span.file))), self.range(span))

    def diagnostic(self, found: Diagnostic) -> lsp.Diagnostic:
        """A mistake with its hint, its code and the places that explain it."""
        severity = lsp.DiagnosticSeverity.Error if found.severity == "error" else lsp.DiagnosticSeverity.Warning
        related = [lsp.DiagnosticRelatedInformation(self.location(note.span), note.message) for note in found.notes]
        message = f"{found.message}\n{found.hint}" if found.hint else found.message
        tags = [lsp.DiagnosticTag.Unnecessary] if found.code.startswith("unused-") else None
        return lsp.Diagnostic(
            self.range(found.span),
            message,
            severity,
            found.code,
            source="stammtisch",
            related_information=related or None,
            tags=tags,
        )

    def completion(self, one: Completion, number: int, lines: Sequence[str]) -> lsp.CompletionItem:
        begin, end = (self.position(lines, *place) for place in (one.start, one.end))
        is_snippet = one.is_snippet and self.has_snippets
        text = one.text if is_snippet or not one.is_snippet else _PLACEHOLDER.sub(r"\1", one.text)
        return lsp.CompletionItem(
            one.label,
            kind=ITEM_KINDS.get(one.kind, lsp.CompletionItemKind.Text),
            detail=one.detail or None,
            documentation=lsp.MarkupContent(lsp.MarkupKind.Markdown, one.about) if one.about else None,
            sort_text=f"{number:04}",
            insert_text_format=lsp.InsertTextFormat.Snippet if is_snippet else None,
            insert_text_mode=lsp.InsertTextMode.AsIs,  # lines are indented already
            text_edit=lsp.TextEdit(lsp.Range(begin, end), text),
            filter_text=one.label,
        )

    def hover(self, found: Hover) -> lsp.Hover:
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, found.text), self.range(found.span))

    def changes(self, changes: list[TextChange]) -> lsp.WorkspaceEdit:
        """Changes of files as one edit."""
        edits: dict[str, list[lsp.TextEdit]] = {}
        created = [path for change in changes if not self.workspace.is_there(path := Path(change.span.file))]
        for change in changes:
            is_new = Path(change.span.file) in created
            where = self.range(change.span, [""]) if is_new else self.range(change.span)
            edits.setdefault(uri_of(Path(change.span.file)), []).append(lsp.TextEdit(where, change.text))
        if not created:
            return lsp.WorkspaceEdit(changes=edits)
        made = [lsp.CreateFile(uri_of(path)) for path in created]
        named = [(lsp.OptionalVersionedTextDocumentIdentifier(uri), edits[uri]) for uri in edits]
        return lsp.WorkspaceEdit(document_changes=[*made, *(lsp.TextDocumentEdit(uri, more) for uri, more in named)])

    def action(self, one: Action, shown: Sequence[lsp.Diagnostic]) -> lsp.CodeAction:
        about = [d for d in shown if one.about and d.code == one.about[0] and d.range == self.range(one.about[1])]
        kind = lsp.CodeActionKind.QuickFix if one.about else lsp.CodeActionKind.SourceFixAll
        kind = lsp.CodeActionKind.RefactorRewrite if one.rewrites else kind
        return lsp.CodeAction(
            one.title, kind, about or None, is_preferred=one.certain or None, edit=self.changes(one.changes)
        )

    def outline(self, item: OutlineItem, lines: Sequence[str]) -> lsp.DocumentSymbol:
        return lsp.DocumentSymbol(
            item.name or " ",
            SYMBOL_KINDS.get(item.kind, lsp.SymbolKind.Property),
            self.range(item.span, lines),
            self.range(item.name_span, lines),
            item.detail or None,
            children=[self.outline(inner, lines) for inner in item.inside],
        )


def path_in(uri: str) -> Path | None:
    """The file that an address names; None if it is no file."""
    name = uris.to_fs_path(uri)
    return Path(name) if name and uri.startswith("file:") else None


def uri_of(path: Path) -> str:
    return uris.from_fs_path(str(path)) or str(path)
