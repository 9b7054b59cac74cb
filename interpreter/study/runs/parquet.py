"""Outcome rows in Parquet files: write them with DuckDB, join files, export CSV."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...base.errors import UsageError
from ...base.streams import game_seeds
from ...game.game import Game
from ...program.wording import fill
from ..counts.outcomes import ENDLESS, Rows, row_columns

if TYPE_CHECKING:
    from .odd_games import GameOutcome

NAME = "games-"
WITHOUT = "saving games as rows needs DuckDB, which is not installed: pip install 'stammtisch[study]'"


@cache
def engine() -> Any:
    """The DuckDB connection that reads and writes files of rows, shared as it is slow to open."""
    import duckdb

    return duckdb.connect(config={"threads": 1})


def require() -> None:
    """Raise UsageError if DuckDB is not installed."""
    try:
        import duckdb  # noqa: F401
        import numpy  # noqa: F401
    except ImportError:
        raise UsageError(WITHOUT) from None


# -- names of files


def games_file(first: int, last: int = 0) -> str:
    """The name of a file of games, or of one made of several."""
    return f"{NAME}{first:08}{f'-{last:08}' if last else ''}.parquet"


def last_number(name: str) -> int:
    """The last number in the name of a file of games."""
    return int(name.removesuffix(".parquet").rpartition("-")[2])


def is_short(name: str) -> bool:
    """Whether a file of games is not joined from several."""
    return len(name) == len(games_file(0))


# -- rows


def write_rows(
    path: Path, games: Sequence[Game], seeds: Sequence[int], bots: Sequence[tuple[str, ...]], taken: Sequence[Rows]
) -> None:
    """Write games, some of each of `games`, as one table in the order of their numbers.

    Raises OSError or duckdb.Error where it cannot be written.
    """
    import numpy

    seats, parts, database = max(game.players for game in games), [], engine()
    for at, (game, seed, who, rows) in enumerate(zip(games, seeds, bots, taken, strict=True)):
        if rows.numbers:
            numbers = numpy.frombuffer(rows.numbers, dtype=numpy.int64)
            data = numpy.frombuffer(rows.data, dtype=numpy.int32).reshape(-1, row_columns(game.program).width).T
            seen = {f"c{n}": numpy.ascontiguousarray(column) for n, column in enumerate(data)}
            create_table(
                database, f"t{at}", {"number": numbers, "seed": game_seeds(seed, numbers.astype("u8")), **seen}
            )
            listed = ", ".join(f"{value} AS {name}" for name, value in sql_columns(game, who, seats))
            parts.append(f"SELECT {listed} FROM t{at}")
    made = database.sql(f"SELECT * FROM ({' UNION ALL BY NAME '.join(parts)}) ORDER BY game")
    made.write_parquet(str(path), compression="zstd")


def create_table(database: Any, name: str, played: dict[str, Any]) -> None:
    """Create a table from columns, which DuckDB finds by the name of the variable."""
    database.execute(f"CREATE OR REPLACE TABLE {name} AS SELECT * FROM played")


def sql_columns(game: Game, bots: Sequence[str], seats: int) -> Iterator[tuple[str, str]]:
    """The columns of a table of games for up to so many seats, each with its SQL expression."""
    program, players = game.program, game.players
    at = row_columns(program)
    names = [f"c{n}" for n in range(at.width)]
    scores, won, paid, places = names[at.scores], names[at.won], names[at.payoffs], names[at.ranks]
    reason, turns, decisions, real, rounds = (names[n] for n in (at.reason, at.turns, at.decisions, at.real, at.rounds))
    share = f"/ greatest(1, {' + '.join(won)})"
    finished = f"{reason} >= 0"
    yield "game", "number + 1"
    yield "seed", "seed::BIGINT"
    yield "players", f"{players}::INTEGER"
    yield "status", f"CASE WHEN {finished} THEN 'finished' WHEN {reason} = {ENDLESS} THEN 'endless' ELSE 'failed' END"
    each = {"score": scores, "rank": places, "win": [f"({one} {share})" for one in won], "payoff": paid}
    for seat in range(seats):
        if bots:
            yield f"bot_{seat + 1}", sql_text(bots[seat])
        for name, own in each.items():
            if own or name != "payoff":
                value = f"CASE WHEN {finished} THEN {own[seat]} END" if seat < players else "NULL"
                yield f"{name}_{seat + 1}", f"({value})::{'DOUBLE' if name == 'win' else 'INTEGER'}"
    for name, one in {"decisions": decisions, "real_choices": real, "turns": turns}.items():
        yield name, f"(CASE WHEN {finished} THEN {one} END)::INTEGER"
    yield "rounds", f"(CASE WHEN {finished} AND {rounds} >= 0 THEN {rounds} END)::INTEGER"
    words = ", ".join(sql_text(fill(program, one)) for one in program.reasons)
    yield "reason", f"CASE WHEN {finished} THEN [{words}][{reason} + 1] END"


def sql_text(text: str) -> str:
    """A text as an SQL literal."""
    return "'" + text.replace("'", "''") + "'"


# -- files of rows


def join_files(paths: Sequence[Path], to: Path) -> None:
    """Join the rows of several files into one, in the order of their numbers."""
    ordered_rows(engine(), paths).write_parquet(str(to), compression="zstd")


def ordered_rows(database: Any, paths: Sequence[Path]) -> Any:
    """The rows of files as a DuckDB relation, in the order of their numbers."""
    return database.read_parquet([str(path) for path in paths], union_by_name=True).order("game")


def write_csv(paths: Sequence[Path], to: Path) -> None:
    """Write the rows of files as CSV. Raises UsageError if there are none yet."""
    if not paths:
        raise UsageError(f"no games have been saved yet, so there is nothing to write to {to}")
    ordered_rows(engine(), paths).write_csv(str(to), header=True)


def read_outcomes(paths: Sequence[Path], players: int, low: int, high: int) -> list[GameOutcome]:
    """The outcomes of finished games from number `low` to under `high`, counted from 0."""
    from .odd_games import GameOutcome  # takes a while to load, and is seldom asked for

    if not paths:
        return []
    scores = ", ".join(f"score_{seat + 1}" for seat in range(players))
    kept = ordered_rows(engine(), paths).filter(f"status = 'finished' AND game > {low} AND game <= {high}")
    found = kept.project(f"game - 1, decisions, {scores}").fetchall()
    return [GameOutcome(row[0], row[1], row[2:]) for row in found]
