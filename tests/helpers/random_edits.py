"""Random edits of shipped files, each followed by every question of an editor: none may end in an exception.

    cd tests; python -m helpers.random_edits 10000 --seed 1 [--server]

prints each edit after which something went wrong, and how much memory is used in the end; with --server the questions
go to `stammtisch lsp` over its streams.
"""

from __future__ import annotations

import random
import resource
import sys
import traceback
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from helpers.editors import CURSOR, Editor
from helpers.paths import RULESETS
from lsprotocol import types as lsp

from stammtisch.base.diagnostics import RulesetError
from stammtisch.base.errors import UsageError
from stammtisch.editor.changes.quick_fixes import actions
from stammtisch.editor.changes.renaming import renamable
from stammtisch.editor.completion.complete import completions
from stammtisch.editor.hover import hover
from stammtisch.editor.known.workspace import Workspace
from stammtisch.editor.mistakes import mistakes
from stammtisch.editor.navigation import definition, links, references
from stammtisch.editor.outline import folds, marked_words, outline
from stammtisch.editor.signatures import canonical, signature_help
from stammtisch.reading.source import Source

PIECES = (
    "{",
    "}",
    "[",
    "]",
    ": ",
    ", ",
    "\n",
    "  ",
    "- ",
    "'",
    '"',
    ".",
    "(",
    ")",
    " and ",
    " in ",
    "where ",
    "#",
    "é",
    "🍺",
    "|",
)


def shipped() -> list[Path]:
    """All files of rulesets that come with the program."""
    return sorted(path for path in RULESETS.rglob("*") if path.suffix in (".yaml", ".csv"))


def edited(text: str, chance: random.Random, other: str) -> tuple[str, int]:
    """The text with one edit, and the place of the cursor after it."""
    at = chance.randrange(len(text) + 1)
    kind = chance.choice(("cut", "delete", "paste", "type", "half", "line"))
    length = chance.choice((1, 1, 2, 5, 20, 80))
    if kind in ("cut", "delete"):
        return text[:at] + text[at + length :], at
    if kind == "paste":
        start = chance.randrange(len(other) + 1)
        piece = other[start : start + length]
    elif kind == "half":
        words = text[at:].split()[:1]
        end = at + text[at:].find(words[0]) + len(words[0]) // 2 if words else at
        return text[:end] + text[end + 3 :], end
    elif kind == "line":
        start = text.rfind("\n", 0, at) + 1
        end = text.find("\n", at)
        return text[:start] + text[(end if end >= 0 else len(text)) :], start
    else:
        piece = chance.choice(PIECES)
    return text[:at] + piece + text[at:], at + len(piece)


def ask_everything(workspace: Workspace, path: Path, text: str, offset: int) -> None:
    """Every question about a place of a file that an editor can ask."""
    workspace.change(path, text)
    source = Source("", "\n".join(workspace.text(path).split("\n")))
    place = source.place(offset)
    found = mistakes(workspace, path)
    for one in completions(workspace, path, place):
        assert one.start <= one.end
    hover(workspace, path, place)
    definition(workspace, path, place)
    renamable(workspace, path, place)
    outline(workspace, path)
    folds(workspace, path)
    marked_words(workspace, path)
    signature_help(workspace, path, place)
    links(workspace, path)
    actions(workspace, path, found, (1, 1), (len(source.starts), 1))
    with suppress(RulesetError, UsageError):
        canonical(workspace, path)


def random_edits(files: list[Path], count: int, seed: int, run: int = 4) -> Iterator[str]:
    """Make so many edits, a run of them in one file after another; return what went wrong, with the edit."""
    chance = random.Random(seed)
    workspace = Workspace()
    texts = {path: path.read_text(encoding="utf-8") for path in files}
    path, text = files[0], ""
    for number in range(count):
        if number % run == 0:
            if text:
                workspace.close(path)
            path = chance.choice(files)
            text = texts[path]
        text, offset = edited(text, chance, texts[chance.choice(files)])
        try:
            ask_everything(workspace, path, text, offset)
        except Exception:
            yield f"edit {number} of {path}, at {offset}\n{traceback.format_exc()}"
        if number % (run * 5) == 0:
            references(workspace, path, Source("", text).place(offset))


def ask_server(editor: Editor, path: Path, text: str, offset: int, number: int) -> None:
    """What an editor asks after a change, over the streams; now and then also what it asks of a whole file."""
    text = text.replace(CURSOR, "")
    position = editor.at(path, text[:offset] + CURSOR + text[offset:])
    editor.completions(path, position)
    editor.hover(path, position)
    editor.definition(path, position)
    named = lsp.TextDocumentIdentifier(editor.uri(path))
    around = lsp.CodeActionParams(named, lsp.Range(position, position), lsp.CodeActionContext([]))
    client = editor.client
    editor.run(client.text_document_code_action_async(around))
    if number % 10 == 0:
        whole = lsp.Range(lsp.Position(0, 0), lsp.Position(text.count("\n") + 1, 0))
        editor.run(client.text_document_document_symbol_async(lsp.DocumentSymbolParams(named)))
        editor.run(client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(named)))
        editor.run(client.text_document_folding_range_async(lsp.FoldingRangeParams(named)))
        editor.run(client.text_document_code_lens_async(lsp.CodeLensParams(named)))
        editor.run(client.text_document_inlay_hint_async(lsp.InlayHintParams(named, whole)))
        editor.run(client.text_document_document_link_async(lsp.DocumentLinkParams(named)))


def random_edits_of_server(files: list[Path], count: int, seed: int, run: int = 8) -> Iterator[str]:
    """The same through a server of its own; prints how much memory it uses after each tenth of the edits."""
    chance = random.Random(seed)
    texts = {path: path.read_text(encoding="utf-8") for path in files}
    path, text = files[0], ""
    with Editor(RULESETS) as editor:
        for number in range(count):
            if number % run == 0:
                if text:
                    editor.close(path)
                path = chance.choice(files)
                text = texts[path]
            text, offset = edited(text, chance, texts[chance.choice(files)])
            try:
                ask_server(editor, path, text, offset, number)
            except Exception:
                yield f"edit {number} of {path}, at {offset}\n{traceback.format_exc()}"
            yield from editor.errors
            editor.errors.clear()
            if (number + 1) % max(1, count // 10) == 0:
                status = Path(f"/proc/{editor.process}/status").read_text(encoding="utf-8")
                used = next(int(line.split()[1]) // 1024 for line in status.split("\n") if line.startswith("VmRSS"))
                print(f"{number + 1:,} edits: the server uses {used} MB", flush=True)


if __name__ == "__main__":
    many = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    first = int(sys.argv[sys.argv.index("--seed") + 1]) if "--seed" in sys.argv else 1
    wrong = 0
    edit = random_edits_of_server if "--server" in sys.argv else random_edits
    for message in edit(shipped(), many, first):
        wrong += 1
        print(message, flush=True)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{many} edits, {wrong} went wrong, {memory} MB")
