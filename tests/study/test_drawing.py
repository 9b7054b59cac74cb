"""The charts of a report: round values on the axes, everything within its room, and nothing but numbers in places."""

from __future__ import annotations

import re

import pytest

from stammtisch.base.templates import macros
from stammtisch.drawing.fitting import text_width
from stammtisch.study.reports import drawing
from stammtisch.study.reports.drawing import EDGE, SIZE, WIDTH, Drawing, bars, intervals, line, paired_points, scale
from stammtisch.study.reports.report_page import TEMPLATES

LONG = "a very long name of an option that nobody would ever read to its end"
SPREAD = [{"of": f"seat {n}", "value": 0.2 * n, "low": 0.2 * n - 0.05, "high": 0.2 * n + 0.05} for n in (1, 2, 3)]
CHARTS = {
    "intervals": intervals(SPREAD, "share of wins", 1 / 3),
    "below zero": intervals([{"of": LONG, "value": -3, "low": -12, "high": 1.5}], "points", 0, "+"),
    "all alike": intervals([{"of": "a", "value": 1, "low": 1, "high": 1}], "share", zero=True),
    "bars": bars([{"low": n - 0.5, "high": n + 0.5, "share": 0.05 * n} for n in range(1, 9)], "points", "seats", 4),
    "line": line([{"at": n, "value": 1200.0 * n} for n in range(1, 12)], "decision", "options"),
    "band": line([{"at": n, "value": 0.5, "low": 0.4, "high": 0.6} for n in (10, 50, 90)], "rounds", "wins", "%", 0.5),
    "pairs": paired_points([{"of": "pass", "first": 0.9, "second": 0.25}], "chosen", "by these bots", "by chance"),
}


@pytest.mark.parametrize(
    ("values", "ticks"),
    [
        ((0, 1), [0, 0.2, 0.4, 0.6, 0.8, 1]),
        ((0.26, 0.44), [0.25, 0.3, 0.35, 0.4, 0.45]),
        ((-12, 1.5), [-12, -10, -8, -6, -4, -2, 0, 2]),
        ((0, 1300), [0, 200, 400, 600, 800, 1000, 1200, 1400]),
        ((3, 3), [1.5, 2, 2.5, 3, 3.5, 4, 4.5]),
        ((0, 0), [-0.6, -0.4, -0.2, 0, 0.2, 0.4, 0.6]),
    ],
)
def test_an_axis_has_round_values_around_all_that_is_shown(values: tuple[float, float], ticks: list[float]) -> None:
    found = scale(values, 0, 100)
    assert found.ticks == pytest.approx(ticks)
    assert found.at(found.low) == 0 and found.at(found.high) == 100


@pytest.mark.parametrize(
    ("value", "step", "form", "text"),
    [
        (0.25, 0.05, "%", "25%"), (0.025, 0.005, "%", "2.5%"), (1200, 200, "", "1,200"), (-20, 20, "", "−20"),
        (10, 10, "+", "+10"), (0, 10, "+", "0"), (-0.1, 0.1, "+%", "−10%"), (0.3, 0.1, "", "0.3"),
    ],
)  # fmt: skip
def test_values_beside_their_ticks(value: float, step: float, form: str, text: str) -> None:
    assert drawing.tick_text(value, step, form) == text


@pytest.mark.parametrize("name", CHARTS)
def test_a_chart_stays_within_its_room(name: str) -> None:
    chart = CHARTS[name]
    for shape in chart.shapes:
        places = [float(one) for one in re.findall(r"-?[\d.]+", shape.get("points", ""))]
        across = [*places[::2], *(float(shape[key]) for key in ("x", "x1", "x2") if key in shape)]
        up = [*places[1::2], *(float(shape[key]) for key in ("y", "y1", "y2") if key in shape)]
        assert all(0 <= one <= WIDTH for one in across) and all(0 <= one <= chart.height for one in up)
        if shape["kind"] == "text" and not shape["turn"]:
            wide = text_width(shape["words"]) * SIZE
            begins = float(shape["x"]) - {"start": 0, "middle": wide / 2, "end": wide}[shape["anchor"]]
            assert begins >= EDGE - 1 and begins + wide <= WIDTH


def test_words_of_a_game_stay_words() -> None:
    made = intervals([{"of": "<b>&", "value": 0.5, "low": 0.4, "high": 0.6}], "share")
    svg = str(macros(TEMPLATES, "parts.html").chart(made, WIDTH))
    assert "&lt;b&gt;&amp;" in svg and "<b>" not in svg and svg.strip().startswith("<svg") and svg.endswith("</svg>")
    assert isinstance(made, Drawing) and svg.count("<circle") == 1
