"""The results as Markdown tables, and what is compared with a limit."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

from contests import CONTESTS
from measures import API, BULK, LOGGED, REFERENCE, Row

# in bulk play, to a decision of the hand-written tic-tac-toe
TO_TICTACTOE = {"balvin": 5.0, "munchhausen": 3.0, "warrender": 4.0, "bierfest": 4.0}
REFERENCES = {"munchhausen": 1.5, "warrender": 3.0}
BULK_LIMITS, API_LIMITS, CLONE_LIMIT = (1.0, 1.4), (2.0, 3.0), 2.0
HELP_LIMIT, VALIDATE_FACTOR, VALIDATE_SECONDS = 2.0, 1.5, 0.3


def table(heads: list[str], rows: Iterable[list[str]]) -> str:
    """A Markdown table, its first column to the left and the others to the right."""
    lines = [heads, ["---", *["---:"] * (len(heads) - 1)], *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def number(value: float | None, digits: int = 2) -> str:
    """With so many digits behind the point; nothing for None."""
    return "" if value is None else f"{value:,.{digits}f}"


def times(value: float | None) -> str:
    """A ratio."""
    return "" if value is None else f"{value:.2f} x"


def percent(value: float) -> str:
    """A part as a percentage."""
    return f"{value:.0%}"


def by_game(rows: list[Row]) -> dict[str, dict[str, Row]]:
    """game -> engine -> its row."""
    found: dict[str, dict[str, Row]] = {}
    for row in rows:
        found.setdefault(row["game"], {})[row["engine"]] = row
    return found


def decisions_table(rows: list[Row]) -> str:
    """Microseconds a decision: by hand, in bulk and through the API, and the ratios."""
    heads = ["game", "by hand µs", "bulk µs", "bulk : by hand", "bulk : tic-tac-toe by hand", "API µs", "API : by hand"]
    lines = []
    for game, found in by_game(rows).items():
        hand, bulk, api, logged = (found.get(name, {}) for name in (REFERENCE, BULK, API, LOGGED))
        us = [number(row.get("us_per_decision")) for row in (hand, bulk, api, logged)]
        to = [times(row.get("to_reference")) for row in (bulk, api, logged)]
        lines.append([game, us[0], us[1], to[0], times(bulk["to_tictactoe_by_hand"]), us[2], to[1], us[3], to[2]])
    return table([*heads, "API with log µs", "with log : by hand"], lines)


def playouts_table(rows: list[Row]) -> str:
    """Playouts a second, their length, the spread of the rounds and the share of the processor."""
    heads = [
        "game",
        "decisions a game",
        "by hand",
        "spread",
        "bulk",
        "spread",
        "API",
        "spread",
        "with log",
        "spread",
        "CPU",
    ]
    lines = []
    for game, found in by_game(rows).items():
        line = [game, number(found[BULK]["decisions_per_playout"], 1)]
        for name in (REFERENCE, BULK, API, LOGGED):
            row = found.get(name)
            line += [number(row["playouts_per_s"], 0), percent(row["spread"])] if row else ["", ""]
        lines.append([*line, percent(min(row["cpu_share"] for row in found.values()))])
    return table(heads, lines)


def libraries_table(rows: list[Row]) -> str:
    """Microseconds a decision of the other libraries that are installed."""
    names = [name for name in ("OpenSpiel", "RLCard", "PettingZoo") if any(row["engine"] == name for row in rows)]
    lines = []
    for game, found in by_game(rows).items():
        if any(name in found for name in names):
            both = [number(found[name]["us_per_decision"]) for name in (BULK, API)]
            others = [number(found[name]["us_per_decision"]) if name in found else "" for name in names]
            lines.append([game, *both, *others])
    return table(["µs a decision", "bulk", "API", *names], lines)


def clones_table(rows: list[Row]) -> str:
    """Microseconds for a copy."""
    heads = ["game", "clone µs", "spread", "by hand µs", "clone : by hand", "clone : list of 100", "with log µs"]
    return table(
        heads,
        [
            [
                row["game"],
                number(row["clone_us"]),
                percent(row["spread"]),
                number(row["by_hand_us"]),
                times(row["to_reference"]),
                times(row["to_list_copy"]),
                number(row["logged_us"]),
            ]
            for row in rows
        ],
    )


def start_table(rows: list[Row]) -> str:
    """Milliseconds to the first game."""
    keys = ("import_ms", "load_ms", "compile_ms", "bulk_ms", "process_ms")
    heads = ["game", "import ms", "load ms", "compile ms", "first bulk game ms", "whole process ms", "spread"]
    return table(heads, [[row["game"], *(number(row[k], 0) for k in keys), percent(row["spread"])] for row in rows])


def memory_table(rows: list[Row]) -> str:
    """Megabytes with one state and with many."""
    states = f"{rows[0]['states']:,}" if rows else "many"
    heads = ["game", "1 state MB", f"{states} states MB", "bytes a state"]
    keys = ("one_mb", "all_mb", "bytes_per_state", "by_hand_one_mb", "by_hand_all_mb", "by_hand_bytes_per_state")
    lines = [[row["game"], *(number(row[key], 0) for key in keys)] for row in rows]
    return table([*heads, "by hand: 1 state MB", f"{states} states MB", "bytes a state"], lines)


def commands_table(rows: list[Row]) -> str:
    """Seconds of whole processes."""
    heads = ["process", "CPU s", "spread", "passed s"]
    return table(
        heads,
        [[row["command"], number(row["seconds"], 3), percent(row["spread"]), number(row["passed"], 3)] for row in rows],
    )


def limits(data: dict[str, Any]) -> list[Row]:
    """What is to be kept, as far as it was measured: `what`, `value`, `limit`, `kept`."""
    found: list[Row] = []

    def add(what: str, value: float, limit: float) -> None:
        found.append({"what": what, "value": value, "limit": limit, "kept": value <= limit})

    games = by_game(data["decisions"])
    for name, (mean, each) in ((BULK, BULK_LIMITS), (API, API_LIMITS)):
        ratios = {game: rows[name]["to_reference"] for game, rows in games.items() if REFERENCE in rows}
        if ratios:
            logs = [math.log(value) for value in ratios.values()]
            of = "all" if len(ratios) == sum(c.reference is not None for c in CONTESTS) else "only"
            add(f"{name} to by hand, geometric mean of {of} {len(ratios)} games", math.exp(sum(logs) / len(logs)), mean)
            worst = max(ratios, key=lambda game: ratios[game])
            add(f"{name} to by hand, the slowest: {worst}", ratios[worst], each)
    for game, limit in TO_TICTACTOE.items():
        if game in games:
            add(f"bulk to tic-tac-toe by hand: {game}", games[game][BULK]["to_tictactoe_by_hand"], limit)
    for game, limit in REFERENCES.items():
        if game in games:
            add(f"by hand to tic-tac-toe by hand: {game}", games[game][REFERENCE]["to_tictactoe_by_hand"], limit)
    copies = {row["game"]: row["to_reference"] for row in data["clones"] if row["to_reference"] is not None}
    if copies:
        worst = max(copies, key=lambda game: copies[game])
        add(f"clone to by hand, the slowest: {worst}", copies[worst], CLONE_LIMIT)
    seconds = {row["command"]: row["seconds"] for row in data["commands"]}
    add("stammtisch --help to import click", seconds["stammtisch --help"] / seconds["import click"], HELP_LIMIT)
    allowed = VALIDATE_FACTOR * seconds["validate kuhn"] + VALIDATE_SECONDS
    add("validate balvin, seconds (1.5 times kuhn and 0.3 s)", seconds["validate balvin"], allowed)
    return found


def limits_table(rows: list[Row]) -> str:
    """What is to be kept."""
    heads = ["what", "measured", "at most", "kept"]
    lines = [
        [row["what"], number(row["value"]), number(row["limit"]), "yes" if row["kept"] else "**no**"] for row in rows
    ]
    return table(heads, lines)


def markdown(data: dict[str, Any]) -> str:
    """The whole report."""
    about = data["machine"]
    parts: list[tuple[str, Callable[[Any], str], str]] = [
        ("Microseconds a decision", decisions_table, "decisions"),
        ("Playouts a second", playouts_table, "decisions"),
        ("Other libraries", libraries_table, "decisions"),
        ("Copies of a state", clones_table, "clones"),
        ("A fresh process to its first game", start_table, "start"),
        ("Peak memory", memory_table, "memory"),
        ("Whole processes", commands_table, "commands"),
        ("Limits", limits_table, "limits"),
    ]
    head = (
        f"{about['date']}, Python {about['python']}, {about['machine']}, {about['processors']} processors, "
        f"load {about['load']:.1f} at the start, {data['rounds']} rounds of {data['seconds']:g} s"
    )
    return "\n\n".join([head, *(f"### {title}\n\n{make(data[key])}" for title, make, key in parts)]) + "\n"
