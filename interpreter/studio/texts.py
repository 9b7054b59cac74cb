"""Contents of files as texts, and texts as contents, so that what is only a form of the file stays as it was."""

from __future__ import annotations

from ..base.errors import UsageError
from ..base.excerpt import lines_of


def text_of(content: bytes) -> str:
    """A content as text, as files are read: with bare line feeds. Raises UsageError where it is none."""
    try:
        return "\n".join(lines_of(content.decode("utf-8")))
    except UnicodeDecodeError:
        raise UsageError("this file is not text in UTF-8; save it as UTF-8") from None


def content_of(text: str, former: bytes | None) -> bytes:
    """The content of a text: with the line ends, and the mark at the beginning, that the file had before."""
    if former is not None:
        if former.count(b"\r\n") > former.count(b"\n") // 2:
            text = text.replace("\r\n", "\n").replace("\n", "\r\n")
        if former.startswith(b"\xef\xbb\xbf"):
            text = "\ufeff" + text.removeprefix("\ufeff")
    return text.encode()
