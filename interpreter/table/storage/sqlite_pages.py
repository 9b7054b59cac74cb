"""Read rows from the pages of a damaged SQLite file, without SQLite.

Written after the description of the format (https://www.sqlite.org/fileformat2.html), as far as our own files use it:
pages of 4,096 bytes, texts in UTF-8, no blobs.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

PAGE = 4096
# the kinds of pages in trees, and where their list of cells begins
TABLE_LEAF, TABLE_INNER, INDEX_LEAF, INDEX_INNER = 13, 5, 10, 2
INNER = (TABLE_INNER, INDEX_INNER)
# the most bytes of a row within its page, and the least of a longer row
MOST_IN_TABLE, MOST_IN_INDEX, LEAST = PAGE - 35, (PAGE - 12) * 64 // 255 - 23, (PAGE - 12) * 32 // 255 - 23
SCHEMA = "sqlite_schema"
INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
LOG_HEADER, FRAME_HEADER = 32, 24

Value = int | str | None
Row = tuple[Value, ...]


class _Unreadable(Exception):
    """Some bytes are not a row."""


@dataclass
class RowRun:
    """Rows in the order of their tree, None where something between two of them is unreadable.

    `name`: of the table or index of which these are all rows from its root on, so that nothing lies before the first
    or behind the last; "" where that is not known.
    """

    rows: list[Row | None]
    name: str = ""


@dataclass
class Pages:
    """The pages of a file by number, the free ones, and those whose newer version is lost."""

    content: dict[int, bytes]
    free: set[int] = field(default_factory=set)
    old: set[int] = field(default_factory=set)

    def runs(self) -> list[RowRun]:
        """All readable rows, trees with a known root first; of a tree with an unreadable root only None."""
        trees = {
            number: page for number, page in self.content.items() if number not in self.free and _kind(number, page)
        }
        below = {child for number in trees for child in self._children(number)}
        seen = set[int]()
        found = [RowRun([*self._in_order(1, seen)], SCHEMA)] if 1 in trees else []
        for row in found[0].rows if found else []:
            name, root = (row[1], row[3]) if row is not None and len(row) == 5 else ("", 0)
            if isinstance(name, str) and isinstance(root, int) and root and root not in seen:
                found.append(RowRun([*self._in_order(root, seen)] if root in trees else [None], name))
        for number in sorted(trees, key=lambda number: (number in below, number)):
            if number not in seen:
                found.append(RowRun([*self._in_order(number, seen)]))
        return found

    def _in_order(self, number: int, seen: set[int]) -> Iterator[Row | None]:
        """The rows of a page and of all below it, in order."""
        page = self.content.get(number, b"")
        kind = _kind(number, page)
        if not kind or number in seen or number in self.free:
            yield None
            return
        seen.add(number)
        for cell in _cells(number, page):
            try:
                if kind in INNER:
                    yield from self._in_order(_number(page, cell), seen)
                    cell += 4
                if kind != TABLE_INNER:
                    yield self._row(page, cell, kind)
                if number in self.old:
                    yield None
            except (_Unreadable, IndexError, struct.error, UnicodeDecodeError):
                yield None
        if kind in INNER:
            yield from self._in_order(_number(page, _start(number) + 8), seen)

    def _children(self, number: int) -> list[int]:
        page = self.content[number]
        if _kind(number, page) not in INNER:
            return []
        places = [*_cells(number, page), _start(number) + 8]
        return [_number(page, at) for at in places if at + 4 <= len(page)]

    def _row(self, page: bytes, at: int, kind: int) -> Row:
        size, at = _varint(page, at)
        if kind == TABLE_LEAF:
            at = _varint(page, at)[1]
        most = MOST_IN_TABLE if kind == TABLE_LEAF else MOST_IN_INDEX
        here = size
        if size > most:
            here = LEAST + (size - LEAST) % (PAGE - 4)
            here = here if here <= most else LEAST
        data = page[at : at + here]
        if size > here:
            data += self._rest(_number(page, at + here), size - here)
        if len(data) != size:
            raise _Unreadable
        return _values(data)

    def _rest(self, number: int, size: int) -> bytes:
        """The overflow of a row that is too long for its page."""
        found = b""
        while len(found) < size:
            page = self.content.get(number, b"")
            if len(page) < PAGE or number in self.free:
                raise _Unreadable
            found += page[4 : 4 + size - len(found)]
            number = _number(page, 0)
        # behind the last there is none
        if number:
            raise _Unreadable
        return found


def read_pages(path: Path) -> Pages:
    """Read the pages of a file, with all committed pages of its log. Raises OSError."""
    data = path.read_bytes()
    content = {at // PAGE + 1: data[at : at + PAGE] for at in range(0, len(data), PAGE)}
    log = path.with_name(path.name + "-wal")
    frames = _frames(log.read_bytes()) if log.is_file() else []
    last = max((at for at, frame in enumerate(frames) if frame.whole and frame.commits), default=-1)
    old = set[int]()
    for frame in frames[: last + 1]:
        if frame.whole:
            content[frame.number] = frame.page
            old.discard(frame.number)
        else:
            old.add(frame.number)
    if last >= 0:
        content = {number: page for number, page in content.items() if number <= frames[last].commits}
    found = Pages({number: page.ljust(PAGE, b"\0") for number, page in content.items()}, old=old)
    found.free = _free(found.content)
    return found


def log_damaged(path: Path) -> bool:
    """Whether the log of a file holds committed pages behind a place where SQLite stops reading.

    SQLite takes the rest for a part that was never finished, and leaves it out without a word. Raises OSError.
    """
    log = path.with_name(path.name + "-wal")
    data = log.read_bytes() if log.is_file() else b""
    frames = _frames(data)
    first = next((at for at, frame in enumerate(frames) if not frame.whole), len(frames))
    header = _log_header(data)
    if header is None:
        first = 0
    return any(frame.whole and frame.commits for frame in frames[first:])


@dataclass
class _Frame:
    """A page in a log.

    Its number, how many pages the file has then if it ends a transaction (else 0), and whether its checksum is right.
    """

    number: int
    commits: int
    page: bytes
    whole: bool


def _log_header(data: bytes) -> tuple[bytes, tuple[int, int]] | None:
    """The salt of a log, and the checksum of its header; None if it is damaged."""
    if len(data) < LOG_HEADER or data[:4] not in (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83"):
        return None
    sums = struct.unpack(">II", data[24:32])
    order = ">" if data[3] & 1 else "<"
    return (data[16:24], sums) if _checksum(data[:24], (0, 0), order) == sums else None


def _frames(data: bytes) -> list[_Frame]:
    """The pages in a log, each verified by the checksum chain, without those of earlier rounds."""
    header = _log_header(data)
    first = data[LOG_HEADER : LOG_HEADER + FRAME_HEADER]
    if len(first) < FRAME_HEADER:
        return []
    salt, sums = header if header is not None else (first[8:16], None)
    order = ">" if data[3] & 1 else "<"
    found = []
    for at in range(LOG_HEADER, len(data) - FRAME_HEADER - PAGE + 1, FRAME_HEADER + PAGE):
        head, page = data[at : at + FRAME_HEADER], data[at + FRAME_HEADER : at + FRAME_HEADER + PAGE]
        number, commits, *_, one, two = struct.unpack(">IIIIII", head)
        right = head[8:16] == salt
        # only the salt of the first one after a damaged header is known
        whole = right and (sums is None or _checksum(head[:8] + page, sums, order) == (one, two))
        found.append(_Frame(number, commits, page, whole))
        sums = one, two
    return found


def _checksum(data: bytes, sums: tuple[int, int], order: str) -> tuple[int, int]:
    """SQLite's checksum of data, continued from `sums`."""
    one, two = sums
    words = iter(struct.unpack(f"{order}{len(data) // 4}I", data))
    for first in words:
        one = (one + first + two) & 0xFFFFFFFF
        two = (two + next(words) + one) & 0xFFFFFFFF
    return one, two


def _free(content: dict[int, bytes]) -> set[int]:
    """The pages in the free list, as far as it can be read."""
    found = set[int]()
    first = content.get(1, b"")
    trunk = _number(first, 32) if first.startswith(b"SQLite format 3\0") else 0
    while trunk in content and trunk not in found:
        page = content[trunk]
        count = min(_number(page, 4), PAGE // 4 - 2)
        found |= {trunk, *struct.unpack(f">{count}I", page[8 : 8 + 4 * count])}
        trunk = _number(page, 0)
    return found - {1}


def _start(number: int) -> int:
    """The offset of a page's header: in the first page it follows the file's header."""
    return 100 if number == 1 else 0


def _kind(number: int, page: bytes) -> int:
    """The kind of a page in a tree, 0 for all others."""
    kind = page[_start(number)] if page else 0
    return kind if kind in (TABLE_LEAF, INDEX_LEAF, *INNER) else 0


def _cells(number: int, page: bytes) -> list[int]:
    """The offsets of a page's cells, in order."""
    start = _start(number)
    count = int.from_bytes(page[start + 3 : start + 5], "big")
    first = start + (12 if _kind(number, page) in INNER else 8)
    count = min(count, (PAGE - first) // 2)
    return [*struct.unpack(f">{count}H", page[first : first + 2 * count])]


def _number(page: bytes, at: int) -> int:
    """A four-byte number."""
    return int(struct.unpack_from(">I", page, at)[0])


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of one to nine bytes, and the offset after it."""
    value = 0
    for count in range(8):
        byte = data[at + count]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + count + 1
    return value << 8 | data[at + 8], at + 9


def _values(data: bytes) -> Row:
    """The values of a row, decoded."""
    end, at = _varint(data, 0)
    kinds = []
    while at < end:
        kind, at = _varint(data, at)
        kinds.append(kind)
    if at != end or not kinds:
        raise _Unreadable
    found: list[Value] = []
    for kind in kinds:
        size = INTEGERS.get(kind, (kind - 13) // 2 if kind > 12 and kind % 2 else 0)
        part = data[at : at + size]
        if len(part) != size or (kind not in (0, 8, 9, *INTEGERS) and not (kind > 12 and kind % 2)):
            raise _Unreadable
        at += size
        if kind > 12:
            if 0 in part:
                raise _Unreadable
            found.append(part.decode("utf-8"))
        else:
            found.append(None if kind == 0 else kind - 8 if kind > 7 else int.from_bytes(part, "big", signed=True))
    if at != len(data):
        raise _Unreadable
    return tuple(found)
