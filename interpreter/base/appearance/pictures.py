"""A picture from a game's folder, as it is shown: on pages by its name, in print with its content."""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass, field

# the kinds of pictures by the endings of their files
KINDS = {"svg": "image/svg+xml", "png": "image/png", "webp": "image/webp"}
# the shape of a picture that does not tell its own
USUAL = (4.0, 3.0)
_ROOT = re.compile(rb"<svg\b[^>]*>")
_VIEW = re.compile(rb"""\bviewBox=["'][-\d.e]+[ ,]+[-\d.e]+[ ,]+([\d.]+)[ ,]+([\d.]+)""")
_SIDES = re.compile(rb"""\b(width|height)=["']([\d.]+)""")


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that is safe to show: its kind (a key of KINDS), its content, and a digest of that."""

    digest: str
    kind: str
    content: bytes = field(repr=False, compare=False)

    @property
    def file(self) -> str:
        """The name under which a table serves it, which changes with its content."""
        return f"{self.digest}.{self.kind}"

    @property
    def source(self) -> str:
        """Its address on the pages of a table, relative to the page."""
        return f"pictures/{self.file}"

    @property
    def data_uri(self) -> str:
        """All of it as an address, for what is printed."""
        return f"data:{KINDS[self.kind]};base64,{base64.b64encode(self.content).decode('ascii')}"

    @property
    def shape(self) -> tuple[float, float]:
        """Its width and height, of which only the ratio counts; USUAL if it does not say."""
        sides = {"svg": _svg_sides, "png": _png_sides, "webp": _webp_sides}[self.kind](self.content)
        return sides if min(sides) > 0 else USUAL


def _svg_sides(content: bytes) -> tuple[float, float]:
    """The sides of an SVG by its view box, else by its width and height."""
    root = _ROOT.search(content)
    tag = root[0] if root else b""
    if view := _VIEW.search(tag):
        return float(view[1]), float(view[2])
    sides = {name: float(number) for name, number in _SIDES.findall(tag)}
    return sides.get(b"width", 0.0), sides.get(b"height", 0.0)


def _png_sides(content: bytes) -> tuple[float, float]:
    """The sides of a PNG, which stand at the beginning."""
    return _number(content[16:20][::-1]), _number(content[20:24][::-1])


def _webp_sides(content: bytes) -> tuple[float, float]:
    """The sides of a WebP, which stand elsewhere in each of its three forms."""
    form = content[12:16]
    if form == b"VP8X":
        return _number(content[24:27]) + 1, _number(content[27:30]) + 1
    if form == b"VP8L":
        bits = int(_number(content[21:25]))
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    return float(int(_number(content[26:28])) & 0x3FFF), float(int(_number(content[28:30])) & 0x3FFF)


def _number(content: bytes) -> float:
    """The number that some bytes are, the least first."""
    return float(int.from_bytes(content, "little"))
