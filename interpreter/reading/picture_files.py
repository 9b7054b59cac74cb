"""Find a picture in a game's folder and read it: only what is there, is a picture, and can do nothing but be seen."""

from __future__ import annotations

import hashlib
import os
import re
from contextlib import suppress
from itertools import islice
from pathlib import Path, PureWindowsPath
from xml.etree import ElementTree

from ..base.appearance.pictures import KINDS, Picture
from ..base.diagnostics import RulesetError, Span, mistake
from ..base.lookalikes import compose
from ..base.similar import suggest
from . import library
from .load import content_of
from .sheets.files import near

MOST_BYTES = 2_000_000
# how many folders are looked through for a name that is meant
MOST_FOLDERS = 40
SVG = "http://www.w3.org/2000/svg"
SAVE_AS = "Save it as SVG, PNG or WebP in the game's folder, and name that."
INSIDE = "Copy it into the game's folder, and name it from there, such as art/farm.svg."
# what a drawing program may embed
EMBEDDED = {"image": ["png", "jpeg", "webp"]}
_STARTS = {"png": re.compile(rb"\x89PNG\r\n\x1a\n"), "webp": re.compile(rb"RIFF....WEBP", re.DOTALL)}
_ELSEWHERE = re.compile(r"""url\(\s*["']?(?!\s*["']?#)[^)]*\)?""", re.IGNORECASE)
# a style sheet from elsewhere, of which the cleaner would leave a piece that spoils the next rule
_IMPORT = re.compile(rb"""@import\s*(?:url\([^)]{0,999}\)|"[^"]{0,999}"|'[^']{0,999}')[^;<]{0,99};""", re.IGNORECASE)


def game_folder(file: Path) -> Path:
    """The folder of the game that a ruleset file or one of its variants belongs to."""
    folder = file.parent
    return folder.parent if folder.name == library.VARIANTS else folder


def read_picture(name: str, span: Span, folder: Path) -> Picture:
    """Return the picture that a look names, from the game's folder. Raises RulesetError, placed at `span`."""
    text = compose(name)
    if "://" in text or text.startswith("//"):
        message = "a picture is read from the game's folder, not from an address"
        raise mistake("picture-file", message, span, "Download it. " + INSIDE)
    if "\\" in text:
        hint = "Write " + text.replace("\\", "/")
        raise mistake("picture-file", "the folders of a picture are separated by /", span, hint)
    if ".." in text.split("/") or text.startswith(("/", "~")) or PureWindowsPath(text).drive:
        raise mistake("picture-file", f"{text} is outside the game's folder", span, INSIDE)
    path = near(folder, text)
    kind = path.suffix[1:].lower()
    if kind not in KINDS:
        message = f"{'a ' + path.suffix if kind else 'this'} file cannot be shown as a picture"
        raise mistake("picture-file", message, span, _meant(folder, text) or SAVE_AS)
    content = _content(path, folder, text, span)
    if kind == "svg":
        content = _clean(content, text, span)
    elif not _STARTS[kind].match(content):
        raise mistake("picture-file", f"{text} is not a {kind.upper()} picture, or it is damaged", span, SAVE_AS)
    return Picture(hashlib.sha256(content).hexdigest()[:20], kind, content)


def _content(path: Path, folder: Path, text: str, span: Span) -> bytes:
    """The content of a picture's file. Raises RulesetError."""
    try:
        if path.exists() and not path.resolve().is_relative_to(folder.resolve()):
            raise mistake("picture-file", f"{text} is a link that leads out of the game's folder", span, INSIDE)
        return content_of(path, MOST_BYTES)
    except RulesetError as error:
        (found,) = error.diagnostics
        if found.code == "file-missing":
            hint = _meant(folder, text) or f"Pictures are named from the folder {folder.resolve().name}."
            raise mistake(found.code, f"there is no picture {text}", span, hint) from None
        if found.code == "file-too-big":
            hint = "Save it smaller: a card needs no more than 800 pixels."
            raise mistake(found.code, f"{text} is larger than {MOST_BYTES // 1_000_000} MB", span, hint) from None
        if found.code == "picture-file":
            raise
        message = found.message.replace("this is", f"{text} is").replace("a ruleset file", "a picture")
        hint = "Name a picture in it." if found.code == "file-is-folder" else found.hint
        raise mistake(found.code, message, span, hint) from None


def _meant(folder: Path, text: str) -> str:
    """The hint with the picture in the folder that is probably meant; "" if there is none."""
    names: list[str] = []
    with suppress(OSError, ValueError):
        for at, folders, files in islice(os.walk(folder), MOST_FOLDERS):
            folders[:] = sorted(one for one in folders if not one.startswith("."))
            inside = Path(at).relative_to(folder)
            names += [(inside / file).as_posix() for file in sorted(files) if Path(file).suffix[1:].lower() in KINDS]
    same = [name for name in names if Path(name).stem.casefold() == Path(text).stem.casefold()]
    guess = same[0] if same else suggest(text, names)
    return f"Did you mean {guess}?" if guess else ""


def _clean(content: bytes, text: str, span: Span) -> bytes:
    """An SVG without scripts, foreign elements and anything from elsewhere. Raises RulesetError if it is none."""
    try:
        from py_svg_hush import filter_svg
    except ImportError:
        hint = "Install it: pip install 'stammtisch[pictures]'. Or save the picture as PNG or WebP."
        raise mistake("picture-file", "SVG pictures need the package py-svg-hush", span, hint) from None
    try:
        root = ElementTree.fromstring(filter_svg(_IMPORT.sub(b"", content), EMBEDDED))
    except (ValueError, ElementTree.ParseError):
        message = f"{text} is not an SVG picture, or it is damaged"
        hint = "Save it again as SVG in the program that you draw with."
        raise mistake("picture-file", message, span, hint) from None
    for element in root.iter():
        for name, value in [*element.attrib.items()]:
            if name.rpartition("}")[2] == "href" and not value.startswith(("#", "data:image/")):
                del element.attrib[name]
            else:
                element.set(name, _ELSEWHERE.sub("none", value))
        if element.tag == f"{{{SVG}}}style":
            element.text = _ELSEWHERE.sub("none", element.text or "")
    ElementTree.register_namespace("", SVG)
    cleaned: bytes = ElementTree.tostring(root, encoding="utf-8")
    return cleaned
