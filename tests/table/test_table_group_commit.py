"""What several threads want written at the same moment is committed together, and each is told only when it is there."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

from stammtisch.table.storage.group_commit import DatabaseWriter


def opened(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("CREATE TABLE rows (number INTEGER PRIMARY KEY, text TEXT)")
    return database


def written(writer: DatabaseWriter, works: list[Callable[[sqlite3.Connection], object]]) -> list[str]:
    """Writes all at the same moment, the first one alone before them; for each what went wrong, "" if nothing did."""
    going, held = threading.Event(), threading.Event()
    found = [""] * len(works)

    def first(database: sqlite3.Connection) -> None:
        going.set()
        assert held.wait(10)
        works[0](database)

    def write(number: int) -> None:
        try:
            writer.write(first if number == 0 else works[number])
        except sqlite3.Error as error:
            found[number] = type(error).__name__

    threads = [threading.Thread(target=write, args=(number,)) for number in range(len(works))]
    threads[0].start()
    assert going.wait(10)
    for thread in threads[1:]:
        thread.start()
    while len(writer.waiting) < len(works) - 1:
        pass
    held.set()
    for thread in threads:
        thread.join(10)
        assert not thread.is_alive()
    return found


def row(number: int) -> Callable[[sqlite3.Connection], object]:
    return lambda database: database.execute("INSERT INTO rows VALUES (?, ?)", (number, "x" * 3000))


def test_what_waits_at_the_same_moment_is_one_transaction_and_what_fails_in_it_fails_alone(tmp_path: Path) -> None:
    database = opened(tmp_path / "rows")
    said: list[str] = []
    database.set_trace_callback(said.append)
    # the third begins with a row that is there already, the fourth ends with one
    both = [
        lambda database: (row(2)(database), row(9)(database)),
        lambda database: (row(8)(database), row(1)(database)),
    ]
    found = written(DatabaseWriter(database), [row(1), row(2), *both, row(5)])
    assert found == ["", "", *["IntegrityError"] * 2, ""] and said.count("COMMIT") == 2
    there = sqlite3.connect(tmp_path / "rows").execute("SELECT number FROM rows ORDER BY number").fetchall()
    assert [number for (number,) in there] == [1, 2, 5]


def test_where_nothing_can_be_committed_all_are_told_and_later_ones_are_written(tmp_path: Path) -> None:
    database = opened(tmp_path / "rows")
    writer = DatabaseWriter(database)
    database.execute("PRAGMA max_page_count = 4")
    found = written(writer, [row(1), row(2), row(3), row(4)])
    assert found == ["", *["OperationalError"] * 3]
    database.execute("PRAGMA max_page_count = 100")
    assert written(writer, [row(5), row(6)]) == ["", ""]
    there = sqlite3.connect(tmp_path / "rows").execute("SELECT number FROM rows ORDER BY number").fetchall()
    assert [number for (number,) in there] == [1, 5, 6]


def test_a_row_is_there_for_others_when_its_writer_goes_on(tmp_path: Path) -> None:
    writer = DatabaseWriter(opened(tmp_path / "rows"))
    wrong: list[int] = []

    def write(first: int) -> None:
        own = sqlite3.connect(tmp_path / "rows")
        for number in range(first, first + 25):
            writer.write(row(number))
            if own.execute("SELECT count(*) FROM rows WHERE number = ?", (number,)).fetchone() != (1,):
                wrong.append(number)

    threads = [threading.Thread(target=write, args=(1000 * number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert not wrong and sqlite3.connect(tmp_path / "rows").execute("SELECT count(*) FROM rows").fetchone() == (200,)
