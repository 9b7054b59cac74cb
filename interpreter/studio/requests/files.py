"""Requests about files: listing, reading and changing them, and what games begin from."""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypedDict

from ...base.diagnostics import Span
from ...base.errors import UsageError
from ...editor.answers import TextChange
from ...front import starter
from ...reading import library
from ...reading.load import load
from ...reading.nodes import Scalar
from ...reading.player_counts import counts_of
from ...reading.source import Source
from ..arguments import Spot
from ..game_folder import SHIPPED, FileEntry, digest_of
from ..refusals import bad_request, impossible
from ..studio import Studio
from ..texts import content_of, text_of

PICTURES = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".webp": "image/webp",
    ".gif": "image/gif",
    ".svg": "image/svg+xml",
}
BINARIES = (*PICTURES, ".xlsx", ".xlsm", ".ods", ".pdf", ".zip")
SCHEMAS = ".schema.json"


# TypedDict by call, as `from` is a word of Python
Edit = TypedDict("Edit", {"from": Spot, "to": Spot, "text": str})


class _Optional(TypedDict, total=False):
    is_new: bool


class Changes(_Optional):
    """Changes of one file's text as it was before all of them."""

    file: str
    edits: list[Edit]


# -- what is there


def files(studio: Studio) -> dict[str, Any]:
    """The folder's files and games."""
    entries = studio.folder.entries()
    # a folder that cannot be written is shown all the same
    with suppress(UsageError, OSError):
        studio.history.keep_if_due()
    kinds = {one.name: kind_of(studio, one) for one in entries}
    bases = [name for name, kind in kinds.items() if kind == "ruleset" and f"/{library.VARIANTS}/" not in f"/{name}"]
    return {
        "folder": str(studio.folder.root),
        "digest": _digest(entries),
        "files": [
            {"file": one.name, "kind": kinds[one.name], "size": one.size, "digest": one.digest} for one in entries
        ],
        "games": [_game(studio, name, kinds) for name in bases],
    }


def changes(studio: Studio, digest: str) -> dict[str, Any]:
    """The same as `files` if anything has changed since that digest of all files, else the digest alone."""
    now = _digest(studio.folder.entries())
    return {"digest": now} if now == digest else files(studio)


def kind_of(studio: Studio, entry: FileEntry) -> str:
    """The kind of a file, for a page."""
    known = studio.kinds.get(entry.name)
    if known is None or known[0] != entry.digest:
        known = studio.kinds[entry.name] = entry.digest, path_kind(studio, studio.folder.path(entry.name))
    return known[1]


def path_kind(studio: Studio, path: Path) -> str:
    """The kind of a file by its name, and its text where the name does not say it."""
    ending = path.suffix.lower()
    if ending in PICTURES:
        return "picture"
    if path.name.endswith(SCHEMAS):
        return "schema"
    is_ours = ending in (".yaml", ".yml") or studio.files.kind(path) == "sheet"
    return studio.files.kind(path) if is_ours else "other"


def _digest(entries: list[FileEntry]) -> str:
    """The digest of all files together."""
    return hashlib.sha256(repr([(one.name, one.digest) for one in entries]).encode()).hexdigest()[:32]


def _game(studio: Studio, name: str, kinds: dict[str, str]) -> dict[str, Any]:
    """A game with the files that belong to it."""
    path = studio.folder.path(name)
    folder = name.rpartition("/")[0]
    inside = [one for one in kinds if not folder or one.startswith(f"{folder}/")]
    variants = [(one, library.find_variant(path, one)) for one in library.variants_of(path)]
    return {
        "game": name,
        "name": title_of(studio, path),
        "folder": folder,
        "variants": [{"name": one, "file": studio.folder.name(file)} for one, file in variants],
        "scenarios": [one for one in inside if kinds[one] == "scenarios"],
        "sheets": [one for one in inside if kinds[one] == "sheet"],
        "pictures": [one for one in inside if kinds[one] == "picture"],
    }


def title_of(studio: Studio, path: Path) -> str:
    """The title of a game as its file says it, else the name of the file."""
    return library.title_in(studio.files.text(path)) or library.identity(path)


# -- reading and writing


def read(studio: Studio, file: str) -> dict[str, Any]:
    """A file's text, or its content in Base64 if it is a picture or the like."""
    content, path = studio.folder.content(file), studio.folder.path(file)
    found = {"file": file, "digest": digest_of(content), "kind": path_kind(studio, path), "read_only": ":" in file}
    if path.suffix.lower() in BINARIES:
        kind = PICTURES.get(path.suffix.lower(), "application/octet-stream")
        return {**found, "base64": base64.b64encode(content).decode(), "type": kind}
    return {**found, "text": text_of(content)}


def write(
    studio: Studio, file: str, digest: str, text: str | None = None, base64: str | None = None, force: bool = False
) -> dict[str, Any]:
    """Write a file, if it is still as the page has read it (`digest`; "" for a new one), or if `force`."""
    if (text is None) == (base64 is None):
        raise bad_request("write needs either text or base64")
    if not force:
        studio.folder.check_unchanged(file, digest)
    path = studio.folder.own_path(file)
    content = content_of(text, _former(path)) if text is not None else decode_base64(base64 or "")
    found = studio.folder.write({file: content})
    studio.files.close(path)
    return {"file": file, "digest": found[file]}


def rename_file(studio: Studio, file: str, to: str, digest: str) -> dict[str, Any]:
    """Give a file another name."""
    found = studio.folder.rename(file, to, digest)
    studio.files.close(studio.folder.path(file))
    return {"file": to, "digest": found}


def delete_file(studio: Studio, file: str, digest: str) -> dict[str, Any]:
    """Delete a file."""
    studio.folder.delete(file, digest)
    studio.files.close(studio.folder.path(file))
    return {}


def apply(studio: Studio, changes: list[Changes], digests: dict[str, str] | None = None) -> dict[str, Any]:
    """Make changes in the texts of files as they stand in the editor, and save these, all or none.

    digests: of the files that a page has read, to overwrite nothing else.
    """
    contents, texts, spots = dict[str, bytes](), dict[str, str](), studio.spots
    for one in changes:
        name = one["file"]
        path = studio.folder.own_path(name)
        if digests and name in digests:
            studio.folder.check_unchanged(name, digests[name])
        made = []
        for edit in one["edits"]:
            start, end = spots.place(path, edit["from"]), spots.place(path, edit["to"])
            made.append(TextChange(Span(str(path), *start, *end), edit["text"]))
        texts[name] = _edit("\n".join(spots.lines(path)), made)
        contents[name] = content_of(texts[name], _former(path))
    found = studio.folder.write(contents)
    for name in contents:
        studio.files.close(studio.folder.path(name))
    return {"files": [{"file": name, "text": texts[name], "digest": found[name]} for name in contents]}


def _edit(text: str, made: list[TextChange]) -> str:
    """A text with changes made, each of any stretch of it as it was. Raises Refusal where two overlap."""
    source = Source("", text)
    found = sorted(
        (
            _offset(source, one.span.line, one.span.column),
            _offset(source, one.span.end_line, one.span.end_column),
            one.text,
        )
        for one in made
    )
    for (_, end, _), (start, _, _) in zip(found, found[1:], strict=False):
        if start < end:
            raise bad_request("apply: two edits overlap")
    for start, end, new in reversed(found):
        text = text[:start] + new + text[end:]
    return text


def _offset(source: Source, line: int, column: int) -> int:
    start = source.starts[line - 1]
    return min(start + column - 1, source.line_end(start))


def _former(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def decode_base64(text: str) -> bytes:
    """The bytes of a text in Base64. Raises Refusal."""
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise bad_request("base64 is damaged") from None


# -- beginnings


def starts(studio: Studio) -> dict[str, Any]:
    """What a game can begin from: templates, and the games that come with Stammtisch."""
    del studio
    examples = []
    for name in library.rulesets():
        path = library.find(name)
        root = load(path)
        said = {key: node.text for key in ("game", "about") if isinstance(node := root.get(key), Scalar)}
        file = f"{SHIPPED}{path.relative_to(library.root()).as_posix()}"
        players = [*(counts_of(root.get("players")) or ())]
        examples.append({"game": file, "name": said["game"], "about": said.get("about", ""), "players": players})
    templates = [{"name": name, "about": about} for name, about in starter.TEMPLATES.items()]
    return {"templates": templates, "examples": examples}


def begin(
    studio: Studio,
    folder: str,
    template: str | None = None,
    copy_of: str | None = None,
    variant_of: str | None = None,
    title: str = "",
) -> dict[str, Any]:
    """Begin a game in a new folder: from a template, as a copy of a game, or as a variant of one."""
    if sum(one is not None for one in (template, copy_of, variant_of)) != 1:
        raise bad_request("begin needs one of template, copy_of and variant_of")
    if template is not None and template not in starter.TEMPLATES:
        raise impossible(f"There is no template {template}.")
    root = studio.folder.root
    if template is not None:
        made = starter.from_template(folder, template, root, title, schemas=False)
    else:
        ways: dict[bool, Callable[..., list[Path]]] = {True: starter.copy_game, False: starter.create_variant}
        source = studio.folder.path(copy_of or variant_of or "")
        made = ways[copy_of is not None](folder, str(source), root, title, schemas=False)
    return {"game": f"{folder}/{library.RULESET}", "files": [studio.folder.name(path) for path in made]}


REQUESTS = (files, changes, read, write, rename_file, delete_file, apply, starts, begin)
