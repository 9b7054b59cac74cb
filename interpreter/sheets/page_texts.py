"""Lift the texts out of a drawing: a PDF sets them as text, in which letters join and right-to-left scripts are right.

The library that makes PDFs draws text in SVG letter by letter, from the left.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"
_STEP = re.compile(r"(\w+)\(([^)]*)\)")
# what a text has from the elements around it
INHERITED = ("font-family", "font-size", "font-weight", "text-anchor", "fill", "direction")


class Matrix(NamedTuple):
    """A transformation, as in SVG."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def then(self, inner: Matrix) -> Matrix:
        """This transformation of what `inner` has transformed."""
        a, b, c, d, e, f = self
        p, q, r, s, t, u = inner
        return Matrix(a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f)

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Where a point comes to lie."""
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    @property
    def scale(self) -> float:
        """How much larger things become."""
        return math.hypot(self.a, self.b)

    @property
    def turn(self) -> float:
        """How far things are turned clockwise, in degrees."""
        return math.degrees(math.atan2(self.b, self.a))


@dataclass(frozen=True, slots=True)
class PageText:
    """A line of text on a page, in millimetres; clip: left, top, width and height of what is seen of it, or none.

    anchor: start, middle or end; turn: clockwise, in degrees.
    """

    text: str
    x: float
    y: float
    size: float
    ink: str
    weight: str
    family: str
    anchor: str
    turn: float
    rtl: bool
    clip: tuple[float, float, float, float] | None = None


def lift_texts(svg: str) -> tuple[str, list[PageText]]:
    """Return a drawing without its texts, and these as they stand on the page.

    Texts with an outline stay, as HTML has none.
    """
    ElementTree.register_namespace("", SVG[1:-1])
    root = ElementTree.fromstring(svg)
    _, _, wide, _ = _numbers(root.get("viewBox", "0 0 1 1"))
    found: list[PageText] = []
    scale = float(root.get("width", "1").removesuffix("mm")) / wide
    _lift(root, Matrix(scale, 0, 0, scale), {}, None, found)
    return ElementTree.tostring(root, encoding="unicode"), found


def _lift(
    node: ElementTree.Element,
    matrix: Matrix,
    inherited: Mapping[str, str],
    clip: tuple[float, float, float, float] | None,
    found: list[PageText],
) -> None:
    """Take the texts out of a node."""
    own = {**inherited, **{key: value for key in INHERITED if (value := node.get(key)) is not None}}
    for child in list(node):
        inner = matrix.then(_matrix(child))
        seen = clip
        if cut := child.get("data-clip"):
            left, top, wide, high = _numbers(cut)
            x, y = inner.at(left, top)
            seen = (x, y, wide * inner.scale, high * inner.scale)
        if child.tag != f"{SVG}text":
            _lift(child, inner, own, seen, found)
        elif not child.get("stroke"):
            found.append(_page_text(child, inner, own, seen))
            node.remove(child)


def _page_text(
    node: ElementTree.Element,
    matrix: Matrix,
    inherited: Mapping[str, str],
    clip: tuple[float, float, float, float] | None,
) -> PageText:
    """A text as it stands on the page."""
    style = {**inherited, **{key: value for key in INHERITED if (value := node.get(key)) is not None}}
    x, y = matrix.at(float(node.get("x", "0")), float(node.get("y", "0")))
    rtl, anchor = style.get("direction") == "rtl", style.get("text-anchor", "start")
    if rtl:
        anchor = {"start": "end", "end": "start"}.get(anchor, anchor)
    return PageText(
        node.text or "",
        round(x, 3),
        round(y, 3),
        round(float(style.get("font-size", "4")) * matrix.scale, 3),
        style.get("fill", "#000"),
        style.get("font-weight", "normal"),
        style.get("font-family", "sans-serif"),
        anchor,
        round(matrix.turn, 2),
        rtl,
        clip,
    )


def _matrix(node: ElementTree.Element) -> Matrix:
    """The transformation that a node brings, with that of a drawing inside a drawing."""
    matrix = Matrix()
    for word, numbers in _STEP.findall(node.get("transform", "")):
        matrix = matrix.then(_step(word, _numbers(numbers)))
    if node.tag == f"{SVG}svg":
        left, top, wide, _ = _numbers(node.get("viewBox", "0 0 1 1"))
        scale = float(node.get("width", wide)) / wide
        x, y = float(node.get("x", "0")), float(node.get("y", "0"))
        matrix = matrix.then(Matrix(scale, 0, 0, scale, x - left * scale, y - top * scale))
    return matrix


def _step(word: str, numbers: list[float]) -> Matrix:
    """One step of a transformation: translate, rotate or scale."""
    if word == "translate":
        return Matrix(e=numbers[0], f=numbers[1] if len(numbers) > 1 else 0.0)
    if word == "rotate":
        angle = math.radians(numbers[0])
        x, y = numbers[1:] or (0.0, 0.0)
        turn = Matrix(math.cos(angle), math.sin(angle), -math.sin(angle), math.cos(angle))
        return Matrix(e=x, f=y).then(turn).then(Matrix(e=-x, f=-y))
    if word == "scale":
        return Matrix(numbers[0], 0, 0, numbers[-1])
    raise ValueError(f"no drawing of ours has {word}(…)")


def _numbers(text: str) -> list[float]:
    """The numbers in a text."""
    return [float(number) for number in text.replace(",", " ").split()]
