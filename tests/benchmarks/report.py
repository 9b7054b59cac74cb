"""The results as Markdown tables, and what is compared with a limit."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

from batches import COUNTED, IN_C, NATIVE, OWN_ROLLOUTS, ROLLOUTS, SEEDED, C
from contests import CONTESTS
from measures import API, LOGGED, REFERENCE, YARDSTICK_BY_HAND, YARDSTICK_IN_C, Row

REFERENCES = {"munchhausen": 1.5, "warrender": 3.0}  # to a decision of the hand-written tic-tac-toe
NATIVE_TO_C, NATIVE_TO_ROLLOUTS = (5.0, 10.0), 0.5
NATIVE_TO_TICTACTOE = {"othello": 100.0, "gin rummy": 200.0}  # to a decision of tic-tac-toe in C
COUNTED_LARGE, COUNTED_SMALL = 1.25, 2.0  # with counts to without; small are the games that C has
FIRST_GAME = {"balvin": 1.0, "kuhn": 0.15}  # seconds
API_LIMITS, CLONE_LIMIT = (5.0, 9.0), 2.0
HELP_LIMIT, VALIDATE_FACTOR, VALIDATE_SECONDS = 2.0, 1.5, 0.3


def table(heads: list[str], rows: Iterable[list[str]]) -> str:
    """A Markdown table, its first column to the left and the others to the right."""
    lines = [heads, ["---", *["---:"] * (len(heads) - 1)], *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def number(value: float | None, digits: int = 2) -> str:
    """With so many digits behind the point; nothing for None."""
    return "" if value is None else f"{value:,.{digits}f}"


def times(value: float | None, spread: float | None = None) -> str:
    """A ratio, and the spread of it in the rounds."""
    behind = "" if spread is None else f" ({percent(spread)})"
    return "" if value is None else f"{value:.2f} x{behind}"


def to(row: Row, other: str) -> str:
    """What one way to play costs to another; nothing where one of them is missing."""
    found = row.get("to", {}).get(other)
    return "" if found is None else times(found["ratio"], found["spread"])


def percent(value: float) -> str:
    """A part as a percentage."""
    return f"{value:.0%}"


def by_game(rows: list[Row]) -> dict[str, dict[str, Row]]:
    """game -> engine -> its row."""
    found: dict[str, dict[str, Row]] = {}
    for row in rows:
        found.setdefault(row["game"], {})[row["engine"]] = row
    return found


def nanoseconds(row: Row) -> str:
    """Of a decision."""
    return number(row["us_per_decision"] * 1e3, 1 if row["us_per_decision"] < 0.1 else 0) if row else ""


def native_table(rows: list[Row]) -> str:
    """Nanoseconds a decision of native play and of C by hand, and the ratios."""
    heads = ["game", "native ns", "counted ns", "counted : native", "C ns", "native : C", "C, seeded ns"]
    lines = []
    for game, found in by_game(rows).items():
        native, counted, c, seeded = (found.get(name, {}) for name in (NATIVE, COUNTED, C, SEEDED))
        line = [game, nanoseconds(native), nanoseconds(counted), to(counted, NATIVE), nanoseconds(c), to(native, C)]
        lines.append([*line, nanoseconds(seeded), to(native, SEEDED), to(native, YARDSTICK_IN_C)])
    return table([*heads, "native : C, seeded", "native : tic-tac-toe in C"], lines)


def rollouts_table(rows: list[Row]) -> str:
    """Nanoseconds a decision from the first decision of a game on, and of whole games."""
    heads = ["game", "native ns", "OpenSpiel's rollouts ns", "native : OpenSpiel", "whole games, native : OpenSpiel"]
    lines = []
    for game, found in by_game(rows).items():
        if ROLLOUTS in found:
            spiel, own, whole = (found.get(name, {}) for name in (ROLLOUTS, OWN_ROLLOUTS, NATIVE))
            lines.append([game, nanoseconds(own), nanoseconds(spiel), to(own, ROLLOUTS), to(whole, ROLLOUTS)])
    return table(heads, lines)


def decisions_table(rows: list[Row]) -> str:
    """Microseconds a decision: by hand and through the API, and the ratios."""
    heads = [
        "game",
        "by hand µs",
        "API µs",
        "API : by hand",
        "API with log µs",
        "with log : by hand",
        "native : by hand",
    ]
    lines = []
    for game, found in by_game(rows).items():
        hand, api, logged, native = (found.get(name, {}) for name in (REFERENCE, API, LOGGED, NATIVE))
        us = [number(row.get("us_per_decision")) for row in (hand, api, logged)]
        line = [game, us[0], us[1], to(api, REFERENCE), us[2], to(logged, REFERENCE), to(native, REFERENCE)]
        lines.append(line)
    return table(heads, lines)


def playouts_table(rows: list[Row]) -> str:
    """Playouts a second, their length, the spread of the rounds and the share of the processor."""
    shown = {REFERENCE: "by hand", NATIVE: "native", API: "API", LOGGED: "with log"}
    lines = []
    for game, found in by_game(rows).items():
        line = [game, number(found[API]["decisions_per_playout"], 1)]
        for name in shown:
            row = found.get(name)
            line += [number(row["playouts_per_s"], 0), percent(row["spread"])] if row else ["", ""]
        lines.append([*line, percent(min(row["cpu_share"] for row in found.values()))])
    heads = [head for name in shown.values() for head in (name, "spread")]
    return table(["game", "decisions a game", *heads, "CPU"], lines)


def libraries_table(rows: list[Row]) -> str:
    """Microseconds a decision of the other libraries that are installed, driven from Python."""
    names = [name for name in ("OpenSpiel", "RLCard", "PettingZoo") if any(row["engine"] == name for row in rows)]
    lines = []
    for game, found in by_game(rows).items():
        if any(name in found for name in names):
            others = [number(found[name]["us_per_decision"]) if name in found else "" for name in names]
            lines.append([game, number(found[API]["us_per_decision"]), *others])
    return table(["µs a decision", "API", *names], lines)


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
    keys = ("import_ms", "load_ms", "program_ms", "native_ms", "api_ms", "process_ms")
    heads = [
        "game",
        "import ms",
        "load ms",
        "program ms",
        "first native game ms",
        "API ms",
        "whole process ms",
        "spread",
    ]
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


def mean(values: Iterable[float]) -> float:
    """The geometric mean."""
    logs = [math.log(value) for value in values]
    return math.exp(sum(logs) / len(logs))


def limits(data: dict[str, Any]) -> list[Row]:
    """What is to be kept, as far as it was measured: `what`, `value`, `limit`, `kept`."""
    found: list[Row] = []
    games = by_game(data["decisions"])

    def add(what: str, value: float, limit: float) -> None:
        found.append({"what": what, "value": value, "limit": limit, "kept": value <= limit})

    def costs(name: str, other: str) -> dict[str, float]:
        return {
            game: rows[name]["to"][other]["ratio"]
            for game, rows in games.items()
            if name in rows and other in rows[name]["to"]
        }

    def add_mean(words: str, costs: dict[str, float], limit: float, every: int) -> None:
        if costs:
            of = "all" if len(costs) == every else "only"
            add(f"{words}, geometric mean of {of} {len(costs)} games", mean(costs.values()), limit)

    def add_worst(words: str, costs: dict[str, float], limit: float) -> None:
        if costs:
            worst = max(costs, key=lambda game: costs[game])
            add(f"{words}, the slowest: {worst}", costs[worst], limit)

    add_mean("native to C by hand", costs(NATIVE, C), NATIVE_TO_C[0], len(IN_C))
    add_worst("native to C by hand", costs(NATIVE, C), NATIVE_TO_C[1])
    add_worst("native to OpenSpiel's rollouts", costs(OWN_ROLLOUTS, ROLLOUTS), NATIVE_TO_ROLLOUTS)
    for game, value in costs(NATIVE, YARDSTICK_IN_C).items():
        if game in NATIVE_TO_TICTACTOE:
            add(f"native to tic-tac-toe in C: {game}", value, NATIVE_TO_TICTACTOE[game])
    counted = costs(COUNTED, NATIVE)
    add_worst("counted to native, large games", {g: counted[g] for g in counted if g not in IN_C}, COUNTED_LARGE)
    add_worst("counted to native, small games", {g: counted[g] for g in counted if g in IN_C}, COUNTED_SMALL)
    for row in data["start"]:
        if row["game"] in FIRST_GAME:
            seconds = row["native_ms"] / 1e3
            add(f"from program to first native game, seconds: {row['game']}", seconds, FIRST_GAME[row["game"]])
    by_hand = costs(API, REFERENCE)
    add_mean("API to by hand", by_hand, API_LIMITS[0], sum(c.reference is not None for c in CONTESTS))
    add_worst("API to by hand", by_hand, API_LIMITS[1])
    for game, value in costs(REFERENCE, YARDSTICK_BY_HAND).items():
        if game in REFERENCES:
            add(f"by hand to tic-tac-toe by hand: {game}", value, REFERENCES[game])
    copies = {row["game"]: row["to_reference"] for row in data["clones"] if row["to_reference"] is not None}
    add_worst("clone to by hand", copies, CLONE_LIMIT)
    taken = {row["command"]: row["seconds"] for row in data["commands"]}
    add("stammtisch --help to import click", taken["stammtisch --help"] / taken["import click"], HELP_LIMIT)
    allowed = VALIDATE_FACTOR * taken["validate kuhn"] + VALIDATE_SECONDS
    add("validate balvin, seconds (1.5 times kuhn and 0.3 s)", taken["validate balvin"], allowed)
    return found


def limits_table(rows: list[Row]) -> str:
    """What is to be kept."""
    heads = ["what", "measured", "at most", "kept"]
    lines = []
    for row in rows:
        limit = f"{'at least ' if row.get('least') else ''}{number(row['limit'])}"
        lines.append([row["what"], number(row["value"]), limit, "yes" if row["kept"] else "**no**"])
    return table(heads, lines)


def markdown(data: dict[str, Any]) -> str:
    """The whole report."""
    about = data["machine"]
    parts: list[tuple[str, Callable[[Any], str], str]] = [
        ("Native play: nanoseconds a decision", native_table, "decisions"),
        ("Rollouts: nanoseconds a decision", rollouts_table, "decisions"),
        ("In Python: microseconds a decision", decisions_table, "decisions"),
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
