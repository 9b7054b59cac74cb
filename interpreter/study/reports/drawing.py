"""Charts of a report, each with a title, a text alternative and its table; drawn as SVG."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import ceil, floor, log10
from textwrap import wrap
from typing import Any

from ...drawing.fitting import text_width

WIDTH = 330  # as wide as a telephone shows
EDGE = 5
SIZE = 11  # of all words
NAMES, LEAST_NAMES = 130, 40  # the room for words on the left of lines
LETTERS, MOST_HIGH, LINE = 22, 3, 13  # of these words
HIGH = 190  # of the area of a chart with two axes of numbers
TICK, TICKS = 5, 5
DOT, DIAMOND = 4.7, 6
BLUE, GREY, RED, PALE = "#1f5fa8", "#707070", "#b3401a", "#9dbbe0"
GRID, AXIS = "#e4e4e4", "#999"
DASHES = "4,3"

Row = dict[str, Any]


@dataclass(slots=True)
class Drawing:
    """A chart as plain data: its height, and its shapes from the bottom to the top."""

    height: float = 0
    shapes: list[dict[str, Any]] = field(default_factory=list)

    def line(self, x: float, y: float, to_x: float, to_y: float, colour: str, width: float = 1, dash: str = "") -> None:
        """Add a line."""
        shape = {"kind": "line", "x1": x, "y1": y, "x2": to_x, "y2": to_y, "colour": colour}
        self.shapes.append(_with_short_places({**shape, "width": width, "dash": dash}))

    def path(self, points: Sequence[tuple[float, float]], colour: str, fill: str, opacity: float = 1) -> None:
        """Add a line through points, or the area within them."""
        places = " ".join(f"{_short(x)},{_short(y)}" for x, y in points)
        self.shapes.append({"kind": "path", "points": places, "colour": colour, "fill": fill, "opacity": opacity})

    def dot(self, x: float, y: float, colour: str, is_round: bool = True) -> None:
        """Add a point, round or a diamond."""
        if is_round:
            self.shapes.append(_with_short_places({"kind": "dot", "x": x, "y": y, "size": DOT, "colour": colour}))
        else:
            corners = [(x, y - DIAMOND), (x + DIAMOND, y), (x, y + DIAMOND), (x - DIAMOND, y)]
            self.path(corners, "none", colour)

    def text(self, x: float, y: float, words: str, anchor: str = "middle", turn: float = 0) -> None:
        """Add a line of text, whose middle is at a height."""
        shape = {"kind": "text", "x": x, "y": y + SIZE * 0.36, "words": words, "anchor": anchor}
        self.shapes.append(
            _with_short_places({**shape, "turn": f"rotate({turn:g} {_short(x)} {_short(y)})" if turn else ""})
        )


@dataclass(frozen=True, slots=True)
class Picture:
    """A chart with its texts.

    `drawing`: the chart (none: only the table), the sentence over it, a description in words, and the numbers it shows.
    note: what a reader has to know.
    """

    title: str
    seen: str
    drawing: Drawing | None
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    note: str = ""


# -- axes


@dataclass(frozen=True, slots=True)
class Scale:
    """Values from low to high, and the places from `first` to `last` where they stand; step: between two ticks."""

    low: float
    high: float
    first: float
    last: float
    step: float

    def at(self, value: float) -> float:
        """The place of a value."""
        return self.first + (value - self.low) / (self.high - self.low) * (self.last - self.first)

    @property
    def ticks(self) -> list[float]:
        """The round values on it."""
        begin, end = ceil(self.low / self.step - 1e-9), floor(self.high / self.step + 1e-9)
        return [number * self.step for number in range(begin, end + 1)]


def scale(values: Iterable[float], first: float, last: float, is_round: bool = True) -> Scale:
    """A scale for values; is_round: it begins and ends at round values."""
    known = [*values]
    low, high = min(known), max(known)
    if low == high:
        low, high = low - 0.5 * (abs(low) or 1), high + 0.5 * (abs(high) or 1)
    rough = (high - low) / TICKS
    power = 10.0 ** floor(log10(rough))
    step = power * next(
        (many for many, least in ((10, 50**0.5), (5, 10**0.5), (2, 2**0.5)) if rough / power >= least), 1
    )
    if is_round:
        low, high = floor(low / step + 1e-9) * step, ceil(high / step - 1e-9) * step
    return Scale(low, high, first, last, step)


def tick_text(value: float, step: float, form: str = "") -> str:
    """A value beside its tick; form: `%` for shares, with `+` before it for differences."""
    factor = 100 if form.endswith("%") else 1
    decimals = max(0, -floor(log10(step * factor) + 1e-9))
    number = round(value * factor, decimals) + 0.0
    sign = "−" if number < 0 else "+" if form.startswith("+") and number > 0 else ""
    return f"{sign}{abs(number):,.{decimals}f}{'%' if factor == 100 else ''}"


def _lay_across(drawing: Drawing, x: Scale, top: float, bottom: float, title: str, form: str, grid: bool) -> None:
    """Draw the axis below a chart, and perhaps lines up from its ticks."""
    for value in x.ticks:
        at = x.at(value)
        if grid:
            drawing.line(at, top, at, bottom, GRID)
        drawing.line(at, bottom, at, bottom + TICK, AXIS)
        words = tick_text(value, x.step, form)
        half = text_width(words) * SIZE / 2
        drawing.text(min(max(at, EDGE + half), WIDTH - EDGE - half), bottom + TICK + 9, words)
    drawing.line(x.first, bottom, x.last, bottom, AXIS)
    drawing.text((x.first + x.last) / 2, bottom + TICK + 24, title)
    drawing.height = bottom + TICK + 34


def _lay_up(drawing: Drawing, values: Iterable[float], title: str, form: str) -> tuple[Scale, float]:
    """Draw the axis on the left of a chart, with lines from its ticks; the scale, and where the chart begins."""
    y = scale(values, EDGE + HIGH, EDGE + 3)
    words = [tick_text(value, y.step, form) for value in y.ticks]
    left = EDGE + 16 + max(map(text_width, words)) * SIZE + TICK + 3
    for value, said in zip(y.ticks, words, strict=True):
        drawing.line(left, y.at(value), WIDTH - EDGE, y.at(value), GRID)
        drawing.line(left - TICK, y.at(value), left, y.at(value), AXIS)
        drawing.text(left - TICK - 3, y.at(value), said, "end")
    drawing.line(left, y.first, left, y.last, AXIS)
    drawing.text(EDGE + 6, (y.first + y.last) / 2, title, turn=-90)
    return y, left


# -- kinds of charts


def _lay_names(drawing: Drawing, rows: Sequence[Row], top: float) -> tuple[float, float, list[float]]:
    """Draw the words of rows on the left; where the area begins, where it ends below, and the middle of each row."""
    wrapped = [wrap(row["of"], LETTERS, max_lines=MOST_HIGH, placeholder=" …") for row in rows]
    high = 12 + LINE * max(min(MOST_HIGH, len(lines)) for lines in wrapped)
    widest = max(text_width(line) * SIZE for lines in wrapped for line in lines)
    left = EDGE + max(LEAST_NAMES, min(NAMES, widest)) + 6
    middles = [top + high * (number + 0.5) for number in range(len(rows))]
    for middle, lines in zip(middles, wrapped, strict=True):
        for number, line in enumerate(lines):
            drawing.text(left - 6, middle + LINE * (number - (len(lines) - 1) / 2), line, "end")
    return left, top + high * len(rows), middles


def intervals(
    rows: Sequence[Row], title: str, even: float | None = None, form: str = "%", zero: bool = False
) -> Drawing:
    """A chart of a point and its interval for each row (of, value, low, high); a dashed line at an even share."""
    drawing = Drawing()
    left, bottom, middles = _lay_names(drawing, rows, EDGE)
    more = [one for one in (even, 0.0 if zero else None) if one is not None]
    x = scale([*(row[key] for row in rows for key in ("value", "low", "high")), *more], left, WIDTH - EDGE - 8)
    _lay_across(drawing, x, EDGE, bottom, title, form, grid=True)
    if even is not None:
        drawing.line(x.at(even), EDGE, x.at(even), bottom, RED, 1, DASHES)
    for row, middle in zip(rows, middles, strict=True):
        drawing.line(x.at(row["low"]), middle, x.at(row["high"]), middle, BLUE, 2)
        drawing.dot(x.at(row["value"]), middle, BLUE)
    return drawing


def paired_points(rows: Sequence[Row], title: str, first: str, second: str) -> Drawing:
    """A chart of two points for each row (of, first, second), with a line between them."""
    drawing, looks = Drawing(), ((first, BLUE, True), (second, GREY, False))
    left, bottom, middles = _lay_names(drawing, rows, EDGE + 22)
    at = left
    for words, colour, is_round in looks:
        drawing.dot(at + 6, EDGE + 8, colour, is_round)
        drawing.text(at + 16, EDGE + 8, words, "start")
        at += 30 + text_width(words) * SIZE
    x = scale([0.0, *(row[key] for row in rows for key in ("first", "second"))], left, WIDTH - EDGE - 8)
    _lay_across(drawing, x, EDGE + 22, bottom, title, "%", grid=True)
    for row, middle in zip(rows, middles, strict=True):
        drawing.line(x.at(row["first"]), middle, x.at(row["second"]), middle, GREY)
        for key, (_, colour, is_round) in zip(("first", "second"), looks, strict=True):
            drawing.dot(x.at(row[key]), middle, colour, is_round)
    return drawing


def bars(rows: Sequence[Row], x_title: str, y_title: str, middle: float | None = None) -> Drawing:
    """A chart of adjacent bars (low, high, share), with a dashed line at the middle."""
    drawing = Drawing()
    y, left = _lay_up(drawing, [0.0, *(row["share"] for row in rows)], y_title, "%")
    x = scale([rows[0]["low"], rows[-1]["high"]], left, WIDTH - EDGE - 8, is_round=False)
    for row in rows:
        (begin, end), high = (x.at(row["low"]), x.at(row["high"])), y.at(row["share"])
        drawing.path([(begin, y.first), (begin, high), (end, high), (end, y.first), (begin, y.first)], BLUE, PALE)
    _lay_across(drawing, x, y.last, y.first, x_title, "", grid=False)
    if middle is not None:
        drawing.line(x.at(middle), y.last, x.at(middle), y.first, RED, 1, DASHES)
    return drawing


def line(rows: Sequence[Row], x_title: str, y_title: str, form: str = "", even: float | None = None) -> Drawing:
    """A chart of a line through points (at, value), with a band where they have low and high."""
    drawing = Drawing()
    keys = [key for key in ("value", "low", "high") if key in rows[0]]
    more = [] if even is None else [even]
    y, left = _lay_up(drawing, [0.0, *(row[key] for row in rows for key in keys), *more], y_title, form)
    x = scale([row["at"] for row in rows], left, WIDTH - EDGE - 8, is_round=False)
    _lay_across(drawing, x, y.last, y.first, x_title, "", grid=False)
    if "low" in rows[0]:
        band = [*((row["at"], row["low"]) for row in rows), *((row["at"], row["high"]) for row in reversed(rows))]
        drawing.path([(x.at(at), y.at(value)) for at, value in band], "none", PALE, 0.6)
    drawing.path([(x.at(row["at"]), y.at(row["value"])) for row in rows], BLUE, "none")
    if even is not None:
        drawing.line(left, y.at(even), x.last, y.at(even), RED, 1, DASHES)
    return drawing


def _with_short_places(shape: dict[str, Any]) -> dict[str, Any]:
    """A shape whose places have one digit behind the point."""
    return {key: _short(value) if isinstance(value, float) else value for key, value in shape.items()}


def _short(value: float) -> str:
    """A place with at most one digit behind the point; equal charts give equal texts everywhere."""
    return f"{round(value, 1) + 0.0:g}"
