"""Charts of a report, each with a title, a text alternative and its table; drawn by Vega-Lite."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

from ...base.errors import extra

VERSION = "6.1"  # of Vega-Lite
WIDTH = 330  # as wide as a telephone shows
NAMES = 130  # the room for words on the left of lines
LETTERS, MOST_HIGH, LINE = 22, 3, 13  # of these words
BLUE, GREY, RED, PALE = "#1f5fa8", "#707070", "#b3401a", "#9dbbe0"
LOOK: dict[str, Any] = {
    "background": None,
    "font": "sans-serif",
    "view": {"stroke": None},
    "axis": {
        "labelFontSize": 11, "titleFontSize": 11, "titleFontWeight": "normal", "labelColor": "#333",
        "titleColor": "#333", "gridColor": "#e4e4e4", "domainColor": "#999", "tickColor": "#999",
    },
    "legend": {"orient": "top", "title": None, "labelFontSize": 11, "offset": 4},
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Picture:
    """A chart with its texts.

    `spec`: the chart in Vega-Lite (none: only the table), the sentence over it, a description in words, and the
    numbers it shows. note: what a reader has to know.
    """

    title: str
    seen: str
    spec: dict[str, Any] | None
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    note: str = ""


def require() -> None:
    """Raise UsageError if the drawing library is not installed."""
    extra("vl_convert", "vl-convert-python")


# -- kinds of pictures


def axis_look(title: str = "", form: str = "", grid: bool = True) -> dict[str, Any]:
    """The style of an axis; form: the format of numbers, in d3's notation."""
    return {"title": title or None, "grid": grid, **({"format": form} if form else {}), "tickCount": 5}


def names_axis(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The axis with a row's words at each line, in this order."""
    order = [row["of"] for row in rows]
    look: dict[str, Any] = {
        "title": None,
        "grid": False,
        "ticks": False,
        "domain": False,
        "labelLimit": NAMES,
        "minExtent": 40,
    }
    shown = {of: wrap(of, LETTERS, max_lines=MOST_HIGH, placeholder=" …") for of in order}
    look |= {"labelExpr": f"({json.dumps(shown)})[datum.value]", "labelLineHeight": LINE}
    return {"field": "of", "type": "nominal", "sort": order, "axis": look}


def line_height(rows: Sequence[dict[str, Any]]) -> int:
    """The height of each line."""
    return 12 + LINE * max((min(MOST_HIGH, len(wrap(row["of"], LETTERS))) for row in rows), default=1)


def intervals(
    rows: Sequence[dict[str, Any]], title: str, even: float | None = None, form: str = "~%", zero: bool = False
) -> dict[str, Any]:
    """A chart of a point and its interval for each row (of, value, low, high); a dashed line at an even share."""
    x = {
        "field": "value",
        "type": "quantitative",
        "axis": axis_look(title, form),
        "scale": {"zero": zero, "nice": True},
    }
    layers: list[dict[str, Any]] = [
        {"mark": {"type": "rule", "color": BLUE, "strokeWidth": 2},
         "encoding": {"x": {**x, "field": "low"}, "x2": {"field": "high"}}},
        {"mark": {"type": "point", "filled": True, "size": 70, "color": BLUE, "opacity": 1}, "encoding": {"x": x}},
    ]  # fmt: skip
    if even is not None:
        line = {"type": "rule", "color": RED, "strokeDash": [4, 3]}
        layers.insert(0, {"mark": line, "encoding": {"x": {"datum": even}, "y": None}})
    return {
        "data": {"values": [*rows]},
        "height": {"step": line_height(rows)},
        "encoding": {"y": names_axis(rows)},
        "layer": layers,
    }


def bars(rows: Sequence[dict[str, Any]], x_title: str, y_title: str, middle: float | None = None) -> dict[str, Any]:
    """A chart of adjacent bars (low, high, share), with a dashed line at the middle."""
    x = {
        "field": "low",
        "type": "quantitative",
        "axis": axis_look(x_title, grid=False),
        "scale": {"zero": False, "nice": False},
    }
    y = {"field": "share", "type": "quantitative", "axis": axis_look(y_title, "~%")}
    layers: list[dict[str, Any]] = [
        {"mark": {"type": "rect", "color": PALE, "stroke": BLUE, "strokeWidth": 0.7},
         "encoding": {"x": x, "x2": {"field": "high"}, "y": y, "y2": {"datum": 0}}},
    ]  # fmt: skip
    if middle is not None:
        layers.append(
            {"mark": {"type": "rule", "color": RED, "strokeDash": [4, 3]}, "encoding": {"x": {"datum": middle}}}
        )
    return {"data": {"values": [*rows]}, "height": 190, "layer": layers}


def line(
    rows: Sequence[dict[str, Any]], x_title: str, y_title: str, form: str = "", even: float | None = None
) -> dict[str, Any]:
    """A chart of a line through points (at, value), with a band where they have low and high."""
    x = {
        "field": "at",
        "type": "quantitative",
        "axis": axis_look(x_title, grid=False),
        "scale": {"nice": False, "zero": False},
    }
    y = {"field": "value", "type": "quantitative", "axis": axis_look(y_title, form), "scale": {"zero": True}}
    layers: list[dict[str, Any]] = []
    if rows and "low" in rows[0]:
        band = {"type": "area", "color": PALE, "opacity": 0.6}
        layers.append({"mark": band, "encoding": {"x": x, "y": {**y, "field": "low"}, "y2": {"field": "high"}}})
    layers.append({"mark": {"type": "line", "color": BLUE, "strokeWidth": 2}, "encoding": {"x": x, "y": y}})
    if even is not None:
        layers.append(
            {"mark": {"type": "rule", "color": RED, "strokeDash": [4, 3]}, "encoding": {"y": {"datum": even}}}
        )
    return {"data": {"values": [*rows]}, "height": 190, "layer": layers}


def paired_points(rows: Sequence[dict[str, Any]], title: str, first: str, second: str) -> dict[str, Any]:
    """A chart of two points for each row (of, first, second), with a line between them."""
    points = [
        {"of": row["of"], "which": name, "value": row[key]}
        for row in rows
        for name, key in ((first, "first"), (second, "second"))
    ]
    x = {"type": "quantitative", "axis": axis_look(title, "~%"), "scale": {"zero": True}}
    colour = {
        "field": "which",
        "type": "nominal",
        "scale": {"domain": [first, second], "range": [BLUE, GREY]},
        "legend": {"symbolType": "circle"},
    }
    shape = {"field": "which", "type": "nominal", "scale": {"domain": [first, second], "range": ["circle", "diamond"]}}
    return {
        "height": {"step": line_height(rows)},
        "encoding": {"y": names_axis(rows)},
        "layer": [
            {"data": {"values": [*rows]}, "mark": {"type": "rule", "color": GREY},
             "encoding": {"x": {**x, "field": "first"}, "x2": {"field": "second"}}},
            {"data": {"values": points}, "mark": {"type": "point", "filled": True, "size": 65, "opacity": 1},
             "encoding": {"x": {**x, "field": "value"}, "color": colour, "shape": shape}},
        ],
    }  # fmt: skip


# -- as a part of a page


@dataclass(frozen=True, slots=True)
class Drawing:
    """A chart as SVG: its view box and content."""

    room: str
    lines: str


def draw(spec: dict[str, Any]) -> Drawing:
    """Draw a chart at full width; equal charts give equal text."""
    whole = {"width": WIDTH, "autosize": {"type": "fit-x", "contains": "padding"}, "config": LOOK, **spec}
    drawn: str = extra("vl_convert", "vl-convert-python").vegalite_to_svg(json.dumps(whole), vl_version=VERSION)
    found = re.search(r'viewBox="([\d. -]+)"', drawn)
    room = found.group(1) if found else f"0 0 {WIDTH} 200"
    return Drawing(room, drawn[drawn.index(">") + 1 :].strip().removesuffix("</svg>"))
