"""Requests about the history of a folder's states, and about folders as zip files."""

from __future__ import annotations

import io
import zipfile
from base64 import b64encode
from typing import Any

from ...front.starter import check_name
from ..game_folder import MOST_BYTES, MOST_FILES
from ..refusals import impossible
from ..studio import Studio
from .files import decode_base64


def history(studio: Studio) -> dict[str, Any]:
    """The states of the folder that were kept, newest first, each with what changed in words."""
    return {
        "states": [
            {"id": one.id, "when": one.when, "words": one.words, "lines": one.lines, "files": [*one.files]}
            for one in reversed(studio.history.states)
        ]
    }


def keep(studio: Studio, words: str = "") -> dict[str, Any]:
    """Keep the folder as it is now; null if nothing has changed since it was kept last."""
    state = studio.history.keep(words.strip())
    return {"id": state.id if state is not None else None}


def since(studio: Studio, id: str) -> dict[str, Any]:
    """What has changed since a state, in words."""
    state = studio.history.find(id)
    studio.history.keep()
    return {"lines": [*studio.history.change_lines(state.files, studio.history.states[-1].files)]}


def restore(studio: Studio, id: str) -> dict[str, Any]:
    """Make the folder as it was in a state; it is kept as it is before that."""
    state = studio.history.find(id)
    studio.history.keep()
    now = studio.history.states[-1].files
    contents = {name: studio.history.content(digest) for name, digest in state.files.items() if now.get(name) != digest}
    studio.folder.write(contents)
    gone = [name for name in now if name not in state.files]
    for name in gone:
        studio.folder.delete(name, now[name])
    for name in (*contents, *gone):
        studio.files.close(studio.folder.path(name))
    studio.history.keep(f"Back to the state of {state.when}")
    return {"files": [*contents, *gone]}


def export_zip(studio: Studio, folder: str = "") -> dict[str, Any]:
    """The files of a folder, or all, as a zip in Base64."""
    names = [one.name for one in studio.folder.entries() if not folder or one.name.startswith(f"{folder}/")]
    if not names:
        raise impossible(f"There are no files in {folder or 'this folder'}.")
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            archive.writestr(name, studio.folder.content(name))
    title = folder.rpartition("/")[2] or studio.folder.root.name or "games"
    return {"name": f"{title}.zip", "base64": b64encode(made.getvalue()).decode()}


def import_zip(studio: Studio, base64: str, folder: str) -> dict[str, Any]:
    """Unpack a zip into a new folder; names that lead elsewhere, hidden files and too much are refused or left out."""
    check_name(folder)
    if (studio.folder.root / folder).exists():
        raise impossible(f"There is already something called {folder}.")
    try:
        contents = _unpack(decode_base64(base64))
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, ValueError):
        raise impossible("This is no zip file, or it is damaged.") from None
    start = _common_folder(contents)
    found = {f"{folder}/{name[len(start) :]}": content for name, content in contents.items()}
    for name in found:
        studio.folder.own_path(name)
    if not found:
        raise impossible("There are no files in this zip.")
    studio.folder.write(found)
    return {"files": [*found]}


def _unpack(content: bytes) -> dict[str, bytes]:
    """The files in a zip, without hidden ones. Raises Refusal where they are too much."""
    found, left = {}, MOST_BYTES
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        for one in archive.infolist():
            name = one.filename.replace("\\", "/")
            if one.is_dir() or any(part.startswith((".", "__MACOSX")) and part != ".." for part in name.split("/")):
                continue
            with archive.open(one) as file:
                # what the zip says of sizes may be wrong
                found[name] = file.read(left + 1)
            left -= len(found[name])
            if left < 0 or len(found) > MOST_FILES:
                raise impossible(f"A zip holds at most {MOST_FILES:,} files and {MOST_BYTES // 1_000_000} MB.")
    return found


def _common_folder(contents: dict[str, bytes]) -> str:
    """The folder in which all files of a zip lie, with a slash; "" if there is none."""
    tops = {name.partition("/")[0] for name in contents}
    return f"{tops.pop()}/" if len(tops) == 1 and all("/" in name for name in contents) else ""


REQUESTS = (history, keep, since, restore, export_zip, import_zip)
